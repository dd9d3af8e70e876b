//! The contract between the table and the libraries: what one library does for one kind of key.

use std::any::Any;

use zeroize::Zeroizing;

use crate::{error::Error, key::Key, scheme::Scheme, table::KeyType};

pub mod aws_lc;
pub mod blst;
pub mod dalek;
pub mod k256;
pub mod openssl;
pub mod ring;
pub mod rsa;
pub mod schnorrkel;
pub mod secp256k1;
pub mod zebra;

/// A private or secret key in the form its library signs with; it already knows its scheme.
pub trait Sign: Send + Sync {
    /// Writes the signature of `data` to the start of `out` and returns its length. `out` holds at
    /// least [`Scheme::max_signature`] bytes.
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error>;
}

/// A public or secret key in the form its library verifies with.
pub trait Verify: Any + Send + Sync {
    #[must_use]
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool;

    /// What the scheme does with many signatures at once, where it can.
    fn many(&self) -> Option<&'static Many> {
        None
    }
}

/// What a scheme does with many signatures at once.
pub struct Many {
    /// Those of one name are taken together.
    pub name: &'static str,
    /// Whether all claims hold, by one equation that accepts what each one's own check accepts.
    pub batch: fn(&[Claim<'_>]) -> bool,
    /// Whether a signature is the sum of one by each verifier, of a message each or of one message.
    pub aggregate: Option<Aggregate>,
}

pub type Aggregate = fn(&[&dyn Verify], &[&[u8]], &[u8]) -> Result<bool, Error>;

/// That `signature` is one of `data` under a key.
#[derive(Clone, Copy)]
pub struct Claim<'a> {
    pub verifier: &'a dyn Verify,
    pub data: &'a [u8],
    pub signature: &'a [u8],
}

impl<'a> Claim<'a> {
    pub fn holds(&self) -> bool {
        self.verifier.verify(self.data, self.signature)
    }

    /// The key as its library has it, where it is a `T`.
    pub fn key<T: Verify>(&self) -> Option<&'a T> {
        (self.verifier as &dyn Any).downcast_ref()
    }
}

/// A key as it came out of a library: the same bytes that [`Key`] keeps.
pub struct Generated {
    pub secret: Zeroizing<Vec<u8>>,
    pub public: Vec<u8>,
}

/// What generation may be told besides the key type.
#[derive(Debug, Clone, Copy)]
pub struct RsaRequest {
    pub bits: u32,
    pub exponent: u64,
}

/// What one library does for one kind of key.
pub struct Backend {
    pub name: &'static str,
    pub sign: fn(&Key, &Scheme) -> Loaded<dyn Sign>,
    pub verify: fn(&Key, &Scheme) -> Loaded<dyn Verify>,
    pub generate: fn(&'static KeyType, &RsaRequest) -> Result<Generated, Refusal>,
}

pub type Loaded<T> = Result<Box<T>, Refusal>;

/// Why a library did not take a key.
#[derive(Debug)]
pub enum Refusal {
    /// This library does not do it; another may.
    Unsupported,
    /// No library should: the key or the request is wrong.
    Wrong(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Wrong(error)
    }
}

/// For a library that a row never lists under `generate`.
pub fn no_generation(_: &'static KeyType, _: &RsaRequest) -> Result<Generated, Refusal> {
    Err(Refusal::Unsupported)
}

/// New randomness for a private key.
pub fn random_seed() -> Result<Zeroizing<[u8; 32]>, Error> {
    let mut seed = Zeroizing::new([0; 32]);
    getrandom::fill(&mut *seed)
        .map_err(|error| Error::Internal(format!("the system's random numbers failed: {error}")))?;
    Ok(seed)
}

/// The first of `backends` that takes the work, or the one the caller named; those of `by_name_only` are
/// never the first.
pub fn choose<T>(
    backends: &[&'static Backend],
    by_name_only: &[&str],
    wanted: Option<&str>,
    operation: &str,
    attempt: impl Fn(&'static Backend) -> Result<T, Refusal>,
) -> Result<(T, &'static str), Error> {
    if let Some(name) = wanted {
        let named = backends.iter().find(|backend| backend.name == name);
        match named.map(|backend| attempt(backend)) {
            Some(Ok(loaded)) => return Ok((loaded, named.map_or("", |backend| backend.name))),
            Some(Err(Refusal::Wrong(error))) => return Err(error),
            Some(Err(Refusal::Unsupported)) | None => {}
        }
        let able: Vec<_> = backends
            .iter()
            .filter(|backend| !matches!(attempt(backend), Err(Refusal::Unsupported)))
            .map(|backend| backend.name)
            .collect();
        return Err(Error::UnsupportedBackend(if able.is_empty() {
            format!("No backend can {operation} with this key and algorithm")
        } else {
            format!(
                "The backend '{}' cannot {operation} with this key and algorithm; these can: {}",
                Error::shown(name),
                able.join(", ")
            )
        }));
    }
    for backend in backends
        .iter()
        .filter(|backend| !by_name_only.contains(&backend.name))
    {
        match attempt(backend) {
            Ok(loaded) => return Ok((loaded, backend.name)),
            Err(Refusal::Wrong(error)) => return Err(error),
            Err(Refusal::Unsupported) => {}
        }
    }
    Err(Error::UnsupportedAlgorithm(format!(
        "No backend can {operation} with this key and algorithm"
    )))
}

/// Verifies a MAC by making it again; compared in constant time.
pub fn tag_matches(mac: &impl Sign, length: usize, data: &[u8], signature: &[u8]) -> bool {
    let mut tag = Zeroizing::new([0; 64]);
    signature.len() == length
        && mac
            .sign(data, &mut *tag)
            .is_ok_and(|written| ::openssl::memcmp::eq(&tag[..written], signature))
}

/// Each library's name here, a space, its version; between two of them `;`. `build.rs` reads Cargo.lock.
pub const VERSIONS: &str = env!("FERROSIGN_BACKEND_VERSIONS");
