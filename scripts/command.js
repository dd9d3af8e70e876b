// How the scripts run a program: in the repository, its failure as a sentence, cargo for the target napi builds.
'use strict';

const { spawnSync } = require('node:child_process');
const path = require('node:path');

const root = path.join(__dirname, '..');

/** Runs a program to its end. Returns undefined when it succeeded, else the command and how it ended. */
function run(program, args, stdio = 'inherit') {
  // On Windows npm and npx are .cmd files, which only a shell can start; no argument of theirs needs quoting.
  const shell = process.platform === 'win32' && ['npm', 'npx'].includes(program);
  const { status, signal, error } = spawnSync(program, args, { cwd: root, stdio, shell });
  if (status === 0) return undefined;
  const end = error ? error.message : signal ? `killed by ${signal}` : `exit code ${status}`;
  return `${[program, ...args].join(' ')}: ${end}`;
}

/**
 * The first arguments of every cargo call. napi always passes `--target`, which gives the build a directory of its
 * own: with the same target and profile, tests and lints reuse the OpenSSL and AWS-LC already compiled there.
 */
function cargoArguments(subcommand) {
  const target = process.env.CARGO_BUILD_TARGET || hostTarget();
  return [subcommand, '--release', '--locked', ...(target ? ['--target', target] : [])];
}

/** Undefined without a rustc: then cargo, run next, says what is wrong. */
function hostTarget() {
  const { stdout } = spawnSync('rustc', ['-vV'], { cwd: root, encoding: 'utf8' });
  return /^host: (.+)$/m.exec(stdout ?? '')?.[1];
}

module.exports = { root, run, cargoArguments };
