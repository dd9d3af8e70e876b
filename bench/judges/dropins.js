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
  const token = tokenOf(algorithm, text.privateKey, claims);
  return {
    text,
    token,
    claims,
    wrongToken: token.replace(/\.[^.]*$/, (signature) => `.${'A'.repeat(signature.length - 1)}`),
  };
}

const HOUR = 3600;

function tokenOf(algorithm, key, claims) {
  const data = [{ alg: algorithm, typ: 'JWT' }, claims].map(encodeJson).join('.');
  const signature = algorithm.startsWith('HS')
    ? crypto.createHmac('sha256', key).update(data).digest()
    : crypto.sign('sha256', Buffer.from(data), { key, dsaEncoding: 'ieee-p1363' });
  return `${data}.${signature.toString('base64url')}`;
}

function objects({ privateKey, publicKey }) {
  if (privateKey === publicKey) {
    const secret = crypto.createSecretKey(Buffer.from(privateKey));
    return { privateKey: secret, publicKey: secret };
  }
  return { privateKey: crypto.createPrivateKey(privateKey), publicKey: crypto.createPublicKey(publicKey) };
}

const checks = {
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

function encodeJson(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

module.exports = { subjectsFor, checks };
