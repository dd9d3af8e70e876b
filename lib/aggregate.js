'use strict';

// BLS: signatures and public keys summed up, and proofs that a signer has the key it claims.

const native = require('./addon.js');
const { bytes, own, pack, signatureBytes } = require('./bytes.js');
const { invalidArgType, invalidArgValue } = require('./errors.js');
const { importKey } = require('./import.js');
const { handleOf, wrap } = require('./key.js');
const { submit } = require('./lane.js');
const { POSSESSION } = require('./names.js');
const {
  encodingOf,
  promised,
  runSign,
  runVerify,
  signerOf,
  submitSign,
  submitVerify,
  verifierOf,
  verifiersFor,
  writer,
  written,
} = require('./sign.js');

function aggregateSignaturesSync(list, options) {
  const { data, ends, encoding } = packSignatures(list, options);
  return written(native.aggregateSignatures(data, ends), encoding);
}

function aggregateSignatures(list, options) {
  return promised(() => {
    const { data, ends, encoding } = packSignatures(list, options);
    return submit((lane, id) => native.submitAggregateSignatures(lane, id, data, ends), writer(encoding));
  });
}

function aggregatePublicKeysSync(list) {
  return wrap('public', native.aggregatePublicKeys(publicHandles(list)));
}

function aggregatePublicKeys(list) {
  return promised(() => {
    const handles = publicHandles(list);
    return submit(
      (lane, id) => native.submitAggregatePublicKeys(lane, id, handles),
      (handle) => wrap('public', handle),
    );
  });
}

function verifyAggregateSync(items, signature, options) {
  const { handles, data, ends } = packAggregate(items, signature, options);
  return native.verifyAggregate(handles, data, ends);
}

function verifyAggregate(items, signature, options) {
  return promised(() => submitAggregate(packAggregate(items, signature, options)));
}

function fastVerifyAggregateSync(data, keys, signature, options) {
  const { handles, data: packed, ends } = packFast(data, keys, signature, options);
  return native.verifyAggregate(handles, packed, ends);
}

function fastVerifyAggregate(data, keys, signature, options) {
  return promised(() => submitAggregate(packFast(data, keys, signature, options)));
}

function popProveSync(key, options) {
  return runSign(signerOf(POSSESSION, key, options), '', encodingOf(options));
}

function popProve(key, options) {
  return promised(() => submitSign(signerOf(POSSESSION, key, options), '', encodingOf(options)));
}

function popVerifySync(key, proof, options) {
  return runVerify(verifierOf(POSSESSION, key, options), '', proof, encodingOf(options));
}

function popVerify(key, proof, options) {
  return promised(() => submitVerify(verifierOf(POSSESSION, key, options), '', proof, encodingOf(options)));
}

function submitAggregate({ handles, data, ends }) {
  return submit((lane, id) => native.submitVerifyAggregate(lane, id, handles, data, ends));
}

function packSignatures(list, options) {
  const encoding = encodingOf(options);
  const pieces = each(list, 'list', (signature) => signatureBytes(signature, encoding));
  return { ...pack(pieces), encoding };
}

function publicHandles(list) {
  return each(list, 'list', (key) => handleOf(importKey(key, 'public', 'key')));
}

/** Messages, one for each key, then the signature. */
function packAggregate(items, signature, options) {
  const verifierFor = verifiersFor(null, options);
  const pairs = each(items, 'items', (item) => {
    if (typeof item !== 'object' || item === null) throw invalidArgType('item', 'of type object', item);
    return {
      handle: verifierFor(own(item, 'key')).handle,
      data: bytes(own(item, 'data'), 'data'),
    };
  });
  const messages = pairs.map((pair) => pair.data);
  return {
    handles: pairs.map((pair) => pair.handle),
    ...pack([...messages, signatureBytes(signature, encodingOf(options))]),
  };
}

const FAST_SCHEME = 'proof-of-possession';

/** One message for all keys, then the signature. The scheme is the one that can do without a message for each. */
function packFast(data, keys, signature, options) {
  const scheme = (options == null ? undefined : own(options, 'scheme')) ?? FAST_SCHEME;
  if (scheme !== FAST_SCHEME) throw invalidArgValue('options.scheme', scheme, `must be '${FAST_SCHEME}'`);
  const verifierFor = verifiersFor(null, { ...options, scheme });
  return {
    handles: each(keys, 'keys', (key) => verifierFor(key).handle),
    ...pack([bytes(data, 'data'), signatureBytes(signature, encodingOf(options))]),
  };
}

/** `list` item by item; what is wrong with one names it. */
function each(list, name, read) {
  if (!Array.isArray(list)) throw invalidArgType(name, 'an instance of Array', list);
  return Array.from(list, (item, index) => {
    try {
      return read(item);
    } catch (error) {
      error.message = `${name}[${index}]: ${error.message}`;
      throw error;
    }
  });
}

module.exports = {
  aggregatePublicKeys,
  aggregatePublicKeysSync,
  aggregateSignatures,
  aggregateSignaturesSync,
  fastVerifyAggregate,
  fastVerifyAggregateSync,
  popProve,
  popProveSync,
  popVerify,
  popVerifySync,
  verifyAggregate,
  verifyAggregateSync,
};
