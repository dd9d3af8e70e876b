/**
 * Digital signatures: RSA, ECDSA, Ed25519, sr25519, BLS and HMAC, each through the quickest of several native libraries.
 *
 * ```js
 * const { sign, signSync, verifySync } = require('ferrosign');
 * const hex = signSync('sha256', 'message', privatePem, { encoding: 'hex' });
 * verifySync('sha256', 'message', publicPem, hex, { encoding: 'hex' }); // true
 * const bytes = await sign('ES256', 'message', privatePem); // Buffer, r || s
 * ```
 *
 * **Names.** Arguments stand in the order of `node:crypto` and carry its names. `xSync` returns the value, `x`
 * a promise of the same value.
 *
 * **Promises** run on threads of the addon's own, one a core; libuv's stay free. What costs less than the way there
 * and back is done at once ({@link promises}). What they are given is copied during the call and may be changed
 * right after it. The `Sync` functions read the caller's memory in place.
 * What a `Sync` function throws, its promise rejects with: the same `code`, never a synchronous throw.
 *
 * **Speed.** A key is parsed once and remembers how it signs: pass the same key object, node `KeyObject` or PEM
 * text again ({@link keyCache}), or hold a {@link Signer}.
 *
 * **Loading** a package without a binary for this platform throws `ERR_FERROSIGN_NO_BINARY`.
 *
 * **Errors** carry a `code`, listed at {@link ErrorCode}. A bad signature is no error: it is `false`; only
 * {@link verifyJwt}, which returns the payload, throws.
 *
 * @packageDocumentation
 */

import type { KeyObject, webcrypto } from 'node:crypto';

// ---------------------------------------------------------------------------------------------- key pairs

/**
 * Generates a key pair.
 *
 * Without encodings both halves are key objects. `publicKeyEncoding` and `privateKeyEncoding` write them
 * as {@link PublicKey.export} and {@link PrivateKey.export} do; each stands alone.
 *
 * **RSA** primes are looked for on all cores, by AWS-LC with at least 16 Miller-Rabin rounds, of which at least 5 have a
 * uniform base (4 from 1345 bits of the prime, 3 from 3747), no fewer than FIPS 186-5, table B.1, asks. Several pairs
 * at once are several promises: they share the cores and each can be aborted, so there is no call for a list of them.
 *
 * @param type - node's `'rsa'`, `'rsa-pss'`, `'ec'`, `'ed25519'`, the name of a curve, `'sr25519'`, `'bls12-381'` or
 *   `'bls12-381-g2'`
 * @param options - required for `'ec'`, whose curve it names
 * @throws `ERR_INVALID_ARG_VALUE`: no such type, or an encoding with a value that it does not take
 * @throws `ERR_INVALID_ARG_TYPE`: an option of the wrong type, or `'ec'` without `namedCurve`
 * @throws `ERR_OUT_OF_RANGE`: `modulusLength`, `publicExponent` or `saltLength`
 * @throws `ERR_FERROSIGN_INSECURE_KEY_SIZE`: below 2048 bits without `allowInsecureKeySizes`
 * @throws `ERR_CRYPTO_INVALID_CURVE`, `ERR_CRYPTO_INVALID_DIGEST`: an unknown name
 * @throws `ERR_FERROSIGN_UNSUPPORTED_BACKEND`: the `backend` named does not generate such keys
 * @throws `ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS`, `ERR_CRYPTO_UNKNOWN_CIPHER`: an encoding that the key does not have
 */
export function generateKeyPairSync<
  Public extends PublicKeyFormat | undefined = undefined,
  Private extends PrivateKeyFormat | undefined = undefined,
>(type: 'rsa', options?: RsaKeyPairOptions & KeyPairEncodings<Public, Private>): KeyPair<Public, Private>;
/** An RSA pair that is bound to PSS. */
export function generateKeyPairSync<
  Public extends Exclude<PublicKeyFormat, 'jwk'> | undefined = undefined,
  Private extends Exclude<PrivateKeyFormat, 'jwk'> | undefined = undefined,
>(
  type: 'rsa-pss',
  options?: RsaPssKeyPairOptions & KeyPairEncodings<Public, Private>,
): KeyPair<Public, Private>;
/** An ECDSA pair on the curve `namedCurve`. */
export function generateKeyPairSync<
  Public extends PublicKeyFormat | undefined = undefined,
  Private extends PrivateKeyFormat | undefined = undefined,
>(type: 'ec', options: EcKeyPairOptions & KeyPairEncodings<Public, Private>): KeyPair<Public, Private>;
/** A pair of a type that needs no options, or an ECDSA pair by the name of its curve. */
export function generateKeyPairSync<
  Public extends PublicKeyFormat | undefined = undefined,
  Private extends PrivateKeyFormat | undefined = undefined,
>(
  type: Exclude<AsymmetricKeyType, 'rsa' | 'rsa-pss' | 'ec' | 'sr25519' | BlsKeyType> | CurveName,
  options?: BackendOption & KeyPairEncodings<Public, Private>,
): KeyPair<Public, Private>;
/** An sr25519 or BLS pair ({@link RawKey}); such keys have no form but the raw one. */
export function generateKeyPairSync<
  Public extends RawPublicKeyFormat | undefined = undefined,
  Private extends RawPrivateKeyFormat | undefined = undefined,
>(
  type: 'sr25519' | BlsKeyType,
  options?: BackendOption & KeyPairEncodings<Public, Private>,
): KeyPair<Public, Private>;

/** {@link generateKeyPairSync} as a promise. There is no callback. */
export function generateKeyPair<
  Public extends PublicKeyFormat | undefined = undefined,
  Private extends PrivateKeyFormat | undefined = undefined,
>(
  type: 'rsa',
  options?: RsaKeyPairOptions & KeyPairEncodings<Public, Private> & Abortable,
): Promise<KeyPair<Public, Private>>;
/** An RSA pair that is bound to PSS. */
export function generateKeyPair<
  Public extends Exclude<PublicKeyFormat, 'jwk'> | undefined = undefined,
  Private extends Exclude<PrivateKeyFormat, 'jwk'> | undefined = undefined,
>(
  type: 'rsa-pss',
  options?: RsaPssKeyPairOptions & KeyPairEncodings<Public, Private> & Abortable,
): Promise<KeyPair<Public, Private>>;
/** An ECDSA pair on the curve `namedCurve`. */
export function generateKeyPair<
  Public extends PublicKeyFormat | undefined = undefined,
  Private extends PrivateKeyFormat | undefined = undefined,
>(
  type: 'ec',
  options: EcKeyPairOptions & KeyPairEncodings<Public, Private> & Abortable,
): Promise<KeyPair<Public, Private>>;
/** A pair of a type that needs no options, or an ECDSA pair by the name of its curve. */
export function generateKeyPair<
  Public extends PublicKeyFormat | undefined = undefined,
  Private extends PrivateKeyFormat | undefined = undefined,
>(
  type: Exclude<AsymmetricKeyType, 'rsa' | 'rsa-pss' | 'ec' | 'sr25519' | BlsKeyType> | CurveName,
  options?: BackendOption & KeyPairEncodings<Public, Private> & Abortable,
): Promise<KeyPair<Public, Private>>;
/** An sr25519 or BLS pair ({@link RawKey}); such keys have no form but the raw one. */
export function generateKeyPair<
  Public extends RawPublicKeyFormat | undefined = undefined,
  Private extends RawPrivateKeyFormat | undefined = undefined,
>(
  type: 'sr25519' | BlsKeyType,
  options?: BackendOption & KeyPairEncodings<Public, Private> & Abortable,
): Promise<KeyPair<Public, Private>>;

/** Of `generateKeyPair('rsa')`. */
export interface RsaKeyPairOptions extends BackendOption {
  /** Bits of the modulus, 2048 to 16384. Default 2048. */
  modulusLength?: number;
  /** Odd, 65537 <= e < 2^33 (FIPS 186-5 section A.1.1 asks for more than 2^16). Default 65537. */
  publicExponent?: number;
  /** `true` generates from 512 bits. Default `false`. */
  allowInsecureKeySizes?: boolean;
}

/**
 * Of `generateKeyPair('rsa-pss')`. With any of the three the key is bound to them (RFC 4055 section 3.1);
 * without, it signs PSS with any hash.
 */
export interface RsaPssKeyPairOptions extends RsaKeyPairOptions {
  /** Default, where the key is bound: `'sha1'`, as RFC 4055 has it. */
  hashAlgorithm?: Digest;
  /** Default `hashAlgorithm`. */
  mgf1HashAlgorithm?: Digest;
  /** The shortest salt, in bytes. Default the length of the hash. */
  saltLength?: number;
}

/** Of `generateKeyPair('ec')`. */
export interface EcKeyPairOptions extends BackendOption {
  namedCurve: CurveName;
}

/** How the halves of a new pair are written; a half without an encoding is a key object. */
export interface KeyPairEncodings<
  Public extends PublicKeyFormat | undefined,
  Private extends PrivateKeyFormat | undefined,
> {
  publicKeyEncoding?: PublicKeyEncoding<NonNullable<Public>>;
  privateKeyEncoding?: PrivateKeyEncoding<NonNullable<Private>>;
}

/** What `generateKeyPair` gives. */
export interface KeyPair<
  Public extends PublicKeyFormat | undefined = undefined,
  Private extends PrivateKeyFormat | undefined = undefined,
> {
  publicKey: Exported<Public, PublicKey>;
  privateKey: Exported<Private, PrivateKey>;
}

// ------------------------------------------------------------------------------------------------- import

/**
 * Reads a private key. All its parts are checked: the eight numbers of an RSA key against each other (RFC 8017
 * section 3.2), a scalar against its range, a public half against its private one.
 *
 * @param input - PEM text, bytes, a JWK, a key of node or WebCrypto: see {@link PrivateKeyInput}
 * @returns `input` itself where it is one of ours already
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`: no input of this kind; a `format`, `type` or
 *   `encoding` that does not exist; a CryptoKey that is not extractable
 * @throws `ERR_FERROSIGN_INVALID_KEY`: no private key, a damaged one, an unknown algorithm, or parts that do
 *   not belong together; the message says which
 * @throws `ERR_CRYPTO_INVALID_JWK`: a member that is missing or malformed
 * @throws `ERR_CRYPTO_INVALID_CURVE`: a curve that is not in {@link keyTypes}
 * @throws `ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE`: a public or secret key object or JWK
 * @throws `ERR_MISSING_PASSPHRASE`, `ERR_OSSL_BAD_DECRYPT`: an encrypted key and no passphrase, or a wrong one
 * @throws `ERR_FERROSIGN_DERIVATION_COST`: see {@link KeyFile.maxDerivationCost}
 */
export function createPrivateKey(input: PrivateKeyInput): PrivateKey;

/**
 * Reads a public key; a private key or an X.509 certificate (RFC 5280) gives the public key that it holds.
 * Nothing else of a certificate is looked at: not its signature, not its dates.
 *
 * @param input - see {@link PublicKeyInput}
 * @throws as {@link createPrivateKey}; `ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE` for a secret key
 */
export function createPublicKey(input: PublicKeyInput): PublicKey;

/**
 * A secret for HMAC, of any length in bytes. RFC 7518 section 3.2 asks for at least the length of the hash;
 * that is left to the caller.
 *
 * @param input - the secret itself, as text in `encoding` or as bytes; an `oct` JWK (RFC 7518 section 6.4);
 *   a secret key of node or an extractable one of WebCrypto
 * @param encoding - of `input` as a string. Default `'utf8'`
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`: no input of this kind, an unknown encoding
 * @throws `ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE`: a public or private key object
 */
export function createSecretKey(input: string, encoding?: BufferEncoding): SecretKey;
/** A secret that is not text. */
export function createSecretKey(input: SecretKeyInput): SecretKey;

/**
 * What is a private key:
 * - a string: PEM. PKCS#8 (RFC 5958), PKCS#1 (RFC 8017), SEC1 (RFC 5915), encrypted or not
 * - bytes: DER of these where the first byte is that of a SEQUENCE (0x30), otherwise PEM
 * - a JWK (RFC 7517, 7518, 8037) as an object
 * - a `KeyObject` of node, or a `CryptoKey` that is extractable
 * - one of the objects that say more: {@link KeyFile}, {@link RawKey}, {@link WrappedKey}
 *
 * PEM (RFC 7468) is read as tolerantly as OpenSSL reads it: text around the blocks, CRLF, a byte order mark;
 * of several blocks the first that fits counts. A literal `\n`, two characters, counts as a line feed.
 */
export type PrivateKeyInput =
  | PrivateKey
  | ForeignKey
  | string
  | Bytes
  | Jwk
  | KeyFile
  | RawKey
  | WrappedKey<PrivateKey>;

/**
 * What is a public key: every {@link PrivateKeyInput}, and in PEM or DER also SPKI (RFC 5280), PKCS#1 and an
 * X.509 certificate.
 */
export type PublicKeyInput =
  | PublicKey
  | PrivateKey
  | ForeignKey
  | string
  | Bytes
  | Jwk
  | KeyFile
  | RawKey
  | WrappedKey<PublicKey | PrivateKey>;

/** What is a secret, beside a string: see {@link createSecretKey}. */
export type SecretKeyInput = SecretKey | ForeignKey | Bytes | Jwk | WrappedKey<SecretKey>;

/** A key in PEM or DER with what is needed to read it. */
export interface KeyFile {
  key: string | Bytes;
  /** Default: that of the bare `key`, see {@link PrivateKeyInput}. */
  format?: 'pem' | 'der';
  /**
   * What the DER holds; default: whichever of the wanted kind fits. PEM says it itself. DER of a private key
   * gives `createPublicKey` the public half.
   */
  type?: 'pkcs1' | 'pkcs8' | 'sec1' | 'spki';
  /** Of `key` as a string, such as `'base64'` for DER. Default `'utf8'`. */
  encoding?: BufferEncoding;
  /**
   * Opens an encrypted key: PKCS#8 with PBES2 (RFC 8018: PBKDF2 or scrypt; AES-CBC or triple DES) or
   * PBE-SHA1-3DES, or the older PEM with `Proc-Type: 4,ENCRYPTED`. Ignored where the key is not encrypted.
   */
  passphrase?: string | Bytes;
  /**
   * The most work that the file may ask for before its passphrase is tried: iterations of PBKDF2, or
   * N * r * p of scrypt. Default 10,000,000, which is seconds of work.
   */
  maxDerivationCost?: number;
}

/**
 * A raw key. Bytes of the private key and of the public one:
 *
 * | key | private | public |
 * | --- | --- | --- |
 * | Ed25519 (RFC 8032) | 32, the seed; or 64, seed then public key | 32 |
 * | P-256, secp256k1 | 32, the scalar | 65, or 33 compressed (SEC 1 section 2.3.3) |
 * | P-384 | 48 | 97 or 49 |
 * | P-521 | 66 | 133 or 67 |
 * | other curves | the length of the order | twice that of the field and one, or compressed |
 * | Ed448 | 57 | 57 |
 * | ML-DSA (FIPS 204) | 32, the seed; or the expanded key | 1312, 1952, 2592 |
 * | SLH-DSA (FIPS 205) | 64, 96, 128 | 32, 48, 64 |
 * | sr25519 | 32, the mini secret, expanded as Ed25519 is; 64 or 96, see below | 32, not the identity |
 * | bls12-381 | 32, the number, big-endian, in [1, r - 1] | 48, a point of G1, compressed |
 * | bls12-381-g2 | as bls12-381 | 96, a point of G2, compressed |
 *
 * An expanded sr25519 key is a scalar and 32 bytes for nonces, and is written with the scalar in canonical form, as
 * schnorrkel and Substrate have it. 64 bytes are read in that form, or with eight times the scalar, as
 * polkadot-js has it, where it is clamped: so is every key that comes out of a mini secret. A derived key
 * may not be, and then one form looks like the other: with the public key behind it, 96 bytes in all, either
 * form is known. BLS points outside the subgroup and infinity are refused.
 *
 * `'raw'` is private or public as the function called; the longer names say it themselves, and a private one
 * gives `createPublicKey` the public half. RSA has no raw form: `ERR_INVALID_ARG_VALUE`, and
 * `ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS` where one is to be written.
 */
export type RawKey = {
  key: string | Bytes;
  format: 'raw' | 'raw-public' | 'raw-private' | 'raw-seed';
  /** Of `key` as a string, such as `'hex'`. Default `'utf8'`. */
  encoding?: BufferEncoding;
} & (
  | { asymmetricKeyType: Exclude<AsymmetricKeyType, 'rsa' | 'rsa-pss' | 'ec'> }
  | { asymmetricKeyType?: 'ec'; namedCurve: CurveName }
);

/** A key that needs no more to be read, in the place where the other objects have theirs. */
export interface WrappedKey<Own> {
  key: Own | ForeignKey | Jwk;
  format?: 'jwk';
}

/** A key of `node:crypto` or WebCrypto. A `CryptoKey` must be extractable. */
export type ForeignKey = KeyObject | webcrypto.CryptoKey;

/** A JSON Web Key, RFC 7517. Members that carry no key are ignored. */
export interface Jwk extends webcrypto.JsonWebKey {
  kid?: string;
  x5c?: string[];
  x5t?: string;
  'x5t#S256'?: string;
  x5u?: string;
}

/**
 * Keys seen before: the same PEM text (string or bytes), secret string, `KeyObject` or `CryptoKey` gives the
 * same key object and is not parsed again. Texts are compared whole, together with their passphrase, so that a
 * wrong one never opens a remembered key; `KeyObject` and `CryptoKey` by identity. DER, JWK and raw keys are
 * not remembered: keep their key objects.
 */
export const keyCache: {
  /** Texts remembered, private, public and secret together. `KeyObject` and `CryptoKey` do not count. */
  readonly size: number;
  /**
   * The most texts remembered of each kind; the least recently used goes. Default 1024. 0 turns the cache off,
   * and that for `KeyObject` and `CryptoKey`, which has no bound of its own but ends with them.
   *
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`: when set to anything but an integer >= 0
   */
  capacity: number;
  /** Forgets all. Key objects at hand stay valid. */
  clear(): void;
};

/** How promises are kept. */
export const promises: {
  /**
   * How many threads work for the promises and batches of the whole process, 1 to 1024. Default: one a core.
   *
   * @throws `ERR_INVALID_STATE`: when set after the first promise or batch; `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`
   */
  threads: number;
  /**
   * Microseconds. A single signature or verification that the table expects to cost no more, 1 for each KiB of its
   * message included, is done at once, since the way to another thread and back takes longer. So is the first of
   * each turn only: those that are asked for beside it go to the threads, unless they cost no more than 4, as HMAC
   * does, which is what giving them there takes. After a millisecond of such work one goes
   * there in any case, so that the event loop turns. Default 40: HMAC, Ed25519, secp256k1, sr25519, P-256 and P-224
   * signing, RSA verification up to 3072 bits, ML-DSA-44 verification. 0 sends all to the threads. It is of this
   * JavaScript environment; of a backend by name no cost is expected.
   *
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`: when set to anything but a number >= 0
   */
  inlineThreshold: number;
};

// -------------------------------------------------------------------------------------------- key objects

/**
 * A private key; from {@link createPrivateKey} or {@link generateKeyPair}. The key of every key object lives
 * outside JavaScript and is wiped when the object is collected.
 */
export class PrivateKey {
  /** @throws `ERR_ILLEGAL_CONSTRUCTOR` */
  private constructor();
  readonly type: 'private';
  readonly asymmetricKeyType: AsymmetricKeyType;
  readonly asymmetricKeyDetails: AsymmetricKeyDetails;
  readonly publicKey: PublicKey;
  /**
   * Writes the key; PEM and DER are byte for byte what node writes.
   *
   * @param options - default `{ format: 'pem', type: 'pkcs8' }`
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`: a `format` or `type` that is none of a private key;
   *   `cipher` without `passphrase`
   * @throws `ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS`: a form that this key does not have, or not encrypted
   * @throws `ERR_CRYPTO_UNKNOWN_CIPHER`
   */
  export(options?: Partial<PrivateKeyEncoding<'pem'>>): string;
  /** In another format than PEM. */
  export<Format extends PrivateKeyFormat>(options: PrivateKeyEncoding<Format>): Exported<Format>;
  /**
   * Whether both are the same key of the same kind; secrets are compared in constant time.
   *
   * @throws `ERR_INVALID_ARG_TYPE`: `other` is not one of ours
   */
  equals(other: PrivateKey | PublicKey | SecretKey): boolean;
}

/** A public key; from {@link createPublicKey}, {@link generateKeyPair} or {@link PrivateKey.publicKey}. */
export class PublicKey {
  /** @throws `ERR_ILLEGAL_CONSTRUCTOR` */
  private constructor();
  readonly type: 'public';
  readonly asymmetricKeyType: AsymmetricKeyType;
  readonly asymmetricKeyDetails: AsymmetricKeyDetails;
  /**
   * Writes the key; PEM and DER are byte for byte what node writes.
   *
   * @param options - default `{ format: 'pem', type: 'spki' }`
   * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`: a `format` or `type` that is none of a public key
   * @throws `ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS`: a form that this key does not have
   */
  export(options?: Partial<PublicKeyEncoding<'pem'>>): string;
  /** In another format than PEM. */
  export<Format extends PublicKeyFormat>(options: PublicKeyEncoding<Format>): Exported<Format>;
  /** As {@link PrivateKey.equals}. */
  equals(other: PrivateKey | PublicKey | SecretKey): boolean;
}

/** A secret for HMAC; from {@link createSecretKey}. */
export class SecretKey {
  /** @throws `ERR_ILLEGAL_CONSTRUCTOR` */
  private constructor();
  readonly type: 'secret';
  /** In bytes. */
  readonly symmetricKeySize: number;
  /**
   * The bytes of the secret, or an `oct` JWK.
   *
   * @throws `ERR_INVALID_ARG_VALUE`: any other format
   */
  export(options?: { format?: 'buffer' }): Buffer;
  /** As an `oct` JWK. */
  export(options: { format: 'jwk' }): webcrypto.JsonWebKey;
  /** As {@link PrivateKey.equals}. */
  equals(other: PrivateKey | PublicKey | SecretKey): boolean;
}

/** node's name of a kind of key. */
export type AsymmetricKeyType =
  | 'rsa'
  | 'rsa-pss'
  | 'ec'
  | 'ed25519'
  | 'ed448'
  | 'ml-dsa-44'
  | 'ml-dsa-65'
  | 'ml-dsa-87'
  | 'slh-dsa-sha2-128s'
  | 'slh-dsa-sha2-128f'
  | 'slh-dsa-sha2-192s'
  | 'slh-dsa-sha2-192f'
  | 'slh-dsa-sha2-256s'
  | 'slh-dsa-sha2-256f'
  | 'slh-dsa-shake-128s'
  | 'slh-dsa-shake-128f'
  | 'slh-dsa-shake-192s'
  | 'slh-dsa-shake-192f'
  | 'slh-dsa-shake-256s'
  | 'slh-dsa-shake-256f'
  | 'sr25519'
  | 'bls12-381'
  | 'bls12-381-g2';

/**
 * BLS over BLS12-381: with public keys in G1 (48 bytes) and signatures in G2 (96), as Ethereum has it, or the
 * other way round.
 */
export type BlsKeyType = 'bls12-381' | 'bls12-381-g2';

/** As node gives it; a member is there where the key has it. */
export interface AsymmetricKeyDetails {
  /** RSA: bits. */
  modulusLength?: number;
  /** RSA. Odd, 3 <= e < 2^33. */
  publicExponent?: bigint;
  /** rsa-pss, where bound: the only hash it signs with. */
  hashAlgorithm?: Digest;
  /** rsa-pss, where bound. */
  mgf1HashAlgorithm?: Digest;
  /** rsa-pss, where bound: the shortest salt, in bytes. */
  saltLength?: number;
  /** EC: OpenSSL's name, such as `'prime256v1'` for P-256. */
  namedCurve?: CurveName;
}

/** What a public key can be written as: see {@link Exported}. */
export type PublicKeyFormat = 'pem' | 'der' | 'jwk' | 'raw' | 'raw-public';

/** What a private key can be written as: see {@link Exported}. */
export type PrivateKeyFormat = 'pem' | 'der' | 'jwk' | 'raw' | 'raw-private' | 'raw-seed';

/** What a public key without a standard container can be written as. */
export type RawPublicKeyFormat = 'raw' | 'raw-public';

/** What a private key without a standard container can be written as. */
export type RawPrivateKeyFormat = 'raw' | 'raw-private' | 'raw-seed';

/**
 * The value of each format: PEM is a string (lines of 64, RFC 7468), DER and raw ({@link RawKey}) a Buffer, a
 * JWK an object. An rsa-pss key has no JWK; sr25519 and BLS keys are written raw only. `Own` is what stands where there is no format.
 */
export type Exported<Format, Own = never> = Format extends 'pem'
  ? string
  : Format extends 'jwk'
    ? webcrypto.JsonWebKey
    : Format extends string
      ? Buffer
      : Own;

/** How a public key is written. */
export interface PublicKeyEncoding<Format extends PublicKeyFormat> {
  format: Format;
  /**
   * PEM and DER: `'spki'` (default; RFC 5280) or, of RSA, `'pkcs1'` (RFC 8017). Raw EC: `'uncompressed'`
   * (default) or `'compressed'` (SEC 1 section 2.3.3).
   */
  type?: Format extends 'pem' | 'der'
    ? 'spki' | 'pkcs1'
    : Format extends 'jwk'
      ? undefined
      : 'uncompressed' | 'compressed';
}

/** How a private key is written. */
export interface PrivateKeyEncoding<Format extends PrivateKeyFormat> {
  format: Format;
  /** PEM and DER: `'pkcs8'` (default; RFC 5958) or, of RSA, `'pkcs1'` (RFC 8017), of EC, `'sec1'` (RFC 5915). */
  type?: Format extends 'pem' | 'der' ? 'pkcs8' | 'pkcs1' | 'sec1' : undefined;
  /**
   * Encrypts PKCS#8 with PBES2 (RFC 8018: PBKDF2, HMAC-SHA-256, 2048 iterations, as OpenSSL), and PKCS#1 and
   * SEC1, in PEM only, with OpenSSL's older form, which stretches the passphrase with one MD5: prefer PKCS#8.
   */
  cipher?: Format extends 'pem' | 'der' ? KeyCipher : undefined;
  /** Required with `cipher`. */
  passphrase?: Format extends 'pem' | 'der' ? string | Bytes : undefined;
}

/** The ciphers that encrypt a key. */
export type KeyCipher =
  | 'aes-128-cbc'
  | 'aes128'
  | 'aes-192-cbc'
  | 'aes192'
  | 'aes-256-cbc'
  | 'aes256'
  | 'des-ede3-cbc'
  | 'des3';

// ------------------------------------------------------------------------------------------------ signing

/**
 * Signs `data`. {@link Algorithm} says what comes out and how long it is.
 *
 * @param algorithm - a digest, a JOSE name, or `null` for the key's own
 * @param data - the message; a string stands for its UTF-8
 * @param key - private, or secret for HMAC: see {@link SigningKey}
 * @returns the signature, or with `options.encoding` a string
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`: an argument or option of the
 *   wrong type, value or range
 * @throws `ERR_CRYPTO_INVALID_DIGEST`: no such algorithm
 * @throws `ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE`: a public key, a secret where a private key is needed, or a
 *   key in PEM or DER as the secret of an HMAC
 * @throws `ERR_FERROSIGN_UNSUPPORTED_ALGORITHM`: this key does not sign in this way
 * @throws `ERR_FERROSIGN_UNSUPPORTED_BACKEND`: the backend named does not; the message names those that do
 * @throws `ERR_FERROSIGN_INSECURE_KEY_SIZE`: RSA below 2048 bits without `allowInsecureKeySizes`
 * @throws `ERR_FERROSIGN_SIGNING_FAILED`, `ERR_FERROSIGN_INTERNAL`: the library failed
 * @throws as {@link createPrivateKey} where `key` is yet to be read
 */
export function signSync(
  algorithm: Algorithm,
  data: string | Bytes,
  key: SigningKey,
  options?: SignatureOptions & Unencoded,
): Buffer;
/** The signature as a string. */
export function signSync(
  algorithm: Algorithm,
  data: string | Bytes,
  key: SigningKey,
  options: SignatureOptions & Encoded,
): string;

/** {@link signSync} as a promise. */
export function sign(
  algorithm: Algorithm,
  data: string | Bytes,
  key: SigningKey,
  options?: SignatureOptions & Abortable & Unencoded,
): Promise<Buffer>;
/** The signature as a string. */
export function sign(
  algorithm: Algorithm,
  data: string | Bytes,
  key: SigningKey,
  options: SignatureOptions & Abortable & Encoded,
): Promise<string>;

/**
 * Signs many messages with one key, on all cores: the calling thread and the addon's own.
 *
 * @param list - the messages, together below 2^32 bytes
 * @returns a signature for each, in the same order; all or none
 * @throws as {@link signSync}; `ERR_OUT_OF_RANGE` for too many bytes
 */
export function signManySync(
  algorithm: Algorithm,
  list: readonly (string | Bytes)[],
  key: SigningKey,
  options?: SignatureOptions & Unencoded,
): Buffer[];
/** The signatures as strings. */
export function signManySync(
  algorithm: Algorithm,
  list: readonly (string | Bytes)[],
  key: SigningKey,
  options: SignatureOptions & Encoded,
): string[];

/** {@link signManySync} as a promise. */
export function signMany(
  algorithm: Algorithm,
  list: readonly (string | Bytes)[],
  key: SigningKey,
  options?: SignatureOptions & Abortable & Unencoded,
): Promise<Buffer[]>;
/** The signatures as strings. */
export function signMany(
  algorithm: Algorithm,
  list: readonly (string | Bytes)[],
  key: SigningKey,
  options: SignatureOptions & Abortable & Encoded,
): Promise<string[]>;

/**
 * Reads the key and chooses the library once, for many calls: the quickest way to sign.
 *
 * @throws as {@link signSync}, but for what concerns the data
 */
export function createSigner(
  algorithm: Algorithm,
  key: SigningKey,
  options?: SignatureOptions & Unencoded,
): Signer<Buffer>;
/** A signer whose signatures are strings. */
export function createSigner(
  algorithm: Algorithm,
  key: SigningKey,
  options: SignatureOptions & Encoded,
): Signer<string>;

/** From {@link createSigner}. Frozen; its functions need no `this`. */
export interface Signer<Signature extends Buffer | string = Buffer> {
  /** As asked for; of a WebCrypto algorithm its hash or `'Ed25519'`. */
  readonly algorithm: string | null;
  /** The library that signs. */
  readonly backend: BackendName;
  sign(data: string | Bytes, options?: Abortable): Promise<Signature>;
  signSync(data: string | Bytes): Signature;
  signMany(list: readonly (string | Bytes)[], options?: Abortable): Promise<Signature[]>;
  signManySync(list: readonly (string | Bytes)[]): Signature[];
}

// ------------------------------------------------------------------------------------------- verification

/**
 * Whether `signature` is one of `data` under `key`. Every bad signature is `false`, whatever is wrong with it:
 * value, length, encoding. Only a bad key or bad arguments throw.
 *
 * @param key - public, private (its public half is taken), or secret for HMAC: see {@link VerificationKey}
 * @param signature - bytes; as a string only with `options.encoding`
 * @throws as {@link signSync}, from 1024 bits of RSA, without the failures of signing
 */
export function verifySync(
  algorithm: Algorithm,
  data: string | Bytes,
  key: VerificationKey,
  signature: Bytes,
  options?: SignatureOptions,
): boolean;
/** The signature is a string. One that is not exactly what the encoding writes is `false`; hex in either case. */
export function verifySync(
  algorithm: Algorithm,
  data: string | Bytes,
  key: VerificationKey,
  signature: string | Bytes,
  options: SignatureOptions & Encoded,
): boolean;

/** {@link verifySync} as a promise. */
export function verify(
  algorithm: Algorithm,
  data: string | Bytes,
  key: VerificationKey,
  signature: Bytes,
  options?: SignatureOptions & Abortable,
): Promise<boolean>;
/** The signature is a string. */
export function verify(
  algorithm: Algorithm,
  data: string | Bytes,
  key: VerificationKey,
  signature: string | Bytes,
  options: SignatureOptions & Abortable & Encoded,
): Promise<boolean>;

/**
 * Verifies many signatures, each under its own key, on all cores.
 *
 * @param items - messages and signatures together below 2^32 bytes
 * @returns a verdict for each, in the same order
 * @throws as {@link verifySync}, for the whole list, and the message names the item, such as `items[3]`;
 *   `ERR_OUT_OF_RANGE` for too many bytes
 */
export function verifyManySync(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<Bytes>)[],
  options?: SignatureOptions,
): boolean[];
/** The signatures are strings. */
export function verifyManySync(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<string | Bytes>)[],
  options: SignatureOptions & Encoded,
): boolean[];

/** {@link verifyManySync} as a promise. */
export function verifyMany(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<Bytes>)[],
  options?: SignatureOptions & Abortable,
): Promise<boolean[]>;
/** The signatures are strings. */
export function verifyMany(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<string | Bytes>)[],
  options: SignatureOptions & Abortable & Encoded,
): Promise<boolean[]>;

/**
 * Whether every signature of the list is good: what {@link verifyManySync} answers, as one verdict, and faster where the
 * scheme can check many at once. Of an empty list every one is.
 *
 * sr25519 is checked by schnorrkel's batch equation and BLS by one product of pairings with a random weight of 64
 * bits for each item, so that bad items cannot cancel; Ed25519 under `ed25519: 'zip215'` by ZIP-215's equation with
 * random weights of 128 bits; all others item by item on all cores. Ed25519 without that option is so on purpose: no
 * batch equation accepts just what its single check accepts. Keys of several types may stand in one list.
 *
 * @throws as {@link verifyManySync}
 */
export function verifyBatchSync(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<Bytes>)[],
  options?: SignatureOptions,
): boolean;
/** The signatures are strings. */
export function verifyBatchSync(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<string | Bytes>)[],
  options: SignatureOptions & Encoded,
): boolean;

/** {@link verifyBatchSync} as a promise. */
export function verifyBatch(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<Bytes>)[],
  options?: SignatureOptions & Abortable,
): Promise<boolean>;
/** The signatures are strings. */
export function verifyBatch(
  algorithm: Algorithm,
  items: readonly (SignedBy & SignedItem<string | Bytes>)[],
  options: SignatureOptions & Abortable & Encoded,
): Promise<boolean>;

/**
 * Reads the key and chooses the library once, for many calls.
 *
 * @throws as {@link verifySync}, but for what concerns data and signature
 */
export function createVerifier(
  algorithm: Algorithm,
  key: VerificationKey,
  options?: SignatureOptions & Unencoded,
): Verifier<Bytes>;
/** A verifier that takes strings too. */
export function createVerifier(
  algorithm: Algorithm,
  key: VerificationKey,
  options: SignatureOptions & Encoded,
): Verifier<string | Bytes>;

/** From {@link createVerifier}. Frozen; its functions need no `this`. */
export interface Verifier<Signature extends string | Bytes = Bytes> {
  /** As asked for; of a WebCrypto algorithm its hash or `'Ed25519'`. */
  readonly algorithm: string | null;
  /** The library that verifies. */
  readonly backend: BackendName;
  verify(data: string | Bytes, signature: Signature, options?: Abortable): Promise<boolean>;
  verifySync(data: string | Bytes, signature: Signature): boolean;
  verifyMany(items: readonly SignedItem<Signature>[], options?: Abortable): Promise<boolean[]>;
  verifyManySync(items: readonly SignedItem<Signature>[]): boolean[];
}

/** A message and its signature. */
export interface SignedItem<Signature extends string | Bytes = Bytes> {
  data: string | Bytes;
  signature: Signature;
}

/** The key of one item of {@link verifyMany}. */
export interface SignedBy {
  key: VerificationKey;
}

// ---------------------------------------------------------------------------------------- aggregates of BLS

/**
 * Sums BLS signatures up to one that stands for all (draft-irtf-cfrg-bls-signature-05 section 2.8).
 *
 * @param list - at least one; all of 96 bytes, or all of 48. Infinity is a summand that changes nothing
 * @throws `ERR_INVALID_ARG_VALUE`: an empty list, lengths that differ, or what is no point of the subgroup
 * @throws `ERR_INVALID_ARG_TYPE`: not a list, or a string without `options.encoding`
 * @throws `ERR_OUT_OF_RANGE`: 2^32 bytes or more
 */
export function aggregateSignaturesSync(list: readonly Bytes[], options?: Unencoded): Buffer;
/** Strings in, a string out. */
export function aggregateSignaturesSync(list: readonly (string | Bytes)[], options: Encoded): string;

/** {@link aggregateSignaturesSync} as a promise. */
export function aggregateSignatures(list: readonly Bytes[], options?: Unencoded): Promise<Buffer>;
/** Strings in, a string out. */
export function aggregateSignatures(list: readonly (string | Bytes)[], options: Encoded): Promise<string>;

/**
 * Sums BLS public keys up to the one that verifies an aggregate of signatures of one message. Safe only for keys whose
 * holders have proven possession ({@link popVerifySync}): a key made to fit can cancel others.
 *
 * @param list - at least one; all of one type
 * @throws `ERR_INVALID_ARG_VALUE`: an empty list, or types that differ
 * @throws `ERR_FERROSIGN_INVALID_KEY`: the sum is infinity, which is no key
 * @throws `ERR_FERROSIGN_UNSUPPORTED_ALGORITHM`: keys that are not of BLS
 * @throws as {@link createPublicKey}
 */
export function aggregatePublicKeysSync(list: readonly PublicKeyInput[]): PublicKey;

/** {@link aggregatePublicKeysSync} as a promise. */
export function aggregatePublicKeys(list: readonly PublicKeyInput[]): Promise<PublicKey>;

/**
 * Whether `signature` is the sum of a signature of each item's message by its key (AggregateVerify, sections
 * 3.1 to 3.3 of the draft). In the basic scheme, which is the default, all messages must differ: otherwise `false`.
 * In the scheme `'proof-of-possession'` every key must have been proven ({@link popVerifySync}).
 *
 * @param items - at least one; keys of one type
 * @throws `ERR_INVALID_ARG_VALUE`: an empty list, keys of different types or schemes
 * @throws `ERR_FERROSIGN_UNSUPPORTED_ALGORITHM`: keys that are not of BLS
 * @throws as {@link verifyManySync}
 */
export function verifyAggregateSync(
  items: readonly AggregateItem[],
  signature: Bytes,
  options?: BlsOptions,
): boolean;
/** The signature is a string. */
export function verifyAggregateSync(
  items: readonly AggregateItem[],
  signature: string | Bytes,
  options: BlsOptions & Encoded,
): boolean;

/** {@link verifyAggregateSync} as a promise. */
export function verifyAggregate(
  items: readonly AggregateItem[],
  signature: Bytes,
  options?: BlsOptions,
): Promise<boolean>;
/** The signature is a string. */
export function verifyAggregate(
  items: readonly AggregateItem[],
  signature: string | Bytes,
  options: BlsOptions & Encoded,
): Promise<boolean>;

/** A message and who signed it, of {@link verifyAggregate}. */
export interface AggregateItem extends SignedBy {
  data: string | Bytes;
}

/**
 * Whether `signature` is the sum of a signature of `data` by each key: FastAggregateVerify, section 3.3.4 of the
 * draft, two pairings for any number of keys. Every key must have been proven ({@link popVerifySync}). The
 * scheme is `'proof-of-possession'`; no other has this.
 *
 * @param keys - at least one; all of one type
 * @throws as {@link verifyAggregateSync}; `ERR_INVALID_ARG_VALUE` for another scheme
 */
export function fastVerifyAggregateSync(
  data: string | Bytes,
  keys: readonly VerificationKey[],
  signature: Bytes,
  options?: BlsOptions,
): boolean;
/** The signature is a string. */
export function fastVerifyAggregateSync(
  data: string | Bytes,
  keys: readonly VerificationKey[],
  signature: string | Bytes,
  options: BlsOptions & Encoded,
): boolean;

/** {@link fastVerifyAggregateSync} as a promise. */
export function fastVerifyAggregate(
  data: string | Bytes,
  keys: readonly VerificationKey[],
  signature: Bytes,
  options?: BlsOptions,
): Promise<boolean>;
/** The signature is a string. */
export function fastVerifyAggregate(
  data: string | Bytes,
  keys: readonly VerificationKey[],
  signature: string | Bytes,
  options: BlsOptions & Encoded,
): Promise<boolean>;

/**
 * Proves that the holder of a BLS public key has the private one: PopProve, section 3.3.2 of the draft. The proof is a
 * signature of the public key under a domain tag of its own.
 *
 * @throws as {@link signSync}; `ERR_FERROSIGN_UNSUPPORTED_ALGORITHM` for a key that is not of BLS
 */
export function popProveSync(key: SigningKey, options?: BackendOption & Unencoded): Buffer;
/** The proof is a string. */
export function popProveSync(key: SigningKey, options: BackendOption & Encoded): string;

/** {@link popProveSync} as a promise. */
export function popProve(key: SigningKey, options?: BackendOption & Unencoded): Promise<Buffer>;
/** The proof is a string. */
export function popProve(key: SigningKey, options: BackendOption & Encoded): Promise<string>;

/**
 * Whether `proof` is one of {@link popProve} by the holder of `key`: PopVerify, section 3.3.3 of the draft.
 *
 * @throws as {@link verifySync}; `ERR_FERROSIGN_UNSUPPORTED_ALGORITHM` for a key that is not of BLS
 */
export function popVerifySync(
  key: VerificationKey,
  proof: Bytes,
  options?: BackendOption & { encoding?: SignatureEncoding },
): boolean;
/** The proof is a string. */
export function popVerifySync(
  key: VerificationKey,
  proof: string | Bytes,
  options: BackendOption & Encoded,
): boolean;

/** {@link popVerifySync} as a promise. */
export function popVerify(
  key: VerificationKey,
  proof: Bytes,
  options?: BackendOption & { encoding?: SignatureEncoding },
): Promise<boolean>;
/** The proof is a string. */
export function popVerify(
  key: VerificationKey,
  proof: string | Bytes,
  options: BackendOption & Encoded,
): Promise<boolean>;

/** What the verification of an aggregate may be told. */
export interface BlsOptions extends BackendOption {
  /** See {@link SchemeOptions.scheme}. */
  scheme?: BlsScheme;
  /** Of a signature as a string. */
  encoding?: SignatureEncoding;
}

/** The schemes of draft-irtf-cfrg-bls-signature-05 section 3. */
export type BlsScheme = 'basic' | 'message-augmentation' | 'proof-of-possession';

// --------------------------------------------------------------------- arguments of signing and verifying

/** Memory, as it lies there: of a typed array its bytes, not its numbers. Shared memory is copied first. */
export type Bytes = NodeJS.ArrayBufferView | ArrayBuffer | SharedArrayBuffer;

/**
 * How to sign. The key decides between RSA, ECDSA, Ed25519, sr25519, BLS and HMAC; the algorithm says the rest:
 *
 * | key | `null` | digest | JOSE name (RFC 7518, 8037, 8812, 9864) | bytes of a signature |
 * | --- | --- | --- | --- | --- |
 * | RSA | SHA-256, PKCS#1 v1.5 | PKCS#1 v1.5 (RFC 8017 section 8.2), or PSS by `options.padding` | `RS256`..., `PS256`... | that of the modulus |
 * | rsa-pss | its hash, else SHA-256 | PSS (RFC 8017 section 8.1) | `PS256`, `PS384`, `PS512` | that of the modulus |
 * | P-256, secp256k1 | SHA-256 | ECDSA (FIPS 186-5) | `ES256`, `ES256K` | 64; DER up to 72 |
 * | P-384 | SHA-384 | ECDSA | `ES384` | 96; DER up to 104 |
 * | P-521 | SHA-512 | ECDSA | `ES512` | 132; DER up to 139 |
 * | Ed25519 | its own (RFC 8032) | refused | `EdDSA`, `Ed25519` | 64 |
 * | Ed448 | its own (RFC 8032) | refused | `EdDSA`, `Ed448` | 114 |
 * | ML-DSA | its own (FIPS 204) | refused | `ML-DSA-44`, `ML-DSA-65`, `ML-DSA-87` | 2420, 3309, 4627 |
 * | SLH-DSA | its own (FIPS 205) | refused | | 7856 to 49856 |
 * | sr25519 | its own (schnorrkel) | refused | | 64 |
 * | bls12-381 | its own ({@link SchemeOptions.scheme}) | refused | | 96 |
 * | bls12-381-g2 | the same | refused | | 48 |
 * | secret | SHA-256 | HMAC (RFC 2104) | `HS256`, `HS384`, `HS512`, `HS512256` | that of the hash; `HS512256`: 32 |
 *
 * - A JOSE name fixes key type, hash and padding: any other key is refused. `none` is no algorithm.
 * - ECDSA is DER (RFC 3279) with a digest or `null`, r || s (IEEE P1363) with a JOSE name; `options.dsaEncoding`
 *   overrides both. Read strictly: minimal DER, or the exact length.
 * - ECDSA nonces are hedged: aws-lc, openssl and ring mix key, digest and randomness; secp256k1 and k256 follow
 *   RFC 6979 with extra randomness. The same call twice gives two signatures.
 * - secp256k1: the backends secp256k1 (the default) and k256 write s in its low form. A high s is accepted.
 * - Ed25519 is verified as OpenSSL does: without cofactor, S canonical, R compared as bytes, any encoding of
 *   the public key that decompresses; one that does not is taken and verifies nothing. The backend aws-lc,
 *   by name, refuses encodings that are not canonical (`ERR_FERROSIGN_UNSUPPORTED_BACKEND`).
 *   {@link SchemeOptions.ed25519} chooses another criterion.
 * - `'Ed25519ctx'`, `'Ed25519ph'` and `'Ed448ph'` are the other instances of RFC 8032 section 5, under
 *   `options.context`. The last two hash the message first, with SHA-512 and SHAKE256.
 * - `'BIP340'` makes Schnorr signatures with secp256k1 keys: 64 bytes, of a message of any length. A public key may
 *   be its x alone, 32 raw bytes.
 * - Ed448, ML-DSA and SLH-DSA take a context, `options.context`, empty by default. ML-DSA and SLH-DSA are hedged
 *   unless `options.nonce` says otherwise.
 * - sr25519 nonces are hedged too; the signing context is `options.context`.
 * - BLS signatures are deterministic. One that is infinity or outside the subgroup verifies nothing.
 * - RSA signs from 2048 bits and verifies from 1024, both from 512 with `options.allowInsecureKeySizes`; at
 *   most 16384. The public exponent is odd, 3 <= e < 2^33. Keys outside 512 to 16384 bits or of another
 *   exponent are not read at all (`ERR_FERROSIGN_INVALID_KEY`).
 * - `HS256` and its like, and WebCrypto's `HMAC`, take a string or bytes for the secret itself. PEM, and DER of a
 *   key or certificate, are refused there: a public key taken for a secret forges tokens. All other names mean
 *   HMAC where the key is a secret of its own saying: a {@link SecretKey}, a secret `KeyObject` or an `oct` JWK.
 *
 * Digests go by every usual name: `'sha256'`, `'SHA-256'`, `'RSA-SHA256'`, `'sha256WithRSAEncryption'`,
 * `'SHA256withECDSA'`; `'SHA256withRSAandMGF1'` asks for PSS. A WebCrypto object
 * names the kind of key too: another is `ERR_FERROSIGN_UNSUPPORTED_ALGORITHM`.
 */
export type Algorithm =
  | JoseAlgorithm
  | 'BIP340'
  | 'Ed25519ctx'
  | 'Ed25519ph'
  | 'Ed448ph'
  | Digest
  | (string & Record<never, never>)
  | WebCryptoAlgorithm
  | null
  | undefined;

/** See {@link Algorithm}. Letter case counts. */
export type JoseAlgorithm =
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
  | 'Ed25519'
  | 'Ed448'
  | 'ML-DSA-44'
  | 'ML-DSA-65'
  | 'ML-DSA-87'
  | 'HS256'
  | 'HS384'
  | 'HS512'
  | 'HS512256';

/** The digests, by node's names. */
export type Digest =
  | 'sha1'
  | 'sha224'
  | 'sha256'
  | 'sha384'
  | 'sha512'
  | 'sha512-224'
  | 'sha512-256'
  | 'sha3-224'
  | 'sha3-256'
  | 'sha3-384'
  | 'sha3-512';

/** An algorithm as `crypto.subtle.sign` takes it. ECDSA is r || s, as there. */
export type WebCryptoAlgorithm =
  | { name: 'RSASSA-PKCS1-v1_5' | 'ECDSA' | 'HMAC'; hash: string | { name: string } }
  | { name: 'RSA-PSS'; hash: string | { name: string }; saltLength?: number }
  | { name: 'Ed25519' | 'Ed448' | 'ML-DSA-44' | 'ML-DSA-65' | 'ML-DSA-87' };

/**
 * What signs: a key object, anything that {@link createPrivateKey} takes, or for `HS256` and its like a secret.
 * The objects with a `key` may carry {@link SchemeOptions} too, as node's do; `options` goes before them.
 */
export type SigningKey = PrivateKeyInput | SecretKeyInput | KeyWithScheme<PrivateKey | SecretKey>;

/** What verifies: as {@link SigningKey}, with anything that {@link createPublicKey} takes. */
export type VerificationKey =
  | PublicKeyInput
  | SecretKeyInput
  | KeyWithScheme<PrivateKey | PublicKey | SecretKey>;

/** node's `{ key, padding, saltLength, dsaEncoding }`. */
export type KeyWithScheme<Own> = (KeyFile | RawKey | WrappedKey<Own>) & SchemeOptions;

/**
 * What the algorithm leaves open. As in node, the first four are passed over where they do not concern the key; any
 * other that does not is `ERR_INVALID_ARG_VALUE`, `scheme` is `ERR_FERROSIGN_UNSUPPORTED_ALGORITHM`.
 */
export interface SchemeOptions extends BackendOption {
  /**
   * RSA: `constants.RSA_PKCS1_PADDING` (1; default) or `RSA_PKCS1_PSS_PADDING` (6; default of an rsa-pss key).
   * Not with a JOSE name, which says it already: `ERR_INVALID_ARG_VALUE`; so for the next two.
   */
  padding?: number;
  /**
   * PSS: bytes of salt, at most those of the modulus (less one bit) - hash - 2; or
   * `constants.RSA_PSS_SALTLEN_DIGEST` (-1), the length of the hash; or `RSA_PSS_SALTLEN_AUTO` (-2), the longest
   * when signing, any when verifying. Default: the length of the hash, or what the rsa-pss key is bound to.
   * node's own default is -2.
   */
  saltLength?: number;
  /** PSS: the hash of MGF1. Default that of the message. */
  mgf1HashAlgorithm?: Digest;
  /** ECDSA: DER, or r || s. Default see {@link Algorithm}. */
  dsaEncoding?: 'der' | 'ieee-p1363';
  /**
   * RSA and ECDSA: the data is the digest already, as long as its hash, or `ERR_INVALID_ARG_VALUE`. Default `false`.
   */
  prehashed?: boolean;
  /**
   * ECDSA: where the nonce comes from. `'hedged'` (default) mixes key, digest and fresh randomness; `'deterministic'`
   * is RFC 6979, by the libraries that have it. ML-DSA and SLH-DSA (by openssl): `'deterministic'` is the variant of
   * FIPS 204 and FIPS 205 that uses no randomness.
   */
  nonce?: 'hedged' | 'deterministic';
  /** ECDSA: signatures are made with s in the lower half of the order, and only such verify. Default `false`. */
  lowS?: boolean;
  /**
   * ECDSA on secp256k1: signatures of 65 bytes: r, s, and the recovery id (0 to 3) for {@link recoverPublicKey}.
   * Their s is always low. Default `false`.
   */
  recoverable?: boolean;
  /** BIP-340: the auxiliary randomness, 32 bytes. Default: fresh. */
  auxRand?: Bytes;
  /** RSA: `true` takes keys from 512 bits. Default `false`. */
  allowInsecureKeySizes?: boolean;
  /**
   * What the signature is bound to beside its message, at most 255 bytes, or `ERR_OUT_OF_RANGE`; verified with the
   * same. sr25519: default `'substrate'`. Ed25519ctx: at least one byte, or `ERR_INVALID_ARG_VALUE`. Ed25519ph, Ed448,
   * Ed448ph, ML-DSA and SLH-DSA: default empty.
   */
  context?: string | Bytes;
  /**
   * ML-DSA: the data is mu (FIPS 204 algorithm 7 line 6), 64 bytes, or `ERR_INVALID_ARG_VALUE`; the context is in it
   * already. Default `false`.
   */
  externalMu?: boolean;
  /**
   * Ed25519, when verifying: which signatures are good. Default: what OpenSSL accepts. `'strict'` (ed25519-dalek)
   * refuses besides those whose public key or R is of small order. `'zip215'` (ed25519-zebra) is ZIP-215: the equation
   * with cofactor, any encoding of A and R, S below the order; {@link verifyBatch} then uses the batch equation, which
   * accepts the same.
   */
  ed25519?: 'strict' | 'zip215';
  /**
   * BLS: the scheme, with its standard domain tag (`..._NUL_`, `..._AUG_`, `..._POP_`). Default `'basic'`; Ethereum
   * has `'proof-of-possession'`.
   */
  scheme?: BlsScheme;
}

/** Of what is a promise. */
export interface Abortable {
  /**
   * Aborting rejects with an `AbortError`, code `ABORT_ERR`, whose `cause` is the signal's reason. What has not been
   * started by then, of a batch too, is not done. `ERR_INVALID_ARG_TYPE`: no AbortSignal.
   */
  signal?: AbortSignal;
}

/** Options of signing and verifying. */
export interface SignatureOptions extends SchemeOptions {
  /** How the signature is written as a string: base64 with padding, base64url without. */
  encoding?: SignatureEncoding;
}

export type SignatureEncoding = 'hex' | 'base64' | 'base64url';

/** Signatures are strings. */
export interface Encoded {
  encoding: SignatureEncoding;
}

/** Signatures are bytes. */
export interface Unencoded {
  encoding?: undefined;
}

// --------------------------------------------------------------------------------------- JSON Web Tokens

/**
 * Signs a token: a compact JWS (RFC 7515), of claims a JWT (RFC 7519).
 *
 * The algorithm is that of `options`, of the JWK's own `alg`, or the first of the key's row in {@link keyTypes}:
 * `RS256`, `PS256` for rsa-pss (or the one it is bound to), `ES256` and its like by curve, `EdDSA`, and `HS256` for
 * a secret. `'Ed25519'` (RFC 9864) has to be asked for. A string or bytes are a secret where `options.algorithm`
 * is `HS256` or its like, and nowhere else. What has been read of a key object, and the encoded header, are kept
 * with it; a JWK is remembered while it stays as it is.
 *
 * @param payload - claims, whose `exp`, `nbf` and `iat` are numbers; `iat` is added where it is not there. A
 *   string or bytes are signed as they are, and take no options that speak of claims
 * @returns `header.payload.signature`
 * @throws `ERR_JWT_ALGORITHM`: no algorithm of this key, `'none'` in every spelling included
 * @throws `ERR_FERROSIGN_INSECURE_KEY_SIZE`: a secret that is empty or, without `allowInsecureKeySizes`, shorter
 *   than the hash (RFC 7518 section 3.2; `HS512256`: 32 bytes); RSA below 2048 bits
 * @throws `ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE`: a public key; the text or bytes of a key or certificate as a secret
 * @throws `ERR_CRYPTO_INVALID_JWK`: a JWK that is not there to sign, by its `use` or `key_ops`
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`: a payload or an option that is not
 *   taken, one that does not exist included; a claim said twice
 * @throws as {@link signSync} and {@link createPrivateKey}
 */
export function signJwtSync(payload: JwtPayload, key: SigningKey, options?: SignJwtOptions): string;
/** Of text or bytes. */
export function signJwtSync(payload: string | Bytes, key: SigningKey, options?: SignJwsOptions): string;

/** {@link signJwtSync} as a promise. */
export function signJwt(payload: JwtPayload, key: SigningKey, options?: SignJwtOptions): Promise<string>;
/** Of text or bytes. */
export function signJwt(payload: string | Bytes, key: SigningKey, options?: SignJwsOptions): Promise<string>;

/** Of signing any payload. What is no option here is refused. */
export interface SignJwsOptions {
  algorithm?: JoseAlgorithm;
  /**
   * Members that the header has beside `alg` (RFC 7515 section 4.1); `typ: undefined` leaves `typ` out. With
   * `{ b64: false, crit: ['b64'] }` text or bytes stay as they are (RFC 7797): printable ASCII without a dot,
   * unless `detached`. Claims are always encoded (section 7).
   */
  header?: JwtHeaderMembers;
  /** Leaves the payload, text or bytes, out of the token: `header..signature` (RFC 7515 appendix F). */
  detached?: boolean;
  /** `true` takes shorter secrets, though never an empty one, and RSA from 512 bits. Default `false`. */
  allowInsecureKeySizes?: boolean;
}

/** Of signing claims. A claim that the payload has too is refused. */
export interface SignJwtOptions extends SignJwsOptions {
  detached?: false;
  /** `exp`, counted from `iat`. Below 0 for a token of the past. */
  expiresIn?: Timespan;
  /** `nbf`, counted from `iat`. */
  notBefore?: Timespan;
  /** `aud` */
  audience?: string | readonly string[];
  /** `iss` */
  issuer?: string;
  /** `sub` */
  subject?: string;
  /** `jti` */
  jwtid?: string;
  /** `true` adds no `iat`; one of the payload stays. */
  noTimestamp?: boolean;
  /** The time instead of the clock's, in seconds since 1970. */
  clockTimestamp?: number;
}

/**
 * Verifies a token and returns its payload. Unlike {@link verifySync} it throws where the signature is bad: what
 * is returned is trusted.
 *
 * **Algorithms** are those of the key's row in {@link keyTypes}, less those that `options.algorithms` does not
 * name; the header only says which of them. A JWK with `alg` allows that one. ES256, ES384, ES512 and ES256K each
 * have their curve. Text or bytes are a secret only where `options.algorithms` names HMAC, and what looks like a
 * key or certificate is never one. `jwk`, `jku`, `x5u` and `x5c` of a header are not looked at.
 *
 * **Read strictly**: three parts of canonical base64url, the header a JSON object in UTF-8. Of members that
 * have one name the last counts, as `JSON.parse` has it. A critical member (`crit`) is understood if it is `b64`
 * (RFC 7797) and refuses the token otherwise.
 *
 * **Claims**: `exp`, `nbf` and `iat` are numbers wherever they are; a token has expired at `exp` itself. A claim
 * that an option asks for has to be there.
 *
 * @param key - what verifies; a set of JWKs, of which one has to fit `kid` and algorithm; or a function that
 *   gives either for a header, which nobody has verified yet
 * @returns the claims as an object, another payload as a string, or as a Buffer where it is not UTF-8. A payload
 *   of a `typ` `JWT` or `...+jwt` is always an object, one that is not encoded (`b64: false`) never. With
 *   `options.complete` the parts
 * @throws `ERR_JWT_MALFORMED`: no compact JWS, or its claims no JSON object
 * @throws `ERR_JWT_ALGORITHM`: an algorithm that the key or `options.algorithms` does not allow; `none` always
 * @throws `ERR_JWT_CRIT`: a `crit` that is empty, doubled, unknown, or names what RFC 7515 and 7518 define
 * @throws `ERR_JWT_KEY_NOT_FOUND`: none or several keys of the set fit; the function gave none
 * @throws `ERR_JWT_SIGNATURE_INVALID`
 * @throws `ERR_JWT_EXPIRED`, with `expiredAt`: by `exp`, or by `iat` and `options.maxAge`
 * @throws `ERR_JWT_NOT_ACTIVE`, with `date`: before `nbf`
 * @throws `ERR_JWT_CLAIM_INVALID`, with `claim`: a claim that is missing, of the wrong type, or not as expected;
 *   so for `typ` of the header
 * @throws `ERR_FERROSIGN_INSECURE_KEY_SIZE`, `ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE`, `ERR_CRYPTO_INVALID_JWK`: as
 *   {@link signJwtSync}, with RSA from 1024 bits and a JWK that is not there to verify
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_INVALID_ARG_VALUE`, `ERR_OUT_OF_RANGE`: as there; a key function that gives
 *   a promise
 * @throws as {@link createPublicKey}, and what the key function throws
 */
export function verifyJwtSync<Payload = JwtPayload | string | Buffer>(
  token: string,
  key: JwtKey | ((header: JwtHeader) => JwtKey),
  options?: VerifyJwtOptions & { complete?: false },
): Payload;
/** The parts of the token. */
export function verifyJwtSync<Payload = JwtPayload | string | Buffer>(
  token: string,
  key: JwtKey | ((header: JwtHeader) => JwtKey),
  options: VerifyJwtOptions & { complete: true },
): CompleteJwt<Payload>;

/** {@link verifyJwtSync} as a promise; the key function may give one too. */
export function verifyJwt<Payload = JwtPayload | string | Buffer>(
  token: string,
  key: JwtKey | ((header: JwtHeader) => JwtKey | Promise<JwtKey>),
  options?: VerifyJwtOptions & { complete?: false },
): Promise<Payload>;
/** The parts of the token. */
export function verifyJwt<Payload = JwtPayload | string | Buffer>(
  token: string,
  key: JwtKey | ((header: JwtHeader) => JwtKey | Promise<JwtKey>),
  options: VerifyJwtOptions & { complete: true },
): Promise<CompleteJwt<Payload>>;

/** Of {@link verifyJwt}. What is no option here is refused, so that no check is lost to a misspelt word. */
export interface VerifyJwtOptions {
  /** The algorithms that are taken, of those that the key has. Default all of the key. */
  algorithms?: readonly JoseAlgorithm[];
  /** `aud`, or one of it: as a string whole, or by a pattern, from the front whatever its flags. */
  audience?: string | RegExp | readonly (string | RegExp)[];
  /** `iss` */
  issuer?: string | readonly string[];
  /** `sub` */
  subject?: string;
  /** `jti` */
  jwtid?: string;
  /** `nonce` */
  nonce?: string;
  /** `typ` of the header, in any letter case and with or without `application/` (RFC 7515 section 4.1.9). */
  typ?: string;
  /** Claims that have to be there, whatever they say. */
  requiredClaims?: readonly string[];
  /** How long after `iat` a token is good. One whose `iat` is to come is refused too. */
  maxAge?: Timespan;
  /** How far clocks may be apart, either way. Default 0. */
  clockTolerance?: Timespan;
  /** The time instead of the clock's, in seconds since 1970. */
  clockTimestamp?: number;
  /** `true` takes a token after `exp`. */
  ignoreExpiration?: boolean;
  /** `true` takes a token before `nbf`. */
  ignoreNotBefore?: boolean;
  /** The payload of a token that has none of its own (RFC 7515 appendix F). */
  detachedPayload?: string | Bytes;
  /** `true` returns {@link CompleteJwt}. */
  complete?: boolean;
  /** `true` takes shorter secrets, though never an empty one, and RSA from 512 bits. Default `false`. */
  allowInsecureKeySizes?: boolean;
}

/** What verifies a token, beside a function. */
export type JwtKey = VerificationKey | JwkSet;

/** RFC 7517 section 5. Keys of kinds that are unknown here are passed over. */
export interface JwkSet {
  keys: readonly Jwk[];
}

/**
 * Seconds, or a number and its unit: `'90s'`, `'15 min'`, `'2h'`, `'7 days'`, `'1.5w'`, `'1y'` (of 365.25 days),
 * `'500ms'`. A string without a unit is refused. Dates are rounded down to a second.
 */
export type Timespan = number | string;

/** The claims of RFC 7519 section 4.1, and any other. */
export interface JwtPayload {
  iss?: string;
  sub?: string;
  aud?: string | string[];
  exp?: number;
  nbf?: number;
  iat?: number;
  jti?: string;
  [claim: string]: unknown;
}

/** Of a header, beside its algorithm. */
export interface JwtHeaderMembers {
  typ?: string;
  kid?: string;
  cty?: string;
  crit?: readonly string[];
  b64?: boolean;
  x5t?: string;
  'x5t#S256'?: string;
  [member: string]: unknown;
}

/** A header that has been read. */
export interface JwtHeader extends JwtHeaderMembers {
  alg: string;
}

/** From {@link verifyJwt} with `complete: true`. */
export interface CompleteJwt<Payload = JwtPayload | string | Buffer> {
  header: JwtHeader;
  payload: Payload;
  /** In base64url. */
  signature: string;
}

// -------------------------------------------------------------------------------------- the table as data

/** A library by its name, for tests and measurements; by default the first that can, see {@link keyTypes}. */
export interface BackendOption {
  /**
   * `'rsa'` is here for comparison: its private-key operation is not constant-time (RUSTSEC-2023-0071), and it
   * is never chosen by default.
   */
  backend?: BackendName;
}

export type BackendName =
  | 'aws-lc'
  | 'openssl'
  | 'ring'
  | 'rsa'
  | 'secp256k1'
  | 'k256'
  | 'ed25519-dalek'
  | 'ed25519-zebra'
  | 'schnorrkel'
  | 'blst';

/** A curve by its standard's name or by one of its others. */
export type CurveName =
  | 'P-256'
  | 'prime256v1'
  | 'secp256r1'
  | 'P-384'
  | 'secp384r1'
  | 'P-521'
  | 'secp521r1'
  | 'secp256k1'
  | 'P-224'
  | 'secp224r1'
  | 'secp160r1'
  | 'P-192'
  | 'prime192v1'
  | 'secp192r1'
  | 'sect163k1'
  | 'K-163'
  | 'sect163r2'
  | 'B-163'
  | 'sect233k1'
  | 'K-233'
  | 'sect233r1'
  | 'B-233'
  | 'sect283k1'
  | 'K-283'
  | 'sect283r1'
  | 'B-283'
  | 'sect409k1'
  | 'K-409'
  | 'sect409r1'
  | 'B-409'
  | 'sect571k1'
  | 'K-571'
  | 'sect571r1'
  | 'B-571'
  | 'brainpoolP256r1'
  | 'brainpoolP256t1'
  | 'brainpoolP384r1'
  | 'brainpoolP384t1'
  | 'brainpoolP512r1'
  | 'brainpoolP512t1';

/** The rows of {@link keyTypes}. */
export type KeyTypeName =
  | 'rsa'
  | 'rsa-pss'
  | 'P-256'
  | 'P-384'
  | 'P-521'
  | 'secp256k1'
  | 'ed25519'
  | 'ed448'
  | 'P-224'
  | 'secp160r1'
  | 'P-192'
  | 'sect163k1'
  | 'sect163r2'
  | 'sect233k1'
  | 'sect233r1'
  | 'sect283k1'
  | 'sect283r1'
  | 'sect409k1'
  | 'sect409r1'
  | 'sect571k1'
  | 'sect571r1'
  | 'brainpoolP256r1'
  | 'brainpoolP256t1'
  | 'brainpoolP384r1'
  | 'brainpoolP384t1'
  | 'brainpoolP512r1'
  | 'brainpoolP512t1'
  | 'ml-dsa-44'
  | 'ml-dsa-65'
  | 'ml-dsa-87'
  | 'slh-dsa-sha2-128s'
  | 'slh-dsa-sha2-128f'
  | 'slh-dsa-sha2-192s'
  | 'slh-dsa-sha2-192f'
  | 'slh-dsa-sha2-256s'
  | 'slh-dsa-sha2-256f'
  | 'slh-dsa-shake-128s'
  | 'slh-dsa-shake-128f'
  | 'slh-dsa-shake-192s'
  | 'slh-dsa-shake-192f'
  | 'slh-dsa-shake-256s'
  | 'slh-dsa-shake-256f'
  | 'sr25519'
  | 'bls12-381'
  | 'bls12-381-g2'
  | 'hmac';

/** Every kind of key, with what signs it. */
export function keyTypes(): KeyTypeRow[];

export interface KeyTypeRow {
  name: KeyTypeName;
  /** Other names of the curve. */
  aliases: CurveName[];
  /** The JOSE names that take such keys. */
  algorithms: JoseAlgorithm[];
  /** Absent for `'hmac'`. */
  asymmetricKeyType?: AsymmetricKeyType;
  /** Of EC keys: OpenSSL's name of the curve. */
  namedCurve?: AsymmetricKeyDetails['namedCurve'];
  /**
   * The libraries of each operation, the default first. Some do not take every digest or size of their row;
   * then the next does.
   */
  backends: Record<Operation, BackendName[]>;
  /** Those of `backends.sign` that sign only where `options.backend` names them. */
  signByNameOnly: BackendName[];
  /** Those that verify only what an option asks for, as {@link SchemeOptions.ed25519} does. */
  verifyByOption: BackendName[];
  /** What is decided where libraries or standards leave a choice. */
  policy: Partial<Record<Operation | 'batch', string>>;
}

/** Every library in this build, with what it does. */
export function backends(): BackendInfo[];

export interface BackendInfo {
  name: BackendName;
  /** Of OpenSSL its own, of the others that of the Rust crate. */
  version: string;
  /** The rows that it has a part in. */
  keyTypes: Partial<Record<KeyTypeName, Record<Operation, boolean>>>;
}

export type Operation = 'sign' | 'verify' | 'generate';

// ----------------------------------------------------------------------------------------------- recovery

/**
 * The public key whose private half made an ECDSA signature on secp256k1 (SEC 1 section 4.1.6).
 *
 * @param data - the message, or with `options.prehashed` its digest
 * @param signature - 64 bytes, r || s; or 65 with the recovery id at the end, and then `recoveryId` may be
 *   `undefined`; as a string with `options.encoding`
 * @param recoveryId - 0 to 3
 * @throws `ERR_INVALID_ARG_VALUE`: no public key makes this signature, a digest of the wrong length
 * @throws `ERR_INVALID_ARG_TYPE`, `ERR_OUT_OF_RANGE`: an argument of the wrong type, a `recoveryId` beyond 3
 * @throws `ERR_CRYPTO_INVALID_DIGEST`: no such hash
 */
export function recoverPublicKey(
  data: string | Bytes,
  signature: string | Bytes,
  recoveryId?: number,
  options?: RecoveryOptions,
): PublicKey;

/** Of {@link recoverPublicKey}. */
export interface RecoveryOptions {
  /** Default `'sha256'`. */
  hash?: Digest;
  /** Default `false`. */
  prehashed?: boolean;
  /** Of `signature` as a string. */
  encoding?: 'hex' | 'base64' | 'base64url';
}

// ------------------------------------------------------------------------------------------------- errors

/** The `code` of every error: node's own where node has one. No message holds key material. */
export type ErrorCode =
  // An argument or option is of the wrong type.
  | 'ERR_INVALID_ARG_TYPE'
  // An argument or option has a value that is not taken.
  | 'ERR_INVALID_ARG_VALUE'
  // A number is outside its range.
  | 'ERR_OUT_OF_RANGE'
  // The signal was aborted.
  | 'ABORT_ERR'
  // What is set too late.
  | 'ERR_INVALID_STATE'
  // `new PrivateKey()` and its like.
  | 'ERR_ILLEGAL_CONSTRUCTOR'
  // No key, a damaged one, or parts that do not belong together.
  | 'ERR_FERROSIGN_INVALID_KEY'
  // A JWK lacks a member, holds a malformed one, or is not there for what is asked of it.
  | 'ERR_CRYPTO_INVALID_JWK'
  // A curve that is not in the table.
  | 'ERR_CRYPTO_INVALID_CURVE'
  // A private, public or secret key where another is needed.
  | 'ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE'
  // The key is encrypted and there is no passphrase.
  | 'ERR_MISSING_PASSPHRASE'
  // The passphrase does not open the key, or the key is damaged.
  | 'ERR_OSSL_BAD_DECRYPT'
  // The key file asks for more work than allowed.
  | 'ERR_FERROSIGN_DERIVATION_COST'
  // A digest or algorithm that does not exist here.
  | 'ERR_CRYPTO_INVALID_DIGEST'
  // The key does not sign in this way.
  | 'ERR_FERROSIGN_UNSUPPORTED_ALGORITHM'
  // The library named cannot do it; the message names those that can.
  | 'ERR_FERROSIGN_UNSUPPORTED_BACKEND'
  // The RSA key is too small, or the secret of a token too short.
  | 'ERR_FERROSIGN_INSECURE_KEY_SIZE'
  // The key cannot be written in this form.
  | 'ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS'
  // A cipher that does not encrypt keys here.
  | 'ERR_CRYPTO_UNKNOWN_CIPHER'
  // The library did not make the signature.
  | 'ERR_FERROSIGN_SIGNING_FAILED'
  // No compact JWS, or claims that are no JSON object.
  | 'ERR_JWT_MALFORMED'
  // The token's algorithm, or the one asked for, is not allowed or not for this key.
  | 'ERR_JWT_ALGORITHM'
  // The token calls something critical that is not understood, or does so wrongly.
  | 'ERR_JWT_CRIT'
  // None or several keys of a set fit the token.
  | 'ERR_JWT_KEY_NOT_FOUND'
  // The signature of the token is not valid.
  | 'ERR_JWT_SIGNATURE_INVALID'
  // The token has expired, at `expiredAt`, a Date.
  | 'ERR_JWT_EXPIRED'
  // The token is not active before `date`, a Date.
  | 'ERR_JWT_NOT_ACTIVE'
  // The claim named by `claim` is missing, of the wrong type or not as expected.
  | 'ERR_JWT_CLAIM_INVALID'
  // When the package is loaded: it has no binary for this platform. The message says which file it looked for.
  | 'ERR_FERROSIGN_NO_BINARY'
  // A fault of the addon or of the system: no threads, no random numbers.
  | 'ERR_FERROSIGN_INTERNAL';
