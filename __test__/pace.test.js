// When promises are kept: at once, on a thread, or never because the caller has lost interest.
'use strict';

const assert = require('node:assert/strict');
const { execFile } = require('node:child_process');
const { getEventListeners } = require('node:events');
const path = require('node:path');
const { test } = require('node:test');
const { promisify } = require('node:util');

const ferrosign = require('..');
const { promises } = ferrosign;

const ed25519 = ferrosign.generateKeyPairSync('ed25519');
const rsa = ferrosign.generateKeyPairSync('rsa', { modulusLength: 2048 });
const aborted = (cause) => (error) =>
  error.name === 'AbortError' && error.code === 'ABORT_ERR' && error.cause === cause;

// AbortSignal.

/** Every function that takes a signal. */
const CALLS = {
  sign: (options) => ferrosign.sign('sha256', 'data', rsa.privateKey, options),
  'sign, cheap': (options) => ferrosign.sign(null, 'data', ed25519.privateKey, options),
  verify: (options) => ferrosign.verify('sha256', 'data', rsa.publicKey, Buffer.alloc(256), options),
  signMany: (options) => ferrosign.signMany('sha256', ['a', 'b'], rsa.privateKey, options),
  verifyMany: (options) => ferrosign.verifyMany('sha256', items(2), options),
  verifyBatch: (options) => ferrosign.verifyBatch('sha256', items(2), options),
  generateKeyPair: (options) => ferrosign.generateKeyPair('rsa', { modulusLength: 2048, ...options }),
  'createSigner().sign': (options) => ferrosign.createSigner('sha256', rsa.privateKey).sign('data', options),
  'createSigner().signMany': (options) =>
    ferrosign.createSigner('sha256', rsa.privateKey).signMany(['a'], options),
  'createVerifier().verify': (options) =>
    ferrosign.createVerifier('sha256', rsa.publicKey).verify('data', Buffer.alloc(256), options),
  'createVerifier().verifyMany': (options) =>
    ferrosign.createVerifier('sha256', rsa.publicKey).verifyMany(items(1), options),
};

const DONE_AT_ONCE = new Set(['sign, cheap', 'verify', 'createVerifier().verify']);

function items(count) {
  return Array.from({ length: count }, () => ({
    key: rsa.publicKey,
    data: 'data',
    signature: Buffer.alloc(256),
  }));
}

for (const [name, call] of Object.entries(CALLS)) {
  test(`${name}: a signal aborts before, during and not after`, async () => {
    const reason = new Error('why');
    await assert.rejects(call({ signal: AbortSignal.abort(reason) }), aborted(reason));

    const { signal } = new AbortController();
    await call({ signal });
    assert.equal(getEventListeners(signal, 'abort').length, 0);

    const busy = Array.from({ length: 32 }, () => ferrosign.sign('sha256', 'busy', rsa.privateKey));
    const controller = new AbortController();
    const promise = call({ signal: controller.signal });
    if (DONE_AT_ONCE.has(name)) {
      controller.abort(reason);
      await promise;
    } else {
      const rejection = assert.rejects(promise, aborted(reason));
      controller.abort(reason);
      await rejection;
    }
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
    for (const signature of await Promise.all(busy)) assert.equal(signature.length, 256);

    for (const wrong of [null, {}, 'signal', { aborted: true }]) {
      await assert.rejects(call({ signal: wrong }), { code: 'ERR_INVALID_ARG_TYPE' });
    }
  });
}

test('one signal drops many, and leaves the others alone', async () => {
  const controller = new AbortController();
  const jobs = Array.from({ length: 300 }, (_, index) =>
    ferrosign.sign('sha256', 'data', rsa.privateKey, index % 3 === 0 ? {} : { signal: controller.signal }),
  );
  setTimeout(() => controller.abort(), 5);
  const outcomes = await Promise.allSettled(jobs);
  for (const [index, { status, reason }] of outcomes.entries()) {
    if (index % 3 === 0) assert.equal(status, 'fulfilled');
    else if (status === 'rejected') assert.ok(aborted(controller.signal.reason)(reason));
  }
  assert.ok(outcomes.some(({ status }) => status === 'rejected'));
});

test('a long batch stops at the signal', async () => {
  const controller = new AbortController();
  const list = Array.from({ length: 20_000 }, (_, index) => `${index}`);
  const batch = ferrosign.signMany('sha256', list, rsa.privateKey, { signal: controller.signal });
  setTimeout(() => controller.abort(), 10);
  await assert.rejects(batch, { name: 'AbortError' });
  // Threads that still signed the 20,000 would answer after seconds only.
  assert.equal((await ferrosign.sign('sha256', 'data', rsa.privateKey)).length, 256);
});

test('a process ends when all that it waited for is aborted', async () => {
  const script = `
    const ferrosign = require(${JSON.stringify(path.join(__dirname, '..'))});
    const controller = new AbortController();
    const { privateKey } = ferrosign.generateKeyPairSync('rsa', { modulusLength: 2048 });
    const jobs = Array.from({ length: 1000 }, () =>
      ferrosign.sign('sha256', 'data', privateKey, { signal: controller.signal }));
    controller.abort();
    Promise.allSettled(jobs).then((all) => console.log(all.every(({ status }) => status === 'rejected')));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  assert.equal(stdout, 'true\n');
});

// At once or on a thread.

/** Whether the promise is kept before the event loop turns. */
async function isKeptAtOnce(promise) {
  let kept = false;
  promise.then(() => {
    kept = true;
  });
  for (let i = 0; i < 5; i++) await null;
  const answer = kept;
  await promise;
  return answer;
}

test('cheap operations are done at once, the first of each turn', async (t) => {
  t.after(() => {
    promises.inlineThreshold = 40;
  });
  const cheap = () => ferrosign.sign(null, 'data', ed25519.privateKey);
  const dear = () => ferrosign.sign('sha256', 'data', rsa.privateKey);
  assert.equal(promises.inlineThreshold, 40);
  assert.equal(await isKeptAtOnce(cheap()), true);
  assert.equal(await isKeptAtOnce(dear()), false);
  assert.equal(await isKeptAtOnce(ferrosign.sign(null, Buffer.alloc(1 << 20), ed25519.privateKey)), false);
  const [first, second] = [isKeptAtOnce(cheap()), isKeptAtOnce(cheap())];
  assert.deepEqual(await Promise.all([first, second]), [true, false]);
  promises.inlineThreshold = 0;
  assert.equal(await isKeptAtOnce(cheap()), false);
  promises.inlineThreshold = 1000;
  assert.equal(await isKeptAtOnce(dear()), true);
  for (const [wrong, code] of [
    ['40', 'ERR_INVALID_ARG_TYPE'],
    [-1, 'ERR_OUT_OF_RANGE'],
    [Number.NaN, 'ERR_OUT_OF_RANGE'],
  ]) {
    assert.throws(
      () => {
        promises.inlineThreshold = wrong;
      },
      { code },
    );
  }
  assert.equal(promises.inlineThreshold, 1000);
});

test('awaiting cheap operations one by one does not stop the event loop', async () => {
  let turns = 0;
  const ticking = setInterval(() => {
    turns += 1;
  }, 1);
  for (let i = 0; i < 3000; i++) await ferrosign.sign(null, 'data', ed25519.privateKey);
  clearInterval(ticking);
  assert.ok(turns > 0);
});

test('the number of threads is set before they start', async () => {
  const script = `
    const ferrosign = require(${JSON.stringify(path.join(__dirname, '..'))});
    const { promises } = ferrosign;
    const { privateKey } = ferrosign.generateKeyPairSync('rsa', { modulusLength: 2048 });
    const codes = ['2', 0, 1.5, 1e9].map((wrong) => {
      try { promises.threads = wrong; } catch (error) { return error.code; }
    });
    promises.threads = 3;
    ferrosign.signMany('sha256', Array(100).fill('data'), privateKey).then((list) => {
      try { promises.threads = 1; } catch (error) { codes.push(error.code); }
      console.log(JSON.stringify([codes, promises.threads, list.length]));
    });`;
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  assert.deepEqual(JSON.parse(stdout), [
    ['ERR_INVALID_ARG_TYPE', 'ERR_OUT_OF_RANGE', 'ERR_OUT_OF_RANGE', 'ERR_OUT_OF_RANGE', 'ERR_INVALID_STATE'],
    3,
    100,
  ]);
});
