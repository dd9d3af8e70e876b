'use strict';
// A cell of which one call may take minutes: it runs in a worker thread that is stopped when its time is up.

const { once } = require('node:events');
const { Worker } = require('node:worker_threads');
const { NoFigure } = require('./cell');
const { Contender } = require('./measure');

/** Its worker makes one call per message. The time of a call that had to be stopped counts, though it gave nothing. */
class ApartContender extends Contender {
  constructor(worker, budgetMilliseconds) {
    super();
    this.worker = worker;
    this.left = budgetMilliseconds;
  }

  async time() {
    if (this.left <= 0) return { calls: 0, nanoseconds: 0, stopped: true };
    this.worker.postMessage('call');
    const answer = await this.answer();
    return answer ? { calls: 1, ...answer } : { calls: 0, nanoseconds: this.waited * 1e6, stopped: true };
  }

  /** The worker's next message, or undefined when the budget ran out first. */
  async answer() {
    const asked = performance.now();
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), this.left);
    try {
      const [message] = await once(this.worker, 'message', { signal: patience.signal });
      return message;
    } catch (error) {
      if (error.name !== 'AbortError') throw error;
      await this.worker.terminate();
      return undefined;
    } finally {
      clearTimeout(timer);
      this.waited = performance.now() - asked;
      this.left = patience.signal.aborted ? 0 : this.left - this.waited;
    }
  }

  async close() {
    await this.worker.terminate();
  }
}

/** As `open` of a cell; `budgetMilliseconds` is all that its calls may take together, the first included. */
async function openApart(engine, row, testCase, subject, budgetMilliseconds) {
  const workerData = { engine: engine.name, row: row.name, testCase, subject };
  const worker = new Worker(require.resolve('./apart-worker'), { workerData });
  const contender = new ApartContender(worker, budgetMilliseconds);
  try {
    await once(worker, 'online');
    const { pending, reason } = (await contender.answer()) ?? {
      reason: `none in ${budgetMilliseconds / 1000} s`,
    };
    if (reason) throw new NoFigure(reason);
    contender.pending = pending;
    return contender;
  } catch (error) {
    await contender.close();
    throw error instanceof NoFigure ? error : new NoFigure(error.message);
  }
}

module.exports = { openApart };
