// OpenSSL's and RSA Laboratories' files as pyca/cryptography keeps them.
'use strict';

const path = require('node:path');

const {
  PKCS1,
  pss,
  example,
  rowName,
  raw,
  pointForms,
  rsaForms,
  rsaJwk,
  hex,
  quoted,
  records,
} = require('./parts.js');

/** The tests of OpenSSL's EVP layer: named keys, then what is done with them. */
function* opensslEvp(text) {
  const keys = new Map();
  let number = 0;
  for (const record of records(text)) {
    if (record.PublicKey) keys.set(record.PublicKey, record.pem);
    if (record.PrivateKey) keys.set(record.PrivateKey, record.pem);
    const hash = record.DigestSign ?? record.DigestVerify;
    if (hash === undefined) continue;
    const verdict = record.Result !== 'VERIFY_ERROR';
    const id = `${record.Key} ${hash} ${++number}`;
    yield {
      row: rowName(record.Key.replace(/_(PUB|PRIV)$/, '')),
      algorithm: hash,
      public: [keys.get(record.Key.replace('PRIV', 'PUB'))],
      private: [keys.get(record.Key.replace('PUB', 'PRIV'))],
      ...(record.DigestSign && { reproduced: true, signing: { nonce: record.NonceType } }),
      cases: [example(id, quoted(record.Input), hex(record.Output), verdict)],
    };
  }
}

function* pycaPoints(text) {
  for (const { COUNT, CURVE, POINT, X, Y } of records(text)) {
    const row = rowName(CURVE?.toLowerCase());
    if (POINT)
      yield { row, id: COUNT, keyVerdict: true, public: [raw(POINT, row), ...pointForms(row, X, Y)] };
  }
}

// RSA Laboratories' files: a label, then lines of hex. SHA-1 throughout, salts of 20 bytes.
const LABELLED = /^# (.+?) ?(?: = .*)?:? *$((?:\n(?:[0-9a-f]{2} ?)+ *$)+)/gm;
const LABELS = {
  Modulus: 'n',
  'Public exponent': 'e',
  Exponent: 'd',
  'Prime 1': 'p',
  'Prime 2': 'q',
  'Prime exponent 1': 'dp',
  'Prime exponent 2': 'dq',
  Coefficient: 'qi',
};

function* pkcs1Vectors(text, file) {
  const isPss = path.basename(file).startsWith('pss');
  const key = {};
  let message;
  let number = 0;
  for (const [, label, lines] of text.replaceAll('\r', '').matchAll(LABELLED)) {
    const value = lines.replace(/\s/g, '');
    if (label in LABELS) key[LABELS[label]] = value;
    else if (label === 'Message to be signed') message = value;
    else if (label.startsWith('Signature')) {
      yield {
        row: 'rsa',
        algorithm: 'SHA1',
        options: isPss ? pss(20) : PKCS1,
        reproduced: !isPss,
        public: rsaForms({ n: key.n, e: key.e }),
        private: [rsaJwk(key)],
        cases: [example(++number, hex(message), hex(value), true)],
      };
    }
  }
}

module.exports = { opensslEvp, pkcs1Vectors, pycaPoints };
