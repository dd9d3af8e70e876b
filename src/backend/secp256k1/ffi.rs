//! The calls into libsecp256k1's C API, each behind a function that cannot be misused.
//!
//! The crate `secp256k1` randomises its context anew for every signature, which doubles the time of one
//! (bench/results); here one context is randomised once.
#![allow(
    unsafe_code,
    reason = "libsecp256k1 is a C library; this file is its whole boundary"
)]

use std::{ptr::NonNull, sync::OnceLock};

use secp256k1_sys as c;
use zeroize::Zeroizing;

struct Context(NonNull<c::Context>);

// SAFETY: signing and verifying take the context as const and may run concurrently (secp256k1.h, "Thread
// safety"); it is mutated once, by the randomisation before it is shared.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

/// The one context, randomised against side channels at first use.
fn context() -> *const c::Context {
    static CONTEXT: OnceLock<Context> = OnceLock::new();
    let context = CONTEXT.get_or_init(|| {
        let mut seed = Zeroizing::new([0; 32]);
        // Without randomness the context stays as created: correct, only without its blinding.
        let seeded = getrandom::fill(&mut *seed).is_ok();
        // SAFETY: the flag is the library's own; the context is never destroyed.
        let context = unsafe { c::secp256k1_context_create(c::SECP256K1_START_NONE) };
        if seeded {
            // SAFETY: a live context that no one else has yet, and 32 bytes.
            unsafe { c::secp256k1_context_randomize(context, seed.as_ptr()) };
        }
        Context(context)
    });
    context.0.as_ptr()
}

/// A point of the curve in the library's form.
pub struct Point(c::PublicKey);

impl Point {
    /// From SEC1, compressed, uncompressed or hybrid; `None` where it is no point.
    pub fn parse(bytes: &[u8]) -> Option<Self> {
        // SAFETY: an out-pointer may be blank; the length is that of the slice.
        unsafe {
            let mut point = c::PublicKey::new();
            (c::secp256k1_ec_pubkey_parse(context(), &mut point, bytes.as_ptr(), bytes.len()) == 1)
                .then_some(Self(point))
        }
    }

    /// Of a scalar; `None` where it is 0 or not below the order.
    pub fn of(scalar: &[u8; 32]) -> Option<Self> {
        // SAFETY: an out-pointer may be blank; the scalar has 32 bytes.
        unsafe {
            let mut point = c::PublicKey::new();
            (c::secp256k1_ec_pubkey_create(context(), &mut point, scalar.as_ptr()) == 1)
                .then_some(Self(point))
        }
    }

    /// As an uncompressed SEC1 point.
    pub fn to_bytes(&self) -> [u8; 65] {
        let mut bytes = [0; 65];
        let mut length = bytes.len();
        // SAFETY: a parsed point always serialises; the length passed is the capacity.
        unsafe {
            c::secp256k1_ec_pubkey_serialize(
                context(),
                bytes.as_mut_ptr(),
                &mut length,
                &self.0,
                c::SECP256K1_SER_UNCOMPRESSED,
            )
        };
        bytes
    }

    /// Whether r || s is a signature of `message`; a high s is as good as a low one.
    pub fn verify(&self, message: &[u8; 32], signature: &[u8; 64]) -> bool {
        // SAFETY: all lengths are in the types; an out-pointer may be blank.
        unsafe {
            let mut parsed = c::Signature::new();
            if c::secp256k1_ecdsa_signature_parse_compact(context(), &mut parsed, signature.as_ptr()) != 1 {
                return false;
            }
            let high = parsed;
            c::secp256k1_ecdsa_signature_normalize(context(), &mut parsed, &high);
            c::secp256k1_ecdsa_verify(context(), &parsed, message.as_ptr(), &self.0) == 1
        }
    }
}

/// r || s, s always low. The nonce is that of RFC 6979 with `extra` mixed in.
pub fn sign(scalar: &[u8; 32], message: &[u8; 32], extra: &[u8; 32]) -> Option<[u8; 64]> {
    // SAFETY: all lengths are in the types; `extra` is the 32 bytes that the nonce function reads.
    unsafe {
        let mut signature = c::Signature::new();
        let done = c::secp256k1_ecdsa_sign(
            context(),
            &mut signature,
            message.as_ptr(),
            scalar.as_ptr(),
            c::secp256k1_nonce_function_rfc6979,
            extra.as_ptr().cast(),
        );
        if done != 1 {
            return None;
        }
        let mut bytes = [0; 64];
        c::secp256k1_ecdsa_signature_serialize_compact(context(), bytes.as_mut_ptr(), &signature);
        Some(bytes)
    }
}
