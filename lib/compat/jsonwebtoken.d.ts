/**
 * The interface of jsonwebtoken 9: JSON Web Tokens (RFC 7519), signed and verified natively.
 *
 * ```js
 * const jwt = require('ferrosign/jsonwebtoken'); // was: require('jsonwebtoken')
 * const token = jwt.sign({ sub: 'someone' }, privatePem, { algorithm: 'ES256', expiresIn: '1h' });
 * jwt.verify(token, publicPem, { algorithms: ['ES256'] }).sub; // 'someone'
 * ```
 *
 * Results, error classes, their fields and messages are those of jsonwebtoken; a key is parsed once (`keyCache` of
 * ferrosign). Beside it: {@link signAsync}, {@link verifyAsync}, {@link createLocalKeySet}, the algorithms `EdDSA` and
 * `ES256K`, key objects of ferrosign, and PEM whose line ends are written `\n`, in two characters.
 *
 * It refuses what jsonwebtoken takes in two cases: an empty secret in a Buffer, and a token of HMAC where the secret has
 * the content of a public key or certificate.
 *
 * @packageDocumentation
 */

import type { JsonWebKeyInput, KeyObject, PrivateKeyInput, PublicKeyInput, webcrypto } from 'node:crypto';
import type { PrivateKey as OwnPrivateKey, PublicKey as OwnPublicKey, SecretKey } from '../../index.js';
import type { Algorithm, HeaderParameters } from './jws.js';

export type { Algorithm };

// ---------------------------------------------------------------------------------------------- signing

/**
 * Signs a payload and returns the token, or gives it to `callback` on the next tick.
 *
 * An object becomes claims, with `iat` and those of the options; text, bytes and the like are signed as they are.
 *
 * @param secretOrPrivateKey - a secret for HS*, otherwise a private key as PEM, DER, JWK, key object or with a passphrase;
 *   null for `none` only
 * @throws Error for a key that is missing, unreadable, not of the algorithm (`secretOrPrivateKey ...`, `"alg"
 *   parameter ...`) or an RSA key below 2048 bits
 * @throws Error for an option (`"expiresIn" should be ...`, `"x" is not allowed in "options"`), a payload (`payload
 *   is required`, `Expected "payload" to be a plain object.`), or a claim that both give (`Bad "options.x" option ...`)
 */
export function sign(
  payload: Payload,
  secretOrPrivateKey: Secret | PrivateKey,
  options?: SignOptions,
): string;
export function sign(
  payload: Payload,
  secretOrPrivateKey: null | undefined,
  options: SignOptions & { algorithm: 'none' },
): string;
export function sign(payload: Payload, secretOrPrivateKey: Secret | PrivateKey, callback: SignCallback): void;
export function sign(
  payload: Payload,
  secretOrPrivateKey: Secret | PrivateKey,
  options: SignOptions,
  callback: SignCallback,
): void;

/** {@link sign} as a promise, on a thread of ferrosign's own. It rejects with what `sign` throws. */
export function signAsync(
  payload: Payload,
  secretOrPrivateKey: Secret | PrivateKey,
  options?: SignOptions,
): Promise<string>;

/** Claims, text or bytes. */
export type Payload = string | Buffer | object;

export interface SignOptions {
  /** HS256 if not said; it must fit the key. */
  algorithm?: Algorithm | undefined;
  /** `kid` of the header. */
  keyid?: string | undefined;
  /** `exp`: seconds from `iat` as a number, or a timespan such as '2 days' or '10h'. Text without a unit is milliseconds. */
  expiresIn?: string | number | undefined;
  /** `nbf`, as `expiresIn`. */
  notBefore?: string | number | undefined;
  /** `aud` */
  audience?: string | string[] | undefined;
  /** `sub` */
  subject?: string | undefined;
  /** `iss` */
  issuer?: string | undefined;
  /** `jti` */
  jwtid?: string | undefined;
  /** Adds the `claims` to the payload that is given, and not to a copy. */
  mutatePayload?: boolean | undefined;
  /** Leaves `iat` away. */
  noTimestamp?: boolean | undefined;
  /** Parameters of the header, over those of the other options. */
  header?: Partial<JwtHeader> | undefined;
  /** The encoding of a payload that is text: 'utf8' if not said. */
  encoding?: BufferEncoding | undefined;
  /** Lets RSA keys below 2048 bits sign. */
  allowInsecureKeySizes?: boolean | undefined;
  /** Lets keys sign by algorithms that are not theirs. */
  allowInvalidAsymmetricKeyTypes?: boolean | undefined;
}

export type SignCallback = (error: Error | null, token?: string) => void;

// ---------------------------------------------------------------------------------------------- verifying

/**
 * Verifies a token and returns its payload, or gives it to `callback`.
 *
 * @param secretOrPublicKey - a secret for HS*, otherwise a public key, certificate or the PEM of a private key; with a
 *   callback also a function that finds it by the header, such as that of {@link createLocalKeySet}
 * @param options - without `algorithms`, those of the key's kind are taken
 * @throws JsonWebTokenError: `jwt must be provided`, `jwt malformed`, `invalid token`, `invalid algorithm`,
 *   `invalid signature`, `jwt signature is required`, `secretOrPublicKey ...`, `jwt audience invalid. expected: x` and the
 *   like for `issuer`, `subject`, `jwtid`, `nonce`
 * @throws TokenExpiredError: `jwt expired`, `maxAge exceeded`
 * @throws NotBeforeError: `jwt not active`
 * @throws Error for a key that is not the algorithm's (`"alg" parameter ...`), TypeError for an ECDSA signature of the wrong
 *   length, SyntaxError for claims that are no JSON
 */
export function verify(
  token: string,
  secretOrPublicKey: Secret | PublicKey,
  options: VerifyOptions & { complete: true },
): Jwt;
export function verify(
  token: string,
  secretOrPublicKey: Secret | PublicKey,
  options?: VerifyOptions & { complete?: false | undefined },
): JwtPayload | string;
export function verify(
  token: string,
  secretOrPublicKey: Secret | PublicKey,
  options?: VerifyOptions,
): Jwt | JwtPayload | string;
export function verify(
  token: string,
  secretOrPublicKey: Secret | PublicKey | GetPublicKeyOrSecret,
  callback?: VerifyCallback<JwtPayload | string>,
): void;
export function verify(
  token: string,
  secretOrPublicKey: Secret | PublicKey | GetPublicKeyOrSecret,
  options: VerifyOptions & { complete: true },
  callback: VerifyCallback<Jwt>,
): void;
export function verify(
  token: string,
  secretOrPublicKey: Secret | PublicKey | GetPublicKeyOrSecret,
  options: (VerifyOptions & { complete?: false | undefined }) | undefined,
  callback: VerifyCallback<JwtPayload | string>,
): void;
export function verify(
  token: string,
  secretOrPublicKey: Secret | PublicKey | GetPublicKeyOrSecret,
  options: VerifyOptions | undefined,
  callback: VerifyCallback,
): void;

/**
 * {@link verify} as a promise, on a thread of ferrosign's own. It rejects with what `verify` throws.
 *
 * @param secretOrPublicKey - also a function that calls back, or that returns a promise of the key
 */
export function verifyAsync(
  token: string,
  secretOrPublicKey: Secret | PublicKey | FindKey,
  options: VerifyOptions & { complete: true },
): Promise<Jwt>;
export function verifyAsync(
  token: string,
  secretOrPublicKey: Secret | PublicKey | FindKey,
  options?: VerifyOptions & { complete?: false | undefined },
): Promise<JwtPayload | string>;

export interface VerifyOptions {
  /** The algorithms that may have signed. State them. */
  algorithms?: Algorithm[] | undefined;
  /** `aud` must be or hold one of these. */
  audience?: string | RegExp | Array<string | RegExp> | undefined;
  /** `iss` must be one of these. */
  issuer?: string | string[] | undefined;
  /** `sub` must be this. */
  subject?: string | undefined;
  /** `jti` must be this. */
  jwtid?: string | undefined;
  /** `nonce` must be this. */
  nonce?: string | undefined;
  /** How old `iat` may be, in seconds or as a timespan such as '2h'. */
  maxAge?: string | number | undefined;
  /** The time to compare with, in seconds, in place of the clock's. */
  clockTimestamp?: number | undefined;
  /** Seconds that clocks may differ by. */
  clockTolerance?: number | undefined;
  /** Returns header, payload and signature. */
  complete?: boolean | undefined;
  ignoreExpiration?: boolean | undefined;
  ignoreNotBefore?: boolean | undefined;
  /** Lets keys verify by algorithms that are not theirs. */
  allowInvalidAsymmetricKeyTypes?: boolean | undefined;
}

export type VerifyErrors = JsonWebTokenError | NotBeforeError | TokenExpiredError;

export type VerifyCallback<T = Jwt | JwtPayload | string> = (error: VerifyErrors | null, decoded?: T) => void;

/** Takes a token apart without verifying it; null where it is none. */
export function decode(token: string, options: DecodeOptions & { complete: true }): Jwt | null;
export function decode(token: string, options?: DecodeOptions): JwtPayload | string | null;

export interface DecodeOptions {
  /** Returns header, payload and signature. */
  complete?: boolean | undefined;
  /** Reads the payload as JSON, whatever the header says. */
  json?: boolean | undefined;
}

/** The header of a token. */
export interface JwtHeader extends HeaderParameters {
  alg: Algorithm | (string & {});
}

/** RFC 7519 section 4.1, and whatever else a token claims. */
export interface JwtPayload {
  // biome-ignore lint/suspicious/noExplicitAny: as with jsonwebtoken, its users know what they signed
  [claim: string]: any;
  iss?: string | undefined;
  sub?: string | undefined;
  aud?: string | string[] | undefined;
  exp?: number | undefined;
  nbf?: number | undefined;
  iat?: number | undefined;
  jti?: string | undefined;
}

export interface Jwt {
  header: JwtHeader;
  payload: JwtPayload | string;
  signature: string;
}

// ---------------------------------------------------------------------------------------------- keys

/** Text is PEM, or else a secret. */
export type Secret = string | Buffer | Uint8Array | KeyObject | OwnPrivateKey | OwnPublicKey | SecretKey;
export type PrivateKey = Secret | PrivateKeyInput | JsonWebKeyInput;
export type PublicKey = Secret | PublicKeyInput | JsonWebKeyInput;

/** Finds the key of a token by its header. An error becomes `error in secret or public key callback: ...`. */
export type GetPublicKeyOrSecret = (header: JwtHeader, callback: SigningKeyCallback) => void;
export type SigningKeyCallback = (error: Error | null, signingKey?: Secret | PublicKey) => void;

/** The same for {@link verifyAsync}, where it may return a promise of the key in place of calling back. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that calls back returns nothing
export type FindKey = (header: JwtHeader, callback: SigningKeyCallback) => Promise<Secret | PublicKey> | void;

/**
 * A function that finds keys in a JSON Web Key Set (RFC 7517 section 5) for {@link verify}, and for that of jsonwebtoken.
 *
 * It takes the one key whose `kid`, `alg`, `use`, `key_ops` and type fit the header. None or several are an error, which
 * is not remembered: the set is looked at each time, and keys may be added to it.
 *
 * @throws TypeError with the code `ERR_INVALID_ARG_TYPE`: `jwks.keys` is no array
 */
export function createLocalKeySet(jwks: { keys: webcrypto.JsonWebKey[] }): GetPublicKeyOrSecret;

// ---------------------------------------------------------------------------------------------- errors

/** The token, the key or an option is refused. */
export class JsonWebTokenError extends Error {
  inner: Error;
  constructor(message: string, error?: Error);
}

/** The token holds from `date` on. */
export class NotBeforeError extends JsonWebTokenError {
  date: Date;
  constructor(message: string, date: Date);
}

/** The token held until `expiredAt`. */
export class TokenExpiredError extends JsonWebTokenError {
  expiredAt: Date;
  constructor(message: string, expiredAt: Date);
}
