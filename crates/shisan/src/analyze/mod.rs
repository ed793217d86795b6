//! The subcommand `analyze`: queries about positions as JSON lines, answered as JSON lines.
//!
//! What a line means, and the answers, are those of [`shisan_analysis`]. The positions of a query wait in the
//! `queue` for the threads of `worker`, which write answers to the `output`. Everything that acts on the
//! queue itself is done in `service`, as the line is read.

mod args;
mod backlog;
mod input;
mod output;
mod queue;
mod service;
mod worker;

pub use args::{AnalyzeArgs, SearchArgs};
pub use backlog::Backlog;
pub use input::{Event, MAX_LINE, events, lines};
pub use output::Output;
pub use queue::{Bounds, Queue};
pub use service::{Close, STACK, Service, print_schemas, run, start_workers};
pub use worker::{Engines, KEPT_ENGINES};
