'use strict';

// The interface of jws 4.

const Stream = require('node:stream');

const { own } = require('../bytes.js');
const { names, sign: signText, verify: verifyText } = require('./algorithms.js');
const { parse, readHeader, securedInput, toText } = require('./compact.js');

function sign(options) {
  const { header, payload, secret, privateKey, encoding } = read(options, SIGN_OPTIONS);
  const data = securedInput(header, payload, encoding);
  return `${data}.${signText(header.alg, data, secret || privateKey)}`;
}

function verify(token, algorithm, secretOrKey) {
  if (!algorithm) {
    throw Object.assign(new Error('Missing algorithm parameter for jws.verify'), {
      code: 'MISSING_ALGORITHM',
    });
  }
  const [header, payload, signature] = toText(token).split('.');
  return verifyText(
    algorithm,
    payload === undefined ? header : `${header}.${payload}`,
    signature,
    secretOrKey,
  );
}

function decode(token, options) {
  const parts = parse(toText(token));
  if (parts === undefined) return null;
  const { json, encoding } = read(options ?? {}, DECODE_OPTIONS);
  const { headerText, typ, payload, signature } = parts;
  const isJson = typ === 'JWT' || json;
  return {
    header: readHeader(headerText),
    payload: isJson ? JSON.parse(payload, encoding) : payload,
    signature,
  };
}

function isValid(token) {
  return parse(toText(token)) !== undefined;
}

function createSign(options) {
  return new SignStream(options);
}

function createVerify(options) {
  return new VerifyStream(options);
}

const SIGN_OPTIONS = ['header', 'payload', 'secret', 'privateKey', 'key', 'encoding'];
const VERIFY_OPTIONS = ['algorithm', 'signature', 'secret', 'publicKey', 'key', 'encoding'];
const DECODE_OPTIONS = ['json', 'encoding'];

/** What the caller's object says itself: what is on Object.prototype is no option. */
function read(options, known) {
  return Object.fromEntries(known.map((option) => [option, own(options, option)]));
}

// Streams of the first kind that node had, as those of jws are: with `data`, `end` and `close`, without pressure.

/** A part that comes at once or bit by bit: its bytes, or what was given, is `buffer`. */
class PartStream extends Stream {
  buffer = Buffer.alloc(0);
  writable = true;
  readable = true;

  constructor(part) {
    super();
    if (!part) return;
    if (typeof part.pipe === 'function') {
      part.pipe(this);
      return;
    }
    if (!part.length && typeof part !== 'object')
      throw new TypeError(`Unexpected data type (${typeof part})`);
    this.buffer = part;
    this.writable = false;
    process.nextTick(() => {
      this.emit('end', part);
      this.readable = false;
      this.emit('close');
    });
  }

  write(data) {
    this.buffer = Buffer.concat([this.buffer, Buffer.from(data)]);
    this.emit('data', data);
  }

  end(data) {
    if (data) this.write(data);
    this.emit('end', data);
    this.emit('close');
    this.writable = false;
    this.readable = false;
  }
}

/** Works once both its parts are there: the key, and the payload or the token. */
class WorkStream extends Stream {
  readable = true;

  /** Calls `work` when the last of the two closes, if nobody has done so before. */
  awaitParts(first, second, work) {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ]) {
      one.once('close', () => {
        if (!other.writable && this.readable) work();
      });
    }
  }

  /** `result` gives what `done` is told; the first of it is the data, and is returned. */
  finish(result) {
    try {
      const told = result();
      this.emit('done', ...told);
      this.emit('data', told[0]);
      this.emit('end');
      this.readable = false;
      return told[0];
    } catch (error) {
      this.readable = false;
      this.emit('error', error);
      this.emit('close');
      return undefined;
    }
  }
}

class SignStream extends WorkStream {
  constructor(options) {
    super();
    const { header, payload, secret, privateKey, key, encoding } = read(options, SIGN_OPTIONS);
    const given = secret ?? privateKey ?? key;
    checkSecret(header.alg, given);
    this.header = header;
    this.encoding = encoding;
    this.secret = new PartStream(given);
    this.privateKey = this.secret;
    this.key = this.secret;
    this.payload = new PartStream(payload);
    this.awaitParts(this.secret, this.payload, () => this.sign());
  }

  sign() {
    const { header, encoding } = this;
    return this.finish(() => [
      sign({ header, encoding, payload: this.payload.buffer, secret: this.secret.buffer }),
    ]);
  }
}

class VerifyStream extends WorkStream {
  constructor(options) {
    super();
    const { algorithm, signature, secret, publicKey, key, encoding } = read(options ?? {}, VERIFY_OPTIONS);
    const given = secret ?? publicKey ?? key;
    checkSecret(algorithm, given);
    this.algorithm = algorithm;
    this.encoding = encoding;
    this.secret = new PartStream(given);
    this.publicKey = this.secret;
    this.key = this.secret;
    this.signature = new PartStream(signature);
    this.awaitParts(this.secret, this.signature, () => this.verify());
  }

  verify() {
    return this.finish(() => [
      verify(this.signature.buffer, this.algorithm, this.key.buffer),
      decode(this.signature.buffer, this.encoding),
    ]);
  }
}

function checkSecret(algorithm, secret) {
  if (/^hs/i.test(algorithm) && secret == null)
    throw new TypeError('secret must be a string or buffer or a KeyObject');
}

Object.assign(SignStream, { sign });
Object.assign(VerifyStream, { decode, isValid, verify });

module.exports = {
  ALGORITHMS: names,
  sign,
  verify,
  decode,
  isValid,
  createSign,
  createVerify,
  SignStream,
  VerifyStream,
};
