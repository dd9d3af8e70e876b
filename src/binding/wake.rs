//! Waking a JavaScript environment from another thread: one threadsafe function, by its C API.
//!
//! napi's own wrapper cannot be referenced and unreferenced as jobs come and go.
#![allow(
    unsafe_code,
    reason = "the threadsafe function is a C object; this file is its whole boundary"
)]

use std::{
    ffi::c_void,
    ptr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use napi::{
    Env, Status,
    bindgen_prelude::{Function, JsValue as _},
    sys,
};

/// Wakes the environment that made it, for as long as that lives.
pub struct Wake {
    function: Arc<Mutex<Handle>>,
}

/// Null once the environment is gone.
struct Handle(sys::napi_threadsafe_function);

// SAFETY: node's threadsafe functions are made to be called from any thread; the pointer is cleared under
// the mutex by the finalizer, which node runs before it frees the object.
unsafe impl Send for Handle {}

impl Wake {
    /// `callback` is called without arguments on its own thread, once for each ring.
    pub fn new(env: &Env, callback: &Function<'_, (), ()>) -> napi::Result<Self> {
        let function = Arc::new(Mutex::new(Handle(ptr::null_mut())));
        let mut raw = ptr::null_mut();
        let mut name = ptr::null_mut();
        // SAFETY: we are on the environment's thread, `callback` is a live value of it. The finalizer gets
        // one count of the Arc and gives it back.
        let status = unsafe {
            sys::napi_create_string_utf8(env.raw(), c"ferrosign".as_ptr(), 9, &mut name);
            sys::napi_create_threadsafe_function(
                env.raw(),
                callback.raw(),
                ptr::null_mut(),
                name,
                0,
                1,
                Arc::into_raw(Arc::clone(&function)).cast_mut().cast(),
                Some(closed),
                ptr::null_mut(),
                None,
                &mut raw,
            )
        };
        if status != sys::Status::napi_ok {
            return Err(napi::Error::new(
                Status::from(status),
                "no threadsafe function to be had".to_owned(),
            ));
        }
        lock(&function).0 = raw;
        let wake = Self { function };
        wake.hold(env, false);
        Ok(wake)
    }

    /// Calls the callback soon. Any thread may; nothing happens once the environment is gone.
    pub fn ring(&self) {
        let mut handle = lock(&self.function);
        if handle.0.is_null() {
            return;
        }
        // SAFETY: not finalized, since the finalizer takes the same lock to clear the pointer.
        let status = unsafe {
            sys::napi_call_threadsafe_function(
                handle.0,
                ptr::null_mut(),
                sys::ThreadsafeFunctionCallMode::nonblocking,
            )
        };
        if status == sys::Status::napi_closing {
            // Node has counted this thread out: the function must not be touched again.
            handle.0 = ptr::null_mut();
        }
    }

    /// Whether the event loop has a reason to stay alive.
    pub fn hold(&self, env: &Env, pending: bool) {
        let handle = lock(&self.function);
        if handle.0.is_null() {
            return;
        }
        // SAFETY: we are on the environment's thread and the function is not finalized.
        unsafe {
            if pending {
                sys::napi_ref_threadsafe_function(env.raw(), handle.0);
            } else {
                sys::napi_unref_threadsafe_function(env.raw(), handle.0);
            }
        }
    }
}

fn lock(function: &Mutex<Handle>) -> MutexGuard<'_, Handle> {
    function.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The environment is going away.
unsafe extern "C" fn closed(_: sys::napi_env, data: *mut c_void, _: *mut c_void) {
    // SAFETY: the count that `Wake::new` gave, once.
    let function = unsafe { Arc::from_raw(data.cast::<Mutex<Handle>>()) };
    lock(&function).0 = ptr::null_mut();
}
