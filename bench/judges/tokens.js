'use strict';
// JSON Web Tokens: node:crypto makes the keys and verifies the tokens.

const crypto = require('node:crypto');
const { pemEncodings } = require('../pem');

const hmac = (digest, secretLength, length) => ({
  key: () => ({ secret: crypto.randomBytes(secretLength) }),
  verify: (data, { secret }, signature) =>
    crypto.createHmac(digest, secret).update(data).digest().subarray(0, length).equals(signature),
});

const pair = (type, options, digest) => ({
  key: () => crypto.generateKeyPairSync(type, { ...options, ...pemEncodings }),
  verify: (data, { publicKey }, signature) =>
    crypto.verify(digest, Buffer.from(data), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature),
});

const rsa = (digest) => pair('rsa', { modulusLength: 2048 }, digest);
const ec = (namedCurve, digest) => pair('ec', { namedCurve }, digest);

/** RFC 7518 section 3.1, RFC 8037, RFC 8812; HS512256 as ruby-jwt has it. */
const schemes = {
  HS256: hmac('sha256', 32),
  HS384: hmac('sha384', 48),
  HS512: hmac('sha512', 64),
  HS512256: hmac('sha512', 32, 32),
  RS256: rsa('sha256'),
  RS384: rsa('sha384'),
  RS512: rsa('sha512'),
  ES256: ec('P-256', 'sha256'),
  ES384: ec('P-384', 'sha384'),
  ES512: ec('P-521', 'sha512'),
  ES256K: ec('secp256k1', 'sha256'),
  EdDSA: pair('ed25519', {}, null),
};

async function subjectsFor(cases) {
  const keys = Object.fromEntries(cases.map(({ algorithm }) => [algorithm, schemes[algorithm].key()]));
  return ({ algorithm }) => ({ key: keys[algorithm] });
}

const checks = {
  /** Of many tokens the last is looked at. */
  sign({ context: { row, algorithm, payload, key }, output }) {
    const token = Array.isArray(output) ? output.at(-1) : output;
    if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token)) return 'no compact token';
    const [head, body, signature] = token.split('.');
    const { alg } = decodeJson(head);
    if (alg !== algorithm) return `alg is ${alg}`;
    const { iat, ...claims } = decodeJson(body);
    if (iat !== undefined && !row.addsIat) return 'there is an iat in the payload';
    if (JSON.stringify(claims) !== JSON.stringify(payload)) return `the claims are ${JSON.stringify(claims)}`;
    const right = schemes[algorithm].verify(`${head}.${body}`, key, Buffer.from(signature, 'base64url'));
    return right ? undefined : 'node:crypto does not verify its token';
  },
};

function decodeJson(part) {
  return JSON.parse(Buffer.from(part, 'base64url'));
}

module.exports = { subjectsFor, checks, schemes };
