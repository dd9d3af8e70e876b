'use strict';
// Table 1: RSA in Node, as its article measured it.

const operations = ['generate', 'sign', 'verify'];

const table = {
  number: '1',
  title: 'Table 1: RSA in Node, operations per minute',
  conditions:
    'PEM strings in at each call (PKCS#8, SPKI), PEM strings out of generation, message "aaa", ' +
    'SHA256withRSA (PKCS#1 v1.5), hexadecimal signatures in and out, promises awaited one by one',
  remarks: [
    'Before anything was timed, node:crypto loaded each generated key pair, verification was seen to accept a good and ' +
      'to refuse a bad signature, and each signature was verified by node:crypto: a row with a figure under sign, that ' +
      'of wasm-rsa included, makes signatures that node:crypto verifies.',
  ],
  unit: 'perMinute',
  reference: 'crypto',
  everyRow: true,
  sections: operations.map((name) => ({ name, title: `${name} /min` })),
  cases: operations.flatMap((operation) =>
    [1024, 2048, 3072, 4096].map((modulusLength) => ({
      name: `rsa-${modulusLength}/${operation}`,
      column: String(modulusLength),
      section: operation,
      offer: 'pem',
      operation,
      keyType: 'rsa',
      algorithm: 'RS256',
      modulusLength,
      message: 'aaa',
    })),
  ),
  paces: {
    quick: { milliseconds: { generate: 250, sign: 100, verify: 100 }, generationSets: 15, seconds: 150 },
    full: { milliseconds: { generate: 30_000, sign: 30_000, verify: 30_000 }, slow: 300_000 },
  },
};

module.exports = { table };
