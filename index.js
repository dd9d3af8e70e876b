'use strict';

// The public API. Every function is documented in index.d.ts.

const {
  aggregatePublicKeys,
  aggregatePublicKeysSync,
  aggregateSignatures,
  aggregateSignaturesSync,
  fastVerifyAggregate,
  fastVerifyAggregateSync,
  popProve,
  popProveSync,
  popVerify,
  popVerifySync,
  verifyAggregate,
  verifyAggregateSync,
} = require('./lib/aggregate.js');
const { generateKeyPair, generateKeyPairSync } = require('./lib/generate.js');
const { createPrivateKey, createPublicKey, createSecretKey, keyCache } = require('./lib/import.js');
const { signJwt, signJwtSync, verifyJwt, verifyJwtSync } = require('./lib/jwt.js');
const { PrivateKey, PublicKey, SecretKey } = require('./lib/key.js');
const { promises } = require('./lib/lane.js');
const { recoverPublicKey } = require('./lib/recover.js');
const {
  createSigner,
  createVerifier,
  sign,
  signMany,
  signManySync,
  signSync,
  verify,
  verifyBatch,
  verifyBatchSync,
  verifyMany,
  verifyManySync,
  verifySync,
} = require('./lib/sign.js');
const { backends, keyTypes } = require('./lib/table.js');

module.exports = {
  generateKeyPair,
  generateKeyPairSync,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  sign,
  signSync,
  verify,
  verifySync,
  createSigner,
  createVerifier,
  signMany,
  signManySync,
  verifyMany,
  verifyManySync,
  recoverPublicKey,
  verifyBatch,
  verifyBatchSync,
  aggregateSignatures,
  aggregateSignaturesSync,
  aggregatePublicKeys,
  aggregatePublicKeysSync,
  verifyAggregate,
  verifyAggregateSync,
  fastVerifyAggregate,
  fastVerifyAggregateSync,
  popProve,
  popProveSync,
  popVerify,
  popVerifySync,
  signJwt,
  signJwtSync,
  verifyJwt,
  verifyJwtSync,
  keyTypes,
  backends,
  keyCache,
  promises,
  PrivateKey,
  PublicKey,
  SecretKey,
};
