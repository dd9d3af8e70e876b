'use strict';
// bls-eth-wasm: the C++ library mcl compiled to WebAssembly, in its Ethereum mode.

const { versionOf } = require('../version');

let bls;

const bytes = (point) => point.serialize();

module.exports = {
  name: 'bls-eth-wasm',
  async load() {
    bls = require('bls-eth-wasm');
    await bls.init(bls.BLS12_381);
    bls.verifySignatureOrder(true);
    bls.verifyPublicKeyOrder(true);
    return { version: versionOf('bls-eth-wasm') };
  },
  primitives: {
    rows: [{ name: 'bls-eth-wasm' }],
    algorithms: {
      'bls12-381': {
        generate: () => ({
          run: () => {
            const secret = new bls.SecretKey();
            secret.setByCSPRNG();
            return { secret, point: secret.getPublicKey() };
          },
          bytes: ({ secret, point }) => ({ privateKey: secret.serialize(), publicKey: point.serialize() }),
        }),
        sign: ({ message, privateKey }) => {
          const secret = new bls.SecretKey();
          secret.deserialize(privateKey);
          const own = Uint8Array.from(message); // it takes no Buffer
          return { run: () => secret.sign(own), bytes };
        },
        verify: ({ message, publicKey, signature }) => {
          const key = publicKeyOf({ publicKey });
          const own = Uint8Array.from(message);
          return () => key.verify(signatureOf({ signature }), own);
        },
      },
    },
  },
  batches: {
    rows: [{ name: 'bls-eth-wasm', note: 'multiVerify, which draws random weights' }],
    algorithms: {
      'bls12-381': {
        batch: ({ items }) => {
          const keys = items.map(publicKeyOf);
          const messages = items.map(({ message }) => Uint8Array.from(message));
          return { each: items.length, run: () => bls.multiVerify(keys, items.map(signatureOf), messages) };
        },
      },
    },
  },
  aggregates: {
    rows: [{ name: 'bls-eth-wasm' }],
    algorithms: {
      'bls12-381': {
        aggregateSignatures: ({ items }) => ({
          run: () => {
            const sum = new bls.Signature();
            sum.aggregate(items.map(signatureOf));
            return sum;
          },
          bytes,
        }),
        aggregatePublicKeys: ({ items }) => {
          const keys = items.map(publicKeyOf);
          return {
            run: () => {
              const sum = new bls.PublicKey();
              for (const key of keys) sum.add(key);
              return sum;
            },
            bytes,
          };
        },
        verifyAggregate: ({ items, signature }) => {
          const keys = items.map(publicKeyOf);
          const messages = Uint8Array.from(Buffer.concat(items.map(({ message }) => message)));
          return () => signatureOf({ signature }).aggregateVerifyNoCheck(keys, messages);
        },
        fastVerifyAggregate: ({ items, message, signature }) => {
          const keys = items.map(publicKeyOf);
          const own = Uint8Array.from(message);
          return () => signatureOf({ signature }).fastAggregateVerify(keys, own);
        },
      },
    },
  },
};

function publicKeyOf({ publicKey }) {
  const key = new bls.PublicKey();
  key.deserialize(publicKey);
  return key;
}

function signatureOf({ signature }) {
  const own = new bls.Signature();
  own.deserialize(signature);
  return own;
}
