//! ed25519-dalek: Ed25519, RFC 8032.
//!
//! Verification is without cofactor, S must be canonical, R is compared as bytes and the public key is
//! any encoding that decompresses: what OpenSSL accepts, and so the criterion of the row.

use ed25519_dalek::{Signature, Signer as _, SigningKey, Verifier as _, VerifyingKey};
use sha2::{Digest as _, Sha512};

use super::{Backend, Generated, Refusal, Sign, Verify, random_seed};
use crate::{
    error::Error,
    key::Key,
    scheme::{Context, Criterion, Edwards, Instance, Scheme},
    table::{self, Halves},
};

const NAME: &str = "ed25519-dalek";

pub static ED25519: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let own = signing_key(key.secret_bytes()?)?;
        let Edwards {
            instance, context, ..
        } = eddsa(scheme)?;
        Ok(match instance {
            Instance::Prehash => Box::new(Prehashing { key: own, context }),
            _ => Box::new(own),
        })
    },
    verify: |key, scheme| {
        Ok(Box::new(Public {
            key: verifying_key(key),
            scheme: eddsa(scheme)?,
        }))
    },
    generate: |_, _| {
        let seed = random_seed()?;
        let key = SigningKey::from_bytes(&seed);
        Ok(Generated {
            secret: seed.to_vec().into(),
            public: key.verifying_key().to_bytes().to_vec(),
        })
    },
};

/// What of RFC 8032 this library does.
fn eddsa(scheme: &Scheme) -> Result<Edwards, Refusal> {
    match scheme {
        Scheme::Edwards(edwards)
            if edwards.instance != Instance::Context && edwards.criterion != Criterion::Zip215 =>
        {
            Ok(*edwards)
        }
        _ => Err(Refusal::Unsupported),
    }
}

impl Sign for SigningKey {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        write(self.try_sign(data), out)
    }
}

struct Prehashing {
    key: SigningKey,
    context: Context,
}

impl Sign for Prehashing {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let digest = Sha512::new_with_prefix(data);
        write(
            self.key.sign_prehashed(digest, Some(self.context.as_slice())),
            out,
        )
    }
}

fn write(
    signature: Result<Signature, ed25519_dalek::SignatureError>,
    out: &mut [u8],
) -> Result<usize, Error> {
    let signature = signature.map_err(|_| Error::SigningFailed(NAME))?.to_bytes();
    out[..signature.len()].copy_from_slice(&signature);
    Ok(signature.len())
}

/// A public key that is no point verifies nothing, as with OpenSSL.
struct Public {
    key: Option<VerifyingKey>,
    scheme: Edwards,
}

impl Verify for Public {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let Some((key, signature)) = self.key.as_ref().zip(Signature::from_slice(signature).ok()) else {
            return false;
        };
        match (self.scheme.instance, self.scheme.criterion) {
            (Instance::Prehash, _) => {
                let digest = Sha512::new_with_prefix(data);
                key.verify_prehashed(digest, Some(self.scheme.context.as_slice()), &signature)
            }
            (_, Criterion::Strict) => key.verify_strict(data, &signature),
            _ => key.verify(data, &signature),
        }
        .is_ok()
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
