'use strict';
// ferrosign, this package: synchronous, by promise, and pinned to each library that carries the key type.

const { createHash } = require('node:crypto');
const { algorithms, offer } = require('../algorithms');
const { pemEncodings } = require('../pem');
const { offerDropins } = require('../tables/dropin');
const { offerTokens } = require('../tables/tokens');

let ferrosign;

const calls = [
  {
    name: 'ferrosign (sync)',
    note: 'keeps the PEM strings it has seen parsed (keyCache), so a key is parsed at the first call only',
  },
  { name: 'ferrosign (promise)', promise: true },
];

/** Where an algorithm is not a row of keyTypes() by the same name, and what it needs beside its key. */
const ways = {
  'rsa-2048': { keyType: 'rsa' },
  'rsa-3072': { keyType: 'rsa' },
  'rsa-4096': { keyType: 'rsa' },
  bip340: { keyType: 'secp256k1', algorithm: 'BIP340', publicBytes: (point) => point.subarray(1, 33) },
  // It writes a new key as the mini secret, of which the others have the expanded form.
  sr25519: { privateBytes: expanded },
  'bls12-381': { options: { scheme: 'proof-of-possession' } },
};

module.exports = {
  name: 'ferrosign',
  load() {
    ferrosign = require('../..');
    return { version: require('../../package.json').version };
  },
  pem: { rows: calls, moreRows: pinnedRows, algorithms: { RS256: rsa('sha256') } },
  primitives: {
    rows: [{ name: 'ferrosign', note: 'through createSigner and createVerifier' }],
    algorithms: offer(Object.keys(algorithms), inThisBuild(signersOf)),
  },
  batches: {
    rows: [
      { name: 'ferrosign verifyBatchSync', batch: 'verifyBatchSync' },
      {
        name: 'ferrosign verifyBatchSync, ZIP-215',
        batch: 'verifyBatchSync',
        options: { ed25519: 'zip215' },
        keyTypes: ['ed25519'],
        note: 'by the batch equation with cofactor; without it, as OpenSSL verifies, a batch goes item by item',
      },
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
  dropins: {
    rows: [
      { name: 'ferrosign/jsonwebtoken', keyTypes: ['jsonwebtoken'] },
      { name: 'ferrosign/crypto', keyTypes: ['crypto'] },
      { name: 'ferrosign/webcrypto', keyTypes: ['webcrypto'] },
    ],
    algorithms: offerDropins({
      jsonwebtoken: () => require('../../lib/compat/jsonwebtoken'),
      crypto: () => require('../../lib/compat/crypto'),
      webcrypto: () => require('../../lib/compat/webcrypto'),
    }),
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
        (context) => (isInThisBuild(name) ? prepareOperation(context) : notInThisBuild),
      ]),
    );
}

function isInThisBuild(name) {
  const { keyType = name, algorithm } = ways[name] ?? {};
  if (!ferrosign.keyTypes().some((row) => row.name === keyType)) return false;
  return algorithm === undefined || isKnown(algorithm, keyType);
}

function isKnown(algorithm, keyType) {
  try {
    ferrosign.createSigner(algorithm, ferrosign.generateKeyPairSync(keyType).privateKey);
    return true;
  } catch (error) {
    if (error.code === 'ERR_CRYPTO_INVALID_DIGEST') return false;
    throw error;
  }
}

/** What is passed as algorithm and as options. */
function schemeOf(name) {
  const { digest, type } = algorithms[name];
  const { algorithm = digest ?? null, options } = ways[name] ?? {};
  return { algorithm, options: type === 'ec' ? { dsaEncoding: 'ieee-p1363' } : options };
}

function signersOf(name) {
  const { type, options: keyOptions } = algorithms[name];
  const { keyType = name } = ways[name] ?? {};
  const { algorithm, options } = schemeOf(name);
  const keys = keysOf(name);
  const made = type === 'rsa' ? keyOptions : undefined;
  return {
    generate: () => ({
      run: () => ferrosign.generateKeyPairSync(keyType, made),
      bytes: keys.bytes,
      own: keys.own,
    }),
    sign: ({ message, privateKey }) => {
      const { signSync } = ferrosign.createSigner(algorithm, keys.privateKey(privateKey), options);
      return () => signSync(message);
    },
    verify: ({ message, publicKey, signature }) => {
      const { verifySync } = ferrosign.createVerifier(algorithm, keys.publicKey(publicKey), options);
      return () => verifySync(message, signature);
    },
  };
}

function batchesOf(name) {
  const { algorithm, options: usual } = schemeOf(name);
  return {
    batch: ({ row, items }) => {
      const call = ferrosign[row.batch];
      if (!call) return notInThisBuild;
      const own = ownItems(name, items);
      const options = row.options ?? usual;
      const run =
        row.batch === 'verifyManySync'
          ? () => call(algorithm, own, options).every(Boolean)
          : () => call(algorithm, own, options);
      return { each: items.length, run };
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
  const { options } = schemeOf(name);
  const { rawPublic } = keysOf(name);
  const own = ({ items }) => ownItems(name, items);
  const calling = (call, prepareArguments, bytes) => (context) => {
    if (!ferrosign[call]) return notInThisBuild;
    const list = prepareArguments(context);
    return { run: () => ferrosign[call](...list), bytes };
  };
  return {
    aggregateSignatures: calling(
      'aggregateSignaturesSync',
      ({ items }) => [items.map(({ signature }) => signature)],
      (signature) => signature,
    ),
    aggregatePublicKeys: calling(
      'aggregatePublicKeysSync',
      (context) => [own(context).map(({ key }) => key)],
      (key) => key.export(rawPublic),
    ),
    verifyAggregate: calling('verifyAggregateSync', (context) => [own(context), context.signature, options]),
    fastVerifyAggregate: calling('fastVerifyAggregateSync', (context) => [
      context.message,
      own(context).map(({ key }) => key),
      context.signature,
      options,
    ]),
  };
}

/** How keys of an algorithm are read from and written to the bytes that systems exchange. */
function keysOf(name) {
  const { type, form, options } = algorithms[name];
  const { keyType = name, privateBytes = unchanged, publicBytes = unchanged } = ways[name] ?? {};
  const curve = type === 'ec' ? options.namedCurve : name === 'bip340' && keyType;
  const kind = curve ? { namedCurve: curve } : { asymmetricKeyType: keyType };
  const [rawPrivate, rawPublic] = {
    jwk: [{ format: type?.startsWith('ml-dsa') ? 'raw-seed' : 'raw-private' }, { format: 'raw-public' }],
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
  const own = ({ privateKey, publicKey }) => ({
    privateKey: privateKey.export(rawPrivate),
    publicKey: publicBytes(publicKey.export(rawPublic)),
  });
  return {
    rawPublic,
    own,
    bytes: (pair) => {
      const { privateKey, publicKey } = own(pair);
      return { privateKey: privateBytes(privateKey), publicKey };
    },
    privateKey: (key) => ferrosign.createPrivateKey({ key, ...rawPrivate, ...reading }),
    publicKey: (key) => ferrosign.createPublicKey({ key, ...rawPublic, ...reading }),
  };
}

function unchanged(bytes) {
  return bytes;
}

/** As Ed25519 expands a seed (RFC 8032 section 5.1.5). */
function expanded(miniSecret) {
  const key = createHash('sha512').update(miniSecret).digest();
  key[0] &= 0xf8;
  key[31] = (key[31] & 0x3f) | 0x40;
  return key;
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
