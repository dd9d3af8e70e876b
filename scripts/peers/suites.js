// The suites of scripts/peers.js: where each comes from, how it is run, what stands in for what, how its results are read.
'use strict';

/**
 * `redirect`: files of the suite's repository, and the module (with an export of it) that is loaded in their place.
 * `read`: from what the command prints to { title, passed } for each test. `prepare`: what has to be made before.
 */
const suites = {
  jsonwebtoken: {
    repository: 'auth0/node-jsonwebtoken',
    commit: 'bc28861f1fa981ed9c009e29c044a19760a0b128',
    command: ['node_modules/mocha/bin/_mocha', '--use_strict', '--reporter', 'json'],
    redirect: {
      'index.js': ['ferrosign/jsonwebtoken'],
      'lib/JsonWebTokenError.js': ['ferrosign/jsonwebtoken', 'JsonWebTokenError'],
      'lib/NotBeforeError.js': ['ferrosign/jsonwebtoken', 'NotBeforeError'],
      'lib/TokenExpiredError.js': ['ferrosign/jsonwebtoken', 'TokenExpiredError'],
      'lib/validateAsymmetricKey.js': ['../../lib/compat/jsonwebtoken-keys.js', 'validateAsymmetricKey'],
    },
    read: mocha,
  },
  jws: {
    repository: 'auth0/node-jws',
    commit: '5f7133fd523b6c67bc8b997b2430af3224852218',
    prepare: ['make', ['test/keys']],
    command: ['node_modules/tape/bin/tape', 'test/*.test.js'],
    redirect: { 'index.js': ['ferrosign/jws'] },
    read: tap,
  },
};

/** Pending tests are none. */
function mocha(output) {
  const { passes, failures } = JSON.parse(output.slice(output.indexOf('{\n')));
  return [
    ...passes.map(({ fullTitle }) => ({ title: fullTitle, passed: true })),
    ...failures.map(({ fullTitle }) => ({ title: fullTitle, passed: false })),
  ];
}

/** Each assertion counts, under the test that it belongs to. */
function tap(output) {
  const results = [];
  let test = '';
  for (const line of output.split('\n')) {
    if (line.startsWith('# ')) test = line.slice(2);
    const [, not, assertion] = /^(not )?ok \d+ (.*)$/.exec(line) ?? [];
    if (assertion !== undefined) results.push({ title: `${test}: ${assertion}`, passed: not === undefined });
  }
  return results;
}

module.exports = { suites };
