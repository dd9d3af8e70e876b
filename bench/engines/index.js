'use strict';
// The systems that are compared, in the order of the tables: the article's four, those beyond it, ferrosign.
//
// An engine is a file beside this one that exports
//   name        as `--engine` takes it
//   rows        one per way of using it that is timed: { name, note?, slow?, keyTypes? } and whatever its own operations
//               read; `slow` lists the operations of which a single call may take seconds or minutes, `keyTypes` those
//               that the row is shown for, where it is not all
//   load()      loads the library, returns { version?, rows? } (rows if they depend on what was loaded, no version for
//               what is part of node), or throws with the reason why it cannot be used
//   algorithms  what it offers, by JOSE name: { RS256: { generate, sign, verify } }; each prepares one operation outside
//               the clock: it takes a case with its row, privateKey, publicKey and signature, and returns what is timed,
//               a function of no arguments (its result may be a promise), or instead
//               - { run, toPem } when `run` generates a key pair in another form than { privateKey, publicKey } in PEM,
//               - { run, publicKey } when `run` signs with a key of its own,
//               - a string: why this row does not do it.

const engines = [
  require('./crypto'),
  require('./webcrypto'),
  require('./jsrsasign'),
  require('./wasm-rsa'),
  require('./node-forge'),
  require('./node-rsa'),
  require('./ferrosign'),
];

/** Loads an engine: { engine, rows, version } or { engine, rows, failure }. */
function load(engine) {
  try {
    const { version, rows = engine.rows } = engine.load();
    return { engine, rows, version };
  } catch (error) {
    return { engine, rows: engine.rows, failure: `cannot be loaded: ${error.message.split('\n')[0]}` };
  }
}

module.exports = { engines, load };
