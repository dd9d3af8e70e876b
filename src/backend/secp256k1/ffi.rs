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

    pub fn to_x_only(&self) -> XOnly {
        // SAFETY: an out-pointer may be blank; a parsed point always has an x. The parity is not asked for.
        unsafe {
            let mut x_only = c::XOnlyPublicKey::new();
            c::secp256k1_xonly_pubkey_from_pubkey(context(), &mut x_only, std::ptr::null_mut(), &self.0);
            XOnly(x_only)
        }
    }

    /// The public key under which r || s signs `message`; the id says which of the possible ones.
    pub fn recover(message: &[u8; 32], signature: &[u8; 64], id: u8) -> Option<Self> {
        if id > 3 {
            return None;
        }
        // SAFETY: all lengths are in the types, the id is in its range; out-pointers may be blank.
        unsafe {
            let mut parsed = c::recovery::RecoverableSignature::new();
            let mut point = c::PublicKey::new();
            (c::recovery::secp256k1_ecdsa_recoverable_signature_parse_compact(
                context(),
                &mut parsed,
                signature.as_ptr(),
                id.into(),
            ) == 1
                && c::recovery::secp256k1_ecdsa_recover(context(), &mut point, &parsed, message.as_ptr())
                    == 1)
                .then_some(Self(point))
        }
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

/// r || s, s always low, and the recovery id. The nonce is that of RFC 6979 with `extra` mixed in.
pub fn sign(scalar: &[u8; 32], message: &[u8; 32], extra: Option<&[u8; 32]>) -> Option<([u8; 64], u8)> {
    let extra = extra.map_or(std::ptr::null(), |extra| extra.as_ptr());
    // SAFETY: all lengths are in the types; `extra` is null or the 32 bytes that the nonce function reads.
    unsafe {
        let mut signature = c::recovery::RecoverableSignature::new();
        let done = c::recovery::secp256k1_ecdsa_sign_recoverable(
            context(),
            &mut signature,
            message.as_ptr(),
            scalar.as_ptr(),
            c::secp256k1_nonce_function_rfc6979,
            extra.cast(),
        );
        if done != 1 {
            return None;
        }
        let (mut bytes, mut id) = ([0; 64], 0);
        c::recovery::secp256k1_ecdsa_recoverable_signature_serialize_compact(
            context(),
            bytes.as_mut_ptr(),
            &mut id,
            &signature,
        );
        Some((bytes, u8::try_from(id).ok()?))
    }
}

/// A key pair of BIP-340.
pub struct Pair(c::Keypair);

impl Pair {
    pub fn new(scalar: &[u8; 32]) -> Option<Self> {
        // SAFETY: an out-pointer may be blank; the scalar has 32 bytes.
        unsafe {
            let mut pair = c::Keypair::new();
            (c::secp256k1_keypair_create(context(), &mut pair, scalar.as_ptr()) == 1).then_some(Self(pair))
        }
    }

    pub fn sign(&self, message: &[u8], aux_rand: &[u8; 32]) -> Option<[u8; 64]> {
        let mut signature = [0; 64];
        // SAFETY: the message is a whole slice; the parameters point to the 32 bytes of `aux_rand` during the call.
        let done = unsafe {
            let parameters =
                c::SchnorrSigExtraParams::new(c::secp256k1_nonce_function_bip340, aux_rand.as_ptr().cast());
            c::secp256k1_schnorrsig_sign_custom(
                context(),
                signature.as_mut_ptr(),
                message.as_ptr(),
                message.len(),
                &self.0,
                &parameters,
            )
        };
        (done == 1).then_some(signature)
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        self.0.non_secure_erase();
    }
}

/// The x of a point, as BIP-340 has its public keys.
pub struct XOnly(c::XOnlyPublicKey);

impl XOnly {
    pub fn verify(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        // SAFETY: the message is a whole slice, the other lengths are in the types.
        unsafe {
            c::secp256k1_schnorrsig_verify(
                context(),
                signature.as_ptr(),
                message.as_ptr(),
                message.len(),
                &self.0,
            ) == 1
        }
    }
}
