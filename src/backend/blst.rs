//! blst: BLS12-381 as draft-irtf-cfrg-bls-signature-05 has it, with public keys in G1 or in G2.
//!
//! A public key was checked when it was read, and keeps the point that came of it: on the curve, in the
//! subgroup, not infinity. A signature is checked each time.

use std::{any::Any, thread};

use blst::{BLST_ERROR, MultiPoint as _, Pairing};
use zeroize::Zeroizing;

use super::{Backend, Claim, Generated, Many, Refusal, Sign, Verify, random_seed};
use crate::{
    error::Error,
    key::{Key, PublicHalf},
    scheme::{BlsScheme, Scheme},
    table::{Family, Halves, KeyType},
};

const NAME: &str = "blst";

/// Public keys in G1, signatures in G2.
pub static IN_G1: Backend = backend::<KeysInG1>();
pub static IN_G1_HALVES: Halves = halves::<KeysInG1>();

/// Public keys in G2, signatures in G1.
pub static IN_G2: Backend = backend::<KeysInG2>();
pub static IN_G2_HALVES: Halves = halves::<KeysInG2>();

/// The sum of signatures. All must be points of one group, in its subgroup.
pub fn aggregate_signatures(list: &[&[u8]]) -> Result<Vec<u8>, Error> {
    let first = list.first().ok_or_else(|| empty("signatures"))?;
    if first.len() == KeysInG1::SIGNATURE_LENGTH {
        sum_signatures::<KeysInG1>(list)
    } else {
        sum_signatures::<KeysInG2>(list)
    }
}

/// The sum of public keys of one row. Infinity is no key.
pub fn aggregate_public_keys(keys: &[&Key]) -> Result<Key, Error> {
    let row = keys.first().ok_or_else(|| empty("public keys"))?.key_type;
    if row.family != Family::Bls {
        return Err(Error::UnsupportedAlgorithm(format!(
            "Public keys of type {} do not aggregate",
            row.name
        )));
    }
    if keys.iter().any(|key| key.key_type.name != row.name) {
        return Err(Error::InvalidArgument(
            "Keys that aggregate are all of one type".into(),
        ));
    }
    if row.name == KeysInG1::KEY_TYPE {
        sum_keys::<KeysInG1>(row, keys)
    } else {
        sum_keys::<KeysInG2>(row, keys)
    }
}

pub fn empty(what: &str) -> Error {
    Error::InvalidArgument(format!("There is no aggregate of no {what}"))
}

/// Which group the keys lie in; the signatures lie in the other.
trait Variant: Send + Sync + Sized + 'static {
    const KEY_TYPE: &'static str;
    const SIGNATURE_LENGTH: usize;
    type Secret: Send + Sync;
    type Public: Copy + Send + Sync + 'static;
    type Signature: Copy + Sync;

    /// The domain tag of section 4.2.
    fn tag(scheme: BlsScheme) -> &'static [u8];
    /// KeyGen of section 2.3.
    fn generate(seed: &[u8]) -> Result<Self::Secret, BLST_ERROR>;
    fn secret(bytes: &[u8]) -> Result<Self::Secret, BLST_ERROR>;
    fn secret_bytes(secret: &Self::Secret) -> Zeroizing<[u8; 32]>;
    fn public_of(secret: &Self::Secret) -> Self::Public;
    fn sign(secret: &Self::Secret, message: &[u8], tag: &[u8], augmentation: &[u8]) -> Vec<u8>;

    /// A point in its compressed form. Not checked beyond that it is on the curve.
    fn public(bytes: &[u8]) -> Result<Self::Public, BLST_ERROR>;
    /// KeyValidate of section 2.5.
    fn validate(public: &Self::Public) -> Result<(), BLST_ERROR>;
    fn public_bytes(public: &Self::Public) -> Vec<u8>;
    fn public_point(public: &Self::Public) -> &dyn Any;
    /// Of one point or more. Infinity is possible.
    fn sum_public(list: &[Self::Public]) -> Self::Public;

    /// A point in its compressed form, in the subgroup.
    fn signature(bytes: &[u8], infinity: bool) -> Result<Self::Signature, BLST_ERROR>;
    fn signature_point(signature: &Self::Signature) -> &dyn Any;
    /// Of one point or more.
    fn sum_signatures(list: &[Self::Signature]) -> Vec<u8>;
}

struct KeysInG1;
struct KeysInG2;

macro_rules! variant {
    ($name:ident, $key_type:literal, $module:ident, $group:literal, $length:literal) => {
        impl Variant for $name {
            const KEY_TYPE: &'static str = $key_type;
            const SIGNATURE_LENGTH: usize = $length;
            type Secret = $module::SecretKey;
            type Public = $module::PublicKey;
            type Signature = $module::Signature;

            fn tag(scheme: BlsScheme) -> &'static [u8] {
                match scheme {
                    BlsScheme::Basic => concat!("BLS_SIG_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_NUL_"),
                    BlsScheme::MessageAugmentation => {
                        concat!("BLS_SIG_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_AUG_")
                    }
                    BlsScheme::ProofOfPossession => {
                        concat!("BLS_SIG_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_POP_")
                    }
                    BlsScheme::Possession => concat!("BLS_POP_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_POP_"),
                }
                .as_bytes()
            }

            fn generate(seed: &[u8]) -> Result<Self::Secret, BLST_ERROR> {
                Self::Secret::key_gen(seed, &[])
            }

            fn secret(bytes: &[u8]) -> Result<Self::Secret, BLST_ERROR> {
                Self::Secret::from_bytes(bytes)
            }

            fn secret_bytes(secret: &Self::Secret) -> Zeroizing<[u8; 32]> {
                secret.to_bytes().into()
            }

            fn public_of(secret: &Self::Secret) -> Self::Public {
                secret.sk_to_pk()
            }

            fn sign(secret: &Self::Secret, message: &[u8], tag: &[u8], augmentation: &[u8]) -> Vec<u8> {
                secret.sign(message, tag, augmentation).to_bytes().to_vec()
            }

            fn public(bytes: &[u8]) -> Result<Self::Public, BLST_ERROR> {
                Self::Public::uncompress(bytes)
            }

            fn validate(public: &Self::Public) -> Result<(), BLST_ERROR> {
                public.validate()
            }

            fn public_bytes(public: &Self::Public) -> Vec<u8> {
                public.to_bytes().to_vec()
            }

            fn public_point(public: &Self::Public) -> &dyn Any {
                let point: &$module::PublicPoint = public.into();
                point
            }

            fn sum_public(list: &[Self::Public]) -> Self::Public {
                list.add().to_public_key()
            }

            fn signature(bytes: &[u8], infinity: bool) -> Result<Self::Signature, BLST_ERROR> {
                let signature = Self::Signature::uncompress(bytes)?;
                signature.validate(!infinity)?;
                Ok(signature)
            }

            fn signature_point(signature: &Self::Signature) -> &dyn Any {
                let point: &$module::SignaturePoint = signature.into();
                point
            }

            fn sum_signatures(list: &[Self::Signature]) -> Vec<u8> {
                list.add().to_signature().to_bytes().to_vec()
            }
        }
    };
}

variant!(KeysInG1, "bls12-381", in_g1, "G2", 96);
variant!(KeysInG2, "bls12-381-g2", in_g2, "G1", 48);

/// blst's own names for the groups.
mod in_g1 {
    pub use blst::{blst_p1_affine as PublicPoint, blst_p2_affine as SignaturePoint, min_pk::*};
}

mod in_g2 {
    pub use blst::{blst_p1_affine as SignaturePoint, blst_p2_affine as PublicPoint, min_sig::*};
}

const fn backend<V: Variant>() -> Backend {
    Backend {
        name: NAME,
        sign: |key, scheme| {
            Ok(Box::new(Private::<V> {
                secret: V::secret(key.secret_bytes()?).map_err(|_| Refusal::Unsupported)?,
                public: key.public_bytes().to_vec(),
                scheme: bls(scheme)?,
            }))
        },
        verify: |key, scheme| {
            Ok(Box::new(Public::<V> {
                point: point_of::<V>(key).ok_or(Refusal::Unsupported)?,
                bytes: key.public_bytes().to_vec(),
                scheme: bls(scheme)?,
            }))
        },
        generate: |_, _| {
            let secret = V::generate(&*random_seed()?).map_err(|_| Refusal::Unsupported)?;
            Ok(Generated {
                secret: V::secret_bytes(&secret).to_vec().into(),
                public: V::public_bytes(&V::public_of(&secret)),
            })
        },
    }
}

const fn halves<V: Variant>() -> Halves {
    Halves {
        public_of: |key_type, secret| {
            let secret = V::secret(secret).map_err(|_| {
                Error::invalid_key(format!(
                    "the private number of a {} key is not in [1, r - 1]",
                    key_type.name
                ))
            })?;
            Ok(V::public_bytes(&V::public_of(&secret)))
        },
        read_public: |key_type, public| {
            let point = checked::<V>(key_type, V::public(public))?;
            Ok(PublicHalf::unpacked(public.to_vec(), point))
        },
    }
}

/// KeyValidate of a point that was read or summed up, and in words what is wrong with it.
fn checked<V: Variant>(key_type: &KeyType, point: Result<V::Public, BLST_ERROR>) -> Result<V::Public, Error> {
    point
        .and_then(|point| V::validate(&point).map(|()| point))
        .map_err(|error| {
            Error::invalid_key(match error {
                BLST_ERROR::BLST_PK_IS_INFINITY => format!("infinity is no {} public key", key_type.name),
                BLST_ERROR::BLST_POINT_NOT_IN_GROUP => {
                    format!("this {} public key is outside the subgroup", key_type.name)
                }
                _ => format!(
                    "a {} public key is {} bytes that encode a point of the curve, compressed",
                    key_type.name, key_type.public_length
                ),
            })
        })
}

/// The point of a key of this row. One that came from a private key is unpacked here, the first time.
fn point_of<V: Variant>(key: &Key) -> Option<V::Public> {
    key.unpacked_public(|bytes| V::public(bytes).ok())
}

struct Private<V: Variant> {
    secret: V::Secret,
    public: Vec<u8>,
    scheme: BlsScheme,
}

impl<V: Variant> Sign for Private<V> {
    fn sign(&self, data: &[u8], out: &mut [u8]) -> Result<usize, Error> {
        let Signed {
            message,
            augmentation,
        } = signed(self.scheme, &self.public, data);
        let signature = V::sign(&self.secret, message, V::tag(self.scheme), augmentation);
        out[..signature.len()].copy_from_slice(&signature);
        Ok(signature.len())
    }
}

struct Public<V: Variant> {
    point: V::Public,
    bytes: Vec<u8>,
    scheme: BlsScheme,
}

impl<V: Variant> Verify for Public<V> {
    fn verify(&self, data: &[u8], signature: &[u8]) -> bool {
        V::signature(signature, false).is_ok_and(|signature| {
            let mut pairing = Pairing::new(true, V::tag(self.scheme));
            self.add(&mut pairing, data, Some(&signature)) && holds(pairing)
        })
    }

    fn many(&self) -> Option<&'static Many> {
        Some(const { &many::<V>() })
    }
}

impl<V: Variant> Public<V> {
    fn add(&self, pairing: &mut Pairing<'_>, data: &[u8], signature: Option<&V::Signature>) -> bool {
        let Signed {
            message,
            augmentation,
        } = signed(self.scheme, &self.bytes, data);
        // blst takes what is no point of its own for none.
        let signature = signature.map_or(&() as &dyn Any, V::signature_point);
        let point = V::public_point(&self.point);
        pairing.aggregate(point, false, signature, false, message, augmentation) == BLST_ERROR::BLST_SUCCESS
    }
}

fn holds(mut pairing: Pairing<'_>) -> bool {
    pairing.commit();
    pairing.finalverify(None)
}

/// What is hashed to the curve.
struct Signed<'a> {
    message: &'a [u8],
    augmentation: &'a [u8],
}

fn signed<'a>(scheme: BlsScheme, public: &'a [u8], data: &'a [u8]) -> Signed<'a> {
    match scheme {
        BlsScheme::Basic | BlsScheme::ProofOfPossession => Signed {
            message: data,
            augmentation: &[],
        },
        BlsScheme::MessageAugmentation => Signed {
            message: data,
            augmentation: public,
        },
        BlsScheme::Possession => Signed {
            message: public,
            augmentation: &[],
        },
    }
}

fn bls(scheme: &Scheme) -> Result<BlsScheme, Refusal> {
    match scheme {
        Scheme::Bls(scheme) => Ok(*scheme),
        _ => Err(Refusal::Unsupported),
    }
}

const fn many<V: Variant>() -> Many {
    Many {
        name: V::KEY_TYPE,
        batch: batch::<V>,
        aggregate: Some(aggregate::<V>),
    }
}

const WEIGHT: usize = 8;

/// The sum of all pairing equations, each with a random weight of 64 bits: bad items cannot cancel.
fn batch<V: Variant>(claims: &[Claim<'_>]) -> bool {
    let mut weights = vec![0; WEIGHT * claims.len()];
    if getrandom::fill(&mut weights).is_err() {
        return claims.iter().all(Claim::holds);
    }
    let mut pairings: Vec<(BlsScheme, Pairing<'_>)> = Vec::new();
    for (claim, weight) in claims.iter().zip(weights.chunks_exact_mut(WEIGHT)) {
        let Some((key, signature)) = claim
            .key::<Public<V>>()
            .zip(V::signature(claim.signature, false).ok())
        else {
            return false;
        };
        // Never zero, which would check nothing.
        weight[0] |= u8::from(weight.iter().all(|byte| *byte == 0));
        let known = pairings.iter().position(|(scheme, _)| *scheme == key.scheme);
        let index = known.unwrap_or_else(|| {
            pairings.push((key.scheme, Pairing::new(true, V::tag(key.scheme))));
            pairings.len() - 1
        });
        let Signed {
            message,
            augmentation,
        } = signed(key.scheme, &key.bytes, claim.data);
        let added = pairings[index].1.mul_n_aggregate(
            V::public_point(&key.point),
            false,
            V::signature_point(&signature),
            false,
            weight,
            8 * WEIGHT,
            message,
            augmentation,
        );
        if added != BLST_ERROR::BLST_SUCCESS {
            return false;
        }
    }
    pairings.into_iter().all(|(_, pairing)| holds(pairing))
}

/// AggregateVerify of sections 3.1 to 3.3 for as many messages as keys, FastAggregateVerify of section 3.3.4
/// for one message of all.
fn aggregate<V: Variant>(
    verifiers: &[&dyn Verify],
    messages: &[&[u8]],
    signature: &[u8],
) -> Result<bool, Error> {
    let keys: Vec<&Public<V>> = verifiers
        .iter()
        .map(|verifier| (*verifier as &dyn Any).downcast_ref())
        .collect::<Option<_>>()
        .ok_or_else(|| Error::InvalidArgument("Keys of an aggregate are all of one type".into()))?;
    let scheme = keys.first().ok_or_else(|| empty("signatures"))?.scheme;
    if keys.iter().any(|key| key.scheme != scheme) {
        return Err(Error::InvalidArgument(
            "Keys of an aggregate all sign in one scheme".into(),
        ));
    }
    let signature = V::signature(signature, false).ok();
    if let [message] = messages
        && keys.len() > 1
    {
        if scheme != BlsScheme::ProofOfPossession {
            return Err(Error::UnsupportedAlgorithm(
                "One message of many signers is verified at once in the scheme 'proof-of-possession' only"
                    .into(),
            ));
        }
        let points: Vec<_> = keys.iter().map(|key| key.point).collect();
        let point = V::sum_public(&points);
        return Ok(signature.is_some_and(|signature| {
            let mut pairing = Pairing::new(true, V::tag(scheme));
            let key = Public::<V> {
                point,
                bytes: Vec::new(),
                scheme,
            };
            V::validate(&point).is_ok() && key.add(&mut pairing, message, Some(&signature)) && holds(pairing)
        }));
    }
    if keys.len() != messages.len() {
        return Err(Error::Internal("an aggregate has a message for each key".into()));
    }
    // Section 3.1.1: without this, a signer could cancel another's key.
    if scheme == BlsScheme::Basic && !blst::uniq(messages) {
        return Ok(false);
    }
    let Some(signature) = signature else {
        return Ok(false);
    };
    Ok(sum_of_pairings(&keys, messages, &signature).is_some_and(holds))
}

/// A thread is worth its start from so many pairings on.
const PAIRINGS_PER_THREAD: usize = 8;

/// Several threads take a share each. None where an item cannot be added.
fn sum_of_pairings<V: Variant>(
    keys: &[&Public<V>],
    messages: &[&[u8]],
    signature: &V::Signature,
) -> Option<Pairing<'static>> {
    let threads = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let share = keys.len().div_ceil(threads).max(PAIRINGS_PER_THREAD);
    let part = |keys: &[&Public<V>], messages: &[&[u8]], mut signature: Option<&V::Signature>| {
        let mut pairing = Pairing::new(true, V::tag(keys.first()?.scheme));
        for (key, message) in keys.iter().zip(messages) {
            if !key.add(&mut pairing, message, signature.take()) {
                return None;
            }
        }
        pairing.commit();
        Some(pairing)
    };
    thread::scope(|scope| {
        let mut shares = keys.chunks(share).zip(messages.chunks(share));
        let (own_keys, own_messages) = shares.next()?;
        let others: Vec<_> = shares
            .map(|(keys, messages)| scope.spawn(move || part(keys, messages, None)))
            .collect();
        let mut sum = part(own_keys, own_messages, Some(signature))?;
        for other in others {
            if sum.merge(&other.join().ok()??) != BLST_ERROR::BLST_SUCCESS {
                return None;
            }
        }
        Some(sum)
    })
}

fn sum_signatures<V: Variant>(list: &[&[u8]]) -> Result<Vec<u8>, Error> {
    let mut points = Vec::with_capacity(list.len());
    for (index, signature) in list.iter().enumerate() {
        let point = V::signature(signature, true).map_err(|_| {
            Error::InvalidArgument(format!(
                "list[{index}] is no BLS12-381 signature of {} bytes",
                V::SIGNATURE_LENGTH
            ))
        })?;
        points.push(point);
    }
    Ok(V::sum_signatures(&points))
}

fn sum_keys<V: Variant>(row: &'static KeyType, keys: &[&Key]) -> Result<Key, Error> {
    let points: Vec<_> = keys
        .iter()
        .map(|key| point_of::<V>(key))
        .collect::<Option<_>>()
        .ok_or_else(|| Error::Internal("a key that was read is no point".into()))?;
    let sum = checked::<V>(row, Ok(V::sum_public(&points)))?;
    Key::from_public_half(row, PublicHalf::unpacked(V::public_bytes(&sum), sum))
}
