'use strict';

// RSA pairs of every shape, judged by node:crypto.

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const { once } = require('node:events');
const { test } = require('node:test');
const { Worker } = require('node:worker_threads');

const ferrosign = require('..');

const DATA = Buffer.from('message');

/** The pair signs, and its numbers are what RFC 8017, section 3.2, says that they are. */
function check({ privateKey, publicKey }, modulusLength, publicExponent) {
  const jwk = privateKey.export({ format: 'jwk' });
  const [n, e, d, p, q] = ['n', 'e', 'd', 'p', 'q'].map((name) => numberOf(jwk[name]));
  assert.equal(n, p * q);
  assert.equal(n.toString(2).length, modulusLength);
  assert.equal(e, BigInt(publicExponent));
  for (const prime of [p, q]) {
    assert(crypto.checkPrimeSync(prime));
    assert.equal((e * d) % (prime - 1n), 1n);
  }
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  assert(crypto.verify('sha256', DATA, pem, ferrosign.signSync('sha256', DATA, privateKey)));
}

function numberOf(text) {
  return BigInt(`0x${Buffer.from(text, 'base64url').toString('hex')}`);
}

for (const modulusLength of [2048, 2050, 2304, 3072])
  test(`rsa: ${modulusLength} bits`, async () => {
    check(ferrosign.generateKeyPairSync('rsa', { modulusLength }), modulusLength, 65537);
    check(await ferrosign.generateKeyPair('rsa', { modulusLength }), modulusLength, 65537);
  });

for (const publicExponent of [65537, 65539, 4294967297])
  test(`rsa: exponent ${publicExponent}`, () =>
    check(
      ferrosign.generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent }),
      2048,
      publicExponent,
    ));

test('rsa: an exponent that FIPS 186-5 refuses is out of range', () => {
  for (const publicExponent of [1, 3, 17, 65535, 65538, 2 ** 33 + 1])
    assert.throws(() => ferrosign.generateKeyPairSync('rsa', { publicExponent }), {
      code: 'ERR_OUT_OF_RANGE',
    });
});

test('rsa: twenty promises at once give twenty keys', async () => {
  const pairs = await Promise.all(
    Array.from({ length: 20 }, () => ferrosign.generateKeyPair('rsa', { modulusLength: 2048 })),
  );
  for (const pair of pairs) check(pair, 2048, 65537);
  assert.equal(new Set(pairs.map(({ publicKey }) => publicKey.export({ format: 'jwk' }).n)).size, 20);
});

test('rsa: a worker that is terminated while it generates takes nothing along', async () => {
  const worker = new Worker(
    `const ferrosign = require(${JSON.stringify(require.resolve('..'))});
     for (let i = 0; i < 4; i++) ferrosign.generateKeyPair('rsa', { modulusLength: 4096 });
     require('node:worker_threads').parentPort.postMessage('begun');`,
    { eval: true },
  );
  await once(worker, 'message');
  await worker.terminate();
  check(await ferrosign.generateKeyPair('rsa', { modulusLength: 2048 }), 2048, 65537);
});
