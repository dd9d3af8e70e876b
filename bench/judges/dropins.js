'use strict';
// Drop-ins: keys and tokens that are the same for the original and for ours; node:crypto says whether a token is right.

const crypto = require('node:crypto');
const { schemes } = require('./tokens');

async function subjectsFor(cases) {
  const subjects = Object.fromEntries(cases.map((testCase) => [testCase.algorithm, subjectOf(testCase)]));
  for (const { algorithm } of cases.filter(({ keyForm }) => keyForm === 'CryptoKey')) {
    subjects[algorithm].forms.CryptoKey ??= await cryptoKeys(algorithm, subjects[algorithm].forms.object);
  }
  return ({ algorithm, keyForm }) => {
    const subject = subjects[algorithm];
    return { ...subject, ...subject.forms[keyForm] };
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
  const raw = signatureOf(algorithm, text.privateKey, data, 'ieee-p1363');
  const token = `${data}.${raw}`;
  return {
    forms: { text, object: objects(text) },
    data,
    rawSignature: Buffer.from(raw, 'base64url'),
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

const importParams = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  ES256: { name: 'ECDSA', namedCurve: 'P-256' },
  EdDSA: { name: 'Ed25519' },
  HS256: { name: 'HMAC', hash: 'SHA-256' },
};

/** Not extractable, as keys should be. */
async function cryptoKeys(algorithm, { privateKey, publicKey }) {
  const imported = (key, usages) =>
    crypto.subtle.importKey('jwk', key.export({ format: 'jwk' }), importParams[algorithm], false, usages);
  if (privateKey === publicKey) {
    const secret = await imported(privateKey, ['sign', 'verify']);
    return { privateKey: secret, publicKey: secret };
  }
  return {
    privateKey: await imported(privateKey, ['sign']),
    publicKey: await imported(publicKey, ['verify']),
  };
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

/** Of signatures in bytes, one or as many as were in flight. */
const webcrypto = {
  sign({ context: { algorithm, data, forms }, output }) {
    const { privateKey, publicKey } = forms.object;
    const isRight = (signature) => {
      const given = Buffer.from(signature).toString('base64url');
      if (algorithm === 'HS256') return given === signatureOf(algorithm, privateKey, data);
      const key = { key: publicKey, dsaEncoding: 'ieee-p1363' };
      return crypto.verify(digestOf(algorithm), Buffer.from(data), key, Buffer.from(given, 'base64url'));
    };
    return [output].flat().every(isRight) ? undefined : 'node:crypto does not verify its signature';
  },

  async verify({ context: { data }, output, again }) {
    if (![output].flat().every((verdict) => verdict === true)) return 'it does not take a good signature';
    const { run } = await again({ data: `${data}.` });
    const verdicts = [await run()].flat();
    return verdicts.every((verdict) => verdict === false) ? undefined : 'it takes a bad signature';
  },
};

const ofSurface = { jsonwebtoken, crypto: nodeCrypto, webcrypto };

const checks = {
  sign: (one) => ofSurface[one.context.keyType].sign(one),
  verify: (one) => ofSurface[one.context.keyType].verify(one),
};

function encodeJson(value) {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

module.exports = { subjectsFor, checks };
