//! The configuration of an engine.

use super::level::Level;
use super::level_table::LevelTable;
use crate::eval::WeightSet;
use crate::search::ParamSet;

/// What an engine may use, and the weights and parameters it uses, from the next search on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Search threads, from 1 to [`Self::MAX_THREADS`]. Fewer are started where `memory` has no room for them.
    pub threads: usize,
    /// Bytes that the whole process may use.
    pub memory: u64,
    /// Bytes of the transposition table; `None` takes what `memory` leaves.
    pub hash: Option<u64>,
    /// The weights of the evaluation.
    pub weights: WeightSet,
    /// The parameters of the search.
    pub params: ParamSet,
    /// The playing strength; `None` is the full one. A level uses one thread and a small table.
    pub level: Option<Level>,
    /// What the levels are.
    pub levels: LevelTable,
}

impl EngineConfig {
    /// The memory limit when none is set: 350 MiB, as in Gomocup.
    pub const DEFAULT_MEMORY: u64 = 350 << 20;
    /// The most search threads.
    pub const MAX_THREADS: usize = 256;
}

impl Default for EngineConfig {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = cores.min(Self::MAX_THREADS);
        Self {
            threads,
            memory: Self::DEFAULT_MEMORY,
            hash: None,
            weights: WeightSet::default(),
            params: ParamSet::DEFAULT,
            level: None,
            levels: LevelTable::default(),
        }
    }
}
