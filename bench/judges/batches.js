'use strict';
// Many signatures at once. The items are made as single ones are (primitives.js); an answer is right when a good batch
// is accepted and one with a bad signature in it refused.

const { createHash } = require('node:crypto');
const { failureOf, firstThatCan, generateWith, makers, signWith, usual } = require('./primitives');

/** Which key signs which message: the article's three kinds, each with its own short cut. */
const kinds = {
  'keys and messages differ': { key: (index) => index, message: (index) => index },
  'keys differ, one message': { key: (index) => index, message: () => 0 },
  'one key, messages differ': { key: () => 0, message: (index) => index },
};

/** A bad signature is put into batches up to this size. */
const mostSpoiled = 16;

async function subjectsFor(cases) {
  const lists = new Map();
  const identity = ({ algorithm, kind }) => `${algorithm} ${kind}`;
  for (const testCase of cases) {
    const most = Math.max(
      ...cases.filter((other) => identity(other) === identity(testCase)).map(({ size }) => size),
    );
    if (!lists.has(identity(testCase)))
      lists.set(identity(testCase), await itemsOf(testCase, most).catch(failureOf));
  }
  return (testCase) => {
    const list = lists.get(identity(testCase));
    return list.failure ? list : { items: list.slice(0, testCase.size) };
  };
}

const pairs = new Map();

/** `count` items { message, publicKey, signature, wrongSignature? }; equal keys and messages are the same object. */
async function itemsOf({ algorithm, kind }, count) {
  return firstThatCan(makers[algorithm] ?? usual, async (engine) => {
    const known = pairs.get(algorithm) ?? [];
    pairs.set(algorithm, known);
    const items = [];
    for (let index = 0; index < count; index++) {
      const key = kinds[kind].key(index);
      known[key] ??= await generateWith(engine, algorithm);
      const message = messageAt(kinds[kind].message(index));
      const signature = await signWith(engine, algorithm, known[key], message);
      const item = { message, publicKey: known[key].publicKey, signature };
      if (index < mostSpoiled) {
        item.wrongSignature = await signWith(engine, algorithm, known[key], messageAt(count + index));
      }
      items.push(item);
    }
    return items;
  });
}

const messages = [];

/** 32 bytes, because some rivals take no other. */
function messageAt(index) {
  messages[index] ??= createHash('sha256').update(`message ${index}`).digest();
  return messages[index];
}

const checks = {
  async batch({ context: { items }, output, again }) {
    if (output !== true) return `it answers ${output} to good signatures`;
    if (items.length > mostSpoiled) return undefined;
    const last = items.at(-1);
    const spoiled = { ...last, signature: last.wrongSignature };
    const bad = await again({ items: [...items.slice(0, -1), spoiled] });
    const answer = await bad.run();
    return answer === false ? undefined : `it answers ${answer} to a batch with a bad signature`;
  },
};

module.exports = { subjectsFor, checks, kinds, itemsOf, messageAt };
