'use strict';

// Signatures in the form in which node:crypto gives them.

const { runSign } = require('../sign.js');

/** Whether `encoding` is a Buffer's, or stands for a Buffer. */
function isWritten(encoding) {
  return !encoding || encoding === 'buffer' || Buffer.isEncoding(encoding);
}

/** The signature of `data` in `encoding`. */
function signed(signer, data, encoding) {
  return encoding && encoding !== 'buffer'
    ? runSign(signer, data, encoding)
    : ofItsOwn(runSign(signer, data));
}

/** A Buffer that shares its memory with no other, as all that node's signing gives. */
function ofItsOwn(signature) {
  const copy = Buffer.allocUnsafeSlow(signature.length);
  copy.set(signature);
  return copy;
}

module.exports = { isWritten, ofItsOwn, signed };
