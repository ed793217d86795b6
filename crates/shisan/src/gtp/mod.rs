//! The subcommand `gtp`: the Go Text Protocol, version 2, for the editors and managers of Go.
//!
//! `session` reads lines and answers them. A line is taken apart in `syntax`; `commands` is the table of what
//! may be said. Commands change the `state`, or ask for a search, which `search` has done by
//! [`shisan_analysis`], as `shisan analyze` does.

mod args;
mod clocks;
mod commands;
mod game;
mod gogui;
mod info;
mod kata;
mod load;
mod play;
mod reply;
mod search;
mod session;
mod settings;
mod state;
mod syntax;

pub use args::GtpArgs;
pub use session::run;
