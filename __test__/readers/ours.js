// The tables in this repository, and the signatures among node's fixtures.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const { example, tagLength, hex } = require('./parts.js');

function ours(text) {
  return JSON.parse(text).groups.map((group) => ({
    ...group,
    truncated: group.row === 'hmac' && group.cases[0].signature.length < 2 * tagLength(group.algorithm),
    cases: group.cases.map((one) => ({ ...one, data: hex(one.data), signature: hex(one.signature) })),
  }));
}

/** The name of the file says it all: of which text, by which hash, by which key of the folder. */
function nodeSignature(_, file) {
  const [, text, hash, key] = /^(.*)_(sha\d+)_signature_signedby_(.*)\.sha/.exec(path.basename(file));
  const pem = (name) => fs.readFileSync(path.join(path.dirname(file), `${name}.pem`));
  const data = text === 'rsa_public' ? pem(text) : Buffer.from(text.replaceAll('_', ' '));
  return [
    {
      row: 'rsa',
      algorithm: hash,
      reproduced: true,
      private: [pem(key)],
      cases: [example(text, data, fs.readFileSync(file), true)],
    },
  ];
}

module.exports = { nodeSignature, ours };
