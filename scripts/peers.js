// Runs the test suite of a library that ferrosign stands in for, against that library and against us, and compares.
'use strict';

const { execFileSync, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { suites } = require('./peers/suites.js');

const [name, folder] = process.argv.slice(2);
const suite = Object.hasOwn(suites, name ?? '') ? suites[name] : undefined;
if (suite === undefined || folder === undefined || !fs.existsSync(path.join(folder, 'node_modules'))) {
  process.stderr.write(`usage: npm run test:peers -- <suite> <folder>, where the folder is a copy of the suite's repository at its
commit, after npm install. Suites:
${Object.entries(suites)
  .map(([known, { repository, commit }]) => `  ${known}: github:${repository} at ${commit}`)
  .join('\n')}
`);
  process.exit(2);
}

const exceptions = require(`./peers/${name}.json`);
if (suite.prepare !== undefined) execFileSync(...suite.prepare, { cwd: folder, stdio: 'ignore' });
const original = run([]);
const ours = run(['--require', path.join(__dirname, 'peers', 'redirect.js')]);
process.exitCode = compare();

/** The tests as the suite numbers them: a Map from a title of its own to whether the test passed. */
function run(options) {
  const redirect = Object.entries(suite.redirect).map(([file, target]) => [
    path.resolve(folder, file),
    target,
  ]);
  const { stdout, status, error } = spawnSync(process.execPath, [...options, ...suite.command], {
    cwd: folder,
    env: { ...process.env, FERROSIGN_REDIRECT: JSON.stringify(redirect) },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const results = error === undefined ? suite.read(stdout) : [];
  if (results.length === 0)
    throw new Error(`The suite gave no results (exit code ${status}): ${error ?? stdout}`);
  const tests = new Map();
  for (const { title, passed } of results) {
    let unique = title;
    for (let count = 2; tests.has(unique); count++) unique = `${title} (${count})`;
    tests.set(unique, passed);
  }
  return tests;
}

/** Prints the counts and what differs; answers the exit code. */
function compare() {
  const passing = (tests) => [...tests.values()].filter(Boolean).length;
  console.log(`${name} (${suite.repository} at ${suite.commit}), Node ${process.version}`);
  console.log(`  original:  ${passing(original)} of ${original.size} pass`);
  console.log(`  ferrosign: ${passing(ours)} of ${ours.size} pass`);
  const lost = [...original.keys()].filter((title) => original.get(title) && !ours.get(title));
  const explained = new Map(exceptions.map(({ title, reason }) => [title, reason]));
  console.log(`  exceptions: ${exceptions.length === 0 ? 'none' : ''}`);
  for (const [title, reason] of explained) console.log(`    ${title}: ${reason}`);
  const faults = [
    ...lost.filter((title) => !explained.has(title)).map((title) => `fails with us alone: ${title}`),
    ...[...explained.keys()]
      .filter((title) => !lost.includes(title))
      .map((title) => `no exception any more: ${title}`),
  ];
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0 ? 0 : 1;
}
