'use strict';

// Promises of jobs that run on the addon's own threads: who waits for which job, and the way results take
// back, many for each wake-up.

const native = require('./addon.js');

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
 * out of the job's: bytes, or the handle of a key.
 */
function submit(start, read) {
  return new Promise((resolve, reject) => {
    const id = nextId();
    start(lane, id);
    waiting.set(id, { resolve, reject, read });
    if (waiting.size === 1) native.holdLane(lane, true);
  });
}

function nextId() {
  do lastId = (lastId + 1) >>> 0;
  while (waiting.has(lastId));
  return lastId;
}

function settle() {
  for (;;) {
    const count = native.drainLane(lane, header, scratch);
    if (count === 0) break;
    let start = 0;
    for (let i = 0; i < count; i++) {
      const [id, kind, length] = words.subarray(RECORD_WORDS * i, RECORD_WORDS * (i + 1));
      const job = waiting.get(id);
      waiting.delete(id);
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

module.exports = { submit };
