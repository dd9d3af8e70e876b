'use strict';
// secp256k1: libsecp256k1 as an addon. It takes the hash of the message: node:crypto makes it, in the call.

const { createHash, randomBytes } = require('node:crypto');
const { oneByOne } = require('../one-by-one');
const { versionOf } = require('../version');

let secp256k1;

const primitives = {
  rows: [{ name: 'secp256k1' }],
  algorithms: { secp256k1: { generate, sign, verify } },
};

module.exports = {
  name: 'secp256k1',
  load() {
    secp256k1 = require('secp256k1/bindings'); // its index falls back to elliptic without a word
    return { version: versionOf('secp256k1') };
  },
  primitives,
  batches: {
    rows: [{ name: 'secp256k1, one by one' }],
    algorithms: oneByOne(primitives, ['secp256k1']),
  },
};

function generate() {
  return {
    run: () => {
      let privateKey;
      do privateKey = randomBytes(32);
      while (!secp256k1.privateKeyVerify(privateKey));
      return { privateKey, publicKey: secp256k1.publicKeyCreate(privateKey, false) };
    },
    bytes: (pair) => pair,
  };
}

function sign({ message, privateKey }) {
  return { run: () => secp256k1.ecdsaSign(sha256(message), privateKey), bytes: ({ signature }) => signature };
}

function verify({ message, publicKey, signature }) {
  return () => secp256k1.ecdsaVerify(signature, sha256(message), publicKey);
}

function sha256(message) {
  return createHash('sha256').update(message).digest();
}
