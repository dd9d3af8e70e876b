'use strict';
// node:crypto, the one-shot calls: the reference of every table.

const crypto = require('node:crypto');
const { algorithms, offer } = require('../algorithms');
const { bytesOfPair, privateKeyFrom, publicKeyFrom } = require('../node-keys');
const { oneByOne } = require('../one-by-one');
const { pemEncodings } = require('../pem');
const { offerDropins } = require('../tables/dropin');

const hasMlDsa = Number.parseFloat(process.versions.openssl) >= 3.5;
const needsNewer = () => 'needs OpenSSL 3.5, which Node has since version 24';
const tooOld = { generate: needsNewer, sign: needsNewer, verify: needsNewer };

const primitives = {
  rows: [{ name: 'crypto', note: 'keys are KeyObjects' }],
  algorithms: offer(
    Object.keys(algorithms).filter((name) => algorithms[name].type),
    (name) => (name.startsWith('ml-dsa') && !hasMlDsa ? tooOld : keyObjects(name)),
  ),
};

module.exports = {
  name: 'crypto',
  load: () => ({}), // its version is node's
  pem: {
    rows: [{ name: 'crypto' }],
    algorithms: { RS256: rsa('sha256') },
  },
  primitives,
  dropins: {
    rows: [{ name: 'node:crypto', keyTypes: ['crypto'] }],
    algorithms: offerDropins({ crypto: () => crypto }),
  },
  batches: {
    rows: [{ name: 'crypto, one by one' }],
    algorithms: oneByOne(primitives, ['secp256k1', 'ed25519']),
  },
};

function keyObjects(name) {
  const { type, options, digest } = algorithms[name];
  return {
    generate: () => ({
      run: () => crypto.generateKeyPairSync(type, options),
      bytes: (pair) => bytesOfPair(name, pair),
    }),
    sign: ({ message, ...pair }) => {
      const key = { key: privateKeyFrom(name, pair), dsaEncoding: 'ieee-p1363' };
      return () => crypto.sign(digest, message, key);
    },
    verify: ({ message, signature, ...pair }) => {
      const key = { key: publicKeyFrom(name, pair), dsaEncoding: 'ieee-p1363' };
      return () => crypto.verify(digest, message, key, signature);
    },
  };
}

function rsa(digest) {
  return {
    generate: ({ modulusLength }) => {
      return () => crypto.generateKeyPairSync('rsa', { modulusLength, ...pemEncodings });
    },
    sign: ({ message, privateKey }) => {
      return () => crypto.sign(digest, Buffer.from(message), privateKey).toString('hex');
    },
    verify: ({ message, publicKey, signature }) => {
      return () => crypto.verify(digest, Buffer.from(message), publicKey, Buffer.from(signature, 'hex'));
    },
  };
}
