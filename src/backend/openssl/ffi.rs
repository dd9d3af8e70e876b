//! The one call into OpenSSL that the crate `openssl` lacks: generating a key by its algorithm's name.
#![allow(
    unsafe_code,
    reason = "OpenSSL is a C library; this file is its whole boundary"
)]

use std::{ffi::CString, ptr};

use foreign_types::ForeignType as _;
use openssl::{
    error::ErrorStack,
    pkey::{PKey, Private},
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
