'use strict';
// tweetnacl: small pure JavaScript. Its private key is the seed and the public key together.

const { joined, seedAndPublic } = require('../seeded-keys');
const { versionOf } = require('../version');

let nacl;

module.exports = {
  name: 'tweetnacl',
  load() {
    nacl = require('tweetnacl');
    return { version: versionOf('tweetnacl') };
  },
  primitives: {
    rows: [{ name: 'tweetnacl' }],
    algorithms: {
      ed25519: {
        generate: () => ({ run: () => nacl.sign.keyPair(), ...seedAndPublic('secretKey') }),
        sign: ({ message, ...pair }) => {
          const key = joined(pair);
          return () => nacl.sign.detached(message, key);
        },
        verify: ({ message, publicKey, signature }) => {
          return () => nacl.sign.detached.verify(message, signature, publicKey);
        },
      },
    },
  },
};
