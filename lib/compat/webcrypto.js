'use strict';

// The interface of WebCrypto: the keys are node's own, and what is said of them, refused or not known here is node's, too.
// Signing, verifying and the generation of RSA keys are native.

const { KeyObject, constants, webcrypto } = require('node:crypto');
const { isArrayBuffer, isCryptoKey } = require('node:util').types;

const { generateKeyPair } = require('../generate.js');
const { ObjectCache, newCache } = require('../import.js');
const { submitSign, submitVerify, verifierOf } = require('../sign.js');
const { KnownKey, attempt } = require('./node-keys.js');
const { ofItsOwn } = require('./written.js');

const { CryptoKey, SubtleCrypto } = globalThis;

/** By the name of an algorithm, the digest and node's options for what its parameters say with a key of `hash`. */
const SCHEMES = {
  __proto__: null,
  'RSASSA-PKCS1-v1_5': (_, hash) => ({ digest: hash }),
  'RSA-PSS': (params, hash) => {
    const saltLength = member(params, 'saltLength');
    return isSize(saltLength)
      ? { digest: hash, words: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength } }
      : undefined;
  },
  ECDSA: (params) => ({ digest: hashOf(params), words: { dsaEncoding: 'ieee-p1363' } }),
  HMAC: (_, hash) => ({ digest: hash }),
  Ed25519: () => PURE,
  Ed448: withoutContext,
  'ML-DSA-44': withoutContext,
  'ML-DSA-65': withoutContext,
  'ML-DSA-87': withoutContext,
};

const PURE = Object.freeze({ digest: null });

function withoutContext(params) {
  return typeof params === 'object' && 'context' in params ? undefined : PURE;
}

const HASHES = ['SHA-1', 'SHA-256', 'SHA-384', 'SHA-512'];

/** The name of the hash of `params`; undefined where it is none of ours, or node has to read it. */
function hashOf(params) {
  const hash = member(params, 'hash');
  const name = typeof hash === 'object' ? member(hash, 'name') : hash;
  return HASHES.includes(name) ? name : undefined;
}

/** A member of a dictionary, where reading it twice, here and by node, is reading it once. */
function member(params, name) {
  return typeof params === 'object' && params !== null
    ? Object.getOwnPropertyDescriptor(params, name)?.value
    : undefined;
}

function isSize(value) {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31;
}

/** What is known of a CryptoKey: the native sides of what it may do. */
class Known {
  #hash;

  constructor(cryptoKey, read, uses) {
    const { algorithm, type, usages } = cryptoKey;
    this.name = algorithm.name;
    this.#hash = hashOf(algorithm);
    /** In bytes, of RSA: what is shorter may still be a signature to node. */
    this.signatureLength = Math.ceil(algorithm.modulusLength / 8);
    if (type !== 'public' && usages.includes('sign')) this.sign = new KnownKey(read, type, { uses });
    if (type !== 'private' && usages.includes('verify'))
      this.verify = new KnownKey(read, type, { uses, resolve: verifierOf });
  }

  /** What does `operation` as node does it with `params`; undefined where node has to. */
  load(operation, params) {
    if ((typeof params === 'string' ? params : member(params, 'name')) !== this.name) return undefined;
    const scheme = this[operation] && SCHEMES[this.name]?.(params, this.#hash);
    return scheme?.digest === undefined ? undefined : this[operation].load(scheme.digest, scheme.words);
  }
}

const keys = newCache(ObjectCache);

function knownOf(cryptoKey) {
  const known = keys.get(cryptoKey);
  if (known !== undefined || !isCryptoKey(cryptoKey)) return known;
  return remember(cryptoKey, () => quietly(() => KeyObject.from(cryptoKey)), 0);
}

function remember(cryptoKey, read, uses) {
  const fresh = new Known(cryptoKey, read, uses);
  keys.set(cryptoKey, fresh);
  return fresh;
}

/** node warns who makes a key object of a key that is not extractable. Here nobody gets it. */
function quietly(read) {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return read();
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

/** Bytes that only who has them here can change, and of a length that stays. */
function isOrdinary(data) {
  const buffer = ArrayBuffer.isView(data) ? data.buffer : data;
  return isArrayBuffer(buffer) && buffer.resizable !== true && buffer.detached !== true;
}

function sign(algorithm, key, data) {
  const signer = isOrdinary(data) ? knownOf(key)?.load('sign', algorithm) : undefined;
  const signature = signer && attempt(() => submitSign(signer, data));
  return signature?.then(ownBuffer, operationError);
}

function ownBuffer(signature) {
  return ofItsOwn(signature).buffer;
}

function operationError(cause) {
  throw new DOMException('The operation failed for an operation-specific reason', {
    name: 'OperationError',
    cause,
  });
}

function verify(algorithm, key, signature, data) {
  if (!isOrdinary(data) || !isOrdinary(signature)) return undefined;
  const known = knownOf(key);
  // node takes a PSS signature that begins with zeros without them, as RFC 8017, section 8.1.2, does not.
  if (known?.name === 'RSA-PSS' && signature.byteLength !== known.signatureLength) return undefined;
  const verifier = known?.load('verify', algorithm);
  const verdict = verifier && attempt(() => submitVerify(verifier, data, signature));
  return verdict?.catch(operationError);
}

const RSA_SCHEMES = ['RSASSA-PKCS1-v1_5', 'RSA-PSS'];
const EXPONENT = '010001';

function generateKey(algorithm, extractable, keyUsages) {
  const [name, modulusLength, exponent] = ['name', 'modulusLength', 'publicExponent'].map((said) =>
    member(algorithm, said),
  );
  const hash = hashOf(algorithm);
  const isUsual =
    RSA_SCHEMES.includes(name) &&
    hash !== undefined &&
    isSize(modulusLength) &&
    modulusLength >= 1024 &&
    modulusLength <= 16384 &&
    exponent instanceof Uint8Array &&
    Buffer.from(exponent).toString('hex') === EXPONENT &&
    typeof extractable === 'boolean' &&
    Array.isArray(keyUsages) &&
    keyUsages.includes('sign') &&
    keyUsages.every((usage) => usage === 'sign' || usage === 'verify');
  if (!isUsual) return undefined;
  return generated({ name, hash }, modulusLength, extractable, [...keyUsages]);
}

async function generated(algorithm, modulusLength, extractable, keyUsages) {
  const pair = await generateKeyPair('rsa', { modulusLength, allowInsecureKeySizes: true }).catch(
    operationError,
  );
  const [answer, publicKey, privateKey] = await Promise.all([
    webcrypto.subtle.generateKey('Ed25519', false, ['sign']),
    taken(pair.publicKey, 'spki', algorithm, true, keyUsages, 'verify'),
    taken(pair.privateKey, 'pkcs8', algorithm, extractable, keyUsages, 'sign'),
  ]);
  // The object that a pair is in differs from node to node: this one's is taken.
  return Object.assign(answer, { publicKey, privateKey });
}

/** A key of this package as one of node's that may do `usage`, if that is among `keyUsages`. */
async function taken(key, type, algorithm, extractable, keyUsages, usage) {
  const data = key.export({ format: 'der', type });
  const usages = keyUsages.includes(usage) ? [usage] : [];
  const cryptoKey = await webcrypto.subtle.importKey(type, data, algorithm, extractable, usages);
  remember(cryptoKey, () => key, 1);
  return cryptoKey;
}

/** node's SubtleCrypto with ours in place of what `natives` does; what they answer undefined to is node's. */
function standIn(natives) {
  const members = Object.getOwnPropertyDescriptors(SubtleCrypto.prototype);
  delete members.constructor;
  for (const [name, { value: method }] of Object.entries(members)) {
    if (typeof method !== 'function') continue;
    const native = natives[name];
    const ours = {
      [name](...args) {
        if (this !== subtle) return Reflect.apply(method, this, args);
        const answer = native !== undefined && args.length >= method.length ? native(...args) : undefined;
        return answer ?? Reflect.apply(method, webcrypto.subtle, args);
      },
    };
    members[name].value = Object.defineProperties(ours[name], Object.getOwnPropertyDescriptors(method));
  }
  return Object.create(SubtleCrypto.prototype, members);
}

const subtle = standIn({ sign, verify, generateKey });

function getRandomValues(array) {
  return webcrypto.getRandomValues(array);
}

function randomUUID() {
  return webcrypto.randomUUID();
}

module.exports = { CryptoKey, getRandomValues, randomUUID, subtle };
