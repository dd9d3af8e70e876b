'use strict';

// Anything that is a key to a key object, and the cache that spares a PEM seen before its parsing.

const { KeyObject, createHmac, randomBytes } = require('node:crypto');
const { isCryptoKey, isKeyObject } = require('node:util').types;

const native = require('./addon.js');
const { bytes, own } = require('./bytes.js');
const { coded, invalidArgType, invalidArgValue, outOfRange } = require('./errors.js');
const { isKey, wrap } = require('./key.js');

const KEY =
  'of type string or an instance of Buffer, TypedArray, DataView, ArrayBuffer, KeyObject, CryptoKey, or a JWK, or an object with a key property';

// PBKDF2 iterations, and scrypt's N * r * p: some seconds of work.
const MAX_DERIVATION_COST = 10_000_000;

// How many texts each cache keeps; with none, no objects are remembered either.
let capacity = 1024;
const all = [];

/** Least recently used goes; a Map keeps the order of insertion. */
class TextCache {
  #keys = new Map();
  #last;
  #lastKey;

  get(text) {
    if (text === this.#last) return this.#lastKey;
    const key = this.#keys.get(text);
    if (key === undefined) return undefined;
    this.#keys.delete(text);
    this.#keys.set(text, key);
    this.#last = text;
    this.#lastKey = key;
    return key;
  }

  set(text, key) {
    if (capacity === 0) return;
    this.#keys.set(text, key);
    this.#forgetLast();
    this.trim();
  }

  trim() {
    for (const oldest of this.#keys.keys()) {
      if (this.#keys.size <= capacity) break;
      this.#keys.delete(oldest);
      if (oldest === this.#last) this.#forgetLast();
    }
  }

  #forgetLast() {
    this.#last = undefined;
    this.#lastKey = undefined;
  }

  clear() {
    this.#keys.clear();
    this.#forgetLast();
  }

  get size() {
    return this.#keys.size;
  }
}

/** Objects go when nobody else holds them, and are not counted. */
class ObjectCache {
  #keys = new WeakMap();
  size = 0;

  get(object) {
    return this.#keys.get(object);
  }

  set(object, key) {
    if (capacity > 0) this.#keys.set(object, key);
  }

  trim() {
    if (capacity === 0) this.clear();
  }

  clear() {
    this.#keys = new WeakMap();
  }
}

/** A cache that keyCache counts, bounds and clears with the others. */
function newCache(Cache) {
  const cache = new Cache();
  all.push(cache);
  return cache;
}

const keyCache = {
  get size() {
    return all.reduce((size, cache) => size + cache.size, 0);
  },
  get capacity() {
    return capacity;
  },
  set capacity(wanted) {
    if (typeof wanted !== 'number') throw invalidArgType('capacity', 'of type number', wanted);
    if (!Number.isInteger(wanted) || wanted < 0) throw outOfRange('capacity', 'an integer >= 0', wanted);
    capacity = wanted;
    for (const cache of all) cache.trim();
  },
  clear() {
    for (const cache of all) cache.clear();
  },
};

const caches = {
  __proto__: null,
  private: newCache(TextCache),
  public: newCache(TextCache),
  secret: newCache(TextCache),
};
const objects = newCache(ObjectCache);

function createPrivateKey(input) {
  return importKey(input, 'private', 'key');
}

function createPublicKey(input) {
  return importKey(input, 'public', 'key');
}

function createSecretKey(key, encoding) {
  if (typeof key !== 'string') return importKey(key, 'secret', 'key');
  if (encoding !== undefined && !Buffer.isEncoding(encoding)) throw invalidArgValue('encoding', encoding);
  return wrap(
    'secret',
    native.importKey(Buffer.from(key, encoding), 'secret', { format: 'raw', maxDerivationCost: 0 }),
  );
}

/** The key object of `type` that `input` stands for. Strings of PEM and node's key objects are remembered. */
function importKey(input, type, name) {
  if (typeof input === 'string') return importText(input, type, undefined, MAX_DERIVATION_COST);
  if (isKey(input)) return fit(input, type);
  if (isKeyObject(input)) return importKeyObject(input, type);
  if (isCryptoKey(input)) return importCryptoKey(input, type);
  if (ArrayBuffer.isView(input) || input instanceof ArrayBuffer || input instanceof SharedArrayBuffer) {
    return importBytes(bytes(input, name), type, { format: undefined, type: undefined });
  }
  if (typeof input !== 'object' || input === null) throw invalidArgType(name, KEY, input);
  if (own(input, 'kty') !== undefined) return importJwk(input, type, name);
  return importOptions(input, type, name);
}

function fit(key, type) {
  if (key.type === type) return key;
  if (key.type === 'private' && type === 'public') return key.publicKey;
  throw wrongType(key.type, type);
}

function wrongType(is, wanted) {
  return coded(
    TypeError,
    'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
    `Invalid key object type ${is}, expected ${wanted}.`,
  );
}

function importText(text, type, passphrase, maxDerivationCost) {
  const cache = caches[type];
  const entry = cacheEntry(text, passphrase);
  const known = cache.get(entry);
  if (known !== undefined) return known;
  const format = type === 'secret' ? 'raw' : 'pem';
  const handle = native.importKey(Buffer.from(text, 'utf8'), type, { format, passphrase, maxDerivationCost });
  const key = wrap(type, handle);
  cache.set(entry, key);
  return key;
}

/** What a text is remembered by. */
function cacheEntry(text, passphrase) {
  return passphrase === undefined ? text : `${tagOf(passphrase)}\0${text}`;
}

// A passphrase is part of what is remembered, so that a wrong one never opens a key seen before; under a key
// of this process, so that it does not lie in the heap.
const cacheSecret = randomBytes(32);

function tagOf(passphrase) {
  return createHmac('sha256', cacheSecret).update(passphrase).digest('base64');
}

const DER_SEQUENCE = 0x30;

function importBytes(data, type, { format, ...rest }) {
  format ??= type === 'secret' ? 'raw' : data[0] === DER_SEQUENCE ? 'der' : 'pem';
  if (format === 'pem' && rest.type === undefined) {
    return importText(
      Buffer.from(data).toString('utf8'),
      type,
      rest.passphrase,
      rest.maxDerivationCost ?? MAX_DERIVATION_COST,
    );
  }
  return wrap(
    type,
    native.importKey(data, type, { maxDerivationCost: MAX_DERIVATION_COST, ...rest, format }),
  );
}

function importJwk(jwk, type, name) {
  if (typeof jwk !== 'object' || jwk === null) throw invalidArgType(`${name}.key`, 'of type object', jwk);
  if (typeof own(jwk, 'kty') !== 'string')
    throw invalidArgType(`${name}.kty`, 'of type string', own(jwk, 'kty'));
  const json = Buffer.from(jsonOf(jwk), 'utf8');
  return wrap(type, native.importKey(json, type, { format: 'jwk', maxDerivationCost: 0 }));
}

function jsonOf(jwk) {
  try {
    return JSON.stringify(jwk);
  } catch {
    throw coded(TypeError, 'ERR_CRYPTO_INVALID_JWK', 'Invalid JWK: it holds what JSON cannot');
  }
}

// What node would find on Object.prototype where it is not said.
const NODE_EXPORT = { cipher: undefined, passphrase: undefined };

function importKeyObject(object, type) {
  let known = objects.get(object);
  if (known === undefined) {
    const format = object.type === 'secret' ? 'raw' : 'der';
    const structure = { __proto__: null, private: 'pkcs8', public: 'spki' }[object.type];
    const data =
      object.type === 'secret'
        ? object.export({ format: 'buffer' })
        : object.export({ ...NODE_EXPORT, format, type: structure });
    known = importBytes(data, object.type, { format, type: structure });
    objects.set(object, known);
  }
  return fit(known, type);
}

function importCryptoKey(key, type) {
  if (!key.extractable) {
    throw coded(
      TypeError,
      'ERR_INVALID_ARG_VALUE',
      'The CryptoKey is not extractable, so its key cannot be read',
    );
  }
  let known = objects.get(key);
  if (known === undefined) {
    known = importKeyObject(KeyObject.from(key), key.type);
    objects.set(key, known);
  }
  return fit(known, type);
}

const FORMATS = ['pem', 'der', 'jwk', 'raw', 'raw-public', 'raw-private', 'raw-seed'];
const TYPES = ['pkcs1', 'pkcs8', 'sec1', 'spki'];

/** node's `{ key, format, type, passphrase, encoding }`, and for raw keys `asymmetricKeyType`, `namedCurve`. */
function importOptions(options, type, name) {
  const key = own(options, 'key');
  const format = own(options, 'format');
  const structure = own(options, 'type');
  if (format !== undefined && !FORMATS.includes(format)) throw invalidArgValue('options.format', format);
  if (key === undefined) throw invalidArgType(`${name}.key`, KEY, key);
  if (format === 'jwk') return importJwk(key, type, name);
  if (isKey(key) || isKeyObject(key) || isCryptoKey(key)) return importKey(key, type, name);
  const passphrase = own(options, 'passphrase');
  const rest = {
    passphrase: passphrase == null ? undefined : Buffer.from(bytes(passphrase, `${name}.passphrase`)),
    maxDerivationCost: own(options, 'maxDerivationCost') ?? MAX_DERIVATION_COST,
  };
  if (typeof rest.maxDerivationCost !== 'number') {
    throw invalidArgType('options.maxDerivationCost', 'of type number', rest.maxDerivationCost);
  }
  if (format?.startsWith('raw')) return importRaw(rawBytes(key, options, name), type, format, options, rest);
  if (structure !== undefined && !TYPES.includes(structure)) throw invalidArgValue('options.type', structure);
  if (typeof key === 'string' && own(options, 'encoding') === undefined && format !== 'der') {
    return importText(key, type, rest.passphrase, rest.maxDerivationCost);
  }
  if (typeof key !== 'string' && own(key ?? {}, 'kty') !== undefined) return importJwk(key, type, name);
  const data = rawBytes(key, options, name);
  if (format === 'der') return importBytes(data, type, { ...rest, format, type: structure });
  return importBytes(data, type, { ...rest, format });
}

/** What raw bytes are, where their format says it; plain 'raw' is what is asked for. */
const RAW_TYPES = {
  __proto__: null,
  'raw-public': 'public',
  'raw-private': 'private',
  'raw-seed': 'private',
};

function importRaw(data, type, format, options, rest) {
  if (type === 'secret') return importBytes(data, type, { ...rest, format: 'raw' });
  const [keyType, namedCurve] = ['asymmetricKeyType', 'namedCurve'].map((option) => {
    const value = own(options, option);
    if (value !== undefined && typeof value !== 'string')
      throw invalidArgType(`options.${option}`, 'of type string', value);
    return value;
  });
  if (keyType === undefined && namedCurve === undefined) {
    throw invalidArgType('options.asymmetricKeyType', 'of type string', undefined);
  }
  const is = RAW_TYPES[format] ?? type;
  return fit(importBytes(data, is, { ...rest, format: 'raw', keyType, namedCurve }), type);
}

function rawBytes(key, options, name) {
  if (typeof key !== 'string') return bytes(key, `${name}.key`);
  const encoding = own(options, 'encoding');
  if (encoding !== undefined && !Buffer.isEncoding(encoding))
    throw invalidArgValue('options.encoding', encoding);
  return Buffer.from(key, encoding);
}

/** Whether `key` says of itself that it is a secret: then no algorithm's name has to. */
function isSecret(key) {
  if (isKey(key) || isKeyObject(key) || isCryptoKey(key)) return key.type === 'secret';
  if (typeof key !== 'object' || key === null || ArrayBuffer.isView(key)) return false;
  return own(key, 'kty') === 'oct' || (own(key, 'key') !== undefined && isSecret(own(key, 'key')));
}

/**
 * Whether `key` is text or bytes of a public key, private key or certificate: taken for a secret, a public key
 * is the oldest forgery of tokens.
 */
function looksAsymmetric(key) {
  if (typeof key === 'string') return key.includes('-----BEGIN ');
  if (ArrayBuffer.isView(key) || key instanceof ArrayBuffer || key instanceof SharedArrayBuffer) {
    const data = Buffer.from(bytes(key, 'key'));
    return data.includes('-----BEGIN ') || (data[0] === DER_SEQUENCE && isAsymmetricDer(data));
  }
  return typeof key === 'object' && key !== null && !isKey(key) && looksAsymmetric(own(key, 'key'));
}

function isAsymmetricDer(data) {
  try {
    native.importKey(data, 'public', { format: 'der', maxDerivationCost: 0 });
    return true;
  } catch {
    return false;
  }
}

module.exports = {
  ObjectCache,
  TextCache,
  cacheEntry,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  importKey,
  isSecret,
  keyCache,
  looksAsymmetric,
  newCache,
};
