'use strict';
// Progress on stderr: a bar where somebody watches, otherwise a plain line now and then.

const { SingleBar } = require('cli-progress');

const plainLineMilliseconds = 15_000;

/** For `total` steps: { step(label, count?), extend(count), stop() }, where the label names what is being done now. */
function progress(total) {
  return process.stderr.isTTY ? bar(total) : plainLines(total);
}

function bar(total) {
  const single = new SingleBar({
    format: '{bar} {percentage}% {duration_formatted} {label}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    barsize: 24,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    fps: 5,
  });
  single.start(total, 0, { label: '' });
  return {
    step: (label, count = 1) => single.increment(count, { label }),
    extend: (count) => single.setTotal(single.getTotal() + count),
    stop: () => single.stop(),
  };
}

function plainLines(total) {
  const start = performance.now();
  let steps = 0;
  let printed = start;
  return {
    step(label, count = 1) {
      steps += count;
      const now = performance.now();
      if (now - printed < plainLineMilliseconds) return;
      printed = now;
      process.stderr.write(
        `bench: ${Math.floor((steps / total) * 100)} % after ${Math.round((now - start) / 1000)} s, at ${label}\n`,
      );
    },
    extend(count) {
      total += count;
    },
    stop() {},
  };
}

module.exports = { progress };
