#!/usr/bin/env node
'use strict';

// The benchmark's command: `npm run bench -- --help` lists its options.

const { Command } = require('commander');
const { tables } = require('./cases');
const { compare } = require('./comparison');
const { engines } = require('./engines');
const { writeReport } = require('./html');
const { report } = require('./report');
const { datedName, latestName, writeResults } = require('./results');

const program = new Command('npm run bench --')
  .description('Compares ferrosign with other signing libraries for Node and prints the tables.')
  .option('--table <name>', `one table: ${list(tables.map(({ number }) => number))}, or all`, '1')
  .option('--engine <name,...>', `only these systems: ${list(names(engines))}`)
  .option(
    '--case <pattern>',
    'only the cases whose name contains this, or matches it with *: rsa-2048, rsa-*/sign, token/RS256',
  )
  .option(
    '--full',
    'as the articles had it: three sets of 30 s for every figure of Table 1 (about four hours)',
  )
  .option('--keep', 'write the figures under a dated name, to be committed, instead of as the latest')
  .option('--json', 'print JSON instead of tables')
  .showHelpAfterError('(--help lists the options)');

async function main() {
  const options = program.parse().opts();
  const chosenTables = tables.filter(({ number }) => options.table === 'all' || number === options.table);
  if (chosenTables.length === 0)
    refuse('table', options.table, [...tables.map(({ number }) => number), 'all']);
  const wanted = options.engine?.split(',') ?? names(engines);
  for (const name of wanted) if (!names(engines).includes(name)) refuse('engine', name, names(engines));
  const chosenEngines = engines.filter(({ name }) => wanted.includes(name));
  const chosen = chosenTables.map((table) => ({ table, cases: table.cases.filter(matches(options.case)) }));
  if (chosen.every(({ cases }) => cases.length === 0)) {
    refuse('case', options.case, names(chosenTables.flatMap(({ cases }) => cases)));
  }

  const results = [];
  for (const { table, cases } of chosen) {
    if (cases.length === 0) continue;
    const result = await compare(table, {
      engines: chosenEngines,
      cases,
      paceName: options.full ? 'full' : 'quick',
    });
    const part = options.case || options.engine ? '-part' : '';
    const file = writeResults((options.keep ? datedName : latestName)(`table${table.number}${part}`), result);
    if (!options.json) process.stdout.write(`${report(result, table)}\nWritten to ${file}\n`);
    results.push(result);
  }
  if (options.table === 'all' && !options.json) {
    process.stdout.write(`Pictures of all tables: ${await writeReport()}\n`);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
}

/** Whether a case's name contains the pattern, or matches it as a whole where it has a *. */
function matches(pattern = '') {
  if (!pattern.includes('*')) return ({ name }) => name.includes(pattern);
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const whole = new RegExp(`^${parts.join('.*')}$`);
  return ({ name }) => whole.test(name);
}

function refuse(what, given, known) {
  program.error(`error: unknown ${what} '${given}'; there are: ${list(known)}`);
}

function names(things) {
  return things.map(({ name }) => name);
}

function list(words) {
  return words.join(', ');
}

main();
