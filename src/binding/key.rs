//! Keys across the boundary: import, export, generation, and the table as data.

use std::sync::Arc;

use napi::bindgen_prelude::{BigInt, Buffer, External};
use napi_derive::napi;

use super::thrown;
use crate::{
    backend::{self, RsaRequest, schnorrkel},
    encoding::{self, Structure, Unlock},
    error::Error,
    key::{Key, Kind, PssParameters},
    scheme::{Hash, longest_salt},
    table::{self, Family, KeyType},
};

type Result<T> = std::result::Result<T, napi::Error<Error>>;

pub type KeyHandle = External<Arc<Key>>;

#[napi(object, object_to_js = false)]
pub struct ImportOptions {
    /// 'pem', 'der', 'jwk' (JSON text) or 'raw'.
    pub format: String,
    pub r#type: Option<String>,
    pub passphrase: Option<Buffer>,
    /// Of a raw key: node's `asymmetricKeyType` and `namedCurve`.
    pub key_type: Option<String>,
    pub named_curve: Option<String>,
    pub max_derivation_cost: f64,
}

#[napi(catch_unwind)]
pub fn import_key(data: &[u8], wanted: String, options: ImportOptions) -> Result<KeyHandle> {
    read(data, &wanted, &options)
        .map(|key| External::new(Arc::new(key)))
        .map_err(thrown)
}

fn read(data: &[u8], wanted: &str, options: &ImportOptions) -> std::result::Result<Key, Error> {
    let wanted = match wanted {
        "private" => Kind::Private,
        "public" => Kind::Public,
        _ => Kind::Secret,
    };
    let unlock = Unlock {
        passphrase: options.passphrase.as_deref(),
        max_cost: options.max_derivation_cost as u64,
    };
    let structure = options.r#type.as_deref().map(Structure::parse).transpose()?;
    match options.format.as_str() {
        "pem" | "der" if wanted == Kind::Secret => Err(Error::WrongKeyKind {
            is: "asymmetric",
            wanted: wanted.name(),
        }),
        "pem" => encoding::pem::read(data, wanted, unlock),
        "der" => match encoding::der::read_public(data, structure) {
            // A private key stands for its public half too.
            Ok(key) if wanted == Kind::Public => Ok(key),
            public => match (encoding::der::read_private(data, structure, unlock), wanted) {
                (Ok(key), wanted) => encoding::as_kind(key, wanted),
                (Err(Error::InvalidKey(_) | Error::WrongKeyKind { .. }), Kind::Public) => public,
                (Err(error), _) => Err(error),
            },
        },
        "jwk" => encoding::jwk::read(data, wanted),
        _ if wanted == Kind::Secret => Key::secret(data),
        _ => {
            let row = table::by_words(
                options.key_type.as_deref().unwrap_or("ec"),
                options.named_curve.as_deref(),
            )?;
            match wanted {
                Kind::Public => Key::public(row, data),
                // As NaCl writes it: seed, then public key.
                _ if row.family == Family::Edwards && data.len() == row.secret_length + row.public_length => {
                    let (seed, public) = data.split_at(row.secret_length);
                    Key::private(row, seed, Some(public))
                }
                _ if row.family == Family::Sr25519 => schnorrkel::read_private(row, data),
                _ => Key::private(row, data, None),
            }
        }
    }
}

#[napi(object, object_to_js = false)]
pub struct ExportOptions {
    /// 'pem', 'der', 'jwk' (JSON text) or 'raw'.
    pub format: String,
    pub r#type: String,
    pub cipher: Option<String>,
    pub passphrase: Option<Buffer>,
    /// Of a raw EC point.
    pub compressed: bool,
}

#[napi(catch_unwind)]
pub fn export_key(key: &KeyHandle, options: ExportOptions) -> Result<Buffer> {
    write(key, &options).map(Buffer::from).map_err(thrown)
}

fn write(key: &Key, options: &ExportOptions) -> std::result::Result<Vec<u8>, Error> {
    match options.format.as_str() {
        "jwk" => return Ok(encoding::jwk::write(key)?.as_bytes().to_vec()),
        "raw" if key.rsa_bits() > 0 => {
            return Err(Error::IncompatibleExport("An RSA key has no raw form".into()));
        }
        "raw" if key.kind != Kind::Public => return Ok(key.secret_bytes()?.to_vec()),
        "raw" if options.compressed && key.key_type.curve.is_some() => {
            return Ok(encoding::der::compress(key.public_bytes()));
        }
        "raw" => return Ok(key.public_bytes().to_vec()),
        _ => {}
    }
    let structure = Structure::parse(&options.r#type)?;
    let pem = options.format == "pem";
    let Some(cipher) = options.cipher.as_deref() else {
        return if pem {
            encoding::pem::write(key, structure).map(String::into_bytes)
        } else {
            encoding::der::write(key, structure).map(|der| der.to_vec())
        };
    };
    let passphrase = options.passphrase.as_deref().unwrap_or_default();
    match (structure, pem) {
        (Structure::Pkcs8, true) => encoding::encrypted::encrypt_pkcs8(key, cipher, passphrase),
        (Structure::Pkcs8, false) => {
            let text = encoding::encrypted::encrypt_pkcs8(key, cipher, passphrase)?;
            encoding::pem::decode(&text).map(|der| der.to_vec())
        }
        (_, true) => {
            encoding::der::write(key, structure)?;
            encoding::encrypted::encrypt_traditional(key, cipher, passphrase)
        }
        (_, false) => Err(Error::IncompatibleExport(format!(
            "The selected key encoding {} does not support encryption.",
            options.r#type
        ))),
    }
}

/// What a key says of itself; a member is absent where the key has none.
#[napi(object, object_from_js = false)]
pub struct KeyFacts {
    pub name: String,
    pub asymmetric_key_type: Option<String>,
    pub modulus_length: Option<u32>,
    pub public_exponent: Option<BigInt>,
    pub hash_algorithm: Option<String>,
    pub mgf1_hash_algorithm: Option<String>,
    pub salt_length: Option<u32>,
    pub named_curve: Option<String>,
    pub symmetric_key_size: Option<u32>,
}

#[napi(catch_unwind)]
pub fn describe_key(key: &KeyHandle) -> Result<KeyFacts> {
    let row = key.key_type;
    let rsa = matches!(row.family, Family::Rsa | Family::RsaPss);
    let exponent = if rsa {
        let numbers = key.rsa_public_numbers().map_err(thrown)?;
        let value = numbers
            .public_exponent
            .as_bytes()
            .iter()
            .fold(0, |value, byte| value << 8 | u64::from(*byte));
        Some(BigInt::from(value))
    } else {
        None
    };
    Ok(KeyFacts {
        name: row.name.into(),
        asymmetric_key_type: (!row.asymmetric_key_type.is_empty()).then(|| row.asymmetric_key_type.into()),
        modulus_length: rsa.then(|| key.rsa_bits() as u32),
        public_exponent: exponent,
        hash_algorithm: key.pss().map(|pss| pss.hash.row().name.into()),
        mgf1_hash_algorithm: key.pss().map(|pss| pss.mgf1.row().name.into()),
        salt_length: key.pss().map(|pss| pss.salt_length as u32),
        named_curve: row.curve.as_ref().map(|curve| curve.names[0].into()),
        symmetric_key_size: match key.kind {
            Kind::Secret => key.secret_bytes().ok().map(|bytes| bytes.len() as u32),
            _ => None,
        },
    })
}

#[napi(catch_unwind)]
pub fn public_key_of(key: &KeyHandle) -> KeyHandle {
    External::new(Arc::new(key.to_public()))
}

#[napi(catch_unwind)]
pub fn keys_equal(one: &KeyHandle, other: &KeyHandle) -> bool {
    one.equals(other)
}

#[napi(object, object_to_js = false)]
pub struct GenerateOptions {
    pub modulus_length: Option<u32>,
    pub public_exponent: Option<f64>,
    pub hash_algorithm: Option<String>,
    pub mgf1_hash_algorithm: Option<String>,
    pub salt_length: Option<u32>,
    pub named_curve: Option<String>,
    pub backend: Option<String>,
    pub allow_insecure_key_sizes: bool,
}

#[napi(catch_unwind)]
pub fn generate_key(name: String, options: GenerateOptions) -> Result<KeyHandle> {
    let request = GenerateRequest::parse(&name, options).map_err(thrown)?;
    request
        .run()
        .map(|key| External::new(Arc::new(key)))
        .map_err(thrown)
}

/// A generation that has been checked and only needs to be run.
pub struct GenerateRequest {
    key_type: &'static KeyType,
    rsa: RsaRequest,
    pss: Option<PssParameters>,
    backend: Option<String>,
}

impl GenerateRequest {
    pub fn parse(name: &str, options: GenerateOptions) -> std::result::Result<Self, Error> {
        let key_type = table::by_words(name, options.named_curve.as_deref())?;
        let bits = options.modulus_length.unwrap_or(2048);
        let smallest = if options.allow_insecure_key_sizes {
            512
        } else {
            2048
        };
        if matches!(key_type.family, Family::Rsa | Family::RsaPss) {
            if bits < smallest && bits >= 512 {
                return Err(Error::InsecureKeySize(format!(
                    "RSA keys are generated from 2048 bits (options.allowInsecureKeySizes allows less); {bits} were asked for"
                )));
            }
            if !(512..=16384).contains(&bits) {
                return Err(Error::OutOfRange(format!(
                    "The value of \"options.modulusLength\" is out of range. It must be >= 512 && <= 16384. Received {bits}"
                )));
            }
        }
        let exponent = options.public_exponent.unwrap_or(65537.0);
        // FIPS 186-5 section A.1.1: odd, above 2^16; aws-lc and our verifier take up to 33 bits.
        if !(65537.0..8_589_934_592.0).contains(&exponent) || exponent % 2.0 != 1.0 {
            return Err(Error::OutOfRange(format!(
                "The value of \"options.publicExponent\" is out of range. It must be odd, >= 65537 and < 2^33. Received {exponent}"
            )));
        }
        let hash = options.hash_algorithm.as_deref().map(Hash::parse).transpose()?;
        let mgf1 = options
            .mgf1_hash_algorithm
            .as_deref()
            .map(Hash::parse)
            .transpose()?;
        let bound = key_type.family == Family::RsaPss
            && (hash.is_some() || mgf1.is_some() || options.salt_length.is_some());
        let pss = bound.then(|| -> std::result::Result<_, Error> {
            // As node: MGF1 follows the hash, the salt its length; the standard's own default is SHA-1.
            let hash = hash.unwrap_or(Hash::Sha1);
            let salt_length = options.salt_length.map_or(hash.length(), |length| length as usize);
            let longest = longest_salt(bits as usize, hash).unwrap_or(0);
            if salt_length > longest {
                return Err(Error::OutOfRange(format!(
                    "The value of \"options.saltLength\" is out of range. It must be <= {longest} for this key. Received {salt_length}"
                )));
            }
            Ok(PssParameters { hash, mgf1: mgf1.unwrap_or(hash), salt_length })
        });
        let pss = pss.transpose()?;
        let rsa = RsaRequest {
            bits,
            exponent: exponent as u64,
        };
        Ok(Self {
            key_type,
            rsa,
            pss,
            backend: options.backend,
        })
    }

    pub fn run(self) -> std::result::Result<Key, Error> {
        Key::generate(self.key_type, &self.rsa, self.backend.as_deref()).map(|key| key.with_pss(self.pss))
    }
}

/// A row of the table as data.
#[napi(object, object_from_js = false)]
pub struct KeyTypeRow {
    pub name: String,
    pub asymmetric_key_type: Option<String>,
    pub named_curve: Option<String>,
    pub aliases: Vec<String>,
    pub algorithms: Vec<String>,
    pub sign: Vec<String>,
    pub verify: Vec<String>,
    pub generate: Vec<String>,
    pub verify_by_option: Vec<String>,
    pub sign_by_name_only: Vec<String>,
    pub policy: Vec<Vec<String>>,
}

#[napi(catch_unwind)]
pub fn table() -> Vec<KeyTypeRow> {
    let names =
        |backends: &[&backend::Backend]| backends.iter().map(|backend| backend.name.to_owned()).collect();
    table::KEY_TYPES
        .iter()
        .map(|row| KeyTypeRow {
            name: row.name.into(),
            asymmetric_key_type: (!row.asymmetric_key_type.is_empty())
                .then(|| row.asymmetric_key_type.into()),
            named_curve: row.curve.as_ref().map(|curve| curve.names[0].into()),
            aliases: row.curve.as_ref().map_or_else(Vec::new, |curve| {
                curve
                    .names
                    .iter()
                    .filter(|name| **name != row.name)
                    .map(|name| (*name).to_owned())
                    .collect()
            }),
            algorithms: table::jose_names(row.name).map(str::to_owned).collect(),
            sign: names(row.sign),
            verify: names(row.verify),
            generate: names(row.generate),
            verify_by_option: names(row.verify_by_option),
            sign_by_name_only: row
                .sign_by_name_only
                .iter()
                .map(|name| (*name).to_owned())
                .collect(),
            policy: row
                .policy
                .iter()
                .map(|(operation, why)| vec![(*operation).into(), (*why).into()])
                .collect(),
        })
        .collect()
}

/// Name and version of each library in this build.
#[napi(catch_unwind)]
pub fn backend_versions() -> Vec<Vec<String>> {
    backend::VERSIONS
        .split(';')
        .filter_map(|line| line.split_once(' '))
        .map(|(name, version)| vec![name.into(), version.into()])
        .collect()
}
