'use strict';
// Runs one table: opens and checks every cell, times them in sets spread over the run, and works out the figures.

const { openApart } = require('./apart');
const { open, NoFigure } = require('./cell');
const { load } = require('./engines');
const { environment } = require('./environment');
const { interleave, rates, overallRate, total, mean, spread } = require('./measure');
const { progress } = require('./progress');
const { subjectsFor } = require('./reference');

/**
 * A set is one pass over the whole table. `slow` is all the time that a cell which runs apart may take. How long a key
 * takes to find varies by chance: generation gets more sets, up to `generationSets`, while `seconds` are not over.
 */
const paces = {
  quick: {
    sets: 3,
    milliseconds: { generate: 250, sign: 100, verify: 100 },
    slow: 5_000,
    generationSets: 15,
    seconds: 150,
  },
  full: {
    sets: 3,
    milliseconds: { generate: 30_000, sign: 30_000, verify: 30_000 },
    slow: 300_000,
    generationSets: 3,
    seconds: Number.POSITIVE_INFINITY,
  },
};

/** Lets `engines` do `cases`, which belong to `table`; returns what is printed and kept. */
async function compare(table, { engines, cases, pace }) {
  const start = performance.now();
  const { sets, milliseconds, slow } = paces[pace];
  const rows = rowsOf(engines.map(load), cases);
  const measuredOn = environment(modulesOf(rows));
  const bar = progress(rows.length * cases.length * (sets + 1));
  await openCells(rows, cases, paces[pace], bar);
  await timeCells(rows, cases, { start, ...paces[pace] }, bar);
  bar.stop();

  const figures = [];
  for (const row of rows) figures.push(await figuresOf(row));
  return {
    table: table.number,
    title: table.title,
    conditions: table.conditions,
    pace,
    sets,
    milliseconds,
    slow,
    seconds: Math.round((performance.now() - start) / 1000),
    environment: measuredOn,
    cases,
    rows: figures,
    summary: summaryOf(table, cases, figures),
  };
}

/** The rows that concern the cases. */
function rowsOf(loaded, cases) {
  const concerned = ({ keyTypes }) => !keyTypes || cases.some(({ keyType }) => keyTypes.includes(keyType));
  return loaded.flatMap(({ rows, ...engine }) =>
    rows.filter(concerned).map((row) => ({ name: row.name, row, ...engine, cells: {} })),
  );
}

function modulesOf(rows) {
  const modules = {};
  for (const { engine, version, row } of rows) {
    if (version) modules[engine.name] = version;
    if (row.version) modules[row.name] = row.version;
  }
  return modules;
}

/** Fills the cells of the rows: { contender } where the first result was right, otherwise { reason }. */
async function openCells(rows, cases, { sets, slow }, bar) {
  const subjectOf = subjectsFor(cases);
  for (const testCase of cases) {
    for (const row of rows) {
      const label = `${testCase.name} ${row.name}`;
      bar.step(label);
      const cell = await openCell(row, testCase, subjectOf(testCase), slow);
      if (cell.contender) cell.contender.label = label;
      else bar.step(label, sets);
      row.cells[testCase.name] = cell;
    }
  }
}

async function openCell({ engine, row, failure }, testCase, subject, slow) {
  if (failure) return { reason: failure };
  try {
    const apart = row.slow?.includes(testCase.operation);
    return {
      contender: apart
        ? await openApart(engine, row, testCase, subject, slow)
        : await open(engine, row, testCase, subject),
    };
  } catch (error) {
    if (error instanceof NoFigure) return { reason: error.message };
    throw error;
  }
}

async function timeCells(rows, cases, { start, sets, milliseconds, generationSets, seconds }, bar) {
  const groups = cases.map(({ name, operation }) => ({
    operation,
    milliseconds: milliseconds[operation],
    contenders: rows.map(({ cells }) => cells[name].contender).filter(Boolean),
  }));
  const onTurn = ({ label }) => bar.step(label);
  await interleave(groups, { rounds: sets, onTurn });
  const generation = groups.filter(({ operation }) => operation === 'generate');
  for (let set = sets; set < generationSets && performance.now() - start < seconds * 1000; set++) {
    bar.extend(generation.reduce((turns, { contenders }) => turns + contenders.length, 0));
    await interleave(generation, { rounds: 1, firstRound: set, onTurn });
  }
}

/** The row as it is kept: per case { perMinute, spread, calls, sets } or { reason }. */
async function figuresOf({ name, engine, row, cells }) {
  const figures = {};
  for (const [caseName, { reason, contender }] of Object.entries(cells)) {
    figures[caseName] = reason ? { reason } : figure(contender);
    await contender?.close?.();
  }
  return { name, engine: engine.name, note: row.note, cells: figures };
}

function figure({ samples, failure }) {
  if (failure) return { reason: `failed while it was timed: ${failure.message}` };
  const perMinute = rates(samples.filter(({ calls }) => calls > 0)).map((rate) => rate * 60);
  return {
    perMinute: overallRate(samples) * 60,
    spread: spread(perMinute),
    calls: total(samples, 'calls'),
    sets: perMinute,
  };
}

/**
 * Per operation the mean, over the key sizes, of a row's ratio to the reference row, which is 100; then the mean of
 * the operations. `partial`: some cell has no figure, so that the mean is over the others.
 */
function summaryOf({ reference, sections }, cases, rows) {
  const referenceRow = rows.find(({ name }) => name === reference);
  if (!referenceRow) return undefined;
  return rows.map(({ name, cells }) => {
    const ratios = {};
    let partial = false;
    for (const operation of sections) {
      const compared = cases
        .filter((testCase) => testCase.operation === operation)
        .map((testCase) => testCase.name);
      const known = compared.filter(
        (caseName) => cells[caseName].perMinute && referenceRow.cells[caseName].perMinute,
      );
      if (known.length < compared.length) partial = true;
      if (known.length === 0) continue;
      ratios[operation] =
        100 *
        mean(known.map((caseName) => cells[caseName].perMinute / referenceRow.cells[caseName].perMinute));
    }
    const complete = sections.every((operation) => ratios[operation] !== undefined);
    return { name, ratios, mean: complete ? mean(Object.values(ratios)) : undefined, partial };
  });
}

module.exports = { compare };
