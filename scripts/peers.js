// Runs the test suite of a library that ferrosign stands in for, against that library and against us, and compares.
'use strict';

const { execFile, execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { availableParallelism } = require('node:os');
const path = require('node:path');
const { suites } = require('./peers/suites.js');

const MINUTES = 10;

const [name, folder] = process.argv.slice(2);
const suite = Object.hasOwn(suites, name ?? '') ? suites[name] : undefined;
if (suite === undefined || folder === undefined || !fs.existsSync(path.join(folder, suite.needs))) {
  process.stderr.write(`usage: npm run test:peers -- <suite> <folder>, where the folder is a copy of the suite's repository at its
commit, after npm install where it has a package.json. Suites:
${Object.entries(suites)
  .map(([known, { repository, commit }]) => `  ${known}: github:${repository} at ${commit}`)
  .join('\n')}
`);
  process.exit(2);
}

main();

async function main() {
  const exceptions = require(`./peers/${name}.json`);
  if (suite.prepare !== undefined) execFileSync(...suite.prepare, { cwd: folder, stdio: 'ignore' });
  const original = await run([]);
  const ours = await run(['--require', path.join(__dirname, 'peers', 'redirect.js')]);
  process.exitCode = compare(original, ours, exceptions);
}

/** The tests as the suite numbers them: a Map from a title of its own to whether the test passed. */
async function run(options) {
  const programs = suite.programs(path.resolve(folder));
  const answers = new Array(programs.length);
  let next = 0;
  const work = async () => {
    while (next < programs.length) {
      const index = next++;
      answers[index] = await answerOf(programs[index], options);
      progress(index + 1, programs.length, programs[index].title);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  const tests = new Map();
  for (const { title, passed } of answers.flat()) {
    let unique = title;
    for (let count = 2; tests.has(unique); count++) unique = `${title} (${count})`;
    tests.set(unique, passed);
  }
  return tests;
}

/** What a program of the suite tells of its tests. */
function answerOf({ title, args, cwd = folder }, options) {
  const { files = {}, modules = {}, globals = {} } = suite.redirect;
  const redirect = {
    folder: path.resolve(folder),
    files: Object.entries(files).map(([file, target]) => [path.resolve(folder, file), target]),
    modules: Object.entries(modules),
    globals: Object.entries(globals),
  };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [...options, ...args],
      {
        cwd,
        env: { ...process.env, FERROSIGN_REDIRECT: JSON.stringify(redirect) },
        maxBuffer: 2 ** 28,
        timeout: MINUTES * 60_000,
      },
      (error, stdout, stderr) => {
        const results = suite.read({ title, stdout, passed: error === null });
        if (results === undefined)
          reject(new Error(`The suite gave no results: ${error ?? stdout}\n${stderr}`));
        else resolve(results);
      },
    );
  });
}

function progress(done, all, title) {
  if (all > 1) process.stderr.write(`${done} of ${all}: ${title}\n`);
}

/** Prints the counts and what differs; answers the exit code. */
function compare(original, ours, exceptions) {
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
