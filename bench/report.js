'use strict';
// Prints what a comparison found, in the form of the article's tables.

const { environmentLine } = require('./environment');
const { plainTable, wrap } = require('./text');

/** A figure that rests on fewer calls than this says on how many. */
const fewCalls = 30;
/** Wide enough for the sentence of a row that has no figures. */
const leastFiguresWidth = 56;

function report(result, { sections, reference }) {
  const { title, conditions, environment, cases, rows, summary } = result;
  const parts = [title, wrap(`${conditions}. ${paceSentence(result)}`)];
  for (const operation of sections) {
    const compared = cases.filter((testCase) => testCase.operation === operation);
    if (compared.length > 0) parts.push(operationTable(operation, compared, rows));
  }
  parts.push(
    summary ? summaryTable(summary, sections, reference) : `No summary: ${reference} was not in this run.`,
  );
  parts.push(
    remarks(result)
      .map((remark) => `- ${wrap(remark, '  ')}`)
      .join('\n'),
  );
  parts.push(wrap(environmentLine(environment)));
  return `\n${parts.join('\n\n')}\n`;
}

function paceSentence({ pace, sets, milliseconds, slow }) {
  const lengths = Object.entries(milliseconds).map(
    ([operation, length]) => `${length / 1000} s (${operation})`,
  );
  return `A ${pace} run: ${sets} sets of ${lengths.join(', ')}; ${slow / 1000} s in all for a cell of very slow calls.`;
}

function operationTable(operation, compared, rows) {
  const lines = rows.map(({ name, cells }) => [name, ...compared.map((testCase) => cells[testCase.name])]);
  const figures = lines.flatMap(([, ...cells]) => cells.filter(({ reason }) => !reason).map(figureText));
  const head = [`${operation} /min`, ...compared.map(({ column }) => column)];
  const least = Math.ceil(leastFiguresWidth / compared.length);
  const columnWidth = Math.max(least, ...figures.map((text) => text.length + 2));
  const table = plainTable({
    head,
    colWidths: [nameWidth(rows, head[0]), ...compared.map(() => columnWidth)],
    colAligns: ['left', ...compared.map(() => 'right')],
    wordWrap: true,
  });
  const footnotes = [];
  for (const [name, ...cells] of lines) {
    const content = mergeReasons(cells).map((cell) => {
      const fits = !cell.content || cell.content.length < 2 * cell.colSpan * columnWidth;
      return fits ? cell : { ...cell, content: `no figure (${footnotes.push(cell.content)})` };
    });
    table.push([name, ...content]);
  }
  return [table, ...footnotes.map((reason, index) => wrap(`(${index + 1}) ${reason}`, '    '))].join('\n');
}

/** Neighbours that lack a figure for the same reason share one cell. */
function mergeReasons(cells) {
  const merged = [];
  for (const cell of cells) {
    const last = merged.at(-1);
    if (!cell.reason) merged.push(figureText(cell));
    else if (last?.content === cell.reason) last.colSpan++;
    else merged.push({ content: cell.reason, colSpan: 1, hAlign: 'left' });
  }
  return merged;
}

function figureText({ perMinute, spread, calls }) {
  const notes = [];
  if (spread !== undefined) notes.push(`±${Math.round(spread * 100)}%`);
  if (calls < fewCalls) notes.push(`n=${calls}`);
  return [perMinute.toFixed(2), ...notes].join(' ');
}

function summaryTable(summary, sections, reference) {
  const head = [`${reference} = 100`, ...sections, 'mean'];
  const table = plainTable({
    head,
    colWidths: [nameWidth(summary, head[0]), ...sections.map(() => undefined)],
    colAligns: ['left', ...sections.map(() => 'right'), 'right'],
  });
  for (const { name, ratios, mean, partial } of summary) {
    const figures = sections.map((operation) => ratios[operation]);
    table.push([
      partial ? `${name} *` : name,
      ...[...figures, mean].map((value) => value?.toFixed(1) ?? '-'),
    ]);
  }
  return table.toString();
}

function remarks({ rows, summary, environment }) {
  const cells = rows.flatMap((row) => Object.values(row.cells));
  const found = ['±: half the distance between the slowest and the fastest set, in per cent of their mean.'];
  if (cells.some(({ calls }) => calls < fewCalls)) {
    found.push(
      `n: the calls that a figure rests on, if below ${fewCalls}. How long an RSA key takes to find varies by chance, so ` +
        'generation is off by up to about 100 %/√n; --full measures longer.',
    );
  }
  if (summary?.some(({ partial }) => partial))
    found.push('*: some figure is missing; the mean is over the others.');
  const named = verifiedEngines(rows).map((name) => [name, environment.modules[name]].join(' ').trimEnd());
  found.push(
    'Before anything was timed, node:crypto loaded each generated key pair, verification was seen to accept a good ' +
      'and to refuse a bad signature, and each signature was verified by node:crypto.',
  );
  if (named.length > 0) found.push(`node:crypto verifies the signatures of ${named.join(', ')}.`);
  return [...found, ...rows.filter(({ note }) => note).map(({ name, note }) => `${name}: ${note}.`)];
}

/** The engines whose signatures were seen, all of them right. */
function verifiedEngines(rows) {
  const signed = rows.flatMap(({ engine, cells }) =>
    Object.entries(cells)
      .filter(([name]) => name.endsWith('/sign'))
      .map(([, { perMinute, reason }]) => ({
        engine,
        right: perMinute > 0,
        wrong: reason?.startsWith('WRONG'),
      })),
  );
  const names = new Set(signed.filter(({ right }) => right).map(({ engine }) => engine));
  for (const { engine, wrong } of signed) if (wrong) names.delete(engine);
  return [...names];
}

function nameWidth(rows, head) {
  return Math.max(head.length, ...rows.map(({ name }) => `${name} *`.length)) + 2;
}

module.exports = { report };
