'use strict';

// Files of test vectors as groups: one key in every form the file has, one scheme, cases with their verdicts.
//
// A group: { row, algorithm, options, public, private, cases } and sometimes
//   reproduced  the scheme is deterministic: signing must give the case's signature
//   signing     options of signing alone, such as those that make it so
//   truncated   the signatures are the first bytes of whole ones: nothing verifies
//   refusal     the code with which every call is refused
//   keyVerdict  whether the key itself is good, where the file is about keys
// A case: { id, data, signature, verdict }; a verdict of null ("acceptable") leaves it to the row, not to a library.
// Of Ed25519 also { strict, zip215 }: the verdicts of those criteria where they may differ.

const fs = require('node:fs');
const path = require('node:path');

const { nodeSignature, ours } = require('./readers/ours.js');
const { wycheproofGroups, wycheproofKeyFiles } = require('./readers/wycheproof.js');
const { cctvEd25519, cctvRfc6979 } = require('./readers/cctv.js');
const { boringEd25519, pycaEd448, rfc8032Ed448ph, speccheck, zip215 } = require('./readers/edwards.js');
const { boringEvp, boringMlDsaHedged, boringMlDsaMu } = require('./readers/boringssl.js');
const { acvp, acvpMlDsa, acvpMlDsaKeys } = require('./readers/acvp.js');
const { cavpEc, cavpHmac, cavpRsa } = require('./readers/cavp.js');
const { opensslEvp, pkcs1Vectors, pycaPoints } = require('./readers/pyca.js');
const { ringEcdsa, ringEd25519, ringHmac, ringPkcs8, ringRsa } = require('./readers/ring.js');
const { wpt, wptBadKeys, wptKeys } = require('./readers/wpt.js');

const ROOT = path.join(__dirname, '..');
const SHARED = path.resolve(ROOT, process.env.FERROSIGN_VECTORS ?? '../shared/vectors');
const LOCAL = path.join(__dirname, 'vectors');

/** One line a source: where its files are, and how they are read. */
const SOURCES = [
  { name: 'RFC tables in this repository', folder: LOCAL, files: /^rfc.*\.json$/, read: ours },
  wycheproof('ecdsa, DER', /^ecdsa_(?!.*_(p1363|bitcoin)_)/),
  wycheproof('ecdsa, P1363', /^ecdsa_.*_p1363_/),
  wycheproof('ecdsa, Bitcoin', /^ecdsa_.*_bitcoin_/),
  wycheproof('rsa PKCS#1 verify', /^rsa_signature_/),
  wycheproof('rsa PKCS#1 sign', /^rsa_pkcs1_/),
  wycheproof('rsa-pss', /^rsa_pss_(?!.*_params_)/),
  wycheproof('rsa-pss, bound keys', /^rsa_pss_.*_params_/),
  wycheproof('eddsa', /^ed(25519|448)_/),
  wycheproof('ml-dsa verify', /^mldsa_.*_verify_/),
  wycheproof('ml-dsa sign', /^mldsa_.*_sign_/),
  {
    name: 'wycheproof ml-dsa key files',
    folder: 'wycheproof-mldsa-keydecode/testvectors_v1',
    files: /\.json$/,
    read: wycheproofKeyFiles,
  },
  wycheproof('hmac', /^hmac_/),
  { name: 'cctv ed25519', folder: 'cctv/ed25519', files: /\.json$/, read: cctvEd25519 },
  { name: 'zip215 ed25519', folder: 'zip215', files: /\.json$/, read: zip215 },
  { name: 'ed25519-speccheck', folder: 'ed25519-speccheck', files: /\.json$/, read: speccheck },
  { name: 'noble ed25519', folder: 'noble-ed25519', files: /\.json$/, read: speccheck },
  { name: 'boringssl ed25519', folder: 'boringssl-awslc', files: /^ed25519_tests/, read: boringEd25519 },
  {
    name: 'boringssl ed25519ctx',
    folder: 'boringssl-awslc',
    files: /^ed25519ctx_tests/,
    read: boringEd25519,
  },
  { name: 'boringssl ed25519ph', folder: 'boringssl-awslc', files: /^ed25519ph_tests/, read: boringEd25519 },
  { name: 'boringssl evp', folder: 'boringssl-awslc', files: /^evp_tests/, read: boringEvp },
  { name: 'acvp rsa', folder: 'acvp-awslc', files: /^RSA\.vectors/, read: acvp },
  { name: 'acvp ecdsa', folder: 'acvp-awslc', files: /^ECDSA\.vectors/, read: acvp },
  { name: 'acvp eddsa', folder: 'acvp-awslc', files: /^EDDSA\.vectors/, read: acvp },
  { name: 'acvp ml-dsa keys', folder: 'acvp-mldsa', files: /^key-gen/, read: acvpMlDsaKeys },
  { name: 'acvp ml-dsa', folder: 'acvp-mldsa', files: /^sig-/, read: acvpMlDsa },
  {
    name: 'boringssl ml-dsa hedged',
    folder: 'boringssl-awslc/mldsa',
    files: /hedged/,
    read: boringMlDsaHedged,
  },
  {
    name: 'boringssl ml-dsa external mu',
    folder: 'boringssl-awslc/mldsa',
    files: /EXTMU/,
    read: boringMlDsaMu,
  },
  pyca('ecdsa', 'asymmetric/ECDSA/FIPS_186-3', /^(SigGen|SigVer|PKV|KeyPair)\./, cavpEc),
  pyca('ecdsa secp256k1', 'asymmetric/ECDSA/SECP256K1', /^SigGen/, cavpEc),
  pyca('ecdsa RFC 6979', 'asymmetric/ECDSA/RFC6979', /\.txt$/, opensslEvp),
  { name: 'cctv RFC 6979', folder: 'cctv/RFC6979', files: /^README/, read: cctvRfc6979 },
  pyca('ed448', 'asymmetric/Ed448', /^rfc8032/, pycaEd448),
  { name: 'rfc8032 ed448ph', folder: 'rfc8032', files: /^ed448ph/, read: rfc8032Ed448ph },
  pyca('compressed points', 'asymmetric/EC', /^compressed_points/, pycaPoints),
  pyca('rsa', 'asymmetric/RSA/FIPS_186-2', /^(SigGen15|SigVer)/, cavpRsa),
  pyca('rsa encoded messages', 'asymmetric/RSA', /^SigVer15EMTest/, cavpRsa),
  pyca('rsa PKCS#1 vectors', 'asymmetric/RSA', /^pkcs1v15sign/, pkcs1Vectors),
  pyca('rsa PSS vectors', 'asymmetric/RSA/pkcs-1v2-1d2-vec', /^pss-/, pkcs1Vectors),
  pyca('hmac', 'HMAC', /^rfc-/, cavpHmac),
  { name: 'ring ecdsa', folder: 'ring', files: /^ecdsa_verify_/, read: ringEcdsa },
  { name: 'ring rsa', folder: 'ring', files: /^rsa_primitive_/, read: ringRsa },
  { name: 'ring ed25519', folder: 'ring', files: /^ed25519_verify_/, read: ringEd25519 },
  { name: 'ring hmac', folder: 'ring', files: /^hmac_/, read: ringHmac },
  { name: 'ring PKCS#8', folder: 'ring', files: /_from_pkcs8_/, read: ringPkcs8 },
  { name: 'node signatures', folder: 'node-fixture-keys', files: /_signedby_/, read: nodeSignature },
  { name: 'wpt webcrypto', folder: 'wpt-webcrypto', files: /^sign_verify__/, read: wpt },
  { name: 'wpt webcrypto keys', folder: 'wpt-webcrypto', files: /_importKey_fixtures/, read: wptKeys },
  { name: 'wpt webcrypto bad keys', folder: 'wpt-webcrypto', files: /_failures_/, read: wptBadKeys },
];

/** Files that nothing above reads, by the start of their path, and why. */
const NOT_READ = {
  'PROVENANCE.md': 'about the vectors',
  SHA256SUMS: 'about the vectors',
  'acvp-awslc/': 'the answers, which the reader of the questions opens',
  'bip327-musig2/': 'MuSig2 is not offered',
  'bip340/': 'read by secp256k1.test.js',
  'acvp-mldsa/README.md': 'about the vectors',
  'cctv/ML-DSA/accumulated/': 'read by pq.test.js',
  'cctv/ML-DSA/benchmark/': 'messages to take the time of, without answers',
  'cctv/ed25519/README.md': 'about the vectors',
  'ed25519-speccheck/results.md': 'the answers, which the reader of the questions opens',
  'ethereum-bls/bls/hash_to_G2/': 'no function hashes to the curve',
  'ethereum-bls/formats/': 'about the vectors',
  'ethereum-bls/': 'read by bls.test.js',
  'hash-to-curve-bls12381/': 'no function hashes to the curve',
  'irtf-bls-draft/': 'read by bls.test.js',
  'jose-cookbook/LICENSE': 'about the vectors',
  'jose-cookbook/': 'read by jwt.test.js',
  'noble-bls12-381/': 'read by bls.test.js',
  'node-fixture-keys/': 'read by formats.test.js',
  'pyca/asymmetric/ECDSA/FIPS_186-3/Readme.txt': 'about the vectors',
  'pyca/asymmetric/': 'read by formats.test.js',
  'rfc7515-appendix-a/': 'in this repository: rfc7515-jws.json',
  'rfc8037-appendix-a/': 'in this repository: rfc8037-ed25519.json',
  'rustcrypto-key-examples/': 'read by formats.test.js',
  'secp256k1-tiny/': 'read by secp256k1.test.js, but for the tweaks of public keys: not offered',
  'sr25519/': 'read by sr25519.test.js',
  'wycheproof/testvectors_v1/bls_hash_to_': 'no function hashes to the curve',
  'wycheproof/testvectors_v1/bls_sig_': 'read by bls.test.js',
  'wycheproof/testvectors_v1/json_web_': 'read by jwt.test.js',
};

function wycheproof(what, files) {
  return {
    name: `wycheproof ${what}`,
    folder: 'wycheproof/testvectors_v1',
    files,
    read: wycheproofGroups,
  };
}

function pyca(what, folder, files, read) {
  return { name: `pyca ${what}`, folder: `pyca/${folder}`, files, read };
}

/** The paths of a source's files; none where the folder is not there. */
function filesOf({ folder, files }) {
  const directory = path.resolve(SHARED, folder);
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory)
    .filter((name) => files.test(name))
    .sort()
    .map((name) => path.join(directory, name));
}

/** Every group of a source, with the name of its file. */
function* groupsOf(source) {
  for (const file of filesOf(source)) {
    for (const group of source.read(fs.readFileSync(file, 'utf8'), file)) {
      yield { options: {}, public: [], private: [], cases: [], file: path.basename(file), ...group };
    }
  }
}

/** The shared files that no source reads and NOT_READ does not name. */
function unread() {
  const read = new Set(SOURCES.flatMap(filesOf));
  const named = Object.keys(NOT_READ);
  return fs
    .readdirSync(SHARED, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !read.has(file))
    .map((file) => path.relative(SHARED, file).replaceAll(path.sep, '/'))
    .filter((file) => !named.some((start) => file.startsWith(start)));
}

module.exports = { NOT_READ, SHARED, SOURCES, filesOf, groupsOf, unread };
