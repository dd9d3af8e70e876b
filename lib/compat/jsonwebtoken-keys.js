'use strict';

// Which keys jsonwebtoken lets sign and verify by which algorithm, and keys out of a JSON Web Key Set.

const { invalidArgType } = require('../errors.js');
const { own } = require('../bytes.js');
const { keyOfSet } = require('../jwt-keys.js');
const { keyObjectOf } = require('./jose-keys.js');

/** Throws where an asymmetric key is not of the type, the curve or the parameters that the algorithm is for. */
function validateAsymmetricKey(algorithm, key) {
  const type = key?.asymmetricKeyType;
  if (!algorithm || !type) return;
  const allowed = ALGORITHMS_OF[type];
  if (allowed === undefined) throw new Error(`Unknown key type "${type}".`);
  const curve = CURVE_OF[algorithm];
  if (!allowed.includes(algorithm) && !(type === 'ec' && curve !== undefined)) {
    throw new Error(`"alg" parameter for "${type}" key type must be one of: ${allowed.join(', ')}.`);
  }
  if (type === 'ec' && key.asymmetricKeyDetails.namedCurve !== curve)
    throw new Error(`"alg" parameter "${algorithm}" requires curve "${curve}".`);
  if (type === 'rsa-pss') validatePss(algorithm, key.asymmetricKeyDetails);
}

function validatePss(algorithm, { hashAlgorithm, mgf1HashAlgorithm, saltLength }) {
  const bits = Number(algorithm.slice(-3));
  if (hashAlgorithm !== `sha${bits}` || mgf1HashAlgorithm !== hashAlgorithm) {
    throw new Error(
      `Invalid key for this operation, its RSA-PSS parameters do not meet the requirements of "alg" ${algorithm}.`,
    );
  }
  if (saltLength !== undefined && saltLength > bits / 8) {
    throw new Error(
      `Invalid key for this operation, its RSA-PSS parameter saltLength does not meet the requirements of "alg" ${algorithm}.`,
    );
  }
}

/** What verifies where the caller names no algorithms: never another one than those of the key. */
function defaultAlgorithms({ type, asymmetricKeyType, asymmetricKeyDetails }) {
  if (type === 'secret') return HMAC;
  if (asymmetricKeyType === 'ec')
    return asymmetricKeyDetails.namedCurve === CURVE_OF.ES256K ? [...EC, 'ES256K'] : EC;
  return ALGORITHMS_OF[asymmetricKeyType] === EDDSA ? EDDSA : RSA;
}

const HMAC = ['HS256', 'HS384', 'HS512'];
const RSA = ['RS256', 'PS256', 'RS384', 'PS384', 'RS512', 'PS512'];
const EC = ['ES256', 'ES384', 'ES512'];
const EDDSA = ['EdDSA'];

/** As they are listed to who takes another one. ES256K is not among them, as it is not with jsonwebtoken. */
const ALGORITHMS_OF = {
  __proto__: null,
  ec: EC,
  rsa: RSA,
  'rsa-pss': ['PS256', 'PS384', 'PS512'],
  ed25519: EDDSA,
  ed448: EDDSA,
};

const CURVE_OF = {
  __proto__: null,
  ES256: 'prime256v1',
  ES384: 'secp384r1',
  ES512: 'secp521r1',
  ES256K: 'secp256k1',
};

/**
 * A function that finds keys in `jwks`, a JSON Web Key Set, for `verify`: the one that fits the `kid` and the `alg` of
 * the header. Anything but one is an error, which is not remembered: keys may be added to the set.
 */
function createLocalKeySet(jwks) {
  const keys = typeof jwks === 'object' && jwks !== null ? own(jwks, 'keys') : undefined;
  if (!Array.isArray(keys)) throw invalidArgType('jwks.keys', 'an instance of Array', keys);
  const objects = new WeakMap();
  return (header, callback) => {
    let object;
    try {
      const key = keyOfSet(jwks, header);
      object = objects.get(key) ?? keyObjectOf(key);
      objects.set(key, object);
    } catch (error) {
      callback(error);
      return;
    }
    callback(null, object);
  };
}

module.exports = { createLocalKeySet, defaultAlgorithms, validateAsymmetricKey };
