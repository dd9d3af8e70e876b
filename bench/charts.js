'use strict';
// Pictures of figures: SVG by Observable Plot, drawn without a browser. Colours are CSS variables, for light and dark.

const { parseHTML } = require('linkedom');

/** Narrow enough for a phone; wide screens get more of them side by side. */
const width = 352;
const barHeight = 9;
const rowHeight = 34;

let Plot;
let document;

/** Before any picture is drawn. */
async function loadPlot() {
  Plot = await import('@observablehq/plot');
  document = parseHTML('<html></html>').document;
}

/**
 * Bars { name, value, text }, the best first, each with its name above and its number beside it. `range`: what else is
 * drawn to the same scale.
 */
function bars(items, { lessIsBetter, label, range = items }) {
  const sorted = items.toSorted((a, b) => (lessIsBetter ? a.value - b.value : b.value - a.value));
  const [low, high] = decades(range.map(({ value }) => value));
  return draw(
    {
      height: sorted.length * rowHeight + 34,
      marginLeft: 2,
      marginRight: 70,
      marginTop: 4,
      marginBottom: 28,
      x: { type: 'log', domain: [low, high], axis: null },
      y: { domain: sorted.map(({ name }) => name), axis: null, padding: 0 },
      marks: [
        ...decadeLines(low, high),
        Plot.barX(sorted, {
          x1: low,
          x2: 'value',
          y: 'name',
          fill: ({ name }) => colourOf(name),
          insetTop: rowHeight - barHeight - 6,
          insetBottom: 6,
        }),
        Plot.text(sorted, {
          x: low,
          y: 'name',
          text: 'name',
          textAnchor: 'start',
          dy: -7,
          className: 'name',
        }),
        Plot.text(sorted, {
          x: 'value',
          y: 'name',
          text: 'text',
          textAnchor: 'start',
          dx: 5,
          dy: 7,
          className: 'number',
        }),
      ],
    },
    `${label}: ${sorted.map(({ name, text }) => `${name} ${text}`).join(', ')}`,
  );
}

/** Curves of points { name, x, value, text }, each named, with its last number, at its end. */
function curves(points, { label, unit }) {
  const [low, high] = decades(points.map(({ value }) => value));
  const sizes = [...new Set(points.map(({ x }) => x))];
  const last = sizes.at(-1);
  const names = [...new Set(points.map(({ name }) => name))];
  const ends = names.map((name) => points.findLast((point) => point.name === name));
  return draw(
    {
      height: 250,
      marginLeft: 44,
      marginRight: 66,
      marginTop: 18,
      marginBottom: 32,
      x: {
        type: 'log',
        base: 2,
        domain: [sizes[0], last],
        ticks: sizes.filter((_, index) => sizes.length < 6 || index % 2 === 0),
        tickFormat: 'd',
        label: null,
      },
      y: { type: 'log', domain: [low, high], ticks: powers(low, high), tickFormat: short, label: unit },
      marks: [
        Plot.gridY(powers(low, high), { stroke: 'var(--line)', strokeOpacity: 1 }),
        Plot.line(points, {
          x: 'x',
          y: 'value',
          z: 'name',
          stroke: ({ name }) => strokeOf(names, name),
          strokeWidth: 2,
        }),
        Plot.dot(points, { x: 'x', y: 'value', r: 2.5, fill: ({ name }) => strokeOf(names, name) }),
        Plot.text(ends, {
          x: 'x',
          y: 'value',
          text: 'text',
          textAnchor: 'start',
          dx: 6,
          className: 'number',
        }),
      ],
    },
    `${label}: ${ends.map(({ name, x, text }) => `${name} ${text} at ${x}`).join(', ')}`,
  );
}

/** The names of curves with their colours. */
function legend(names) {
  return names.map((name) => ({ name, colour: strokeOf(names, name) }));
}

/** A standalone picture: panels side by side, a line for each row { name, ratios: { panel: value } }. */
function panels(rows, names, { label }) {
  const points = rows.flatMap(({ name, ratios }) =>
    names
      .filter((panel) => ratios[panel] !== undefined)
      .map((panel) => ({
        name,
        panel,
        value: ratios[panel],
        text: ratios[panel].toFixed(ratios[panel] < 10 ? 1 : 0),
      })),
  );
  const [low, high] = decades(points.map(({ value }) => value));
  const svg = draw(
    {
      width: 880,
      height: rows.length * 26 + 76,
      marginLeft: 230,
      marginRight: 12,
      marginTop: 40,
      marginBottom: 8,
      x: { type: 'log', domain: [low, high * roomForNumber], axis: null },
      y: { domain: rows.map(({ name }) => name), label: null, tickSize: 0, padding: 0.35 },
      fx: { domain: names, axis: 'top', label: null, padding: 0.06, tickSize: 0 },
      marks: [
        Plot.ruleX([100], { stroke: 'var(--faint)', strokeDasharray: '3 3' }),
        Plot.barX(points, {
          fx: 'panel',
          x1: low,
          x2: 'value',
          y: 'name',
          fill: ({ name }) => colourOf(name),
        }),
        Plot.text(points, {
          fx: 'panel',
          x: 'value',
          y: 'name',
          text: 'text',
          textAnchor: 'start',
          dx: 4,
          className: 'number',
        }),
      ],
    },
    label,
  );
  return svg;
}

function draw(options, label) {
  const svg = Plot.plot({
    width,
    ...options,
    document,
    className: 'plot',
    style: { fontSize: '12px', background: 'transparent' },
  });
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  svg.querySelector('style')?.remove();
  return svg.outerHTML;
}

/** How much further the scale of a panel goes than its longest bar. */
const roomForNumber = 14;

/** A line at each power of ten, with its number below. */
function decadeLines(low, high) {
  const ticks = powers(low, high);
  const numbers = (some, textAnchor) =>
    Plot.text(some, {
      x: (tick) => tick,
      frameAnchor: 'bottom',
      text: short,
      dy: 16,
      textAnchor,
      fill: 'var(--faint)',
    });
  return [
    Plot.ruleX(ticks, { stroke: 'var(--line)' }),
    numbers(ticks.slice(0, 1), 'start'),
    numbers(ticks.slice(1), 'middle'),
  ];
}

/** The powers of ten around the values, and some room so that the smallest still has a bar. */
function decades(values) {
  const low = 10 ** Math.floor(Math.log10(Math.min(...values) * 0.8));
  const high = Math.max(...values);
  return [low, Math.max(high, low * 10)];
}

function powers(low, high) {
  const count = Math.floor(Math.log10(high) - Math.log10(low) + 1e-9) + 1;
  const all = Array.from({ length: count }, (_, index) => low * 10 ** index);
  const step = Math.ceil(count / 6);
  return all.filter((_, index) => index % step === 0);
}

function short(value) {
  for (const [factor, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ]) {
    if (value >= factor) return `${Number((value / factor).toPrecision(2))}${letter}`;
  }
  return String(Number(value.toPrecision(2)));
}

function colourOf(name) {
  if (name.startsWith('ferrosign')) return 'var(--own)';
  return name === 'crypto' ? 'var(--reference)' : 'var(--other)';
}

/** Of curves, which are told apart by nothing else. */
function strokeOf(names, name) {
  if (name === 'ferrosign verifyManySync') return 'var(--own-2)';
  if (name.startsWith('ferrosign')) return 'var(--own)';
  const others = names.filter((other) => !other.startsWith('ferrosign'));
  return `var(--curve-${(others.indexOf(name) % 4) + 1})`;
}

module.exports = { loadPlot, bars, curves, legend, panels };
