'use strict';

// The public key behind an ECDSA signature on secp256k1 (SEC 1 section 4.1.6), as Ethereum and Bitcoin use it.

const native = require('./addon.js');
const { bytes, checkEncoding, own, signatureBytes } = require('./bytes.js');
const { invalidArgType, outOfRange } = require('./errors.js');
const { wrap } = require('./key.js');

const COMPACT = 64;

function recoverPublicKey(data, signature, recoveryId, options = {}) {
  if (typeof options !== 'object' || options === null)
    throw invalidArgType('options', 'of type object', options);
  let claimed = signatureBytes(signature, checkEncoding(own(options, 'encoding')));
  if (recoveryId === undefined && claimed.length === COMPACT + 1) {
    recoveryId = claimed[COMPACT];
    claimed = claimed.subarray(0, COMPACT);
  }
  if (typeof recoveryId !== 'number') throw invalidArgType('recoveryId', 'of type number', recoveryId);
  if (!Number.isInteger(recoveryId) || recoveryId < 0 || recoveryId > 3) {
    throw outOfRange('recoveryId', '>= 0 && <= 3', recoveryId);
  }
  const hash = own(options, 'hash') ?? 'sha256';
  if (typeof hash !== 'string') throw invalidArgType('options.hash', 'of type string', hash);
  const prehashed = own(options, 'prehashed') === true;
  return wrap('public', native.recoverPublicKey(bytes(data, 'data'), claimed, recoveryId, hash, prehashed));
}

module.exports = { recoverPublicKey };
