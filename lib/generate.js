'use strict';

// Key pairs, with node's types and options.

const native = require('./addon.js');
const { invalidArgType, invalidArgValue, outOfRange } = require('./errors.js');
const { exportKey, handleOf, wrap } = require('./key.js');
const { own } = require('./bytes.js');
const { signalOf, submit } = require('./lane.js');

function generateKeyPairSync(type, options) {
  const { name, request, finish } = read(type, options);
  return finish(native.generateKey(name, request));
}

async function generateKeyPair(type, options) {
  const { name, request, finish } = read(type, options);
  return submit((lane, id) => native.submitGenerate(lane, id, name, request), finish, signalOf(options));
}

function read(type, options = {}) {
  if (typeof type !== 'string') throw invalidArgType('type', 'of type string', type);
  if (typeof options !== 'object' || options === null)
    throw invalidArgType('options', 'of type object', options);
  const request = {
    modulusLength: integer(options, 'modulusLength'),
    publicExponent: integer(options, 'publicExponent'),
    hashAlgorithm: text(options, 'hashAlgorithm'),
    mgf1HashAlgorithm: text(options, 'mgf1HashAlgorithm'),
    saltLength: integer(options, 'saltLength'),
    namedCurve: text(options, 'namedCurve'),
    backend: text(options, 'backend'),
    allowInsecureKeySizes: own(options, 'allowInsecureKeySizes') === true,
  };
  const publicEncoding = encoding(options, 'publicKeyEncoding');
  const privateEncoding = encoding(options, 'privateKeyEncoding');
  checkType(type, request.namedCurve);
  return {
    name: type,
    request,
    finish: (handle) => {
      const privateKey = wrap('private', handle);
      return {
        publicKey: encoded(privateKey.publicKey, publicEncoding, 'options.publicKeyEncoding'),
        privateKey: encoded(privateKey, privateEncoding, 'options.privateKeyEncoding'),
      };
    },
  };
}

function encoded(key, encoding, name) {
  return encoding === undefined ? key : exportKey(handleOf(key), key.type, encoding, name);
}

/** Every name of a row that keys are generated for, read from the table once. */
let types;

function checkType(type, namedCurve) {
  if (type === 'ec') {
    if (namedCurve === undefined) throw invalidArgType('options.namedCurve', 'of type string', namedCurve);
    return;
  }
  types ??= new Set(
    native.table().flatMap((row) => (row.generate.length > 0 ? [row.name, ...row.aliases] : [])),
  );
  if (types.has(type)) return;
  throw invalidArgValue('type', type, "must be 'ec' or a name of keyTypes() that has a private key");
}

function encoding(options, name) {
  const value = own(options, name);
  if (value !== undefined && (typeof value !== 'object' || value === null)) {
    throw invalidArgType(`options.${name}`, 'of type object', value);
  }
  return value;
}

function integer(options, name) {
  const value = own(options, name);
  if (value === undefined) return undefined;
  if (typeof value !== 'number') throw invalidArgType(`options.${name}`, 'of type number', value);
  // The exponent alone goes beyond 32 bits.
  const limit = name === 'publicExponent' ? 2 ** 33 : 2 ** 32;
  if (!Number.isInteger(value) || value < 0 || value >= limit)
    throw outOfRange(`options.${name}`, `an integer >= 0 && < ${limit}`, value);
  return value;
}

function text(options, name) {
  const value = own(options, name);
  if (value !== undefined && typeof value !== 'string')
    throw invalidArgType(`options.${name}`, 'of type string', value);
  return value;
}

module.exports = { generateKeyPair, generateKeyPairSync };
