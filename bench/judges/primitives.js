'use strict';
// Single signatures on prepared keys. Keys and signatures go from one system to another as bytes (algorithms.js says in
// which form); one engine makes them, and another says whether a result is right: node:crypto wherever it can.
//
// Of its own an engine gives { run, bytes, own? }: `bytes` turns what `generate` returned into { privateKey, publicKey },
// and what `sign` returned into the signature, where these are not bytes already; `own` gives what its sizes are taken
// of, where it holds a key in another form.

const { randomBytes } = require('node:crypto');
const { prepare } = require('../cell');

/** Makers first: they are quick, and their secp256k1 signatures have the low s that some rivals insist on. */
const makers = {
  secp256k1: ['@noble/curves', 'crypto'],
  bip340: ['tiny-secp256k1', '@noble/curves'],
  sr25519: ['@polkadot/wasm-crypto', '@scure/sr25519'],
  'bls12-381': ['@chainsafe/blst', 'bls-eth-wasm', '@noble/curves'],
};
const judgesOf = {
  bip340: ['@noble/curves', 'tiny-secp256k1'],
  sr25519: ['@scure/sr25519', '@polkadot/wasm-crypto'],
  'bls12-381': ['bls-eth-wasm', '@chainsafe/blst', '@noble/curves'],
};
const usual = ['crypto', '@noble/curves', '@noble/post-quantum', 'ferrosign'];

async function subjectsFor(cases) {
  const subjects = {};
  for (const { algorithm, message } of cases) {
    subjects[algorithm] ??= await subjectOf(algorithm, message).catch(failureOf);
  }
  return ({ algorithm }) => subjects[algorithm];
}

/** What stands for a subject that nobody could make. */
function failureOf({ message }) {
  return { failure: message };
}

/** A key pair, a signature of the message, and one of another message. */
async function subjectOf(algorithm, message) {
  return firstThatCan(makers[algorithm] ?? usual, async (engine) => {
    const pair = await generateWith(engine, algorithm);
    return {
      ...pair,
      signature: await signWith(engine, algorithm, pair, message),
      wrongSignature: await signWith(engine, algorithm, pair, randomBytes(32)),
    };
  });
}

const checks = {
  async generate({ engine, context: { algorithm, privateKey, publicKey }, output, prepared }) {
    if (prepared.selfChecked) return undefined;
    const pair = prepared.bytes(output);
    for (const [half, expected] of Object.entries({ privateKey, publicKey })) {
      // The DER of an RSA key may have a byte more or less.
      if (Math.abs(pair[half].length - expected.length) > (algorithm.startsWith('rsa') ? 8 : 0))
        return `its ${half} has ${pair[half].length} bytes, not ${expected.length}`;
    }
    const message = randomBytes(32);
    const right = await judged(engine, algorithm, async (judge) => {
      const signature = await signWith(judge, algorithm, pair, message);
      return verifyWith(judge, algorithm, { ...pair, message, signature });
    });
    return right ? undefined : 'the public key does not belong to the private key';
  },

  async sign({ engine, context, output, prepared }) {
    if (prepared.selfChecked) return undefined;
    const signature = bytesOf(prepared, output);
    const { algorithm, publicKey, message } = context;
    let judge;
    const right = await judged(engine, algorithm, (chosen) => {
      judge = chosen.name;
      return verifyWith(chosen, algorithm, { publicKey, message, signature });
    });
    return right ? undefined : `${judge} does not verify its signature`;
  },

  async verify({ context, output, prepared, again }) {
    if (prepared.selfChecked) return undefined;
    if (output !== true) return `it answers ${output} to a good signature`;
    const bad = await again({ signature: context.wrongSignature });
    const answer = await bad.run();
    return answer === false ? undefined : `it answers ${answer} to a bad signature`;
  },
};

/** The bytes that a first result has in the engine's own form. */
function sizesOf(operation, output, prepared) {
  if (prepared.selfChecked || operation === 'verify') return undefined;
  if (operation === 'sign') return { signature: bytesOf(prepared, output).length };
  const { privateKey, publicKey } = (prepared.own ?? prepared.bytes)(output);
  return { privateKey: privateKey.length, publicKey: publicKey.length };
}

/** Another engine than the one that is looked at, but for node:crypto, which may judge itself. */
function judged(engine, algorithm, ask) {
  const names = judgesOf[algorithm] ?? usual;
  return firstThatCan(
    names.filter((name) => name !== engine.name || name === 'crypto'),
    ask,
  );
}

async function firstThatCan(names, ask) {
  let failure;
  for (const name of names) {
    try {
      return await ask(await loadedEngine(name));
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('no other library here does it, so that it cannot be checked', { cause: failure });
}

const loadedEngines = new Map();

async function loadedEngine(name) {
  if (!loadedEngines.has(name)) {
    // Here, because that file names the engines that this one is asked about.
    const { engines, load } = require('../engines');
    loadedEngines.set(name, await load(engines.find((engine) => engine.name === name)));
  }
  const { engine, failure } = loadedEngines.get(name);
  if (failure) throw new Error(`${name} ${failure}`);
  return engine;
}

async function generateWith(engine, algorithm) {
  const prepared = await prepareWith(engine, algorithm, 'generate', {});
  return prepared.bytes(await prepared.run());
}

async function signWith(engine, algorithm, pair, message) {
  const prepared = await prepareWith(engine, algorithm, 'sign', { ...pair, message });
  return bytesOf(prepared, await prepared.run());
}

async function verifyWith(engine, algorithm, given) {
  const prepared = await prepareWith(engine, algorithm, 'verify', given);
  return prepared.run();
}

function prepareWith(engine, algorithm, operation, given) {
  const row = engine.primitives.rows[0];
  return prepare(engine, { offer: 'primitives', algorithm, operation, row, ...given });
}

function bytesOf({ bytes = (signature) => signature }, output) {
  return Uint8Array.from(bytes(output));
}

module.exports = {
  subjectsFor,
  failureOf,
  checks,
  sizesOf,
  makers,
  usual,
  firstThatCan,
  generateWith,
  signWith,
};
