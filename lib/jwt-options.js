'use strict';

// The options of signJwt and verifyJwt: what each takes, and what it is read as. Only what the caller's object
// says itself counts, and an option that does not exist is refused: a check asked for in a misspelt word would
// be no check.

const { isRegExp } = require('node:util').types;

const { bytes } = require('./bytes.js');
const { coded, invalidArgType, invalidArgValue, outOfRange } = require('./errors.js');

function readSignOptions(options) {
  return read(options, SIGN_OPTIONS, NO_SIGN_OPTIONS, 'signJwt');
}

function readVerifyOptions(options) {
  return read(options, VERIFY_OPTIONS, NO_VERIFY_OPTIONS, 'verifyJwt');
}

function read(options, readers, none, caller) {
  if (options === undefined) return none;
  if (typeof options !== 'object' || options === null)
    throw invalidArgType('options', 'of type object', options);
  const given = Object.keys(options);
  const settings = { ...none, given };
  for (const name of given) {
    const value = options[name];
    if (value === undefined) continue;
    if (readers[name] === undefined) {
      throw coded(
        TypeError,
        'ERR_INVALID_ARG_VALUE',
        `The property 'options.${name}' is no option of ${caller}`,
      );
    }
    settings[name] = readers[name](value, `options.${name}`);
  }
  return settings;
}

function flag(value, name) {
  if (typeof value !== 'boolean') throw invalidArgType(name, 'of type boolean', value);
  return value;
}

function text(value, name) {
  if (typeof value !== 'string') throw invalidArgType(name, 'of type string', value);
  if (value === '') throw invalidArgValue(name, value, 'must not be empty');
  return value;
}

function texts(value, name) {
  if (!Array.isArray(value)) throw invalidArgType(name, 'an instance of Array', value);
  return list(value, name, text);
}

function list(value, name, each) {
  if (value.length === 0) throw invalidArgValue(name, value, 'must not be empty');
  const copy = [];
  for (let i = 0; i < value.length; i++) copy.push(each(value[i], name));
  return copy;
}

/** The values that a claim may have. */
function oneOf(value, name) {
  return Array.isArray(value) ? texts(value, name) : exactly(value, name);
}

function exactly(value, name) {
  return [text(value, name)];
}

function patterns(value, name) {
  return Array.isArray(value) ? list(value, name, pattern) : [pattern(value, name)];
}

function pattern(value, name) {
  return isRegExp(value) ? value : text(value, name);
}

/** What goes into a token: one string, or an array of strings. */
function textOrTexts(value, name) {
  return Array.isArray(value) ? texts(value, name) : text(value, name);
}

function object(value, name) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidArgType(name, 'of type object', value);
  return value;
}

function seconds(value, name) {
  if (typeof value !== 'number') throw invalidArgType(name, 'of type number', value);
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) throw outOfRange(name, 'a number of seconds', value);
  return value;
}

const SECOND = 1;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const UNITS = [
  [0.001, 'ms', 'msec', 'msecs', 'millisecond', 'milliseconds'],
  [SECOND, 's', 'sec', 'secs', 'second', 'seconds'],
  [MINUTE, 'm', 'min', 'mins', 'minute', 'minutes'],
  [HOUR, 'h', 'hr', 'hrs', 'hour', 'hours'],
  [DAY, 'd', 'day', 'days'],
  [7 * DAY, 'w', 'week', 'weeks'],
  [365.25 * DAY, 'y', 'yr', 'yrs', 'year', 'years'],
];
const SECONDS_OF = new Map(UNITS.flatMap(([length, ...names]) => names.map((name) => [name, length])));
const TIMESPAN = /^(-?\d{1,16}(?:\.\d{1,16})?) ?([a-z]{1,12})$/i;

/** Seconds, as a number or as a string of a number and its unit. */
function timespan(value, name) {
  if (typeof value === 'number') return seconds(value, name);
  if (typeof value !== 'string') throw invalidArgType(name, 'of type number or string', value);
  const [, number, unit] = TIMESPAN.exec(value) ?? [];
  const length = SECONDS_OF.get(unit?.toLowerCase());
  if (length === undefined) throw invalidArgValue(name, value, "must be a number and a unit, such as '2h'");
  return seconds(number * length, name);
}

function duration(value, name) {
  const length = timespan(value, name);
  if (length < 0) throw outOfRange(name, '>= 0', value);
  return length;
}

/** A copy, since a promise's caller may change it meanwhile. */
function copied(value, name) {
  return Buffer.from(bytes(value, name));
}

const SIGN_OPTIONS = {
  __proto__: null,
  algorithm: text,
  allowInsecureKeySizes: flag,
  header: object,
  detached: flag,
  expiresIn: timespan,
  notBefore: timespan,
  audience: textOrTexts,
  issuer: text,
  subject: text,
  jwtid: text,
  noTimestamp: flag,
  clockTimestamp: seconds,
};

const VERIFY_OPTIONS = {
  __proto__: null,
  algorithms: texts,
  allowInsecureKeySizes: flag,
  complete: flag,
  detachedPayload: copied,
  typ: text,
  audience: patterns,
  issuer: oneOf,
  subject: exactly,
  jwtid: exactly,
  nonce: exactly,
  requiredClaims: texts,
  maxAge: duration,
  clockTolerance: duration,
  clockTimestamp: seconds,
  ignoreExpiration: flag,
  ignoreNotBefore: flag,
};

// Every property is there from the start: one shape, however few options are given. Not frozen, since Node 20
// copies what is frozen ten times as slowly.
const NO_SIGN_OPTIONS = none(SIGN_OPTIONS);
const NO_VERIFY_OPTIONS = none(VERIFY_OPTIONS);

/** No option, nor the names of any. */
function none(readers) {
  return { ...Object.fromEntries(Object.keys(readers).map((name) => [name, undefined])), given: [] };
}

module.exports = { SECONDS_OF, readSignOptions, readVerifyOptions };
