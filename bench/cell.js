'use strict';
// One cell of a table: a row of an engine doing a case. Opened, its first result is checked and it is ready to be timed.

const { Contender } = require('./measure');
const { faultOfKeyPair, faultOfSignature, spoil } = require('./reference');

const warmUpMilliseconds = 50;

/** Why a cell has no figure; its message is what the row shows. */
class NoFigure extends Error {}

/** A contender whose first result was right; throws NoFigure when it was wrong or did not come. */
async function open(engine, row, testCase, subject) {
  try {
    const context = { ...testCase, ...subject, row };
    const { run, ...rest } = prepare(engine, context);
    const contender = new Contender(run);
    const generates = testCase.operation === 'generate';
    const output = await contender.first({ counts: generates });
    const fault = await checks[testCase.operation]({ engine, context, output, ...rest });
    if (fault) throw new NoFigure(`WRONG: ${fault}`);
    if (!generates) await contender.warmUp(warmUpMilliseconds);
    return contender;
  } catch (error) {
    if (error instanceof NoFigure) throw error;
    throw new NoFigure(error.code ? `${error.message} (${error.code})` : error.message);
  }
}

const checks = {
  generate: ({ context, output, toPem = (pair) => pair }) => faultOfKeyPair(context, toPem(output)),

  sign: ({ context, output, publicKey = context.publicKey }) => faultOfSignature(context, publicKey, output),

  verify: async ({ engine, context, output }) => {
    if (output !== true) return `it answers ${output} to a good signature`;
    const bad = prepare(engine, { ...context, signature: spoil(context.signature) });
    const answer = await bad.run();
    return answer === false ? undefined : `it answers ${answer} to a bad signature`;
  },
};

function prepare(engine, context) {
  const offered = engine.algorithms[context.algorithm]?.[context.operation];
  if (!offered) throw new NoFigure(`${engine.name} does not offer it`);
  const prepared = offered(context);
  if (typeof prepared === 'string') throw new NoFigure(prepared);
  return typeof prepared === 'function' ? { run: prepared } : prepared;
}

module.exports = { open, NoFigure };
