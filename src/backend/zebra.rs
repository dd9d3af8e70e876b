//! ed25519-zebra: Ed25519 as ZIP-215 verifies it, with cofactor, one at a time and by the batch equation.

use ed25519_zebra::{Signature, VerificationKey, VerificationKeyBytes, batch};
use getrandom::{SysRng, rand_core::UnwrapErr};

use super::{Backend, Many, Refusal, Verify, no_generation};
use crate::scheme::{Criterion, Edwards, Instance, Scheme};

pub static ED25519: Backend = Backend {
    name: "ed25519-zebra",
    sign: |_, _| Err(Refusal::Unsupported),
    verify: |key, scheme| match scheme {
        Scheme::Edwards(Edwards {
            instance: Instance::Pure,
            criterion: Criterion::Zip215,
            ..
        }) => Ok(Box::new(Public(
            VerificationKey::try_from(key.public_bytes()).ok(),
        ))),
        _ => Err(Refusal::Unsupported),
    },
    generate: no_generation,
};

/// A public key that is no point verifies nothing.
struct Public(Option<VerificationKey>);

impl Verify for Public {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        self.0
            .zip(Signature::from_slice(signature).ok())
            .is_some_and(|(key, signature)| key.verify(&signature, data).is_ok())
    }

    fn many(&self) -> Option<&'static Many> {
        Some(&MANY)
    }
}

static MANY: Many = Many {
    name: "ed25519 zip215",
    batch: |claims| {
        let mut verifier = batch::Verifier::new();
        for claim in claims {
            let key = claim.key::<Public>().and_then(|public| public.0);
            let Some((key, signature)) = key.zip(Signature::from_slice(claim.signature).ok()) else {
                return false;
            };
            verifier.queue((VerificationKeyBytes::from(key), signature, claim.data));
        }
        // Where the system has no random numbers this panics, and the batch fails with an error.
        verifier.verify(UnwrapErr(SysRng)).is_ok()
    },
    aggregate: None,
};
