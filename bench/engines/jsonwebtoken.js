'use strict';
// jsonwebtoken, the most used: node:crypto underneath. Most code gives it PEM strings, which it parses at each call.

const { createPrivateKey, createSecretKey } = require('node:crypto');
const { offerTokens } = require('../tables/tokens');

let jsonwebtoken;

module.exports = {
  name: 'jsonwebtoken',
  load() {
    jsonwebtoken = require('jsonwebtoken');
    return { version: require('jsonwebtoken/package.json').version };
  },
  tokens: {
    rows: [
      {
        name: 'jsonwebtoken (PEM)',
        keyOf: ({ secret, privateKey }) => secret ?? privateKey,
        note: 'of HMAC the bytes of the secret, which it first tries to read as a private key',
      },
      {
        name: 'jsonwebtoken (KeyObject)',
        keyOf: ({ secret, privateKey }) => (secret ? createSecretKey(secret) : createPrivateKey(privateKey)),
      },
    ],
    algorithms: offerTokens(({ row, algorithm, payload, key }) => {
      const own = row.keyOf(key);
      const options = { algorithm, noTimestamp: true };
      return () => jsonwebtoken.sign(payload, own, options);
    }),
  },
};
