//! Bytes to keys and back: PEM, DER, JWK, raw forms.

use crate::{error::Error, key::Key, key::Kind};

pub mod der;
pub mod ecdsa;
pub mod encrypted;
pub mod jwk;
pub mod pem;
pub mod rsa;

/// The structure inside a DER or PEM key, by node's word for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Structure {
    /// RFC 5208 and RFC 5958.
    Pkcs8,
    /// RFC 5280.
    Spki,
    /// RFC 8017 appendix A.1.
    Pkcs1,
    /// RFC 5915.
    Sec1,
}

impl Structure {
    pub fn parse(name: &str) -> Result<Self, Error> {
        match name {
            "pkcs8" => Ok(Self::Pkcs8),
            "spki" => Ok(Self::Spki),
            "pkcs1" => Ok(Self::Pkcs1),
            "sec1" => Ok(Self::Sec1),
            _ => Err(Error::InvalidArgument(format!(
                "The property 'options.type' must be one of 'pkcs1', 'pkcs8', 'sec1', 'spki'. Received '{}'",
                Error::shown(name)
            ))),
        }
    }
}

/// What opens an encrypted key, and how much work it may ask for.
#[derive(Debug, Clone, Copy)]
pub struct Unlock<'a> {
    pub passphrase: Option<&'a [u8]>,
    /// The most PBKDF2 iterations, and scrypt's N * r * p, that a key file may ask for.
    pub max_cost: u64,
}

/// `key` itself, or its public half, as `wanted` asks; a public key never becomes a private one.
pub fn as_kind(key: Key, wanted: Kind) -> Result<Key, Error> {
    match (key.kind, wanted) {
        (Kind::Private, Kind::Public) => Ok(key.to_public()),
        (is, wanted) if is == wanted => Ok(key),
        (is, wanted) => Err(Error::WrongKeyKind {
            is: is.name(),
            wanted: wanted.name(),
        }),
    }
}
