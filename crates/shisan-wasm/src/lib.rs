//! Shisan in a browser: queries in, answers out, in a web worker; built for `wasm32-wasip1-threads`, other
//! workers lend it threads.
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
