'use strict';
// The other side of apart.js: opens one cell, tells how that went, then times one call per message.

const { parentPort, workerData } = require('node:worker_threads');
const { open } = require('./cell');
const { engines, load, rowsOf } = require('./engines');

async function main() {
  const { testCase, subject } = workerData;
  const loaded = await load(engines.find(({ name }) => name === workerData.engine));
  const row = rowsOf(loaded, testCase.offer).find(({ name }) => name === workerData.row);
  const contender = await open(loaded.engine, row, testCase, subject);
  parentPort.on('message', async () => {
    const { nanoseconds } = await contender.time(1);
    parentPort.postMessage({ nanoseconds });
  });
  parentPort.postMessage({ pending: contender.pending });
}

main().catch((error) => parentPort.postMessage({ reason: error.message }));
