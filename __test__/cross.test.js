// Both ways with other implementations: node:crypto, @noble/curves and jsrsasign; and at random against node.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const { test } = require('node:test');

const jsrsasign = require('jsrsasign');

const ferrosign = require('..');
const {
  HASHES,
  Random,
  damaged,
  der,
  derInteger,
  flipped,
  schemesOf,
  toBytes,
  toNumber,
  nodePair,
} = require('./cases.js');

const MESSAGE = Buffer.from('The quick brown fox jumps over the lazy dog');
const ROWS = Object.fromEntries(ferrosign.keyTypes().map((row) => [row.name, row]));

const BOUND = { hashAlgorithm: 'sha384', mgf1HashAlgorithm: 'sha384', saltLength: 24 };

/**
 * node's words for a key of each kind. A size that is one more than a multiple of 8 makes PSS a byte shorter than
 * the modulus; OpenSSL makes no key of an odd size, the crate rsa does.
 */
const KINDS = [
  { row: 'rsa', type: 'rsa', bits: 1024, options: { modulusLength: 1024 } },
  { row: 'rsa', type: 'rsa', bits: 2048, options: { modulusLength: 2048 } },
  { row: 'rsa', type: 'rsa', bits: 2049, options: { modulusLength: 2049 }, backend: 'rsa' },
  { row: 'rsa', type: 'rsa', bits: 2054, options: { modulusLength: 2054 } },
  { row: 'rsa', type: 'rsa', bits: 3072, options: { modulusLength: 3072 } },
  { row: 'rsa-pss', type: 'rsa-pss', bits: 2048, options: { modulusLength: 2048 } },
  { row: 'rsa-pss', type: 'rsa-pss', bits: 2048, options: { modulusLength: 2048, ...BOUND }, bound: BOUND },
  { row: 'P-256', type: 'ec', options: { namedCurve: 'P-256' } },
  { row: 'P-384', type: 'ec', options: { namedCurve: 'P-384' } },
  { row: 'P-521', type: 'ec', options: { namedCurve: 'P-521' } },
  { row: 'secp256k1', type: 'ec', options: { namedCurve: 'secp256k1' } },
  { row: 'ed25519', type: 'ed25519', options: {} },
].map((kind) => ({ ...kind, name: `${kind.row} ${kind.bits ?? ''}${kind.bound ? ' bound' : ''}` }));

/** node's key objects of a kind. */
function pair({ type, options, backend }) {
  if (backend === undefined) return nodePair(type, options);
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync(type, { ...options, backend });
  return {
    privateKey: crypto.createPrivateKey(privateKey.export()),
    publicKey: crypto.createPublicKey(publicKey.export()),
  };
}

const insecure = { allowInsecureKeySizes: true };

for (const kind of KINDS) {
  test(`node:crypto both ways: ${kind.name}`, () => {
    const { privateKey, publicKey } = pair(kind);
    const ours = ferrosign.createPrivateKey(privateKey);
    const schemes = schemesOf(ROWS[kind.row], kind);
    for (const { label, algorithm, options, node, salt, deterministic } of schemes) {
      const { hash, ...padding } = node;
      // OpenSSL does not look for the salt's length where the key binds it.
      if (kind.bound && salt !== undefined) padding.saltLength = salt;
      const signature = ferrosign.signSync(algorithm, MESSAGE, ours, { ...options, ...insecure });
      const theirs = crypto.sign(hash, MESSAGE, { key: privateKey, ...padding });
      if (deterministic) assert.deepEqual(signature, theirs, label);
      for (const [data, expected] of [
        [MESSAGE, true],
        [flipped(MESSAGE, 3), false],
      ]) {
        assert.equal(
          crypto.verify(hash, data, { key: publicKey, ...padding }, signature),
          expected,
          `ours, ${label}`,
        );
        assert.equal(
          ferrosign.verifySync(algorithm, data, publicKey, theirs, options),
          expected,
          `theirs, ${label}`,
        );
      }
    }
    assert.ok(schemes.length > 0);
  });
}

test('node:crypto: HMAC is createHmac', () => {
  for (const length of [0, 1, 20, 32, 63, 64, 65, 127, 128, 129, 1000]) {
    const secret = crypto.randomBytes(length);
    const key = ferrosign.createSecretKey(secret);
    for (const { algorithm, node } of schemesOf(ROWS.hmac)) {
      const expected = crypto.createHmac(node.hash, secret).update(MESSAGE).digest().subarray(0, node.left);
      for (const backend of [undefined, ...ROWS.hmac.backends.sign]) {
        if (backend === 'ring' && !['sha1', 'sha256', 'sha384', 'sha512'].includes(node.hash)) continue;
        // OpenSSL has no key of no bytes.
        if (backend === 'openssl' && length === 0) continue;
        const where = `${algorithm} ${backend} ${length}`;
        assert.deepEqual(ferrosign.signSync(algorithm, MESSAGE, key, { backend }), expected, where);
        assert.equal(ferrosign.verifySync(algorithm, MESSAGE, key, expected, { backend }), true, where);
      }
    }
  }
});

// @noble/curves.

const NOBLE = [
  ['P-256', 'nist.js', 'p256', 'sha256'],
  ['P-384', 'nist.js', 'p384', 'sha384'],
  ['P-521', 'nist.js', 'p521', 'sha512'],
  ['secp256k1', 'secp256k1.js', 'secp256k1', 'sha256'],
];

for (const [row, file, name, own] of NOBLE) {
  test(`@noble/curves both ways: ${row}`, async () => {
    const { [name]: curve } = await import(`@noble/curves/${file}`);
    const { privateKey, publicKey } = ferrosign.generateKeyPairSync('ec', { namedCurve: row });
    const secret = privateKey.export({ format: 'raw' });
    const point = publicKey.export({ format: 'raw' });
    assert.deepEqual(Buffer.from(curve.getPublicKey(secret, false)), point, 'the same public key');
    for (const hash of Object.keys(HASHES)) {
      for (const [format, dsaEncoding] of [
        ['der', 'der'],
        ['compact', 'ieee-p1363'],
      ]) {
        const digest = crypto.createHash(hash).update(MESSAGE).digest();
        const [message, prehash] = hash === own ? [MESSAGE, true] : [digest, false];
        const options = { lowS: false, format, prehash };
        const where = `${hash} ${dsaEncoding}`;
        const signature = ferrosign.signSync(hash, MESSAGE, privateKey, { dsaEncoding });
        assert.equal(curve.verify(signature, message, point, options), true, `ours, ${where}`);
        const theirs = curve.sign(message, secret, options);
        for (const backend of ROWS[row].backends.verify.filter((library) => library !== 'ring')) {
          const verdict = (data) =>
            ferrosign.verifySync(hash, data, publicKey, theirs, { dsaEncoding, backend });
          assert.equal(verdict(MESSAGE), true, `theirs, ${where} ${backend}`);
          assert.equal(verdict(flipped(MESSAGE, 0)), false, `theirs, ${where} ${backend}`);
        }
      }
    }
  });
}

test('@noble/curves both ways: ed25519', async () => {
  const { ed25519 } = await import('@noble/curves/ed25519.js');
  for (let i = 0; i < 20; i++) {
    const message = crypto.randomBytes(i * 7);
    const { privateKey, publicKey } = ferrosign.generateKeyPairSync('ed25519');
    const seed = privateKey.export({ format: 'raw' });
    const theirs = ed25519.sign(message, seed);
    assert.deepEqual(Buffer.from(ed25519.getPublicKey(seed)), publicKey.export({ format: 'raw' }));
    for (const backend of ROWS.ed25519.backends.sign) {
      assert.deepEqual(
        ferrosign.signSync(null, message, privateKey, { backend }),
        Buffer.from(theirs),
        backend,
      );
      assert.equal(ferrosign.verifySync(null, message, publicKey, theirs, { backend }), true, backend);
    }
  }
});

// jsrsasign.

const JSRSASIGN = [
  ...['SHA1', 'SHA224', 'SHA256', 'SHA384', 'SHA512'].map((hash) => [hash, 'rsa', `${hash}withRSA`, {}]),
  ...['SHA1', 'SHA256', 'SHA384', 'SHA512'].flatMap((hash) =>
    [-1, 20, 32].map((saltLength) => [hash, 'rsa', `${hash}withRSAandMGF1`, { padding: 6, saltLength }]),
  ),
  ...['P-256', 'P-384', 'secp256k1'].flatMap((curve) =>
    ['SHA1', 'SHA256', 'SHA384', 'SHA512'].map((hash) => [hash, curve, `${hash}withECDSA`, {}]),
  ),
];

test('jsrsasign both ways', () => {
  const keys = {
    rsa: ferrosign.generateKeyPairSync('rsa'),
    'P-256': ferrosign.generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    'P-384': ferrosign.generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    secp256k1: ferrosign.generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  };
  for (const [hash, name, alg, options] of JSRSASIGN) {
    const { privateKey, publicKey } = keys[name];
    const theirs = (key) => {
      const signature = new jsrsasign.KJUR.crypto.Signature({ alg, psssaltlen: options.saltLength });
      signature.init(jsrsasign.KEYUTIL.getKey(key.export()));
      signature.updateHex(MESSAGE.toString('hex'));
      return signature;
    };
    const where = `${alg} ${JSON.stringify(options)} ${name}`;
    const hex = ferrosign.signSync(hash, MESSAGE, privateKey, { ...options, encoding: 'hex' });
    assert.equal(theirs(publicKey).verify(hex), true, `ours, ${where}`);
    const signature = theirs(privateKey).sign();
    for (const [data, expected] of [
      [MESSAGE, true],
      [flipped(MESSAGE, -1), false],
    ]) {
      const verdict = ferrosign.verifySync(hash, data, publicKey, signature, { ...options, encoding: 'hex' });
      assert.equal(verdict, expected, `theirs, ${where}`);
    }
  }
});

// At random.

test('a random differential with node:crypto', () => {
  const seed = process.env.FERROSIGN_SEED ?? crypto.randomBytes(8).toString('hex');
  const random = new Random(seed);
  const keys = KINDS.map((kind) => ({ kind, ...pair(kind) }));
  const counts = { signed: 0, refused: 0, valid: 0, invalid: 0 };
  for (let i = 0; i < 3000; i++) {
    const one = request(random, random.pick(keys));
    const where = () =>
      `FERROSIGN_SEED=${seed}, number ${i}: ${one.kind.name} ${one.hash} ${JSON.stringify(one.options)}`;
    const ours = attempt(() =>
      ferrosign.signSync(one.hash, one.data, one.privateKey, { ...one.options, ...insecure }),
    );
    const theirs = attempt(() => crypto.sign(one.hash, one.data, { key: one.privateKey, ...one.options }));
    assert.equal(
      ours instanceof Error,
      theirs instanceof Error,
      `${where()} ${ours.message} | ${theirs.message}`,
    );
    if (ours instanceof Error) {
      assert.match(ours.code, /^ERR_/, where());
      counts.refused++;
      continue;
    }
    counts.signed++;
    if (one.kind.row === 'ed25519' || (one.kind.row === 'rsa' && one.options.padding !== 6)) {
      assert.deepEqual(ours, theirs, where());
    }
    for (const [why, data, signature] of changed(random, one, random.pick([ours, theirs]))) {
      // OpenSSL takes a PSS signature that lacks its leading zero; RFC 8017 section 8.1.2 does not.
      const short = one.kind.bits && signature.length !== Math.ceil(one.kind.bits / 8);
      const verdict =
        !short && crypto.verify(one.hash, data, { key: one.publicKey, ...one.options }, signature);
      const own = ferrosign.verifySync(one.hash, data, one.publicKey, signature, one.options);
      assert.equal(own, verdict, `${where()} ${why} ${signature.toString('hex')}`);
      counts[own ? 'valid' : 'invalid']++;
    }
  }
  for (const [what, count] of Object.entries(counts)) assert.ok(count > 300, `${what}: ${count}`);
});

function request(random, { kind, privateKey, publicKey }) {
  const options = {};
  const some = (name, values) => {
    const value = random.pick(values);
    if (value !== undefined) options[name] = value;
  };
  if (kind.type === 'rsa' || random.below(20) === 0) some('padding', [undefined, 1, 6, 6, 6, 6, 2, 99]);
  if (options.padding === 6 || kind.type === 'rsa-pss') {
    // Without a salt length node takes the longest, we that of the hash; and the longest or any is more than
    // OpenSSL has for a bound key.
    some('saltLength', [kind.bound ? 24 : -2, -1, 0, 1, 20, 32, 48, 64, 94, 95, 190, 222, 223, 10000]);
  }
  if (kind.type === 'ec') some('dsaEncoding', [undefined, 'der', 'ieee-p1363', 'ieee-p1363', 'xml']);
  const hash =
    kind.type === 'ed25519' && random.below(10) > 0 ? null : random.pick([...Object.keys(HASHES), 'nope']);
  return { kind, privateKey, publicKey, hash, data: random.bytes(random.below(200)), options };
}

function attempt(call) {
  try {
    return call();
  } catch (error) {
    return error;
  }
}

/** The signature itself, and what a hostile hand would make of it. */
function* changed(random, one, signature) {
  const { data, kind } = one;
  yield ['as it is', data, signature];
  yield ['other data', Buffer.concat([data, random.bytes(1)]), signature];
  yield ['bit', data, flipped(signature, random.below(signature.length), random.below(8))];
  yield random.pick(damaged(signature).map(([why, bytes]) => [why, data, bytes]));
  if (kind.type === 'ec') {
    const numbers = one.options.dsaEncoding === 'ieee-p1363' ? halves(signature) : integers(signature);
    const order = ORDERS[kind.row];
    const [why, r, s] = random.pick([
      ['n - s', numbers[0], order - numbers[1]],
      ['r + n', numbers[0] + order, numbers[1]],
      ['s + n', numbers[0], numbers[1] + order],
      ['swapped', numbers[1], numbers[0]],
      ['r = 0', 0n, numbers[1]],
      ['s = 0', numbers[0], 0n],
      ['r = n', order, numbers[1]],
      ['s = n', numbers[0], order],
      ['n - r', order - numbers[0], numbers[1]],
    ]);
    if (one.options.dsaEncoding !== 'ieee-p1363') {
      yield [why, data, der(0x30, derInteger(r), derInteger(s))];
      yield random.pick(barely(numbers).map(([how, bytes]) => [how, data, bytes]));
    } else if (r < 256n ** BigInt(signature.length >> 1) && s < 256n ** BigInt(signature.length >> 1)) {
      yield [
        why,
        data,
        Buffer.concat([toBytes(r, signature.length >> 1), toBytes(s, signature.length >> 1)]),
      ];
    }
  }
  if (kind.type === 'ed25519') {
    const s = toNumber(Buffer.from(signature.subarray(32)).reverse()) + ED25519_ORDER;
    yield ['s + L', data, Buffer.concat([signature.subarray(0, 32), toBytes(s, 32).reverse()])];
  }
  if (kind.type === 'rsa') {
    const n = toNumber(Buffer.from(one.publicKey.export({ format: 'jwk' }).n, 'base64url'));
    const longer = toNumber(signature) + n;
    if (longer < 256n ** BigInt(signature.length)) yield ['s + n', data, toBytes(longer, signature.length)];
    yield ['n - s', data, toBytes(n - toNumber(signature), signature.length)];
  }
}

/** DER that is not quite DER. */
function barely([r, s]) {
  const [one, other] = [derInteger(r), derInteger(s)];
  const padded = der(0x02, [0], one.subarray(2));
  const body = Buffer.concat([one, other]);
  return [
    ['a zero before r', der(0x30, padded, other)],
    ['a zero before s', der(0x30, one, der(0x02, [0], other.subarray(2)))],
    [
      'a long length',
      Buffer.concat([[0x30, 0x82, 0, body.length].map((byte) => Buffer.of(byte)), body].flat()),
    ],
    ['an indefinite length', Buffer.concat([Buffer.of(0x30, 0x80), body, Buffer.alloc(2)])],
    ['a third number', der(0x30, one, other, derInteger(1n))],
    ['a byte after', Buffer.concat([der(0x30, one, other), Buffer.alloc(1)])],
    ['a byte in the sequence', der(0x30, one, other, [0])],
    ['a SET', der(0x31, one, other)],
    ['an OCTET STRING', der(0x30, der(0x04, one.subarray(2)), other)],
    ['one number', der(0x30, one)],
    ['no numbers', der(0x30)],
    ['an empty number', der(0x30, der(0x02), other)],
    ['negative r', der(0x30, der(0x02, [0xff], one.subarray(2)), other)],
  ];
}

function halves(signature) {
  const half = signature.length >> 1;
  return [toNumber(signature.subarray(0, half)), toNumber(signature.subarray(half))];
}

function integers(signature) {
  let at = signature[1] & 0x80 ? 3 : 2;
  return [0, 1].map(() => {
    const length = signature[at + 1];
    const number = toNumber(signature.subarray(at + 2, at + 2 + length));
    at += 2 + length;
    return number;
  });
}

const ED25519_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const ORDERS = {
  'P-256': 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  'P-384':
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  'P-521':
    0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
};
