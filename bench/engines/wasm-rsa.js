'use strict';
// wasm-rsa 0.2.1 (Rust's `rsa` compiled to WebAssembly): no PEM, numbers in radix 32, and no way to give it a private key.

const { createPublicKey, createPrivateKey } = require('node:crypto');
const { pemEncodings } = require('../pem');

let setup;

module.exports = {
  name: 'wasm-rsa',
  load() {
    setup = require('wasm-rsa').default;
    return { version: require('wasm-rsa/package.json').version };
  },
  pem: {
    rows: [
      { name: 'wasm-rsa (PEM converted inside)', slow: ['generate'], converts: true },
      {
        name: 'wasm-rsa (keys converted before)',
        slow: ['generate'],
        note:
          'generates n, e, d without PEM; signs with a key of its own, since it takes no private key; verifies with a ' +
          'key loaded before. Its keys come from a seed of at most 30 bits (Math.random): never use them. The version ' +
          'of the article, 0.3.3, put the identifier of SHA3-256 into its signatures, which nobody else verified',
      },
    ],
    algorithms: { RS256: { generate, sign, verify } },
  },
};

/** Seeds for which its generator finds both primes soon, so that a key to sign with is there in a second or three. */
const quickSeeds = { 1024: 21, 2048: 52, 3072: 112, 4096: 64 };

function generate({ row, modulusLength }) {
  const rsa = setup();
  const run = () => rsa.generateRSAPrivate(modulusLength);
  return row.converts ? () => pemPair(run()) : { run, toPem: pemPair };
}

function sign({ row, message, modulusLength }) {
  if (row.converts)
    return 'takes no private key: it signs only with a key that it generated itself, see the next row';
  const rsa = setup();
  rsa.privateInstance.generate(modulusLength, quickSeeds[modulusLength]); // generateRSAPrivate, but for its random seed
  const n = integer(rsa.privateInstance.get_n());
  const e = integer(rsa.privateInstance.get_e());
  return {
    run: () => rsa.signMessage(message),
    publicKey: createPublicKey({ key: { kty: 'RSA', n: base64url(n), e: base64url(e) }, format: 'jwk' }),
  };
}

function verify({ row, message, publicKey, signature }) {
  const rsa = setup();
  if (row.converts) {
    return () => {
      loadPublicKey(rsa, publicKey);
      return answer(rsa, message, signature);
    };
  }
  loadPublicKey(rsa, publicKey);
  return () => answer(rsa, message, signature);
}

function loadPublicKey(rsa, pem) {
  const { n, e } = createPublicKey(pem).export({ format: 'jwk' });
  rsa.createRSAPublic(radix32(n), radix32(e));
}

/** Its `verify` throws this error where others answer false. */
function answer(rsa, message, signature) {
  try {
    return rsa.verify(message, signature);
  } catch (error) {
    if (error.message !== 'Verify message is false') throw error;
    return false;
  }
}

/** PKCS#8 needs the primes: e*d - 1 is a small multiple k of phi(n), and phi(n) = n - (p + q) + 1. */
function pemPair(key) {
  const [n, e, d] = [integer(key.n), integer(key.e), integer(key.d)];
  const multiple = e * d - 1n;
  const phi = multiple / (multiple / n + 1n);
  const sum = n - phi + 1n;
  const difference = squareRoot(sum * sum - 4n * n);
  const p = (sum + difference) / 2n;
  const q = (sum - difference) / 2n;
  const numbers = { n, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const jwk = { kty: 'RSA' };
  for (const [name, value] of Object.entries(numbers)) jwk[name] = base64url(value);
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return {
    privateKey: privateKey.export(pemEncodings.privateKeyEncoding),
    publicKey: createPublicKey(privateKey).export(pemEncodings.publicKeyEncoding),
  };
}

/** Newton's iteration from above. */
function squareRoot(square) {
  let root = 1n << BigInt(Math.ceil(square.toString(16).length / 2) * 4);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Euclid's extended algorithm. */
function inverse(value, modulus) {
  let [remainder, next] = [modulus, value % modulus];
  let [factor, nextFactor] = [0n, 1n];
  while (next !== 0n) {
    const quotient = remainder / next;
    [remainder, next] = [next, remainder - quotient * next];
    [factor, nextFactor] = [nextFactor, factor - quotient * nextFactor];
  }
  return factor < 0n ? factor + modulus : factor;
}

function radix32(encoded) {
  return BigInt(`0x${Buffer.from(encoded, 'base64url').toString('hex')}`).toString(32);
}

/** From radix 32, which is five bits a digit. */
function integer(digits) {
  const bits = Array.from(digits, (digit) => Number.parseInt(digit, 32).toString(2).padStart(5, '0')).join(
    '',
  );
  return BigInt(`0b${bits}`);
}

function base64url(value) {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex').toString('base64url');
}
