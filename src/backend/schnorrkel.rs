//! schnorrkel: sr25519, Schnorr signatures over Ristretto with a signing context, as Substrate makes them.

use schnorrkel::{
    ExpansionMode, MiniSecretKey, PublicKey, SecretKey, Signature, context::SigningContext, verify_batch,
};
use zeroize::Zeroizing;

use super::{Backend, Claim, Generated, Many, Refusal, Sign, Verify, random_seed};
use crate::{
    error::Error,
    key::Key,
    scheme::Scheme,
    table::{Halves, KeyType},
};

const NAME: &str = "schnorrkel";

pub static SR25519: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        Ok(Box::new(Private {
            secret: expand(key.secret_bytes()?)?,
            public: public(key)?,
            context: context(scheme)?,
        }))
    },
    verify: |key, scheme| {
        Ok(Box::new(Public {
            key: public(key)?,
            context: context(scheme)?,
        }))
    },
    generate: |_, _| {
        let seed = random_seed()?;
        Ok(Generated {
            public: expand(&*seed)?.to_public().to_bytes().to_vec(),
            secret: seed.to_vec().into(),
        })
    },
};

struct Private {
    secret: SecretKey,
    public: PublicKey,
    context: SigningContext,
}

impl Sign for Private {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let signature = self
            .secret
            .sign(self.context.bytes(data), &self.public)
            .to_bytes();
        out[..signature.len()].copy_from_slice(&signature);
        Ok(signature.len())
    }
}

struct Public {
    key: PublicKey,
    context: SigningContext,
}

impl Verify for Public {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        Signature::from_bytes(signature)
            .is_ok_and(|signature| self.key.verify(self.context.bytes(data), &signature).is_ok())
    }

    fn many(&self) -> Option<&'static Many> {
        Some(&MANY)
    }
}

/// Ristretto has prime order and one encoding for each point: the equation accepts what the single check does.
static MANY: Many = Many {
    name: NAME,
    batch: |claims| {
        let items: Option<Vec<_>> = claims
            .iter()
            .map(|claim| {
                Some((
                    claim,
                    claim.key::<Public>()?,
                    Signature::from_bytes(claim.signature).ok()?,
                ))
            })
            .collect();
        items.is_some_and(|items| {
            let transcripts = items
                .iter()
                .map(|(claim, public, _): &(&Claim<'_>, &Public, _)| public.context.bytes(claim.data));
            let signatures: Vec<_> = items.iter().map(|item| item.2).collect();
            let keys: Vec<_> = items.iter().map(|item| item.1.key).collect();
            verify_batch(transcripts, &signatures, &keys, false).is_ok()
        })
    },
    aggregate: None,
};

pub static SR25519_HALVES: Halves = Halves {
    public_of: |_, secret| {
        let public = expand(secret)?.to_public().to_bytes();
        refuse_identity(&public)?;
        Ok(public.to_vec())
    },
    read_public: |key_type, public| {
        PublicKey::from_bytes(public).map_err(|_| {
            Error::invalid_key(format!(
                "a {} public key is {} bytes that encode a point of Ristretto",
                key_type.name, key_type.public_length
            ))
        })?;
        refuse_identity(public)?;
        Ok(public.to_vec().into())
    },
};

/// A private key in any form that it is written in. An expanded one is kept in its canonical form.
///
/// - 32 bytes: a mini secret.
/// - 64 bytes: an expanded key, scalar then nonce. The scalar is canonical, as schnorrkel and Substrate write
///   it; or it is clamped, and so eight times the scalar, as Ed25519 and polkadot-js have it. No canonical
///   scalar is as large as a clamped one.
/// - 96 bytes: an expanded key in either form, clamped or not, then its public half, which tells them apart.
pub fn read_private(key_type: &'static KeyType, bytes: &[u8]) -> Result<Key, Error> {
    let expanded = key_type.expanded_length;
    let read = |secret: Result<SecretKey, ()>, public, why: &str| {
        let secret = secret.map_err(|()| Error::invalid_key(why))?;
        Key::private(key_type, &*Zeroizing::new(secret.to_bytes()), public)
    };
    if bytes.len() == expanded && is_clamped(bytes) {
        read(
            SecretKey::from_ed25519_bytes(bytes).map_err(drop),
            None,
            "the scalar of this expanded sr25519 key is out of range",
        )
    } else if bytes.len() == expanded {
        read(
            SecretKey::from_bytes(bytes).map_err(drop),
            None,
            "the scalar of this expanded sr25519 key is neither below the group's order nor clamped; with the public key behind it, 96 bytes in all, its form is known",
        )
    } else if bytes.len() == expanded + key_type.public_length {
        let (secret, public) = bytes.split_at(expanded);
        let own = [SecretKey::from_bytes, SecretKey::from_ed25519_bytes]
            .into_iter()
            .filter_map(|form| form(secret).ok())
            .find(|secret| secret.to_public().to_bytes() == *public)
            .ok_or(());
        read(
            own,
            Some(public),
            "the public half of this sr25519 key does not belong to its private half",
        )
    } else {
        Key::private(key_type, bytes, None)
    }
}

/// As RFC 8032 section 5.1.5 sets the bits of a scalar.
fn is_clamped(scalar: &[u8]) -> bool {
    scalar[0] & 7 == 0 && scalar[31] & 0xc0 == 0x40
}

/// The key that a mini secret stands for, or an expanded key in its canonical form.
fn expand(secret: &[u8]) -> Result<SecretKey, Error> {
    match MiniSecretKey::from_bytes(secret) {
        // As Substrate does.
        Ok(mini) => Ok(mini.expand(ExpansionMode::Ed25519)),
        Err(_) => SecretKey::from_bytes(secret)
            .map_err(|_| Error::invalid_key("the scalar of this sr25519 key is not below the group's order")),
    }
}

fn refuse_identity(public: &[u8]) -> Result<(), Error> {
    // The one encoding of Ristretto's identity.
    if public.iter().all(|byte| *byte == 0) {
        return Err(Error::invalid_key("the identity is no sr25519 public key"));
    }
    Ok(())
}

fn public(key: &Key) -> Result<PublicKey, Refusal> {
    PublicKey::from_bytes(key.public_bytes()).map_err(|_| Refusal::Unsupported)
}

fn context(scheme: &Scheme) -> Result<SigningContext, Refusal> {
    match scheme {
        Scheme::Sr25519 { context } => Ok(SigningContext::new(context.as_slice())),
        _ => Err(Refusal::Unsupported),
    }
}
