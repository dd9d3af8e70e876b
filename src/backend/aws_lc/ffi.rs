//! The calls into AWS-LC's C API, each behind a function that cannot be misused.
//!
//! aws-lc-rs is not used: it takes RSA from 2048 bits only, knows no SHA-3 signatures and no free salt
//! length, and its verification from parsed keys costs 3 us more (bench/results).
#![allow(
    unsafe_code,
    reason = "AWS-LC is a C library; this file is its whole boundary"
)]

use std::{
    ffi::{CString, c_int, c_uint},
    ptr::{self, NonNull},
    sync::atomic::{AtomicBool, Ordering},
};

use aws_lc_sys as c;
use der::asn1::ObjectIdentifier;
use zeroize::Zeroizing;

/// A C object that this value owns and frees.
struct Owned<T> {
    pointer: NonNull<T>,
    free: unsafe extern "C" fn(*mut T),
}

impl<T> Owned<T> {
    /// Takes ownership of what a constructor returned; `None` where it failed.
    fn new(pointer: *mut T, free: unsafe extern "C" fn(*mut T)) -> Option<Self> {
        NonNull::new(pointer).map(|pointer| Self { pointer, free })
    }

    fn get(&self) -> *mut T {
        self.pointer.as_ptr()
    }

    /// Gives ownership away, to a C object that frees it from now on.
    fn release(self) {
        std::mem::forget(self);
    }
}

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: `pointer` came from the constructor that `free` belongs to and has no other owner.
        unsafe { (self.free)(self.pointer.as_ptr()) }
    }
}

type Number = Owned<c::BIGNUM>;

/// A number that is wiped when it is freed.
fn number(bytes: &[u8]) -> Option<Number> {
    // SAFETY: the pointer and length are of one slice; a null third argument asks for a new number.
    Owned::new(
        unsafe { c::BN_bin2bn(bytes.as_ptr(), bytes.len(), ptr::null_mut()) },
        c::BN_clear_free,
    )
}

fn bytes_of(number: *const c::BIGNUM, length: usize) -> Option<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(vec![0; length]);
    // SAFETY: callers pass a live number; the output has the length that is passed.
    (unsafe { c::BN_bn2bin_padded(bytes.as_mut_ptr(), length, number) } == 1).then_some(bytes)
}

fn nid(oid: ObjectIdentifier) -> Option<c_int> {
    let text = CString::new(oid.to_string()).ok()?;
    // SAFETY: a NUL-terminated string that outlives the call.
    match unsafe { c::OBJ_txt2nid(text.as_ptr()) } {
        0 => None,
        nid => Some(nid),
    }
}

/// One of AWS-LC's digests: a static of the library.
#[derive(Clone, Copy)]
pub struct Md {
    md: *const c::EVP_MD,
    nid: c_int,
}

// SAFETY: an EVP_MD is an immutable static of the library (include/openssl/digest.h).
unsafe impl Send for Md {}
// SAFETY: as above.
unsafe impl Sync for Md {}

impl Md {
    pub fn new(oid: ObjectIdentifier) -> Option<Self> {
        let nid = nid(oid)?;
        // SAFETY: takes any number, answers null for one that is no digest.
        let md = unsafe { c::EVP_get_digestbynid(nid) };
        (!md.is_null()).then_some(Self { md, nid })
    }
}

/// An RSA key.
pub struct Rsa(Owned<c::RSA>);

// SAFETY: "an RSA object may be used concurrently from several threads provided no function mutates it"
// (include/openssl/rsa.h); nothing here mutates one after its constructor.
unsafe impl Send for Rsa {}
// SAFETY: as above.
unsafe impl Sync for Rsa {}

/// The eight numbers of a private key, big-endian: n, e, d, p, q, dp, dq, qi.
pub type RsaNumbers<'a> = [&'a [u8]; 8];

impl Rsa {
    /// A private key whose numbers have been checked already: AWS-LC's own check takes 300 us.
    pub fn private(numbers: &RsaNumbers<'_>) -> Option<Self> {
        let rsa = Self::empty()?;
        let [n, e, d, p, q, d_p, d_q, q_inverse] = numbers.map(number);
        let (n, e, d) = (n?, e?, d?);
        // SAFETY: on success (1) the key owns the numbers, which are released below.
        if unsafe { c::RSA_set0_key(rsa.0.get(), n.get(), e.get(), d.get()) } != 1 {
            return None;
        }
        let _ = [n, e, d].map(Owned::release);
        let (p, q) = (p?, q?);
        // SAFETY: as above.
        if unsafe { c::RSA_set0_factors(rsa.0.get(), p.get(), q.get()) } != 1 {
            return None;
        }
        let _ = [p, q].map(Owned::release);
        let (d_p, d_q, q_inverse) = (d_p?, d_q?, q_inverse?);
        // SAFETY: as above.
        if unsafe { c::RSA_set0_crt_params(rsa.0.get(), d_p.get(), d_q.get(), q_inverse.get()) } != 1 {
            return None;
        }
        let _ = [d_p, d_q, q_inverse].map(Owned::release);
        Some(rsa)
    }

    fn empty() -> Option<Self> {
        // SAFETY: no arguments.
        Owned::new(unsafe { c::RSA_new() }, c::RSA_free).map(Self)
    }

    /// The length of a signature, in bytes.
    fn size(&self) -> usize {
        // SAFETY: a live key with a modulus.
        unsafe { c::RSA_size(self.0.get()) as usize }
    }

    /// RSASSA-PKCS1-v1_5. AWS-LC checks the result with the public key before it returns it.
    pub fn sign_pkcs1(&self, md: Md, digest: &[u8], out: &mut [u8]) -> Option<usize> {
        if out.len() < self.size() {
            return None;
        }
        let mut length: c_uint = 0;
        // SAFETY: `out` holds RSA_size bytes, checked above.
        let done = unsafe {
            c::RSA_sign(
                md.nid,
                digest.as_ptr(),
                digest.len(),
                out.as_mut_ptr(),
                &mut length,
                self.0.get(),
            )
        };
        (done == 1).then_some(length as usize)
    }

    /// RSASSA-PSS with a salt of `salt` bytes.
    pub fn sign_pss(&self, md: Md, mgf1: Md, salt: usize, digest: &[u8], out: &mut [u8]) -> Option<usize> {
        let mut length = 0;
        // SAFETY: the capacity of `out` is passed and checked by the call.
        let done = unsafe {
            c::RSA_sign_pss_mgf1(
                self.0.get(),
                &mut length,
                out.as_mut_ptr(),
                out.len(),
                digest.as_ptr(),
                digest.len(),
                md.md,
                mgf1.md,
                c_int::try_from(salt).ok()?,
            )
        };
        (done == 1).then_some(length)
    }
}

/// An RSA public key with its Montgomery context. RSA_verify takes 13 % longer (bench/results): it counts
/// through the exponent's bits with the general ladder, where 2^16 + 1 needs sixteen squarings and one product.
pub struct RsaPublic {
    rsa: Rsa,
    n: Number,
    e: Number,
    montgomery: Owned<c::BN_MONT_CTX>,
    /// k where e is 2^k + 1.
    squarings: Option<u32>,
}

// SAFETY: nothing here is mutated after the constructor; a Montgomery context may be shared between threads
// (include/openssl/bn.h, "BN_MONT_CTX").
unsafe impl Send for RsaPublic {}
// SAFETY: as above.
unsafe impl Sync for RsaPublic {}

impl RsaPublic {
    pub fn new(n: &[u8], e: &[u8]) -> Option<Self> {
        let rsa = Rsa::empty()?;
        let (owned_n, owned_e) = (number(n)?, number(e)?);
        // SAFETY: on success (1) the key owns both numbers, which are released below.
        if unsafe { c::RSA_set0_key(rsa.0.get(), owned_n.get(), owned_e.get(), ptr::null_mut()) } != 1 {
            return None;
        }
        let _ = [owned_n, owned_e].map(Owned::release);
        let exponent = e.iter().try_fold(0_u64, |value, byte| {
            value.checked_mul(256)?.checked_add(u64::from(*byte))
        })?;
        let squarings = (exponent > 2)
            .then(|| exponent - 1)
            .filter(|even| even.is_power_of_two())
            .map(u64::ilog2);
        let (n, e, context) = (number(n)?, number(e)?, scratch()?);
        // SAFETY: live objects; fails for an even modulus.
        let montgomery = Owned::new(
            unsafe { c::BN_MONT_CTX_new_for_modulus(n.get(), context.get()) },
            c::BN_MONT_CTX_free,
        )?;
        Some(Self {
            rsa,
            n,
            e,
            montgomery,
            squarings,
        })
    }

    /// RSAVP1, RFC 8017 section 5.2.2: the message representative at the length of the modulus. `None` where
    /// the signature has another length or is not below the modulus.
    pub fn recover<'a>(&self, signature: &[u8], out: &'a mut [u8; MAX_MODULUS]) -> Option<&'a [u8]> {
        let length = self.rsa.size();
        let out = out.get_mut(..length).filter(|_| signature.len() == length)?;
        let (s, power, context) = (number(signature)?, number(&[])?, scratch()?);
        // SAFETY: all objects are live, the output has the length that is passed.
        let recovered = unsafe {
            let multiply = |a: *const c::BIGNUM, b: *const c::BIGNUM| {
                c::BN_mod_mul_montgomery(power.get(), a, b, self.montgomery.get(), context.get()) == 1
            };
            c::BN_ucmp(s.get(), self.n.get()) < 0
                && match self.squarings {
                    Some(squarings) => {
                        c::BN_to_montgomery(power.get(), s.get(), self.montgomery.get(), context.get()) == 1
                            && (0..squarings).all(|_| multiply(power.get(), power.get()))
                            // The plain factor takes the result out of Montgomery form as it multiplies.
                            && multiply(power.get(), s.get())
                    }
                    None => {
                        c::BN_mod_exp_mont(
                            power.get(),
                            s.get(),
                            self.e.get(),
                            self.n.get(),
                            context.get(),
                            self.montgomery.get(),
                        ) == 1
                    }
                }
                && c::BN_bn2bin_padded(out.as_mut_ptr(), length, power.get()) == 1
        };
        recovered.then_some(out)
    }

    /// EMSA-PSS-VERIFY, RFC 8017 section 9.1.2; without a `salt`, of whatever length the signature has.
    pub fn is_pss(&self, md: Md, mgf1: Md, salt: Option<usize>, digest: &[u8], encoded: &[u8]) -> bool {
        const ANY: c_int = -2;
        let salt = salt.map_or(Ok(ANY), c_int::try_from).unwrap_or(c_int::MAX);
        // SAFETY: the call reads as many bytes as the digest and the modulus have, checked first.
        let valid = unsafe {
            digest.len() == c::EVP_MD_size(md.md)
                && encoded.len() == self.rsa.size()
                && c::RSA_verify_PKCS1_PSS_mgf1(
                    self.rsa.0.get(),
                    digest.as_ptr(),
                    md.md,
                    mgf1.md,
                    encoded.as_ptr(),
                    salt,
                ) == 1
        };
        forget_errors(valid)
    }
}

/// The longest modulus that is imported, in bytes.
pub const MAX_MODULUS: usize = 2048;

fn scratch() -> Option<Owned<c::BN_CTX>> {
    // SAFETY: no arguments.
    Owned::new(unsafe { c::BN_CTX_new() }, c::BN_CTX_free)
}

/// A key on one of AWS-LC's curves.
pub struct Ec(Owned<c::EC_KEY>);

// SAFETY: "an EC_KEY object may be used concurrently from several threads provided no function mutates
// it" (include/openssl/ec_key.h); nothing here mutates one after its constructor.
unsafe impl Send for Ec {}
// SAFETY: as above.
unsafe impl Sync for Ec {}

impl Ec {
    /// A public key; `None` where the bytes are no point of the curve, or the point at infinity.
    pub fn public(curve: ObjectIdentifier, point: &[u8]) -> Option<Self> {
        let key = Self::empty(curve)?;
        // SAFETY: the group belongs to the live key.
        let group = unsafe { c::EC_KEY_get0_group(key.0.get()) };
        // SAFETY: a live group.
        let own = Owned::new(unsafe { c::EC_POINT_new(group) }, c::EC_POINT_free)?;
        // SAFETY: all objects are live, the length is that of the slice, no context is needed.
        let set = unsafe {
            c::EC_POINT_oct2point(group, own.get(), point.as_ptr(), point.len(), ptr::null_mut()) == 1
                && c::EC_KEY_set_public_key(key.0.get(), own.get()) == 1
        };
        forget_errors(set).then_some(key)
    }

    /// A private key with its public half; `None` where the scalar is not in [1, n - 1].
    pub fn private(curve: ObjectIdentifier, scalar: &[u8]) -> Option<Self> {
        let key = Self::empty(curve)?;
        let scalar = number(scalar)?;
        // SAFETY: all objects are live; the setters copy and check the range.
        let set = unsafe {
            let group = c::EC_KEY_get0_group(key.0.get());
            c::EC_KEY_set_private_key(key.0.get(), scalar.get()) == 1
                && Owned::new(c::EC_POINT_new(group), c::EC_POINT_free).is_some_and(|point| {
                    c::EC_POINT_mul(
                        group,
                        point.get(),
                        scalar.get(),
                        ptr::null(),
                        ptr::null(),
                        ptr::null_mut(),
                    ) == 1
                        && c::EC_KEY_set_public_key(key.0.get(), point.get()) == 1
                })
        };
        forget_errors(set).then_some(key)
    }

    pub fn generate(curve: ObjectIdentifier) -> Option<Self> {
        let key = Self::empty(curve)?;
        // SAFETY: a live key with a group.
        (unsafe { c::EC_KEY_generate_key(key.0.get()) } == 1).then_some(key)
    }

    fn empty(curve: ObjectIdentifier) -> Option<Self> {
        let nid = nid(curve)?;
        // SAFETY: takes any number, answers null for one that is no curve.
        let key = Owned::new(unsafe { c::EC_KEY_new_by_curve_name(nid) }, c::EC_KEY_free).map(Self);
        forget_errors(key.is_some());
        key
    }

    /// The public half as an uncompressed point.
    pub fn point(&self) -> Option<Vec<u8>> {
        const UNCOMPRESSED: c::point_conversion_form_t =
            c::point_conversion_form_t::POINT_CONVERSION_UNCOMPRESSED;
        // SAFETY: all objects are live; the first call asks for the length, the second writes it.
        unsafe {
            let (group, point) = (
                c::EC_KEY_get0_group(self.0.get()),
                c::EC_KEY_get0_public_key(self.0.get()),
            );
            let length =
                c::EC_POINT_point2oct(group, point, UNCOMPRESSED, ptr::null_mut(), 0, ptr::null_mut());
            let mut bytes = vec![0; length];
            let written = c::EC_POINT_point2oct(
                group,
                point,
                UNCOMPRESSED,
                bytes.as_mut_ptr(),
                length,
                ptr::null_mut(),
            );
            (written == length && length > 0).then_some(bytes)
        }
    }

    /// The private half, `length` bytes.
    pub fn scalar(&self, length: usize) -> Option<Zeroizing<Vec<u8>>> {
        // SAFETY: a live key; null where it has no private half, which is checked.
        let scalar = unsafe { c::EC_KEY_get0_private_key(self.0.get()) };
        if scalar.is_null() {
            None
        } else {
            bytes_of(scalar, length)
        }
    }

    /// ECDSA in DER. The nonce mixes key, digest and fresh randomness.
    pub fn sign(&self, digest: &[u8], out: &mut [u8]) -> Option<usize> {
        let mut length: c_uint = 0;
        // SAFETY: `out` holds ECDSA_size bytes, checked first.
        let done = unsafe {
            out.len() >= c::ECDSA_size(self.0.get())
                && c::ECDSA_sign(
                    0,
                    digest.as_ptr(),
                    digest.len(),
                    out.as_mut_ptr(),
                    &mut length,
                    self.0.get(),
                ) == 1
        };
        done.then_some(length as usize)
    }

    /// ECDSA in strict DER.
    pub fn verify(&self, digest: &[u8], signature: &[u8]) -> bool {
        // SAFETY: pointers and lengths are of whole slices.
        let valid = unsafe {
            c::ECDSA_verify(
                0,
                digest.as_ptr(),
                digest.len(),
                signature.as_ptr(),
                signature.len(),
                self.0.get(),
            )
        };
        forget_errors(valid == 1)
    }
}

/// Ed25519: the 64 bytes of seed and public key.
pub fn ed25519_sign(pair: &[u8; 64], data: &[u8], out: &mut [u8; 64]) -> bool {
    // SAFETY: all lengths are in the types; the message is a whole slice.
    unsafe { c::ED25519_sign(out.as_mut_ptr(), data.as_ptr(), data.len(), pair.as_ptr()) == 1 }
}

pub fn ed25519_verify(public: &[u8; 32], data: &[u8], signature: &[u8; 64]) -> bool {
    // SAFETY: all lengths are in the types; the message is a whole slice.
    let valid =
        unsafe { c::ED25519_verify(data.as_ptr(), data.len(), signature.as_ptr(), public.as_ptr()) == 1 };
    forget_errors(valid)
}

/// Ed25519ctx.
pub fn ed25519ctx_sign(pair: &[u8; 64], data: &[u8], context: &[u8], out: &mut [u8; 64]) -> bool {
    ed25519_with_context(c::ED25519ctx_sign, pair, data, context, out)
}

/// Ed25519ph, of the message itself.
pub fn ed25519ph_sign(pair: &[u8; 64], data: &[u8], context: &[u8], out: &mut [u8; 64]) -> bool {
    ed25519_with_context(c::ED25519ph_sign, pair, data, context, out)
}

pub fn ed25519ctx_verify(public: &[u8; 32], data: &[u8], context: &[u8], signature: &[u8; 64]) -> bool {
    ed25519_verify_with_context(c::ED25519ctx_verify, public, data, context, signature)
}

pub fn ed25519ph_verify(public: &[u8; 32], data: &[u8], context: &[u8], signature: &[u8; 64]) -> bool {
    ed25519_verify_with_context(c::ED25519ph_verify, public, data, context, signature)
}

type SignWithContext = unsafe extern "C" fn(*mut u8, *const u8, usize, *const u8, *const u8, usize) -> c_int;
type VerifyWithContext =
    unsafe extern "C" fn(*const u8, usize, *const u8, *const u8, *const u8, usize) -> c_int;

fn ed25519_with_context(
    sign: SignWithContext,
    pair: &[u8; 64],
    data: &[u8],
    context: &[u8],
    out: &mut [u8; 64],
) -> bool {
    // SAFETY: output and key have the lengths that include/openssl/curve25519.h states; message and
    // context are whole slices.
    let done = unsafe {
        sign(
            out.as_mut_ptr(),
            data.as_ptr(),
            data.len(),
            pair.as_ptr(),
            context.as_ptr(),
            context.len(),
        )
    };
    forget_errors(done == 1)
}

fn ed25519_verify_with_context(
    verify: VerifyWithContext,
    public: &[u8; 32],
    data: &[u8],
    context: &[u8],
    signature: &[u8; 64],
) -> bool {
    // SAFETY: as in `ed25519_with_context`.
    let valid = unsafe {
        verify(
            data.as_ptr(),
            data.len(),
            signature.as_ptr(),
            public.as_ptr(),
            context.as_ptr(),
            context.len(),
        )
    };
    forget_errors(valid == 1)
}

/// Whether an odd number, drawn at random, is prime: at least 16 Miller-Rabin rounds, of which at least 5 have a
/// uniform base (4 from 1345 bits, 3 from 3747); FIPS 186-5 table B.1 asks for no more. `None` once `enough` is.
pub fn is_prime(candidate: &[u8], enough: &AtomicBool) -> Option<bool> {
    /// Called after each round; 0 ends the test.
    unsafe extern "C" fn go_on(_: c_int, _: c_int, callback: *mut c::BN_GENCB) -> c_int {
        // SAFETY: `is_prime` sets the argument to the flag, which outlives the test.
        let enough = unsafe { &*c::BN_GENCB_get_arg(callback).cast::<AtomicBool>() };
        c_int::from(!enough.load(Ordering::Relaxed))
    }
    let candidate = number(candidate)?;
    // SAFETY: no arguments.
    let callback = Owned::new(unsafe { c::BN_GENCB_new() }, c::BN_GENCB_free)?;
    // SAFETY: both objects are live, nobody writes through the argument; a null context asks for a new one.
    let answer = unsafe {
        c::BN_GENCB_set(
            callback.get(),
            Some(go_on),
            ptr::from_ref(enough).cast_mut().cast(),
        );
        let (rounds, divide) = (c::BN_prime_checks_for_generation, 0);
        c::BN_is_prime_fasttest_ex(candidate.get(), rounds, ptr::null_mut(), divide, callback.get())
    };
    forget_errors(answer >= 0).then_some(answer == 1)
}

/// A new Ed25519 key: seed, then public key.
pub fn ed25519_generate() -> Zeroizing<[u8; 64]> {
    let mut public = [0; 32];
    let mut pair = Zeroizing::new([0; 64]);
    // SAFETY: both outputs have the lengths that include/openssl/curve25519.h states.
    unsafe { c::ED25519_keypair(public.as_mut_ptr(), pair.as_mut_ptr()) };
    pair
}

/// An ML-DSA key, FIPS 204.
pub struct MlDsa(Owned<c::EVP_PKEY>);

// SAFETY: an EVP_PKEY may be used concurrently from several threads where none mutates it
// (include/openssl/evp.h); nothing here mutates one after its constructor.
unsafe impl Send for MlDsa {}
// SAFETY: as above.
unsafe impl Sync for MlDsa {}

impl MlDsa {
    /// From the seed, or from the expanded key.
    pub fn private(oid: ObjectIdentifier, secret: &[u8]) -> Option<Self> {
        Self::new(oid, secret, c::EVP_PKEY_pqdsa_new_raw_private_key)
    }

    pub fn public(oid: ObjectIdentifier, public: &[u8]) -> Option<Self> {
        Self::new(oid, public, c::EVP_PKEY_pqdsa_new_raw_public_key)
    }

    fn new(oid: ObjectIdentifier, bytes: &[u8], constructor: RawConstructor) -> Option<Self> {
        let nid = nid(oid)?;
        // SAFETY: pointer and length are of one slice; null where they do not fit the algorithm.
        let key = Owned::new(
            unsafe { constructor(nid, bytes.as_ptr(), bytes.len()) },
            c::EVP_PKEY_free,
        )
        .map(Self);
        forget_errors(key.is_some());
        key
    }

    /// The public half, `length` bytes.
    pub fn public_bytes(&self, length: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        let mut written = length;
        // SAFETY: the capacity of `bytes` is passed and checked by the call.
        let done = unsafe { c::EVP_PKEY_get_raw_public_key(self.0.get(), bytes.as_mut_ptr(), &mut written) };
        (done == 1 && written == length).then_some(bytes)
    }

    /// Signs under a context of at most 255 bytes.
    pub fn sign(&self, data: &[u8], context: &[u8], out: &mut [u8]) -> Option<usize> {
        let digesting = digest_context()?;
        let mut settings = ptr::null_mut();
        let mut length = out.len();
        // SAFETY: live objects, `settings` is owned by `digesting`; the capacity of `out` is passed and
        // checked by the call, the other lengths are of whole slices.
        let done = unsafe {
            c::EVP_DigestSignInit(
                digesting.get(),
                &mut settings,
                ptr::null(),
                ptr::null_mut(),
                self.0.get(),
            ) == 1
                && set_context(settings, context)
                && c::EVP_DigestSign(
                    digesting.get(),
                    out.as_mut_ptr(),
                    &mut length,
                    data.as_ptr(),
                    data.len(),
                ) == 1
        };
        forget_errors(done).then_some(length)
    }

    /// Signs mu, 64 bytes that stand for context and message.
    pub fn sign_mu(&self, mu: &[u8], out: &mut [u8]) -> Option<usize> {
        let settings = self.settings()?;
        let mut length = out.len();
        // SAFETY: live objects; the capacity of `out` is passed and checked by the call.
        let done = unsafe {
            c::EVP_PKEY_sign_init(settings.get()) == 1
                && c::EVP_PKEY_sign(
                    settings.get(),
                    out.as_mut_ptr(),
                    &mut length,
                    mu.as_ptr(),
                    mu.len(),
                ) == 1
        };
        forget_errors(done).then_some(length)
    }

    pub fn verify(&self, data: &[u8], context: &[u8], signature: &[u8]) -> bool {
        let Some(digesting) = digest_context() else {
            return false;
        };
        let mut settings = ptr::null_mut();
        // SAFETY: live objects, `settings` is owned by `digesting`; pointers and lengths are of whole slices.
        let valid = unsafe {
            c::EVP_DigestVerifyInit(
                digesting.get(),
                &mut settings,
                ptr::null(),
                ptr::null_mut(),
                self.0.get(),
            ) == 1
                && set_context(settings, context)
                && c::EVP_DigestVerify(
                    digesting.get(),
                    signature.as_ptr(),
                    signature.len(),
                    data.as_ptr(),
                    data.len(),
                ) == 1
        };
        forget_errors(valid)
    }

    pub fn verify_mu(&self, mu: &[u8], signature: &[u8]) -> bool {
        let Some(settings) = self.settings() else {
            return false;
        };
        // SAFETY: live objects; pointers and lengths are of whole slices.
        let valid = unsafe {
            c::EVP_PKEY_verify_init(settings.get()) == 1
                && c::EVP_PKEY_verify(
                    settings.get(),
                    signature.as_ptr(),
                    signature.len(),
                    mu.as_ptr(),
                    mu.len(),
                ) == 1
        };
        forget_errors(valid)
    }

    fn settings(&self) -> Option<Owned<c::EVP_PKEY_CTX>> {
        // SAFETY: a live key, of which the context keeps a reference.
        Owned::new(
            unsafe { c::EVP_PKEY_CTX_new(self.0.get(), ptr::null_mut()) },
            c::EVP_PKEY_CTX_free,
        )
    }
}

/// Sets a context string where there is one.
///
/// # Safety
/// `settings` is that of a live, initialised operation.
unsafe fn set_context(settings: *mut c::EVP_PKEY_CTX, context: &[u8]) -> bool {
    context.is_empty()
        // SAFETY: the caller's promise; the bytes are a whole slice, and copied by the call.
        || unsafe {
            c::EVP_PKEY_CTX_set1_signature_context_string(settings, context.as_ptr(), context.len())
        } == 1
}

type RawConstructor = unsafe extern "C" fn(c_int, *const u8, usize) -> *mut c::EVP_PKEY;

fn digest_context() -> Option<Owned<c::EVP_MD_CTX>> {
    // SAFETY: no arguments.
    Owned::new(unsafe { c::EVP_MD_CTX_new() }, c::EVP_MD_CTX_free)
}

/// HMAC of `data`, as long as the digest.
pub fn hmac(md: Md, key: &[u8], data: &[u8], out: &mut [u8; 64]) -> bool {
    let mut length: c_uint = 0;
    // SAFETY: `out` holds EVP_MAX_MD_SIZE (64) bytes; the other lengths are of whole slices.
    unsafe {
        !c::HMAC(
            md.md,
            key.as_ptr().cast(),
            key.len(),
            data.as_ptr(),
            data.len(),
            out.as_mut_ptr(),
            &mut length,
        )
        .is_null()
    }
}

/// A refused signature leaves entries in the thread's error queue; nobody reads them.
fn forget_errors(succeeded: bool) -> bool {
    if !succeeded {
        // SAFETY: no arguments; touches this thread's queue only.
        unsafe { c::ERR_clear_error() };
    }
    succeeded
}
