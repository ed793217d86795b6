//! Limits of a search other than time.

/// What ends a search beside the clock. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Positions visited by search and solver together.
    pub nodes: Option<u64>,
}
