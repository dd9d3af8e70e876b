//! Everything that can go wrong, each with the one `code` that JavaScript sees.

use std::fmt;

/// An error that reaches the caller. Messages never carry key material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// The bytes are no key of the kind asked for, or its parts do not fit together.
    InvalidKey(String),
    /// A JWK lacks a member or holds one of the wrong form.
    InvalidJwk(String),
    /// The key is encrypted and no passphrase was given.
    MissingPassphrase,
    /// The passphrase does not open the key.
    WrongPassphrase,
    /// The key file asks for more key-derivation work than allowed.
    DerivationCost(String),
    /// A key of this kind (secret, public, private) cannot do what was asked.
    WrongKeyKind { is: &'static str, wanted: &'static str },
    /// The curve is not one of the table's.
    UnknownCurve(String),
    /// The digest is not one that signs here.
    UnknownDigest(String),
    /// The cipher is not one that encrypts keys here.
    UnknownCipher(String),
    /// An argument has a value that the operation does not take.
    InvalidArgument(String),
    /// A number is outside its range.
    OutOfRange(String),
    /// The key does not sign in this way.
    UnsupportedAlgorithm(String),
    /// The library asked for cannot do this; those that can are named.
    UnsupportedBackend(String),
    /// The key cannot be written in this form.
    IncompatibleExport(String),
    /// The key is smaller than is safe.
    InsecureKeySize(String),
    /// The library refused to sign, or the signature did not verify before it left.
    SigningFailed(&'static str),
    /// What was asked for comes too late.
    InvalidState(String),
    /// A fault of the addon or of the system: no threads, no random numbers.
    Internal(String),
}

impl Error {
    /// The JavaScript `code`: node's own where node has one.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::InvalidKey(_) => "ERR_FERROSIGN_INVALID_KEY",
            Self::InvalidJwk(_) => "ERR_CRYPTO_INVALID_JWK",
            Self::MissingPassphrase => "ERR_MISSING_PASSPHRASE",
            Self::WrongPassphrase => "ERR_OSSL_BAD_DECRYPT",
            Self::DerivationCost(_) => "ERR_FERROSIGN_DERIVATION_COST",
            Self::WrongKeyKind { .. } => "ERR_CRYPTO_INVALID_KEY_OBJECT_TYPE",
            Self::UnknownCurve(_) => "ERR_CRYPTO_INVALID_CURVE",
            Self::UnknownDigest(_) => "ERR_CRYPTO_INVALID_DIGEST",
            Self::UnknownCipher(_) => "ERR_CRYPTO_UNKNOWN_CIPHER",
            Self::InvalidArgument(_) => "ERR_INVALID_ARG_VALUE",
            Self::OutOfRange(_) => "ERR_OUT_OF_RANGE",
            Self::UnsupportedAlgorithm(_) => "ERR_FERROSIGN_UNSUPPORTED_ALGORITHM",
            Self::UnsupportedBackend(_) => "ERR_FERROSIGN_UNSUPPORTED_BACKEND",
            Self::IncompatibleExport(_) => "ERR_CRYPTO_INCOMPATIBLE_KEY_OPTIONS",
            Self::InsecureKeySize(_) => "ERR_FERROSIGN_INSECURE_KEY_SIZE",
            Self::SigningFailed(_) => "ERR_FERROSIGN_SIGNING_FAILED",
            Self::InvalidState(_) => "ERR_INVALID_STATE",
            Self::Internal(_) => "ERR_FERROSIGN_INTERNAL",
        }
    }

    /// A name of the caller's as a message may repeat it. What is longer than any name may be anything, a key
    /// in the wrong place too.
    pub fn shown(name: &str) -> String {
        const LONGEST: usize = 40;
        if name.len() <= LONGEST && !name.contains("-----") {
            name.to_owned()
        } else {
            format!("a text of {} characters", name.chars().count())
        }
    }

    /// A key that cannot be used, and why.
    pub fn invalid_key(why: impl Into<String>) -> Self {
        Self::InvalidKey(why.into())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidKey(why) => write!(f, "Invalid key: {why}"),
            Self::InvalidJwk(why) => write!(f, "Invalid JWK: {why}"),
            Self::MissingPassphrase => f.write_str("Passphrase required for encrypted key"),
            Self::WrongPassphrase => {
                f.write_str("The key could not be decrypted: wrong passphrase or damaged key")
            }
            Self::WrongKeyKind { is, wanted } => {
                write!(f, "Invalid key object type {is}, expected {wanted}.")
            }
            Self::UnknownCurve(name) => write!(f, "Invalid EC curve name: {name}"),
            Self::UnknownDigest(name) => write!(f, "Invalid digest: {name}"),
            Self::UnknownCipher(name) => write!(f, "Unknown cipher: {name}"),
            Self::SigningFailed(library) => write!(f, "{library} could not make the signature"),
            Self::DerivationCost(why)
            | Self::InvalidArgument(why)
            | Self::OutOfRange(why)
            | Self::UnsupportedAlgorithm(why)
            | Self::UnsupportedBackend(why)
            | Self::IncompatibleExport(why)
            | Self::InsecureKeySize(why)
            | Self::InvalidState(why)
            | Self::Internal(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

impl AsRef<str> for Error {
    fn as_ref(&self) -> &str {
        self.code()
    }
}
