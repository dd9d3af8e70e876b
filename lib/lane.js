'use strict';

// Promises of jobs that run on the addon's own threads: who waits for which job, and the way results take
// back, many for each wake-up.

const native = require('./addon.js');
const { own } = require('./bytes.js');
const { coded, invalidArgType, outOfRange } = require('./errors.js');

const BYTES = 0;
const TRUE = 1;
const FALSE = 2;
const KEY = 3;

const RECORD_WORDS = 3;
const header = Buffer.from(new ArrayBuffer(RECORD_WORDS * 4 * 256));
const words = new Uint32Array(header.buffer);
const scratch = Buffer.allocUnsafeSlow(64 * 1024);

const waiting = new Map();
const lane = native.openLane(settle);
let lastId = 0;

/**
 * A promise of the job that `start(lane, id)` submits; what it throws rejects. `read` makes the caller's value
 * out of the job's: bytes, or the handle of a key. `signal` is the caller's AbortSignal, if there is one.
 */
function submit(start, read, signal) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) throw abortError(signal);
    const id = nextId();
    start(lane, id);
    const job = { resolve, reject, read, abort: undefined, signal };
    if (signal !== undefined) {
      job.abort = () => abandon(id, job);
      signal.addEventListener('abort', job.abort);
    }
    waiting.set(id, job);
    if (waiting.size === 1) native.holdLane(lane, true);
  });
}

function abandon(id, job) {
  native.cancelJob(lane, id);
  leave(id, job);
  if (waiting.size === 0) native.holdLane(lane, false);
  job.reject(abortError(job.signal));
}

function leave(id, { signal, abort }) {
  waiting.delete(id);
  signal?.removeEventListener('abort', abort);
}

function abortError(signal) {
  const error = coded(Error, 'ABORT_ERR', 'The operation was aborted');
  error.name = 'AbortError';
  error.cause = signal.reason;
  return error;
}

/** The AbortSignal among `options`, if there is one. */
function signalOf(options) {
  const signal = options == null ? undefined : own(options, 'signal');
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidArgType('options.signal', 'an instance of AbortSignal', signal);
  }
  return signal;
}

function nextId() {
  do lastId = (lastId + 1) >>> 0;
  while (waiting.has(lastId));
  return lastId;
}

function settle() {
  spent = 0;
  for (;;) {
    const count = native.drainLane(lane, header, scratch);
    if (count === 0) break;
    let start = 0;
    for (let i = 0; i < count; i++) {
      const [id, kind, length] = words.subarray(RECORD_WORDS * i, RECORD_WORDS * (i + 1));
      const job = waiting.get(id);
      leave(id, job);
      finish(job, kind, start, length);
      start += length;
    }
  }
  if (waiting.size === 0) native.holdLane(lane, false);
}

function finish({ resolve, reject, read }, kind, start, length) {
  if (kind === TRUE || kind === FALSE) resolve(kind === TRUE);
  else if (kind === KEY) resolve(attempt(read, native.takeKey(lane), reject));
  else if (kind === BYTES) resolve(attempt(read, take(start, length), reject));
  else {
    const [code, ...message] = take(start, length).toString('utf8').split('\n');
    reject(native.nativeError(code, message.join('\n')));
  }
}

/** A failure to write a result rejects its own promise and no other. */
function attempt(read, value, reject) {
  try {
    return read === undefined ? value : read(value);
  } catch (error) {
    reject(error);
    return undefined;
  }
}

function take(start, length) {
  if (length > scratch.length) return native.takeBytes(lane);
  const copy = Buffer.allocUnsafe(length);
  scratch.copy(copy, 0, start, start + length);
  return copy;
}

// Operations that cost less than the way to another thread and back, some 45 microseconds, are done at once.

/** Microseconds that were spent so since the event loop last turned, and how many may be. */
let spent = 0;
const MOST_SPENT = 1000;

/** Microseconds that giving an operation to a thread takes by itself. */
const SUBMISSION = 4;

/** The first of a turn is done at once; those that are asked for beside it go to the threads, if they take longer. */
let taken = false;
const turn = Promise.resolve();
const giveBack = () => {
  taken = false;
};

/** Microseconds. Measured with `npm run bench:limits`: what costs less is sooner done at once. */
let inlineThreshold = 40;

/** Whether an operation on `length` bytes, of which the table says `cost`, is done at once. */
function isInline(cost, length) {
  // Hashing takes up to a microsecond a KiB.
  const whole = cost + length / 1024;
  if (whole > inlineThreshold || spent + whole > MOST_SPENT) return false;
  if (whole > SUBMISSION) {
    if (taken) return false;
    taken = true;
    turn.then(giveBack);
  }
  spent += whole;
  return true;
}

const MAX_THREADS = 1024;

/** What there is to set about promises; see index.d.ts. */
const promises = Object.freeze({
  get threads() {
    return native.threadCount();
  },
  set threads(count) {
    if (typeof count !== 'number') throw invalidArgType('threads', 'of type number', count);
    if (!Number.isInteger(count) || count < 1 || count > MAX_THREADS) {
      throw outOfRange('threads', `an integer >= 1 && <= ${MAX_THREADS}`, count);
    }
    native.setThreadCount(count);
  },
  get inlineThreshold() {
    return inlineThreshold;
  },
  set inlineThreshold(microseconds) {
    if (typeof microseconds !== 'number')
      throw invalidArgType('inlineThreshold', 'of type number', microseconds);
    if (!(microseconds >= 0)) throw outOfRange('inlineThreshold', '>= 0', microseconds);
    inlineThreshold = microseconds;
  },
});

module.exports = { isInline, promises, signalOf, submit };
