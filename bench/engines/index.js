'use strict';
// The systems that are compared, in the order of the tables: the articles', those beyond them, ferrosign.
//
// An engine is a file beside this one that exports
//   name    as `--engine` takes it
//   load()  loads the library, returns { version? } (no version for what is part of node) or a promise of it, or throws
//           with the reason why it cannot be used
// and for each kind of offer that it has (`pem`: Table 1; `primitives`: Tables 2 and 3; `batches`, `aggregates`: Table 3;
// `tokens`: Table 4; `dropins`) { rows, moreRows?, algorithms }:
//   rows        one per way of using it that is timed: { name, note?, slow?, keyTypes? } and whatever its own operations
//               read; `slow` lists the operations of which a single call may take seconds or minutes, `keyTypes` those
//               that the row is shown for, where it is not all; `parallel` rows are for tables on all cores only
//   moreRows()  those that depend on what was loaded
//   algorithms  by the name in the case: { RS256: { generate, sign, verify } }; each prepares one operation outside the
//               clock: it takes a case with its row and what the judge of the offer made for it (judges/), and returns
//               what is timed, a function of no arguments (its result may be a promise), or that as `run` of an object
//               with
//               - each: how many operations one run does, where it is not one
//               - measure, close: another program, which times itself (measure.js)
//               - what the judge of the offer asks for,
//               or instead a string: why this row does not do it. It may be a promise of any of these.

const engines = [
  require('./crypto'),
  require('./webcrypto'),
  require('./openssl-speed'),
  require('./jsrsasign'),
  require('./wasm-rsa'),
  require('./node-forge'),
  require('./node-rsa'),
  require('./noble-curves'),
  require('./noble-post-quantum'),
  require('./elliptic'),
  require('./tweetnacl'),
  require('./sodium-native'),
  require('./libsodium-wrappers'),
  require('./secp256k1'),
  require('./tiny-secp256k1'),
  require('./ecdsa-wasm'),
  require('./polkadot'),
  require('./scure-sr25519'),
  require('./blst'),
  require('./bls-eth-wasm'),
  require('./jsonwebtoken'),
  require('./jose'),
  require('./fast-jwt'),
  require('./node-rs'),
  require('./ruby-jwt'),
  require('./ferrosign'),
];

/** Loads an engine: { engine, version } or { engine, failure }. */
async function load(engine) {
  try {
    const { version } = await engine.load();
    return { engine, version };
  } catch (error) {
    return { engine, failure: `cannot be loaded: ${error.message.split('\n')[0]}` };
  }
}

/** The rows of a loaded engine for a kind of offer. */
function rowsOf({ engine, failure }, offer) {
  const { rows = [], moreRows } = engine[offer] ?? {};
  return failure || !moreRows ? rows : [...rows, ...moreRows()];
}

module.exports = { engines, load, rowsOf };
