//! ECDSA signatures: DER (RFC 3279 section 2.2.3) to r || s (IEEE P1363) and back. Strict.

use der::{Decode as _, Encode as _, Sequence, asn1::UintRef};

use crate::scheme::EcdsaEncoding;

/// `ECDSA-Sig-Value`.
#[derive(Sequence)]
struct SignatureValue<'a> {
    r: UintRef<'a>,
    s: UintRef<'a>,
}

/// The longest order in the table, in bytes.
pub const MAX_ORDER: usize = 72;

/// The longest DER signature of the longest order.
pub const MAX_DER: usize = max_der_length(MAX_ORDER);

/// The longest DER form of two numbers of `order` bytes.
pub const fn max_der_length(order: usize) -> usize {
    let integer = 1 + length_of_length(order + 1) + order + 1;
    1 + length_of_length(2 * integer) + 2 * integer
}

const fn length_of_length(length: usize) -> usize {
    if length < 128 { 1 } else { 2 }
}

/// Writes DER as r || s, `order` bytes each. `None` where it is not strict DER or a number is too long.
pub fn der_to_p1363(der: &[u8], order: usize, out: &mut [u8]) -> Option<usize> {
    let value = SignatureValue::from_der(der).ok()?;
    pad(value.r.as_bytes(), out.get_mut(..order)?)?;
    pad(value.s.as_bytes(), out.get_mut(order..2 * order)?)?;
    Some(2 * order)
}

/// Writes r || s as DER. `None` where the length is not twice that of the order.
pub fn p1363_to_der(signature: &[u8], order: usize, out: &mut [u8]) -> Option<usize> {
    if signature.len() != 2 * order {
        return None;
    }
    let (r, s) = signature.split_at(order);
    let value = SignatureValue {
        r: UintRef::new(r).ok()?,
        s: UintRef::new(s).ok()?,
    };
    value.encode_to_slice(out).ok().map(<[u8]>::len)
}

/// Writes r || s and the recovery id in the encoding asked for.
pub fn write_fixed(signature: &[u8], id: u8, encoding: EcdsaEncoding, out: &mut [u8]) -> Option<usize> {
    let length = signature.len();
    match encoding {
        EcdsaEncoding::P1363 => {
            out.get_mut(..length)?.copy_from_slice(signature);
            Some(length)
        }
        EcdsaEncoding::Recoverable => {
            let (fixed, last) = out.get_mut(..=length)?.split_at_mut(length);
            fixed.copy_from_slice(signature);
            last.fill(id);
            Some(length + 1)
        }
        EcdsaEncoding::Der => p1363_to_der(signature, length / 2, out),
    }
}

/// Reads a signature in the encoding given as r || s, and its recovery id where it has one; `None` where it has
/// not that form.
#[allow(
    clippy::option_option,
    reason = "a signature of the wrong form is not one without an id"
)]
pub fn read_fixed(signature: &[u8], encoding: EcdsaEncoding, out: &mut [u8]) -> Option<Option<u8>> {
    match encoding {
        EcdsaEncoding::P1363 if signature.len() == out.len() => {
            out.copy_from_slice(signature);
            Some(None)
        }
        EcdsaEncoding::Recoverable if signature.len() == out.len() + 1 => {
            let (fixed, id) = signature.split_at(out.len());
            out.copy_from_slice(fixed);
            Some(id.first().copied())
        }
        EcdsaEncoding::P1363 | EcdsaEncoding::Recoverable => None,
        EcdsaEncoding::Der => der_to_p1363(signature, out.len() / 2, out).map(|_| None),
    }
}

fn pad(number: &[u8], out: &mut [u8]) -> Option<()> {
    let zeros = out.len().checked_sub(number.len())?;
    out[..zeros].fill(0);
    out[zeros..].copy_from_slice(number);
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_p1363(der: &[u8]) -> Option<Vec<u8>> {
        let mut out = [0; 8];
        der_to_p1363(der, 4, &mut out).map(|length| out[..length].to_vec())
    }

    #[test]
    fn both_ways() {
        let der = [0x30, 9, 2, 1, 5, 2, 4, 0x7f, 1, 2, 3];
        let fixed = [0, 0, 0, 5, 0x7f, 1, 2, 3];
        assert_eq!(to_p1363(&der).unwrap(), fixed);
        let mut out = [0; 16];
        let length = p1363_to_der(&fixed, 4, &mut out).unwrap();
        assert_eq!(&out[..length], der);
    }

    #[test]
    fn high_bit_gets_a_zero() {
        let mut out = [0; 16];
        let length = p1363_to_der(&[0x80, 0, 0, 0, 0, 0, 0, 1], 4, &mut out).unwrap();
        assert_eq!(&out[..length], [0x30, 10, 2, 5, 0, 0x80, 0, 0, 0, 2, 1, 1]);
        assert_eq!(length_of_length(127), 1);
    }

    #[test]
    fn nothing_but_strict_der() {
        for (der, why) in [
            (&[0x30, 6, 2, 1, 1, 2, 1, 1, 0][..], "trailing byte"),
            (&[0x30, 7, 2, 2, 0, 1, 2, 1, 1], "leading zero"),
            (&[0x30, 6, 2, 1, 0x81, 2, 1, 1], "negative"),
            (&[0x30, 0x81, 6, 2, 1, 1, 2, 1, 1], "long length"),
            (&[0x30, 0x80, 2, 1, 1, 2, 1, 1, 0, 0], "indefinite length"),
            (&[0x30, 3, 2, 1, 1], "one number"),
            (&[0x30, 9, 2, 1, 1, 2, 1, 1, 2, 1, 1], "three numbers"),
            (&[0x30, 10, 2, 5, 1, 1, 1, 1, 1, 2, 1, 1], "too long"),
            (&[], "empty"),
        ] {
            assert_eq!(to_p1363(der), None, "{why}");
        }
    }

    #[test]
    fn longest_der() {
        assert_eq!(max_der_length(32), 72);
        assert_eq!(max_der_length(48), 104);
        assert_eq!(max_der_length(66), 141);
    }
}
