//! Keys under a passphrase: PKCS#8 with PBES2 (RFC 8018) and OpenSSL's older PEM form.
//!
//! OpenSSL does the work; what is ours is that a key file cannot ask for hours of it.

use der::Decode as _;
use openssl::{
    pkey::{PKey, Private},
    symm::Cipher,
};
use pkcs5::{EncryptionScheme, pbes2::Kdf};
use pkcs8::EncryptedPrivateKeyInfoRef;
use zeroize::Zeroizing;

use super::{Structure, Unlock, der as plain};
use crate::{error::Error, key::Key, table::Family};

/// The plain PKCS#8 inside `der`; `None` where it is no encrypted key at all.
pub fn decrypt_pkcs8(der: &[u8], unlock: Unlock<'_>) -> Result<Option<Zeroizing<Vec<u8>>>, Error> {
    let info = match EncryptedPrivateKeyInfoRef::from_der(der) {
        Ok(info) => info,
        Err(_) if PBES_OIDS.iter().any(|oid| contains(der, oid)) => {
            return Err(Error::invalid_key(
                "the key is encrypted in a way that is not supported: PBES2 with PBKDF2 or scrypt and AES-CBC is",
            ));
        }
        Err(_) => return Ok(None),
    };
    let passphrase = unlock.passphrase.ok_or(Error::MissingPassphrase)?;
    check_cost(&info.encryption_algorithm, unlock.max_cost)?;
    let key = PKey::private_key_from_pkcs8_passphrase(der, passphrase).map_err(|_| Error::WrongPassphrase)?;
    key.private_key_to_pkcs8()
        .map(|der| Some(Zeroizing::new(der)))
        .map_err(|_| Error::WrongPassphrase)
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

fn check_cost(scheme: &EncryptionScheme, max_cost: u64) -> Result<(), Error> {
    let cost = match scheme {
        EncryptionScheme::Pbes2(parameters) => match &parameters.kdf {
            Kdf::Pbkdf2(parameters) => u64::from(parameters.iteration_count),
            Kdf::Scrypt(parameters) => parameters
                .cost_parameter
                .saturating_mul(u64::from(parameters.block_size))
                .saturating_mul(u64::from(parameters.parallelization)),
            _ => max_cost,
        },
        EncryptionScheme::Pbes1(algorithm) => u64::from(algorithm.parameters.iteration_count),
        _ => max_cost,
    };
    if cost > max_cost {
        return Err(Error::DerivationCost(format!(
            "The encrypted key asks for a key-derivation cost of {cost}, more than the {max_cost} allowed (options.maxDerivationCost)"
        )));
    }
    Ok(())
}

fn by_name(name: &str) -> Result<Cipher, Error> {
    Ok(match name.to_ascii_lowercase().as_str() {
        "aes-128-cbc" | "aes128" => Cipher::aes_128_cbc(),
        "aes-192-cbc" | "aes192" => Cipher::aes_192_cbc(),
        "aes-256-cbc" | "aes256" => Cipher::aes_256_cbc(),
        "des-ede3-cbc" | "des3" => Cipher::des_ede3_cbc(),
        _ => return Err(Error::UnknownCipher(name.chars().take(64).collect())),
    })
}

/// The arcs of PKCS#5 and of PKCS#12's own schemes, as they stand in DER.
const PBES_OIDS: [&[u8]; 2] = [
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05],
    &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01],
];

fn contains(der: &[u8], oid: &[u8]) -> bool {
    // The algorithm is the first thing in the structure.
    der.get(..32.min(der.len()))
        .is_some_and(|head| head.windows(oid.len()).any(|window| window == oid))
}
