'use strict';
// Table 2: RSA against elliptic curves, on all cores at once.

const curves = [
  ...['secp160r1', 'P-192', 'P-224', 'P-256', 'P-384', 'P-521'],
  ...['sect163k1', 'sect233k1', 'sect283k1', 'sect409k1', 'sect571k1'],
  ...['sect163r2', 'sect233r1', 'sect283r1', 'sect409r1', 'sect571r1'],
  ...['brainpoolP256r1', 'brainpoolP256t1', 'brainpoolP384r1', 'brainpoolP384t1'],
  ...['brainpoolP512r1', 'brainpoolP512t1'],
];

const rows = [
  ...[2048, 3072, 4096].map((bits) => ({ algorithm: `rsa-${bits}`, title: `RSA ${bits}` })),
  { algorithm: 'ed25519', title: 'Ed25519' },
  ...curves.map((algorithm) => ({ algorithm, title: `ECDSA ${algorithm}` })),
];

const sections = ['sign', 'verify'];

const table = {
  number: '2',
  title: 'Table 2: RSA and elliptic curves on all cores, operations per second',
  conditions:
    'As many workers as there are cores, all at work at once: worker threads, and for `openssl speed` its own processes ' +
    '(-multi). Keys are loaded before the clock starts; 32 bytes are signed with SHA-256 (P-384: SHA-384, P-521: ' +
    'SHA-512), ECDSA signatures are r || s; `openssl speed` signs a digest and makes DER',
  paceSentence:
    'The default run measures 0.25 s at a time, three times; `openssl speed` for 1 s, once (--full: 5 s)',
  remarks: [
    'Before anything was timed, each signature was verified by node:crypto, and each verification was seen to accept a ' +
      'good and to refuse a bad signature; `openssl speed` checks one of its own.',
  ],
  unit: 'perSecond',
  parallel: true,
  turned: true,
  sections: sections.map((name) => ({ name, title: `${name} /s` })),
  // Signing and verifying of an algorithm in turn, because `openssl speed` does both in one go.
  cases: rows.flatMap(({ algorithm, title }) =>
    sections.map((operation) => ({
      name: `all-cores/${algorithm}/${operation}`,
      column: title,
      section: operation,
      offer: 'primitives',
      operation,
      algorithm,
      message: Buffer.alloc(32, 'message'),
    })),
  ),
  engines: ['crypto', 'openssl speed', 'ferrosign'],
  paces: {
    quick: { milliseconds: { sign: 250, verify: 250 } },
    full: { milliseconds: { sign: 5000, verify: 5000 } },
  },
};

module.exports = { table };
