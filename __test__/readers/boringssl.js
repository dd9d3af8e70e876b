// BoringSSL's and AWS-LC's tests of keys, of what is done with them, and of ML-DSA.
'use strict';

const { EXTERNAL_MU, pss, example, raw, hex, quoted, records } = require('./parts.js');

/** Named keys, good and bad, then what is done with them. Sign and Verify are of digests, not of messages. */
function* boringEvp(text) {
  const keys = new Map();
  let number = 0;
  for (const record of records(text)) {
    const { PublicKey, PrivateKey, Input, Output, Error: error, Digest } = record;
    const name = PublicKey ?? PrivateKey ?? record.SignMessage ?? record.VerifyMessage;
    if (name === undefined) continue;
    const row = EVP_ROWS.find(([start]) => start.test(name))?.[1] ?? name.split('-')[0];
    if (PublicKey || PrivateKey) {
      const form = { key: hex(Input), format: 'der', type: PublicKey ? 'spki' : 'pkcs8' };
      keys.set(name, form);
      // With a version to write, the error is that of writing.
      const keyVerdict = error === undefined || record.PKCS8VersionOut !== undefined;
      yield { row, id: name, keyVerdict, [PublicKey ? 'public' : 'private']: [form] };
    } else if (/^(BAD|INVALID|MISMATCHED)_SIGNATURE$/.test(error ?? 'BAD_SIGNATURE') && Output?.length > 2) {
      const isPss = record.RSAPadding === 'PSS';
      yield {
        row,
        algorithm: Digest ?? null,
        options: isPss ? pss(Number(record.PSSSaltLength ?? -2), record.MGF1Digest) : {},
        [record.SignMessage ? 'private' : 'public']: [keys.get(name)],
        reproduced: record.SignMessage !== undefined,
        cases: [example(`${name} ${++number}`, quoted(Input), hex(Output), error === undefined)],
      };
    }
  }
}

const EVP_ROWS = [
  [/^RSA/, 'rsa'],
  [/^Ed25519/, 'ed25519'],
  [/^P-224/, 'P-224'],
  [/^P-256|^ECDH-P256/, 'P-256'],
  [/^P-384/, 'P-384'],
  [/^P-521/, 'P-521'],
];

/** Signature and message in one, by randomness that is not ours to choose. */
function* boringMlDsaHedged(text, file) {
  const row = boringMlDsaRow(file);
  for (const { count, xi, pk, sk, msg, sm, ctx } of records(text)) {
    const signature = hex(sm).subarray(0, -hex(msg).length);
    yield {
      row,
      algorithm: null,
      options: { context: hex(ctx) },
      public: [raw(pk, row)],
      private: [raw(xi, row, 'seed'), raw(sk, row, 'private')],
      cases: [example(count, hex(msg), signature, true)],
    };
  }
}

function* boringMlDsaMu(text, file) {
  const row = boringMlDsaRow(file);
  for (const record of records(text)) {
    const sign = record.siggen_sk !== undefined;
    const of = (name) => record[`${sign ? 'siggen' : 'sigver'}_${name}`];
    yield {
      row,
      algorithm: null,
      options: EXTERNAL_MU,
      public: [raw(of('pk'), row)],
      private: sign ? [raw(of('sk'), row, 'private')] : [],
      cases: [example(record.count, hex(of('mu')), hex(of('sig')), (of('result') ?? 'True') === 'True')],
    };
  }
}

const boringMlDsaRow = (file) => `ml-dsa-${/_(\d\d)_/.exec(file)[1]}`;

module.exports = { boringEvp, boringMlDsaHedged, boringMlDsaMu };
