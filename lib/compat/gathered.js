'use strict';

// What is updated bit by bit, kept until it is known whether node has to read it.

const { bytes } = require('../bytes.js');

/** From here on node reads as fast, and keeps nothing. In bytes, or characters of a string. */
const MOST_GATHERED = 64 * 1024;

class Gathered {
  #makeNode;
  #node;
  #pieces = [];
  #length = 0;
  #spent = false;

  /** `makeNode` makes node's object for the same work. It is made at once where nothing else will do. */
  constructor(makeNode, atOnce) {
    this.#makeNode = makeNode;
    if (atOnce) this.#node = makeNode();
  }

  /** Whether all that came is still here. */
  get isAtHand() {
    return this.#node === undefined && !this.#spent;
  }

  add(data, encoding) {
    const piece = this.isAtHand ? pieceOf(data, encoding) : undefined;
    if (piece === undefined || this.#length + piece.length > MOST_GATHERED) {
      this.node().update(data, encoding);
      return;
    }
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** All of it: a string in UTF-8, or bytes. */
  data() {
    return this.#pieces.length === 1 ? this.#pieces[0] : Buffer.concat(this.#pieces.map(toBuffer));
  }

  /** node's object, which has read all that came. */
  node() {
    if (this.#node === undefined) {
      this.#node = this.#makeNode();
      for (const piece of this.#pieces) this.#node.update(piece);
      this.#pieces = [];
    }
    return this.#node;
  }

  /** The work is done. Who goes on gets what node says to that, from an object of node that `makeSpent` makes. */
  spend(makeSpent) {
    this.#makeNode = makeSpent;
    this.#pieces = [];
    this.#spent = true;
  }
}

/** What `data` stands for, and stays; undefined where node has to say. */
function pieceOf(data, encoding) {
  if (typeof data !== 'string')
    return ArrayBuffer.isView(data) ? Buffer.from(bytes(data, 'data')) : undefined;
  switch (encoding) {
    case undefined:
    case 'utf8':
    case 'utf-8':
      return data;
    case 'hex':
      return data.length % 2 === 0 ? Buffer.from(data, 'hex') : undefined;
    case 'base64':
    case 'base64url':
    case 'latin1':
    case 'binary':
      return Buffer.from(data, encoding);
    default:
      return undefined;
  }
}

function toBuffer(piece) {
  return typeof piece === 'string' ? Buffer.from(piece, 'utf8') : piece;
}

module.exports = { Gathered };
