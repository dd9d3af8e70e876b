'use strict';
// Keys in PEM, signatures in hex: node:crypto makes them, and judges what the engines give back.

const crypto = require('node:crypto');
const { pemEncodings } = require('../pem');

/** Per JOSE name: how a key pair is made, what tells that one is of the case's kind, how signatures are checked. */
const schemes = {
  RS256: {
    digest: 'sha256',
    keyPair: ({ modulusLength }) => crypto.generateKeyPairSync('rsa', { modulusLength, ...pemEncodings }),
    kind: ({ modulusLength }) => ({ asymmetricKeyType: 'rsa', modulusLength }),
    signatureLength: ({ modulusLength }) => modulusLength / 8,
  },
};

/** A key pair in PEM and a signature in hex per kind of key among the cases; returns a function from case to these. */
async function subjectsFor(cases) {
  const identity = ({ algorithm, modulusLength }) => `${algorithm} ${modulusLength}`;
  const subjects = new Map();
  for (const testCase of cases) {
    if (subjects.has(identity(testCase))) continue;
    const { keyPair, digest } = schemes[testCase.algorithm];
    const { privateKey, publicKey } = keyPair(testCase);
    const signature = crypto.sign(digest, Buffer.from(testCase.message), privateKey).toString('hex');
    subjects.set(identity(testCase), { privateKey, publicKey, signature });
  }
  return (testCase) => subjects.get(identity(testCase));
}

const checks = {
  generate: ({ context, output, prepared: { toPem = (pair) => pair } }) =>
    faultOfKeyPair(context, toPem(output)),

  sign: ({ context, output, prepared: { publicKey = context.publicKey } }) =>
    faultOfSignature(context, publicKey, output),

  verify: async ({ context, output, again }) => {
    if (output !== true) return `it answers ${output} to a good signature`;
    const bad = await again({ signature: spoil(context.signature) });
    const answer = await bad.run();
    return answer === false ? undefined : `it answers ${answer} to a bad signature`;
  },
};

/** What is wrong with a generated key pair in PEM, if anything. */
function faultOfKeyPair(testCase, { privateKey, publicKey }) {
  const { kind, digest } = schemes[testCase.algorithm];
  if (!privateKey.startsWith('-----BEGIN PRIVATE KEY-----')) return 'the private key is not PKCS#8 in PEM';
  if (!publicKey.startsWith('-----BEGIN PUBLIC KEY-----')) return 'the public key is not SPKI in PEM';
  const key = crypto.createPrivateKey(privateKey);
  for (const [property, expected] of Object.entries(kind(testCase))) {
    const found = key[property] ?? key.asymmetricKeyDetails[property];
    if (found !== expected) return `${property} is ${found}, not ${expected}`;
  }
  const message = Buffer.from(testCase.message);
  const belongTogether = crypto.verify(digest, message, publicKey, crypto.sign(digest, message, key));
  return belongTogether ? undefined : 'the public key does not belong to the private key';
}

/** What is wrong with a signature in hex, if anything. */
function faultOfSignature(testCase, publicKey, signature) {
  const { digest, signatureLength } = schemes[testCase.algorithm];
  const expected = signatureLength(testCase) * 2;
  if (typeof signature !== 'string' || !/^[0-9a-f]+$/.test(signature))
    return 'the signature is not lower-case hex';
  if (signature.length !== expected)
    return `the signature has ${signature.length} hex digits, not ${expected}`;
  const bytes = Buffer.from(signature, 'hex');
  if (crypto.verify(digest, Buffer.from(testCase.message), publicKey, bytes)) return undefined;
  return `node:crypto does not verify its signature${signedInstead(publicKey, bytes)}`;
}

/** A signature like the given one that must not verify. */
function spoil(signature) {
  return signature.slice(0, -2) + (signature.endsWith('00') ? '01' : '00');
}

/** For an RSA signature: the head of the DigestInfo inside, which shows a wrong digest or object identifier. */
function signedInstead(publicKey, signature) {
  try {
    const padding = crypto.constants.RSA_PKCS1_PADDING;
    const digestInfo = crypto.publicDecrypt({ key: publicKey, padding }, signature).toString('hex');
    return `; its DigestInfo begins with ${digestInfo.slice(0, digestInfoHeadDigits)}`;
  } catch {
    return '';
  }
}

/** Up to where the digest starts, for the SHA-2 and SHA-3 families. */
const digestInfoHeadDigits = 38;

module.exports = { subjectsFor, checks };
