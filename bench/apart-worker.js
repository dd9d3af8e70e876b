'use strict';
// The other side of apart.js: opens one cell, tells how that went, then times one call per message.

const { parentPort, workerData } = require('node:worker_threads');
const { open } = require('./cell');
const { engines, load } = require('./engines');

async function main() {
  const { rows, engine } = load(engines.find(({ name }) => name === workerData.engine));
  const row = rows.find(({ name }) => name === workerData.row);
  const contender = await open(engine, row, workerData.testCase, workerData.subject);
  parentPort.on('message', async () => {
    const { nanoseconds } = await contender.time(1);
    parentPort.postMessage({ nanoseconds });
  });
  parentPort.postMessage({ pending: contender.pending });
}

main().catch((error) => parentPort.postMessage({ reason: error.message }));
