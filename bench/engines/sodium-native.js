'use strict';
// sodium-native: libsodium as an addon.

const { joined, seedAndPublic } = require('../seeded-keys');
const { versionOf } = require('../version');

let sodium;

module.exports = {
  name: 'sodium-native',
  load() {
    sodium = require('sodium-native');
    return { version: versionOf('sodium-native') };
  },
  primitives: {
    rows: [{ name: 'sodium-native' }],
    algorithms: {
      ed25519: {
        generate: () => ({
          run: () => {
            const publicKey = Buffer.allocUnsafe(sodium.crypto_sign_PUBLICKEYBYTES);
            const secretKey = Buffer.allocUnsafe(sodium.crypto_sign_SECRETKEYBYTES);
            sodium.crypto_sign_keypair(publicKey, secretKey);
            return { publicKey, secretKey };
          },
          ...seedAndPublic('secretKey'),
        }),
        sign: ({ message, ...pair }) => {
          const key = joined(pair);
          return () => {
            const signature = Buffer.allocUnsafe(sodium.crypto_sign_BYTES);
            sodium.crypto_sign_detached(signature, message, key);
            return signature;
          };
        },
        verify: ({ message, publicKey, signature }) => {
          const [ownSignature, ownKey] = [Buffer.from(signature), Buffer.from(publicKey)];
          return () => sodium.crypto_sign_verify_detached(ownSignature, message, ownKey);
        },
      },
    },
  },
};
