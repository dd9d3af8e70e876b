'use strict';
// What printed results are made of: tables and wrapped sentences, without colours, since they get pasted and redirected.

const Table = require('cli-table3');

const textWidth = 110;

function plainTable(options) {
  return new Table({ ...options, style: { head: [], border: [], compact: true } });
}

/** Breaks a text at blanks into lines of at most `textWidth`, those after the first indented. */
function wrap(text, indent = '') {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (lines.at(-1).length + word.length >= textWidth) lines.push(indent);
    lines.push(`${lines.pop()}${word} `);
  }
  return lines.map((line) => line.trimEnd()).join('\n');
}

module.exports = { plainTable, wrap };
