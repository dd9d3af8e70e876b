/**
 * The interface of jws 4: signing and verifying compact JSON Web Signatures (RFC 7515), natively.
 *
 * `require('jws')` becomes `require('ferrosign/jws')`. Results, error classes and messages are those of jws; beside it:
 * the algorithms `ES256K` and `EdDSA`. It checks no claims and, as jws, lets `alg` be `none`: `verify` is only as safe
 * as the algorithm that it is told.
 *
 * @packageDocumentation
 */
import type { KeyObject } from 'node:crypto';
import type { Readable, Stream } from 'node:stream';
import type { PrivateKey, PublicKey, SecretKey } from '../../index.js';

/** A name of RFC 7518 section 3.1, RFC 8037 (`EdDSA`) or RFC 8812 (`ES256K`); `none` does not sign. */
export type Algorithm =
  | 'HS256'
  | 'HS384'
  | 'HS512'
  | 'RS256'
  | 'RS384'
  | 'RS512'
  | 'PS256'
  | 'PS384'
  | 'PS512'
  | 'ES256'
  | 'ES384'
  | 'ES512'
  | 'ES256K'
  | 'EdDSA'
  | 'none';

/** A key as text (PEM, or a secret), bytes, or a key object of node or of ferrosign. */
export type Key = string | Buffer | KeyObject | PrivateKey | PublicKey | SecretKey;

/** A key to sign with: also an encrypted PEM with its passphrase. */
export type SigningKey = Key | { key: string | Buffer; passphrase: string };

/** The parameters of a header beside `alg`, RFC 7515 section 4.1. They are written in Latin-1. */
export interface HeaderParameters {
  typ?: string | undefined;
  kid?: string | undefined;
  cty?: string | undefined;
  crit?: string[] | undefined;
  jku?: string | undefined;
  x5u?: string | undefined;
  x5c?: string | string[] | undefined;
  x5t?: string | undefined;
  'x5t#S256'?: string | undefined;
  [parameter: string]: unknown;
}

export interface Header extends HeaderParameters {
  alg: Algorithm;
}

/** A JWS taken apart. Nothing of it has been verified. */
export interface Signature {
  header: Header;
  /** Text, or what its JSON is where the header's `typ` is `JWT` or the option `json` is set. */
  // biome-ignore lint/suspicious/noExplicitAny: as with jws, its users know what they signed
  payload: any;
  signature: string;
}

export interface SignOptions {
  header: Header;
  /** Text as it is, the text of a Buffer or number, the JSON of anything else. */
  payload?: unknown;
  /** The secret of HMAC; any key is taken under either name. */
  secret?: SigningKey | undefined;
  privateKey?: SigningKey | undefined;
  /** The encoding of the payload's text: 'utf8' if not said. */
  encoding?: BufferEncoding | undefined;
}

export interface DecodeOptions {
  /** Reads the payload as JSON, whatever the header says. */
  json?: boolean | undefined;
}

/** The algorithms that sign. */
export const ALGORITHMS: Algorithm[];

/**
 * Signs a payload.
 *
 * @returns the compact JWS
 * @throws TypeError `"x" is not a valid algorithm. ...`, or for a key of the wrong kind
 * @throws Error with a code of node:crypto for a key that cannot be read or is not the algorithm's
 */
export function sign(options: SignOptions): string;

/**
 * Whether the signature of `jws` is valid by `algorithm`, which must come from the caller and not from the header.
 *
 * @throws Error with the code `MISSING_ALGORITHM`
 * @throws TypeError for an unknown algorithm, a key of the wrong kind, or an ECDSA signature of the wrong length
 */
export function verify(jws: string, algorithm: Algorithm, secretOrKey?: Key): boolean;

/**
 * Takes a JWS apart without verifying it; null where it is none.
 *
 * @throws SyntaxError where the payload is to be JSON and is not
 */
export function decode(jws: string, options?: DecodeOptions): Signature | null;

/** Whether the text has the form of a JWS with a JSON header. Says nothing of the signature. */
export function isValid(jws: string): boolean;

/** What may come bit by bit: a stream, or the thing itself. */
export interface SignStreamOptions extends Omit<SignOptions, 'payload' | 'secret' | 'privateKey'> {
  payload?: unknown;
  secret?: SigningKey | Readable | undefined;
  privateKey?: SigningKey | Readable | undefined;
  key?: SigningKey | Readable | undefined;
}

export interface VerifyStreamOptions {
  algorithm?: Algorithm | undefined;
  /** The JWS. */
  signature?: string | Stream | undefined;
  secret?: Key | Readable | undefined;
  publicKey?: Key | Readable | undefined;
  key?: Key | Readable | undefined;
  encoding?: DecodeOptions | undefined;
}

/**
 * Signs once its payload and key have ended: `data` and `done` give the JWS, `error` what `sign` would throw.
 *
 * @throws TypeError `secret must be a string or buffer or a KeyObject` for HMAC without a secret
 */
export function createSign(options: SignStreamOptions): SignStream;

/**
 * Verifies once its JWS and key have ended: `done` gives the verdict and the JWS taken apart, `data` the verdict.
 *
 * @throws TypeError as createSign
 */
export function createVerify(options?: VerifyStreamOptions): VerifyStream;

/** A part of a JWS that comes bit by bit: `buffer` is what came. Its `write` and `end` return nothing. */
export interface PartStream extends NodeJS.WritableStream {
  readonly buffer: unknown;
}

export class SignStream extends Stream {
  constructor(options: SignStreamOptions);
  readonly header: Header;
  readonly payload: PartStream;
  /** One stream under three names. */
  readonly secret: PartStream;
  readonly privateKey: PartStream;
  readonly key: PartStream;
  readonly encoding: BufferEncoding | undefined;
  readonly readable: boolean;
  /** Signs what has come so far. */
  sign(): string | undefined;
  static sign: typeof sign;
}

export class VerifyStream extends Stream {
  constructor(options?: VerifyStreamOptions);
  readonly algorithm: Algorithm | undefined;
  readonly signature: PartStream;
  /** One stream under three names. */
  readonly secret: PartStream;
  readonly publicKey: PartStream;
  readonly key: PartStream;
  readonly encoding: DecodeOptions | undefined;
  readonly readable: boolean;
  /** Verifies what has come so far. */
  verify(): boolean | undefined;
  static verify: typeof verify;
  static decode: typeof decode;
  static isValid: typeof isValid;
}
