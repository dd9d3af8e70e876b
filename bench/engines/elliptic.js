'use strict';
// elliptic: pure JavaScript, the most downloaded. ECDSA takes the hash of the message: node:crypto makes it, in the call.

const { createHash, randomBytes } = require('node:crypto');
const { versionOf } = require('../version');

let elliptic;

module.exports = {
  name: 'elliptic',
  load() {
    elliptic = require('elliptic');
    return { version: versionOf('elliptic') };
  },
  primitives: {
    rows: [{ name: 'elliptic' }],
    algorithms: { 'P-256': ecdsa('p256', 32), secp256k1: ecdsa('secp256k1', 32), ed25519: eddsa() },
  },
};

function ecdsa(curve, length) {
  return {
    generate: () => {
      const ec = new elliptic.ec(curve);
      return {
        run: () => {
          const pair = ec.genKeyPair();
          pair.getPublic(); // made when first asked for
          return pair;
        },
        bytes: (pair) => ({
          privateKey: Buffer.from(pair.getPrivate().toArray('be', length)),
          publicKey: Buffer.from(pair.getPublic(false, 'array')),
        }),
      };
    },
    sign: ({ message, privateKey }) => {
      const key = new elliptic.ec(curve).keyFromPrivate(privateKey);
      return {
        run: () => key.sign(sha256(message)),
        bytes: ({ r, s }) => Buffer.from([...r.toArray('be', length), ...s.toArray('be', length)]),
      };
    },
    verify: ({ message, publicKey, signature }) => {
      const key = new elliptic.ec(curve).keyFromPublic(Array.from(publicKey));
      const r = signature.subarray(0, length);
      const s = signature.subarray(length);
      return () => key.verify(sha256(message), { r, s });
    },
  };
}

function eddsa() {
  return {
    generate: () => {
      const ed25519 = new elliptic.eddsa('ed25519');
      return {
        run: () => {
          const pair = ed25519.keyFromSecret(Array.from(randomBytes(32)));
          pair.getPublic();
          return pair;
        },
        bytes: (pair) => ({
          privateKey: Buffer.from(pair.getSecret()),
          publicKey: Buffer.from(pair.getPublic()),
        }),
      };
    },
    sign: ({ message, privateKey }) => {
      const key = new elliptic.eddsa('ed25519').keyFromSecret(Array.from(privateKey));
      const digits = Array.from(message);
      return { run: () => key.sign(digits), bytes: (signature) => Buffer.from(signature.toBytes()) };
    },
    verify: ({ message, publicKey, signature }) => {
      const key = new elliptic.eddsa('ed25519').keyFromPublic(Array.from(publicKey));
      const [digits, bytes] = [Array.from(message), Array.from(signature)];
      return () => key.verify(digits, bytes);
    },
  };
}

function sha256(message) {
  return createHash('sha256').update(message).digest();
}
