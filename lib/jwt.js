'use strict';

// JSON Web Tokens and other compact JWS: RFC 7515, 7519, 7797, with the advice of RFC 8725.

const { isUtf8 } = require('node:buffer');
const { isAnyArrayBuffer } = require('node:util').types;

const { bytes, own } = require('./bytes.js');
const { coded, invalidArgType, invalidArgValue, outOfRange } = require('./errors.js');
const { tokenSigner, tokenVerifier } = require('./jwt-keys.js');
const { readSignOptions, readVerifyOptions } = require('./jwt-options.js');
const { runSign, runVerify, submitSign, submitVerify } = require('./sign.js');
const { encode } = require('./token.js');

function signJwtSync(payload, key, options) {
  const { signer, data, token } = compose(payload, key, options);
  return `${token}.${runSign(signer, data, 'base64url')}`;
}

async function signJwt(payload, key, options) {
  const { signer, data, token } = compose(payload, key, options);
  return `${token}.${await submitSign(signer, data, 'base64url')}`;
}

function verifyJwtSync(token, key, options) {
  const settings = readVerifyOptions(options);
  const parts = parse(token, settings.detachedPayload);
  const chosen = typeof key === 'function' ? key(readHeader(parts.headerText)) : key;
  if (typeof key === 'function' && typeof chosen?.then === 'function') {
    Promise.resolve(chosen).catch(() => {});
    throw coded(
      TypeError,
      'ERR_INVALID_ARG_TYPE',
      'The key function gave a promise, for which verifyJwt waits and verifyJwtSync does not',
    );
  }
  const verifier = tokenVerifier(given(chosen, key), parts.header, settings);
  return accept(runVerify(verifier, parts.data, parts.signature), parts, settings);
}

async function verifyJwt(token, key, options) {
  const settings = readVerifyOptions(options);
  const parts = parse(token, settings.detachedPayload);
  const chosen = typeof key === 'function' ? await key(readHeader(parts.headerText)) : key;
  const verifier = tokenVerifier(given(chosen, key), parts.header, settings);
  return accept(await submitVerify(verifier, parts.data, parts.signature), parts, settings);
}

/** What a key function gave. Nothing is a token's fault, anything else is for the import to judge. */
function given(chosen, key) {
  if (typeof key === 'function' && chosen == null)
    throw coded(Error, 'ERR_JWT_KEY_NOT_FOUND', 'The key function gave no key');
  return chosen;
}

// Signing: from a payload to what is signed, and to the token but for its signature.

function compose(payload, key, options) {
  const settings = readSignOptions(options);
  const chosen = tokenSigner(key, settings);
  const claims = isClaims(payload);
  const header = headerFor(chosen, settings.header, claims);
  if (claims) {
    if (settings.detached)
      throw invalidArgValue('options.detached', true, 'needs a payload of text or bytes');
    const token = `${header.text}.${encode(writeClaims(payload, settings))}`;
    return { signer: chosen.signer, data: token, token };
  }
  const stray = settings.given.find((option) => settings[option] !== undefined && OF_CLAIMS.includes(option));
  if (stray !== undefined)
    throw invalidArgValue(`options.${stray}`, settings[stray], 'needs a payload that is an object');
  // A copy: the caller's memory need not be a Buffer, and may change while a promise is kept.
  const content = Buffer.from(bytes(payload, 'payload'));
  const { data, body } = lay(header, content);
  if (!header.encoded && !settings.detached && !UNENCODED.test(body)) {
    throw invalidArgValue(
      'payload',
      payload,
      'must be printable ASCII without a dot, or detached (RFC 7797 section 5.2)',
    );
  }
  return { signer: chosen.signer, data, token: `${header.text}.${settings.detached ? '' : body}` };
}

function isClaims(payload) {
  if (
    typeof payload !== 'object' ||
    payload === null ||
    ArrayBuffer.isView(payload) ||
    isAnyArrayBuffer(payload)
  )
    return false;
  if (Array.isArray(payload)) throw invalidArgType('payload', 'an object of claims, text or bytes', payload);
  return true;
}

/** What is signed, and the middle part of the token: RFC 7515 section 5.1, RFC 7797 section 3. */
function lay({ text, encoded }, content) {
  if (encoded) {
    const body = content.toString('base64url');
    return { data: `${text}.${body}`, body };
  }
  return {
    data: Buffer.concat([Buffer.from(`${text}.`, 'latin1'), content]),
    body: content.toString('latin1'),
  };
}

/** RFC 7797 section 5.2. */
const UNENCODED = /^[\x20-\x2d\x2f-\x7e]*$/;

function headerFor({ algorithm, claimsHeader, plainHeader }, members, claims) {
  if (members === undefined) return { text: claims ? claimsHeader : plainHeader, encoded: true };
  const { alg = algorithm, ...others } = members;
  if (alg !== algorithm) throw invalidArgValue('options.header.alg', alg, `is not ${algorithm}`);
  const header = claims ? { alg, typ: 'JWT', ...others } : { alg, ...others };
  const encoded = own(header, 'b64') !== false;
  checkWrittenCritical(header, claims, encoded);
  return { text: encode(stringify(header, 'header')), encoded };
}

function checkWrittenCritical(header, claims, encoded) {
  const critical = own(header, 'crit');
  if (!encoded && claims)
    throw invalidArgValue('options.header.b64', false, 'is not for claims (RFC 7797 section 7)');
  if (!encoded && !(Array.isArray(critical) && critical.includes('b64')))
    throw invalidArgValue('options.header.crit', critical, "must name 'b64'");
  const fault = faultOfCritical(header, critical);
  if (fault !== undefined) throw invalidArgValue('options.header.crit', critical, fault);
}

/** The claims as JSON, those of the options after those of the payload, in their order. */
function writeClaims(payload, settings) {
  const claims = typeof payload.toJSON === 'function' ? JSON.parse(stringify(payload, 'payload')) : payload;
  if (!isObject(claims)) throw invalidArgType('payload', 'an object of claims, text or bytes', payload);
  checkDate('exp', own(claims, 'exp'));
  checkDate('nbf', own(claims, 'nbf'));
  const issued = own(claims, 'iat');
  checkDate('iat', issued);
  const now = settings.clockTimestamp ?? seconds();
  let added = issued === undefined && settings.noTimestamp !== true ? `,"iat":${Math.floor(now)}` : '';
  for (const option of settings.given) {
    const claim = CLAIM_OF[option];
    const value = settings[option];
    if (claim === undefined || value === undefined) continue;
    if (own(claims, claim) !== undefined)
      throw invalidArgValue(`options.${option}`, value, `is a second "${claim}" beside that of the payload`);
    // Numbers are timespans.
    const written =
      typeof value === 'number' ? dateAfter(issued ?? now, value, option) : JSON.stringify(value);
    added += `,"${claim}":${written}`;
  }
  const json = stringify(claims, 'payload');
  if (added === '') return json;
  return json === '{}' ? `{${added.slice(1)}}` : `${json.slice(0, -1)}${added}}`;
}

/** The options that are a claim. */
const CLAIM_OF = {
  __proto__: null,
  expiresIn: 'exp',
  notBefore: 'nbf',
  audience: 'aud',
  issuer: 'iss',
  subject: 'sub',
  jwtid: 'jti',
  nonce: 'nonce',
};

const OF_CLAIMS = [...Object.keys(CLAIM_OF), 'noTimestamp', 'clockTimestamp'];

function dateAfter(since, timespan, option) {
  const date = Math.floor(since + timespan);
  if (!Number.isSafeInteger(date)) throw outOfRange(`options.${option}`, 'a time that has a date', timespan);
  return date;
}

function checkDate(claim, date) {
  if (date === undefined) return;
  if (typeof date !== 'number') throw invalidArgType(`payload.${claim}`, 'of type number', date);
  if (!Number.isFinite(date)) throw outOfRange(`payload.${claim}`, 'a number of seconds', date);
}

function stringify(value, what) {
  let json;
  try {
    json = JSON.stringify(value);
  } catch (error) {
    throw coded(
      TypeError,
      'ERR_INVALID_ARG_VALUE',
      `The ${what} cannot be written as JSON: ${error.message}`,
    );
  }
  return json ?? 'null';
}

// Verifying: from a token to its parts, and from a verdict to its payload.

/** The parts of a token, none of which is trusted yet. */
function parse(token, detached) {
  if (typeof token !== 'string') throw invalidArgType('token', 'of type string', token);
  const first = token.indexOf('.');
  const last = token.lastIndexOf('.');
  if (first < 0 || token.indexOf('.', first + 1) !== last) throw malformed('it has not three parts');
  const headerText = token.slice(0, first);
  const header = headerOf(headerText);
  const body = token.slice(first + 1, last);
  const signature = decode(token.slice(last + 1), 'signature');
  const encoded = own(header, 'b64') !== false;
  if (detached !== undefined) {
    if (body !== '') throw malformed('it has a payload of its own beside options.detachedPayload');
    const { data } = lay({ text: headerText, encoded }, detached);
    return { headerText, header, encoded, content: detached, data, signature };
  }
  if (!encoded && !UNENCODED.test(body)) throw malformed('its payload is not printable ASCII');
  const content = encoded ? decode(body, 'payload') : Buffer.from(body, 'latin1');
  return { headerText, header, encoded, content, data: token.slice(0, last), signature };
}

// Tokens that come one after the other mostly have one header.
let lastText;
let lastHeader;

function headerOf(text) {
  if (text !== lastText) {
    lastHeader = readHeader(text);
    lastText = text;
  }
  return lastHeader;
}

function readHeader(text) {
  const header = parseObject(decode(text, 'header'));
  if (header === undefined) throw malformed('its header is no JSON object');
  const algorithm = own(header, 'alg');
  if (typeof algorithm !== 'string') throw malformed('its header names no algorithm');
  if (algorithm.toLowerCase() === 'none')
    throw coded(Error, 'ERR_JWT_ALGORITHM', 'A token without a signature is never taken');
  if (!['boolean', 'undefined'].includes(typeof own(header, 'b64')))
    throw malformed('its "b64" is no boolean');
  checkReadCritical(header);
  return header;
}

/** RFC 7515 section 4.1.11: what a header calls critical is understood here, or the token refused. */
function checkReadCritical(header) {
  const critical = own(header, 'crit');
  const fault =
    faultOfCritical(header, critical) ??
    (critical?.every((name) => UNDERSTOOD.includes(name)) === false
      ? 'names what is not understood here'
      : undefined) ??
    (own(header, 'b64') === false && critical?.includes('b64') !== true
      ? 'must name "b64" (RFC 7797 section 6)'
      : undefined);
  if (fault !== undefined)
    throw coded(Error, 'ERR_JWT_CRIT', `Refused token: the "crit" of its header ${fault}`);
}

const UNDERSTOOD = ['b64'];

/** What RFC 7515 section 4.1.11 forbids in a `crit`, to writer and reader alike. */
function faultOfCritical(header, critical) {
  if (critical === undefined) return undefined;
  if (!Array.isArray(critical) || critical.length === 0) return 'must be an array that is not empty';
  if (critical.some((name) => typeof name !== 'string')) return 'must hold strings';
  if (new Set(critical).size < critical.length) return 'must name nothing twice';
  if (critical.some((name) => REGISTERED.includes(name))) return 'must not name what RFC 7515 or 7518 define';
  if (critical.some((name) => own(header, name) === undefined)) return 'must name members of the header';
  return undefined;
}

/** The header parameters of RFC 7515 section 4.1, RFC 7516 section 4.1 and RFC 7518 section 4. */
const REGISTERED = [
  'alg',
  'jku',
  'jwk',
  'kid',
  'x5u',
  'x5c',
  'x5t',
  'x5t#S256',
  'typ',
  'cty',
  'crit',
  'enc',
  'zip',
  'epk',
  'apu',
  'apv',
  'iv',
  'tag',
  'p2s',
  'p2c',
];

/** Bytes of strict base64url: what is not exactly what they are written as would be a second token beside the first. */
function decode(text, part) {
  const content = Buffer.from(text, 'base64url');
  if (content.toString('base64url') !== text) throw malformed(`its ${part} is not base64url`);
  return content;
}

/** The JSON object that `content` is. Of members that have one name the last counts. */
function parseObject(content) {
  if (!isUtf8(content)) return undefined;
  try {
    const value = JSON.parse(content.toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(reason) {
  return coded(Error, 'ERR_JWT_MALFORMED', `Malformed token: ${reason}`);
}

/** What the caller gets for a token, by the verdict on its signature. */
function accept(valid, { headerText, header, encoded, content, signature }, settings) {
  if (!valid) throw coded(Error, 'ERR_JWT_SIGNATURE_INVALID', 'The signature of the token is not valid');
  // RFC 7797 section 7: what is not encoded are no claims.
  const claims = encoded ? parseObject(content) : undefined;
  if (claims === undefined && JWT_TYPE.test(own(header, 'typ')))
    throw malformed('its claims are no JSON object');
  checkType(header, settings.typ);
  checkClaims(claims ?? {}, settings);
  const payload = claims ?? (isUtf8(content) ? content.toString('utf8') : content);
  if (!settings.complete) return payload;
  return { header: readHeader(headerText), payload, signature: signature.toString('base64url') };
}

/** RFC 7519 section 5.1, RFC 8725 section 3.11. */
const JWT_TYPE = /^(?:application\/)?(?:[^/]+\+)?jwt$/i;

function checkType(header, expected) {
  if (expected === undefined) return;
  const typ = own(header, 'typ');
  if (typeof typ !== 'string' || mediaType(typ) !== mediaType(expected))
    throw mismatch('typ', 'not as expected');
}

/** RFC 7515 section 4.1.9. */
function mediaType(typ) {
  return (typ.includes('/') ? typ : `application/${typ}`).toLowerCase();
}

/** RFC 7519 section 4.1. */
function checkClaims(claims, settings) {
  for (const claim of settings.requiredClaims ?? []) {
    if (own(claims, claim) === undefined) throw mismatch(claim, 'missing');
  }
  checkDates(claims, settings);
  for (const option of EXPECTED) {
    if (settings[option] !== undefined && !settings[option].includes(own(claims, CLAIM_OF[option])))
      throw mismatch(CLAIM_OF[option], 'not as expected');
  }
  if (settings.audience !== undefined && !isAddressed(own(claims, 'aud'), settings.audience))
    throw mismatch('aud', 'not as expected');
}

/** The options that hold the values that their claim may have. */
const EXPECTED = ['issuer', 'subject', 'jwtid', 'nonce'];

function isAddressed(audience, expected) {
  const addressed = Array.isArray(audience) ? audience : [audience];
  return addressed.some(
    (one) =>
      typeof one === 'string' &&
      // `search` starts at the front, whatever the flags of the pattern.
      expected.some((wanted) => (typeof wanted === 'string' ? one === wanted : one.search(wanted) >= 0)),
  );
}

function checkDates(
  claims,
  { maxAge, clockTimestamp, clockTolerance = 0, ignoreExpiration, ignoreNotBefore },
) {
  const expires = readDate('exp', own(claims, 'exp'));
  const begins = readDate('nbf', own(claims, 'nbf'));
  const issued = readDate('iat', own(claims, 'iat'));
  const now = clockTimestamp ?? seconds();
  if (begins !== undefined && ignoreNotBefore !== true && begins > now + clockTolerance) {
    throw refused('ERR_JWT_NOT_ACTIVE', 'The token is not active yet', { date: new Date(begins * 1000) });
  }
  if (expires !== undefined && ignoreExpiration !== true)
    checkNotAfter(expires, now - clockTolerance, 'expired');
  if (maxAge === undefined) return;
  if (issued === undefined) throw mismatch('iat', 'missing');
  if (issued > now + clockTolerance) throw mismatch('iat', 'later than now');
  checkNotAfter(issued + maxAge, now - clockTolerance, 'is older than options.maxAge');
}

function checkNotAfter(end, now, what) {
  if (now < end) return;
  throw refused('ERR_JWT_EXPIRED', `The token ${what}`, { expiredAt: new Date(end * 1000) });
}

function readDate(claim, date) {
  if (date === undefined || Number.isFinite(date)) return date;
  throw mismatch(claim, 'no number');
}

function mismatch(claim, what) {
  return refused('ERR_JWT_CLAIM_INVALID', `The token is refused: its ${JSON.stringify(claim)} is ${what}`, {
    claim,
  });
}

function refused(code, message, facts) {
  return Object.assign(coded(Error, code, message), facts);
}

function seconds() {
  return Math.floor(Date.now() / 1000);
}

module.exports = { signJwt, signJwtSync, verifyJwt, verifyJwtSync };
