'use strict';
// BLS aggregation. @chainsafe/blst makes the aggregates, and bls-eth-wasm those that blst is held to.

const { failureOf, firstThatCan } = require('./primitives');
const { itemsOf, messageAt } = require('./batches');
const { prepare } = require('../cell');

const operations = {
  aggregateSignatures: 'keys and messages differ',
  aggregatePublicKeys: 'keys and messages differ',
  verifyAggregate: 'keys and messages differ',
  fastVerifyAggregate: 'keys differ, one message',
};

async function subjectsFor(cases) {
  const subjects = new Map();
  const identity = ({ operation, size }) => `${operation} ${size}`;
  for (const { algorithm, operation, size } of cases) {
    subjects.set(identity({ operation, size }), await subjectOf(algorithm, operation, size).catch(failureOf));
  }
  return (testCase) => subjects.get(identity(testCase));
}

async function subjectOf(algorithm, operation, size) {
  const items = await itemsOf({ algorithm, kind: operations[operation] }, size);
  const signature = await aggregateWith(['@chainsafe/blst', 'bls-eth-wasm'], 'aggregateSignatures', items);
  return { items, signature, message: messageAt(0) };
}

const verifies = async ({ context, output, again }) => {
  if (output !== true) return `it answers ${output} to a good aggregate`;
  const [first, ...others] = context.items;
  const wrong = messageAt(context.items.length + 1);
  const bad = await again({ message: wrong, items: [{ ...first, message: wrong }, ...others] });
  const answer = await bad.run();
  return answer === false ? undefined : `it answers ${answer} to a bad aggregate`;
};

const aggregates = async ({ engine, context: { operation, items }, output, prepared }) => {
  const judges = ['@chainsafe/blst', 'bls-eth-wasm'].filter((name) => name !== engine.name);
  const expected = await aggregateWith(judges, operation, items);
  return Buffer.from(prepared.bytes(output)).equals(Buffer.from(expected))
    ? undefined
    : 'it is not the aggregate that others make';
};

const checks = {
  aggregateSignatures: aggregates,
  aggregatePublicKeys: aggregates,
  verifyAggregate: verifies,
  fastVerifyAggregate: verifies,
};

function aggregateWith(names, operation, items) {
  return firstThatCan(names, async (engine) => {
    const context = { offer: 'aggregates', algorithm: 'bls12-381', operation, items };
    const prepared = await prepare(engine, { ...context, row: engine.aggregates.rows[0] });
    return prepared.bytes(await prepared.run());
  });
}

module.exports = { subjectsFor, checks };
