// Wycheproof's files (C2SP/wycheproof), by the type of their groups.
'use strict';

const {
  PKCS1,
  EXTERNAL_MU,
  DETERMINISTIC,
  P1363,
  pss,
  example,
  hmac,
  rowName,
  spki,
  pkcs8,
  raw,
  rsaPublicDer,
  hex,
} = require('./parts.js');

const WYCHEPROOF_VERDICTS = { valid: true, invalid: false, acceptable: null };

/** What each type of group says of its key and scheme. */
const WYCHEPROOF_TYPES = {
  EcdsaVerify: wycheproofEcdsa({ dsaEncoding: 'der' }),
  EcdsaBitcoinVerify: wycheproofEcdsa({ dsaEncoding: 'der' }),
  EcdsaP1363Verify: wycheproofEcdsa(P1363),
  RsassaPkcs1Verify: (group) => [{ row: 'rsa', options: PKCS1, public: publicForms(group) }],
  // "acceptable" is for the size of the key here; the signatures are to be made all the same.
  RsassaPkcs1Generate: (group) => [
    {
      row: 'rsa',
      options: PKCS1,
      reproduced: true,
      public: [group.keyPem, hex(group.keyDer), rsaPublicDer(group.keyAsn), group.keyJwk].filter(Boolean),
      private: [group.privateKeyPem, hex(group.privateKeyPkcs8), group.privateKeyJwk].filter(Boolean),
      cases: group.tests.map(({ tcId, msg, sig }) => example(tcId, hex(msg), hex(sig), true)),
    },
  ],
  RsassaPssVerify: (group) => [
    { row: 'rsa', options: pss(group.sLen, group.mgfSha || group.mgf), public: publicForms(group) },
  ],
  // Once by the words, once by what the key says itself.
  RsassaPssWithParametersVerify: (group) => [
    { row: 'rsa-pss', options: pss(group.sLen, group.mgfSha), public: spkiForms(group) },
    { row: 'rsa-pss', algorithm: null, public: spkiForms(group) },
  ],
  EddsaVerify: (group) => {
    const row = rowName(group.publicKey.curve);
    return [{ row, algorithm: null, public: [...publicForms(group), raw(group.publicKey.pk, row)] }];
  },
  MlDsaVerify: ({ publicKey, publicKeyDer, tests }, algorithm) => {
    const row = rowName(algorithm);
    return tests.flatMap((one) => mlDsa(row, one, { public: [raw(publicKey, row), spki(publicKeyDer)] }));
  },
  MlDsaSign: ({ privateSeed, privateKey, privateKeyPkcs8, publicKey, tests }, algorithm) => {
    const row = rowName(algorithm);
    const keys = {
      public: publicKey ? [raw(publicKey, row)] : [],
      private: [
        privateSeed !== undefined && raw(privateSeed, row, 'seed'),
        privateKey !== undefined && raw(privateKey, row, 'private'),
        privateKeyPkcs8 !== undefined && pkcs8(privateKeyPkcs8),
      ].filter(Boolean),
    };
    return tests.flatMap((one) =>
      one.result === 'invalid' && !one.flags.includes('InvalidContext')
        ? [{ row, id: one.tcId, private: keys.private, keyVerdict: false }]
        : mlDsa(row, one, keys),
    );
  },
  // A tag cut to half is HS512256 where a JOSE name says so.
  MacTest: ({ tests }, algorithm) =>
    tests.flatMap(({ tcId, key, msg, tag, result }) => {
      const cases = [example(tcId, hex(msg), hex(tag), WYCHEPROOF_VERDICTS[result])];
      const group = hmac(algorithm.replace('HMAC', ''), hex(key), cases);
      const cut = group.algorithm === 'SHA512' && tag.length === 64;
      return cut ? [group, { ...group, algorithm: 'HS512256', truncated: false }] : [group];
    }),
};

function* wycheproofGroups(text) {
  const { algorithm, testGroups } = JSON.parse(text);
  for (const group of testGroups) {
    const cases = group.tests.map(({ tcId, msg, sig, result }) =>
      example(tcId, hex(msg ?? ''), hex(sig ?? ''), WYCHEPROOF_VERDICTS[result]),
    );
    for (const said of WYCHEPROOF_TYPES[group.type](group, algorithm)) {
      yield { algorithm: group.sha, cases, ...said };
    }
  }
}

/** A signature of a message in its context and, where mu is told, of mu. Made again unless it is of randomness. */
function mlDsa(row, { tcId, msg, mu, ctx, sig, rnd, result }, keys) {
  const common = { ...keys, row, algorithm: null, ...(keys.private && !rnd && DETERMINISTIC) };
  const options = ctx === undefined ? {} : { context: hex(ctx) };
  const verdict = WYCHEPROOF_VERDICTS[result];
  return [
    ...(msg === undefined
      ? []
      : [
          {
            ...common,
            options,
            ...(ctx?.length > 2 * 255 && { refusal: 'ERR_OUT_OF_RANGE' }),
            cases: [example(tcId, hex(msg), hex(sig), verdict)],
          },
        ]),
    ...(mu === undefined
      ? []
      : [{ ...common, options: EXTERNAL_MU, cases: [example(`${tcId} mu`, hex(mu), hex(sig), verdict)] }]),
  ];
}

/** Of "acceptable" are those that OpenSSL takes and we do not. */
function* wycheproofKeyFiles(text, file) {
  const [kind, form] = file.includes('pkcs8') ? ['private', pkcs8] : ['public', spki];
  for (const { parameterSet, tests } of JSON.parse(text).testGroups) {
    for (const { tcId, encoded, result } of tests) {
      yield { row: rowName(parameterSet), id: tcId, keyVerdict: result === 'valid', [kind]: [form(encoded)] };
    }
  }
}

function wycheproofEcdsa(options) {
  return (group) => {
    const row = rowName(group.publicKey.curve);
    return [{ row, options, public: [...publicForms(group), raw(group.publicKey.uncompressed, row)] }];
  };
}

function spkiForms({ publicKeyPem, publicKeyDer }) {
  return [publicKeyPem, hex(publicKeyDer)];
}

function publicForms(group) {
  const jwk = group.publicKeyJwk ?? group.keyJwk;
  return [
    ...spkiForms(group),
    ...(group.publicKeyAsn ? [rsaPublicDer(group.publicKeyAsn)] : []),
    ...(jwk ? [jwk] : []),
  ];
}

module.exports = { wycheproofGroups, wycheproofKeyFiles };
