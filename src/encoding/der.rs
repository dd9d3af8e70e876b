//! Keys in DER: PKCS#8, SPKI, PKCS#1, SEC1, and the public key of an X.509 certificate.

use der::{
    Decode as _, Encode as _,
    asn1::{Any, AnyRef, BitStringRef, Null, ObjectIdentifier, OctetString, OctetStringRef},
};
use pkcs8::{PrivateKeyInfoRef, SubjectPublicKeyInfoRef, spki::AlgorithmIdentifier};
use sec1::{EcParameters, EcPrivateKey};
use zeroize::Zeroizing;

use super::{Structure, Unlock, encrypted};
use crate::{
    error::Error,
    key::{Key, Kind, PssParameters},
    scheme::Hash,
    table::{self, Family, KeyType},
};

/// Reads a private key from `der`; without a `structure`, whichever fits.
pub fn read_private(der: &[u8], structure: Option<Structure>, unlock: Unlock<'_>) -> Result<Key, Error> {
    match structure {
        Some(Structure::Pkcs8) => read_pkcs8(der, unlock),
        Some(Structure::Pkcs1) => Key::rsa_private(der, None),
        Some(Structure::Sec1) => read_sec1(der, None),
        Some(Structure::Spki) => Err(Error::WrongKeyKind {
            is: "public",
            wanted: "private",
        }),
        None => match read_pkcs8(der, unlock) {
            Err(Error::InvalidKey(why)) => Key::rsa_private(der, None)
                .or_else(|error| {
                    if is_inconsistent(&error) {
                        Err(error)
                    } else {
                        read_sec1(der, None)
                    }
                })
                .map_err(|error| {
                    if is_inconsistent(&error) {
                        error
                    } else {
                        Error::InvalidKey(why)
                    }
                }),
            other => other,
        },
    }
}

/// Reads a public key from `der`; without a `structure`, whichever fits, a certificate included.
pub fn read_public(der: &[u8], structure: Option<Structure>) -> Result<Key, Error> {
    match structure {
        Some(Structure::Spki) => read_spki(der),
        Some(Structure::Pkcs1) => Key::rsa_public(der, None),
        Some(Structure::Pkcs8 | Structure::Sec1) => Err(Error::WrongKeyKind {
            is: "private",
            wanted: "public",
        }),
        None => match read_spki(der) {
            Err(Error::InvalidKey(why)) => Key::rsa_public(der, None)
                .or_else(|_| read_certificate(der))
                .map_err(|_| Error::InvalidKey(why)),
            other => other,
        },
    }
}

fn is_inconsistent(error: &Error) -> bool {
    matches!(error, Error::InvalidKey(why) if !why.starts_with("not a "))
}

fn read_pkcs8(der: &[u8], unlock: Unlock<'_>) -> Result<Key, Error> {
    let info = match PrivateKeyInfoRef::from_der(der) {
        Ok(info) => info,
        Err(error) => {
            return match encrypted::decrypt_pkcs8(der, unlock)? {
                Some(plain) => read_pkcs8(
                    &plain,
                    Unlock {
                        passphrase: None,
                        ..unlock
                    },
                ),
                None => Err(malformed("PKCS#8 PrivateKeyInfo", &error)),
            };
        }
    };
    let row = row_of(info.algorithm.oid, info.algorithm.parameters)?;
    let key = read_inner(der, &info, row)?;
    // RFC 5958: a public half beside the private one is its own.
    if let Some(public) = info.public_key
        && whole_bytes(&public)? != key.public_bytes()
    {
        return Err(Error::invalid_key(format!(
            "the public half of this {} key does not belong to its private half",
            row.name
        )));
    }
    Ok(key)
}

fn read_inner(der: &[u8], info: &PrivateKeyInfoRef<'_>, row: &'static KeyType) -> Result<Key, Error> {
    let key_bytes = info.private_key.as_bytes();
    match row.family {
        Family::Rsa => Key::rsa_private(key_bytes, None),
        Family::RsaPss => Key::rsa_private(key_bytes, read_pss(info.algorithm.parameters)?)?.bound_to_pss(),
        Family::Ec => read_sec1(key_bytes, Some(row)),
        Family::MlDsa => read_ml_dsa(der, row),
        Family::SlhDsa => Key::private(row, key_bytes, None),
        _ => {
            let seed = <&OctetStringRef>::from_der(key_bytes)
                .map_err(|error| malformed(&format!("{} private key", row.name), &error))?;
            Key::private(row, seed.as_bytes(), None)
        }
    }
}

/// RFC 9881 section 6. OpenSSL checks that seed and expanded key belong together.
fn read_ml_dsa(der: &[u8], row: &'static KeyType) -> Result<Key, Error> {
    let wrong = || Error::invalid_key(format!("not a private key of {}", row.name));
    let canonical = openssl::pkey::PKey::private_key_from_pkcs8(der)
        .and_then(|key| key.private_key_to_pkcs8())
        .map(Zeroizing::new)
        .map_err(|_| wrong())?;
    let info = PrivateKeyInfoRef::from_der(&canonical).map_err(|_| wrong())?;
    let content = info.private_key.as_bytes();
    let secret = if let Ok(both) = SeedAndKey::from_der(content) {
        both.seed.as_bytes()
    } else if let Ok(expanded) = <&OctetStringRef>::from_der(content) {
        expanded.as_bytes()
    } else {
        AnyRef::from_der(content).map_err(|_| wrong())?.value()
    };
    Key::private(row, secret, None)
}

/// `both` of the private keys of RFC 9881.
#[derive(der::Sequence)]
struct SeedAndKey<'a> {
    seed: &'a OctetStringRef,
    expanded: &'a OctetStringRef,
}

/// The least PKCS#8 that tells OpenSSL of a private key of FIPS 204 (by seed or expanded) or FIPS 205.
pub fn pq_pkcs8(key_type: &KeyType, secret: &[u8]) -> Result<Zeroizing<Vec<u8>>, Error> {
    let inner: Zeroizing<Vec<u8>> = match key_type.family {
        Family::MlDsa if secret.len() == key_type.secret_length => {
            const SEED: u8 = 0x80;
            [&[SEED, secret.len() as u8], secret].concat().into()
        }
        Family::MlDsa => to_secret_der(&OctetString::new(secret).map_err(|error| internal(&error))?)?,
        _ => secret.to_vec().into(),
    };
    to_secret_der(&PrivateKeyInfoRef::new(
        AlgorithmIdentifier {
            oid: key_type.oid.unwrap_or(table::RSA_ENCRYPTION),
            parameters: None,
        },
        OctetStringRef::new(&inner).map_err(|error| internal(&error))?,
    ))
}

fn read_sec1(der: &[u8], row: Option<&'static KeyType>) -> Result<Key, Error> {
    let key = EcPrivateKey::from_der(der).map_err(|error| malformed("SEC1 ECPrivateKey", &error))?;
    let named = match key.parameters {
        Some(parameters) => parameters.named_curve(),
        None => None,
    };
    let own = named
        .map(|oid| table::by_curve_oid(oid).ok_or_else(|| unknown_curve(oid)))
        .transpose()?;
    let row = match (row, own) {
        (Some(row), Some(own)) if row.name != own.name => {
            return Err(Error::invalid_key(format!(
                "the key says {} and its algorithm {}",
                own.name, row.name
            )));
        }
        (Some(row), _) | (None, Some(row)) => row,
        (None, None) => return Err(Error::invalid_key("this ECPrivateKey names no curve")),
    };
    // Some writers drop leading zeros or add one: the number is what counts, RFC 5915 section 3.
    let mut scalar = Zeroizing::new(vec![0; row.secret_length]);
    let bytes = key.private_key;
    let excess = bytes.len().saturating_sub(row.secret_length);
    if bytes[..excess].iter().any(|byte| *byte != 0) {
        return Err(Error::invalid_key(format!(
            "the scalar is too long for {}",
            row.name
        )));
    }
    let bytes = &bytes[excess..];
    let zeros = row.secret_length - bytes.len();
    scalar[zeros..].copy_from_slice(bytes);
    Key::private(row, &scalar, key.public_key)
}

fn read_spki(der: &[u8]) -> Result<Key, Error> {
    let info =
        SubjectPublicKeyInfoRef::from_der(der).map_err(|error| malformed("SubjectPublicKeyInfo", &error))?;
    let bits = whole_bytes(&info.subject_public_key)?;
    let row = row_of(info.algorithm.oid, info.algorithm.parameters)?;
    match row.family {
        Family::Rsa => Key::rsa_public(bits, None),
        Family::RsaPss => Key::rsa_public(bits, read_pss(info.algorithm.parameters)?)?.bound_to_pss(),
        _ => Key::public(row, bits),
    }
}

/// The public key of an X.509 certificate. Nothing else of it is looked at, its signature included.
pub fn read_certificate(der: &[u8]) -> Result<Key, Error> {
    let spki = openssl::x509::X509::from_der(der)
        .and_then(|certificate| certificate.public_key())
        .and_then(|key| key.public_key_to_der())
        .map_err(|_| Error::invalid_key("not an X.509 certificate with a public key"))?;
    read_spki(&spki)
}

fn row_of(oid: ObjectIdentifier, parameters: Option<AnyRef<'_>>) -> Result<&'static KeyType, Error> {
    if oid == table::EC_PUBLIC_KEY {
        let curve = parameters
            .ok_or_else(|| Error::invalid_key("this EC key names no curve"))?
            .decode_as::<ObjectIdentifier>()
            .map_err(|_| {
                Error::invalid_key(
                    "EC keys with explicit curve parameters are not accepted, only named curves",
                )
            })?;
        return table::by_curve_oid(curve).ok_or_else(|| unknown_curve(curve));
    }
    let row = table::KEY_TYPES
        .iter()
        .find(|row| row.oid == Some(oid))
        .ok_or_else(|| Error::invalid_key(format!("no signing key: its algorithm is {oid}")))?;
    // RFC 8410 section 3, RFC 9881, RFC 9909: the parameters must be absent.
    if parameters.is_some() && !matches!(row.family, Family::Rsa | Family::RsaPss) {
        return Err(Error::invalid_key(format!(
            "a key of {} has no algorithm parameters, this one has",
            row.name
        )));
    }
    Ok(row)
}

fn unknown_curve(oid: ObjectIdentifier) -> Error {
    Error::UnknownCurve(oid.to_string())
}

fn whole_bytes<'a>(bits: &BitStringRef<'a>) -> Result<&'a [u8], Error> {
    bits.as_bytes()
        .ok_or_else(|| Error::invalid_key("not a public key: its bits are no whole bytes"))
}

fn malformed(what: &str, error: &der::Error) -> Error {
    Error::invalid_key(format!("not a {what} ({})", error.kind()))
}

/// Writes the key as `structure` says: the bytes that OpenSSL, and so node, would write.
pub fn write(key: &Key, structure: Structure) -> Result<Zeroizing<Vec<u8>>, Error> {
    let family = key.key_type.family;
    match (structure, key.kind) {
        (Structure::Spki, Kind::Public) => write_spki(key).map(Zeroizing::new),
        (Structure::Pkcs8, Kind::Private) => write_pkcs8(key),
        (Structure::Pkcs1, Kind::Public) if family == Family::Rsa => Ok(key.public_bytes().to_vec().into()),
        (Structure::Pkcs1, Kind::Private) if family == Family::Rsa => Ok(key.secret_bytes()?.to_vec().into()),
        (Structure::Sec1, Kind::Private) if family == Family::Ec => write_sec1(key, true),
        (Structure::Pkcs1, Kind::Public | Kind::Private) => Err(Error::IncompatibleExport(
            "The selected key encoding pkcs1 can only be used for RSA keys.".into(),
        )),
        (Structure::Sec1, Kind::Private) => Err(Error::IncompatibleExport(
            "The selected key encoding sec1 can only be used for EC keys.".into(),
        )),
        (structure, kind) => Err(Error::InvalidArgument(format!(
            "The property 'options.type' is invalid for a {} key. Received {structure:?}",
            kind.name()
        ))),
    }
}

fn write_spki(key: &Key) -> Result<Vec<u8>, Error> {
    let parameters = parameters_of(key)?;
    let point = written_point(key);
    SubjectPublicKeyInfoRef {
        algorithm: AlgorithmIdentifier {
            oid: oid_of(key)?,
            parameters: parameters.as_ref().map(AnyRef::from),
        },
        subject_public_key: BitStringRef::from_bytes(&point).map_err(|error| internal(&error))?,
    }
    .to_der()
    .map_err(|error| internal(&error))
}

fn write_pkcs8(key: &Key) -> Result<Zeroizing<Vec<u8>>, Error> {
    if key.key_type.family == Family::MlDsa {
        // As node: the seed alone, where there is one.
        return pq_pkcs8(key.key_type, key.secret_bytes()?);
    }
    let parameters = parameters_of(key)?;
    let inner = match key.key_type.family {
        Family::Rsa | Family::RsaPss => key.secret_bytes()?.to_vec().into(),
        Family::Ec => write_sec1(key, false)?,
        Family::SlhDsa => key.secret_bytes()?.to_vec().into(),
        _ => to_secret_der(&OctetString::new(key.secret_bytes()?).map_err(|error| internal(&error))?)?,
    };
    to_secret_der(&PrivateKeyInfoRef::new(
        AlgorithmIdentifier {
            oid: oid_of(key)?,
            parameters: parameters.as_ref().map(AnyRef::from),
        },
        OctetStringRef::new(&inner).map_err(|error| internal(&error))?,
    ))
}

fn write_sec1(key: &Key, with_curve: bool) -> Result<Zeroizing<Vec<u8>>, Error> {
    let point = written_point(key);
    let curve = key
        .key_type
        .curve
        .as_ref()
        .map(|curve| EcParameters::NamedCurve(curve.oid));
    to_secret_der(&EcPrivateKey {
        private_key: key.secret_bytes()?,
        parameters: curve.filter(|_| with_curve),
        public_key: (!key.form.without_public).then_some(&point),
    })
}

fn written_point(key: &Key) -> Vec<u8> {
    if key.form.compressed {
        compress(key.public_bytes())
    } else {
        key.public_bytes().to_vec()
    }
}

/// SEC1 section 2.3.3: the parity of y, then x.
pub fn compress(point: &[u8]) -> Vec<u8> {
    let half = point.len() / 2;
    let parity = 2 | (point.last().copied().unwrap_or(0) & 1);
    std::iter::once(parity)
        .chain(point.iter().skip(1).take(half).copied())
        .collect()
}

fn oid_of(key: &Key) -> Result<ObjectIdentifier, Error> {
    key.key_type
        .oid
        .ok_or_else(|| Error::IncompatibleExport(format!("A {} key has no DER form", key.key_type.name)))
}

fn parameters_of(key: &Key) -> Result<Option<Any>, Error> {
    let parameters = match key.key_type.family {
        Family::Rsa => Some(Any::encode_from(&Null)),
        Family::RsaPss => key.pss().map(write_pss),
        Family::Ec => key
            .key_type
            .curve
            .as_ref()
            .map(|curve| Any::encode_from(&curve.oid)),
        Family::Edwards | Family::MlDsa | Family::SlhDsa | Family::Sr25519 | Family::Bls | Family::Secret => {
            None
        }
    };
    parameters.transpose().map_err(|error| internal(&error))
}

fn to_secret_der(value: &impl der::Encode) -> Result<Zeroizing<Vec<u8>>, Error> {
    value
        .to_der()
        .map(Zeroizing::new)
        .map_err(|error| internal(&error))
}

fn internal(error: &der::Error) -> Error {
    Error::Internal(error.to_string())
}

/// `RSASSA-PSS-params` of RFC 4055 section 3.1: each field stands only where it departs from SHA-1.
#[derive(der::Sequence)]
struct PssParams {
    #[asn1(context_specific = "0", tag_mode = "EXPLICIT", optional = "true")]
    hash: Option<AlgorithmIdentifier<Any>>,
    #[asn1(context_specific = "1", tag_mode = "EXPLICIT", optional = "true")]
    mask: Option<AlgorithmIdentifier<Any>>,
    #[asn1(context_specific = "2", tag_mode = "EXPLICIT", optional = "true")]
    salt_length: Option<u32>,
    #[asn1(context_specific = "3", tag_mode = "EXPLICIT", optional = "true")]
    trailer: Option<u8>,
}

const DEFAULT_SALT: usize = 20;

fn read_pss(parameters: Option<AnyRef<'_>>) -> Result<Option<PssParameters>, Error> {
    let Some(parameters) = parameters else {
        return Ok(None);
    };
    let bad = |error: der::Error| malformed("RSASSA-PSS parameter set", &error);
    let params = parameters.decode_as::<PssParams>().map_err(bad)?;
    let hash = |oid| {
        Hash::by_oid(oid)
            .ok_or_else(|| Error::invalid_key(format!("the PSS parameters name an unknown hash, {oid}")))
    };
    let mgf1 = match params.mask {
        None => Hash::Sha1,
        Some(mask) if mask.oid == table::MGF1 => {
            let inner = mask
                .parameters
                .ok_or_else(|| Error::invalid_key("the PSS parameters name no hash for MGF1"))?;
            hash(inner.decode_as::<AlgorithmIdentifier<Any>>().map_err(bad)?.oid)?
        }
        Some(mask) => {
            return Err(Error::invalid_key(format!(
                "the PSS mask function {} is not MGF1",
                mask.oid
            )));
        }
    };
    if params.trailer.is_some_and(|trailer| trailer != 1) {
        return Err(Error::invalid_key("the PSS trailer field is not 1"));
    }
    let salt_length = params.salt_length.map_or(Ok(DEFAULT_SALT), usize::try_from);
    Ok(Some(PssParameters {
        hash: params
            .hash
            .map_or(Ok(Hash::Sha1), |algorithm| hash(algorithm.oid))?,
        mgf1,
        salt_length: salt_length.map_err(|error| Error::Internal(error.to_string()))?,
    }))
}

fn write_pss(pss: &PssParameters) -> Result<Any, der::Error> {
    let hash = |hash: Hash| AlgorithmIdentifier {
        oid: hash.row().oid,
        parameters: Some(Any::null()),
    };
    let mask = |hash_: Hash| {
        Ok::<_, der::Error>(AlgorithmIdentifier {
            oid: table::MGF1,
            parameters: Some(Any::encode_from(&hash(hash_))?),
        })
    };
    Any::encode_from(&PssParams {
        hash: (pss.hash != Hash::Sha1).then(|| hash(pss.hash)),
        mask: if pss.mgf1 == Hash::Sha1 {
            None
        } else {
            Some(mask(pss.mgf1)?)
        },
        salt_length: if pss.salt_length == DEFAULT_SALT {
            None
        } else {
            u32::try_from(pss.salt_length).ok()
        },
        trailer: None,
    })
}
