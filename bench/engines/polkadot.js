'use strict';
// @polkadot/wasm-crypto: Rust's schnorrkel and ed25519-dalek compiled to WebAssembly.

const { randomBytes } = require('node:crypto');
const { oneByOne } = require('../one-by-one');

let wasm;

const primitives = {
  rows: [{ name: '@polkadot/wasm-crypto' }],
  algorithms: { ed25519: scheme('ed25519', 32), sr25519: scheme('sr25519', 64) },
};

module.exports = {
  name: '@polkadot/wasm-crypto',
  async load() {
    wasm = require('@polkadot/wasm-crypto');
    await wasm.waitReady();
    return { version: wasm.packageInfo.version };
  },
  primitives,
  batches: {
    rows: [{ name: '@polkadot/wasm-crypto, one by one' }],
    algorithms: oneByOne(primitives, ['sr25519']),
  },
};

/**
 * A pair is the private key followed by the public one. Of sr25519 the private key has 64 bytes; of Ed25519 it is the
 * seed and the public key, of which the seed signs.
 */
function scheme(name, signingLength) {
  return {
    generate: () => ({
      run: () => wasm[`${name}KeypairFromSeed`](randomBytes(32)),
      bytes: (pair) => ({ privateKey: pair.slice(0, signingLength), publicKey: pair.slice(-32) }),
      own: (pair) => ({ privateKey: pair.slice(0, -32), publicKey: pair.slice(-32) }),
    }),
    sign: ({ message, privateKey, publicKey }) => {
      return () => wasm[`${name}Sign`](publicKey, privateKey, message);
    },
    verify: ({ message, publicKey, signature }) => {
      return () => wasm[`${name}Verify`](signature, message, publicKey);
    },
  };
}
