'use strict';
// node-forge: pure JavaScript, except that its key generation calls node:crypto when it runs on Node.

let forge;

module.exports = {
  name: 'node-forge',
  load() {
    forge = require('node-forge');
    return { version: require('node-forge/package.json').version };
  },
  pem: {
    rows: [
      {
        name: 'node-forge',
        note: 'generates through node:crypto and reads the result, its own default on Node',
      },
    ],
    algorithms: { RS256: rsa('sha256') },
  },
};

function rsa(digest) {
  const hash = (message) => forge.md[digest].create().update(message, 'utf8');
  return {
    generate: ({ modulusLength }) => {
      const { pki } = forge;
      return () => {
        const { privateKey, publicKey } = pki.rsa.generateKeyPair({ bits: modulusLength });
        const pkcs8 = pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(privateKey));
        return { privateKey: pki.privateKeyInfoToPem(pkcs8), publicKey: pki.publicKeyToPem(publicKey) };
      };
    },
    sign: ({ message, privateKey }) => {
      const { pki, util } = forge;
      return () => util.bytesToHex(pki.privateKeyFromPem(privateKey).sign(hash(message)));
    },
    verify: ({ message, publicKey, signature }) => {
      const { pki, util } = forge;
      return () => {
        const key = pki.publicKeyFromPem(publicKey);
        try {
          return key.verify(hash(message).digest().bytes(), util.hexToBytes(signature));
        } catch {
          return false; // forge throws, rather than answering false, when the padding of a signature is wrong
        }
      };
    },
  };
}
