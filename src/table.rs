//! THE table: one row per key type. Names, sizes, identifiers, and the libraries ranked per operation.
//!
//! The ranks follow `bench/rank.js`, whose figures are in `bench/results`.

use der::asn1::ObjectIdentifier;

use crate::{
    backend::{Backend, aws_lc, blst, dalek, k256, openssl, ring, rsa, schnorrkel, secp256k1, zebra},
    error::Error,
    key::PublicHalf,
    scheme::{Hash, Instance},
};

/// What a row's key is, where code has to know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    Rsa,
    /// RSA whose parameters bind it to PSS, RFC 4055.
    RsaPss,
    Ec,
    /// Ed25519 and Ed448, RFC 8032.
    Edwards,
    /// FIPS 204.
    MlDsa,
    /// FIPS 205.
    SlhDsa,
    /// Schnorr over Ristretto.
    Sr25519,
    /// BLS12-381, draft-irtf-cfrg-bls-signature.
    Bls,
    /// Bytes that both sides know.
    Secret,
}

/// One row.
pub struct KeyType {
    /// The name that `keyTypes()` and `generateKeyPair` use.
    pub name: &'static str,
    pub family: Family,
    /// node's `asymmetricKeyType`; empty for a secret.
    pub asymmetric_key_type: &'static str,
    /// The algorithm of PKCS#8 and SPKI.
    pub oid: Option<ObjectIdentifier>,
    pub curve: Option<Curve>,
    /// `kty`, and `crv` or `alg`, of RFC 7518, RFC 8037 and RFC 9964.
    pub jwk: (&'static str, &'static str),
    /// Bytes of a raw private key; 0 where it varies.
    pub secret_length: usize,
    /// Bytes of a private key without the seed that it was made from; 0 where there is no such form.
    pub expanded_length: usize,
    /// Bytes of a raw public key, uncompressed; 0 where it varies.
    pub public_length: usize,
    /// Bytes of a signature, where the key type alone fixes it; 0 elsewhere.
    pub signature_length: usize,
    /// What `algorithm: null` means, where the scheme leaves a choice.
    pub default_hash: Option<Hash>,
    pub halves: Option<&'static Halves>,
    pub sign: &'static [&'static Backend],
    pub verify: &'static [&'static Backend],
    pub generate: &'static [&'static Backend],
    /// Those that verify only what an option asks for.
    pub verify_by_option: &'static [&'static Backend],
    /// Those of `sign` that sign only where the caller names them.
    pub sign_by_name_only: &'static [&'static str],
    pub costs: Costs,
    /// What the row decides where libraries or standards leave a choice: an operation, then a sentence.
    pub policy: &'static [(&'static str, &'static str)],
}

/// What one operation of the first backend takes, in microseconds on the machine of bench/results; of RSA, with
/// 2048 bits. `u32::MAX` where nobody asks: more than a promise's way to another thread and back.
#[derive(Clone, Copy)]
pub struct Costs {
    pub sign: u32,
    pub verify: u32,
}

const DEAR: Costs = Costs {
    sign: u32::MAX,
    verify: u32::MAX,
};

const fn costs(sign: u32, verify: u32) -> Costs {
    Costs { sign, verify }
}

pub struct Curve {
    pub oid: ObjectIdentifier,
    /// node's `namedCurve` first, then the other names in use.
    pub names: &'static [&'static str],
}

/// How the two halves of a key belong together, where they are raw bytes.
pub struct Halves {
    /// The public half of a private one. Fails where the private one is out of range.
    pub public_of: fn(&KeyType, &[u8]) -> Result<Vec<u8>, Error>,
    /// A public half in the row's own form, from any form that it may come in. Fails where it is no
    /// point of the curve.
    pub read_public: fn(&KeyType, &[u8]) -> Result<PublicHalf, Error>,
}

/// Reads a public key of a row where all bytes of the right length are one.
pub fn of_right_length(key_type: &KeyType, public: &[u8]) -> Result<PublicHalf, Error> {
    if public.len() == key_type.public_length {
        return Ok(public.to_vec().into());
    }
    Err(Error::invalid_key(format!(
        "a public key of {} has {} bytes, this one {}",
        key_type.name,
        key_type.public_length,
        public.len()
    )))
}

impl KeyType {
    /// The length of a number below the group's order, in bytes.
    pub const fn order_length(&self) -> usize {
        self.secret_length
    }
}

/// A JOSE algorithm: RFC 7518, 8037, 8812, 9864, 9964.
pub struct Jose {
    pub name: &'static str,
    /// The rows whose keys it takes.
    pub key_types: &'static [&'static str],
    pub hash: Option<Hash>,
    pub pss: bool,
    /// Bytes that are left of an HMAC, where not all.
    pub truncated: Option<usize>,
    /// Of an Edwards curve.
    pub instance: Instance,
    /// Whether the name is one of JOSE, and not just written as one.
    pub registered: bool,
}

/// The row that node's `type` and `namedCurve` mean. A row's own name, or a curve's, means itself.
pub fn by_words(name: &str, curve: Option<&str>) -> Result<&'static KeyType, Error> {
    match (name, curve) {
        ("ec", Some(curve)) => by_curve_name(curve),
        ("ec", None) => Err(Error::InvalidArgument(
            "The property 'options.namedCurve' is needed for a key of type 'ec'".into(),
        )),
        (name, _) => key_type(name).map_or_else(|| by_curve_name(name), Ok),
    }
}

pub fn key_type(name: &str) -> Option<&'static KeyType> {
    KEY_TYPES.iter().find(|row| row.name == name)
}

/// The row of an EC curve, by any of its names.
pub fn by_curve_name(name: &str) -> Result<&'static KeyType, Error> {
    KEY_TYPES
        .iter()
        .find(|row| {
            row.curve
                .as_ref()
                .is_some_and(|curve| row.name == name || curve.names.contains(&name))
        })
        .ok_or_else(|| Error::UnknownCurve(Error::shown(name)))
}

pub fn by_curve_oid(oid: ObjectIdentifier) -> Option<&'static KeyType> {
    KEY_TYPES
        .iter()
        .find(|row| row.curve.as_ref().is_some_and(|curve| curve.oid == oid))
}

pub fn by_jwk(kty: &str, crv: &str) -> Option<&'static KeyType> {
    KEY_TYPES.iter().find(|row| row.jwk == (kty, crv))
}

/// The name of BIP-340 among the algorithms.
pub const BIP340: &str = "BIP340";
pub const SECP256K1_NAME: &str = "secp256k1";
pub const ED25519_NAME: &str = "ed25519";

pub fn jose(name: &str) -> Option<&'static Jose> {
    JOSE.iter().find(|row| row.name == name)
}

/// The JOSE algorithms of a row's keys.
pub fn jose_names(key_type: &str) -> impl Iterator<Item = &'static str> {
    JOSE.iter()
        .filter(move |jose| jose.key_types.contains(&key_type) && jose.registered)
        .map(|jose| jose.name)
}

pub const RSA_ENCRYPTION: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.1");
pub const RSASSA_PSS: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.10");
pub const MGF1: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.1.8");
pub const EC_PUBLIC_KEY: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.10045.2.1");

const RSA_POLICY: &[(&str, &str)] = &[
    (
        "sign",
        "the crate rsa signs only by name: its private-key operation is not constant-time (RUSTSEC-2023-0071)",
    ),
    (
        "verify",
        "the encoded message is made again and compared whole; the signature is as long as the modulus",
    ),
];

const ECDSA_POLICY: &[(&str, &str)] = &[
    (
        "sign",
        "the nonce mixes key, digest and randomness; s is as it comes, high or low",
    ),
    (
        "verify",
        "strict DER, or r and s of full length; high and low s alike",
    ),
];

const SECP256K1_POLICY: &[(&str, &str)] = &[
    (
        "sign",
        "the nonce is hedged; secp256k1 and k256 make s low, aws-lc and openssl leave it as it comes; the algorithm BIP340 makes Schnorr signatures",
    ),
    (
        "verify",
        "strict DER, or r and s of full length; high and low s alike, by every library",
    ),
];

const ED25519_POLICY: &[(&str, &str)] = &[
    (
        "sign",
        "RFC 8032, deterministic; the algorithms Ed25519ctx and Ed25519ph with options.context",
    ),
    (
        "verify",
        "what OpenSSL accepts: without cofactor, S below the order, R compared as bytes, a public key in any encoding that decompresses (aws-lc takes canonical ones only); options.ed25519 'strict' refuses small orders too, 'zip215' is ZIP-215",
    ),
    (
        "batch",
        "item by item, since a batch equation without cofactor accepts signatures with torsion components that the single check refuses; under 'zip215' the batch equation of ed25519-zebra, which accepts what the single check accepts",
    ),
];

const SR25519_POLICY: &[(&str, &str)] = &[
    ("sign", "the nonce mixes key, message and randomness"),
    (
        "verify",
        "as schnorrkel, but the identity is refused as a public key when it is read; the batch equation accepts what the single check accepts",
    ),
];

const BLS_POLICY: &[(&str, &str)] = &[
    (
        "sign",
        "deterministic; the basic scheme unless options.scheme says otherwise",
    ),
    (
        "verify",
        "signatures outside the subgroup and infinity are false, such public keys are refused when they are read; batches by random weights of 64 bits",
    ),
];

const ED448_POLICY: &[(&str, &str)] = &[
    (
        "sign",
        "RFC 8032, deterministic; the context is options.context, empty by default; the algorithm Ed448ph",
    ),
    ("verify", "as OpenSSL: without cofactor, S below the order"),
];

const HMAC_POLICY: &[(&str, &str)] = &[("verify", "a tag of full length, compared in constant time")];

const PQ_POLICY: &[(&str, &str)] = &[
    (
        "sign",
        "hedged unless options.nonce is 'deterministic'; the context is options.context, empty by default; a key known by its seed keeps it",
    ),
    ("verify", "the context is options.context, empty by default"),
];

/// FIPS 204. The seed is the private key; one that comes without it signs all the same.
const fn ml_dsa(
    name: &'static str,
    jose: &'static str,
    oid: &str,
    public: usize,
    expanded: usize,
    signature: usize,
) -> KeyType {
    KeyType {
        name,
        family: Family::MlDsa,
        asymmetric_key_type: name,
        oid: Some(ObjectIdentifier::new_unwrap(oid)),
        curve: None,
        jwk: ("AKP", jose),
        secret_length: 32,
        expanded_length: expanded,
        public_length: public,
        signature_length: signature,
        default_hash: None,
        halves: Some(&openssl::PQ_HALVES),
        sign: ML_DSA,
        verify: ML_DSA,
        generate: ML_DSA,
        verify_by_option: &[],
        sign_by_name_only: &[],
        costs: DEAR,
        policy: PQ_POLICY,
    }
}

/// FIPS 205; `n` is its security parameter in bytes.
const fn slh_dsa(name: &'static str, oid: &str, n: usize, signature: usize) -> KeyType {
    KeyType {
        name,
        family: Family::SlhDsa,
        asymmetric_key_type: name,
        oid: Some(ObjectIdentifier::new_unwrap(oid)),
        curve: None,
        jwk: ("", ""),
        secret_length: 4 * n,
        expanded_length: 0,
        public_length: 2 * n,
        signature_length: signature,
        default_hash: None,
        halves: Some(&openssl::PQ_HALVES),
        sign: SLH_DSA,
        verify: SLH_DSA,
        generate: SLH_DSA,
        verify_by_option: &[],
        sign_by_name_only: &[],
        costs: DEAR,
        policy: PQ_POLICY,
    }
}

const ML_DSA: &[&Backend] = &[&aws_lc::ML_DSA, &openssl::PQ];
const SLH_DSA: &[&Backend] = &[&openssl::PQ];

/// What both RSA rows share.
const RSA: KeyType = KeyType {
    name: "rsa",
    family: Family::Rsa,
    asymmetric_key_type: "rsa",
    oid: Some(RSA_ENCRYPTION),
    curve: None,
    jwk: ("RSA", ""),
    secret_length: 0,
    expanded_length: 0,
    public_length: 0,
    signature_length: 0,
    default_hash: Some(Hash::Sha256),
    halves: None,
    sign: &[&aws_lc::RSA, &openssl::RSA, &ring::RSA, &rsa::RSA],
    verify: &[&aws_lc::RSA, &openssl::RSA, &ring::RSA, &rsa::RSA],
    generate: &[&aws_lc::RSA, &openssl::RSA, &rsa::RSA],
    verify_by_option: &[],
    sign_by_name_only: &[rsa::RSA.name],
    costs: costs(333, 17),
    policy: RSA_POLICY,
};

/// What the curves share. `field` is the length of a coordinate in bytes, `order` that of a scalar.
const fn curve(
    name: &'static str,
    oid: &str,
    names: &'static [&'static str],
    field: usize,
    order: usize,
    hash: Hash,
) -> KeyType {
    KeyType {
        name,
        family: Family::Ec,
        asymmetric_key_type: "ec",
        oid: Some(EC_PUBLIC_KEY),
        curve: Some(Curve {
            oid: ObjectIdentifier::new_unwrap(oid),
            names,
        }),
        // RFC 7518 and RFC 8812 name four curves; theirs say so.
        jwk: ("", ""),
        secret_length: order,
        expanded_length: 0,
        signature_length: 0,
        public_length: 2 * field + 1,
        default_hash: Some(hash),
        halves: Some(&openssl::EC_HALVES),
        sign: OPENSSL_EC,
        verify: OPENSSL_EC,
        generate: OPENSSL_EC,
        verify_by_option: &[],
        sign_by_name_only: &[],
        costs: DEAR,
        policy: ECDSA_POLICY,
    }
}

/// A curve with a JWK that aws-lc has; `length` is that of the order and of a coordinate, in bytes.
const fn ec(
    name: &'static str,
    oid: &str,
    names: &'static [&'static str],
    length: usize,
    hash: Hash,
) -> KeyType {
    KeyType {
        jwk: ("EC", name),
        halves: Some(&aws_lc::EC_HALVES),
        sign: EC,
        verify: EC,
        generate: EC,
        ..curve(name, oid, names, length, length, hash)
    }
}

const OPENSSL_EC: &[&Backend] = &[&openssl::ECDSA];
const EC: &[&Backend] = &[&aws_lc::ECDSA, &openssl::ECDSA];
const EC_AND_RING: &[&Backend] = &[&aws_lc::ECDSA, &ring::ECDSA, &openssl::ECDSA];
const SECP256K1: &[&Backend] = &[&secp256k1::ECDSA, &k256::ECDSA, &aws_lc::ECDSA, &openssl::ECDSA];

/// What both Edwards rows share.
const ED25519: KeyType = KeyType {
    name: ED25519_NAME,
    family: Family::Edwards,
    asymmetric_key_type: ED25519_NAME,
    oid: Some(ObjectIdentifier::new_unwrap("1.3.101.112")),
    curve: None,
    jwk: ("OKP", "Ed25519"),
    secret_length: 32,
    expanded_length: 0,
    public_length: 32,
    signature_length: 64,
    default_hash: None,
    halves: Some(&dalek::ED25519_HALVES),
    sign: &[
        &aws_lc::ED25519,
        &dalek::ED25519,
        &ring::ED25519,
        &openssl::ED25519,
    ],
    verify: &[
        &dalek::ED25519,
        &aws_lc::ED25519,
        &ring::ED25519,
        &openssl::ED25519,
    ],
    generate: &[&aws_lc::ED25519, &dalek::ED25519, &openssl::ED25519],
    verify_by_option: &[&zebra::ED25519],
    sign_by_name_only: &[],
    costs: costs(9, 19),
    policy: ED25519_POLICY,
};

const SR25519: &[&Backend] = &[&schnorrkel::SR25519];
const BLS_IN_G1: &[&Backend] = &[&blst::IN_G1];
const BLS_IN_G2: &[&Backend] = &[&blst::IN_G2];

/// What both BLS rows share. Here public keys are in G1 and signatures in G2.
const BLS12_381: KeyType = KeyType {
    name: "bls12-381",
    family: Family::Bls,
    asymmetric_key_type: "bls12-381",
    oid: None,
    curve: None,
    jwk: ("", ""),
    secret_length: 32,
    expanded_length: 0,
    public_length: 48,
    signature_length: 96,
    default_hash: None,
    halves: Some(&blst::IN_G1_HALVES),
    sign: BLS_IN_G1,
    verify: BLS_IN_G1,
    generate: BLS_IN_G1,
    verify_by_option: &[],
    sign_by_name_only: &[],
    costs: DEAR,
    policy: BLS_POLICY,
};

const HMAC: &[&Backend] = &[&ring::HMAC, &aws_lc::HMAC, &openssl::HMAC];

pub static KEY_TYPES: [KeyType; 46] = [
    RSA,
    KeyType {
        name: "rsa-pss",
        family: Family::RsaPss,
        asymmetric_key_type: "rsa-pss",
        oid: Some(RSASSA_PSS),
        // RFC 7518 has no form that keeps the parameters.
        jwk: ("", ""),
        ..RSA
    },
    KeyType {
        sign: EC_AND_RING,
        verify: EC_AND_RING,
        costs: costs(19, 61),
        ..ec(
            "P-256",
            "1.2.840.10045.3.1.7",
            &["prime256v1", "secp256r1"],
            32,
            Hash::Sha256,
        )
    },
    KeyType {
        sign: EC_AND_RING,
        verify: &[&aws_lc::ECDSA, &openssl::ECDSA, &ring::ECDSA],
        costs: costs(87, 209),
        ..ec("P-384", "1.3.132.0.34", &["secp384r1"], 48, Hash::Sha384)
    },
    KeyType {
        costs: costs(164, 338),
        ..ec("P-521", "1.3.132.0.35", &["secp521r1"], 66, Hash::Sha512)
    },
    KeyType {
        halves: Some(&secp256k1::HALVES),
        sign: SECP256K1,
        verify: SECP256K1,
        generate: SECP256K1,
        costs: costs(24, 30),
        policy: SECP256K1_POLICY,
        ..ec("secp256k1", "1.3.132.0.10", &["secp256k1"], 32, Hash::Sha256)
    },
    ED25519,
    KeyType {
        name: "ed448",
        asymmetric_key_type: "ed448",
        oid: Some(ObjectIdentifier::new_unwrap("1.3.101.113")),
        jwk: ("OKP", "Ed448"),
        secret_length: 57,
        public_length: 57,
        signature_length: 114,
        halves: Some(&openssl::ED448_HALVES),
        sign: &[&openssl::ED448],
        verify: &[&openssl::ED448],
        verify_by_option: &[],
        generate: &[&openssl::ED448],
        costs: costs(238, 180),
        policy: ED448_POLICY,
        ..ED25519
    },
    KeyType {
        jwk: ("", ""),
        costs: costs(30, 64),
        ..ec("P-224", "1.3.132.0.33", &["secp224r1"], 28, Hash::Sha224)
    },
    curve("secp160r1", "1.3.132.0.8", &["secp160r1"], 20, 21, Hash::Sha256),
    curve(
        "P-192",
        "1.2.840.10045.3.1.1",
        &["prime192v1", "secp192r1"],
        24,
        24,
        Hash::Sha256,
    ),
    curve(
        "sect163k1",
        "1.3.132.0.1",
        &["sect163k1", "K-163"],
        21,
        21,
        Hash::Sha256,
    ),
    curve(
        "sect163r2",
        "1.3.132.0.15",
        &["sect163r2", "B-163"],
        21,
        21,
        Hash::Sha256,
    ),
    curve(
        "sect233k1",
        "1.3.132.0.26",
        &["sect233k1", "K-233"],
        30,
        29,
        Hash::Sha256,
    ),
    curve(
        "sect233r1",
        "1.3.132.0.27",
        &["sect233r1", "B-233"],
        30,
        30,
        Hash::Sha256,
    ),
    curve(
        "sect283k1",
        "1.3.132.0.16",
        &["sect283k1", "K-283"],
        36,
        36,
        Hash::Sha256,
    ),
    curve(
        "sect283r1",
        "1.3.132.0.17",
        &["sect283r1", "B-283"],
        36,
        36,
        Hash::Sha256,
    ),
    curve(
        "sect409k1",
        "1.3.132.0.36",
        &["sect409k1", "K-409"],
        52,
        51,
        Hash::Sha384,
    ),
    curve(
        "sect409r1",
        "1.3.132.0.37",
        &["sect409r1", "B-409"],
        52,
        52,
        Hash::Sha384,
    ),
    curve(
        "sect571k1",
        "1.3.132.0.38",
        &["sect571k1", "K-571"],
        72,
        72,
        Hash::Sha512,
    ),
    curve(
        "sect571r1",
        "1.3.132.0.39",
        &["sect571r1", "B-571"],
        72,
        72,
        Hash::Sha512,
    ),
    curve(
        "brainpoolP256r1",
        "1.3.36.3.3.2.8.1.1.7",
        &["brainpoolP256r1"],
        32,
        32,
        Hash::Sha256,
    ),
    curve(
        "brainpoolP256t1",
        "1.3.36.3.3.2.8.1.1.8",
        &["brainpoolP256t1"],
        32,
        32,
        Hash::Sha256,
    ),
    curve(
        "brainpoolP384r1",
        "1.3.36.3.3.2.8.1.1.11",
        &["brainpoolP384r1"],
        48,
        48,
        Hash::Sha384,
    ),
    curve(
        "brainpoolP384t1",
        "1.3.36.3.3.2.8.1.1.12",
        &["brainpoolP384t1"],
        48,
        48,
        Hash::Sha384,
    ),
    curve(
        "brainpoolP512r1",
        "1.3.36.3.3.2.8.1.1.13",
        &["brainpoolP512r1"],
        64,
        64,
        Hash::Sha512,
    ),
    curve(
        "brainpoolP512t1",
        "1.3.36.3.3.2.8.1.1.14",
        &["brainpoolP512t1"],
        64,
        64,
        Hash::Sha512,
    ),
    KeyType {
        costs: costs(106, 31),
        ..ml_dsa(
            "ml-dsa-44",
            "ML-DSA-44",
            "2.16.840.1.101.3.4.3.17",
            1312,
            2560,
            2420,
        )
    },
    KeyType {
        costs: costs(176, 52),
        ..ml_dsa(
            "ml-dsa-65",
            "ML-DSA-65",
            "2.16.840.1.101.3.4.3.18",
            1952,
            4032,
            3309,
        )
    },
    KeyType {
        costs: costs(214, 79),
        ..ml_dsa(
            "ml-dsa-87",
            "ML-DSA-87",
            "2.16.840.1.101.3.4.3.19",
            2592,
            4896,
            4627,
        )
    },
    slh_dsa("slh-dsa-sha2-128s", "2.16.840.1.101.3.4.3.20", 16, 7856),
    slh_dsa("slh-dsa-sha2-128f", "2.16.840.1.101.3.4.3.21", 16, 17088),
    slh_dsa("slh-dsa-sha2-192s", "2.16.840.1.101.3.4.3.22", 24, 16224),
    slh_dsa("slh-dsa-sha2-192f", "2.16.840.1.101.3.4.3.23", 24, 35664),
    slh_dsa("slh-dsa-sha2-256s", "2.16.840.1.101.3.4.3.24", 32, 29792),
    slh_dsa("slh-dsa-sha2-256f", "2.16.840.1.101.3.4.3.25", 32, 49856),
    slh_dsa("slh-dsa-shake-128s", "2.16.840.1.101.3.4.3.26", 16, 7856),
    slh_dsa("slh-dsa-shake-128f", "2.16.840.1.101.3.4.3.27", 16, 17088),
    slh_dsa("slh-dsa-shake-192s", "2.16.840.1.101.3.4.3.28", 24, 16224),
    slh_dsa("slh-dsa-shake-192f", "2.16.840.1.101.3.4.3.29", 24, 35664),
    slh_dsa("slh-dsa-shake-256s", "2.16.840.1.101.3.4.3.30", 32, 29792),
    slh_dsa("slh-dsa-shake-256f", "2.16.840.1.101.3.4.3.31", 32, 49856),
    KeyType {
        name: "sr25519",
        family: Family::Sr25519,
        asymmetric_key_type: "sr25519",
        oid: None,
        curve: None,
        jwk: ("", ""),
        secret_length: 32,
        expanded_length: 64,
        public_length: 32,
        signature_length: 64,
        default_hash: None,
        halves: Some(&schnorrkel::SR25519_HALVES),
        sign: SR25519,
        verify: SR25519,
        generate: SR25519,
        verify_by_option: &[],
        sign_by_name_only: &[],
        costs: costs(18, 38),
        policy: SR25519_POLICY,
    },
    BLS12_381,
    KeyType {
        name: "bls12-381-g2",
        asymmetric_key_type: "bls12-381-g2",
        public_length: 96,
        signature_length: 48,
        halves: Some(&blst::IN_G2_HALVES),
        sign: BLS_IN_G2,
        verify: BLS_IN_G2,
        generate: BLS_IN_G2,
        ..BLS12_381
    },
    KeyType {
        name: "hmac",
        family: Family::Secret,
        asymmetric_key_type: "",
        oid: None,
        curve: None,
        jwk: ("oct", ""),
        secret_length: 0,
        expanded_length: 0,
        public_length: 0,
        signature_length: 0,
        default_hash: Some(Hash::Sha256),
        halves: None,
        sign: HMAC,
        verify: HMAC,
        generate: &[],
        verify_by_option: &[],
        sign_by_name_only: &[],
        costs: costs(1, 1),
        policy: HMAC_POLICY,
    },
];

const RSA_KEYS: &[&str] = &["rsa"];
const RSA_PSS_KEYS: &[&str] = &["rsa", "rsa-pss"];

/// What most algorithms leave as it is.
const PLAIN: Jose = Jose {
    name: "",
    key_types: &[],
    hash: None,
    pss: false,
    truncated: None,
    instance: Instance::Pure,
    registered: true,
};

const fn rs(name: &'static str, hash: Hash) -> Jose {
    Jose {
        name,
        key_types: RSA_KEYS,
        hash: Some(hash),
        ..PLAIN
    }
}

const fn ps(name: &'static str, hash: Hash) -> Jose {
    Jose {
        name,
        key_types: RSA_PSS_KEYS,
        hash: Some(hash),
        pss: true,
        ..PLAIN
    }
}

const fn es(name: &'static str, key_types: &'static [&'static str], hash: Hash) -> Jose {
    Jose {
        name,
        key_types,
        hash: Some(hash),
        ..PLAIN
    }
}

const fn hs(name: &'static str, hash: Hash, truncated: Option<usize>) -> Jose {
    Jose {
        name,
        key_types: &["hmac"],
        hash: Some(hash),
        truncated,
        ..PLAIN
    }
}

const fn own(name: &'static str, key_types: &'static [&'static str]) -> Jose {
    Jose {
        name,
        key_types,
        ..PLAIN
    }
}

/// An algorithm that JOSE does not know.
const fn beside(name: &'static str, key_types: &'static [&'static str], instance: Instance) -> Jose {
    Jose {
        instance,
        registered: false,
        ..own(name, key_types)
    }
}

static JOSE: [Jose; 24] = [
    rs("RS256", Hash::Sha256),
    rs("RS384", Hash::Sha384),
    rs("RS512", Hash::Sha512),
    ps("PS256", Hash::Sha256),
    ps("PS384", Hash::Sha384),
    ps("PS512", Hash::Sha512),
    es("ES256", &["P-256"], Hash::Sha256),
    es("ES384", &["P-384"], Hash::Sha384),
    es("ES512", &["P-521"], Hash::Sha512),
    es("ES256K", &[SECP256K1_NAME], Hash::Sha256),
    beside(BIP340, &[SECP256K1_NAME], Instance::Pure),
    own("EdDSA", &[ED25519_NAME, "ed448"]),
    own("Ed25519", &[ED25519_NAME]),
    beside("Ed25519ctx", &[ED25519_NAME], Instance::Context),
    beside("Ed25519ph", &[ED25519_NAME], Instance::Prehash),
    beside("Ed448ph", &["ed448"], Instance::Prehash),
    own("Ed448", &["ed448"]),
    own("ML-DSA-44", &["ml-dsa-44"]),
    own("ML-DSA-65", &["ml-dsa-65"]),
    own("ML-DSA-87", &["ml-dsa-87"]),
    hs("HS256", Hash::Sha256, None),
    hs("HS384", Hash::Sha384, None),
    hs("HS512", Hash::Sha512, None),
    hs("HS512256", Hash::Sha512, Some(32)),
];
