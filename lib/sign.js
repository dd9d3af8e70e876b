'use strict';

// Sign and verify: one at a time and many, at once and as promises. A signer is resolved once for a key and
// the words that ask for it, and remembered on the key.

const native = require('./native.js');
const { bytes, checkEncoding, pack, signatureBytes, unpack } = require('./bytes.js');
const { coded, invalidArgType } = require('./errors.js');
const { importKey, own } = require('./import.js');
const { handleOf, isKey, signersOf, verifiersOf } = require('./key.js');
const { submit } = require('./lane.js');
const { readAlgorithm } = require('./names.js');

function signSync(algorithm, data, key, options) {
  return runSign(signerOf(algorithm, key, options), data, encodingOf(options));
}

function sign(algorithm, data, key, options) {
  return promised(() => submitSign(signerOf(algorithm, key, options), data, encodingOf(options)));
}

function signManySync(algorithm, list, key, options) {
  return runSignMany(signerOf(algorithm, key, options), list, encodingOf(options));
}

function signMany(algorithm, list, key, options) {
  return promised(() => submitSignMany(signerOf(algorithm, key, options), list, encodingOf(options)));
}

function verifySync(algorithm, data, key, signature, options) {
  return runVerify(verifierOf(algorithm, key, options), data, signature, encodingOf(options));
}

function verify(algorithm, data, key, signature, options) {
  return promised(() =>
    submitVerify(verifierOf(algorithm, key, options), data, signature, encodingOf(options)),
  );
}

function verifyManySync(algorithm, items, options) {
  return runVerifyMany(items, (item) => verifierOf(algorithm, item.key, options), encodingOf(options));
}

function verifyMany(algorithm, items, options) {
  return promised(() =>
    submitVerifyMany(items, (item) => verifierOf(algorithm, item.key, options), encodingOf(options)),
  );
}

function createSigner(algorithm, key, options) {
  const encoding = encodingOf(options);
  const signer = signerOf(algorithm, key, options);
  return Object.freeze({
    algorithm: signer.algorithm,
    backend: signer.backend,
    sign: (data) => promised(() => submitSign(signer, data, encoding)),
    signSync: (data) => runSign(signer, data, encoding),
    signMany: (list) => promised(() => submitSignMany(signer, list, encoding)),
    signManySync: (list) => runSignMany(signer, list, encoding),
  });
}

function createVerifier(algorithm, key, options) {
  const encoding = encodingOf(options);
  const verifier = verifierOf(algorithm, key, options);
  return Object.freeze({
    algorithm: verifier.algorithm,
    backend: verifier.backend,
    verify: (data, signature) => promised(() => submitVerify(verifier, data, signature, encoding)),
    verifySync: (data, signature) => runVerify(verifier, data, signature, encoding),
    verifyMany: (items) => promised(() => submitVerifyMany(items, () => verifier, encoding)),
    verifyManySync: (items) => runVerifyMany(items, () => verifier, encoding),
  });
}

// What is done once a signer or verifier is at hand.

function runSign(signer, data, encoding) {
  const out = Buffer.allocUnsafe(signer.maxLength);
  const length = native.signInto(signer.handle, bytes(data, 'data'), out);
  return written(length === out.length ? out : out.subarray(0, length), encoding);
}

function submitSign(signer, data, encoding) {
  const message = bytes(data, 'data');
  return submit((lane, id) => native.submitSign(lane, id, signer.handle, message), writer(encoding));
}

function runSignMany(signer, list, encoding) {
  const { data, ends } = packMessages(list);
  return written(native.signMany(signer.handle, data, ends), encoding, ends.length);
}

function submitSignMany(signer, list, encoding) {
  const { data, ends } = packMessages(list);
  return submit(
    (lane, id) => native.submitSignMany(lane, id, signer.handle, data, ends),
    (packed) => written(packed, encoding, ends.length),
  );
}

function runVerify(verifier, data, signature, encoding) {
  return native.verify(verifier.handle, bytes(data, 'data'), signatureBytes(signature, encoding));
}

function submitVerify(verifier, data, signature, encoding) {
  const message = bytes(data, 'data');
  const claimed = signatureBytes(signature, encoding);
  return submit((lane, id) => native.submitVerify(lane, id, verifier.handle, message, claimed));
}

function runVerifyMany(items, verifierFor, encoding) {
  const { handles, data, ends } = packItems(items, verifierFor, encoding);
  return verdicts(native.verifyMany(handles, data, ends), handles.length);
}

function submitVerifyMany(items, verifierFor, encoding) {
  const { handles, data, ends } = packItems(items, verifierFor, encoding);
  return submit(
    (lane, id) => native.submitVerifyMany(lane, id, handles, data, ends),
    (packed) => verdicts(packed, handles.length),
  );
}

/** Bad arguments reject, as a promise's user expects; none throws. */
function promised(start) {
  try {
    return start();
  } catch (error) {
    return Promise.reject(error);
  }
}

/** One signature in the caller's encoding, or `count` of them out of one buffer. */
function written(signature, encoding, count) {
  if (count !== undefined) return unpack(signature, count).map((one) => written(one, encoding));
  return encoding === undefined ? signature : signature.toString(encoding);
}

function writer(encoding) {
  return encoding === undefined ? undefined : (signature) => signature.toString(encoding);
}

function verdicts(packed, count) {
  return Array.from(packed.subarray(4 * count), (verdict) => verdict === 1);
}

function packMessages(list) {
  if (!Array.isArray(list)) throw invalidArgType('list', 'an instance of Array', list);
  return pack(list.map((message, index) => bytes(message, `list[${index}]`)));
}

function packItems(items, verifierFor, encoding) {
  if (!Array.isArray(items)) throw invalidArgType('items', 'an instance of Array', items);
  const handles = new Array(items.length);
  const pieces = new Array(2 * items.length);
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item !== 'object' || item === null)
      throw invalidArgType(`items[${i}]`, 'of type object', item);
    try {
      handles[i] = verifierFor(item).handle;
      pieces[2 * i] = bytes(item.data, 'data');
      pieces[2 * i + 1] = signatureBytes(item.signature, encoding);
    } catch (error) {
      error.message = `items[${i}]: ${error.message}`;
      throw error;
    }
  }
  return { handles, ...pack(pieces) };
}

// From the caller's words to a signer or verifier.

function signerOf(algorithm, key, options) {
  return resolve(algorithm, key, options, SIGNERS);
}

function verifierOf(algorithm, key, options) {
  return resolve(algorithm, key, options, VERIFIERS);
}

const SIGNERS = { type: 'private', cacheOf: signersOf, load: native.loadSigner };
const VERIFIERS = { type: 'public', cacheOf: verifiersOf, load: native.loadVerifier };

function resolve(algorithm, key, options, kind) {
  const settings =
    options !== undefined ||
    (typeof key === 'object' && key !== null && !isKey(key)) ||
    typeof algorithm === 'object'
      ? readSettings(algorithm, key, options)
      : undefined;
  const known = isKey(key) ? key : keyOf(settings === undefined ? algorithm : settings.algorithm, key, kind);
  const id = settings === undefined ? algorithm : settings.id;
  const cache = kind.cacheOf(known);
  return cache.get(id) ?? load(cache, id, known, algorithm, settings, kind);
}

/** The key that `key` stands for: a secret where the algorithm is an HMAC by its JOSE name. */
function keyOf(algorithm, key, kind) {
  if (typeof algorithm === 'string' && /^HS\d+$/.test(algorithm)) {
    // A public key taken for an HMAC secret is the oldest forgery of tokens.
    if (looksLikePem(key)) {
      throw coded(
        TypeError,
        'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
        `${algorithm} signs with a secret, and this is a PEM key or certificate`,
      );
    }
    return importKey(key, 'secret', 'key');
  }
  return importKey(key, kind.type, 'key');
}

function looksLikePem(key) {
  if (typeof key === 'string') return key.includes('-----BEGIN ');
  return (
    ArrayBuffer.isView(key) && Buffer.from(key.buffer, key.byteOffset, key.byteLength).includes('-----BEGIN ')
  );
}

function load(cache, id, key, algorithm, settings, kind) {
  if (algorithm !== null && algorithm !== undefined && typeof algorithm === 'object')
    algorithm = settings.algorithm;
  if (algorithm !== null && algorithm !== undefined && typeof algorithm !== 'string') {
    throw invalidArgType('algorithm', 'of type string or null', algorithm);
  }
  const loaded = kind.load(handleOf(key), algorithm ?? undefined, settings?.options ?? NO_OPTIONS);
  const entry = Object.freeze({ ...loaded, algorithm: algorithm ?? null });
  cache.set(id, entry);
  return entry;
}

const NO_OPTIONS = Object.freeze({ allowInsecureKeySizes: false });

/** The options that choose a scheme or library, with the check of their types. */
const SCHEME_OPTIONS = {
  __proto__: null,
  padding: 'number',
  saltLength: 'number',
  dsaEncoding: 'string',
  mgf1HashAlgorithm: 'string',
  backend: 'string',
  allowInsecureKeySizes: 'boolean',
};
const SCHEME_OPTION_NAMES = Object.keys(SCHEME_OPTIONS);

/** What is asked for beside the algorithm, in `options`, in node's `{ key, padding, ... }` or in WebCrypto's object. */
function readSettings(algorithm, key, options) {
  if (options !== undefined && (typeof options !== 'object' || options === null)) {
    throw invalidArgType('options', 'of type object', options);
  }
  const { algorithm: name, implied } = readAlgorithm(algorithm);
  const beside =
    typeof key === 'object' && key !== null && !isKey(key) && own(key, 'key') !== undefined ? key : undefined;
  const chosen = { allowInsecureKeySizes: false };
  let id = name;
  for (const option of SCHEME_OPTION_NAMES) {
    let value;
    for (const source of [options, beside, implied]) {
      if (value === undefined && source !== undefined) value = own(source, option);
    }
    if (value === undefined) continue;
    if (typeof value !== SCHEME_OPTIONS[option]) {
      throw invalidArgType(`options.${option}`, `of type ${SCHEME_OPTIONS[option]}`, value);
    }
    chosen[option] = value;
    id = `${id}\0${option}=${value}`;
  }
  return { algorithm: name, id, options: chosen };
}

function encodingOf(options) {
  return options == null ? undefined : checkEncoding(own(options, 'encoding'));
}

module.exports = {
  createSigner,
  createVerifier,
  sign,
  signMany,
  signManySync,
  signSync,
  verify,
  verifyMany,
  verifyManySync,
  verifySync,
};
