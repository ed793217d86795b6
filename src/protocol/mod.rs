//! The Gomocup (Piskvork) protocol on any pair of streams.
//!
//! `gomoku_protocol` reads commands and writes replies; `session` is the only state machine; `io` owns the
//! streams. The state of a session lies in `settings` (the `INFO` values), in a `gomoku_protocol::Game` (the
//! board and which side is ours) and `move_overhead` (how late the system makes our moves); `fallback`
//! answers without a search. `session_engine` is what a session asks of an engine, `report` what it says of a
//! search, `engine_thread` runs one, `supervisor` replaces a thread that hangs, `event` is what a session
//! reacts to, and `pending_search` what it waits for. Yixin's dialect is a setting of the same session, not
//! a protocol of its own.

mod engine_thread;
mod event;
mod execute_error;
mod fallback;
mod io;
mod move_overhead;
mod pending_search;
mod report;
mod session;
mod session_engine;
mod settings;
mod supervisor;

pub use io::serve;

#[cfg(any(test, fuzzing))]
pub(crate) use {
    event::SessionEvent,
    report::Report,
    session::{Session, Sink},
    session_engine::{Goal, SearchOutcome, SessionEngine, SessionRequest},
};
