//! What wasm exchanges with JavaScript: text, as bytes in its memory, and the time.
#![allow(
    unsafe_code,
    reason = "imports and exports are declared so; only JavaScript follows pointers"
)]

use std::panic;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::engine::WasmEngine;
use shisan_analysis::Answer;
use shisan_engine::search::{Clock, TimeBudget};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment, the same for all threads.
    safe fn now() -> f64;
    /// The most threads of a search.
    safe fn processors() -> usize;
    /// Takes an answer.
    safe fn write(start: *const u8, bytes: usize);
    /// Takes the message of a panic, which ends the engine.
    safe fn panicked(start: *const u8, bytes: usize);
}

static QUERY: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ENGINE: Mutex<Option<WasmEngine>> = Mutex::new(None);

/// Where the next query is to be written, which has this many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn query(bytes: usize) -> *mut u8 {
    let mut query = QUERY.lock().unwrap_or_else(PoisonError::into_inner);
    query.clear();
    query.resize(bytes, 0);
    query.as_mut_ptr()
}

/// Answers the query.
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    panic::set_hook(Box::new(|panic| {
        let message = panic.to_string();
        panicked(message.as_ptr(), message.len());
    }));
    let line = std::mem::take(&mut *QUERY.lock().unwrap_or_else(PoisonError::into_inner));
    let mut engine = ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
    let engine = engine.get_or_insert_with(|| WasmEngine::new(processors()));
    engine.answer(&line, clock, &|answer: &Answer| {
        let line = answer.to_line();
        write(line.as_ptr(), line.len());
    });
}

/// A clock that starts now.
fn clock(budget: TimeBudget) -> Clock {
    let start = now();
    Clock::with_source(move || Duration::from_secs_f64((now() - start).max(0.0) / 1000.0), budget)
}
