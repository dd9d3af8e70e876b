'use strict';
// Where figures are kept: bench/results/, `latest-…` for what ran last (ignored by git), a dated name for what to commit.

const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { nodeMajor } = require('./environment');

const folder = path.join(__dirname, 'results');

const latestName = (what) => `latest-${what}-node${nodeMajor}.json`;
const datedName = (what) => `${what}-node${nodeMajor}-${new Date().toISOString().slice(0, 10)}.json`;

/** Writes `data` under `name` in the folder of results; returns the path as seen from where we are. */
function writeResults(name, data) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
  return path.relative(process.cwd(), file);
}

/** The last run of every table, whichever Node it ran on. */
function newestResults() {
  const results = readdirSync(folder)
    .filter((name) => /^latest-table\w+-node\d+\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')))
    .sort((a, b) => b.environment.date.localeCompare(a.environment.date));
  return results.filter(({ table }, index) => results.findIndex((other) => other.table === table) === index);
}

module.exports = { latestName, datedName, writeResults, newestResults };
