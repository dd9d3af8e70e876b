'use strict';

// What a call comes to, so that two libraries can be compared: its value, or its error with every field of its own.

const { isDeepStrictEqual } = require('node:util');

function outcome(call) {
  try {
    return { value: call() };
  } catch (error) {
    return { error: told(error) };
  }
}

/** The arguments that the callback gets, all the times that it is called until a turn of the event loop is over. */
async function callbacks(call) {
  const calls = [];
  const thrown = outcome(() => call((...told) => calls.push(told)));
  await new Promise(setImmediate);
  return {
    thrown: thrown.error,
    calls: calls.map(([error, value]) => (error ? [told(error)] : [error, value])),
  };
}

function told(error) {
  const { name, message, code } = error;
  return { ...error, name, message, code };
}

/**
 * What of `cases` (each with a `title`) has another outcome with ours than with the original. `seen`: what of a value
 * counts; `read`: what of a message.
 */
function differences(cases, { original, ours, seen = unchanged, read = unchanged }) {
  const outcomeOf = (call, testCase) => {
    const { value, error } = outcome(() => seen(call(testCase)));
    return error === undefined ? { value } : { error: { ...error, message: read(error.message) } };
  };
  return cases.flatMap((testCase) => {
    const [expected, found] = [original, ours].map((call) => outcomeOf(call, testCase));
    return isDeepStrictEqual(found, expected) ? [] : [{ title: testCase.title, expected, found }];
  });
}

function unchanged(value) {
  return value;
}

module.exports = { callbacks, differences, outcome, told };
