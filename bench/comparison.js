'use strict';
// Runs one table: opens and checks every cell, times them in sets spread over the run, and works out the figures.

const { openApart } = require('./apart');
const { open, NoFigure } = require('./cell');
const { load, rowsOf } = require('./engines');
const { environment } = require('./environment');
const { judges } = require('./judges');
const { interleave, rates, overallRate, total, mean, spread } = require('./measure');
const { progress } = require('./progress');
const { units } = require('./units');

/**
 * What a table's own pace is laid over. A set is one pass over the whole table, of slices of so many `milliseconds` per
 * operation and at least so many calls. `slow` is all the time that a cell which runs apart may take. How long a key
 * takes to find varies by chance: generation gets more sets, up to `generationSets`, while `seconds` are not over.
 */
const pace = { sets: 3, leastCalls: 1, slow: 5_000, generationSets: 3, seconds: Number.POSITIVE_INFINITY };

/** Lets `engines` do `cases`, which belong to `table`; returns what is printed and kept. */
async function compare(table, { engines, cases, paceName }) {
  const start = performance.now();
  const settings = { ...pace, ...table.paces[paceName] };
  const loaded = [];
  for (const engine of engines) loaded.push(await load(engine));
  const rows = concernedRows(table, loaded, cases);
  const measuredOn = environment(modulesOf(rows));
  const bar = progress(rows.reduce((cells, { doing }) => cells + doing.length, 0) * (settings.sets + 1));
  await openCells(rows, cases, settings, bar);
  await timeCells(rows, cases, { start, ...settings }, bar);
  bar.stop();

  const figures = [];
  for (const row of rows) figures.push(await figuresOf(row, units[table.unit]));
  return {
    table: table.number,
    title: table.title,
    conditions: table.conditions,
    unit: units[table.unit].name,
    pace: paceName,
    sets: settings.sets,
    milliseconds: settings.milliseconds,
    leastCalls: settings.leastCalls,
    slow: settings.slow,
    seconds: Math.round((performance.now() - start) / 1000),
    environment: measuredOn,
    cases,
    rows: figures,
    summary: table.reference && summaryOf(table, cases, figures),
  };
}

/** The rows with the cases that each is shown for. */
function concernedRows({ everyRow }, loaded, cases) {
  const offers = [...new Set(cases.map(({ offer }) => offer))];
  return loaded.flatMap(({ engine, version, failure }) =>
    offers
      .flatMap((offer) => rowsOf({ engine, failure }, offer).map((row) => ({ offer, row })))
      .map(({ offer, row }) => {
        const { algorithms } = engine[offer];
        const doing = cases.filter(
          (testCase) =>
            testCase.offer === offer &&
            (!row.keyTypes || row.keyTypes.includes(testCase.keyType)) &&
            (everyRow || algorithms[testCase.algorithm]?.[testCase.operation]),
        );
        return { name: row.name, row, engine, version, failure, doing, cells: {} };
      })
      .filter(({ doing }) => doing.length > 0),
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
  const subjectOf = await subjectsFor(cases);
  for (const testCase of cases) {
    for (const row of rows) {
      if (!row.doing.includes(testCase)) continue;
      const label = `${testCase.name} ${row.name}`;
      bar.step(label);
      const cell = await openCell(row, testCase, subjectOf(testCase), slow);
      if (cell.contender) cell.contender.label = label;
      else bar.step(label, sets);
      row.cells[testCase.name] = cell;
    }
  }
}

/** A function from a case to what the judge of its offer made for it. */
async function subjectsFor(cases) {
  const subjectOf = {};
  for (const offer of new Set(cases.map((testCase) => testCase.offer))) {
    subjectOf[offer] = await judges[offer].subjectsFor(cases.filter((testCase) => testCase.offer === offer));
  }
  return (testCase) => subjectOf[testCase.offer](testCase);
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

async function timeCells(
  rows,
  cases,
  { start, sets, milliseconds, leastCalls, generationSets, seconds },
  bar,
) {
  const groups = cases.map(({ name, operation }) => ({
    operation,
    milliseconds: milliseconds[operation],
    leastCalls,
    contenders: rows.map(({ cells }) => cells[name]?.contender).filter(Boolean),
  }));
  const onTurn = ({ label }) => bar.step(label);
  await interleave(groups, { rounds: sets, onTurn });
  const generation = groups.filter(({ operation }) => operation === 'generate');
  for (let set = sets; set < generationSets && performance.now() - start < seconds * 1000; set++) {
    bar.extend(generation.reduce((turns, { contenders }) => turns + contenders.length, 0));
    await interleave(generation, { rounds: 1, firstRound: set, onTurn });
  }
}

/** The row as it is kept: per case { value, spread, calls, sets, sizes? } or { reason }. */
async function figuresOf({ name, engine, row, cells }, unit) {
  const figures = {};
  for (const [caseName, { reason, contender }] of Object.entries(cells)) {
    figures[caseName] = reason ? { reason } : figure(contender, unit);
    await contender?.close?.();
  }
  return { name, engine: engine.name, note: row.note, cells: figures };
}

/** `sets` are the values of the single sets, in the unit of `value`. */
function figure({ samples, failure, sizes }, unit) {
  if (failure) return { reason: `failed while it was timed: ${failure.message}` };
  const setRates = rates(samples.filter(({ calls }) => calls > 0));
  return {
    value: unit.fromRate(overallRate(samples)),
    spread: spread(setRates),
    calls: total(samples, 'calls'),
    sets: setRates.map(unit.fromRate),
    sizes,
  };
}

/**
 * Per section the mean, over its cases, of a row's ratio to the reference row, which is 100; then the mean of the
 * sections. `partial`: some cell has no figure, so that the mean is over the others.
 */
function summaryOf({ reference, sections }, cases, rows) {
  const referenceRow = rows.find(({ name }) => name === reference);
  if (!referenceRow) return undefined;
  return rows.map(({ name, cells }) => {
    const ratios = {};
    let partial = false;
    for (const section of sections) {
      const compared = cases
        .filter((testCase) => testCase.section === section.name)
        .map((testCase) => testCase.name);
      const known = compared.filter(
        (caseName) => cells[caseName].value && referenceRow.cells[caseName].value,
      );
      if (known.length < compared.length) partial = true;
      if (known.length === 0) continue;
      ratios[section.name] =
        100 * mean(known.map((caseName) => cells[caseName].value / referenceRow.cells[caseName].value));
    }
    const complete = sections.every((section) => ratios[section.name] !== undefined);
    return { name, ratios, mean: complete ? mean(Object.values(ratios)) : undefined, partial };
  });
}

module.exports = { compare };
