// Runs the Rust unit tests, then every *.test.js in __test__ under the test runner of Node, which also gets our arguments.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const { root, run, cargoArguments } = require('./command.js');

const options = process.argv.slice(2);
const files = fs
  .readdirSync(path.join(root, '__test__'), { recursive: true })
  .filter((file) => file.endsWith('.test.js'))
  .map((file) => path.join('__test__', file));
// Node 20 prints TAP when its output is no terminal, later ones do not.
const reporter = options.some((option) => option.startsWith('--test-reporter'))
  ? []
  : ['--test-reporter=spec'];

const failure =
  run('cargo', [...cargoArguments('test'), '--quiet']) ??
  // Without a file in the list, the runner would search the whole repository.
  (files.length === 0 ? 'There is no *.test.js in __test__' : undefined) ??
  run(process.execPath, ['--test', ...reporter, ...options, ...files]);

if (failure !== undefined) {
  process.stderr.write(`\n${failure}\n`);
  process.exitCode = 1;
}
