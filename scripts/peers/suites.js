// The suites of scripts/peers.js: where each comes from, how it is run, what stands in for what, how its results are read.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const wptRoot = 'test/fixtures/wpt';

/**
 * `needs`: a folder that a copy of the repository has. `prepare`: what has to be made before. `programs`: of the copy's
 * path, what is run by node, { title?, args, cwd? }. `redirect`: what is loaded in the place of `files` of the repository,
 * of `modules` that its files ask for and of `globals`: a module, with an export of it. `read`: from what a program prints,
 * and whether it ended well, to { title, passed } for each test, or undefined where it prints none.
 */
const suites = {
  jsonwebtoken: {
    repository: 'auth0/node-jsonwebtoken',
    commit: 'bc28861f1fa981ed9c009e29c044a19760a0b128',
    needs: 'node_modules',
    programs: () => [{ args: ['node_modules/mocha/bin/_mocha', '--use_strict', '--reporter', 'json'] }],
    redirect: {
      files: {
        'index.js': ['ferrosign/jsonwebtoken'],
        'lib/JsonWebTokenError.js': ['ferrosign/jsonwebtoken', 'JsonWebTokenError'],
        'lib/NotBeforeError.js': ['ferrosign/jsonwebtoken', 'NotBeforeError'],
        'lib/TokenExpiredError.js': ['ferrosign/jsonwebtoken', 'TokenExpiredError'],
        'lib/validateAsymmetricKey.js': ['../../lib/compat/jsonwebtoken-keys.js', 'validateAsymmetricKey'],
      },
    },
    read: mocha,
  },
  jws: {
    repository: 'auth0/node-jws',
    commit: '5f7133fd523b6c67bc8b997b2430af3224852218',
    needs: 'node_modules',
    prepare: ['make', ['test/keys']],
    programs: () => [{ args: ['node_modules/tape/bin/tape', 'test/*.test.js'] }],
    redirect: { files: { 'index.js': ['ferrosign/jws'] } },
    read: tap,
  },
  node: {
    repository: 'denoland/node_test',
    commit: '170b25ab (for Node 24.12.0) or c5baef08 (for Node 25.8.1)',
    needs: 'test/parallel',
    programs: nodePrograms,
    redirect: {
      modules: { crypto: ['ferrosign/crypto'], 'node:crypto': ['ferrosign/crypto'] },
      globals: { crypto: ['ferrosign/webcrypto'] },
    },
    read: exitCode,
  },
  wpt: {
    repository: 'denoland/node_test',
    commit: '170b25ab or c5baef08',
    needs: wptRoot,
    programs: wptPrograms,
    redirect: { globals: { crypto: ['ferrosign/webcrypto'] } },
    read: wpt,
  },
};

/** A file each, with the flags that its comment asks for. It is run from the folder that its paths are written for. */
function nodePrograms(folder) {
  const tests = path.join(folder, 'test', 'parallel');
  return fs
    .readdirSync(tests)
    .filter((file) => /^test-(web)?crypto-.*\.js$/.test(file))
    .map((file) => {
      const text = fs.readFileSync(path.join(tests, file), 'utf8');
      const flags = /^\/\/ Flags: (.*)$/m.exec(text)?.[1].split(' ') ?? [];
      return { title: file, args: [...flags, path.join(tests, file)], cwd: folder };
    });
}

const wptFolders = ['sign_verify', 'generateKey', 'import_export'];

/** A file each, or one variant of it. */
function wptPrograms(folder) {
  return wptFolders.flatMap((name) => {
    const tests = path.join(folder, wptRoot, 'WebCryptoAPI', name);
    return fs
      .readdirSync(tests)
      .filter((file) => file.endsWith('.any.js'))
      .flatMap((file) => {
        const text = fs.readFileSync(path.join(tests, file), 'utf8');
        const variants = [...text.matchAll(/^\/\/ META: variant=(.*)$/gm)].map(([, variant]) => variant);
        return (variants.length === 0 ? [''] : variants).map((variant) => ({
          title: `${name}/${file}${variant}`,
          args: [path.join(__dirname, 'wpt.js'), path.join(folder, wptRoot), path.join(tests, file), variant],
        }));
      });
  });
}

/** Pending tests are none. */
function mocha({ stdout }) {
  const start = stdout.indexOf('{\n');
  if (start < 0) return undefined;
  const { passes, failures } = JSON.parse(stdout.slice(start));
  return [
    ...passes.map(({ fullTitle }) => ({ title: fullTitle, passed: true })),
    ...failures.map(({ fullTitle }) => ({ title: fullTitle, passed: false })),
  ];
}

/** Each assertion counts, under the test that it belongs to. */
function tap({ stdout }) {
  const results = [];
  let test = '';
  for (const line of stdout.split('\n')) {
    if (line.startsWith('# ')) test = line.slice(2);
    const [, not, assertion] = /^(not )?ok \d+ (.*)$/.exec(line) ?? [];
    if (assertion !== undefined) results.push({ title: `${test}: ${assertion}`, passed: not === undefined });
  }
  return results.length === 0 ? undefined : results;
}

/** A file is a test; one that says that it cannot be run here is none. */
function exitCode({ title, stdout, passed }) {
  return stdout.startsWith('1..0 # Skipped') ? [] : [{ title, passed }];
}

/** As wpt.js prints them; that its file came to an end is a test more. */
function wpt({ title, stdout, passed }) {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return [
    { title, passed },
    ...lines.map((line) => {
      const test = JSON.parse(line);
      return { title: `${title}: ${test.title}`, passed: test.passed };
    }),
  ];
}

module.exports = { suites };
