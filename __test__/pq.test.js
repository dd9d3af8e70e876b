// ML-DSA (FIPS 204) and SLH-DSA (FIPS 205): NIST's and Wycheproof's vectors, and keys as node writes them.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const ferrosign = require('..');

const SHARED = process.env.FERROSIGN_VECTORS ?? path.join(__dirname, '../../shared/vectors');
const missing = fs.existsSync(SHARED) ? false : `no vectors at ${SHARED}`;
const read = (file) => JSON.parse(fs.readFileSync(path.join(SHARED, file), 'utf8'));

const rows = ferrosign.keyTypes().filter(({ name }) => /^(ml|slh)-dsa/.test(name));
const lattice = rows.filter(({ name }) => name.startsWith('ml'));
const raw = (key, name, format) => ({ key, encoding: 'hex', format, asymmetricKeyType: name });

for (const { name, backends } of rows) {
  test(`${name}: signs, verifies, goes out and comes in`, async () => {
    const { privateKey, publicKey } = await ferrosign.generateKeyPair(name);
    const signature = ferrosign.signSync(null, 'message', privateKey);
    for (const backend of backends.verify) {
      assert.equal(ferrosign.verifySync(null, 'message', publicKey, signature, { backend }), true);
      assert.equal(ferrosign.verifySync(null, 'other', publicKey, signature, { backend }), false);
      assert.equal(
        ferrosign.verifySync(null, 'message', publicKey, signature.subarray(1), { backend }),
        false,
      );
      const spoiled = Buffer.from(signature);
      spoiled[100] ^= 1;
      assert.equal(ferrosign.verifySync(null, 'message', publicKey, spoiled, { backend }), false);
    }
    for (const key of [privateKey, publicKey]) {
      const create = key.type === 'private' ? ferrosign.createPrivateKey : ferrosign.createPublicKey;
      assert.ok(create(key.export()).equals(key));
      assert.ok(
        create({ ...raw(key.export({ format: 'raw' }), name, 'raw'), encoding: undefined }).equals(key),
      );
      if (name.startsWith('ml')) assert.ok(create(key.export({ format: 'jwk' })).equals(key));
    }
    if (crypto.getCurves && process.versions.openssl >= '3.5') nodeAgrees(privateKey, publicKey, signature);
  });
}

function nodeAgrees(privateKey, publicKey, signature) {
  const pem = privateKey.export();
  const node = crypto.createPrivateKey(pem);
  assert.equal(node.export({ format: 'pem', type: 'pkcs8' }), pem);
  assert.equal(crypto.createPublicKey(node).export({ format: 'pem', type: 'spki' }), publicKey.export());
  assert.equal(crypto.verify(null, Buffer.from('message'), crypto.createPublicKey(node), signature), true);
  assert.equal(ferrosign.verifySync(null, 'm', publicKey, crypto.sign(null, Buffer.from('m'), node)), true);
}

test('ML-DSA keys come from their seeds as FIPS 204 says (ACVP)', { skip: missing }, (t) => {
  let cases = 0;
  for (const { parameterSet, tests } of read('acvp-mldsa/key-gen.json').testGroups) {
    const name = parameterSet.toLowerCase();
    for (const { seed, pk, sk } of tests) {
      const bySeed = ferrosign.createPrivateKey(raw(seed, name, 'raw-seed'));
      const expanded = ferrosign.createPrivateKey(raw(sk, name, 'raw-private'));
      for (const key of [bySeed, expanded]) {
        assert.equal(key.publicKey.export({ format: 'raw' }).toString('hex'), pk.toLowerCase());
      }
      const signature = ferrosign.signSync(null, 'm', expanded);
      assert.equal(ferrosign.verifySync(null, 'm', bySeed.publicKey, signature), true);
      assert.throws(() => expanded.export({ format: 'jwk' }), {
        code: 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS',
      });
      cases++;
    }
  }
  t.diagnostic(`acvp ML-DSA key generation: ${cases} cases`);
  assert.ok(cases > 0);
});

test('ML-DSA verdicts of Wycheproof, by every library', { skip: missing }, (t) => {
  let cases = 0;
  for (const { name, backends } of lattice) {
    const file = `wycheproof/testvectors_v1/mldsa_${name.slice(-2)}_verify_test.json`;
    for (const { publicKey, tests } of read(file).testGroups) {
      let key;
      try {
        key = ferrosign.createPublicKey(raw(publicKey, name, 'raw-public'));
      } catch (error) {
        assert.equal(error.code, 'ERR_FERROSIGN_INVALID_KEY');
      }
      for (const { tcId, msg, sig, ctx, result } of tests) {
        // Contexts other than the empty one are not offered.
        if (ctx) continue;
        for (const backend of backends.verify) {
          const verdict =
            key !== undefined &&
            ferrosign.verifySync(null, Buffer.from(msg, 'hex'), key, Buffer.from(sig, 'hex'), { backend });
          assert.equal(verdict, result === 'valid', `${file} ${tcId} ${backend}`);
        }
        cases++;
      }
    }
  }
  t.diagnostic(`wycheproof ML-DSA: ${cases} verdicts`);
  assert.ok(cases > 100);
});

test('ML-DSA key files, good and malformed (Wycheproof)', { skip: missing }, (t) => {
  const folder = 'wycheproof-mldsa-keydecode/testvectors_v1';
  let cases = 0;
  for (const file of fs.readdirSync(path.join(SHARED, folder))) {
    const create = file.includes('pkcs8') ? ferrosign.createPrivateKey : ferrosign.createPublicKey;
    const type = file.includes('pkcs8') ? 'pkcs8' : 'spki';
    for (const { tests } of read(`${folder}/${file}`).testGroups) {
      for (const { tcId, result, encoded, pkcs8, spki, der } of tests) {
        const key = Buffer.from(encoded ?? pkcs8 ?? spki ?? der, 'hex');
        let taken = true;
        try {
          create({ key, format: 'der', type });
        } catch (error) {
          assert.match(error.code, /^ERR_/);
          taken = false;
        }
        assert.equal(taken, result === 'valid', `${file} ${tcId}`);
        cases++;
      }
    }
  }
  t.diagnostic(`wycheproof ML-DSA key files: ${cases} cases`);
  assert.ok(cases > 0);
});
