//! The crate `rsa`: RSA in Rust.
//!
//! Its private-key operation is not constant-time (RUSTSEC-2023-0071, the Marvin attack). It signs only
//! where the caller names it, for comparison.

use rsa::{BoxedUint, Pkcs1v15Sign, PrivateKey, Pss, PublicKey, pkcs1::EncodeRsaPrivateKey as _};

use super::{Backend, Refusal, RsaRequest, Sign, Verify};
use crate::{
    error::Error,
    key::Key,
    scheme::{Digesting, Hash, RsaPadding, SaltLength, Scheme},
};

const NAME: &str = "rsa";
const FAILED: Error = Error::SigningFailed(NAME);

pub static RSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let scheme = supported(key, scheme)?;
        let numbers = key.rsa_private_numbers()?;
        let number = |bytes: &[u8]| BoxedUint::from_be_slice_vartime(bytes);
        let own = PrivateKey::from_components(
            number(numbers.modulus.as_bytes()),
            number(numbers.public_exponent.as_bytes()),
            number(numbers.private_exponent.as_bytes()),
            vec![
                number(numbers.prime1.as_bytes()),
                number(numbers.prime2.as_bytes()),
            ],
        )
        .map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(Rsa { key: own, scheme }))
    },
    verify: |key, scheme| {
        let scheme = supported(key, scheme)?;
        let numbers = key.rsa_public_numbers()?;
        let own = PublicKey::new_with_size_limits(
            BoxedUint::from_be_slice_vartime(numbers.modulus.as_bytes()),
            BoxedUint::from_be_slice_vartime(numbers.public_exponent.as_bytes()),
            PublicKey::MIN_SIZE..=key.rsa_bits(),
        )
        .map_err(|_| Refusal::Unsupported)?;
        Ok(Box::new(Rsa { key: own, scheme }))
    },
    generate: |_, request: &RsaRequest| {
        let key = PrivateKey::new_with_exp(
            &mut getrandom::SysRng,
            request.bits as usize,
            BoxedUint::from(request.exponent),
        )
        .map_err(|_| Refusal::Unsupported)?;
        let der = key.to_pkcs1_der().map_err(|_| Refusal::Unsupported)?;
        crate::encoding::rsa::generated(der.as_bytes().to_vec().into()).map_err(Refusal::Wrong)
    },
};

struct Rsa<K> {
    key: K,
    scheme: Supported,
}

#[derive(Clone, Copy)]
struct Supported {
    digest: Digesting,
    /// `Some` for PSS; its salt in bytes, or any.
    pss: Option<SaltLength>,
}

/// The crate ties MGF1 to the hash of the message.
fn supported(key: &Key, scheme: &Scheme) -> Result<Supported, Refusal> {
    match *scheme {
        Scheme::Rsa {
            digest,
            padding: RsaPadding::Pkcs1,
        } => Ok(Supported { digest, pss: None }),
        Scheme::Rsa {
            digest,
            padding: RsaPadding::Pss { mgf1, salt },
        } if mgf1 == digest.hash && (key.pss().is_none() || salt != SaltLength::Auto) => Ok(Supported {
            digest,
            pss: Some(salt),
        }),
        _ => Err(Refusal::Unsupported),
    }
}

/// Calls `$body` with the digest type that `$hash` stands for.
macro_rules! with_digest {
    ($hash:expr, $digest:ident => $body:expr) => {
        match $hash {
            Hash::Sha1 => {
                type $digest = sha1::Sha1;
                $body
            }
            Hash::Sha224 => {
                type $digest = sha2::Sha224;
                $body
            }
            Hash::Sha256 => {
                type $digest = sha2::Sha256;
                $body
            }
            Hash::Sha384 => {
                type $digest = sha2::Sha384;
                $body
            }
            Hash::Sha512 => {
                type $digest = sha2::Sha512;
                $body
            }
            Hash::Sha512_224 => {
                type $digest = sha2::Sha512_224;
                $body
            }
            Hash::Sha512_256 => {
                type $digest = sha2::Sha512_256;
                $body
            }
            Hash::Sha3_224 => {
                type $digest = sha3::Sha3_224;
                $body
            }
            Hash::Sha3_256 => {
                type $digest = sha3::Sha3_256;
                $body
            }
            Hash::Sha3_384 => {
                type $digest = sha3::Sha3_384;
                $body
            }
            Hash::Sha3_512 => {
                type $digest = sha3::Sha3_512;
                $body
            }
        }
    };
}

impl Sign for Rsa<PrivateKey> {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let mut rng = getrandom::SysRng;
        let digest = self.scheme.digest.of(data)?;
        let signature = with_digest!(self.scheme.digest.hash, D => match self.scheme.pss {
            None => self.key.sign_with_rng(&mut rng, Pkcs1v15Sign::new::<D>(), digest.as_slice()),
            Some(SaltLength::Bytes(salt)) => {
                self.key.sign_with_rng(&mut rng, Pss::<D>::new_blinded_with_salt(salt), digest.as_slice())
            }
            Some(SaltLength::Auto) => return Err(FAILED),
        })
        .map_err(|_| FAILED)?;
        out.get_mut(..signature.len())
            .ok_or(FAILED)?
            .copy_from_slice(&signature);
        Ok(signature.len())
    }
}

impl Verify for Rsa<PublicKey> {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let Ok(digest) = self.scheme.digest.of(data) else {
            return false;
        };
        with_digest!(self.scheme.digest.hash, D => match self.scheme.pss {
            None => self.key.verify(Pkcs1v15Sign::new::<D>(), digest.as_slice(), signature),
            Some(SaltLength::Bytes(salt)) => {
                self.key.verify(Pss::<D>::new_with_salt(salt), digest.as_slice(), signature)
            }
            Some(SaltLength::Auto) => {
                let any = Pss { salt_len: None, ..Pss::<D>::new() };
                self.key.verify(any, digest.as_slice(), signature)
            }
        })
        .is_ok()
    }
}
