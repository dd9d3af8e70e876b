// The instances of RFC 8032 beside Ed25519 and Ed448 themselves, their contexts, and the criteria of Ed25519.
'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');

const ferrosign = require('..');
const { SHARED, SOURCES, filesOf, groupsOf } = require('./vector-files.js');

const rows = ferrosign.keyTypes();
const backendsOf = (name) => rows.find((row) => row.name === name).backends;
const foo = { context: 'foo' };

const INSTANCES = [
  { row: 'ed25519', algorithm: 'Ed25519ctx', options: foo, by: ['aws-lc', 'openssl'] },
  { row: 'ed25519', algorithm: 'Ed25519ph', options: {}, by: ['aws-lc', 'ed25519-dalek', 'openssl'] },
  { row: 'ed25519', algorithm: 'Ed25519ph', options: foo, by: ['aws-lc', 'ed25519-dalek', 'openssl'] },
  { row: 'ed448', algorithm: null, options: foo, by: ['openssl'] },
  { row: 'ed448', algorithm: 'Ed448ph', options: {}, by: ['openssl'] },
  { row: 'ed448', algorithm: 'Ed448ph', options: foo, by: ['openssl'] },
];

/** The backends with which `call` does not say that it cannot. */
function able(names, call) {
  return names.filter((backend) => {
    try {
      call(backend);
      return true;
    } catch (error) {
      assert.equal(error.code, 'ERR_FERROSIGN_UNSUPPORTED_BACKEND');
      return false;
    }
  });
}

for (const { row, algorithm, options, by } of INSTANCES) {
  test(`${algorithm ?? row} with ${JSON.stringify(options)}: every backend makes the same, and takes no other`, async () => {
    const { privateKey, publicKey } = ferrosign.generateKeyPairSync(row);
    const signatures = new Set();
    const signers = able(backendsOf(row).sign, (backend) =>
      signatures.add(
        ferrosign.signSync(algorithm, 'message', privateKey, { ...options, backend, encoding: 'hex' }),
      ),
    );
    assert.deepEqual(signers.sort(), by);
    assert.equal(signatures.size, 1);
    const [signature] = Array.from(signatures, (hex) => Buffer.from(hex, 'hex'));
    const verify = (data, changed) => (backend) =>
      ferrosign.verifySync(algorithm, data, publicKey, signature, { ...options, ...changed, backend });
    const verifiers = able(backendsOf(row).verify, verify('message'));
    assert.deepEqual(verifiers.sort(), by);
    for (const backend of verifiers) {
      assert.equal(verify('message')(backend), true);
      assert.equal(verify('Message')(backend), false);
      assert.equal(verify('message', { context: 'fox' })(backend), false);
    }
    assert.equal(ferrosign.verifySync(null, 'message', publicKey, signature), false);
    assert.deepEqual(await ferrosign.signMany(algorithm, ['message', 'message'], privateKey, options), [
      signature,
      signature,
    ]);
  });
}

test('contexts, instances and criteria that do not fit are refused', () => {
  const keys = Object.fromEntries(
    ['ed25519', 'ed448', 'ml-dsa-44'].map((name) => [name, ferrosign.generateKeyPairSync(name)]),
  );
  const long = Buffer.alloc(256);
  for (const [algorithm, row, options, code, message] of [
    [null, 'ed25519', foo, 'ERR_INVALID_ARG_VALUE', /options\.context/],
    ['Ed25519', 'ed25519', foo, 'ERR_INVALID_ARG_VALUE', /options\.context/],
    ['Ed25519ctx', 'ed25519', {}, 'ERR_INVALID_ARG_VALUE', /1 to 255 bytes/],
    ['Ed25519ctx', 'ed25519', { context: '' }, 'ERR_INVALID_ARG_VALUE', /1 to 255 bytes/],
    ['Ed25519ctx', 'ed25519', { context: long }, 'ERR_OUT_OF_RANGE', /255 bytes/],
    ['Ed25519ph', 'ed25519', { context: long }, 'ERR_OUT_OF_RANGE', /255 bytes/],
    ['Ed25519ph', 'ed448', {}, 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM', /ed25519/],
    ['Ed448ph', 'ed25519', {}, 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM', /ed448/],
    [null, 'ed448', { context: long }, 'ERR_OUT_OF_RANGE', /255 bytes/],
    [null, 'ml-dsa-44', { context: long }, 'ERR_OUT_OF_RANGE', /255 bytes/],
    [null, 'ml-dsa-44', { externalMu: true }, 'ERR_INVALID_ARG_VALUE', /64 bytes/],
    [null, 'ml-dsa-44', { nonce: 'none' }, 'ERR_INVALID_ARG_VALUE', /options\.nonce/],
    [null, 'ed25519', { externalMu: true }, 'ERR_INVALID_ARG_VALUE', /options\.externalMu/],
    [null, 'ed25519', { nonce: 'hedged' }, 'ERR_INVALID_ARG_VALUE', /options\.nonce/],
    [null, 'ed25519', { ed25519: 'strict' }, 'ERR_INVALID_ARG_VALUE', /options\.ed25519/],
  ]) {
    assert.throws(
      () => ferrosign.signSync(algorithm, 'message', keys[row].privateKey, options),
      { code, message },
      `${algorithm} ${row} ${JSON.stringify(options)}`,
    );
  }
  const { privateKey, publicKey } = keys.ed25519;
  const signature = ferrosign.signSync(null, 'message', privateKey);
  for (const [algorithm, options] of [
    [null, { ed25519: 'lax' }],
    ['Ed25519ph', { ed25519: 'strict' }],
    ['Ed25519ctx', { ...foo, ed25519: 'zip215' }],
  ]) {
    assert.throws(() => ferrosign.verifySync(algorithm, 'message', publicKey, signature, options), {
      code: 'ERR_INVALID_ARG_VALUE',
      message: /options\.ed25519/,
    });
  }
  assert.throws(() => ferrosign.signJwtSync({}, privateKey, { algorithm: 'Ed25519ph' }), {
    code: 'ERR_JWT_ALGORITHM',
  });
});

test("Ed25519 'strict' and 'zip215' take good signatures, refuse bad ones, alone and in batches", () => {
  const items = Array.from({ length: 65 }, (_, index) => {
    const { privateKey, publicKey } = ferrosign.generateKeyPairSync('ed25519');
    const data = Buffer.from(`message ${index}`);
    return { key: publicKey, data, signature: ferrosign.signSync(null, data, privateKey) };
  });
  for (const ed25519 of [undefined, 'strict', 'zip215']) {
    const options = ed25519 && { ed25519 };
    assert.deepEqual(ferrosign.verifyManySync(null, items, options), Array(65).fill(true));
    assert.equal(ferrosign.verifyBatchSync(null, items, options), true);
    for (const bad of [0, 1, 31, 64]) {
      for (const signature of [
        Buffer.alloc(64),
        items[(bad + 1) % 65].signature,
        Buffer.alloc(63),
        Buffer.alloc(0),
      ]) {
        const spoiled = items.map((item, index) => (index === bad ? { ...item, signature } : item));
        assert.equal(ferrosign.verifyBatchSync(null, spoiled, options), false);
        assert.equal(ferrosign.verifyManySync(null, spoiled, options)[bad], false);
      }
    }
  }
  assert.equal(ferrosign.createVerifier(null, items[0].key, { ed25519: 'zip215' }).backend, 'ed25519-zebra');
  assert.equal(ferrosign.createVerifier(null, items[0].key, { ed25519: 'strict' }).backend, 'ed25519-dalek');
});

test('a public key and R of small order: each criterion has its own answer', () => {
  // The neutral element signs everything: S = 0, R and A neutral.
  const neutral = Buffer.from(`01${'00'.repeat(31)}`, 'hex');
  const key = ferrosign.createPublicKey({ key: neutral, format: 'raw', asymmetricKeyType: 'ed25519' });
  const signature = Buffer.concat([neutral, Buffer.alloc(32)]);
  const verify = (ed25519) =>
    ferrosign.verifySync(null, 'message', key, signature, ed25519 === undefined ? undefined : { ed25519 });
  assert.deepEqual([undefined, 'strict', 'zip215'].map(verify), [true, false, true]);
});

const CRITERIA = ['default', 'strict', 'zip215'];

/** Wycheproof's file is about RFC 8032; ZIP-215 takes any encoding of R. */
const ONLY_ZIP215 = 'ed25519_test.json 151';

for (const source of SOURCES.filter(({ name }) =>
  /RFC tables|ed25519(-speccheck)?$|eddsa|wpt webcrypto$/.test(name),
)) {
  const missing = filesOf(source).length === 0;
  for (const criterion of CRITERIA) {
    const options = criterion === 'default' ? {} : { ed25519: criterion };
    test(`${source.name}, ${criterion}: alone, in lists and in batches one verdict`, {
      skip: missing && `no such files in ${SHARED}`,
    }, async (t) => {
      const rows = [...groupsOf(source)].filter(isEd25519).flatMap(({ file, cases, ...group }) => {
        const key = ferrosign.createPublicKey([...group.public, ...group.private][0]);
        return cases.map(({ id, data, signature, verdict, [criterion]: wanted = verdict }) => ({
          at: `${file} ${id}`,
          item: { key, data, signature },
          wanted: criterion === 'zip215' && `${file} ${id}` === ONLY_ZIP215 ? true : wanted,
        }));
      });
      assert.ok(rows.length > 0);
      const items = rows.map(({ item }) => item);
      const many = ferrosign.verifyManySync(null, items, options);
      assert.deepEqual(await ferrosign.verifyMany(null, items, options), many);
      const good = items.filter((_, index) => many[index]).slice(0, 3);
      const faults = rows.filter(({ item, wanted }, index) => {
        const { key, data, signature } = item;
        const verdicts = [
          many[index],
          ferrosign.verifySync(null, data, key, signature, options),
          ferrosign.verifyBatchSync(null, [item], options),
          ferrosign.verifyBatchSync(null, [...good, item, ...good], options),
        ];
        // Where the table does not say, all say the same.
        return verdicts.some((verdict) => verdict !== (wanted ?? many[index]));
      });
      assert.deepEqual(
        faults.map(({ at }) => at),
        [],
      );
      assert.equal(
        await ferrosign.verifyBatch(
          null,
          items.filter((_, index) => many[index]),
          options,
        ),
        true,
      );
      t.diagnostic(
        `${source.name}, ${criterion}: ${rows.length} verdicts, ${many.filter(Boolean).length} of them true`,
      );
    });
  }
}

const isEd25519 = ({ row, algorithm }) =>
  row === 'ed25519' && [null, 'EdDSA', 'Ed25519'].includes(algorithm?.name ?? algorithm);
