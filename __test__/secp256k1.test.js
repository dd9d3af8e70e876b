// What secp256k1 has beyond other curves: BIP-340, recovery, and RFC 6979 bit for bit, by the published vectors.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const ferrosign = require('..');

const SHARED = process.env.FERROSIGN_VECTORS ?? path.join(__dirname, '../../shared/vectors');
const missing = fs.existsSync(SHARED) ? false : `no vectors at ${SHARED}`;

const hex = (text) => Buffer.from(text, 'hex');
const raw = { encoding: 'hex', format: 'raw', namedCurve: 'secp256k1' };
const privateKey = (key) => ferrosign.createPrivateKey({ key, ...raw });
const publicKey = (key) => ferrosign.createPublicKey({ key, ...raw });
const LIBRARIES = ['secp256k1', 'k256'];
const DIGEST = { prehashed: true, encoding: 'hex' };

/** BIP-340 test-vectors.csv, numbers 0 and 1, and 5: a public key that is no x of the curve. */
const BIP340 = `
0,0000000000000000000000000000000000000000000000000000000000000003,F9308A019258C31049344F85F89D5229B531C845836F99B08601F113BCE036F9,0000000000000000000000000000000000000000000000000000000000000000,0000000000000000000000000000000000000000000000000000000000000000,E907831F80848D1069A5371B402410364BDF1C5F8307B0084C55F1CE2DCA821525F66A4A85EA8B71E482A74F382D2CE5EBEEE8FDB2172F477DF4900D310536C0,TRUE
1,B7E151628AED2A6ABF7158809CF4F3C762E7160F38B4DA56A784D9045190CFEF,DFF1D77F2A671C5F36183726DB2341BE58FEAE1DA2DECED843240F7B502BA659,0000000000000000000000000000000000000000000000000000000000000001,243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C89,6896BD60EEAE296DB48A229FF71DFE071BDE413E6D43F917DC8DCF8C78DE33418906D11AC976ABCCB20B091292BFF4EA897EFCB639EA871CFA95F6DE339E4B0A,TRUE
5,,EEFDEA4CDB677750A420FEE807EACF21EB9898AE79B9768766E4FAA04A2D4A34,,243F6A8885A308D313198A2E03707344A4093822299F31D0082EFA98EC4E6C89,6CFF5C3BA86C69EA4B7376F31A9BCB4F74C1976089B2D9963DA2E5543E17776969E89B4C5564D00349106B8497785DD7D1D713A8AE82B32FA79D5F7FC407D39B,FALSE
`;

function bip340(csv) {
  let cases = 0;
  for (const line of csv.trim().split(/\r?\n/)) {
    const [number, secret, x, auxRand, message, signature, verdict] = line.split(',');
    if (number === 'index') continue;
    const key = attempt(() => publicKey(x));
    const good = key !== undefined && ferrosign.verifySync('BIP340', hex(message), key, hex(signature));
    assert.equal(good, verdict === 'TRUE', number);
    if (secret) {
      const options = { auxRand: hex(auxRand), encoding: 'hex' };
      const made = ferrosign.signSync('BIP340', hex(message), privateKey(secret), options);
      assert.equal(made.toUpperCase(), signature, number);
    }
    cases++;
  }
  return cases;
}

function attempt(action) {
  try {
    return action();
  } catch (error) {
    assert.equal(error.code, 'ERR_FERROSIGN_INVALID_KEY');
    return undefined;
  }
}

test('BIP-340: the vectors in this repository', () => assert.equal(bip340(BIP340), 3));

test('BIP-340: all vectors', { skip: missing }, (t) => {
  const cases = bip340(fs.readFileSync(path.join(SHARED, 'bip340/test-vectors.csv'), 'utf8'));
  t.diagnostic(`bip340: ${cases} cases`);
  assert.ok(cases >= 16);
});

test('BIP-340: fresh randomness, messages of any length, and no other key', async () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('secp256k1');
  const other = ferrosign.generateKeyPairSync('secp256k1').publicKey;
  for (const message of ['', 'a', 'x'.repeat(1000)]) {
    const [one, two] = [0, 1].map(() => ferrosign.signSync('BIP340', message, privateKey));
    assert.notDeepEqual(one, two);
    assert.equal(await ferrosign.verify('BIP340', message, publicKey, two), true);
    assert.equal(ferrosign.verifySync('BIP340', message, other, one), false);
    assert.equal(ferrosign.verifySync('BIP340', `${message}.`, publicKey, one), false);
    assert.equal(ferrosign.verifySync('BIP340', message, publicKey, one.subarray(1)), false);
  }
  assert.throws(() => ferrosign.signSync('BIP340', 'a', privateKey, { auxRand: Buffer.alloc(31) }), {
    code: 'ERR_INVALID_ARG_VALUE',
  });
  assert.throws(() => ferrosign.signSync('BIP340', 'a', ferrosign.generateKeyPairSync('P-256').privateKey), {
    code: 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM',
  });
});

const tiny = (name) => JSON.parse(fs.readFileSync(path.join(SHARED, `secp256k1-tiny/${name}.json`), 'utf8'));

test('RFC 6979 signatures, their recovery ids, and the keys behind them', { skip: missing }, (t) => {
  const { valid } = tiny('ecdsa');
  for (const { d, m, signature, recoveryId } of valid) {
    const key = privateKey(d);
    const fixed = { ...DIGEST, nonce: 'deterministic', dsaEncoding: 'ieee-p1363', lowS: true };
    for (const backend of [...LIBRARIES, 'openssl']) {
      assert.equal(ferrosign.signSync('sha256', hex(m), key, { ...fixed, backend }), signature, backend);
    }
    assert.equal(ferrosign.verifySync('sha256', hex(m), key.publicKey, signature, { ...fixed }), true);
    if (recoveryId === undefined) continue;
    const recoverable = { ...DIGEST, nonce: 'deterministic', recoverable: true };
    const whole = `${signature}0${recoveryId}`;
    for (const backend of LIBRARIES) {
      assert.equal(ferrosign.signSync('sha256', hex(m), key, { ...recoverable, backend }), whole, backend);
      assert.equal(ferrosign.verifySync('sha256', hex(m), key, whole, { ...recoverable, backend }), true);
    }
    assert.ok(ferrosign.recoverPublicKey(hex(m), signature, recoveryId, DIGEST).equals(key.publicKey));
    assert.ok(ferrosign.recoverPublicKey(hex(m), whole, undefined, DIGEST).equals(key.publicKey));
  }
  t.diagnostic(
    `secp256k1-tiny: ${valid.length} deterministic signatures x ${LIBRARIES.length + 1} libraries`,
  );
  assert.ok(valid.length > 1000);
});

test('tiny-secp256k1: what is not to be signed, verified or recovered', { skip: missing }, (t) => {
  const { invalid, extraEntropy } = tiny('ecdsa');
  const p1363 = { ...DIGEST, dsaEncoding: 'ieee-p1363' };
  for (const { d } of invalid.sign)
    assert.equal(
      attempt(() => privateKey(d)),
      undefined,
    );
  for (const { Q, m, signature, exception, strict, description } of invalid.verify) {
    const key = attempt(() => publicKey(Q));
    assert.equal(key === undefined, exception === 'Expected Point', description);
    if (key === undefined) continue;
    for (const backend of [...LIBRARIES, 'aws-lc', 'openssl']) {
      const options = { ...p1363, backend, lowS: strict === true };
      assert.equal(ferrosign.verifySync('sha256', hex(m), key, signature, options), false, description);
    }
  }
  for (const { m, signature, recoveryId = 0, description } of invalid.recover) {
    assert.throws(
      () => ferrosign.recoverPublicKey(hex(m), signature, recoveryId, DIGEST),
      { code: 'ERR_INVALID_ARG_VALUE' },
      description,
    );
  }
  // Extra entropy is not ours to choose: what is made of it verifies.
  for (const { d, m, ...signatures } of extraEntropy) {
    const key = privateKey(d).publicKey;
    for (const name of [
      'signature',
      'extraEntropy0',
      'extraEntropy1',
      'extraEntropyRand',
      'extraEntropyN',
      'extraEntropyMax',
    ]) {
      assert.equal(
        ferrosign.verifySync('sha256', hex(m), key, signatures[name], { ...p1363, lowS: true }),
        true,
      );
      const id = signatures[name.replace(/signature|extraEntropy/, 'recoveryId')];
      assert.ok(ferrosign.recoverPublicKey(hex(m), signatures[name], id, DIGEST).equals(key), name);
    }
  }
  const counts = Object.entries(invalid).map(([what, { length }]) => `${what} ${length}`);
  t.diagnostic(
    `secp256k1-tiny: refused: ${counts.join(', ')}; with extra entropy verified: ${6 * extraEntropy.length}`,
  );
});

test('tiny-secp256k1: BIP-340', { skip: missing }, (t) => {
  const { bip340testvectors } = tiny('schnorr');
  const lines = bip340testvectors.map(({ d = '', e = '', Q, m, s, v = false }, index) =>
    [index, d, Q, e, m, s.toUpperCase(), v ? 'TRUE' : 'FALSE'].join(','),
  );
  t.diagnostic(`secp256k1-tiny: BIP-340 ${bip340(lines.join('\n'))} cases`);
});

test('recovery: another id gives another key or none, and nonsense an error', () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('secp256k1');
  for (let i = 0; i < 50; i++) {
    const signature = ferrosign.signSync('sha256', `m${i}`, privateKey, { recoverable: true });
    assert.equal(signature.length, 65);
    assert.ok(ferrosign.recoverPublicKey(`m${i}`, signature).equals(publicKey));
    const wrong = Buffer.from(signature);
    wrong[64] ^= 1;
    assert.equal(ferrosign.verifySync('sha256', `m${i}`, publicKey, wrong, { recoverable: true }), false);
    assert.ok(!ferrosign.recoverPublicKey(`m${i}`, wrong).equals(publicKey));
  }
  const nothing = Buffer.alloc(64);
  for (const [args, code] of [
    [['m', nothing, 0], 'ERR_INVALID_ARG_VALUE'],
    [['m', nothing.subarray(1), 0], 'ERR_INVALID_ARG_VALUE'],
    [['m', nothing, 4], 'ERR_OUT_OF_RANGE'],
    [['m', nothing], 'ERR_INVALID_ARG_TYPE'],
    [['m', nothing, 0, { hash: 'nope' }], 'ERR_CRYPTO_INVALID_DIGEST'],
    [['m', nothing, 0, { prehashed: true }], 'ERR_INVALID_ARG_VALUE'],
  ]) {
    assert.throws(() => ferrosign.recoverPublicKey(...args), { code });
  }
});

test('prehashed, lowS and deterministic on every curve and library that has them', () => {
  const data = Buffer.from('message');
  for (const row of ferrosign.keyTypes().filter((row) => row.asymmetricKeyType === 'ec')) {
    const { privateKey, publicKey } = ferrosign.generateKeyPairSync(row.name);
    const digest = crypto.createHash('sha256').update(data).digest();
    for (const backend of row.backends.sign) {
      const done = { prehashed: true, lowS: true, backend };
      const signature = attemptBackend(() => ferrosign.signSync('sha256', digest, privateKey, done));
      if (signature !== undefined) {
        assert.equal(
          ferrosign.verifySync('sha256', data, publicKey, signature, { lowS: true }),
          true,
          row.name,
        );
        assert.equal(crypto.verify('sha256', data, publicKey.export(), signature), true, row.name);
      }
      const fixed = { nonce: 'deterministic', backend };
      const same = [0, 1].map(() =>
        attemptBackend(() => ferrosign.signSync('sha256', data, privateKey, fixed)),
      );
      assert.deepEqual(same[0], same[1], `${row.name} ${backend}`);
    }
    assert.throws(() => ferrosign.signSync('sha256', digest.subarray(1), privateKey, { prehashed: true }), {
      code: 'ERR_INVALID_ARG_VALUE',
    });
  }
});

function attemptBackend(action) {
  try {
    return action();
  } catch (error) {
    assert.equal(error.code, 'ERR_FERROSIGN_UNSUPPORTED_BACKEND');
    return undefined;
  }
}

test('a high s verifies, but not where lowS is asked', () => {
  const order = BigInt('0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141');
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('secp256k1');
  const low = ferrosign.signSync('ES256K', 'm', privateKey);
  const s = BigInt(`0x${low.subarray(32).toString('hex')}`);
  const high = Buffer.concat([low.subarray(0, 32), hex((order - s).toString(16).padStart(64, '0'))]);
  for (const [signature, options, expected] of [
    [low, {}, true],
    [low, { lowS: true }, true],
    [high, {}, true],
    [high, { lowS: true }, false],
  ]) {
    assert.equal(ferrosign.verifySync('ES256K', 'm', publicKey, signature, options), expected);
  }
});
