'use strict';
// Node's WebCrypto: a key must be imported before it can be used, so the import of the PEM's DER is part of the call;
// in table dropin it is imported before.

const { webcrypto } = require('node:crypto');
const { derFromPem, pemFromDer } = require('../pem');
const { offerDropins } = require('../tables/dropin');

const { subtle } = webcrypto;

module.exports = {
  name: 'webcrypto',
  load: () => ({}), // its version is node's
  pem: {
    rows: [{ name: 'webcrypto' }],
    algorithms: { RS256: rsa({ name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }) },
  },
  dropins: {
    rows: [{ name: 'webcrypto', keyTypes: ['webcrypto'] }],
    algorithms: offerDropins({ webcrypto: () => webcrypto }),
  },
};

function rsa(algorithm) {
  const publicExponent = new Uint8Array([1, 0, 1]);
  return {
    generate: ({ modulusLength }) => generateIn({ ...algorithm, modulusLength, publicExponent }),
    sign: signIn(algorithm),
    verify: verifyIn(algorithm),
  };
}

function generateIn(algorithm) {
  return async () => {
    const { privateKey, publicKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
    return {
      privateKey: pemFromDer('PRIVATE KEY', await subtle.exportKey('pkcs8', privateKey)),
      publicKey: pemFromDer('PUBLIC KEY', await subtle.exportKey('spki', publicKey)),
    };
  };
}

function signIn(algorithm) {
  return ({ message, privateKey }) =>
    async () => {
      const key = await subtle.importKey('pkcs8', derFromPem(privateKey), algorithm, false, ['sign']);
      return Buffer.from(await subtle.sign(algorithm, key, Buffer.from(message))).toString('hex');
    };
}

function verifyIn(algorithm) {
  return ({ message, publicKey, signature }) =>
    async () => {
      const key = await subtle.importKey('spki', derFromPem(publicKey), algorithm, false, ['verify']);
      return subtle.verify(algorithm, key, Buffer.from(signature, 'hex'), Buffer.from(message));
    };
}
