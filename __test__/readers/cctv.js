// C2SP's CCTV: edge cases of Ed25519, and the nonce of RFC 6979 that is drawn twice.
'use strict';

const { DETERMINISTIC, P1363, example, ed25519, raw, pointForms, p1363, hex } = require('./parts.js');

// What OpenSSL, and so the row, makes of them: R is compared as bytes, nothing is multiplied by the cofactor.
const CCTV_INVALID = ['non_canonical_R', 'low_order_residue', 'reencoded_k'];
// Of "reencoded_k" those whose key has so small an order that either k gives the same point.
const CCTV_SAME_EITHER_WAY = [35, 166, 255, 308, 311, 314, 838, 904];

function cctvEd25519(text) {
  return JSON.parse(text).map(({ number, key, msg, sig, flags }) => {
    const has = (...names) => names.some((name) => flags?.includes(name));
    const verdict = CCTV_SAME_EITHER_WAY.includes(number) || !has(...CCTV_INVALID);
    const one = example(number, Buffer.from(msg), hex(sig), verdict);
    return ed25519(key, [
      {
        ...one,
        strict: verdict && !has('low_order_A', 'low_order_R'),
        // Times the cofactor a key of small order is neutral, whatever k.
        zip215: !has('reencoded_k') || has('low_order_A'),
      },
    ]);
  });
}

/** `name = value` in prose, of RFC 6979 appendix A.2.5. */
function cctvRfc6979(text) {
  const { x, Ux, Uy, r, s } = Object.fromEntries(
    Array.from(
      text.matchAll(/^(?:private key: |public key: )?(\w+) = ([0-9A-F]{64})/gm),
      ([, ...pair]) => pair,
    ),
  );
  const [, hash, message] = /^With (\S+), message = "(.*)":$/m.exec(text);
  return [
    {
      row: 'P-256',
      algorithm: hash,
      options: P1363,
      ...DETERMINISTIC,
      public: pointForms('P-256', Ux, Uy),
      private: [raw(x, 'P-256', 'private')],
      cases: [example('P-256', Buffer.from(message), p1363('P-256', r, s), true)],
    },
  ];
}

module.exports = { cctvEd25519, cctvRfc6979 };
