//! RSA keys whose two primes all cores look for.
//!
//! AWS-LC's own search divides by fewer primes, and OpenSSL's tests a prime 64 times: both take longer on one core.

use std::{
    sync::{
        LazyLock, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use crypto_bigint::{BoxedUint, Limb, NonZero, Odd, Reciprocal, U64};
use crypto_primes::hazmat::{SetBits, random_odd_integer};
use getrandom::SysRng;
use rsa::{PrivateKey, pkcs1::EncodeRsaPrivateKey as _, rand_core::UnwrapErr};
use zeroize::Zeroizing;

use super::ffi;
use crate::{
    backend::{Refusal, RsaRequest},
    threads,
};

/// A new key as PKCS#1 DER: two probable primes as FIPS 186-5 appendix A.1.3 finds them.
pub fn rsa_key(request: &RsaRequest) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    // Both primes have the same length.
    if !request.bits.is_multiple_of(2) {
        return Err(Refusal::Unsupported);
    }
    let exponent = BoxedUint::from(request.exponent);
    loop {
        let [p, q] = two_primes(request.bits / 2, request.exponent)?;
        if too_close(&p, &q) {
            continue;
        }
        let key =
            PrivateKey::from_p_q(p.get(), q.get(), exponent.clone()).map_err(|_| Refusal::Unsupported)?;
        let der = key.to_pkcs1_der().map_err(|_| Refusal::Unsupported)?;
        return Ok(der.to_bytes());
    }
}

/// The first two primes that any of the threads finds.
fn two_primes(bits: u32, exponent: u64) -> Result<[Odd<BoxedUint>; 2], Refusal> {
    let found = Mutex::new(Vec::with_capacity(2));
    let enough = AtomicBool::new(false);
    let look = || {
        while let Some(prime) = prime(bits, exponent, &enough) {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            if found.len() < 2 {
                found.push(prime);
            }
            if found.len() == 2 {
                enough.store(true, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads::count() {
            // Where the system gives no thread, those that are there look alone.
            if thread::Builder::new().spawn_scoped(scope, look).is_err() {
                break;
            }
        }
        look();
    });
    let found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.try_into().map_err(|_| Refusal::Unsupported)
}

/// A prime of `bits` bits, the two highest of them set, that suits `exponent`; `None` once there are enough.
///
/// Each candidate is drawn on its own, so that the time that a composite takes says nothing of the prime. What is
/// done with the prime takes the same time for any.
fn prime(bits: u32, exponent: u64, enough: &AtomicBool) -> Option<Odd<BoxedUint>> {
    let (bits, exponent) = (
        bits.try_into().ok()?,
        NonZero::new(exponent.into()).into_option()?,
    );
    while !enough.load(Ordering::Relaxed) {
        let candidate: Odd<BoxedUint> =
            random_odd_integer(&mut UnwrapErr(SysRng), bits, SetBits::TwoMsb).ok()?;
        if SMALL_PRIMES.iter().any(|some| some.divide(&candidate)) || !suits(&candidate, exponent) {
            continue;
        }
        if ffi::is_prime(&Zeroizing::new(candidate.to_be_bytes()), enough)? {
            return Some(candidate);
        }
    }
    None
}

/// Whether the prime less one has no factor in common with the public exponent.
fn suits(prime: &BoxedUint, exponent: NonZero<Limb>) -> bool {
    let rest = prime.rem_limb(exponent).0 + exponent.0 - 1;
    U64::from(rest).gcd(&U64::from(exponent.0)) == U64::ONE
}

/// Whether |p - q| is no more than 2^(nlen/2 - 100).
fn too_close(p: &BoxedUint, q: &BoxedUint) -> bool {
    let difference = if p > q {
        p.wrapping_sub(q)
    } else {
        q.wrapping_sub(p)
    };
    difference.bit_width() + 100 <= p.bit_width()
}

/// Odd primes whose product fits a word, so that one long division is enough for all of them.
struct SmallPrimes {
    product: Reciprocal,
    primes: Vec<SmallPrime>,
}

/// The inverse of an odd prime modulo 2^64 and the largest multiplier: `prime` divides exactly the numbers that,
/// times the inverse, come to no more than that.
struct SmallPrime {
    inverse: u64,
    most: u64,
}

/// What a further prime saves of Miller-Rabin rounds is worth less than its division from about here.
const LARGEST: u64 = 1 << 14;

static SMALL_PRIMES: LazyLock<Vec<SmallPrimes>> = LazyLock::new(|| {
    let mut words = Vec::new();
    let mut primes: Vec<u64> = Vec::new();
    for number in (3..LARGEST).step_by(2).filter(|number| is_small_prime(*number)) {
        if primes.iter().product::<u64>().checked_mul(number).is_none() {
            words.push(SmallPrimes::new(&primes));
            primes.clear();
        }
        primes.push(number);
    }
    words.push(SmallPrimes::new(&primes));
    words
});

fn is_small_prime(number: u64) -> bool {
    (3..)
        .step_by(2)
        .take_while(|d| d * d <= number)
        .all(|d| !number.is_multiple_of(d))
}

impl SmallPrimes {
    fn new(primes: &[u64]) -> Self {
        let product = NonZero::new(Limb(primes.iter().product())).expect("no prime is 0");
        Self {
            product: Reciprocal::new(product),
            primes: primes.iter().map(|prime| SmallPrime::new(*prime)).collect(),
        }
    }

    /// Whether one of them divides `number`.
    fn divide(&self, number: &BoxedUint) -> bool {
        let rest = number.rem_limb_with_reciprocal(&self.product).0;
        self.primes.iter().any(|prime| prime.divides(rest))
    }
}

impl SmallPrime {
    fn new(prime: u64) -> Self {
        // Newton's iteration: each step doubles the bits that are right, of which an odd number is three.
        let inverse = (0..5).fold(prime, |inverse, _| {
            inverse.wrapping_mul(2_u64.wrapping_sub(prime.wrapping_mul(inverse)))
        });
        Self {
            inverse,
            most: u64::MAX / prime,
        }
    }

    fn divides(&self, number: u64) -> bool {
        number.wrapping_mul(self.inverse) <= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_primes_divide_what_they_divide() {
        let all: Vec<u64> = SMALL_PRIMES
            .iter()
            .flat_map(|word| &word.primes)
            .map(|prime| {
                // The largest number that is divided without rest is a multiple of the prime.
                u64::MAX / prime.most
            })
            .collect();
        assert_eq!(all.len(), 1899, "the odd primes below 2^14");
        for (word, number) in SMALL_PRIMES.iter().zip(1_u64..) {
            for prime in &word.primes {
                let p = u64::MAX / prime.most;
                for n in [p, p * 3, p * number, p * (u64::MAX / p)] {
                    assert!(prime.divides(n), "{p} divides {n}");
                }
                for n in [1, p - 1, p + 1, p * number + 1] {
                    assert!(!prime.divides(n), "{p} does not divide {n}");
                }
                assert!(word.divide(&BoxedUint::from(p)));
            }
            assert!(!word.divide(&BoxedUint::from(16411_u64)), "a larger prime");
        }
    }

    #[test]
    fn primes_are_primes_to_openssl_too_and_suit_the_exponent() {
        let mut context = openssl::bn::BigNumContext::new().unwrap();
        for (bits, exponent) in [(256, 3), (257, 65537), (300, 15), (512, 17), (768, 3)] {
            for prime in two_primes(bits, exponent).unwrap() {
                let number = openssl::bn::BigNum::from_slice(&prime.to_be_bytes()).unwrap();
                assert!(number.is_prime(64, &mut context).unwrap());
                assert_eq!(number.num_bits() as u32, bits);
                assert!(number.is_bit_set(bits as i32 - 2));
                assert!(![3, 5, 17, 65537].iter().any(|factor| {
                    exponent % factor == 0 && number.mod_word(*factor as u32).unwrap() == 1
                }));
            }
        }
    }

    #[test]
    fn a_search_that_is_not_wanted_ends() {
        assert!(prime(4096, 65537, &AtomicBool::new(true)).is_none());
    }

    #[test]
    fn primes_that_are_too_close_are_seen() {
        let p = BoxedUint::from_be_hex(&"f".repeat(128), 512).unwrap();
        let near = p.wrapping_sub(BoxedUint::one_with_precision(512).shl(412));
        let far = p.wrapping_sub(BoxedUint::one_with_precision(512).shl(413));
        assert!(too_close(&p, &p));
        assert_eq!((too_close(&p, &near), too_close(&near, &p)), (false, false));
        assert!(!too_close(&p, &far));
    }
}
