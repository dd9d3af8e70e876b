'use strict';
// Drop-ins: keys and tokens that are the same for the original and for ours; node:crypto says whether a token is right.

const crypto = require('node:crypto');
const { schemes } = require('./tokens');

async function subjectsFor(cases) {
  const subjects = Object.fromEntries(cases.map((testCase) => [testCase.algorithm, subjectOf(testCase)]));
  return ({ algorithm, keyForm }) => {
    const { text, ...subject } = subjects[algorithm];
    return { ...subject, ...(keyForm === 'text' ? text : objects(text)) };
  };
}

function subjectOf({ algorithm, payload }) {
  const secret = crypto.randomBytes(32).toString('hex');
  const text = algorithm.startsWith('HS')
    ? { privateKey: secret, publicKey: secret }
    : schemes[algorithm].key();
  const issued = Math.floor(Date.now() / 1000);
  const claims = { ...payload, iat: issued, exp: issued + 24 * HOUR };
  const data = [{ alg: algorithm, typ: 'JWT' }, claims].map(encodeJson).join('.');
  const token = `${data}.${signatureOf(algorithm, text.privateKey, data, 'ieee-p1363')}`;
  return {
    text,
    data,
    signature: signatureOf(algorithm, text.privateKey, data, 'der'),
    token,
    claims,
    wrongToken: token.replace(/\.[^.]*$/, (signature) => `.${'A'.repeat(signature.length - 1)}`),
  };
}

const HOUR = 3600;

function signatureOf(algorithm, key, data, dsaEncoding) {
  if (algorithm.startsWith('HS')) return crypto.createHmac('sha256', key).update(data).digest('base64url');
  return crypto.sign(digestOf(algorithm), Buffer.from(data), { key, dsaEncoding }).toString('base64url');
}

function digestOf(algorithm) {
  return algorithm === 'EdDSA' ? null : 'sha256';
}

function objects({ privateKey, publicKey }) {
  if (privateKey === publicKey) {
    const secret = crypto.createSecretKey(Buffer.from(privateKey));
    return { privateKey: secret, publicKey: secret };
  }
  return { privateKey: crypto.createPrivateKey(privateKey), publicKey: crypto.createPublicKey(publicKey) };
}

/** Of tokens. */
const jsonwebtoken = {
  sign({ context: { algorithm, payload, privateKey, publicKey }, output }) {
    const [header, body, signature] = String(output).split('.');
    if (Buffer.from(header, 'base64url').toString() !== JSON.stringify({ alg: algorithm, typ: 'JWT' }))
      return 'the header is another';
    const { iat, exp, ...claims } = JSON.parse(Buffer.from(body, 'base64url'));
    if (JSON.stringify(claims) !== JSON.stringify(payload) || exp !== iat + HOUR)
      return 'the claims are others';
    const bytes = Buffer.from(signature, 'base64url');
    const key = algorithm.startsWith('HS') ? { secret: privateKey } : { publicKey };
    return schemes[algorithm].verify(`${header}.${body}`, key, bytes)
      ? undefined
      : 'node:crypto does not verify its token';
  },

  async verify({ context: { claims, wrongToken }, output, again }) {
    if (JSON.stringify(output) !== JSON.stringify(claims))
      return 'it does not give the claims of a good token';
    const { run } = await again({ token: wrongToken });
    try {
      run();
    } catch (error) {
      return /signature/.test(error.message) ? undefined : `it refuses a bad token by: ${error.message}`;
    }
    return 'it takes a bad token';
  },
};

/** Of signatures in base64url, the form of createSign: r and s in DER. */
const nodeCrypto = {
  sign({ context: { algorithm, data, privateKey, publicKey }, output }) {
    const right =
      algorithm === 'HS256'
        ? output === signatureOf(algorithm, privateKey, data)
        : crypto.verify(digestOf(algorithm), Buffer.from(data), publicKey, Buffer.from(output, 'base64url'));
    return right ? undefined : 'node:crypto does not verify its signature';
  },

  async verify({ context: { data }, output, again }) {
    if (output !== true) return 'it does not take a good signature';
    const { run } = await again({ data: `${data}.` });
    return run() === false ? undefined : 'it takes a bad signature';
  },
};

const ofSurface = { jsonwebtoken, crypto: nodeCrypto };

const checks = {
  sign: (one) => ofSurface[one.context.keyType].sign(one),
  verify: (one) => ofSurface[one.context.keyType].verify(one),
};

function encodeJson(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

module.exports = { subjectsFor, checks };
