'use strict';
// The tables and their cases, as data: what is done, under which conditions, and in which column it is shown.

const operations = ['generate', 'sign', 'verify'];

const rsaInNode = {
  number: '1',
  title: 'Table 1: RSA in Node, operations per minute',
  conditions:
    'PEM strings in at each call (PKCS#8, SPKI), PEM strings out of generation, message "aaa", ' +
    'SHA256withRSA (PKCS#1 v1.5), hexadecimal signatures in and out, promises awaited one by one',
  reference: 'crypto',
  sections: operations,
  cases: operations.flatMap((operation) =>
    [1024, 2048, 3072, 4096].map((modulusLength) => ({
      name: `rsa-${modulusLength}/${operation}`,
      column: String(modulusLength),
      operation,
      keyType: 'rsa',
      algorithm: 'RS256',
      modulusLength,
      message: 'aaa',
    })),
  ),
};

module.exports = { tables: [rsaInNode] };
