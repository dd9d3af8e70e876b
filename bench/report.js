'use strict';
// Prints what a comparison found, in the form of the articles' tables.

const { environmentLine, nodeMajor } = require('./environment');
const { plainTable, wrap } = require('./text');
const { units } = require('./units');

/** A figure that rests on fewer calls than this says on how many. */
const fewCalls = 30;
/** Wide enough for the sentence of a row that has no figures. */
const leastFiguresWidth = 56;

function report(result, table) {
  const { title, conditions, environment, cases, summary } = result;
  const { sections, reference } = table;
  const parts = [title, wrap(`${conditions}. ${paceSentence(result, table)}.`)];
  for (const section of sections) {
    const compared = cases.filter((testCase) => testCase.section === section.name);
    if (compared.length === 0) continue;
    parts.push(sectionTable(section, compared, result.rows, table));
    if (section.rows) parts.push(ratioTable(section, compared, result.rows));
  }
  if (reference) {
    parts.push(
      summary ? summaryTable(summary, sections, reference) : `No summary: ${reference} was not in this run.`,
    );
  }
  parts.push(
    remarks(result, table)
      .map((remark) => `- ${wrap(remark, '  ')}`)
      .join('\n'),
  );
  parts.push(wrap(environmentLine(environment)));
  return `\n${parts.join('\n\n')}\n`;
}

function paceSentence({ pace, sets, milliseconds, slow }, table) {
  if (table.paceSentence) return table.paceSentence;
  const lengths = Object.entries(milliseconds).map(
    ([operation, length]) => `${length / 1000} s (${operation})`,
  );
  const apart = `${slow / 1000} s in all for a cell of very slow calls`;
  return `A ${pace} run: ${sets} sets of ${lengths.join(', ')}; ${apart}`;
}

/** A line per system and a column per case, or turned round. */
function sectionTable({ title, facts = [], curve }, compared, rows, { unit, turned }) {
  const shown = rows.filter(({ cells }) => compared.some(({ name }) => cells[name]));
  if (shown.length === 0) return `${title}: no system of this run does it.`;
  const text = figureText(units[unit], curve);
  if (turned) {
    const lines = compared.map(({ column, name }) => [column, ...shown.map(({ cells }) => cells[name])]);
    return grid([title, ...shown.map(({ name }) => name)], lines, text, 1);
  }
  const lines = shown.map(({ name, cells }) => [
    name,
    ...compared.map((testCase) => cells[testCase.name] ?? missing),
    ...facts.map(({ of }) => ({ fact: String(of(compared.map((testCase) => cells[testCase.name])) ?? '-') })),
  ]);
  const columns = [...compared.map(({ column }) => column), ...facts.map((fact) => fact.title)];
  return curve
    ? `${title}\n${grid([curve, ...columns], lines, text)}`
    : grid([title, ...columns], lines, text);
}

/** How many times as fast as the second of the section's rows the first is, and whether that is what was aimed at. */
function ratioTable({ rows: [first, second] }, compared, rows) {
  const [ours, original] = [first, second].map((wanted) => rows.find(({ name }) => name === wanted)?.cells);
  const table = plainTable({
    head: [`${first} : ${second}`, 'ratio', `Node ${nodeMajor}`, ''],
    colAligns: ['left', 'right', 'right', 'left'],
  });
  for (const { name, column, least } of compared) {
    const [found, other] = [ours, original].map((cells) => cells?.[name]?.value);
    const ratio = found === undefined || other === undefined ? undefined : found / other;
    const wanted = least[nodeMajor];
    table.push([
      column,
      ratio?.toFixed(2) ?? '-',
      wanted === undefined ? '' : `>= ${wanted}`,
      wanted === undefined || ratio === undefined ? '' : ratio >= wanted ? 'reached' : 'MISSED',
    ]);
  }
  return table.toString();
}

const missing = { fact: '-' };

/** A reason that takes more than `mostLines` in its cell goes below the table. */
function grid(head, lines, text, mostLines = 2) {
  const figures = lines.flatMap(([, ...cells]) => cells.filter(({ reason }) => !reason));
  const columns = head.length - 1;
  const least = Math.ceil(leastFiguresWidth / columns);
  const widths = head
    .slice(1)
    .map((title) => Math.max(least, longestWord(title) + 2, ...figures.map((cell) => text(cell).length + 2)));
  const table = plainTable({
    head,
    colWidths: [Math.max(head[0].length, ...lines.map(([name]) => name.length)) + 2, ...widths],
    colAligns: ['left', ...widths.map(() => 'right')],
    wordWrap: true,
  });
  const footnotes = [];
  for (const [name, ...cells] of lines) {
    const content = mergeReasons(cells, text).map((cell) => {
      const fits = !cell.content || cell.content.length < mostLines * cell.colSpan * least;
      if (fits) return cell;
      if (!footnotes.includes(cell.content)) footnotes.push(cell.content);
      return { ...cell, content: `no figure (${footnotes.indexOf(cell.content) + 1})` };
    });
    table.push([name, ...content]);
  }
  return [table, ...footnotes.map((reason, index) => wrap(`(${index + 1}) ${reason}`, '    '))].join('\n');
}

function longestWord(title) {
  return Math.max(...title.split(' ').map((word) => word.length));
}

/** Neighbours that lack a figure for the same reason share one cell. */
function mergeReasons(cells, text) {
  const merged = [];
  for (const cell of cells) {
    const last = merged.at(-1);
    if (!cell.reason) merged.push(text(cell));
    else if (last?.content === cell.reason) last.colSpan++;
    else merged.push({ content: cell.reason, colSpan: 1, hAlign: 'left' });
  }
  return merged;
}

/** Curves have many points: their figures stand alone. */
function figureText(unit, curve) {
  return ({ fact, value, spread, calls }) => {
    if (fact !== undefined) return fact;
    const notes = [];
    if (spread !== undefined && !curve) notes.push(`±${Math.round(spread * 100)}%`);
    if (calls < fewCalls && !curve) notes.push(`n=${calls}`);
    return [unit.text(value), ...notes].join(' ');
  };
}

function summaryTable(summary, sections, reference) {
  const head = [`${reference} = 100`, ...sections.map(({ name }) => name), 'mean'];
  const names = summary.map(({ name }) => `${name} *`.length);
  const table = plainTable({
    head,
    colWidths: [Math.max(head[0].length, ...names) + 2, ...sections.map(() => undefined)],
    colAligns: ['left', ...sections.map(() => 'right'), 'right'],
  });
  for (const { name, ratios, mean, partial } of summary) {
    const figures = sections.map((section) => ratios[section.name]);
    table.push([
      partial ? `${name} *` : name,
      ...[...figures, mean].map((value) => value?.toFixed(1) ?? '-'),
    ]);
  }
  return table.toString();
}

function remarks({ rows, summary }, { remarks: own = [] }) {
  const cells = rows.flatMap((row) => Object.values(row.cells));
  const found = ['±: half the distance between the slowest and the fastest set, in per cent of their mean.'];
  if (cells.some(({ calls }) => calls < fewCalls)) {
    found.push(
      `n: the calls that a figure rests on, if below ${fewCalls}. How long an RSA key takes to find varies by chance, so ` +
        'its generation is off by up to about 100 %/√n; --full measures longer.',
    );
  }
  if (summary?.some(({ partial }) => partial))
    found.push('*: some figure is missing; the mean is over the others.');
  const noted = new Map(rows.filter(({ note }) => note).map(({ name, note }) => [name, note]));
  return [...found, ...own, ...Array.from(noted, ([name, note]) => `${name}: ${note}.`)];
}

module.exports = { report };
