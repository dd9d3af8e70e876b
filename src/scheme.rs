//! How a key signs: hash, padding and signature form, parsed once from the caller's words.

use der::asn1::ObjectIdentifier;

use crate::{error::Error, key::Key, table, table::Family};

/// Everything that a signer needs to know besides its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(
    clippy::large_enum_variant,
    reason = "made once for a key, and copied with its bytes"
)]
pub enum Scheme {
    Rsa {
        digest: Digesting,
        padding: RsaPadding,
    },
    Ecdsa(Ecdsa),
    /// Schnorr signatures of BIP-340, with 32 bytes of auxiliary randomness where not fresh.
    Bip340 {
        aux_rand: Option<[u8; 32]>,
    },
    /// RFC 8032.
    Edwards(Edwards),
    /// FIPS 204 and FIPS 205.
    PostQuantum(PostQuantum),
    /// Schnorr signatures over Ristretto under a signing context.
    Sr25519 {
        context: Context,
    },
    Bls(BlsScheme),
    /// RFC 2104; `length` is what is left of the tag, in bytes.
    Hmac {
        hash: Hash,
        length: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ecdsa {
    pub digest: Digesting,
    pub encoding: EcdsaEncoding,
    pub nonce: Nonce,
    /// Signatures are made with s in the lower half of the order, and only such verify.
    pub low_s: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edwards {
    pub instance: Instance,
    pub context: Context,
    pub criterion: Criterion,
}

/// What RFC 8032 section 5 calls an instance of the scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Instance {
    /// Ed25519, Ed448.
    Pure,
    /// Ed25519ctx. Ed448 has a context anyway.
    Context,
    /// Ed25519ph, Ed448ph: the message is hashed first.
    Prehash,
}

/// Which Ed25519 signatures are good, where RFC 8032 leaves a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// Without cofactor, as OpenSSL.
    Cofactorless,
    /// The same, and neither the public key nor R is of small order.
    Strict,
    /// ZIP-215: with cofactor, any encoding of a point.
    Zip215,
}

impl Criterion {
    fn parse(name: &str) -> Result<Self, Error> {
        match name {
            "strict" => Ok(Self::Strict),
            "zip215" => Ok(Self::Zip215),
            other => Err(Error::InvalidArgument(format!(
                "The property 'options.ed25519' must be 'strict' or 'zip215'. Received '{}'",
                Error::shown(other)
            ))),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PostQuantum {
    pub context: Context,
    pub nonce: Nonce,
    /// The data is the 64 bytes of mu, FIPS 204 algorithm 7 line 6.
    pub external_mu: bool,
}

impl PostQuantum {
    /// `data` as it is signed. Fails where it should be mu and has another length.
    pub fn message<'a>(&self, data: &'a [u8]) -> Result<&'a [u8], Error> {
        const MU: usize = 64;
        if self.external_mu && data.len() != MU {
            return Err(Error::InvalidArgument(format!(
                "With options.externalMu the data is mu, {MU} bytes. Received {}",
                data.len()
            )));
        }
        Ok(data)
    }
}

/// How the message becomes the number that is signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digesting {
    pub hash: Hash,
    /// The caller has hashed already.
    pub prehashed: bool,
}

impl Digesting {
    /// The digest of `data`, or `data` itself where it is one. Fails where it has another length.
    pub fn of(self, data: &[u8]) -> Result<Digest, Error> {
        if !self.prehashed {
            return Ok(self.hash.digest(data));
        }
        Digest::whole(data)
            .filter(|digest| digest.length == self.hash.length())
            .ok_or_else(|| {
                Error::InvalidArgument(format!(
                    "With options.prehashed the data is a digest of {}, {} bytes. Received {}",
                    self.hash.row().name,
                    self.hash.length(),
                    data.len()
                ))
            })
    }
}

/// Where the number that must never repeat comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nonce {
    /// Key and message mixed with fresh randomness.
    Hedged,
    /// Key and message alone: RFC 6979, FIPS 204 and 205 section 3.
    Deterministic,
}

impl Nonce {
    fn parse(name: Option<&str>) -> Result<Self, Error> {
        match name {
            None | Some("hedged") => Ok(Self::Hedged),
            Some("deterministic") => Ok(Self::Deterministic),
            Some(other) => Err(Error::InvalidArgument(format!(
                "The property 'options.nonce' must be 'hedged' or 'deterministic'. Received '{}'",
                Error::shown(other)
            ))),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RsaPadding {
    /// RSASSA-PKCS1-v1_5, RFC 8017 section 8.2.
    Pkcs1,
    /// RSASSA-PSS, RFC 8017 section 8.1.
    Pss { mgf1: Hash, salt: SaltLength },
}

/// The length of a PSS salt, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaltLength {
    /// What the signature holds; when verifying only.
    Auto,
    Bytes(usize),
}

/// How the two numbers of an ECDSA signature are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EcdsaEncoding {
    /// DER, RFC 3279 section 2.2.3.
    Der,
    /// r and s one after the other at the length of the curve's order, IEEE P1363.
    P1363,
    /// r, s and the recovery id, a byte: 0 to 3. On secp256k1 only.
    Recoverable,
}

impl EcdsaEncoding {
    fn parse(name: &str) -> Result<Self, Error> {
        match name {
            "der" => Ok(Self::Der),
            "ieee-p1363" => Ok(Self::P1363),
            other => Err(Error::InvalidArgument(format!(
                "The property 'options.dsaEncoding' must be 'der' or 'ieee-p1363'. Received '{}'",
                Error::shown(other)
            ))),
        }
    }
}

/// What a signature is bound to beside its message; at most 255 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Context {
    bytes: [u8; 255],
    length: u8,
}

impl Context {
    fn parse(context: &[u8]) -> Result<Self, Error> {
        let mut bytes = [0; 255];
        let (Ok(length), Some(start)) = (u8::try_from(context.len()), bytes.get_mut(..context.len())) else {
            return Err(Error::OutOfRange(format!(
                "The value of \"options.context\" is out of range. It must be at most 255 bytes. Received {}",
                context.len()
            )));
        };
        start.copy_from_slice(context);
        Ok(Self { bytes, length })
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

/// The schemes of draft-irtf-cfrg-bls-signature-05 section 3, and the proof that the third asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlsScheme {
    Basic,
    MessageAugmentation,
    ProofOfPossession,
    /// PopProve of section 3.3.2: the message is the public key itself.
    Possession,
}

impl BlsScheme {
    fn parse(name: &str) -> Result<Self, Error> {
        match name {
            "basic" => Ok(Self::Basic),
            "message-augmentation" => Ok(Self::MessageAugmentation),
            "proof-of-possession" => Ok(Self::ProofOfPossession),
            other => Err(Error::InvalidArgument(format!(
                "The property 'options.scheme' must be 'basic', 'message-augmentation' or 'proof-of-possession'. Received '{}'",
                other.chars().take(32).collect::<String>()
            ))),
        }
    }
}

/// The caller's options, as they come from JavaScript.
#[derive(Debug, Default)]
pub struct SchemeOptions<'a> {
    /// node's `constants.RSA_PKCS1_PADDING` or `RSA_PKCS1_PSS_PADDING`.
    pub padding: Option<i32>,
    /// Bytes, or node's `constants.RSA_PSS_SALTLEN_*`.
    pub salt_length: Option<i32>,
    pub dsa_encoding: Option<&'a str>,
    pub mgf1_hash: Option<&'a str>,
    pub allow_insecure_key_sizes: bool,
    pub prehashed: bool,
    pub nonce: Option<&'a str>,
    pub low_s: bool,
    pub recoverable: bool,
    pub aux_rand: Option<&'a [u8]>,
    pub context: Option<&'a [u8]>,
    pub external_mu: bool,
    pub ed25519: Option<&'a str>,
    /// Of BLS.
    pub scheme: Option<&'a str>,
    /// The signature is one that proves possession of a BLS key.
    pub possession: bool,
}

/// Whether the scheme is for making a signature or for checking one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Sign,
    Verify,
}

const RSA_PKCS1_PADDING: i32 = 1;
const RSA_PKCS1_PSS_PADDING: i32 = 6;
const RSA_PSS_SALTLEN_DIGEST: i32 = -1;
/// Also `RSA_PSS_SALTLEN_MAX_SIGN`: the longest when signing, any when verifying.
const RSA_PSS_SALTLEN_AUTO: i32 = -2;
const RSA_BITS_TO_SIGN: usize = 2048;
const RSA_BITS_TO_VERIFY: usize = 1024;

impl Scheme {
    /// The scheme that `algorithm` (a digest, a JOSE name, or nothing) means for `key`.
    pub fn resolve(
        key: &Key,
        algorithm: Option<&str>,
        options: &SchemeOptions<'_>,
        purpose: Purpose,
    ) -> Result<Self, Error> {
        check_key_size(key, options, purpose)?;
        check_applicable(key, algorithm, options, purpose)?;
        if (options.possession || options.scheme.is_some()) && key.key_type.family != Family::Bls {
            return Err(Error::UnsupportedAlgorithm(format!(
                "A scheme of BLS was asked for, and this key is {}",
                key.key_type.name
            )));
        }
        let encoding = options.dsa_encoding.map(EcdsaEncoding::parse).transpose()?;
        let jose = algorithm.and_then(table::jose);
        if let Some(jose) = jose {
            if !jose.key_types.contains(&key.key_type.name) {
                return Err(Error::UnsupportedAlgorithm(format!(
                    "{} signs with a key of type {}, this one is {}",
                    jose.name,
                    jose.key_types.join(" or "),
                    key.key_type.name
                )));
            }
            if options.padding.is_some() || options.mgf1_hash.is_some() || options.salt_length.is_some() {
                return Err(Error::InvalidArgument(format!(
                    "{} fixes padding, saltLength and mgf1HashAlgorithm: leave the options out, or name the digest instead",
                    jose.name
                )));
            }
        }
        let named = match (jose, algorithm) {
            (None, Some(name)) => Some(Named::parse(name)?),
            _ => None,
        };
        match key.key_type.family {
            Family::Rsa | Family::RsaPss => {
                let hash = match (jose, &named) {
                    (Some(jose), _) => jose.hash,
                    (None, Some(named)) => Some(named.hash),
                    (None, None) => key.pss().map(|pss| pss.hash),
                };
                let hash = hash.unwrap_or(Hash::Sha256);
                let pss_by_name = named.is_some_and(|named| named.pss) || jose.is_some_and(|jose| jose.pss);
                rsa(key, hash, pss_by_name, jose.is_some(), options, purpose)
            }
            Family::Ec if jose.is_some_and(|jose| jose.name == table::BIP340) => {
                let aux_rand = options
                    .aux_rand
                    .map(<[u8; 32]>::try_from)
                    .transpose()
                    .map_err(|_| {
                        Error::InvalidArgument("The property 'options.auxRand' must have 32 bytes".into())
                    })?;
                Ok(Self::Bip340 { aux_rand })
            }
            Family::Ec => ecdsa(
                key,
                jose.and_then(|jose| jose.hash).or(named.map(|named| named.hash)),
                encoding.unwrap_or(if jose.is_some() {
                    EcdsaEncoding::P1363
                } else {
                    EcdsaEncoding::Der
                }),
                options,
            ),
            Family::Edwards | Family::MlDsa | Family::SlhDsa | Family::Sr25519 | Family::Bls => match named {
                None => own(key.key_type.family, jose.map(|jose| jose.instance), options),
                Some(named) => Err(Error::UnsupportedAlgorithm(format!(
                    "{} has its own digest: pass null instead of '{}'",
                    key.key_type.name,
                    named.hash.row().name
                ))),
            },
            Family::Secret => {
                let hash = jose
                    .and_then(|jose| jose.hash)
                    .or(named.map(|named| named.hash))
                    .unwrap_or(Hash::Sha256);
                let length = jose.and_then(|jose| jose.truncated).unwrap_or(hash.length());
                Ok(Self::Hmac { hash, length })
            }
        }
    }

    /// The longest signature that `key` makes under this scheme, in bytes.
    pub fn max_signature(&self, key: &Key) -> usize {
        match self {
            Self::Rsa { .. } => key.rsa_bits().div_ceil(8),
            Self::Ecdsa(ecdsa) => match ecdsa.encoding {
                EcdsaEncoding::P1363 => 2 * key.key_type.order_length(),
                EcdsaEncoding::Recoverable => 2 * key.key_type.order_length() + 1,
                EcdsaEncoding::Der => crate::encoding::ecdsa::max_der_length(key.key_type.order_length()),
            },
            Self::Bip340 { .. } => 64,
            Self::Edwards(_) | Self::PostQuantum(_) | Self::Sr25519 { .. } | Self::Bls(_) => {
                key.key_type.signature_length
            }
            Self::Hmac { length, .. } => *length,
        }
    }
}

/// Options that would be passed over in silence are refused.
fn check_applicable(
    key: &Key,
    algorithm: Option<&str>,
    options: &SchemeOptions<'_>,
    purpose: Purpose,
) -> Result<(), Error> {
    let family = key.key_type.family;
    let rsa = matches!(family, Family::Rsa | Family::RsaPss);
    let bip340 = algorithm == Some(table::BIP340);
    let ecdsa = family == Family::Ec && !bip340;
    let post_quantum = matches!(family, Family::MlDsa | Family::SlhDsa);
    let instance = algorithm
        .and_then(table::jose)
        .map_or(Instance::Pure, |jose| jose.instance);
    // Alone of all, Ed25519 itself was made without a context.
    let pure_ed25519 = key.key_type.name == table::ED25519_NAME && instance == Instance::Pure;
    for (given, fits, name) in [
        (options.prehashed, rsa || ecdsa, "prehashed"),
        (options.nonce.is_some(), ecdsa || post_quantum, "nonce"),
        (options.low_s, ecdsa, "lowS"),
        (
            options.recoverable,
            ecdsa && key.key_type.name == table::SECP256K1_NAME,
            "recoverable",
        ),
        (options.aux_rand.is_some(), bip340, "auxRand"),
        (
            options.context.is_some(),
            post_quantum || family == Family::Sr25519 || (family == Family::Edwards && !pure_ed25519),
            "context",
        ),
        (options.external_mu, family == Family::MlDsa, "externalMu"),
        (
            options.ed25519.is_some(),
            pure_ed25519 && purpose == Purpose::Verify,
            "ed25519",
        ),
    ] {
        if given && !fits {
            return Err(Error::InvalidArgument(format!(
                "The property 'options.{name}' has no meaning for this key ({}), algorithm and operation",
                key.key_type.name
            )));
        }
    }
    Ok(())
}

fn ecdsa(
    key: &Key,
    hash: Option<Hash>,
    encoding: EcdsaEncoding,
    options: &SchemeOptions<'_>,
) -> Result<Scheme, Error> {
    Ok(Scheme::Ecdsa(Ecdsa {
        digest: Digesting {
            hash: hash.or(key.key_type.default_hash).unwrap_or(Hash::Sha256),
            prehashed: options.prehashed,
        },
        encoding: if options.recoverable {
            EcdsaEncoding::Recoverable
        } else {
            encoding
        },
        nonce: Nonce::parse(options.nonce)?,
        low_s: options.low_s,
    }))
}

/// The schemes of keys that take no digest.
fn own(family: Family, instance: Option<Instance>, options: &SchemeOptions<'_>) -> Result<Scheme, Error> {
    let context = Context::parse(options.context.unwrap_or_default());
    match family {
        Family::Edwards => {
            let instance = instance.unwrap_or(Instance::Pure);
            // RFC 8032 section 8.3: the context of Ed25519ctx should not be empty.
            if instance == Instance::Context && options.context.is_none_or(<[u8]>::is_empty) {
                return Err(Error::InvalidArgument(
                    "Ed25519ctx needs the property 'options.context', 1 to 255 bytes".into(),
                ));
            }
            Ok(Scheme::Edwards(Edwards {
                instance,
                context: context?,
                criterion: options
                    .ed25519
                    .map_or(Ok(Criterion::Cofactorless), Criterion::parse)?,
            }))
        }
        Family::MlDsa | Family::SlhDsa => Ok(Scheme::PostQuantum(PostQuantum {
            context: context?,
            nonce: Nonce::parse(options.nonce)?,
            external_mu: options.external_mu,
        })),
        Family::Sr25519 => Ok(Scheme::Sr25519 {
            context: Context::parse(options.context.unwrap_or(SUBSTRATE))?,
        }),
        Family::Bls if options.possession => Ok(Scheme::Bls(BlsScheme::Possession)),
        Family::Bls => options
            .scheme
            .map_or(Ok(BlsScheme::Basic), BlsScheme::parse)
            .map(Scheme::Bls),
        Family::Rsa | Family::RsaPss | Family::Ec | Family::Secret => Err(Error::Internal(
            "a key that takes a digest has no scheme of its own".into(),
        )),
    }
}

/// The signing context that Substrate uses.
const SUBSTRATE: &[u8] = b"substrate";

fn check_key_size(key: &Key, options: &SchemeOptions<'_>, purpose: Purpose) -> Result<(), Error> {
    if !matches!(key.key_type.family, Family::Rsa | Family::RsaPss) {
        return Ok(());
    }
    let smallest = match purpose {
        Purpose::Sign if options.allow_insecure_key_sizes => 512,
        Purpose::Sign => RSA_BITS_TO_SIGN,
        Purpose::Verify if options.allow_insecure_key_sizes => 512,
        Purpose::Verify => RSA_BITS_TO_VERIFY,
    };
    let bits = key.rsa_bits();
    if bits < smallest {
        return Err(Error::InsecureKeySize(format!(
            "This RSA key has {bits} bits; at least {smallest} are needed{}",
            if smallest > 512 {
                " (options.allowInsecureKeySizes allows less)"
            } else {
                ""
            }
        )));
    }
    Ok(())
}

fn rsa(
    key: &Key,
    hash: Hash,
    pss_by_name: bool,
    jose: bool,
    options: &SchemeOptions<'_>,
    purpose: Purpose,
) -> Result<Scheme, Error> {
    let restricted = key.pss();
    let digest = Digesting {
        hash,
        prehashed: options.prehashed,
    };
    let pss = match options.padding {
        Some(RSA_PKCS1_PADDING) if key.key_type.family == Family::RsaPss || pss_by_name => {
            return Err(Error::UnsupportedAlgorithm(
                "RSA_PKCS1_PADDING was asked for, but this key or algorithm signs with PSS only".into(),
            ));
        }
        Some(RSA_PKCS1_PADDING) => false,
        Some(RSA_PKCS1_PSS_PADDING) => true,
        Some(other) => {
            return Err(Error::InvalidArgument(format!(
                "The property 'options.padding' must be RSA_PKCS1_PADDING (1) or RSA_PKCS1_PSS_PADDING (6). Received {other}"
            )));
        }
        None if jose => {
            if key.key_type.family == Family::RsaPss && !pss_by_name {
                return Err(Error::UnsupportedAlgorithm(
                    "an rsa-pss key signs with PS256, PS384 or PS512".into(),
                ));
            }
            pss_by_name
        }
        None => pss_by_name || key.key_type.family == Family::RsaPss,
    };
    let length = key.rsa_bits().div_ceil(8);
    if !pss {
        // RFC 8017 section 9.2: DigestInfo and eleven bytes of padding must fit; its header takes at most 19 bytes.
        if length < hash.length() + 19 + 11 && purpose == Purpose::Sign {
            return Err(too_small(key, hash));
        }
        return Ok(Scheme::Rsa {
            digest,
            padding: RsaPadding::Pkcs1,
        });
    }
    let mgf1 = match options.mgf1_hash {
        Some(name) => Named::parse(name)?.hash,
        None => restricted.map_or(hash, |pss| pss.mgf1),
    };
    let longest = longest_salt(key.rsa_bits(), hash).ok_or_else(|| too_small(key, hash))?;
    let salt = match options.salt_length {
        // RFC 7518 section 3.5: the length of the hash, whatever the key would allow.
        None if jose => SaltLength::Bytes(hash.length()),
        None => SaltLength::Bytes(restricted.map_or(hash.length(), |pss| pss.salt_length)),
        Some(RSA_PSS_SALTLEN_DIGEST) => SaltLength::Bytes(hash.length()),
        Some(RSA_PSS_SALTLEN_AUTO) if purpose == Purpose::Verify => SaltLength::Auto,
        Some(RSA_PSS_SALTLEN_AUTO) => SaltLength::Bytes(longest),
        Some(bytes) => SaltLength::Bytes(usize::try_from(bytes).map_err(|_| {
            Error::OutOfRange(format!(
                "The value of \"options.saltLength\" is out of range. It must be >= -2. Received {bytes}"
            ))
        })?),
    };
    if let SaltLength::Bytes(bytes) = salt
        && bytes > longest
    {
        return Err(Error::OutOfRange(format!(
            "The value of \"options.saltLength\" is out of range. It must be <= {longest} for this key and digest. Received {bytes}"
        )));
    }
    if let Some(pss) = restricted {
        let short = matches!(salt, SaltLength::Bytes(bytes) if bytes < pss.salt_length);
        if hash != pss.hash || mgf1 != pss.mgf1 || short {
            return Err(Error::UnsupportedAlgorithm(format!(
                "this rsa-pss key is bound to {}, MGF1 with {} and a salt of at least {} bytes",
                pss.hash.row().name,
                pss.mgf1.row().name,
                pss.salt_length
            )));
        }
    }
    Ok(Scheme::Rsa {
        digest,
        padding: RsaPadding::Pss { mgf1, salt },
    })
}

/// The longest PSS salt under a modulus of `bits`, in bytes; `None` where not even an empty one fits.
pub fn longest_salt(bits: usize, hash: Hash) -> Option<usize> {
    // RFC 8017 section 9.1.1: the encoded message is one bit shorter than the modulus.
    (bits - 1).div_ceil(8).checked_sub(hash.length() + 2)
}

fn too_small(key: &Key, hash: Hash) -> Error {
    Error::UnsupportedAlgorithm(format!(
        "an RSA key of {} bits is too small for {}",
        key.rsa_bits(),
        hash.row().name
    ))
}

/// A digest found in a name such as `sha256`, `RSA-SHA256` or `SHA256withRSAandMGF1`.
#[derive(Debug, Clone, Copy)]
struct Named {
    hash: Hash,
    pss: bool,
}

impl Named {
    fn parse(name: &str) -> Result<Self, Error> {
        let folded = fold(name);
        let (core, pss) = match folded.strip_suffix("withrsaandmgf1") {
            Some(core) => (core, true),
            None => (folded.as_str(), false),
        };
        let core = ["idrsassapkcs1v15with", "ecdsawith", "rsa"]
            .iter()
            .find_map(|prefix| core.strip_prefix(prefix))
            .unwrap_or(core);
        let core = ["withrsaencryption", "withrsa", "withecdsa"]
            .iter()
            .find_map(|suffix| core.strip_suffix(suffix))
            .unwrap_or(core);
        Hash::ALL
            .iter()
            .copied()
            .find(|hash| fold(hash.row().name) == core)
            .map(|hash| Self { hash, pss })
            .ok_or_else(|| Error::UnknownDigest(Error::shown(name)))
    }
}

/// Lower case, letters and digits only: `SHA-256` and `sha256` are one name.
fn fold(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hash {
    Sha1,
    Sha224,
    Sha256,
    Sha384,
    Sha512,
    Sha512_224,
    Sha512_256,
    Sha3_224,
    Sha3_256,
    Sha3_384,
    Sha3_512,
}

/// What is known of a hash.
pub struct HashRow {
    /// node's and OpenSSL's name, in lower case.
    pub name: &'static str,
    /// Output in bytes.
    pub length: usize,
    pub oid: ObjectIdentifier,
    digest: fn(&[u8]) -> Digest,
}

/// A digest on the stack.
pub struct Digest {
    bytes: [u8; 64],
    length: usize,
}

impl Digest {
    /// `data` as it is; `None` where it is longer than any digest.
    fn whole(data: &[u8]) -> Option<Self> {
        let mut bytes = [0; 64];
        bytes.get_mut(..data.len())?.copy_from_slice(data);
        Some(Self {
            bytes,
            length: data.len(),
        })
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl Hash {
    pub const ALL: &'static [Self] = &[
        Self::Sha1,
        Self::Sha224,
        Self::Sha256,
        Self::Sha384,
        Self::Sha512,
        Self::Sha512_224,
        Self::Sha512_256,
        Self::Sha3_224,
        Self::Sha3_256,
        Self::Sha3_384,
        Self::Sha3_512,
    ];

    pub const fn row(self) -> &'static HashRow {
        &HASHES[self as usize]
    }

    pub const fn length(self) -> usize {
        self.row().length
    }

    pub fn digest(self, data: &[u8]) -> Digest {
        (self.row().digest)(data)
    }

    /// The hash that a name of the caller's means.
    pub fn parse(name: &str) -> Result<Self, Error> {
        Named::parse(name).map(|named| named.hash)
    }

    pub fn by_oid(oid: ObjectIdentifier) -> Option<Self> {
        Self::ALL.iter().copied().find(|hash| hash.row().oid == oid)
    }
}

fn digest_with<D: digest::Digest>(data: &[u8]) -> Digest {
    let output = D::digest(data);
    let mut bytes = [0; 64];
    bytes[..output.len()].copy_from_slice(&output);
    Digest {
        bytes,
        length: output.len(),
    }
}

const fn hash_row<D: digest::Digest>(name: &'static str, length: usize, oid: &str) -> HashRow {
    HashRow {
        name,
        length,
        oid: ObjectIdentifier::new_unwrap(oid),
        digest: digest_with::<D>,
    }
}

/// In the order of the enum.
static HASHES: [HashRow; 11] = [
    hash_row::<sha1::Sha1>("sha1", 20, "1.3.14.3.2.26"),
    hash_row::<sha2::Sha224>("sha224", 28, "2.16.840.1.101.3.4.2.4"),
    hash_row::<sha2::Sha256>("sha256", 32, "2.16.840.1.101.3.4.2.1"),
    hash_row::<sha2::Sha384>("sha384", 48, "2.16.840.1.101.3.4.2.2"),
    hash_row::<sha2::Sha512>("sha512", 64, "2.16.840.1.101.3.4.2.3"),
    hash_row::<sha2::Sha512_224>("sha512-224", 28, "2.16.840.1.101.3.4.2.5"),
    hash_row::<sha2::Sha512_256>("sha512-256", 32, "2.16.840.1.101.3.4.2.6"),
    hash_row::<sha3::Sha3_224>("sha3-224", 28, "2.16.840.1.101.3.4.2.7"),
    hash_row::<sha3::Sha3_256>("sha3-256", 32, "2.16.840.1.101.3.4.2.8"),
    hash_row::<sha3::Sha3_384>("sha3-384", 48, "2.16.840.1.101.3.4.2.9"),
    hash_row::<sha3::Sha3_512>("sha3-512", 64, "2.16.840.1.101.3.4.2.10"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_enum() {
        for (index, hash) in Hash::ALL.iter().enumerate() {
            assert_eq!(*hash as usize, index);
            assert_eq!(
                hash.digest(b"").as_slice().len(),
                hash.length(),
                "{}",
                hash.row().name
            );
        }
    }

    #[test]
    fn a_digest_has_many_names() {
        for (name, hash) in [
            ("sha256", Hash::Sha256),
            ("SHA-256", Hash::Sha256),
            ("RSA-SHA256", Hash::Sha256),
            ("SHA256withRSA", Hash::Sha256),
            ("sha256WithRSAEncryption", Hash::Sha256),
            ("SHA256withECDSA", Hash::Sha256),
            ("ecdsa-with-SHA384", Hash::Sha384),
            ("RSA-SHA512/256", Hash::Sha512_256),
            ("sha512-256", Hash::Sha512_256),
            ("SHA3-256", Hash::Sha3_256),
            ("id-rsassa-pkcs1-v1_5-with-sha3-512", Hash::Sha3_512),
            ("RSA-SHA1", Hash::Sha1),
        ] {
            assert_eq!(Hash::parse(name), Ok(hash), "{name}");
        }
        assert!(Named::parse("SHA256withRSAandMGF1").unwrap().pss);
        for name in ["", "rsa", "md5", "sha2", "sha-257", "none"] {
            assert_eq!(
                Hash::parse(name),
                Err(Error::UnknownDigest(name.into())),
                "{name}"
            );
        }
    }
}
