'use strict';

// Keys as node:crypto takes them, and what signs and verifies with them natively. node itself reads each key, so that
// what it takes and what it refuses stays as it is; what it has read is exported once and remembered.

const crypto = require('node:crypto');
const { isKeyObject } = require('node:util').types;

const { ObjectCache, TextCache, cacheEntry, importKey, newCache } = require('../import.js');
const { signerOf, verifierOf } = require('../sign.js');

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PSS_SALTLEN_AUTO } = crypto.constants;

/** A key that is exported at its second use: for one that is used once, node is quicker. */
class KnownKey {
  #read;
  #key;
  #type;
  #uses;
  #resolve;
  #loaded = new Map();

  /** `read` gives a key object of node or of this package, `type` is what is asked of it, `resolve` what is made of it. */
  constructor(read, type, { uses = 0, resolve = type === 'public' ? verifierOf : signerOf } = {}) {
    this.#read = read;
    this.#type = type;
    this.#uses = uses;
    this.#resolve = resolve;
  }

  /** What signs or verifies as node does with `digest` and `words`, its options; undefined where node has to. */
  load(digest, words) {
    const id = words === undefined ? digest : idOf(digest, words);
    const known = this.#loaded.get(id);
    if (known !== undefined) return known.native;
    if (id === undefined || this.#uses++ === 0) return undefined;
    const native = attempt(() => this.#load(digest, words ?? NO_WORDS));
    if (this.#loaded.size < MOST_LOADED) this.#loaded.set(id, { native });
    return native;
  }

  #load(digest, words) {
    if (crypto.getFips() === 1) return undefined;
    if (this.#read !== undefined) {
      const read = this.#read;
      // A passphrase may lie in there.
      this.#read = undefined;
      this.#key = importKey(read(), this.#type, 'key');
    }
    const options = OPTIONS[this.#key.asymmetricKeyType ?? 'hmac']?.(digest, words);
    if (options === undefined) return undefined;
    return this.#resolve(digest, this.#key, { ...ANY_SIZE, ...options });
  }
}

const MOST_LOADED = 64;
const NO_WORDS = Object.freeze({});

/** node signs with small keys, too. */
const ANY_SIZE = Object.freeze({ allowInsecureKeySizes: true });

/** undefined where the options are of types that node refuses. */
function idOf(digest, { padding, saltLength, dsaEncoding }) {
  if (padding === undefined && saltLength === undefined && dsaEncoding === undefined) return digest;
  const usual = isNumber(padding) && isNumber(saltLength) && isText(dsaEncoding);
  return usual ? `${digest} ${padding} ${saltLength} ${dsaEncoding}` : undefined;
}

function isNumber(value) {
  return value === undefined || typeof value === 'number';
}

function isText(value) {
  return value === undefined || typeof value === 'string';
}

/** By the type of key, our options for node's; undefined where node would ignore one, refuse one, or choose a digest. */
const OPTIONS = {
  __proto__: null,
  hmac: () => ({}),
  rsa: rsaOptions,
  ec: ecOptions,
  ed25519: pureOptions,
  ed448: pureOptions,
  'ml-dsa-44': pureOptions,
  'ml-dsa-65': pureOptions,
  'ml-dsa-87': pureOptions,
};

function rsaOptions(digest, { padding = RSA_PKCS1_PADDING, saltLength, dsaEncoding }) {
  if (digest === null || dsaEncoding !== undefined) return undefined;
  if (padding === RSA_PKCS1_PADDING) return saltLength === undefined ? { padding } : undefined;
  return padding === RSA_PKCS1_PSS_PADDING
    ? { padding, saltLength: saltLength ?? RSA_PSS_SALTLEN_AUTO }
    : undefined;
}

function ecOptions(digest, { padding, saltLength, dsaEncoding = 'der' }) {
  return digest === null || padding !== undefined || saltLength !== undefined ? undefined : { dsaEncoding };
}

function pureOptions(digest, { padding, saltLength, dsaEncoding }) {
  return digest !== null || [padding, saltLength, dsaEncoding].some((word) => word !== undefined)
    ? undefined
    : {};
}

/** The digests that ours are, by the names that they mostly have; node knows more, and more names. */
const digests = new Map(
  ['sha1', 'sha224', 'sha256', 'sha384', 'sha512'].flatMap((digest) => {
    const upper = digest.toUpperCase();
    return [digest, upper, `RSA-${upper}`].map((name) => [name, digest]);
  }),
);

const texts = cachesOf(TextCache);
const others = cachesOf(TextCache);
const objects = cachesOf(ObjectCache);

function cachesOf(Cache) {
  return {
    __proto__: null,
    private: newCache(Cache),
    public: newCache(Cache),
    secret: newCache(Cache),
  };
}

const READERS = {
  __proto__: null,
  private: crypto.createPrivateKey,
  public: crypto.createPublicKey,
  secret: crypto.createSecretKey,
};

/** The key of `type`, private or public, that `input` is to node; undefined where it is none that is remembered. */
function knownKey(type, input) {
  if (typeof input === 'string') return ofText(texts[type], type, input, input);
  if (isKeyObject(input)) return ofObject(type, input);
  if (isKeyObject(input?.key)) return ofObject(type, input.key);
  if (Buffer.isBuffer(input)) return ofText(others[type], type, input.latin1Slice(), input);
  if (!isPlain(input)) return undefined;
  const { key, format, type: structure, passphrase, encoding } = input;
  const words = [format, structure, passphrase, encoding];
  if (typeof key === 'string' && words.every((word) => word === undefined))
    return ofText(texts[type], type, key, key);
  const text = typeof key === 'string' ? key : Buffer.isBuffer(key) ? key.latin1Slice() : undefined;
  if (text === undefined || !words.every(isText)) return undefined;
  const entry = [typeof key, format, structure, encoding, text].join('\0');
  return ofText(others[type], type, cacheEntry(entry, passphrase), {
    key,
    format,
    type: structure,
    passphrase,
    encoding,
  });
}

function isPlain(input) {
  return typeof input === 'object' && input !== null && Object.getPrototypeOf(input) === Object.prototype;
}

function ofText(cache, type, text, input) {
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (text.length > LONGEST_TEXT) return undefined;
  const copy = copyOf(input);
  const fresh = new KnownKey(() => READERS[type](copy), type);
  cache.set(text, fresh);
  return fresh;
}

const LONGEST_TEXT = 64 * 1024;

/** A Buffer's content may change. */
function copyOf(input) {
  if (Buffer.isBuffer(input)) return Buffer.from(input);
  return typeof input === 'string' ? input : { ...input, key: copyOf(input.key) };
}

function ofObject(type, object) {
  const known = objects[type].get(object);
  if (known !== undefined) return known;
  if ((object.type === 'secret') !== (type === 'secret')) return undefined;
  const fresh = new KnownKey(() => object, type);
  objects[type].set(object, fresh);
  return fresh;
}

/** The secret that `input` is to node's createHmac, with a copy of it that stays as it is. */
function knownSecret(input) {
  if (typeof input === 'string') return { known: ofText(texts.secret, 'secret', input, input), copy: input };
  if (isKeyObject(input)) return { known: ofObject('secret', input), copy: input };
  return Buffer.isBuffer(input) ? secretOfBuffer(input) : undefined;
}

function secretOfBuffer(buffer) {
  const last = objects.secret.get(buffer);
  if (last?.copy.equals(buffer)) return last;
  const copy = Buffer.from(buffer);
  const fresh = { known: new KnownKey(() => READERS.secret(copy), 'secret'), copy };
  objects.secret.set(buffer, fresh);
  return fresh;
}

/** Lets `object`, which node has read from `input`, be known by what `input` is known by. */
function link(type, input, object) {
  const known = isKeyObject(input) ? undefined : knownKey(type, input);
  if (known !== undefined) objects[type].set(object, known);
}

/** Lets node's `object` be known by `key`, of this package. */
function remember(type, object, key) {
  objects[type].set(object, new KnownKey(() => key, type, { uses: 1 }));
}

function attempt(load) {
  try {
    return load();
  } catch {
    return undefined;
  }
}

module.exports = { KnownKey, attempt, digests, knownKey, knownSecret, link, remember };
