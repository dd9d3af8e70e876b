'use strict';
// node-rsa: key formats in JavaScript, the arithmetic through node:crypto when it runs on Node.

const { nodeMajor } = require('../environment');
const { versionOf } = require('../version');

let NodeRSA;

module.exports = {
  name: 'node-rsa',
  load() {
    NodeRSA = require('node-rsa').default;
    muteFirstWarning();
    return { version: versionOf('node-rsa') };
  },
  pem: {
    rows: [
      {
        name: 'node-rsa',
        note: 'generates, signs and verifies through node:crypto, its own default on Node',
      },
    ],
    algorithms: { RS256: rsa('pkcs1-sha256') },
  },
};

function rsa(signingScheme) {
  return {
    generate: ({ modulusLength }) => {
      if (nodeMajor < 22) return deadlock;
      return () => {
        const key = new NodeRSA({ b: modulusLength });
        return {
          privateKey: key.exportKey('pkcs8-private-pem'),
          publicKey: key.exportKey('pkcs8-public-pem'),
        };
      };
    },
    sign: ({ message, privateKey }) => {
      return () => new NodeRSA(privateKey, 'pkcs8-private-pem', { signingScheme }).sign(message, 'hex');
    },
    verify: ({ message, publicKey, signature }) => {
      return () =>
        new NodeRSA(publicKey, 'pkcs8-public-pem', { signingScheme }).verify(
          message,
          signature,
          'utf8',
          'hex',
        );
    },
  };
}

/** node-rsa warns on the console, once, of a key below 2048 bits: Table 1 asks for one, and the progress bar is there. */
function muteFirstWarning() {
  const { warn } = console;
  console.warn = () => {};
  try {
    new NodeRSA({ b: 1024 });
  } finally {
    console.warn = warn;
  }
}

/** Seen in Node 20.20, not in 22, 24, 26: a garbage collection within the export waits for a lock that the export has. */
const deadlock =
  'left out on Node 20, which can hang for ever in the JWK export of a key just generated, as it does';
