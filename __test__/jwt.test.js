'use strict';

// Tokens: the examples of the RFCs and Wycheproof, what every option does, and what is refused with which code.
// Whatever is asked is asked of both flavours, which have to agree.

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { after, test } = require('node:test');

const ferrosign = require('ferrosign');

const { signJwtSync, verifyJwtSync } = ferrosign;
const NOW = 1_700_000_000;
const SECRET = 'a secret that is long enough for every hash, which is 64 bytes, or more';
const secret = ferrosign.createSecretKey(SECRET);
const rows = ferrosign.keyTypes().filter((row) => row.algorithms.length > 0);
const ALGORITHMS = [...new Set(rows.flatMap((row) => row.algorithms))];

/** A key of each row: what signs and what verifies. */
const keys = Object.fromEntries(
  rows.map(({ name }) => [
    name,
    name === 'hmac' ? { privateKey: secret, publicKey: secret } : ferrosign.generateKeyPairSync(name),
  ]),
);

/** The codes that a call has ended with. */
const met = new Set();

const settle = async (call) => {
  try {
    return { value: await call() };
  } catch (error) {
    assert.ok(error instanceof Error && typeof error.code === 'string', `${error.stack}`);
    met.add(error.code);
    const { code, message, claim, expiredAt, date } = error;
    return { code, message, claim, expiredAt, date };
  }
};

/** What both flavours of `verifyJwt` or `signJwt` come to. */
async function outcome(name, ...args) {
  const promise = ferrosign[name](...args);
  assert.ok(promise instanceof Promise);
  const later = await settle(() => promise);
  const now = await settle(() => ferrosign[`${name}Sync`](...args));
  if (name === 'verifyJwt' || now.code) assert.deepEqual(later, now);
  return now;
}

async function refused(code, name, ...args) {
  const result = await outcome(name, ...args);
  assert.equal(result.code, code, result.message ?? JSON.stringify(result.value));
  return result;
}

async function verified(...args) {
  const result = await outcome('verifyJwt', ...args);
  assert.equal(result.code, undefined, result.message);
  return result.value;
}

const base64url = (text) => Buffer.from(text).toString('base64url');
const headerOf = (token) => JSON.parse(Buffer.from(token.split('.')[0], 'base64url'));
const payloadOf = (token) => JSON.parse(Buffer.from(token.split('.')[1], 'base64url'));
const hmac = (input, key, hash = 'sha256') => crypto.createHmac(hash, key).update(input).digest('base64url');

/** A token with any header and payload, signed by HS256 with `key`. */
function forge(header, payload, key = SECRET) {
  const input = [header, payload]
    .map((part) => base64url(typeof part === 'string' ? part : JSON.stringify(part)))
    .join('.');
  return `${input}.${hmac(input, key)}`;
}

const HS256 = { algorithms: ['HS256'] };

// ------------------------------------------------------------------------------------------------ vectors

const vectors = (name) => JSON.parse(fs.readFileSync(path.join(__dirname, 'vectors', name), 'utf8'));

for (const { groups } of ['rfc7515-jws.json', 'rfc8037-ed25519.json'].map(vectors)) {
  for (const { private: own, public: others, algorithm, reproduced, cases } of groups) {
    for (const { id, data, signature } of cases) {
      const input = Buffer.from(data, 'hex').toString();
      const token = `${input}.${Buffer.from(signature, 'hex').toString('base64url')}`;
      test(`${id}: verifies, and is made again`, async () => {
        const content = Buffer.from(input.split('.')[1], 'base64url').toString();
        const expected = content.startsWith('{') ? JSON.parse(content) : content;
        const jwks = [...others, ...own].filter((key) => key.kty !== undefined);
        assert.ok(jwks.length > 0);
        for (const key of jwks) {
          const options = { clockTimestamp: 1300819300 };
          assert.deepEqual(await verified(token, key, options), expected);
          await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', flipped(token), key, options);
        }
        const header = headerOf(token);
        const again = signJwtSync(content, own[0], { algorithm, header });
        // The header of A.1 has a line break.
        if (reproduced && JSON.stringify(header) === Buffer.from(input.split('.')[0], 'base64url').toString())
          assert.equal(again, token);
        else assert.deepEqual(await verified(again, own[0], { clockTimestamp: 1300819300 }), expected);
      });
    }
  }
}

for (const { id, key, algorithm, header, payload, detached, reproduced, token } of vectors('jose.json')
  .tokens) {
  test(`${id}: verifies, and is made again`, async () => {
    const options = detached ? { detachedPayload: payload } : {};
    assert.equal(await verified(token, key, options), payload);
    await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', flipped(token), key, options);
    const again = signJwtSync(payload, key, { algorithm, header, detached });
    if (reproduced) assert.equal(again, token);
    else assert.equal(await verified(again, key, options), payload);
  });
}

test('RFC 7797 section 4.2: detached and not encoded', async () => {
  const key = vectors('jose.json').tokens.find(({ header }) => header.b64 === false).key;
  const token =
    'eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19..A5dxf2s96_n5FLueVuW1Z_vh161FwXZC4YLPff6dmDY';
  assert.equal(signJwtSync('$.02', key, { detached: true, header: { b64: false, crit: ['b64'] } }), token);
  assert.equal(await verified(token, key, { detachedPayload: '$.02' }), '$.02');
  await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', token, key, { detachedPayload: '$.03' });
});

const shared = path.resolve(__dirname, '..', process.env.FERROSIGN_VECTORS ?? '../shared/vectors');

/** Wycheproof's files: how many cases they have, and which we judge otherwise, and why. */
const WYCHEPROOF = {
  json_web_signature: [
    339,
    {
      346: 'the JWK says PS256, the token PS384',
      347: 'the JWK says ES521, which is no algorithm',
      350: 'as 346',
      351: 'as 347',
      370: 'the token is that of 357, which is valid: its padding was lost',
      372: 'a question mark is no base64url',
      373: 'as 372',
    },
  ],
  json_web_crypto: [
    70,
    {
      46: 'the primes of a ROCA key are not looked for',
      47: 'a set may hold keys of any kind: each has its own algorithms',
      50: 'a JWE: nothing is decrypted',
      67: 'as 50',
    },
  ],
  json_web_key: [
    21,
    {
      4: 'of the two keys with one kid the second is none: its base64url is not canonical',
      7: 'the primes of a ROCA key are not looked for',
      8: 'RSA verifies from 1024 bits',
    },
  ],
};

for (const [name, [cases, judgedOtherwise]] of Object.entries(WYCHEPROOF)) {
  const file = path.join(shared, `wycheproof/testvectors_v1/${name}_test.json`);
  test(`Wycheproof ${name}`, { skip: !fs.existsSync(file) && 'not there' }, async (t) => {
    const counts = { jws: 0, jwe: 0 };
    for (const group of JSON.parse(fs.readFileSync(file, 'utf8')).testGroups) {
      for (const { tcId, comment, jwe, jws = jwe, result } of group.tests) {
        const token = typeof jws === 'string' ? jws : JSON.stringify(jws);
        const { code, message } = await outcome('verifyJwt', token, group.public ?? group.private);
        const expected = (result === 'valid') !== tcId in judgedOtherwise;
        assert.equal(code === undefined, expected, `${tcId} ${comment}: ${message}`);
        if (jwe !== undefined) assert.equal(code, 'ERR_JWT_MALFORMED');
        counts[jwe === undefined ? 'jws' : 'jwe'] += 1;
      }
    }
    assert.equal(counts.jws + counts.jwe, cases);
    t.diagnostic(`wycheproof ${name}: ${counts.jws} JWS judged, ${counts.jwe} JWE refused`);
  });
}

const cookbook = path.join(shared, 'jose-cookbook');
const readCookbook = (file) => JSON.parse(fs.readFileSync(path.join(cookbook, file), 'utf8'));

/** Signatures of the cookbook that are no compact JWS, by file and number, and what becomes of them. */
const COOKBOOK_REFUSED = {
  // The algorithm is in the unprotected header, which only the JSON forms have.
  'jws/4_7.protecting_content_only.json 0': 'ERR_JWT_MALFORMED',
  'jws/4_8.multiple_signatures.json 1': 'ERR_JWT_MALFORMED',
  // RFC 7797 section 6 asks for a "crit", which the file left out of the header that it signs.
  'rfc7797/4.2.hmac-sha2_b64_false.json 0': 'ERR_JWT_CRIT',
};

test('the JOSE cookbook: every signature as a compact token', {
  skip: !fs.existsSync(cookbook) && 'not there',
}, async (t) => {
  const counts = { verified: 0, refused: 0 };
  for (const folder of ['jws', 'curve25519', 'rfc7797']) {
    for (const name of fs.readdirSync(path.join(cookbook, folder)).filter((name) => name.endsWith('.json'))) {
      const file = `${folder}/${name}`;
      const { input, output } = readCookbook(file);
      const { payload, signatures } = output.json;
      for (const [index, { protected: header = '', signature }] of signatures.entries()) {
        const key = [input.key].flat()[index];
        const token = `${header}..${signature}`;
        const options = { detachedPayload: input.payload };
        const code = COOKBOOK_REFUSED[`${file} ${index}`];
        if (code !== undefined) await refused(code, 'verifyJwt', token, key, options);
        else {
          assert.equal(await verified(token, key, options), input.payload, file);
          if (payload !== undefined && !payload.includes('.'))
            assert.equal(await verified(`${header}.${payload}.${signature}`, key), input.payload, file);
          await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', flipped(token), key, options);
        }
        counts[code === undefined ? 'verified' : 'refused'] += 1;
      }
    }
  }
  assert.deepEqual(counts, { verified: 10, refused: 3 });
  t.diagnostic(
    `jose-cookbook: ${counts.verified} signatures verified, ${counts.refused} refused with their code`,
  );
});

test('the JOSE cookbook: its keys come in and go out', {
  skip: !fs.existsSync(cookbook) && 'not there',
}, (t) => {
  const names = fs.readdirSync(path.join(cookbook, 'jwk'));
  for (const name of names) {
    const { kid, use, alg, ...jwk } = readCookbook(`jwk/${name}`);
    const kind = jwk.kty === 'oct' ? 'Secret' : jwk.d ? 'Private' : 'Public';
    const key = ferrosign[`create${kind}Key`]({ kid, use, alg, ...jwk });
    assert.deepEqual(key.export({ format: 'jwk' }), jwk, name);
  }
  assert.equal(names.length, 6);
  t.diagnostic(`jose-cookbook: ${names.length} keys`);
});

/** `token` with another first bit of its signature. */
function flipped(token) {
  const dot = token.lastIndexOf('.') + 1;
  const signature = Buffer.from(token.slice(dot), 'base64url');
  signature[0] ^= 0x80;
  return token.slice(0, dot) + signature.toString('base64url');
}

// ------------------------------------------------------------------------------------- keys and algorithms

/** A key in every form that it has. */
function formsOf(key) {
  const forms = { 'key object': key };
  const kinds =
    key.type === 'secret'
      ? { jwk: { format: 'jwk' } }
      : { pem: { format: 'pem' }, der: { format: 'der' }, jwk: { format: 'jwk' } };
  for (const [form, options] of Object.entries(kinds)) {
    try {
      forms[form] = key.export(options);
    } catch (error) {
      assert.equal(error.code, 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS');
    }
  }
  if (forms.pem) {
    forms['object with a key'] = { key: forms.pem };
    forms['bytes of the PEM'] = Buffer.from(forms.pem);
  }
  const create = { secret: 'createSecretKey', private: 'createPrivateKey', public: 'createPublicKey' }[
    key.type
  ];
  try {
    forms['KeyObject of node'] = crypto[create](key.type === 'secret' ? key.export() : forms.pem);
  } catch {
    // A kind that this node does not know.
  }
  return forms;
}

for (const { name, algorithms } of rows) {
  const { privateKey, publicKey } = keys[name];
  test(`${name}: every form of the key, every algorithm`, async () => {
    const publics = formsOf(publicKey);
    for (const [form, key] of Object.entries(formsOf(privateKey))) {
      assert.equal(headerOf(signJwtSync({}, key)).alg, algorithms[0], form);
      for (const algorithm of algorithms) {
        const signed = [
          signJwtSync({ sub: 'ä€😀' }, key, { algorithm, clockTimestamp: NOW }),
          await ferrosign.signJwt({ sub: 'ä€😀' }, key, { algorithm, clockTimestamp: NOW }),
        ];
        for (const token of signed) {
          assert.deepEqual(headerOf(token), { alg: algorithm, typ: 'JWT' });
          assert.deepEqual(await verified(token, key), { sub: 'ä€😀', iat: NOW });
          for (const other of Object.values(publics)) {
            assert.deepEqual(await verified(token, other), { sub: 'ä€😀', iat: NOW });
            assert.deepEqual(await verified(token, other, { algorithms: ALGORITHMS }), {
              sub: 'ä€😀',
              iat: NOW,
            });
          }
          await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', flipped(token), publicKey);
          await refused(
            'ERR_JWT_SIGNATURE_INVALID',
            'verifyJwt',
            token.slice(0, token.lastIndexOf('.') + 1),
            publicKey,
          );
        }
      }
    }
  });
}

/** Text that reads as PEM reads, and is not the PEM. */
const DISGUISES = {
  plain: (pem) => pem,
  'byte order mark': (pem) => `\ufeff${pem}`,
  space: (pem) => ` ${pem}`,
  'line feeds': (pem) => `\n\n${pem}`,
  CRLF: (pem) => pem.replaceAll('\n', '\r\n'),
  'literal \\n': (pem) => pem.replaceAll('\n', '\\n'),
  'text before': (pem) => `a key:\n${pem}`,
  bytes: (pem) => Buffer.from(pem),
  'bytes with a mark': (pem) => Buffer.from(`\ufeff${pem}`),
  'object with a key': (pem) => ({ key: pem }),
  'object with bytes': (pem) => ({ key: Buffer.from(` ${pem}`) }),
};
const NONE = ['none', 'None', 'NONE', 'nOnE'];

for (const { name, algorithms } of rows.filter((row) => row.name !== 'hmac')) {
  const { privateKey, publicKey } = keys[name];
  const forms = formsOf(publicKey);
  const disguised = Object.fromEntries(
    Object.entries(DISGUISES).map(([disguise, dress]) => [disguise, dress(publicKey.export())]),
  );

  test(`${name}: its public key is no secret, whatever the token says`, async () => {
    const attempts = { ...forms, ...disguised };
    for (const [form, key] of Object.entries(attempts)) {
      const text = key?.key ?? key;
      const known = typeof text === 'string' || Buffer.isBuffer(text) ? text : publicKey.export();
      for (const [algorithm, hash] of Object.entries({ HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' })) {
        const input = `${base64url(JSON.stringify({ alg: algorithm }))}.${base64url('{"admin":true}')}`;
        const token = `${input}.${hmac(input, known, hash)}`;
        const what = `${form}, ${algorithm}`;
        for (const allowed of [undefined, algorithms]) {
          const { code } = await outcome('verifyJwt', token, key, { algorithms: allowed });
          assert.equal(code, 'ERR_JWT_ALGORITHM', what);
        }
        for (const allowed of [[algorithm], ALGORITHMS, [algorithm, ...algorithms]]) {
          const { code } = await outcome('verifyJwt', token, key, { algorithms: allowed });
          assert.ok(
            ['ERR_JWT_ALGORITHM', 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE'].includes(code),
            `${what}: ${code}`,
          );
        }
        const { code } = await outcome('signJwt', {}, key, { algorithm });
        assert.ok(
          ['ERR_JWT_ALGORITHM', 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE'].includes(code),
          `${what}: ${code}`,
        );
      }
    }
  });

  test(`${name}: nor where it is put into a secret`, async () => {
    const der = publicKey.export({ format: 'der' });
    const texts = [
      ...Object.values(disguised).filter((key) => key.key === undefined),
      der,
      privateKey.export(),
    ];
    if (forms.jwk) texts.push(JSON.stringify(forms.jwk), ` ${JSON.stringify(forms.jwk, null, 2)}`);
    for (const text of texts) {
      const dressed = [
        ferrosign.createSecretKey(text),
        crypto.createSecretKey(Buffer.from(text)),
        { kty: 'oct', k: Buffer.from(text).toString('base64url') },
      ];
      for (const key of dressed) {
        await refused('ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'signJwt', {}, key);
        const token = forge({ alg: 'HS256' }, {}, text);
        await refused('ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'verifyJwt', token, key, HS256);
      }
    }
  });

  test(`${name}: no other algorithm`, async () => {
    for (const algorithm of [...ALGORITHMS, ...NONE, 'RS1', 'sha256', algorithms[0].toLowerCase()]) {
      if (algorithms.includes(algorithm)) continue;
      await refused('ERR_JWT_ALGORITHM', 'signJwt', {}, privateKey, { algorithm });
      const good = signJwtSync({}, privateKey);
      const token = [base64url(JSON.stringify({ alg: algorithm })), ...good.split('.').slice(1)].join('.');
      for (const key of Object.values(forms)) {
        await refused('ERR_JWT_ALGORITHM', 'verifyJwt', token, key);
        await refused('ERR_JWT_ALGORITHM', 'verifyJwt', token, key, { algorithms });
      }
    }
  });
}

test('a token without a signature is never taken', async () => {
  for (const algorithm of NONE) {
    for (const signature of ['', 'AAAA']) {
      const token = `${base64url(JSON.stringify({ alg: algorithm }))}.${base64url('{}')}.${signature}`;
      for (const { publicKey } of Object.values(keys)) {
        for (const options of [{}, { algorithms: [algorithm] }, { algorithms: [algorithm, ...ALGORITHMS] }])
          await refused('ERR_JWT_ALGORITHM', 'verifyJwt', token, publicKey, options);
      }
      for (const key of [SECRET, () => publicPem, { keys: [] }, null, '', undefined])
        await refused('ERR_JWT_ALGORITHM', 'verifyJwt', token, key, { algorithms: [algorithm] });
    }
  }
});

const publicPem = keys['P-256'].publicKey.export();

test('options.algorithms narrows what the key has, and widens nothing', async () => {
  const { privateKey, publicKey } = keys.rsa;
  const token = signJwtSync({}, privateKey, { algorithm: 'PS384', noTimestamp: true });
  assert.deepEqual(await verified(token, publicKey), {});
  assert.deepEqual(await verified(token, publicKey, { algorithms: ['RS256', 'PS384'] }), {});
  for (const algorithms of [['RS256'], ['ES256'], ['HS256', 'RS256'], ['ps384'], ['XX256']])
    await refused('ERR_JWT_ALGORITHM', 'verifyJwt', token, publicKey, { algorithms });
});

test('text and bytes are a secret where an HMAC is named, and only there', async () => {
  const token = signJwtSync({ a: 1 }, SECRET, { algorithm: 'HS256', noTimestamp: true });
  for (const key of [SECRET, Buffer.from(SECRET), new Uint8Array(Buffer.from(SECRET)), { key: SECRET }]) {
    assert.equal(signJwtSync({ a: 1 }, key, { algorithm: 'HS256', noTimestamp: true }), token);
    assert.deepEqual(await verified(token, key, HS256), { a: 1 });
    assert.deepEqual(await verified(token, key, { algorithms: ALGORITHMS }), { a: 1 });
    for (const options of [undefined, {}, { algorithms: ['RS256'] }]) {
      const { message } = await refused('ERR_FERROSIGN_INVALID_KEY', 'verifyJwt', token, key, options);
      assert.match(message, /HS256/);
    }
    for (const options of [undefined, {}, { algorithm: 'RS256' }])
      await refused('ERR_FERROSIGN_INVALID_KEY', 'signJwt', {}, key, options);
  }
});

test('a secret is as long as its hash', async () => {
  for (const [algorithm, least] of Object.entries({ HS256: 32, HS384: 48, HS512: 64, HS512256: 32 })) {
    for (const [length, good] of [
      [least, true],
      [least - 1, false],
      [1, false],
    ]) {
      const key = Buffer.alloc(length, 'k');
      const loose = { allowInsecureKeySizes: true };
      const token = signJwtSync({}, key, { algorithm, ...loose });
      for (const form of [
        key,
        ferrosign.createSecretKey(key),
        { kty: 'oct', k: key.toString('base64url') },
      ]) {
        assert.equal((await outcome('signJwt', {}, form, { algorithm, ...loose })).code, undefined);
        await verified(token, form, { algorithms: [algorithm], ...loose });
        // After it was taken once with the option, it is still refused without.
        if (good) {
          assert.equal((await outcome('signJwt', {}, form, { algorithm })).code, undefined);
          await verified(token, form, { algorithms: [algorithm] });
        } else {
          await refused('ERR_FERROSIGN_INSECURE_KEY_SIZE', 'signJwt', {}, form, { algorithm });
          await refused('ERR_FERROSIGN_INSECURE_KEY_SIZE', 'verifyJwt', token, form, {
            algorithms: [algorithm],
          });
        }
      }
    }
    for (const allowInsecureKeySizes of [true, false]) {
      for (const key of [
        '',
        Buffer.alloc(0),
        ferrosign.createSecretKey(''),
        crypto.createSecretKey(Buffer.alloc(0)),
      ]) {
        const options = { algorithm, allowInsecureKeySizes };
        await refused('ERR_FERROSIGN_INSECURE_KEY_SIZE', 'signJwt', {}, key, options);
        const token = forge({ alg: algorithm }, {}, '');
        await refused('ERR_FERROSIGN_INSECURE_KEY_SIZE', 'verifyJwt', token, key, {
          algorithms: [algorithm],
          allowInsecureKeySizes,
        });
      }
    }
  }
});

test('RSA keys: 2048 bits to sign, 1024 to verify', async () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('rsa', {
    modulusLength: 1024,
    allowInsecureKeySizes: true,
  });
  await refused('ERR_FERROSIGN_INSECURE_KEY_SIZE', 'signJwt', {}, privateKey);
  const token = signJwtSync({}, privateKey, { allowInsecureKeySizes: true, noTimestamp: true });
  assert.deepEqual(await verified(token, publicKey), {});
});

test('an rsa-pss key that is bound to a hash signs with it', async () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('rsa-pss', {
    hashAlgorithm: 'sha384',
    mgf1HashAlgorithm: 'sha384',
    saltLength: 48,
  });
  const token = signJwtSync({}, privateKey, { noTimestamp: true });
  assert.equal(headerOf(token).alg, 'PS384');
  assert.deepEqual(await verified(token, publicKey), {});
  await refused('ERR_JWT_ALGORITHM', 'signJwt', {}, privateKey, { algorithm: 'PS256' });
});

test('a public key does not sign', async () => {
  for (const key of [publicPem, keys['P-256'].publicKey, crypto.createPublicKey(publicPem)]) {
    const { code } = await outcome('signJwt', {}, key);
    assert.ok(['ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE', 'ERR_FERROSIGN_INVALID_KEY'].includes(code), code);
  }
});

test('a JWK is held to what it says of itself', async () => {
  const { privateKey, publicKey } = keys.rsa;
  const [own, other] = [privateKey, publicKey].map((key) => key.export({ format: 'jwk' }));
  assert.equal(headerOf(signJwtSync({}, { ...own, alg: 'PS512' })).alg, 'PS512');
  assert.equal(headerOf(signJwtSync({}, { key: { ...own, alg: 'PS512' }, format: 'jwk' })).alg, 'PS512');
  await refused('ERR_JWT_ALGORITHM', 'signJwt', {}, { ...own, alg: 'PS512' }, { algorithm: 'RS256' });
  await refused('ERR_JWT_ALGORITHM', 'signJwt', {}, { ...own, alg: 'ES256' });
  const token = signJwtSync({}, own, { noTimestamp: true });
  const good = [
    { use: 'sig' },
    { key_ops: ['verify'] },
    { alg: 'RS256' },
    { use: 'sig', key_ops: ['sign', 'verify'] },
  ];
  for (const members of good) assert.deepEqual(await verified(token, { ...other, ...members }), {});
  await refused('ERR_JWT_ALGORITHM', 'verifyJwt', token, { ...other, alg: 'RS512' });
  for (const members of [{ use: 'enc' }, { key_ops: ['encrypt'] }, { key_ops: 'verify' }, { use: 1 }]) {
    await refused('ERR_CRYPTO_INVALID_JWK', 'verifyJwt', token, { ...other, ...members });
    await refused('ERR_CRYPTO_INVALID_JWK', 'signJwt', {}, { ...own, ...members });
  }
  await refused('ERR_CRYPTO_INVALID_JWK', 'signJwt', {}, { ...own, key_ops: ['verify'] });
  await refused('ERR_CRYPTO_INVALID_JWK', 'verifyJwt', token, { ...other, n: undefined });
});

test('a JWK that is changed is another', async () => {
  const jwk = keys['P-256'].publicKey.export({ format: 'jwk' });
  const other = ferrosign.generateKeyPairSync('P-256');
  const token = signJwtSync({}, other.privateKey, { noTimestamp: true });
  await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', token, jwk);
  Object.assign(jwk, other.publicKey.export({ format: 'jwk' }));
  assert.deepEqual(await verified(token, jwk), {});
  jwk.use = 'enc';
  await refused('ERR_CRYPTO_INVALID_JWK', 'verifyJwt', token, jwk);
});

test('a set of keys: the one that fits', async () => {
  const jwk = (name, members) => ({ ...keys[name].publicKey.export({ format: 'jwk' }), ...members });
  const set = {
    keys: [
      { kty: 'unknown', kid: 'odd' },
      null,
      'no key',
      jwk('rsa', { kid: 'a', alg: 'RS256', use: 'sig' }),
      jwk('rsa', { kid: 'a', use: 'enc' }),
      jwk('P-256', { kid: 'a' }),
      jwk('ed25519', { kid: 'b' }),
      jwk('hmac', { kid: 'c' }),
    ],
  };
  const sign = (name, header, options) =>
    signJwtSync({}, keys[name].privateKey, { noTimestamp: true, header, ...options });
  for (const [name, kid] of Object.entries({ rsa: 'a', 'P-256': 'a', ed25519: 'b', hmac: 'c' })) {
    for (const token of [sign(name, { kid }), sign(name, {})]) {
      assert.deepEqual(await verified(token, set), {}, name);
      assert.deepEqual(await verified(token, () => set), {}, name);
    }
    await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', sign(name, { kid: 'd' }), set);
    await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', sign(name, { kid: 1 }), set);
  }
  const other = ferrosign.generateKeyPairSync('P-256').privateKey;
  await refused(
    'ERR_JWT_SIGNATURE_INVALID',
    'verifyJwt',
    signJwtSync({}, other, { header: { kid: 'a' } }),
    set,
  );
  await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', sign('rsa', { kid: 'a' }, { algorithm: 'PS256' }), set);
  await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', sign('P-384', {}), set);
  await refused('ERR_JWT_ALGORITHM', 'verifyJwt', sign('P-256', {}), set, { algorithms: ['RS256'] });
  await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', sign('P-256', {}), { keys: [] });
  const twice = { keys: [jwk('P-256'), { ...other.publicKey.export({ format: 'jwk' }) }] };
  const { message } = await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', sign('P-256', {}), twice);
  assert.match(message, /2 keys/);
  // Where the only key that could fit is damaged, the message says how.
  const damaged = { keys: [{ kty: 'EC', crv: 'P-256' }] };
  const { message: reason } = await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', sign('P-256', {}), damaged);
  assert.match(reason, /Invalid JWK/);
  await refused('ERR_INVALID_ARG_TYPE', 'verifyJwt', sign('P-256', {}), { keys: {} });
});

test('a function gives the key', async () => {
  const { privateKey, publicKey } = keys.ed25519;
  const token = signJwtSync({}, privateKey, { noTimestamp: true, header: { kid: '1' } });
  const seen = [];
  const find = (header) => {
    seen.push(header);
    return publicKey;
  };
  assert.deepEqual(await verified(token, find), {});
  assert.deepEqual(seen[0], { alg: 'EdDSA', typ: 'JWT', kid: '1' });
  // What it does to the header stays its own.
  assert.deepEqual(
    await verified(token, (header) => Object.assign(header, { alg: 'none' }) && publicKey),
    {},
  );
  assert.deepEqual(await ferrosign.verifyJwt(token, async () => publicKey), {});
  for (const nothing of [undefined, null])
    await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', token, () => nothing);
  await assert.rejects(
    ferrosign.verifyJwt(token, async () => undefined),
    { code: 'ERR_JWT_KEY_NOT_FOUND' },
  );
  const own = Object.assign(new Error('mine'), { code: 'MINE' });
  const fail = () => {
    throw own;
  };
  await refused('MINE', 'verifyJwt', token, fail);
  await assert.rejects(
    ferrosign.verifyJwt(token, async () => fail()),
    own,
  );
  assert.throws(() => verifyJwtSync(token, async () => publicKey), { code: 'ERR_INVALID_ARG_TYPE' });
  assert.throws(() => verifyJwtSync(token, async () => fail()), { code: 'ERR_INVALID_ARG_TYPE' });
  await refused('ERR_INVALID_ARG_TYPE', 'verifyJwt', token, () => find);
  // It is asked about a token that is a token, and about no other.
  seen.length = 0;
  await refused('ERR_JWT_MALFORMED', 'verifyJwt', 'a.b.c', find);
  await refused('ERR_JWT_ALGORITHM', 'verifyJwt', `${base64url('{"alg":"none"}')}..`, find);
  assert.equal(seen.length, 0);
});

test('a key that the header brings is not used', async () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('P-256');
  const jwk = publicKey.export({ format: 'jwk' });
  const x5c = [publicKey.export({ format: 'der' }).toString('base64')];
  for (const header of [{ jwk }, { jku: 'http://127.0.0.1:1/' }, { x5u: 'http://127.0.0.1:1/' }, { x5c }]) {
    const token = signJwtSync({}, privateKey, { header });
    await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', token, publicPem);
    await refused('ERR_JWT_KEY_NOT_FOUND', 'verifyJwt', token, { keys: [] });
    await verified(token, publicKey);
  }
});

test('what is no key', async () => {
  const token = signJwtSync({}, secret);
  for (const key of [undefined, null, 1, true, Symbol('key'), [], {}, [secret], { 0: 1, length: 1 }]) {
    await refused('ERR_INVALID_ARG_TYPE', 'verifyJwt', token, key, HS256);
    await refused('ERR_INVALID_ARG_TYPE', 'signJwt', {}, key, { algorithm: 'HS256' });
  }
});

// ------------------------------------------------------------------------------------------------ signing

test('the token that is expected, byte for byte', async () => {
  const options = { algorithm: 'HS256', clockTimestamp: NOW };
  const expected = forge('{"alg":"HS256","typ":"JWT"}', `{"a":1,"iat":${NOW}}`);
  for (let i = 0; i < 3; i++)
    assert.deepEqual(await outcome('signJwt', { a: 1 }, SECRET, options), { value: expected });
  assert.equal(signJwtSync({}, secret, { noTimestamp: true }), forge('{"alg":"HS256","typ":"JWT"}', '{}'));
  assert.equal(signJwtSync('text', secret), forge('{"alg":"HS256"}', 'text'));
  const long = { a: 'ä'.repeat(100_000), iat: NOW };
  assert.equal(await ferrosign.signJwt(long, secret), signJwtSync(long, secret));
  assert.deepEqual(await verified(signJwtSync(long, secret), secret), long);
});

/** Payload, options, claims. */
const WRITTEN = [
  [{}, {}, { iat: NOW }],
  [{ iat: 5 }, {}, { iat: 5 }],
  [{ iat: undefined }, {}, { iat: NOW }],
  [{}, { noTimestamp: true }, {}],
  [{ iat: 5 }, { noTimestamp: true }, { iat: 5 }],
  [{}, { noTimestamp: false }, { iat: NOW }],
  [{}, { expiresIn: 60 }, { iat: NOW, exp: NOW + 60 }],
  [{}, { expiresIn: -60 }, { iat: NOW, exp: NOW - 60 }],
  [{}, { expiresIn: 0 }, { iat: NOW, exp: NOW }],
  [{}, { expiresIn: 1.9 }, { iat: NOW, exp: NOW + 1 }],
  [{ iat: 5 }, { expiresIn: 60, notBefore: 10 }, { iat: 5, nbf: 15, exp: 65 }],
  [{}, { expiresIn: 60, noTimestamp: true }, { exp: NOW + 60 }],
  [{}, { notBefore: '1m' }, { iat: NOW, nbf: NOW + 60 }],
  [{ exp: 7.5, nbf: -1 }, {}, { exp: 7.5, nbf: -1, iat: NOW }],
  [{}, { audience: 'a' }, { iat: NOW, aud: 'a' }],
  [{}, { audience: ['a', 'b"'] }, { iat: NOW, aud: ['a', 'b"'] }],
  [{}, { issuer: 'i', subject: 's', jwtid: 'j' }, { iat: NOW, iss: 'i', sub: 's', jti: 'j' }],
  [{ iss: 'i', aud: 'a' }, { subject: 's' }, { iss: 'i', aud: 'a', iat: NOW, sub: 's' }],
  [{ toJSON: () => ({ iat: 6 }) }, { subject: 's' }, { iat: 6, sub: 's' }],
  [Object.assign(Object.create({ hidden: 1 }), { own: 1 }), {}, { own: 1, iat: NOW }],
  [Object.assign(Object.create(null), { own: 1 }), {}, { own: 1, iat: NOW }],
  [{ a: undefined, b: null, c: [{ d: 'ä' }] }, {}, { b: null, c: [{ d: 'ä' }], iat: NOW }],
];

test('claims as they are asked for', async () => {
  for (const [payload, options, claims] of WRITTEN) {
    const before = JSON.stringify(payload);
    const { value } = await outcome('signJwt', payload, secret, { clockTimestamp: NOW, ...options });
    assert.deepEqual(payloadOf(value), claims);
    assert.equal(JSON.stringify(payload), before, 'the payload stays as it is');
  }
  const { iat } = payloadOf(signJwtSync({}, secret));
  assert.ok(Number.isInteger(iat) && Math.abs(iat - Date.now() / 1000) < 5);
});

test('timespans', async () => {
  const spans = {
    '90s': 90,
    '90 s': 90,
    '1 second': 1,
    '15min': 900,
    '2h': 7200,
    '2 Hours': 7200,
    '1.5h': 5400,
    '7d': 604800,
    '7 days': 604800,
    '2w': 1209600,
    '1y': 31557600,
    '500ms': 0,
    '1500 milliseconds': 1,
    '-1h': -3600,
  };
  for (const [span, seconds] of Object.entries(spans)) {
    const token = signJwtSync({}, secret, { expiresIn: span, clockTimestamp: NOW });
    assert.equal(payloadOf(token).exp, NOW + seconds, span);
  }
  const odd = [
    '60',
    '1',
    'h',
    'soon',
    '1 month',
    '1h 5m',
    ' 1h',
    '1h ',
    '1e3s',
    '0x1s',
    '.5h',
    '1h\n',
    '',
    '1  h',
  ];
  for (const span of [...odd, `${'9'.repeat(400)}d`, '1constructor', '1__proto__'])
    await refused('ERR_INVALID_ARG_VALUE', 'signJwt', {}, secret, { expiresIn: span });
});

test('the header as it is asked for', async () => {
  const token = (header, payload = {}) => headerOf(signJwtSync(payload, secret, { header }));
  assert.deepEqual(token({ kid: '1' }), { alg: 'HS256', typ: 'JWT', kid: '1' });
  assert.deepEqual(token({ typ: 'at+jwt' }), { alg: 'HS256', typ: 'at+jwt' });
  assert.deepEqual(token({ typ: undefined }), { alg: 'HS256' });
  assert.deepEqual(token({ alg: 'HS256', cty: 'JWT', x5t: 'x' }), {
    alg: 'HS256',
    typ: 'JWT',
    cty: 'JWT',
    x5t: 'x',
  });
  assert.deepEqual(token({ alg: undefined }), { alg: 'HS256', typ: 'JWT' });
  assert.deepEqual(token({ kid: '1' }, 'text'), { alg: 'HS256', kid: '1' });
  assert.deepEqual(token({ crit: ['mine'], mine: 1 }), { alg: 'HS256', typ: 'JWT', crit: ['mine'], mine: 1 });
  assert.deepEqual(token({}), { alg: 'HS256', typ: 'JWT' });
  const circle = {};
  circle.circle = circle;
  for (const header of [
    { alg: 'none' },
    { alg: 'HS512' },
    { crit: [] },
    { crit: 'b64' },
    { crit: ['mine'] },
    { crit: ['mine', 'mine'], mine: 1 },
    { crit: ['alg'] },
    { crit: [1], 1: 1 },
    { b64: false },
    { b64: false, crit: ['b64'] },
    { b64: false, crit: ['mine'], mine: 1 },
    { big: 1n },
    circle,
  ])
    await refused('ERR_INVALID_ARG_VALUE', 'signJwt', {}, secret, { header });
});

/** What is refused, by code: payload, options. */
const NOT_SIGNED = {
  ERR_INVALID_ARG_TYPE: [
    [undefined],
    [null],
    [1],
    [true],
    [1n],
    [Symbol('s')],
    [() => {}],
    [[]],
    [[{}]],
    [{ exp: '1h' }],
    [{ nbf: null }],
    [{ iat: new Date() }],
    [{ toJSON: () => 'text' }],
    [{ toJSON: () => [] }],
    [{ toJSON: () => undefined }],
    [{}, null],
    [{}, 1],
    [{}, { algorithm: 1 }],
    [{}, { expiresIn: true }],
    [{}, { expiresIn: {} }],
    [{}, { notBefore: null }],
    [{}, { audience: 1 }],
    [{}, { audience: [1] }],
    [{}, { audience: [undefined] }],
    [{}, { audience: /a/ }],
    [{}, { issuer: ['i'] }],
    [{}, { subject: 1 }],
    [{}, { jwtid: 1 }],
    [{}, { noTimestamp: 1 }],
    [{}, { clockTimestamp: '1' }],
    [{}, { header: 'kid' }],
    [{}, { header: [] }],
    [{}, { header: null }],
    ['text', { detached: 'yes' }],
    [{}, { allowInsecureKeySizes: 1 }],
  ],
  ERR_INVALID_ARG_VALUE: [
    [{ exp: 1 }, { expiresIn: 1 }],
    [{ nbf: 1 }, { notBefore: 1 }],
    [{ aud: 'a' }, { audience: 'a' }],
    [{ iss: 'a' }, { issuer: 'a' }],
    [{ sub: 'a' }, { subject: 'a' }],
    [{ jti: null }, { jwtid: 'a' }],
    [{ big: 1n }],
    [{}, { audience: [] }],
    [{}, { audience: '' }],
    [{}, { issuer: '' }],
    [{}, { detached: true }],
    [{}, { expireIn: 1 }],
    [{}, { algorithms: ['HS256'] }],
    ['text', { expiresIn: 1 }],
    ['text', { notBefore: 1 }],
    ['text', { audience: 'a' }],
    [Buffer.from('text'), { issuer: 'i' }],
    ['text', { subject: 's' }],
    ['text', { jwtid: 'j' }],
    ['text', { noTimestamp: true }],
    ['text', { clockTimestamp: 1 }],
    ['a.b', { header: { b64: false, crit: ['b64'] } }],
    ['ä', { header: { b64: false, crit: ['b64'] } }],
    ['a\n', { header: { b64: false, crit: ['b64'] } }],
    ['a', { header: { b64: false } }],
  ],
  ERR_OUT_OF_RANGE: [
    [{ exp: Number.NaN }],
    [{ iat: Number.POSITIVE_INFINITY }],
    [{}, { expiresIn: Number.NaN }],
    [{}, { expiresIn: Number.POSITIVE_INFINITY }],
    [{}, { expiresIn: Number.MAX_SAFE_INTEGER }],
    [{}, { notBefore: '9999999999999999y' }],
    [{}, { clockTimestamp: Number.NaN }],
  ],
};

test('what is not signed', async () => {
  for (const [code, attempts] of Object.entries(NOT_SIGNED)) {
    for (const [payload, options] of attempts) {
      const { code: met } = await outcome('signJwt', payload, secret, options);
      assert.equal(met, code, `${typeof payload} ${JSON.stringify(Object.keys(options ?? {}))}`);
    }
  }
});

test('bytes, detached and not encoded payloads', async () => {
  const plain = { header: { b64: false, crit: ['b64'] } };
  const random = crypto.randomBytes(300);
  for (const payload of [
    '',
    'text',
    'ä',
    random,
    new Uint8Array(random),
    random.buffer,
    new DataView(new ArrayBuffer(3)),
  ]) {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : asBuffer(payload);
    const expected = typeof payload === 'string' || bytes.equals(Buffer.alloc(3)) ? bytes.toString() : bytes;
    for (const { privateKey, publicKey } of [keys.hmac, keys.ed25519]) {
      assert.deepEqual(await verified(signJwtSync(payload, privateKey), publicKey), expected);
      for (const options of [{}, plain]) {
        const { value: token } = await outcome('signJwt', payload, privateKey, {
          detached: true,
          ...options,
        });
        assert.match(token, /^[\w-]+\.\.[\w-]+$/);
        assert.deepEqual(await verified(token, publicKey, { detachedPayload: payload }), expected);
        const { value: other } = await outcome('verifyJwt', token, publicKey, {
          detachedPayload: payload,
          complete: true,
        });
        assert.deepEqual(other.payload, expected);
        for (const wrong of [`${bytes}x`, 'x'])
          await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', token, publicKey, {
            detachedPayload: wrong,
          });
        if (bytes.length > 0) await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', token, publicKey);
      }
    }
  }
  const open = signJwtSync('plain ASCII, {"no":"claims"}', secret, plain);
  assert.equal(open.split('.')[1], 'plain ASCII, {"no":"claims"}');
  assert.equal(await verified(open, secret), 'plain ASCII, {"no":"claims"}');
  const whole = signJwtSync('text', secret);
  await refused('ERR_JWT_MALFORMED', 'verifyJwt', whole, secret, { detachedPayload: 'text' });
});

function asBuffer(memory) {
  return ArrayBuffer.isView(memory)
    ? Buffer.from(memory.buffer, memory.byteOffset, memory.byteLength)
    : Buffer.from(memory);
}

test('what a promise was given may change at once', async () => {
  const payload = Buffer.from('payload');
  const signing = ferrosign.signJwt(payload, secret, { detached: true });
  payload.fill(0);
  const token = await signing;
  const detachedPayload = Buffer.from('payload');
  const options = { detachedPayload, algorithms: ['HS256'] };
  const verifying = ferrosign.verifyJwt(token, async () => secret, options);
  detachedPayload.fill(0);
  options.algorithms[0] = 'HS512';
  assert.equal(await verifying, 'payload');
});

// ---------------------------------------------------------------------------------------------- verifying

/** Claims, options, and the code or nothing; then what the error says. */
const JUDGED = [
  [{}, {}],
  [{ exp: NOW + 1 }, {}],
  [{ exp: NOW }, {}, 'ERR_JWT_EXPIRED', { expiredAt: new Date(NOW * 1000) }],
  [{ exp: NOW - 9.5 }, {}, 'ERR_JWT_EXPIRED', { expiredAt: new Date((NOW - 9.5) * 1000) }],
  [{ exp: NOW - 10 }, { clockTolerance: 10 }, 'ERR_JWT_EXPIRED'],
  [{ exp: NOW - 9 }, { clockTolerance: 10 }],
  [{ exp: NOW - 59 }, { clockTolerance: '1 minute' }],
  [{ exp: 0 }, {}, 'ERR_JWT_EXPIRED', { expiredAt: new Date(0) }],
  [{ exp: 0 }, { clockTimestamp: 0 }, 'ERR_JWT_EXPIRED'],
  [{ exp: 1 }, { clockTimestamp: 0 }],
  [{ exp: 0 }, { ignoreExpiration: true }],
  [{ exp: 0 }, { ignoreExpiration: false }, 'ERR_JWT_EXPIRED'],
  [{ nbf: NOW }, {}],
  [{ nbf: NOW + 1 }, {}, 'ERR_JWT_NOT_ACTIVE', { date: new Date((NOW + 1) * 1000) }],
  [{ nbf: NOW + 10 }, { clockTolerance: 10 }],
  [{ nbf: NOW + 11 }, { clockTolerance: 10 }, 'ERR_JWT_NOT_ACTIVE'],
  [{ nbf: NOW + 11 }, { ignoreNotBefore: true }],
  [{ nbf: NOW + 11 }, { ignoreNotBefore: false }, 'ERR_JWT_NOT_ACTIVE'],
  [{ iat: NOW + 1000 }, {}],
  [{ iat: NOW - 59 }, { maxAge: 60 }],
  [{ iat: NOW - 60 }, { maxAge: '1m' }, 'ERR_JWT_EXPIRED', { expiredAt: new Date(NOW * 1000) }],
  [{ iat: NOW - 60 }, { maxAge: '1m', ignoreExpiration: true }, 'ERR_JWT_EXPIRED'],
  [{ iat: NOW - 60 }, { maxAge: 60, clockTolerance: 1 }],
  [{ iat: NOW }, { maxAge: 0 }, 'ERR_JWT_EXPIRED'],
  [{ iat: NOW + 1 }, { maxAge: 60 }, 'ERR_JWT_CLAIM_INVALID', { claim: 'iat' }],
  [{ iat: NOW + 1 }, { maxAge: 60, clockTolerance: 1 }],
  [{}, { maxAge: 60 }, 'ERR_JWT_CLAIM_INVALID', { claim: 'iat' }],
  ...['exp', 'nbf', 'iat'].flatMap((claim) =>
    ['1', null, true, [NOW + 9], {}, `${NOW + 9}`].map((value) => [
      { [claim]: value },
      { ignoreExpiration: true, ignoreNotBefore: true },
      'ERR_JWT_CLAIM_INVALID',
      { claim },
    ]),
  ),
  ['{"exp":1e999}', {}, 'ERR_JWT_CLAIM_INVALID', { claim: 'exp' }],
  ['{"nbf":-1e999}', {}, 'ERR_JWT_CLAIM_INVALID', { claim: 'nbf' }],
  [{ aud: 'a' }, {}],
  [{ aud: 'a' }, { audience: 'a' }],
  [{ aud: ['x', 'a'] }, { audience: 'a' }],
  [{ aud: ['x', 'a'] }, { audience: ['b', /^a$/] }],
  [{ aud: 'ab' }, { audience: /b/ }],
  [{ aud: 'ab' }, { audience: /a/g }],
  [{ aud: 'ab' }, { audience: /b/y }, 'ERR_JWT_CLAIM_INVALID', { claim: 'aud' }],
  [{ aud: 'ab' }, { audience: 'a' }, 'ERR_JWT_CLAIM_INVALID', { claim: 'aud' }],
  [{ aud: [] }, { audience: /.*/ }, 'ERR_JWT_CLAIM_INVALID', { claim: 'aud' }],
  [{ aud: [null, 1, {}] }, { audience: /.*/ }, 'ERR_JWT_CLAIM_INVALID', { claim: 'aud' }],
  [{ aud: null }, { audience: /null/ }, 'ERR_JWT_CLAIM_INVALID', { claim: 'aud' }],
  [{ aud: { a: 1 } }, { audience: /object/ }, 'ERR_JWT_CLAIM_INVALID', { claim: 'aud' }],
  [{}, { audience: /undefined/ }, 'ERR_JWT_CLAIM_INVALID', { claim: 'aud' }],
  ...[
    ['issuer', 'iss'],
    ['subject', 'sub'],
    ['jwtid', 'jti'],
    ['nonce', 'nonce'],
  ].flatMap(([option, claim]) => [
    [{ [claim]: 'x' }, { [option]: 'x' }],
    ...['y', 'xx', 1, null, ['x'], { toString: 'x' }].map((value) => [
      { [claim]: value },
      { [option]: 'x' },
      'ERR_JWT_CLAIM_INVALID',
      { claim },
    ]),
    [{}, { [option]: 'x' }, 'ERR_JWT_CLAIM_INVALID', { claim }],
  ]),
  [{ iss: 'b' }, { issuer: ['a', 'b'] }],
  [{ iss: 'c' }, { issuer: ['a', 'b'] }, 'ERR_JWT_CLAIM_INVALID', { claim: 'iss' }],
  [{ a: null, b: 0 }, { requiredClaims: ['a', 'b'] }],
  [{ a: 1 }, { requiredClaims: ['a', 'b'] }, 'ERR_JWT_CLAIM_INVALID', { claim: 'b' }],
  [{}, { requiredClaims: ['toString'] }, 'ERR_JWT_CLAIM_INVALID', { claim: 'toString' }],
  [{}, { requiredClaims: ['__proto__'] }, 'ERR_JWT_CLAIM_INVALID', { claim: '__proto__' }],
  ['text', { requiredClaims: ['length'] }, 'ERR_JWT_CLAIM_INVALID', { claim: 'length' }],
  ['text', { issuer: 'i' }, 'ERR_JWT_CLAIM_INVALID', { claim: 'iss' }],
  ['["text"]', { maxAge: 1 }, 'ERR_JWT_CLAIM_INVALID', { claim: 'iat' }],
];

test('claims are judged', async () => {
  for (const [claims, options, code, facts] of JUDGED) {
    const token = forge({ alg: 'HS256' }, claims);
    const result = await outcome('verifyJwt', token, secret, { clockTimestamp: NOW, ...options });
    const what = `${JSON.stringify(claims)} ${Object.entries(options)}`;
    assert.equal(result.code, code, what);
    if (code === undefined) assert.deepEqual(result.value, claims, what);
    for (const [fact, value] of Object.entries(facts ?? {})) assert.deepEqual(result[fact], value, what);
  }
  // By the clock, too.
  await refused('ERR_JWT_EXPIRED', 'verifyJwt', signJwtSync({}, secret, { expiresIn: -1 }), secret);
  await refused('ERR_JWT_NOT_ACTIVE', 'verifyJwt', signJwtSync({}, secret, { notBefore: 60 }), secret);
  await verified(signJwtSync({}, secret, { expiresIn: 60, notBefore: -1 }), secret, { maxAge: 60 });
});

test('the signature comes before the claims', async () => {
  const token = flipped(signJwtSync({}, secret, { expiresIn: -1 }));
  await refused('ERR_JWT_SIGNATURE_INVALID', 'verifyJwt', token, secret, { issuer: 'i' });
});

test('typ', async () => {
  const token = (typ) => signJwtSync({}, secret, { noTimestamp: true, header: { typ } });
  for (const [typ, expected] of [
    ['JWT', 'JWT'],
    ['JWT', 'jwt'],
    ['at+jwt', 'at+jwt'],
    ['AT+JWT', 'application/at+jwt'],
    ['application/at+jwt', 'at+jwt'],
  ])
    assert.deepEqual(await verified(token(typ), secret, { typ: expected }), {});
  for (const [typ, expected] of [
    ['JWT', 'at+jwt'],
    [undefined, 'JWT'],
    ['text/jwt', 'jwt'],
    [['JWT'], 'JWT'],
  ]) {
    const { claim } = await refused('ERR_JWT_CLAIM_INVALID', 'verifyJwt', token(typ), secret, {
      typ: expected,
    });
    assert.equal(claim, 'typ');
  }
});

test('what is no claims is a string, or bytes', async () => {
  for (const text of [
    '',
    'text',
    '1',
    'null',
    'true',
    '"text"',
    '[]',
    '[{"a":1}]',
    '{',
    '{"a":1}}',
    '\ufeff{"a":1}',
  ])
    assert.equal(await verified(forge({ alg: 'HS256' }, text), secret), text);
  for (const text of ['{}', ' {"a":[1]}\r\n'])
    assert.deepEqual(await verified(forge({ alg: 'HS256' }, text), secret), JSON.parse(text));
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  assert.deepEqual(await verified(signJwtSync(bytes, secret), secret), bytes);
  // Where the header says JWT it has to be claims (RFC 7519 section 7.2).
  for (const typ of ['JWT', 'jwt', 'application/jwt', 'at+jwt'])
    await refused('ERR_JWT_MALFORMED', 'verifyJwt', forge({ alg: 'HS256', typ }, 'text'), secret);
  const open = signJwtSync('{}', secret, { header: { b64: false, crit: ['b64'], typ: 'JWT' } });
  await refused('ERR_JWT_MALFORMED', 'verifyJwt', open, secret);
});

test('complete', async () => {
  const token = signJwtSync({ a: 1 }, secret, { noTimestamp: true, header: { kid: '1' } });
  const parts = {
    header: { alg: 'HS256', typ: 'JWT', kid: '1' },
    payload: { a: 1 },
    signature: token.split('.')[2],
  };
  const first = await verified(token, secret, { complete: true });
  assert.deepEqual(first, parts);
  first.header.alg = 'none';
  assert.deepEqual(await verified(token, secret, { complete: true }), parts);
  assert.deepEqual(await verified(token, secret, { complete: false }), { a: 1 });
});

test('malformed tokens', async () => {
  const token = forge({ alg: 'HS256' }, { a: 1 });
  const [header, payload, signature] = token.split('.');
  const signed = (input) => `${input}.${hmac(input, SECRET)}`;
  const json = (text) => signed(`${base64url(text)}.${payload}`);
  const tokens = [
    '',
    '.',
    '..',
    '...',
    'a',
    header,
    `${header}.${payload}`,
    `${token}.`,
    `.${token}`,
    `${token}.${signature}`,
    `.${payload}.${signature}`,
    `Bearer ${token}`,
    ` ${token}`,
    `${token} `,
    `${token}\n`,
    `${token}=`,
    `${token.slice(0, -1)}B`,
    token.replace('.', '=.'),
    signed(`${header}=.${payload}`),
    signed(`${header}.${payload}=`),
    signed(`${header}.${payload} `),
    signed(`${header}.${payload}\n`),
    signed(`${header}. ${payload}`),
    signed(`${header}.AB`),
    signed(`${header}.A`),
    signed(`${header}.+/+/`),
    signed(`${header}.ä`),
    signed(`${header}.\u0141`),
    `${header}.${payload}.${'+'.repeat(43)}`,
    json(''),
    json('null'),
    json('1'),
    json('"HS256"'),
    json('[]'),
    json('[{"alg":"HS256"}]'),
    json('{}'),
    json('{"alg":"HS256"'),
    json('{"alg":"HS256"}x'),
    json('{alg:"HS256"}'),
    json('\ufeff{"alg":"HS256"}'),
    json('{"ALG":"HS256"}'),
    json('{"alg":null}'),
    json('{"alg":256}'),
    json('{"alg":["HS256"]}'),
    json('{"alg":{"toString":"HS256"}}'),
    json('{"__proto__":{"alg":"HS256"}}'),
    json('{"alg":"HS256","b64":"false"}'),
    json('{"alg":"HS256","b64":0}'),
    json('{"alg":"HS256","b64":null}'),
    signed(`${Buffer.from('{"alg":"HS256","a":"\xff"}', 'latin1').toString('base64url')}.${payload}`),
    signed(`${base64url('{"alg":"HS256","b64":false,"crit":["b64"]}')}.\u00e4`),
    signed(`${base64url('{"alg":"HS256","b64":false,"crit":["b64"]}')}.\n`),
    JSON.stringify({ protected: header, payload, signature }),
  ];
  for (const one of tokens) await refused('ERR_JWT_MALFORMED', 'verifyJwt', one, secret);
  for (const one of [undefined, null, 1, {}, [token], Buffer.from(token), new String(token)])
    await refused('ERR_INVALID_ARG_TYPE', 'verifyJwt', one, secret);
  // The last of two members counts, as JSON.parse has it, for the check as for the reader.
  assert.deepEqual(await verified(json('{"alg":"none","alg":"HS256"}'), secret), { a: 1 });
  await refused('ERR_JWT_ALGORITHM', 'verifyJwt', json('{"alg":"HS256","alg":"none"}'), secret);
});

test('one token has one spelling', async () => {
  const token = forge({ alg: 'HS256' }, { a: 1 });
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \n\0';
  for (let i = 0; i < token.length; i++) {
    for (const letter of alphabet) {
      if (letter === token[i]) continue;
      const other = token.slice(0, i) + letter + token.slice(i + 1);
      assert.throws(() => verifyJwtSync(other, secret), { code: /^ERR_JWT_/ }, `${letter} at ${i}`);
    }
  }
});

test('crit', async () => {
  const token = (header) => forge({ alg: 'HS256', ...header }, { a: 1 });
  for (const header of [
    { crit: [] },
    { crit: 'b64', b64: true },
    { crit: {} },
    { crit: null },
    { crit: true },
    { crit: ['exp'], exp: 1 },
    { crit: ['exp'] },
    { crit: ['b64'] },
    { crit: ['b64', 'b64'], b64: true },
    { crit: ['b64', 'exp'], b64: true, exp: 1 },
    { crit: ['alg'] },
    { crit: ['crit'] },
    { crit: ['kid'], kid: '1' },
    { crit: [1], 1: 1 },
    { crit: [['b64']], b64: true },
    { crit: [''], '': 1 },
    { crit: ['__proto__'] },
    { crit: ['toString'] },
    { b64: false },
    { b64: false, crit: ['exp'], exp: 1 },
  ])
    await refused('ERR_JWT_CRIT', 'verifyJwt', token(header), secret);
  assert.deepEqual(await verified(token({ crit: ['b64'], b64: true }), secret), { a: 1 });
  assert.deepEqual(await verified(token({ b64: true }), secret), { a: 1 });
});

test('options that are none', async () => {
  const token = signJwtSync({ aud: 'a' }, secret);
  const wrong = {
    ERR_INVALID_ARG_TYPE: [
      null,
      1,
      'HS256',
      { algorithms: 'HS256' },
      { algorithms: [1] },
      // biome-ignore lint/suspicious/noSparseArray: a hole is no algorithm
      { algorithms: ['HS256', ,] },
      { algorithms: new Set(['HS256']) },
      { audience: 1 },
      { audience: [1] },
      { audience: [['a']] },
      { audience: { test: () => true } },
      { issuer: /i/ },
      { issuer: [undefined] },
      { subject: ['s'] },
      { jwtid: 1 },
      { nonce: 1 },
      { typ: 1 },
      { requiredClaims: 'exp' },
      { maxAge: true },
      { clockTolerance: {} },
      { clockTimestamp: '0' },
      { clockTimestamp: new Date() },
      { ignoreExpiration: 1 },
      { ignoreNotBefore: 'true' },
      { detachedPayload: 1 },
      { detachedPayload: [1] },
      { complete: 1 },
      { allowInsecureKeySizes: 'true' },
    ],
    ERR_INVALID_ARG_VALUE: [
      { algorithms: [] },
      { algorithms: [''] },
      { audience: [] },
      { audience: '' },
      { issuer: '' },
      { issuer: [] },
      { subject: '' },
      { requiredClaims: [] },
      { maxAge: '60' },
      { clockTolerance: 'some' },
      { isuer: 'i' },
      { algorithm: 'HS256' },
    ],
    ERR_OUT_OF_RANGE: [
      { maxAge: -1 },
      { maxAge: '-1s' },
      { maxAge: Number.NaN },
      { clockTolerance: -1 },
      { clockTolerance: Number.POSITIVE_INFINITY },
      { clockTimestamp: Number.NaN },
    ],
  };
  for (const [code, list] of Object.entries(wrong))
    for (const options of list) await refused(code, 'verifyJwt', token, secret, options);
  const nothing = Object.fromEntries(
    ['algorithms', 'issuer', 'maxAge', 'isuer'].map((name) => [name, undefined]),
  );
  assert.equal((await verified(token, secret, nothing)).aud, 'a');
});

// ------------------------------------------------------------------------------------- hostile surroundings

test('a polluted Object.prototype changes nothing', async () => {
  const sparse = forge({ alg: 'HS256' }, { a: 1 });
  const short = Buffer.alloc(4, 'k');
  const pollution = {
    algorithm: 'HS512',
    algorithms: ['HS256', 'none'],
    allowInsecureKeySizes: true,
    ignoreExpiration: true,
    complete: true,
    noTimestamp: true,
    expiresIn: 60,
    exp: 1,
    iss: 'i',
    aud: 'a',
    b64: false,
    crit: ['x'],
    kid: 'k',
    typ: 'JWT',
    keys: [],
    kty: 'oct',
    key: SECRET,
    header: { kid: 'k' },
  };
  const judge = async () => [
    await outcome('verifyJwt', sparse, secret),
    await outcome('verifyJwt', sparse, secret, {}),
    await outcome('verifyJwt', sparse, SECRET),
    await outcome('verifyJwt', sparse, secret, { issuer: 'i' }),
    await outcome('verifyJwt', sparse, secret, { audience: 'a' }),
    await outcome('verifyJwt', sparse, secret, { requiredClaims: ['iss'] }),
    await outcome('verifyJwt', sparse, secret, { maxAge: 1 }),
    await outcome('verifyJwt', sparse, secret, { typ: 'JWT' }),
    await outcome('verifyJwt', forge({ alg: 'HS256' }, { exp: 1 }), secret),
    await outcome('verifyJwt', forge({ alg: 'HS256' }, 'text'), secret),
    await outcome('verifyJwt', forge({}, {}), secret),
    await outcome('verifyJwt', forge({ alg: 'HS256' }, {}, short), short, HS256),
    await outcome('signJwt', {}, secret, { clockTimestamp: NOW }),
    await outcome('signJwt', 'text', secret),
    await outcome('signJwt', {}, SECRET),
    await outcome('signJwt', {}, short, { algorithm: 'HS256' }),
    await outcome('signJwt', {}, {}),
  ];
  const clean = await judge();
  for (const [name, value] of Object.entries(pollution)) {
    Object.defineProperty(Object.prototype, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: false,
    });
    try {
      assert.deepEqual(await judge(), clean, name);
    } finally {
      delete Object.prototype[name];
    }
  }
});

test('names of the prototype in a payload are members like others', async () => {
  const text = '{"__proto__":{"admin":true,"iss":"i"},"constructor":{"prototype":{"admin":true}}}';
  const claims = await verified(forge({ alg: 'HS256' }, text), secret);
  assert.equal(claims.admin, undefined);
  assert.equal({}.admin, undefined);
  assert.equal(Object.getPrototypeOf(claims), Object.prototype);
  assert.ok(Object.hasOwn(claims, '__proto__'));
  const { claim } = await refused(
    'ERR_JWT_CLAIM_INVALID',
    'verifyJwt',
    forge({ alg: 'HS256' }, text),
    secret,
    {
      issuer: 'i',
    },
  );
  assert.equal(claim, 'iss');
  assert.equal(
    Buffer.from(signJwtSync(claims, secret, { noTimestamp: true }).split('.')[1], 'base64url').toString(),
    text,
  );
});

test('no message tells a secret', async () => {
  const short = 'not long enough';
  for (const attempt of [
    ['signJwt', {}, short, { algorithm: 'HS256' }],
    ['signJwt', {}, short],
    ['verifyJwt', forge({ alg: 'HS256' }, {}, short), short, HS256],
    ['verifyJwt', forge({ alg: 'HS256' }, {}, short), short],
    ['verifyJwt', forge({ alg: 'HS256' }, {}, 'x'), SECRET, HS256],
  ]) {
    const { message } = await outcome(...attempt);
    assert.ok(message && !message.includes(short) && !message.includes(SECRET), message);
  }
});

// --------------------------------------------------------------------------------------------- other libraries

/** What each of them signs and verifies. */
const RIVALS = {
  jsonwebtoken: async (jwt) => ({
    algorithms: [
      'HS256',
      'HS384',
      'HS512',
      'RS256',
      'RS384',
      'RS512',
      'PS256',
      'PS384',
      'PS512',
      'ES256',
      'ES384',
      'ES512',
    ],
    sign: (payload, key, algorithm) =>
      jwt.sign(payload, key, { algorithm, expiresIn: '1h', issuer: 'i', keyid: '1' }),
    verify: (token, key, algorithm) => jwt.verify(token, key, { algorithms: [algorithm], issuer: 'i' }),
  }),
  jose: async (jose) => ({
    algorithms: ALGORITHMS.filter((algorithm) => /^(HS|RS|PS|ES)(256|384|512)$|^Ed/.test(algorithm)),
    sign: (payload, key, algorithm) =>
      new jose.SignJWT(payload)
        .setProtectedHeader({ alg: algorithm, kid: '1' })
        .setIssuer('i')
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key),
    verify: async (token, key, algorithm) =>
      (await jose.jwtVerify(token, key, { algorithms: [algorithm], issuer: 'i' })).payload,
  }),
  'fast-jwt': async (jwt) => ({
    algorithms: ['HS256', 'HS384', 'HS512', 'RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    sign: (payload, key, algorithm) =>
      jwt.createSigner({ key: textOf(key), algorithm, expiresIn: 3_600_000, iss: 'i', kid: '1' })(payload),
    verify: (token, key, algorithm) =>
      jwt.createVerifier({ key: textOf(key), algorithms: [algorithm], allowedIss: 'i' })(token),
  }),
};

function textOf(key) {
  return key.type === 'secret'
    ? key.export()
    : key.export({ format: 'pem', type: key.type === 'public' ? 'spki' : 'pkcs8' });
}

for (const [name, adapt] of Object.entries(RIVALS)) {
  test(`${name} and ferrosign read each other's tokens`, async (t) => {
    let library;
    try {
      library = await import(name);
    } catch (error) {
      return t.skip(`${name}: ${error.code}`);
    }
    const { algorithms, sign, verify } = await adapt(library.default ?? library);
    for (const algorithm of algorithms) {
      const row = rows.find((one) => one.algorithms.includes(algorithm));
      const { privateKey, publicKey } = keys[row.name];
      const [own, other] =
        row.name === 'hmac'
          ? [crypto.createSecretKey(SECRET, 'utf8'), crypto.createSecretKey(SECRET, 'utf8')]
          : [crypto.createPrivateKey(privateKey.export()), crypto.createPublicKey(publicKey.export())];
      let theirs;
      try {
        theirs = await sign({ admin: true }, own, algorithm);
      } catch (error) {
        // jose has names that this Node's WebCrypto does not know.
        assert.equal(error.code, 'ERR_JOSE_NOT_SUPPORTED');
        continue;
      }
      const read = await verified(theirs, publicKey, {
        algorithms: [algorithm],
        issuer: 'i',
        maxAge: 60,
        complete: true,
      });
      assert.deepEqual([read.payload.admin, read.header.kid, read.header.alg], [true, '1', algorithm]);
      const ours = signJwtSync({ admin: true }, privateKey, { algorithm, issuer: 'i', expiresIn: '1h' });
      assert.equal((await verify(ours, other, algorithm)).admin, true);
      await assert.rejects(async () => verify(flipped(ours), other, algorithm));
    }
  });
}

test('jsonwebtoken writes the same token', async (t) => {
  let jwt;
  try {
    jwt = require('jsonwebtoken');
  } catch (error) {
    return t.skip(error.code);
  }
  const payload = { a: 1, iat: NOW, list: ['ä'] };
  for (const options of [
    {},
    { notBefore: 5, expiresIn: '2h' },
    { audience: ['a'], issuer: 'i', subject: 's', jwtid: 'j' },
    { header: { kid: '1', cty: 'x' } },
  ]) {
    for (const [algorithm, key] of [
      ['HS256', SECRET],
      ['RS256', keys.rsa.privateKey.export()],
    ]) {
      const theirs = jwt.sign(payload, key, { algorithm, ...options });
      assert.equal(signJwtSync(payload, key, { algorithm, ...options }), theirs);
    }
  }
  assert.equal(
    signJwtSync('text', SECRET, { algorithm: 'HS512' }),
    jwt.sign('text', SECRET, { algorithm: 'HS512' }),
  );
});

after(() => {
  const types = fs.readFileSync(path.join(__dirname, '..', 'index.d.ts'), 'utf8');
  const codes = Array.from(types.matchAll(/^ {2}\| '(ERR_JWT_\w+)'/gm), (match) => match[1]);
  assert.ok(codes.length > 5);
  assert.deepEqual(
    codes.filter((code) => !met.has(code)),
    [],
    'every code is met',
  );
});
