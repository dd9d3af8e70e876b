#!/usr/bin/env node
'use strict';

// How many times as fast as node:crypto ferrosign is, in one process, and whether that reaches the targets.

const crypto = require('node:crypto');
const { Command } = require('commander');
const { environment, environmentLine, nodeMajor } = require('./environment');
const engine = require('./engines/ferrosign');
const { load } = require('./engines');
const { Contender, interleave, rates, median, spread } = require('./measure');
const { pemEncodings } = require('./pem');
const { progress } = require('./progress');
const { latestName, writeResults } = require('./results');
const { plainTable, wrap } = require('./text');

const rounds = 9;
const milliseconds = 100;
const data = crypto.randomBytes(64);

const rsa2048 = { name: 'RSA-2048', type: 'rsa', options: { modulusLength: 2048 }, algorithm: 'sha256' };
const p256 = { name: 'P-256', type: 'ec', options: { namedCurve: 'P-256' }, algorithm: 'sha256' };
const p384 = { name: 'P-384', type: 'ec', options: { namedCurve: 'P-384' }, algorithm: 'sha384' };
const p521 = { name: 'P-521', type: 'ec', options: { namedCurve: 'P-521' }, algorithm: 'sha512' };
const secp256k1 = {
  name: 'secp256k1',
  type: 'ec',
  options: { namedCurve: 'secp256k1' },
  algorithm: 'sha256',
};
const ed25519 = { name: 'Ed25519', type: 'ed25519', options: {}, algorithm: null };
const hmac = { name: 'HMAC-SHA-256', secretLength: 32 };

const ours = { name: 'ferrosign' };
const oursPem = { name: 'ferrosign, PEM strings', pem: true };
const nodes = { name: 'node:crypto' };
const nodesPem = { name: 'node:crypto, PEM strings', pem: true };

/** What is compared with what, and the least ratio to reach by Node's major version. Keys are objects unless PEM. */
const targets = [
  { key: rsa2048, operation: 'sign', sides: [ours, nodes], least: { 26: 0.95 } },
  { key: rsa2048, operation: 'verify', sides: [ours, nodes], least: { 26: 1.4 } },
  { key: p256, operation: 'sign', sides: [ours, nodes], least: { 26: 1.4 } },
  { key: p256, operation: 'verify', sides: [ours, nodes], least: { 26: 1.15 } },
  { key: p384, operation: 'sign', sides: [ours, nodes], least: { 26: 6 } },
  { key: p384, operation: 'verify', sides: [ours, nodes], least: { 26: 2.3 } },
  { key: p521, operation: 'sign', sides: [ours, nodes], least: { 26: 7 } },
  { key: secp256k1, operation: 'sign', sides: [ours, nodes], least: { 26: 10 } },
  { key: secp256k1, operation: 'verify', sides: [ours, nodes], least: { 26: 8 } },
  { key: ed25519, operation: 'sign', sides: [ours, nodes], least: { 26: 3.5 } },
  { key: ed25519, operation: 'verify', sides: [ours, nodes], least: { 26: 2.7 } },
  { key: hmac, operation: 'sign', sides: [ours, nodes], least: { 26: 4 } },
  { key: rsa2048, operation: 'verify', sides: [oursPem, nodesPem], least: { 20: 6, 26: 2 } },
  { key: p256, operation: 'sign', sides: [oursPem, nodesPem], least: { 26: 2.5 } },
  { key: rsa2048, operation: 'verify', sides: [oursPem, ours], least: { 20: 0.97, 26: 0.97 } },
];

const program = new Command('node bench/ratios.js')
  .description(
    'Prints the ratios of ferrosign to node:crypto in operations a second. Exits with 1 when one is below its target.',
  )
  .option('--out <name>', 'the file in bench/results that the figures are written to', latestName('ratios'))
  .showHelpAfterError('(--help lists the options)');

async function main() {
  const options = program.parse().opts();
  const { failure, version } = await load(engine);
  if (failure) program.error(`error: ferrosign ${failure}`);
  const ferrosign = require('..');
  const measuredOn = environment({ ferrosign: version });
  const bar = progress(targets.length * 2 * rounds);

  const groups = [];
  for (const target of targets) {
    groups.push({ target, milliseconds, contenders: await contendersFor(ferrosign, target) });
  }
  await interleave(groups, { rounds, onTurn: ({ label }) => bar.step(label) });
  bar.stop();

  const ratios = groups.map(ratio);
  print(ratios);
  const file = writeResults(options.out, { environment: measuredOn, rounds, milliseconds, ratios });
  process.stdout.write(`\n${wrap(environmentLine(measuredOn))}\n\nWritten to ${file}\n`);
  process.exitCode = ratios.some(({ reached }) => reached === false) ? 1 : 0;
}

/** One contender a side, its first result checked before it is warmed up. */
async function contendersFor(ferrosign, target) {
  const { runs, isRight } = target.key.secretLength ? hmacRuns(ferrosign, target) : runsOf(ferrosign, target);
  const contenders = [];
  for (const [index, { name }] of target.sides.entries()) {
    const label = `${target.key.name} ${target.operation} ${name}`;
    const contender = Object.assign(new Contender(runs[index]), { label });
    if (!isRight(await contender.first({ counts: false }))) throw new Error(`${label}: a wrong result`);
    await contender.warmUp(milliseconds);
    contenders.push(contender);
  }
  return contenders;
}

/** ferrosign's synchronous calls take the arguments of node's, so that one body serves both. */
function runsOf(ferrosign, { key: { type, options, algorithm }, operation, sides }) {
  const pair = crypto.generateKeyPairSync(type, { ...options, ...pemEncodings });
  const signature = crypto.sign(algorithm, data, pair.privateKey);
  const runs = sides.map(({ name, pem }) => {
    const mine = name.startsWith('ferrosign');
    const { createPrivateKey, createPublicKey } = mine ? ferrosign : crypto;
    const { sign, verify } = mine ? { sign: ferrosign.signSync, verify: ferrosign.verifySync } : crypto;
    const privateKey = pem ? pair.privateKey : createPrivateKey(pair.privateKey);
    const publicKey = pem ? pair.publicKey : createPublicKey(pair.publicKey);
    return operation === 'sign'
      ? () => sign(algorithm, data, privateKey)
      : () => verify(algorithm, data, publicKey, signature);
  });
  const isRight = {
    sign: (made) => crypto.verify(algorithm, data, pair.publicKey, made),
    verify: (answer) =>
      answer === true && !ferrosign.verifySync(algorithm, data.toReversed(), pair.publicKey, signature),
  };
  return { runs, isRight: isRight[operation] };
}

function hmacRuns(ferrosign, { key: { secretLength } }) {
  const secret = crypto.randomBytes(secretLength);
  const signer = ferrosign.createSigner('HS256', ferrosign.createSecretKey(secret));
  const keyObject = crypto.createSecretKey(secret);
  const expected = crypto.createHmac('sha256', secret).update(data).digest();
  return {
    runs: [() => signer.signSync(data), () => crypto.createHmac('sha256', keyObject).update(data).digest()],
    isRight: (tag) => expected.equals(tag),
  };
}

function ratio({ target: { key, operation, sides, least }, contenders }) {
  for (const { label, failure } of contenders) if (failure) throw new Error(label, { cause: failure });
  const perSecond = contenders.map(({ samples }) => median(rates(samples)));
  const found = perSecond[0] / perSecond[1];
  const wanted = least[nodeMajor];
  return {
    operation: `${key.name} ${operation}`,
    sides: sides.map(({ name }) => name),
    perSecond,
    spread: Math.max(...contenders.map(({ samples }) => spread(rates(samples)))),
    ratio: found,
    least: wanted,
    reached: wanted === undefined ? undefined : found >= wanted,
  };
}

function print(ratios) {
  const table = plainTable({
    head: ['', '', '/s', 'against', '/s', '±', 'ratio', `Node ${nodeMajor}`, ''],
    colAligns: ['left', 'left', 'right', 'left', 'right', 'right', 'right', 'right', 'left'],
  });
  for (const { operation, sides, perSecond, spread: range, ratio: found, least, reached } of ratios) {
    table.push([
      operation,
      sides[0],
      Math.round(perSecond[0]),
      sides[1],
      Math.round(perSecond[1]),
      `${Math.round(range * 100)} %`,
      found.toFixed(2),
      least === undefined ? '' : `>= ${least}`,
      { true: 'reached', false: 'MISSED' }[reached] ?? 'no target',
    ]);
  }
  process.stdout.write(`${table}\n`);
}

main();
