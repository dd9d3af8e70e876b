// Ed25519, its contexts and Ed448: RFC 8032, BoringSSL, and the tables of verdicts.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const { example, ed25519, raw, hex, records } = require('./parts.js');

// "valid_legacy" is Zcash's rule before ZIP-215, which refuses these keys of small order too; OpenSSL does not.
const ZIP215_VALID = [0, 25, 38, 62, 64, 95, 141, 154];

/** Every key and R is of small order. */
function zip215(text) {
  return JSON.parse(text).map(({ vk_bytes, sig_bytes, valid_legacy, valid_zip215 }, index) => {
    const verdict = valid_legacy || ZIP215_VALID.includes(index);
    const one = example(index, Buffer.from('Zcash'), hex(sig_bytes), verdict);
    return ed25519(vk_bytes, [{ ...one, strict: false, zip215: valid_zip215 }]);
  });
}

function speccheck(text, file) {
  const results = fs.readFileSync(path.join(path.dirname(file), '../ed25519-speccheck/results.md'), 'utf8');
  const [verdicts, strict, zip215] = ['OpenSSL-3.0', 'Dalek strict', 'Zebra'].map((library) =>
    Array.from(
      new RegExp(`^\\|${library} *\\|(.*)$`, 'm').exec(results)[1].match(/[VX]/g),
      (one) => one === 'V',
    ),
  );
  return JSON.parse(text).map(({ index, message, pub_key, signature }, position) => {
    const at = index ?? position;
    const one = example(at, hex(message), hex(signature), verdicts[at]);
    return ed25519(pub_key, [{ ...one, strict: strict[at], zip215: zip215[at] }]);
  });
}

function* boringEd25519(text, file) {
  const algorithm =
    { ctx: 'Ed25519ctx', ph: 'Ed25519ph' }[/25519(\w*)_/.exec(path.basename(file))[1]] ?? null;
  let number = 0;
  for (const {
    PRIV,
    SEED = PRIV.slice(0, 64),
    PUB,
    Q = PUB,
    MESSAGE,
    CONTEXT,
    SIG,
    SIGNATURE = SIG,
  } of records(text)) {
    yield edwards(
      'ed25519',
      algorithm,
      SEED,
      Q,
      CONTEXT,
      example(++number, hex(MESSAGE), hex(SIGNATURE), true),
    );
  }
}

function* pycaEd448(text) {
  for (const { COUNT, SECRET, PUBLIC, MESSAGE, CONTEXT, SIGNATURE } of records(text)) {
    yield edwards('ed448', null, SECRET, PUBLIC, CONTEXT, example(COUNT, hex(MESSAGE), hex(SIGNATURE), true));
  }
}

function rfc8032Ed448ph(text) {
  return JSON.parse(text).map(({ secretKey, publicKey, message, context, signature }, index) =>
    edwards(
      'ed448',
      'Ed448ph',
      secretKey,
      publicKey,
      context,
      example(index, hex(message), hex(signature), true),
    ),
  );
}

/** A signature that is to be made again, with its context where it has one. */
function edwards(row, algorithm, seed, publicKey, context, one) {
  return {
    row,
    algorithm,
    options: context ? { context: hex(context) } : {},
    reproduced: true,
    public: [raw(publicKey, row)],
    private: [raw(seed, row, 'private')],
    cases: [one],
  };
}

module.exports = { boringEd25519, pycaEd448, rfc8032Ed448ph, speccheck, zip215 };
