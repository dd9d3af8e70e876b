'use strict';

// Published test vectors, every case through every library of its row: one verdict, no unexplained skip.

const assert = require('node:assert/strict');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const ferrosign = require('..');
const { NOT_READ, SHARED, SOURCES, filesOf, groupsOf, unread } = require('./vector-files.js');

const ROWS = Object.fromEntries(ferrosign.keyTypes().map((row) => [row.name, row]));

/** Algorithms that no row signs with. */
const NOT_OFFERED = [[/SHAKE/, 'SHAKE as a digest: not offered']];

/** Verdicts of ours that differ from the file's, and why. */
const DECISIONS = [
  [true, 'high s is taken; Bitcoin takes low s only', 'ecdsa_secp256k1_sha256_bitcoin_test.json', [1, 388]],
  [true, 'a key that is no point verifies nothing, as in OpenSSL', 'EDDSA.vectors.json', ['2800311 4']],
  [true, '2040 bits: verified from 1024', 'rsa_primitive_verify_tests.txt', [2]],
  [true, 'leading zeros of n and e are lost when the file is read', 'rsa_primitive_verify_tests.txt', [6, 7]],
  [
    true,
    "sizes and exponents that only ring's signing refuses",
    'rsa_from_pkcs8_tests.txt',
    [5, 6, 7, 8, 9, 10, 11, 12, 13],
  ],
  [true, 'a good P-256 key', 'rsa_from_pkcs8_tests.txt', [14]],
  [
    false,
    'publicKey [1] tagged EXPLICIT, an old fault of ring',
    'ed25519_from_pkcs8_tests.txt',
    [19, 20, 25, 27, 29, 31],
  ],
  [true, 'RFC 5958 lets the public key be there', 'evp_tests.txt', ['RSA-1024-WithPublicKey']],
  [
    false,
    'explicit curve parameters are refused',
    'evp_tests.txt',
    [
      'P-224-ExplicitParameters',
      'P-256-ExplicitParameters',
      'P-256-ExplicitParameters-NoCofactor',
      'P-256-SPKI-EXPLICIT',
      'P-384-ExplicitParameters',
      'P-521-ExplicitParameters',
    ],
  ],
].flatMap(([verdict, why, file, ids]) => ids.map((id) => ({ at: `${file} ${id}`, verdict, why })));

/**
 * What a library does not take, of `{ operation, row, hash, p1363, pss, nonce, instance, key }`. Whatever else it refuses is
 * a fault, and so is what it takes of these.
 */
const REFUSALS = [
  ['ring', 'rsa', ({ hash }) => !['sha256', 'sha384', 'sha512'].includes(hash)],
  ['ring', 'rsa', ({ hash, pss }) => pss && (pss.mgf1 !== hash || pss.salt !== lengthOf(hash))],
  ['ring', 'rsa', ({ key }) => bits(key) < 2048 || bits(key) > 8192],
  ['ring', 'rsa', ({ operation, key }) => operation === 'sign' && exponent(key) < 65537n],
  ['ring', 'P-256', ({ hash, p1363 }) => hash !== 'sha256' && (p1363 || hash !== 'sha384')],
  ['ring', 'P-384', ({ hash, p1363 }) => hash !== 'sha384' && (p1363 || hash !== 'sha256')],
  // RFC 6979 is OpenSSL's, and on secp256k1 of the two libraries made for it.
  ...[
    ['ring', 'P-256'],
    ['ring', 'P-384'],
    ...['P-224', 'P-256', 'P-384', 'P-521'].map((row) => ['aws-lc', row]),
  ].map((pair) => [...pair, ({ nonce }) => nonce === 'deterministic']),
  ...['44', '65', '87'].map((size) => ['aws-lc', `ml-dsa-${size}`, ({ nonce }) => nonce === 'deterministic']),
  ['ring', 'ed25519', ({ instance }) => isInstance(instance)],
  ['ed25519-dalek', 'ed25519', ({ instance }) => instance === 'Ed25519ctx'],
  ['ring', 'hmac', ({ hash }) => !['sha1', 'sha256', 'sha384', 'sha512'].includes(hash)],
  ['rsa', 'rsa', ({ hash, pss }) => pss && pss.mgf1 !== hash],
  ['rsa', 'rsa', ({ operation, key }) => operation === 'sign' && primesDiffer(key)],
  [
    'aws-lc',
    'ed25519',
    ({ operation, key }) => operation === 'verify' && !isCanonical(key.export({ format: 'raw' })),
  ],
  ['openssl', 'hmac', ({ key }) => key.symmetricKeySize === 0],
];

let ran = 0;
const met = new Set();

for (const source of SOURCES) {
  const missing = filesOf(source).length === 0;
  const why = `no such files in ${SHARED} (FERROSIGN_VECTORS names the folder)`;
  test(`vectors: ${source.name}`, { skip: missing && why }, async (t) => {
    const tally = new Tally();
    for (const group of groupsOf(source)) await run(group, tally);
    for (const batch of tally.batches.values()) await runTogether(batch, tally);
    ran += tally.cases;
    t.diagnostic(`${source.name}: ${tally}`);
    assert.deepEqual(tally.faults.slice(0, 20), []);
    assert.ok(tally.cases > 0, 'nothing ran');
  });
}

test('vectors: node:crypto gives the same verdicts on Ed25519', (t) => {
  const groups = SOURCES.flatMap((source) => [...groupsOf(source)]).filter(
    ({ row, algorithm }) => row === 'ed25519' && !isInstance(algorithm),
  );
  const examples = groups.flatMap(({ file, public: forms, private: more, cases }) =>
    cases
      .filter(({ verdict }) => verdict !== null)
      .map((one) => ({
        file,
        key: Buffer.from(ferrosign.createPublicKey([...forms, ...more][0]).export({ format: 'raw' })),
        ...one,
      })),
  );
  const differ = examples.filter(
    ({ key, data, signature, verdict }) => crypto.verify(null, data, nodeEd25519(key), signature) !== verdict,
  );
  t.diagnostic(
    `${examples.length} cases; this node refuses ${differ.length} more, for a point of small order`,
  );
  // Node 26 itself refuses a key or R of small order; its OpenSSL takes them, and so does the row.
  const unexplained = differ.filter(
    ({ key, signature, verdict }) =>
      !(verdict && (isSmallOrder(key) || isSmallOrder(signature.subarray(0, 32)))),
  );
  assert.deepEqual(
    unexplained.map(({ file, id }) => `${file} ${id}`),
    [],
  );
});

test('vectors: nothing is left out or decided that is not there', {
  skip: !fs.existsSync(SHARED) && `no ${SHARED}`,
}, () => {
  assert.deepEqual(unread(), [], 'files that no source reads and NOT_READ does not name');
  for (const [start, why] of Object.entries(NOT_READ)) {
    const place = path.join(SHARED, start);
    const names = fs.readdirSync(path.dirname(place)).filter((name) => name.startsWith(path.basename(place)));
    assert.ok(names.length > 0, `nothing is named ${start}`);
    const reader = /read by (\S+\.test\.js)/.exec(why)?.[1];
    if (reader === undefined) continue;
    const text = fs.readFileSync(path.join(__dirname, reader), 'utf8');
    assert.ok(text.includes(path.basename(start)), `${reader} does not name ${start}`);
  }
  const stale = DECISIONS.filter((decision) => !met.has(decision));
  assert.deepEqual(stale, [], 'decisions that no case met');
});

test('vectors: something ran', () => {
  assert.ok(ran > 0);
});

// The loop.

/** What became of the cases of one source. */
class Tally {
  cases = 0;
  badKeys = 0;
  faults = [];
  batches = new Map();
  #counts = { verified: new Map(), signed: new Map(), refused: new Map(), 'not run': new Map() };

  add(what, of, number = 1) {
    this.#counts[what].set(of, (this.#counts[what].get(of) ?? 0) + number);
  }

  toString() {
    const number = (count) => count.toLocaleString('en-US');
    const list = ([what, counts]) =>
      `${what}: ${[...counts].map(([of, count]) => `${of} ${number(count)}`).join(', ') || 'none'}`;
    const parts = Object.entries(this.#counts).filter(([, counts]) => counts.size > 0);
    return [
      `${number(this.cases)} cases`,
      ...(this.badKeys ? [`${number(this.badKeys)} of them with a key refused at import`] : []),
      ...parts.map(list),
    ].join('; ');
  }

  /** Notes a fault unless `got` is what is wanted. */
  check({ file, row, algorithm }, id, how, got, wanted) {
    if (got === wanted) return;
    const shown = typeof algorithm === 'object' ? JSON.stringify(algorithm) : algorithm;
    this.faults.push(`${file} ${id}, ${row} ${shown}, ${how}: ${got} instead of ${wanted}`);
  }
}

async function run(group, tally) {
  const size = Math.max(group.cases.length, 1);
  const why = ROWS[group.row]
    ? NOT_OFFERED.find(([algorithm]) => algorithm.test(group.algorithm))?.[1]
    : `no row for ${group.row}`;
  if (why !== undefined) {
    tally.add('not run', why, size);
    return;
  }
  tally.cases += size;
  const keys = load(group, tally);
  if (keys === undefined) return;
  const options = { ...group.options, allowInsecureKeySizes: true };
  if (group.refusal !== undefined) {
    refuse(group, keys, options, tally);
    return;
  }
  const examples = group.cases.map((one) => ({
    ...one,
    wanted: group.truncated ? false : decided(group, one.id, one.verdict),
  }));
  for (const backend of ROWS[group.row].backends.verify) {
    withBackend(group, 'verify', backend, keys, tally, () => {
      for (const [index, one] of examples.entries()) {
        const key = keys.public[index % keys.public.length];
        const got = ferrosign.verifySync(group.algorithm, one.data, key, one.signature, {
          ...options,
          backend,
        });
        // "acceptable": the first library's verdict is every library's.
        one.wanted ??= got;
        tally.check(group, one.id, backend, got, one.wanted);
        tally.add('verified', backend);
      }
    });
  }
  for (const backend of group.reproduced ? ROWS[group.row].backends.sign : []) {
    withBackend(group, 'sign', backend, keys, tally, () => {
      for (const [index, one] of examples.entries()) {
        const key = keys.private[index % keys.private.length];
        const signature = ferrosign.signSync(group.algorithm, one.data, key, {
          ...options,
          ...group.signing,
          backend,
        });
        tally.check(group, one.id, `${backend} signs`, begins(signature, one.signature), one.verdict);
        tally.add('signed', backend);
      }
    });
  }
  const words = JSON.stringify([group.algorithm, group.options]);
  if (!tally.batches.has(words)) tally.batches.set(words, { algorithm: group.algorithm, options, items: [] });
  for (const one of examples) tally.batches.get(words).items.push({ group, keys, one });
}

/** Runs `work` unless `backend` refuses the group, which is to be so if and only if it is written above. */
function withBackend(group, operation, backend, keys, tally, work) {
  const key = operation === 'sign' ? keys.private[0] : keys.public[0];
  const { nonce } = (operation === 'sign' && group.signing) || {};
  const subject = {
    operation,
    row: group.row,
    key,
    nonce,
    instance: group.algorithm,
    ...schemeOf(group, keys.public[0]),
  };
  const expected = REFUSALS.some(
    ([name, row, refuses]) =>
      name === backend && (row === group.row || `${row}-pss` === group.row) && refuses(subject),
  );
  let refused = false;
  try {
    work();
  } catch (error) {
    if (error.code !== 'ERR_FERROSIGN_UNSUPPORTED_BACKEND') throw error;
    refused = true;
    tally.add('refused', `${backend} (${operation})`, group.cases.length);
  }
  tally.check(group, group.cases[0].id, `${backend} refuses to ${operation}`, refused, expected);
}

/** Every call with options that are never taken. */
function refuse({ row, algorithm, cases, refusal, ...group }, keys, options, tally) {
  const { id, data, signature } = cases[0];
  const calls = {
    verify: () => ferrosign.verifySync(algorithm, data, keys.public[0], signature, options),
    ...(keys.private.length > 0 && {
      sign: () => ferrosign.signSync(algorithm, data, keys.private[0], options),
    }),
  };
  for (const [operation, call] of Object.entries(calls)) {
    let code;
    try {
      call();
    } catch (error) {
      code = error.code;
    }
    tally.check({ row, algorithm, ...group }, id, operation, code, refusal);
    tally.add('refused', `${refusal} (${operation})`);
  }
}

/** The default library, by promise: one at a time, and all together. */
async function runTogether({ algorithm, options, items }, tally) {
  const asked = items.map(({ keys, one }) => ({
    key: keys.public[0],
    data: one.data,
    signature: one.signature,
  }));
  const alone = await Promise.all(
    asked.map(({ key, data, signature }) => ferrosign.verify(algorithm, data, key, signature, options)),
  );
  const together = await ferrosign.verifyMany(algorithm, asked, options);
  for (const [index, { group, one }] of items.entries()) {
    tally.check(group, one.id, 'promise', alone[index], one.wanted);
    tally.check(group, one.id, 'verifyMany', together[index], one.wanted);
    tally.add('verified', 'promise');
    tally.add('verified', 'verifyMany');
  }
  const signed = items.filter(({ group }) => group.reproduced);
  const signatures = await Promise.all(
    signed.map(({ group, keys, one }) =>
      ferrosign.sign(algorithm, one.data, keys.private[0], { ...options, ...group.signing }),
    ),
  );
  for (const [index, { group, one }] of signed.entries()) {
    tally.check(group, one.id, 'promise signs', begins(signatures[index], one.signature), one.verdict);
    tally.add('signed', 'promise');
  }
}

/**
 * The keys of a group in every form, each form the same key, the private one's public half the public one.
 * Undefined where they are refused, or the file is about nothing else.
 */
function load(group, tally) {
  const { row, cases, keyVerdict } = group;
  const id = group.id ?? cases[0].id;
  const secret = row === 'hmac';
  // A JWK that lacks its "kty" is no JWK.
  const refusal = keyVerdict === false ? /^ERR_/ : /^ERR_(FERROSIGN|CRYPTO|MISSING)_/;
  const read = (load) => (form) => {
    try {
      return load(form);
    } catch (error) {
      if (refusal.test(error.code)) return error;
      throw error;
    }
  };
  const privates = group.private.map(read(secret ? ferrosign.createSecretKey : ferrosign.createPrivateKey));
  const publics = secret ? privates : group.public.map(read(ferrosign.createPublicKey));
  const taken = [...privates, ...publics].map((key) => !(key instanceof Error));
  const state = taken.every(Boolean) ? true : taken.some(Boolean) ? 'taken in some forms only' : false;
  if (state === false) tally.badKeys += Math.max(cases.length, 1);
  // A key may be refused where no signature of it is valid; whether that is seen at import is the row's choice.
  const wanted = keyVerdict ?? (state !== false || cases.some(({ verdict }) => verdict !== false));
  tally.check(group, id, 'key', state, decided(group, id, wanted));
  if (state !== true) return undefined;
  const same = [...publics, ...(secret ? [] : privates.map((key) => key.publicKey))];
  for (const key of same) tally.check(group, id, 'forms of a key', key.equals(same[0]), true);
  return keyVerdict === undefined ? { public: same, private: privates } : undefined;
}

function decided({ file }, id, verdict) {
  const decision = DECISIONS.find(({ at }) => at === `${file} ${id}`);
  if (decision === undefined) return verdict;
  met.add(decision);
  return decision.verdict;
}

/** Whether this is one of RFC 8032's schemes beside Ed25519 itself. */
const isInstance = (algorithm) => /^Ed25519(ctx|ph)$/.test(algorithm);
const begins = (signature, start) => signature.subarray(0, start.length).equals(start);

// What REFUSALS asks.

function schemeOf({ algorithm, options, row }, key) {
  const { hashAlgorithm, mgf1HashAlgorithm, saltLength } = key.asymmetricKeyDetails ?? {};
  const named = fold((typeof algorithm === 'string' ? algorithm : algorithm?.hash) ?? hashAlgorithm ?? '');
  const hash = algorithm === 'HS512256' ? 'sha512' : named.replace(/^(rs|ps|es|hs)(?=\d)/, 'sha');
  const isPss =
    options.padding === crypto.constants.RSA_PKCS1_PSS_PADDING ||
    algorithm?.name === 'RSA-PSS' ||
    row === 'rsa-pss';
  return {
    hash,
    p1363: options.dsaEncoding === 'ieee-p1363' || algorithm?.name === 'ECDSA' || /^ES\d/.test(algorithm),
    pss: isPss && {
      mgf1: fold(options.mgf1HashAlgorithm ?? mgf1HashAlgorithm ?? hash),
      salt: options.saltLength ?? algorithm?.saltLength ?? saltLength ?? lengthOf(hash),
    },
  };
}

const fold = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const lengthOf = (hash) => (hash === 'sha1' ? 20 : Number(/\d{3}$/.exec(hash)[0]) / 8);
const bits = (key) => key.asymmetricKeyDetails.modulusLength;
const exponent = (key) => key.asymmetricKeyDetails.publicExponent;

function primesDiffer(key) {
  const { p, q } = key.export({ format: 'jwk' });
  return p.length !== q.length;
}

// Ed25519 by numbers.

const P = 2n ** 255n - 19n;
const D = -121665n * power(121666n, P - 2n);
const Y_OF_ORDER_8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
const Y_OF_SMALL_ORDER = [0n, 1n, P - 1n, Y_OF_ORDER_8, P - Y_OF_ORDER_8];

const numberOf = (key) => BigInt(`0x${Buffer.from(key).reverse().toString('hex')}`);
const isSmallOrder = (key) => Y_OF_SMALL_ORDER.includes(BigInt.asUintN(255, numberOf(key)) % P);

/** Whether this is the one encoding of a point, RFC 8032 section 5.1.3. */
function isCanonical(key) {
  const y = BigInt.asUintN(255, numberOf(key));
  // x² = (y² - 1) / (D y² + 1), by Euler's criterion; the sign of 0 is 0.
  const isSquare = power((y * y - 1n) * power(D * y * y + 1n, P - 2n), (P - 1n) / 2n);
  return y < P && (isSquare === 1n || (isSquare === 0n && numberOf(key) === y));
}

function power(base, exponent) {
  let result = 1n;
  let square = ((base % P) + P) % P;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

function nodeEd25519(key) {
  const der = Buffer.concat([ED25519_SPKI, key]);
  return crypto.createPublicKey({ key: der, format: 'der', type: 'spki' });
}
