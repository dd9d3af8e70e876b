// What the readers make groups of, and how they read text.
'use strict';

const { createHash, createPublicKey, createSecretKey, constants } = require('node:crypto');

const ferrosign = require('../..');

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING } = constants;

const PKCS1 = { padding: RSA_PKCS1_PADDING };
const EXTERNAL_MU = { externalMu: true };
const DETERMINISTIC = { reproduced: true, signing: { nonce: 'deterministic' } };
const P1363 = { dsaEncoding: 'ieee-p1363' };
const pss = (saltLength, mgf1) => ({
  padding: RSA_PKCS1_PSS_PADDING,
  saltLength,
  ...(mgf1 && { mgf1HashAlgorithm: mgf1 }),
});

function example(id, data, signature, verdict) {
  return { id, data, signature, verdict };
}

function hmac(algorithm, key, cases) {
  return {
    row: 'hmac',
    algorithm,
    reproduced: true,
    truncated: cases[0].signature.length < tagLength(algorithm),
    private: [key, { kty: 'oct', k: key.toString('base64url') }, createSecretKey(key)],
    cases,
  };
}

function tagLength(algorithm) {
  const digits = Number(/\d+$/.exec(algorithm)[0]);
  return digits === 1 ? 20 : digits / 8;
}

function ed25519(key, cases) {
  return { row: 'ed25519', algorithm: null, public: [raw(key, 'ed25519')], cases };
}

const ROW_NAMES = {
  ...Object.fromEntries(
    ferrosign.keyTypes().flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])),
  ),
  'ED-25519': 'ed25519',
  edwards25519: 'ed25519',
  Ed25519: 'ed25519',
  'ED-448': 'ed448',
  edwards448: 'ed448',
  Ed448: 'ed448',
  'K-256': 'secp256k1',
  'ML-DSA-44': 'ml-dsa-44',
  'ML-DSA-65': 'ml-dsa-65',
  'ML-DSA-87': 'ml-dsa-87',
};

/** The name of the row of a curve that is written otherwise in a file. */
function rowName(curve) {
  return ROW_NAMES[curve] ?? curve;
}

/** ACVP puts the family before the digits. */
function hashName(name) {
  return name.replace('SHA2-', 'SHA-');
}

/** The length of a coordinate, in bytes. */
function lengthOf(curve) {
  return Math.ceil(Number(/\d{3}/.exec(curve)[0]) / 8);
}

/** The length of a scalar: where the order is longer or shorter than the field (SEC 2). */
function scalarLength(curve) {
  return { secp160r1: 21, sect233k1: 29, sect409k1: 51 }[curve] ?? lengthOf(curve);
}

function spki(digits) {
  return { key: hex(digits), format: 'der', type: 'spki' };
}

function pkcs8(digits) {
  return { key: hex(digits), format: 'der', type: 'pkcs8' };
}

function raw(key, row, kind = 'public') {
  return { key, encoding: 'hex', format: `raw-${kind}`, asymmetricKeyType: row };
}

/** A point that need not be one, as SEC1 bytes and as JWK. */
function pointForms(curve, x, y) {
  const [wide, high] = [x, y].map((coordinate) => padded(coordinate, lengthOf(curve)));
  return [
    raw(`04${wide}${high}`, curve),
    // RFC 7518 and RFC 8812 name no other curves.
    ...(['P-256', 'P-384', 'P-521', 'secp256k1'].includes(curve)
      ? [{ kty: 'EC', crv: curve, x: hex(wide).toString('base64url'), y: hex(high).toString('base64url') }]
      : []),
  ];
}

function p1363(curve, r, s) {
  return hex(padded(r, scalarLength(curve)) + padded(s, scalarLength(curve)));
}

function rsaPublicDer(asn) {
  return { key: hex(asn), format: 'der', type: 'pkcs1' };
}

/** An RSA public key by its numbers, and as node writes it where node takes it. */
function rsaForms(numbers) {
  const jwk = rsaJwk(numbers);
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return [key.export({ format: 'pem', type: 'spki' }), key.export({ format: 'der', type: 'pkcs1' }), jwk];
  } catch {
    return [jwk];
  }
}

function rsaJwk(numbers) {
  const members = Object.entries(numbers).map(([name, value]) => {
    const digits = value.replace(/^0+/, '');
    return [name, hex(padded(digits, Math.ceil(digits.length / 2))).toString('base64url')];
  });
  return { kty: 'RSA', ...Object.fromEntries(members) };
}

// Text.

function shake256(bytes) {
  return createHash('shake256', { outputLength: 64 }).update(bytes).digest();
}

function hex(digits) {
  return Buffer.from(digits, 'hex');
}

/** A number of `length` bytes, or of as many as it needs. */
function padded(digits, length) {
  const least = digits.replace(/^0+/, '');
  return least.padStart(Math.max(2 * length, least.length + (least.length % 2)), '0');
}

/** Hex, or text in quotation marks. */
function quoted(value) {
  return value.startsWith('"') ? Buffer.from(value.slice(1, -1)) : hex(value);
}

/** `name = value` or `name: value` line by line, a blank line between records, under `[section]` heads of one word; PEM as `pem`. */
function* records(text) {
  let section = '';
  let record = {};
  let pem = false;
  for (const line of [...text.replaceAll('\r', '').split('\n'), '']) {
    if (line.startsWith('-----BEGIN')) {
      pem = true;
      record.pem = '';
    }
    if (pem) record.pem += `${line}\n`;
    const pair = !pem && /^([A-Za-z][\w -]*?) ?[=:] ?(.*)$/.exec(line);
    if (line.startsWith('-----END')) pem = false;
    else if (/^\[\S+\]$/.test(line)) section = line.slice(1, -1);
    else if (pair) record[pair[1]] = pair[2];
    else if (line === '' && Object.keys(record).length > 0) {
      yield { section, ...record };
      record = {};
    }
  }
}

module.exports = {
  DETERMINISTIC,
  EXTERNAL_MU,
  P1363,
  PKCS1,
  ROW_NAMES,
  ed25519,
  example,
  hashName,
  hex,
  hmac,
  lengthOf,
  p1363,
  padded,
  pkcs8,
  pointForms,
  pss,
  quoted,
  raw,
  records,
  rowName,
  rsaForms,
  rsaJwk,
  rsaPublicDer,
  scalarLength,
  shake256,
  spki,
  tagLength,
};
