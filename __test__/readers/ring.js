// ring's tests.
'use strict';

const { PKCS1, P1363, example, hmac, ed25519, raw, rsaForms, hex, quoted, records } = require('./parts.js');

function* ringEcdsa(text, file) {
  const options = file.includes('fixed') ? P1363 : {};
  let number = 0;
  for (const { Curve, Digest, Msg, Q, Sig, Result } of records(text)) {
    const cases = [example(++number, quoted(Msg), hex(Sig), Result.startsWith('P'))];
    yield { row: Curve, algorithm: Digest, options, public: [raw(Q, Curve)], cases };
  }
}

function* ringRsa(text) {
  let number = 0;
  for (const { n, e, Msg, Sig, Result } of records(text)) {
    const cases = [example(++number, hex(Msg), hex(Sig), Result === 'Pass')];
    yield { row: 'rsa', algorithm: 'SHA256', options: PKCS1, public: rsaForms({ n, e }), cases };
  }
}

function* ringEd25519(text) {
  let number = 0;
  for (const { MESSAGE, PUB, SIG, Result } of records(text)) {
    yield ed25519(PUB, [example(++number, hex(MESSAGE), hex(SIG), Result === 'P')]);
  }
}

function* ringHmac(text) {
  let number = 0;
  for (const { HMAC, Input, Key, Output } of records(text)) {
    yield hmac(HMAC, quoted(Key), [example(++number, quoted(Input), hex(Output), true)]);
  }
}

function* ringPkcs8(text, file) {
  let number = 0;
  for (const { Curve, Input, Error: error, 'Result-Maybe-Unchecked': result } of records(text)) {
    const row = Curve ?? (file.includes('rsa') ? 'rsa' : 'ed25519');
    const keyVerdict = error === undefined && (result ?? 'OK') === 'OK';
    yield { row, id: ++number, keyVerdict, private: [{ key: hex(Input), format: 'der', type: 'pkcs8' }] };
  }
}

module.exports = { ringEcdsa, ringEd25519, ringHmac, ringPkcs8, ringRsa };
