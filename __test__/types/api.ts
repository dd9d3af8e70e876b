// The types of index.d.ts against every export: compiled, never run.

import type { KeyObject, webcrypto } from 'node:crypto';
import { constants } from 'node:crypto';
import * as ferrosign from 'ferrosign';
import { is } from './same.js';

declare const nodeKey: KeyObject;
declare const cryptoKey: webcrypto.CryptoKey;
declare const pem: string;
declare const der: Buffer;
declare const jwk: webcrypto.JsonWebKey;

// generateKeyPair: the encodings decide, each for its half.
const rsa = ferrosign.generateKeyPairSync('rsa');
const { publicKey, privateKey } = rsa;
is<ferrosign.KeyPair>()(rsa, true);
is<ferrosign.PublicKey>()(publicKey, true);
is<ferrosign.PrivateKey>()(privateKey, true);
ferrosign.generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicExponent: 65537,
  allowInsecureKeySizes: true,
  backend: 'openssl',
});
ferrosign.generateKeyPairSync('rsa-pss', {
  hashAlgorithm: 'sha256',
  mgf1HashAlgorithm: 'sha1',
  saltLength: 32,
});
ferrosign.generateKeyPairSync('P-256');
ferrosign.generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const written = ferrosign.generateKeyPairSync('ec', {
  namedCurve: 'P-384',
  publicKeyEncoding: { format: 'jwk' },
  privateKeyEncoding: { format: 'pem', type: 'sec1', cipher: 'aes-256-cbc', passphrase: 'secret' },
});
is<webcrypto.JsonWebKey>()(written.publicKey, true);
is<string>()(written.privateKey, true);
const half = ferrosign.generateKeyPairSync('ed25519', {
  privateKeyEncoding: { format: 'der', type: 'pkcs8' },
});
is<ferrosign.PublicKey>()(half.publicKey, true);
is<Buffer>()(half.privateKey, true);
const promised = ferrosign.generateKeyPair('ed25519', {
  publicKeyEncoding: { format: 'raw' },
  privateKeyEncoding: { format: 'raw-seed' },
});
is<Promise<ferrosign.KeyPair<'raw', 'raw-seed'>>>()(promised, true);
ferrosign.generateKeyPair('rsa').then((pair) => is<ferrosign.PrivateKey>()(pair.privateKey, true));
ferrosign.generateKeyPair('rsa-pss', { publicKeyEncoding: { format: 'pem', type: 'spki' } });
ferrosign.generateKeyPair('ec', { namedCurve: 'secp256k1', backend: 'k256' });
is<ferrosign.KeyPair>()(ferrosign.generateKeyPairSync('sr25519'), true);
is<Promise<ferrosign.KeyPair<'raw'>>>()(
  ferrosign.generateKeyPair('bls12-381', { publicKeyEncoding: { format: 'raw' } }),
  true,
);
// @ts-expect-error an sr25519 key is written raw only
ferrosign.generateKeyPairSync('sr25519', { publicKeyEncoding: { format: 'pem' } });
// @ts-expect-error 'ec' needs a curve
ferrosign.generateKeyPairSync('ec');
// @ts-expect-error no such type
ferrosign.generateKeyPairSync('dsa');
// @ts-expect-error secrets are not pairs
ferrosign.generateKeyPairSync('hmac');
// @ts-expect-error no such curve
ferrosign.generateKeyPairSync('ec', { namedCurve: 'P-257' });
// @ts-expect-error a number, as node has it
ferrosign.generateKeyPairSync('rsa', { publicExponent: 65537n });
// @ts-expect-error an rsa-pss key has no JWK
ferrosign.generateKeyPairSync('rsa-pss', { publicKeyEncoding: { format: 'jwk' } });
// @ts-expect-error the format of the other half
ferrosign.generateKeyPairSync('ed25519', { publicKeyEncoding: { format: 'raw-seed' } });
// @ts-expect-error a misspelt option
ferrosign.generateKeyPairSync('rsa', { modulusLenght: 2048 });
// @ts-expect-error there is no callback
ferrosign.generateKeyPair('ed25519', {}, () => {});

// createPrivateKey, createPublicKey, createSecretKey.
for (const input of [
  pem,
  der,
  new Uint8Array(1),
  new ArrayBuffer(1),
  jwk,
  nodeKey,
  cryptoKey,
  privateKey,
  { key: pem, passphrase: der, maxDerivationCost: 1e6 },
  { key: der, format: 'der', type: 'pkcs8' },
  { key: 'MC4C', encoding: 'base64', format: 'der' },
  { key: jwk, format: 'jwk' },
  { key: nodeKey },
  { key: der, format: 'raw', asymmetricKeyType: 'ed25519' },
  { key: '00ff', encoding: 'hex', format: 'raw-private', namedCurve: 'P-256' },
  { key: der, format: 'raw', asymmetricKeyType: 'ec', namedCurve: 'P-256' },
  { key: der, format: 'raw', asymmetricKeyType: 'sr25519' },
  { key: der, format: 'raw', asymmetricKeyType: 'bls12-381-g2' },
] satisfies ferrosign.PrivateKeyInput[]) {
  is<ferrosign.PrivateKey>()(ferrosign.createPrivateKey(input), true);
  is<ferrosign.PublicKey>()(ferrosign.createPublicKey(input), true);
}
ferrosign.createPublicKey(publicKey);
ferrosign.createPublicKey({ kty: 'OKP', crv: 'Ed25519', x: '', kid: 'of a set' });
ferrosign.createPublicKey({ key: publicKey });
const secretKey = ferrosign.createSecretKey('00ff', 'hex');
is<ferrosign.SecretKey>()(secretKey, true);
ferrosign.createSecretKey(der);
ferrosign.createSecretKey({ kty: 'oct', k: 'AAAA' });
ferrosign.createSecretKey(cryptoKey);
// @ts-expect-error a public key never becomes a private one
ferrosign.createPrivateKey(publicKey);
// @ts-expect-error no key at all
ferrosign.createPublicKey();
// @ts-expect-error array-likes are not bytes
ferrosign.createPublicKey([1, 2, 3]);
// @ts-expect-error a raw key without its type
ferrosign.createPublicKey({ key: der, format: 'raw' });
// @ts-expect-error a raw EC key without its curve
ferrosign.createPublicKey({ key: der, format: 'raw', asymmetricKeyType: 'ec' });
// @ts-expect-error no such structure
ferrosign.createPublicKey({ key: der, format: 'der', type: 'pkcs7' });
// @ts-expect-error a misspelt option
ferrosign.createPrivateKey({ key: pem, passfrase: '' });
// @ts-expect-error an encoding is of text
ferrosign.createSecretKey(der, 'hex');
// @ts-expect-error a private key is no secret
ferrosign.createSecretKey(privateKey);

// Key objects.
is<'private'>()(privateKey.type, true);
is<ferrosign.PublicKey>()(privateKey.publicKey, true);
is<ferrosign.AsymmetricKeyType>()(publicKey.asymmetricKeyType, true);
is<bigint | undefined>()(publicKey.asymmetricKeyDetails.publicExponent, true);
is<number>()(secretKey.symmetricKeySize, true);
is<boolean>()(publicKey.equals(privateKey), true);
is<string>()(publicKey.export(), true);
is<string>()(publicKey.export({ type: 'pkcs1' }), true);
is<string>()(publicKey.export({ format: 'pem', type: 'spki' }), true);
is<Buffer>()(publicKey.export({ format: 'der', type: 'spki' }), true);
is<Buffer>()(publicKey.export({ format: 'raw-public', type: 'compressed' }), true);
is<webcrypto.JsonWebKey>()(publicKey.export({ format: 'jwk' }), true);
is<string>()(privateKey.export({ cipher: 'aes-128-cbc', passphrase: 'secret' }), true);
is<Buffer>()(privateKey.export({ format: 'der', cipher: 'aes-128-cbc', passphrase: der }), true);
is<Buffer>()(privateKey.export({ format: 'raw-seed' }), true);
is<webcrypto.JsonWebKey>()(privateKey.export({ format: 'jwk' }), true);
is<Buffer>()(secretKey.export(), true);
is<webcrypto.JsonWebKey>()(secretKey.export({ format: 'jwk' }), true);
declare const someFormat: 'pem' | 'der';
is<string | Buffer>()(privateKey.export({ format: someFormat }), true);
const ours: unknown = privateKey;
if (ours instanceof ferrosign.PrivateKey) ours.publicKey.export();
if (ours instanceof ferrosign.PublicKey || ours instanceof ferrosign.SecretKey) ours.equals(ours);
// @ts-expect-error made by createPrivateKey only
new ferrosign.PrivateKey();
// @ts-expect-error of a private key
publicKey.export({ type: 'pkcs8' });
// @ts-expect-error a public key is not encrypted
publicKey.export({ cipher: 'aes-128-cbc', passphrase: '' });
// @ts-expect-error a JWK has one form
privateKey.export({ format: 'jwk', type: 'pkcs8' });
// @ts-expect-error no such cipher
privateKey.export({ cipher: 'rot13', passphrase: '' });
// @ts-expect-error a secret has no PEM
secretKey.export({ format: 'pem' });
// @ts-expect-error no key of this package
publicKey.equals(nodeKey);
// @ts-expect-error read-only
publicKey.type = 'public';
// @ts-expect-error a public key has no private half
publicKey.publicKey;

// sign: a string with an encoding, a Buffer without.
is<Buffer>()(ferrosign.signSync(null, 'data', privateKey), true);
is<Buffer>()(ferrosign.signSync('RSA-SHA256', new DataView(new ArrayBuffer(1)), pem, {}), true);
is<string>()(ferrosign.signSync('ES256', new SharedArrayBuffer(1), der, { encoding: 'hex' }), true);
is<Promise<Buffer>>()(ferrosign.sign(undefined, 'data', nodeKey, { backend: 'aws-lc' }), true);
is<Promise<string>>()(ferrosign.sign('HS256', 'data', 'secret', { encoding: 'base64url' }), true);
is<Buffer[]>()(ferrosign.signManySync('sha256', ['a', der], secretKey), true);
is<string[]>()(ferrosign.signManySync('PS256', ['a'], jwk, { encoding: 'base64' }), true);
is<Promise<Buffer[]>>()(ferrosign.signMany({ name: 'ECDSA', hash: 'SHA-256' }, ['a'], cryptoKey), true);
is<Promise<string[]>>()(ferrosign.signMany({ name: 'Ed25519' }, [], pem, { encoding: 'hex' }), true);
ferrosign.signSync('sha256', 'data', {
  key: pem,
  passphrase: 'secret',
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
});
ferrosign.signSync('sha256', 'data', { key: privateKey, dsaEncoding: 'ieee-p1363' });
ferrosign.signSync('sha256', 'data', privateKey, {
  padding: 6,
  saltLength: 32,
  mgf1HashAlgorithm: 'sha1',
  allowInsecureKeySizes: true,
});
ferrosign.signSync({ name: 'RSA-PSS', hash: { name: 'SHA-256' }, saltLength: 32 }, 'data', privateKey);
// @ts-expect-error a public key does not sign
ferrosign.signSync(null, 'data', publicKey);
// @ts-expect-error nor inside an object
ferrosign.signSync(null, 'data', { key: publicKey });
// @ts-expect-error data is text or bytes
ferrosign.signSync(null, 1, privateKey);
// @ts-expect-error signatures are not written so
ferrosign.signSync(null, 'data', privateKey, { encoding: 'latin1' });
// @ts-expect-error no such library
ferrosign.signSync(null, 'data', privateKey, { backend: 'boringssl' });
// @ts-expect-error a misspelt option
ferrosign.signSync(null, 'data', privateKey, { encodng: 'hex' });
// @ts-expect-error no options is undefined
ferrosign.signSync(null, 'data', privateKey, null);
// @ts-expect-error a digest is named
ferrosign.signSync(256, 'data', privateKey);
// @ts-expect-error ECDSA does not say its digest
ferrosign.signSync({ name: 'ECDSA' }, 'data', privateKey);
// @ts-expect-error a list of messages
ferrosign.signManySync(null, 'data', privateKey);

// verify: a string needs its encoding.
is<boolean>()(ferrosign.verifySync(null, 'data', publicKey, der), true);
is<boolean>()(ferrosign.verifySync('RS256', 'data', pem, '00ff', { encoding: 'hex' }), true);
is<Promise<boolean>>()(ferrosign.verify('HS512256', 'data', secretKey, der, { encoding: 'hex' }), true);
is<Promise<boolean>>()(
  ferrosign.verify('sha256', 'data', { key: publicKey, padding: 6, saltLength: -2 }, der),
  true,
);
ferrosign.verifySync(null, 'data', privateKey, new Uint8Array(64));
const items = [{ data: 'a', key: publicKey, signature: der }];
is<boolean[]>()(ferrosign.verifyManySync('EdDSA', items), true);
is<Promise<boolean[]>>()(
  ferrosign.verifyMany('EdDSA', [{ data: der, key: pem, signature: 'AA' }], { encoding: 'base64url' }),
  true,
);
// @ts-expect-error a string without its encoding
ferrosign.verifySync(null, 'data', publicKey, '00ff');
// @ts-expect-error a string without its encoding
ferrosign.verifyManySync(null, [{ data: 'a', key: publicKey, signature: '00ff' }]);
// @ts-expect-error no signature
ferrosign.verifySync(null, 'data', publicKey);
// @ts-expect-error an item without its key
ferrosign.verifyManySync(null, [{ data: 'a', signature: der }]);

// verifyBatch, and the aggregates of BLS.
is<boolean>()(ferrosign.verifyBatchSync(null, items, { context: 'own', scheme: 'basic' }), true);
is<Promise<boolean>>()(
  ferrosign.verifyBatch(null, [{ data: der, key: pem, signature: 'AA' }], { encoding: 'hex' }),
  true,
);
is<Buffer>()(ferrosign.aggregateSignaturesSync([der, new Uint8Array(96)]), true);
is<Promise<string>>()(ferrosign.aggregateSignatures(['00', der], { encoding: 'hex' }), true);
is<ferrosign.PublicKey>()(ferrosign.aggregatePublicKeysSync([publicKey, privateKey]), true);
is<Promise<ferrosign.PublicKey>>()(ferrosign.aggregatePublicKeys([publicKey]), true);
is<boolean>()(
  ferrosign.verifyAggregateSync(items, der, { scheme: 'message-augmentation', backend: 'blst' }),
  true,
);
is<Promise<boolean>>()(
  ferrosign.verifyAggregate([{ data: 'a', key: publicKey }], '00', { encoding: 'hex' }),
  true,
);
is<boolean>()(ferrosign.fastVerifyAggregateSync('data', [publicKey], der), true);
is<Promise<boolean>>()(
  ferrosign.fastVerifyAggregate(der, [publicKey], '00', {
    encoding: 'base64',
    scheme: 'proof-of-possession',
  }),
  true,
);
is<Buffer>()(ferrosign.popProveSync(privateKey), true);
is<Promise<string>>()(ferrosign.popProve(privateKey, { encoding: 'hex' }), true);
is<boolean>()(ferrosign.popVerifySync(publicKey, der), true);
is<Promise<boolean>>()(ferrosign.popVerify(publicKey, '00', { encoding: 'hex' }), true);
ferrosign.signSync(null, 'data', privateKey, { context: new Uint8Array(1) });
// @ts-expect-error no such scheme
ferrosign.signSync(null, 'data', privateKey, { scheme: 'possession' });
// @ts-expect-error a string without its encoding
ferrosign.aggregateSignaturesSync(['00']);
// @ts-expect-error a string without its encoding
ferrosign.verifyAggregateSync(items, '00');
// @ts-expect-error a list
ferrosign.aggregatePublicKeysSync(publicKey);
// @ts-expect-error a public key proves nothing
ferrosign.popProveSync(publicKey);

// createSigner, createVerifier.
const signer = ferrosign.createSigner('ES256', privateKey);
is<ferrosign.Signer>()(signer, true);
is<Buffer>()(signer.signSync('data'), true);
is<Promise<Buffer[]>>()(signer.signMany(['a', der]), true);
is<string | null>()(signer.algorithm, true);
is<ferrosign.BackendName>()(signer.backend, true);
const hexSigner = ferrosign.createSigner('HS256', 'secret', { encoding: 'hex' });
is<Promise<string>>()(hexSigner.sign('data'), true);
is<string[]>()(hexSigner.signManySync(['a']), true);
const verifier = ferrosign.createVerifier(null, pem);
is<ferrosign.Verifier>()(verifier, true);
is<boolean>()(verifier.verifySync('data', der), true);
is<Promise<boolean[]>>()(verifier.verifyMany([{ data: 'a', signature: der }]), true);
const hexVerifier = ferrosign.createVerifier(null, pem, { encoding: 'hex' });
is<Promise<boolean>>()(hexVerifier.verify('data', '00ff'), true);
is<boolean[]>()(hexVerifier.verifyManySync([{ data: 'a', signature: '00ff' }]), true);
// @ts-expect-error a string without its encoding
verifier.verifySync('data', '00ff');
// @ts-expect-error a public key does not sign
ferrosign.createSigner(null, publicKey);
// @ts-expect-error frozen
signer.backend = 'ring';

// JSON Web Tokens.
is<string>()(ferrosign.signJwtSync({ sub: 'me', admin: true }, privateKey), true);
is<Promise<string>>()(
  ferrosign.signJwt({}, 'secret', {
    algorithm: 'HS256',
    header: { kid: '1', typ: undefined, other: 1 },
    expiresIn: '2h',
    notBefore: -60,
    audience: ['a', 'b'],
    issuer: 'i',
    subject: 's',
    jwtid: 'j',
    noTimestamp: true,
    clockTimestamp: 0,
    allowInsecureKeySizes: true,
  }),
  true,
);
is<string>()(ferrosign.signJwtSync(der, secretKey, { detached: true }), true);
ferrosign.signJwt('text', jwk, { header: { b64: false, crit: ['b64'] } });
// @ts-expect-error text makes no claims
ferrosign.signJwtSync('text', privateKey, { expiresIn: '2h' });
// @ts-expect-error claims are not detached
ferrosign.signJwtSync({}, privateKey, { detached: true });
// @ts-expect-error a date is a number
ferrosign.signJwtSync({ exp: '2h' }, privateKey);
// @ts-expect-error no payload
ferrosign.signJwtSync(1, privateKey);
// @ts-expect-error never
ferrosign.signJwtSync({}, privateKey, { algorithm: 'none' });
// @ts-expect-error a public key does not sign
ferrosign.signJwtSync({}, publicKey);
// @ts-expect-error a misspelt option
ferrosign.signJwtSync({}, privateKey, { expireIn: '2h' });
const jwkSet = { keys: [{ kty: 'oct', k: 'AAAA', kid: '1', use: 'sig' }] };
is<ferrosign.JwtPayload | string | Buffer>()(ferrosign.verifyJwtSync('a.b.c', publicKey), true);
is<Promise<ferrosign.JwtPayload | string | Buffer>>()(ferrosign.verifyJwt('a.b.c', jwkSet), true);
is<ferrosign.CompleteJwt>()(ferrosign.verifyJwtSync('a.b.c', pem, { complete: true }), true);
is<Promise<ferrosign.CompleteJwt>>()(ferrosign.verifyJwt('a.b.c', pem, { complete: true }), true);
interface Session extends ferrosign.JwtPayload {
  session: number;
}
is<Session>()(ferrosign.verifyJwtSync<Session>('a.b.c', secretKey), true);
ferrosign.verifyJwt<Session>('a.b.c', async ({ kid, alg }) => (alg === kid ? pem : jwkSet), {
  algorithms: ['RS256', 'Ed25519'],
  audience: ['a', /b/],
  issuer: ['i'],
  subject: 's',
  jwtid: 'j',
  nonce: 'n',
  typ: 'at+jwt',
  requiredClaims: ['exp'],
  maxAge: '1d',
  clockTolerance: 5,
  clockTimestamp: 0,
  ignoreExpiration: true,
  ignoreNotBefore: true,
  allowInsecureKeySizes: true,
});
ferrosign.verifyJwtSync('a..c', () => nodeKey, { detachedPayload: der });
// @ts-expect-error a promise of a key is for verifyJwt
ferrosign.verifyJwtSync('a.b.c', async () => pem);
// @ts-expect-error a list
ferrosign.verifyJwtSync('a.b.c', pem, { algorithms: 'RS256' });
// @ts-expect-error never
ferrosign.verifyJwtSync('a.b.c', pem, { algorithms: ['none'] });
// @ts-expect-error a misspelt check
ferrosign.verifyJwtSync('a.b.c', pem, { isuer: 'i' });
// @ts-expect-error a token is a string
ferrosign.verifyJwtSync(der, pem);

// The table and the cache.
for (const row of ferrosign.keyTypes()) {
  is<ferrosign.KeyTypeRow>()(row, true);
  is<ferrosign.BackendName[]>()(row.backends.verify, true);
  is<string | undefined>()(row.policy.sign, true);
}
for (const backend of ferrosign.backends()) {
  is<ferrosign.BackendInfo>()(backend, true);
  is<boolean | undefined>()(backend.keyTypes.rsa?.sign, true);
}
is<number>()(ferrosign.keyCache.size, true);
ferrosign.keyCache.capacity = 0;
ferrosign.keyCache.clear();
// @ts-expect-error read-only
ferrosign.keyCache.size = 0;
const code: ferrosign.ErrorCode = 'ERR_FERROSIGN_INVALID_KEY';
is<ferrosign.ErrorCode>()(code as ferrosign.ErrorCode, true);
// @ts-expect-error no such code
code satisfies 'ERR_FERROSIGN_BAD_SIGNATURE';
