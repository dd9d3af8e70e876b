'use strict';
// PEM as every engine takes and gives it: PKCS#8 for the private key, SPKI for the public key.

/** What node:crypto, and whoever speaks its words, is asked for when keys are generated. */
const pemEncodings = {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
};

/** The bytes inside a PEM string. Node's base64 decoder skips the line breaks. */
function derFromPem(pem) {
  return Buffer.from(pem.slice(pem.indexOf('\n') + 1, pem.lastIndexOf('-----END')), 'base64');
}

function pemFromDer(label, der) {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g);
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

module.exports = { pemEncodings, derFromPem, pemFromDer };
