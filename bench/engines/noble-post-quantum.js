'use strict';
// @noble/post-quantum: ML-DSA in pure JavaScript. Keys come from a 32-byte seed; it signs with the expanded key.

const { randomBytes } = require('node:crypto');
const { offer } = require('../algorithms');
const { versionOf } = require('../version');

let schemes;

module.exports = {
  name: '@noble/post-quantum',
  load() {
    const { ml_dsa44, ml_dsa65, ml_dsa87 } = require('@noble/post-quantum/ml-dsa.js');
    schemes = { 'ml-dsa-44': ml_dsa44, 'ml-dsa-65': ml_dsa65, 'ml-dsa-87': ml_dsa87 };
    return { version: versionOf('@noble/post-quantum') };
  },
  primitives: {
    rows: [{ name: '@noble/post-quantum', note: 'its private key is the expanded one' }],
    algorithms: offer(['ml-dsa-44', 'ml-dsa-65', 'ml-dsa-87'], (name) => ({
      generate: () => ({
        run: () => {
          const seed = randomBytes(32);
          return { seed, ...schemes[name].keygen(seed) };
        },
        bytes: ({ seed, publicKey }) => ({ privateKey: seed, publicKey }),
        own: ({ secretKey, publicKey }) => ({ privateKey: secretKey, publicKey }),
      }),
      sign: ({ message, privateKey }) => {
        const { secretKey } = schemes[name].keygen(privateKey);
        return () => schemes[name].sign(message, secretKey);
      },
      verify:
        ({ message, publicKey, signature }) =>
        () =>
          schemes[name].verify(signature, message, publicKey),
    })),
  },
};
