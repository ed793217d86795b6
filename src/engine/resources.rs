//! The resources of an engine: threads, transposition table and solvers.

use super::allocation::Allocation;
use crate::search::{Clock, Limits, Pool};
use crate::solve::{VcfSolver, VctSolver};
use crate::tt::TranspositionTable;

/// What an engine searches with.
#[derive(Debug)]
pub(super) struct Resources {
    pub pool: Pool,
    pub table: TranspositionTable,
    pub vcf: VcfSolver,
    pub vct: VctSolver,
}

impl Resources {
    /// Positions in the table of each solver.
    pub const VCF_ENTRIES: usize = 1 << 16;
    pub const VCT_ENTRIES: usize = 1 << 18;

    /// The resources of `allocation`, or as much of it as the system grants; `None` when even the
    /// smallest is refused.
    pub fn allocate(allocation: Allocation) -> Option<Self> {
        allocation.attempts().find_map(|(allocation, table_space)| {
            if !allocation.is_granted(table_space) {
                return None;
            }
            Some(Self {
                pool: Pool::new(allocation.threads).ok()?,
                table: TranspositionTable::new(allocation.table_bytes, table_space)?,
                vcf: VcfSolver::new(Self::VCF_ENTRIES),
                vct: VctSolver::new(Self::VCT_ENTRIES),
            })
        })
    }

    /// Prepares the table for a search. It uses one bucket for each node of the search, at one node a
    /// microsecond and thread.
    pub fn start_search(&mut self, limits: &Limits, clock: &Clock) {
        let in_time = clock.optimum().as_micros().saturating_mul(self.pool.threads() as u128);
        let in_time = u64::try_from(in_time).unwrap_or(u64::MAX);
        self.table.make_room(limits.nodes.map_or(in_time, |nodes| nodes.min(in_time)));
        self.table.new_generation();
    }
}
