//! AWS-LC: RSA, the NIST curves, secp256k1, Ed25519, HMAC.

use zeroize::Zeroizing;

use super::{Backend, Generated, Refusal, RsaRequest, Sign, Verify, no_generation, random_seed};
use crate::{
    encoding::{ecdsa, rsa},
    error::Error,
    key::Key,
    scheme::{
        self, Criterion, Digesting, EcdsaEncoding, Edwards, Hash, Instance, Nonce, PostQuantum, RsaPadding,
        SaltLength, Scheme,
    },
    table::{Halves, KeyType},
};

mod ffi;
mod generation;

const NAME: &str = "aws-lc";
const FAILED: Error = Error::SigningFailed(NAME);

pub static RSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let (digest, pss) = rsa_scheme(key, scheme)?;
        let numbers = key.rsa_private_numbers()?;
        let own = ffi::Rsa::private(&[
            numbers.modulus.as_bytes(),
            numbers.public_exponent.as_bytes(),
            numbers.private_exponent.as_bytes(),
            numbers.prime1.as_bytes(),
            numbers.prime2.as_bytes(),
            numbers.exponent1.as_bytes(),
            numbers.exponent2.as_bytes(),
            numbers.coefficient.as_bytes(),
        ]);
        Ok(Box::new(RsaPrivate {
            key: own.ok_or(Refusal::Unsupported)?,
            digest,
            md: md(digest.hash)?,
            pss,
        }))
    },
    verify: |key, scheme| {
        let (digest, pss) = rsa_scheme(key, scheme)?;
        let numbers = key.rsa_public_numbers()?;
        let own = ffi::RsaPublic::new(numbers.modulus.as_bytes(), numbers.public_exponent.as_bytes());
        Ok(Box::new(RsaPublic {
            key: own.ok_or(Refusal::Unsupported)?,
            digest,
            md: md(digest.hash)?,
            pss,
            padding: rsa::pkcs1_padding(digest.hash, numbers.modulus.as_bytes().len()),
        }))
    },
    generate: |_, request: &RsaRequest| rsa::generated(generation::rsa_key(request)?).map_err(Refusal::Wrong),
};

/// The hash, and MGF1 and salt where the padding is PSS.
type RsaScheme = (Digesting, Option<(ffi::Md, SaltLength)>);

fn rsa_scheme(key: &Key, scheme: &Scheme) -> Result<RsaScheme, Refusal> {
    match *scheme {
        Scheme::Rsa {
            digest,
            padding: RsaPadding::Pkcs1,
        } => Ok((digest, None)),
        // A bound key asks for a least salt length, which is not to be had with one found in the signature.
        Scheme::Rsa {
            padding:
                RsaPadding::Pss {
                    salt: SaltLength::Auto,
                    ..
                },
            ..
        } if key.pss().is_some() => Err(Refusal::Unsupported),
        Scheme::Rsa {
            digest,
            padding: RsaPadding::Pss { mgf1, salt },
        } => Ok((digest, Some((md(mgf1)?, salt)))),
        _ => Err(Refusal::Unsupported),
    }
}

fn md(hash: Hash) -> Result<ffi::Md, Refusal> {
    ffi::Md::new(hash.row().oid).ok_or(Refusal::Unsupported)
}

struct RsaPrivate {
    key: ffi::Rsa,
    digest: Digesting,
    md: ffi::Md,
    pss: Option<(ffi::Md, SaltLength)>,
}

impl Sign for RsaPrivate {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let digest = self.digest.of(data)?;
        let written = match self.pss {
            None => self.key.sign_pkcs1(self.md, digest.as_slice(), out),
            Some((mgf1, SaltLength::Bytes(salt))) => {
                self.key.sign_pss(self.md, mgf1, salt, digest.as_slice(), out)
            }
            Some((_, SaltLength::Auto)) => None,
        };
        written.ok_or(FAILED)
    }
}

struct RsaPublic {
    key: ffi::RsaPublic,
    digest: Digesting,
    md: ffi::Md,
    pss: Option<(ffi::Md, SaltLength)>,
    /// All of the encoded message before the digest; `None` where the modulus is too short for it.
    padding: Option<Vec<u8>>,
}

impl Verify for RsaPublic {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let Ok(digest) = self.digest.of(data) else {
            return false;
        };
        let digest = digest.as_slice();
        let mut space = [0; ffi::MAX_MODULUS];
        let Some(encoded) = self.key.recover(signature, &mut space) else {
            return false;
        };
        match (self.pss, &self.padding) {
            // RFC 8017 section 8.2.2: the encoded message is made again and compared, never parsed.
            (None, Some(padding)) => encoded.strip_prefix(padding.as_slice()) == Some(digest),
            (None, None) => false,
            (Some((mgf1, SaltLength::Auto)), _) => self.key.is_pss(self.md, mgf1, None, digest, encoded),
            (Some((mgf1, SaltLength::Bytes(salt))), _) => {
                self.key.is_pss(self.md, mgf1, Some(salt), digest, encoded)
            }
        }
    }
}

/// ECDSA; the nonce is hedged (BoringSSL's: key, digest and randomness) and cannot be had otherwise.
pub static ECDSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let Scheme::Ecdsa(
            scheme @ scheme::Ecdsa {
                nonce: Nonce::Hedged, ..
            },
        ) = *scheme
        else {
            return Err(Refusal::Unsupported);
        };
        let own = ffi::Ec::private(curve(key.key_type)?, key.secret_bytes()?);
        load_ecdsa(key, own, scheme).map(|own| -> Box<dyn Sign> { Box::new(own) })
    },
    verify: |key, scheme| {
        let Scheme::Ecdsa(scheme) = *scheme else {
            return Err(Refusal::Unsupported);
        };
        let own = ffi::Ec::public(curve(key.key_type)?, key.public_bytes());
        load_ecdsa(key, own, scheme).map(|own| -> Box<dyn Verify> { Box::new(own) })
    },
    generate: |key_type, _| {
        let key = ffi::Ec::generate(curve(key_type)?).ok_or(Refusal::Unsupported)?;
        let secret = key.scalar(key_type.secret_length).ok_or(Refusal::Unsupported)?;
        Ok(Generated {
            secret,
            public: key.point().ok_or(Refusal::Unsupported)?,
        })
    },
};

struct Ecdsa {
    key: ffi::Ec,
    digest: Digesting,
    /// The length of the order where r || s is wanted instead of DER.
    p1363: Option<usize>,
}

fn load_ecdsa(key: &Key, own: Option<ffi::Ec>, scheme: scheme::Ecdsa) -> Result<Ecdsa, Refusal> {
    let p1363 = match scheme.encoding {
        EcdsaEncoding::Der => None,
        EcdsaEncoding::P1363 => Some(key.key_type.order_length()),
        EcdsaEncoding::Recoverable => return Err(Refusal::Unsupported),
    };
    Ok(Ecdsa {
        key: own.ok_or(Refusal::Unsupported)?,
        digest: scheme.digest,
        p1363,
    })
}

fn curve(key_type: &KeyType) -> Result<der::asn1::ObjectIdentifier, Refusal> {
    key_type
        .curve
        .as_ref()
        .map(|curve| curve.oid)
        .ok_or(Refusal::Unsupported)
}

impl Sign for Ecdsa {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let digest = self.digest.of(data)?;
        match self.p1363 {
            None => self.key.sign(digest.as_slice(), out),
            Some(order) => {
                let mut der = [0; ecdsa::MAX_DER];
                self.key
                    .sign(digest.as_slice(), &mut der)
                    .and_then(|length| ecdsa::der_to_p1363(&der[..length], order, out))
            }
        }
        .ok_or(FAILED)
    }
}

impl Verify for Ecdsa {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let Ok(digest) = self.digest.of(data) else {
            return false;
        };
        match self.p1363 {
            None => self.key.verify(digest.as_slice(), signature),
            Some(order) => {
                let mut der = [0; ecdsa::MAX_DER];
                ecdsa::p1363_to_der(signature, order, &mut der)
                    .is_some_and(|length| self.key.verify(digest.as_slice(), &der[..length]))
            }
        }
    }
}

/// The arithmetic of the NIST curves.
pub static EC_HALVES: Halves = Halves {
    public_of: |key_type, scalar| {
        curve(key_type)
            .ok()
            .and_then(|curve| ffi::Ec::private(curve, scalar))
            .and_then(|key| key.point())
            .ok_or_else(|| {
                Error::invalid_key(format!(
                    "the private key is not in the range of {}",
                    key_type.name
                ))
            })
    },
    read_public: |key_type, point| {
        curve(key_type)
            .ok()
            .and_then(|curve| ffi::Ec::public(curve, point))
            .and_then(|key| key.point())
            .map(Into::into)
            .ok_or_else(|| Error::invalid_key(format!("the public key is no point of {}", key_type.name)))
    },
};

/// RFC 8032. Verification refuses encodings of the public key that are not canonical, which OpenSSL and
/// dalek take: such a key is left to them.
pub static ED25519: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let mut pair = Zeroizing::new([0; 64]);
        pair[..32].copy_from_slice(key.secret_bytes()?);
        pair[32..].copy_from_slice(key.public_bytes());
        let scheme = eddsa(scheme)?;
        Ok(Box::new(Ed25519Pair { pair, scheme }))
    },
    verify: |key, scheme| {
        let public: [u8; 32] = key.public_bytes().try_into().map_err(|_| Refusal::Unsupported)?;
        if super::dalek::is_canonical(&public) {
            let scheme = eddsa(scheme)?;
            Ok(Box::new(Ed25519Public { public, scheme }))
        } else {
            Err(Refusal::Unsupported)
        }
    },
    generate: |_, _| {
        let pair = ffi::ed25519_generate();
        Ok(Generated {
            secret: pair[..32].to_vec().into(),
            public: pair[32..].to_vec(),
        })
    },
};

fn eddsa(scheme: &Scheme) -> Result<Edwards, Refusal> {
    match scheme {
        Scheme::Edwards(edwards) if edwards.criterion == Criterion::Cofactorless => Ok(*edwards),
        _ => Err(Refusal::Unsupported),
    }
}

struct Ed25519Pair {
    pair: Zeroizing<[u8; 64]>,
    scheme: Edwards,
}

impl Sign for Ed25519Pair {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let signature = out.first_chunk_mut().ok_or(FAILED)?;
        let (pair, context) = (&self.pair, self.scheme.context.as_slice());
        let done = match self.scheme.instance {
            Instance::Pure => ffi::ed25519_sign(pair, data, signature),
            Instance::Context => ffi::ed25519ctx_sign(pair, data, context, signature),
            Instance::Prehash => ffi::ed25519ph_sign(pair, data, context, signature),
        };
        if done { Ok(signature.len()) } else { Err(FAILED) }
    }
}

struct Ed25519Public {
    public: [u8; 32],
    scheme: Edwards,
}

impl Verify for Ed25519Public {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        let Ok(signature) = signature.try_into() else {
            return false;
        };
        let (public, context) = (&self.public, self.scheme.context.as_slice());
        match self.scheme.instance {
            Instance::Pure => ffi::ed25519_verify(public, data, signature),
            Instance::Context => ffi::ed25519ctx_verify(public, data, context, signature),
            Instance::Prehash => ffi::ed25519ph_verify(public, data, context, signature),
        }
    }
}

/// FIPS 204, hedged.
pub static ML_DSA: Backend = Backend {
    name: NAME,
    sign: |key, scheme| {
        let own = ffi::MlDsa::private(algorithm(key.key_type)?, key.secret_bytes()?);
        ml_dsa(own, scheme).map(|own| -> Box<dyn Sign> { Box::new(own) })
    },
    verify: |key, scheme| {
        let own = ffi::MlDsa::public(algorithm(key.key_type)?, key.public_bytes());
        ml_dsa(own, scheme).map(|own| -> Box<dyn Verify> { Box::new(own) })
    },
    generate: |key_type, _| {
        let seed = random_seed()?;
        let public = ffi::MlDsa::private(algorithm(key_type)?, &*seed)
            .and_then(|key| key.public_bytes(key_type.public_length))
            .ok_or(Refusal::Unsupported)?;
        Ok(Generated {
            secret: seed.to_vec().into(),
            public,
        })
    },
};

struct MlDsa {
    key: ffi::MlDsa,
    scheme: PostQuantum,
}

fn ml_dsa(key: Option<ffi::MlDsa>, scheme: &Scheme) -> Result<MlDsa, Refusal> {
    match (key, scheme) {
        (Some(key), Scheme::PostQuantum(scheme)) if scheme.nonce == Nonce::Hedged => {
            Ok(MlDsa { key, scheme: *scheme })
        }
        _ => Err(Refusal::Unsupported),
    }
}

fn algorithm(key_type: &KeyType) -> Result<der::asn1::ObjectIdentifier, Refusal> {
    key_type.oid.ok_or(Refusal::Unsupported)
}

impl Sign for MlDsa {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let data = self.scheme.message(data)?;
        if self.scheme.external_mu {
            self.key.sign_mu(data, out)
        } else {
            self.key.sign(data, self.scheme.context.as_slice(), out)
        }
        .ok_or(FAILED)
    }
}

impl Verify for MlDsa {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        if self.scheme.external_mu {
            self.key.verify_mu(data, signature)
        } else {
            self.key.verify(data, self.scheme.context.as_slice(), signature)
        }
    }
}

pub static HMAC: Backend = Backend {
    name: NAME,
    sign: |key, scheme| load_hmac(key, scheme).map(|hmac| -> Box<dyn Sign> { Box::new(hmac) }),
    verify: |key, scheme| load_hmac(key, scheme).map(|hmac| -> Box<dyn Verify> { Box::new(hmac) }),
    generate: no_generation,
};

struct Hmac {
    key: Zeroizing<Vec<u8>>,
    md: ffi::Md,
    length: usize,
}

fn load_hmac(key: &Key, scheme: &Scheme) -> Result<Hmac, Refusal> {
    let Scheme::Hmac { hash, length } = *scheme else {
        return Err(Refusal::Unsupported);
    };
    Ok(Hmac {
        key: key.secret_bytes()?.to_vec().into(),
        md: md(hash)?,
        length,
    })
}

impl Sign for Hmac {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let mut tag = Zeroizing::new([0; 64]);
        if !ffi::hmac(self.md, &self.key, data, &mut tag) {
            return Err(FAILED);
        }
        out[..self.length].copy_from_slice(&tag[..self.length]);
        Ok(self.length)
    }
}

impl Verify for Hmac {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        super::tag_matches(self, self.length, data, signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hash_is_known() -> Result<(), Refusal> {
        for hash in Hash::ALL {
            md(*hash)?;
        }
        Ok(())
    }
}
