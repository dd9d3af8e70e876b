'use strict';
// How everything here is timed: contenders take turns in short slices, so that a noisy minute hits all of them alike.

/** Something to be timed: `run` does `each` operations and may return a promise, which is awaited. */
class Contender {
  constructor(run, each = 1) {
    this.run = run;
    this.each = each;
    this.awaited = false;
    this.batch = 1; // runs between two readings of the clock
    this.pending = { calls: 0, nanoseconds: 0 };
    this.samples = []; // one { calls, nanoseconds } per slice
  }

  /**
   * The first run, for its output. Its time goes into the first slice if it `counts`, as that of work too long to be
   * warmed up does.
   */
  async first({ counts }) {
    const start = process.hrtime.bigint();
    const returned = this.run();
    this.awaited = typeof returned?.then === 'function';
    const output = await returned;
    const nanoseconds = Number(process.hrtime.bigint() - start);
    this.warm = counts || nanoseconds > warmUpMilliseconds * 1e6;
    if (this.warm) this.pending = { calls: this.each, nanoseconds };
    return output;
  }

  /** Runs untimed, and finds the batch that makes reading the clock negligible. */
  async warmUp(milliseconds = warmUpMilliseconds) {
    let elapsed = 0;
    while (!this.warm && elapsed < milliseconds * 1e6) {
      const { nanoseconds } = await this.time(this.batch);
      elapsed += nanoseconds;
      if (nanoseconds < 1e6) this.batch *= 2;
    }
  }

  /** Takes one sample: calls one after the other until `milliseconds` have passed and there are `leastCalls`. */
  async slice(milliseconds, leastCalls = 1) {
    const sample = this.pending;
    this.pending = { calls: 0, nanoseconds: 0 };
    while (sample.nanoseconds < milliseconds * 1e6 || sample.calls < leastCalls) {
      const { calls, nanoseconds, stopped } = await this.time(this.batch);
      sample.calls += calls;
      sample.nanoseconds += nanoseconds;
      if (stopped) break;
    }
    if (sample.nanoseconds > 0) this.samples.push(sample);
  }

  async time(runs) {
    const { run } = this;
    const start = process.hrtime.bigint();
    if (this.awaited) for (let call = 0; call < runs; call++) await run();
    else for (let call = 0; call < runs; call++) run();
    return { calls: runs * this.each, nanoseconds: Number(process.hrtime.bigint() - start) };
  }
}

/** Another program, which times itself: `measure(milliseconds, leastCalls)` gives a sample, `close` ends it. */
class ProgramContender extends Contender {
  constructor({ run, measure, close }) {
    super(run);
    this.measure = measure;
    this.close = close;
  }

  async warmUp() {
    this.pending = { calls: 0, nanoseconds: 0 };
  }

  async slice(milliseconds, leastCalls = 1) {
    this.samples.push(await this.measure(milliseconds, leastCalls));
  }
}

/**
 * Lets the contenders of each group { contenders, milliseconds } take turns, as they are compared with one another:
 * a slice each in every round over all groups, in another order each time. One that throws gets its error as
 * `failure` and no further turn.
 */
async function interleave(groups, { rounds, firstRound = 0, onTurn = () => {} }) {
  for (let round = firstRound; round < firstRound + rounds; round++) {
    for (const { contenders, milliseconds, leastCalls } of groups) {
      for (const contender of rotate(contenders, round)) {
        onTurn(contender);
        if (contender.failure) continue;
        try {
          await contender.slice(milliseconds, leastCalls);
        } catch (error) {
          contender.failure = error;
        }
      }
    }
  }
}

/** By about a third at a time, so that every contender is soon early, late and between. */
function rotate(list, round) {
  const start = (round * Math.ceil(list.length / 3)) % (list.length || 1);
  return [...list.slice(start), ...list.slice(0, start)];
}

/** Calls a second in each sample. */
function rates(samples) {
  return samples.map(({ calls, nanoseconds }) => (calls / nanoseconds) * 1e9);
}

/** Calls a second over all samples: their mean, each weighing as long as it took. */
function overallRate(samples) {
  return (total(samples, 'calls') / total(samples, 'nanoseconds')) * 1e9;
}

function total(samples, field) {
  return samples.reduce((sum, sample) => sum + sample[field], 0);
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Half the distance between the lowest and the highest, as a part of the mean; undefined for a single value. */
function spread(values) {
  if (values.length < 2) return undefined;
  return (Math.max(...values) - Math.min(...values)) / 2 / mean(values);
}

/** How far the mean of these values may be off by chance. */
function standardError(values) {
  const center = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - center) ** 2, 0) / (values.length - 1);
  return Math.sqrt(variance / values.length);
}

const warmUpMilliseconds = 50;

module.exports = {
  Contender,
  ProgramContender,
  interleave,
  rates,
  overallRate,
  total,
  median,
  mean,
  spread,
  standardError,
};
