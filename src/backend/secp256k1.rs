//! libsecp256k1: ECDSA on secp256k1, with s always low.

use zeroize::Zeroizing;

use super::{Backend, Generated, Refusal, Sign, Verify};
use crate::{
    encoding::ecdsa,
    error::Error,
    scheme::{EcdsaEncoding, Hash, Scheme},
    table::Halves,
};

mod ffi;

const NAME: &str = "secp256k1";
const FAILED: Error = Error::SigningFailed(NAME);
const ORDER: usize = 32;

pub static ECDSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let Scheme::Ecdsa { hash, encoding } = *scheme else {
            return Err(Refusal::Unsupported);
        };
        let scalar = key.secret_bytes()?.try_into().map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(Private {
            scalar: Zeroizing::new(scalar),
            hash,
            encoding,
        }))
    },
    verify: |key, scheme| {
        let Scheme::Ecdsa { hash, encoding } = *scheme else {
            return Err(Refusal::Unsupported);
        };
        let point = ffi::Point::parse(key.public_bytes()).ok_or(Refusal::Unsupported)?;
        Ok(Box::new(Public {
            point,
            hash,
            encoding,
        }))
    },
    generate: |_, _| {
        let mut scalar = Zeroizing::new([0; ORDER]);
        // All but one in 2^127 draws are below the order.
        for _ in 0..8 {
            fill(&mut scalar)?;
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

fn fill(bytes: &mut [u8; ORDER]) -> Result<(), Error> {
    getrandom::fill(bytes)
        .map_err(|error| Error::Internal(format!("the system's random numbers failed: {error}")))
}

struct Private {
    scalar: Zeroizing<[u8; ORDER]>,
    hash: Hash,
    encoding: EcdsaEncoding,
}

impl Sign for Private {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let mut extra = Zeroizing::new([0; ORDER]);
        fill(&mut extra)?;
        let message = message(self.hash, data);
        let signature = ffi::sign(&self.scalar, &message, &extra).ok_or(FAILED)?;
        ecdsa::write_p1363(&signature, self.encoding, out).ok_or(FAILED)
    }
}

struct Public {
    point: ffi::Point,
    hash: Hash,
    encoding: EcdsaEncoding,
}

impl Verify for Public {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let mut fixed = [0; 2 * ORDER];
        ecdsa::read_p1363(signature, self.encoding, &mut fixed)
            && self.point.verify(&message(self.hash, data), &fixed)
    }
}

/// The digest as the number that ECDSA signs: its leftmost 256 bits, FIPS 186-5 section 6.4.1.
fn message(hash: Hash, data: &[u8]) -> [u8; ORDER] {
    let digest = hash.digest(data);
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
        // The library takes hybrid points (06, 07), which no other of the row does.
        matches!(point.first(), Some(2..=4))
            .then(|| ffi::Point::parse(point))
            .flatten()
            .map(|point| point.to_bytes().to_vec())
            .ok_or_else(|| Error::invalid_key(format!("the public key is no point of {}", key_type.name)))
    },
};
