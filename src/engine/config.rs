//! The configuration of an engine.

/// What an engine may use, from the next search on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineConfig {
    /// Search threads, at least 1. Fewer are started where `memory` has no room for them.
    pub threads: usize,
    /// Bytes that the whole process may use.
    pub memory: u64,
    /// Bytes of the transposition table; `None` takes what `memory` leaves.
    pub hash: Option<u64>,
}

impl EngineConfig {
    /// The memory limit when none is set: 350 MiB, as in Gomocup.
    pub const DEFAULT_MEMORY: u64 = 350 << 20;
}

impl Default for EngineConfig {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads, memory: Self::DEFAULT_MEMORY, hash: None }
    }
}
