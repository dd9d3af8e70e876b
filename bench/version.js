'use strict';
// The version of an installed package, also of one whose "exports" hide its package.json.

const { existsSync, readFileSync } = require('node:fs');
const path = require('node:path');

function versionOf(name) {
  const file = require.resolve
    .paths(name)
    .map((folder) => path.join(folder, name, 'package.json'))
    .find(existsSync);
  return JSON.parse(readFileSync(file, 'utf8')).version;
}

module.exports = { versionOf };
