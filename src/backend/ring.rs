//! ring: RSA from 2048 bits, P-256, P-384, Ed25519, HMAC.

use ring::{
    hmac, rand,
    signature::{
        self, EcdsaKeyPair, EcdsaSigningAlgorithm, Ed25519KeyPair, RsaEncoding, RsaKeyPair, RsaParameters,
        UnparsedPublicKey, VerificationAlgorithm,
    },
};

use super::{Backend, Refusal, Sign, Verify, no_generation};
use crate::{
    error::Error,
    key::Key,
    scheme::{
        Criterion, Digesting, Ecdsa, EcdsaEncoding, Edwards, Hash, Instance, Nonce, RsaPadding, SaltLength,
        Scheme,
    },
};

const NAME: &str = "ring";
const FAILED: Error = Error::SigningFailed(NAME);

/// PKCS#1 v1.5 and PSS with SHA-256, 384, 512 and the salt of the hash's length; keys from 2048 bits.
pub static RSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let padding = rsa_scheme(scheme)?.0;
        let pair = RsaKeyPair::from_der(key.secret_bytes()?).map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(RsaPrivate { pair, padding }))
    },
    verify: |key, scheme| {
        let parameters = rsa_scheme(scheme)?.1;
        // Only the form of the key is looked at when a signature is verified, so its limits are asked here.
        if key.rsa_bits() < 2048 || key.rsa_bits() > 8192 {
            return Err(Refusal::Unsupported);
        }
        Ok(Box::new(UnparsedPublicKey::new(
            parameters,
            key.public_bytes().to_vec(),
        )))
    },
    generate: no_generation,
};

fn rsa_scheme(scheme: &Scheme) -> Result<(&'static dyn RsaEncoding, &'static RsaParameters), Refusal> {
    let Scheme::Rsa {
        digest: Digesting {
            hash,
            prehashed: false,
        },
        padding,
    } = *scheme
    else {
        return Err(Refusal::Unsupported);
    };
    match padding {
        RsaPadding::Pkcs1 => match hash {
            Hash::Sha256 => Ok((
                &signature::RSA_PKCS1_SHA256,
                &signature::RSA_PKCS1_2048_8192_SHA256,
            )),
            Hash::Sha384 => Ok((
                &signature::RSA_PKCS1_SHA384,
                &signature::RSA_PKCS1_2048_8192_SHA384,
            )),
            Hash::Sha512 => Ok((
                &signature::RSA_PKCS1_SHA512,
                &signature::RSA_PKCS1_2048_8192_SHA512,
            )),
            _ => Err(Refusal::Unsupported),
        },
        RsaPadding::Pss { mgf1, salt } if mgf1 == hash && salt == SaltLength::Bytes(hash.length()) => {
            match hash {
                Hash::Sha256 => Ok((&signature::RSA_PSS_SHA256, &signature::RSA_PSS_2048_8192_SHA256)),
                Hash::Sha384 => Ok((&signature::RSA_PSS_SHA384, &signature::RSA_PSS_2048_8192_SHA384)),
                Hash::Sha512 => Ok((&signature::RSA_PSS_SHA512, &signature::RSA_PSS_2048_8192_SHA512)),
                _ => Err(Refusal::Unsupported),
            }
        }
        RsaPadding::Pss { .. } => Err(Refusal::Unsupported),
    }
}

struct RsaPrivate {
    pair: RsaKeyPair,
    padding: &'static dyn RsaEncoding,
}

impl Sign for RsaPrivate {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let length = self.pair.public().modulus_len();
        let out = out.get_mut(..length).ok_or(FAILED)?;
        self.pair
            .sign(self.padding, &rand::SystemRandom::new(), data, out)
            .map_err(|_| FAILED)?;
        Ok(length)
    }
}

impl<B: AsRef<[u8]> + Send + Sync + 'static> Verify for UnparsedPublicKey<B> {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        Self::verify(self, data, signature).is_ok()
    }
}

/// P-256 with SHA-256 and P-384 with SHA-384, and to verify also crosswise in DER. The nonce is hedged.
pub static ECDSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let algorithm = ecdsa_signing(key, scheme)?;
        let pair = EcdsaKeyPair::from_private_key_and_public_key(
            algorithm,
            key.secret_bytes()?,
            key.public_bytes(),
            &rand::SystemRandom::new(),
        )
        .map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(pair))
    },
    verify: |key, scheme| {
        let algorithm = ecdsa_verification(key, scheme)?;
        Ok(Box::new(UnparsedPublicKey::new(
            algorithm,
            key.public_bytes().to_vec(),
        )))
    },
    generate: no_generation,
};

/// ring hashes itself, and only with the hedged nonce.
fn plain_ecdsa(scheme: &Scheme) -> Result<(Hash, EcdsaEncoding), Refusal> {
    match *scheme {
        Scheme::Ecdsa(Ecdsa {
            digest: Digesting {
                hash,
                prehashed: false,
            },
            encoding,
            nonce: Nonce::Hedged,
            ..
        }) => Ok((hash, encoding)),
        _ => Err(Refusal::Unsupported),
    }
}

fn ecdsa_signing(key: &Key, scheme: &Scheme) -> Result<&'static EcdsaSigningAlgorithm, Refusal> {
    let (hash, encoding) = plain_ecdsa(scheme)?;
    match (key.key_type.name, hash, encoding) {
        ("P-256", Hash::Sha256, EcdsaEncoding::Der) => Ok(&signature::ECDSA_P256_SHA256_ASN1_SIGNING),
        ("P-256", Hash::Sha256, EcdsaEncoding::P1363) => Ok(&signature::ECDSA_P256_SHA256_FIXED_SIGNING),
        ("P-384", Hash::Sha384, EcdsaEncoding::Der) => Ok(&signature::ECDSA_P384_SHA384_ASN1_SIGNING),
        ("P-384", Hash::Sha384, EcdsaEncoding::P1363) => Ok(&signature::ECDSA_P384_SHA384_FIXED_SIGNING),
        _ => Err(Refusal::Unsupported),
    }
}

fn ecdsa_verification(key: &Key, scheme: &Scheme) -> Result<&'static dyn VerificationAlgorithm, Refusal> {
    let (hash, encoding) = plain_ecdsa(scheme)?;
    match (key.key_type.name, hash, encoding) {
        ("P-256", Hash::Sha256, EcdsaEncoding::Der) => Ok(&signature::ECDSA_P256_SHA256_ASN1),
        ("P-256", Hash::Sha256, EcdsaEncoding::P1363) => Ok(&signature::ECDSA_P256_SHA256_FIXED),
        ("P-256", Hash::Sha384, EcdsaEncoding::Der) => Ok(&signature::ECDSA_P256_SHA384_ASN1),
        ("P-384", Hash::Sha256, EcdsaEncoding::Der) => Ok(&signature::ECDSA_P384_SHA256_ASN1),
        ("P-384", Hash::Sha384, EcdsaEncoding::Der) => Ok(&signature::ECDSA_P384_SHA384_ASN1),
        ("P-384", Hash::Sha384, EcdsaEncoding::P1363) => Ok(&signature::ECDSA_P384_SHA384_FIXED),
        _ => Err(Refusal::Unsupported),
    }
}

impl Sign for EcdsaKeyPair {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let signature = Self::sign(self, &rand::SystemRandom::new(), data).map_err(|_| FAILED)?;
        copy(signature.as_ref(), out)
    }
}

pub static ED25519: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        plain_eddsa(scheme)?;
        let pair = Ed25519KeyPair::from_seed_and_public_key(key.secret_bytes()?, key.public_bytes())
            .map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(pair))
    },
    verify: |key, scheme| {
        plain_eddsa(scheme)?;
        Ok(Box::new(UnparsedPublicKey::new(
            &signature::ED25519,
            key.public_bytes().to_vec(),
        )))
    },
    generate: no_generation,
};

/// Ed25519 itself, without cofactor.
fn plain_eddsa(scheme: &Scheme) -> Result<(), Refusal> {
    match scheme {
        Scheme::Edwards(Edwards {
            instance: Instance::Pure,
            criterion: Criterion::Cofactorless,
            ..
        }) => Ok(()),
        _ => Err(Refusal::Unsupported),
    }
}

impl Sign for Ed25519KeyPair {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        copy(Self::sign(self, data).as_ref(), out)
    }
}

fn copy(signature: &[u8], out: &mut [u8]) -> Result<usize, Error> {
    out.get_mut(..signature.len())
        .ok_or(FAILED)?
        .copy_from_slice(signature);
    Ok(signature.len())
}

/// SHA-1, SHA-256, SHA-384 and SHA-512. The key's two blocks are hashed once, when it is loaded.
pub static HMAC: Backend = Backend {
    name: NAME,
    sign: |key, scheme| load_hmac(key, scheme).map(|hmac| -> Box<dyn Sign> { Box::new(hmac) }),
    verify: |key, scheme| load_hmac(key, scheme).map(|hmac| -> Box<dyn Verify> { Box::new(hmac) }),
    generate: no_generation,
};

struct Hmac {
    key: hmac::Key,
    length: usize,
}

fn load_hmac(key: &Key, scheme: &Scheme) -> Result<Hmac, Refusal> {
    let Scheme::Hmac { hash, length } = *scheme else {
        return Err(Refusal::Unsupported);
    };
    let algorithm = match hash {
        Hash::Sha1 => hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY,
        Hash::Sha256 => hmac::HMAC_SHA256,
        Hash::Sha384 => hmac::HMAC_SHA384,
        Hash::Sha512 => hmac::HMAC_SHA512,
        _ => return Err(Refusal::Unsupported),
    };
    Ok(Hmac {
        key: hmac::Key::new(algorithm, key.secret_bytes()?),
        length,
    })
}

impl Sign for Hmac {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        copy(&hmac::sign(&self.key, data).as_ref()[..self.length], out)
    }
}

impl Verify for Hmac {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        super::tag_matches(self, self.length, data, signature)
    }
}
