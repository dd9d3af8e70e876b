//! Keys under a passphrase: PKCS#8 with PBES2 (RFC 8018) and OpenSSL's older PEM form.
//!
//! OpenSSL does the work; what is ours is that a key file cannot ask for hours of it.

use der::{
    Decode as _, Sequence,
    asn1::{AnyRef, ObjectIdentifier, OctetStringRef},
};
use openssl::{
    pkey::{PKey, Private},
    symm::Cipher,
};
use pkcs5::pbes2::Kdf;
use pkcs8::spki::AlgorithmIdentifier;
use zeroize::Zeroizing;

use super::{Structure, Unlock, der as plain};
use crate::{error::Error, key::Key, table::Family};

/// The plain PKCS#8 inside `der`; `None` where it is no encrypted key at all.
pub fn decrypt_pkcs8(der: &[u8], unlock: Unlock<'_>) -> Result<Option<Zeroizing<Vec<u8>>>, Error> {
    let Ok(info) = EncryptedInfo::from_der(der) else {
        return Ok(None);
    };
    let passphrase = unlock.passphrase.ok_or(Error::MissingPassphrase)?;
    let cost = cost(&info.algorithm, unlock.max_cost)?;
    if cost > unlock.max_cost {
        return Err(Error::DerivationCost(format!(
            "The encrypted key asks for a key-derivation cost of {cost}, more than the {} allowed (options.maxDerivationCost)",
            unlock.max_cost
        )));
    }
    let key = PKey::private_key_from_pkcs8_passphrase(der, passphrase).map_err(|stack| {
        // OpenSSL's provider has no MD5, DES or RC2 schemes: no passphrase opens those.
        let unknown = stack
            .errors()
            .iter()
            .any(|error| error.reason().is_some_and(|r| r.contains("unsupported")));
        if unknown {
            unsupported(info.algorithm.oid)
        } else {
            Error::WrongPassphrase
        }
    })?;
    key.private_key_to_pkcs8()
        .map(|der| Some(Zeroizing::new(der)))
        .map_err(|_| Error::WrongPassphrase)
}

/// `EncryptedPrivateKeyInfo` of RFC 5208 section 6, whatever its algorithm.
#[derive(Sequence)]
struct EncryptedInfo<'a> {
    algorithm: AlgorithmIdentifier<AnyRef<'a>>,
    data: &'a OctetStringRef,
}

/// `PBEParameter` of RFC 8018 appendix A.3, and `pkcs-12PbeParams` of RFC 7292 appendix C.
#[derive(Sequence)]
struct PbeParameters<'a> {
    salt: &'a OctetStringRef,
    iterations: u64,
}

/// PBKDF2 iterations, or scrypt's N * r * p.
fn cost(algorithm: &AlgorithmIdentifier<AnyRef<'_>>, max_cost: u64) -> Result<u64, Error> {
    let unsupported = || unsupported(algorithm.oid);
    if algorithm.oid != pkcs5::pbes2::PBES2_OID {
        let parameters = algorithm.parameters.ok_or_else(unsupported)?;
        return Ok(parameters
            .decode_as::<PbeParameters<'_>>()
            .map_err(|_| unsupported())?
            .iterations);
    }
    let parameters = algorithm.parameters.ok_or_else(unsupported)?;
    match parameters
        .decode_as::<pkcs5::pbes2::Parameters>()
        .map_err(|_| unsupported())?
        .kdf
    {
        Kdf::Pbkdf2(parameters) => Ok(u64::from(parameters.iteration_count)),
        Kdf::Scrypt(parameters) => Ok(parameters
            .cost_parameter
            .saturating_mul(u64::from(parameters.block_size))
            .saturating_mul(u64::from(parameters.parallelization))),
        _ => Ok(max_cost),
    }
}

/// The plain PKCS#8 of a PEM block with `Proc-Type: 4,ENCRYPTED`.
pub fn decrypt_traditional(pem: &[u8], unlock: Unlock<'_>) -> Result<Zeroizing<Vec<u8>>, Error> {
    let passphrase = unlock.passphrase.ok_or(Error::MissingPassphrase)?;
    PKey::private_key_from_pem_passphrase(pem, passphrase)
        .and_then(|key| key.private_key_to_pkcs8())
        .map(Zeroizing::new)
        .map_err(|_| Error::WrongPassphrase)
}

/// Encrypts PKCS#8 as OpenSSL does by default: PBES2, PBKDF2 with HMAC-SHA-256, 2048 iterations. PEM.
pub fn encrypt_pkcs8(key: &Key, cipher: &str, passphrase: &[u8]) -> Result<Vec<u8>, Error> {
    openssl_key(key)?
        .private_key_to_pem_pkcs8_passphrase(by_name(cipher)?, passphrase)
        .map_err(|error| Error::Internal(error.to_string()))
}

/// Encrypts PKCS#1 or SEC1 in OpenSSL's older PEM form.
pub fn encrypt_traditional(key: &Key, cipher: &str, passphrase: &[u8]) -> Result<Vec<u8>, Error> {
    let cipher = by_name(cipher)?;
    let pkey = openssl_key(key)?;
    let pem = if key.key_type.family == Family::Ec {
        pkey.ec_key()
            .and_then(|key| key.private_key_to_pem_passphrase(cipher, passphrase))
    } else {
        pkey.rsa()
            .and_then(|key| key.private_key_to_pem_passphrase(cipher, passphrase))
    };
    pem.map_err(|error| Error::Internal(error.to_string()))
}

fn openssl_key(key: &Key) -> Result<PKey<Private>, Error> {
    let der = plain::write(key, Structure::Pkcs8)?;
    PKey::private_key_from_pkcs8(&der).map_err(|error| Error::Internal(error.to_string()))
}

fn unsupported(algorithm: ObjectIdentifier) -> Error {
    Error::invalid_key(format!(
        "the key is encrypted with {algorithm}, which is not supported: PBES2 with PBKDF2 or scrypt and AES-CBC is"
    ))
}

fn by_name(name: &str) -> Result<Cipher, Error> {
    Ok(match name.to_ascii_lowercase().as_str() {
        "aes-128-cbc" | "aes128" => Cipher::aes_128_cbc(),
        "aes-192-cbc" | "aes192" => Cipher::aes_192_cbc(),
        "aes-256-cbc" | "aes256" => Cipher::aes_256_cbc(),
        "des-ede3-cbc" | "des3" => Cipher::des_ede3_cbc(),
        _ => return Err(Error::UnknownCipher(Error::shown(name))),
    })
}
