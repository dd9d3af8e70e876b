'use strict';
// @noble/curves: audited pure JavaScript for every curve here.

const { oneByOne } = require('../one-by-one');
const { versionOf } = require('../version');

let curves;

const primitives = {
  rows: [{ name: '@noble/curves' }],
  algorithms: {
    'P-256': ecdsa('p256'),
    'P-384': ecdsa('p384'),
    'P-521': ecdsa('p521'),
    secp256k1: ecdsa('secp256k1'),
    bip340: plain('schnorr'),
    ed25519: plain('ed25519'),
    ed448: plain('ed448'),
    'bls12-381': bls(),
  },
};

/** Above this many signatures an aggregate takes it seconds. */
const mostAggregated = 16;

module.exports = {
  name: '@noble/curves',
  load() {
    const { secp256k1, schnorr } = require('@noble/curves/secp256k1.js');
    const { bls12_381 } = require('@noble/curves/bls12-381.js');
    curves = {
      ...require('@noble/curves/nist.js'),
      ...require('@noble/curves/ed25519.js'),
      ...require('@noble/curves/ed448.js'),
      secp256k1,
      schnorr,
      bls: bls12_381.longSignatures,
    };
    return { version: versionOf('@noble/curves') };
  },
  primitives,
  batches: {
    rows: [{ name: '@noble/curves, one by one' }],
    algorithms: oneByOne(primitives, ['ed25519']),
  },
  aggregates: {
    rows: [{ name: '@noble/curves' }],
    algorithms: { 'bls12-381': blsAggregates() },
  },
};

function ecdsa(name) {
  return {
    generate: () => ({ run: () => curves[name].keygen(), bytes: uncompressed(name) }),
    sign: ({ message, privateKey }) => {
      const curve = curves[name];
      return () => curve.sign(message, privateKey);
    },
    verify: ({ message, publicKey, signature }) => {
      const curve = curves[name];
      return () => curve.verify(signature, message, publicKey, { lowS: false });
    },
  };
}

function uncompressed(name) {
  return ({ secretKey, publicKey }) => ({
    privateKey: secretKey,
    publicKey: curves[name].Point.fromBytes(publicKey).toBytes(false),
  });
}

function plain(name) {
  return {
    generate: () => ({ run: () => curves[name].keygen(), bytes: renamed }),
    sign: ({ message, privateKey }) => {
      const curve = curves[name];
      return () => curve.sign(message, privateKey);
    },
    verify: ({ message, publicKey, signature }) => {
      const curve = curves[name];
      return () => curve.verify(signature, message, publicKey);
    },
  };
}

function renamed({ secretKey, publicKey }) {
  return { privateKey: secretKey, publicKey };
}

function bls() {
  return {
    generate: () => ({
      run: () => curves.bls.keygen(),
      bytes: ({ secretKey, publicKey }) => ({ privateKey: secretKey, publicKey: publicKey.toBytes(true) }),
    }),
    sign: ({ message, privateKey }) => ({
      run: () => curves.bls.sign(curves.bls.hash(message, domain), privateKey),
      bytes: (signature) => curves.bls.Signature.toBytes(signature),
    }),
    verify:
      ({ message, publicKey, signature }) =>
      () =>
        curves.bls.verify(signature, curves.bls.hash(message, domain), publicKey),
  };
}

function blsAggregates() {
  const upToMost = (prepareOperation) => (context) =>
    context.items.length > mostAggregated
      ? `left out above ${mostAggregated}: about ten milliseconds for each`
      : prepareOperation(context);
  return {
    aggregateSignatures: upToMost(({ items }) => {
      const signatures = items.map(({ signature }) => signature);
      return {
        run: () => curves.bls.aggregateSignatures(signatures),
        bytes: (signature) => curves.bls.Signature.toBytes(signature),
      };
    }),
    aggregatePublicKeys: upToMost(({ items }) => {
      const keys = items.map(({ publicKey }) => publicKey);
      return { run: () => curves.bls.aggregatePublicKeys(keys), bytes: (key) => key.toBytes(true) };
    }),
    verifyAggregate: upToMost(({ items, signature }) => () => {
      const hashed = items.map(({ message, publicKey }) => ({
        message: curves.bls.hash(message, domain),
        publicKey,
      }));
      return curves.bls.verifyBatch(signature, hashed);
    }),
    fastVerifyAggregate: upToMost(({ items, message, signature }) => {
      const keys = items.map(({ publicKey }) => publicKey);
      return () =>
        curves.bls.verify(signature, curves.bls.hash(message, domain), curves.bls.aggregatePublicKeys(keys));
    }),
  };
}

/** The proof-of-possession scheme's, which Ethereum and the rivals sign with. */
const domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_';
