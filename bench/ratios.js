#!/usr/bin/env node

// How many times as fast as node:crypto ferrosign is, in one process, and whether that reaches the targets.

const crypto = require('node:crypto');
const { Command } = require('commander');
const { environment, environmentLine, nodeMajor } = require('./environment');
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

/** The least ratio to reach, by Node's major version; `pem`: keys are PEM strings on both sides, otherwise objects. */
const targets = [
  { key: rsa2048, operation: 'sign', least: { 26: 0.95 } },
  { key: rsa2048, operation: 'verify', least: { 26: 1.4 } },
  { key: p256, operation: 'sign', least: { 26: 1.4 } },
  { key: p256, operation: 'verify', least: { 26: 1.15 } },
  { key: p384, operation: 'sign', least: { 26: 6 } },
  { key: p384, operation: 'verify', least: { 26: 2.3 } },
  { key: p521, operation: 'sign', least: { 26: 7 } },
  { key: secp256k1, operation: 'sign', least: { 26: 10 } },
  { key: secp256k1, operation: 'verify', least: { 26: 8 } },
  { key: ed25519, operation: 'sign', least: { 26: 3.5 } },
  { key: ed25519, operation: 'verify', least: { 26: 2.7 } },
  { key: hmac, operation: 'sign', least: { 26: 4 } },
  { key: rsa2048, operation: 'verify', pem: true, least: { 20: 6, 26: 2 } },
  { key: p256, operation: 'sign', pem: true, least: { 26: 2.5 } },
];

const program = new Command('node bench/ratios.js')
  .description(
    'Prints the ratios of ferrosign to node:crypto in operations a second. Exits with 1 when one is below its target.',
  )
  .option('--out <name>', 'the file in bench/results that the figures are written to', latestName('ratios'))
  .showHelpAfterError('(--help lists the options)');

async function main() {
  const options = program.parse().opts();
  const ferrosign = require('..');
  const started = environment({ ferrosign: require('../package.json').version });
  const bar = progress(targets.length * 2 * rounds);

  const groups = [];
  for (const target of targets)
    groups.push({ target, milliseconds, contenders: await contendersFor(ferrosign, target) });
  await interleave(groups, { rounds, onTurn: ({ label }) => bar.step(label) });
  bar.stop();

  const ratios = groups.map(ratio);
  print(ratios);
  process.stdout.write(`\n${wrap(environmentLine(started))}\n`);
  process.stdout.write(
    `\nWritten to ${writeResults(options.out, { environment: started, rounds, milliseconds, ratios })}\n`,
  );
  process.exitCode = ratios.some(({ reached }) => reached === false) ? 1 : 0;
}

/** ferrosign and node:crypto, each checked by the other before it is warmed up. */
async function contendersFor(ferrosign, target) {
  const runs = target.key.secretLength ? hmacRuns(ferrosign, target.key) : runsOf(ferrosign, target);
  const contenders = [];
  for (const { library, run, isRight } of runs) {
    const label = `${caseName(target)} ${library}`;
    const contender = Object.assign(new Contender(run), { label });
    if (!isRight(await contender.first({ counts: false }))) throw new Error(`${label}: a wrong result`);
    await contender.warmUp(milliseconds);
    contenders.push(contender);
  }
  return contenders;
}

function runsOf(ferrosign, { key: { type, options, algorithm }, operation, pem }) {
  const { privateKey, publicKey } = crypto.generateKeyPairSync(type, { ...options, ...pemEncodings });
  const keysOf = (library) =>
    pem
      ? { privateKey, publicKey }
      : { privateKey: library.createPrivateKey(privateKey), publicKey: library.createPublicKey(publicKey) };
  const [ours, nodes] = [keysOf(ferrosign), keysOf(crypto)];
  if (operation === 'sign') {
    const isRight = (signature) => crypto.verify(algorithm, data, publicKey, signature);
    return [
      { library: 'ferrosign', run: () => ferrosign.signSync(algorithm, data, ours.privateKey), isRight },
      { library: 'node:crypto', run: () => crypto.sign(algorithm, data, nodes.privateKey), isRight },
    ];
  }
  const signature = crypto.sign(algorithm, data, privateKey);
  const isRight = (answer) =>
    answer === true &&
    ferrosign.verifySync(algorithm, crypto.randomBytes(64), ours.publicKey, signature) === false;
  return [
    {
      library: 'ferrosign',
      run: () => ferrosign.verifySync(algorithm, data, ours.publicKey, signature),
      isRight,
    },
    {
      library: 'node:crypto',
      run: () => crypto.verify(algorithm, data, nodes.publicKey, signature),
      isRight,
    },
  ];
}

function hmacRuns(ferrosign, { secretLength }) {
  const secret = crypto.randomBytes(secretLength);
  const signer = ferrosign.createSigner('HS256', ferrosign.createSecretKey(secret));
  const keyObject = crypto.createSecretKey(secret);
  const expected = crypto.createHmac('sha256', secret).update(data).digest();
  const isRight = (tag) => expected.equals(tag);
  return [
    { library: 'ferrosign', run: () => signer.signSync(data), isRight },
    {
      library: 'node:crypto',
      run: () => crypto.createHmac('sha256', keyObject).update(data).digest(),
      isRight,
    },
  ];
}

function ratio({ target, contenders }) {
  for (const { label, failure } of contenders) if (failure) throw new Error(label, { cause: failure });
  const [ours, nodes] = contenders.map(({ samples }) => rates(samples));
  const found = median(ours) / median(nodes);
  const least = target.least[nodeMajor];
  return {
    name: caseName(target),
    ferrosign: median(ours),
    node: median(nodes),
    spread: Math.max(spread(ours), spread(nodes)),
    ratio: found,
    least,
    reached: least === undefined ? undefined : found >= least,
  };
}

function caseName({ key, operation, pem }) {
  return `${key.name} ${operation}${pem ? ', PEM strings' : ''}`;
}

function print(ratios) {
  const table = plainTable({
    head: ['', 'ferrosign /s', 'node:crypto /s', '±', 'ratio', `target, Node ${nodeMajor}`, ''],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'left'],
  });
  for (const { name, ferrosign, node, spread: range, ratio: found, least, reached } of ratios) {
    table.push([
      name,
      Math.round(ferrosign),
      Math.round(node),
      `${Math.round(range * 100)} %`,
      found.toFixed(2),
      least === undefined ? '-' : `>= ${least}`,
      { true: 'reached', false: 'MISSED' }[reached] ?? 'no target',
    ]);
  }
  process.stdout.write(`${table}\n`);
}

main();
