'use strict';

// The options and registered claims of jsonwebtoken: which there are, what they may be, and the sentence for what is not.

const { isNumberObject, isBooleanObject, isStringObject } = require('node:util').types;

const { own } = require('../bytes.js');
const { SECONDS_OF } = require('../jwt-options.js');
const { names } = require('./algorithms.js');

/** The options of `sign` that the caller's object says itself, and what is wrong with the first bad one, if any is. */
function readSignOptions(options) {
  if (!isPlainObject(options)) return { settings: NO_SIGN_OPTIONS, fault: notPlain('options') };
  const settings = { ...NO_SIGN_OPTIONS };
  let fault;
  for (const name of Object.keys(options)) {
    const rule = own(SIGN_OPTIONS, name);
    if (rule === undefined) {
      fault ??= `"${name}" is not allowed in "options"`;
      continue;
    }
    settings[name] = options[name];
    if (fault === undefined && !rule.fits(options[name])) fault = rule.fault;
  }
  return { settings, fault };
}

/** What is wrong with the claims of a payload that is an object. */
function faultOfClaims(payload) {
  if (!isPlainObject(payload)) return notPlain('payload');
  for (const name of Object.keys(payload)) {
    if (DATES.includes(name) && !isNumber(payload[name])) return `"${name}" should be a number of seconds`;
  }
  return undefined;
}

/** The options of `verify` that the caller's object says itself. Unknown ones are nobody's. */
function readVerifyOptions(options) {
  const settings = { ...NO_VERIFY_OPTIONS };
  if (!options) return settings;
  for (const name of VERIFY_OPTIONS) settings[name] = own(options, name);
  return settings;
}

/** The second that is `time`, a number of seconds or text as '2 days', after `since`; undefined where it is neither. */
function secondAfter(time, since) {
  const start = since || now();
  if (typeof time === 'number') return start + time;
  const milliseconds = typeof time === 'string' ? millisecondsOf(time) : undefined;
  return milliseconds === undefined ? undefined : Math.floor(start + milliseconds / 1000);
}

function now() {
  return Math.floor(Date.now() / 1000);
}

const LONGEST_TIMESPAN = 100;
const TIMESPAN = /^(-?(?:\d+)?\.?\d+) *([a-z]+)?$/i;

/** As the package ms reads it. */
function millisecondsOf(text) {
  if (text.length > LONGEST_TIMESPAN) return undefined;
  const [, number, unit = 'ms'] = TIMESPAN.exec(text) ?? [];
  const seconds = SECONDS_OF.get(unit.toLowerCase());
  return number === undefined || seconds === undefined
    ? undefined
    : Number.parseFloat(number) * seconds * 1000;
}

function notPlain(what) {
  return `Expected "${what}" to be a plain object.`;
}

const OBJECT = Function.prototype.toString.call(Object);

/** An object of a literal or of `Object.create(null)`, of whatever realm. */
function isPlainObject(value) {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.prototype.toString.call(value) !== '[object Object]') return false;
  const prototype = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return true;
  const maker = own(prototype, 'constructor');
  return typeof maker === 'function' && Function.prototype.toString.call(maker) === OBJECT;
}

function isString(value) {
  return typeof value === 'string' || isStringObject(value);
}

function isNumber(value) {
  return typeof value === 'number' || isNumberObject(value);
}

function isBoolean(value) {
  return typeof value === 'boolean' || isBooleanObject(value);
}

const text = (name) => ({ fits: isString, fault: `"${name}" must be a string` });
const flag = (name) => ({ fits: isBoolean, fault: `"${name}" must be a boolean` });
const time = (name) => ({
  fits: (value) => Number.isInteger(value) || (isString(value) && Boolean(value)),
  fault: `"${name}" should be a number of seconds or string representing a timespan`,
});

const ALGORITHMS = [...names, 'none'];

const SIGN_OPTIONS = {
  __proto__: null,
  expiresIn: time('expiresIn'),
  notBefore: time('notBefore'),
  audience: {
    fits: (value) => isString(value) || Array.isArray(value),
    fault: '"audience" must be a string or array',
  },
  algorithm: {
    fits: (value) => ALGORITHMS.includes(value),
    fault: '"algorithm" must be a valid string enum value',
  },
  header: { fits: isPlainObject, fault: '"header" must be an object' },
  encoding: text('encoding'),
  issuer: text('issuer'),
  subject: text('subject'),
  jwtid: text('jwtid'),
  noTimestamp: flag('noTimestamp'),
  keyid: text('keyid'),
  mutatePayload: flag('mutatePayload'),
  allowInsecureKeySizes: flag('allowInsecureKeySizes'),
  allowInvalidAsymmetricKeyTypes: flag('allowInvalidAsymmetricKeyTypes'),
};

const VERIFY_OPTIONS = [
  'algorithms',
  'audience',
  'issuer',
  'subject',
  'jwtid',
  'nonce',
  'maxAge',
  'clockTimestamp',
  'clockTolerance',
  'ignoreExpiration',
  'ignoreNotBefore',
  'complete',
  'allowInvalidAsymmetricKeyTypes',
];

const DATES = ['iat', 'exp', 'nbf'];

// Every property is there from the start: one shape, however few options are given.
const NO_SIGN_OPTIONS = none(Object.keys(SIGN_OPTIONS));
const NO_VERIFY_OPTIONS = none(VERIFY_OPTIONS);

function none(options) {
  return Object.fromEntries(options.map((name) => [name, undefined]));
}

module.exports = { faultOfClaims, now, readSignOptions, readVerifyOptions, secondAfter };
