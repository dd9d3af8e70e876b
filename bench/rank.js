#!/usr/bin/env node
'use strict';

// Measures the libraries behind each key type of ferrosign, and fails when the table does not name the fastest first.

const { randomBytes } = require('node:crypto');
const { Command } = require('commander');
const { environment, environmentLine } = require('./environment');
const engine = require('./engines/ferrosign');
const { load } = require('./engines');
const { Contender, interleave, rates, median, mean, spread, standardError } = require('./measure');
const { progress } = require('./progress');
const { latestName, writeResults } = require('./results');
const { plainTable, wrap } = require('./text');

const operations = ['sign', 'verify', 'generate'];
const tolerance = 0.05;
const message = randomBytes(64);
const modulusLength = 2048;

/** Finding primes takes a time that varies by chance: more rounds of a single call each, their mean, how far it may err. */
const short = { rounds: 9, milliseconds: 50, center: median, plusMinus: spread };
const byChance = {
  rounds: 41,
  milliseconds: 0,
  center: mean,
  plusMinus: (times) => standardError(times) / mean(times),
};

const program = new Command('node bench/rank.js')
  .description(
    'Ranks the backends of each key type of ferrosign per operation. Exits with 1 when one that the table ranks ' +
      `lower is more than ${tolerance * 100} % faster than the one above it.`,
  )
  .option('--key-type <name,...>', 'only these key types')
  .option('--out <name>', 'the file in bench/results that the figures are written to', latestName('rank'))
  .showHelpAfterError('(--help lists the options)');

async function main() {
  const options = program.parse().opts();
  const { failure } = await load(engine);
  if (failure) program.error(`error: ferrosign ${failure}`);
  const ferrosign = require('..');
  const keyTypes = chosen(ferrosign.keyTypes(), options.keyType?.split(','));
  const started = environment(
    Object.fromEntries(ferrosign.backends().map(({ name, version }) => [name, version])),
  );

  const groups = keyTypes.flatMap((keyType) => groupsOf(ferrosign, keyType));
  const bar = progress(
    groups.reduce((turns, { contenders, rounds }) => turns + contenders.length * rounds, 0),
  );
  const ranks = [];
  for (const group of groups) ranks.push(await ranked(group, bar));
  bar.stop();

  print(ranks);
  process.stdout.write(`\n${wrap(environmentLine(started))}\n`);
  process.stdout.write(
    `\nWritten to ${writeResults(options.out, { environment: started, tolerance, ranks })}\n`,
  );
  process.exitCode = ranks.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

function chosen(keyTypes, wanted) {
  const known = keyTypes.map(({ name }) => name);
  for (const name of wanted ?? []) {
    if (!known.includes(name))
      program.error(`error: unknown key type '${name}'; there are: ${known.join(', ')}`);
  }
  return keyTypes.filter(({ name }) => !wanted || wanted.includes(name));
}

/** What is compared: for each operation of a key type, the backends that the table has for it, in its order. */
function groupsOf(ferrosign, keyType) {
  const runs = runsOf(ferrosign, keyType);
  return operations
    .filter((operation) => keyType.backends[operation]?.length > 0)
    .map((operation) => ({
      keyType: keyType.name,
      operation,
      byNameOnly: operation === 'sign' ? keyType.signByNameOnly : [],
      ...(operation === 'generate' && isRsa(keyType) ? byChance : short),
      contenders: keyType.backends[operation].map((backend) =>
        Object.assign(new Contender(runs[operation](backend)), {
          backend,
          label: `${keyType.name} ${operation} [${backend}]`,
        }),
      ),
    }));
}

/** Per operation a function from backend to what is timed; all use one key, and a signature that was checked. */
function runsOf(ferrosign, keyType) {
  const { asymmetricKeyType, namedCurve } = keyType;
  const kind = isRsa(keyType) ? { modulusLength } : { namedCurve };
  const { privateKey, publicKey } = asymmetricKeyType
    ? ferrosign.generateKeyPairSync(asymmetricKeyType, kind)
    : sharedSecret(ferrosign);
  const signature = ferrosign.createSigner(null, privateKey).signSync(message);
  const spoiled = Buffer.from(signature);
  spoiled[spoiled.length - 1] ^= 1;
  return {
    sign: (backend) => {
      const signer = ferrosign.createSigner(null, privateKey, { backend });
      const accepted = ferrosign
        .createVerifier(null, publicKey)
        .verifySync(message, signer.signSync(message));
      if (accepted !== true) throw new Error(`${keyType.name}: the signature of ${backend} does not verify`);
      return () => signer.signSync(message);
    },
    verify: (backend) => {
      const verifier = ferrosign.createVerifier(null, publicKey, { backend });
      const answers = [signature, spoiled].map((candidate) => verifier.verifySync(message, candidate));
      if (answers.join() !== 'true,false')
        throw new Error(`${keyType.name}: ${backend} answers ${answers.join()}`);
      return () => verifier.verifySync(message, signature);
    },
    generate: (backend) => () => ferrosign.generateKeyPairSync(asymmetricKeyType, { ...kind, backend }),
  };
}

function isRsa({ asymmetricKeyType }) {
  return asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss';
}

function sharedSecret(ferrosign) {
  const secret = ferrosign.createSecretKey(randomBytes(32));
  return { privateKey: secret, publicKey: secret };
}

/** An order that looks wrong is measured again, and the second time counts: a noisy minute can turn it round. */
async function ranked(group, bar) {
  await measure(group, bar);
  if (judged(group).faults.length > 0) await measure(group, bar);
  return judged(group);
}

async function measure(group, bar) {
  for (const contender of group.contenders) {
    contender.samples = [];
    await contender.first({ counts: false });
    await contender.warmUp(group.milliseconds);
  }
  await interleave([group], { rounds: group.rounds, onTurn: ({ label }) => bar.step(label) });
  for (const { label, failure } of group.contenders) if (failure) throw new Error(label, { cause: failure });
}

/** The group as it is kept, with what is wrong with its order. */
function judged({ keyType, operation, byNameOnly, center, plusMinus, contenders }) {
  const backends = contenders.map(({ backend, samples }) => {
    const times = rates(samples).map((rate) => 1e6 / rate);
    return { backend, microseconds: center(times), plusMinus: plusMinus(times), error: standardError(times) };
  });
  const faults = [];
  for (const [index, lower] of backends.slice(1).entries()) {
    const upper = backends[index];
    const faster = upper.microseconds / lower.microseconds > 1 + tolerance;
    const byMoreThanChance =
      upper.microseconds - lower.microseconds > 2 * Math.hypot(upper.error, lower.error);
    if (faster && byMoreThanChance && !byNameOnly.includes(lower.backend))
      faults.push(`${lower.backend} is faster than ${upper.backend}`);
  }
  return { keyType, operation, byNameOnly, backends, faults };
}

function print(ranks) {
  const table = plainTable({
    head: ['key type', 'operation', 'backend', 'µs', '±', 'verdict'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'left'],
  });
  for (const { keyType, operation, backends, faults } of ranks) {
    const verdict = faults.join('; ') || 'in order';
    for (const [index, { backend, microseconds, plusMinus }] of backends.entries()) {
      const first = index === 0;
      table.push([
        first ? keyType : '',
        first ? operation : '',
        backend,
        microseconds.toFixed(2),
        `${Math.round(plusMinus * 100)} %`,
        first ? verdict : '',
      ]);
    }
  }
  process.stdout.write(`${table}\n`);
  for (const { keyType, operation, byNameOnly } of ranks) {
    if (byNameOnly.length > 0) {
      process.stdout.write(
        `${keyType} ${operation}: not ranked, since only by name: ${byNameOnly.join(', ')}\n`,
      );
    }
  }
}

main();
