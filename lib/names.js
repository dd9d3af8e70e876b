'use strict';

// Names that other interfaces use for what the table calls by one: data.

const { invalidArgType, invalidArgValue } = require('./errors.js');

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = require('node:crypto').constants;

/** WebCrypto's algorithm objects: the keys that each takes, and what it means beside its hash. */
const WEBCRYPTO = {
  __proto__: null,
  'RSASSA-PKCS1-v1_5': { keyTypes: ['rsa'], implied: { padding: RSA_PKCS1_PADDING } },
  'RSA-PSS': { keyTypes: ['rsa', 'rsa-pss'], implied: { padding: RSA_PKCS1_PSS_PADDING } },
  ECDSA: { keyTypes: ['ec'], implied: { dsaEncoding: 'ieee-p1363' } },
  HMAC: { keyTypes: ['hmac'], implied: {} },
  Ed25519: { keyTypes: ['ed25519'], implied: {}, hash: null },
};

/** Reads `algorithm`: null, a name, or a WebCrypto algorithm object, which brings options with it. */
function readAlgorithm(algorithm) {
  if (algorithm == null) return { algorithm: null };
  if (typeof algorithm === 'string') return { algorithm };
  if (typeof algorithm !== 'object') {
    throw invalidArgType('algorithm', 'of type string, null, or a WebCrypto algorithm object', algorithm);
  }
  const meaning = WEBCRYPTO[algorithm.name];
  if (meaning === undefined) throw invalidArgValue('algorithm.name', algorithm.name);
  const { keyTypes, implied } = meaning;
  if (meaning.hash === null) return { algorithm: null, keyTypes, implied };
  const hash = typeof algorithm.hash === 'object' ? algorithm.hash?.name : algorithm.hash;
  if (typeof hash !== 'string') throw invalidArgType('algorithm.hash', 'of type string', hash);
  return { algorithm: hash, keyTypes, implied: { ...implied, saltLength: algorithm.saltLength } };
}

module.exports = { readAlgorithm };
