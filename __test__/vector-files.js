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

const { createHash, createPublicKey, createSecretKey, constants } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const ferrosign = require('..');

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;
const ROOT = path.join(__dirname, '..');
const SHARED = path.resolve(ROOT, process.env.FERROSIGN_VECTORS ?? '../shared/vectors');
const LOCAL = path.join(__dirname, 'vectors');

const PKCS1 = { padding: RSA_PKCS1_PADDING };
const EXTERNAL_MU = { externalMu: true };
const DETERMINISTIC = { reproduced: true, signing: { nonce: 'deterministic' } };
const P1363 = { dsaEncoding: 'ieee-p1363' };
const pss = (saltLength, mgf1) => ({
  padding: RSA_PKCS1_PSS_PADDING,
  saltLength,
  ...(mgf1 && { mgf1HashAlgorithm: mgf1 }),
});

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

// Formats, in the order of the sources.

function ours(text) {
  return JSON.parse(text).groups.map((group) => ({
    ...group,
    truncated: group.row === 'hmac' && group.cases[0].signature.length < 2 * tagLength(group.algorithm),
    cases: group.cases.map((one) => ({ ...one, data: hex(one.data), signature: hex(one.signature) })),
  }));
}

const WYCHEPROOF_VERDICTS = { valid: true, invalid: false, acceptable: null };

/** What each type of group says of its key and scheme. */
const WYCHEPROOF_TYPES = {
  EcdsaVerify: wycheproofEcdsa({ dsaEncoding: 'der' }),
  EcdsaBitcoinVerify: wycheproofEcdsa({ dsaEncoding: 'der' }),
  EcdsaP1363Verify: wycheproofEcdsa(P1363),
  RsassaPkcs1Verify: (group) => [{ row: 'rsa', options: PKCS1, public: publicForms(group) }],
  // "acceptable" is for the size of the key here; the signatures are to be made all the same.
  RsassaPkcs1Generate: (group) => [
    {
      row: 'rsa',
      options: PKCS1,
      reproduced: true,
      public: [group.keyPem, hex(group.keyDer), rsaPublicDer(group.keyAsn), group.keyJwk].filter(Boolean),
      private: [group.privateKeyPem, hex(group.privateKeyPkcs8), group.privateKeyJwk].filter(Boolean),
      cases: group.tests.map(({ tcId, msg, sig }) => example(tcId, hex(msg), hex(sig), true)),
    },
  ],
  RsassaPssVerify: (group) => [
    { row: 'rsa', options: pss(group.sLen, group.mgfSha || group.mgf), public: publicForms(group) },
  ],
  // Once by the words, once by what the key says itself.
  RsassaPssWithParametersVerify: (group) => [
    { row: 'rsa-pss', options: pss(group.sLen, group.mgfSha), public: spkiForms(group) },
    { row: 'rsa-pss', algorithm: null, public: spkiForms(group) },
  ],
  EddsaVerify: (group) => {
    const row = rowName(group.publicKey.curve);
    return [{ row, algorithm: null, public: [...publicForms(group), raw(group.publicKey.pk, row)] }];
  },
  MlDsaVerify: ({ publicKey, publicKeyDer, tests }, algorithm) => {
    const row = rowName(algorithm);
    return tests.flatMap((one) => mlDsa(row, one, { public: [raw(publicKey, row), spki(publicKeyDer)] }));
  },
  MlDsaSign: ({ privateSeed, privateKey, privateKeyPkcs8, publicKey, tests }, algorithm) => {
    const row = rowName(algorithm);
    const keys = {
      public: publicKey ? [raw(publicKey, row)] : [],
      private: [
        privateSeed !== undefined && raw(privateSeed, row, 'seed'),
        privateKey !== undefined && raw(privateKey, row, 'private'),
        privateKeyPkcs8 !== undefined && pkcs8(privateKeyPkcs8),
      ].filter(Boolean),
    };
    return tests.flatMap((one) =>
      one.result === 'invalid' && !one.flags.includes('InvalidContext')
        ? [{ row, id: one.tcId, private: keys.private, keyVerdict: false }]
        : mlDsa(row, one, keys),
    );
  },
  // A tag cut to half is HS512256 where a JOSE name says so.
  MacTest: ({ tests }, algorithm) =>
    tests.flatMap(({ tcId, key, msg, tag, result }) => {
      const cases = [example(tcId, hex(msg), hex(tag), WYCHEPROOF_VERDICTS[result])];
      const group = hmac(algorithm.replace('HMAC', ''), hex(key), cases);
      const cut = group.algorithm === 'SHA512' && tag.length === 64;
      return cut ? [group, { ...group, algorithm: 'HS512256', truncated: false }] : [group];
    }),
};

function* wycheproofGroups(text) {
  const { algorithm, testGroups } = JSON.parse(text);
  for (const group of testGroups) {
    const cases = group.tests.map(({ tcId, msg, sig, result }) =>
      example(tcId, hex(msg ?? ''), hex(sig ?? ''), WYCHEPROOF_VERDICTS[result]),
    );
    for (const said of WYCHEPROOF_TYPES[group.type](group, algorithm)) {
      yield { algorithm: group.sha, cases, ...said };
    }
  }
}

/** A signature of a message in its context and, where mu is told, of mu. Made again unless it is of randomness. */
function mlDsa(row, { tcId, msg, mu, ctx, sig, rnd, result }, keys) {
  const common = { ...keys, row, algorithm: null, ...(keys.private && !rnd && DETERMINISTIC) };
  const options = ctx === undefined ? {} : { context: hex(ctx) };
  const verdict = WYCHEPROOF_VERDICTS[result];
  return [
    ...(msg === undefined
      ? []
      : [
          {
            ...common,
            options,
            ...(ctx?.length > 2 * 255 && { refusal: 'ERR_OUT_OF_RANGE' }),
            cases: [example(tcId, hex(msg), hex(sig), verdict)],
          },
        ]),
    ...(mu === undefined
      ? []
      : [{ ...common, options: EXTERNAL_MU, cases: [example(`${tcId} mu`, hex(mu), hex(sig), verdict)] }]),
  ];
}

/** Of "acceptable" are those that OpenSSL takes and we do not. */
function* wycheproofKeyFiles(text, file) {
  const [kind, form] = file.includes('pkcs8') ? ['private', pkcs8] : ['public', spki];
  for (const { parameterSet, tests } of JSON.parse(text).testGroups) {
    for (const { tcId, encoded, result } of tests) {
      yield { row: rowName(parameterSet), id: tcId, keyVerdict: result === 'valid', [kind]: [form(encoded)] };
    }
  }
}

function wycheproofEcdsa(options) {
  return (group) => {
    const row = rowName(group.publicKey.curve);
    return [{ row, options, public: [...publicForms(group), raw(group.publicKey.uncompressed, row)] }];
  };
}

function spkiForms({ publicKeyPem, publicKeyDer }) {
  return [publicKeyPem, hex(publicKeyDer)];
}

function publicForms(group) {
  const jwk = group.publicKeyJwk ?? group.keyJwk;
  return [
    ...spkiForms(group),
    ...(group.publicKeyAsn ? [rsaPublicDer(group.publicKeyAsn)] : []),
    ...(jwk ? [jwk] : []),
  ];
}

// What OpenSSL, and so the row, makes of them: R is compared as bytes, nothing is multiplied by the cofactor.
const CCTV_INVALID = ['non_canonical_R', 'low_order_residue', 'reencoded_k'];
// Of "reencoded_k" those whose key has so small an order that either k gives the same point.
const CCTV_SAME_EITHER_WAY = [35, 166, 255, 308, 311, 314, 838, 904];

function cctvEd25519(text) {
  return JSON.parse(text).map(({ number, key, msg, sig, flags }) => {
    const has = (...names) => names.some((name) => flags?.includes(name));
    const verdict = CCTV_SAME_EITHER_WAY.includes(number) || !has(...CCTV_INVALID);
    const one = example(number, Buffer.from(msg), hex(sig), verdict);
    return ed25519(key, [
      {
        ...one,
        strict: verdict && !has('low_order_A', 'low_order_R'),
        // Times the cofactor a key of small order is neutral, whatever k.
        zip215: !has('reencoded_k') || has('low_order_A'),
      },
    ]);
  });
}

// "valid_legacy" is Zcash's rule before ZIP-215, which refuses these keys of small order too; OpenSSL does not.
const ZIP215_VALID = [0, 25, 38, 62, 64, 95, 141, 154];

/** Every key and R is of small order. */
function zip215(text) {
  return JSON.parse(text).map(({ vk_bytes, sig_bytes, valid_legacy, valid_zip215 }, index) => {
    const verdict = valid_legacy || ZIP215_VALID.includes(index);
    const one = example(index, Buffer.from('Zcash'), hex(sig_bytes), verdict);
    return ed25519(vk_bytes, [{ ...one, strict: false, zip215: valid_zip215 }]);
  });
}

function speccheck(text) {
  const results = fs.readFileSync(path.join(SHARED, 'ed25519-speccheck/results.md'), 'utf8');
  const [verdicts, strict, zip215] = ['OpenSSL-3.0', 'Dalek strict', 'Zebra'].map((library) =>
    Array.from(
      new RegExp(`^\\|${library} *\\|(.*)$`, 'm').exec(results)[1].match(/[VX]/g),
      (one) => one === 'V',
    ),
  );
  return JSON.parse(text).map(({ index, message, pub_key, signature }, position) => {
    const at = index ?? position;
    const one = example(at, hex(message), hex(signature), verdicts[at]);
    return ed25519(pub_key, [{ ...one, strict: strict[at], zip215: zip215[at] }]);
  });
}

function* boringEd25519(text, file) {
  const algorithm =
    { ctx: 'Ed25519ctx', ph: 'Ed25519ph' }[/25519(\w*)_/.exec(path.basename(file))[1]] ?? null;
  let number = 0;
  for (const {
    PRIV,
    SEED = PRIV.slice(0, 64),
    PUB,
    Q = PUB,
    MESSAGE,
    CONTEXT,
    SIG,
    SIGNATURE = SIG,
  } of records(text)) {
    yield edwards(
      'ed25519',
      algorithm,
      SEED,
      Q,
      CONTEXT,
      example(++number, hex(MESSAGE), hex(SIGNATURE), true),
    );
  }
}

function* pycaEd448(text) {
  for (const { COUNT, SECRET, PUBLIC, MESSAGE, CONTEXT, SIGNATURE } of records(text)) {
    yield edwards('ed448', null, SECRET, PUBLIC, CONTEXT, example(COUNT, hex(MESSAGE), hex(SIGNATURE), true));
  }
}

function rfc8032Ed448ph(text) {
  return JSON.parse(text).map(({ secretKey, publicKey, message, context, signature }, index) =>
    edwards(
      'ed448',
      'Ed448ph',
      secretKey,
      publicKey,
      context,
      example(index, hex(message), hex(signature), true),
    ),
  );
}

/** A signature that is to be made again, with its context where it has one. */
function edwards(row, algorithm, seed, publicKey, context, one) {
  return {
    row,
    algorithm,
    options: context ? { context: hex(context) } : {},
    reproduced: true,
    public: [raw(publicKey, row)],
    private: [raw(seed, row, 'private')],
    cases: [one],
  };
}

/** Named keys, good and bad, then what is done with them. Sign and Verify are of digests, not of messages. */
function* boringEvp(text) {
  const keys = new Map();
  let number = 0;
  for (const record of records(text)) {
    const { PublicKey, PrivateKey, Input, Output, Error: error, Digest } = record;
    const name = PublicKey ?? PrivateKey ?? record.SignMessage ?? record.VerifyMessage;
    if (name === undefined) continue;
    const row = EVP_ROWS.find(([start]) => start.test(name))?.[1] ?? name.split('-')[0];
    if (PublicKey || PrivateKey) {
      const form = { key: hex(Input), format: 'der', type: PublicKey ? 'spki' : 'pkcs8' };
      keys.set(name, form);
      // With a version to write, the error is that of writing.
      const keyVerdict = error === undefined || record.PKCS8VersionOut !== undefined;
      yield { row, id: name, keyVerdict, [PublicKey ? 'public' : 'private']: [form] };
    } else if (/^(BAD|INVALID|MISMATCHED)_SIGNATURE$/.test(error ?? 'BAD_SIGNATURE') && Output?.length > 2) {
      const isPss = record.RSAPadding === 'PSS';
      yield {
        row,
        algorithm: Digest ?? null,
        options: isPss ? pss(Number(record.PSSSaltLength ?? -2), record.MGF1Digest) : {},
        [record.SignMessage ? 'private' : 'public']: [keys.get(name)],
        reproduced: record.SignMessage !== undefined,
        cases: [example(`${name} ${++number}`, quoted(Input), hex(Output), error === undefined)],
      };
    }
  }
}

const EVP_ROWS = [
  [/^RSA/, 'rsa'],
  [/^Ed25519/, 'ed25519'],
  [/^P-224/, 'P-224'],
  [/^P-256|^ECDH-P256/, 'P-256'],
  [/^P-384/, 'P-384'],
  [/^P-521/, 'P-521'],
];

/** Questions in one file, answers in another. */
function* acvp(text, file) {
  const answers = new Map();
  for (const { vsId, testGroups = [] } of JSON.parse(
    fs.readFileSync(file.replace('.vectors', '.expected')),
  )) {
    for (const { tcId, testPassed } of testGroups.flatMap(({ tests }) => tests))
      answers.set(`${vsId} ${tcId}`, testPassed);
  }
  for (const { vsId, algorithm, mode, testGroups = [] } of JSON.parse(text)) {
    for (const group of testGroups) {
      for (const one of group.tests) {
        const id = `${vsId} ${one.tcId}`;
        const said = ACVP_ALGORITHMS[algorithm](group, one);
        if (mode === 'keyVer') yield { ...said, id, keyVerdict: answers.get(id) };
        else yield { ...said, cases: [example(id, hex(one.message), said.signature, answers.get(id))] };
      }
    }
  }
}

const ACVP_ALGORITHMS = {
  RSA: ({ sigType, hashAlg, n, e, saltLen }, { signature }) => ({
    row: 'rsa',
    algorithm: hashName(hashAlg),
    options: sigType === 'pss' ? pss(saltLen) : PKCS1,
    public: rsaForms({ n, e }),
    signature: hex(signature),
  }),
  ECDSA: ({ curve, hashAlg }, { qx, qy, r, s }) => ({
    row: curve,
    algorithm: hashAlg && hashName(hashAlg),
    options: P1363,
    public: pointForms(curve, qx, qy),
    signature: r && p1363(curve, r, s),
  }),
  EDDSA: ({ curve, preHash }, { q, signature }) => ({
    row: rowName(curve),
    algorithm: preHash ? 'Ed25519ph' : null,
    public: [raw(q, rowName(curve))],
    signature: signature && hex(signature),
  }),
};

function* acvpMlDsaKeys(text) {
  for (const { parameterSet, tests } of JSON.parse(text).testGroups) {
    const row = rowName(parameterSet);
    for (const { tcId, seed, pk, sk } of tests) {
      yield {
        row,
        id: tcId,
        keyVerdict: true,
        public: [raw(pk, row)],
        private: [raw(seed, row, 'seed'), raw(sk, row, 'private')],
      };
    }
  }
}

/** Of the internal functions of FIPS 204, whose message is bare: mu is its hash with that of the public key. */
function* acvpMlDsa(text) {
  for (const { parameterSet, pk, deterministic, tests } of JSON.parse(text).testGroups) {
    const row = rowName(parameterSet);
    for (const { tcId, sk, message, signature, testPassed = true } of tests) {
      const tr = sk ? hex(sk).subarray(64, 128) : shake256(hex(pk));
      const mu = shake256(Buffer.concat([tr, hex(message)]));
      yield {
        row,
        algorithm: null,
        options: EXTERNAL_MU,
        ...(deterministic && DETERMINISTIC),
        ...(sk ? { private: [raw(sk, row, 'private')] } : { public: [raw(pk, row)] }),
        cases: [example(tcId, mu, hex(signature), testPassed)],
      };
    }
  }
}

/** Signature and message in one, by randomness that is not ours to choose. */
function* boringMlDsaHedged(text, file) {
  const row = boringMlDsaRow(file);
  for (const { count, xi, pk, sk, msg, sm, ctx } of records(text)) {
    const signature = hex(sm).subarray(0, -hex(msg).length);
    yield {
      row,
      algorithm: null,
      options: { context: hex(ctx) },
      public: [raw(pk, row)],
      private: [raw(xi, row, 'seed'), raw(sk, row, 'private')],
      cases: [example(count, hex(msg), signature, true)],
    };
  }
}

function* boringMlDsaMu(text, file) {
  const row = boringMlDsaRow(file);
  for (const record of records(text)) {
    const sign = record.siggen_sk !== undefined;
    const of = (name) => record[`${sign ? 'siggen' : 'sigver'}_${name}`];
    yield {
      row,
      algorithm: null,
      options: EXTERNAL_MU,
      public: [raw(of('pk'), row)],
      private: sign ? [raw(of('sk'), row, 'private')] : [],
      cases: [example(record.count, hex(of('mu')), hex(of('sig')), (of('result') ?? 'True') === 'True')],
    };
  }
}

const boringMlDsaRow = (file) => `ml-dsa-${/_(\d\d)_/.exec(file)[1]}`;

/** SigGen, SigVer, PKV and KeyPair of NIST's CAVP. */
function* cavpEc(text) {
  let number = 0;
  for (const { section, Msg, d, Qx, Qy, R, S, Result } of records(text)) {
    if (Qx === undefined) continue;
    const [name, hash] = section.split(',');
    const curve = rowName(name);
    const id = `${section} ${++number}`;
    const verdict = Result === undefined || Result.startsWith('P');
    const keys = {
      row: curve,
      public: pointForms(curve, Qx, Qy),
      private: d ? [raw(padded(d, scalarLength(curve)), curve, 'private')] : [],
    };
    if (R === undefined) yield { ...keys, id, keyVerdict: verdict };
    else {
      const cases = [example(id, hex(Msg), p1363(curve, R, S), verdict)];
      yield { ...keys, algorithm: hash, options: P1363, cases };
    }
  }
}

/** The tests of OpenSSL's EVP layer: named keys, then what is done with them. */
function* opensslEvp(text) {
  const keys = new Map();
  let number = 0;
  for (const record of records(text)) {
    if (record.PublicKey) keys.set(record.PublicKey, record.pem);
    if (record.PrivateKey) keys.set(record.PrivateKey, record.pem);
    const hash = record.DigestSign ?? record.DigestVerify;
    if (hash === undefined) continue;
    const verdict = record.Result !== 'VERIFY_ERROR';
    const id = `${record.Key} ${hash} ${++number}`;
    yield {
      row: rowName(record.Key.replace(/_(PUB|PRIV)$/, '')),
      algorithm: hash,
      public: [keys.get(record.Key.replace('PRIV', 'PUB'))],
      private: [keys.get(record.Key.replace('PUB', 'PRIV'))],
      ...(record.DigestSign && { reproduced: true, signing: { nonce: record.NonceType } }),
      cases: [example(id, quoted(record.Input), hex(record.Output), verdict)],
    };
  }
}

/** `name = value` in prose, of RFC 6979 appendix A.2.5. */
function cctvRfc6979(text) {
  const { x, Ux, Uy, r, s } = Object.fromEntries(
    Array.from(
      text.matchAll(/^(?:private key: |public key: )?(\w+) = ([0-9A-F]{64})/gm),
      ([, ...pair]) => pair,
    ),
  );
  const [, hash, message] = /^With (\S+), message = "(.*)":$/m.exec(text);
  return [
    {
      row: 'P-256',
      algorithm: hash,
      options: P1363,
      ...DETERMINISTIC,
      public: pointForms('P-256', Ux, Uy),
      private: [raw(x, 'P-256', 'private')],
      cases: [example('P-256', Buffer.from(message), p1363('P-256', r, s), true)],
    },
  ];
}

function* pycaPoints(text) {
  for (const { COUNT, CURVE, POINT, X, Y } of records(text)) {
    const row = rowName(CURVE?.toLowerCase());
    if (POINT)
      yield { row, id: COUNT, keyVerdict: true, public: [raw(POINT, row), ...pointForms(row, X, Y)] };
  }
}

function* cavpRsa(text, file) {
  const isPss = file.includes('PSS');
  let number = 0;
  let key = {};
  for (const { n, e, SHAAlg, Msg, S, SaltVal, Result } of records(text)) {
    key = { n: n ?? key.n, e: e ?? key.e };
    if (S === undefined) continue;
    yield {
      row: 'rsa',
      algorithm: SHAAlg,
      options: isPss ? pss(hex(SaltVal).length) : PKCS1,
      public: rsaForms(key),
      cases: [example(++number, hex(Msg), hex(S), Result === undefined || Result.startsWith('P'))],
    };
  }
}

// RSA Laboratories' files: a label, then lines of hex. SHA-1 throughout, salts of 20 bytes.
const LABELLED = /^# (.+?) ?(?: = .*)?:? *$((?:\n(?:[0-9a-f]{2} ?)+ *$)+)/gm;
const LABELS = {
  Modulus: 'n',
  'Public exponent': 'e',
  Exponent: 'd',
  'Prime 1': 'p',
  'Prime 2': 'q',
  'Prime exponent 1': 'dp',
  'Prime exponent 2': 'dq',
  Coefficient: 'qi',
};

function* pkcs1Vectors(text, file) {
  const isPss = path.basename(file).startsWith('pss');
  const key = {};
  let message;
  let number = 0;
  for (const [, label, lines] of text.replaceAll('\r', '').matchAll(LABELLED)) {
    const value = lines.replace(/\s/g, '');
    if (label in LABELS) key[LABELS[label]] = value;
    else if (label === 'Message to be signed') message = value;
    else if (label.startsWith('Signature')) {
      yield {
        row: 'rsa',
        algorithm: 'SHA1',
        options: isPss ? pss(20) : PKCS1,
        reproduced: !isPss,
        public: rsaForms({ n: key.n, e: key.e }),
        private: [rsaJwk(key)],
        cases: [example(++number, hex(message), hex(value), true)],
      };
    }
  }
}

function* cavpHmac(text, file) {
  const hash = /sha\d+/.exec(path.basename(file))[0];
  let number = 0;
  for (const { Key, Msg, MD } of records(text)) {
    yield hmac(hash, hex(Key), [example(++number, hex(Msg), hex(MD), true)]);
  }
}

function* ringEcdsa(text, file) {
  const options = file.includes('fixed') ? P1363 : {};
  let number = 0;
  for (const { Curve, Digest, Msg, Q, Sig, Result } of records(text)) {
    const cases = [example(++number, quoted(Msg), hex(Sig), Result.startsWith('P'))];
    yield { row: Curve, algorithm: Digest, options, public: [raw(Q, Curve)], cases };
  }
}

function* ringRsa(text) {
  let number = 0;
  for (const { n, e, Msg, Sig, Result } of records(text)) {
    const cases = [example(++number, hex(Msg), hex(Sig), Result === 'Pass')];
    yield { row: 'rsa', algorithm: 'SHA256', options: PKCS1, public: rsaForms({ n, e }), cases };
  }
}

function* ringEd25519(text) {
  let number = 0;
  for (const { MESSAGE, PUB, SIG, Result } of records(text)) {
    yield ed25519(PUB, [example(++number, hex(MESSAGE), hex(SIG), Result === 'P')]);
  }
}

function* ringHmac(text) {
  let number = 0;
  for (const { HMAC, Input, Key, Output } of records(text)) {
    yield hmac(HMAC, quoted(Key), [example(++number, quoted(Input), hex(Output), true)]);
  }
}

function* ringPkcs8(text, file) {
  let number = 0;
  for (const { Curve, Input, Error: error, 'Result-Maybe-Unchecked': result } of records(text)) {
    const row = Curve ?? (file.includes('rsa') ? 'rsa' : 'ed25519');
    const keyVerdict = error === undefined && (result ?? 'OK') === 'OK';
    yield { row, id: ++number, keyVerdict, private: [{ key: hex(Input), format: 'der', type: 'pkcs8' }] };
  }
}

/** The name of the file says it all: of which text, by which hash, by which key of the folder. */
function nodeSignature(_, file) {
  const [, text, hash, key] = /^(.*)_(sha\d+)_signature_signedby_(.*)\.sha/.exec(path.basename(file));
  const pem = (name) => fs.readFileSync(path.join(path.dirname(file), `${name}.pem`));
  const data = text === 'rsa_public' ? pem(text) : Buffer.from(text.replaceAll('_', ' '));
  return [
    {
      row: 'rsa',
      algorithm: hash,
      reproduced: true,
      private: [pem(key)],
      cases: [example(text, data, fs.readFileSync(file), true)],
    },
  ];
}

const WPT_ROWS = { 'RSASSA-PKCS1-v1_5': 'rsa', 'RSA-PSS': 'rsa', HMAC: 'hmac' };

/** WebCrypto's algorithms, by WebCrypto's words. */
function* wpt(text) {
  const { getTestVectors, getInvalidTestVectors, kSmallOrderTestCases } = JSON.parse(text).data;
  for (const vector of Object.values(getTestVectors).flat(2))
    if (vector.signature) yield wptGroup(vector, true);
  // Where the file makes them of the good ones by a function, they are not in it.
  if (Array.isArray(getInvalidTestVectors))
    for (const vector of getInvalidTestVectors) yield wptGroup(vector, false);
  // WebCrypto's Ed25519 refuses points of small order; what the row takes of them is not said here.
  for (const { id, message, keyData, signature, verified } of kSmallOrderTestCases?.Ed25519 ?? []) {
    const one = example(`small order ${id}`, hex(message.hex), hex(signature.hex), null);
    yield ed25519(keyData.hex, [{ ...one, strict: verified }]);
  }
}

function wptGroup(vector, verdict) {
  const name = vector.algorithm?.name ?? vector.algorithmName ?? 'HMAC';
  const hash = vector.hash ?? vector.hashName;
  const keys = vector.keyBuffer
    ? { private: [hex(vector.keyBuffer.hex)] }
    : { public: [hex(vector.publicKeyBuffer.hex)], private: [hex(vector.privateKeyBuffer.hex)] };
  const data = vector.plaintext ?? vector.data;
  return {
    row: WPT_ROWS[name] ?? rowName(vector.namedCurve ?? name),
    algorithm: { ...vector.algorithm, name, hash },
    ...keys,
    reproduced: verdict && ['RSASSA-PKCS1-v1_5', 'HMAC', 'Ed25519'].includes(name),
    cases: [example(vector.name, hex(data.hex), hex(vector.signature.hex), verdict)],
  };
}

function* wptKeys(text) {
  for (const [name, { spki, pkcs8, raw, jwk, ...forms }] of Object.entries(JSON.parse(text).data.keyData)) {
    const all = { spki, pkcs8, jwk, 'raw-public': raw ?? forms['raw-public'], 'raw-seed': forms['raw-seed'] };
    const given = Object.entries(all).filter(([, data]) => data !== undefined);
    yield wptKey(name, name, true, given);
  }
}

/** Good forms of a key, then each with a fault of its own. */
function* wptBadKeys(text) {
  const { data } = JSON.parse(text);
  for (const [name, forms] of Object.entries(data.validKeyData)) {
    const good = forms.map(({ format, data }) => [format === 'raw' ? 'raw-public' : format, data]);
    yield wptKey(name, name, true, good);
    const jwk = forms.find(({ format }) => format === 'jwk').data;
    const bad = [
      ...data.badKeyLengthData[name].map(({ format, data }) => [`length of ${format}`, format, data]),
      ...(data.missingJWKFieldKeyData[name] ?? []).map(({ param, data }) => [`no ${param}`, 'jwk', data]),
      ...(data.mismatchedJWKKeyData?.[name] ?? []).map((data) => ['halves of two keys', 'jwk', data]),
      ['kty', 'jwk', { ...jwk, kty: data.mismatchedKtyField[name] }],
      ['crv', 'jwk', { ...jwk, crv: data.mismatchedCrvField[name] }],
    ];
    for (const [fault, format, data] of bad) {
      yield wptKey(name, `${name}, ${fault}`, false, [[format === 'raw' ? 'raw-public' : format, data]]);
    }
  }
}

function wptKey(name, id, keyVerdict, forms) {
  const row = rowName(name);
  const isPrivate = ([format, data]) =>
    format === 'jwk' ? (data.d ?? data.priv) !== undefined : ['pkcs8', 'raw-seed'].includes(format);
  const read = ([format, data]) => {
    if (format === 'jwk') return data;
    if (format.startsWith('raw')) return raw(data.hex, row, format.slice(4));
    return { key: hex(data.hex), format: 'der', type: format };
  };
  return {
    row,
    id,
    keyVerdict,
    public: forms.filter((form) => !isPrivate(form)).map(read),
    private: forms.filter(isPrivate).map(read),
  };
}

// Parts of groups.

function example(id, data, signature, verdict) {
  return { id, data, signature, verdict };
}

function hmac(algorithm, key, cases) {
  return {
    row: 'hmac',
    algorithm,
    reproduced: true,
    truncated: cases[0].signature.length < tagLength(algorithm),
    private: [key, { kty: 'oct', k: key.toString('base64url') }, createSecretKey(key)],
    cases,
  };
}

function tagLength(algorithm) {
  const digits = Number(/\d+$/.exec(algorithm)[0]);
  return digits === 1 ? 20 : digits / 8;
}

function ed25519(key, cases) {
  return { row: 'ed25519', algorithm: null, public: [raw(key, 'ed25519')], cases };
}

const ROW_NAMES = {
  ...Object.fromEntries(
    ferrosign.keyTypes().flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])),
  ),
  'ED-25519': 'ed25519',
  edwards25519: 'ed25519',
  Ed25519: 'ed25519',
  'ED-448': 'ed448',
  edwards448: 'ed448',
  Ed448: 'ed448',
  'K-256': 'secp256k1',
  'ML-DSA-44': 'ml-dsa-44',
  'ML-DSA-65': 'ml-dsa-65',
  'ML-DSA-87': 'ml-dsa-87',
};

/** The name of the row of a curve that is written otherwise in a file. */
function rowName(curve) {
  return ROW_NAMES[curve] ?? curve;
}

/** ACVP puts the family before the digits. */
function hashName(name) {
  return name.replace('SHA2-', 'SHA-');
}

/** The length of a coordinate, in bytes. */
function lengthOf(curve) {
  return Math.ceil(Number(/\d{3}/.exec(curve)[0]) / 8);
}

/** The length of a scalar: where the order is longer or shorter than the field (SEC 2). */
function scalarLength(curve) {
  return { secp160r1: 21, sect233k1: 29, sect409k1: 51 }[curve] ?? lengthOf(curve);
}

function spki(digits) {
  return { key: hex(digits), format: 'der', type: 'spki' };
}

function pkcs8(digits) {
  return { key: hex(digits), format: 'der', type: 'pkcs8' };
}

function raw(key, row, kind = 'public') {
  return { key, encoding: 'hex', format: `raw-${kind}`, asymmetricKeyType: row };
}

/** A point that need not be one, as SEC1 bytes and as JWK. */
function pointForms(curve, x, y) {
  const [wide, high] = [x, y].map((coordinate) => padded(coordinate, lengthOf(curve)));
  return [
    raw(`04${wide}${high}`, curve),
    // RFC 7518 and RFC 8812 name no other curves.
    ...(['P-256', 'P-384', 'P-521', 'secp256k1'].includes(curve)
      ? [{ kty: 'EC', crv: curve, x: hex(wide).toString('base64url'), y: hex(high).toString('base64url') }]
      : []),
  ];
}

function p1363(curve, r, s) {
  return hex(padded(r, scalarLength(curve)) + padded(s, scalarLength(curve)));
}

function rsaPublicDer(asn) {
  return { key: hex(asn), format: 'der', type: 'pkcs1' };
}

/** An RSA public key by its numbers, and as node writes it where node takes it. */
function rsaForms(numbers) {
  const jwk = rsaJwk(numbers);
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return [key.export({ format: 'pem', type: 'spki' }), key.export({ format: 'der', type: 'pkcs1' }), jwk];
  } catch {
    return [jwk];
  }
}

function rsaJwk(numbers) {
  const members = Object.entries(numbers).map(([name, value]) => {
    const digits = value.replace(/^0+/, '');
    return [name, hex(padded(digits, Math.ceil(digits.length / 2))).toString('base64url')];
  });
  return { kty: 'RSA', ...Object.fromEntries(members) };
}

// Text.

function shake256(bytes) {
  return createHash('shake256', { outputLength: 64 }).update(bytes).digest();
}

function hex(digits) {
  return Buffer.from(digits, 'hex');
}

/** A number of `length` bytes, or of as many as it needs. */
function padded(digits, length) {
  const least = digits.replace(/^0+/, '');
  return least.padStart(Math.max(2 * length, least.length + (least.length % 2)), '0');
}

/** Hex, or text in quotation marks. */
function quoted(value) {
  return value.startsWith('"') ? Buffer.from(value.slice(1, -1)) : hex(value);
}

/** `name = value` or `name: value` line by line, a blank line between records, under `[section]` heads of one word; PEM as `pem`. */
function* records(text) {
  let section = '';
  let record = {};
  let pem = false;
  for (const line of [...text.replaceAll('\r', '').split('\n'), '']) {
    if (line.startsWith('-----BEGIN')) {
      pem = true;
      record.pem = '';
    }
    if (pem) record.pem += `${line}\n`;
    const pair = !pem && /^([A-Za-z][\w -]*?) ?[=:] ?(.*)$/.exec(line);
    if (line.startsWith('-----END')) pem = false;
    else if (/^\[\S+\]$/.test(line)) section = line.slice(1, -1);
    else if (pair) record[pair[1]] = pair[2];
    else if (line === '' && Object.keys(record).length > 0) {
      yield { section, ...record };
      record = {};
    }
  }
}

module.exports = { NOT_READ, SHARED, SOURCES, filesOf, groupsOf, unread };
