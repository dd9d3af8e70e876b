'use strict';

// Arguments to bytes and bytes to strings. Nothing that only looks like bytes is taken: no array-like, no
// Proxy, no object with a borrowed prototype.

const { isAnyArrayBuffer, isSharedArrayBuffer, isUint8Array } = require('node:util').types;

const { invalidArgType, invalidArgValue, outOfRange } = require('./errors.js');

const EMPTY = Buffer.alloc(0);
const BYTES = 'of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer';

/** The bytes of `data`: a string in UTF-8, or any view of memory. Shared memory is copied. */
function bytes(data, name) {
  if (typeof data === 'string') return Buffer.from(data, 'utf8');
  // A detached view has no bytes, and native code takes it for none at all.
  if (isUint8Array(data))
    return data.length === 0 ? EMPTY : isSharedArrayBuffer(data.buffer) ? Buffer.from(data) : data;
  if (ArrayBuffer.isView(data)) {
    return data.buffer.byteLength === 0 ? EMPTY : view(data.buffer, data.byteOffset, data.byteLength);
  }
  if (isAnyArrayBuffer(data)) return view(data, 0, data.byteLength);
  throw invalidArgType(name, BYTES, data);
}

function view(buffer, offset, length) {
  if (length === 0) return EMPTY;
  const whole = Buffer.from(buffer, offset, length);
  return isSharedArrayBuffer(buffer) ? Buffer.from(whole) : whole;
}

/** An option of the caller's own: what someone has put on Object.prototype is none. */
function own(object, property) {
  return Object.hasOwn(object, property) ? object[property] : undefined;
}

const ENCODINGS = ['hex', 'base64', 'base64url'];

/** `encoding` as it is, if it is one that signatures are written in; `undefined` means a Buffer. */
function checkEncoding(encoding) {
  if (encoding === undefined || ENCODINGS.includes(encoding)) return encoding;
  throw invalidArgValue(
    'options.encoding',
    encoding,
    `must be one of: ${ENCODINGS.map((e) => `'${e}'`).join(', ')}`,
  );
}

/**
 * The bytes of a signature. A string that is not exactly what `encoding` would have written stands for no
 * signature at all: Buffer.from would drop what it does not understand, and two strings would verify as one.
 */
function signatureBytes(signature, encoding) {
  if (typeof signature !== 'string') return bytes(signature, 'signature');
  if (encoding === undefined) {
    throw invalidArgType('signature', 'bytes, or a string with options.encoding', signature);
  }
  const decoded = Buffer.from(signature, encoding);
  const exact =
    encoding === 'hex' ? decoded.length * 2 === signature.length : decoded.toString(encoding) === signature;
  return exact ? decoded : EMPTY;
}

const MAX_PACKED = 2 ** 32 - 1;

/** Many pieces as one: their bytes one after the other, and where each ends. */
function pack(pieces) {
  let total = 0;
  for (const piece of pieces) total += piece.length;
  if (total > MAX_PACKED) throw outOfRange('list', `<= ${MAX_PACKED} bytes in all`, total);
  const data = Buffer.allocUnsafeSlow(total);
  const ends = new Uint32Array(pieces.length);
  let end = 0;
  for (let i = 0; i < pieces.length; i++) {
    data.set(pieces[i], end);
    end += pieces[i].length;
    ends[i] = end;
  }
  return { data, ends };
}

/** The other way: `count` lengths of four bytes, little-endian, then the bytes. */
function unpack(packed, count) {
  const pieces = new Array(count);
  let start = 4 * count;
  for (let i = 0; i < count; i++) {
    const end = start + packed.readUInt32LE(4 * i);
    pieces[i] = packed.subarray(start, end);
    start = end;
  }
  return pieces;
}

module.exports = { bytes, checkEncoding, own, pack, signatureBytes, unpack };
