'use strict';

// The interface of jsonwebtoken 9, with promises beside it.

const { own } = require('../bytes.js');
const { submitSign, submitVerify } = require('../sign.js');
const {
  loadSigner,
  loadVerifier,
  sign: signText,
  signatureBytes,
  verify: verifyText,
} = require('./algorithms.js');
const { encodeText, parse, readHeader, securedInput, toText } = require('./compact.js');
const { signingKey, verifyingKey } = require('./jose-keys.js');
const { JsonWebTokenError, NotBeforeError, TokenExpiredError } = require('./jsonwebtoken-errors.js');
const { createLocalKeySet, defaultAlgorithms, validateAsymmetricKey } = require('./jsonwebtoken-keys.js');
const {
  faultOfClaims,
  now,
  readSignOptions,
  readVerifyOptions,
  secondAfter,
} = require('./jsonwebtoken-options.js');
const jws = require('./jws.js');

function sign(payload, secretOrPrivateKey, options, callback) {
  if (typeof options === 'function') return sign(payload, secretOrPrivateKey, {}, options);
  let draft;
  try {
    draft = compose(payload, secretOrPrivateKey, options || {});
  } catch (error) {
    if (callback) return callback(error);
    throw error;
  }
  if (typeof callback === 'function') return signLater(draft, callback);
  const data = dataOf(draft);
  return tokenOf(draft, data, signText(draft.algorithm, data, draft.key));
}

async function signAsync(payload, secretOrPrivateKey, options) {
  const draft = compose(payload, secretOrPrivateKey, options ?? {});
  const { algorithm, key } = draft;
  const data = dataOf(draft);
  const { signer } = loadSigner(algorithm, key);
  const signature =
    signer === undefined ? signText(algorithm, data, key) : await submitSign(signer, data, 'base64url');
  return tokenOf(draft, data, signature);
}

function verify(token, secretOrPublicKey, options, callback) {
  if (typeof options === 'function' && !callback) return verify(token, secretOrPublicKey, {}, options);
  if (callback) return verifyThen(token, secretOrPublicKey, options, callback);
  const opened = open(token, options);
  if (typeof secretOrPublicKey === 'function') {
    throw new JsonWebTokenError(
      'verify must be called asynchronous if secret or public key is provided as a callback',
    );
  }
  return check(opened, secretOrPublicKey);
}

async function verifyAsync(token, secretOrPublicKey, options) {
  const opened = open(token, options);
  const key = keyFor(
    opened,
    typeof secretOrPublicKey === 'function' ? await ask(secretOrPublicKey, opened) : secretOrPublicKey,
  );
  const { algorithm, data, signature } = opened;
  const { verifier } = loadVerifier(algorithm, key);
  const valid =
    verifier === undefined
      ? verifyText(algorithm, data, signature, key)
      : await submitVerify(verifier, data, signatureBytes(algorithm, signature));
  return accept(opened, valid);
}

function decode(token, options) {
  const decoded = jws.decode(token, options ?? {});
  if (decoded === null) return null;
  const payload = asJson(decoded.payload);
  return own(options ?? {}, 'complete') === true ? { ...decoded, payload } : payload;
}

// Signing: from a payload to what is signed.

/** Everything that is wrong is found here, in the order in which jsonwebtoken looks for it. */
function compose(payload, secretOrPrivateKey, options) {
  const { settings, fault } = readSignOptions(options);
  const claims = typeof payload === 'object' && !Buffer.isBuffer(payload);
  const header = headerOf(settings, claims);
  const algorithm = header === undefined ? settings.algorithm || 'HS256' : header.alg;
  const key = keyToSign(secretOrPrivateKey, algorithm, settings);
  if (payload === undefined) throw new Error('payload is required');
  if (claims) refuse(faultOfClaims(payload));
  else refuseClaims(payload, settings);
  for (const [option, claim] of DATES) {
    if (settings[option] !== undefined && own(payload, claim) !== undefined) {
      throw new Error(`Bad "options.${option}" option the payload already has an "${claim}" property.`);
    }
  }
  refuse(fault);
  if (!settings.allowInvalidAsymmetricKeyTypes) validateAsymmetricKey(algorithm, key);
  // Not spread: to add to what was spread takes Node 20 fifteen times as long (1.3 of 4.7 microseconds a token).
  const content = claims
    ? addClaims(settings.mutatePayload ? payload : Object.assign({}, payload), settings)
    : payload;
  return { algorithm, claims, content, header, key, settings };
}

/** Undefined where the header is of `alg`, `typ` and `kid` alone. */
function headerOf(settings, claims) {
  if (settings.header === undefined) return undefined;
  return Object.assign(plainHeader(settings.algorithm || 'HS256', claims, settings.keyid), settings.header);
}

function plainHeader(alg, claims, kid) {
  return { alg, typ: claims ? 'JWT' : undefined, kid };
}

function keyToSign(input, algorithm, settings) {
  if (isNothing(input) && settings.algorithm !== 'none')
    throw new Error('secretOrPrivateKey must have a value');
  const hmac = algorithm.startsWith('HS');
  const key = readKey(
    input,
    signingKey,
    hmac,
    () => new Error('secretOrPrivateKey is not valid key material'),
  );
  if (hmac && key.type !== 'secret')
    throw new Error(`secretOrPrivateKey must be a symmetric key when using ${algorithm}`);
  if (ASYMMETRIC.test(algorithm)) {
    if (key.type !== 'private')
      throw new Error(`secretOrPrivateKey must be an asymmetric key when using ${algorithm}`);
    if (
      !settings.allowInsecureKeySizes &&
      RSA.test(algorithm) &&
      key.asymmetricKeyDetails?.modulusLength < LEAST_RSA_BITS
    )
      throw tooSmall(algorithm);
  }
  return key;
}

const ASYMMETRIC = /^(?:RS|PS|ES|EdDSA$)/;
const RSA = /^(?:RS|PS)/;
const LEAST_RSA_BITS = 2048;

function tooSmall(algorithm) {
  return new Error(`secretOrPrivateKey has a minimum key size of ${LEAST_RSA_BITS} bits for ${algorithm}`);
}

/** The bytes of an empty secret are none either: everybody knows them. */
function isNothing(key) {
  return !key || (ArrayBuffer.isView(key) && key.byteLength === 0);
}

function readKey(input, read, hmac, failure) {
  if (input == null) return input;
  try {
    return read(input, hmac);
  } catch {
    throw failure();
  }
}

function refuse(fault) {
  if (fault !== undefined) throw new Error(fault);
}

/** What is no object has no claims, and takes no options that are claims. */
function refuseClaims(payload, settings) {
  const stray = OF_CLAIMS.filter((option) => settings[option] !== undefined);
  if (stray.length > 0) throw new Error(`invalid ${stray.join(',')} option for ${typeof payload} payload`);
}

/** The payload with `iat` and the claims of the options, which come in this order. */
function addClaims(payload, settings) {
  const { audience, expiresIn, issuer, jwtid, noTimestamp, notBefore, subject } = settings;
  const timestamp = own(payload, 'iat') || now();
  if (noTimestamp) delete payload.iat;
  else payload.iat = timestamp;
  if (notBefore !== undefined) payload.nbf = dateAfter('notBefore', notBefore, timestamp);
  if (expiresIn !== undefined) payload.exp = dateAfter('expiresIn', expiresIn, timestamp);
  for (const [option, claim] of TEXTS) {
    if (settings[option] !== undefined && own(payload, claim) !== undefined) {
      throw new Error(`Bad "options.${option}" option. The payload already has an "${claim}" property.`);
    }
  }
  if (audience !== undefined) payload.aud = audience;
  if (issuer !== undefined) payload.iss = issuer;
  if (subject !== undefined) payload.sub = subject;
  if (jwtid !== undefined) payload.jti = jwtid;
  return payload;
}

function dateAfter(option, time, timestamp) {
  const date = secondAfter(time, timestamp);
  if (date !== undefined) return date;
  throw new Error(
    `"${option}" should be a number of seconds or string representing a timespan eg: "1d", "20h", 60`,
  );
}

/** Options and their claims. */
const DATES = [
  ['expiresIn', 'exp'],
  ['notBefore', 'nbf'],
];
const TEXTS = [
  ['audience', 'aud'],
  ['issuer', 'iss'],
  ['subject', 'sub'],
  ['jwtid', 'jti'],
];
const OF_CLAIMS = ['expiresIn', 'notBefore', 'noTimestamp', 'audience', 'issuer', 'subject', 'jwtid'];

function dataOf({ algorithm, claims, content, header, settings }) {
  const encoding = settings.encoding || 'utf8';
  if (header !== undefined) return securedInput(header, content, encoding);
  return `${headerText(algorithm, claims, settings.keyid)}.${encodeText(toText(content), encoding)}`;
}

// Tokens that are made one after the other mostly have one header.
let last = { text: '' };

function headerText(algorithm, claims, kid) {
  if (last.algorithm !== algorithm || last.claims !== claims || last.kid !== kid) {
    const text = encodeText(JSON.stringify(plainHeader(algorithm, claims, kid)), 'latin1');
    last = { algorithm, claims, kid, text };
  }
  return last.text;
}

/** A token so short has the signature of a small key, whatever the key says of itself. */
const LEAST_RSA_TOKEN = 256;

function tokenOf({ algorithm, settings }, data, signature) {
  const token = `${data}.${signature}`;
  if (!settings.allowInsecureKeySizes && token.length < LEAST_RSA_TOKEN && RSA.test(algorithm))
    throw tooSmall(algorithm);
  return token;
}

/** As jsonwebtoken calls back: through a stream of jws, on the next tick. */
function signLater(draft, callback) {
  const { algorithm, claims, content, header, key, settings } = draft;
  let called = false;
  const once = (...result) => {
    if (called) return;
    called = true;
    callback(...result);
  };
  jws
    .createSign({
      header: header ?? plainHeader(algorithm, claims, settings.keyid),
      privateKey: key,
      payload: content,
      encoding: settings.encoding || 'utf8',
    })
    .once('error', once)
    .once('done', (token) => {
      const end = token.lastIndexOf('.');
      once(null, tokenOf(draft, token.slice(0, end), token.slice(end + 1)));
    });
}

// Verifying: from a token to its parts, to a key, and from a verdict to its payload.

/** The token taken apart, and the options; what can be wrong before there is a key. */
function open(token, options) {
  const settings = readVerifyOptions(options);
  const { clockTimestamp, nonce, allowInvalidAsymmetricKeyTypes } = settings;
  if (clockTimestamp && typeof clockTimestamp !== 'number')
    throw new JsonWebTokenError('clockTimestamp must be a number');
  if (nonce !== undefined && (typeof nonce !== 'string' || nonce.trim() === ''))
    throw new JsonWebTokenError('nonce must be a non-empty string');
  if (allowInvalidAsymmetricKeyTypes !== undefined && typeof allowInvalidAsymmetricKeyTypes !== 'boolean')
    throw new JsonWebTokenError('allowInvalidAsymmetricKeyTypes must be a boolean');
  if (!token) throw new JsonWebTokenError('jwt must be provided');
  if (typeof token !== 'string') throw new JsonWebTokenError('jwt must be a string');
  if (token.split('.').length !== 3) throw new JsonWebTokenError('jwt malformed');
  const parts = parse(token);
  if (parts === undefined) throw new JsonWebTokenError('invalid token');
  const { alg, typ, headerText, payload, signature, data } = parts;
  return {
    algorithm: alg,
    data,
    headerText,
    now: clockTimestamp || now(),
    payload: typ === 'JWT' ? JSON.parse(payload) : asJson(payload),
    settings,
    signature,
  };
}

/** Text that is the JSON of an object or array is that, other text stays as it is. */
function asJson(payload) {
  if (typeof payload !== 'string') return payload;
  try {
    const value = JSON.parse(payload);
    return typeof value === 'object' && value !== null ? value : payload;
  } catch {
    return payload;
  }
}

function verifyThen(token, secretOrPublicKey, options, callback) {
  let opened;
  try {
    opened = open(token, options);
  } catch (error) {
    return callback(error);
  }
  const answer = (failure, key) => {
    let payload;
    try {
      if (failure) throw notFound(failure);
      payload = check(opened, key);
    } catch (error) {
      return callback(error);
    }
    return callback(null, payload);
  };
  return typeof secretOrPublicKey === 'function'
    ? secretOrPublicKey(readHeader(opened.headerText), answer)
    : answer(null, secretOrPublicKey);
}

/** The key of a function that calls back, or that returns a promise. */
function ask(find, { headerText }) {
  return new Promise((resolve, reject) => {
    const fail = (failure) => reject(notFound(failure));
    const returned = find(readHeader(headerText), (failure, key) => (failure ? fail(failure) : resolve(key)));
    if (typeof returned?.then === 'function') returned.then(resolve, fail);
  });
}

function notFound(failure) {
  return new JsonWebTokenError(`error in secret or public key callback: ${failure.message}`);
}

function check(opened, secretOrPublicKey) {
  const key = keyFor(opened, secretOrPublicKey);
  const { algorithm, data, signature } = opened;
  return accept(opened, verifyText(algorithm, data, signature, key));
}

/** The key that the token is verified with, if that and its algorithm are the caller's. */
function keyFor({ algorithm, signature, settings }, input) {
  if (signature === '') {
    if (input) throw new JsonWebTokenError('jwt signature is required');
    if (!settings.algorithms)
      throw new JsonWebTokenError('please specify "none" in "algorithms" to verify unsigned tokens');
  } else if (isNothing(input)) {
    throw new JsonWebTokenError('secret or public key must be provided');
  }
  const hmac = typeof algorithm === 'string' && algorithm.startsWith('HS');
  const key = readKey(
    input,
    verifyingKey,
    hmac,
    () => new JsonWebTokenError('secretOrPublicKey is not valid key material'),
  );
  const algorithms = settings.algorithms || defaultAlgorithms(key);
  if (algorithms.indexOf(algorithm) === -1) throw new JsonWebTokenError('invalid algorithm');
  if (hmac && (key.type !== 'secret' || key.isPublicKnowledge))
    throw new JsonWebTokenError(`secretOrPublicKey must be a symmetric key when using ${algorithm}`);
  if (ASYMMETRIC.test(algorithm) && key.type !== 'public')
    throw new JsonWebTokenError(`secretOrPublicKey must be an asymmetric key when using ${algorithm}`);
  if (!settings.allowInvalidAsymmetricKeyTypes) validateAsymmetricKey(algorithm, key);
  return key;
}

/** What the caller gets for a token, by the verdict on its signature. */
function accept({ headerText, now, payload, settings, signature }, valid) {
  if (!valid) throw new JsonWebTokenError('invalid signature');
  if (payload === null) throw new JsonWebTokenError('invalid token');
  checkDates(payload, now, settings);
  checkExpected(payload, settings);
  if (settings.maxAge) checkAge(own(payload, 'iat'), now, settings);
  return settings.complete === true ? { header: readHeader(headerText), payload, signature } : payload;
}

function checkDates(payload, now, { clockTolerance, ignoreExpiration, ignoreNotBefore }) {
  const begins = own(payload, 'nbf');
  if (begins !== undefined && !ignoreNotBefore) {
    if (typeof begins !== 'number') throw new JsonWebTokenError('invalid nbf value');
    if (begins > now + (clockTolerance || 0))
      throw new NotBeforeError('jwt not active', new Date(begins * 1000));
  }
  const ends = own(payload, 'exp');
  if (ends !== undefined && !ignoreExpiration) {
    if (typeof ends !== 'number') throw new JsonWebTokenError('invalid exp value');
    if (now >= ends + (clockTolerance || 0))
      throw new TokenExpiredError('jwt expired', new Date(ends * 1000));
  }
}

function checkExpected(payload, settings) {
  const { audience, issuer } = settings;
  if (audience) checkAudience(own(payload, 'aud'), Array.isArray(audience) ? audience : [audience]);
  if (issuer) {
    const found = own(payload, 'iss');
    const refused = Array.isArray(issuer)
      ? issuer.indexOf(found) === -1
      : typeof issuer === 'string' && found !== issuer;
    if (refused) throw mismatch('issuer', issuer);
  }
  for (const [option, claim] of EXACT) {
    if (settings[option] && own(payload, claim) !== settings[option])
      throw mismatch(option, settings[option]);
  }
}

const EXACT = [
  ['subject', 'sub'],
  ['jwtid', 'jti'],
  ['nonce', 'nonce'],
];

function checkAudience(addressed, audiences) {
  const matches = (one) =>
    audiences.some((audience) => (audience instanceof RegExp ? audience.test(one) : audience === one));
  if (!(Array.isArray(addressed) ? addressed : [addressed]).some(matches))
    throw mismatch('audience', audiences.join(' or '));
}

function mismatch(option, expected) {
  return new JsonWebTokenError(`jwt ${option} invalid. expected: ${expected}`);
}

function checkAge(issued, now, { maxAge, clockTolerance }) {
  if (typeof issued !== 'number') throw new JsonWebTokenError('iat required when maxAge is specified');
  const end = secondAfter(maxAge, issued);
  if (end === undefined) {
    throw new JsonWebTokenError(
      '"maxAge" should be a number of seconds or string representing a timespan eg: "1d", "20h", 60',
    );
  }
  if (now >= end + (clockTolerance || 0))
    throw new TokenExpiredError('maxAge exceeded', new Date(end * 1000));
}

module.exports = {
  decode,
  verify,
  sign,
  signAsync,
  verifyAsync,
  createLocalKeySet,
  JsonWebTokenError,
  NotBeforeError,
  TokenExpiredError,
};
