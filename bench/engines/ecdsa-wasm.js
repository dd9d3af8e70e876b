'use strict';
// ecdsa-wasm: secp256k1 in C++ compiled to WebAssembly, which the article of Table 1 could not compare, because it has no
// PEM. Here it gets raw scalars and points. It is not on npm: $ECDSA_WASM may name its folder.

const { derFromRaw, rawFromDer } = require('../ecdsa-form');

let ecdsa;

module.exports = {
  name: 'ecdsa-wasm',
  async load() {
    const from = process.env.ECDSA_WASM;
    if (!from && !isInstalled('ecdsa-wasm'))
      throw new Error('not on npm; set ECDSA_WASM to the folder of a copy (github.com/herumi/ecdsa-wasm)');
    const name = from ?? 'ecdsa-wasm';
    ecdsa = require(name);
    await ecdsa.init();
    return { version: require(`${name}/package.json`).version };
  },
  primitives: {
    rows: [
      {
        name: 'ecdsa-wasm',
        note: 'hashes the message itself; verifies with its precomputed form of the public key',
      },
    ],
    algorithms: { secp256k1: { generate, sign, verify } },
  },
};

function isInstalled(name) {
  try {
    return Boolean(require.resolve(name));
  } catch {
    return false;
  }
}

function generate() {
  return {
    run: () => {
      const secret = new ecdsa.SecretKey();
      secret.setByCSPRNG();
      return { secret, point: secret.getPublicKey() };
    },
    bytes: ({ secret, point }) => ({ privateKey: secret.serialize(), publicKey: point.serialize() }),
  };
}

function sign({ message, privateKey }) {
  const secret = new ecdsa.SecretKey();
  secret.deserialize(privateKey);
  const own = Uint8Array.from(message); // it takes no Buffer
  return { run: () => secret.sign(own), bytes: (signature) => rawFromDer(signature.serialize(), 32) };
}

function verify({ message, publicKey, signature }) {
  const point = new ecdsa.PublicKey();
  point.deserialize(publicKey);
  const precomputed = new ecdsa.PrecomputedPublicKey();
  precomputed.init(point);
  const own = Uint8Array.from(message);
  const der = derFromRaw(signature);
  return () => {
    const given = new ecdsa.Signature();
    given.deserialize(der);
    return precomputed.verify(given, own);
  };
}
