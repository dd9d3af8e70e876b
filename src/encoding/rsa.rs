//! RSA numbers: the checks that a key passes once, at import.

use der::{
    Decode as _, Encode as _, Sequence,
    asn1::{Null, OctetString, UintRef},
};
use openssl::{
    bn::{BigNum, BigNumContext, BigNumRef},
    error::ErrorStack,
};
use pkcs1::{RsaPrivateKey, RsaPublicKey};
use pkcs8::spki::AlgorithmIdentifier;

use zeroize::Zeroizing;

use crate::{backend::Generated, error::Error, scheme::Hash};

const SMALLEST: i32 = 512;
const LARGEST: i32 = 16384;
/// Exponents of up to 33 bits, as aws-lc takes them: a larger one only slows the verifier down.
const LONGEST_EXPONENT: i32 = 33;

/// The PKCS#1 form of a public key.
pub fn public_der(numbers: &RsaPublicKey<UintRef<'_>>) -> Result<Vec<u8>, Error> {
    numbers
        .to_der()
        .map_err(|error| Error::Internal(error.to_string()))
}

/// Checks size and parity; returns the length of the modulus in bits.
pub fn check_public(numbers: &RsaPublicKey<UintRef<'_>>) -> Result<usize, Error> {
    let n = number(&numbers.modulus)?;
    let e = number(&numbers.public_exponent)?;
    public_relation(&n, &e)
}

/// Checks every relation between the eight numbers; returns the length of the modulus in bits.
pub fn check_private(numbers: &RsaPrivateKey<UintRef<'_>>) -> Result<usize, Error> {
    if numbers.other_prime_infos.is_some() {
        return Err(Error::invalid_key(
            "an RSA key of more than two primes is not supported",
        ));
    }
    let n = number(&numbers.modulus)?;
    let e = number(&numbers.public_exponent)?;
    let bits = public_relation(&n, &e)?;
    match broken_relation(numbers, &n, &e) {
        Ok(None) => Ok(bits),
        Ok(Some(relation)) => Err(Error::invalid_key(format!(
            "this RSA key is inconsistent: {relation} does not hold"
        ))),
        Err(error) => Err(Error::Internal(error.to_string())),
    }
}

fn public_relation(n: &BigNumRef, e: &BigNumRef) -> Result<usize, Error> {
    let bits = n.num_bits();
    if !(SMALLEST..=LARGEST).contains(&bits) {
        return Err(Error::invalid_key(format!(
            "an RSA modulus has {SMALLEST} to {LARGEST} bits, this one {bits}"
        )));
    }
    if !n.is_bit_set(0) {
        return Err(Error::invalid_key("an RSA modulus is odd, this one is even"));
    }
    if !e.is_bit_set(0) || e.num_bits() < 2 || e.num_bits() > LONGEST_EXPONENT {
        return Err(Error::invalid_key(
            "an RSA public exponent is odd, at least 3 and below 2^33",
        ));
    }
    usize::try_from(bits).map_err(|error| Error::Internal(error.to_string()))
}

/// The first of the relations of RFC 8017 section 3.2 that does not hold.
fn broken_relation(
    numbers: &RsaPrivateKey<UintRef<'_>>,
    n: &BigNumRef,
    e: &BigNumRef,
) -> Result<Option<&'static str>, ErrorStack> {
    let d = secret(&numbers.private_exponent)?;
    let p = secret(&numbers.prime1)?;
    let q = secret(&numbers.prime2)?;
    let d_p = secret(&numbers.exponent1)?;
    let d_q = secret(&numbers.exponent2)?;
    let q_inverse = secret(&numbers.coefficient)?;
    let mut context = BigNumContext::new_secure()?;
    let one = BigNum::from_u32(1)?;
    let mut scratch = BigNum::new_secure()?;

    scratch.checked_mul(&p, &q, &mut context)?;
    if *scratch != *n || p.num_bits() < 2 || q.num_bits() < 2 {
        return Ok(Some("n = p * q"));
    }
    if *d >= *n || d.num_bits() == 0 {
        return Ok(Some("0 < d < n"));
    }
    for (prime, exponent, inverse, reduced) in [
        (&p, &d_p, "d * e = 1 mod (p - 1)", "dp = d mod (p - 1)"),
        (&q, &d_q, "d * e = 1 mod (q - 1)", "dq = d mod (q - 1)"),
    ] {
        let mut order = BigNum::new_secure()?;
        order.checked_sub(prime, &one)?;
        order.set_const_time();
        scratch.mod_mul(&d, e, &order, &mut context)?;
        if *scratch != *one {
            return Ok(Some(inverse));
        }
        scratch.nnmod(&d, &order, &mut context)?;
        if *scratch != **exponent {
            return Ok(Some(reduced));
        }
    }
    scratch.mod_mul(&q_inverse, &q, &p, &mut context)?;
    if *scratch != *one || *q_inverse >= *p {
        return Ok(Some("qi * q = 1 mod p"));
    }
    Ok(None)
}

fn number(bytes: &UintRef<'_>) -> Result<BigNum, Error> {
    BigNum::from_slice(bytes.as_bytes()).map_err(|error| Error::Internal(error.to_string()))
}

fn secret(bytes: &UintRef<'_>) -> Result<BigNum, ErrorStack> {
    let mut number = BigNum::new_secure()?;
    number.copy_from_slice(bytes.as_bytes())?;
    number.set_const_time();
    Ok(number)
}

/// EMSA-PKCS1-v1_5 of RFC 8017 section 9.2 without the digest at its end, for a modulus of `length` bytes;
/// `None` where that is too short.
pub fn pkcs1_padding(hash: Hash, length: usize) -> Option<Vec<u8>> {
    let digest_info = DigestInfo {
        algorithm: AlgorithmIdentifier {
            oid: hash.row().oid,
            parameters: Some(Null),
        },
        digest: OctetString::new(vec![0; hash.length()]).ok()?,
    };
    let mut prefix = digest_info.to_der().ok()?;
    prefix.truncate(prefix.len() - hash.length());
    let filling = length
        .checked_sub(3 + prefix.len() + hash.length())
        .filter(|filling| *filling >= 8)?;
    Some([&[0, 1], vec![0xff; filling].as_slice(), &[0], prefix.as_slice()].concat())
}

#[derive(Sequence)]
struct DigestInfo {
    algorithm: AlgorithmIdentifier<Null>,
    digest: OctetString,
}

/// The two halves of a key that a library has just made, from its PKCS#1 form.
pub fn generated(secret: Zeroizing<Vec<u8>>) -> Result<Generated, Error> {
    let numbers = RsaPrivateKey::<UintRef<'_>>::from_der(&secret)
        .map_err(|error| Error::Internal(error.to_string()))?;
    let public = public_der(&numbers.public_key())?;
    Ok(Generated { secret, public })
}
