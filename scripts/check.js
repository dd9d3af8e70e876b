// Runs every check that is not a test, all of them even when one fails, and sums up at the end.
'use strict';

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { root, run, cargoArguments } = require('./command.js');

/** Each `failure` answers undefined when all is well, else what is wrong. */
const checks = [
  { name: 'Rust format', failure: () => run('cargo', ['fmt', '--check']) },
  {
    name: 'Rust lints',
    failure: () => run('cargo', [...cargoArguments('clippy'), '--all-targets', '--', '-D', 'warnings']),
  },
  {
    name: 'JavaScript format and lints',
    failure: () => run('npx', ['--no-install', 'biome', 'ci', '--error-on-warnings', '.']),
  },
  { name: 'Types', failure: () => run('npx', ['--no-install', 'tsc', '-p', '__test__/types']) },
  { name: 'Exported symbols', failure: exportFailure },
];

const failures = checks.flatMap(({ name, failure }) => {
  console.log(`\n== ${name}`);
  const words = failure();
  return words === undefined ? [] : [`${name}: ${words}`];
});

console.log(
  failures.length === 0 ? '\nAll checks passed.' : `\n${failures.length} of ${checks.length} checks failed:`,
);
for (const failure of failures) console.log(`  ${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;

/** Node exports its own OpenSSL's symbols: an OpenSSL or AWS-LC of ours, visible too, could be taken for it. */
function exportFailure() {
  if (process.platform !== 'linux') {
    console.log('Skipped: looked at on Linux only.');
    return undefined;
  }
  const addons = fs.readdirSync(path.join(root, 'lib')).filter((file) => /\.linux-.*\.node$/.test(file));
  if (addons.length === 0) return 'no lib/*.node to look at';
  const noNm = run('nm', ['--version'], 'ignore');
  if (noNm !== undefined) return noNm;
  const wrong = addons.filter((addon) => {
    const symbols = exportedSymbols(path.join(root, 'lib', addon));
    console.log(`${addon}: ${symbols.join(', ')}`);
    return symbols.join() !== 'T napi_register_module_v1';
  });
  return wrong.length === 0
    ? undefined
    : `${wrong.join(', ')} must export napi_register_module_v1 and nothing else`;
}

/** As `<type> <name>`, the type being nm's letter. */
function exportedSymbols(file) {
  const lines = execFileSync('nm', ['-D', '--defined-only', file], { encoding: 'utf8' }).trim().split('\n');
  return lines.map((line) => line.replace(/^[0-9a-f]+ /, ''));
}
