// NIST's ACVP.
'use strict';

const fs = require('node:fs');

const {
  PKCS1,
  EXTERNAL_MU,
  DETERMINISTIC,
  P1363,
  pss,
  example,
  rowName,
  hashName,
  raw,
  pointForms,
  p1363,
  rsaForms,
  shake256,
  hex,
} = require('./parts.js');

/** Questions in one file, answers in another. */
function* acvp(text, file) {
  const answers = new Map();
  for (const { vsId, testGroups = [] } of JSON.parse(
    fs.readFileSync(file.replace('.vectors', '.expected')),
  )) {
    for (const { tcId, testPassed } of testGroups.flatMap(({ tests }) => tests))
      answers.set(`${vsId} ${tcId}`, testPassed);
  }
  for (const { vsId, algorithm, mode, testGroups = [] } of JSON.parse(text)) {
    for (const group of testGroups) {
      for (const one of group.tests) {
        const id = `${vsId} ${one.tcId}`;
        const said = ACVP_ALGORITHMS[algorithm](group, one);
        if (mode === 'keyVer') yield { ...said, id, keyVerdict: answers.get(id) };
        else yield { ...said, cases: [example(id, hex(one.message), said.signature, answers.get(id))] };
      }
    }
  }
}

const ACVP_ALGORITHMS = {
  RSA: ({ sigType, hashAlg, n, e, saltLen }, { signature }) => ({
    row: 'rsa',
    algorithm: hashName(hashAlg),
    options: sigType === 'pss' ? pss(saltLen) : PKCS1,
    public: rsaForms({ n, e }),
    signature: hex(signature),
  }),
  ECDSA: ({ curve, hashAlg }, { qx, qy, r, s }) => ({
    row: curve,
    algorithm: hashAlg && hashName(hashAlg),
    options: P1363,
    public: pointForms(curve, qx, qy),
    signature: r && p1363(curve, r, s),
  }),
  EDDSA: ({ curve, preHash }, { q, signature }) => ({
    row: rowName(curve),
    algorithm: preHash ? 'Ed25519ph' : null,
    public: [raw(q, rowName(curve))],
    signature: signature && hex(signature),
  }),
};

function* acvpMlDsaKeys(text) {
  for (const { parameterSet, tests } of JSON.parse(text).testGroups) {
    const row = rowName(parameterSet);
    for (const { tcId, seed, pk, sk } of tests) {
      yield {
        row,
        id: tcId,
        keyVerdict: true,
        public: [raw(pk, row)],
        private: [raw(seed, row, 'seed'), raw(sk, row, 'private')],
      };
    }
  }
}

/** Of the internal functions of FIPS 204, whose message is bare: mu is its hash with that of the public key. */
function* acvpMlDsa(text) {
  for (const { parameterSet, pk, deterministic, tests } of JSON.parse(text).testGroups) {
    const row = rowName(parameterSet);
    for (const { tcId, sk, message, signature, testPassed = true } of tests) {
      const tr = sk ? hex(sk).subarray(64, 128) : shake256(hex(pk));
      const mu = shake256(Buffer.concat([tr, hex(message)]));
      yield {
        row,
        algorithm: null,
        options: EXTERNAL_MU,
        ...(deterministic && DETERMINISTIC),
        ...(sk ? { private: [raw(sk, row, 'private')] } : { public: [raw(pk, row)] }),
        cases: [example(tcId, mu, hex(signature), testPassed)],
      };
    }
  }
}

module.exports = { acvp, acvpMlDsa, acvpMlDsaKeys };
