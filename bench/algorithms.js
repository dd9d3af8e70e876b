'use strict';
// The algorithms of Tables 2 and 3 with what node:crypto calls them.
//
// `form`: what keys look like when they go from one system to another (judges/primitives.js):
//   jwk    raw bytes: the scalar and the uncompressed point; a seed and a public key
//   pkcs1  DER of PKCS#1
//   der    DER of PKCS#8 and SPKI, where there is no JWK
//   raw    raw bytes of an algorithm that node:crypto does not have

const rsa = (modulusLength) => ({
  type: 'rsa',
  options: { modulusLength },
  digest: 'sha256',
  form: 'pkcs1',
});
const ec = (namedCurve, digest = 'sha256') => ({ type: 'ec', options: { namedCurve }, digest, form: 'jwk' });
const rareCurve = (namedCurve) => ({ ...ec(namedCurve), form: 'der' });
const plain = (type) => ({ type, options: {}, digest: null, form: 'jwk' });
const foreign = { form: 'raw' };

const algorithms = {
  'rsa-2048': rsa(2048),
  'rsa-3072': rsa(3072),
  'rsa-4096': rsa(4096),
  'P-256': ec('prime256v1'),
  'P-384': ec('secp384r1', 'sha384'),
  'P-521': ec('secp521r1', 'sha512'),
  secp256k1: ec('secp256k1'),
  secp160r1: rareCurve('secp160r1'),
  'P-192': rareCurve('prime192v1'),
  'P-224': rareCurve('secp224r1'),
  ...Object.fromEntries(
    ['sect163k1', 'sect233k1', 'sect283k1', 'sect409k1', 'sect571k1']
      .concat(['sect163r2', 'sect233r1', 'sect283r1', 'sect409r1', 'sect571r1'])
      .concat(['brainpoolP256r1', 'brainpoolP256t1', 'brainpoolP384r1', 'brainpoolP384t1'])
      .concat(['brainpoolP512r1', 'brainpoolP512t1'])
      .map((curve) => [curve, rareCurve(curve)]),
  ),
  ed25519: plain('ed25519'),
  ed448: plain('ed448'),
  'ml-dsa-44': plain('ml-dsa-44'),
  'ml-dsa-65': plain('ml-dsa-65'),
  'ml-dsa-87': plain('ml-dsa-87'),
  sr25519: foreign,
  'bls12-381': foreign,
  bip340: foreign, // keys are x coordinates
};

/** An engine's algorithms from one function of a name that gives the operations. */
function offer(names, operationsOf) {
  return Object.fromEntries(names.map((name) => [name, operationsOf(name)]));
}

module.exports = { algorithms, offer };
