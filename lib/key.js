'use strict';

// Key objects: a handle to a key that lives in Rust, and the signers loaded from it.

const native = require('./addon.js');
const { bytes, own } = require('./bytes.js');
const { coded, invalidArgType, invalidArgValue } = require('./errors.js');

const TOKEN = Symbol('ferrosign');

class Key {
  #handle;
  #facts;
  // Signers and verifiers by the words that asked for them; see sign.js.
  #signers = new Map();
  #verifiers = new Map();

  constructor(token, handle) {
    if (token !== TOKEN) {
      throw coded(
        TypeError,
        'ERR_ILLEGAL_CONSTRUCTOR',
        'Illegal constructor: use createPrivateKey and its like',
      );
    }
    this.#handle = handle;
  }

  export(options) {
    return exportKey(this.#handle, this.type, options, 'options');
  }

  equals(other) {
    if (!isKey(other)) throw invalidArgType('otherKey', 'a key object of this package', other);
    return native.keysEqual(this.#handle, other.#handle);
  }

  [Symbol.for('nodejs.util.inspect.custom')](_depth, options, inspect) {
    const facts =
      this.type === 'secret'
        ? {}
        : { asymmetricKeyType: this.asymmetricKeyType, ...this.asymmetricKeyDetails };
    return `${this.constructor.name} ${inspect({ type: this.type, ...facts }, options)}`;
  }

  static facts(key) {
    key.#facts ??= Object.freeze({ __proto__: null, ...native.describeKey(key.#handle) });
    return key.#facts;
  }

  static is(value) {
    return typeof value === 'object' && value !== null && #handle in value;
  }

  static handle(key) {
    return key.#handle;
  }

  static signers(key) {
    return key.#signers;
  }

  static verifiers(key) {
    return key.#verifiers;
  }
}

/** @type {{ facts(key: Key): any, is(value: unknown): boolean, handle(key: Key): any, signers(key: Key): Map<string, any>, verifiers(key: Key): Map<string, any> }} */
const { facts, is: isKey, handle: handleOf, signers: signersOf, verifiers: verifiersOf } = Key;
for (const name of ['facts', 'is', 'handle', 'signers', 'verifiers']) delete Key[name];

class SecretKey extends Key {
  get type() {
    return 'secret';
  }

  get symmetricKeySize() {
    return facts(this).symmetricKeySize;
  }
}

class AsymmetricKey extends Key {
  get asymmetricKeyType() {
    return facts(this).asymmetricKeyType;
  }

  get asymmetricKeyDetails() {
    const { modulusLength, publicExponent, hashAlgorithm, mgf1HashAlgorithm, saltLength, namedCurve } =
      facts(this);
    const details = {
      modulusLength,
      publicExponent,
      hashAlgorithm,
      mgf1HashAlgorithm,
      saltLength,
      namedCurve,
    };
    return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined));
  }
}

class PublicKey extends AsymmetricKey {
  get type() {
    return 'public';
  }
}

class PrivateKey extends AsymmetricKey {
  #public;

  get type() {
    return 'private';
  }

  get publicKey() {
    this.#public ??= new PublicKey(TOKEN, native.publicKeyOf(handleOf(this)));
    return this.#public;
  }
}

const CLASSES = { __proto__: null, secret: SecretKey, public: PublicKey, private: PrivateKey };

/** A key object of `type` around a handle. */
function wrap(type, handle) {
  return new CLASSES[type](TOKEN, handle);
}

const FORMATS = ['pem', 'der', 'jwk', 'raw', 'raw-public', 'raw-private', 'raw-seed'];
const EXPORT_OPTIONS = ['format', 'type', 'cipher', 'passphrase'];
const DEFAULT_TYPES = { __proto__: null, public: 'spki', private: 'pkcs8' };

/** Writes the key behind `handle` as node's `KeyObject.export` does. */
function exportKey(handle, keyType, options, name) {
  if (keyType === 'secret') return exportSecret(handle, options, name);
  if (options === undefined) options = {};
  if (typeof options !== 'object' || options === null) throw invalidArgType(name, 'of type object', options);
  const [format = 'pem', type, cipher, passphrase] = EXPORT_OPTIONS.map((option) => own(options, option));
  if (!FORMATS.includes(format)) throw invalidArgValue(`${name}.format`, format);
  const raw = format.startsWith('raw');
  if (raw && format !== 'raw' && (format === 'raw-public') !== (keyType === 'public')) {
    throw invalidArgValue(`${name}.format`, format, `does not fit a ${keyType} key`);
  }
  if (raw && !['undefined', 'compressed', 'uncompressed'].includes(String(type))) {
    throw invalidArgValue(`${name}.type`, type);
  }
  if (type !== undefined && typeof type !== 'string')
    throw invalidArgType(`${name}.type`, 'of type string', type);
  if (cipher != null) {
    if (typeof cipher !== 'string') throw invalidArgType(`${name}.cipher`, 'of type string', cipher);
    if (keyType !== 'private' || raw || format === 'jwk') {
      throw coded(
        Error,
        'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS',
        `A ${keyType} key in the format ${format} cannot be encrypted.`,
      );
    }
    if (passphrase === undefined) throw invalidArgValue(`${name}.passphrase`, passphrase);
  }
  const written = native.exportKey(handle, {
    format: raw ? 'raw' : format,
    type: type ?? DEFAULT_TYPES[keyType],
    cipher: cipher ?? undefined,
    passphrase: passphrase === undefined ? undefined : Buffer.from(bytes(passphrase, `${name}.passphrase`)),
    compressed: type === 'compressed',
  });
  if (format === 'pem') return written.toString('latin1');
  return format === 'jwk' ? JSON.parse(written.toString('latin1')) : written;
}

function exportSecret(handle, options, name) {
  if (options === undefined) options = {};
  if (typeof options !== 'object' || options === null) throw invalidArgType(name, 'of type object', options);
  const format = own(options, 'format') ?? 'buffer';
  if (format !== 'buffer' && format !== 'jwk') throw invalidArgValue(`${name}.format`, format);
  const written = native.exportKey(handle, {
    format: format === 'jwk' ? 'jwk' : 'raw',
    type: '',
    compressed: false,
  });
  return format === 'jwk' ? JSON.parse(written.toString('latin1')) : written;
}

module.exports = {
  PrivateKey,
  PublicKey,
  SecretKey,
  exportKey,
  handleOf,
  isKey,
  signersOf,
  verifiersOf,
  wrap,
};
