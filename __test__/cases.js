// What the test files share: the schemes of each row, damage done to signatures, seeded randomness.
'use strict';

const {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
} = require('node:crypto');

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;

/** Name and length in bytes. */
const HASHES = {
  sha1: 20,
  sha224: 28,
  sha256: 32,
  sha384: 48,
  sha512: 64,
  'sha512-224': 28,
  'sha512-256': 32,
  'sha3-224': 28,
  'sha3-256': 32,
  'sha3-384': 48,
  'sha3-512': 64,
};

/** JOSE name to what it means in node's words. */
const JOSE = {
  RS256: { hash: 'sha256', padding: RSA_PKCS1_PADDING },
  RS384: { hash: 'sha384', padding: RSA_PKCS1_PADDING },
  RS512: { hash: 'sha512', padding: RSA_PKCS1_PADDING },
  PS256: { hash: 'sha256', padding: RSA_PKCS1_PSS_PADDING, saltLength: 32 },
  PS384: { hash: 'sha384', padding: RSA_PKCS1_PSS_PADDING, saltLength: 48 },
  PS512: { hash: 'sha512', padding: RSA_PKCS1_PSS_PADDING, saltLength: 64 },
  ES256: { hash: 'sha256', dsaEncoding: 'ieee-p1363' },
  ES384: { hash: 'sha384', dsaEncoding: 'ieee-p1363' },
  ES512: { hash: 'sha512', dsaEncoding: 'ieee-p1363' },
  ES256K: { hash: 'sha256', dsaEncoding: 'ieee-p1363' },
  EdDSA: {},
  Ed25519: {},
  Ed448: {},
  'ML-DSA-44': {},
  'ML-DSA-65': {},
  'ML-DSA-87': {},
  HS256: { hash: 'sha256' },
  HS384: { hash: 'sha384' },
  HS512: { hash: 'sha512' },
  HS512256: { hash: 'sha512', left: 32 },
};

const SALTS = {
  'no salt length': undefined,
  'digest salt': constants.RSA_PSS_SALTLEN_DIGEST,
  'max salt': constants.RSA_PSS_SALTLEN_MAX_SIGN,
  'auto salt': constants.RSA_PSS_SALTLEN_AUTO,
  'salt 0': 0,
  'salt 21': 21,
};

/**
 * Every scheme of a row's keys: our words for it, and node's. `bits` is that of an RSA modulus; `bound` are the
 * parameters of an rsa-pss key.
 */
function schemesOf(row, { bits = 2048, bound } = {}) {
  const jose = row.algorithms
    .filter((algorithm) => algorithm in JOSE)
    .map((algorithm) => ({ label: algorithm, algorithm, options: {}, node: JOSE[algorithm] }))
    .filter(({ node }) => node.saltLength === undefined || fits(node.hash, node.saltLength, bits, bound));
  return [...named(row, bits, bound), ...jose].map((scheme) => ({
    ...scheme,
    deterministic:
      ['ed25519', 'ed448', 'hmac'].includes(row.name) ||
      scheme.salt === 0 ||
      (row.name === 'rsa' && scheme.node.padding !== RSA_PKCS1_PSS_PADDING),
  }));
}

/** Whether the key type is its own scheme: no digest to name. */
function isOwn({ asymmetricKeyType }) {
  return !['rsa', 'rsa-pss', 'ec', undefined].includes(asymmetricKeyType);
}

function named({ name, asymmetricKeyType, algorithms }, bits, bound) {
  if (isOwn({ asymmetricKeyType })) return [{ label: 'null', algorithm: null, options: {}, node: {} }];
  // The curves that only OpenSSL has differ in arithmetic, not in hashing: two digests stand for all.
  const hashes = algorithms.length === 0 && name !== 'rsa-pss' ? ['sha256', 'sha3-512'] : Object.keys(HASHES);
  return hashes.flatMap((hash) => {
    if (name === 'hmac') return [{ label: hash, algorithm: hash, options: {}, node: { hash } }];
    if (name === 'rsa') return [pkcs1(hash), ...pss(hash, bits)];
    if (name === 'rsa-pss') return pss(hash, bits, bound);
    return [undefined, 'der', 'ieee-p1363'].map((dsaEncoding) => ({
      label: `${hash} ${dsaEncoding ?? 'as usual'}`,
      algorithm: hash,
      options: dsaEncoding && { dsaEncoding },
      node: { hash, dsaEncoding },
    }));
  });
}

const longest = (hash, bits) => Math.ceil((bits - 1) / 8) - HASHES[hash] - 2;

function fits(hash, salt, bits, bound) {
  return (
    salt <= longest(hash, bits) && (!bound || (hash === bound.hashAlgorithm && salt >= bound.saltLength))
  );
}

function pkcs1(hash) {
  return {
    label: `${hash} PKCS1`,
    algorithm: hash,
    options: { padding: RSA_PKCS1_PADDING },
    node: { hash, padding: RSA_PKCS1_PADDING },
  };
}

function pss(hash, bits, bound) {
  const usual = bound?.saltLength ?? HASHES[hash];
  return Object.entries(SALTS)
    .map(([label, saltLength]) => ({
      label: `${hash} PSS ${label}`,
      algorithm: hash,
      options: { padding: RSA_PKCS1_PSS_PADDING, ...(saltLength === undefined ? {} : { saltLength }) },
      node: { hash, padding: RSA_PKCS1_PSS_PADDING, saltLength: saltLength ?? usual },
      salt: { '-2': longest(hash, bits), '-1': HASHES[hash], undefined: usual }[saltLength] ?? saltLength,
    }))
    .filter(({ salt }) => fits(hash, salt, bits, bound));
}

/** `bytes` with one bit of the byte at `index` turned; a negative index counts from the end. */
function flipped(bytes, index, bit = 0) {
  const copy = Buffer.from(bytes);
  copy[index < 0 ? copy.length + index : index] ^= 1 << bit;
  return copy;
}

/** Signatures that are none, made of one that is. */
function damaged(signature) {
  const middle = signature.length >> 1;
  return [
    ['first bit', flipped(signature, 0, 7)],
    ['second byte', flipped(signature, 1)],
    ['fifth byte', flipped(signature, 4, 3)],
    ['middle', flipped(signature, middle, 5)],
    ['last bit', flipped(signature, -1)],
    ['one byte short', signature.subarray(0, -1)],
    ['without its first byte', signature.subarray(1)],
    ['half', signature.subarray(0, middle)],
    ['a zero after', Buffer.concat([signature, Buffer.alloc(1)])],
    ['a zero before', Buffer.concat([Buffer.alloc(1), signature])],
    ['twice', Buffer.concat([signature, signature])],
    ['all zero', Buffer.alloc(signature.length)],
    ['all ones', Buffer.alloc(signature.length, 0xff)],
    ['empty', Buffer.alloc(0)],
    ['one byte', Buffer.alloc(1)],
  ];
}

/** Random numbers that a seed repeats. */
class Random {
  #seed;
  #counter = 0;
  #pool = Buffer.alloc(0);

  constructor(seed) {
    this.#seed = seed;
  }

  bytes(length) {
    while (this.#pool.length < length) {
      const block = createHash('sha512')
        .update(`${this.#seed} ${this.#counter++}`)
        .digest();
      this.#pool = Buffer.concat([this.#pool, block]);
    }
    const taken = Buffer.from(this.#pool.subarray(0, length));
    this.#pool = this.#pool.subarray(length);
    return taken;
  }

  /** An integer from 0 to `end` - 1. */
  below(end) {
    return this.bytes(6).readUIntBE(0, 6) % end;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}

/** DER: `tag` around `contents`, one after the other. */
function der(tag, ...contents) {
  const body = Buffer.concat(contents.map((content) => Buffer.from(content)));
  const length = [];
  for (let rest = body.length; rest > 0; rest = Math.floor(rest / 256)) length.unshift(rest % 256);
  const head = body.length < 128 ? [body.length] : [0x80 | length.length, ...length];
  return Buffer.concat([Buffer.from([tag, ...head]), body]);
}

/** A DER INTEGER that is not negative. */
function derInteger(number) {
  const hex = number.toString(16);
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
  return der(0x02, bytes[0] & 0x80 ? [0] : [], bytes);
}

const toNumber = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex') || 0}`);
const toBytes = (number, length) => Buffer.from(number.toString(16).padStart(2 * length, '0'), 'hex');

/**
 * node's key objects of a new pair. Through PEM: Node 20 can hang in the JWK export of a key that it has just made,
 * when the garbage collector comes for what made it.
 */
function nodePair(type, options) {
  const pair = generateKeyPairSync(type, {
    ...options,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return { privateKey: createPrivateKey(pair.privateKey), publicKey: createPublicKey(pair.publicKey) };
}

module.exports = {
  nodePair,
  HASHES,
  JOSE,
  Random,
  damaged,
  der,
  derInteger,
  flipped,
  schemesOf,
  toBytes,
  toNumber,
};
