'use strict';
// fast-jwt: a signer made once for each key. Its cache concerns verification only.

const { offerTokens } = require('../tables/tokens');

let fastJwt;

module.exports = {
  name: 'fast-jwt',
  load() {
    fastJwt = require('fast-jwt');
    return { version: require('fast-jwt/package.json').version };
  },
  tokens: {
    rows: [{ name: 'fast-jwt' }],
    algorithms: offerTokens(({ algorithm, payload, key: { secret, privateKey } }) => {
      const sign = fastJwt.createSigner({ key: secret ?? privateKey, algorithm, noTimestamp: true });
      return () => sign(payload);
    }),
  },
};
