'use strict';

// A compact JWS as jws writes and reads it.

const { encode } = require('../token.js');

/** What is signed: header and payload. The header is written in Latin-1, the payload in `encoding`. */
function securedInput(header, payload, encoding) {
  return `${encodeText(toText(header), 'latin1')}.${encodeText(toText(payload), encoding || 'utf8')}`;
}

function encodeText(text, encoding) {
  if (encoding === 'utf8' && typeof text === 'string') return encode(text);
  return Buffer.from(text, encoding).toString('base64url');
}

function toText(value) {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || Buffer.isBuffer(value) ? value.toString() : JSON.stringify(value);
}

const COMPACT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

/** The parts of a token, of which the payload is text yet; undefined where it is none. Nothing of it is trusted. */
function parse(token) {
  if (!COMPACT.test(token)) return undefined;
  const first = token.indexOf('.');
  const last = token.lastIndexOf('.');
  const header = headerOf(token.slice(0, first));
  if (!header) return undefined;
  return {
    header,
    payload: Buffer.from(token.slice(first + 1, last), 'base64url').toString('utf8'),
    signature: token.slice(last + 1),
    data: token.slice(0, last),
  };
}

function headerOf(text) {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('latin1'));
  } catch {
    return undefined;
  }
}

module.exports = { encodeText, parse, securedInput, toText };
