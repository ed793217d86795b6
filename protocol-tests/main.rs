//! Talks to the built brain, or to the one that `SHISAN_BRAIN` names, over its pipes only.

mod analysis;
#[expect(dead_code, reason = "the other protocol tests use the rest")]
mod brain;
mod command_line;
mod dialogue;
#[path = "../src/fuzzing/grammar.rs"]
mod grammar;
mod lateness;
mod memory;
mod messages;
mod stress;
