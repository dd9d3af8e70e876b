/**
 * The interface of WebCrypto (W3C Web Cryptography API), with node's types. `subtle.sign`, `subtle.verify` and
 * `subtle.generateKey` of RSA are native, everything else is node's own.
 *
 * - Keys: node's own `CryptoKey`s in and out, of `generateKey` and `importKey` here, of `globalThis.crypto.subtle` or of
 *   `KeyObject.toCryptoKey`. A key is taken over at its second use, whether it is `extractable` or not: nobody gets what
 *   is not. `usages` are enforced. `keyCache` of ferrosign clears what is remembered.
 * - Native: RSASSA-PKCS1-v1_5, RSA-PSS and HMAC with SHA-1, SHA-256, SHA-384 or SHA-512; ECDSA with P-256, P-384 and P-521
 *   and one of these; Ed25519, Ed448 and ML-DSA-44, ML-DSA-65 and ML-DSA-87 where node has them and no `context` is given.
 *   `algorithm` is a name or a plain object as the standard describes it, `data` and `signature` an `ArrayBuffer` or a view
 *   of one, which may change as soon as the call is made.
 * - `sign` resolves to an `ArrayBuffer` of its own: the signature, of ECDSA r || s (IEEE P1363). `verify` resolves to a
 *   boolean, `false` for a signature that does not hold, of whatever length.
 * - What costs little is done at once and only its promise is settled later, the rest on ferrosign's own threads (`promises`
 *   of ferrosign sets both).
 * - Keys of RSA of 1024 to 16384 bits with the exponent 65537 are generated natively (FIPS 186-5); those of other kinds by
 *   node, which is quicker at them than taking over ours would be.
 * - Errors are node's, DOMExceptions with the standard's names: `InvalidAccessError` for a key that may not do what it is
 *   asked, `NotSupportedError`, `OperationError`, `SyntaxError`, `DataError`. In FIPS mode everything is node's.
 *
 * @packageDocumentation
 */
import type { webcrypto } from 'node:crypto';

/** node's SubtleCrypto, all its methods, and it is an instance of it. */
export declare const subtle: webcrypto.SubtleCrypto;
/** node's own; it needs no `this`. */
export declare const getRandomValues: webcrypto.Crypto['getRandomValues'];
/** node's own; it needs no `this`. */
export declare const randomUUID: webcrypto.Crypto['randomUUID'];
/** node's own. */
export declare const CryptoKey: typeof globalThis.CryptoKey;
export type CryptoKey = webcrypto.CryptoKey;
