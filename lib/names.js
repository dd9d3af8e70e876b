'use strict';

// Names that other interfaces use for what the table calls by one: data.

const { own } = require('./bytes.js');
const { invalidArgType, invalidArgValue } = require('./errors.js');

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = require('node:crypto').constants;

/** The algorithm of popProve and popVerify. Its name is no text, so that no caller can say it. */
const POSSESSION = Object.freeze({ name: Symbol('proof of possession') });

/** Algorithm objects, WebCrypto's and ours: the keys that each takes, and what it means beside its hash. */
const ALGORITHMS = {
  __proto__: null,
  'RSASSA-PKCS1-v1_5': { keyTypes: ['rsa'], implied: { padding: RSA_PKCS1_PADDING }, hashes: true },
  'RSA-PSS': { keyTypes: ['rsa', 'rsa-pss'], implied: { padding: RSA_PKCS1_PSS_PADDING }, hashes: true },
  ECDSA: { keyTypes: ['ec'], implied: { dsaEncoding: 'ieee-p1363' }, hashes: true },
  HMAC: { keyTypes: ['hmac'], implied: {}, hashes: true },
  Ed25519: { keyTypes: ['ed25519'], implied: {}, hashes: false },
  Ed448: { keyTypes: ['ed448'], implied: {}, hashes: false },
  'ML-DSA-44': { keyTypes: ['ml-dsa-44'], implied: {}, hashes: false },
  'ML-DSA-65': { keyTypes: ['ml-dsa-65'], implied: {}, hashes: false },
  'ML-DSA-87': { keyTypes: ['ml-dsa-87'], implied: {}, hashes: false },
  [POSSESSION.name]: { keyTypes: undefined, implied: { possession: true }, hashes: false },
};

/** Reads `algorithm`: null, a name, or a WebCrypto algorithm object, which brings options with it. */
function readAlgorithm(algorithm) {
  if (algorithm == null) return settings(null);
  if (typeof algorithm === 'string') return settings(algorithm);
  if (typeof algorithm !== 'object') {
    throw invalidArgType('algorithm', 'of type string, null, or a WebCrypto algorithm object', algorithm);
  }
  const name = own(algorithm, 'name');
  const meaning = ALGORITHMS[name];
  if (meaning === undefined) throw invalidArgValue('algorithm.name', name);
  const { keyTypes, implied, hashes } = meaning;
  if (!hashes) return settings(null, keyTypes, implied);
  const given = own(algorithm, 'hash');
  const hash = typeof given === 'object' && given !== null ? own(given, 'name') : given;
  if (typeof hash !== 'string') throw invalidArgType('algorithm.hash', 'of type string', hash);
  return settings(hash, keyTypes, { ...implied, saltLength: own(algorithm, 'saltLength') });
}

function settings(algorithm, keyTypes, implied) {
  return { algorithm, keyTypes, implied };
}

module.exports = { POSSESSION, readAlgorithm };
