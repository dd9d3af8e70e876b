'use strict';

// createHmac of ferrosign/crypto beside node's: a secret is taken over at its second use.

const assert = require('node:assert/strict');
const original = require('node:crypto');
const { Readable, pipeline } = require('node:stream');
const test = require('node:test');
const { promisify } = require('node:util');

const ours = require('ferrosign/crypto');

const { differences, outcome } = require('./outcome.js');
const { everyKey } = require('./keys.js');

const keys = { ...everyKey(), 'empty Buffer': Buffer.alloc(0), 'a long secret': 'x'.repeat(1000) };
const algorithms = [
  'sha256',
  'SHA1',
  'RSA-SHA512',
  'sha384',
  'sha224',
  'md5',
  'sha3-256',
  'sha512-256',
  'no such',
  '',
  5,
];

test('createHmac: every key with every algorithm', () => {
  const cases = [1, 2, 3].flatMap((use) =>
    Object.entries(keys).flatMap(([name, key]) =>
      algorithms.map((algorithm) => ({ title: `${algorithm} ${name}, use ${use}`, algorithm, key })),
    ),
  );
  const digest =
    (library) =>
    ({ algorithm, key }) =>
      library
        .createHmac(algorithm, key)
        .update('Zoë')
        .update(Buffer.from([0, 255]))
        .digest();
  assert.deepEqual(differences(cases, { original: digest(original), ours: digest(ours) }), []);
});

/** What an object answers to `steps`, each a method with its arguments. */
function run(library, steps, options) {
  const hmac = library.createHmac('sha256', 'the secret', options);
  return steps.map(([method, ...args]) => {
    const { value, error } = outcome(() => hmac[method](...args));
    return error ?? (value === hmac ? 'itself' : value);
  });
}

test('what is updated, and the digest in every encoding', () => {
  const data = [
    ['text'],
    ['7a7', 'hex'],
    ['7a7a', 'hex'],
    ['Zo\u00eb', 'latin1'],
    ['a', 'ucs2'],
    ['a', 'no such'],
    [5],
    [],
  ];
  const large = [['x'.repeat(2 ** 16)], [Buffer.alloc(2 ** 17)]];
  const encodings = [
    undefined,
    'hex',
    'base64',
    'base64url',
    'latin1',
    'utf8',
    'ucs2',
    'buffer',
    '',
    null,
    'no such',
  ];
  for (let use = 0; use < 3; use++) {
    for (const options of [undefined, {}, { encoding: 'hex' }]) {
      for (const one of [...data, ...large]) {
        const steps = [['update', 'before'], ['update', ...one], ['update', 'after'], ['digest']];
        assert.deepEqual(
          outcome(() => run(ours, steps, options)),
          outcome(() => run(original, steps, options)),
        );
      }
    }
    for (const encoding of encodings) {
      const steps = [
        ['update', 'x'],
        ['digest', encoding],
        ['digest', encoding],
        ['digest'],
        ['update', 'x'],
      ];
      assert.deepEqual(run(ours, steps), run(original, steps), String(encoding));
    }
    for (const steps of [
      [['digest']],
      [['end', 'x'], ['read'], ['digest']],
      [['write', 'x'], ['digest', 'hex'], ['end']],
    ]) {
      assert.deepEqual(run(ours, steps), run(original, steps));
    }
  }
});

test('as a stream', async () => {
  const expected = original
    .createHmac('sha256', 'the secret')
    .update('Zoë')
    .update('x'.repeat(100))
    .digest('hex');
  for (let use = 0; use < 3; use++) {
    const hmac = ours.createHmac('sha256', 'the secret');
    hmac.setEncoding('hex');
    await promisify(pipeline)(Readable.from(['Zoë', Buffer.from('x'.repeat(100))]), hmac);
    assert.equal(hmac.read(), expected);
    assert(hmac instanceof original.Hmac);
    assert(hmac instanceof ours.Hmac);
    assert.equal(ours.Hmac, original.Hmac);
  }
});

test('a Buffer that changes is another secret, also between the key and the data', () => {
  const secret = Buffer.from('secret');
  const code = () => ours.createHmac('sha256', secret).update('data').digest('hex');
  const codes = [code(), code(), code()];
  const begun = ours.createHmac('sha256', secret);
  secret[0] = 0;
  assert.notEqual(code(), codes[2]);
  assert.equal(code(), original.createHmac('sha256', secret).update('data').digest('hex'));
  const large = Buffer.alloc(2 ** 17);
  assert.equal(
    begun.update(large).digest('hex'),
    original.createHmac('sha256', 'secret').update(large).digest('hex'),
  );
  assert.equal(codes[0], original.createHmac('sha256', 'secret').update('data').digest('hex'));
  assert.deepEqual(codes, [codes[0], codes[0], codes[0]]);
});

test('from its second use on, a secret signs natively', (t) => {
  const secrets = ['text', Buffer.from('bytes'), original.createSecretKey(Buffer.from('object'))];
  const codes = () => secrets.map((secret) => ours.createHmac('sha256', secret).update('data').digest('hex'));
  const expected = codes();
  codes();
  t.mock.method(original, 'createHmac', () => {
    throw new Error('createHmac of node was called');
  });
  assert.deepEqual(codes(), expected);
  assert.throws(() => ours.createHmac('sha256', 'another'), /was called/);
});
