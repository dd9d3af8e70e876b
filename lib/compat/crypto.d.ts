/**
 * The interface of node:crypto, with its types: `Sign`, `Verify`, `createSign`, `createVerify`, `createHmac`,
 * `sign`, `verify` and `generateKeyPair(Sync)` of RSA are native, everything else is node's own.
 *
 * - Keys: whatever node takes, node's own `KeyObject`s in and out. node reads each key first, so that what it refuses it
 *   refuses in its own words. A key of RSA, EC, Ed25519, Ed448 or ML-DSA, or a secret, is taken over at its second use:
 *   PEM or DER in a string or Buffer (up to 64 KiB, also with a passphrase) is known by its content, a `KeyObject` by
 *   itself. `keyCache` of ferrosign bounds and clears what is remembered.
 * - Digests SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512, by the names `sha256`, `SHA256`, `RSA-SHA256`; others are node's.
 * - Options: `padding` RSA_PKCS1_PADDING or RSA_PKCS1_PSS_PADDING with `saltLength`, `dsaEncoding`; what else is said
 *   (`context`, `RSA_NO_PADDING`), and every error, is node's, with its class, `code` and message.
 * - `verify` answers `false` for a signature that does not hold, of whatever length.
 * - More than 64 KiB in one stream is hashed by node as it comes. In FIPS mode everything is node's.
 *
 * @packageDocumentation
 */
import crypto = require('node:crypto');
export = crypto;
