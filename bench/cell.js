'use strict';
// One cell of a table: a row of an engine doing a case. Opened, its first result is checked and it is ready to be timed.

const { judges } = require('./judges');
const { Contender, ProgramContender } = require('./measure');

/** Why a cell has no figure; its message is what the row shows. */
class NoFigure extends Error {}

/** A contender whose first result was right; throws NoFigure when it was wrong or did not come. */
async function open(engine, row, testCase, subject) {
  let contender;
  try {
    const context = { ...testCase, ...subject, row };
    const prepared = await prepare(engine, context);
    contender = prepared.measure
      ? new ProgramContender(prepared)
      : new Contender(prepared.run, prepared.each);
    const output = await contender.first({ counts: testCase.operation === 'generate' });
    const again = (changes) => prepare(engine, { ...context, ...changes });
    const fault = await judges[testCase.offer].checks[testCase.operation]({
      engine,
      context,
      output,
      prepared,
      again,
    });
    if (fault) throw new NoFigure(`WRONG: ${fault}`);
    contender.sizes = prepared.sizes?.(output);
    await contender.warmUp();
    return contender;
  } catch (error) {
    await contender?.close?.();
    if (error instanceof NoFigure) throw error;
    throw new NoFigure(error.code ? `${error.message} (${error.code})` : error.message);
  }
}

/** What an engine returned for a case, in its longer form. */
async function prepare(engine, context) {
  const offered = engine[context.offer]?.algorithms[context.algorithm]?.[context.operation];
  if (!offered) throw new NoFigure(`${engine.name} does not offer it`);
  const prepared = await offered(context);
  if (typeof prepared === 'string') throw new NoFigure(prepared);
  return typeof prepared === 'function' ? { run: prepared } : prepared;
}

module.exports = { open, prepare, NoFigure };
