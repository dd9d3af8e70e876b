'use strict';

// Keys in every form in which jsonwebtoken and jws are given them.

const crypto = require('node:crypto');

const pem = {
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
};
const pair = (type, options) => crypto.generateKeyPairSync(type, { ...options, ...pem });

const rsa = pair('rsa', { modulusLength: 2048 });
const pairs = {
  rsa,
  'rsa-1024': pair('rsa', { modulusLength: 1024 }),
  'rsa-pss': pair('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha256',
    saltLength: 32,
  }),
  'rsa-pss of any hash': pair('rsa-pss', { modulusLength: 2048 }),
  'rsa-pss with a long salt': pair('rsa-pss', {
    modulusLength: 2048,
    hashAlgorithm: 'sha256',
    mgf1HashAlgorithm: 'sha256',
    saltLength: 64,
  }),
  'P-256': pair('ec', { namedCurve: 'P-256' }),
  'P-384': pair('ec', { namedCurve: 'P-384' }),
  'P-521': pair('ec', { namedCurve: 'P-521' }),
  secp256k1: pair('ec', { namedCurve: 'secp256k1' }),
  dsa: pair('dsa', { modulusLength: 2048, divisorLength: 256 }),
  x25519: pair('x25519'),
};
const edwards = { ed25519: pair('ed25519'), ed448: pair('ed448') };

const secret = 'a secret that is as long as it has to be';
const privateObject = crypto.createPrivateKey(rsa.privateKey);
const publicObject = crypto.createPublicKey(rsa.publicKey);
const encrypted = privateObject.export({
  type: 'pkcs8',
  format: 'pem',
  cipher: 'aes-256-cbc',
  passphrase: 'open',
});

const forms = {
  'secret text': secret,
  'short secret': 'x',
  'secret with umlauts': 'Schlüssel €',
  'secret Buffer': Buffer.from(secret),
  'secret Uint8Array': new Uint8Array(Buffer.from(secret)),
  'secret KeyObject': crypto.createSecretKey(Buffer.from(secret)),
  'secret JWK': { key: { kty: 'oct', k: Buffer.from(secret).toString('base64url') }, format: 'jwk' },
  'RSA PKCS#1 PEM': privateObject.export({ type: 'pkcs1', format: 'pem' }),
  'RSA PEM in a Buffer': Buffer.from(rsa.privateKey),
  'RSA public PEM in a Buffer': Buffer.from(rsa.publicKey),
  'RSA PEM after text': `# a comment\n${rsa.privateKey}`,
  'RSA PEM with CRLF': rsa.privateKey.replaceAll('\n', '\r\n'),
  'RSA private KeyObject': privateObject,
  'RSA public KeyObject': publicObject,
  'RSA private DER': {
    key: privateObject.export({ type: 'pkcs8', format: 'der' }),
    type: 'pkcs8',
    format: 'der',
  },
  'RSA public DER': {
    key: publicObject.export({ type: 'spki', format: 'der' }),
    type: 'spki',
    format: 'der',
  },
  'RSA private JWK': { key: privateObject.export({ format: 'jwk' }), format: 'jwk' },
  'RSA encrypted': { key: encrypted, passphrase: 'open' },
  'RSA encrypted, wrong passphrase': { key: encrypted, passphrase: 'close' },
  'RSA encrypted, no passphrase': encrypted,
  'a broken PEM': '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  'an object': {},
  'an array': ['a'],
  'a number': 5,
  true: true,
  0: 0,
  'empty text': '',
  null: null,
  undefined: undefined,
};

/** By name, and one entry a half for pairs. */
function everyKey() {
  return {
    ...forms,
    ...Object.fromEntries(
      Object.entries(pairs).flatMap(([name, { privateKey, publicKey }]) => [
        [`${name} private`, privateKey],
        [`${name} public`, publicKey],
      ]),
    ),
  };
}

module.exports = { edwards, everyKey, pairs, secret };
