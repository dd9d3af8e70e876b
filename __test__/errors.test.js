// Whatever is wrong, is refused: call, code, message and class, the same at once and as a promise, and nothing leaks.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const { test } = require('node:test');
const { inspect } = require('node:util');

const ferrosign = require('..');
const { JOSE, Random, der, derInteger, flipped, nodePair, toBytes, toNumber } = require('./cases.js');

const DATA = Buffer.from('The quick brown fox jumps over the lazy dog');
const ROWS = Object.fromEntries(ferrosign.keyTypes().map((row) => [row.name, row]));

const GENERATION = {
  rsa: ['rsa', { modulusLength: 2048 }],
  'rsa-pss': ['rsa-pss', { modulusLength: 2048 }],
  'P-256': ['ec', { namedCurve: 'P-256' }],
  'P-384': ['ec', { namedCurve: 'P-384' }],
  'P-521': ['ec', { namedCurve: 'P-521' }],
  secp256k1: ['ec', { namedCurve: 'secp256k1' }],
  ed25519: ['ed25519', {}],
};

/** node's key objects of each row, with their PEM. */
const KEYS = Object.fromEntries(
  Object.entries(GENERATION).map(([row, [type, options]]) => [row, pair(type, options)]),
);
const SMALL = pair('rsa', { modulusLength: 1024 });
const TINY = pair('rsa', { modulusLength: 512 });
const PASSPHRASE = 'correct horse battery staple';
const ENCRYPTED = KEYS['P-256'].node.privateKey.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: PASSPHRASE,
});
const OLD_ENCRYPTED = KEYS.rsa.node.privateKey.export({
  type: 'pkcs1',
  format: 'pem',
  cipher: 'aes-128-cbc',
  passphrase: PASSPHRASE,
});
const RSA_JWK = KEYS.rsa.node.privateKey.export({ format: 'jwk' });
const EC_JWK = KEYS['P-256'].node.privateKey.export({ format: 'jwk' });
const ED_JWK = KEYS.ed25519.node.privateKey.export({ format: 'jwk' });
const SECRET = crypto.randomBytes(32);

function pair(type, options) {
  const node = nodePair(type, options);
  return {
    node,
    privatePem: node.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    publicPem: node.publicKey.export({ type: 'spki', format: 'pem' }),
    privateDer: node.privateKey.export({ type: 'pkcs8', format: 'der' }),
    publicDer: node.publicKey.export({ type: 'spki', format: 'der' }),
  };
}

// What must never be seen in a message: any twelve characters of a private key in any notation.
const WINDOW = 12;
const HIDDEN = new Set();
for (const bytes of [
  ...Object.values(KEYS).map(({ privateDer }) => privateDer),
  ...[RSA_JWK.d, RSA_JWK.p, RSA_JWK.q, EC_JWK.d, ED_JWK.d].map((text) => Buffer.from(text, 'base64url')),
  SECRET,
  Buffer.from(PASSPHRASE),
]) {
  for (const text of [
    bytes.toString('hex'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('latin1'),
    toNumber(bytes).toString(),
  ]) {
    for (let i = 0; i + WINDOW <= text.length; i++) HIDDEN.add(text.slice(i, i + WINDOW));
  }
}

function assertQuiet(text, where) {
  const bare = text.replace(/\s/g, '');
  for (let i = 0; i + WINDOW <= bare.length; i++) {
    assert.ok(!HIDDEN.has(bare.slice(i, i + WINDOW)), `${where}: key material in ${text}`);
  }
}

/** node's own classes for node's own codes. */
const CLASSES = {
  ERR_INVALID_ARG_TYPE: TypeError,
  ERR_INVALID_ARG_VALUE: TypeError,
  ERR_OUT_OF_RANGE: RangeError,
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE: TypeError,
  ERR_CRYPTO_INVALID_DIGEST: TypeError,
  ERR_CRYPTO_INVALID_CURVE: TypeError,
  ERR_CRYPTO_INVALID_JWK: TypeError,
  ERR_MISSING_PASSPHRASE: TypeError,
  ERR_ILLEGAL_CONSTRUCTOR: TypeError,
};

/** What a call throws; an answer is a failure of the test. */
function thrown(call, where) {
  try {
    call();
  } catch (error) {
    return error;
  }
  return assert.fail(`${where}: nothing was thrown`);
}

function assertCoded(error, code, message, where) {
  assert.ok(error instanceof Error, `${where}: ${inspect(error)}`);
  assert.match(
    String(error.code),
    code instanceof RegExp ? code : new RegExp(`^(${code})$`),
    `${where}: ${error}`,
  );
  assert.match(error.message, message, where);
  assert.ok(error.message.length < 700, `${where}: ${error.message.length} characters`);
  assertQuiet(`${error.message}${inspect(error)}`, where);
}

/** Sync and promise: the same code, message and class. */
async function assertRefused(name, args, code, message, where) {
  const error = thrown(() => ferrosign[name](...args), where);
  assertCoded(error, code, message, where);
  const twin = ferrosign[name.replace(/Sync$/, '')];
  if (!name.endsWith('Sync')) return error;
  let promise;
  assert.doesNotThrow(() => {
    promise = twin(...args);
  }, `${where}: a promise rejects, it does not throw`);
  const rejection = await promise.then(
    () => assert.fail(`${where}: the promise was fulfilled`),
    (reason) => reason,
  );
  assertCoded(rejection, code, message, `${where}, promise`);
  assert.equal(rejection.code, error.code, where);
  assert.equal(rejection.message, error.message, where);
  assert.equal(rejection.constructor, error.constructor, where);
  return error;
}

// Wrong types, at every place of every function.

const NOT_BYTES = {
  'a number': 5,
  NaN: Number.NaN,
  null: null,
  undefined: undefined,
  'a boolean': true,
  'an array-like': { 0: 1, 1: 2, length: 32 },
  'an array': [1, 2, 3],
  'a Proxy of a Buffer': new Proxy(Buffer.alloc(32), {}),
  'an object with a borrowed prototype': Object.create(Uint8Array.prototype),
  'an object with the prototype of Buffer': Object.create(Buffer.prototype, { length: { value: 32 } }),
  'a Buffer in JSON': Buffer.alloc(4).toJSON(),
  'a Symbol': Symbol('x'),
  'a BigInt': 10n,
  'a function': () => {},
  'an object': {},
  'a String object': new String('text'),
  'an object with valueOf': { valueOf: () => 'text', toString: () => 'text' },
  'an object without prototype': Object.create(null),
  'a Promise': Promise.resolve(Buffer.alloc(1)),
};

const without = (...names) =>
  Object.fromEntries(Object.entries(NOT_BYTES).filter(([name]) => !names.includes(name)));

/** A good value of each parameter, and the wrong ones. */
const PARAMETERS = {
  algorithm: ['sha256', without('null', 'undefined')],
  data: [DATA, NOT_BYTES],
  privateKey: [KEYS['P-256'].privatePem, NOT_BYTES],
  publicKey: [KEYS['P-256'].publicPem, NOT_BYTES],
  secret: [SECRET, NOT_BYTES],
  signature: [Buffer.alloc(70), { ...NOT_BYTES, 'text without its encoding': 'abc' }],
  options: [
    {},
    {
      ...Object.fromEntries(Object.entries(NOT_BYTES).filter(([, value]) => typeof value !== 'object')),
      null: null,
      'a string': 'hex',
    },
  ],
  list: [
    [DATA],
    { ...without('an array'), 'a string': 'text', 'a Buffer': Buffer.alloc(2), 'a Set': new Set() },
  ],
  items: [
    [],
    { ...without('an array'), 'a string': 'text', 'a Buffer': Buffer.alloc(2), 'a Map': new Map() },
  ],
  type: ['ec', NOT_BYTES],
  encoding: [
    'utf8',
    { 'a number': 5, 'a Symbol': Symbol('x'), 'no encoding': 'nope', null: null, 'an object': {} },
  ],
};
delete PARAMETERS.options[1].undefined;

const FUNCTIONS = {
  signSync: ['algorithm', 'data', 'privateKey', 'options'],
  verifySync: ['algorithm', 'data', 'publicKey', 'signature', 'options'],
  signManySync: ['algorithm', 'list', 'privateKey', 'options'],
  verifyManySync: ['algorithm', 'items', 'options'],
  createSigner: ['algorithm', 'privateKey', 'options'],
  createVerifier: ['algorithm', 'publicKey', 'options'],
  createPrivateKey: ['privateKey'],
  createPublicKey: ['publicKey'],
  createSecretKey: ['secret'],
  generateKeyPairSync: ['type', 'options'],
};

for (const [name, parameters] of Object.entries(FUNCTIONS)) {
  test(`${name}: wrong types at every place`, async () => {
    const good = parameters.map((parameter) => PARAMETERS[parameter][0]);
    if (name === 'verifyManySync') {
      good[1] = [{ data: DATA, key: KEYS['P-256'].publicPem, signature: Buffer.alloc(70) }];
    }
    if (name === 'generateKeyPairSync') good[1] = { namedCurve: 'P-256' };
    assert.doesNotThrow(() => ferrosign[name](...good));
    for (const [place, parameter] of parameters.entries()) {
      for (const [what, wrong] of Object.entries(PARAMETERS[parameter][1])) {
        const args = good.with(place, wrong);
        await assertRefused(
          name,
          args,
          'ERR_INVALID_ARG_(TYPE|VALUE)',
          /^(items\[0\]: )?The "/,
          `${name} ${parameter}: ${what}`,
        );
      }
    }
  });
}

test('createSecretKey: a wrong encoding', () => {
  for (const [what, wrong] of Object.entries(PARAMETERS.encoding[1])) {
    const error = thrown(() => ferrosign.createSecretKey('text', wrong), what);
    assertCoded(error, 'ERR_INVALID_ARG_(TYPE|VALUE)', /encoding/, what);
  }
});

test('signers and verifiers: wrong types at every place', async () => {
  const { privatePem, publicPem } = KEYS['P-256'];
  const signer = ferrosign.createSigner(null, privatePem);
  const verifier = ferrosign.createVerifier(null, publicPem);
  const signature = Buffer.alloc(70);
  const calls = {
    'signSync(data)': [NOT_BYTES, (wrong) => signer.signSync(wrong)],
    'sign(data)': [NOT_BYTES, (wrong) => signer.sign(wrong)],
    'signManySync(list)': [PARAMETERS.list[1], (wrong) => signer.signManySync(wrong)],
    'signManySync([data])': [NOT_BYTES, (wrong) => signer.signManySync([DATA, wrong])],
    'signMany([data])': [NOT_BYTES, (wrong) => signer.signMany([DATA, wrong])],
    'verifySync(data)': [NOT_BYTES, (wrong) => verifier.verifySync(wrong, signature)],
    'verifySync(signature)': [PARAMETERS.signature[1], (wrong) => verifier.verifySync(DATA, wrong)],
    'verify(signature)': [PARAMETERS.signature[1], (wrong) => verifier.verify(DATA, wrong)],
    'verifyManySync(items)': [PARAMETERS.items[1], (wrong) => verifier.verifyManySync(wrong)],
    'verifyManySync([item])': [
      without('an object', 'an array-like'),
      (wrong) => verifier.verifyManySync([wrong]),
    ],
    'verifyManySync([{ data }])': [
      NOT_BYTES,
      (data) =>
        verifier.verifyManySync([
          { data: DATA, signature },
          { data, signature },
        ]),
    ],
    'verifyMany([{ signature }])': [
      PARAMETERS.signature[1],
      (wrong) => verifier.verifyMany([{ data: DATA, signature: wrong }]),
    ],
  };
  for (const [name, [values, call]] of Object.entries(calls)) {
    for (const [what, wrong] of Object.entries(values)) {
      const where = `${name}: ${what}`;
      const error = name.includes('Sync')
        ? thrown(() => call(wrong), where)
        : await call(wrong).then(
            () => assert.fail(where),
            (reason) => reason,
          );
      assertCoded(error, 'ERR_INVALID_ARG_TYPE', /^(items\[\d\]: )?The "/, where);
    }
  }
});

test('a batch names its bad item', async () => {
  const { privatePem, publicPem } = KEYS['P-256'];
  const item = { data: DATA, key: publicPem, signature: Buffer.alloc(70) };
  for (const [what, args, code, message] of [
    ['a number', [null, [DATA, 5], privatePem], 'ERR_INVALID_ARG_TYPE', /"list\[1\]"/],
    // biome-ignore lint/suspicious/noSparseArray: that is the case
    ['a hole', [null, [DATA, , DATA], privatePem], 'ERR_INVALID_ARG_TYPE', /"list\[1\]"/],
  ]) {
    await assertRefused('signManySync', args, code, message, what);
  }
  for (const [what, bad, code] of [
    ['data', { ...item, data: 5 }, 'ERR_INVALID_ARG_TYPE'],
    ['signature', { ...item, signature: 5 }, 'ERR_INVALID_ARG_TYPE'],
    ['no key', { ...item, key: undefined }, 'ERR_INVALID_ARG_TYPE'],
    ['noise for a key', { ...item, key: 'noise' }, 'ERR_FERROSIGN_INVALID_KEY'],
    ['another type of key', { ...item, key: KEYS.ed25519.publicPem }, 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM'],
  ]) {
    await assertRefused('verifyManySync', ['sha256', [item, bad]], code, /^items\[1\]: /, what);
  }
  for (const [what, bad] of [
    ['null', null],
    ['a string', 'x'],
    ['undefined', undefined],
  ]) {
    await assertRefused('verifyManySync', [null, [item, bad]], 'ERR_INVALID_ARG_TYPE', /items\[1\]/, what);
  }
});

test('a batch of more than 4 GiB is refused before anything is copied', async () => {
  const large = new Uint8Array(2 ** 30);
  await assertRefused(
    'signManySync',
    [null, [large, large, large, large], KEYS.ed25519.privatePem],
    'ERR_OUT_OF_RANGE',
    /list/,
    'list',
  );
});

test('a getter that changes its mind gives one answer', () => {
  const { privatePem } = KEYS['P-256'];
  for (const [what, first, second] of [
    ['key then number', privatePem, 5],
    ['number then key', 5, privatePem],
    ['key then public key', privatePem, KEYS['P-256'].publicPem],
    ['key then key of another type', privatePem, KEYS.rsa.privatePem],
  ]) {
    let reads = 0;
    const changing = {
      get key() {
        return reads++ === 0 ? first : second;
      },
    };
    try {
      assert.ok(Buffer.isBuffer(ferrosign.signSync('sha256', DATA, changing)), what);
    } catch (error) {
      assert.match(String(error.code), /^ERR_/, `${what}: ${error}`);
    }
  }
  let reads = 0;
  const changing = {
    get padding() {
      return reads++ === 0 ? 6 : 'six';
    },
  };
  try {
    assert.ok(Buffer.isBuffer(ferrosign.signSync('sha256', DATA, KEYS.rsa.privatePem, changing)));
  } catch (error) {
    assert.equal(error.code, 'ERR_INVALID_ARG_TYPE');
  }
});

// The table.

const sign = (algorithm, key, options) => ['signSync', [algorithm, DATA, key, options]];
const verify = (algorithm, key, options) => ['verifySync', [algorithm, DATA, key, Buffer.alloc(64), options]];
const generate = (type, options) => ['generateKeyPairSync', [type, options]];
const make = { private: 'createPrivateKey', public: 'createPublicKey', secret: 'createSecretKey' };
const create = (type, input) => [make[type], [input]];
const pem = (label, bytes) =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{64}(?=.)/g, '$&\n')}\n-----END ${label}-----\n`;

const noise = new Random('noise');
const NOISE = noise.bytes(15 * 1024);
const PRIVATE_JSON = JSON.stringify({
  type: 'service_account',
  private_key: KEYS.rsa.privatePem,
  client_email: 'a@b',
});

const KIND = 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE';
const KEY = 'ERR_FERROSIGN_INVALID_KEY';
const JWK = 'ERR_CRYPTO_INVALID_JWK';
const DIGEST = 'ERR_CRYPTO_INVALID_DIGEST';
const ALGORITHM = 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM';
const BACKEND = 'ERR_FERROSIGN_UNSUPPORTED_BACKEND';
const RANGE = 'ERR_OUT_OF_RANGE';
const SIZE = 'ERR_FERROSIGN_INSECURE_KEY_SIZE';
const TYPE = 'ERR_INVALID_ARG_TYPE';
const VALUE = 'ERR_INVALID_ARG_VALUE';
const CURVE = 'ERR_CRYPTO_INVALID_CURVE';

// biome-ignore format: one row a line
const TABLE = [
  // The other half.
  ['sign with a public PEM', sign(null, KEYS.rsa.publicPem), `${KIND}|${KEY}`, /private.*PUBLIC KEY|public/],
  ['sign with a public KeyObject', sign(null, KEYS.rsa.node.publicKey), KIND, /public, expected private/],
  ['sign with our public key', sign(null, ferrosign.createPublicKey(KEYS.rsa.publicPem)), KIND, /public, expected private/],
  ['sign with a public JWK', sign(null, KEYS['P-256'].node.publicKey.export({ format: 'jwk' })), KIND, /public, expected private/],
  ['sign with a public DER', sign(null, { key: KEYS.rsa.publicDer, format: 'der', type: 'spki' }), KIND, /public, expected private/],
  ['a private key of public DER, type unsaid', create('private', KEYS.rsa.publicDer), KEY, /PKCS#8/],
  ['a private key of a public PEM', create('private', KEYS.ed25519.publicPem), `${KIND}|${KEY}`, /PUBLIC KEY|public/],
  ['a private key of our public key', create('private', ferrosign.createPublicKey(KEYS.rsa.publicPem)), KIND, /public, expected private/],
  ['a private key of a secret', create('private', ferrosign.createSecretKey(SECRET)), KIND, /secret, expected private/],
  ['a public key of a secret', create('public', ferrosign.createSecretKey(SECRET)), KIND, /secret, expected public/],
  ['a public key of a secret KeyObject', create('public', crypto.createSecretKey(SECRET)), KIND, /secret, expected public/],
  ['a secret of a private key', create('secret', KEYS.rsa.node.privateKey), KIND, /private, expected secret/],
  ['a public key of DER named pkcs8 that is spki', create('public', { key: KEYS.rsa.publicDer, format: 'der', type: 'pkcs8' }), `${KEY}|${KIND}`, /PKCS#8|private/],
  ['a public key of DER named spki that is pkcs8', create('public', { key: KEYS.rsa.privateDer, format: 'der', type: 'spki' }), KEY, /SubjectPublicKeyInfo/],
  ['a private key of DER named spki', create('private', { key: KEYS.rsa.privateDer, format: 'der', type: 'spki' }), KIND, /expected private/],
  ['a private key of a public JWK', create('private', KEYS.ed25519.node.publicKey.export({ format: 'jwk' })), KIND, /public, expected private/],
  ['a public key of an oct JWK', create('public', { kty: 'oct', k: 'c2VjcmV0' }), KIND, /secret, expected public/],
  ['a secret of an RSA JWK', create('secret', KEYS.rsa.node.publicKey.export({ format: 'jwk' })), KIND, /public, expected secret/],

  // Text that is no key.
  ['an empty string', create('private', ''), KEY, /empty/],
  ['white space', create('public', ' \r\n\t'), KEY, /empty/],
  ['nothing but a BOM', create('public', '\ufeff'), KEY, /empty/],
  ['an empty Buffer', create('private', Buffer.alloc(0)), KEY, /empty/],
  ['a word', create('private', 'secret'), KEY, /-----BEGIN/],
  ['a service account', create('private', PRIVATE_JSON), KEY, /JSON/],
  ['a service account with a public key asked', create('public', PRIVATE_JSON), KEY, /JSON/],
  ['a JWK in text', create('public', JSON.stringify(EC_JWK)), KEY, /JSON/],
  ['an OpenSSH line', create('public', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI a@b'), KEY, /OpenSSH/],
  ['no END', create('private', KEYS.rsa.privatePem.replace(/-----END.*/, '')), KEY, /END/],
  ['another END', create('private', KEYS.rsa.privatePem.replace('END PRIVATE', 'END PUBLIC')), KEY, /END/],
  ['no base64', create('private', '-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----\n'), KEY, /base64/],
  ['nothing inside', create('private', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n'), KEY, /PKCS#8|empty|damaged/],
  ['a PEM of another thing', create('private', pem('CERTIFICATE REQUEST', KEYS.rsa.publicDer)), KEY, /CERTIFICATE REQUEST/],
  ['DH parameters', create('public', pem('DH PARAMETERS', Buffer.from('3006020117020105', 'hex'))), KEY, /DH PARAMETERS/],
  ['a certificate for a private key', create('private', pem('CERTIFICATE', NOISE)), KEY, /CERTIFICATE/],
  ['a certificate of noise', create('public', pem('CERTIFICATE', NOISE)), KEY, /certificate/],
  ['noise', create('private', NOISE), KEY, /PEM|DER|PKCS/],
  ['noise in text', create('public', NOISE.toString('latin1')), KEY, /PEM/],
  ['noise in hex', create('public', NOISE.toString('hex')), KEY, /PEM/],
  ['noise in PEM', create('private', pem('PRIVATE KEY', NOISE)), KEY, /PKCS#8/],
  ['noise in public PEM', create('public', pem('PUBLIC KEY', NOISE)), KEY, /SubjectPublicKeyInfo/],
  ['noise in PKCS#1 PEM', create('private', pem('RSA PRIVATE KEY', NOISE)), KEY, /RSAPrivateKey/],
  ['noise in SEC1 PEM', create('private', pem('EC PRIVATE KEY', NOISE)), KEY, /ECPrivateKey/],
  ['noise in encrypted PEM', create('private', { key: pem('ENCRYPTED PRIVATE KEY', NOISE), passphrase: 'x' }), KEY, /PKCS#8/],
  ['noise as DER', create('private', { key: NOISE, format: 'der', type: 'pkcs8' }), KEY, /PKCS#8/],
  ['noise as public DER', create('public', { key: NOISE, format: 'der', type: 'spki' }), KEY, /SubjectPublicKeyInfo/],
  ['a key and a byte', create('private', { key: Buffer.concat([KEYS.rsa.privateDer, Buffer.alloc(1)]), format: 'der', type: 'pkcs8' }), KEY, /PKCS#8/],
  ['a public key and a byte', create('public', { key: Buffer.concat([KEYS.rsa.publicDer, Buffer.alloc(1)]), format: 'der', type: 'spki' }), KEY, /SubjectPublicKeyInfo/],

  // Options of import.
  ['an unknown format', create('private', { key: KEYS.rsa.privatePem, format: 'xml' }), VALUE, /format/],
  ['an unknown type', create('private', { key: KEYS.rsa.privateDer, format: 'der', type: 'pkcs7' }), VALUE, /type/],
  ['an unknown encoding', create('private', { key: 'aa', format: 'der', encoding: 'nope' }), VALUE, /encoding/],
  ['a passphrase that is a number', create('private', { key: ENCRYPTED, passphrase: 5 }), TYPE, /passphrase/],
  ['a cost that is text', create('private', { key: ENCRYPTED, maxDerivationCost: '5' }), TYPE, /maxDerivationCost/],
  ['a raw key of no type', create('private', { key: SECRET, format: 'raw' }), TYPE, /asymmetricKeyType/],
  ['a raw key of an unknown curve', create('private', { key: SECRET, format: 'raw', asymmetricKeyType: 'ec', namedCurve: 'P-257' }), CURVE, /P-257/],
  ['a raw RSA key', create('private', { key: SECRET, format: 'raw', asymmetricKeyType: 'rsa' }), VALUE, /raw/],
  ['a raw Ed25519 key, too short', create('private', { key: SECRET.subarray(1), format: 'raw', asymmetricKeyType: 'ed25519' }), KEY, /32 bytes, this one 31/],
  ['a raw P-256 key, too long', create('private', { key: Buffer.alloc(33, 1), format: 'raw', asymmetricKeyType: 'ec', namedCurve: 'P-256' }), KEY, /32 bytes, this one 33/],
  ['a raw P-256 key of zero', create('private', { key: Buffer.alloc(32), format: 'raw', asymmetricKeyType: 'ec', namedCurve: 'P-256' }), KEY, /range/],
  ['a raw P-256 key beyond the order', create('private', { key: Buffer.alloc(32, 0xff), format: 'raw', asymmetricKeyType: 'ec', namedCurve: 'P-256' }), KEY, /range/],
  ['a raw secp256k1 key of zero', create('private', { key: Buffer.alloc(32), format: 'raw', asymmetricKeyType: 'ec', namedCurve: 'secp256k1' }), KEY, /range/],
  ['a raw secp256k1 key beyond the order', create('private', { key: Buffer.alloc(32, 0xff), format: 'raw', asymmetricKeyType: 'ec', namedCurve: 'secp256k1' }), KEY, /range/],
  ['an Ed25519 pair that is none', create('private', { key: Buffer.alloc(64, 7), format: 'raw', asymmetricKeyType: 'ed25519' }), KEY, /does not belong/],
  ['a CryptoKey that may not be read', ['createPrivateKey', () => [ungiving]], VALUE, /extractable/],

  // Passphrases.
  ['no passphrase', create('private', ENCRYPTED), 'ERR_MISSING_PASSPHRASE', /Passphrase/],
  ['no passphrase, old form', create('private', OLD_ENCRYPTED), 'ERR_MISSING_PASSPHRASE', /Passphrase/],
  ['no passphrase to verify', create('public', ENCRYPTED), 'ERR_MISSING_PASSPHRASE', /Passphrase/],
  ['no passphrase to sign', sign(null, ENCRYPTED), 'ERR_MISSING_PASSPHRASE', /Passphrase/],
  ['a wrong passphrase', create('private', { key: ENCRYPTED, passphrase: 'wrong' }), 'ERR_OSSL_BAD_DECRYPT', /passphrase/],
  ['an empty passphrase', create('private', { key: ENCRYPTED, passphrase: '' }), 'ERR_OSSL_BAD_DECRYPT', /passphrase/],
  ['a wrong passphrase, old form', create('private', { key: OLD_ENCRYPTED, passphrase: 'wrong' }), 'ERR_OSSL_BAD_DECRYPT', /passphrase/],
  ['a wrong passphrase to sign', sign(null, { key: ENCRYPTED, passphrase: Buffer.from('wrong') }), 'ERR_OSSL_BAD_DECRYPT', /passphrase/],
  ['a passphrase with a space', sign(null, { key: ENCRYPTED, passphrase: `${PASSPHRASE} ` }), 'ERR_OSSL_BAD_DECRYPT', /passphrase/],
  ['PBKDF2 for hours', create('private', { key: costly(2 ** 31 - 1), passphrase: 'x', format: 'der' }), 'ERR_FERROSIGN_DERIVATION_COST', /2147483647/],
  ['a cost of one', create('private', { key: ENCRYPTED, passphrase: PASSPHRASE, maxDerivationCost: 1 }), 'ERR_FERROSIGN_DERIVATION_COST', /more than the 1 allowed/],

  // JWK.
  ['kty of a number', create('public', { key: { kty: 5 }, format: 'jwk' }), `${JWK}|${TYPE}`, /kty/],
  ['no kty', create('public', { key: {}, format: 'jwk' }), `${JWK}|${TYPE}`, /kty/],
  ['an unknown kty', create('public', { kty: 'AKP' }), JWK, /AKP/],
  ['an unknown curve', create('public', { kty: 'EC', crv: 'P-257', x: 'AA', y: 'AA' }), CURVE, /P-257/],
  ['an EC curve in OKP', create('public', { ...EC_JWK, kty: 'OKP' }), CURVE, /P-256/],
  ['no n', create('public', { kty: 'RSA', e: 'AQAB' }), JWK, /'n'/],
  ['no e', create('public', { kty: 'RSA', n: RSA_JWK.n }), JWK, /'e'/],
  ['no x', create('public', { kty: 'EC', crv: 'P-256', y: EC_JWK.y }), JWK, /'x'/],
  ['no y', create('public', { kty: 'EC', crv: 'P-256', x: EC_JWK.x }), JWK, /'y'/],
  ['no p', create('private', { ...RSA_JWK, p: undefined }), JWK, /'p'/],
  ['no qi', create('private', { ...RSA_JWK, qi: undefined }), JWK, /'qi'/],
  ['no k', create('secret', { kty: 'oct' }), JWK, /'k'/],
  ['n of a number', create('public', { kty: 'RSA', n: 5, e: 'AQAB' }), JWK, /string/],
  ['n of a BigInt', create('public', { kty: 'RSA', n: 5n, e: 'AQAB' }), `${JWK}|${TYPE}`, /./],
  ['n within itself', create('public', circular()), `${JWK}|${TYPE}`, /./],
  ['n nested without end', create('public', { kty: 'RSA', n: nested(100_000), e: 'AQAB' }), `${JWK}|${TYPE}`, /./],
  ['n not base64url', create('public', { kty: 'RSA', n: '+/+/', e: 'AQAB' }), JWK, /'n' is not base64url/],
  ['d not base64url', create('private', { ...EC_JWK, d: '!!!' }), JWK, /'d' is not base64url/],
  ['x too short', create('public', { ...EC_JWK, d: undefined, x: 'AAAA' }), JWK, /x must have 32 bytes/],
  ['x with a zero more', create('public', { ...EC_JWK, d: undefined, x: longer(EC_JWK.x) }), JWK, /x must have 32 bytes/],
  ['d with a zero more', create('private', { ...EC_JWK, d: longer(EC_JWK.d) }), `${JWK}|${KEY}`, /32 bytes/],
  ['a point off the curve', create('public', { ...EC_JWK, d: undefined, y: changed(EC_JWK.y) }), KEY, /no point of P-256/],
  ['Ed25519 d too short', create('private', { ...ED_JWK, d: 'AAAA' }), KEY, /32 bytes/],
  ['a JWK that is null', create('public', { key: null, format: 'jwk' }), TYPE, /key/],
  ['a JWK that is text', create('public', { key: 'text', format: 'jwk' }), TYPE, /key/],

  // Halves that do not belong together.
  ['EC JWK with another public half', create('private', { ...KEYS['P-256'].node.privateKey.export({ format: 'jwk' }), ...pick(pair('ec', { namedCurve: 'P-256' }), 'x', 'y') }), KEY, /does not belong/],
  ['OKP JWK with another public half', create('private', { ...ED_JWK, ...pick(pair('ed25519'), 'x') }), KEY, /does not belong/],
  ['sign with such an OKP JWK', sign(null, { ...ED_JWK, ...pick(pair('ed25519'), 'x') }), KEY, /does not belong/],
  ['PKCS#8 v2 with another public half', create('private', { key: pkcs8v2(ED_JWK.d, pick(pair('ed25519'), 'x').x), format: 'der', type: 'pkcs8' }), KEY, /does not belong/],
  ['SEC1 with another public half', create('private', { key: otherHalf(), format: 'der', type: 'sec1' }), KEY, /does not belong/],
  ['a public key of SEC1 with another public half', create('public', pem('EC PRIVATE KEY', otherHalf())), KEY, /does not belong/],

  // Curves and algorithms of keys.
  ['an unknown curve in SPKI', create('public', { key: spki('06052b81040006'), format: 'der', type: 'spki' }), CURVE, /1\.3\.132\.0\.6/],
  ['explicit curve parameters', create('public', { key: spki('3003020101'), format: 'der', type: 'spki' }), KEY, /explicit/],
  ['no curve', create('public', { key: spki(''), format: 'der', type: 'spki' }), KEY, /curve/],
  ['X25519', create('private', crypto.generateKeyPairSync('x25519').privateKey), KEY, /1\.3\.101\.110/],
  ['Diffie-Hellman', create('public', crypto.generateKeyPairSync('dh', { group: 'modp14' }).publicKey), KEY, /algorithm/],

  // Sizes.
  ['RSA-1024 signs not', sign('sha256', SMALL.privatePem), SIZE, /1024 bits; at least 2048.*allowInsecureKeySizes/],
  ['RSA-1024 signs not, many', ['signManySync', ['sha256', [DATA], SMALL.privatePem]], SIZE, /1024/],
  ['RSA-1024 signs not, signer', ['createSigner', ['RS256', SMALL.privatePem]], SIZE, /1024/],
  ['RSA-1024, allowed by a word', sign('sha256', SMALL.privatePem, { allowInsecureKeySizes: 'yes' }), TYPE, /allowInsecureKeySizes/],
  ['RSA-1024, allowed by 1', sign('sha256', SMALL.privatePem, { allowInsecureKeySizes: 1 }), TYPE, /allowInsecureKeySizes/],
  ['RSA-512 verifies not', verify('sha256', TINY.publicPem), SIZE, /512 bits; at least 1024/],
  ['RSA-512 is too small for SHA-512', sign('sha512', TINY.privatePem, { allowInsecureKeySizes: true }), ALGORITHM, /too small/],
  ['RSA-512 is too small for PSS with SHA-512', sign('sha512', TINY.privatePem, { allowInsecureKeySizes: true, padding: 6 }), ALGORITHM, /too small/],
  ['RSA of 504 bits', create('public', rsaJwk(504)), KEY, /512 to 16384 bits, this one 504/],
  ['RSA of 16392 bits', create('public', rsaJwk(16392)), KEY, /512 to 16384 bits, this one 16392/],
  ['RSA of nothing', create('public', { kty: 'RSA', n: 'AA', e: 'AQAB' }), KEY, /bits/],
  ['an even modulus', create('public', { ...rsaJwk(2048, 0) }), KEY, /odd/],
  ['e of 1', create('public', { ...rsaJwk(2048), e: 'AQ' }), KEY, /exponent/],
  ['e of 0', create('public', { ...rsaJwk(2048), e: 'AA' }), KEY, /exponent/],
  ['e even', create('public', { ...rsaJwk(2048), e: 'AQAA' }), KEY, /exponent/],
  ['e of 2^33 + 1', create('public', { ...rsaJwk(2048), e: 'AgAAAAE' }), KEY, /exponent/],

  // Algorithms.
  ['an unknown digest', sign('sha257', KEYS.rsa.privatePem), DIGEST, /sha257/],
  ['MD5', sign('md5', KEYS.rsa.privatePem), DIGEST, /md5/],
  ['RSA-MD5', verify('RSA-MD5', KEYS.rsa.publicPem), DIGEST, /RSA-MD5/],
  ['no name', sign('', KEYS.rsa.privatePem), DIGEST, /./],
  ['a name of 10,000 characters', sign('x'.repeat(10_000), KEYS.rsa.privatePem), DIGEST, /10000 characters/],
  ['a JOSE name in small letters', sign('rs256', KEYS.rsa.privatePem), DIGEST, /rs256/],
  ['toString', sign('toString', KEYS.rsa.privatePem), DIGEST, /toString/],
  ['__proto__', verify('__proto__', KEYS.rsa.publicPem), DIGEST, /__proto__/],
  ['a digest for Ed25519', sign('sha512', KEYS.ed25519.privatePem), ALGORITHM, /own digest/],
  ['a digest for Ed25519, verify', verify('sha256', KEYS.ed25519.publicPem), ALGORITHM, /own digest/],
  ['an unknown WebCrypto name', sign({ name: 'RSA-OAEP', hash: 'SHA-256' }, KEYS.rsa.privatePem), VALUE, /RSA-OAEP/],
  ['a WebCrypto name without its hash', sign({ name: 'ECDSA' }, KEYS['P-256'].privatePem), TYPE, /hash/],
  ['WebCrypto HMAC with an RSA key', sign({ name: 'HMAC', hash: 'SHA-256' }, KEYS.rsa.node.privateKey), `${ALGORITHM}|${KIND}`, /./],
  ['WebCrypto ECDSA with an RSA key', sign({ name: 'ECDSA', hash: 'SHA-256' }, KEYS.rsa.privatePem), ALGORITHM, /./],
  ['WebCrypto RSA with an EC key', verify({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, KEYS['P-256'].publicPem), ALGORITHM, /./],
  ['WebCrypto Ed25519 with an EC key', verify({ name: 'Ed25519' }, KEYS['P-256'].publicPem), ALGORITHM, /./],
  ['a PEM where the algorithm belongs', sign(KEYS.ed25519.privatePem, KEYS.ed25519.privatePem), DIGEST, /./],

  // Options of schemes.
  ['padding of OAEP', sign('sha256', KEYS.rsa.privatePem, { padding: crypto.constants.RSA_PKCS1_OAEP_PADDING }), VALUE, /padding/],
  ['no padding', sign('sha256', KEYS.rsa.privatePem, { padding: crypto.constants.RSA_NO_PADDING }), VALUE, /padding/],
  ['padding of 99', verify('sha256', KEYS.rsa.publicPem, { padding: 99 }), VALUE, /padding/],
  ['padding of 1.5', sign('sha256', KEYS.rsa.privatePem, { padding: 1.5 }), `${VALUE}|${RANGE}`, /padding/],
  ['padding of 2^32 + 6', sign('sha256', KEYS.rsa.privatePem, { padding: 2 ** 32 + 6 }), `${VALUE}|${RANGE}`, /padding/],
  ['padding of NaN', sign('sha256', KEYS.rsa.privatePem, { padding: Number.NaN }), `${VALUE}|${RANGE}`, /padding/],
  ['padding in text', sign('sha256', KEYS.rsa.privatePem, { padding: '6' }), TYPE, /padding/],
  ['padding null', sign('sha256', KEYS.rsa.privatePem, { padding: null }), TYPE, /padding/],
  ['padding with valueOf', sign('sha256', KEYS.rsa.privatePem, { padding: { valueOf: () => 6 } }), TYPE, /padding/],
  ['padding beside the key', sign('sha256', { key: KEYS.rsa.privatePem, padding: 99 }), VALUE, /padding/],
  ['PKCS#1 with an rsa-pss key', sign('sha256', KEYS['rsa-pss'].privatePem, { padding: 1 }), ALGORITHM, /PSS only/],
  ['PKCS#1 with SHA256withRSAandMGF1', sign('SHA256withRSAandMGF1', KEYS.rsa.privatePem, { padding: 1 }), ALGORITHM, /PSS only/],
  ['RS256 with an rsa-pss key', sign('RS256', KEYS['rsa-pss'].privatePem), ALGORITHM, /rsa-pss/],
  ['salt of -3', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: -3 }), RANGE, /saltLength/],
  ['salt of 223', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: 223 }), RANGE, /<= 222.*Received 223/],
  ['salt of 223, verify', verify('sha256', KEYS.rsa.publicPem, { padding: 6, saltLength: 223 }), RANGE, /<= 222/],
  ['salt of 2^31', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: 2 ** 31 }), RANGE, /Received 2147483648/],
  ['salt of 2^32 + 32', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: 2 ** 32 + 32 }), RANGE, /saltLength/],
  ['salt of 1.5', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: 1.5 }), RANGE, /saltLength/],
  ['salt of NaN', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: Number.NaN }), RANGE, /saltLength/],
  ['salt of Infinity', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: Number.POSITIVE_INFINITY }), RANGE, /saltLength/],
  ['salt in text', sign('sha256', KEYS.rsa.privatePem, { padding: 6, saltLength: '32' }), TYPE, /saltLength/],
  ['an encoding of ECDSA', sign('sha256', KEYS['P-256'].privatePem, { dsaEncoding: 'xml' }), VALUE, /dsaEncoding/],
  ['an encoding of ECDSA that is a number', sign('sha256', KEYS['P-256'].privatePem, { dsaEncoding: 1 }), TYPE, /dsaEncoding/],
  ['MGF1 with MD5', sign('sha256', KEYS.rsa.privatePem, { padding: 6, mgf1HashAlgorithm: 'md5' }), DIGEST, /md5/],
  ['RS256 with a padding', sign('RS256', KEYS.rsa.privatePem, { padding: 6 }), VALUE, /RS256 fixes/],
  ['PS256 with a salt length', verify('PS256', KEYS.rsa.publicPem, { saltLength: 32 }), VALUE, /PS256 fixes/],
  ['PS256 with another MGF1', verify('PS256', KEYS.rsa.publicPem, { mgf1HashAlgorithm: 'sha1' }), VALUE, /PS256 fixes/],
  ['an unknown library', sign(null, KEYS.rsa.privatePem, { backend: 'bouncycastle' }), BACKEND, /'bouncycastle'.*aws-lc, openssl/],
  ['a library for another key', verify(null, KEYS.ed25519.publicPem, { backend: 'k256' }), BACKEND, /'k256'.*ed25519-dalek/],
  ['a library that is a number', sign(null, KEYS.rsa.privatePem, { backend: 5 }), TYPE, /backend/],
  ['an encoding of the result', sign(null, KEYS.rsa.privatePem, { encoding: 'utf8' }), VALUE, /encoding/],
  ['an encoding that is a number', verify(null, KEYS.rsa.publicPem, { encoding: 5 }), VALUE, /encoding/],

  // A bound rsa-pss key.
  ...bound(),

  // Generation.
  ['an unknown type', generate('dsa'), VALUE, /keyTypes/],
  ['a type with a long name', generate(KEYS.ed25519.privatePem), VALUE, /./],
  ['hmac', generate('hmac'), VALUE, /must be/],
  ['EC without a curve', generate('ec', {}), TYPE, /namedCurve/],
  ['EC on an unknown curve', generate('ec', { namedCurve: 'P-257' }), CURVE, /P-257/],
  ['EC on the curve rsa', generate('ec', { namedCurve: 'rsa' }), CURVE, /rsa/],
  ['EC on the curve ed25519', generate('ec', { namedCurve: 'ed25519' }), CURVE, /ed25519/],
  ['EC on a curve that is a number', generate('ec', { namedCurve: 256 }), TYPE, /namedCurve/],
  ['RSA-1024', generate('rsa', { modulusLength: 1024 }), SIZE, /2048.*1024/],
  ['RSA-511', generate('rsa', { modulusLength: 511, allowInsecureKeySizes: true }), RANGE, /modulusLength/],
  ['RSA-16385', generate('rsa', { modulusLength: 16385 }), RANGE, /modulusLength/],
  ['RSA of 2^32 + 2048 bits', generate('rsa', { modulusLength: 2 ** 32 + 2048 }), RANGE, /modulusLength/],
  ['RSA of 2048.5 bits', generate('rsa', { modulusLength: 2048.5 }), RANGE, /modulusLength/],
  ['RSA of -1 bits', generate('rsa', { modulusLength: -1 }), RANGE, /modulusLength/],
  ['RSA of NaN bits', generate('rsa', { modulusLength: Number.NaN }), RANGE, /modulusLength/],
  ['RSA of text', generate('rsa', { modulusLength: '2048' }), TYPE, /modulusLength/],
  ['e = 3', generate('rsa', { publicExponent: 3 }), RANGE, /publicExponent/],
  ['e = 65536', generate('rsa', { publicExponent: 65536 }), RANGE, /publicExponent/],
  ['e = 2^33 + 1', generate('rsa', { publicExponent: 2 ** 33 + 1 }), RANGE, /publicExponent/],
  ['e of a BigInt', generate('rsa', { publicExponent: 65537n }), TYPE, /publicExponent/],
  ['rsa-pss with an unknown hash', generate('rsa-pss', { hashAlgorithm: 'md5' }), DIGEST, /md5/],
  ['rsa-pss with a salt of 2^32', generate('rsa-pss', { hashAlgorithm: 'sha256', saltLength: 2 ** 32 }), RANGE, /saltLength/],
  ['a library that makes no keys', generate('ec', { namedCurve: 'P-256', backend: 'ring' }), BACKEND, /cannot generate.*aws-lc, openssl/],
  ['an encoding that is text', generate('ec', { namedCurve: 'P-256', publicKeyEncoding: 'pem' }), TYPE, /publicKeyEncoding/],
  ['an encoding with an unknown format', generate('ec', { namedCurve: 'P-256', publicKeyEncoding: { format: 'xml' } }), VALUE, /publicKeyEncoding\.format/],
  ['an encoding with the type of the other half', generate('ec', { namedCurve: 'P-256', publicKeyEncoding: { type: 'pkcs8', format: 'pem' } }), VALUE, /type/],
  ['an encoding with an unknown cipher', generate('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'rot13', passphrase: 'x' } }), 'ERR_CRYPTO_UNKNOWN_CIPHER', /rot13/],
];

let ungiving;

test('the table: code and message, at once and as a promise', async (t) => {
  ungiving = (
    await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  ).privateKey;
  for (const [name, [call, args], code, message] of TABLE) {
    await t.test(name, () =>
      assertRefused(call, typeof args === 'function' ? args() : args, code, message, name),
    );
  }
});

test("an error with a code of node's is of node's class", () => {
  const wrong = new Set();
  for (const [, [call, args]] of TABLE) {
    try {
      ferrosign[call](...(typeof args === 'function' ? args() : args));
    } catch (error) {
      const expected = CLASSES[error.code] ?? Error;
      if (!(error instanceof expected)) wrong.add(`${error.code} is ${error.constructor.name}`);
    }
  }
  assert.deepEqual([...wrong], []);
});

test('what is allowed beside what is not', () => {
  const allowed = { allowInsecureKeySizes: true };
  const signature = ferrosign.signSync('sha256', DATA, SMALL.privatePem, allowed);
  assert.equal(ferrosign.verifySync('sha256', DATA, SMALL.publicPem, signature), true, 'RSA-1024 verifies');
  assert.equal(ferrosign.verifySync('RS256', DATA, SMALL.publicPem, signature), true);
  const tiny = ferrosign.signSync('sha256', DATA, TINY.privatePem, allowed);
  assert.equal(
    ferrosign.verifySync('sha256', DATA, TINY.publicPem, tiny, allowed),
    true,
    'RSA-512 on request',
  );
  const pair = ferrosign.generateKeyPairSync('rsa', { modulusLength: 1024, ...allowed });
  assert.equal(pair.privateKey.asymmetricKeyDetails.modulusLength, 1024);
  assert.equal(
    ferrosign.createPublicKey({ ...rsaJwk(2048), e: 'Aw' }).asymmetricKeyDetails.publicExponent,
    3n,
  );
  const opened = ferrosign.createPrivateKey({ key: ENCRYPTED, passphrase: PASSPHRASE });
  assert.equal(opened.equals(ferrosign.createPrivateKey(KEYS['P-256'].privatePem)), true);
  for (const options of [undefined, {}, { format: undefined }, { format: 'buffer' }]) {
    assert.deepEqual(ferrosign.createSecretKey(SECRET).export(options), SECRET);
  }
});

// A key of each kind for each JOSE name.

test('a JOSE name takes the keys of its row and no others', async () => {
  const privates = {
    ...Object.fromEntries(
      Object.entries(KEYS).map(([row, { node }]) => [row, ferrosign.createPrivateKey(node.privateKey)]),
    ),
    hmac: ferrosign.createSecretKey(SECRET),
  };
  let refused = 0;
  for (const algorithm of Object.keys(JOSE)) {
    for (const [row, key] of Object.entries(privates)) {
      const publicKey = key.publicKey ?? key;
      if (ROWS[row].algorithms.includes(algorithm)) {
        const signature = ferrosign.signSync(algorithm, DATA, key);
        assert.equal(
          ferrosign.verifySync(algorithm, DATA, publicKey, signature),
          true,
          `${algorithm} ${row}`,
        );
        continue;
      }
      const code = `${ALGORITHM}|${KIND}`;
      await assertRefused(...sign(algorithm, key), code, /./, `${algorithm} ${row}`);
      await assertRefused(...verify(algorithm, publicKey), code, /./, `${algorithm} ${row}`);
      refused++;
    }
  }
  assert.ok(refused > 90);
});

test('no key takes the algorithm none', async () => {
  const keys = { ...KEYS, hmac: undefined };
  for (const name of [
    'none',
    'None',
    'NONE',
    'nOnE',
    'none ',
    'null',
    'undefined',
    'HS',
    'HS0',
    'HS255',
    'HS257',
    'RS255',
    'ES',
    'alg',
  ]) {
    for (const row of Object.keys(keys)) {
      const [secret, open] =
        row === 'hmac'
          ? [ferrosign.createSecretKey(SECRET), ferrosign.createSecretKey(SECRET)]
          : [KEYS[row].node.privateKey, KEYS[row].node.publicKey];
      await assertRefused(...sign(name, secret), `${DIGEST}|${KIND}`, /./, `${name} ${row}`);
      await assertRefused(...verify(name, open), `${DIGEST}|${KIND}`, /./, `${name} ${row}`);
      const empty = ['verifySync', [name, DATA, open, Buffer.alloc(0)]];
      await assertRefused(...empty, `${DIGEST}|${KIND}`, /./, `${name} ${row}, no signature`);
    }
  }
});

test('a public key is never taken for an HMAC secret', async () => {
  for (const row of Object.keys(KEYS)) {
    const { publicPem, publicDer, node } = KEYS[row];
    // biome-ignore format: one row a line
    const forms = {
      PEM: publicPem,
      'a leading space': ` ${publicPem}`,
      'a leading line': `\n\n${publicPem}`,
      'a BOM': `\ufeff${publicPem}`,
      CRLF: publicPem.replaceAll('\n', '\r\n'),
      'no last line feed': publicPem.trimEnd(),
      'text before': `Bag Attributes\n${publicPem}`,
      'no line feeds': publicPem.replaceAll('\n', ''),
      'line feeds in two characters': publicPem.replaceAll('\n', '\\n'),
      'a Buffer': Buffer.from(publicPem),
      'a Buffer with a BOM': Buffer.from(`\ufeff${publicPem}`),
      'a Uint16Array': new Uint16Array(Uint8Array.from(Buffer.from(publicPem.padEnd(publicPem.length + (publicPem.length % 2)))).buffer),
      'an ArrayBuffer': Uint8Array.from(Buffer.from(publicPem)).buffer,
      'a DataView': new DataView(Uint8Array.from(Buffer.from(publicPem)).buffer),
      '{ key }': { key: publicPem },
      '{ key: Buffer }': { key: Buffer.from(publicPem) },
      '{ key, format: pem }': { key: publicPem, format: 'pem' },
      DER: publicDer,
      '{ key: DER, format: der }': { key: publicDer, format: 'der', type: 'spki' },
      'a KeyObject': node.publicKey,
      '{ key: KeyObject }': { key: node.publicKey },
      'our key': ferrosign.createPublicKey(publicPem),
      'a private key': node.privateKey,
      'a private PEM': KEYS[row].privatePem,...(row === 'rsa-pss' ? {} : { 'a JWK': node.publicKey.export({ format: 'jwk' }) }),
    };
    for (const [form, key] of Object.entries(forms)) {
      for (const algorithm of ['HS256', 'HS512', 'HS512256']) {
        const where = `${row} ${algorithm} ${form}`;
        const code = `${KIND}|${ALGORITHM}`;
        await assertRefused(...sign(algorithm, key), code, /./, where);
        const forged =
          typeof key === 'string' || ArrayBuffer.isView(key)
            ? crypto.createHmac('sha256', key).update(DATA).digest()
            : Buffer.alloc(32);
        await assertRefused('verifySync', [algorithm, DATA, key, forged], code, /./, where);
        await assertRefused(
          'verifyManySync',
          [algorithm, [{ data: DATA, key, signature: forged }]],
          code,
          /./,
          where,
        );
      }
    }
  }
});

// DER of every length, and DER without end.

test('DER that is cut is refused, at every length and at once', () => {
  for (const row of ['rsa', 'P-256', 'ed25519']) {
    const { node, privateDer, publicDer } = KEYS[row];
    const forms = [
      ['private', 'pkcs8', privateDer],
      ['public', 'spki', publicDer],
      ...(row === 'rsa'
        ? [['private', 'pkcs1', node.privateKey.export({ format: 'der', type: 'pkcs1' })]]
        : []),
      ...(row === 'P-256'
        ? [['private', 'sec1', node.privateKey.export({ format: 'der', type: 'sec1' })]]
        : []),
    ];
    for (const [kind, type, whole] of forms) {
      for (let length = 0; length < whole.length; length++) {
        const cut = whole.subarray(0, length);
        const where = `${row} ${type} of ${length} bytes`;
        for (const input of [
          { key: cut, format: 'der', type },
          { key: cut, format: 'der' },
        ]) {
          const error = answersWithin(100, () => thrown(() => ferrosign[make[kind]](input), where), where);
          assertCoded(error, KEY, /./, where);
        }
      }
      // A byte changed in the frame: any answer with a code, or a key.
      for (let at = 0; at < Math.min(whole.length, 60); at++) {
        for (const bit of [0, 7]) {
          const where = `${row} ${type}, byte ${at}`;
          try {
            answersWithin(
              100,
              () => ferrosign[make[kind]]({ key: flipped(whole, at, bit), format: 'der', type }),
              where,
            );
          } catch (error) {
            assertCoded(error, 'ERR_[A-Z_]+', /./, where);
          }
        }
      }
    }
  }
});

test('noise in every parser is an error with a code, at once', () => {
  const random = new Random(process.env.FERROSIGN_SEED ?? crypto.randomBytes(8).toString('hex'));
  const wholes = Object.values(KEYS).flatMap(({ privateDer, publicDer }) => [privateDer, publicDer]);
  for (let i = 0; i < 3000; i++) {
    let bytes = Buffer.from(random.pick(wholes));
    for (let changes = random.below(4); changes >= 0; changes--) {
      bytes[random.below(bytes.length)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
    }
    if (random.below(3) === 0) bytes = bytes.subarray(0, random.below(bytes.length));
    const inputs = [
      bytes,
      { key: bytes, format: 'der', type: random.pick(['pkcs8', 'pkcs1', 'sec1', 'spki']) },
      pem(
        random.pick([
          'PRIVATE KEY',
          'PUBLIC KEY',
          'RSA PRIVATE KEY',
          'EC PRIVATE KEY',
          'ENCRYPTED PRIVATE KEY',
          'CERTIFICATE',
        ]),
        bytes,
      ),
      {
        kty: random.pick(['RSA', 'EC', 'OKP']),
        crv: random.pick(['P-256', 'P-521', 'Ed25519']),
        n: bytes.toString('base64url'),
        e: 'AQAB',
        x: bytes.toString('base64url', 0, 32),
        y: bytes.toString('base64url', 0, 32),
      },
    ];
    for (const input of inputs) {
      for (const name of ['createPrivateKey', 'createPublicKey']) {
        try {
          answersWithin(100, () => ferrosign[name](input), `number ${i}`);
        } catch (error) {
          assert.match(String(error.code), /^ERR_/, `${name} ${inspect(input)}: ${error.stack}`);
        }
      }
    }
  }
});

test('100,000 nested SEQUENCEs', () => {
  const levels = 100_000;
  const bytes = Buffer.alloc(6 * levels);
  for (let i = 0; i < levels; i++) {
    bytes.set([0x30, 0x84], 6 * i);
    bytes.writeUInt32BE(6 * (levels - i - 1), 6 * i + 2);
  }
  const indefinite = Buffer.alloc(2 * levels, Buffer.of(0x30, 0x80));
  for (const deep of [bytes, indefinite]) {
    for (const type of ['pkcs8', 'pkcs1', 'sec1', 'spki', undefined]) {
      for (const name of ['createPrivateKey', 'createPublicKey']) {
        const input = { key: deep, format: 'der', type };
        const error = answersWithin(1000, () => thrown(() => ferrosign[name](input)), `${name} ${type}`);
        assertCoded(error, `${KEY}|${KIND}`, /./, `${name} ${type}`);
      }
    }
    for (const label of ['PRIVATE KEY', 'ENCRYPTED PRIVATE KEY', 'CERTIFICATE', 'PUBLIC KEY']) {
      const text = pem(label, deep);
      const error = answersWithin(
        1000,
        () => thrown(() => ferrosign.createPublicKey({ key: text, passphrase: 'x' })),
        label,
      );
      assertCoded(error, KEY, /./, label);
    }
    // As a signature.
    for (const backend of ROWS['P-256'].backends.verify) {
      assert.equal(
        ferrosign.verifySync(null, DATA, KEYS['P-256'].publicPem, deep, { backend }),
        false,
        backend,
      );
    }
  }
});

test('numbers of a private key that are absurd answer at once', () => {
  const numbers = rsaNumbers();
  const huge = 2n ** (8n * 200_000n) + 1n;
  for (const name of Object.keys(numbers)) {
    for (const [what, value] of [
      ['zero', 0n],
      ['one', 1n],
      ['two', 2n],
      ['of 200,000 bytes', huge],
    ]) {
      const where = `${name} ${what}`;
      const key = pkcs1({ ...numbers, [name]: value });
      const error = answersWithin(
        100,
        () => thrown(() => ferrosign.createPrivateKey({ key, format: 'der', type: 'pkcs1' }), where),
        where,
      );
      assertCoded(error, KEY, /./, where);
    }
    const negative = der(
      0x30,
      ...Object.keys(numbers).flatMap((field) => {
        const version = field === 'n' ? [derInteger(0n)] : [];
        return [
          ...version,
          field === name
            ? der(0x02, [0xff], derInteger(numbers[field]).subarray(4))
            : derInteger(numbers[field]),
        ];
      }),
    );
    const error = thrown(
      () => ferrosign.createPrivateKey({ key: negative, format: 'der', type: 'pkcs1' }),
      name,
    );
    assertCoded(error, KEY, /./, `${name} negative`);
  }
  const both = pkcs1({ ...numbers, p: huge, q: huge + 2n, d: huge });
  const error = answersWithin(
    100,
    () => thrown(() => ferrosign.createPrivateKey({ key: both, format: 'der', type: 'pkcs1' })),
    'p and q',
  );
  assertCoded(error, KEY, /./, 'p and q');
});

/** The answer of `call`, which must come within so many milliseconds of this process's work; a pause may spoil two tries. */
function answersWithin(milliseconds, call, where) {
  let used;
  for (let tries = 0; tries < 3; tries++) {
    const start = process.cpuUsage();
    try {
      return call();
    } finally {
      const { user, system } = process.cpuUsage(start);
      used = (user + system) / 1000;
      // biome-ignore lint/correctness/noUnsafeFinally: a slow answer is tried again, whatever it was
      if (used > milliseconds && tries < 2) continue;
      assert.ok(used <= milliseconds, `${where}: ${used} ms`);
    }
  }
}

// RSA keys whose numbers do not fit.

test('an inconsistent RSA key: the relation is named, its numbers are not', () => {
  const numbers = rsaNumbers();
  const { n, p, q, d, dp, dq, qi } = numbers;
  const table = [
    ['n + 1', { n: n + 1n }, /odd/],
    ['n - 1', { n: n - 1n }, /odd/],
    ['n + 2', { n: n + 2n }, /n = p \* q/],
    ['n - 2', { n: n - 2n }, /n = p \* q/],
    ['e + 1', { e: 65538n }, /odd/],
    ['e - 1', { e: 65536n }, /odd/],
    ['e + 2', { e: 65539n }, /d \* e = 1/],
    ['e = 3', { e: 3n }, /d \* e = 1/],
    ['d + 1', { d: d + 1n }, /d \* e = 1/],
    ['d - 1', { d: d - 1n }, /d \* e = 1/],
    ['d + n', { d: d + n }, /0 < d < n/],
    ['d = 0', { d: 0n }, /0 < d < n/],
    ['p + 1', { p: p + 1n }, /n = p \* q/],
    ['p - 1', { p: p - 1n }, /n = p \* q/],
    ['q + 1', { q: q + 1n }, /n = p \* q/],
    ['q - 1', { q: q - 1n }, /n = p \* q/],
    ['p = n, q = 1', { p: n, q: 1n }, /n = p \* q/],
    ['p = 1, q = n', { p: 1n, q: n }, /n = p \* q/],
    ['p and q exchanged', { p: q, q: p }, /dp = d mod \(p - 1\)/],
    ['dp + 1', { dp: dp + 1n }, /dp = d mod \(p - 1\)/],
    ['dp - 1', { dp: dp - 1n }, /dp = d mod \(p - 1\)/],
    ['dp + p - 1', { dp: dp + p - 1n }, /dp = d mod \(p - 1\)/],
    ['dq + 1', { dq: dq + 1n }, /dq = d mod \(q - 1\)/],
    ['dq - 1', { dq: dq - 1n }, /dq = d mod \(q - 1\)/],
    ['dp and dq exchanged', { dp: dq, dq: dp }, /dp = d mod \(p - 1\)/],
    ['qi + 1', { qi: qi + 1n }, /qi \* q = 1 mod p/],
    ['qi - 1', { qi: qi - 1n }, /qi \* q = 1 mod p/],
    ['qi + p', { qi: qi + p }, /qi \* q = 1 mod p/],
    ['qi = 0', { qi: 0n }, /qi \* q = 1 mod p/],
  ];
  assert.ok(ferrosign.createPrivateKey({ key: pkcs1(numbers), format: 'der', type: 'pkcs1' }));
  for (const [what, change, relation] of table) {
    const changed = { ...numbers, ...change };
    const plain = pkcs1(changed);
    const wrapped = der(0x30, derInteger(0n), RSA_ALGORITHM, der(0x04, plain));
    for (const input of [
      jwk(changed),
      { key: plain, format: 'der', type: 'pkcs1' },
      { key: plain, format: 'der' },
      pem('RSA PRIVATE KEY', plain),
      pem('PRIVATE KEY', wrapped),
      wrapped,
    ]) {
      const error = thrown(() => ferrosign.createPrivateKey(input), what);
      assertCoded(error, KEY, relation, what);
      assert.doesNotMatch(error.message, /[0-9a-f]{5}/i, what);
      assert.throws(() => ferrosign.signSync('sha256', DATA, input), { code: KEY }, what);
    }
  }
});

const RSA_ALGORITHM = Buffer.from('300d06092a864886f70d0101010500', 'hex');

function rsaNumbers() {
  const fields = ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi'];
  return Object.fromEntries(fields.map((name) => [name, toNumber(Buffer.from(RSA_JWK[name], 'base64url'))]));
}

function pkcs1(numbers) {
  return der(0x30, derInteger(0n), ...Object.values(numbers).map(derInteger));
}

function jwk(numbers) {
  const text = (number) =>
    derInteger(number)
      .subarray(derHeader(derInteger(number)))
      .toString('base64url');
  return {
    kty: 'RSA',
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, text(value)])),
  };
}

const derHeader = (bytes) => (bytes[1] < 128 ? 2 : 2 + (bytes[1] & 0x7f));

// Signatures at the borders.

const ORDERS = {
  'P-256': 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  'P-384':
    0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  'P-521':
    0x01fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409n,
  secp256k1: 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
};
const PRIMES = {
  'P-256': 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn,
  'P-384': 2n ** 384n - 2n ** 128n - 2n ** 96n + 2n ** 32n - 1n,
  'P-521': 2n ** 521n - 1n,
  secp256k1: 2n ** 256n - 2n ** 32n - 977n,
};

for (const [row, n] of Object.entries(ORDERS)) {
  test(`${row}: r and s at their borders verify nothing`, async () => {
    const length = { 'P-384': 48, 'P-521': 66 }[row] ?? 32;
    const numbers = [
      0n,
      1n,
      n - 1n,
      n,
      n + 1n,
      PRIMES[row] - n,
      PRIMES[row],
      PRIMES[row] - 1n,
      256n ** BigInt(length) - 1n,
    ];
    const key = ferrosign.createPublicKey(KEYS[row].publicPem);
    const items = { der: [], 'ieee-p1363': [] };
    for (const r of numbers) {
      for (const s of numbers) {
        items['ieee-p1363'].push(Buffer.concat([toBytes(r, length), toBytes(s, length)]));
        items.der.push(der(0x30, derInteger(r), derInteger(s)));
      }
      items.der.push(
        der(0x30, derInteger(r)),
        der(0x30, derInteger(r), derInteger(256n ** BigInt(length + 1))),
      );
    }
    for (const [dsaEncoding, signatures] of Object.entries(items)) {
      for (const hash of ['sha1', 'sha256', 'sha384', 'sha512']) {
        for (const backend of ROWS[row].backends.verify) {
          const options = { dsaEncoding, backend };
          if (backend === 'ring' && hash !== (row === 'P-256' ? 'sha256' : 'sha384')) continue;
          for (const data of [DATA, Buffer.alloc(0)]) {
            for (const signature of signatures) {
              const where = `${backend} ${dsaEncoding} ${hash} ${signature.toString('hex')}`;
              assert.equal(ferrosign.verifySync(hash, data, key, signature, options), false, where);
            }
          }
        }
      }
      const verdicts = await ferrosign.verifyMany(
        'sha256',
        signatures.map((signature) => ({ data: DATA, key, signature })),
        { dsaEncoding },
      );
      assert.deepEqual(
        verdicts,
        signatures.map(() => false),
      );
    }
  });
}

test('Ed25519: S + L, and S of other lengths', () => {
  const L = 2n ** 252n + 27742317777372353535851937790883648493n;
  const signature = ferrosign.signSync(null, DATA, KEYS.ed25519.privatePem);
  const s = toNumber(Buffer.from(signature.subarray(32)).reverse());
  for (const backend of ROWS.ed25519.backends.verify) {
    const check = (claimed) => ferrosign.verifySync(null, DATA, KEYS.ed25519.publicPem, claimed, { backend });
    assert.equal(check(signature), true);
    for (const [what, number] of [
      ['S + L', s + L],
      ['S + 2L', s + 2n * L],
      ['S + 8L', s + 8n * L],
      ['0', 0n],
      ['L', L],
      ['L - S', L - s],
      ['2^256 - 1', 2n ** 256n - 1n],
    ]) {
      const claimed = Buffer.concat([signature.subarray(0, 32), toBytes(number, 32).reverse()]);
      assert.equal(check(claimed), false, `${backend} ${what}`);
    }
    for (const length of [0, 1, 31, 32, 33, 63, 65, 96, 128]) {
      assert.equal(check(Buffer.alloc(length)), false, `${backend} ${length} bytes`);
    }
  }
});

test('RSA: s outside of 0 < s < n, and every other length', () => {
  const n = toNumber(Buffer.from(RSA_JWK.n, 'base64url'));
  for (const [algorithm, options] of [
    ['sha256', { padding: 1 }],
    ['sha256', { padding: 6, saltLength: 32 }],
    ['sha256', { padding: 6, saltLength: -2 }],
  ]) {
    // One whose s + n still has the length of the modulus, which the leading byte of n allows at least sometimes.
    let signature;
    let message;
    for (let i = 0; i < 2000; i++) {
      message = `message ${i}`;
      signature = ferrosign.signSync(algorithm, message, KEYS.rsa.privatePem, options);
      if (toNumber(signature) + n < 2n ** 2048n) break;
    }
    const s = toNumber(signature);
    for (const backend of ROWS.rsa.backends.verify) {
      if (backend === 'ring' && options.saltLength === -2) continue;
      const check = (claimed) =>
        ferrosign.verifySync(algorithm, message, KEYS.rsa.publicPem, claimed, { ...options, backend });
      assert.equal(check(signature), true, backend);
      for (const [what, number] of [
        ['0', 0n],
        ['1', 1n],
        ['n', n],
        ['n - 1', n - 1n],
        ['n + 1', n + 1n],
        ['n - s', n - s],
        ['s + n', s + n],
        ['2^2048 - 1', 2n ** 2048n - 1n],
      ]) {
        if (number < 2n ** 2048n) assert.equal(check(toBytes(number, 256)), false, `${backend} ${what}`);
      }
      for (const length of [0, 1, 128, 255, 257, 512, 70_000]) {
        assert.equal(check(toBytes(s, length).subarray(0, length)), false, `${backend} ${length} bytes`);
      }
    }
  }
});

test('RSA: a signature without its leading zero', () => {
  for (const padding of [1, 6]) {
    const signer = ferrosign.createSigner('sha256', KEYS.rsa.privatePem, { padding });
    let message = 0;
    let signature;
    do signature = signer.signSync(String(++message));
    while (signature[0] !== 0);
    for (const backend of ROWS.rsa.backends.verify) {
      const check = (claimed) =>
        ferrosign.verifySync('sha256', String(message), KEYS.rsa.publicPem, claimed, { padding, backend });
      assert.equal(check(signature), true, backend);
      assert.equal(check(signature.subarray(1)), false, `${backend}, padding ${padding}`);
      assert.equal(check(Buffer.concat([Buffer.alloc(1), signature])), false, backend);
    }
  }
});

test('RSA with e = 3: padding that is not exactly that of PKCS#1', () => {
  const { privateKey, publicKey } = crypto.generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicExponent: 3,
  });
  const digest = crypto.createHash('sha256').update(DATA).digest();
  const SHA256 = Buffer.from('0609608648016503040201', 'hex');
  const NULL = Buffer.from('0500', 'hex');
  const info = der(0x30, der(0x30, SHA256, NULL), der(0x04, digest));
  const encode = (content, { type = 1, filling = 256 - 3 - content.length, byte = 0xff, end = 0 } = {}) => {
    const head = Buffer.concat([Buffer.of(0, type), Buffer.alloc(filling, byte), Buffer.of(end), content]);
    return Buffer.concat([head, Buffer.alloc(256 - head.length, 0x5a)]);
  };
  const long = Buffer.concat([Buffer.of(0x30, 0x81, info.length - 2), info.subarray(2)]);
  const garbage = Buffer.alloc(100, 0x41);
  // biome-ignore format: one row a line
  const table = [
    ['as it should be', encode(info), true],
    ['garbage after the digest', encode(info, { filling: 8 })],
    ['garbage after the digest, long filling', encode(info, { filling: 100 })],
    ['garbage in the digest', encode(der(0x30, der(0x30, SHA256, NULL), der(0x04, digest, garbage)))],
    ['garbage in the parameters', encode(der(0x30, der(0x30, SHA256, der(0x04, garbage)), der(0x04, digest)))],
    ['garbage after the parameters', encode(der(0x30, der(0x30, SHA256, NULL, der(0x04, garbage)), der(0x04, digest)))],
    ['garbage after the algorithm', encode(der(0x30, der(0x30, SHA256, NULL), der(0x04, garbage), der(0x04, digest)))],
    ['garbage in DigestInfo', encode(der(0x30, der(0x30, SHA256, NULL), der(0x04, digest), garbage))],
    ['garbage before DigestInfo', encode(Buffer.concat([garbage, info]))],
    ['no parameters', encode(der(0x30, der(0x30, SHA256), der(0x04, digest)))],
    ['parameters with content', encode(der(0x30, der(0x30, SHA256, der(0x05, garbage)), der(0x04, digest)))],
    ['a long length', encode(long)],
    ['an indefinite length', encode(Buffer.concat([Buffer.of(0x30, 0x80), info.subarray(2), Buffer.alloc(2)]))],
    ['no DigestInfo', encode(digest)],
    ['the digest in a BIT STRING', encode(der(0x30, der(0x30, SHA256, NULL), der(0x03, digest)))],
    ['another hash', encode(der(0x30, der(0x30, Buffer.from('0609608648016503040202', 'hex'), NULL), der(0x04, digest)))],
    ['a short digest', encode(der(0x30, der(0x30, SHA256, NULL), der(0x04, digest.subarray(0, 31))))],
    ['another digest', encode(der(0x30, der(0x30, SHA256, NULL), der(0x04, flipped(digest, 5))))],
    ['filling of 7 bytes', encode(info, { filling: 7 })],
    ['no filling', encode(info, { filling: 0 })],
    ['filling with zeros', encode(info, { byte: 0 })],
    ['filling with 0xfe', encode(info, { byte: 0xfe })],
    ['block type 0', encode(info, { type: 0 })],
    ['block type 2', encode(info, { type: 2 })],
    ['no zero after the filling', encode(info, { end: 0xff })],
    ['one bit of the filling', flipped(encode(info), 100)],
  ];
  for (const [what, encoded, expected = false] of table) {
    const signature = crypto.privateEncrypt(
      { key: privateKey, padding: crypto.constants.RSA_NO_PADDING },
      encoded,
    );
    assert.equal(signature.length, 256, what);
    for (const backend of [undefined, ...ROWS.rsa.backends.verify]) {
      assert.equal(
        ferrosign.verifySync('sha256', DATA, publicKey, signature, { backend }),
        expected,
        `${backend}: ${what}`,
      );
    }
  }
});

// What must not be seen or done from outside.

test('Object.prototype polluted with the names of options changes nothing', async () => {
  const { privatePem, publicPem, privateDer, publicDer } = KEYS.rsa;
  const expected = crypto.sign('sha256', DATA, privatePem).toString('hex');
  const encrypted = { key: ENCRYPTED, passphrase: PASSPHRASE };
  const pss = { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32 };
  const made = crypto.sign('sha256', DATA, { key: privatePem, padding: 6, saltLength: 32 });
  const p1363 = crypto.sign('sha256', DATA, {
    key: KEYS['P-256'].node.privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  const der = crypto.sign('sha256', DATA, KEYS['P-256'].node.privateKey);
  const code = (call) => {
    try {
      return call();
    } catch (error) {
      return error.code ?? error.message;
    }
  };
  const hex = (bytes) => Buffer.from(bytes).toString('hex');
  // biome-ignore format: one row a line
  const calls = {
    sign: () => hex(ferrosign.signSync('sha256', DATA, privatePem)) === expected,
    'sign with options': () => hex(ferrosign.signSync('sha256', DATA, privatePem, {})) === expected,
    'sign with a padding': () => hex(ferrosign.signSync('sha256', DATA, privatePem, { padding: 1 })) === expected,
    'sign with { key }': () => hex(ferrosign.signSync('sha256', DATA, { key: privatePem })) === expected,
    'sign with a key object': () => hex(ferrosign.signSync('sha256', DATA, ferrosign.createPrivateKey(KEYS.rsa.node.privateKey))) === expected,
    'sign many': () => hex(ferrosign.signManySync('sha256', [DATA], privatePem)[0]) === expected,
    signer: () => ferrosign.createSigner('sha256', privatePem).backend,
    verify: () => ferrosign.verifySync('sha256', DATA, publicPem, Buffer.from(expected, 'hex')),
    'verify many': () => ferrosign.verifyManySync('sha256', [ { data: DATA, key: publicPem, signature: Buffer.from(expected, 'hex') }])[0],
    'verify without a key': () => ferrosign.verifyManySync('sha256', [{ data: DATA, signature: Buffer.alloc(1) }])[0],
    'verify PSS': () => ferrosign.verifySync('sha256', DATA, publicPem, made, { padding: 6 }),
    'verify PSS, WebCrypto': () => ferrosign.verifySync(pss, DATA, publicPem, made),
    'verify ECDSA': () => ferrosign.verifySync('sha256', DATA, KEYS['P-256'].publicPem, der),
    'verify ES256': () => ferrosign.verifySync('ES256', DATA, KEYS['P-256'].publicPem, p1363),
    'verify ECDSA, WebCrypto': () => ferrosign.verifySync({ name: 'ECDSA', hash: 'SHA-256' }, DATA, KEYS['P-256'].publicPem, p1363),
    HS256: () => hex(ferrosign.signSync('HS256', DATA, SECRET)),
    'secret key': () => hex(ferrosign.createSecretKey(SECRET).export()),
    'secret key, with options': () => hex(ferrosign.createSecretKey(SECRET).export({ format: 'buffer' })),
    'RSA-1024': () => code(() => ferrosign.signSync('sha256', DATA, SMALL.privatePem)),
    'RSA-1024 made': () => code(() => ferrosign.generateKeyPairSync('rsa', { modulusLength: 1024 })),
    'an empty algorithm object': () => code(() => ferrosign.signSync({}, DATA, privatePem)),
    'an empty key object': () => code(() => ferrosign.signSync('sha256', DATA, {})),
    'an empty JWK': () => code(() => ferrosign.createPublicKey({ key: {}, format: 'jwk' })),
    'no passphrase': () => code(() => ferrosign.createPrivateKey(ENCRYPTED)),
    'no passphrase, { key }': () => code(() => ferrosign.createPrivateKey({ key: ENCRYPTED })),
    'no passphrase, DER': () => code(() => ferrosign.createPrivateKey({ key: costly(2048), format: 'der' })),
    passphrase: () => ferrosign.createPrivateKey(encrypted).asymmetricKeyType,
    export: () => ferrosign.createPrivateKey(privatePem).export() === privatePem,
    'export with options': () => ferrosign.createPrivateKey(privatePem).export({}) === privatePem,
    'export DER': () => hex(ferrosign.createPrivateKey(privatePem).export({ format: 'der', type: 'pkcs8' })) === hex(privateDer),
    'import DER': () => hex(ferrosign.createPublicKey({ key: publicDer, format: 'der', type: 'spki' }).export({ format: 'der' })) === hex(publicDer),
    'import JWK': () => ferrosign.createPublicKey({ kty: 'EC', crv: 'P-256', x: EC_JWK.x, y: EC_JWK.y }).asymmetricKeyDetails.namedCurve,
    generate: () => typeof ferrosign.generateKeyPairSync('ed25519').privateKey,
    'generate with options': () => ferrosign.generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey.asymmetricKeyDetails.namedCurve,
    'generate without a curve': () => code(() => ferrosign.generateKeyPairSync('ec', {})),
    'generate PEM': () => ferrosign.generateKeyPairSync('ed25519', { privateKeyEncoding: { type: 'pkcs8', format: 'pem' } }).privateKey.slice(0, 27),
    'generate rsa-pss': () => String(Object.hasOwn(ferrosign.generateKeyPairSync('rsa-pss', { modulusLength: 2048 }).privateKey.asymmetricKeyDetails, 'saltLength')),
  };
  const results = () => {
    ferrosign.keyCache.clear();
    return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, code(call)]));
  };
  const clean = results();
  for (const [name, value] of Object.entries(clean)) {
    if (value === false || value === undefined) assert.fail(`${name} is ${value} without pollution`);
  }
  const pollution = {
    padding: 6,
    saltLength: 0,
    dsaEncoding: 'ieee-p1363',
    mgf1HashAlgorithm: 'sha1',
    mgf1_hash_algorithm: 'sha1',
    hashAlgorithm: 'sha512',
    backend: 'nope',
    allowInsecureKeySizes: true,
    encoding: 'base64',
    passphrase: PASSPHRASE,
    cipher: 'aes-256-cbc',
    format: 'jwk',
    type: 'pkcs1',
    key: KEYS.ed25519.privatePem,
    keyType: 'P-521',
    kty: 'oct',
    k: 'AAAA',
    d: EC_JWK.d,
    crv: 'P-521',
    namedCurve: 'P-521',
    asymmetricKeyType: 'ed25519',
    modulusLength: 3072,
    publicExponent: 3,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
    maxDerivationCost: 1,
    name: 'HMAC',
    hash: 'SHA-512',
    compressed: true,
    data: 'x',
    signature: 'x',
    algorithm: 'sha512',
    keyTypes: [],
    implied: { padding: 6 },
  };
  const changed = [];
  for (const [name, value] of Object.entries(pollution)) {
    let polluted;
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
    try {
      polluted = results();
    } finally {
      delete Object.prototype[name];
    }
    for (const call in calls) {
      if (polluted[call] !== clean[call]) changed.push(`${name}: ${call} is ${polluted[call]}`);
    }
  }
  assert.deepEqual(changed, []);
});

test('a key shows nothing of itself', () => {
  const keys = {
    ...Object.fromEntries(
      Object.entries(KEYS).map(([row, { node }]) => [row, ferrosign.createPrivateKey(node.privateKey)]),
    ),
    hmac: ferrosign.createSecretKey(SECRET),
    encrypted: ferrosign.createPrivateKey({ key: ENCRYPTED, passphrase: PASSPHRASE }),
  };
  for (const [row, key] of Object.entries(keys)) {
    const signer = ferrosign.createSigner(null, key);
    for (const shown of [key, signer, { key }, [signer], ferrosign.keyCache, ferrosign]) {
      const options = {
        showHidden: true,
        depth: 20,
        getters: true,
        maxStringLength: null,
        maxArrayLength: null,
      };
      for (const text of [inspect(shown), inspect(shown, options), JSON.stringify(shown), String(shown)]) {
        assertQuiet(text ?? '', row);
      }
    }
    assert.deepEqual(Reflect.ownKeys(key), [], 'nothing of its own to be read');
    assert.match(inspect(key), /^(Private|Secret)Key \{\s+type: '(private|secret)'/);
  }
});

test('a key comes only from here', () => {
  const key = ferrosign.createPrivateKey(KEYS['P-256'].privatePem);
  for (const name of ['PrivateKey', 'PublicKey', 'SecretKey']) {
    const Class = ferrosign[name];
    for (const args of [[], [Symbol('ferrosign')], [undefined, {}], [key]]) {
      assert.throws(() => new Class(...args), { name: 'TypeError', code: 'ERR_ILLEGAL_CONSTRUCTOR' });
      assert.throws(() => new (class extends Class {})(...args), { code: 'ERR_ILLEGAL_CONSTRUCTOR' });
    }
    const prototypes = [Class.prototype, Object.getPrototypeOf(Class.prototype)];
    for (const prototype of [...prototypes, Object.getPrototypeOf(prototypes[1])]) {
      for (const [member, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
        const method = get ?? value;
        if (member === 'constructor' || typeof method !== 'function' || member === 'type') continue;
        for (const self of [undefined, null, {}, 5, Object.create(Class.prototype), new Proxy(key, {})]) {
          if (prototype === Object.prototype) continue;
          assert.throws(() => method.call(self), TypeError, `${name}.${member}`);
        }
      }
    }
  }
  const impostors = {
    'a clone': structuredClone(key),
    'an object of the prototype': Object.create(ferrosign.PrivateKey.prototype),
    'a Proxy': new Proxy(key, {}),
    'a copy': { ...key },
    'a child': Object.create(key),
  };
  for (const [what, impostor] of Object.entries(impostors)) {
    for (const call of [
      () => ferrosign.signSync(null, DATA, impostor),
      () => ferrosign.createPrivateKey(impostor),
      () => ferrosign.createPublicKey(impostor),
      () => key.equals(impostor),
    ]) {
      assert.throws(call, { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' }, what);
    }
  }
  for (const other of [undefined, null, 5, 'x', KEYS['P-256'].node.privateKey]) {
    assert.throws(() => key.equals(other), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
  const signer = ferrosign.createSigner(null, key);
  assert.throws(() => {
    signer.backend = 'other';
  }, TypeError);
});

test('export: what is refused', () => {
  const key = (row) => ferrosign.createPrivateKey(KEYS[row].node.privateKey);
  const EXPORT = 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS';
  // biome-ignore format: one row a line
  for (const [what, from, options, code, message] of [
    ['null', key('rsa'), null, TYPE, /options/],
    ['text', key('rsa'), 'pem', TYPE, /options/],
    ['an unknown format', key('rsa'), { format: 'xml' }, VALUE, /format/],
    ['an unknown type', key('rsa'), { format: 'pem', type: 'pkcs7' }, VALUE, /type/],
    ['a type that is a number', key('rsa'), { format: 'pem', type: 8 }, TYPE, /type/],
    ['spki of a private key', key('rsa'), { format: 'pem', type: 'spki' }, VALUE, /type/],
    ['pkcs8 of a public key', key('rsa').publicKey, { format: 'pem', type: 'pkcs8' }, VALUE, /type/],
    ['pkcs1 of an EC key', key('P-256'), { format: 'pem', type: 'pkcs1' }, EXPORT, /RSA/],
    ['sec1 of an RSA key', key('rsa'), { format: 'pem', type: 'sec1' }, EXPORT, /EC/],
    ['sec1 of an Ed25519 key', key('ed25519'), { format: 'pem', type: 'sec1' }, EXPORT, /EC/],
    ['an unknown cipher', key('rsa'), { format: 'pem', type: 'pkcs8', cipher: 'rot13', passphrase: 'x' }, 'ERR_CRYPTO_UNKNOWN_CIPHER', /rot13/],
    ['a cipher without a passphrase', key('rsa'), { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc' }, VALUE, /passphrase/],
    ['a passphrase that is a number', key('rsa'), { format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 5 }, TYPE, /passphrase/],
    ['a cipher that is a number', key('rsa'), { format: 'pem', type: 'pkcs8', cipher: 5, passphrase: 'x' }, TYPE, /cipher/],
    ['a cipher for a public key', key('rsa').publicKey, { format: 'pem', type: 'spki', cipher: 'aes-256-cbc', passphrase: 'x' }, EXPORT, /encrypted/],
    ['a cipher for a JWK', key('rsa'), { format: 'jwk', cipher: 'aes-256-cbc', passphrase: 'x' }, EXPORT, /encrypted/],
    ['a cipher for PKCS#1 in DER', key('rsa'), { format: 'der', type: 'pkcs1', cipher: 'aes-256-cbc', passphrase: 'x' }, EXPORT, /encrypt/],
    ['a JWK of rsa-pss', key('rsa-pss'), { format: 'jwk' }, EXPORT, /JWK/],
    ['raw RSA', key('rsa'), { format: 'raw' }, `${VALUE}|${EXPORT}`, /raw/],
    ['raw RSA, public', key('rsa').publicKey, { format: 'raw' }, `${VALUE}|${EXPORT}`, /raw/],
    ['a secret in PEM', ferrosign.createSecretKey(SECRET), { format: 'pem' }, VALUE, /format/],
    ['a secret with null', ferrosign.createSecretKey(SECRET), null, TYPE, /options/],
  ]) {
    assertCoded(
      thrown(() => from.export(options), what),
      code,
      message,
      what,
    );
  }
});

// Makers of what the table needs.

function costly(iterations) {
  const oid = (hex) => der(0x06, Buffer.from(hex, 'hex'));
  const kdf = der(
    0x30,
    oid('2a864886f70d01050c'),
    der(
      0x30,
      der(0x04, Buffer.alloc(8)),
      derInteger(BigInt(iterations)),
      der(0x30, oid('2a864886f70d0209'), der(0x05)),
    ),
  );
  const cipher = der(0x30, oid('60864801650304012a'), der(0x04, Buffer.alloc(16)));
  return der(0x30, der(0x30, oid('2a864886f70d01050d'), der(0x30, kdf, cipher)), der(0x04, Buffer.alloc(64)));
}

function bound() {
  const { node } = pair('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha256',
    saltLength: 20,
  });
  const BOUND = /bound to sha256/;
  return [
    ['a bound key with another hash', sign('sha512', node.privateKey), ALGORITHM, BOUND],
    ['a bound key with another JOSE name', sign('PS512', node.privateKey), ALGORITHM, BOUND],
    [
      'a bound key with another MGF1',
      verify('sha256', node.publicKey, { mgf1HashAlgorithm: 'sha1' }),
      ALGORITHM,
      BOUND,
    ],
    [
      'a bound key with a shorter salt',
      sign('sha256', node.privateKey, { saltLength: 19 }),
      ALGORITHM,
      BOUND,
    ],
    [
      'a bound key with a shorter salt, verify',
      verify('sha256', node.publicKey, { saltLength: 0 }),
      ALGORITHM,
      BOUND,
    ],
  ];
}

function circular() {
  const jwk = { kty: 'RSA', e: 'AQAB' };
  jwk.n = jwk;
  return jwk;
}

function nested(levels) {
  let value = [];
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

function longer(text) {
  return Buffer.concat([Buffer.alloc(1), Buffer.from(text, 'base64url')]).toString('base64url');
}

function changed(text) {
  return flipped(Buffer.from(text, 'base64url'), -1).toString('base64url');
}

function pick({ node }, ...names) {
  const jwk = node.privateKey.export({ format: 'jwk' });
  return Object.fromEntries(names.map((name) => [name, jwk[name]]));
}

function pkcs8v2(seed, publicHalf) {
  const algorithm = der(0x30, der(0x06, [0x2b, 0x65, 0x70]));
  const half = der(0x81, [0], Buffer.from(publicHalf, 'base64url'));
  return der(0x30, derInteger(1n), algorithm, der(0x04, der(0x04, Buffer.from(seed, 'base64url'))), half);
}

function otherHalf() {
  const other = pick(pair('ec', { namedCurve: 'P-256' }), 'x', 'y');
  const point = Buffer.concat([
    Buffer.of(0, 4),
    ...['x', 'y'].map((name) => Buffer.from(other[name], 'base64url')),
  ]);
  const curve = der(0xa0, Buffer.from('06082a8648ce3d030107', 'hex'));
  return der(
    0x30,
    derInteger(1n),
    der(0x04, Buffer.from(EC_JWK.d, 'base64url')),
    curve,
    der(0xa1, der(0x03, point)),
  );
}

function spki(parameters) {
  const algorithm = der(0x30, Buffer.from('06072a8648ce3d0201', 'hex'), Buffer.from(parameters, 'hex'));
  return der(0x30, algorithm, der(0x03, [0, 4], Buffer.alloc(64)));
}

function rsaJwk(bits, last = 1) {
  const n = Buffer.alloc(bits / 8, 0xa5);
  n[n.length - 1] = 0xa4 | last;
  return { kty: 'RSA', n: n.toString('base64url'), e: 'AQAB' };
}
