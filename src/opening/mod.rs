//! Openings: the steps of swap2, balanced moves, and random stones that favour nobody.

mod balance;
mod generate;
mod scatter;
mod swap2;

pub use balance::Balance;
pub use generate::{OpeningsArgs, openings, shape};
pub use scatter::scatter;
pub use swap2::Step;
