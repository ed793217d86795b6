//! Shisan in a browser: queries in, answers out, on the one thread of a web worker.
//!
//! [`WasmEngine`] answers, with a clock that it is given. In wasm `host` lends it to `wasm.js` of the page,
//! and `scripts/site.sh` builds it.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

mod engine;
#[cfg(target_arch = "wasm32")]
mod host;

pub use engine::WasmEngine;
