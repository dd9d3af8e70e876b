//! The boundary to JavaScript: the only place that names napi.

mod call;
mod function;
mod job;
mod key;
mod wake;

use crate::error::Error;

/// An error as napi throws it: `code` and message.
fn thrown(error: Error) -> napi::Error<Error> {
    let message = error.to_string();
    napi::Error::new(error, message)
}
