'use strict';
// jsrsasign: pure JavaScript, used as its documentation and the article use it.

let jsrsasign;

module.exports = {
  name: 'jsrsasign',
  load() {
    jsrsasign = require('jsrsasign');
    return { version: require('jsrsasign/package.json').version };
  },
  pem: {
    rows: [{ name: 'jsrsasign', slow: ['generate'] }],
    algorithms: { RS256: rsa('SHA256withRSA') },
  },
};

function rsa(alg) {
  return {
    generate: ({ modulusLength }) => {
      const { KEYUTIL } = jsrsasign;
      return () => {
        const { prvKeyObj, pubKeyObj } = KEYUTIL.generateKeypair('RSA', modulusLength);
        return { privateKey: KEYUTIL.getPEM(prvKeyObj, 'PKCS8PRV'), publicKey: KEYUTIL.getPEM(pubKeyObj) };
      };
    },
    sign: ({ message, privateKey }) => {
      return () => begin(alg, privateKey, message).sign();
    },
    verify: ({ message, publicKey, signature }) => {
      return () => begin(alg, publicKey, message).verify(signature);
    },
  };
}

function begin(alg, pem, message) {
  const signature = new jsrsasign.KJUR.crypto.Signature({ alg });
  signature.init(jsrsasign.KEYUTIL.getKey(pem));
  signature.updateString(message);
  return signature;
}
