'use strict';

// Errors of arguments, in node's own shape: class, code and message. Errors of keys and signatures come
// from Rust with their code.

const { inspect } = require('node:util');

function coded(Base, code, message) {
  const error = new Base(message);
  error.code = code;
  Error.captureStackTrace(error, coded);
  return error;
}

/** `expected` is the end of the sentence, such as `of type string` or `an instance of Buffer`. */
function invalidArgType(name, expected, actual) {
  return coded(
    TypeError,
    'ERR_INVALID_ARG_TYPE',
    `The ${described(name)} must be ${expected}.${received(actual)}`,
  );
}

function invalidArgValue(name, actual, reason = 'is invalid') {
  return coded(
    TypeError,
    'ERR_INVALID_ARG_VALUE',
    `The ${described(name)} ${reason}. Received ${shown(actual)}`,
  );
}

const LONGEST_NAME = 40;

/** What is longer than any name may be anything, a key in the wrong place too. */
function shown(value) {
  if (typeof value !== 'string')
    return value === null || typeof value !== 'object' ? inspect(value) : 'an object';
  return value.length <= LONGEST_NAME && !value.includes('-----')
    ? `'${value}'`
    : `a text of ${value.length} characters`;
}

function outOfRange(name, range, actual) {
  return coded(
    RangeError,
    'ERR_OUT_OF_RANGE',
    `The value of "${name}" is out of range. It must be ${range}. Received ${inspect(actual)}`,
  );
}

/** node says "argument" of a plain name and "property" of a dotted one. */
function described(name) {
  return name.includes('.') ? `"${name}" property` : `"${name}" argument`;
}

// The value itself is never shown where it may be key material: only its type or class.
function received(actual) {
  if (actual == null) return ` Received ${actual}`;
  if (typeof actual === 'function') return ` Received function ${actual.name}`;
  if (typeof actual === 'object') {
    const name = actual.constructor?.name;
    return name ? ` Received an instance of ${name}` : ' Received an object without a constructor';
  }
  return ` Received type ${typeof actual}`;
}

module.exports = { coded, invalidArgType, invalidArgValue, outOfRange };
