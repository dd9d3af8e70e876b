'use strict';
// ruby-jwt, what the article measured, in a Ruby process of its own (ruby-jwt.rb), which is asked for tokens by line.

const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const path = require('node:path');
const { createInterface } = require('node:readline');
const { offerTokens } = require('../tables/tokens');

const script = path.join(__dirname, 'ruby-jwt.rb');

module.exports = {
  name: 'ruby-jwt',
  load() {
    const { status, stdout, error } = spawnSync('ruby', [script, 'versions'], { encoding: 'utf8' });
    if (error) throw new Error('there is no `ruby` on this machine', { cause: error });
    if (status !== 0) throw new Error('this `ruby` has no ruby-jwt (Debian: ruby-jwt, ruby-rbnacl)');
    return { version: stdout.trim() };
  },
  tokens: {
    rows: [
      { name: 'ruby-jwt (OpenSSL)', libraries: 'openssl' },
      { name: 'ruby-jwt (RbNaCl)', libraries: 'rbnacl' },
    ],
    algorithms: offerTokens(prepareToken),
  },
};

async function prepareToken({ row, algorithm, key: { secret, privateKey } }) {
  const ruby = spawn('ruby', [script, row.libraries, algorithm], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: ruby.stdout })[Symbol.asyncIterator]();
  const ask = async (question) => {
    ruby.stdin.write(`${question}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('its process ended');
    return JSON.parse(value);
  };
  const close = async () => {
    const exit = once(ruby, 'exit');
    ruby.stdin.end();
    await exit;
  };
  const key = secret ? { secret: secret.toString('hex') } : { pem: privateKey };
  const { token, reason } = await ask(JSON.stringify(key));
  if (reason) {
    await close();
    return reason;
  }
  return {
    run: () => token,
    measure: (milliseconds, leastCalls) => ask(`${milliseconds} ${leastCalls}`),
    close,
  };
}
