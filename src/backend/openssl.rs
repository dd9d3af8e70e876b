//! OpenSSL, vendored and static: what node has too, and what no other library carries.

use openssl::{
    asn1::Asn1Object,
    bn::{BigNum, BigNumContext},
    ec::{EcGroup, EcKey, EcPoint, PointConversionForm},
    error::ErrorStack,
    md::Md,
    md_ctx::MdCtx,
    nid::Nid,
    pkey::{HasPrivate, HasPublic, Id, PKey, Private, Public},
    pkey_ctx::{NonceType, PkeyCtx, PkeyCtxRef},
    rsa::Padding,
    sign::RsaPssSaltlen,
};
use zeroize::Zeroizing;

use super::{Backend, Generated, Loaded, Refusal, RsaRequest, Sign, Verify, no_generation};
use crate::{
    encoding::{Structure, Unlock, der, ecdsa},
    error::Error,
    key::Key,
    scheme::{
        Criterion, Digesting, Ecdsa, EcdsaEncoding, Hash, Instance, Nonce, PostQuantum, RsaPadding,
        SaltLength, Scheme,
    },
    table::{self, Halves, KeyType},
};

mod ffi;

use ffi::Parameters;

const NAME: &str = "openssl";
const FAILED: Error = Error::SigningFailed(NAME);

pub static RSA: Backend = Backend {
    name: NAME,
    sign: load_private,
    verify: load_public,
    generate: |_, request: &RsaRequest| {
        let made = || -> Result<_, ErrorStack> {
            let exponent = BigNum::from_slice(&request.exponent.to_be_bytes())?;
            openssl::rsa::Rsa::generate_with_e(request.bits, &exponent)?.private_key_to_der()
        };
        crate::encoding::rsa::generated(made().map_err(refused)?.into()).map_err(Refusal::Wrong)
    },
};

pub static ECDSA: Backend = Backend {
    name: NAME,
    sign: load_private,
    verify: load_public,
    generate: |key_type, _| {
        let made = || -> Result<_, ErrorStack> {
            let group = group(key_type)?;
            let key = EcKey::generate(&group)?;
            let mut context = BigNumContext::new()?;
            let length = i32::try_from(key_type.secret_length).unwrap_or(i32::MAX);
            Ok(Generated {
                secret: key.private_key().to_vec_padded(length)?.into(),
                public: key
                    .public_key()
                    .to_bytes(&group, PointConversionForm::UNCOMPRESSED, &mut context)?,
            })
        };
        made().map_err(refused)
    },
};

pub static ED25519: Backend = Backend {
    name: NAME,
    sign: load_private,
    verify: load_public,
    generate: |_, _| {
        let made = || -> Result<_, ErrorStack> {
            let key = PKey::generate_ed25519()?;
            Ok(Generated {
                secret: key.raw_private_key()?.into(),
                public: key.raw_public_key()?,
            })
        };
        made().map_err(refused)
    },
};

pub static ED448: Backend = Backend {
    generate: |_, _| {
        let made = || -> Result<_, ErrorStack> {
            let key = PKey::generate_ed448()?;
            Ok(Generated {
                secret: key.raw_private_key()?.into(),
                public: key.raw_public_key()?,
            })
        };
        made().map_err(refused)
    },
    ..ED25519
};

pub static ED448_HALVES: Halves = Halves {
    public_of: |key_type, seed| {
        PKey::private_key_from_raw_bytes(seed, Id::ED448)
            .and_then(|key| key.raw_public_key())
            .map_err(|_| Error::invalid_key(format!("not a private key of {}", key_type.name)))
    },
    read_public: |key_type, public| {
        PKey::public_key_from_raw_bytes(public, Id::ED448)
            .and_then(|key| key.raw_public_key())
            .map(Into::into)
            .map_err(|_| Error::invalid_key(format!("not a public key of {}", key_type.name)))
    },
};

/// FIPS 204 and FIPS 205.
pub static PQ: Backend = Backend {
    name: NAME,
    sign: load_private,
    verify: load_public,
    generate: |key_type, _| {
        let key = ffi::generate(key_type.name).map_err(refused)?;
        let der = key.private_key_to_pkcs8().map(Zeroizing::new).map_err(refused)?;
        let key = der::read_private(
            &der,
            Some(Structure::Pkcs8),
            Unlock {
                passphrase: None,
                max_cost: 0,
            },
        )?;
        Ok(Generated {
            secret: key.secret_bytes()?.to_vec().into(),
            public: key.public_bytes().to_vec(),
        })
    },
};

pub static PQ_HALVES: Halves = Halves {
    public_of: |key_type, secret| {
        let der = der::pq_pkcs8(key_type, secret)?;
        PKey::private_key_from_pkcs8(&der)
            .and_then(|key| key.raw_public_key())
            .map_err(|_| Error::invalid_key(format!("not a private key of {}", key_type.name)))
    },
    // Any bytes of the right length are a public key of FIPS 204 and FIPS 205.
    read_public: table::of_right_length,
};

/// The arithmetic of the curves that only OpenSSL has.
pub static EC_HALVES: Halves = Halves {
    public_of: |key_type, scalar| {
        let public = || -> Result<Option<Vec<u8>>, ErrorStack> {
            let group = group(key_type)?;
            let mut context = BigNumContext::new_secure()?;
            let mut order = BigNum::new()?;
            group.order(&mut order, &mut context)?;
            let mut number = BigNum::new_secure()?;
            number.copy_from_slice(scalar)?;
            number.set_const_time();
            if number.num_bits() == 0 || *number >= *order {
                return Ok(None);
            }
            let mut point = EcPoint::new(&group)?;
            point.mul_generator2(&group, &number, &mut context)?;
            point
                .to_bytes(&group, PointConversionForm::UNCOMPRESSED, &mut context)
                .map(Some)
        };
        public().ok().flatten().ok_or_else(|| {
            Error::invalid_key(format!(
                "the private key is not in the range of {}",
                key_type.name
            ))
        })
    },
    read_public: |key_type, bytes| {
        let read = || -> Result<Option<Vec<u8>>, ErrorStack> {
            let group = group(key_type)?;
            let mut context = BigNumContext::new()?;
            let point = EcPoint::from_bytes(&group, bytes, &mut context)?;
            // Nobody writes hybrid points (06, 07); no other library of the table reads them.
            if !matches!(bytes.first(), Some(2..=4)) || point.is_infinity(&group) {
                return Ok(None);
            }
            point
                .to_bytes(&group, PointConversionForm::UNCOMPRESSED, &mut context)
                .map(Some)
        };
        read()
            .ok()
            .flatten()
            .map(Into::into)
            .ok_or_else(|| Error::invalid_key(format!("the public key is no point of {}", key_type.name)))
    },
};

pub static HMAC: Backend = Backend {
    name: NAME,
    sign: |key, scheme| load_hmac(key, scheme).map(|hmac| -> Box<dyn Sign> { Box::new(hmac) }),
    verify: |key, scheme| load_hmac(key, scheme).map(|hmac| -> Box<dyn Verify> { Box::new(hmac) }),
    generate: no_generation,
};

fn group(key_type: &KeyType) -> Result<EcGroup, ErrorStack> {
    let oid = key_type
        .curve
        .as_ref()
        .map(|curve| curve.oid.to_string())
        .unwrap_or_default();
    EcGroup::from_curve_name(Asn1Object::from_str(&oid).map_or(Nid::UNDEF, |object| object.nid()))
}

/// The order of the curve, as long as its scalars.
pub fn curve_order(key_type: &KeyType) -> Result<Vec<u8>, Error> {
    let order = || -> Result<_, ErrorStack> {
        let mut order = BigNum::new()?;
        group(key_type)?.order(&mut order, &mut *BigNumContext::new()?)?;
        order.to_vec_padded(i32::try_from(key_type.order_length()).unwrap_or(i32::MAX))
    };
    order().map_err(|error| Error::Internal(error.to_string()))
}

fn refused(_: ErrorStack) -> Refusal {
    Refusal::Unsupported
}

/// A key of any family, with what its scheme asks of a context.
struct KeyWithScheme<K> {
    key: PKey<K>,
    settings: Settings,
}

#[derive(Default)]
struct Settings {
    /// None where the key hashes in its own way.
    md: Option<Md>,
    /// The caller has hashed already: only the length is looked at.
    prehashed: Option<Digesting>,
    /// Of RSA. PSS where there is an MGF1.
    padding: Option<Padding>,
    /// How long an RSA signature is: OpenSSL takes one of PSS without its leading zero, RFC 8017 does not.
    rsa_length: Option<usize>,
    mgf1: Option<Md>,
    /// Bytes, or [`ANY_SALT`].
    salt: Option<i32>,
    deterministic: bool,
    /// Of Edwards curves, ML-DSA and SLH-DSA.
    parameters: Parameters,
    post_quantum: Option<PostQuantum>,
    /// The length of the order where r || s is wanted instead of DER.
    p1363: Option<usize>,
}

/// RSA_PSS_SALTLEN_AUTO: what the signature holds.
const ANY_SALT: i32 = -2;

fn load_private(key: &Key, scheme: &Scheme) -> Loaded<dyn Sign> {
    let der = der::write(key, Structure::Pkcs8)?;
    let own = PKey::private_key_from_pkcs8(&der).map_err(refused)?;
    Ok(Box::new(KeyWithScheme {
        key: own,
        settings: settings(key, scheme)?,
    }))
}

fn load_public(key: &Key, scheme: &Scheme) -> Loaded<dyn Verify> {
    let der = der::write(&key.to_public(), Structure::Spki)?;
    let own = PKey::public_key_from_der(&der).map_err(refused)?;
    Ok(Box::new(KeyWithScheme {
        key: own,
        settings: settings(key, scheme)?,
    }))
}

fn settings(key: &Key, scheme: &Scheme) -> Result<Settings, Refusal> {
    match *scheme {
        Scheme::Rsa { digest, padding } => {
            let (padding, mgf1, salt) = match padding {
                RsaPadding::Pkcs1 => (Padding::PKCS1, None, None),
                RsaPadding::Pss {
                    mgf1,
                    salt: SaltLength::Auto,
                } => (Padding::PKCS1_PSS, Some(md(mgf1)?), Some(ANY_SALT)),
                RsaPadding::Pss {
                    mgf1,
                    salt: SaltLength::Bytes(bytes),
                } => {
                    let salt = i32::try_from(bytes).map_err(|_| Refusal::Unsupported)?;
                    (Padding::PKCS1_PSS, Some(md(mgf1)?), Some(salt))
                }
            };
            Ok(Settings {
                padding: Some(padding),
                rsa_length: Some(key.rsa_bits().div_ceil(8)),
                mgf1,
                salt,
                ..digesting(digest)?
            })
        }
        Scheme::Ecdsa(Ecdsa {
            encoding: EcdsaEncoding::Recoverable,
            ..
        }) => Err(Refusal::Unsupported),
        Scheme::Ecdsa(Ecdsa {
            digest,
            encoding,
            nonce,
            ..
        }) => Ok(Settings {
            deterministic: nonce == Nonce::Deterministic,
            p1363: (encoding == EcdsaEncoding::P1363).then_some(key.key_type.order_length()),
            ..digesting(digest)?
        }),
        Scheme::Edwards(edwards) if edwards.criterion == Criterion::Cofactorless => Ok(Settings {
            parameters: Parameters {
                instance: match edwards.instance {
                    Instance::Pure => None,
                    Instance::Context => Some(c"Ed25519ctx"),
                    Instance::Prehash if key.key_type.name == table::ED25519_NAME => Some(c"Ed25519ph"),
                    Instance::Prehash => Some(c"Ed448ph"),
                },
                context: edwards.context.as_slice().to_vec(),
                ..Parameters::default()
            },
            ..Settings::default()
        }),
        Scheme::PostQuantum(scheme) => Ok(Settings {
            parameters: Parameters {
                instance: None,
                context: scheme.context.as_slice().to_vec(),
                deterministic: scheme.nonce == Nonce::Deterministic,
                mu: scheme.external_mu,
            },
            post_quantum: Some(scheme),
            ..Settings::default()
        }),
        Scheme::Edwards(_)
        | Scheme::Bip340 { .. }
        | Scheme::Sr25519 { .. }
        | Scheme::Bls(_)
        | Scheme::Hmac { .. } => Err(Refusal::Unsupported),
    }
}

fn digesting(digest: Digesting) -> Result<Settings, Refusal> {
    Ok(Settings {
        md: Some(md(digest.hash)?),
        prehashed: digest.prehashed.then_some(digest),
        ..Settings::default()
    })
}

fn md(hash: Hash) -> Result<Md, Refusal> {
    Md::fetch(None, hash.row().name, None).map_err(refused)
}

impl Settings {
    fn apply<T>(&self, context: &mut PkeyCtxRef<T>) -> Result<(), ErrorStack> {
        if let Some(padding) = self.padding {
            context.set_rsa_padding(padding)?;
        }
        if let Some(mgf1) = &self.mgf1 {
            context.set_rsa_mgf1_md(mgf1)?;
        }
        if let Some(salt) = self.salt {
            context.set_rsa_pss_saltlen(RsaPssSaltlen::custom(salt))?;
        }
        ffi::set_parameters(context, &self.parameters)
    }

    /// The context of a digest that the caller has made.
    fn prepare<T>(&self, context: &mut PkeyCtxRef<T>) -> Result<(), ErrorStack> {
        // The padding comes first: what a digest may be depends on it.
        if let Some(padding) = self.padding {
            context.set_rsa_padding(padding)?;
        }
        if let Some(md) = &self.md {
            context.set_signature_md(md)?;
        }
        self.apply(context)
    }
}

impl<K: HasPrivate> KeyWithScheme<K> {
    fn sign_once(&self, data: &[u8], out: &mut [u8]) -> Result<usize, ErrorStack> {
        if self.settings.prehashed.is_some() {
            let mut context = PkeyCtx::new(&self.key)?;
            context.sign_init()?;
            self.settings.prepare(&mut context)?;
            self.set_nonce(&mut context)?;
            return context.sign(data, Some(out));
        }
        let mut context = MdCtx::new()?;
        let settings = context.digest_sign_init(self.settings.md.as_deref(), &self.key)?;
        self.settings.apply(settings)?;
        self.set_nonce(settings)?;
        context.digest_sign(data, Some(out))
    }

    fn set_nonce<T>(&self, context: &mut PkeyCtxRef<T>) -> Result<(), ErrorStack> {
        if self.settings.deterministic {
            context.set_nonce_type(NonceType::DETERMINISTIC_K)
        } else {
            Ok(())
        }
    }
}

impl Sign for KeyWithScheme<Private> {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        if let Some(digest) = self.settings.prehashed {
            digest.of(data)?;
        }
        if let Some(scheme) = self.settings.post_quantum {
            scheme.message(data)?;
        }
        match self.settings.p1363 {
            None => self.sign_once(data, out).map_err(|_| FAILED),
            Some(order) => {
                let mut der = [0; ecdsa::MAX_DER];
                let length = self.sign_once(data, &mut der).map_err(|_| FAILED)?;
                ecdsa::der_to_p1363(&der[..length], order, out).ok_or(FAILED)
            }
        }
    }
}

impl<K: HasPublic> KeyWithScheme<K> {
    /// An error is a signature that could not even be looked at: as bad as a wrong one.
    fn verify_once(&self, data: &[u8], signature: &[u8]) -> Result<bool, ErrorStack> {
        if let Some(digest) = self.settings.prehashed {
            if digest.of(data).is_err() {
                return Ok(false);
            }
            let mut context = PkeyCtx::new(&self.key)?;
            context.verify_init()?;
            self.settings.prepare(&mut context)?;
            return context.verify(data, signature);
        }
        let mut context = MdCtx::new()?;
        let settings = context.digest_verify_init(self.settings.md.as_deref(), &self.key)?;
        self.settings.apply(settings)?;
        context.digest_verify(data, signature)
    }
}

impl Verify for KeyWithScheme<Public> {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        if self
            .settings
            .rsa_length
            .is_some_and(|length| signature.len() != length)
        {
            return false;
        }
        let valid = match self.settings.p1363 {
            None => self.verify_once(data, signature),
            Some(order) => {
                let mut der = [0; ecdsa::MAX_DER];
                match ecdsa::p1363_to_der(signature, order, &mut der) {
                    Some(length) => self.verify_once(data, &der[..length]),
                    None => Ok(false),
                }
            }
        };
        valid.unwrap_or(false)
    }
}

struct Hmac {
    key: PKey<Private>,
    md: Md,
    length: usize,
}

fn load_hmac(key: &Key, scheme: &Scheme) -> Result<Hmac, Refusal> {
    let Scheme::Hmac { hash, length } = *scheme else {
        return Err(Refusal::Unsupported);
    };
    Ok(Hmac {
        key: PKey::hmac(key.secret_bytes()?).map_err(refused)?,
        md: md(hash)?,
        length,
    })
}

impl Sign for Hmac {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let made = |tag: &mut [u8]| -> Result<(), ErrorStack> {
            let mut context = MdCtx::new()?;
            context.digest_sign_init(Some(&self.md), &self.key)?;
            context.digest_sign(data, Some(tag)).map(|_| ())
        };
        let mut tag = Zeroizing::new([0; 64]);
        made(&mut *tag).map_err(|_| FAILED)?;
        out[..self.length].copy_from_slice(&tag[..self.length]);
        Ok(self.length)
    }
}

impl Verify for Hmac {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        super::tag_matches(self, self.length, data, signature)
    }
}
