//! Keys as JSON Web Keys: RFC 7517, RFC 7518 section 6, RFC 8037.

use base64ct::{Base64UrlUnpadded, Encoding as _};
use der::{Encode as _, asn1::UintRef};
use pkcs1::{RsaPrivateKey, RsaPublicKey};
use serde::{Deserialize, Serialize};
use zeroize::{Zeroize, Zeroizing};

use super::{as_kind, rsa};
use crate::{
    error::Error,
    key::{Key, Kind},
    table::{self, Family, KeyType},
};

/// The members that carry a key; all others are ignored, RFC 7517 section 4.
#[derive(Default, Serialize, Deserialize, Zeroize)]
#[serde(default)]
struct Jwk {
    /// Says something of the key in an AKP only, see [`Akp`]; elsewhere it may be anything.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    alg: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    crv: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    d: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dp: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dq: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<String>,
    kty: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<String>,
    #[serde(rename = "priv", skip_serializing_if = "Option::is_none")]
    private: Option<String>,
    #[serde(rename = "pub", skip_serializing_if = "Option::is_none")]
    public: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    q: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    qi: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    x: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<String>,
}

/// RFC 9964: an AKP is one of its `alg`.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Akp {
    alg: String,
}

/// Reads the JWK in `json`; a private one gives its public half where that is wanted.
pub fn read(json: &[u8], wanted: Kind) -> Result<Key, Error> {
    let jwk: Zeroizing<Jwk> = serde_json::from_slice(json)
        .map(Zeroizing::new)
        .map_err(|_| Error::InvalidJwk("a member that carries the key is not a string".into()))?;
    let crv = jwk.crv.as_deref().unwrap_or_default();
    let key = match jwk.kty.as_str() {
        "oct" => Key::secret(&member("k", jwk.k.as_deref())?)?,
        "RSA" => read_rsa(&jwk, wanted)?,
        kty @ ("EC" | "OKP") => {
            let row = table::by_jwk(kty, crv).ok_or_else(|| Error::UnknownCurve(Error::shown(crv)))?;
            read_curve(&jwk, row, wanted)?
        }
        "AKP" => {
            let Akp { alg } = serde_json::from_slice(json).unwrap_or_default();
            let row = table::by_jwk("AKP", &alg).ok_or_else(|| {
                Error::InvalidJwk(format!("alg '{}' is none of AKP here", Error::shown(&alg)))
            })?;
            let public = member("pub", jwk.public.as_deref())?;
            match jwk.private.as_deref() {
                Some(seed) if wanted != Kind::Public => {
                    Key::private(row, &member("priv", Some(seed))?, Some(&public))?
                }
                _ => Key::public(row, &public)?,
            }
        }
        other => {
            return Err(Error::InvalidJwk(format!(
                "kty must be 'RSA', 'EC', 'OKP', 'AKP' or 'oct', not '{}'",
                Error::shown(other)
            )));
        }
    };
    as_kind(key, wanted)
}

fn read_rsa(jwk: &Jwk, wanted: Kind) -> Result<Key, Error> {
    let n = member("n", jwk.n.as_deref())?;
    let e = member("e", jwk.e.as_deref())?;
    let public = RsaPublicKey {
        modulus: uint(&n)?,
        public_exponent: uint(&e)?,
    };
    if jwk.d.is_none() || wanted == Kind::Public {
        return Key::rsa_public(&rsa::public_der(&public)?, None);
    }
    let names = ["d", "p", "q", "dp", "dq", "qi"];
    let members = [&jwk.d, &jwk.p, &jwk.q, &jwk.dp, &jwk.dq, &jwk.qi];
    let mut numbers = Vec::with_capacity(names.len());
    for (name, value) in names.into_iter().zip(members) {
        numbers.push(member(name, value.as_deref())?);
    }
    let der = RsaPrivateKey {
        modulus: public.modulus,
        public_exponent: public.public_exponent,
        private_exponent: uint(&numbers[0])?,
        prime1: uint(&numbers[1])?,
        prime2: uint(&numbers[2])?,
        exponent1: uint(&numbers[3])?,
        exponent2: uint(&numbers[4])?,
        coefficient: uint(&numbers[5])?,
        other_prime_infos: None,
    }
    .to_der()
    .map(Zeroizing::new)
    .map_err(|error| Error::Internal(error.to_string()))?;
    Key::rsa_private(&der, None)
}

fn read_curve(jwk: &Jwk, row: &'static KeyType, wanted: Kind) -> Result<Key, Error> {
    let x = member("x", jwk.x.as_deref())?;
    let public = if row.family == Family::Ec {
        let y = member("y", jwk.y.as_deref())?;
        for (name, coordinate) in [("x", &x), ("y", &y)] {
            // RFC 7518 section 6.2.1.2: the full length of a coordinate, zeros included.
            if coordinate.len() != row.public_length / 2 {
                return Err(Error::InvalidJwk(format!(
                    "{name} must have {} bytes",
                    row.public_length / 2
                )));
            }
        }
        [&[4], x.as_slice(), y.as_slice()].concat()
    } else {
        x.to_vec()
    };
    match jwk.d.as_deref() {
        Some(d) if wanted != Kind::Public => Key::private(row, &member("d", Some(d))?, Some(&public)),
        _ => Key::public(row, &public),
    }
}

/// Writes `key` as JSON.
pub fn write(key: &Key) -> Result<Zeroizing<String>, Error> {
    let (kty, crv) = key.key_type.jwk;
    if kty.is_empty() {
        return Err(Error::IncompatibleExport(format!(
            "A {} key has no JWK form",
            key.key_type.name
        )));
    }
    let mut jwk = Zeroizing::new(Jwk::default());
    jwk.kty = kty.into();
    if key.key_type.family == Family::MlDsa {
        return write_akp(key, jwk);
    }
    jwk.crv = (!crv.is_empty()).then(|| crv.into());
    match key.key_type.family {
        Family::Secret => jwk.k = Some(encode(key.secret_bytes()?)),
        Family::Rsa | Family::RsaPss => {
            let public = key.rsa_public_numbers()?;
            jwk.n = Some(encode(public.modulus.as_bytes()));
            jwk.e = Some(encode(public.public_exponent.as_bytes()));
            if key.kind == Kind::Private {
                let numbers = key.rsa_private_numbers()?;
                jwk.d = Some(encode(numbers.private_exponent.as_bytes()));
                jwk.p = Some(encode(numbers.prime1.as_bytes()));
                jwk.q = Some(encode(numbers.prime2.as_bytes()));
                jwk.dp = Some(encode(numbers.exponent1.as_bytes()));
                jwk.dq = Some(encode(numbers.exponent2.as_bytes()));
                jwk.qi = Some(encode(numbers.coefficient.as_bytes()));
            }
        }
        family => {
            let public = key.public_bytes();
            if family == Family::Ec {
                let (x, y) = public[1..].split_at(public.len() / 2);
                jwk.x = Some(encode(x));
                jwk.y = Some(encode(y));
            } else {
                jwk.x = Some(encode(public));
            }
            if key.kind == Kind::Private {
                jwk.d = Some(encode(key.secret_bytes()?));
            }
        }
    }
    to_json(&jwk)
}

/// RFC 9964: the private member is the seed.
fn write_akp(key: &Key, mut jwk: Zeroizing<Jwk>) -> Result<Zeroizing<String>, Error> {
    jwk.alg = Some(key.key_type.jwk.1.into());
    jwk.public = Some(encode(key.public_bytes()));
    if key.kind == Kind::Private {
        let secret = key.secret_bytes()?;
        if secret.len() != key.key_type.secret_length {
            return Err(Error::IncompatibleExport(format!(
                "This {} key came without its seed, so it has no JWK form",
                key.key_type.name
            )));
        }
        jwk.private = Some(encode(secret));
    }
    to_json(&jwk)
}

fn to_json(jwk: &Jwk) -> Result<Zeroizing<String>, Error> {
    serde_json::to_string(jwk)
        .map(Zeroizing::new)
        .map_err(|error| Error::Internal(error.to_string()))
}

fn encode(bytes: &[u8]) -> String {
    Base64UrlUnpadded::encode_string(bytes)
}

fn member(name: &str, value: Option<&str>) -> Result<Zeroizing<Vec<u8>>, Error> {
    let text = value.ok_or_else(|| Error::InvalidJwk(format!("the member '{name}' is missing")))?;
    Base64UrlUnpadded::decode_vec(text.trim_end_matches('='))
        .map(Zeroizing::new)
        .map_err(|_| Error::InvalidJwk(format!("the member '{name}' is not base64url")))
}

fn uint(bytes: &[u8]) -> Result<UintRef<'_>, Error> {
    UintRef::new(bytes).map_err(|error| Error::InvalidJwk(error.to_string()))
}
