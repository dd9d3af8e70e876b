//! The hot path: a signer or verifier as a JavaScript function of its own, by the C API.
//!
//! napi's macro costs 100 ns a buffer and looks an `External` up in a registry at each call; here the signer
//! hangs on the function itself. Figures: bench/results.
#![allow(
    unsafe_code,
    reason = "Node-API is a C interface; this file is its whole boundary for synchronous calls"
)]

use std::{
    ffi::c_void,
    mem::MaybeUninit,
    panic::{AssertUnwindSafe, catch_unwind},
    ptr, slice,
    sync::Arc,
};

use napi::{
    Env, JsError, Status,
    bindgen_prelude::{FromNapiValue, Function},
    sys,
};

use super::{call::Signer, thrown};
use crate::{backend::Verify, error::Error};

/// `(data, out) => length`: writes the signature of `data`, a Buffer or a string, to the start of `out`, a Buffer.
pub fn signing(env: &Env, signer: Signer) -> napi::Result<Function<'_, (), u32>> {
    function(env, signer, sign)
}

/// `(data, signature) => boolean`, of a Buffer or a string and a Buffer.
pub fn verifying(env: &Env, verifier: Arc<dyn Verify>) -> napi::Result<Function<'_, (), bool>> {
    function(env, verifier, verify)
}

unsafe extern "C" fn sign(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    // SAFETY: `signing` put a `Signer` on the function, of which this is a call.
    unsafe {
        answer::<Signer>(env, info, |signer, [data, out]| {
            let mut room = Room::new();
            let (data, data_length) = message(env, data, &mut room)?;
            let (out, out_length) = buffer(env, out).ok_or_else(no_buffer)?;
            let apart = data.wrapping_add(data_length) <= out || out.wrapping_add(out_length) <= data;
            if out_length < signer.max_length || !apart {
                return Err(Error::Internal("the output does not fit the signature".into()));
            }
            // SAFETY: JavaScript waits while these slices live, and they do not overlap.
            let (data, out) = (
                slice::from_raw_parts(data, data_length),
                slice::from_raw_parts_mut(out, out_length),
            );
            let length = signer.sign.sign(data, out)?;
            let mut value = ptr::null_mut();
            sys::napi_create_uint32(env, length as u32, &mut value);
            Ok(value)
        })
    }
}

unsafe extern "C" fn verify(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
    // SAFETY: `verifying` put an `Arc<dyn Verify>` on the function, of which this is a call.
    unsafe {
        answer::<Arc<dyn Verify>>(env, info, |verifier, [data, signature]| {
            let mut room = Room::new();
            let (data, data_length) = message(env, data, &mut room)?;
            let (signature, signature_length) = buffer(env, signature).ok_or_else(no_buffer)?;
            // SAFETY: JavaScript waits while these slices live, and nothing writes to them.
            let verdict = verifier.verify(
                slice::from_raw_parts(data, data_length),
                slice::from_raw_parts(signature, signature_length),
            );
            let mut value = ptr::null_mut();
            sys::napi_get_boolean(env, verdict, &mut value);
            Ok(value)
        })
    }
}

type Callback = unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value;

/// A function that carries `data` until it is collected.
fn function<T: 'static, Return: FromNapiValue>(
    env: &Env,
    data: T,
    callback: Callback,
) -> napi::Result<Function<'_, (), Return>> {
    let data = Box::into_raw(Box::new(data));
    let mut value = ptr::null_mut();
    // SAFETY: we are on the environment's thread; the finalizer takes the box back, and where it could not be
    // set, so does this function.
    unsafe {
        let mut status =
            sys::napi_create_function(env.raw(), ptr::null(), 0, Some(callback), data.cast(), &mut value);
        if status == sys::Status::napi_ok {
            status = sys::napi_add_finalizer(
                env.raw(),
                value,
                data.cast(),
                Some(collected::<T>),
                ptr::null_mut(),
                ptr::null_mut(),
            );
        }
        if status != sys::Status::napi_ok {
            drop(Box::from_raw(data));
            return Err(napi::Error::new(
                Status::from(status),
                "no function to be had".to_owned(),
            ));
        }
        Function::from_napi_value(env.raw(), value)
    }
}

unsafe extern "C" fn collected<T>(_: sys::napi_env, data: *mut c_void, _: *mut c_void) {
    // SAFETY: the box that `function` made, once.
    drop(unsafe { Box::from_raw(data.cast::<T>()) });
}

/// Calls `body` with what the function carries and its two arguments; throws what it fails with.
///
/// # Safety
/// The function was made by [`function`] with a `T`.
unsafe fn answer<T>(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    body: impl FnOnce(&T, [sys::napi_value; 2]) -> Result<sys::napi_value, Error>,
) -> sys::napi_value {
    let mut arguments = [ptr::null_mut(); 2];
    let mut count = arguments.len();
    let mut data = ptr::null_mut();
    // SAFETY: the array holds `count` values; node fills what the caller left out with undefined. The function
    // lives while it is called, and so does what it carries.
    let carried = unsafe {
        sys::napi_get_cb_info(
            env,
            info,
            &mut count,
            arguments.as_mut_ptr(),
            ptr::null_mut(),
            &mut data,
        );
        &*data.cast_const().cast::<T>()
    };
    let result = catch_unwind(AssertUnwindSafe(|| body(carried, arguments)))
        .unwrap_or_else(|_| Err(Error::Internal("a call panicked".into())));
    result.unwrap_or_else(|error| {
        // SAFETY: a live environment, on its thread.
        unsafe { JsError::from(thrown(error)).throw_into(env) };
        ptr::null_mut()
    })
}

/// Where a message of JavaScript's lies, and its length in bytes: a Buffer, or a string, which is written to
/// `room` in UTF-8.
///
/// # Safety
/// A live environment, on its thread; what is returned is used while `room` lives.
unsafe fn message(
    env: sys::napi_env,
    value: sys::napi_value,
    room: &mut Room,
) -> Result<(*mut u8, usize), Error> {
    // SAFETY: the caller's promise; node checks what the value is. It writes at most `Room::SMALL` bytes, the
    // last of which is a zero, and later at most the capacity of the vector.
    unsafe {
        if let Some(found) = buffer(env, value) {
            return Ok(found);
        }
        let small = room.small.as_mut_ptr().cast::<u8>();
        let mut length = 0;
        let status = sys::napi_get_value_string_utf8(env, value, small.cast(), Room::SMALL, &mut length);
        if status != sys::Status::napi_ok {
            return Err(no_buffer());
        }
        // A string that does not fit is cut between characters, of which the longest has four bytes.
        if length + 4 < Room::SMALL {
            return Ok((small, length));
        }
        sys::napi_get_value_string_utf8(env, value, ptr::null_mut(), 0, &mut length);
        room.large.reserve_exact(length + 1);
        let large = room.large.as_mut_ptr();
        sys::napi_get_value_string_utf8(env, value, large.cast(), length + 1, &mut length);
        Ok((large, length))
    }
}

/// Memory for a message that comes as a string.
struct Room {
    small: MaybeUninit<[u8; Self::SMALL]>,
    large: Vec<u8>,
}

impl Room {
    const SMALL: usize = 2048;

    const fn new() -> Self {
        Self {
            small: MaybeUninit::uninit(),
            large: Vec::new(),
        }
    }
}

fn no_buffer() -> Error {
    Error::Internal("an argument is no Buffer".into())
}

/// Where a Buffer lies, never null, and its length in bytes; `None` of another value.
///
/// # Safety
/// A live environment, on its thread.
unsafe fn buffer(env: sys::napi_env, value: sys::napi_value) -> Option<(*mut u8, usize)> {
    let mut data = ptr::null_mut();
    let mut length = 0;
    // SAFETY: the caller's promise; node checks that the value is a Buffer or another view.
    let status = unsafe { sys::napi_get_buffer_info(env, value, &mut data, &mut length) };
    match (status, length) {
        (sys::Status::napi_ok, 0) => Some((ptr::NonNull::dangling().as_ptr(), 0)),
        (sys::Status::napi_ok, _) => Some((data.cast(), length)),
        _ => None,
    }
}
