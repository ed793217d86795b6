//! Openings: the decisions of any rule of the opening, the steps of swap2, balanced moves, and random
//! openings.

mod balance;
mod decide;
mod random;
mod swap2;

pub use balance::{BalanceOptions, balanced_moves};
pub use decide::{OpeningChoice, OpeningRequest, decide_opening};
pub use random::random_opening;
pub use swap2::{Swap2Step, swap2_step};
