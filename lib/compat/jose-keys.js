'use strict';

// Keys as jsonwebtoken and jws take them: what node:crypto reads decides what a key is, and what it has read once
// is remembered beside the key object that signs natively.

const { createPrivateKey, createPublicKey, createSecretKey } = require('node:crypto');
const { isKeyObject } = require('node:util').types;

const { own } = require('../bytes.js');
const { ObjectCache, TextCache, cacheEntry, importKey, looksAsymmetric, newCache } = require('../import.js');
const { isKey } = require('../key.js');

/** A key, what it is, and the signers and verifiers loaded from it (algorithms.js). */
class JoseKey {
  signers = new Map();
  verifiers = new Map();
  #object;

  /** `key` is of this package, `object` node's; one may be missing: where the other side does not know such a key. */
  constructor({ key, object }) {
    const { type, asymmetricKeyType, asymmetricKeyDetails } = object ?? key;
    this.type = type;
    this.asymmetricKeyType = asymmetricKeyType;
    this.asymmetricKeyDetails = asymmetricKeyDetails;
    this.key = key;
    this.#object = object;
    /** Whether it is the text that reads as this key, but not to node: with `\n` in two characters, after blanks. */
    this.mended = false;
    /** Whether it is a secret with the content of a public key or certificate, which everybody knows. */
    this.isPublicKnowledge = false;
  }

  /** Node's key object, made when it is first needed. */
  get object() {
    this.#object ??= keyObjectOf(this.key);
    return this.#object;
  }
}

/**
 * The key that jsonwebtoken signs with: a private key where it reads as one, else a secret. Throws where it is neither.
 * `hmac`: whether the algorithm signs with a secret.
 */
function signingKey(input, hmac) {
  return keyOrSecret('private', input, hmac);
}

/** The key that jsonwebtoken verifies with: a public key, a private one's public half, a certificate, else a secret. */
function verifyingKey(input, hmac) {
  return keyOrSecret('public', input, hmac);
}

function keyOrSecret(type, input, hmac) {
  const known = keyOf(input);
  if (known !== undefined) return known;
  if (looksLikePem(input)) {
    const read = attempt(() => keyOfPem(type, input));
    if (read !== undefined && !(hmac && read.mended && !saysItIsPublic(input))) return read;
  } else if (!isText(input)) {
    const read = attempt(() => keyOfOptions(type, input));
    if (read !== undefined) return read;
  }
  return secretKey(input);
}

/** The key that jws signs with where the algorithm has key pairs; undefined where node:crypto would refuse it. */
function privateKey(input) {
  return keyOf(input) ?? attempt(() => (looksLikePem(input) ? keyOfPem : keyOfOptions)('private', input));
}

/** The same to verify with, to which jws takes no options. */
function publicKey(input) {
  return keyOf(input) ?? (looksLikePem(input) ? attempt(() => keyOfPem('public', input)) : undefined);
}

/** The key that node's createHmac would take. */
function secretKey(input) {
  const known = keyOf(input);
  if (known !== undefined) return known;
  if (typeof input === 'string') {
    return remembered(texts.secret, input, () => secretOf(Buffer.from(input, 'utf8')));
  }
  return Buffer.isBuffer(input) ? secretOfBuffer(input) : keyOfObject(createSecretKey(input));
}

function keyOf(input) {
  if (isKeyObject(input)) return keyOfObject(input);
  return isKey(input) ? remembered(objects, input, () => new JoseKey({ key: input })) : undefined;
}

function keyOfObject(object) {
  return remembered(
    objects,
    object,
    () => new JoseKey({ key: attempt(() => importKey(object, object.type, 'key')), object }),
  );
}

const READERS = { __proto__: null, private: createPrivateKey, public: createPublicKey };
const texts = {
  __proto__: null,
  private: newCache(TextCache),
  public: newCache(TextCache),
  secret: newCache(TextCache),
};
const objects = newCache(ObjectCache);

function isText(input) {
  return typeof input === 'string' || Buffer.isBuffer(input);
}

/** What does not, node does not read as a key either. */
function looksLikePem(input) {
  return isText(input) && input.includes('-----BEGIN');
}

function keyOfPem(type, input) {
  const text = typeof input === 'string' ? input : input.toString('utf8');
  return remembered(texts[type], text, () => readPem(type, text));
}

function readPem(type, text) {
  const object = attempt(() => READERS[type](text));
  if (object !== undefined) return keyOfObject(object);
  const mended = new JoseKey({ key: importKey(text, type, 'key') });
  mended.mended = true;
  return mended;
}

/** Of node's options, `{ key: pem, passphrase }` is remembered: to decrypt a key takes its time. */
function keyOfOptions(type, input) {
  const read = () => keyOfObject(READERS[type](input));
  const [key, passphrase] = ['key', 'passphrase'].map((option) => own(input, option));
  if (typeof key !== 'string' || typeof passphrase !== 'string' || Object.keys(input).length !== 2)
    return read();
  return remembered(texts[type], cacheEntry(key, passphrase), read);
}

/** A Buffer's content may change, so that it is compared. */
function secretOfBuffer(buffer) {
  const known = objects.get(buffer);
  if (known?.content.equals(buffer)) return known.secret;
  const secret = secretOf(buffer);
  objects.set(buffer, { content: Buffer.from(buffer), secret });
  return secret;
}

function secretOf(bytes) {
  const secret = new JoseKey({ key: importKey(bytes, 'secret', 'key') });
  secret.isPublicKnowledge = saysItIsPublic(bytes) || (!looksLikePem(bytes) && looksAsymmetric(bytes));
  return secret;
}

const PUBLIC_PEM = /-----BEGIN [A-Z0-9 ]*(?:PUBLIC KEY|CERTIFICATE)-----/;

function saysItIsPublic(input) {
  return PUBLIC_PEM.test(typeof input === 'string' ? input : input.toString('latin1'));
}

function remembered(cache, what, read) {
  const known = cache.get(what);
  if (known !== undefined) return known;
  const fresh = read();
  cache.set(what, fresh);
  return fresh;
}

function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function keyObjectOf(key) {
  if (key.type === 'secret') return createSecretKey(key.export());
  const type = key.type === 'private' ? 'pkcs8' : 'spki';
  return READERS[key.type]({ key: key.export({ format: 'der', type }), format: 'der', type });
}

module.exports = { JoseKey, keyObjectOf, privateKey, publicKey, secretKey, signingKey, verifyingKey };
