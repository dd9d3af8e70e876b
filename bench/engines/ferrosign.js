'use strict';
// ferrosign, this package: synchronous, by promise, and pinned to each library that carries the key type.

const { algorithms, offer } = require('../algorithms');
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
  primitives: {
    rows: [{ name: 'ferrosign', note: 'through createSigner and createVerifier' }],
    algorithms: offer(Object.keys(algorithms), inThisBuild(signersOf)),
  },
  batches: {
    rows: [
      { name: 'ferrosign verifyBatchSync', batch: 'verifyBatchSync' },
      { name: 'ferrosign verifyManySync', batch: 'verifyManySync', note: 'a verdict for each, on all cores' },
    ],
    algorithms: offer(['ed25519', 'sr25519', 'bip340', 'secp256k1', 'bls12-381'], inThisBuild(batchesOf)),
  },
  aggregates: {
    rows: [{ name: 'ferrosign' }],
    algorithms: { 'bls12-381': inThisBuild(aggregatesOf)('bls12-381') },
  },
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

/** The operations of an algorithm, each of which says so where this build does not have the algorithm. */
function inThisBuild(operationsOf) {
  return (name) =>
    Object.fromEntries(
      Object.entries(operationsOf(name)).map(([operation, prepareOperation]) => [
        operation,
        (context) => {
          const keyType = algorithms[name].keyType ?? name;
          const known = ferrosign.keyTypes().some((row) => row.name === keyType);
          return known ? prepareOperation(context) : notInThisBuild;
        },
      ]),
    );
}

function signersOf(name) {
  const { type, options, digest } = algorithms[name];
  const keys = keysOf(name);
  const scheme = { dsaEncoding: 'ieee-p1363' };
  return {
    generate: () => ({
      run:
        type === 'rsa'
          ? () => ferrosign.generateKeyPairSync(type, options)
          : () => ferrosign.generateKeyPairSync(name),
      bytes: keys.bytes,
    }),
    sign: ({ message, privateKey }) => {
      const { signSync } = ferrosign.createSigner(digest, keys.privateKey(privateKey), scheme);
      return () => signSync(message);
    },
    verify: ({ message, publicKey, signature }) => {
      const { verifySync } = ferrosign.createVerifier(digest, keys.publicKey(publicKey), scheme);
      return () => verifySync(message, signature);
    },
  };
}

function batchesOf(name) {
  const { digest } = algorithms[name];
  const scheme = { dsaEncoding: 'ieee-p1363' };
  return {
    batch: ({ row, items }) => {
      const call = ferrosign[row.batch];
      if (!call) return notInThisBuild;
      const own = ownItems(name, items);
      const all = row.batch === 'verifyManySync';
      return {
        each: items.length,
        run: all ? () => call(digest, own, scheme).every(Boolean) : () => call(digest, own, scheme),
      };
    },
  };
}

/** Equal keys are one key object. */
function ownItems(name, items) {
  const keys = keysOf(name);
  const seen = new Map();
  return items.map(({ message, publicKey, signature }) => {
    if (!seen.has(publicKey)) seen.set(publicKey, keys.publicKey(publicKey));
    return { data: message, key: seen.get(publicKey), signature };
  });
}

function aggregatesOf(name) {
  const keys = keysOf(name);
  const calling = (call, prepareArguments) => (context) => {
    if (!ferrosign[call]) return notInThisBuild;
    const list = prepareArguments(context);
    return { run: () => ferrosign[call](...list), bytes: asBytes };
  };
  const asBytes = (output) => (output instanceof Uint8Array ? output : output.export(keys.rawPublic));
  return {
    aggregateSignatures: calling('aggregateSignatures', ({ items }) => [
      items.map(({ signature }) => signature),
    ]),
    aggregatePublicKeys: calling('aggregatePublicKeys', ({ items }) => [
      ownItems(name, items).map(({ key }) => key),
    ]),
    verifyAggregate: calling('verifyAggregateSync', ({ items, signature }) => [
      ownItems(name, items).map(({ data, key }) => ({ data, key })),
      signature,
    ]),
    fastVerifyAggregate: calling('fastVerifyAggregateSync', ({ items, message, signature }) => [
      message,
      ownItems(name, items).map(({ key }) => key),
      signature,
    ]),
  };
}

/** How keys of an algorithm are read from and written to the bytes that systems exchange. */
function keysOf(name) {
  const { type, form, options } = algorithms[name];
  const kind = type === 'ec' ? { namedCurve: options.namedCurve } : { asymmetricKeyType: name };
  const seeded = type?.startsWith('ml-dsa');
  const [rawPrivate, rawPublic] = {
    jwk: [{ format: seeded ? 'raw-seed' : 'raw-private' }, { format: 'raw-public' }],
    raw: [{ format: 'raw-private' }, { format: 'raw-public' }],
    pkcs1: [
      { format: 'der', type: 'pkcs1' },
      { format: 'der', type: 'pkcs1' },
    ],
    der: [
      { format: 'der', type: 'pkcs8' },
      { format: 'der', type: 'spki' },
    ],
  }[form];
  const reading = form === 'jwk' || form === 'raw' ? kind : {};
  return {
    rawPublic,
    bytes: ({ privateKey, publicKey }) => ({
      privateKey: privateKey.export(rawPrivate),
      publicKey: publicKey.export(rawPublic),
    }),
    privateKey: (key) => ferrosign.createPrivateKey({ key, ...rawPrivate, ...reading }),
    publicKey: (key) => ferrosign.createPublicKey({ key, ...rawPublic, ...reading }),
  };
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
