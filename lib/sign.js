'use strict';

// Sign and verify: one at a time and many, at once and as promises. A signer is resolved once for a key and
// the words that ask for it, and remembered on the key.

const native = require('./addon.js');
const { bytes, checkEncoding, own, pack, signatureBytes, unpack } = require('./bytes.js');
const { coded, invalidArgType, outOfRange } = require('./errors.js');
const { importKey, isSecret, looksAsymmetric } = require('./import.js');
const { handleOf, isKey, signersOf, verifiersOf } = require('./key.js');
const { isInline, signalOf, submit } = require('./lane.js');
const { readAlgorithm } = require('./names.js');

function signSync(algorithm, data, key, options) {
  return runSign(signerOf(algorithm, key, options), data, encodingOf(options));
}

function sign(algorithm, data, key, options) {
  return promised(() =>
    submitSign(signerOf(algorithm, key, options), data, encodingOf(options), signalOf(options)),
  );
}

function signManySync(algorithm, list, key, options) {
  return runSignMany(signerOf(algorithm, key, options), list, encodingOf(options));
}

function signMany(algorithm, list, key, options) {
  return promised(() =>
    submitSignMany(signerOf(algorithm, key, options), list, encodingOf(options), signalOf(options)),
  );
}

function verifySync(algorithm, data, key, signature, options) {
  return runVerify(verifierOf(algorithm, key, options), data, signature, encodingOf(options));
}

function verify(algorithm, data, key, signature, options) {
  return promised(() =>
    submitVerify(
      verifierOf(algorithm, key, options),
      data,
      signature,
      encodingOf(options),
      signalOf(options),
    ),
  );
}

function verifyManySync(algorithm, items, options) {
  return runVerifyMany(items, verifiersFor(algorithm, options), encodingOf(options));
}

function verifyMany(algorithm, items, options) {
  return promised(() =>
    submitVerifyMany(items, verifiersFor(algorithm, options), encodingOf(options), signalOf(options)),
  );
}

function verifyBatchSync(algorithm, items, options) {
  const { handles, data, ends } = packBatch(algorithm, items, options);
  return native.verifyBatch(handles, data, ends);
}

function verifyBatch(algorithm, items, options) {
  return promised(() => {
    const signal = signalOf(options);
    const { handles, data, ends } = packBatch(algorithm, items, options);
    return submit((lane, id) => native.submitVerifyBatch(lane, id, handles, data, ends), undefined, signal);
  });
}

function createSigner(algorithm, key, options) {
  const encoding = encodingOf(options);
  const signer = signerOf(algorithm, key, options);
  return Object.freeze({
    algorithm: signer.algorithm,
    backend: signer.backend,
    sign: (data, options) => promised(() => submitSign(signer, data, encoding, signalOf(options))),
    signSync: (data) => runSign(signer, data, encoding),
    signMany: (list, options) => promised(() => submitSignMany(signer, list, encoding, signalOf(options))),
    signManySync: (list) => runSignMany(signer, list, encoding),
  });
}

function createVerifier(algorithm, key, options) {
  const encoding = encodingOf(options);
  const verifier = verifierOf(algorithm, key, options);
  return Object.freeze({
    algorithm: verifier.algorithm,
    backend: verifier.backend,
    verify: (data, signature, options) =>
      promised(() => submitVerify(verifier, data, signature, encoding, signalOf(options))),
    verifySync: (data, signature) => runVerify(verifier, data, signature, encoding),
    verifyMany: (items, options) =>
      promised(() => submitVerifyMany(items, () => verifier, encoding, signalOf(options))),
    verifyManySync: (items) => runVerifyMany(items, () => verifier, encoding),
  });
}

// What is done once a signer or verifier is at hand.

function runSign(signer, data, encoding) {
  if (encoding !== undefined && signer.maxLength <= scratch.length) {
    return scratch.toString(encoding, 0, signer.sign(message(data), scratch));
  }
  const out = Buffer.allocUnsafe(signer.maxLength);
  const length = signer.sign(message(data), out);
  return written(length === out.length ? out : out.subarray(0, length), encoding);
}

/** Memory for a signature that is written as a string and then gone. */
const scratch = Buffer.allocUnsafeSlow(1024);

/** Synchronous calls read strings themselves, in UTF-8. */
function message(data) {
  return typeof data === 'string' ? data : bytes(data, 'data');
}

function submitSign(signer, data, encoding, signal) {
  const read = message(data);
  if (!signal?.aborted && isInline(signer.cost, read.length)) {
    return Promise.resolve(runSign(signer, read, encoding));
  }
  const copied = bytes(read, 'data');
  return submit((lane, id) => native.submitSign(lane, id, signer.handle, copied), writer(encoding), signal);
}

function runSignMany(signer, list, encoding) {
  const { data, ends } = packMessages(list);
  return written(native.signMany(signer.handle, data, ends), encoding, ends.length);
}

function submitSignMany(signer, list, encoding, signal) {
  const { data, ends } = packMessages(list);
  return submit(
    (lane, id) => native.submitSignMany(lane, id, signer.handle, data, ends),
    (packed) => written(packed, encoding, ends.length),
    signal,
  );
}

function runVerify(verifier, data, signature, encoding) {
  return verifier.verify(message(data), signatureBytes(signature, encoding));
}

function submitVerify(verifier, data, signature, encoding, signal) {
  const read = message(data);
  const claimed = signatureBytes(signature, encoding);
  if (!signal?.aborted && isInline(verifier.cost, read.length)) {
    return Promise.resolve(verifier.verify(read, claimed));
  }
  const copied = bytes(read, 'data');
  return submit(
    (lane, id) => native.submitVerify(lane, id, verifier.handle, copied, claimed),
    undefined,
    signal,
  );
}

function runVerifyMany(items, verifierFor, encoding) {
  const { handles, data, ends } = packItems(items, verifierFor, encoding);
  return verdicts(native.verifyMany(handles, data, ends), handles.length);
}

function submitVerifyMany(items, verifierFor, encoding, signal) {
  const { handles, data, ends } = packItems(items, verifierFor, encoding);
  return submit(
    (lane, id) => native.submitVerifyMany(lane, id, handles, data, ends),
    (packed) => verdicts(packed, handles.length),
    signal,
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
  return pack(Array.from(list, (message, index) => bytes(message, `list[${index}]`)));
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
      handles[i] = verifierFor(own(item, 'key')).handle;
      pieces[2 * i] = bytes(own(item, 'data'), 'data');
      pieces[2 * i + 1] = signatureBytes(own(item, 'signature'), encoding);
    } catch (error) {
      error.message = `items[${i}]: ${error.message}`;
      throw error;
    }
  }
  return { handles, ...pack(pieces) };
}

function packBatch(algorithm, items, options) {
  return packItems(items, verifiersFor(algorithm, options), encodingOf(options));
}

// From the caller's words to a signer or verifier.

function signerOf(algorithm, key, options) {
  return resolve(algorithm, key, options, SIGNERS);
}

function verifierOf(algorithm, key, options) {
  return resolve(algorithm, key, options, VERIFIERS);
}

/** What answers with a verifier for each of many keys. All that is said beside them is read once. */
function verifiersFor(algorithm, options) {
  const settings = readSettings(algorithm, undefined, options);
  return (key) => (hasOptions(key) ? verifierOf(algorithm, key, options) : load(key, settings, VERIFIERS));
}

const SIGNERS = { type: 'private', cacheOf: signersOf, load: native.loadSigner };
const VERIFIERS = { type: 'public', cacheOf: verifiersOf, load: native.loadVerifier };

function resolve(algorithm, key, options, kind) {
  const plain =
    (options === undefined || isEncodingAlone(options)) &&
    (typeof algorithm !== 'object' || algorithm === null);
  if (plain && (typeof key === 'string' || isKey(key))) return resolvePlain(algorithm, key, kind);
  return load(key, readSettings(algorithm, key, options), kind);
}

/** `{ encoding: 'hex' }` and its like say nothing of how to sign. */
function isEncodingAlone(options) {
  if (typeof options !== 'object' || options === null) return false;
  const names = Object.keys(options);
  return names.length === 1 && names[0] === 'encoding';
}

/** The hot path: nothing but the key and the algorithm's name has been said. */
function resolvePlain(algorithm, key, kind) {
  const known = isKey(key) ? key : keyOf(algorithm, key, kind);
  return kind.cacheOf(known).get(algorithm) ?? load(known, readSettings(algorithm, key, undefined), kind);
}

/** The key that `key` stands for: a secret where it says so itself, or the algorithm is an HMAC. */
function keyOf(algorithm, key, kind, keyTypes) {
  if (isKey(key)) return key;
  const hmac = /^HS\d+$/.test(algorithm) || keyTypes?.includes('hmac');
  if (hmac && looksAsymmetric(key)) {
    throw coded(
      TypeError,
      'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE',
      'HMAC signs with a secret, and this is a public key, a private key or a certificate',
    );
  }
  return importKey(key, hmac || isSecret(key) ? 'secret' : kind.type, 'key');
}

// An algorithm's name may come from outside, and there are many ways to write one.
const MAX_LOADED = 64;

/** The key of the Map, within that of the plain names, which holds what was asked for with options. */
const WITH_OPTIONS = Symbol('with options');

function load(words, { id, algorithm, keyTypes, options }, kind) {
  const key = keyOf(algorithm, words, kind, keyTypes);
  const plain = kind.cacheOf(key);
  let cache = plain;
  if (id !== undefined) {
    cache = plain.get(WITH_OPTIONS) ?? new Map();
    plain.set(WITH_OPTIONS, cache);
  }
  const known = cache.get(id ?? algorithm);
  if (known !== undefined) return known;
  if (keyTypes !== undefined && !keyTypes.includes(key.asymmetricKeyType ?? 'hmac')) {
    throw coded(
      Error,
      'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM',
      `This algorithm signs with a key of type ${keyTypes.join(' or ')}, this one is ${key.asymmetricKeyType ?? 'hmac'}`,
    );
  }
  const loaded = kind.load(handleOf(key), algorithm ?? undefined, options);
  const entry = Object.freeze({ ...loaded, algorithm });
  if (cache.size >= MAX_LOADED) cache.clear();
  cache.set(id ?? algorithm, entry);
  return entry;
}

/** The options that choose a scheme or library, with the check of their types. */
const SCHEME_OPTIONS = {
  __proto__: null,
  padding: 'number',
  saltLength: 'number',
  dsaEncoding: 'string',
  mgf1HashAlgorithm: 'string',
  backend: 'string',
  allowInsecureKeySizes: 'boolean',
  prehashed: 'boolean',
  nonce: 'string',
  lowS: 'boolean',
  recoverable: 'boolean',
  auxRand: 'bytes',
  context: 'bytes',
  externalMu: 'boolean',
  ed25519: 'string',
  scheme: 'string',
  possession: 'boolean',
};
const SCHEME_OPTION_NAMES = Object.keys(SCHEME_OPTIONS);

/** The one that an algorithm alone implies: in a caller's options it is no option. */
const IMPLIED_ALONE = 'possession';

/** What is asked for beside the algorithm, in `options`, in node's `{ key, padding, ... }` or in WebCrypto's object. */
function readSettings(words, key, options) {
  if (options !== undefined && (typeof options !== 'object' || options === null)) {
    throw invalidArgType('options', 'of type object', options);
  }
  const { algorithm, keyTypes, implied } = readAlgorithm(words);
  const sources = [options, hasOptions(key) ? key : undefined, implied].filter(
    (source) => source !== undefined,
  );
  const chosen = { allowInsecureKeySizes: false };
  const said = [];
  for (const option of SCHEME_OPTION_NAMES) {
    const source = sources.find(
      (source) => own(source, option) !== undefined && (option !== IMPLIED_ALONE || source === implied),
    );
    if (source === undefined) continue;
    chosen[option] = checkOption(option, source[option]);
    said.push(option, chosen[option]);
  }
  const id =
    said.length === 0 && keyTypes === undefined ? undefined : JSON.stringify([algorithm, keyTypes, said]);
  return { id, algorithm, keyTypes, options: chosen };
}

function hasOptions(key) {
  return typeof key === 'object' && key !== null && !isKey(key) && own(key, 'key') !== undefined;
}

const INT32 = 2 ** 31;

function checkOption(option, value) {
  const type = SCHEME_OPTIONS[option];
  if (type === 'bytes') return Buffer.from(bytes(value, `options.${option}`));
  if (typeof value !== type) throw invalidArgType(`options.${option}`, `of type ${type}`, value);
  if (type === 'number' && !(Number.isInteger(value) && Math.abs(value) < INT32)) {
    throw outOfRange(`options.${option}`, 'an integer', value);
  }
  return value;
}

function encodingOf(options) {
  return options == null ? undefined : checkEncoding(own(options, 'encoding'));
}

module.exports = {
  createSigner,
  createVerifier,
  encodingOf,
  promised,
  runSign,
  runVerify,
  sign,
  signMany,
  signManySync,
  signSync,
  signerOf,
  submitSign,
  submitVerify,
  verifierOf,
  verifiersFor,
  verify,
  verifyBatch,
  verifyBatchSync,
  verifyMany,
  verifyManySync,
  verifySync,
  writer,
  written,
};
