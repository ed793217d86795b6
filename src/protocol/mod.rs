//! The Gomocup (Piskvork) protocol on any pair of streams.
//!
//! `command` and `reply` are pure text forms; `session` is the only state machine; `io` owns the
//! streams. What a session remembers lies in `settings` (the `INFO` values), `seat` (the board and
//! our side of it) and `hiccup` (how late the system makes us); `setup` reads the stones of `BOARD`;
//! `answers` needs no thought; `thinker` runs the engine on a thread of its own, `thinkers` replaces it
//! when it hangs, and `thought` is what the session waits for. Yixin's dialect is a setting of the same
//! session, no protocol of its own.

mod answers;
mod command;
mod hiccup;
mod io;
mod refusal;
mod reply;
mod seat;
mod session;
mod settings;
mod setup;
mod thinker;
mod thinkers;
mod thought;

pub use io::serve;

pub(crate) use command::{Command, CommandError, ListKind};
pub(crate) use reply::Reply;
pub(crate) use session::{Event, Session, Sink};
pub(crate) use setup::{Progress, Setup};
pub(crate) use thinker::{Goal, Mind, Outcome, Question};
