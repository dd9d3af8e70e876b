'use strict';

// ferrosign/crypto beside node:crypto: what both do is the same, errors included. A key is taken over at its second
// use, so every case comes three times.

const assert = require('node:assert/strict');
const { AsyncLocalStorage } = require('node:async_hooks');
const original = require('node:crypto');
const { Readable, pipeline } = require('node:stream');
const test = require('node:test');
const { promisify } = require('node:util');

const ours = require('ferrosign/crypto');

const { differences, outcome, told } = require('./outcome.js');
const { edwards, everyKey, pairs } = require('./keys.js');

const { RSA_PKCS1_PADDING, RSA_PKCS1_PSS_PADDING, RSA_NO_PADDING, RSA_PSS_SALTLEN_DIGEST } =
  original.constants;

const keys = {
  ...everyKey(),
  ...Object.fromEntries(
    Object.entries(edwards).flatMap(([name, { privateKey, publicKey }]) => [
      [`${name} private`, privateKey],
      [`${name} public`, publicKey],
    ]),
  ),
};

const algorithms = [
  'sha256',
  'RSA-SHA1',
  'SHA512',
  'sha3-256',
  'sha512-256',
  'ripemd160',
  'none',
  '',
  5,
  null,
];

const words = {
  nothing: {},
  'PKCS#1': { padding: RSA_PKCS1_PADDING },
  'PKCS#1 with a salt': { padding: RSA_PKCS1_PADDING, saltLength: 20 },
  PSS: { padding: RSA_PKCS1_PSS_PADDING },
  'PSS, salt of the digest': { padding: RSA_PKCS1_PSS_PADDING, saltLength: RSA_PSS_SALTLEN_DIGEST },
  'PSS, salt of 20': { padding: RSA_PKCS1_PSS_PADDING, saltLength: 20 },
  'PSS, too long a salt': { padding: RSA_PKCS1_PSS_PADDING, saltLength: 1000 },
  'no padding': { padding: RSA_NO_PADDING },
  'padding as text': { padding: '1' },
  'a salt alone': { saltLength: 20 },
  p1363: { dsaEncoding: 'ieee-p1363' },
  der: { dsaEncoding: 'der' },
  'no such encoding': { dsaEncoding: 'raw' },
  'encoding as number': { dsaEncoding: 5 },
};

const DATA = 'Zoë €';

function thrice(cases) {
  return [1, 2, 3].flatMap((time) => cases.map((one) => ({ ...one, title: `${one.title}, use ${time}` })));
}

function withWords(key, options) {
  if (Object.keys(options).length === 0) return key;
  const isPlain = typeof key === 'object' && key !== null && Object.getPrototypeOf(key) === Object.prototype;
  return isPlain ? { ...key, ...options } : { key, ...options };
}

const cases = Object.entries(keys).flatMap(([name, key]) =>
  Object.entries(words).flatMap(([said, options]) =>
    (said === 'nothing' ? algorithms : ['sha256', 'sha512', null]).map((algorithm) => ({
      title: `${algorithm} ${name}, ${said}`,
      algorithm,
      key: withWords(key, options),
    })),
  ),
);

/** What can be compared of a signature: all of it, where it is the same each time, else what node makes of it. */
function seenSignature({ algorithm, key, signature }) {
  const isOwn = signature.buffer.byteLength === signature.byteLength;
  const verified = outcome(() => original.verify(algorithm, DATA, key, signature));
  const again = outcome(() => original.sign(algorithm, DATA, key));
  const isFixed = again.value?.equals(original.sign(algorithm, DATA, key));
  return {
    isBuffer: Buffer.isBuffer(signature),
    isOwn,
    verified,
    signature: isFixed ? signature : undefined,
  };
}

test('what is there', () => {
  assert.deepEqual(Object.getOwnPropertyNames(ours).sort(), Object.getOwnPropertyNames(original).sort());
  for (const name of Object.keys(original)) {
    assert.equal(typeof ours[name], typeof original[name], name);
    const [found, expected] = [ours, original].map((library) =>
      Object.getOwnPropertyDescriptor(library, name),
    );
    assert.deepEqual({ ...found, value: 0 }, { ...expected, value: 0 }, name);
  }
  for (const make of ['createSign', 'createVerify']) {
    const [stream, node] = [ours, original].map((library) => library[make]('sha256'));
    assert(stream instanceof node.constructor);
    assert(stream instanceof ours[node.constructor.name]);
    assert(ours[node.constructor.name]('sha256') instanceof node.constructor);
    assert.equal(stream.constructor.name, node.constructor.name);
  }
});

test('sign: every key with every algorithm and option', () => {
  const sign = (library) => (one) => ({ ...one, signature: library.sign(one.algorithm, DATA, one.key) });
  assert.deepEqual(
    differences(thrice(cases), { original: sign(original), ours: sign(ours), seen: seenSignature }),
    [],
  );
});

test('createSign: every key with every algorithm and option', () => {
  const sign = (library) => (one) => ({
    ...one,
    signature: library
      .createSign(one.algorithm)
      .update('Zoë', 'utf8')
      .update(Buffer.from(' €'))
      .sign(one.key),
  });
  assert.deepEqual(
    differences(thrice(cases), { original: sign(original), ours: sign(ours), seen: seenSignature }),
    [],
  );
});

/** Signatures that node makes, and what comes of them by accident. */
const signatures = cases.flatMap(({ title, algorithm, key }) => {
  const { value } = outcome(() => original.sign(algorithm, DATA, key));
  if (value === undefined) return [];
  const wrong = Buffer.from(value);
  wrong[wrong.length - 1] ^= 1;
  return [
    { title, signature: value },
    { title: `${title}, wrong`, signature: wrong },
    { title: `${title}, short`, signature: value.subarray(1) },
    { title: `${title}, long`, signature: Buffer.concat([value, Buffer.of(0)]) },
    { title: `${title}, empty`, signature: Buffer.alloc(0) },
  ].map((one) => ({ ...one, algorithm, key }));
});

test('verify and createVerify: what every key has signed, right and wrong', () => {
  assert(signatures.length > 500);
  const others = cases.map((one) => ({ ...one, signature: Buffer.alloc(64) }));
  const all = thrice([...signatures, ...others]);
  const verify =
    (library) =>
    ({ algorithm, key, signature }) =>
      library.verify(algorithm, DATA, key, signature);
  assert.deepEqual(differences(all, { original: verify(original), ours: verify(ours) }), []);
  const stream =
    (library) =>
    ({ algorithm, key, signature }) =>
      library.createVerify(algorithm).update(DATA).verify(key, signature);
  assert.deepEqual(differences(all, { original: stream(original), ours: stream(ours) }), []);
});

test('verify: a PSS signature without the zeros that it begins with', async () => {
  const key = { key: pairs.rsa.privateKey, padding: original.constants.RSA_PKCS1_PSS_PADDING };
  let signature;
  do signature = ours.sign('sha256', DATA, key);
  while (signature[0] !== 0);
  const short = signature.subarray(1);
  const found = await Promise.all(
    [original, ours, ours, ours].map(async (library) => [
      library.verify('sha256', DATA, key, short),
      library.createVerify('sha256').update(DATA).verify(key, short),
      await new Promise((resolve, reject) => {
        library.verify('sha256', DATA, key, short, (error, value) =>
          error ? reject(error) : resolve(value),
        );
      }),
    ]),
  );
  assert.deepEqual(found, Array(4).fill(found[0]));
});

test('verify by the public half of what signs', () => {
  for (const [name, { privateKey, publicKey }] of Object.entries({ ...pairs, ...edwards })) {
    for (const [said, options] of Object.entries(words)) {
      const [signing, verifying] = [privateKey, publicKey].map((key) => withWords(key, options));
      const algorithm = name in edwards ? null : 'sha256';
      const { value } = outcome(() => ours.sign(algorithm, DATA, signing));
      if (value === undefined) continue;
      for (let use = 1; use <= 3; use++) {
        const objects = { ...(said === 'nothing' ? {} : options), key: original.createPublicKey(publicKey) };
        for (const [data, key] of [DATA, 'other'].flatMap((data) => [
          [data, verifying],
          [data, objects],
        ])) {
          const verify = (library) => outcome(() => library.verify(algorithm, data, key, value));
          assert.deepEqual(verify(ours), verify(original), `${name}, ${said}`);
        }
      }
    }
  }
});

/** Makes node:crypto refuse to work, so that whoever gets through has not asked it. */
function withoutNode(t) {
  for (const name of ['sign', 'verify', 'createSign', 'createVerify', 'createHmac', 'generateKeyPairSync']) {
    t.mock.method(original, name, () => {
      throw new Error(`node:crypto's ${name} was called`);
    });
  }
}

test('from its second use on, a key signs and verifies natively', (t) => {
  const { privateKey, publicKey } = pairs.rsa;
  const both = [privateKey, Buffer.from(privateKey), original.createPrivateKey(privateKey)];
  const pss = { key: privateKey, padding: RSA_PKCS1_PSS_PADDING };
  const used = [
    ...both,
    { key: privateKey },
    pss,
    { key: pairs['P-256'].privateKey, dsaEncoding: 'ieee-p1363' },
  ];
  const work = () => {
    for (const key of used) {
      const signature = ours.sign('sha256', DATA, key);
      assert.equal(ours.verify('sha256', DATA, key, signature), true);
      assert.equal(ours.createVerify('sha256').update(DATA).verify(key, signature), true);
      ours.createSign('sha256').update(DATA).sign(key);
    }
    ours.verify('sha256', DATA, publicKey, Buffer.alloc(256));
    ours.sign(null, DATA, edwards.ed25519.privateKey);
  };
  work();
  work();
  withoutNode(t);
  work();
  const fresh = pairs.secp256k1.privateKey;
  assert.throws(() => ours.sign('sha256', DATA, fresh.replaceAll('\n', '\r\n')), /was called/);
});

test('a Buffer that changes is another key', () => {
  const pem = Buffer.from(pairs.secp256k1.privateKey);
  for (let use = 0; use < 3; use++) ours.sign('sha256', DATA, pem);
  pem.set(Buffer.from(pairs.secp256k1.privateKey.replace('PRIVATE', 'PRIVATF')));
  const { error } = outcome(() => ours.sign('sha256', DATA, pem));
  assert.deepEqual(error, outcome(() => original.sign('sha256', DATA, pem)).error);
  assert.notEqual(error, undefined);
});

test('a wrong passphrase opens nothing that the right one has', () => {
  const key = keys['RSA encrypted'];
  for (let use = 0; use < 3; use++) ours.sign('sha256', DATA, key);
  assert.throws(() => ours.sign('sha256', DATA, { ...key, passphrase: 'close' }));
  assert.throws(() => ours.sign('sha256', DATA, key.key));
});

/** What a stream answers to `steps`, each a method with its arguments. */
function run(library, make, steps) {
  const stream = library[make]('sha256');
  return steps.map(([method, ...args]) => {
    const { value, error } = outcome(() => stream[method](...args));
    return error ?? (value === stream ? 'itself' : value);
  });
}

test('what is updated, in every form', () => {
  const key = pairs.rsa.privateKey;
  const data = [
    ['text'],
    ['7a', 'hex'],
    ['7a7', 'hex'],
    ['zz', 'hex'],
    ['7A', 'HEX'],
    ['Zm9v', 'base64'],
    ['Zm9v-_', 'base64url'],
    ['Zo\u00eb', 'latin1'],
    ['Zo\u00eb', 'binary'],
    ['Zo\u00eb\u20ac', 'ascii'],
    ['text', 'ucs2'],
    ['text', 'utf-8'],
    ['text', 'buffer'],
    ['text', 'no such'],
    ['text', null],
    ['text', 5],
    ['\ud83d'],
    [Buffer.from('bytes')],
    [new Uint8Array([1, 2, 3]).subarray(1)],
    [new Uint16Array([1, 2])],
    [new DataView(new ArrayBuffer(8), 2)],
    [new Uint8Array(new SharedArrayBuffer(4))],
    [new ArrayBuffer(8)],
    [new SharedArrayBuffer(8)],
    [''],
    [],
    [null],
    [5],
    [{}],
    [[1, 2]],
    ['x'.repeat(2 ** 16)],
    ['x'.repeat(2 ** 16 + 1)],
    ['€'.repeat(2 ** 16)],
    [Buffer.alloc(2 ** 17)],
  ];
  const signature = original.sign('sha256', 'text', key);
  const cases = data.flatMap((one) => [
    [['update', ...one]],
    [
      ['update', 'before'],
      ['update', ...one],
      ['update', 'after'],
    ],
    [
      ['write', ...one],
      ['end', ...one],
    ],
  ]);
  for (let use = 0; use < 3; use++) {
    for (const steps of cases) {
      const signing = [...steps, ['sign', key, 'hex']];
      const verifying = [...steps, ['verify', key, signature]];
      const title = String(steps.map(([method, one]) => [method, String(one).slice(0, 9)]));
      // A bad chunk of a stream is an error of node's that is thrown from there.
      assert.deepEqual(run(ours, 'createSign', signing), run(original, 'createSign', signing), title);
      assert.deepEqual(run(ours, 'createVerify', verifying), run(original, 'createVerify', verifying), title);
    }
  }
});

test('what is updated may change afterwards', () => {
  const data = Buffer.from('data');
  for (let use = 0; use < 3; use++) {
    const sign = ours.createSign('sha256').update(data);
    data.fill(0);
    const signature = sign.sign(pairs.rsa.privateKey);
    assert.equal(original.verify('sha256', 'data', pairs.rsa.publicKey, signature), true);
    data.write('data');
  }
});

test('signatures in and out in every encoding', () => {
  const { privateKey, publicKey } = pairs.rsa;
  const encodings = [
    'hex',
    'HEX',
    'base64',
    'base64url',
    'latin1',
    'binary',
    'utf8',
    'ucs2',
    'buffer',
    '',
    null,
  ];
  for (let use = 0; use < 3; use++) {
    for (const encoding of [...encodings, undefined, 'no such', 5]) {
      const steps = [
        ['update', DATA],
        ['sign', privateKey, encoding],
      ];
      assert.deepEqual(run(ours, 'createSign', steps), run(original, 'createSign', steps), String(encoding));
      const signature = outcome(() =>
        original.createSign('sha256').update(DATA).sign(privateKey, encoding),
      ).value;
      for (const claimed of [
        signature,
        `${signature} `,
        `${signature}0`,
        new Uint8Array(256),
        5,
        undefined,
      ]) {
        const verify = [
          ['update', DATA],
          ['verify', publicKey, claimed, encoding],
        ];
        assert.deepEqual(
          run(ours, 'createVerify', verify),
          run(original, 'createVerify', verify),
          `${encoding} ${String(claimed).slice(0, 9)}`,
        );
      }
    }
  }
});

test('a stream that has signed or verified does not go on', () => {
  const { privateKey, publicKey } = pairs.rsa;
  for (let use = 0; use < 3; use++) {
    for (const later of [
      ['update', 'x'],
      ['sign', privateKey],
      ['sign', privateKey, 'hex'],
      ['sign', {}],
    ]) {
      const steps = [['update', DATA], ['sign', privateKey], later, later];
      assert.deepEqual(run(ours, 'createSign', steps), run(original, 'createSign', steps));
    }
    for (const later of [
      ['update', 'x'],
      ['verify', publicKey, Buffer.alloc(256)],
      ['verify', {}, ''],
    ]) {
      const steps = [['update', DATA], ['verify', publicKey, Buffer.alloc(256)], later, later];
      assert.deepEqual(run(ours, 'createVerify', steps), run(original, 'createVerify', steps));
    }
  }
});

test('streams are written and piped to', async () => {
  const { privateKey, publicKey } = pairs['P-256'];
  const chunks = ['Zoë ', Buffer.from('€'), 'x'.repeat(100_000)];
  for (let use = 0; use < 3; use++) {
    for (const long of [false, true]) {
      const given = long ? chunks : chunks.slice(0, 2);
      const sign = ours.createSign('sha256');
      await promisify(pipeline)(Readable.from(given), sign);
      const signature = sign.sign(privateKey);
      const verify = ours.createVerify('sha256');
      for (const chunk of given) verify.write(chunk);
      verify.end();
      await new Promise((resolve) => verify.on('finish', resolve));
      assert.equal(verify.verify(publicKey, signature), true);
      assert.equal(original.verify('sha256', given.join(''), publicKey, signature), true);
    }
  }
  const options = { decodeStrings: false, highWaterMark: 5 };
  const stream = ours.createSign('sha256', options);
  assert.equal(stream.writableHighWaterMark, 5);
  stream.end('Wm/Dqw==', 'base64');
  const signature = stream.sign(pairs.rsa.privateKey);
  assert.equal(
    original.verify('sha256', Buffer.from('Wm/Dqw==', 'base64'), pairs.rsa.publicKey, signature),
    true,
  );
});

test('callbacks: what they get, when, and in which context', async () => {
  const store = new AsyncLocalStorage();
  const answerTo = (call) =>
    store.run('context', async () => {
      let returned = false;
      const answer = await new Promise((resolve) => {
        try {
          const value = call((error, result) => {
            resolve({
              error: error && told(error),
              isNull: error === null,
              result,
              returned,
              store: store.getStore(),
            });
          });
          assert.equal(value, undefined);
          returned = true;
        } catch (error) {
          resolve({ thrown: told(error) });
        }
      });
      return answer;
    });
  const { rsa } = pairs;
  const pss = { padding: RSA_PKCS1_PSS_PADDING, saltLength: 1000 };
  const signature = original.sign('sha256', DATA, rsa.privateKey);
  const calls = {
    'RSA sign': (library) => (callback) => library.sign('sha256', DATA, rsa.privateKey, callback),
    'Ed25519 sign': (library) => (callback) => library.sign(null, DATA, edwards.ed25519.privateKey, callback),
    'of bytes': (library) => (callback) =>
      library.sign(null, new Uint16Array(8), edwards.ed448.privateKey, callback),
    'too long a salt': (library) => (callback) =>
      library.sign('sha256', DATA, { key: rsa.privateKey, ...pss }, callback),
    'no key': (library) => (callback) => library.sign('sha256', DATA, undefined, callback),
    'no digest': (library) => (callback) => library.sign('no such', DATA, rsa.privateKey, callback),
    'no data': (library) => (callback) => library.sign('sha256', undefined, rsa.privateKey, callback),
    verify: (library) => (callback) => library.verify('sha256', DATA, rsa.publicKey, signature, callback),
    'verify wrong': (library) => (callback) =>
      library.verify('sha256', 'x', rsa.publicKey, signature, callback),
    'verify text': (library) => (callback) => library.verify('sha256', DATA, rsa.publicKey, 'x', callback),
    'no callback': (library) => () => library.sign('sha256', DATA, rsa.privateKey, 'callback'),
    'null callback': (library) => () => library.verify('sha256', DATA, rsa.privateKey, signature, null),
  };
  for (let use = 0; use < 3; use++) {
    for (const [name, call] of Object.entries(calls)) {
      assert.deepEqual(await answerTo(call(ours)), await answerTo(call(original)), name);
    }
  }
  const signed = await promisify(ours.sign)('sha256', DATA, pairs['P-256'].privateKey);
  assert.equal(await promisify(ours.verify)('sha256', DATA, pairs['P-256'].publicKey, signed), true);
});

test('what signs with a context goes to node', () => {
  const { privateKey } = edwards.ed448;
  const sign = (library) =>
    outcome(() => library.sign(null, DATA, { key: privateKey, context: Buffer.from('c') }));
  for (let use = 0; use < 3; use++) assert.deepEqual(sign(ours), sign(original));
});

test('as an ECMAScript module: the same names, ours among them', async () => {
  const [module, node] = await Promise.all([import('ferrosign/crypto'), import('node:crypto')]);
  assert.deepEqual(Object.keys(module).sort(), Object.keys(node).sort());
  assert.equal(module.default, ours);
  for (const name of Object.keys(node)) {
    if (name !== 'default' && name !== 'module.exports') assert.equal(module[name], ours[name], name);
  }
});
