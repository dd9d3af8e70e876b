'use strict';

// The benchmark's report, opened in a real Chromium and read there. The figures come from a run of all tables that is
// far too short to say anything, but every result in it is checked as in a long one.

const assert = require('node:assert/strict');
const { existsSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { pathToFileURL } = require('node:url');

const { tables } = require('../bench/cases');
const { compare } = require('../bench/comparison');
const { engines } = require('../bench/engines');
const { page, summaryPicture } = require('../bench/html');

const wanted = {
  engines: [
    'crypto',
    'ferrosign',
    'openssl speed',
    'jose',
    '@noble/curves',
    '@chainsafe/blst',
    'ecdsa-wasm',
    'jsonwebtoken',
  ],
  cases: [
    ...['rsa-1024/generate', 'rsa-1024/sign', 'rsa-1024/verify', 'rsa-2048/verify'],
    ...['all-cores/ed25519/sign', 'all-cores/ed25519/verify', 'all-cores/secp160r1/sign'],
    ...['secp256k1/generate', 'secp256k1/sign', 'secp256k1/verify', 'aggregate/aggregatePublicKeys/2'],
    ...[
      'aggregate/aggregatePublicKeys/16',
      'token/HS256',
      'token/HS512256',
      'token/ES256',
      'dropin/jsonwebtoken/ES256/verify',
    ],
  ],
};
const inAnInstant = { sets: 1, milliseconds: new Proxy({}, { get: () => 1 }), generationSets: 1 };

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
);
const folder = mkdtempSync(path.join(os.tmpdir(), 'ferrosign-report-'));
const file = path.join(folder, 'report.html');
const results = [];

before(async () => {
  for (const table of tables) {
    results.push(
      await compare(table, {
        engines: engines.filter(({ name }) => wanted.engines.includes(name)),
        cases: table.cases.filter(({ name }) => wanted.cases.includes(name)),
        paceName: 'quick',
        changes: inAnInstant,
      }),
    );
  }
  writeFileSync(file, await page(JSON.parse(JSON.stringify(results))));
  writeFileSync(path.join(folder, 'table1.svg'), await summaryPicture(results[0]));
});

after(() => rmSync(folder, { recursive: true }));

test('no result of the run was wrong, and ferrosign has its figures', () => {
  for (const { rows } of results) {
    for (const { name, cells } of rows) {
      for (const [caseName, { reason }] of Object.entries(cells)) {
        assert.ok(!/^WRONG|failed while/.test(reason ?? ''), `${caseName} ${name}: ${reason}`);
      }
    }
  }
  const own = (table, name) => results[table - 1].rows.find((row) => row.name === name).cells;
  assert.ok(own(1, 'ferrosign (sync)')['rsa-1024/sign'].value > 0);
  assert.ok(own(2, 'ferrosign')['all-cores/ed25519/verify'].value > 0);
  assert.deepEqual(own(3, 'ferrosign')['secp256k1/generate'].sizes, { privateKey: 32, publicKey: 65 });
  assert.ok(own(4, 'ferrosign signMany')['token/HS512256'].value > 0);
  assert.ok(own(5, 'ferrosign/jsonwebtoken')['dropin/jsonwebtoken/ES256/verify'].value > 0);
});

test('Chromium shows every table, in light and dark, on a phone, without the network', {
  skip: chromium ? false : 'there is no Chromium here; the page is only parsed, see the next test',
}, async (t) => {
  const browser = await require('playwright-core').chromium.launch({
    executablePath: chromium,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  t.after(() => browser.close());
  const colours = new Set();
  for (const [colorScheme, width] of [
    ['light', 1200],
    ['dark', 1200],
    ['light', 390],
  ]) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 844 } });
    const shown = await context.newPage();
    const [requests, complaints] = [[], []];
    shown.on('request', (request) => requests.push(request.url()));
    shown.on('console', (message) => complaints.push(message.text()));
    shown.on('pageerror', (error) => complaints.push(error.message));
    await shown.goto(pathToFileURL(file).href);
    assert.deepEqual(
      requests.filter((url) => !url.startsWith('data:')),
      [pathToFileURL(file).href],
    );
    assert.deepEqual(complaints, []);
    const seen = await shown.evaluate(inBrowser);
    assertPage(seen);
    assert.ok(seen.pageWidth <= width, `${seen.pageWidth} px wide on ${width}`);
    assert.deepEqual(seen.outside, [], 'what sticks out of its card');
    colours.add(seen.background);
    await context.close();
  }
  assert.equal(colours.size, 2, 'light and dark differ');

  const picture = await browser.newPage();
  await picture.goto(pathToFileURL(path.join(folder, 'table1.svg')).href);
  const words = await picture.evaluate(() =>
    Array.from(globalThis.document.querySelectorAll('text'), (word) => word.textContent),
  );
  for (const word of ['generate', 'sign', 'verify', 'crypto', 'ferrosign (sync)', '100'])
    assert.ok(words.includes(word), word);
});

test('the page says the same to a parser', async () => {
  const { parseHTML } = await import('linkedom');
  const { readFileSync } = require('node:fs');
  const html = readFileSync(file, 'utf8');
  assert.ok(!/(?:src|href)="(?!#|data:)/.test(html), 'nothing is loaded');
  assertPage(read(parseHTML(html).document));
});

/** The same reader in the browser, which gets it as text, and here. */
function read(document) {
  const textOf = (element) => element.textContent.replace(/\s+/g, ' ').trim();
  return {
    headings: Array.from(document.querySelectorAll('h2'), textOf),
    figures: Array.from(document.querySelectorAll('figure'), (figure) => ({
      caption: textOf(figure.querySelector('figcaption')),
      texts: Array.from(figure.querySelectorAll('svg text'), textOf).filter(Boolean),
      bars: figure.querySelectorAll('svg rect').length,
      reasons: Array.from(figure.querySelectorAll('.reasons li'), textOf),
    })),
    sizes: Array.from(document.querySelectorAll('table tr'), textOf),
  };
}

const inBrowser = `(() => {
  ${read}
  const { documentElement, body } = document;
  const right = (element) => element.getBoundingClientRect().right;
  return {
    ...read(document),
    pageWidth: documentElement.scrollWidth,
    background: getComputedStyle(body).backgroundColor,
    outside: Array.from(document.querySelectorAll('svg text'))
      .filter((text) => right(text) > right(text.closest('figure')))
      .map((text) => text.textContent),
  };
})()`;

function assertPage({ headings, figures, sizes }) {
  assert.deepEqual(
    headings,
    tables.map(({ title }) => title),
  );
  const captioned = (caption) => {
    const found = figures.find((figure) => figure.caption === caption);
    assert.ok(found, `a figure '${caption}' among ${figures.map((figure) => figure.caption).join('; ')}`);
    return found;
  };

  const verify = captioned('verify /min, 2048 bits');
  assert.ok(verify.bars >= 3);
  for (const name of ['crypto', 'ferrosign (sync)', 'ferrosign (promise)'])
    assert.ok(verify.texts.includes(name), name);
  const numbers = verify.texts.filter((text) => /^[\d,]+(\.\d)?$/.test(text) && text.length > 3);
  assert.ok(numbers.length >= verify.bars, 'a number beside each bar');

  assert.ok(captioned('generate, crypto = 100').texts.includes('100.0'));
  assert.ok(captioned('Ed25519, /s').texts.includes('ferrosign'));
  assert.ok(captioned('BLS12-381: add up public keys, µs').texts.length > 3);
  assert.ok(
    sizes.some((line) => /^ferrosign ?32 ?65 ?64$/.test(line)),
    `sizes in ${sizes.join('; ')}`,
  );
  const without = captioned('HS512256, s').reasons;
  assert.ok(
    without.some((reason) => reason.startsWith('jose ')),
    'who lacks an algorithm says so',
  );
}
