//! ferrosign: digital signatures for Node.js. A table of contents; see `table.rs` for what it can do.

#![cfg_attr(
    test,
    allow(dead_code, reason = "napi registers its functions outside of tests only")
)]

mod aggregate;
mod backend;
mod batch;
mod binding;
mod encoding;
mod error;
mod key;
mod lane;
mod low_s;
mod scheme;
mod table;
mod threads;

#[cfg(test)]
mod wycheproof;
