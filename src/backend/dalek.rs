//! ed25519-dalek: Ed25519, RFC 8032.
//!
//! Verification is without cofactor, S must be canonical, R is compared as bytes and the public key is
//! any encoding that decompresses: what OpenSSL accepts, and so the criterion of the row.

use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};

use super::{Backend, Generated, Refusal, Sign, Verify, random_seed};
use crate::{
    error::Error,
    key::Key,
    table::{self, Halves},
};

const NAME: &str = "ed25519-dalek";

pub static ED25519: Backend = Backend {
    name: NAME,
    sign: |key, _| Ok(Box::new(signing_key(key.secret_bytes()?)?)),
    verify: |key, _| Ok(Box::new(Public(verifying_key(key)))),
    generate: |_, _| {
        let seed = random_seed()?;
        let key = SigningKey::from_bytes(&seed);
        Ok(Generated {
            secret: seed.to_vec().into(),
            public: key.verifying_key().to_bytes().to_vec(),
        })
    },
};

impl Sign for SigningKey {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let signature = self
            .try_sign(data)
            .map_err(|_| Error::SigningFailed(NAME))?
            .to_bytes();
        out[..signature.len()].copy_from_slice(&signature);
        Ok(signature.len())
    }
}

/// A public key that is no point verifies nothing, as with OpenSSL.
struct Public(Option<VerifyingKey>);

impl Verify for Public {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let signature = Signature::from_slice(signature);
        self.0
            .as_ref()
            .zip(signature.ok())
            .is_some_and(|(key, signature)| key.verify(data, &signature).is_ok())
    }
}

fn signing_key(seed: &[u8]) -> Result<SigningKey, Refusal> {
    SigningKey::try_from(seed).map_err(|_| Refusal::Unsupported)
}

fn verifying_key(key: &Key) -> Option<VerifyingKey> {
    VerifyingKey::try_from(key.public_bytes()).ok()
}

/// Whether the bytes are the one encoding of a point that RFC 8032 section 5.1.2 writes.
pub fn is_canonical(public: &[u8; 32]) -> bool {
    VerifyingKey::from_bytes(public).is_ok_and(|key| key.to_edwards().compress().as_bytes() == public)
}

pub static ED25519_HALVES: Halves = Halves {
    public_of: |_, seed| {
        let key =
            SigningKey::try_from(seed).map_err(|_| Error::invalid_key("an Ed25519 seed has 32 bytes"))?;
        Ok(key.verifying_key().to_bytes().to_vec())
    },
    // As OpenSSL: any 32 bytes are taken, and those that are no point verify nothing.
    read_public: table::of_right_length,
};
