'use strict';

// ferrosign/jws beside jws: what both do is the same, errors included.

const assert = require('node:assert/strict');
const { Readable } = require('node:stream');
const test = require('node:test');

const ours = require('ferrosign/jws');
const original = require('jws');

const { differences, outcome, told } = require('./outcome.js');
const { edwards, everyKey, pairs, secret } = require('./keys.js');

const keys = everyKey();
const algorithms = [...original.ALGORITHMS, 'none', 'HS257', 'hs256', 'toString', ''];
const payload = { a: 'Zoë €' };

test('the same names, and two algorithms more', () => {
  for (const name of Object.keys(original)) assert.equal(typeof ours[name], typeof original[name], name);
  assert.deepEqual(ours.ALGORITHMS, [...original.ALGORITHMS, 'ES256K', 'EdDSA']);
});

/** Random signatures, and of random length: of RS256 by a curve's key. */
function beforeSignature(token) {
  return token.slice(0, token.lastIndexOf('.'));
}

/** What a random signature looks like, read as DER that it is not, or of too large a curve. */
function withoutChance(message) {
  return message.replace(/^Could not find expected .*|(?<=length of )"\d+"/, '...');
}

test('sign and verify: every algorithm with every key', () => {
  const cases = Object.entries(keys)
    .flatMap(([name, key]) => algorithms.map((alg) => ({ title: `${alg} ${name}`, alg, key })))
    .filter(({ alg, key }) => !(alg.startsWith('PS') && key?.key));
  const sign =
    (library) =>
    ({ alg, key }) =>
      library.sign({ header: { alg }, payload, privateKey: key });
  assert.deepEqual(
    differences(cases, {
      original: sign(original),
      ours: sign(ours),
      seen: beforeSignature,
      read: withoutChance,
    }),
    [],
  );
  const tokens = [
    ...original.ALGORITHMS.map((alg) => [
      alg,
      { HS: secret, RS: pairs.rsa.privateKey, PS: pairs.rsa.privateKey }[alg.slice(0, 2)] ??
        pairs[{ ES256: 'P-256', ES384: 'P-384', ES512: 'P-521' }[alg]].privateKey,
    ]),
    ['none', undefined],
    ['ES512', pairs['P-256'].privateKey],
    ['RS256', pairs.secp256k1.privateKey],
    ['HS256', pairs.rsa.publicKey],
    ['HS256', ''],
  ].map(([alg, key]) => original.sign({ header: { alg }, payload, privateKey: key, secret: key }));
  const verified = tokens.flatMap((token) => cases.map((testCase) => ({ ...testCase, token })));
  const verify =
    (library) =>
    ({ alg, key, token }) =>
      library.verify(token, alg, key);
  assert.deepEqual(differences(verified, { original: verify(original), ours: verify(ours) }), []);
  assert.ok(verified.filter((testCase) => outcome(() => verify(ours)(testCase)).value).length > 40);
});

test('sign: payloads and encodings', () => {
  const payloads = [
    'text €',
    '',
    5,
    0,
    true,
    null,
    undefined,
    [1],
    payload,
    Buffer.from('bytes €'),
    Buffer.from([0xff, 0xfe]),
  ];
  const encodings = [undefined, 'utf8', 'latin1', 'binary', 'hex', 'base64', 'ucs2', 'ebcdic', ''];
  const headers = [{ alg: 'HS256' }, { alg: 'HS256', kid: 'Zoë €', typ: 'JWT' }];
  const cases = payloads.flatMap((value) =>
    encodings.flatMap((encoding) =>
      headers.map((header) => ({
        title: `${String(value)} ${encoding} ${header.kid}`,
        options: { header, encoding, secret, payload: value },
      })),
    ),
  );
  const sign =
    (library) =>
    ({ options }) =>
      library.sign(options);
  assert.deepEqual(differences(cases, { original: sign(original), ours: sign(ours) }), []);
});

test('decode, isValid, verify: tokens of all kinds', () => {
  const encode = (text) => Buffer.from(text).toString('base64url');
  const good = original.sign({ header: { alg: 'HS256', typ: 'JWT' }, payload, secret });
  const tokens = [
    ...[
      '',
      'a',
      'a.b',
      'a.b.',
      'a.b.c',
      '.b.c',
      'a..c',
      `${good}.d`,
      ` ${good}`,
      `${good}\n`,
      good.slice(0, -1),
      `${good}=`,
    ],
    ...[undefined, null, 5, {}, [good], Buffer.from(good), good],
    `${encode('null')}.${encode('{}')}.`,
    `${encode('5')}.${encode('{}')}.`,
    `${encode('{"typ":"JWT"}')}.${encode('{')}.`,
    `${encode('{"typ":"jwt"}')}.${encode('{}')}.`,
    `${encode('{"alg":"none"}')}.${encode('{"a":1}')}.`,
    good.replaceAll('-', '+').replaceAll('_', '/'),
  ];
  const cases = tokens.flatMap((token) =>
    [undefined, null, {}, { json: true }, { json: true, encoding: (_name, value) => value }, 'utf8'].map(
      (options) => ({
        title: `${String(token)} ${JSON.stringify(options)}`,
        token,
        options,
      }),
    ),
  );
  for (const call of [
    (library) =>
      ({ token, options }) =>
        library.decode(token, options),
    (library) =>
      ({ token }) =>
        library.isValid(String(token)),
    (library) =>
      ({ token }) =>
        library.verify(token, 'HS256', secret),
    (library) =>
      ({ token }) =>
        library.verify(token, 'RS256', pairs.rsa.publicKey),
    (library) =>
      ({ token }) =>
        library.verify(token, 'ES256', pairs['P-256'].publicKey),
    (library) =>
      ({ token }) =>
        library.verify(token, 'none'),
    (library) =>
      ({ token }) =>
        library.verify(token),
  ]) {
    assert.deepEqual(differences(cases, { original: call(original), ours: call(ours) }), []);
  }
});

/** The events of a stream with what they carry, and what its method returned. */
async function events(make, act = () => {}) {
  const happened = [];
  let stream;
  try {
    stream = make();
  } catch (error) {
    return [told(error)];
  }
  for (const event of ['done', 'data', 'end', 'error', 'close']) {
    stream.on(event, (...args) =>
      happened.push([event, ...args.map((one) => (one instanceof Error ? told(one) : one))]),
    );
  }
  happened.push(['returned', act(stream)]);
  await new Promise((resolve) => setTimeout(resolve, 5));
  happened.push([stream.readable, stream.writable]);
  return happened;
}

test('streams: the same events in the same order', async () => {
  const header = { alg: 'HS256' };
  const token = original.sign({ header, payload: 'text', secret });
  const piece = (stream, ...pieces) => {
    for (const one of pieces) stream.write(one);
    stream.end();
  };
  const scenes = [
    [(library) => library.createSign({ header, payload: 'text', secret })],
    [(library) => library.createSign({ header, payload, secret: Buffer.from(secret) })],
    [(library) => library.createSign({ header, payload: 'text', key: secret, encoding: 'hex' })],
    [
      (library) => library.createSign({ header, payload: 'text', privateKey: secret }),
      (stream) => stream.sign(),
    ],
    [
      (library) => library.createSign({ header, secret }),
      (stream) => piece(stream.payload, 'te', Buffer.from('xt')),
    ],
    [(library) => library.createSign({ header, secret }), (stream) => stream.payload.end('text')],
    [
      (library) => library.createSign({ header, secret }),
      (stream) => Readable.from(['te', 'xt']).pipe(stream.payload) === stream.payload,
    ],
    [
      (library) =>
        library.createSign({ header, secret: Readable.from([secret]), payload: Readable.from(['text']) }),
    ],
    [(library) => library.createSign({ header, secret: '', payload: 'text' }), (stream) => stream.sign()],
    [(library) => library.createSign({ header, payload: 'text' })],
    [(library) => library.createSign({ header, payload: 5, secret })],
    [(library) => library.createSign({ header: { alg: 'HS257' }, payload: 'text', secret })],
    [(library) => library.createSign({ header: { alg: 'RS256' }, payload: 'text', key: secret })],
    [
      (library) =>
        library.createSign({ header: { alg: 'RS256' }, payload: 'text', key: pairs.rsa.privateKey }),
    ],
    [(library) => library.createSign(undefined)],
    [(library) => library.createVerify({ signature: token, algorithm: 'HS256', secret })],
    [(library) => library.createVerify({ signature: token, algorithm: 'HS256', key: 'other' })],
    [
      (library) => library.createVerify({ signature: token, algorithm: 'HS256', key: secret }),
      (stream) => stream.verify(),
    ],
    [
      (library) => library.createVerify({ algorithm: 'HS256', secret }),
      (stream) => piece(stream.signature, token),
    ],
    [(library) => library.createVerify({ algorithm: 'HS256' })],
    [(library) => library.createVerify({ signature: 'a.b.c', algorithm: 'ES256', key: 'x' })],
    [(library) => library.createVerify({ signature: token, secret })],
    [(library) => library.createVerify()],
    [
      (library) =>
        library.createVerify({
          signature: library.createSign({ header, payload: 'text', secret }),
          algorithm: 'HS256',
          key: Readable.from([secret]),
        }),
    ],
  ];
  for (const [make, act] of scenes) {
    const [theirs, own] = await Promise.all(
      [original, ours].map((library) => events(() => make(library), act)),
    );
    const message = `${make} ${act}`;
    if (
      theirs[0]?.name === 'TypeError' &&
      own[0]?.name === 'TypeError' &&
      /undefined/.test(theirs[0].message)
    )
      continue;
    assert.deepEqual(own, theirs, message);
  }
});

test('what jws stumbles over', () => {
  const privateKey = keys['RSA encrypted'];
  const options = { header: { alg: 'PS256' }, payload, privateKey };
  assert.throws(() => original.sign(options), { code: 'ERR_INVALID_ARG_TYPE' });
  const token = ours.sign(options);
  assert.equal(original.verify(token, 'PS256', pairs.rsa.publicKey), true);
  assert.throws(() => original.isValid(Buffer.from(token)), TypeError);
  assert.equal(ours.isValid(Buffer.from(token)), true);
  for (const alg of [undefined, null, 5]) {
    for (const library of [original, ours]) {
      assert.throws(() => library.sign({ header: { alg }, payload, secret }), TypeError);
    }
  }
});

test('EdDSA and ES256K', () => {
  for (const [alg, { privateKey, publicKey }] of [
    ['EdDSA', edwards.ed25519],
    ['EdDSA', edwards.ed448],
    ['ES256K', pairs.secp256k1],
  ]) {
    const token = ours.sign({ header: { alg }, payload, privateKey });
    assert.equal(ours.verify(token, alg, publicKey), true);
    assert.equal(ours.verify(`${token.slice(0, -4)}AAAA`, alg, publicKey), false);
    assert.equal(ours.verify(token, 'HS256', publicKey), false);
    assert.deepEqual(ours.decode(token, { json: true }).payload, payload);
  }
  assert.throws(() => ours.sign({ header: { alg: 'EdDSA' }, payload, privateKey: pairs.rsa.privateKey }));
  assert.throws(
    () => ours.sign({ header: { alg: 'EdDSA' }, payload, privateKey: 'x' }),
    /key must be one of the algorithm/,
  );
});
