'use strict';

// ferrosign/jsonwebtoken beside jsonwebtoken: what both do is the same, errors included. What is ours alone, and
// where we refuse what they take, is tested at the end.

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const test = require('node:test');
const vm = require('node:vm');

const ferrosign = require('ferrosign');
const ours = require('ferrosign/jsonwebtoken');
const jose = require('jose');
const original = require('jsonwebtoken');

const { callbacks, differences, outcome } = require('./outcome.js');
const { edwards, everyKey, pairs, secret } = require('./keys.js');

// One clock for both.
const NOW = 1_700_000_000;
Date.now = () => NOW * 1000 + 500;

const keys = everyKey();
const algorithms = [
  ...['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'none'],
];
const claims = { sub: 'someone', admin: true, näme: 'Zoë €' };

/** Signatures that are random differ; what is before them, and how long they are, does not. */
function withoutSignature(token) {
  if (typeof token !== 'string') return token;
  const [header, payload, signature] = token.split('.');
  const { alg } = JSON.parse(Buffer.from(header, 'base64url'));
  return /^(?:HS|RS)/.test(alg) ? token : [header, payload, signature.length];
}

/** RS256 by a key of another kind is random too, and DER has no fixed length. */
function beforeSignature(token) {
  return typeof token === 'string' ? token.slice(0, token.lastIndexOf('.')) : token;
}

/** What a random signature looks like, read as DER that it is not, or of too large a curve. */
function withoutChance(message) {
  return message.replace(/^Could not find expected .*|(?<=length of )"\d+"/, '...');
}

test('sign: every algorithm with every key', () => {
  const cases = [];
  for (const [name, key] of Object.entries(keys)) {
    for (const algorithm of algorithms) {
      for (const loose of [{}, { allowInsecureKeySizes: true }]) {
        cases.push({
          title: `${algorithm} ${name} ${Object.keys(loose)}`,
          key,
          options: { algorithm, ...loose },
        });
      }
    }
  }
  assert.ok(cases.length > 1000);
  const call =
    (library) =>
    ({ key, options }) =>
      library.sign(claims, key, options);
  assert.deepEqual(
    differences(cases, { original: call(original), ours: call(ours), seen: withoutSignature }),
    [],
  );
});

test('sign and verify: keys that are not of the algorithm, where the caller allows them', () => {
  const cases = Object.keys(pairs).flatMap((name) =>
    algorithms.map((algorithm) => ({ title: `${algorithm} ${name}`, algorithm, pair: pairs[name] })),
  );
  const loose = { allowInvalidAsymmetricKeyTypes: true, allowInsecureKeySizes: true };
  const sign =
    (library) =>
    ({ algorithm, pair }) =>
      library.sign(claims, pair.privateKey, { algorithm, ...loose });
  const seen = beforeSignature;
  assert.deepEqual(
    differences(cases, { original: sign(original), ours: sign(ours), seen, read: withoutChance }),
    [],
  );
  const verified = cases.flatMap((testCase) => {
    const { value } = outcome(() => sign(original)(testCase));
    const other = outcome(() => sign(ours)(testCase)).value;
    return [value, other].filter(Boolean).map((token) => ({ ...testCase, token }));
  });
  assert.ok(verified.length > 50);
  const verify =
    (library) =>
    ({ algorithm, pair, token }) =>
      library.verify(token, pair.publicKey, {
        algorithms: [algorithm],
        allowInvalidAsymmetricKeyTypes: true,
      });
  assert.deepEqual(differences(verified, { original: verify(original), ours: verify(ours) }), []);
});

const signed = {
  HS256: original.sign(claims, secret),
  HS512: original.sign(claims, secret, { algorithm: 'HS512' }),
  RS256: original.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS256' }),
  RS512: original.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS512' }),
  PS256: original.sign(claims, pairs.rsa.privateKey, { algorithm: 'PS256' }),
  PS384: original.sign(claims, pairs.rsa.privateKey, { algorithm: 'PS384' }),
  'PS256 by rsa-pss': original.sign(claims, pairs['rsa-pss'].privateKey, { algorithm: 'PS256' }),
  ES256: original.sign(claims, pairs['P-256'].privateKey, { algorithm: 'ES256' }),
  ES384: original.sign(claims, pairs['P-384'].privateKey, { algorithm: 'ES384' }),
  ES512: original.sign(claims, pairs['P-521'].privateKey, { algorithm: 'ES512' }),
  none: original.sign(claims, undefined, { algorithm: 'none' }),
  // A public key as a secret: sign takes it, verify must not.
  confused: original.sign(claims, pairs.rsa.publicKey, { algorithm: 'HS256' }),
  'confused EC': original.sign(claims, pairs['P-256'].publicKey, { algorithm: 'HS256' }),
};

test('verify: every token with every key, and with lists of algorithms', () => {
  const lists = [undefined, ['HS256'], ['RS256', 'PS256', 'ES256'], ['none'], algorithms, 'RS256', []];
  const cases = [];
  for (const [what, token] of Object.entries(signed)) {
    for (const [name, key] of Object.entries(keys)) {
      for (const list of lists) {
        cases.push({ title: `${what} by ${name} with ${list}`, token, key, options: { algorithms: list } });
      }
    }
  }
  const call =
    (library) =>
    ({ token, key, options }) =>
      library.verify(token, key, options);
  assert.deepEqual(differences(cases, { original: call(original), ours: call(ours) }), []);
  const passed = cases.filter(
    ({ token, key, options }) => outcome(() => ours.verify(token, key, options)).value,
  );
  assert.ok(passed.length > 50, `${passed.length} are valid`);
});

test('verify: signatures that are cut, lengthened, changed or written differently', () => {
  const cases = [];
  const keyOf = (what) => {
    const pair = {
      RS: pairs.rsa,
      'PS256 b': pairs['rsa-pss'],
      PS: pairs.rsa,
      ES256: pairs['P-256'],
      ES384: pairs['P-384'],
      ES512: pairs['P-521'],
    };
    const [, key] = Object.entries(pair).find(([start]) => what.startsWith(start)) ?? [];
    return key?.publicKey ?? secret;
  };
  for (const [what, token] of Object.entries(signed)) {
    if (what.startsWith('confused')) continue;
    const at = token.lastIndexOf('.') + 1;
    const [front, signature] = [token.slice(0, at), token.slice(at)];
    const changed = {
      cut: signature.slice(0, -1),
      'cut by two': signature.slice(0, -2),
      lengthened: `${signature}A`,
      'lengthened by four': `${signature}AAAA`,
      // Bits of the last character that stand for nothing.
      'last character next':
        signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1),
      'first character': `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`,
      padded: `${signature}=`,
      'base64 alphabet': signature.replaceAll('-', '+').replaceAll('_', '/'),
      zero: Buffer.alloc(Buffer.from(signature, 'base64url').length).toString('base64url'),
      blank: ' ',
      empty: '',
    };
    for (const [how, other] of Object.entries(changed)) {
      cases.push({
        title: `${what} ${how}`,
        token: front + other,
        key: keyOf(what),
        options: { algorithms },
      });
    }
    cases.push({
      title: `${what} payload`,
      token: token.replace('.e', '.f'),
      key: keyOf(what),
      options: { algorithms },
    });
  }
  const call =
    (library) =>
    ({ token, key, options }) =>
      library.verify(token, key, options);
  assert.deepEqual(differences(cases, { original: call(original), ours: call(ours) }), []);
});

const encode = (text) => Buffer.from(text).toString('base64url');
const token = (header, payload = '{}') => {
  const data = `${encode(header)}.${encode(payload)}`;
  return `${data}.${crypto.createHmac('sha256', secret).update(data).digest('base64url')}`;
};

const malformed = {
  undefined: undefined,
  null: null,
  empty: '',
  number: 1,
  object: {},
  Buffer: Buffer.from(signed.HS256),
  'one part': 'a',
  'two parts': 'a.b',
  'four parts': `${signed.HS256}.a`,
  'three dots': '...',
  'two dots': '..',
  'blank in front': ` ${signed.HS256}`,
  'line end': `${signed.HS256}\n`,
  'header no base64url': signed.HS256.replace('eyJ', '=yJ'),
  'header no JSON': token('{'),
  'header null': token('null'),
  'header number': token('5'),
  'header text': token('"HS256"'),
  'header array': token('[]'),
  'header without alg': token('{"typ":"JWT"}'),
  'alg null': token('{"alg":null}'),
  'alg number': token('{"alg":256}'),
  'alg unknown': token('{"alg":"HS257","typ":"JWT"}'),
  'alg lower case': token('{"alg":"hs256","typ":"JWT"}'),
  'alg None': token('{"alg":"None","typ":"JWT"}'),
  'alg NONE unsigned': `${encode('{"alg":"NONE"}')}.${encode('{}')}.`,
  'alg of a prototype': token('{"alg":"constructor"}'),
  'none with a signature': token('{"alg":"none","typ":"JWT"}'),
  crit: token('{"alg":"HS256","typ":"JWT","crit":["exp"],"exp":1}'),
  'payload no JSON': token('{"alg":"HS256","typ":"JWT"}', 'a'),
  'payload no JSON, no typ': token('{"alg":"HS256"}', 'a'),
  'payload JSON text, no typ': token('{"alg":"HS256"}', '"a"'),
  'payload JSON null, no typ': token('{"alg":"HS256"}', 'null'),
  'payload number': token('{"alg":"HS256","typ":"JWT"}', '5'),
  'payload array': token('{"alg":"HS256","typ":"JWT"}', '[1]'),
  'payload with __proto__': token('{"alg":"HS256","typ":"JWT"}', '{"__proto__":{"exp":1}}'),
  'header in Latin-1': token(Buffer.from('{"alg":"HS256","kid":"Zoë"}', 'latin1')),
  'header with a mark': token('\ufeff{"alg":"HS256"}'),
};

test('verify and decode: malformed and odd tokens', () => {
  const options = [
    undefined,
    { complete: true },
    { algorithms: ['HS256', 'none'] },
    { json: true },
    null,
    'x',
    5,
  ];
  const cases = Object.entries(malformed).flatMap(([title, text]) =>
    options.flatMap((given) =>
      [secret, undefined].map((key) => ({
        title: `${title} ${JSON.stringify(given)} ${key}`,
        text,
        key,
        given,
      })),
    ),
  );
  const verify =
    (library) =>
    ({ text, key, given }) =>
      library.verify(text, key, given);
  assert.deepEqual(differences(cases, { original: verify(original), ours: verify(ours) }), []);
  const decode =
    (library) =>
    ({ text, given }) =>
      library.decode(text, given);
  assert.deepEqual(differences(cases, { original: decode(original), ours: decode(ours) }), []);
});

test('verify: null for claims is a token refused, and no TypeError', () => {
  const nothing = token('{"alg":"HS256","typ":"JWT"}', 'null');
  assert.throws(() => original.verify(nothing, secret), TypeError);
  assert.deepEqual(outcome(() => ours.verify(nothing, secret)).error.message, 'invalid token');
});

test('sign: options, good and bad', () => {
  const values = {
    expiresIn: [
      0,
      10,
      -5,
      1.5,
      '',
      ' ',
      '10',
      '2h',
      '2 days',
      '1.5y',
      '-3 weeks',
      '.5s',
      '5 parsecs',
      '1'.repeat(101),
      Number.NaN,
      null,
      true,
      {},
    ],
    notBefore: [0, 10, '', '1m', '10 MSECS', 'soon', null, []],
    audience: ['', 'a', ['a', 'b'], [], 5, null, {}],
    algorithm: ['HS256', 'HS512', '', 'HS1', 'RS256', 'toString', 'None'],
    header: [
      {},
      { kid: 'x' },
      { typ: 'at+jwt' },
      { alg: 'HS384' },
      { alg: 'HS257' },
      { crit: ['a'] },
      { typ: undefined },
      { 'ë€': 'ë€' },
      'x',
      null,
      [],
      new Date(0),
    ],
    encoding: ['utf8', 'latin1', 'hex', 'base64', '', 'ebcdic', 5],
    issuer: ['', 'me', 5, null],
    subject: ['', 'me', 5, null],
    jwtid: ['', 'me', 5, null],
    noTimestamp: [true, false, 1, null],
    keyid: ['', 'k', 'ë€', 5, null],
    mutatePayload: [true, false, 'x'],
    allowInsecureKeySizes: [true, 'x'],
    allowInvalidAsymmetricKeyTypes: [true, 'x'],
    unknown: [1],
    expiresin: ['1h'],
  };
  const payloads = [
    {},
    claims,
    { iat: 5 },
    { iat: 0, exp: 10, nbf: 3 },
    { iat: '5' },
    { exp: '5' },
    { nbf: null },
    { exp: Number.NaN },
    { aud: 'b', iss: 'b', sub: 'b', jti: 'b' },
    { toJSON: () => ({ a: 1 }) },
    [1],
    null,
    undefined,
    new Date(0),
    new Map(),
    Object.create(null),
    vm.runInNewContext('({ a: 1 })'),
    new (class Claims {})(),
    'text',
    '{"a":1}',
    '',
    5,
    0,
    true,
    Buffer.from('bytes €'),
  ];
  const given = [undefined, null, {}, 'x', 5, [], Object.create(null), new (class Options {})()];
  for (const [option, list] of Object.entries(values)) {
    for (const value of list) given.push({ [option]: value });
  }
  given.push(
    { expiresIn: '1h', notBefore: 5, audience: 'a', issuer: 'i', subject: 's', jwtid: 'j', keyid: 'k' },
    { expiresIn: 5, notBefore: 'x', issuer: 5 },
    { expiresIn: 'x', unknown: 1 },
    { expiresIn: '1h', noTimestamp: true },
    { noTimestamp: true, mutatePayload: true },
    { __proto__: { algorithm: 'HS512' } },
  );
  const cases = payloads.flatMap((payload, at) =>
    given.map((options) => ({ title: `payload ${at} ${JSON.stringify(options)}`, payload, options })),
  );
  const call =
    (library) =>
    ({ payload, options }) =>
      library.sign(copied(payload), secret, options);
  assert.deepEqual(differences(cases, { original: call(original), ours: call(ours) }), []);
});

/** A plain payload may be changed by `mutatePayload`. */
function copied(payload) {
  return payload !== null && Object.getPrototypeOf(Object(payload)) === Object.prototype
    ? { ...payload }
    : payload;
}

test('sign: mutatePayload changes the payload, and nothing else does', () => {
  for (const options of [
    { expiresIn: 60, issuer: 'me', mutatePayload: true },
    { expiresIn: 60, issuer: 'me' },
  ]) {
    const [theirs, own] = [original, ours].map((library) => {
      const payload = { a: 1 };
      library.sign(payload, secret, options);
      return payload;
    });
    assert.deepEqual(own, theirs);
    assert.equal('exp' in own, options.mutatePayload === true);
  }
});

test('verify: claims against options', () => {
  const payloads = [
    {},
    { exp: NOW },
    { exp: NOW + 1 },
    { exp: NOW - 1 },
    { exp: 'x' },
    { exp: null },
    { exp: 0 },
    { nbf: NOW },
    { nbf: NOW + 1 },
    { nbf: 'x' },
    { nbf: 0 },
    { iat: NOW },
    { iat: NOW - 100 },
    { iat: 'x' },
    { iat: 0 },
    { iat: NOW + 100 },
    { aud: 'a' },
    { aud: ['a', 'b'] },
    { aud: [] },
    { aud: 5 },
    { aud: 'undefined' },
    { aud: null },
    { iss: 'a' },
    { iss: 5 },
    { sub: 'a' },
    { jti: 'a' },
    { nonce: 'a' },
    { exp: NOW - 10, nbf: NOW + 10, aud: 'x' },
  ];
  const given = [
    {},
    { clockTimestamp: NOW + 5 },
    { clockTimestamp: 0 },
    { clockTimestamp: 'x' },
    { clockTimestamp: Number.NaN },
    { clockTimestamp: new Date(0) },
    { clockTolerance: 5 },
    { clockTolerance: 0 },
    { clockTolerance: 500, maxAge: 10 },
    { ignoreExpiration: true },
    { ignoreNotBefore: true },
    { audience: 'a' },
    { audience: ['b', 'c'] },
    { audience: /^a/ },
    { audience: [/b$/, 'z'] },
    { audience: /undefined/ },
    { audience: [] },
    { audience: '' },
    { audience: 5 },
    { issuer: 'a' },
    { issuer: ['a', 'b'] },
    { issuer: [] },
    { issuer: /a/ },
    { issuer: '' },
    { issuer: 5 },
    { subject: 'a' },
    { subject: '' },
    { subject: ['a'] },
    { jwtid: 'a' },
    { jwtid: 'b' },
    { nonce: 'a' },
    { nonce: 'b' },
    { nonce: '' },
    { nonce: ' ' },
    { nonce: 5 },
    { nonce: null },
    { maxAge: 50 },
    { maxAge: '50s' },
    { maxAge: '2 minutes' },
    { maxAge: '100 s' },
    { maxAge: 'x' },
    { maxAge: {} },
    { maxAge: 0 },
    { maxAge: '' },
    { maxAge: -1 },
    { complete: true },
    { complete: 'x' },
    { allowInvalidAsymmetricKeyTypes: 'x' },
    { allowInvalidAsymmetricKeyTypes: null },
    { allowInvalidAsymmetricKeyTypes: true },
    { algorithms: undefined, unknown: 1 },
  ];
  const cases = payloads.flatMap((payload) => {
    const text = token('{"alg":"HS256","typ":"JWT"}', JSON.stringify(payload));
    return given.map((options) => ({ title: JSON.stringify([payload, options]), text, options }));
  });
  const call =
    (library) =>
    ({ text, options }) =>
      library.verify(text, secret, options);
  assert.deepEqual(differences(cases, { original: call(original), ours: call(ours) }), []);
});

test('errors: classes, fields and what JSON makes of them', () => {
  const late = token('{"alg":"HS256","typ":"JWT"}', '{"exp":1}');
  const early = token('{"alg":"HS256","typ":"JWT"}', '{"nbf":9999999999}');
  for (const [text, name] of [
    [late, 'TokenExpiredError'],
    [early, 'NotBeforeError'],
    ['x', 'JsonWebTokenError'],
  ]) {
    const [theirs, own] = [original, ours].map((library) => {
      try {
        return library.verify(text, secret);
      } catch (error) {
        assert.ok(
          error instanceof library[name] &&
            error instanceof library.JsonWebTokenError &&
            error instanceof Error,
        );
        assert.match(error.stack, new RegExp(error.message));
        return error;
      }
    });
    assert.equal(own.name, name);
    assert.deepEqual({ ...own }, { ...theirs });
    assert.equal(JSON.stringify(own), JSON.stringify(theirs));
    assert.equal(String(own), String(theirs));
  }
  const inner = new Error('inner');
  assert.equal(new ours.JsonWebTokenError('outer', inner).inner, inner);
  class Derived extends ours.TokenExpiredError {}
  assert.ok(new Derived('x', new Date(0)) instanceof ours.JsonWebTokenError);
});

test('callbacks: the same arguments at the same time', async () => {
  const getKey = (header, callback) => callback(null, header.kid === 'b' ? undefined : secret);
  const failing = (_header, callback) => callback(new Error('no such key'));
  const later = (_header, callback) => process.nextTick(callback, null, secret);
  const promised = async () => secret;
  const withKid = original.sign(claims, secret, { keyid: 'b' });
  const calls = [
    (library, done) => library.sign(claims, secret, done),
    (library, done) => library.sign(claims, secret, { expiresIn: '1h' }, done),
    (library, done) => library.sign(claims, secret, { unknown: 1 }, done),
    (library, done) => library.sign(claims, undefined, done),
    (library, done) => library.sign(claims, {}, done),
    (library, done) => library.sign('text', secret, done),
    (library, done) => library.sign(Buffer.from('bytes'), secret, {}, done),
    (library, done) => library.sign(5, secret, done),
    (library, done) => library.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS256' }, done),
    (library, done) => library.sign(claims, pairs.rsa.publicKey, { algorithm: 'RS256' }, done),
    (library, done) => library.sign(claims, pairs['rsa-1024'].privateKey, { algorithm: 'RS256' }, done),
    (library, done) => library.sign(claims, secret, { header: { alg: 'HS257' } }, done),
    (library, done) => library.sign({ a: 1n }, secret, done),
    (library, done) => library.sign({ sub: 'a' }, secret, { expiresIn: 'x' }, done),
    (library, done) => library.verify(signed.HS256, secret, done),
    (library, done) => library.verify(signed.HS256, secret, { complete: true }, done),
    (library, done) => library.verify(signed.HS256, 'other', done),
    (library, done) => library.verify('x', secret, {}, done),
    (library, done) => library.verify(signed.HS256, getKey, done),
    (library, done) => library.verify(withKid, getKey, done),
    (library, done) => library.verify(signed.HS256, failing, done),
    (library, done) => library.verify(signed.HS256, later, undefined, done),
    (library, done) => library.verify(signed.HS256, promised, done),
    (library, done) => library.verify(signed.none, getKey, { algorithms: ['none'] }, done),
    (library, done) =>
      library.verify(signed.RS256, (_header, found) => found(null, pairs.rsa.publicKey), done),
  ];
  for (const call of calls) {
    const [theirs, own] = await Promise.all(
      [original, ours].map((library) => callbacks((done) => call(library, done))),
    );
    assert.deepEqual(own, theirs, String(call));
  }
  assert.deepEqual(await order(ours), await order(original));
});

async function order(library) {
  const happened = [];
  const note = (what) => () => happened.push(what);
  process.nextTick(note('tick before'));
  library.sign(claims, secret, note('signed'));
  library.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS256' }, note('signed RS256'));
  library.sign(claims, secret, { unknown: 1 }, note('refused'));
  process.nextTick(note('tick after'));
  library.verify(signed.HS256, secret, note('verified'));
  library.verify('x', secret, note('malformed'));
  Promise.resolve().then(note('promise'));
  note('end')();
  await new Promise(setImmediate);
  return happened;
}

test('sign: with a claim twice, a callback is called once, and with the error', async () => {
  const { calls } = await callbacks((done) => ours.sign({ sub: 'a' }, secret, { subject: 'b' }, done));
  const message = 'Bad "options.subject" option. The payload already has an "sub" property.';
  assert.deepEqual(
    calls.map(([error]) => error.message),
    [message],
  );
  assert.equal(outcome(() => original.sign({ sub: 'a' }, secret, { subject: 'b' })).error.message, message);
});

// What is ours alone.

const ownAlgorithms = { EdDSA: edwards.ed25519, 'EdDSA with Ed448': edwards.ed448, ES256K: pairs.secp256k1 };

test('EdDSA and ES256K sign and verify, by their keys alone', async () => {
  for (const [name, { privateKey, publicKey }] of Object.entries(ownAlgorithms)) {
    const [algorithm] = name.split(' ');
    const text = ours.sign(claims, privateKey, { algorithm, expiresIn: '1h' });
    for (const options of [undefined, { algorithms: [algorithm] }]) {
      assert.equal(ours.verify(text, publicKey, options).sub, 'someone', name);
    }
    assert.equal(
      outcome(() => ours.verify(text, publicKey, { algorithms: ['ES256'] })).error.message,
      'invalid algorithm',
    );
    assert.equal(
      outcome(() => ours.verify(text, pairs['P-256'].publicKey)).error.message,
      'invalid algorithm',
    );
    assert.equal(
      outcome(() => ours.verify(`${text.slice(0, -4)}AAAA`, publicKey)).error.message,
      'invalid signature',
    );
    assert.match(
      outcome(() => ours.sign(claims, publicKey, { algorithm })).error.message,
      /must be an asymmetric key when using/,
    );
    assert.match(
      outcome(() => ours.sign(claims, pairs.rsa.privateKey, { algorithm })).error.message,
      /^"alg" parameter for "rsa" key type must be one of/,
    );
    assert.match(
      outcome(() => ours.sign(claims, pairs['P-256'].privateKey, { algorithm })).error.message,
      /^"alg" parameter/,
    );
    const loose = { algorithm, allowInvalidAsymmetricKeyTypes: true };
    if (algorithm === 'EdDSA') assert.throws(() => ours.sign(claims, pairs.rsa.privateKey, loose));
  }
  const text = ours.sign(claims, edwards.ed25519.privateKey, { algorithm: 'EdDSA' });
  const { payload } = await jose.jwtVerify(text, crypto.createPublicKey(edwards.ed25519.publicKey));
  assert.equal(payload.sub, 'someone');
  assert.match(
    outcome(() => ours.verify(signed.RS256, edwards.ed25519.publicKey, { algorithms: ['RS256'] })).error
      .message,
    /"alg" parameter for "ed25519" key type must be one of: EdDSA\./,
  );
});

test('signAsync and verifyAsync come to what sign and verify do', async () => {
  const settled = (promise) =>
    promise.then(
      (value) => ({ value }),
      (error) => ({ error: { ...error, message: error.message, name: error.name } }),
    );
  const synchronous = (call) => {
    const { error, ...rest } = outcome(call);
    return error === undefined ? rest : { error: { ...error } };
  };
  const same = (found, expected) => {
    if (expected.error) delete expected.error.code;
    if (found.error) delete found.error.code;
    assert.deepEqual(found, expected);
  };
  for (const [name, { privateKey, publicKey }] of Object.entries({ ...pairs, ...edwards })) {
    for (const algorithm of [...algorithms, 'EdDSA', 'ES256K', undefined]) {
      const options = algorithm === undefined ? {} : { algorithm };
      const made = await settled(ours.signAsync(claims, privateKey, options));
      const expected = synchronous(() => ours.sign(claims, privateKey, options));
      same(
        { ...made, value: withoutSignature(made.value) },
        { ...expected, value: withoutSignature(expected.value) },
      );
      if (made.value === undefined) continue;
      same(
        await settled(ours.verifyAsync(made.value, publicKey)),
        synchronous(() => ours.verify(made.value, publicKey)),
      );
      assert.equal((await ours.verifyAsync(made.value, publicKey)).sub, 'someone', `${name} ${algorithm}`);
    }
  }
  for (const text of [...Object.values(malformed), ...Object.values(signed)]) {
    same(
      await settled(ours.verifyAsync(text, secret)),
      synchronous(() => ours.verify(text, secret)),
    );
  }
  assert.equal(await ours.signAsync(claims, secret), ours.sign(claims, secret));
  assert.deepEqual(
    await ours.verifyAsync(signed.none, undefined, { algorithms: ['none'] }),
    ours.decode(signed.none),
  );
});

test('verifyAsync waits for functions that call back and for those that promise', async () => {
  for (const find of [(_header, done) => setImmediate(done, null, secret), async () => secret]) {
    assert.equal((await ours.verifyAsync(signed.HS256, find)).sub, 'someone');
  }
  const message = 'error in secret or public key callback: no such key';
  for (const find of [
    (_header, done) => done(new Error('no such key')),
    async () => {
      throw new Error('no such key');
    },
  ]) {
    await assert.rejects(ours.verifyAsync(signed.HS256, find), { name: 'JsonWebTokenError', message });
  }
});

test('createLocalKeySet finds the one key of a set, for jsonwebtoken too', async () => {
  const jwk = (name, more) => ({
    ...crypto.createPublicKey(pairs[name].publicKey).export({ format: 'jwk' }),
    ...more,
  });
  const set = {
    keys: [jwk('rsa', { kid: 'r', use: 'sig' }), jwk('P-256', { kid: 'e' }), { kty: 'odd', kid: 'r' }],
  };
  const getKey = ours.createLocalKeySet(set);
  const byKid = original.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS256', keyid: 'r' });
  const unnamed = original.sign(claims, pairs['P-256'].privateKey, { algorithm: 'ES256' });
  for (const text of [byKid, unnamed]) {
    for (const library of [original, ours]) {
      const { calls } = await callbacks((done) => library.verify(text, getKey, done));
      assert.deepEqual(
        calls.map(([error, value]) => [error, value?.sub]),
        [[null, 'someone']],
      );
    }
    assert.equal((await ours.verifyAsync(text, getKey)).sub, 'someone');
  }
  const unknown = original.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS256', keyid: 'new' });
  await assert.rejects(ours.verifyAsync(unknown, getKey), /No key of the set fits/);
  set.keys.push(jwk('rsa', { kid: 'new' }));
  assert.equal((await ours.verifyAsync(unknown, getKey)).sub, 'someone', 'the error is not remembered');
  const ambiguous = original.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS256' });
  await assert.rejects(ours.verifyAsync(ambiguous, getKey), /2 keys of the set fit/);
  await assert.rejects(
    ours.verifyAsync(signed.HS256, getKey),
    /No key of the set fits/,
    'no secret of a public key',
  );
  const held = ours.createLocalKeySet({ keys: [jwk('rsa', { alg: 'RS512' })] });
  await assert.rejects(ours.verifyAsync(ambiguous, held), /No key of the set fits/);
  for (const bad of [undefined, null, {}, { keys: {} }, []]) {
    assert.throws(() => ours.createLocalKeySet(bad), { code: 'ERR_INVALID_ARG_TYPE' });
  }
});

test('key objects of ferrosign are keys', () => {
  const { privateKey, publicKey } = pairs['P-256'];
  const text = ours.sign(claims, ferrosign.createPrivateKey(privateKey), { algorithm: 'ES256' });
  assert.equal(ours.verify(text, ferrosign.createPublicKey(publicKey)).sub, 'someone');
  assert.equal(ours.sign(claims, ferrosign.createSecretKey(secret, 'utf8')), ours.sign(claims, secret));
});

test('keys are remembered, and forgotten with keyCache', () => {
  ferrosign.keyCache.clear();
  const options = { algorithm: 'RS256' };
  const first = ours.sign(claims, pairs.rsa.privateKey, options);
  assert.equal(ferrosign.keyCache.size, 1);
  const { createPrivateKey } = crypto;
  assert.equal(ours.sign(claims, pairs.rsa.privateKey, options), first);
  assert.equal(ferrosign.keyCache.size, 1);
  ours.sign(claims, secret);
  assert.equal(ferrosign.keyCache.size, 2);
  ferrosign.keyCache.clear();
  assert.equal(ferrosign.keyCache.size, 0);
  assert.equal(createPrivateKey, crypto.createPrivateKey);
});

test('a secret in a Buffer may change', () => {
  const buffer = Buffer.from(secret);
  assert.equal(ours.sign(claims, buffer), ours.sign(claims, secret));
  buffer[0] ^= 1;
  assert.equal(ours.sign(claims, buffer), original.sign(claims, buffer));
  assert.notEqual(ours.sign(claims, buffer), ours.sign(claims, secret));
});

test('an encrypted key stays shut to a wrong passphrase once it is remembered', () => {
  const good = keys['RSA encrypted'];
  ours.sign(claims, good, { algorithm: 'RS256' });
  assert.throws(
    () => ours.sign(claims, { ...good, passphrase: 'close' }, { algorithm: 'RS256' }),
    /not valid key material/,
  );
});

test('a PEM with its line ends in two characters is a key, to HMAC as before a secret', () => {
  const [privateKey, publicKey] = [pairs.rsa.privateKey, pairs.rsa.publicKey].map((text) =>
    text.replaceAll('\n', '\\n'),
  );
  const text = ours.sign(claims, privateKey, { algorithm: 'RS256' });
  assert.equal(text, ours.sign(claims, pairs.rsa.privateKey, { algorithm: 'RS256' }));
  assert.equal(ours.verify(text, publicKey).sub, 'someone');
  assert.equal(ours.sign(claims, privateKey), original.sign(claims, privateKey));
  assert.equal(ours.verify(original.sign(claims, privateKey), privateKey).sub, 'someone');
});

test('the content of a public key is no secret, in whatever wrapping', () => {
  const publicKey = pairs.rsa.publicKey;
  const der = crypto.createPublicKey(publicKey).export({ type: 'spki', format: 'der' });
  const wrapped = [
    publicKey.replaceAll('\n', '\\n'),
    `\ufeff${publicKey}`,
    ` ${publicKey}`,
    publicKey.replace('-----END', '----END'),
    Buffer.from(publicKey.replaceAll('\n', '\\n')),
    der,
  ];
  for (const key of wrapped) {
    const forged = original.sign(claims, key);
    for (const options of [undefined, { algorithms: ['HS256'] }, { algorithms: ['HS256', 'RS256'] }]) {
      assert.throws(
        () => ours.verify(forged, key, options),
        /invalid algorithm|must be a symmetric key when using HS256/,
      );
    }
  }
});

test('an empty secret is none, in a Buffer too', () => {
  const forged = original.sign(claims, Buffer.alloc(0));
  assert.throws(() => ours.verify(forged, Buffer.alloc(0)), {
    message: 'secret or public key must be provided',
  });
  assert.throws(() => ours.sign(claims, new Uint8Array(0)), {
    message: 'secretOrPrivateKey must have a value',
  });
});

test('what is on Object.prototype is no option, no claim and no header', () => {
  const polluted = {
    ignoreExpiration: true,
    algorithms: ['none'],
    clockTimestamp: 1,
    complete: true,
    audience: 'x',
    exp: 1,
    nbf: 1e12,
    aud: 'x',
    alg: 'none',
    typ: 'x',
    kid: 'x',
    keyid: 'x',
    algorithm: 'none',
    noTimestamp: true,
    key: 'x',
    passphrase: 'x',
    keys: [],
  };
  const expected = ours.sign(claims, secret, { expiresIn: 5 });
  const late = token('{"alg":"HS256","typ":"JWT"}', '{"exp":5}');
  const withoutAlg = token('{}');
  try {
    for (const [name, value] of Object.entries(polluted))
      Object.defineProperty(Object.prototype, name, {
        value,
        configurable: true,
        writable: true,
        enumerable: false,
      });
    assert.equal(ours.sign(claims, secret, { expiresIn: 5 }), expected);
    assert.equal(ours.verify(expected, secret).sub, 'someone');
    assert.equal(outcome(() => ours.verify(late, secret)).error.message, 'jwt expired');
    assert.equal(outcome(() => ours.verify(withoutAlg, secret)).error.message, 'invalid algorithm');
    assert.equal(
      outcome(() => ours.verify(signed.none, undefined)).error.message,
      'please specify "none" in "algorithms" to verify unsigned tokens',
    );
  } finally {
    for (const name of Object.keys(polluted)) delete Object.prototype[name];
  }
});

test('no key is in a message', () => {
  const hidden = /AAAA|MII|a secret that/;
  for (const key of Object.values(keys)) {
    for (const algorithm of algorithms) {
      for (const call of [
        () => ours.sign(claims, key, { algorithm }),
        () => ours.verify(signed.RS256, key, { algorithms: [algorithm] }),
      ]) {
        const { error } = outcome(call);
        if (error) assert.doesNotMatch(JSON.stringify(error), hidden);
      }
    }
  }
});
