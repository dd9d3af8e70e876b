'use strict';

// Keys of ferrosign/crypto: they are node's own, and what signs with them is known from where they come.

const assert = require('node:assert/strict');
const original = require('node:crypto');
const test = require('node:test');
const { isKeyObject } = require('node:util').types;
const { promisify } = require('node:util');

const ours = require('ferrosign/crypto');

const { differences, outcome, told } = require('./outcome.js');
const { everyKey, pairs } = require('./keys.js');

test('createPrivateKey, createPublicKey and createSecretKey read as node does', () => {
  const cases = Object.entries(everyKey()).map(([title, key]) => ({ title, key }));
  for (const name of ['createPrivateKey', 'createPublicKey', 'createSecretKey']) {
    const read =
      (library) =>
      ({ key }) => {
        const object = library[name](key);
        assert(object instanceof original.KeyObject);
        return [object.type, object.export({ format: 'jwk' })];
      };
    assert.deepEqual(differences(cases, { original: read(original), ours: read(ours) }), [], name);
  }
});

/** Makes node:crypto refuse to sign, so that whoever gets through has not asked it. */
function withoutNode(t) {
  for (const name of ['sign', 'createSign', 'generateKeyPair', 'generateKeyPairSync']) {
    t.mock.method(original, name, () => {
      throw new Error(`node:crypto's ${name} was called`);
    });
  }
}

test('an object that is made again and again from one text is one key', (t) => {
  const sign = () => ours.sign('sha256', 'data', ours.createPrivateKey(pairs.rsa.privateKey));
  const signature = sign();
  sign();
  withoutNode(t);
  assert.deepEqual(sign(), signature);
});

const pem = {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
};

test('RSA key pairs: objects and every encoding, natively', async (t) => {
  const requests = [
    { modulusLength: 2048 },
    { modulusLength: 1024, publicExponent: 65537 },
    { modulusLength: 2048, ...pem },
    { modulusLength: 2048, publicKeyEncoding: { type: 'pkcs1', format: 'der' } },
    { modulusLength: 2048, publicKeyEncoding: { format: 'jwk' }, privateKeyEncoding: { format: 'jwk' } },
    {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' },
    },
  ];
  withoutNode(t);
  for (const request of requests) {
    const { publicKey, privateKey } = ours.generateKeyPairSync('rsa', request);
    const promised = await promisify(ours.generateKeyPair)('rsa', request);
    const called = await new Promise((resolve, reject) => {
      ours.generateKeyPair('rsa', request, (error, publicKey, privateKey) =>
        error ? reject(error) : resolve({ publicKey, privateKey }),
      );
    });
    for (const pair of [{ publicKey, privateKey }, promised, called]) {
      assert.deepEqual(Object.keys(pair), ['publicKey', 'privateKey']);
      assert.equal(isKeyObject(pair.publicKey), request.publicKeyEncoding === undefined);
      assert.equal(isKeyObject(pair.privateKey), request.privateKeyEncoding === undefined);
      const read = (create, key, encoding) =>
        isKeyObject(key) ? key : create({ key, passphrase: 'open', ...encoding });
      const opened = read(original.createPrivateKey, pair.privateKey, request.privateKeyEncoding);
      const closed = read(original.createPublicKey, pair.publicKey, request.publicKeyEncoding);
      assert.equal(opened.asymmetricKeyDetails.modulusLength, request.modulusLength);
      assert.equal(opened.asymmetricKeyDetails.publicExponent, 65537n);
      assert(original.createPublicKey(opened).equals(closed));
      if (isKeyObject(pair.privateKey)) ours.sign('sha256', 'data', pair.privateKey);
    }
  }
});

function answerTo(library, type, options) {
  return new Promise((resolve) => {
    try {
      library.generateKeyPair(type, options, (error) => resolve({ error: error && told(error) }));
    } catch (thrown) {
      resolve({ thrown: told(thrown) });
    }
  });
}

test('what else is asked for is of node, its errors too', async () => {
  const requests = [
    ['rsa', undefined],
    ['rsa', null],
    ['rsa', {}],
    ['rsa', { modulusLength: '2048' }],
    ['rsa', { modulusLength: 2048.5 }],
    ['rsa', { modulusLength: -1 }],
    ['rsa', { modulusLength: 2048, publicExponent: '3' }],
    ['rsa', { modulusLength: 1024, publicExponent: 4 }],
    ['rsa', { modulusLength: 2048, publicKeyEncoding: 'pem' }],
    ['rsa', { modulusLength: 1024, publicKeyEncoding: {} }],
    ['rsa', { modulusLength: 1024, publicKeyEncoding: { type: 'pkcs8', format: 'pem' } }],
    ['rsa', { modulusLength: 1024, ...pem, privateKeyEncoding: { type: 'sec1', format: 'pem' } }],
    [
      'rsa',
      {
        modulusLength: 1024,
        ...pem,
        privateKeyEncoding: { ...pem.privateKeyEncoding, cipher: 'no such', passphrase: 'x' },
      },
    ],
    [
      'rsa',
      {
        modulusLength: 1024,
        ...pem,
        privateKeyEncoding: { ...pem.privateKeyEncoding, cipher: 'aes-256-cbc' },
      },
    ],
    [
      'rsa',
      {
        modulusLength: 1024,
        ...pem,
        privateKeyEncoding: { ...pem.privateKeyEncoding, cipher: 5, passphrase: 'x' },
      },
    ],
    ['ec', {}],
    ['ec', { namedCurve: 'no such' }],
    ['no such', {}],
    [5, {}],
  ];
  for (const [type, options] of requests) {
    const title = JSON.stringify([type, options]);
    const generate = (library) => outcome(() => library.generateKeyPairSync(type, options));
    const expected = generate(original);
    assert.notEqual(expected.error, undefined, title);
    assert.deepEqual(generate(ours), expected, title);
    assert.deepEqual(await answerTo(ours, type, options), await answerTo(original, type, options), title);
    assert.deepEqual(
      outcome(() => ours.generateKeyPair(type, options)),
      outcome(() => original.generateKeyPair(type, options)),
      title,
    );
  }
  for (const [type, options] of [
    ['ed25519'],
    ['ec', { namedCurve: 'P-256' }],
    ['rsa', { modulusLength: 512 }],
    ['rsa', { modulusLength: 1024, publicExponent: 3 }],
    ['rsa-pss', { modulusLength: 1024 }],
  ]) {
    const { publicKey, privateKey } = ours.generateKeyPairSync(type, options);
    assert.equal(privateKey.asymmetricKeyType, type);
    const promised = await promisify(ours.generateKeyPair)(type, options);
    assert.deepEqual(promised.publicKey.asymmetricKeyDetails, publicKey.asymmetricKeyDetails);
  }
});
