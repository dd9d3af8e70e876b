'use strict';
// @node-rs/jsonwebtoken: the Rust crate jsonwebtoken as an addon. It takes a PEM or a secret at each call.

const { offerTokens } = require('../tables/tokens');

let nodeRs;

module.exports = {
  name: '@node-rs/jsonwebtoken',
  load() {
    nodeRs = require('@node-rs/jsonwebtoken');
    return { version: require('@node-rs/jsonwebtoken/package.json').version };
  },
  tokens: {
    rows: [
      {
        name: '@node-rs/jsonwebtoken',
        addsIat: true,
        note: 'signSync, which parses the PEM at each call and puts iat into every payload',
      },
    ],
    algorithms: offerTokens(({ algorithm, payload, key: { secret, privateKey } }) => {
      if (!nodeRs.Algorithm[algorithm]) return 'not among its algorithms';
      const header = { algorithm };
      return () => nodeRs.signSync(payload, secret ?? privateKey, header);
    }),
  },
};
