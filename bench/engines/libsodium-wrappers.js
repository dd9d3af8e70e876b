'use strict';
// libsodium-wrappers: libsodium compiled to WebAssembly.

const { joined, seedAndPublic } = require('../seeded-keys');
const { versionOf } = require('../version');

let sodium;

module.exports = {
  name: 'libsodium-wrappers',
  async load() {
    sodium = require('libsodium-wrappers');
    await sodium.ready;
    return { version: versionOf('libsodium-wrappers') };
  },
  primitives: {
    rows: [{ name: 'libsodium-wrappers' }],
    algorithms: {
      ed25519: {
        generate: () => ({ run: () => sodium.crypto_sign_keypair(), ...seedAndPublic('privateKey') }),
        sign: ({ message, ...pair }) => {
          const key = joined(pair);
          return () => sodium.crypto_sign_detached(message, key);
        },
        verify: ({ message, publicKey, signature }) => {
          return () => sodium.crypto_sign_verify_detached(signature, message, publicKey);
        },
      },
    },
  },
};
