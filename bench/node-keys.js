'use strict';
// Keys of node:crypto to and from the bytes in which they go from one system to another.

const { createPrivateKey, createPublicKey } = require('node:crypto');
const { algorithms } = require('./algorithms');

const privateDer = { pkcs1: { format: 'der', type: 'pkcs1' }, der: { format: 'der', type: 'pkcs8' } };
const publicDer = { pkcs1: { format: 'der', type: 'pkcs1' }, der: { format: 'der', type: 'spki' } };

/** A key pair of KeyObjects as { privateKey, publicKey } in bytes. */
function bytesOfPair(name, { privateKey, publicKey }) {
  const { form } = algorithms[name];
  if (form !== 'jwk') {
    return { privateKey: privateKey.export(privateDer[form]), publicKey: publicKey.export(publicDer[form]) };
  }
  // Not of the key itself: on Node 20 the JWK export of a key just generated can hang for ever (engines/node-rsa.js).
  const copy = createPrivateKey({ key: privateKey.export(privateDer.der), ...privateDer.der });
  const { d, priv, x, y, pub } = copy.export({ format: 'jwk' });
  return {
    privateKey: Buffer.from(d ?? priv, 'base64url'),
    publicKey: y ? Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]) : bytes(x ?? pub),
  };
}

function privateKeyFrom(name, { privateKey, publicKey }) {
  const { form } = algorithms[name];
  if (form !== 'jwk') return createPrivateKey({ key: Buffer.from(privateKey), ...privateDer[form] });
  const jwk = publicJwk(name, publicKey);
  const member = jwk.kty === 'AKP' ? 'priv' : 'd';
  return createPrivateKey({ key: { ...jwk, [member]: text(privateKey) }, format: 'jwk' });
}

function publicKeyFrom(name, { publicKey }) {
  const { form } = algorithms[name];
  if (form !== 'jwk') return createPublicKey({ key: Buffer.from(publicKey), ...publicDer[form] });
  return createPublicKey({ key: publicJwk(name, publicKey), format: 'jwk' });
}

function publicJwk(name, publicKey) {
  const { type } = algorithms[name];
  if (type === 'ec') {
    const half = (publicKey.length - 1) / 2;
    return {
      kty: 'EC',
      crv: name,
      x: text(publicKey.subarray(1, 1 + half)),
      y: text(publicKey.subarray(1 + half)),
    };
  }
  if (type.startsWith('ml-dsa')) return { kty: 'AKP', alg: name.toUpperCase(), pub: text(publicKey) };
  return { kty: 'OKP', crv: name[0].toUpperCase() + name.slice(1), x: text(publicKey) };
}

function bytes(part) {
  return Buffer.from(part, 'base64url');
}

function text(part) {
  return Buffer.from(part).toString('base64url');
}

module.exports = { bytesOfPair, privateKeyFrom, publicKeyFrom };
