'use strict';

// createHmac of node:crypto, native from the second use of a secret on.

const crypto = require('node:crypto');

const { Gathered } = require('./gathered.js');
const { attempt, digests, knownSecret } = require('./node-keys.js');
const { isWritten, signed } = require('./written.js');

const GATHERED = Symbol('gathered');
const SIGNER = Symbol('signer');

function Hmac(algorithm, key, options) {
  const digest = options == null ? digests.get(algorithm) : undefined;
  const secret = digest && knownSecret(key);
  this[SIGNER] = secret?.known?.load(digest);
  const given = secret === undefined ? key : secret.copy;
  this[GATHERED] = new Gathered(
    () => crypto.createHmac(algorithm, given, options),
    this[SIGNER] === undefined,
  );
  // What node's Hmac becomes a stream with, at its first use as one.
  this._options = options;
}

Object.setPrototypeOf(Hmac.prototype, crypto.Hmac.prototype);
Object.setPrototypeOf(Hmac, crypto.Hmac);

Hmac.prototype.update = function update(data, encoding) {
  this[GATHERED].add(data, encoding);
  return this;
};

Hmac.prototype.digest = function digest(encoding) {
  const gathered = this[GATHERED];
  const isNative = gathered.isAtHand && isWritten(encoding);
  const code = isNative ? attempt(() => signed(this[SIGNER], gathered.data(), encoding)) : undefined;
  if (code === undefined) return gathered.node().digest(encoding);
  gathered.spend(spentHmac);
  return code;
};

Hmac.prototype._transform = function _transform(chunk, encoding, callback) {
  this.update(chunk, encoding);
  callback();
};

Hmac.prototype._flush = function _flush(callback) {
  this.push(this.digest());
  callback();
};

function spentHmac() {
  const spent = crypto.createHmac('sha256', '');
  spent.digest();
  return spent;
}

function createHmac(algorithm, key, options) {
  return new Hmac(algorithm, key, options);
}

/** node's Hmac stays what it is, deprecated; what createHmac makes is an instance of it. */
module.exports = { createHmac };
