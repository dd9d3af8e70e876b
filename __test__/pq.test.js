// ML-DSA (FIPS 204) and SLH-DSA (FIPS 205): keys as node writes them, and the accumulated vectors.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const ferrosign = require('..');

const SHARED = process.env.FERROSIGN_VECTORS ?? path.join(__dirname, '../../shared/vectors');

const rows = ferrosign.keyTypes().filter(({ name }) => /^(ml|slh)-dsa/.test(name));
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

/** 100, "10 000" or "60 000 000" are known. */
const ITERATIONS = 100;
const ACCUMULATED = path.join(SHARED, 'cctv/ML-DSA/accumulated/README.md');

test('ML-DSA by the accumulated hash of keys and signatures (CCTV)', {
  skip: !fs.existsSync(ACCUMULATED) && `no ${ACCUMULATED}`,
}, (t) => {
  const text = fs.readFileSync(ACCUMULATED, 'utf8');
  const [, ...sections] = text.split(/^### (?=ML-DSA-\d\d$)/m);
  assert.equal(sections.length, 3);
  for (const section of sections) {
    const name = section.slice(0, 9).toLowerCase();
    const [, expected] = new RegExp(`- ${ITERATIONS} iterations: \`([0-9a-f]{64})\``).exec(section);
    const seeds = crypto.createHash('shake128', { outputLength: 32 * ITERATIONS }).digest();
    const accumulated = crypto.createHash('shake128', { outputLength: 32 });
    for (let index = 0; index < ITERATIONS; index++) {
      const seed = seeds.subarray(32 * index, 32 * (index + 1));
      const key = ferrosign.createPrivateKey({ key: seed, format: 'raw-seed', asymmetricKeyType: name });
      const signature = ferrosign.signSync(null, '', key, { nonce: 'deterministic' });
      accumulated.update(key.publicKey.export({ format: 'raw' })).update(signature);
      assert.equal(ferrosign.verifySync(null, '', key.publicKey, signature), true);
    }
    assert.equal(accumulated.digest('hex'), expected, name);
  }
  t.diagnostic(`cctv ML-DSA accumulated: 3 sizes, ${ITERATIONS} keys and signatures each`);
});
