// Promises, worker threads and the end of a process, with jobs in flight.
'use strict';

const assert = require('node:assert/strict');
const { AsyncLocalStorage } = require('node:async_hooks');
const { execFile } = require('node:child_process');
const crypto = require('node:crypto');
const path = require('node:path');
const { test } = require('node:test');
const { setImmediate: turn } = require('node:timers/promises');
const { promisify } = require('node:util');
const { Worker } = require('node:worker_threads');

const ferrosign = require('..');
const { flipped } = require('./cases.js');

const DATA = Buffer.from('The quick brown fox jumps over the lazy dog');
const GENERATION = {
  rsa: ['rsa', { modulusLength: 2048 }],
  'rsa-pss': ['rsa-pss', { modulusLength: 2048 }],
  'P-256': ['ec', { namedCurve: 'P-256' }],
  'P-384': ['ec', { namedCurve: 'P-384' }],
  'P-521': ['ec', { namedCurve: 'P-521' }],
  secp256k1: ['ec', { namedCurve: 'secp256k1' }],
  ed25519: ['ed25519', {}],
};
const pem = (type, options) =>
  crypto.generateKeyPairSync(type, {
    ...options,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
const KEYS = Object.fromEntries(
  Object.entries(GENERATION).map(([row, [type, options]]) => [row, pem(type, options)]),
);
const { privateKey: RSA, publicKey: RSA_PUBLIC } = KEYS.rsa;
const { privateKey: ED, publicKey: ED_PUBLIC } = KEYS.ed25519;
const DETERMINISTIC = ['rsa', 'ed25519'];

// Results.

test('a promise comes to what the sync call answers', async () => {
  for (const [row, { privateKey, publicKey }] of Object.entries(KEYS)) {
    const sync = ferrosign.signSync(null, DATA, privateKey);
    const signature = await ferrosign.sign(null, DATA, privateKey);
    const list = await ferrosign.signMany(null, [DATA, ''], privateKey);
    if (DETERMINISTIC.includes(row)) assert.deepEqual([signature, list[0]], [sync, sync], row);
    for (const made of [sync, signature, list[0]]) {
      assert.equal(ferrosign.verifySync(null, DATA, publicKey, made), true, row);
      assert.equal(await ferrosign.verify(null, DATA, publicKey, made), true, row);
      assert.equal(await ferrosign.verify(null, DATA, publicKey, flipped(made, -1)), false, row);
    }
    const [type, options] = GENERATION[row];
    const pair = await ferrosign.generateKeyPair(type, options);
    const made = ferrosign.signSync(null, DATA, pair.privateKey);
    assert.equal(ferrosign.verifySync(null, DATA, pair.publicKey, made), true, row);
    assert.equal(pair.publicKey.asymmetricKeyType, type, row);
  }
});

test('input that changes right after the call changes nothing', async () => {
  const expected = ferrosign.signSync(null, DATA, ED);
  const copies = () => {
    const resizable = new ArrayBuffer(DATA.length, { maxByteLength: 100 });
    new Uint8Array(resizable).set(DATA);
    const shared = new SharedArrayBuffer(DATA.length);
    new Uint8Array(shared).set(DATA);
    const transferred = Uint8Array.from(DATA);
    return [
      ['filled', Buffer.from(DATA), (data) => data.fill(0)],
      [
        'a view filled',
        new DataView(Uint8Array.from(DATA).buffer),
        (data) => new Uint8Array(data.buffer).fill(0),
      ],
      ['transferred', transferred, (data) => structuredClone(data.buffer, { transfer: [data.buffer] })],
      ['shrunk', resizable, (data) => data.resize(3)],
      ['shared and filled', new Uint8Array(shared), (data) => data.fill(0)],
    ];
  };
  const ways = {
    sign: (data) => ferrosign.sign(null, data, ED),
    signMany: async (data) => (await ferrosign.signMany(null, [data], ED))[0],
    signer: (data) => ferrosign.createSigner(null, ED).sign(data),
    verify: async (data) => (await ferrosign.verify(null, data, ED_PUBLIC, expected)) && expected,
    verifyMany: async (data) =>
      (await ferrosign.verifyMany(null, [{ data, key: ED_PUBLIC, signature: expected }]))[0] && expected,
  };
  for (const [way, call] of Object.entries(ways)) {
    for (const [what, data, change] of copies()) {
      const promise = call(data);
      change(data);
      assert.deepEqual(await promise, expected, `${way}: ${what}`);
    }
  }
  const signature = Buffer.from(expected);
  const verdict = ferrosign.verify(null, DATA, ED_PUBLIC, signature);
  signature.fill(0);
  assert.equal(await verdict, true, 'the signature');
  const list = [DATA, 'second'];
  const many = ferrosign.signMany(null, list, ED);
  list.reverse().pop();
  assert.deepEqual((await many)[0], expected, 'the list');
  const items = [{ data: DATA, key: ED_PUBLIC, signature: expected }];
  const verdicts = ferrosign.verifyMany(null, items);
  items[0].signature = Buffer.alloc(64);
  items.push({});
  assert.deepEqual(await verdicts, [true], 'the items');
  const secret = Buffer.alloc(32, 1);
  const tag = ferrosign.sign('HS256', DATA, secret);
  secret.fill(2);
  assert.deepEqual(await tag, ferrosign.signSync('HS256', DATA, Buffer.alloc(32, 1)), 'the secret');
});

test('a signature is the caller’s own', async () => {
  const made = [
    ferrosign.signSync(null, DATA, ED),
    await ferrosign.sign(null, DATA, ED),
    ...ferrosign.signManySync(null, [DATA, DATA, DATA], ED),
    ...(await ferrosign.signMany(null, [DATA, DATA, DATA], ED)),
  ];
  const expected = Buffer.from(made[0]);
  for (const [i, signature] of made.entries()) {
    signature.fill(i);
    try {
      structuredClone(signature.buffer, { transfer: [signature.buffer] });
    } catch {
      // The shared pool cannot be transferred: as good.
    }
    for (const other of made.slice(i + 1)) assert.deepEqual(other, expected, `after ${i}`);
  }
});

test('1000 in flight, each with its own answer', async () => {
  const messages = Array.from({ length: 1000 }, (_, i) => `message ${i}`);
  const expected = messages.map((message) => ferrosign.signSync(null, message, ED));
  assert.deepEqual(await Promise.all(messages.map((message) => ferrosign.sign(null, message, ED))), expected);
  const verdicts = messages.map((message, i) =>
    ferrosign.verify(null, message, ED_PUBLIC, expected[i - (i % 7 === 0)] ?? ''),
  );
  const rejected = await Promise.allSettled(verdicts);
  for (const [i, { status, value }] of rejected.entries()) {
    if (i === 0) assert.equal(status, 'rejected');
    else assert.equal(value, i % 7 !== 0, `message ${i}`);
  }
});

test('fast ones do not wait for slow ones, and none is mixed up', async () => {
  const done = [];
  const jobs = [];
  const all = Object.entries(KEYS);
  for (let i = 0; i < 300; i++) {
    const [row, { privateKey, publicKey }] = all[i % all.length];
    const data = `message ${i}`;
    const job = [
      () => ferrosign.sign(null, data, privateKey),
      async () => (await ferrosign.signMany(null, ['x', data, 'y'], privateKey))[1],
      () => Promise.resolve(ferrosign.signSync(null, data, privateKey)),
    ][i % 3];
    jobs.push(
      job().then(async (signature) => {
        done.push(i);
        assert.equal(await ferrosign.verify(null, data, publicKey, signature), true, row);
        assert.equal(await ferrosign.verify(null, `${data}!`, publicKey, signature), false, row);
      }),
    );
  }
  await Promise.all(jobs);
  assert.deepEqual(
    [...done].sort((a, b) => a - b),
    Array.from({ length: 300 }, (_, i) => i),
  );
});

test('results of every size come back: small, and larger than the lane’s scratch', async () => {
  for (const count of [0, 1, 2, 500, 3000]) {
    const list = Array.from({ length: count }, (_, i) => `message ${i}`);
    const expected = ferrosign.signManySync(null, list, ED);
    const [one, ...others] = await Promise.all([
      ferrosign.signMany(null, list, ED),
      ferrosign.sign(null, DATA, ED),
      ferrosign.signMany(null, list, ED),
      ferrosign.generateKeyPair('ed25519'),
      ferrosign.signMany(null, list, ED, { encoding: 'hex' }),
      ferrosign.sign(null, DATA, ED),
    ]);
    assert.deepEqual(one, expected);
    assert.deepEqual(others[1], expected);
    assert.deepEqual(
      others[3],
      expected.map((signature) => signature.toString('hex')),
    );
    assert.deepEqual(others[0], others[4]);
    assert.equal(others[2].privateKey.type, 'private');
  }
});

test('the event loop turns while keys are made', async () => {
  let turns = 0;
  let pending = true;
  const keys = Promise.all([1, 2, 3].map(() => ferrosign.generateKeyPair('rsa', { modulusLength: 3072 })));
  const waiting = keys.finally(() => {
    pending = false;
  });
  while (pending) {
    turns++;
    await turn();
  }
  assert.equal((await waiting).length, 3);
  assert.ok(turns > 10, `${turns} turns`);
});

test('libuv’s threads stay free', async () => {
  const jobs = Promise.all(
    Array.from({ length: 12 }, () => ferrosign.generateKeyPair('rsa', { modulusLength: 2048 })),
  );
  let settled = false;
  jobs.then(() => {
    settled = true;
  });
  await require('node:fs/promises').readFile(__filename);
  assert.equal(settled, false, 'a file was read before twelve RSA keys were made');
  assert.equal((await jobs).length, 12);
});

// Rejections.

test('a rejection goes to its own promise and to no other', async () => {
  const calls = [
    [() => ferrosign.sign(null, 5, ED), 'ERR_INVALID_ARG_TYPE'],
    [() => ferrosign.sign('nope', DATA, RSA), 'ERR_CRYPTO_INVALID_DIGEST'],
    [() => ferrosign.sign(null, DATA, 'nope'), 'ERR_FERROSIGN_INVALID_KEY'],
    [() => ferrosign.verify(null, DATA, ED_PUBLIC, 5), 'ERR_INVALID_ARG_TYPE'],
    [() => ferrosign.signMany(null, [DATA, 5], ED), 'ERR_INVALID_ARG_TYPE'],
    [() => ferrosign.verifyMany(null, [{}]), 'ERR_INVALID_ARG_TYPE'],
    [() => ferrosign.generateKeyPair('nope'), 'ERR_INVALID_ARG_VALUE'],
    [() => ferrosign.generateKeyPair('rsa', { modulusLength: 8 }), 'ERR_OUT_OF_RANGE'],
    [
      () => ferrosign.generateKeyPair('ec', { namedCurve: 'P-256', backend: 'ring' }),
      'ERR_FERROSIGN_UNSUPPORTED_BACKEND',
    ],
    [() => ferrosign.createSigner(null, ED).sign(null), 'ERR_INVALID_ARG_TYPE'],
    [
      () => ferrosign.generateKeyPair('ec', { namedCurve: 'P-256', privateKeyEncoding: { type: 'nope' } }),
      'ERR_INVALID_ARG_VALUE',
    ],
  ];
  const unhandled = [];
  const listen = (reason) => unhandled.push(reason);
  process.on('unhandledRejection', listen);
  try {
    const mixed = calls.flatMap(([call]) => [ferrosign.sign(null, DATA, ED), call()]);
    const results = await Promise.allSettled(mixed);
    const expected = ferrosign.signSync(null, DATA, ED);
    for (const [i, { status, value, reason }] of results.entries()) {
      if (i % 2 === 0) {
        assert.deepEqual(value, expected);
        continue;
      }
      assert.equal(status, 'rejected', String(calls[i >> 1][0]));
      assert.ok(reason instanceof Error);
      assert.equal(reason.code, calls[i >> 1][1], String(calls[i >> 1][0]));
      assert.match(reason.stack, /Error/);
    }
    await turn();
    await turn();
    assert.deepEqual(unhandled, [], 'none that was handled is reported');
  } finally {
    process.off('unhandledRejection', listen);
  }
});

test('AsyncLocalStorage keeps its context across await', async () => {
  const storage = new AsyncLocalStorage();
  const jobs = Array.from({ length: 50 }, (_, i) =>
    storage.run({ i }, async () => {
      const signature = await ferrosign.sign(null, `message ${i}`, i % 2 ? ED : RSA);
      assert.equal(storage.getStore().i, i, 'after sign');
      await ferrosign.verify(null, `message ${i}`, i % 2 ? ED_PUBLIC : RSA_PUBLIC, signature);
      assert.equal(storage.getStore().i, i, 'after verify');
      await ferrosign.generateKeyPair('ed25519').then(() => assert.equal(storage.getStore().i, i, 'in then'));
      await ferrosign.sign(null, 5, ED).catch(() => assert.equal(storage.getStore().i, i, 'in catch'));
      await ferrosign.verifyMany(null, []).finally(() => assert.equal(storage.getStore().i, i, 'in finally'));
    }),
  );
  await Promise.all(jobs);
  assert.equal(storage.getStore(), undefined);
});

// Worker threads.

const ADDON = JSON.stringify(path.join(__dirname, '..'));
const PRELUDE = `
'use strict';
const { parentPort, workerData, Worker } = require('node:worker_threads');
const ferrosign = () => require(${ADDON});
const KEYS = ${JSON.stringify(KEYS)};
`;

/** A worker that runs `code`; its last message and its exit code. */
function work(code, workerData) {
  const worker = new Worker(PRELUDE + code, { eval: true, workerData });
  return new Promise((resolve, reject) => {
    let last;
    worker.on('message', (message) => {
      last = message;
    });
    worker.on('error', reject);
    worker.on('exit', (exitCode) => resolve({ last, exitCode }));
  });
}

test('a worker loads, uses and drops the addon', async () => {
  for (let i = 0; i < 10; i++) {
    const { last, exitCode } = await work(`
      const { sign, signSync, verifySync, createPrivateKey, generateKeyPair } = ferrosign();
      (async () => {
        const key = createPrivateKey(KEYS.rsa.privateKey);
        const signatures = [signSync(null, 'x', key), ...await Promise.all([1, 2, 3].map(() => sign(null, 'x', key)))];
        const pair = await generateKeyPair('ed25519');
        signatures.push(signSync(null, 'x', pair.privateKey));
        parentPort.postMessage(signatures.map((s, i) => verifySync(null, 'x', i < 4 ? KEYS.rsa.publicKey : pair.publicKey, s)));
      })();
    `);
    assert.deepEqual(last, [true, true, true, true, true]);
    assert.equal(exitCode, 0, 'it ends by itself');
  }
  assert.equal(ferrosign.signSync(null, DATA, ED).length, 64, 'here it works on');
});

test('four workers share the work with one PEM', async () => {
  const workers = [0, 1, 2, 3].map((number) =>
    work(
      `
      const { sign, signMany, verify } = ferrosign();
      (async () => {
        const messages = Array.from({ length: 100 }, (_, i) => 'worker ' + workerData + ' message ' + i);
        const signatures = [
          ...await Promise.all(messages.slice(0, 50).map((message) => sign('sha256', message, KEYS.rsa.privateKey))),
          ...await signMany('sha256', messages.slice(50), KEYS.rsa.privateKey),
        ];
        const own = await Promise.all(messages.map((message, i) => verify('sha256', message, KEYS.rsa.publicKey, signatures[i])));
        parentPort.postMessage({ messages, signatures, own: own.every(Boolean) });
      })();
    `,
      number,
    ),
  );
  const here = ferrosign.signMany('sha256', ['here'], RSA);
  for (const { last, exitCode } of await Promise.all(workers)) {
    assert.equal(exitCode, 0);
    assert.equal(last.own, true);
    const items = last.messages.map((data, i) => ({ data, key: RSA_PUBLIC, signature: last.signatures[i] }));
    assert.ok(ferrosign.verifyManySync('sha256', items).every(Boolean));
    assert.ok(
      last.signatures.every((signature) => !(signature instanceof Buffer)),
      'a copy from elsewhere',
    );
  }
  assert.equal((await here).length, 1);
});

test('a key does not pass to a worker', () => {
  const key = ferrosign.createPrivateKey(ED);
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(key);
  port1.close();
  port2.close();
  assert.throws(() => ferrosign.signSync(null, DATA, structuredClone(key)), { code: 'ERR_INVALID_ARG_TYPE' });
});

/** Starts a hundred signatures, says so, and goes on for as long as it is let. */
const BUSY = `
  const { sign, verify, signMany, generateKeyPair } = ferrosign();
  for (let i = 0; i < 85; i++) sign(null, 'message ' + i, KEYS[['P-256', 'ed25519', 'secp256k1'][i % 3]].privateKey);
  for (let i = 0; i < 5; i++) sign(null, 'message ' + i, KEYS.rsa.privateKey);
  for (let i = 0; i < 8; i++) verify(null, 'message ' + i, KEYS['P-384'].publicKey, Buffer.alloc(90));
  signMany(null, Array(100).fill('message'), KEYS['P-256'].privateKey);
  generateKeyPair('ec', { namedCurve: 'P-521' });
  parentPort.postMessage('pending');
`;

test('a worker is terminated with 100 signatures pending, 200 times', async () => {
  const cycle = async (number) => {
    const worker = new Worker(PRELUDE + BUSY, { eval: true });
    await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    // Some at once, some while results come in.
    if (number % 3 > 0) await turn();
    await worker.terminate();
  };
  for (let i = 0; i < 200; i += 4) await Promise.all([i, i + 1, i + 2, i + 3].map(cycle));
  assert.equal(await ferrosign.verify(null, DATA, ED_PUBLIC, await ferrosign.sign(null, DATA, ED)), true);
});

test('a worker that exits with promises pending keeps its exit code', async () => {
  for (let i = 0; i < 10; i++) {
    const { last, exitCode } = await work(`${BUSY}\nsetImmediate(() => process.exit(${i}));`);
    assert.equal(last, 'pending');
    assert.equal(exitCode, i);
  }
});

// Processes.

const run = promisify(execFile);

/** A process that runs `code`: how it ended and what it said. */
async function child(code, ...args) {
  try {
    const { stdout, stderr } = await run(process.execPath, ['-e', PRELUDE + code, ...args], {
      timeout: 60_000,
    });
    return { code: 0, stdout: stdout.trim(), stderr };
  } catch (error) {
    return { code: error.code, signal: error.signal, stdout: error.stdout.trim(), stderr: error.stderr };
  }
}

/** `count` runs of `start`, two at a time. */
async function times(count, start) {
  const results = [];
  let next = 0;
  const runner = async () => {
    while (next < count) {
      const number = next++;
      results[number] = await start(number);
    }
  };
  await Promise.all([runner(), runner()]);
  return results;
}

const BUSY_PROCESS = BUSY.replace("parentPort.postMessage('pending');", "console.log('pending');");

/** How a process with jobs in flight is ended, how often, its exit code, and what it writes to stderr. */
const ENDS = {
  'process.exit()': ['process.exit(7);', 20, 7],
  'process.exit() later': ['setImmediate(() => process.exit(7));', 10, 7],
  'process.exit() when a result is in': [
    "sign(null, 'x', KEYS.ed25519.privateKey).then(() => process.exit(7));",
    10,
    7,
  ],
  'process.exit() in a listener for exit': [
    "process.on('exit', () => process.exit(7)); process.exit(3);",
    5,
    7,
  ],
  'process.exitCode and the end': ['process.exitCode = 7;', 5, 7],
  'an uncaught throw': ["throw new Error('on purpose');", 20, 1, /on purpose/],
  'an uncaught throw later': ["setTimeout(() => { throw new Error('on purpose'); }, 1);", 5, 1, /on purpose/],
  'an unhandled rejection': ['sign(null, 5, KEYS.ed25519.privateKey);', 5, 1, /ERR_INVALID_ARG_TYPE/],
};

for (const [how, [code, count, exitCode, stderr = /^$/]] of Object.entries(ENDS)) {
  test(`${how} with promises pending keeps the exit code, ${count} times`, async () => {
    for (const ended of await times(count, () => child(BUSY_PROCESS + code))) {
      assert.equal(ended.signal ?? ended.code, exitCode, ended.stderr);
      assert.equal(ended.stdout, 'pending');
      assert.match(ended.stderr, stderr);
    }
  });
}

test('a process ends by itself when its promises are settled, and not before', async () => {
  for (const [what, code, said] of [
    ['nothing but the import', 'ferrosign();', ''],
    [
      'a sync call',
      "ferrosign().signSync(null, 'x', KEYS.ed25519.privateKey); console.log('signed');",
      'signed',
    ],
    [
      'one promise',
      "ferrosign().sign(null, 'x', KEYS.ed25519.privateKey).then(() => console.log('settled'));",
      'settled',
    ],
    [
      'a rejection',
      "ferrosign().sign(null, 5, KEYS.ed25519.privateKey).catch(() => console.log('settled'));",
      'settled',
    ],
    [
      'one after another',
      `(async () => {
        for (let i = 0; i < 5; i++) await ferrosign().sign(null, 'x', KEYS.rsa.privateKey);
        await ferrosign().signMany(null, ['x', 'y'], KEYS.rsa.privateKey);
        await ferrosign().verify(null, 'x', KEYS.rsa.publicKey, Buffer.alloc(256));
        await ferrosign().verifyMany(null, []);
        await ferrosign().generateKeyPair('rsa', { modulusLength: 2048 });
        console.log('settled');
      })();`,
      'settled',
    ],
    [
      'a promise, a pause, another',
      `ferrosign().sign(null, 'x', KEYS.ed25519.privateKey).then(() => setTimeout(() => {
        ferrosign().sign(null, 'x', KEYS.ed25519.privateKey).then(() => console.log('settled'));
      }, 50));`,
      'settled',
    ],
    [
      'a thousand',
      `Promise.all(Array.from({ length: 1000 }, () => ferrosign().sign(null, 'x', KEYS['P-256'].privateKey))).then((all) => console.log(all.length));`,
      '1000',
    ],
    [
      'a promise that no one waits for',
      "ferrosign().generateKeyPair('rsa', { modulusLength: 3072 }); process.on('exit', () => console.log('left'));",
      'left',
    ],
  ]) {
    for (const ended of await times(2, () => child(code))) {
      assert.deepEqual(
        { ...ended, stderr: '' },
        { code: 0, stdout: said, stderr: '' },
        `${what} ${ended.stderr}`,
      );
      assert.equal(ended.stderr, '', what);
    }
  }
});

/** The main thread never loads the addon; the code of its workers, which come and go. */
const ONLY_WORKERS = {
  'each signs and ends': "ferrosign().signSync(null, 'x', KEYS.rsa.privateKey);",
  'each waits for promises and ends': `
    const { sign, signMany } = ferrosign();
    Promise.all([sign(null, 'x', KEYS.rsa.privateKey), signMany(null, Array(50).fill('x'), KEYS['P-256'].privateKey)]);`,
  'each exits with promises pending': `${BUSY.replace(/parentPort.*/, '')} process.exit(0);`,
  'each is terminated with promises pending': BUSY,
  'each throws with promises pending': `${BUSY.replace(/parentPort.*/, '')} throw new Error('on purpose');`,
};

for (const [what, code] of Object.entries(ONLY_WORKERS)) {
  test(`only workers load the addon: ${what}`, async () => {
    const main = `
      const code = ${JSON.stringify(PRELUDE + code)};
      const one = () => new Promise((resolve) => {
        const worker = new Worker(code, { eval: true });
        worker.on('message', () => worker.terminate());
        worker.on('error', (error) => { if (error.message !== 'on purpose') throw error; });
        worker.on('exit', resolve);
      });
      (async () => {
        for (let i = 0; i < 6; i++) await one();
        await Promise.all([one(), one(), one(), one()]);
        // The threads of jobs outlive the last worker by a while.
        await new Promise((resolve) => setTimeout(resolve, 200));
        for (let i = 0; i < 3; i++) await one();
        console.log(Object.keys(require.cache).length, 'done');
      })();
    `;
    for (const ended of await times(2, () => child(main))) {
      assert.equal(ended.signal ?? ended.code, 0, ended.stderr);
      assert.equal(ended.stdout, '0 done');
      assert.equal(ended.stderr, '');
    }
  });
}

test('import works as require does', async () => {
  const module = await import('../index.js');
  assert.equal(module.default, ferrosign);
  const ended = await child(`
    import(${ADDON} + '/index.js').then(async ({ sign, verify, default: all }) => {
      const signature = await sign(null, 'x', KEYS.rsa.privateKey);
      console.log(await verify(null, 'x', KEYS.rsa.publicKey, signature), all.sign === sign);
    });
  `);
  assert.deepEqual(ended, { code: 0, stdout: 'true true', stderr: '' });
});
