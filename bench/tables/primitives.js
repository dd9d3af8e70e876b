'use strict';
// Table 3: signature schemes one by one, in batches and in aggregates, with the sizes of keys and signatures.

const { createHash } = require('node:crypto');
const { kinds } = require('../judges/batches');

const nothing = Buffer.alloc(0);
const operations = ['generate', 'sign', 'verify'];

const single = {
  'rsa-2048': 'RSA-2048, SHA-256, PKCS#1 v1.5',
  'P-256': 'ECDSA P-256',
  secp256k1: 'ECDSA secp256k1',
  ed25519: 'Ed25519',
  sr25519: 'Schnorr, sr25519',
  'bls12-381': 'BLS12-381, keys in G1',
  bip340: 'Schnorr, BIP-340',
  'ml-dsa-44': 'ML-DSA-44',
  'ml-dsa-65': 'ML-DSA-65',
  'ml-dsa-87': 'ML-DSA-87',
};

/** BIP-340 signs 32 bytes everywhere; some sign nothing else. */
const messages = { bip340: createHash('sha256').update(nothing).digest() };

const sizes = [
  { title: 'private key, B', of: ([generate]) => generate?.sizes?.privateKey },
  { title: 'public key, B', of: ([generate]) => generate?.sizes?.publicKey },
  { title: 'signature, B', of: ([, sign]) => sign?.sizes?.signature },
];

const batched = ['ed25519', 'sr25519', 'bip340', 'secp256k1', 'bls12-381'];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

const aggregations = {
  aggregateSignatures: 'add up signatures',
  aggregatePublicKeys: 'add up public keys',
  verifyAggregate: 'verify an aggregate, messages differ',
  fastVerifyAggregate: 'verify an aggregate, one message',
};
const aggregateSizes = [2, 16, 128, 1024];

const sections = [
  ...Object.entries(single).map(([algorithm, title]) => ({
    name: algorithm,
    title: `${title}, µs`,
    facts: sizes,
    cases: operations.map((operation) => ({
      name: `${algorithm}/${operation}`,
      column: operation,
      offer: 'primitives',
      operation,
      algorithm,
      message: messages[algorithm] ?? nothing,
    })),
  })),
  ...batched.flatMap((algorithm) =>
    Object.keys(kinds).map((kind) => ({
      name: `batch ${algorithm}, ${kind}`,
      title: `${single[algorithm]}: batches, ${kind}, µs for each signature`,
      curve: 'batch of',
      cases: batchSizes.map((size) => ({
        name: `batch/${algorithm}/${kind}/${size}`,
        column: String(size),
        offer: 'batches',
        operation: 'batch',
        algorithm,
        keyType: algorithm,
        kind,
        size,
      })),
    })),
  ),
  ...Object.entries(aggregations).map(([operation, title]) => ({
    name: `aggregate ${operation}`,
    title: `BLS12-381: ${title}, µs`,
    curve: 'signatures',
    cases: aggregateSizes.map((size) => ({
      name: `aggregate/${operation}/${size}`,
      column: String(size),
      offer: 'aggregates',
      operation,
      algorithm: 'bls12-381',
      size,
    })),
  })),
];

const table = {
  number: '3',
  title: 'Table 3: signature schemes with their sizes, batches and aggregates, microseconds',
  conditions:
    'Keys are loaded before the clock starts. The message is empty (BIP-340: the 32 bytes of its SHA-256), in batches ' +
    'and aggregates it has 32 bytes. Sizes are those of what each system made, in its own form: RSA keys in DER of ' +
    'PKCS#1, ECDSA signatures as r || s. BLS signs for proof of possession, as Ethereum does',
  remarks: [
    'Before anything was timed, each signature was verified by node:crypto, or where it lacks the algorithm by a second ' +
      'library; each verification was seen to accept a good and to refuse a bad signature (in batches: up to 16).',
  ],
  paceSentence:
    'The default run measures three times for 0.06 s, batches and aggregates for 0.02 s, or once where a call takes more ' +
    'than 0.4 s; --full for 1 s and 0.5 s',
  unit: 'microseconds',
  sections,
  cases: sections.flatMap(({ name, cases }) => cases.map((testCase) => ({ ...testCase, section: name }))),
  paces: {
    quick: { milliseconds: milliseconds(60, 20), longest: 400 },
    full: { milliseconds: milliseconds(1000, 500) },
  },
};

function milliseconds(one, many) {
  return {
    ...Object.fromEntries(operations.map((operation) => [operation, one])),
    ...Object.fromEntries(['batch', ...Object.keys(aggregations)].map((operation) => [operation, many])),
  };
}

module.exports = { table };
