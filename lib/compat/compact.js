'use strict';

// A compact JWS as jws writes and reads it.

const { own } = require('../bytes.js');
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

/** The parts of a token, its payload still as text; undefined where it is none. Nothing of it is trusted. */
function parse(token) {
  if (!COMPACT.test(token)) return undefined;
  const first = token.indexOf('.');
  const last = token.lastIndexOf('.');
  const headerText = token.slice(0, first);
  const { isHeader, alg, typ } = factsOf(headerText);
  if (!isHeader) return undefined;
  return {
    headerText,
    alg,
    typ,
    payload: Buffer.from(token.slice(first + 1, last), 'base64url').toString('utf8'),
    signature: token.slice(last + 1),
    data: token.slice(0, last),
  };
}

// Tokens that come one after the other mostly have one header.
let known = { text: '' };

function factsOf(text) {
  if (text !== known.text) {
    const header = readHeader(text);
    const isHeader = Boolean(header);
    known = {
      text,
      isHeader,
      alg: isHeader ? own(header, 'alg') : undefined,
      typ: isHeader ? own(header, 'typ') : undefined,
    };
  }
  return known;
}

/** The header, made anew for each who gets it; undefined where it is no JSON. */
function readHeader(text) {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('latin1'));
  } catch {
    return undefined;
  }
}

module.exports = { encodeText, parse, readHeader, securedInput, toText };
