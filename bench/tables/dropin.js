'use strict';
// The drop-ins: the same calls with the same keys through an original and through what stands in for it.

/**
 * How each surface is called, by whoever has it: `library` is the original or ours. A call is prepared with a case and
 * what the judge made for it.
 */
const surfaces = {
  crypto: {
    sign: (library, { algorithm, data, privateKey }) => {
      if (algorithm === 'HS256')
        return () => library.createHmac('sha256', privateKey).update(data).digest('base64url');
      if (algorithm === 'EdDSA')
        return () => library.sign(null, Buffer.from(data), privateKey).toString('base64url');
      return () => library.createSign('sha256').update(data).sign(privateKey, 'base64url');
    },
    verify: (library, { algorithm, data, publicKey, signature }) =>
      algorithm === 'EdDSA'
        ? () => library.verify(null, Buffer.from(data), publicKey, Buffer.from(signature, 'base64url'))
        : () => library.createVerify('sha256').update(data).verify(publicKey, signature, 'base64url'),
  },
  jsonwebtoken: {
    sign: (library, { algorithm, payload, privateKey }) => {
      const options = { algorithm, expiresIn: '1h' };
      return () => library.sign(payload, privateKey, options);
    },
    verify: (library, { algorithm, token, publicKey }) => {
      const options = { algorithms: [algorithm] };
      return () => library.verify(token, publicKey, options);
    },
  },
  webcrypto: {
    sign: ({ subtle }, { algorithm, data, privateKey, inFlight }) => {
      const params = webcryptoParams[algorithm];
      const bytes = Buffer.from(data);
      return together(inFlight, () => subtle.sign(params, privateKey, bytes));
    },
    verify: ({ subtle }, { algorithm, data, publicKey, rawSignature, inFlight }) => {
      const params = webcryptoParams[algorithm];
      const bytes = Buffer.from(data);
      return together(inFlight, () => subtle.verify(params, publicKey, rawSignature, bytes));
    },
  },
};

const CLAIMS = { sub: '1234567890', name: 'John Doe', admin: true };

/** In WebCrypto's words, what signs; with one in flight each call is awaited before the next. */
const webcryptoParams = {
  RS256: 'RSASSA-PKCS1-v1_5',
  ES256: { name: 'ECDSA', hash: 'SHA-256' },
  EdDSA: 'Ed25519',
  HS256: 'HMAC',
};

function together(inFlight, call) {
  return inFlight === 1
    ? call
    : { run: () => Promise.all(Array.from({ length: inFlight }, call)), each: inFlight };
}

const tokenTargets = {
  'RS256 sign': { 20: 2.5, 26: 1.8 },
  'ES256 sign': { 20: 10, 26: 2 },
  'HS256 sign': { 20: 2, 26: 2 },
  'RS256 verify': { 20: 2, 26: 2 },
  'ES256 verify': { 20: 2, 26: 2 },
  'HS256 verify': { 20: 2, 26: 2 },
};
const cryptoTargets = {
  'RS256 sign': { 20: 2.5, 26: 1.6 },
  'ES256 sign': {},
  'EdDSA sign': {},
  'HS256 sign': {},
  'RS256 verify': { 20: 5, 26: 1.8 },
  'ES256 verify': {},
  'EdDSA verify': {},
};
const webcryptoColumns = {
  'RS256 sign': {},
  'ES256 sign': {},
  'HS256 sign': {},
  'RS256 verify': {},
  'ES256 verify': {},
  'EdDSA verify': {},
  'HS256 verify': {},
};

/**
 * One section per surface and way of calling it: the rows, what stands in and the original; the form of the keys (and
 * how many promises are in flight); and of each column the ratio to reach on each Node, where there is one.
 */
const sections = [
  ...inBothForms('jsonwebtoken', ['ferrosign/jsonwebtoken', 'jsonwebtoken'], tokenTargets),
  ...inBothForms('crypto', ['ferrosign/crypto', 'node:crypto'], cryptoTargets),
  {
    name: 'webcrypto',
    title: 'WebCrypto, awaited one by one, /s',
    surface: 'webcrypto',
    rows: ['ferrosign/webcrypto', 'webcrypto'],
    keyForm: 'CryptoKey',
    inFlight: 1,
    least: { 'EdDSA sign': { 20: 3, 26: 3 }, ...webcryptoColumns },
  },
  {
    name: 'webcrypto in flight',
    title: 'WebCrypto, 64 in flight, /s',
    surface: 'webcrypto',
    rows: ['ferrosign/webcrypto', 'webcrypto'],
    keyForm: 'CryptoKey',
    inFlight: 64,
    least: { 'EdDSA sign': { 20: 1.5, 26: 1.5 }, ...webcryptoColumns },
  },
];

/** Keys as text, which have to reach a ratio, and key objects, which are shown. */
function inBothForms(surface, rows, least) {
  return [
    { name: surface, title: `${rows[1]}, keys as text, /s`, surface, rows, keyForm: 'text', least },
    {
      name: `${surface} objects`,
      title: `${rows[1]}, key objects, /s`,
      surface,
      rows,
      keyForm: 'object',
      least: Object.fromEntries(Object.keys(least).map((column) => [column, {}])),
    },
  ];
}

const table = {
  number: 'dropin',
  title: 'Drop-ins: what changing one string changes, operations per second',
  conditions:
    'One process, the same keys on both sides: text as most code has it (PEM; of HMAC 64 characters), which the original ' +
    'parses at each call and ferrosign at the first, or key objects of node. Tokens of 4 claims, which expire in an hour. ' +
    'WebCrypto has its keys imported before, as all who use it',
  remarks: [
    'Before anything was timed, node:crypto verified the first token of each figure and its claims were compared; ' +
      'verification was seen to give the claims of a good token and to refuse a bad one. Through node:crypto a header and a ' +
      'payload are signed by createSign and createHmac, by EdDSA in one call.',
  ],
  unit: 'perSecond',
  sections,
  cases: sections.flatMap(({ name, surface, keyForm, inFlight, least }) =>
    Object.entries(least).map(([column, ratios]) => {
      const [algorithm, operation] = column.split(' ');
      return {
        name: `dropin/${name}/${algorithm}/${operation}`,
        column,
        section: name,
        offer: 'dropins',
        operation,
        algorithm,
        keyType: surface,
        keyForm,
        inFlight,
        payload: CLAIMS,
        least: ratios,
      };
    }),
  ),
  paces: {
    quick: { milliseconds: { sign: 200, verify: 200 }, sets: 5 },
    full: { milliseconds: { sign: 2000, verify: 2000 }, sets: 9 },
  },
};

/** What an engine offers: `libraries` by surface, each a function that gives the library once it is loaded. */
function offerDropins(libraries) {
  const prepare = (operation) => (context) =>
    surfaces[context.keyType][operation](libraries[context.keyType](), context);
  return Object.fromEntries(
    table.cases
      .filter(({ keyType }) => libraries[keyType])
      .map(({ algorithm }) => [algorithm, { sign: prepare('sign'), verify: prepare('verify') }]),
  );
}

module.exports = { table, offerDropins };
