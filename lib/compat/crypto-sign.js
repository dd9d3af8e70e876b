'use strict';

// sign, verify, Sign and Verify of node:crypto. What they are given is gathered until a key comes; where that signs
// natively, node's own object is never made. Everywhere else node gets what was gathered.

const crypto = require('node:crypto');
const { Writable } = require('node:stream');
const { isAnyArrayBuffer } = require('node:util').types;

const { runVerify, submitSign, submitVerify } = require('../sign.js');
const { Gathered } = require('./gathered.js');
const { attempt, digests, knownKey } = require('./node-keys.js');
const { isWritten, ofItsOwn, signed } = require('./written.js');

const { RSA_PKCS1_PSS_PADDING } = crypto.constants;

const GATHERED = Symbol('gathered');
const DIGEST = Symbol('digest');

function Sign(algorithm, options) {
  if (!(this instanceof Sign)) return new Sign(algorithm, options);
  begin(this, algorithm, options, crypto.createSign);
}

function Verify(algorithm, options) {
  if (!(this instanceof Verify)) return new Verify(algorithm, options);
  begin(this, algorithm, options, crypto.createVerify);
}

function begin(stream, algorithm, options, createOriginal) {
  const digest = digests.get(algorithm);
  stream[DIGEST] = digest;
  stream[GATHERED] = new Gathered(() => createOriginal(algorithm, options), digest === undefined);
  Writable.call(stream, options);
}

Object.setPrototypeOf(Sign.prototype, crypto.Sign.prototype);
Object.setPrototypeOf(Sign, crypto.Sign);
Object.setPrototypeOf(Verify.prototype, crypto.Verify.prototype);
Object.setPrototypeOf(Verify, crypto.Verify);

for (const { prototype } of [Sign, Verify]) {
  prototype._write = function _write(chunk, encoding, callback) {
    this.update(chunk, encoding);
    callback();
  };

  prototype.update = function update(data, encoding) {
    this[GATHERED].add(data, encoding);
    return this;
  };
}

Sign.prototype.sign = function sign(options, encoding) {
  const gathered = this[GATHERED];
  const signer =
    gathered.isAtHand && isWritten(encoding) ? load('private', this[DIGEST], options) : undefined;
  const signature = signer && attempt(() => signed(signer, gathered.data(), encoding));
  if (signature === undefined) return gathered.node().sign(options, encoding);
  gathered.spend(spentSign);
  return signature;
};

Verify.prototype.verify = function verify(options, signature, encoding) {
  const gathered = this[GATHERED];
  const verifier = gathered.isAtHand ? load('public', this[DIGEST], options) : undefined;
  const claimed = verifier && signatureBytes(signature, encoding);
  const verdict = claimed && attempt(() => runVerify(verifier, gathered.data(), claimed));
  if (verdict === undefined || !isFinal(verdict, options))
    return gathered.node().verify(options, signature, encoding);
  gathered.spend(spentVerify);
  return verdict;
};

function createSign(algorithm, options) {
  return new Sign(algorithm, options);
}

function createVerify(algorithm, options) {
  return new Verify(algorithm, options);
}

// What node's objects are once they have signed or verified.

let throwaway;

function spentSign() {
  throwaway ??= crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spent = crypto.createSign('sha256');
  spent.sign(throwaway.privateKey);
  return spent;
}

function spentVerify() {
  throwaway ??= crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spent = crypto.createVerify('sha256');
  spent.verify(throwaway.publicKey, '');
  return spent;
}

// In one call.

function sign(algorithm, data, key, callback) {
  const signer = isData(data) && isCallback(callback) ? loadOneShot('private', algorithm, key) : undefined;
  const answer = signer && attempt(() => (callback ? submitSign(signer, data) : signed(signer, data)));
  if (answer === undefined) return crypto.sign(algorithm, data, key, callback);
  if (callback === undefined) return answer;
  tell(callback, answer.then(ofItsOwn), () => crypto.sign(algorithm, data, key, callback), key);
}

function verify(algorithm, data, key, signature, callback) {
  const usual = isData(data) && isCallback(callback) && typeof signature !== 'string';
  const verifier = usual ? loadOneShot('public', algorithm, key) : undefined;
  const claimed = verifier && signatureBytes(signature);
  const answer =
    claimed &&
    attempt(() => (callback ? submitVerify(verifier, data, claimed) : runVerify(verifier, data, claimed)));
  const otherwise = () => crypto.verify(algorithm, data, key, signature, callback);
  if (answer === undefined || !isFinal(answer, key)) return otherwise();
  if (callback === undefined) return answer;
  tell(callback, answer, otherwise, key);
}

/** As node calls back: from the event loop, where what is thrown is an uncaught exception. */
function tell(callback, promise, otherwise, key) {
  promise.then(
    (value) => (isFinal(value, key) ? process.nextTick(callback, null, value) : process.nextTick(otherwise)),
    () => process.nextTick(otherwise),
  );
}

/**
 * Of r || s in another length than it has, node says more than that it is wrong; and a PSS signature that begins with
 * zeros node takes without them, as RFC 8017, section 8.1.2, does not.
 */
function isFinal(value, { dsaEncoding, padding }) {
  return value !== false || (dsaEncoding !== 'ieee-p1363' && padding !== RSA_PKCS1_PSS_PADDING);
}

function isData(data) {
  return typeof data === 'string' || ArrayBuffer.isView(data) || isAnyArrayBuffer(data);
}

function isCallback(callback) {
  return callback === undefined || typeof callback === 'function';
}

function loadOneShot(type, algorithm, options) {
  const digest = algorithm == null ? null : digests.get(algorithm);
  return digest === undefined || options?.context !== undefined ? undefined : load(type, digest, options);
}

/** What signs or verifies as node would with the key and the options in one; undefined where node has to. */
function load(type, digest, options) {
  return knownKey(type, options)?.load(digest, typeof options === 'string' ? undefined : options);
}

/** Of a string node takes what it understands. undefined where node has to say. */
function signatureBytes(signature, encoding) {
  if (typeof signature !== 'string') return isData(signature) ? signature : undefined;
  return encoding === undefined || Buffer.isEncoding(encoding) ? Buffer.from(signature, encoding) : undefined;
}

module.exports = { Sign, Verify, createSign, createVerify, sign, verify };
