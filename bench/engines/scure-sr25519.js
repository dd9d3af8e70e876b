'use strict';
// @scure/sr25519: sr25519 in pure JavaScript.

const { randomBytes } = require('node:crypto');
const { versionOf } = require('../version');

let sr25519;

module.exports = {
  name: '@scure/sr25519',
  load() {
    sr25519 = require('@scure/sr25519');
    return { version: versionOf('@scure/sr25519') };
  },
  primitives: {
    rows: [{ name: '@scure/sr25519' }],
    algorithms: {
      sr25519: {
        generate: () => ({
          run: () => {
            const privateKey = sr25519.secretFromSeed(randomBytes(32));
            return { privateKey, publicKey: sr25519.getPublicKey(privateKey) };
          },
          bytes: (pair) => pair,
        }),
        sign: ({ message, privateKey }) => {
          return () => sr25519.sign(privateKey, message);
        },
        verify: ({ message, publicKey, signature }) => {
          return () => sr25519.verify(message, signature, publicKey);
        },
      },
    },
  },
};
