'use strict';
// tiny-secp256k1: libsecp256k1 compiled to WebAssembly. It takes the hash of the message: node:crypto makes it, in the call.

const { createHash, randomBytes } = require('node:crypto');
const { oneByOne } = require('../one-by-one');
const { versionOf } = require('../version');

let tiny;

const primitives = {
  rows: [{ name: 'tiny-secp256k1' }],
  algorithms: {
    secp256k1: {
      generate: () => generateWith((key) => tiny.pointFromScalar(key, false)),
      sign:
        ({ message, privateKey }) =>
        () =>
          tiny.sign(sha256(message), privateKey),
      verify:
        ({ message, publicKey, signature }) =>
        () =>
          tiny.verify(sha256(message), publicKey, signature),
    },
    bip340: {
      generate: () => generateWith((key) => tiny.xOnlyPointFromScalar(key)),
      sign:
        ({ message, privateKey }) =>
        () =>
          tiny.signSchnorr(message, privateKey, randomBytes(32)),
      verify:
        ({ message, publicKey, signature }) =>
        () =>
          tiny.verifySchnorr(message, publicKey, signature),
    },
  },
};

module.exports = {
  name: 'tiny-secp256k1',
  load() {
    tiny = require('tiny-secp256k1');
    return { version: versionOf('tiny-secp256k1') };
  },
  primitives,
  batches: {
    rows: [{ name: 'tiny-secp256k1, one by one' }],
    algorithms: oneByOne(primitives, ['secp256k1', 'bip340']),
  },
};

function generateWith(publicKeyOf) {
  return {
    run: () => {
      let privateKey;
      do privateKey = randomBytes(32);
      while (!tiny.isPrivate(privateKey));
      return { privateKey, publicKey: publicKeyOf(privateKey) };
    },
    bytes: (pair) => pair,
  };
}

function sha256(message) {
  return createHash('sha256').update(message).digest();
}
