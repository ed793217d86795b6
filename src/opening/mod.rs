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

#[cfg(test)]
mod testing {
    use crate::engine::{Engine, EngineConfig};

    /// An engine with one thread and a small table.
    pub fn engine() -> Engine {
        let mut engine = Engine::default();
        let config = EngineConfig { threads: 1, hash: Some(4 << 20), ..EngineConfig::default() };
        engine.configure(config).expect("4 MiB");
        engine
    }
}
