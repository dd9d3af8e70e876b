'use strict';

// The table of src/table.rs as data for users, tests and the benchmark.

const native = require('./addon.js');

const OPERATIONS = ['sign', 'verify', 'generate'];

function keyTypes() {
  return native.table().map(({ sign, verify, generate, policy, ...row }) => ({
    ...row,
    backends: { sign, verify, generate },
    policy: Object.fromEntries(policy),
  }));
}

function backends() {
  const rows = keyTypes();
  return native.backendVersions().map(([name, version]) => ({
    name,
    version,
    keyTypes: Object.fromEntries(
      rows
        .map((row) => [
          row.name,
          Object.fromEntries(OPERATIONS.map((operation) => [operation, isAble(row, operation, name)])),
        ])
        .filter(([, able]) => OPERATIONS.some((operation) => able[operation])),
    ),
  }));
}

function isAble({ backends, verifyByOption }, operation, name) {
  return backends[operation].includes(name) || (operation === 'verify' && verifyByOption.includes(name));
}

module.exports = { backends, keyTypes };
