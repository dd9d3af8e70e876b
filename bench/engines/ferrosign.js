'use strict';
// ferrosign, this package: synchronous, by promise, and pinned to each library that carries the key type.

const { pemEncodings } = require('../pem');

let ferrosign;

const ways = [
  {
    name: 'ferrosign (sync)',
    note: 'keeps the PEM strings it has seen parsed (keyCache), so a key is parsed at the first call only',
  },
  { name: 'ferrosign (promise)', promise: true },
];

module.exports = {
  name: 'ferrosign',
  rows: ways,
  load() {
    ferrosign = require('../..');
    const pinned = ferrosign.backends().map(({ name, version, keyTypes }) => ({
      name: `ferrosign [${name}]`,
      backend: name,
      version,
      keyTypes: Object.keys(keyTypes),
    }));
    return { version: require('../../package.json').version, rows: [...ways, ...pinned] };
  },
  algorithms: { RS256: rsa('sha256') },
};

function rsa(algorithm) {
  return {
    generate: ({ row, modulusLength }) => {
      const call = row.promise ? ferrosign.generateKeyPair : ferrosign.generateKeyPairSync;
      const options = { modulusLength, allowInsecureKeySizes: true, ...pemEncodings, ...pin(row) };
      return () => call('rsa', options);
    },
    sign: ({ row, message, privateKey }) => {
      const call = row.promise ? ferrosign.sign : ferrosign.signSync;
      const options = { encoding: 'hex', allowInsecureKeySizes: true, ...pin(row) };
      return () => call(algorithm, message, privateKey, options);
    },
    verify: ({ row, message, publicKey, signature }) => {
      const call = row.promise ? ferrosign.verify : ferrosign.verifySync;
      const options = { encoding: 'hex', ...pin(row) };
      return () => call(algorithm, message, publicKey, signature, options);
    },
  };
}

function pin({ backend }) {
  return backend && { backend };
}
