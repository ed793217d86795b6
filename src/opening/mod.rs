//! Openings: the steps of swap2, balanced moves, and random stones that favour nobody.

mod balance;
mod scatter;
mod swap2;

pub use balance::Balance;
pub use scatter::scatter;
pub use swap2::Step;
