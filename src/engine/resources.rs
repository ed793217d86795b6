//! The resources of an engine: its configuration, how threads and the transposition table share the memory
//! limit, and what the system grants.

use std::sync::Arc;

use super::level::{Level, LevelTable};
use crate::book::Book;
use crate::eval::WeightSet;
use crate::search::{Clock, Limits, ParamSet, Pool};
use crate::solve::{VcfSolver, VctSolver};
use crate::tt::TranspositionTable;

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
    /// The book from which full strength plays.
    pub book: Option<Arc<Book>>,
}

impl EngineConfig {
    /// The memory limit when none is set: 350 MiB, as in Gomocup.
    pub const DEFAULT_MEMORY: u64 = 350 << 20;
    /// The most search threads.
    pub const MAX_THREADS: usize = 256;
}

/// How many processors the system lets this process use, at least one: a tournament that pins an engine
/// to one of them gets one thread.
pub fn processors() -> usize {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    // There, the standard library counts those of the whole machine.
    #[cfg(windows)]
    let processors =
        core_affinity::get_core_ids().map_or(processors, |ids| ids.len().clamp(1, processors));
    processors
}

impl Default for EngineConfig {
    fn default() -> Self {
        Self {
            threads: processors().min(Self::MAX_THREADS),
            memory: Self::DEFAULT_MEMORY,
            hash: None,
            weights: WeightSet::default(),
            params: ParamSet::DEFAULT,
            level: None,
            levels: LevelTable::default(),
            book: None,
        }
    }
}

/// The threads and the table of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allocation {
    pub threads: usize,
    pub table_bytes: u64,
}

impl Allocation {
    /// What the process takes beside threads and table once it has played by every rule and builds the
    /// patterns of the last. On Windows this includes the system's libraries; those of Wine are the
    /// largest.
    const BASE_MEMORY: u64 = if cfg!(windows) { 46 << 20 } else { 26 << 20 };
    /// What each thread takes at most: its stack, its position and history, and its solvers.
    const THREAD_MEMORY: u64 = 768 << 10;
    /// The smallest useful table.
    const MIN_TABLE: u64 = 1 << 20;

    /// As many of the threads as the memory limit has room for beside the smallest table, at least one;
    /// the table gets the rest. A level below full strength needs the least of both.
    pub fn of(config: &EngineConfig) -> Self {
        if config.level.is_some() {
            return Self { threads: 1, table_bytes: Self::MIN_TABLE };
        }
        let free = config.memory.saturating_sub(Self::BASE_MEMORY);
        let max_threads = free.saturating_sub(Self::MIN_TABLE) / Self::THREAD_MEMORY;
        let threads = config.threads.min(usize::try_from(max_threads).unwrap_or(usize::MAX)).max(1);
        let free = free.saturating_sub(Self::THREAD_MEMORY * threads as u64).max(Self::MIN_TABLE);
        let table_bytes = config.hash.map_or(free, |hash| hash.min(free));
        Self { threads, table_bytes }
    }

    /// This allocation and, where the system cannot meet it, ever smaller ones: the table is halved down
    /// to its minimum before the threads are. Each comes with the address space for its table.
    pub fn attempts(self) -> impl Iterator<Item = (Self, u64)> {
        let fewer = |&threads: &usize| (threads > 1).then_some(threads / 2);
        let min_table = Self::MIN_TABLE.min(self.table_bytes);
        std::iter::successors(Some(self.threads), fewer).flat_map(move |threads| {
            let sizes = std::iter::successors(Some(self.table_bytes), |bytes| Some(bytes / 2));
            let sizes = sizes.take_while(move |&bytes| bytes >= min_table);
            sizes.flat_map(move |table_bytes| {
                let spaces = [TranspositionTable::RETURNED.max(table_bytes), table_bytes];
                spaces.map(|space| (Self { threads, table_bytes }, space))
            })
        })
    }

    /// Whether the system grants the memory of this allocation with `table_space` for the table.
    /// It is requested in one piece: the small pieces to come cannot be refused.
    pub fn is_granted(self, table_space: u64) -> bool {
        let rest = Self::BASE_MEMORY + Self::THREAD_MEMORY * self.threads as u64;
        let all = rest.saturating_add(Pool::stacks(self.threads)).saturating_add(table_space);
        let mut piece = Vec::<u8>::new();
        let reserved = usize::try_from(all).map(|all| piece.try_reserve_exact(all));
        // Without the hint an allocation that nothing uses may be optimised away.
        std::hint::black_box(&piece);
        matches!(reserved, Ok(Ok(())))
    }
}

/// What an engine searches with.
#[derive(Debug)]
pub(super) struct Resources {
    /// What was asked for; the system may have granted less.
    pub requested: Allocation,
    pub pool: Pool,
    pub table: TranspositionTable,
    pub vcf: VcfSolver,
    pub vct: VctSolver,
}

impl Resources {
    /// Positions in the table of each solver.
    pub const VCF_ENTRIES: usize = 1 << 16;
    pub const VCT_ENTRIES: usize = 1 << 18;

    /// The resources of `requested`, or as much of it as the system grants; `None` when even the
    /// smallest is refused.
    pub fn allocate(requested: Allocation) -> Option<Self> {
        requested.attempts().find_map(|(allocation, table_space)| {
            if !allocation.is_granted(table_space) {
                return None;
            }
            Some(Self {
                requested,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(threads: usize, memory: u64, hash: Option<u64>) -> Allocation {
        Allocation::of(&EngineConfig { threads, memory, hash, ..EngineConfig::default() })
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_on_one_processor_gets_one_thread() {
        use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
        use nix::unistd::Pid;

        // Linux keeps the processors by thread: that of the test alone changes.
        let this = Pid::from_raw(0);
        let allowed = sched_getaffinity(this).expect("processors");
        let first = (0..CpuSet::count()).find(|&id| allowed.is_set(id) == Ok(true)).expect("one");
        let mut one = CpuSet::new();
        one.set(first).expect("a processor");
        sched_setaffinity(this, &one).expect("an allowed processor");
        assert_eq!(EngineConfig::default().threads, 1);
    }

    #[test]
    fn threads_are_as_many_as_the_memory_limit_has_room_for() {
        for memory in [0, 16 << 20, 20_000_000, 50_000_000, 83_000_000, 350 << 20, u64::MAX] {
            for threads in [1, 2, 3, 64, 256] {
                let found = of(threads, memory, None);
                assert!((1..=threads).contains(&found.threads), "{threads}, {memory}: {found:?}");
                let used = |threads: usize| {
                    Allocation::BASE_MEMORY
                        + Allocation::THREAD_MEMORY * threads as u64
                        + Allocation::MIN_TABLE
                };
                assert!(found.threads == 1 || used(found.threads) <= memory, "{found:?}");
                assert!(found.threads == threads || used(found.threads + 1) > memory, "{found:?}");
            }
        }
        assert_eq!(of(256, 20_000_000, None), Allocation { threads: 1, table_bytes: 1 << 20 });
        assert_eq!(of(2, 350 << 20, None).threads, 2);
    }

    #[test]
    fn the_table_takes_what_is_left_up_to_its_size() {
        let all = of(1, 350 << 20, None).table_bytes;
        assert!(all > 300 << 20 && all < 350 << 20, "{all}");
        assert_eq!(of(1, 350 << 20, Some(5 << 20)).table_bytes, 5 << 20);
        assert_eq!(of(1, 350 << 20, Some(1 << 30)).table_bytes, all);
        assert_eq!(of(4, 1 << 20, None).table_bytes, Allocation::MIN_TABLE);
    }

    #[test]
    fn smaller_allocations_follow_down_to_one_thread_and_the_smallest_table() {
        let first = Allocation { threads: 5, table_bytes: 5 << 20 };
        let attempts: Vec<_> = first.attempts().map(|(allocation, _)| allocation).collect();
        assert_eq!(attempts[0], first);
        let last = Allocation { threads: 1, table_bytes: (5 << 20) / 4 };
        assert_eq!(attempts.last(), Some(&last));
        assert!(attempts.is_sorted_by_key(|attempt| std::cmp::Reverse(attempt.threads)));
        assert!(!first.is_granted(u64::MAX / 2), "more than there is");
        assert!(last.is_granted(last.table_bytes));
    }
}
