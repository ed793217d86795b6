//! Talks to the built brain, or to the one that `SHISAN_BRAIN` names, over its pipes only.

mod analysis;
mod brain;
mod command_line;
mod dialogue;
mod fault;
#[path = "../src/fuzzing/grammar.rs"]
mod grammar;
mod memory;
mod messages;
mod stress;
mod time;
