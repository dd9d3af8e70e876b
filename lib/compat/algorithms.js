'use strict';

// The algorithms of jws: signed and verified natively where a key is the algorithm's own. With any other key node:crypto
// answers, by the calls that jwa makes: odd keys keep their results and their errors.

const crypto = require('node:crypto');

const { runSign, runVerify, signerOf, verifierOf } = require('../sign.js');
const { JoseKey, privateKey, publicKey, secretKey } = require('./jose-keys.js');

/** The signature of `data`, which is ASCII, in base64url. `key`: as jws takes it, or one of jose-keys.js. */
function sign(algorithm, data, key) {
  const { type } = algorithmOf(algorithm);
  if (type === 'none') return '';
  const known = keyFor(type, key, privateKey);
  const { signer, failure } = loadSigner(algorithm, known);
  if (signer !== undefined) return runSign(signer, data, 'base64url');
  return nodeSign(algorithm, data, original(key), failure);
}

function verify(algorithm, data, signature, key) {
  const { type, size } = algorithmOf(algorithm);
  if (type === 'none') return signature === '';
  if (size !== undefined) checkSize(algorithm, size, signature);
  const known = keyFor(type, key, publicKey);
  const { verifier, failure } = loadVerifier(algorithm, known);
  if (verifier !== undefined) return runVerify(verifier, data, signatureBytes(algorithm, signature));
  return nodeVerify(algorithm, data, signature, original(key), failure);
}

/** What signs with `key`, if anything does natively, or why nothing does: remembered on the key. */
function loadSigner(algorithm, key) {
  return key?.signers.get(algorithm) ?? load(algorithm, key, 'signers', signerFrom);
}

function loadVerifier(algorithm, key) {
  return key?.verifiers.get(algorithm) ?? load(algorithm, key, 'verifiers', verifierFrom);
}

function load(algorithm, key, where, loadFrom) {
  if (key?.key === undefined || algorithmOf(algorithm).type === 'none') return NOTHING;
  let loaded;
  try {
    loaded = loadFrom(algorithm, key.key);
  } catch (failure) {
    loaded = { failure };
  }
  key[where].set(algorithm, loaded);
  return loaded;
}

const NOTHING = Object.freeze({});

function signerFrom(algorithm, key) {
  return { signer: signerOf(algorithm, key, ANY_SIZE) };
}

function verifierFrom(algorithm, key) {
  return { verifier: verifierOf(algorithm, key.type === 'private' ? key.publicKey : key, ANY_SIZE) };
}

/** What is refused for its size, the libraries refuse themselves, in their words. */
const ANY_SIZE = Object.freeze({ allowInsecureKeySizes: true });

/** The bytes of a signature; of HMAC, whose text jwa compares, none where it is not exactly as they are written. */
function signatureBytes(algorithm, signature) {
  if (algorithmOf(algorithm).type !== 'secret') return Buffer.from(signature.toString(), 'base64url');
  const bytes = Buffer.from(signature, 'base64url');
  return bytes.toString('base64url') === signature ? bytes : NO_BYTES;
}

const NO_BYTES = Buffer.alloc(0);

// The table. `digest` and `padding`: for node's calls, which HMAC and EdDSA do without; `size`: of r and of s.

const PSS = {
  padding: crypto.constants.RSA_PKCS1_PSS_PADDING,
  saltLength: crypto.constants.RSA_PSS_SALTLEN_DIGEST,
};

const ALGORITHMS = {
  __proto__: null,
  HS256: { type: 'secret' },
  HS384: { type: 'secret' },
  HS512: { type: 'secret' },
  RS256: { type: 'pair', digest: 'RSA-SHA256' },
  RS384: { type: 'pair', digest: 'RSA-SHA384' },
  RS512: { type: 'pair', digest: 'RSA-SHA512' },
  PS256: { type: 'pair', digest: 'RSA-SHA256', padding: PSS },
  PS384: { type: 'pair', digest: 'RSA-SHA384', padding: PSS },
  PS512: { type: 'pair', digest: 'RSA-SHA512', padding: PSS },
  ES256: { type: 'pair', digest: 'RSA-SHA256', size: 32 },
  ES384: { type: 'pair', digest: 'RSA-SHA384', size: 48 },
  ES512: { type: 'pair', digest: 'RSA-SHA512', size: 66 },
  ES256K: { type: 'pair', digest: 'RSA-SHA256', size: 32 },
  EdDSA: { type: 'pair' },
  none: { type: 'none' },
};

/** Their names, without the one that does not sign. */
const names = Object.keys(ALGORITHMS).filter((name) => name !== 'none');

function algorithmOf(name) {
  const algorithm = ALGORITHMS[name];
  if (algorithm !== undefined && typeof name === 'string') return algorithm;
  throw new TypeError(
    `"${name}" is not a valid algorithm.\n  Supported algorithms are:\n  "HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512" and "none".`,
  );
}

function keyFor(type, key, read) {
  if (key instanceof JoseKey) return key;
  if (type === 'pair') return read(key);
  checkSecret(key);
  return secretKey(key);
}

// What jwa says of keys and signatures that it does not take.

function checkSecret(key) {
  if (Buffer.isBuffer(key) || typeof key === 'string') return;
  if (typeof key === 'object' && key.type === 'secret' && typeof key.export === 'function') return;
  throw new TypeError('secret must be a string or bufferor a KeyObject');
}

function checkPrivate(key) {
  if (typeof key === 'string' || typeof key === 'object') return;
  throw new TypeError('key must be a string, a buffer or an object');
}

function checkPublic(key) {
  if (Buffer.isBuffer(key) || typeof key === 'string') return;
  if (
    typeof key === 'object' &&
    typeof key.type === 'string' &&
    typeof key.asymmetricKeyType === 'string' &&
    typeof key.export === 'function'
  )
    return;
  throw new TypeError('key must be a string or a buffer or a KeyObject');
}

function checkSize(algorithm, size, signature) {
  if (typeof signature !== 'string')
    throw new TypeError('ECDSA signature must be a Base64 string or a Buffer');
  const { length } = Buffer.from(signature, 'base64');
  if (length === 2 * size) return;
  throw new TypeError(`"${algorithm}" signatures must be "${2 * size}" bytes, saw "${length}"`);
}

// node:crypto, as jwa calls it.

function original(key) {
  return key instanceof JoseKey ? key.object : key;
}

function nodeSign(algorithm, data, key, failure) {
  const { digest, padding, size } = algorithmOf(algorithm);
  if (digest === undefined) throw failure ?? new TypeError(NOT_ITS_KEY);
  checkPrivate(key);
  const signer = crypto.createSign(digest).update(data);
  if (padding !== undefined) return signer.sign({ key, ...padding }, 'base64url');
  const signature = signer.sign(key);
  return (size === undefined ? signature : fromDer(signature, size)).toString('base64url');
}

function nodeVerify(algorithm, data, signature, key, failure) {
  const { digest, padding, size } = algorithmOf(algorithm);
  if (digest === undefined) throw failure ?? new TypeError(NOT_ITS_KEY);
  checkPublic(key);
  const bytes = Buffer.from(signature.toString(), 'base64url');
  const verifier = crypto.createVerify(digest).update(data);
  if (padding !== undefined) return verifier.verify({ key, ...padding }, bytes);
  return verifier.verify(key, size === undefined ? bytes : toDer(bytes, size));
}

const NOT_ITS_KEY = 'key must be one of the algorithm, in a form that node:crypto takes';

// ECDSA signatures between DER, which node's streams have, and r || s. Only of curves that are not the algorithm's own.

const INTEGER = 0x02;
const SEQUENCE = 0x30;
const LONG_FORM = 0x81;

function fromDer(der, size) {
  if (der[0] !== SEQUENCE) throw new Error('Could not find expected "seq"');
  const start = der[1] === LONG_FORM ? 3 : 2;
  const r = integerAt(der, start, 'r', size);
  const s = integerAt(der, start + 2 + r.length, 's', size);
  return Buffer.concat([fit(r, size), fit(s, size)]);
}

function integerAt(der, at, name, size) {
  if (der[at] !== INTEGER) throw new Error(`Could not find expected "int" for "${name}"`);
  const length = der[at + 1];
  if (length > size + 1)
    throw new Error(`"${name}" specified length of "${length}", max of "${size + 1}" is acceptable`);
  return der.subarray(at + 2, at + 2 + length);
}

function fit(integer, size) {
  return integer.length > size
    ? integer.subarray(1)
    : Buffer.concat([Buffer.alloc(size - integer.length), integer]);
}

function toDer(signature, size) {
  const body = Buffer.concat([signature.subarray(0, size), signature.subarray(size)].map(writeInteger));
  return Buffer.concat([
    Buffer.from(body.length < 0x80 ? [SEQUENCE] : [SEQUENCE, LONG_FORM]),
    Buffer.from([body.length]),
    body,
  ]);
}

/** The shortest form, of which the first bit says the sign. */
function writeInteger(bytes) {
  let start = 0;
  while (start < bytes.length - 1 && bytes[start] === 0) start++;
  const positive = bytes[start] < 0x80 ? [] : [0];
  return Buffer.from([
    INTEGER,
    positive.length + bytes.length - start,
    ...positive,
    ...bytes.subarray(start),
  ]);
}

module.exports = { loadSigner, loadVerifier, names, sign, signatureBytes, verify };
