'use strict';
// @chainsafe/blst: the assembly library blst as an addon.

const { randomBytes } = require('node:crypto');
const { versionOf } = require('../version');

let blst;

const bytes = (point) => point.toBytes();

module.exports = {
  name: '@chainsafe/blst',
  load() {
    blst = require('@chainsafe/blst');
    return { version: versionOf('@chainsafe/blst') };
  },
  primitives: {
    rows: [{ name: '@chainsafe/blst' }],
    algorithms: {
      'bls12-381': {
        generate: () => ({
          run: () => {
            const secret = blst.SecretKey.fromKeygen(randomBytes(32));
            return { secret, point: secret.toPublicKey() };
          },
          bytes: ({ secret, point }) => ({ privateKey: secret.toBytes(), publicKey: point.toBytes() }),
        }),
        sign: ({ message, privateKey }) => {
          const secret = blst.SecretKey.fromBytes(privateKey);
          return { run: () => secret.sign(message), bytes };
        },
        verify: ({ message, publicKey, signature }) => {
          const key = publicKeyOf({ publicKey });
          return () => blst.verify(message, key, signatureOf({ signature }));
        },
      },
    },
  },
  batches: {
    rows: [
      { name: '@chainsafe/blst', note: 'verifyMultipleAggregateSignatures, which draws random weights' },
    ],
    algorithms: {
      'bls12-381': {
        batch: ({ items }) => {
          const keys = items.map(publicKeyOf);
          return {
            each: items.length,
            run: () =>
              blst.verifyMultipleAggregateSignatures(
                items.map((item, index) => ({ msg: item.message, pk: keys[index], sig: signatureOf(item) })),
              ),
          };
        },
      },
    },
  },
  aggregates: {
    rows: [{ name: '@chainsafe/blst' }],
    algorithms: {
      'bls12-381': {
        aggregateSignatures: ({ items }) => ({
          run: () => blst.aggregateSignatures(items.map(signatureOf)),
          bytes,
        }),
        aggregatePublicKeys: ({ items }) => {
          const keys = items.map(publicKeyOf);
          return { run: () => blst.aggregatePublicKeys(keys), bytes };
        },
        verifyAggregate: ({ items, signature }) => {
          const keys = items.map(publicKeyOf);
          const messages = items.map(({ message }) => message);
          return () => blst.aggregateVerify(messages, keys, signatureOf({ signature }));
        },
        fastVerifyAggregate: ({ items, message, signature }) => {
          const keys = items.map(publicKeyOf);
          return () => blst.fastAggregateVerify(message, keys, signatureOf({ signature }));
        },
      },
    },
  },
};

/** Checked to be in its group, once. */
function publicKeyOf({ publicKey }) {
  return blst.PublicKey.fromBytes(publicKey, true);
}

/** Checked to be in its group, each time. */
function signatureOf({ signature }) {
  return blst.Signature.fromBytes(signature, true);
}
