// Every row of the table through every library that makes, signs with and verifies its keys, in every way in.
'use strict';

const assert = require('node:assert/strict');
const { createHash, randomBytes } = require('node:crypto');
const { test } = require('node:test');

const ferrosign = require('..');
const { HASHES, damaged, flipped, schemesOf } = require('./cases.js');

const MESSAGE = Buffer.from('The quick brown fox jumps over the lazy dog');

/** What `generateKeyPair` is told for each row; one entry is one kind of key. */
const KINDS = [
  { row: 'rsa', type: 'rsa', options: { modulusLength: 2048 } },
  { row: 'rsa-pss', type: 'rsa-pss', options: { modulusLength: 2048 } },
  {
    row: 'rsa-pss',
    type: 'rsa-pss',
    options: { modulusLength: 2048, hashAlgorithm: 'sha256', mgf1HashAlgorithm: 'sha256', saltLength: 21 },
    bound: { hashAlgorithm: 'sha256', saltLength: 21 },
  },
  ...ferrosign
    .keyTypes()
    .filter(({ name }) => !['rsa', 'rsa-pss', 'hmac'].includes(name))
    // The small variants of SLH-DSA take half a second a signature: one stands for all.
    .filter(({ name }) => !/^slh-dsa-.*s$/.test(name) || name === 'slh-dsa-sha2-128s')
    .map(({ name, asymmetricKeyType, namedCurve }) =>
      asymmetricKeyType === 'ec'
        ? { row: name, type: 'ec', options: { namedCurve } }
        : { row: name, type: asymmetricKeyType, options: {} },
    ),
  { row: 'hmac' },
].map((kind) => ({
  ...kind,
  name: kind.bound ? `${kind.row} bound to ${kind.bound.hashAlgorithm}` : kind.row,
}));

const ROWS = Object.fromEntries(ferrosign.keyTypes().map((row) => [row.name, row]));

/** What a library does not do. Whatever else it refuses is a fault, and so is what it does beyond. */
const REFUSES = {
  ring: {
    rsa: ({ node, salt, options }, operation) =>
      !['sha256', 'sha384', 'sha512'].includes(node.hash) ||
      (salt !== undefined &&
        (salt !== HASHES[node.hash] || (operation === 'verify' && options.saltLength === -2))),
    ec: ({ node }, operation, row) =>
      !['P-256 sha256', 'P-384 sha384'].includes(`${row} ${node.hash}`) &&
      !(
        operation === 'verify' &&
        ['P-256 sha384', 'P-384 sha256'].includes(`${row} ${node.hash}`) &&
        node.dsaEncoding !== 'ieee-p1363'
      ),
    hmac: ({ node }) => !['sha1', 'sha256', 'sha384', 'sha512'].includes(node.hash),
  },
  // A bound key has a least salt length, which these do not compare with one found in the signature.
  'aws-lc': { 'rsa-pss': boundAuto },
  rsa: { 'rsa-pss': boundAuto },
};
REFUSES.ring['rsa-pss'] = REFUSES.ring.rsa;

function boundAuto({ options }, operation, _row, bound) {
  return bound !== undefined && operation === 'verify' && options.saltLength === -2;
}

function refuses(backend, kind, scheme, operation) {
  const type = ROWS[kind.row].asymmetricKeyType ?? 'hmac';
  return REFUSES[backend]?.[type]?.(scheme, operation, kind.row, kind.bound) ?? false;
}

const withBackend = (scheme, backend) => ({ ...scheme.options, backend });
const able = (kind, scheme, operation) =>
  ROWS[kind.row].backends[operation].filter((backend) => !refuses(backend, kind, scheme, operation));

/** One pair from each library that makes keys of this kind. */
function pairs(kind) {
  if (kind.type === undefined) {
    const secret = ferrosign.createSecretKey(randomBytes(40));
    return [{ maker: 'bytes', privateKey: secret, publicKey: secret }];
  }
  return ROWS[kind.row].backends.generate.map((maker) => ({
    maker,
    ...ferrosign.generateKeyPairSync(kind.type, { ...kind.options, backend: maker }),
  }));
}

test('the kinds of key here are all rows of the table', () => {
  const rows = Object.keys(ROWS).filter(
    (name) => !/^slh-dsa-.*s$/.test(name) || name === 'slh-dsa-sha2-128s',
  );
  assert.deepEqual([...new Set(KINDS.map(({ row }) => row))], rows);
});

/** Rows that share all code but the arithmetic with another, and are slow: they are not put through batches. */
const SLOW = /^(sect|brainpool|slh-dsa|bls)/;

for (const kind of KINDS) {
  const made = pairs(kind);
  const schemes = schemesOf(ROWS[kind.row], kind);
  const usual = {
    label: 'null',
    options: {},
    node: { hash: ROWS[kind.row].namedCurve === 'secp384r1' ? 'sha384' : 'sha256' },
    salt: kind.bound?.saltLength,
  };
  const [signers, verifiers] = ['sign', 'verify'].map((operation) => able(kind, usual, operation));

  test(`${kind.name}: what one library signs, each verifies, and nothing else`, () => {
    let accepted = 0;
    let rejected = 0;
    for (const { maker, privateKey, publicKey } of made) {
      for (const scheme of schemes) {
        const seen = new Set();
        for (const signer of able(kind, scheme, 'sign')) {
          const where = `${maker} > ${signer} > ${scheme.label}`;
          const signature = ferrosign.signSync(
            scheme.algorithm,
            MESSAGE,
            privateKey,
            withBackend(scheme, signer),
          );
          seen.add(signature.toString('hex'));
          for (const verifier of able(kind, scheme, 'verify')) {
            const check = (data, claimed) =>
              ferrosign.verifySync(scheme.algorithm, data, publicKey, claimed, withBackend(scheme, verifier));
            assert.equal(check(MESSAGE, signature), true, `${where} > ${verifier}`);
            accepted++;
            const wrong = [
              ...[0, 20, -1].map((at) => [`message ${at}`, flipped(MESSAGE, at), signature]),
              ['message cut', MESSAGE.subarray(1), signature],
              ['message empty', '', signature],
              ...damaged(signature).map(([why, claimed]) => [why, MESSAGE, claimed]),
            ];
            for (const [why, data, claimed] of wrong) {
              assert.equal(check(data, claimed), false, `${where} > ${verifier}: ${why}`);
              rejected++;
            }
          }
        }
        if (scheme.deterministic) assert.equal(seen.size, 1, `${maker} > ${scheme.label}: one signature`);
        else assert.equal(seen.size, able(kind, scheme, 'sign').length, `${scheme.label}: never the same`);
      }
    }
    assert.ok(accepted >= schemes.length * made.length, `${accepted} accepted`);
    assert.ok(rejected > 15 * accepted, `${rejected} rejected`);
  });

  test(`${kind.name}: a library that cannot says which can`, () => {
    const [{ privateKey, publicKey }] = made;
    for (const scheme of schemes) {
      for (const operation of ['sign', 'verify']) {
        const can = able(kind, scheme, operation);
        const load = (backend) =>
          operation === 'sign'
            ? ferrosign.createSigner(scheme.algorithm, privateKey, withBackend(scheme, backend))
            : ferrosign.createVerifier(scheme.algorithm, publicKey, withBackend(scheme, backend));
        for (const backend of [
          ...new Set([...ferrosign.backends().map(({ name }) => name), 'toString', '']),
        ]) {
          if (can.includes(backend)) {
            assert.equal(load(backend).backend, backend, `${scheme.label} ${operation}`);
          } else {
            assert.throws(
              () => load(backend),
              {
                code: 'ERR_FERROSIGN_UNSUPPORTED_BACKEND',
                message: `The backend '${backend}' cannot ${operation} with this key and algorithm; these can: ${can.join(', ')}`,
              },
              `${scheme.label} ${operation} ${backend}`,
            );
          }
        }
        assert.equal(load(undefined).backend, can[0], `${scheme.label}: the first of the row that can`);
      }
    }
  });

  if (!SLOW.test(kind.row))
    test(`${kind.name}: every way in gives the same`, async () => {
      const { privateKey, publicKey } = made.at(-1);
      for (const [number, scheme] of schemes.entries()) {
        for (const backend of able(kind, scheme, 'sign')) {
          for (const [index, [name, sign]] of SIGN_FORMS.entries()) {
            // Where schemes are many, each takes its turn with every third way.
            if (schemes.length > 20 && (index + number) % 3 > 0) continue;
            const signature = await sign(scheme.algorithm, MESSAGE, privateKey, withBackend(scheme, backend));
            const [verifyName, verify] = VERIFY_FORMS[(index + number) % VERIFY_FORMS.length];
            const where = `${scheme.label} ${backend} ${name} ${verifyName}`;
            assert.ok(Buffer.isBuffer(signature), where);
            for (const [data, expected] of [
              [MESSAGE, true],
              [flipped(MESSAGE, 7), false],
            ]) {
              const verdict = await verify(scheme.algorithm, data, publicKey, signature, scheme.options);
              assert.equal(verdict, expected, where);
            }
          }
        }
      }
    });

  if (!SLOW.test(kind.row))
    test(`${kind.name}: message sizes`, async () => {
      const [{ privateKey, publicKey }] = made;
      for (const size of [0, 1, 63, 64, 65, 127, 128, 129, 4096, 1024 * 1024]) {
        const data = randomBytes(size);
        for (const backend of signers) {
          const [sync, promise] = [
            ferrosign.signSync(null, data, privateKey, { backend }),
            await ferrosign.sign(null, data, privateKey, { backend }),
          ];
          for (const verifier of verifiers) {
            for (const signature of [sync, promise]) {
              const verdict = ferrosign.verifySync(null, data, publicKey, signature, { backend: verifier });
              assert.equal(verdict, true, `${size} bytes, ${backend} > ${verifier}`);
            }
            if (size === 0) continue;
            const verdict = await ferrosign.verify(null, flipped(data, -1), publicKey, sync, {
              backend: verifier,
            });
            assert.equal(verdict, false, `${size} bytes, ${backend} > ${verifier}`);
          }
        }
      }
    });

  if (!SLOW.test(kind.row))
    test(`${kind.name}: batches, with one bad item at each place`, async () => {
      const [{ privateKey, publicKey: key }] = made;
      const list = Array.from({ length: 1000 }, (_, i) => randomBytes(i % 70));
      const all = await ferrosign.signMany(null, list, privateKey);
      for (const size of [0, 1, 2, 3, 63, 64, 65, 1000]) {
        const messages = list.slice(0, size);
        const made = size === 1000 ? all : ferrosign.signManySync(null, messages, privateKey);
        assert.equal(made.length, size);
        const items = messages.map((data, i) => ({ data, key, signature: made[i] }));
        for (const [at, item] of badItems(items)) {
          const batch = at === undefined ? items : items.with(at, item);
          const expected = items.map((_, i) => i !== at);
          for (const verify of [ferrosign.verifyManySync, ferrosign.verifyMany]) {
            assert.deepEqual(
              await verify(null, batch),
              expected,
              `${verify.name}: item ${at} of ${size} is bad`,
            );
          }
        }
      }
    });

  if (kind.row === 'hmac' || kind.bound) continue;

  test(`${kind.name}: another key verifies nothing`, () => {
    const [{ privateKey }] = made;
    const { publicKey } = ferrosign.generateKeyPairSync(kind.type, kind.options);
    for (const scheme of schemes) {
      const signature = ferrosign.signSync(scheme.algorithm, MESSAGE, privateKey, scheme.options);
      for (const verifier of able(kind, scheme, 'verify')) {
        const options = withBackend(scheme, verifier);
        const verdict = ferrosign.verifySync(scheme.algorithm, MESSAGE, publicKey, signature, options);
        assert.equal(verdict, false, `${scheme.label} > ${verifier}`);
      }
    }
  });
}

/** Nothing bad, then one bad item at several places: its message, its signature, no signature. */
function* badItems(items) {
  yield [];
  const last = items.length - 1;
  const places = items.length > 64 ? [0, 64, last] : [0, 1, last];
  for (const at of new Set(places.filter((place) => place >= 0 && place <= last))) {
    const item = items[at];
    yield [at, { ...item, data: Buffer.concat([item.data, Buffer.from('!')]) }];
    if (at > 0 || items.length > 64) continue;
    yield [at, { ...item, signature: flipped(item.signature, -1) }];
    yield [at, { ...item, signature: Buffer.alloc(0) }];
  }
}

/** The ways to one signature. */
const SIGN_FORMS = Object.entries({
  signSync: ferrosign.signSync,
  sign: ferrosign.sign,
  signManySync: (algorithm, data, key, options) =>
    ferrosign.signManySync(algorithm, ['other', data], key, options)[1],
  signMany: async (algorithm, data, key, options) =>
    (await ferrosign.signMany(algorithm, [data, 'other'], key, options))[0],
  'signer.signSync': (algorithm, data, key, options) =>
    ferrosign.createSigner(algorithm, key, options).signSync(data),
  'signer.sign': (algorithm, data, key, options) =>
    ferrosign.createSigner(algorithm, key, options).sign(data),
  'signer.signManySync': (algorithm, data, key, options) =>
    ferrosign.createSigner(algorithm, key, options).signManySync([data])[0],
  'signer.signMany': async (algorithm, data, key, options) =>
    (await ferrosign.createSigner(algorithm, key, options).signMany([data]))[0],
  'hex by signSync': (algorithm, data, key, options) =>
    Buffer.from(ferrosign.signSync(algorithm, data, key, { ...options, encoding: 'hex' }), 'hex'),
  'base64url by signMany': async (algorithm, data, key, options) =>
    Buffer.from(
      (await ferrosign.signMany(algorithm, [data], key, { ...options, encoding: 'base64url' }))[0],
      'base64url',
    ),
});

/** The ways to one verdict. */
const VERIFY_FORMS = Object.entries({
  verifySync: ferrosign.verifySync,
  verify: ferrosign.verify,
  verifyManySync: (algorithm, data, key, signature, options) =>
    ferrosign.verifyManySync(algorithm, [{ data, key, signature }], options)[0],
  verifyMany: async (algorithm, data, key, signature, options) =>
    (await ferrosign.verifyMany(algorithm, [{ data, key, signature }], options))[0],
  'verifier.verifySync': (algorithm, data, key, signature, options) =>
    ferrosign.createVerifier(algorithm, key, options).verifySync(data, signature),
  'verifier.verify': (algorithm, data, key, signature, options) =>
    ferrosign.createVerifier(algorithm, key, options).verify(data, signature),
  'verifier.verifyManySync': (algorithm, data, key, signature, options) =>
    ferrosign.createVerifier(algorithm, key, options).verifyManySync([{ data, signature }])[0],
  'verifier.verifyMany': async (algorithm, data, key, signature, options) =>
    (await ferrosign.createVerifier(algorithm, key, options).verifyMany([{ data, signature }]))[0],
  'base64 by verifySync': (algorithm, data, key, signature, options) =>
    ferrosign.verifySync(algorithm, data, key, signature.toString('base64'), {
      ...options,
      encoding: 'base64',
    }),
});

test('what the ways in answer: promises from plain names, values from Sync', async () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('ed25519');
  const signature = ferrosign.signSync(null, MESSAGE, privateKey);
  for (const [name, sign] of SIGN_FORMS.slice(0, 8)) {
    const result = sign(null, MESSAGE, privateKey);
    assert.equal(result instanceof Promise, !name.includes('Sync'), name);
    assert.deepEqual(await result, signature, name);
  }
  for (const [name, verify] of VERIFY_FORMS.slice(0, 8)) {
    const result = verify(null, MESSAGE, publicKey, signature);
    assert.equal(result instanceof Promise, !name.includes('Sync'), name);
    assert.equal(await result, true, name);
  }
});

test('a batch may mix keys and types of key', async () => {
  const items = Object.values(ROWS)
    .filter((row) => row.backends.generate.length > 0 && !SLOW.test(row.name))
    .flatMap((row) => [0, 1].map(() => ferrosign.generateKeyPairSync(row.namedCurve ? 'ec' : row.name, row)))
    .map(({ privateKey, publicKey }, i) => ({
      data: `message ${i}`,
      // sr25519 has no PEM.
      key: i % 2 || publicKey.asymmetricKeyType === 'sr25519' ? publicKey : publicKey.export(),
      signature: ferrosign.signSync(null, `message ${i}`, privateKey),
    }));
  assert.ok(items.length >= 14);
  assert.deepEqual(
    ferrosign.verifyManySync(null, items),
    items.map(() => true),
  );
  const shifted = items.map((item, i) => ({ ...item, key: items[(i + 2) % items.length].key }));
  assert.deepEqual(
    await ferrosign.verifyMany(null, shifted),
    items.map(() => false),
  );
});

test('the salt of PSS: what is found is what was asked for', () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('rsa');
  const kind = { row: 'rsa' };
  const bytes = (saltLength) => ({ '-1': 32, '-2': 222, undefined: 32 })[saltLength] ?? saltLength;
  for (const made of [undefined, -1, -2, 0, 1, 20, 31, 32, 33, 222]) {
    for (const asked of [undefined, -1, -2, 0, 1, 20, 31, 32, 33, 222]) {
      const signature = ferrosign.signSync('sha256', MESSAGE, privateKey, { padding: 6, saltLength: made });
      const options = { padding: 6, saltLength: asked };
      const scheme = { node: { hash: 'sha256' }, options, salt: bytes(asked) };
      for (const backend of able(kind, scheme, 'verify')) {
        assert.equal(
          ferrosign.verifySync('sha256', MESSAGE, publicKey, signature, { ...options, backend }),
          asked === -2 || bytes(asked) === bytes(made),
          `${made} asked as ${asked} of ${backend}`,
        );
      }
    }
  }
});

test('an RSA key has the bits that it says, and those asked for', () => {
  for (const backend of ROWS.rsa.backends.generate) {
    for (const modulusLength of [2048, 2049, 2050, 2055, 2056, 2112, 3071, 3072]) {
      const where = `${backend} ${modulusLength}`;
      let key;
      try {
        key = ferrosign.generateKeyPairSync('rsa', { modulusLength, backend }).privateKey;
      } catch (error) {
        assert.equal(error.code, 'ERR_FERROSIGN_UNSUPPORTED_BACKEND', where);
        continue;
      }
      const said = key.asymmetricKeyDetails.modulusLength;
      assert.equal(ferrosign.createPrivateKey(key.export()).asymmetricKeyDetails.modulusLength, said, where);
      // OpenSSL, and so node, makes the even number below an odd one.
      assert.ok([modulusLength, modulusLength & ~1].includes(said), `${where}: ${said}`);
      assert.equal(
        ferrosign.signSync('sha256', MESSAGE, key, { padding: 6, saltLength: -2 }).length,
        Math.ceil(said / 8),
      );
    }
  }
});

test('MGF1 may have a hash of its own', () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('rsa');
  for (const backend of ['aws-lc', 'openssl']) {
    const options = { padding: 6, mgf1HashAlgorithm: 'sha1', backend };
    const signature = ferrosign.signSync('sha256', MESSAGE, privateKey, options);
    for (const [mgf1HashAlgorithm, expected] of [
      ['sha1', true],
      ['SHA-1', true],
      ['sha256', false],
      [undefined, false],
    ]) {
      for (const verifier of ['aws-lc', 'openssl']) {
        const asked = { padding: 6, mgf1HashAlgorithm, backend: verifier };
        assert.equal(
          ferrosign.verifySync('sha256', MESSAGE, publicKey, signature, asked),
          expected,
          verifier,
        );
      }
    }
  }
});

test('what is bytes, and which', async () => {
  const { privateKey: key, publicKey } = ferrosign.generateKeyPairSync('ed25519');
  const backing = Uint8Array.from({ length: 64 }, (_, i) => i).buffer;
  const shared = new SharedArrayBuffer(16);
  new Uint8Array(shared).set([1, 2, 3]);
  const resizable = new ArrayBuffer(8, { maxByteLength: 64 });
  const tracking = new Uint8Array(resizable, 2);
  resizable.resize(12);
  const growable = new SharedArrayBuffer(4, { maxByteLength: 8 });
  const growing = new Uint8Array(growable);
  growable.grow(8);
  const outside = new ArrayBuffer(8, { maxByteLength: 8 });
  const cut = new Uint8Array(outside, 4, 4);
  outside.resize(2);
  class Derived extends Uint8Array {}
  const detached = new Uint8Array(8);
  structuredClone(detached.buffer, { transfer: [detached.buffer] });
  const detachedView = new DataView(new ArrayBuffer(8));
  structuredClone(detachedView.buffer, { transfer: [detachedView.buffer] });
  const zeros = (length) => '00'.repeat(length);
  const table = [
    ['ASCII', 'abc', '616263'],
    ['UTF-8', 'é€😀', 'c3a9e282acf09f9880'],
    ['a lone surrogate', '\ud83d!', 'efbfbd21'],
    ['a NUL', 'a\0b', '610062'],
    ['an empty string', '', ''],
    ['a Buffer', Buffer.from([1, 2]), '0102'],
    ['a view with an offset', new Uint8Array(backing, 3, 2), '0304'],
    ['a Buffer of the pool', Buffer.from('pooled'), '706f6f6c6564'],
    ['a DataView', new DataView(backing, 5, 3), '050607'],
    ['a Float64Array', new Float64Array(backing, 8, 1), '08090a0b0c0d0e0f'],
    ['a Uint16Array', new Uint16Array(backing, 2, 1), '0203'],
    ['a BigInt64Array', new BigInt64Array(backing, 16, 1), '1011121314151617'],
    ['a Uint8ClampedArray', new Uint8ClampedArray(backing, 9, 1), '09'],
    ['an ArrayBuffer', Uint8Array.of(7, 8).buffer, '0708'],
    ['a SharedArrayBuffer', shared, `010203${zeros(13)}`],
    ['a view of shared memory', new Uint8Array(shared, 1, 2), '0203'],
    ['a Float32Array of shared memory', new Float32Array(shared, 0, 1), '01020300'],
    ['a resizable ArrayBuffer', resizable, zeros(12)],
    ['a view that follows its size', tracking, zeros(10)],
    ['a view of memory that grew', growing, zeros(8)],
    ['a view that is out of bounds', cut, ''],
    ['a subclass', Derived.of(1, 2, 3), '010203'],
    ['from another realm', require('node:vm').runInNewContext('Uint8Array.of(4, 5)'), '0405'],
    ['a detached Uint8Array, as node', detached, ''],
    ['a detached ArrayBuffer, as node', detached.buffer, ''],
    ['a detached DataView, as node', detachedView, ''],
    ['an empty list', new Uint8Array(0), ''],
  ];
  for (const [name, data, hex] of table) {
    const expected = ferrosign.signSync(null, Buffer.from(hex, 'hex'), key);
    const ways = {
      signSync: () => ferrosign.signSync(null, data, key),
      sign: () => ferrosign.sign(null, data, key),
      signManySync: () => ferrosign.signManySync(null, ['', data], key)[1],
      verifySync: () => ferrosign.verifySync(null, data, publicKey, expected) && expected,
      verify: async () => (await ferrosign.verify(null, data, publicKey, expected)) && expected,
      verifyManySync: () =>
        ferrosign.verifyManySync(null, [{ data, key, signature: expected }])[0] && expected,
    };
    for (const way in ways) assert.deepEqual(await ways[way](), expected, `${name}: ${way}`);
  }
  for (const copy of [Uint8Array, (bytes) => new DataView(Uint8Array.from(bytes).buffer), sharedCopy]) {
    const signature = ferrosign.signSync(null, MESSAGE, key);
    const given = copy === Uint8Array ? Uint8Array.from(signature) : copy(signature);
    assert.equal(ferrosign.verifySync(null, MESSAGE, publicKey, given), true);
    assert.equal(await ferrosign.verify(null, MESSAGE, publicKey, given), true);
  }
});

function sharedCopy(bytes) {
  const view = new Uint8Array(new SharedArrayBuffer(bytes.length));
  view.set(bytes);
  return view;
}

test('a signature in text verifies as it was written and in no other way', () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('ed25519');
  const signature = ferrosign.signSync(null, MESSAGE, privateKey);
  const verify = (text, encoding) => ferrosign.verifySync(null, MESSAGE, publicKey, text, { encoding });
  const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (const encoding of ['hex', 'base64', 'base64url']) {
    const text = ferrosign.signSync(null, MESSAGE, privateKey, { encoding });
    assert.equal(text, signature.toString(encoding));
    assert.equal(verify(text, encoding), true);
    for (const other of [
      `${text} `,
      ` ${text}`,
      `${text}\n`,
      `${text}=`,
      text.slice(0, -1),
      `${text}00`,
      '',
      '!',
    ]) {
      assert.equal(verify(other, encoding), false, `${encoding} ${JSON.stringify(other)}`);
    }
  }
  const hex = signature.toString('hex');
  assert.equal(verify(hex.toUpperCase(), 'hex'), true, 'hex has two cases');
  assert.equal(verify(`${hex.slice(0, -1)}g`, 'hex'), false);
  // 64 bytes leave four bits of the last character unused.
  const base64 = signature.toString('base64').replace(/=+$/, '');
  const last = ALPHABET.indexOf(base64.at(-1));
  assert.equal(verify(`${base64.slice(0, -1)}${ALPHABET[last + 1]}==`, 'base64'), false, 'unused bits');
});

test('names of digests, as node and as others write them', () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('rsa');
  const expected = ferrosign.signSync('sha256', MESSAGE, privateKey);
  for (const name of [
    'SHA256',
    'SHA-256',
    'RSA-SHA256',
    'rsa-sha256',
    'sha256WithRSAEncryption',
    'SHA256withRSA',
    'RS256',
    null,
    undefined,
  ]) {
    assert.deepEqual(ferrosign.signSync(name, MESSAGE, privateKey), expected, String(name));
    assert.equal(ferrosign.verifySync(name, MESSAGE, publicKey, expected), true, String(name));
  }
  for (const [one, other] of [
    ['RSA-SHA512/256', 'sha512-256'],
    ['RSA-SHA3-384', 'sha3-384'],
    ['SHA3-256', 'sha3-256'],
    ['RSA-SHA1', 'sha1'],
  ]) {
    assert.deepEqual(
      ferrosign.signSync(one, MESSAGE, privateKey),
      ferrosign.signSync(other, MESSAGE, privateKey),
    );
  }
});

test('what null means for each row', () => {
  const defaults = {
    rsa: 'sha256',
    'rsa-pss': 'sha256',
    'P-256': 'sha256',
    'P-384': 'sha384',
    'P-521': 'sha512',
    secp256k1: 'sha256',
    hmac: 'sha256',
  };
  for (const kind of KINDS.filter(({ row, bound }) => row in defaults && !bound)) {
    const [{ privateKey, publicKey }] = pairs(kind);
    const signature = ferrosign.signSync(null, MESSAGE, privateKey);
    for (const hash of Object.keys(HASHES)) {
      const verdict = ferrosign.verifySync(hash, MESSAGE, publicKey, signature);
      assert.equal(verdict, hash === defaults[kind.row], `${kind.row} ${hash}`);
    }
  }
});

test('a nonce is never used twice', () => {
  for (const kind of KINDS.filter(({ type }) => type === 'ec')) {
    const [{ privateKey }] = pairs(kind);
    for (const backend of ROWS[kind.row].backends.sign) {
      const options = { dsaEncoding: 'ieee-p1363', backend };
      const messages = Array.from({ length: 300 }, (_, i) => `message ${i >> 1}`);
      const signatures = ferrosign.signManySync(null, messages, privateKey, options);
      const seen = new Set(
        signatures.map((signature) => signature.toString('hex', 0, signature.length >> 1)),
      );
      assert.equal(seen.size, messages.length, `${kind.row} ${backend}`);
    }
  }
});

test('digests that begin with zeros', () => {
  // Messages whose SHA-256 begins with 16 zero bits, found by search.
  const zeros = [];
  for (let i = 0; zeros.length < 3; i++) {
    if (createHash('sha256').update(`zero ${i}`).digest().readUInt16BE() === 0) zeros.push(`zero ${i}`);
  }
  for (const kind of KINDS.filter(({ type }) => type === 'ec')) {
    const [{ privateKey, publicKey }] = pairs(kind);
    const { sign, verify } = ROWS[kind.row].backends;
    for (const message of zeros) {
      for (const backend of sign.filter((name) => name !== 'ring' || kind.row === 'P-256')) {
        const signature = ferrosign.signSync('sha256', message, privateKey, { backend });
        for (const verifier of verify) {
          const verdict = ferrosign.verifySync('sha256', message, publicKey, signature, {
            backend: verifier,
          });
          assert.equal(verdict, true, `${kind.row} ${backend} > ${verifier}`);
        }
      }
    }
  }
});

test('a string is its bytes in UTF-8, of every length and with every kind of character', async () => {
  const key = ferrosign.createSecretKey(Buffer.alloc(32, 1));
  const { signSync, sign } = ferrosign.createSigner('HS256', key);
  const { verifySync } = ferrosign.createVerifier('HS256', key);
  const pieces = ['', 'a', '\u0000', 'é', '€', '😀', '\ud800', '\udc00x', 'a\ud83d', '\ud83d\ud83d\ude00'];
  // Around the length up to which a string is read without a second look.
  const lengths = [
    1, 2, 500, 509, 510, 511, 512, 513, 680, 682, 1020, 1024, 2040, 2043, 2044, 2045, 2046, 2047, 2048,
  ];
  for (const piece of pieces) {
    for (const text of lengths.map((length) => `${piece.repeat(length)}é`)) {
      const signature = signSync(Buffer.from(text, 'utf8'));
      assert.ok(signSync(text).equals(signature));
      assert.ok((await sign(text)).equals(signature));
      assert.equal(verifySync(text, signature), true);
      assert.equal(verifySync(`${text}a`, signature), false);
    }
  }
});
