'use strict';
// ECDSA signatures from DER (RFC 3279) to r || s (IEEE P1363) and back, for systems that know only the former.

/** `half` is the length of r, and of s. */
function rawFromDer(der, half) {
  const r = integerAt(der, 2 + (der[1] >> 7 ? der[1] & 0x7f : 0));
  const s = integerAt(der, r.end);
  const raw = new Uint8Array(2 * half);
  for (const [{ digits }, end] of [
    [r, half],
    [s, 2 * half],
  ]) {
    raw.set(digits, end - digits.length);
  }
  return raw;
}

/** Of curves up to 256 bits. */
function derFromRaw(raw) {
  const half = raw.length / 2;
  const integers = [raw.subarray(0, half), raw.subarray(half)].map((part) => {
    const first = part.findIndex((byte) => byte !== 0);
    const digits = part[first] & 0x80 ? [0, ...part.subarray(first)] : [...part.subarray(first)];
    return [2, digits.length, ...digits];
  });
  const content = integers.flat();
  return Uint8Array.from([0x30, content.length, ...content]);
}

/** Without the zero in front. */
function integerAt(der, start) {
  const end = start + 2 + der[start + 1];
  const digits = der.subarray(start + 2, end);
  return { digits: digits[0] === 0 ? digits.subarray(1) : digits, end };
}

module.exports = { rawFromDer, derFromRaw };
