//! The Gomocup (Piskvork) protocol on any pair of streams.
//!
//! `command` and `reply` are pure text forms; `session` is the only state machine; `io` owns the
//! streams. The state of a session lies in `settings` (the `INFO` values), `game` (the board and which
//! side is ours) and `move_overhead` (how late the system makes our moves); `setup` reads the stones of
//! `BOARD`; `fallback` answers without a search. `request` is what a session asks of an engine,
//! `engine_thread` runs one, `supervisor` replaces a thread that hangs, `event` is what a session reacts
//! to, and `pending_search` what it waits for. Yixin's dialect is a setting of the same session, not a
//! protocol of its own.

mod command;
mod engine_thread;
mod event;
mod execute_error;
mod fallback;
mod game;
mod io;
mod move_overhead;
mod pending_search;
mod reply;
mod request;
mod session;
mod settings;
mod setup;
mod supervisor;

pub use io::serve;

#[cfg(any(test, fuzzing))]
pub(crate) use {
    command::{Command, CommandError, ListKind},
    event::SessionEvent,
    reply::Reply,
    request::{Engine, EngineRequest, Goal, SearchOutcome},
    session::{Session, Sink},
    setup::{Progress, Setup},
};
