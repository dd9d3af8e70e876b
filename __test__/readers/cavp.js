// NIST's CAVP: ECDSA, RSA, HMAC.
'use strict';

const path = require('node:path');

const {
  PKCS1,
  P1363,
  pss,
  example,
  hmac,
  rowName,
  scalarLength,
  raw,
  pointForms,
  p1363,
  rsaForms,
  hex,
  padded,
  records,
} = require('./parts.js');

/** SigGen, SigVer, PKV and KeyPair of NIST's CAVP. */
function* cavpEc(text) {
  let number = 0;
  for (const { section, Msg, d, Qx, Qy, R, S, Result } of records(text)) {
    if (Qx === undefined) continue;
    const [name, hash] = section.split(',');
    const curve = rowName(name);
    const id = `${section} ${++number}`;
    const verdict = Result === undefined || Result.startsWith('P');
    const keys = {
      row: curve,
      public: pointForms(curve, Qx, Qy),
      private: d ? [raw(padded(d, scalarLength(curve)), curve, 'private')] : [],
    };
    if (R === undefined) yield { ...keys, id, keyVerdict: verdict };
    else {
      const cases = [example(id, hex(Msg), p1363(curve, R, S), verdict)];
      yield { ...keys, algorithm: hash, options: P1363, cases };
    }
  }
}

function* cavpRsa(text, file) {
  const isPss = file.includes('PSS');
  let number = 0;
  let key = {};
  for (const { n, e, SHAAlg, Msg, S, SaltVal, Result } of records(text)) {
    key = { n: n ?? key.n, e: e ?? key.e };
    if (S === undefined) continue;
    yield {
      row: 'rsa',
      algorithm: SHAAlg,
      options: isPss ? pss(hex(SaltVal).length) : PKCS1,
      public: rsaForms(key),
      cases: [example(++number, hex(Msg), hex(S), Result === undefined || Result.startsWith('P'))],
    };
  }
}

function* cavpHmac(text, file) {
  const hash = /sha\d+/.exec(path.basename(file))[0];
  let number = 0;
  for (const { Key, Msg, MD } of records(text)) {
    yield hmac(hash, hex(Key), [example(++number, hex(Msg), hex(MD), true)]);
  }
}

module.exports = { cavpEc, cavpHmac, cavpRsa };
