// The cache of keys: what is parsed once, what is forgotten, and what it must never give out.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const { beforeEach, test } = require('node:test');

const ferrosign = require('..');
const { flipped } = require('./cases.js');

const { keyCache } = ferrosign;
const DATA = Buffer.from('The quick brown fox jumps over the lazy dog');
const CAPACITY = keyCache.capacity;

const PAIRS = Array.from({ length: 8 }, () =>
  crypto.generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }),
);
const PRIVATE = PAIRS.map(({ privateKey }) => privateKey);
const PUBLIC = PAIRS.map(({ publicKey }) => publicKey);
const node = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
const encrypted = (passphrase, type = 'pkcs8') =>
  node.privateKey.export({ type, format: 'pem', cipher: 'aes-256-cbc', passphrase });

beforeEach(() => {
  keyCache.capacity = CAPACITY;
  keyCache.clear();
});

test('what it is: size, capacity, clear', () => {
  assert.equal(keyCache.size, 0);
  assert.ok(Number.isInteger(keyCache.capacity) && keyCache.capacity >= 100);
  for (const [i, pem] of PRIVATE.entries()) {
    ferrosign.createPrivateKey(pem);
    ferrosign.createPrivateKey(pem);
    assert.equal(keyCache.size, i + 1);
  }
  keyCache.clear();
  assert.equal(keyCache.size, 0);
  assert.equal(keyCache.capacity, CAPACITY);
});

test('the same PEM is the same key, until it is forgotten', () => {
  const ways = {
    createPrivateKey: () => ferrosign.createPrivateKey(PRIVATE[0]),
    'in an object': () => ferrosign.createPrivateKey({ key: PRIVATE[0] }),
    'as a Buffer': () => ferrosign.createPrivateKey(Buffer.from(PRIVATE[0])),
    createPublicKey: () => ferrosign.createPublicKey(PUBLIC[0]),
    'the public half of a private PEM': () => ferrosign.createPublicKey(PRIVATE[0]),
    'under a passphrase': () => ferrosign.createPrivateKey({ key: ENCRYPTED, passphrase: 'right' }),
    'a private KeyObject': () => ferrosign.createPrivateKey(node.privateKey),
    'a public KeyObject': () => ferrosign.createPublicKey(node.publicKey),
    'the public half of a KeyObject': () => ferrosign.createPublicKey(node.privateKey),
  };
  const ENCRYPTED = encrypted('right');
  for (const [name, way] of Object.entries(ways)) {
    const key = way();
    assert.equal(way(), key, name);
    keyCache.clear();
    assert.notEqual(way(), key, `${name}, forgotten`);
    assert.ok(way().equals(key), name);
  }
});

test('a KeyObject is remembered by identity, apart from another of the same key', () => {
  const other = crypto.createPrivateKey(node.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const [one, two] = [ferrosign.createPrivateKey(node.privateKey), ferrosign.createPrivateKey(other)];
  assert.notEqual(one, two);
  assert.ok(one.equals(two));
  assert.equal(keyCache.size, 0, 'it does not count, since it goes with its KeyObject');
});

test('a private and a public key of one PEM do not take each other’s place', () => {
  for (const order of [
    ['createPrivateKey', 'createPublicKey'],
    ['createPublicKey', 'createPrivateKey'],
  ]) {
    keyCache.clear();
    for (const name of order) {
      assert.equal(ferrosign[name](PRIVATE[0]).type, name === 'createPrivateKey' ? 'private' : 'public');
    }
  }
  const signature = ferrosign.signSync(null, DATA, PRIVATE[1]);
  assert.equal(ferrosign.verifySync(null, DATA, PRIVATE[1], signature), true, 'a private PEM verifies');
  assert.equal(ferrosign.verifySync(null, DATA, node.privateKey, signature.subarray(1)), false);
  assert.throws(() => ferrosign.signSync(null, DATA, PUBLIC[1]), /private/);
  assert.equal(ferrosign.verifySync(null, DATA, PUBLIC[1], signature), true);
  assert.throws(() => ferrosign.signSync(null, DATA, PUBLIC[1]), /private/, 'nor after it was remembered');
});

test('the least recently used goes', () => {
  const [a, b, c, d] = PRIVATE;
  const use = (...pems) => pems.map((pem) => ferrosign.createPrivateKey(pem));
  for (const [name, uses, kept, gone] of [
    ['in order', [a, b, c], [b, c], a],
    ['the first used again', [a, b, a, c], [a, c], b],
    ['the first used again and again', [a, a, b, a, c], [a, c], b],
    ['the last used again', [a, b, b, b, c], [b, c], a],
    ['back and forth', [a, b, a, b, a, c], [a, c], b],
    ['twice around', [a, b, c, a, b, d], [b, d], a],
  ]) {
    keyCache.clear();
    keyCache.capacity = 2;
    const keys = new Map();
    for (const pem of uses) {
      const [key] = use(pem);
      keys.set(pem, key);
    }
    assert.equal(keyCache.size, 2, name);
    for (const pem of kept) assert.equal(use(pem)[0], keys.get(pem), `${name}: kept`);
    assert.notEqual(use(gone)[0], keys.get(gone), `${name}: gone`);
  }
});

test('it never holds more of a kind than its capacity', () => {
  for (const capacity of [1, 2, 3, 5]) {
    keyCache.clear();
    keyCache.capacity = capacity;
    for (const pem of [...PRIVATE, ...PUBLIC]) {
      ferrosign.createPublicKey(pem);
      assert.ok(keyCache.size <= capacity, `${keyCache.size} of ${capacity}`);
    }
    for (const [i, pem] of PRIVATE.entries()) {
      ferrosign.createPrivateKey(pem);
      ferrosign.signSync('HS256', DATA, `secret ${i}`);
    }
    assert.equal(keyCache.size, 3 * capacity, 'private, public and secret');
  }
});

test('a smaller capacity forgets at once, none remembers nothing', () => {
  const before = PRIVATE.map((pem) => ferrosign.createPrivateKey(pem));
  keyCache.capacity = 3;
  assert.equal(keyCache.capacity, 3);
  assert.equal(keyCache.size, 3);
  assert.equal(ferrosign.createPrivateKey(PRIVATE.at(-1)), before.at(-1), 'the latest stay');
  keyCache.capacity = 0;
  assert.equal(keyCache.size, 0);
  const inputs = [PRIVATE[0], PRIVATE.at(-1), node.privateKey, { key: encrypted('x'), passphrase: 'x' }];
  for (const input of inputs) {
    const [one, two] = [ferrosign.createPrivateKey(input), ferrosign.createPrivateKey(input)];
    assert.notEqual(one, two);
    assert.ok(one.equals(two));
    assert.equal(keyCache.size, 0);
    const signature = ferrosign.signSync(null, DATA, input);
    assert.equal(ferrosign.verifySync(null, DATA, input, signature), true, 'it works as before');
  }
  keyCache.capacity = CAPACITY;
  assert.equal(ferrosign.createPrivateKey(PRIVATE[0]), ferrosign.createPrivateKey(PRIVATE[0]));
});

test('a capacity that is none is refused and changes nothing', () => {
  ferrosign.createPrivateKey(PRIVATE[0]);
  for (const [wrong, code, Class] of [
    ['5', 'ERR_INVALID_ARG_TYPE', TypeError],
    [null, 'ERR_INVALID_ARG_TYPE', TypeError],
    [undefined, 'ERR_INVALID_ARG_TYPE', TypeError],
    [5n, 'ERR_INVALID_ARG_TYPE', TypeError],
    [{ valueOf: () => 5 }, 'ERR_INVALID_ARG_TYPE', TypeError],
    [-1, 'ERR_OUT_OF_RANGE', RangeError],
    [1.5, 'ERR_OUT_OF_RANGE', RangeError],
    [Number.NaN, 'ERR_OUT_OF_RANGE', RangeError],
    [Number.POSITIVE_INFINITY, 'ERR_OUT_OF_RANGE', RangeError],
  ]) {
    assert.throws(
      () => {
        keyCache.capacity = wrong;
      },
      { code, name: Class.name },
    );
    assert.equal(keyCache.capacity, CAPACITY);
    assert.equal(keyCache.size, 1);
  }
  assert.throws(() => {
    keyCache.size = 0;
  }, TypeError);
});

test('a passphrase is asked for at every call', () => {
  for (const type of ['pkcs8', 'sec1']) {
    const key = encrypted('right', type);
    for (let round = 0; round < 3; round++) {
      const opened = ferrosign.createPrivateKey({ key, passphrase: 'right' });
      assert.equal(ferrosign.createPrivateKey({ key, passphrase: Buffer.from('right') }), opened);
      for (const passphrase of ['wrong', '', 'right ', 'Right', Buffer.from('righ')]) {
        const wrong = { key, passphrase };
        assert.throws(() => ferrosign.createPrivateKey(wrong), { code: 'ERR_OSSL_BAD_DECRYPT' });
        assert.throws(() => ferrosign.createPublicKey(wrong), { code: 'ERR_OSSL_BAD_DECRYPT' });
        assert.throws(() => ferrosign.signSync(null, DATA, wrong), { code: 'ERR_OSSL_BAD_DECRYPT' });
      }
      for (const none of [key, { key }, { key, passphrase: undefined }, { key, passphrase: null }]) {
        assert.throws(() => ferrosign.createPrivateKey(none), { code: 'ERR_MISSING_PASSPHRASE' });
        assert.throws(() => ferrosign.createPublicKey(none), { code: 'ERR_MISSING_PASSPHRASE' });
      }
    }
  }
});

test('two passphrases and two texts never make one entry', () => {
  const [one, two] = ['a', 'b'].map((passphrase) => encrypted(passphrase));
  assert.notEqual(
    ferrosign.createPrivateKey({ key: one, passphrase: 'a' }),
    ferrosign.createPrivateKey({ key: two, passphrase: 'b' }),
  );
  assert.throws(() => ferrosign.createPrivateKey({ key: one, passphrase: 'b' }), {
    code: 'ERR_OSSL_BAD_DECRYPT',
  });
  // The words that a careless joining of passphrase and text would confuse.
  const joined = `${Buffer.from('a').toString('base64')}\0${one}`;
  assert.throws(() => ferrosign.createPrivateKey(joined), { code: 'ERR_MISSING_PASSPHRASE' });
});

test('a Buffer that changes after the call changes no key', () => {
  const bytes = Buffer.from(PRIVATE[0]);
  const key = ferrosign.createPrivateKey(bytes);
  bytes.set(Buffer.from(PRIVATE[1]));
  assert.equal(key.export(), PRIVATE[0]);
  assert.equal(ferrosign.createPrivateKey(PRIVATE[0]), key);
  assert.equal(ferrosign.createPrivateKey(bytes).export(), PRIVATE[1]);
  const secret = Buffer.alloc(32, 1);
  const secretKey = ferrosign.createSecretKey(secret);
  const expected = ferrosign.signSync('HS256', DATA, secret);
  secret.fill(2);
  assert.deepEqual(secretKey.export(), Buffer.alloc(32, 1));
  assert.deepEqual(ferrosign.signSync('HS256', DATA, secretKey), expected);
  assert.notDeepEqual(ferrosign.signSync('HS256', DATA, secret), expected, 'raw bytes are read each time');
  secretKey.export().fill(9);
  assert.deepEqual(secretKey.export(), Buffer.alloc(32, 1), 'what is exported is a copy');
  const der = crypto.createPrivateKey(PRIVATE[2]).export({ type: 'pkcs8', format: 'der' });
  const fromDer = ferrosign.createPrivateKey(der);
  der.fill(0);
  assert.equal(fromDer.export(), PRIVATE[2]);
});

test('what failed is not remembered', () => {
  const broken = PRIVATE[0].replace('END PRIVATE', 'END PUBLIC');
  for (let i = 0; i < 3; i++) {
    assert.throws(() => ferrosign.createPrivateKey(broken), { code: 'ERR_FERROSIGN_INVALID_KEY' });
    assert.throws(
      () => ferrosign.createPrivateKey(PUBLIC[0]),
      (error) => error instanceof Error,
    );
  }
  assert.equal(keyCache.size, 0);
});

test('a signer of one scheme is not that of another', () => {
  const rsa = crypto.generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const words = [
    [null, undefined],
    ['sha256', { padding: 1 }],
    ['sha256', { padding: 6 }],
    ['sha256', { padding: 6, saltLength: 20 }],
    ['sha256', { padding: 6, saltLength: 0 }],
    ['sha384', undefined],
    ['PS256', undefined],
    ['RS512', undefined],
    [{ name: 'RSA-PSS', hash: 'SHA-256', saltLength: 20 }, undefined],
    [{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' }, undefined],
  ];
  const means = ['p256', 'p256', 's32', 's20', 's0', 'p384', 's32', 'p512', 's20', 'p512'];
  for (const _ of [1, 2]) {
    for (const [i, [algorithm, options]] of words.entries()) {
      const signature = ferrosign.signSync(algorithm, DATA, rsa.privateKey, options);
      for (const [j, [other, otherOptions]] of words.entries()) {
        const verdict = ferrosign.verifySync(other, DATA, rsa.publicKey, signature, otherOptions);
        assert.equal(verdict, means[i] === means[j], `${i} as ${j}`);
      }
    }
  }
});

test('names that only look like those remembered are refused, before and after', () => {
  const key = ferrosign.generateKeyPairSync('rsa').privateKey;
  const strange = [
    ['null', { padding: 6 }],
    ['undefined', undefined],
    ['sha256\0padding=6', undefined],
    ['sha256\0allowInsecureKeySizes=false', undefined],
    ['RSASSA-PKCS1-v1_5 SHA-256', undefined],
    ['RSASSA-PKCS1-v1_5 SHA-256\0padding=1', undefined],
  ];
  for (const _ of ['before', 'after']) {
    for (const [algorithm, options] of strange) {
      assert.throws(
        () => ferrosign.signSync(algorithm, DATA, key, options),
        { code: 'ERR_CRYPTO_INVALID_DIGEST' },
        algorithm,
      );
    }
    for (const [algorithm, options] of [
      [null, { padding: 6 }],
      [undefined, undefined],
      ['sha256', { padding: 6 }],
      ['sha256', { allowInsecureKeySizes: false }],
      [{ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, undefined],
    ]) {
      ferrosign.signSync(algorithm, DATA, key, options);
    }
  }
});

test('a thousand spellings of one algorithm do not make a thousand signers', () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('ed25519');
  const expected = ferrosign.signSync(null, DATA, privateKey);
  for (let i = 0; i < 1000; i++) {
    assert.throws(() => ferrosign.signSync(`sha${i}`, DATA, privateKey));
    const options = { saltLength: i };
    assert.deepEqual(ferrosign.signSync(null, DATA, privateKey, options), expected);
    assert.equal(ferrosign.verifySync(null, DATA, publicKey, flipped(expected, i % 64), options), false);
  }
});

test('ten thousand keys are as many as the capacity', () => {
  const pem = PRIVATE[0];
  const expected = ferrosign.signSync(null, DATA, pem);
  for (let i = 0; i < 10_000; i++) {
    assert.deepEqual(ferrosign.signSync(null, DATA, `# ${i}\n${pem}`), expected);
  }
  assert.ok(keyCache.size <= CAPACITY);
});
