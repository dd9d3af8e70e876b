// WebCrypto's vectors of the Web Platform Tests.
'use strict';

const { example, ed25519, rowName, raw, hex } = require('./parts.js');

const WPT_ROWS = { 'RSASSA-PKCS1-v1_5': 'rsa', 'RSA-PSS': 'rsa', HMAC: 'hmac' };

/** WebCrypto's algorithms, by WebCrypto's words. */
function* wpt(text) {
  const { getTestVectors, getInvalidTestVectors, kSmallOrderTestCases } = JSON.parse(text).data;
  for (const vector of Object.values(getTestVectors).flat(2))
    if (vector.signature) yield wptGroup(vector, true);
  // Where the file makes them of the good ones by a function, they are not in it.
  if (Array.isArray(getInvalidTestVectors))
    for (const vector of getInvalidTestVectors) yield wptGroup(vector, false);
  // WebCrypto's Ed25519 refuses points of small order; what the row takes of them is not said here.
  for (const { id, message, keyData, signature, verified } of kSmallOrderTestCases?.Ed25519 ?? []) {
    const one = example(`small order ${id}`, hex(message.hex), hex(signature.hex), null);
    yield ed25519(keyData.hex, [{ ...one, strict: verified }]);
  }
}

function wptGroup(vector, verdict) {
  const name = vector.algorithm?.name ?? vector.algorithmName ?? 'HMAC';
  const hash = vector.hash ?? vector.hashName;
  const keys = vector.keyBuffer
    ? { private: [hex(vector.keyBuffer.hex)] }
    : { public: [hex(vector.publicKeyBuffer.hex)], private: [hex(vector.privateKeyBuffer.hex)] };
  const data = vector.plaintext ?? vector.data;
  return {
    row: WPT_ROWS[name] ?? rowName(vector.namedCurve ?? name),
    algorithm: { ...vector.algorithm, name, hash },
    ...keys,
    reproduced: verdict && ['RSASSA-PKCS1-v1_5', 'HMAC', 'Ed25519'].includes(name),
    cases: [example(vector.name, hex(data.hex), hex(vector.signature.hex), verdict)],
  };
}

function* wptKeys(text) {
  for (const [name, { spki, pkcs8, raw, jwk, ...forms }] of Object.entries(JSON.parse(text).data.keyData)) {
    const all = { spki, pkcs8, jwk, 'raw-public': raw ?? forms['raw-public'], 'raw-seed': forms['raw-seed'] };
    const given = Object.entries(all).filter(([, data]) => data !== undefined);
    yield wptKey(name, name, true, given);
  }
}

/** Good forms of a key, then each with a fault of its own. */
function* wptBadKeys(text) {
  const { data } = JSON.parse(text);
  for (const [name, forms] of Object.entries(data.validKeyData)) {
    const good = forms.map(({ format, data }) => [format === 'raw' ? 'raw-public' : format, data]);
    yield wptKey(name, name, true, good);
    const jwk = forms.find(({ format }) => format === 'jwk').data;
    const bad = [
      ...data.badKeyLengthData[name].map(({ format, data }) => [`length of ${format}`, format, data]),
      ...(data.missingJWKFieldKeyData[name] ?? []).map(({ param, data }) => [`no ${param}`, 'jwk', data]),
      ...(data.mismatchedJWKKeyData?.[name] ?? []).map((data) => ['halves of two keys', 'jwk', data]),
      ['kty', 'jwk', { ...jwk, kty: data.mismatchedKtyField[name] }],
      ['crv', 'jwk', { ...jwk, crv: data.mismatchedCrvField[name] }],
    ];
    for (const [fault, format, data] of bad) {
      yield wptKey(name, `${name}, ${fault}`, false, [[format === 'raw' ? 'raw-public' : format, data]]);
    }
  }
}

function wptKey(name, id, keyVerdict, forms) {
  const row = rowName(name);
  const isPrivate = ([format, data]) =>
    format === 'jwk' ? (data.d ?? data.priv) !== undefined : ['pkcs8', 'raw-seed'].includes(format);
  const read = ([format, data]) => {
    if (format === 'jwk') return data;
    if (format.startsWith('raw')) return raw(data.hex, row, format.slice(4));
    return { key: hex(data.hex), format: 'der', type: format };
  };
  return {
    row,
    id,
    keyVerdict,
    public: forms.filter((form) => !isPrivate(form)).map(read),
    private: forms.filter(isPrivate).map(read),
  };
}

module.exports = { wpt, wptBadKeys, wptKeys };
