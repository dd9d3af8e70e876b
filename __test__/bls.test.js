// BLS12-381: published signatures, aggregates, proofs of possession, batches, and what must not pass.
'use strict';

const assert = require('node:assert/strict');
const { hkdfSync } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const ferrosign = require('..');

const VECTORS = process.env.FERROSIGN_VECTORS ?? path.join(__dirname, '../../shared/vectors');
const ORDER = 0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n;
const POP = { scheme: 'proof-of-possession' };

/** The rows: bytes of a public key and of a signature, and the group of the signatures in the domain tags. */
const ROWS = {
  'bls12-381': { public: 48, signature: 96, group: 'G2' },
  'bls12-381-g2': { public: 96, signature: 48, group: 'G1' },
};
const SCHEMES = { basic: 'NUL', 'message-augmentation': 'AUG', 'proof-of-possession': 'POP' };

const hex = (text) => Buffer.from(text.replace(/^0x/, ''), 'hex');
const number = (bytes) => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
const scalar = (value) => hex(value.toString(16).padStart(64, '0'));
const raw = (key, type = 'bls12-381') => ({ key, format: 'raw', asymmetricKeyType: type });
const privateKeyOf = (key, type) => ferrosign.createPrivateKey(raw(key, type));
const publicKeyOf = (key, type) => ferrosign.createPublicKey(raw(key, type));
const bytesOf = (key) => ferrosign.createPublicKey(key).export({ format: 'raw' });
const infinity = (length) => Buffer.concat([Buffer.from([0xc0]), Buffer.alloc(length - 1)]);
const invalidKey = { code: 'ERR_FERROSIGN_INVALID_KEY' };
const invalidValue = { code: 'ERR_INVALID_ARG_VALUE' };

/** Whether `check` answers true; a key that is refused stands for false, as in the vectors. */
function accepts(check) {
  try {
    return check();
  } catch (error) {
    assert.match(error.code, /^ERR_(FERROSIGN_INVALID_KEY|INVALID_ARG_(VALUE|TYPE))$/);
    return false;
  }
}

/** One of ethereum/bls12-381-tests and one of Wycheproof, so that a clone alone tests something. */
test('a published signature of each scheme that has one', () => {
  const key = privateKeyOf(hex('263dbd792f5b1be47ed85f8938c0f29586af0d3ac7b977f21c278fe1462040e3'));
  const signature =
    '882730e5d03f6b42c3abc26d3372625034e1d871b65a8a6b900a56dae22da98abbe1b68f85e49fe7652a55ec3d0591c20767677e33e5cbb1207315c41a9ac03be39c2e7668edc043d6cb1d9fd93033caa8a1c5b0e84bedaeb6c64972503a43eb';
  assert.equal(
    bytesOf(key).toString('hex'),
    'a491d1b0ecd9bb917989f0e74f0dea0422eac4a873e5e2644f368dffb9a6e20fd6e10c1b77654d067c0618f6e5a7f79a',
  );
  const data = Buffer.alloc(32, 0x56);
  assert.equal(ferrosign.signSync(null, data, key, { ...POP, encoding: 'hex' }), signature);
  assert.equal(ferrosign.verifySync(null, data, key, hex(signature), POP), true);
  assert.equal(ferrosign.verifySync(null, data, key, hex(signature)), false, 'the basic scheme is another');

  const basic = {
    key: publicKeyOf(
      hex('a8dcb1a12da6c3bc426b2cf5fc40600470d256876c6eb610af1c883b866353435c784b76a7598ce79c055b4ca27d7d55'),
    ),
    data: hex('ad2ff745a3f65d38a7bfece6e92457ee5e2edb6f5c851f43d3d0b79140aa1758'),
    signature: hex(
      '8b980ac2804743ca9477806a19faeb22c34372665d0248b79501b5ceed5f76cfabd9119a5a17d199c0d3a268a3bfaa5507e7579caf0eff0ad49f66de9e02b109b809a007f11a8afa382367814f52b254894ad71c5f7aa5df02f63eff51b38fa0',
    ),
  };
  assert.equal(ferrosign.verifySync(null, basic.data, basic.key, basic.signature), true);
  assert.equal(ferrosign.verifySync(null, basic.data, basic.key, basic.signature, POP), false);
});

for (const [type, { public: publicLength, signature: length, group }] of Object.entries(ROWS)) {
  const generate = () => ferrosign.generateKeyPairSync(type);
  /** As many items as `count`, of a message and a signer each. */
  const signedItems = (count, options) =>
    Array.from({ length: count }, (_, index) => {
      const { privateKey, publicKey } = generate();
      const data = `message ${index}`;
      return { data, key: publicKey, signature: ferrosign.signSync(null, data, privateKey, options) };
    });
  const signaturesOf = (items) => items.map((item) => item.signature);

  test(`${type}: a generated pair signs in every way and scheme`, async () => {
    const { publicKey, privateKey } = generate();
    assert.equal(publicKey.asymmetricKeyType, type);
    assert.equal(bytesOf(publicKey).length, publicLength);
    assert.equal(privateKey.export({ format: 'raw' }).length, 32);
    for (const scheme of Object.keys(SCHEMES)) {
      const signature = ferrosign.signSync(null, 'data', privateKey, { scheme });
      assert.equal(signature.length, length);
      assert.deepEqual(await ferrosign.sign(null, 'data', privateKey, { scheme }), signature);
      for (const other of Object.keys(SCHEMES)) {
        const verdict = await ferrosign.verify(null, 'data', publicKey, signature, { scheme: other });
        assert.equal(verdict, scheme === other);
      }
      assert.equal(ferrosign.verifySync(null, 'date', publicKey, signature, { scheme }), false);
      assert.equal(ferrosign.verifySync(null, 'data', generate().publicKey, signature, { scheme }), false);
    }
    assert.deepEqual(
      ferrosign.signSync(null, '', privateKey),
      ferrosign.signSync(null, '', privateKey, { scheme: 'basic' }),
    );
    for (const scheme of ['', 'Basic', 'possession']) {
      assert.throws(() => ferrosign.signSync(null, '', privateKey, { scheme }), invalidValue);
    }
    assert.throws(() => ferrosign.signSync('sha256', '', privateKey), {
      code: 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM',
    });
    for (const format of ['pem', 'der', 'jwk']) {
      const incompatible = { code: 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS' };
      assert.throws(() => privateKey.export({ format }), incompatible);
      assert.throws(() => publicKey.export({ format }), incompatible);
    }
  });

  test(`${type}: keys that are none are refused`, () => {
    for (const [what, key] of [
      ['zero', scalar(0n)],
      ['r', scalar(ORDER)],
      ['r + 1', scalar(ORDER + 1n)],
      ['2^256 - 1', Buffer.alloc(32, 0xff)],
      ['31 bytes', scalar(1n).subarray(1)],
      ['33 bytes', Buffer.concat([scalar(1n), Buffer.from([0])])],
    ]) {
      assert.throws(() => privateKeyOf(key, type), invalidKey, what);
    }
    privateKeyOf(scalar(1n), type);
    privateKeyOf(scalar(ORDER - 1n), type);
    const good = bytesOf(generate().publicKey);
    assert.throws(() => publicKeyOf(infinity(publicLength), type), { ...invalidKey, message: /infinity/ });
    for (const [what, key] of [
      ['nothing', Buffer.alloc(0)],
      ['a byte less', good.subarray(1)],
      ['a byte more', Buffer.concat([good, Buffer.from([0])])],
      ['not compressed', Buffer.concat([Buffer.from([good[0] & 0x7f]), good.subarray(1)])],
      ['infinity and a point', Buffer.concat([Buffer.from([good[0] | 0x40]), good.subarray(1)])],
      ['zeros', Buffer.alloc(publicLength)],
      ['ones', Buffer.alloc(publicLength, 0xff)],
    ]) {
      assert.throws(() => publicKeyOf(key, type), invalidKey, what);
    }
    let outside = 0;
    for (const point of smallPoints(publicLength)) {
      assert.throws(
        () => publicKeyOf(point, type),
        (error) => {
          if (/outside the subgroup/.test(error.message)) outside += 1;
          return error.code === invalidKey.code;
        },
      );
    }
    assert.ok(outside > 5, 'some are on the curve');
  });

  test(`${type}: signatures that are none are false`, () => {
    const [item] = signedItems(1);
    const { signature } = item;
    const flip = (index, mask) => {
      const copy = Buffer.from(signature);
      copy[index] ^= mask;
      return copy;
    };
    const bad = [
      Buffer.alloc(0),
      Buffer.alloc(length),
      infinity(length),
      signature.subarray(1),
      Buffer.concat([signature, Buffer.from([0])]),
      Buffer.concat([signature, signature]),
      ...[0x80, 0x40, 0x20].map((flag) => flip(0, flag)),
      flip(length - 1, 1),
      ...smallPoints(length),
    ];
    for (const claimed of bad) {
      assert.equal(ferrosign.verifySync(null, item.data, item.key, claimed), false);
      assert.equal(ferrosign.verifyBatchSync(null, [{ ...item, signature: claimed }, item]), false);
      assert.equal(ferrosign.verifyAggregateSync([item], claimed), false);
      assert.equal(ferrosign.fastVerifyAggregateSync(item.data, [item.key], claimed), false);
      assert.equal(ferrosign.popVerifySync(item.key, claimed), false);
    }
  });

  for (const count of [0, 1, 2, 3, 63, 64, 65]) {
    test(`${type}: a batch of ${count} holds, and does not with one bad item at any place`, async () => {
      const items = signedItems(count);
      assert.equal(ferrosign.verifyBatchSync(null, items), true);
      assert.equal(await ferrosign.verifyBatch(null, items), true);
      for (const [index, item] of items.entries()) {
        const batch = items.with(index, { ...item, data: 'another' });
        assert.equal(await ferrosign.verifyBatch(null, batch), false, `item ${index}`);
      }
    });
  }

  test(`${type}: the scheme holds for a batch`, () => {
    for (const scheme of Object.keys(SCHEMES)) {
      const items = signedItems(3, { scheme });
      for (const other of Object.keys(SCHEMES)) {
        assert.equal(ferrosign.verifyBatchSync(null, items, { scheme: other }), scheme === other);
      }
    }
    const mixed = Object.keys(SCHEMES).flatMap((scheme) =>
      signedItems(2, { scheme }).map((item) => ({ ...item, key: { key: item.key, scheme } })),
    );
    assert.equal(ferrosign.verifyBatchSync(null, mixed), true);
    for (const index of mixed.keys()) {
      const batch = mixed.with(index, { ...mixed[index], data: 'another' });
      assert.equal(ferrosign.verifyBatchSync(null, batch), false);
    }
  });

  test(`${type}: an aggregate of each scheme`, async () => {
    for (const scheme of Object.keys(SCHEMES)) {
      for (const count of [1, 2, 3, 40]) {
        const items = signedItems(count, { scheme });
        const sum = ferrosign.aggregateSignaturesSync(signaturesOf(items));
        assert.equal(sum.length, length);
        assert.deepEqual(await ferrosign.aggregateSignatures(signaturesOf(items).reverse()), sum);
        assert.equal(ferrosign.verifyAggregateSync(items, sum, { scheme }), true);
        assert.equal(await ferrosign.verifyAggregate(items, sum, { scheme }), true);
        for (const index of [0, Math.floor(count / 2), count - 1]) {
          const batch = items.with(index, { ...items[index], data: 'another' });
          assert.equal(await ferrosign.verifyAggregate(batch, sum, { scheme }), false);
        }
        assert.equal(ferrosign.verifyAggregateSync([...items, items[0]], sum, { scheme }), false);
        const other = Object.keys(SCHEMES).find((name) => name !== scheme);
        assert.equal(ferrosign.verifyAggregateSync(items, sum, { scheme: other }), false);
      }
    }
    const items = signedItems(2);
    const base64 = items.map((item) => item.signature.toString('base64'));
    const sum = ferrosign.aggregateSignaturesSync(base64, { encoding: 'base64' });
    assert.equal(typeof sum, 'string');
    assert.equal(ferrosign.verifyAggregateSync(items, sum, { encoding: 'base64' }), true);
  });

  test(`${type}: the same message twice is false in the basic scheme, and only there`, () => {
    for (const scheme of Object.keys(SCHEMES)) {
      const items = Array.from({ length: 3 }, (_, index) => {
        const { privateKey, publicKey } = generate();
        const data = index === 1 ? 'other' : 'same';
        return { data, key: publicKey, signature: ferrosign.signSync(null, data, privateKey, { scheme }) };
      });
      const sum = ferrosign.aggregateSignaturesSync(signaturesOf(items));
      assert.equal(ferrosign.verifyAggregateSync(items, sum, { scheme }), scheme !== 'basic');
    }
  });

  test(`${type}: one message of many signers`, async () => {
    const pairs = Array.from({ length: 5 }, generate);
    const keys = pairs.map((pair) => pair.publicKey);
    const signatures = pairs.map((pair) => ferrosign.signSync(null, 'same', pair.privateKey, POP));
    const sum = ferrosign.aggregateSignaturesSync(signatures);
    assert.equal(ferrosign.fastVerifyAggregateSync('same', keys, sum), true);
    assert.equal(await ferrosign.fastVerifyAggregate('same', keys, sum, POP), true);
    assert.equal(ferrosign.fastVerifyAggregateSync('sane', keys, sum), false);
    assert.equal(ferrosign.fastVerifyAggregateSync('same', keys.slice(1), sum), false);
    assert.equal(ferrosign.fastVerifyAggregateSync('same', [...keys, keys[0]], sum), false);
    for (const scheme of ['basic', 'message-augmentation']) {
      assert.throws(() => ferrosign.fastVerifyAggregateSync('same', keys, sum, { scheme }), invalidValue);
    }
    const together = ferrosign.aggregatePublicKeysSync(keys);
    assert.equal(together.type, 'public');
    assert.equal(together.asymmetricKeyType, type);
    assert.equal(together.equals(await ferrosign.aggregatePublicKeys([...keys].reverse())), true);
    assert.equal(ferrosign.verifySync(null, 'same', together, sum, POP), true);
    assert.equal(ferrosign.aggregatePublicKeysSync([pairs[0].privateKey]).equals(keys[0]), true);
  });

  /** blst adds 16 points or more by other formulas, in which equal points and opposite ones are cases of their own. */
  for (const count of [1, 2, 15, 16, 17, 33, 200]) {
    test(`${type}: ${count} keys and signatures add up as their numbers do`, async () => {
      const numbers = Array.from({ length: count }, (_, index) => BigInt(index + 2) ** 40n % ORDER);
      const lists = {
        different: numbers,
        equal: numbers.map(() => numbers[0]),
        'opposite at the end': [...numbers, ...numbers.slice(1).map((value) => ORDER - value)],
        'opposite side by side': [...numbers.slice(1).flatMap((value) => [value, ORDER - value]), 7n],
      };
      for (const [what, list] of Object.entries(lists)) {
        const pairs = list.map((value) => privateKeyOf(scalar(value), type));
        const sum = privateKeyOf(scalar(list.reduce((total, value) => total + value) % ORDER), type);
        const keys = pairs.map((key) => key.publicKey);
        assert.ok(ferrosign.aggregatePublicKeysSync(keys).equals(sum.publicKey), what);
        assert.ok((await ferrosign.aggregatePublicKeys(keys)).equals(sum.publicKey), what);
        const read = keys.map((key) => publicKeyOf(bytesOf(key), type));
        assert.ok(ferrosign.aggregatePublicKeysSync(read).equals(sum.publicKey), `${what}, read`);
        const signatures = pairs.map((key) => ferrosign.signSync(null, 'same', key, POP));
        const signature = ferrosign.signSync(null, 'same', sum, POP);
        assert.deepEqual(ferrosign.aggregateSignaturesSync(signatures), signature, what);
        assert.equal(ferrosign.fastVerifyAggregateSync('same', read, signature), true, what);
        assert.equal(ferrosign.fastVerifyAggregateSync('sane', read, signature), false, what);
      }
    });
  }

  test(`${type}: keys that cancel are no key`, () => {
    const one = privateKeyOf(scalar(5n), type).publicKey;
    const minus = privateKeyOf(scalar(ORDER - 5n), type).publicKey;
    assert.throws(() => ferrosign.aggregatePublicKeysSync([one, minus]), invalidKey);
    const signatures = [5n, ORDER - 5n].map((key) =>
      ferrosign.signSync(null, 'same', privateKeyOf(scalar(key), type), POP),
    );
    const sum = ferrosign.aggregateSignaturesSync(signatures);
    assert.deepEqual(sum, infinity(length));
    assert.equal(ferrosign.fastVerifyAggregateSync('same', [one, minus], sum), false);
    assert.equal(
      ferrosign.verifyAggregateSync(
        [one, minus].map((key) => ({ data: 'same', key })),
        sum,
        POP,
      ),
      false,
    );
  });

  test(`${type}: a proof of possession is of its own key, and no signature`, async () => {
    const { privateKey, publicKey } = generate();
    const proof = ferrosign.popProveSync(privateKey);
    assert.equal(proof.length, length);
    assert.deepEqual(await ferrosign.popProve(privateKey), proof);
    assert.equal(ferrosign.popVerifySync(publicKey, proof), true);
    assert.equal(await ferrosign.popVerify(publicKey, proof), true);
    assert.equal(ferrosign.popVerifySync(generate().publicKey, proof), false);
    for (const scheme of Object.keys(SCHEMES)) {
      const signature = ferrosign.signSync(null, bytesOf(publicKey), privateKey, { scheme });
      assert.equal(ferrosign.popVerifySync(publicKey, signature), false);
      assert.equal(ferrosign.verifySync(null, bytesOf(publicKey), publicKey, proof, { scheme }), false);
    }
    const asked = { possession: true };
    assert.deepEqual(
      ferrosign.signSync(null, 'data', privateKey, asked),
      ferrosign.signSync(null, 'data', privateKey),
      'no caller asks for a proof but by popProve',
    );
    assert.equal(ferrosign.verifySync(null, '', { key: publicKey, ...asked }, proof), false);
    assert.deepEqual(ferrosign.popProveSync(privateKey, { possession: false }), proof);
    const text = ferrosign.popProveSync(privateKey, { encoding: 'hex' });
    assert.equal(text, proof.toString('hex'));
    assert.equal(ferrosign.popVerifySync(publicKey, text, { encoding: 'hex' }), true);
    assert.throws(() => ferrosign.popProveSync(publicKey), { code: 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE' });
    await assert.rejects(ferrosign.popProve(ferrosign.generateKeyPairSync('ed25519').privateKey), {
      code: 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM',
    });
  });

  test(`${type}: signatures, keys and batches agree with @noble/curves`, async () => {
    const { bls12_381 } = await import('@noble/curves/bls12-381.js');
    const noble = group === 'G2' ? bls12_381.longSignatures : bls12_381.shortSignatures;
    const tag = (kind) => Buffer.from(`BLS_SIG_BLS12381${group}_XMD:SHA-256_SSWU_RO_${kind}_`);
    for (let i = 0; i < 8; i++) {
      const { privateKey } = generate();
      const secret = privateKey.export({ format: 'raw' });
      const own = bytesOf(privateKey);
      assert.deepEqual(Buffer.from(noble.getPublicKey(secret).toBytes()), own);
      const data = Buffer.alloc(i * 17, i);
      const signed = (message, dst) =>
        Buffer.from(noble.sign(noble.hash(message, dst), Uint8Array.from(secret)).toBytes());
      for (const [scheme, kind] of Object.entries(SCHEMES)) {
        const message = scheme === 'message-augmentation' ? Buffer.concat([own, data]) : data;
        assert.deepEqual(
          ferrosign.signSync(null, data, privateKey, { scheme }),
          signed(message, tag(kind)),
          scheme,
        );
      }
      const proof = Buffer.from(`BLS_POP_BLS12381${group}_XMD:SHA-256_SSWU_RO_POP_`);
      assert.deepEqual(ferrosign.popProveSync(privateKey), signed(own, proof));
    }

    // Two items that are bad by the same point, once added and once taken away: their sum is that of good ones.
    const [one, two] = signedItems(2);
    const Point = bls12_381[group].Point;
    const shifted = (signature, point) =>
      Buffer.from(Point.fromBytes(Uint8Array.from(signature)).add(point).toBytes());
    const items = [
      { ...one, signature: shifted(one.signature, Point.BASE) },
      { ...two, signature: shifted(two.signature, Point.BASE.negate()) },
    ];
    const sum = ferrosign.aggregateSignaturesSync(signaturesOf(items));
    assert.equal(ferrosign.verifyAggregateSync(items, sum), true, 'as an aggregate they are good');
    assert.deepEqual(ferrosign.verifyManySync(null, items), [false, false]);
    for (let i = 0; i < 20; i++) assert.equal(ferrosign.verifyBatchSync(null, items), false);
  });
}

test('what aggregates is of one kind, and something', async () => {
  const one = ferrosign.generateKeyPairSync('bls12-381');
  const other = ferrosign.generateKeyPairSync('bls12-381-g2');
  const ed25519 = ferrosign.generateKeyPairSync('ed25519');
  const signatures = [one, other].map((pair) => ferrosign.signSync(null, 'data', pair.privateKey, POP));
  const unsupported = { code: 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM' };
  const keys = [one.publicKey, other.publicKey];
  const items = keys.map((key, index) => ({ key, data: `${index}` }));
  const cases = [
    [invalidValue, 'aggregateSignatures', []],
    [invalidValue, 'aggregateSignatures', signatures],
    [invalidValue, 'aggregateSignatures', [...signatures].reverse()],
    [invalidValue, 'aggregateSignatures', [signatures[0], signatures[0].subarray(1)]],
    [invalidValue, 'aggregateSignatures', [Buffer.alloc(0)]],
    [invalidValue, 'aggregateSignatures', [Buffer.alloc(64)]],
    [invalidValue, 'aggregateSignatures', [signatures[0], Buffer.alloc(96)]],
    [{ code: 'ERR_INVALID_ARG_TYPE' }, 'aggregateSignatures', signatures[0]],
    [{ code: 'ERR_INVALID_ARG_TYPE', message: /^list\[1\]/ }, 'aggregateSignatures', [signatures[0], 'text']],
    [invalidValue, 'aggregatePublicKeys', []],
    [invalidValue, 'aggregatePublicKeys', keys],
    [unsupported, 'aggregatePublicKeys', [ed25519.publicKey]],
    [{ code: 'ERR_INVALID_ARG_TYPE' }, 'aggregatePublicKeys', one.publicKey],
    [invalidValue, 'verifyAggregate', [], signatures[0]],
    [invalidValue, 'verifyAggregate', items, signatures[0]],
    [unsupported, 'verifyAggregate', [{ key: ed25519.publicKey, data: '' }], signatures[0]],
    [{ code: 'ERR_INVALID_ARG_TYPE', message: /^items\[0\]/ }, 'verifyAggregate', [{}], signatures[0]],
    [{ code: 'ERR_INVALID_ARG_TYPE' }, 'verifyAggregate', [null], signatures[0]],
    [invalidValue, 'fastVerifyAggregate', 'data', [], signatures[0]],
    [invalidValue, 'fastVerifyAggregate', 'data', keys, signatures[0]],
    [unsupported, 'fastVerifyAggregate', 'data', [ed25519.publicKey], signatures[0]],
    [{ code: 'ERR_INVALID_ARG_TYPE' }, 'fastVerifyAggregate', 'data', one.publicKey, signatures[0]],
  ];
  for (const [expected, name, ...args] of cases) {
    assert.throws(() => ferrosign[`${name}Sync`](...args), expected, name);
    await assert.rejects(ferrosign[name](...args), expected, name);
  }
});

test('infinity is a summand, but verifies nothing', () => {
  for (const { signature: length } of Object.values(ROWS)) {
    assert.deepEqual(ferrosign.aggregateSignaturesSync([infinity(length)]), infinity(length));
  }
});

/** Encodings with an x of 0 to 63: some on the curve, none of those in the subgroup. */
function smallPoints(length) {
  return Array.from({ length: 64 }, (_, x) => {
    const point = Buffer.alloc(length);
    point[0] = 0x80;
    point[length - 1] = x;
    return point;
  });
}

if (fs.existsSync(path.join(VECTORS, 'ethereum-bls'))) publishedTests();
else test(`the vectors of ${VECTORS}`, { skip: 'not there: set FERROSIGN_VECTORS' }, () => {});

function publishedTests() {
  const ethereum = {
    sign: ({ privkey, message }) =>
      ferrosign.signSync(null, hex(message), privateKeyOf(hex(privkey)), { ...POP, encoding: 'hex' }),
    verify: ({ pubkey, message, signature }) =>
      ferrosign.verifySync(null, hex(message), publicKeyOf(hex(pubkey)), hex(signature), POP),
    aggregate: (signatures) => ferrosign.aggregateSignaturesSync(signatures.map(hex)).toString('hex'),
    fast_aggregate_verify: ({ pubkeys, message, signature }) =>
      ferrosign.fastVerifyAggregateSync(
        hex(message),
        pubkeys.map((key) => publicKeyOf(hex(key))),
        hex(signature),
      ),
    aggregate_verify: ({ pubkeys, messages, signature }) =>
      ferrosign.verifyAggregateSync(
        pubkeys.map((key, index) => ({ key: publicKeyOf(hex(key)), data: hex(messages[index]) })),
        hex(signature),
        POP,
      ),
    batch_verify: ({ pubkeys, messages, signatures }) =>
      ferrosign.verifyBatchSync(
        null,
        pubkeys.map((key, index) => ({
          key: publicKeyOf(hex(key)),
          data: hex(messages[index]),
          signature: hex(signatures[index]),
        })),
        POP,
      ),
    // Here a key is more than a point: infinity is refused.
    deserialization_G1: ({ pubkey }) =>
      hex(pubkey).equals(infinity(48)) || publicKeyOf(hex(pubkey)).type === 'public',
    deserialization_G2: ({ signature }) => ferrosign.aggregateSignaturesSync([hex(signature)]).length === 96,
  };
  const plain = (output) => (typeof output === 'string' ? output.replace(/^0x/, '') : output);
  for (const [kind, run] of Object.entries(ethereum)) {
    const folder = path.join(VECTORS, 'ethereum-bls/bls', kind);
    const files = fs.readdirSync(folder);
    test(`ethereum-bls ${kind}: ${files.length} cases`, () => {
      assert.ok(files.length > 3);
      for (const file of files) {
        const { input, output } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
        const result = accepts(() => run(input));
        assert.equal(result, output === null ? false : plain(output), file);
      }
    });
  }

  for (const [group, type] of [
    ['g1', 'bls12-381-g2'],
    ['g2', 'bls12-381'],
  ]) {
    for (const seeds of ['P256', 'P521']) {
      const lines = linesOf(`irtf-bls-draft/sig_${group}_basic_${seeds}.txt`);
      test(`irtf-bls-draft ${group} ${seeds}: ${lines.length} signatures`, () => {
        for (const line of lines) {
          const [message, seed, signature] = line.split(' ').map(hex);
          const key = privateKeyOf(keyGen(seed), type);
          assert.deepEqual(ferrosign.signSync(null, message, key), signature);
          assert.equal(ferrosign.verifySync(null, message, key, signature), true);
        }
      });
    }

    const lines = linesOf(`noble-bls12-381/bls12-381-${group}-test-vectors.txt`);
    test(`noble-bls12-381 ${group}: ${lines.length} signatures`, () => {
      let above = 0;
      for (const line of lines) {
        const [secret, message, signature] = line.split(':').map(hex);
        if (number(secret) >= ORDER) {
          above += 1;
          assert.throws(() => privateKeyOf(secret, type), invalidKey);
        }
        const key = privateKeyOf(scalar(number(secret) % ORDER), type);
        assert.deepEqual(ferrosign.signSync(null, message, key), signature);
        assert.equal(ferrosign.verifySync(null, message, key, signature), true);
      }
      assert.equal(above > 0, group === 'g2', 'the file of G2 has keys that are not below r');
    });
  }

  const schemeOf = { NUL_: 'basic', POP_: 'proof-of-possession' };
  for (const kind of ['basic', 'pop']) {
    const file = wycheproof(`bls_sig_g2_${kind}_verify_test.json`);
    test(`wycheproof BLS ${kind}: ${file.numberOfTests} verdicts, singly and in batches of two`, () => {
      for (const { ciphersuite, publicKey, tests } of file.testGroups) {
        const options = { scheme: schemeOf[ciphersuite.slice(-4)] };
        for (const { tcId, comment, msg, sig, result } of tests) {
          const verdict = accepts(() => {
            const item = { data: hex(msg), key: publicKeyOf(hex(publicKey.pk)), signature: hex(sig) };
            const single = ferrosign.verifySync(null, item.data, item.key, item.signature, options);
            assert.equal(ferrosign.verifyBatchSync(null, [item, item], options), single, `${tcId} batch`);
            return single;
          });
          assert.equal(verdict, result === 'valid', `${tcId} ${comment}`);
        }
      }
    });
  }

  const aggregates = wycheproof('bls_sig_g2_aggregate_verify_test.json');
  test(`wycheproof BLS aggregate: ${aggregates.numberOfTests} verdicts`, () => {
    for (const { tests } of aggregates.testGroups) {
      for (const { tcId, comment, pubkeys, messages, sig, result } of tests) {
        const verdict = accepts(() => {
          const items = Array.from({ length: Math.max(pubkeys.length, messages.length) }, (_, index) => ({
            key: pubkeys[index] && publicKeyOf(hex(pubkeys[index])),
            data: messages[index] === undefined ? undefined : hex(messages[index]),
          }));
          return ferrosign.verifyAggregateSync(items, hex(sig));
        });
        assert.equal(verdict, result === 'valid', `${tcId} ${comment}`);
      }
    }
  });
}

function linesOf(file) {
  return fs.readFileSync(path.join(VECTORS, file), 'utf8').trim().split('\n');
}

function wycheproof(file) {
  return JSON.parse(fs.readFileSync(path.join(VECTORS, 'wycheproof/testvectors_v1', file), 'utf8'));
}

/** KeyGen of the draft with the salt that the vectors were made with. */
function keyGen(seed) {
  const material = Buffer.concat([seed, Buffer.from([0])]);
  const output = hkdfSync('sha256', material, 'BLS-SIG-KEYGEN-SALT-', Buffer.from([0, 48]), 48);
  return scalar(number(output) % ORDER);
}
