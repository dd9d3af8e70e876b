'use strict';

// createPrivateKey, createPublicKey and generateKeyPair of node:crypto. The keys are node's own; what is remembered is
// which of ours each of them is.

const crypto = require('node:crypto');
const { promisify } = require('node:util');

const { generateKeyPair: generate, generateKeyPairSync: generateSync } = require('../generate.js');
const { keyObjectOf } = require('./jose-keys.js');
const { attempt, link, remember } = require('./node-keys.js');

function createPrivateKey(input) {
  const object = crypto.createPrivateKey(input);
  link('private', input, object);
  return object;
}

function createPublicKey(input) {
  const object = crypto.createPublicKey(input);
  link('public', input, object);
  return object;
}

function generateKeyPairSync(type, options) {
  const request = requestOf(type, options);
  const pair = request && attempt(() => pairOf(generateSync('rsa', request), options));
  return pair ?? crypto.generateKeyPairSync(type, options);
}

function generateKeyPair(type, options, callback) {
  const request = typeof callback === 'function' ? requestOf(type, options) : undefined;
  if (request === undefined) {
    crypto.generateKeyPair(type, options, callback);
    return;
  }
  generate('rsa', request)
    .then((pair) => pairOf(pair, options))
    .then(
      ({ publicKey, privateKey }) => process.nextTick(callback, null, publicKey, privateKey),
      () => crypto.generateKeyPair(type, options, callback),
    );
}

Object.defineProperty(generateKeyPair, promisify.custom, {
  value: (type, options) =>
    new Promise((resolve, reject) => {
      generateKeyPair(type, options, (error, publicKey, privateKey) =>
        error ? reject(error) : resolve({ publicKey, privateKey }),
      );
    }),
});

const EXPONENT = 0x10001;

/** Ours generates RSA keys of the usual kind; undefined where node has to, or has something to say to the options. */
function requestOf(type, options) {
  if (type !== 'rsa' || typeof options !== 'object' || options === null) return undefined;
  const { modulusLength, publicExponent = EXPONENT, publicKeyEncoding, privateKeyEncoding } = options;
  const isUsual =
    Number.isInteger(modulusLength) &&
    modulusLength >= 1024 &&
    modulusLength <= 16384 &&
    publicExponent === EXPONENT &&
    isEncoding(publicKeyEncoding, ['spki', 'pkcs1']) &&
    isEncoding(privateKeyEncoding, ['pkcs8', 'pkcs1']) &&
    isCipher(privateKeyEncoding);
  return isUsual ? { modulusLength, allowInsecureKeySizes: true } : undefined;
}

function isEncoding(encoding, types) {
  if (encoding === undefined) return true;
  if (typeof encoding !== 'object' || encoding === null) return false;
  const { type, format } = encoding;
  if (format === 'jwk') return type === undefined;
  return types.includes(type) && (format === 'pem' || format === 'der');
}

function isCipher({ format, cipher, passphrase } = {}) {
  if (cipher == null) return passphrase === undefined;
  return format !== 'jwk' && typeof passphrase === 'string' && crypto.getCiphers().includes(cipher);
}

function pairOf({ publicKey, privateKey }, { publicKeyEncoding, privateKeyEncoding }) {
  return {
    publicKey: encoded('public', publicKey, publicKeyEncoding),
    privateKey: encoded('private', privateKey, privateKeyEncoding),
  };
}

function encoded(type, key, encoding) {
  const object = keyObjectOf(key);
  if (encoding !== undefined) return object.export(encoding);
  remember(type, object, key);
  return object;
}

module.exports = { createPrivateKey, createPublicKey, generateKeyPair, generateKeyPairSync };
