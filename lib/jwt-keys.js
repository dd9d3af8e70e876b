'use strict';

// Which key signs or verifies a token, and by which algorithms: the key says it, and the caller, never the token.

const { isCryptoKey, isKeyObject } = require('node:util').types;

const native = require('./addon.js');
const { own } = require('./bytes.js');
const { coded, invalidArgType } = require('./errors.js');
const { importKey, isSecret, looksAsymmetric } = require('./import.js');
const { handleOf, isKey } = require('./key.js');
const { signerOf, verifierOf } = require('./sign.js');
const { keyTypes } = require('./table.js');
const { encodeJson } = require('./token.js');

/** What signs with `key`: the algorithm, its signer, and the headers of tokens that say no more than it. */
function tokenSigner(key, { algorithm, allowInsecureKeySizes }) {
  const profile = profileOf(key, isHmac(algorithm), SIGN);
  const id = wordsFor(algorithm, allowInsecureKeySizes);
  return profile.signers.get(id) ?? loadSigner(profile, id, algorithm, allowInsecureKeySizes);
}

function loadSigner(profile, id, algorithm, anySize) {
  const chosen = algorithm ?? profile.algorithms[0];
  checkAlgorithm(profile, chosen, undefined);
  checkSize(profile, chosen, anySize);
  const loaded = Object.freeze({
    algorithm: chosen,
    signer: signerOf(chosen, profile.key, anySize ? { allowInsecureKeySizes: true } : undefined),
    claimsHeader: encodeJson({ alg: chosen, typ: 'JWT' }),
    plainHeader: encodeJson({ alg: chosen }),
  });
  profile.signers.set(id, loaded);
  return loaded;
}

/** What verifies, by the key that `key` stands for, a token with this header. */
function tokenVerifier(key, header, settings) {
  const { algorithms } = settings;
  const algorithm = own(header, 'alg');
  const set = keySetOf(key);
  if (set !== undefined) checkListed(algorithm, algorithms);
  const profile =
    set === undefined ? profileOf(key, meansSecret(key, algorithms), VERIFY) : fromSet(set, header);
  checkAlgorithm(profile, algorithm, algorithms);
  const id = wordsFor(algorithm, settings.allowInsecureKeySizes);
  return profile.verifiers.get(id) ?? loadVerifier(profile, id, algorithm, settings.allowInsecureKeySizes);
}

function loadVerifier(profile, id, algorithm, anySize) {
  checkSize(profile, algorithm, anySize);
  const verifier = verifierOf(algorithm, profile.key, anySize ? { allowInsecureKeySizes: true } : undefined);
  profile.verifiers.set(id, verifier);
  return verifier;
}

function wordsFor(algorithm, anySize) {
  return anySize ? `${algorithm} of any size` : algorithm;
}

function checkAlgorithm({ name, algorithms }, algorithm, allowed) {
  checkListed(algorithm, allowed);
  if (algorithms.includes(algorithm)) return;
  throw notAllowed(
    algorithms.length === 0
      ? `No algorithm of tokens is for this key of type ${name}`
      : `${quoted(algorithm)} is not for this key of type ${name}, which takes ${algorithms.join(', ')}`,
  );
}

function checkListed(algorithm, allowed) {
  if (allowed === undefined || allowed.includes(algorithm)) return;
  throw notAllowed(`${quoted(algorithm)} is not among options.algorithms: ${allowed.join(', ')}`);
}

function notAllowed(message) {
  return coded(Error, 'ERR_JWT_ALGORITHM', message);
}

/** The token's own word in a message: no more of it than a name has. */
function quoted(algorithm) {
  return JSON.stringify(String(algorithm).slice(0, 32));
}

/** RFC 7518 section 3.2: a secret is as long as the hash, which the name's last three digits say in bits. */
function checkSize({ secretSize }, algorithm, anySize) {
  const least = Number(algorithm.slice(-3)) / 8;
  if (secretSize === undefined || secretSize >= least || anySize) return;
  throw coded(
    Error,
    'ERR_FERROSIGN_INSECURE_KEY_SIZE',
    `A secret of ${secretSize} bytes is too short for ${algorithm}, which needs ${least} (RFC 7518 section 3.2); options.allowInsecureKeySizes takes it`,
  );
}

// From anything that is a key to its profile: the key object, its algorithms, and what has been loaded from it.

const SIGN = { type: 'private', operation: 'sign' };
const VERIFY = { type: 'public', operation: 'verify' };

function profileOf(key, secret, use) {
  if (isKey(key)) return profileOfKey(key);
  const jwk = jwkOf(key);
  if (jwk !== undefined) return profileOfJwk(jwk, use);
  return profileOfKey(read(key, isSecretHere(key, secret) ? 'secret' : use.type));
}

/** Text and bytes are a secret where the algorithm says it; objects say it themselves. */
function isSecretHere(key, secret) {
  return typeof key === 'string' ? secret : isSecret(key) || (secret && !saysItsType(key));
}

function saysItsType(key) {
  const inner = isPlain(key) ? (own(key, 'key') ?? key) : key;
  return isKey(inner) || isKeyObject(inner) || isCryptoKey(inner);
}

function read(key, type) {
  try {
    return importKey(key, type, 'key');
  } catch (error) {
    if (error.code !== 'ERR_FERROSIGN_INVALID_KEY' || looksAsymmetric(key)) throw error;
    throw coded(
      Error,
      error.code,
      `${error.message}. Text or bytes are a secret only where the options name HS256 or its like`,
    );
  }
}

const profiles = new WeakMap();

function profileOfKey(key) {
  const known = profiles.get(key);
  if (known !== undefined) return known;
  const { name, hashAlgorithm, symmetricKeySize } = native.describeKey(handleOf(key));
  if (key.type === 'secret') checkSecret(key);
  const { algorithms } = keyTypes().find((row) => row.name === name);
  // An rsa-pss key may be bound to one hash.
  const bits = hashAlgorithm?.slice('sha'.length);
  const profile = {
    key,
    name,
    algorithms: bits === undefined ? algorithms : algorithms.filter((one) => one.endsWith(bits)),
    secretSize: symmetricKeySize,
    signers: new Map(),
    verifiers: new Map(),
  };
  profiles.set(key, profile);
  return profile;
}

const OTHER_KEYS = /---- ?BEGIN |^\s*(?:ssh-|ecdsa-sha2-|sk-ssh-|sk-ecdsa-)|^\s*\{.*"kty"/s;

/** A public key is no secret, in whatever wrapping it comes, and neither is nothing. */
function checkSecret(key) {
  const secret = key.export();
  const empty = secret.length === 0;
  const asymmetric = looksAsymmetric(secret) || OTHER_KEYS.test(secret.toString('utf8'));
  secret.fill(0);
  if (empty) {
    throw coded(Error, 'ERR_FERROSIGN_INSECURE_KEY_SIZE', 'An empty secret signs and verifies no token');
  }
  if (asymmetric) {
    throw coded(
      TypeError,
      'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
      'HMAC signs with a secret, and this is the text or the bytes of a key or certificate',
    );
  }
}

/**
 * Whether text or bytes that say nothing of themselves are a secret: only the caller's list makes them one.
 * Where it names HMAC beside others, what looks like a key is a key.
 */
function meansSecret(key, algorithms) {
  if (algorithms === undefined || !algorithms.some(isHmac)) return false;
  return algorithms.every(isHmac) || !looksAsymmetric(key);
}

function isHmac(algorithm) {
  return algorithm?.startsWith('HS') === true;
}

// JSON Web Keys, and sets of them.

/** The JWK that `key` is or holds. */
function jwkOf(key) {
  if (!isPlain(key)) return undefined;
  if (own(key, 'kty') !== undefined) return key;
  const inner = own(key, 'key');
  return isPlain(inner) && own(inner, 'kty') !== undefined ? inner : undefined;
}

function keySetOf(key) {
  return isPlain(key) && own(key, 'kty') === undefined ? own(key, 'keys') : undefined;
}

function isPlain(value) {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
}

// By the object and the use; the text tells whether it is still what it was.
const remembered = { __proto__: null, sign: new WeakMap(), verify: new WeakMap() };

/** The profile of a JWK: its key's, held to what the JWK says of itself (RFC 7517 sections 4.2 to 4.4). */
function profileOfJwk(jwk, { type, operation }) {
  const text = JSON.stringify(jwk);
  const known = remembered[operation].get(jwk);
  if (known?.text === text) return known.profile;
  if (!isFor(jwk, operation)) {
    throw coded(
      Error,
      'ERR_CRYPTO_INVALID_JWK',
      `Invalid JWK: by its own "use" or "key_ops" it is not there to ${operation}`,
    );
  }
  const profile = profileOfKey(importKey(jwk, isSecret(jwk) ? 'secret' : type, 'key'));
  const algorithm = own(jwk, 'alg');
  const held =
    algorithm === undefined
      ? profile
      : {
          ...profile,
          algorithms: profile.algorithms.filter((one) => one === algorithm),
          signers: new Map(),
          verifiers: new Map(),
        };
  remembered[operation].set(jwk, { text, profile: held });
  return held;
}

function isFor(jwk, operation) {
  const use = own(jwk, 'use');
  const operations = own(jwk, 'key_ops');
  return (
    (use === undefined || use === 'sig') &&
    (operations === undefined || (Array.isArray(operations) && operations.includes(operation)))
  );
}

/** The key object of a JSON Web Key Set that a token with this header is verified with. */
function keyOfSet(set, header) {
  return fromSet(own(set, 'keys'), header).key;
}

/** The one key of a set that fits the header, by `kid` where the token has one, and by its algorithm. */
function fromSet(keys, header) {
  if (!Array.isArray(keys)) throw invalidArgType('key.keys', 'an instance of Array', keys);
  const kid = own(header, 'kid');
  const fitting = [];
  let failure;
  for (const jwk of keys) {
    if (jwkOf(jwk) !== jwk || (kid !== undefined && own(jwk, 'kid') !== kid) || !isFor(jwk, 'verify'))
      continue;
    try {
      const profile = profileOfJwk(jwk, VERIFY);
      if (profile.algorithms.includes(own(header, 'alg'))) fitting.push(profile);
    } catch (error) {
      // A set may hold keys of kinds that are unknown here.
      failure ??= error;
    }
  }
  if (fitting.length === 1) return fitting[0];
  throw coded(Error, 'ERR_JWT_KEY_NOT_FOUND', whyNone(fitting.length, failure));
}

function whyNone(count, failure) {
  if (count > 1)
    return `${count} keys of the set fit the token, which needs a "kid" of its own to choose one`;
  const unread = failure === undefined ? '' : `; one could not be read: ${failure.message}`;
  return `No key of the set fits the "kid" and "alg" of the token${unread}`;
}

module.exports = { keyOfSet, tokenSigner, tokenVerifier };
