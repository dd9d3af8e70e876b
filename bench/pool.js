'use strict';
// A cell on all cores: every core has a worker thread that holds the same cell, and all take their slices at once.

const { once } = require('node:events');
const { availableParallelism } = require('node:os');
const { Worker } = require('node:worker_threads');
const { NoFigure } = require('./cell');
const { Contender } = require('./measure');

class Pool {
  constructor() {
    this.workers = Array.from(
      { length: availableParallelism() },
      () => new Worker(require.resolve('./pool-worker')),
    );
    this.cells = 0;
  }

  /** A contender for a cell whose first result was found right elsewhere. */
  async open(engine, row, testCase, subject) {
    const id = this.cells++;
    const cell = { engine: engine.name, row: row.name, testCase, subject };
    for (const { reason } of await this.ask({ open: cell, id })) if (reason) throw new NoFigure(reason);
    return new PoolContender(this, id);
  }

  async ask(request) {
    return Promise.all(
      this.workers.map(async (worker) => {
        const answer = once(worker, 'message');
        worker.postMessage(request);
        return (await answer)[0];
      }),
    );
  }

  async close() {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

class PoolContender extends Contender {
  constructor(pool, id) {
    super();
    this.pool = pool;
    this.id = id;
  }

  /** The workers' rates add up; the sample says so in terms of one second. */
  async slice(milliseconds, leastCalls) {
    const answers = await this.pool.ask({ id: this.id, milliseconds, leastCalls });
    const failed = answers.find(({ reason }) => reason);
    if (failed) throw new Error(failed.reason);
    const rate = answers.reduce((sum, { calls, nanoseconds }) => sum + calls / nanoseconds, 0);
    const calls = answers.reduce((sum, answer) => sum + answer.calls, 0);
    this.samples.push({ calls, nanoseconds: calls / rate });
  }
}

module.exports = { Pool };
