// Sets up what the npm scripts need: npm dependencies and the native addon. Silent when both are current.
// Everything it prints goes to stderr: the stdout of what runs next may be JSON.
'use strict';

const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { root, run } = require('./command.js');

const { binaryName } = require('../package.json').napi;
/** What @noble/curves asks for, the most demanding tool of ours; the finished addon runs on any Node 20. */
const oldestNode = '20.19';
const oldestRust = /^rust-version = "(.+)"$/m.exec(fs.readFileSync(path.join(root, 'Cargo.toml'), 'utf8'))[1];

/** What the addon is made from. Directories count with their own times, which show a file that was removed. */
const sources = ['src', 'build.rs', 'Cargo.toml', 'Cargo.lock', '.cargo'];

/** Programs that must be there; `problem` answers undefined when the program will do, else what is wrong with it. */
const prerequisites = [
  {
    name: `Node.js ${oldestNode} or later`,
    neededBy: 'runs everything here',
    problem: () => olderThan(oldestNode, process.versions.node),
    install: { 'apt-get': useN, dnf: useN, brew: () => 'brew install node' },
  },
  {
    name: `Rust ${oldestRust} or later (cargo and rustc)`,
    neededBy: 'compiles the addon',
    problem: () => rustProblem('cargo') ?? rustProblem('rustc'),
    install: { 'apt-get': useRustup, dnf: useRustup, brew: useRustup },
    forBuild: true,
  },
  {
    name: 'C compiler (cc, or the one named by $CC)',
    neededBy: 'compiles aws-lc, OpenSSL, libsecp256k1 and ring; links the addon',
    problem: compilerProblem,
    install: {
      'apt-get': () => useApt('gcc libc6-dev'),
      dnf: () => asRoot('dnf install -y gcc'),
      brew: () => 'xcode-select --install',
    },
    forBuild: true,
    // On Windows the crates find Visual Studio's compiler and nmake in the registry, not on PATH.
    unixOnly: true,
  },
  {
    name: 'perl with its standard modules',
    neededBy: 'configures the vendored OpenSSL',
    problem: perlProblem,
    install: {
      'apt-get': () => useApt('perl'),
      dnf: () => asRoot('dnf install -y perl'),
      brew: () => 'brew install perl',
    },
    forBuild: true,
  },
  {
    name: 'make',
    neededBy: 'builds the vendored OpenSSL',
    problem: () => (answers('make', ['--version']) ? undefined : 'not found'),
    install: {
      'apt-get': () => useApt('make'),
      dnf: () => asRoot('dnf install -y make'),
      brew: () => 'xcode-select --install',
    },
    forBuild: true,
    unixOnly: true,
  },
];

/** Beyond what Debian's perl-base and Fedora's perl-interpreter bring; OpenSSL's Configure and its makefile load them. */
const perlModules = ['FindBin', 'IPC::Cmd', 'File::Compare', 'File::Copy', 'Pod::Usage', 'Time::Piece'];

main();

function main() {
  const [unknown] = process.argv.slice(2);
  if (unknown !== undefined) fail(`scripts/setup.js takes no arguments: ${unknown}`);

  const install = dependenciesAreStale();
  const build = addonIsStale();
  requirePrerequisites(build);
  if (install) installDependencies();
  if (build) buildAddon();
}

function requirePrerequisites(build) {
  const missing = prerequisites
    .filter(({ forBuild, unixOnly }) => (build || !forBuild) && !(unixOnly && process.platform === 'win32'))
    .map((prerequisite) => ({ ...prerequisite, found: prerequisite.problem() }))
    .filter(({ found }) => found !== undefined);
  if (missing.length === 0) return;

  const manager = packageManager();
  const items = missing.map(
    ({ name, found, neededBy, install }) =>
      `  ${name}: ${found}\n    what for: ${neededBy}\n    install:  ${install[manager]()}\n`,
  );
  fail(`ferrosign cannot be set up yet. Missing here:\n\n${items.join('\n')}`);
}

function dependenciesAreStale() {
  // npm writes this file last, so its time is that of the last complete installation.
  const installed = modified(path.join('node_modules', '.package-lock.json'));
  return installed === undefined || installed < modified('package-lock.json');
}

function installDependencies() {
  // npm hands its own flags down to scripts: `npm pack --dry-run` and a production install still need the tools.
  // Its warnings are about the engines of packages that we do not load.
  step('npm', ['ci', '--include=dev', '--dry-run=false', '--no-audit', '--no-fund', '--loglevel=error']);
}

function addonIsStale() {
  const addon = addonPath();
  if (addon === undefined || modified(path.join('lib', 'native.js')) === undefined) return true;
  const built = modified(addon);
  return sources.some((source) => newest(source) > built);
}

function buildAddon() {
  if (addonPath() === undefined) {
    process.stderr.write(
      'Building the native addon. The first build compiles OpenSSL and AWS-LC: a few minutes.\n',
    );
  }
  const began = new Date();
  step('npx', [
    '--no-install',
    'napi',
    'build',
    '--release',
    '--platform',
    '--output-dir',
    'lib',
    '--js',
    'native.js',
    // Our types are index.d.ts, written by hand. napi's cannot be turned off without losing the names in native.js,
    // so they go where they do not show.
    '--dts',
    '../node_modules/.cache/native.d.ts',
    '--',
    '--locked',
  ]);
  const addon = addonPath();
  if (addon === undefined) {
    fail(`The build left no lib/${addonPrefix()}*.node: is rustc's host another platform than this Node's?`);
  }
  // Dated to the start, so that a source saved while the build ran counts as newer.
  fs.utimesSync(path.join(root, addon), began, began);
}

/** The addon for this machine, wherever it was built. The C library's name at the end is left to the loader. */
function addonPath() {
  const prefix = addonPrefix();
  const name = fs
    .readdirSync(path.join(root, 'lib'))
    .find((file) => file === `${prefix}.node` || (file.startsWith(`${prefix}-`) && file.endsWith('.node')));
  return name && path.join('lib', name);
}

function addonPrefix() {
  return `${binaryName}.${process.platform}-${process.arch}`;
}

/** The newest time in a file or in a directory with all below it; 0 for what is not there. */
function newest(file) {
  const time = modified(file) ?? 0;
  if (time === 0 || !fs.statSync(path.join(root, file)).isDirectory()) return time;
  return Math.max(
    time,
    ...fs.readdirSync(path.join(root, file)).map((name) => newest(path.join(file, name))),
  );
}

function modified(file) {
  return fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs;
}

function rustProblem(program) {
  const output = answers(program, ['--version']);
  return output === undefined ? `${program} not found` : olderThan(oldestRust, output);
}

/** Preprocesses and checks one line, since Debian's gcc comes without the C library's headers. */
function compilerProblem() {
  const [program, ...flags] = (process.env.CC || 'cc').split(' ');
  if (answers(program, ['--version']) === undefined) return `${program} not found`;
  const checked = answers(program, [...flags, '-fsyntax-only', '-x', 'c', '-'], '#include <stdlib.h>\n');
  return checked === undefined
    ? `${program} found, but not the headers of the C library (stdlib.h)`
    : undefined;
}

function perlProblem() {
  // The variables and their order are those of the crate openssl-src.
  const perl = process.env.OPENSSL_SRC_PERL || process.env.PERL || 'perl';
  const absent = answers(perl, ['-e', 'for (@ARGV) { eval "require $_" or print "$_ " }', ...perlModules]);
  if (absent === undefined) return `${perl} not found`;
  return absent === ''
    ? undefined
    : `${perl} found, but not its modules ${absent.trim().replaceAll(' ', ', ')}`;
}

/** Compares the first version number in `text`, as major and minor. */
function olderThan(oldest, text) {
  const [found] = /\d+(\.\d+)*/.exec(text) ?? ['no version'];
  const [major, minor = 0] = found.split('.').map(Number);
  const [oldestMajor, oldestMinor = 0] = oldest.split('.').map(Number);
  const fine = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  return fine ? undefined : `found ${found}`;
}

/** What a program prints, or undefined when it is not there or fails. */
function answers(program, args, input = '') {
  const { status, stdout } = spawnSync(program, args, { input, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}

/** Debian's is the guess where none is known: its package names are the ones most people can translate. */
function packageManager() {
  if (process.platform === 'darwin') return 'brew';
  return ['apt-get', 'dnf'].find((manager) => answers(manager, ['--version']) !== undefined) ?? 'apt-get';
}

/** A fresh container has no package lists yet. */
function useApt(packages) {
  return `${asRoot('apt-get update')} && ${asRoot(`apt-get install -y ${packages}`)}`;
}

function asRoot(command) {
  return process.getuid?.() === 0 ? command : `sudo ${command}`;
}

/** The distributions' own packages are often older than what we need. */
function useN() {
  return asRoot('npx --yes n lts');
}

function useRustup() {
  if (answers('rustup', ['--version']) !== undefined) return 'rustup default stable && rustup update stable';
  return `curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y && . "$HOME/.cargo/env"`;
}

function step(program, args) {
  const failure = run(program, args, ['inherit', process.stderr, 'inherit']);
  if (failure !== undefined) fail(failure);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
