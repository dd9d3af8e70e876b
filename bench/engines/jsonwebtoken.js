'use strict';
// jsonwebtoken, the most used: node:crypto underneath. Most code gives it PEM strings, which it parses at each call.

const { createPrivateKey, createSecretKey } = require('node:crypto');
const { offerDropins } = require('../tables/dropin');
const { offerTokens } = require('../tables/tokens');
const { versionOf } = require('../version');

let jsonwebtoken;

module.exports = {
  name: 'jsonwebtoken',
  load() {
    jsonwebtoken = require('jsonwebtoken');
    return { version: versionOf('jsonwebtoken') };
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
  dropins: {
    rows: [{ name: 'jsonwebtoken', keyTypes: ['jsonwebtoken'] }],
    algorithms: offerDropins({ jsonwebtoken: () => jsonwebtoken }),
  },
};
