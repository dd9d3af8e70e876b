// The types of the drop-ins, as code that uses the originals calls them: compiled, never run.

import type nodeCrypto from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as ferrosign from 'ferrosign';
import crypto, { createSign, type Sign } from 'ferrosign/crypto';
import jwt, {
  createLocalKeySet,
  JsonWebTokenError,
  type Jwt,
  type JwtPayload,
  NotBeforeError,
  type SignOptions,
  TokenExpiredError,
  type VerifyOptions,
} from 'ferrosign/jsonwebtoken';
import jws from 'ferrosign/jws';
import webcrypto, { type CryptoKey, getRandomValues, randomUUID, subtle } from 'ferrosign/webcrypto';
import { is } from './same.js';

declare const nodeKey: KeyObject;
declare const pem: string;

// sign
const options: SignOptions = {
  algorithm: 'RS256',
  expiresIn: '1h',
  audience: ['a'],
  header: { kid: 'x', own: 1 },
};
is<string>()(jwt.sign({ sub: 'a' }, pem, options), true);
is<string>()(jwt.sign('text', Buffer.from(pem)), true);
is<string>()(jwt.sign({}, null, { algorithm: 'none' }), true);
jwt.sign({}, { key: pem, passphrase: 'x' }, { algorithm: 'EdDSA' });
jwt.sign({}, nodeKey, { algorithm: 'ES256K' });
jwt.sign({}, ferrosign.createPrivateKey(pem), { algorithm: 'ES256' });
jwt.sign({}, pem, (error, token) => {
  is<Error | null>()(error, true);
  is<string | undefined>()(token, true);
});
jwt.sign({}, pem, {}, () => {});
is<Promise<string>>()(jwt.signAsync({}, pem, options), true);
// @ts-expect-error an unknown algorithm
jwt.sign({}, pem, { algorithm: 'HS257' });
// @ts-expect-error an unknown option
jwt.sign({}, pem, { expiresin: 1 });
// @ts-expect-error a key is needed
jwt.sign({}, null, { algorithm: 'HS256' });

// verify
const wanted: VerifyOptions = {
  algorithms: ['RS256'],
  audience: /a/,
  issuer: ['a'],
  maxAge: '2h',
  nonce: 'n',
};
is<JwtPayload | string>()(jwt.verify('token', pem), true);
is<Jwt>()(jwt.verify('token', pem, { complete: true }), true);
is<Jwt | JwtPayload | string>()(jwt.verify('token', pem, wanted), true);
jwt.verify('token', pem, wanted, (error, decoded) => {
  if (error instanceof TokenExpiredError) is<Date>()(error.expiredAt, true);
  if (error instanceof NotBeforeError) is<Date>()(error.date, true);
  is<Jwt | JwtPayload | string | undefined>()(decoded, true);
});
jwt.verify('token', createLocalKeySet({ keys: [{ kty: 'EC' }] }), (error, decoded) => {
  if (error instanceof JsonWebTokenError) is<string>()(error.message, true);
  if (typeof decoded === 'object') is<string | undefined>()(decoded.sub, true);
});
jwt.verify(
  'token',
  (header, callback) => callback(null, header.kid === 'a' ? pem : nodeKey),
  { complete: true },
  (_error, decoded) => is<Jwt | undefined>()(decoded, true),
);
is<Promise<JwtPayload | string>>()(
  jwt.verifyAsync('token', async ({ kid }) => (kid ? pem : nodeKey)),
  true,
);
is<Promise<Jwt>>()(jwt.verifyAsync('token', pem, { complete: true }), true);
// @ts-expect-error a function needs a callback
jwt.verify('token', async () => pem, { algorithms: ['RS256'] });

// decode
is<Jwt | null>()(jwt.decode('token', { complete: true }), true);
is<JwtPayload | string | null>()(jwt.decode('token'), true);

// jws
is<string>()(jws.sign({ header: { alg: 'HS256' }, payload: { a: 1 }, secret: 'x' }), true);
is<boolean>()(jws.verify('token', 'EdDSA', pem), true);
is<boolean>()(jws.isValid('token'), true);
is<string | undefined>()(jws.decode('token', { json: true })?.signature, true);
is<jws.Algorithm[]>()(jws.ALGORITHMS, true);
const signing = jws.createSign({ header: { alg: 'RS256' }, payload: createReadStream('x') });
createReadStream('key').pipe(signing.key);
signing.on('done', (token) => jws.createVerify({ signature: token, algorithm: 'RS256', key: pem }).verify());
is<jws.SignStream>()(signing, true);
// @ts-expect-error a header is needed
jws.sign({ payload: 'a' });

// crypto
is<typeof nodeCrypto>()(crypto, true);
is<Sign>()(createSign('RSA-SHA256').update('data'), true);
is<string>()(createSign('RSA-SHA256').update('data').sign(pem, 'base64url'), true);
is<KeyObject>()(crypto.createPrivateKey(pem), true);

// webcrypto
declare const cryptoKey: CryptoKey;
is<Promise<ArrayBuffer>>()(subtle.sign('Ed25519', cryptoKey, new Uint8Array(1)), true);
is<Promise<boolean>>()(
  webcrypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    cryptoKey,
    new Uint8Array(1),
    new Uint8Array(1),
  ),
  true,
);
is<Uint8Array<ArrayBuffer>>()(getRandomValues(new Uint8Array(1)), true);
is<nodeCrypto.UUID>()(randomUUID(), true);
is<nodeCrypto.webcrypto.SubtleCrypto>()(subtle, true);
// @ts-expect-error a key is needed
subtle.sign('Ed25519', 'key', new Uint8Array(1));
