'use strict';
// node:crypto, the one-shot calls: the reference of every table.

const crypto = require('node:crypto');
const { pemEncodings } = require('../pem');

module.exports = {
  name: 'crypto',
  load: () => ({}), // its version is node's
  pem: {
    rows: [{ name: 'crypto' }],
    algorithms: { RS256: rsa('sha256') },
  },
};

function rsa(digest) {
  return {
    generate: ({ modulusLength }) => {
      return () => crypto.generateKeyPairSync('rsa', { modulusLength, ...pemEncodings });
    },
    sign: ({ message, privateKey }) => {
      return () => crypto.sign(digest, Buffer.from(message), privateKey).toString('hex');
    },
    verify: ({ message, publicKey, signature }) => {
      return () => crypto.verify(digest, Buffer.from(message), publicKey, Buffer.from(signature, 'hex'));
    },
  };
}
