//! The calls into OpenSSL that the crate `openssl` lacks: generating a key by its algorithm's name, and the
//! parameters of EdDSA, ML-DSA and SLH-DSA.
#![allow(
    unsafe_code,
    reason = "OpenSSL is a C library; this file is its whole boundary"
)]

use std::{
    ffi::{CStr, CString},
    ptr,
};

use foreign_types::{ForeignType as _, ForeignTypeRef as _};
use openssl::{
    error::ErrorStack,
    pkey::{PKey, Private},
    pkey_ctx::PkeyCtxRef,
};
use openssl_sys as c;

/// A new key of the algorithm `name`, as OpenSSL's providers call it.
pub fn generate(name: &str) -> Result<PKey<Private>, ErrorStack> {
    let name = CString::new(name).map_err(|_| ErrorStack::get())?;
    // SAFETY: the name outlives the call; a null library context and query mean the defaults.
    let context = unsafe { c::EVP_PKEY_CTX_new_from_name(ptr::null_mut(), name.as_ptr(), ptr::null()) };
    if context.is_null() {
        return Err(ErrorStack::get());
    }
    let mut key = ptr::null_mut();
    // SAFETY: a live context, freed once after its last use; the key is ours where generation succeeded.
    unsafe {
        let made = c::EVP_PKEY_keygen_init(context) == 1 && c::EVP_PKEY_keygen(context, &mut key) == 1;
        c::EVP_PKEY_CTX_free(context);
        if made {
            Ok(PKey::from_ptr(key))
        } else {
            Err(ErrorStack::get())
        }
    }
}

/// What a signature algorithm is told beside its key; by default nothing.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// Of RFC 8032, by its name there.
    pub instance: Option<&'static CStr>,
    pub context: Vec<u8>,
    pub deterministic: bool,
    /// What is signed is mu of FIPS 204.
    pub mu: bool,
}

/// Sets the parameters of an initialised operation.
pub fn set_parameters<T>(operation: &mut PkeyCtxRef<T>, parameters: &Parameters) -> Result<(), ErrorStack> {
    if *parameters == Parameters::default() {
        return Ok(());
    }
    let Parameters {
        instance,
        context,
        deterministic,
        mu,
    } = parameters;
    // SAFETY: no arguments.
    let builder = unsafe { c::OSSL_PARAM_BLD_new() };
    if builder.is_null() {
        return Err(ErrorStack::get());
    }
    // SAFETY: a live builder and a live operation, the names are C strings, the context a whole slice that
    // outlives the built parameters; builder and parameters are freed once, after their last use.
    let set = unsafe {
        let pushed = instance.is_none_or(|instance| {
            c::OSSL_PARAM_BLD_push_utf8_string(
                builder,
                c"instance".as_ptr(),
                instance.as_ptr(),
                instance.count_bytes(),
            ) == 1
        }) && (context.is_empty()
            || c::OSSL_PARAM_BLD_push_octet_string(
                builder,
                c"context-string".as_ptr(),
                context.as_ptr().cast(),
                context.len(),
            ) == 1)
            && (!deterministic || c::OSSL_PARAM_BLD_push_int(builder, c"deterministic".as_ptr(), 1) == 1)
            && (!mu || c::OSSL_PARAM_BLD_push_int(builder, c"mu".as_ptr(), 1) == 1);
        let built = if pushed {
            c::OSSL_PARAM_BLD_to_param(builder)
        } else {
            ptr::null_mut()
        };
        let set = !built.is_null() && c::EVP_PKEY_CTX_set_params(operation.as_ptr(), built) == 1;
        c::OSSL_PARAM_free(built);
        c::OSSL_PARAM_BLD_free(builder);
        set
    };
    if set { Ok(()) } else { Err(ErrorStack::get()) }
}
