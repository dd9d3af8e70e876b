//! libsecp256k1: ECDSA on secp256k1, with s always low, public-key recovery, and BIP-340.

use zeroize::Zeroizing;

use super::{Backend, Generated, Refusal, Sign, Verify, random_seed};
use crate::{
    encoding::ecdsa,
    error::Error,
    scheme::{self, Digest, Nonce, Scheme},
    table::Halves,
};

mod ffi;

const NAME: &str = "secp256k1";
const FAILED: Error = Error::SigningFailed(NAME);
const ORDER: usize = 32;

/// ECDSA, and Schnorr signatures of BIP-340.
pub static ECDSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let scalar = Zeroizing::new(key.secret_bytes()?.try_into().map_err(|_| Refusal::Unsupported)?);
        match *scheme {
            Scheme::Ecdsa(scheme) => Ok(Box::new(Private { scalar, scheme })),
            Scheme::Bip340 { aux_rand } => {
                let pair = ffi::Pair::new(&scalar).ok_or(Refusal::Unsupported)?;
                Ok(Box::new(SchnorrPair { pair, aux_rand }))
            }
            _ => Err(Refusal::Unsupported),
        }
    },
    verify: |key, scheme| {
        let point = ffi::Point::parse(key.public_bytes()).ok_or(Refusal::Unsupported)?;
        match *scheme {
            Scheme::Ecdsa(scheme) => Ok(Box::new(Public { point, scheme })),
            Scheme::Bip340 { .. } => Ok(Box::new(SchnorrPublic(point.to_x_only()))),
            _ => Err(Refusal::Unsupported),
        }
    },
    generate: |_, _| {
        // All but one in 2^127 draws are below the order.
        for _ in 0..8 {
            let scalar = random_seed()?;
            if let Some(point) = ffi::Point::of(&scalar) {
                return Ok(Generated {
                    secret: scalar.to_vec().into(),
                    public: point.to_bytes().to_vec(),
                });
            }
        }
        Err(FAILED.into())
    },
};

struct Private {
    scalar: Zeroizing<[u8; ORDER]>,
    scheme: scheme::Ecdsa,
}

impl Sign for Private {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let message = message(&self.scheme.digest.of(data)?);
        let extra = match self.scheme.nonce {
            Nonce::Hedged => Some(random_seed()?),
            Nonce::Deterministic => None,
        };
        let (signature, id) = ffi::sign(&self.scalar, &message, extra.as_deref()).ok_or(FAILED)?;
        ecdsa::write_fixed(&signature, id, self.scheme.encoding, out).ok_or(FAILED)
    }
}

struct Public {
    point: ffi::Point,
    scheme: scheme::Ecdsa,
}

impl Verify for Public {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let mut fixed = [0; 2 * ORDER];
        let Ok(digest) = self.scheme.digest.of(data) else {
            return false;
        };
        let message = message(&digest);
        match ecdsa::read_fixed(signature, self.scheme.encoding, &mut fixed) {
            None => false,
            Some(None) => self.point.verify(&message, &fixed),
            Some(Some(id)) => ffi::Point::recover(&message, &fixed, id)
                .is_some_and(|point| point.to_bytes() == self.point.to_bytes()),
        }
    }
}

struct SchnorrPair {
    pair: ffi::Pair,
    aux_rand: Option<[u8; ORDER]>,
}

impl Sign for SchnorrPair {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let aux_rand = match self.aux_rand {
            Some(given) => Zeroizing::new(given),
            None => random_seed()?,
        };
        let signature = self.pair.sign(data, &aux_rand).ok_or(FAILED)?;
        out.get_mut(..signature.len())
            .ok_or(FAILED)?
            .copy_from_slice(&signature);
        Ok(signature.len())
    }
}

struct SchnorrPublic(ffi::XOnly);

impl Verify for SchnorrPublic {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        signature
            .try_into()
            .is_ok_and(|signature| self.0.verify(data, signature))
    }
}

/// The public key that made an ECDSA signature of `data`, as an uncompressed point; `None` where there is none.
pub fn recover(digest: &Digest, signature: &[u8; 2 * ORDER], id: u8) -> Option<[u8; 65]> {
    ffi::Point::recover(&message(digest), signature, id).map(|point| point.to_bytes())
}

/// The digest as the number that ECDSA signs: its leftmost 256 bits, FIPS 186-5 section 6.4.1.
fn message(digest: &Digest) -> [u8; ORDER] {
    let digest = digest.as_slice();
    let mut message = [0; ORDER];
    match digest.len().checked_sub(ORDER) {
        Some(_) => message.copy_from_slice(&digest[..ORDER]),
        None => message[ORDER - digest.len()..].copy_from_slice(digest),
    }
    message
}

pub static HALVES: Halves = Halves {
    public_of: |key_type, scalar| {
        scalar
            .try_into()
            .ok()
            .and_then(ffi::Point::of)
            .map(|point| point.to_bytes().to_vec())
            .ok_or_else(|| {
                Error::invalid_key(format!(
                    "the private key is not in the range of {}",
                    key_type.name
                ))
            })
    },
    read_public: |key_type, point| {
        // The library takes hybrid points (06, 07), which no other of the row does. 32 bytes are an x alone,
        // which BIP-340 takes for the point with the even y.
        let even = |x: &[u8]| [&[2], x].concat();
        match point.len() {
            ORDER => ffi::Point::parse(&even(point)),
            _ if matches!(point.first(), Some(2..=4)) => ffi::Point::parse(point),
            _ => None,
        }
        .map(|point| point.to_bytes().to_vec().into())
        .ok_or_else(|| Error::invalid_key(format!("the public key is no point of {}", key_type.name)))
    },
};
