'use strict';
// The `openssl speed` command, what the article ran: `openssl speed -seconds 5 -multi 12`. It times itself.

const { execFile, execFileSync } = require('node:child_process');
const { availableParallelism } = require('node:os');
const { promisify } = require('node:util');
const { algorithms, offer } = require('../algorithms');

/** What it calls the algorithms. */
const names = {
  'rsa-2048': 'rsa2048',
  'rsa-3072': 'rsa3072',
  'rsa-4096': 'rsa4096',
  ed25519: 'ed25519',
  secp160r1: 'ecdsap160',
  ...Object.fromEntries([192, 224, 256, 384, 521].map((bits) => [`P-${bits}`, `ecdsap${bits}`])),
  ...Object.fromEntries([163, 233, 283, 409, 571].map((bits) => [`sect${bits}k1`, `ecdsak${bits}`])),
  sect163r2: 'ecdsab163',
  ...Object.fromEntries([233, 283, 409, 571].map((bits) => [`sect${bits}r1`, `ecdsab${bits}`])),
  ...Object.fromEntries(
    [256, 384, 512].flatMap((bits) =>
      ['r1', 't1'].map((form) => [`brainpoolP${bits}${form}`, `ecdsabrp${bits}${form}`]),
    ),
  ),
};

/** Machine-readable lines of the three families of algorithms end with operations a second: sign, verify. */
const resultLine = /^\+F[246]:.*:([\d.]+):([\d.]+)$/m;

module.exports = {
  name: 'openssl speed',
  load() {
    try {
      return { version: execFileSync('openssl', ['version'], { encoding: 'utf8' }).split(' ')[1] };
    } catch (error) {
      throw new Error('there is no `openssl` command on this machine', { cause: error });
    }
  },
  primitives: {
    rows: [
      { name: 'openssl speed', parallel: true, note: 'a separate program, by itself while the others wait' },
    ],
    algorithms: offer(
      Object.keys(names).filter((name) => name in algorithms),
      (name) => ({ sign: rated(name, 0), verify: rated(name, 1) }),
    ),
  },
};

function rated(name, index) {
  return () => ({
    selfChecked: true,
    run: () => undefined,
    measure: async (milliseconds) => {
      const perSecond = (await speed(name, Math.max(1, Math.round(milliseconds / 1000))))[index];
      return { calls: perSecond, nanoseconds: 1e9, final: true };
    },
  });
}

const known = new Map();

/** Operations a second, [sign, verify], measured in one go at the first request for either. */
function speed(name, seconds) {
  if (!known.has(name)) known.set(name, measure(names[name], seconds));
  return known.get(name);
}

async function measure(name, seconds) {
  const options = ['speed', '-seconds', `${seconds}`, '-multi', `${availableParallelism()}`, '-mr', name];
  const { stdout } = await promisify(execFile)('openssl', options);
  // The line without "Got:" in front is the sum over the processes.
  const found = resultLine.exec(stdout);
  if (!found) throw new Error('`openssl speed` gave no result');
  return found.slice(1).map(Number);
}
