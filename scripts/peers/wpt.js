// Runs one file of web-platform-tests in this process, node's globals being the window's: prints a line of JSON for each
// test, { title, passed, message }. Arguments: the folder of the tests, the file, its variant ('' for none).
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

const [root, file, variant] = process.argv.slice(2);

Object.assign(globalThis, {
  self: globalThis,
  location: new URL(`https://localhost/${path.relative(root, file)}${variant}`),
  GLOBAL: { isWindow: () => false, isWorker: () => false, isShadowRealm: () => false },
  isSecureContext: true,
  require,
});

load(path.join(root, 'resources', 'testharness.js'));
globalThis.add_completion_callback((tests, { status, message }) => {
  for (const test of tests) {
    const line = { title: test.name, passed: test.status === test.PASS, message: test.message };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  if (status !== 0) {
    process.stderr.write(`${message}\n`);
    process.exitCode = 1;
  }
});
for (const [, script] of fs.readFileSync(file, 'utf8').matchAll(/^\/\/ META: script=(.*)$/gm)) {
  load(script.startsWith('/') ? path.join(root, script) : path.resolve(path.dirname(file), script));
}
load(file);
globalThis.done();

function load(script) {
  vm.runInThisContext(fs.readFileSync(script, 'utf8'), { filename: script });
}
