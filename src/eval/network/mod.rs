//! The network: learned corrections of the classical value and of the classical move scores.
//!
//! Every line through an empty cell has a row of numbers for each side, found by its line code
//! ([`LineCodes`](crate::pattern::LineCodes)). The sums of a cell's four rows and a bias, clamped, are its
//! features; the features of all empty cells summed up are the pool. A small value head turns the pools
//! of both sides and the counts of their threats into what is added to the classical value. For the move
//! score of a cell its features are convolved with those of the cells around it, and the head's first
//! layer weighs both. Integers everywhere, rows of lines without a stone are zero and no bias is above it:
//! the size of the board does not matter.

mod accumulator;
mod file;
mod head;
mod inspect;
mod kernels;
mod lanes;
mod plane;
pub mod shape;
#[cfg(test)]
mod tests;
mod weights;

pub use accumulator::{Accumulator, NetworkPolicy};
pub use file::{Network, NetworkSide};
pub use inspect::{LineEffect, line_effects};
pub use weights::NetworkWeights;
