'use strict';
// Table 4: signing a great many JSON Web Tokens, as a batch job does.

const families = {
  HMAC: ['HS256', 'HS384', 'HS512', 'HS512256'],
  RSA: ['RS256', 'RS384', 'RS512'],
  'elliptic curves': ['ES256', 'ES384', 'ES512', 'ES256K', 'EdDSA'],
};

const table = {
  number: '4',
  title: 'Table 4: signing JSON Web Tokens, seconds for 10,000 tokens',
  conditions:
    'Empty payload without iat, one key for each algorithm (HMAC: as long as the hash, HS512256: 32 bytes; RSA: 2048 ' +
    'bits), loaded before the clock starts wherever the library lets it be; promises awaited one by one. HS512256 is ' +
    'HMAC-SHA-512 truncated to 256 bits',
  paceSentence:
    'The default run signs for 0.25 s at a time, three times, and scales to 10,000; --full signs 10,000 each time',
  remarks: ['Before anything was timed, node:crypto verified the first token of each figure.'],
  unit: 'per10000',
  everyRow: true,
  sections: Object.keys(families).map((name) => ({ name, title: `${name}, s` })),
  cases: Object.entries(families).flatMap(([section, algorithms]) =>
    algorithms.map((algorithm) => ({
      name: `token/${algorithm}`,
      column: algorithm,
      section,
      offer: 'tokens',
      operation: 'sign',
      algorithm,
      keyType: section,
      payload: {},
    })),
  ),
  paces: {
    quick: { milliseconds: { sign: 250 } },
    full: { milliseconds: { sign: 250 }, leastCalls: 10_000 },
  },
};

/** An engine's algorithms from one function that prepares any of them. */
function offerTokens(prepareToken) {
  return Object.fromEntries(table.cases.map(({ algorithm }) => [algorithm, { sign: prepareToken }]));
}

module.exports = { table, offerTokens };
