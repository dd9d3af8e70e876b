'use strict';

// The native functions as the rest of lib calls them: errors are of node's classes, and options reach Rust
// without what someone may have put on Object.prototype. The hot ones pass as they are: they take no options,
// and what they throw is of class Error anyway.

const fs = require('node:fs');

const { coded, invalidArgType } = require('./errors.js');

const native = load();

/** napi's loader says that it found no binding; people need to know which file was looked for, and what is there. */
function load() {
  try {
    return require('./native.js');
  } catch (cause) {
    const { platform, arch } = process;
    const there = fs.readdirSync(__dirname).filter((file) => file.endsWith('.node'));
    const error = coded(
      Error,
      'ERR_FERROSIGN_NO_BINARY',
      `No native addon for ${platform} ${arch}: looked in ${__dirname} for ferrosign.${platform}-${arch}*.node, ` +
        `there is ${there.join(', ') || 'none'}. In a clone of the repository, npm run setup builds it.`,
    );
    error.cause = cause;
    throw error;
  }
}

/** Codes of Rust that node throws as another class than Error. */
const CLASSES = {
  __proto__: null,
  ERR_CRYPTO_INVALID_CURVE: TypeError,
  ERR_CRYPTO_INVALID_DIGEST: TypeError,
  ERR_CRYPTO_INVALID_JWK: TypeError,
  ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE: TypeError,
  ERR_INVALID_ARG_VALUE: TypeError,
  ERR_MISSING_PASSPHRASE: TypeError,
  ERR_OUT_OF_RANGE: RangeError,
};

/** An error of Rust's `code` and message, as JavaScript throws it. */
function nativeError(code, message) {
  return coded(CLASSES[code] ?? Error, code, message);
}

function cold(call) {
  return (...args) => {
    try {
      return call(...args.map(bare));
    } catch (error) {
      // What napi itself refuses has its own codes, not ours.
      if (!String(error.code).startsWith('ERR_'))
        throw invalidArgType('options', 'what it is documented to be', args);
      throw nativeError(error.code, error.message);
    }
  };
}

function bare(argument) {
  const plain =
    argument !== null && typeof argument === 'object' && Object.getPrototypeOf(argument) === Object.prototype;
  return plain ? Object.assign(Object.create(null), argument) : argument;
}

const COLD = [
  'importKey',
  'exportKey',
  'generateKey',
  'loadSigner',
  'loadVerifier',
  'recoverPublicKey',
  'submitGenerate',
];

module.exports = {
  ...native,
  ...Object.fromEntries(COLD.map((name) => [name, cold(native[name])])),
  nativeError,
};
