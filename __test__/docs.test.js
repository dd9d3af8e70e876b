'use strict';

// index.d.ts is written by hand: it names what index.js exports, the codes that the code throws, and the rows
// and libraries of the table.

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');

const ferrosign = require('ferrosign');

const root = path.join(__dirname, '..');
const read = (file) => fs.readFileSync(path.join(root, file), 'utf8');
const types = read('index.d.ts');

/** What each entry is called, what it exports, and where that is declared. */
const entries = {
  ferrosign: 'index.d.ts',
  'ferrosign/jsonwebtoken': 'lib/compat/jsonwebtoken.d.ts',
  'ferrosign/jws': 'lib/compat/jws.d.ts',
  'ferrosign/webcrypto': 'lib/compat/webcrypto.d.ts',
};

for (const [entry, file] of Object.entries(entries)) {
  const exported = require(entry);

  test(`${entry}: every export is declared, and every declaration exported`, () => {
    const declared = matches(
      read(file),
      /^export (?:declare )?(?:abstract )?(?:function|class|const|let|enum) (\w+)/gm,
    );
    assert.deepEqual(declared, sorted(Object.keys(exported)));
  });

  test(`${entry}: import gives the names of require`, async () => {
    const imported = await import(entry);
    // Node 20 adds `default` to the names of a CommonJS module, later ones 'module.exports' too.
    const names = Object.keys(imported).filter((name) => name !== 'default' && name !== 'module.exports');
    assert.deepEqual(sorted(names), sorted(Object.keys(exported)));
    assert.equal(imported.default, exported);
    for (const name of names) assert.equal(imported[name], exported[name], name);
  });
}

const CODE = /'(ERR_\w+)'|`(ERR_\w+)`|"(ERR_\w+)"/g;
const inRust = matches(read('src/error.rs'), CODE);
const inJavaScript = matches(
  fs
    .readdirSync(path.join(root, 'lib'))
    .filter((file) => file.endsWith('.js') && file !== 'native.js')
    .map((file) => read(path.join('lib', file)))
    .join('\n'),
  CODE,
);
const documented = matches(types, /^ {2}\| '(ERR_\w+)'/gm);

test('ErrorCode holds every code of the code, and no other', () => {
  assert.ok(inRust.length > 10 && inJavaScript.length > 2, 'the codes are found');
  assert.deepEqual(documented, sorted(new Set([...inRust, ...inJavaScript])));
});

test('each is named where it is thrown, and no other', () => {
  const thrown = matches(types.replace(/^export type ErrorCode[^;]*;/m, ''), CODE);
  assert.deepEqual(thrown, documented);
});

test('names of the table are in their types', () => {
  const rows = ferrosign.keyTypes();
  assert.deepEqual(union('KeyTypeName'), sorted(rows.map((row) => row.name)));
  assert.deepEqual(union('JoseAlgorithm'), sorted(new Set(rows.flatMap((row) => row.algorithms))));
  assert.deepEqual(
    union('AsymmetricKeyType'),
    sorted(new Set(rows.map((row) => row.asymmetricKeyType).filter((type) => type !== undefined))),
  );
  const curves = rows.filter((row) => row.namedCurve !== undefined);
  assert.deepEqual(union('CurveName'), sorted(curves.flatMap((row) => [row.name, ...row.aliases])));
  assert.deepEqual(union('BackendName'), sorted(ferrosign.backends().map((backend) => backend.name)));
});

test('every digest of the type signs', () => {
  for (const digest of union('Digest')) ferrosign.signSync(digest, '', ferrosign.createSecretKey('key'));
});

/** The strings of a type that is a union of them. */
function union(name) {
  const body = new RegExp(`^export type ${name} =([^;]*);`, 'm').exec(types);
  assert.ok(body, name);
  return matches(body[1], /'([^']+)'/g);
}

/** The first group of every match that has one, sorted, each once. */
function matches(text, pattern) {
  const found = Array.from(text.matchAll(pattern), (match) =>
    match.slice(1).find((group) => group !== undefined),
  );
  return sorted(new Set(found));
}

function sorted(names) {
  return [...names].sort();
}
