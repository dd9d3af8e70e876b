'use strict';
// ferrosign, this package: synchronous, by promise, and pinned to each library that carries the key type.

const { pemEncodings } = require('../pem');
const { offerTokens } = require('../tables/tokens');

let ferrosign;

const ways = [
  {
    name: 'ferrosign (sync)',
    note: 'keeps the PEM strings it has seen parsed (keyCache), so a key is parsed at the first call only',
  },
  { name: 'ferrosign (promise)', promise: true },
];

module.exports = {
  name: 'ferrosign',
  load() {
    ferrosign = require('../..');
    return { version: require('../../package.json').version };
  },
  pem: { rows: ways, moreRows: pinnedRows, algorithms: { RS256: rsa('sha256') } },
  tokens: {
    rows: [
      { name: 'ferrosign signJwtSync', token: oneToken },
      {
        name: 'ferrosign signMany',
        token: manyTokens,
        note: 'signs prepared signing inputs in lists of 1,000 on all cores, awaited one by one, and puts the tokens together',
      },
    ],
    algorithms: offerTokens(({ row, ...context }) => row.token(context)),
  },
};

function pinnedRows() {
  return ferrosign.backends().map(({ name, version, keyTypes }) => ({
    name: `ferrosign [${name}]`,
    backend: name,
    version,
    keyTypes: Object.keys(keyTypes),
  }));
}

function oneToken({ algorithm, payload, key }) {
  if (!ferrosign.signJwtSync) return notInThisBuild;
  const own = keyObject(key);
  const options = { algorithm, noTimestamp: true };
  return () => ferrosign.signJwtSync(payload, own, options);
}

const listLength = 1000;

function manyTokens({ algorithm, payload, key }) {
  const { signMany } = ferrosign.createSigner(algorithm, keyObject(key), { encoding: 'base64url' });
  const input = [{ alg: algorithm, typ: 'JWT' }, payload].map(encodeJson).join('.');
  const inputs = new Array(listLength).fill(input);
  return {
    each: listLength,
    run: async () => (await signMany(inputs)).map((signature, index) => `${inputs[index]}.${signature}`),
  };
}

function keyObject({ secret, privateKey }) {
  return secret ? ferrosign.createSecretKey(secret) : ferrosign.createPrivateKey(privateKey);
}

function encodeJson(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const notInThisBuild = 'not in this build of ferrosign';

function rsa(algorithm) {
  return {
    generate: ({ row, modulusLength }) => {
      const call = row.promise ? ferrosign.generateKeyPair : ferrosign.generateKeyPairSync;
      const options = { modulusLength, allowInsecureKeySizes: true, ...pemEncodings, ...pin(row) };
      return () => call('rsa', options);
    },
    sign: ({ row, message, privateKey }) => {
      const call = row.promise ? ferrosign.sign : ferrosign.signSync;
      const options = { encoding: 'hex', allowInsecureKeySizes: true, ...pin(row) };
      return () => call(algorithm, message, privateKey, options);
    },
    verify: ({ row, message, publicKey, signature }) => {
      const call = row.promise ? ferrosign.verify : ferrosign.verifySync;
      const options = { encoding: 'hex', ...pin(row) };
      return () => call(algorithm, message, publicKey, signature, options);
    },
  };
}

function pin({ backend }) {
  return backend && { backend };
}
