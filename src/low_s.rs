//! ECDSA with s in the lower half of the order: of (r, s) and (r, n - s), which both verify, the smaller.

use crate::{
    backend::{Sign, Verify, openssl},
    encoding::ecdsa,
    error::Error,
    key::Key,
    scheme::{Ecdsa, EcdsaEncoding, Scheme},
};

/// The scheme of the signer under a [`LowSigner`], which needs to see r || s; `None` where s is low already.
pub fn inner_scheme(scheme: &Scheme) -> Option<Scheme> {
    match *scheme {
        // Only libraries that always make s low make signatures with a recovery id.
        Scheme::Ecdsa(Ecdsa {
            low_s: true,
            encoding: EcdsaEncoding::Recoverable,
            ..
        }) => None,
        Scheme::Ecdsa(ecdsa @ Ecdsa { low_s: true, .. }) => Some(Scheme::Ecdsa(Ecdsa {
            encoding: EcdsaEncoding::P1363,
            ..ecdsa
        })),
        _ => None,
    }
}

pub struct LowSigner {
    inner: Box<dyn Sign>,
    order: Vec<u8>,
    encoding: EcdsaEncoding,
}

impl LowSigner {
    /// Around a signer that makes r || s.
    pub fn new(key: &Key, inner: Box<dyn Sign>, scheme: &Scheme) -> Result<Self, Error> {
        Ok(Self {
            inner,
            order: openssl::curve_order(key.key_type)?,
            encoding: encoding(scheme),
        })
    }
}

impl Sign for LowSigner {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let mut fixed = [0; 2 * ecdsa::MAX_ORDER];
        let length = self.inner.sign(data, &mut fixed)?;
        let fixed = &mut fixed[..length];
        let s = &mut fixed[length / 2..];
        let other = difference(&self.order, s);
        if other.as_slice() < s {
            s.copy_from_slice(&other);
        }
        ecdsa::write_fixed(fixed, 0, self.encoding, out)
            .ok_or_else(|| Error::Internal("the output is too short for the signature".into()))
    }
}

/// Refuses a high s before it asks the verifier within.
pub struct LowVerifier {
    inner: Box<dyn Verify>,
    order: Vec<u8>,
    encoding: EcdsaEncoding,
}

impl LowVerifier {
    pub fn new(key: &Key, inner: Box<dyn Verify>, scheme: &Scheme) -> Result<Self, Error> {
        Ok(Self {
            inner,
            order: openssl::curve_order(key.key_type)?,
            encoding: encoding(scheme),
        })
    }
}

impl Verify for LowVerifier {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let order = self.order.len();
        let mut fixed = [0; 2 * ecdsa::MAX_ORDER];
        let fixed = &mut fixed[..2 * order];
        ecdsa::read_fixed(signature, self.encoding, fixed).is_some()
            && fixed[order..] < *self.order
            && fixed[order..] <= *difference(&self.order, &fixed[order..])
            && self.inner.verify(data, signature)
    }
}

/// Whether signatures under `scheme` verify only with a low s.
pub fn is_asked(scheme: &Scheme) -> bool {
    matches!(scheme, Scheme::Ecdsa(Ecdsa { low_s: true, .. }))
}

fn encoding(scheme: &Scheme) -> EcdsaEncoding {
    match scheme {
        Scheme::Ecdsa(ecdsa) => ecdsa.encoding,
        _ => EcdsaEncoding::Der,
    }
}

/// a - b of two big-endian numbers of one length, a >= b. Signatures are public: no need for constant time.
fn difference(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut result = vec![0; a.len()];
    let mut borrow = false;
    for ((result, a), b) in result.iter_mut().zip(a).zip(b).rev() {
        let (once, first) = a.overflowing_sub(*b);
        let (twice, second) = once.overflowing_sub(u8::from(borrow));
        *result = twice;
        borrow = first || second;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_borrow() {
        assert_eq!(difference(&[1, 0, 0], &[0, 0, 1]), [0, 255, 255]);
        assert_eq!(difference(&[5, 7], &[5, 7]), [0, 0]);
        assert_eq!(difference(&[2, 0], &[0, 255]), [1, 1]);
    }
}
