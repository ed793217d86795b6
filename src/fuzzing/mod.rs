//! What must hold for any input at all: one function for each kind of input, which panics where it
//! does not. The fuzzers in `fuzz/` and the tests call the same functions.

mod commands;
mod dialogue;
mod grammar;
mod position;

#[cfg(test)]
mod tests;

pub use commands::commands;
pub use dialogue::dialogue;
pub use grammar::random_dialogue;
pub use position::{position, random_bytes};
