//! Openings: the steps of swap2, balanced moves, and random openings.

mod balance;
mod random;
mod swap2;

pub use balance::{BalanceOptions, balanced_moves};
pub use random::random_opening;
pub use swap2::{Swap2Step, swap2_step};
