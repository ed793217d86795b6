//! Openings: the steps of swap2, and random stones that favour nobody.

mod generate;
mod scatter;
mod swap2;

pub use generate::{OpeningsArgs, openings};
pub use scatter::scatter;
pub use swap2::Step;
