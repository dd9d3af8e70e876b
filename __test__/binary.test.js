// What a person sees where the package has no binary for the platform.
'use strict';

const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');

test('a package without a binary says which file it looked for', (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ferrosign-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const root = path.join(__dirname, '..');
  for (const file of ['index.js', 'package.json'])
    fs.copyFileSync(path.join(root, file), path.join(folder, file));
  fs.mkdirSync(path.join(folder, 'lib'));
  for (const file of fs.readdirSync(path.join(root, 'lib')).filter((file) => file.endsWith('.js'))) {
    fs.copyFileSync(path.join(root, 'lib', file), path.join(folder, 'lib', file));
  }
  const script = 'try { require(process.argv[1]) } catch (error) { console.log(error.code, error.message) }';
  const said = execFileSync(process.execPath, ['-e', script, folder], { encoding: 'utf8' });
  assert.match(said, /^ERR_FERROSIGN_NO_BINARY /);
  assert.ok(said.includes(`ferrosign.${process.platform}-${process.arch}`), said);
});
