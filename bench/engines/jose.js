'use strict';
// jose: WebCrypto underneath, so every token is a promise.

const { createSecretKey } = require('node:crypto');
const { offerTokens } = require('../tables/tokens');

let jose;

module.exports = {
  name: 'jose',
  load() {
    jose = require('jose');
    return { version: require('jose/package.json').version };
  },
  tokens: {
    rows: [{ name: 'jose', note: 'the key is imported before, as a CryptoKey; of HMAC it is a KeyObject' }],
    algorithms: offerTokens(async ({ algorithm, payload, key: { secret, privateKey } }) => {
      const own = secret ? createSecretKey(secret) : await jose.importPKCS8(privateKey, algorithm);
      return () => new jose.SignJWT(payload).setProtectedHeader({ alg: algorithm, typ: 'JWT' }).sign(own);
    }),
  },
};
