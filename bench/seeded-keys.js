'use strict';
// Ed25519 keys as NaCl has them: the private key is the seed followed by the public key.

/** What a generator gives beside `run`, when its pair has such a private key under `privateName`. */
function seedAndPublic(privateName) {
  return {
    bytes: (pair) => ({ privateKey: pair[privateName].subarray(0, 32), publicKey: pair.publicKey }),
    own: (pair) => ({ privateKey: pair[privateName], publicKey: pair.publicKey }),
  };
}

function joined({ privateKey, publicKey }) {
  return Buffer.concat([privateKey, publicKey]);
}

module.exports = { seedAndPublic, joined };
