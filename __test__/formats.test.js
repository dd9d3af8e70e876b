// Keys in and out: every format in, the same key out, byte for byte what node writes.
'use strict';

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const ferrosign = require('..');
const { nodePair } = require('./cases.js');
const fixtures = require('./fixtures/encrypted.json');

/** node's generation of a key for each row that has one; `structures` are node's private and public types. */
const rows = {
  rsa: {
    type: 'rsa',
    options: { modulusLength: 2048 },
    structures: ['pkcs8', 'pkcs1'],
    publics: ['spki', 'pkcs1'],
  },
  'rsa-pss': {
    type: 'rsa-pss',
    options: { modulusLength: 2048, hashAlgorithm: 'sha512', mgf1HashAlgorithm: 'sha256', saltLength: 33 },
  },
  'rsa-pss without parameters': { type: 'rsa-pss', options: { modulusLength: 2048 } },
  'P-256': { type: 'ec', options: { namedCurve: 'prime256v1' }, structures: ['pkcs8', 'sec1'], raw: true },
  'P-384': { type: 'ec', options: { namedCurve: 'secp384r1' }, structures: ['pkcs8', 'sec1'], raw: true },
  'P-521': { type: 'ec', options: { namedCurve: 'secp521r1' }, structures: ['pkcs8', 'sec1'], raw: true },
  secp256k1: { type: 'ec', options: { namedCurve: 'secp256k1' }, structures: ['pkcs8', 'sec1'], raw: true },
  ed25519: { type: 'ed25519', options: {}, raw: true },
};

for (const [name, { type, options, structures = ['pkcs8'], publics = ['spki'], raw }] of Object.entries(
  rows,
)) {
  const node = nodePair(type, options);
  const sides = [
    ['private', node.privateKey, ferrosign.createPrivateKey, structures],
    ['public', node.publicKey, ferrosign.createPublicKey, publics],
  ];
  for (const [kind, original, create, types] of sides) {
    test(`${name}: a ${kind} key is the same in every format`, async () => {
      const key = create(original);
      assert.equal(key.type, kind);
      assert.equal(key.asymmetricKeyType, original.asymmetricKeyType);
      assert.deepEqual(key.asymmetricKeyDetails, original.asymmetricKeyDetails);
      for (const structure of types) {
        const pem = original.export({ format: 'pem', type: structure });
        const der = original.export({ format: 'der', type: structure });
        assert.equal(key.export({ format: 'pem', type: structure }), pem);
        assert.deepEqual(key.export({ format: 'der', type: structure }), der);
        const inputs = {
          string: pem,
          buffer: Buffer.from(pem),
          arrayBuffer: Uint8Array.from(Buffer.from(pem)).buffer,
          'object with a string': { key: pem },
          'object with format': { key: pem, format: 'pem' },
          'hex string of DER': { key: der.toString('hex'), encoding: 'hex', format: 'der', type: structure },
          der: { key: der, format: 'der', type: structure },
          'der without its type': { key: der, format: 'der' },
          'bare der': der,
          ...disguised(pem),
        };
        for (const [form, input] of Object.entries(inputs)) {
          assert.ok(create(input).equals(key), `${structure} as ${form}`);
        }
      }
      if (type !== 'rsa-pss') {
        const jwk = original.export({ format: 'jwk' });
        assert.deepEqual(key.export({ format: 'jwk' }), jwk);
        assert.ok(create({ key: jwk, format: 'jwk' }).equals(key));
        assert.ok(create(jwk).equals(key));
        assert.ok(create({ ...jwk, kid: 'x', use: 'sig', alg: 5 }).equals(key), 'other members are ignored');
      } else {
        assert.throws(() => key.export({ format: 'jwk' }), { code: 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS' });
      }
      if (raw) {
        const bytes = key.export({ format: 'raw' });
        const told = { asymmetricKeyType: type, ...options };
        for (const format of ['raw', kind === 'public' ? 'raw-public' : 'raw-private']) {
          assert.deepEqual(key.export({ format }), bytes);
          assert.ok(create({ key: bytes, format, ...told }).equals(key), format);
        }
        assert.ok(
          create({ key: bytes.toString('hex'), encoding: 'hex', format: 'raw', ...told }).equals(key),
        );
      }
    });
  }

  test(`${name}: the public half of each private form`, () => {
    const expected = ferrosign.createPublicKey(node.publicKey);
    for (const input of [
      node.privateKey,
      node.privateKey.export({ format: 'pem', type: 'pkcs8' }),
      { key: node.privateKey.export({ format: 'der', type: 'pkcs8' }), format: 'der', type: 'pkcs8' },
      ferrosign.createPrivateKey(node.privateKey),
      ...(type === 'rsa-pss' ? [] : [node.privateKey.export({ format: 'jwk' })]),
    ]) {
      assert.ok(ferrosign.createPublicKey(input).equals(expected));
    }
    assert.ok(ferrosign.createPrivateKey(node.privateKey).publicKey.equals(expected));
  });

  test(`${name}: encrypted by us, opened by node, and the other way round`, () => {
    const key = ferrosign.createPrivateKey(node.privateKey);
    const passphrase = 'correct horse';
    for (const cipher of ['aes-128-cbc', 'aes-192-cbc', 'aes-256-cbc', 'des-ede3-cbc']) {
      for (const structure of structures) {
        for (const format of structure === 'pkcs8' ? ['pem', 'der'] : ['pem']) {
          const form = { format, type: structure };
          const ours = key.export({ ...form, cipher, passphrase });
          const opened = crypto.createPrivateKey({ key: ours, ...form, passphrase });
          assert.deepEqual(
            opened.export({ ...form }),
            node.privateKey.export({ ...form }),
            `${cipher} ${structure}`,
          );
          const theirs = node.privateKey.export({ ...form, cipher, passphrase });
          assert.ok(ferrosign.createPrivateKey({ key: theirs, ...form, passphrase }).equals(key));
          assert.throws(() => ferrosign.createPrivateKey({ key: theirs, ...form, passphrase: 'wrong' }), {
            code: 'ERR_OSSL_BAD_DECRYPT',
          });
          assert.throws(() => ferrosign.createPrivateKey({ key: theirs, ...form }), {
            code: 'ERR_MISSING_PASSPHRASE',
          });
        }
      }
    }
  });

  test(`${name}: what generateKeyPair writes, node reads`, async () => {
    const encodings = {
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
    };
    for (const pair of [
      ferrosign.generateKeyPairSync(type, { ...options, ...encodings }),
      await ferrosign.generateKeyPair(type, { ...options, ...encodings }),
    ]) {
      const privateKey = crypto.createPrivateKey({ key: pair.privateKey, passphrase: 'secret' });
      assert.deepEqual(privateKey.asymmetricKeyDetails, node.privateKey.asymmetricKeyDetails);
      assert.equal(crypto.createPublicKey(privateKey).export(encodings.publicKeyEncoding), pair.publicKey);
    }
  });
}

/** PEM as it arrives from files, mail and environment variables. */
function disguised(pem) {
  return {
    'CRLF lines': pem.replaceAll('\n', '\r\n'),
    'text around it': `Bag Attributes\n    friendlyName: x\n${pem}\nthe end\n`,
    'a byte order mark': `\ufeff${pem}`,
    'trailing whitespace': pem.replaceAll('\n', '  \n'),
    'white space before it': `\n\n   ${pem}`,
    'literal \\n': pem.replaceAll('\n', '\\n'),
    'no line feed at the end': pem.trimEnd(),
    'another block before it': `-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n${pem}`,
    'a damaged block before it': `-----BEGIN X-----\n*\n-----END X-----\n${pem}`,
  };
}

test('an Ed25519 key of 64 bytes is seed and public key, which must belong together', () => {
  const { privateKey, publicKey } = ferrosign.generateKeyPairSync('ed25519');
  const pair = Buffer.concat([privateKey.export({ format: 'raw' }), publicKey.export({ format: 'raw' })]);
  const told = { format: 'raw', asymmetricKeyType: 'ed25519' };
  assert.ok(ferrosign.createPrivateKey({ key: pair, ...told }).equals(privateKey));
  pair[40] ^= 1;
  assert.throws(() => ferrosign.createPrivateKey({ key: pair, ...told }), {
    code: 'ERR_FERROSIGN_INVALID_KEY',
  });
});

test('a compressed point stays compressed, as node keeps it', () => {
  const spki = ferrosign.generateKeyPairSync('P-256').publicKey;
  const compressed = spki.export({ format: 'raw', type: 'compressed' });
  assert.equal(compressed.length, 33);
  const key = ferrosign.createPublicKey({ key: compressed, format: 'raw', namedCurve: 'P-256' });
  const der = key.export({ format: 'der', type: 'spki' });
  const node = crypto.createPublicKey({ key: der, format: 'der', type: 'spki' });
  assert.deepEqual(node.export({ format: 'der', type: 'spki' }), der);
  assert.deepEqual(key.export({ format: 'raw' }), spki.export({ format: 'raw' }));
  assert.ok(key.equals(spki));
});

test('an EC key without its public half is written without it, as node writes it', () => {
  const scalar = ferrosign.generateKeyPairSync('P-256').privateKey.export({ format: 'raw' });
  const key = ferrosign.createPrivateKey({ key: scalar, format: 'raw', namedCurve: 'P-256' });
  const pem = key.export({ format: 'pem', type: 'pkcs8' });
  assert.equal(crypto.createPrivateKey(pem).export({ format: 'pem', type: 'pkcs8' }), pem);
});

test('keys encrypted by the OpenSSL command open', () => {
  const plain = ferrosign.createPrivateKey(fixtures.plain);
  assert.ok(ferrosign.createPrivateKey(fixtures.sec1).equals(plain));
  const { passphrase } = fixtures;
  for (const [name, key] of Object.entries(fixtures.encrypted)) {
    assert.ok(ferrosign.createPrivateKey({ key, passphrase }).equals(plain), name);
    assert.ok(ferrosign.createPrivateKey({ key, passphrase: Buffer.from(passphrase) }).equals(plain), name);
    assert.throws(
      () => ferrosign.createPrivateKey({ key, passphrase: 'wrong' }),
      { code: 'ERR_OSSL_BAD_DECRYPT' },
      name,
    );
    assert.throws(() => ferrosign.createPrivateKey(key), { code: 'ERR_MISSING_PASSPHRASE' }, name);
    assert.ok(ferrosign.createPublicKey({ key, passphrase }).equals(plain.publicKey), name);
  }
});

test('a key file cannot ask for hours of key derivation', () => {
  const { costly: key, passphrase } = fixtures;
  assert.throws(() => ferrosign.createPrivateKey({ key, passphrase }), {
    code: 'ERR_FERROSIGN_DERIVATION_COST',
    message: /20000000/,
  });
  const cheap = fixtures.encrypted['enc-hmacWithSHA256-aes-128-cbc'];
  ferrosign.keyCache.clear();
  assert.throws(() => ferrosign.createPrivateKey({ key: cheap, passphrase, maxDerivationCost: 2000 }), {
    code: 'ERR_FERROSIGN_DERIVATION_COST',
  });
});

test('a certificate is a public key', () => {
  const expected = ferrosign.createPublicKey(fixtures.plain);
  assert.ok(ferrosign.createPublicKey(fixtures.certificate).equals(expected));
  const der = new crypto.X509Certificate(fixtures.certificate).raw;
  assert.ok(ferrosign.createPublicKey({ key: der, format: 'der' }).equals(expected));
  assert.throws(() => ferrosign.createPrivateKey(fixtures.certificate), {
    code: 'ERR_FERROSIGN_INVALID_KEY',
    message: /holds: CERTIFICATE/,
  });
});

test('the first block that fits is taken', () => {
  const chain = `${fixtures.certificate}${fixtures.plain}`;
  assert.ok(ferrosign.createPrivateKey(chain).equals(ferrosign.createPrivateKey(fixtures.plain)));
  const other = ferrosign.generateKeyPairSync('ed25519').privateKey.export();
  assert.equal(ferrosign.createPrivateKey(`${other}${fixtures.plain}`).asymmetricKeyType, 'ed25519');
});

test('secrets: bytes, node key objects, JWK', async () => {
  const bytes = crypto.randomBytes(40);
  const key = ferrosign.createSecretKey(bytes);
  assert.equal(key.type, 'secret');
  assert.equal(key.symmetricKeySize, 40);
  assert.deepEqual(key.export(), bytes);
  const node = crypto.createSecretKey(bytes);
  assert.deepEqual(key.export({ format: 'jwk' }), node.export({ format: 'jwk' }));
  for (const input of [
    node,
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 40),
    node.export({ format: 'jwk' }),
  ]) {
    assert.ok(ferrosign.createSecretKey(input).equals(key));
  }
  assert.ok(ferrosign.createSecretKey(bytes.toString('hex'), 'hex').equals(key));
  assert.deepEqual(ferrosign.createSecretKey('ü').export(), Buffer.from('ü'));
});

test('WebCrypto keys: extractable ones are read, others refused', async () => {
  const { subtle } = crypto.webcrypto;
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const open = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const closed = await subtle.generateKey(algorithm, false, ['sign', 'verify']);
  const der = Buffer.from(await subtle.exportKey('pkcs8', open.privateKey));
  assert.ok(ferrosign.createPrivateKey(open.privateKey).equals(ferrosign.createPrivateKey(der)));
  assert.ok(ferrosign.createPublicKey(open.publicKey).equals(ferrosign.createPublicKey(der)));
  assert.throws(() => ferrosign.createPrivateKey(closed.privateKey), { message: /not extractable/ });
  const secret = await subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, true, ['sign']);
  assert.equal(ferrosign.createSecretKey(secret).symmetricKeySize, 64);
});

/** Key files that node opens and we refuse on purpose, or the other way round; why stands beside each. */
const differences = [
  ['explicit', 'curves given by their parameters: the way of CVE-2020-0601'],
  ['unused_bits', 'a BIT STRING of broken bytes'],
  ['unused-bits', 'a BIT STRING of broken bytes'],
  ['rsa-bad-1025-q-is-2', 'an even modulus'],
  ['ec-invalid-private-scalar', 'a scalar that is not below the order'],
  ['ec-invalid-version', 'an ECPrivateKey of an unknown version'],
  ['rsa-wrong-version', 'an RSAPrivateKey of an unknown version'],
  ['invalid-version', 'a PrivateKeyInfo of an unknown version'],
  ['pkcs8-v2', 'RFC 5958, which OpenSSL does not read'],
  ['truncated-private-key', 'a scalar that is cut off: node depends on its version'],
];

/** Key files that nothing opens, by a part of their path: the code, and why. The first that fits counts. */
const REFUSED = [
  [/OpenSSH\//, 'ERR_FERROSIGN_INVALID_KEY', "OpenSSH's own format"],
  [/(?<!ml)[/-]dsa/, 'ERR_FERROSIGN_INVALID_KEY', 'DSA: no row'],
  [
    /explicit|PKCS8\/(private|ec_oid_not_in_reg_private_2\.pkcs8|nodompar_private\.pkcs8)\.pem$/,
    'ERR_FERROSIGN_INVALID_KEY',
    'curves given by their parameters: the way of CVE-2020-0601',
  ],
  [/secp128r1|withdompar/, 'ERR_CRYPTO_INVALID_CURVE', 'curves without a row'],
  [
    /missing-curve|unknown-oid|unused[-_]bits|invalid-private-scalar|version|q-is-2/,
    'ERR_FERROSIGN_INVALID_KEY',
    'damaged',
  ],
  [/rsa_delimiter|wrong_delimiter/, 'ERR_FERROSIGN_INVALID_KEY', 'a label that says another structure'],
  [
    /rc2|rc4|md5anddes|enc-unknown/,
    'ERR_FERROSIGN_INVALID_KEY',
    'ciphers and hashes of another time, or unknown',
  ],
  [/bad-encryption-oid|0iter|key1-/, 'ERR_OSSL_BAD_DECRYPT', 'damaged, beside its encryption'],
];

/** Files that are not written again as they are, though not encrypted, and why. */
const REWRITTEN = [
  [/pkcs8-v2/, 'written as version 1'],
  [/PKCS8\/ec-consistent-curve/, 'the curve is said twice'],
  [/truncated-private-key/, 'a scalar without its leading zero'],
  [/unenc-rsa-pkcs8\.pem/, 'has a dump after it'],
  [/wrong-pem-delimiter|pkcs8_bad/, 'a label of PKCS#1 over PKCS#8'],
  [/ml_dsa_\d\d_private\.pem/, 'seed and expanded key: the seed is enough'],
  [/rsa_pss_.*_sha(256|512)_sha256_/, 'hashes without the NULL that RFC 4055 has for them'],
];

const vectors = process.env.FERROSIGN_VECTORS ?? path.join(__dirname, '../../shared/vectors');
const folders = ['pyca/asymmetric', 'node-fixture-keys', 'rustcrypto-key-examples'].map((f) =>
  path.join(vectors, f),
);
const missing = folders.every((folder) => !fs.existsSync(folder)) && `no key files at ${vectors}`;

/** Of the encrypted files. */
const passphrases = [
  undefined,
  '123456',
  'password',
  'foobar',
  'a123456',
  'top secret',
  'baz',
  'secret',
  'hunter42',
  'PolarSSLTest',
];

test('key files of other projects open as in node and are written as by node', { skip: missing }, (t) => {
  const ours = ferrosign.keyTypes().map((row) => row.name);
  let compared = 0;
  for (const file of folders.flatMap(files).filter((file) => /\.(pem|der|key|pub|priv)$/.test(file))) {
    if (differences.some(([part]) => file.includes(part)) || file.includes('OpenSSH')) continue;
    const key = fs.readFileSync(file);
    // A structure that is named is not guessed, as OpenSSL guesses; so only the two that name any key.
    const structures = file.endsWith('.der') ? ['pkcs8', 'spki'] : [undefined];
    for (const [structure, passphrase] of structures.flatMap((s) => passphrases.map((p) => [s, p]))) {
      const input = structure
        ? { key, format: 'der', type: structure, passphrase }
        : { key, format: 'pem', passphrase };
      for (const kind of ['Private', 'Public']) {
        const node = attempt(() => crypto[`create${kind}Key`](input));
        if (node === undefined || !ours.includes(rowOf(node))) continue;
        const key = ferrosign[`create${kind}Key`](input);
        for (const format of ['pem', 'der']) {
          const form = { format, type: kind === 'Private' ? 'pkcs8' : 'spki' };
          assert.deepEqual(key.export(form), node.export(form), `${file} ${kind} ${format}`);
          compared++;
        }
      }
    }
  }
  t.diagnostic(`key files: ${compared} exports equal node's`);
  assert.ok(compared > 100, 'the folder held keys to compare');
});

test('key files of other projects: what opens is written again as it was, what does not has its code', {
  skip: missing,
}, (t) => {
  const counts = { opened: 0, 'the same again': 0, refused: 0 };
  for (const place of folders.flatMap(files)) {
    const file = place.replaceAll(path.sep, '/');
    if (/\/(ECDSA|RSA)\/|README|\.txt$|_signedby_/.test(file)) continue;
    const key = fs.readFileSync(place);
    const outcomes = ['createPrivateKey', 'createPublicKey'].flatMap((create) =>
      passphrases.map((passphrase) => outcomeOf(() => ferrosign[create]({ key, passphrase }))),
    );
    const opened = outcomes.find(({ value }) => value !== undefined)?.value;
    const [, code] = REFUSED.find(([part]) => part.test(file)) ?? [];
    assert.equal(opened === undefined, code !== undefined, file);
    if (opened === undefined) {
      const codes = outcomes.map((outcome) => outcome.code);
      // A wrong passphrase and none say less than the right one.
      const [most = 'ERR_OSSL_BAD_DECRYPT'] = codes.filter((one) => !/PASSPHRASE|BAD_DECRYPT/.test(one));
      assert.equal(most, code, file);
      counts.refused++;
      continue;
    }
    counts.opened++;
    if (outcomes[0].code === 'ERR_MISSING_PASSPHRASE') continue;
    const rewritten = REWRITTEN.some(([part]) => part.test(file));
    assert.equal(
      written(opened).some((bytes) => bytes.equals(key)),
      !rewritten,
      file,
    );
    if (!rewritten) counts['the same again']++;
  }
  t.diagnostic(
    `key files: ${Object.entries(counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(', ')}`,
  );
  assert.ok(counts.opened > 50 && counts.refused > 50);
});

function outcomeOf(call) {
  try {
    return { value: call() };
  } catch ({ code }) {
    return { code };
  }
}

/** A key in every structure that it has. */
function written(key) {
  return (key.type === 'private' ? ['pkcs8', 'pkcs1', 'sec1'] : ['spki', 'pkcs1']).flatMap((type) =>
    ['pem', 'der'].flatMap((format) => attempt(() => Buffer.from(key.export({ format, type }))) ?? []),
  );
}

/** The row's name. By the JWK: node 20 aborts where an SM2 key is asked for its asymmetricKeyDetails. */
function rowOf(node) {
  if (node.asymmetricKeyType !== 'ec') return node.asymmetricKeyType;
  return attempt(() => node.export({ format: 'jwk' }))?.crv;
}

function attempt(action) {
  try {
    return action();
  } catch {
    return undefined;
  }
}

function files(folder) {
  if (!fs.existsSync(folder)) return [];
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    return entry.isDirectory() ? files(place) : [place];
  });
}
