#!/usr/bin/env node
'use strict';

// Writes bench/report.html from the figures of the last run of every table: one file, which loads nothing else.

const { writeFileSync } = require('node:fs');
const path = require('node:path');
const { Command } = require('commander');
const { tables } = require('./cases');
const { bars, curves, legend, loadPlot, panels } = require('./charts');
const { environmentLine } = require('./environment');
const { newestResults } = require('./results');
const { units } = require('./units');

const reportFile = path.join(__dirname, 'report.html');
const summaryFile = path.join(__dirname, 'results', 'table1.svg');

/** Writes the report, and returns where; `summary`: the picture of Table 1 for the README too. */
async function writeReport({ summary = false, out = reportFile } = {}) {
  const results = newestResults();
  if (results.length === 0) throw new Error('there are no figures yet: npm run bench');
  writeFileSync(out, await page(results));
  const written = [out];
  const first = results.find(({ table }) => table === '1');
  if (summary && first) {
    writeFileSync(summaryFile, await summaryPicture(first));
    written.push(summaryFile);
  }
  return written.map((file) => path.relative(process.cwd(), file));
}

/** The whole page for results as bench/results/ has them. */
async function page(results) {
  await loadPlot();
  const shown = tables
    .map((table) => ({ table, result: results.find(({ table: number }) => number === table.number) }))
    .filter(({ result }) => result);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>ferrosign: the benchmark</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>ferrosign: the benchmark</h1>
<p>All scales are logarithmic: from one line to the next the figure grows ten times or more, as written below. <b
class="own">ferrosign</b> and <b class="reference">node:crypto</b> stand out by their colours.</p>
<nav>${shown.map(({ table }) => `<a href="#table-${table.number}">${text(nameOf(table))}</a>`).join('\n')}</nav>
</header>
<main>
${shown.map(({ table, result }) => tableSection(table, result)).join('\n')}
</main>
</body>
</html>
`;
}

const nameOf = ({ title }) => title.split(',')[0];

function tableSection(table, result) {
  const { conditions, environment, cases, rows, summary } = result;
  const better = units[table.unit].lessIsBetter ? 'shorter bars are better' : 'longer bars are better';
  const parts = table.sections
    .map((section) => {
      const compared = cases.filter((testCase) => testCase.section === section.name);
      const known = rows.filter(({ cells }) => compared.some(({ name }) => cells[name]));
      if (compared.length === 0 || known.length === 0) return '';
      return section.curve
        ? { curve: curveFigure(section, compared, known, table) }
        : `<h3>${text(section.title)}</h3>
<div class="figures">${figuresOf(section, compared, known, table)}</div>
${section.facts ? sizesTable(section, compared, known) : ''}`;
    })
    .filter(Boolean);
  const plain = parts.filter((part) => typeof part === 'string');
  const curved = parts.filter(({ curve }) => curve).map(({ curve }) => curve);
  return `<section id="table-${table.number}">
<h2>${text(table.title)}</h2>
<p>${text(conditions)}. In ${text(result.unit)}: ${better}.</p>
${summary ? summaryFigure(table, summary) : ''}
${plain.join('\n')}
${curved.length > 0 ? `<h3>Batches and aggregates</h3><div class="figures">${curved.join('\n')}</div>` : ''}
<p class="small">${text(environmentLine(environment))}. A ${text(result.pace)} run.</p>
</section>`;
}

function figuresOf(section, compared, rows, table) {
  // What has one unit and one operation is drawn to one scale.
  const range = section.facts
    ? undefined
    : rows.flatMap(({ cells }) => compared.map(({ name }) => cells[name]).filter((cell) => cell?.value));
  return compared
    .map((testCase) => barFigure(captionOf(section, testCase, table), testCase, rows, { table, range }))
    .join('\n');
}

function captionOf({ title, facts }, { column, operation }, { number }) {
  if (facts) return operation;
  return number === '1' ? `${title}, ${column} bits` : `${column}, ${title.split(' ').at(-1)}`;
}

function barFigure(caption, testCase, rows, { table, range }) {
  const cells = rows
    .map(({ name, cells }) => ({ name, ...cells[testCase.name] }))
    .filter(({ value, reason }) => value || reason);
  const items = cells
    .filter(({ value }) => value)
    .map(({ name, value }) => ({ name, value, text: numberText(table, value) }));
  return figure(
    caption,
    items.length > 0 ? bars(items, { ...units[table.unit], label: caption, range }) : '',
    cells.filter(({ reason }) => reason),
  );
}

function curveFigure({ title, curve }, compared, rows, table) {
  const points = rows.flatMap(({ name, cells }) =>
    compared
      .filter((testCase) => cells[testCase.name]?.value)
      .map((testCase) => {
        const { value } = cells[testCase.name];
        return { name, x: Number(testCase.column), value, text: numberText(table, value) };
      }),
  );
  const names = [...new Set(points.map(({ name }) => name))];
  const keys = legend(names)
    .map(({ name, colour }) => `<li><i style="background:${colour}"></i>${text(name)}</li>`)
    .join('');
  const missing = rows
    .map(({ name, cells }) => ({
      name,
      reason: compared.map((testCase) => cells[testCase.name]?.reason).find(Boolean),
    }))
    .filter(({ reason }) => reason);
  const picture = points.length > 0 ? curves(points, { label: title, unit: 'µs' }) : '';
  return figure(title, `<ul class="keys">${keys}</ul>${picture}<p class="axis">${text(curve)}</p>`, missing);
}

function summaryFigure({ reference, sections }, summary) {
  const named = [...sections.map(({ name }) => name), 'mean'];
  const figures = named.map((name) => {
    const items = summary
      .map((row) => ({ name: row.name, value: name === 'mean' ? row.mean : row.ratios[name] }))
      .filter(({ value }) => value)
      .map((item) => ({ ...item, text: item.value.toFixed(1) }));
    const caption = `${name}, ${reference} = 100`;
    return items.length > 0 ? figure(caption, bars(items, { label: caption }), []) : '';
  });
  return `<h3>Summary: ${text(reference)} = 100, mean over the key sizes</h3>
<div class="figures">${figures.join('\n')}</div>`;
}

function figure(caption, picture, missing) {
  const reasons = missing
    .map(({ name, reason }) => `<li><b>${text(name)}</b> ${text(reason)}</li>`)
    .join('\n');
  return `<figure><figcaption>${text(caption)}</figcaption>${picture}
${reasons && `<ul class="reasons">${reasons}</ul>`}</figure>`;
}

function sizesTable({ facts }, compared, rows) {
  const lines = rows
    .map(({ name, cells }) => ({
      name,
      sizes: facts.map(({ of }) => of(compared.map((testCase) => cells[testCase.name]))),
    }))
    .filter(({ sizes }) => sizes.some(Boolean))
    .map(
      ({ name, sizes }) =>
        `<tr><th>${text(name)}</th>${sizes.map((size) => `<td>${size ?? '-'}</td>`).join('')}</tr>`,
    );
  if (lines.length === 0) return '';
  const head = facts.map(({ title }) => `<th>${text(title)}</th>`).join('');
  return `<div class="scroll"><table><tr><th></th>${head}</tr>${lines.join('\n')}</table></div>`;
}

/** The mean ratios of Table 1 as a picture that stands alone. */
async function summaryPicture({ summary }) {
  await loadPlot();
  const rows = summary
    .filter(({ name, ratios }) => !name.includes('[') && Object.keys(ratios).length > 0)
    .map(({ name, ratios, mean }) => ({ name, ratios: { ...ratios, mean } }));
  const label = 'RSA in Node, operations per minute, node:crypto = 100, logarithmic scale';
  const svg = panels(rows, ['generate', 'sign', 'verify', 'mean'], { label });
  return svg.replace(
    /<svg ([^>]*)>/,
    `<svg xmlns="http://www.w3.org/2000/svg" $1><style>${pictureStyle}</style><title>${text(label)}</title>`,
  );
}

/** No more digits than say something. */
function numberText({ unit }, value) {
  if (units[unit].lessIsBetter) return units[unit].text(value);
  const digits = value < 100 ? 1 : 0;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function text(value) {
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const light =
  '--page:#fff;--ink:#1d2433;--faint:#667085;--line:#e4e7ec;--card:#f8f9fb;--own:#c2410c;--own-2:#ea9a62;' +
  '--reference:#2563a8;--other:#98a2b3;--curve-1:#2563a8;--curve-2:#667085;--curve-3:#0f7b6c;--curve-4:#8b5cb8';
const dark =
  '--page:#12161d;--ink:#e6e9ef;--faint:#98a2b3;--line:#2b323d;--card:#191f28;--own:#fb8b4b;--own-2:#c9825a;' +
  '--reference:#6ea8e6;--other:#667085;--curve-1:#6ea8e6;--curve-2:#98a2b3;--curve-3:#4fc1ae;--curve-4:#bb94e0';

const style = `
:root{${light}}
@media (prefers-color-scheme:dark){:root{${dark}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1180px;padding:16px;background:var(--page);color:var(--ink);
font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:.5rem 0}
h2{font-size:1.3rem;margin:3rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1.05rem;margin:2rem 0 .75rem}
p{max-width:75ch}
nav{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
a{color:var(--reference)}
.own{color:var(--own)}
.reference{color:var(--reference)}
.small,.axis,.reasons,.keys{font-size:.8rem;color:var(--faint)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(340px,100%),1fr));gap:14px}
figure{margin:0;padding:12px;background:var(--card);border:1px solid var(--line);border-radius:8px;min-width:0}
figcaption{font-weight:600;font-size:.92rem;margin-bottom:6px}
svg.plot{display:block;width:100%;height:auto;overflow:visible}
.number text,text.number{font-weight:600;font-variant-numeric:tabular-nums}
.axis{margin:0;text-align:center}
.keys,.reasons{list-style:none;margin:6px 0 0;padding:0}
.keys{display:flex;flex-wrap:wrap;gap:2px 12px;margin:0 0 4px}
.keys i{display:inline-block;width:10px;height:10px;border-radius:5px;margin-right:5px}
.reasons{border-top:1px solid var(--line);padding-top:6px}
.scroll{overflow-x:auto;margin-top:10px}
table{border-collapse:collapse;font-size:.82rem;font-variant-numeric:tabular-nums}
th,td{padding:2px 12px 2px 0;text-align:right;border-bottom:1px solid var(--line)}
th:first-child{text-align:left}
th{font-weight:500}
`;

const pictureStyle = `
svg{${light};color:var(--ink);background:var(--page)}
@media (prefers-color-scheme:dark){svg{${dark}}}
.number text,text.number{font-weight:600}`;

if (require.main === module) {
  const program = new Command('node bench/html.js')
    .description('Writes bench/report.html from the figures of the last run of every table.')
    .option('--summary', 'also bench/results/table1.svg, the picture in the README');
  writeReport(program.parse().opts()).then(
    (files) => process.stdout.write(`Written to ${files.join(', ')}\n`),
    (error) => program.error(`error: ${error.message}`),
  );
}

module.exports = { page, writeReport, summaryPicture };
