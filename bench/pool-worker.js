'use strict';
// The other side of pool.js: opens cells, and takes slices of them when asked.

const { parentPort } = require('node:worker_threads');
const { prepare } = require('./cell');
const { engines, load, rowsOf } = require('./engines');
const { Contender } = require('./measure');

const contenders = new Map();

parentPort.on('message', async (request) => {
  try {
    parentPort.postMessage(request.open ? await open(request) : await slice(request));
  } catch (error) {
    parentPort.postMessage({ reason: error.message });
  }
});

async function open({ id, open: { engine, row: rowName, testCase, subject } }) {
  const loaded = await load(engines.find(({ name }) => name === engine));
  const row = rowsOf(loaded, testCase.offer).find(({ name }) => name === rowName);
  const { run, each } = await prepare(loaded.engine, { ...testCase, ...subject, row });
  const contender = new Contender(run, each);
  await contender.first({ counts: false });
  await contender.warmUp();
  contenders.set(id, contender);
  return {};
}

async function slice({ id, milliseconds, leastCalls }) {
  const contender = contenders.get(id);
  await contender.slice(milliseconds, leastCalls);
  return contender.samples.pop();
}
