//! Keys: zeroised material with its row of the table, and what can be asked of it.

use std::{
    any::Any,
    fmt,
    sync::{Arc, OnceLock},
};

use der::Decode as _;
use der::asn1::UintRef;
use pkcs1::{RsaPrivateKey, RsaPublicKey};
use zeroize::Zeroizing;

use crate::{
    backend::{self, Generated, RsaRequest, Sign, Verify},
    encoding,
    error::Error,
    low_s::{self, LowSigner, LowVerifier},
    scheme::{Hash, Scheme},
    table::{self, Family, KeyType},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Secret,
    Public,
    Private,
}

impl Kind {
    /// node's `KeyObject.type`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Secret => "secret",
            Self::Public => "public",
            Self::Private => "private",
        }
    }
}

/// A key, checked: its halves fit together and its numbers are in range.
#[derive(Clone)]
pub struct Key {
    pub key_type: &'static KeyType,
    pub kind: Kind,
    public: PublicHalf,
    /// The private half: PKCS#1 `RSAPrivateKey` in DER, a scalar of the order's length, a seed, or a secret.
    secret: Zeroizing<Vec<u8>>,
    /// The modulus; 0 where there is none.
    rsa_bits: usize,
    pss: Option<PssParameters>,
    /// How the key was written, where a standard leaves a choice that node keeps.
    pub form: Form,
}

/// The public half of a key, checked.
#[derive(Clone)]
pub struct PublicHalf {
    /// PKCS#1 `RSAPublicKey` in DER, an uncompressed SEC1 point, or raw bytes.
    bytes: Vec<u8>,
    /// What its library made of the bytes, where that is work to keep.
    unpacked: OnceLock<Arc<dyn Any + Send + Sync>>,
}

impl PublicHalf {
    /// With what its library made of `bytes` to check them.
    pub fn unpacked(bytes: Vec<u8>, unpacked: impl Any + Send + Sync) -> Self {
        let unpacked: Arc<dyn Any + Send + Sync> = Arc::new(unpacked);
        Self {
            bytes,
            unpacked: unpacked.into(),
        }
    }
}

impl From<Vec<u8>> for PublicHalf {
    fn from(bytes: Vec<u8>) -> Self {
        Self {
            bytes,
            unpacked: OnceLock::new(),
        }
    }
}

/// The parameters that bind an rsa-pss key, RFC 4055 section 3.1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PssParameters {
    pub hash: Hash,
    pub mgf1: Hash,
    /// The shortest salt, in bytes.
    pub salt_length: usize,
}

/// What OpenSSL, and so node, writes back as it read it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Form {
    /// The EC point came compressed.
    pub compressed: bool,
    /// The EC private key came without its public half.
    pub without_public: bool,
}

impl Key {
    /// A secret for HMAC.
    pub fn secret(bytes: &[u8]) -> Result<Self, Error> {
        Self::assemble("hmac", Kind::Secret, Vec::new().into(), bytes.to_vec().into())
    }

    /// A public key from the row's raw form.
    pub fn public(key_type: &'static KeyType, bytes: &[u8]) -> Result<Self, Error> {
        let compressed = key_type.family == Family::Ec && matches!(bytes.first(), Some(2 | 3));
        let public = (halves(key_type)?.read_public)(key_type, bytes)?;
        let mut key = Self::from_public_half(key_type, public)?;
        key.form.compressed = compressed;
        Ok(key)
    }

    /// A public key from a half that was checked.
    pub fn from_public_half(key_type: &'static KeyType, half: PublicHalf) -> Result<Self, Error> {
        Self::assemble(key_type.name, Kind::Public, half, Zeroizing::default())
    }

    /// A private key from the row's raw form. A `public` half that is given must be its own.
    pub fn private(key_type: &'static KeyType, secret: &[u8], public: Option<&[u8]>) -> Result<Self, Error> {
        let halves = halves(key_type)?;
        if secret.len() != key_type.secret_length && secret.len() != key_type.expanded_length {
            return Err(Error::invalid_key(format!(
                "a {} private key has {} bytes, this one {}",
                key_type.name,
                key_type.secret_length,
                secret.len()
            )));
        }
        let own = (halves.public_of)(key_type, secret)?;
        if let Some(public) = public
            && (halves.read_public)(key_type, public)?.bytes != own
        {
            return Err(Error::invalid_key(format!(
                "the public half of this {} key does not belong to its private half",
                key_type.name
            )));
        }
        let mut key = Self::assemble(key_type.name, Kind::Private, own.into(), secret.to_vec().into())?;
        key.form.compressed =
            key_type.family == Family::Ec && public.is_some_and(|p| matches!(p.first(), Some(2 | 3)));
        key.form.without_public = key_type.family == Family::Ec && public.is_none();
        Ok(key)
    }

    /// An RSA public key from PKCS#1 DER.
    pub fn rsa_public(pkcs1: &[u8], pss: Option<PssParameters>) -> Result<Self, Error> {
        let numbers = RsaPublicKey::<UintRef<'_>>::from_der(pkcs1)
            .map_err(|error| Error::invalid_key(format!("not a PKCS#1 RSAPublicKey ({error})")))?;
        let bits = encoding::rsa::check_public(&numbers)?;
        Ok(Self {
            rsa_bits: bits,
            ..Self::rsa(Kind::Public, pkcs1.to_vec(), Zeroizing::default(), pss)?
        })
    }

    /// An RSA private key from PKCS#1 DER. Every relation between its numbers is checked.
    pub fn rsa_private(pkcs1: &[u8], pss: Option<PssParameters>) -> Result<Self, Error> {
        let numbers = RsaPrivateKey::<UintRef<'_>>::from_der(pkcs1)
            .map_err(|error| Error::invalid_key(format!("not a PKCS#1 RSAPrivateKey ({error})")))?;
        let bits = encoding::rsa::check_private(&numbers)?;
        let public = encoding::rsa::public_der(&numbers.public_key())?;
        Ok(Self {
            rsa_bits: bits,
            ..Self::rsa(Kind::Private, public, pkcs1.to_vec().into(), pss)?
        })
    }

    fn rsa(
        kind: Kind,
        public: Vec<u8>,
        secret: Zeroizing<Vec<u8>>,
        pss: Option<PssParameters>,
    ) -> Result<Self, Error> {
        Self::assemble("rsa", kind, public.into(), secret).map(|key| Self { pss, ..key })
    }

    fn assemble(
        name: &str,
        kind: Kind,
        public: PublicHalf,
        secret: Zeroizing<Vec<u8>>,
    ) -> Result<Self, Error> {
        let key_type = table::key_type(name).ok_or_else(|| Error::Internal(format!("no row {name}")))?;
        Ok(Self {
            key_type,
            kind,
            public,
            secret,
            rsa_bits: 0,
            pss: None,
            form: Form::default(),
        })
    }

    /// The same RSA key under the row whose algorithm binds it to PSS, with or without parameters.
    pub fn bound_to_pss(self) -> Result<Self, Error> {
        let key_type = table::key_type("rsa-pss").ok_or_else(|| Error::Internal("no row rsa-pss".into()))?;
        Ok(Self { key_type, ..self })
    }

    /// A new pair: the private key, from which the public one follows.
    pub fn generate(
        key_type: &'static KeyType,
        request: &RsaRequest,
        backend: Option<&str>,
    ) -> Result<Self, Error> {
        let (Generated { secret, public }, _) =
            backend::choose(key_type.generate, &[], backend, "generate", |backend| {
                (backend.generate)(key_type, request)
            })?;
        let kind = Kind::Private;
        match key_type.family {
            // Checked like any other that comes in.
            Family::Rsa | Family::RsaPss => {
                Self::rsa_private(&secret, None).map(|key| Self { key_type, ..key })
            }
            _ => Self::assemble(key_type.name, kind, public.into(), secret),
        }
    }

    /// Binds a generated rsa-pss key to `pss`.
    pub fn with_pss(mut self, pss: Option<PssParameters>) -> Self {
        self.pss = pss;
        self
    }

    /// The public key of this pair.
    pub fn to_public(&self) -> Self {
        Self {
            kind: Kind::Public,
            secret: Zeroizing::default(),
            form: Form {
                without_public: false,
                ..self.form
            },
            ..self.clone()
        }
    }

    pub fn public_bytes(&self) -> &[u8] {
        &self.public.bytes
    }

    /// The public half as its library has it; `unpack` makes it from the bytes, once.
    pub fn unpacked_public<T: Any + Copy + Send + Sync>(
        &self,
        unpack: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Option<T> {
        let PublicHalf { bytes, unpacked } = &self.public;
        if unpacked.get().is_none() {
            let new: Arc<dyn Any + Send + Sync> = Arc::new(unpack(bytes)?);
            unpacked.get_or_init(|| new);
        }
        unpacked.get()?.downcast_ref().copied()
    }

    /// The private or secret bytes; an error for a public key.
    pub fn secret_bytes(&self) -> Result<&[u8], Error> {
        match self.kind {
            Kind::Public => Err(Error::WrongKeyKind {
                is: "public",
                wanted: "private",
            }),
            Kind::Private | Kind::Secret => Ok(&self.secret),
        }
    }

    /// The length of the modulus in bits; 0 for what is not RSA.
    pub const fn rsa_bits(&self) -> usize {
        self.rsa_bits
    }

    pub const fn pss(&self) -> Option<&PssParameters> {
        self.pss.as_ref()
    }

    /// `n` and `e`.
    pub fn rsa_public_numbers(&self) -> Result<RsaPublicKey<UintRef<'_>>, Error> {
        RsaPublicKey::from_der(&self.public.bytes).map_err(|error| Error::invalid_key(error.to_string()))
    }

    /// All eight numbers.
    pub fn rsa_private_numbers(&self) -> Result<RsaPrivateKey<UintRef<'_>>, Error> {
        RsaPrivateKey::from_der(self.secret_bytes()?).map_err(|error| Error::invalid_key(error.to_string()))
    }

    /// A signer under `scheme`, and the library that it is of.
    pub fn signer(
        &self,
        scheme: &Scheme,
        backend: Option<&str>,
    ) -> Result<(Box<dyn Sign>, &'static str), Error> {
        let by_name_only = self.key_type.sign_by_name_only;
        let inner = low_s::inner_scheme(scheme);
        let (signer, name) = backend::choose(self.key_type.sign, by_name_only, backend, "sign", |backend| {
            (backend.sign)(self, inner.as_ref().unwrap_or(scheme))
        })?;
        match inner {
            None => Ok((signer, name)),
            Some(_) => Ok((Box::new(LowSigner::new(self, signer, scheme)?), name)),
        }
    }

    /// A verifier under `scheme`, and the library that it is of.
    pub fn verifier(
        &self,
        scheme: &Scheme,
        backend: Option<&str>,
    ) -> Result<(Box<dyn Verify>, &'static str), Error> {
        let backends = [self.key_type.verify, self.key_type.verify_by_option].concat();
        let (verifier, name) = backend::choose(&backends, &[], backend, "verify", |backend| {
            (backend.verify)(self, scheme)
        })?;
        if !low_s::is_asked(scheme) {
            return Ok((verifier, name));
        }
        Ok((Box::new(LowVerifier::new(self, verifier, scheme)?), name))
    }

    /// What the table says of one signature, in microseconds. The work of RSA grows with the cube of its length.
    pub fn sign_cost(&self) -> u32 {
        self.scaled(self.key_type.costs.sign, 3)
    }

    /// What the table says of one verification; with the square.
    pub fn verify_cost(&self) -> u32 {
        self.scaled(self.key_type.costs.verify, 2)
    }

    fn scaled(&self, cost: u32, power: u32) -> u32 {
        const BITS_IN_TABLE: u64 = 2048;
        match self.rsa_bits {
            0 => cost,
            bits => {
                let scaled = u64::from(cost) * (bits as u64).pow(power) / BITS_IN_TABLE.pow(power);
                u32::try_from(scaled).unwrap_or(u32::MAX)
            }
        }
    }

    /// Whether both are the same key, in constant time where secret.
    pub fn equals(&self, other: &Self) -> bool {
        self.key_type.name == other.key_type.name
            && self.kind == other.kind
            && self.public.bytes == other.public.bytes
            && self.pss == other.pss
            && self.secret.len() == other.secret.len()
            && (self.secret.is_empty() || ::openssl::memcmp::eq(&self.secret, &other.secret))
    }
}

fn halves(key_type: &'static KeyType) -> Result<&'static table::Halves, Error> {
    key_type
        .halves
        .ok_or_else(|| Error::InvalidArgument(format!("a {} key has no raw form", key_type.name)))
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key")
            .field("key_type", &self.key_type.name)
            .field("kind", &self.kind)
            .finish_non_exhaustive()
    }
}
