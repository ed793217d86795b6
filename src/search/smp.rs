//! Parallel search (SMP): the thread pool, and what the workers of one search share beside the
//! transposition table. Move statistics are each worker's own.
//!
//! Inside the tree and at the root a worker defers moves that another one is searching: simplified
//! ABDADA (T. Kerrigan, <http://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA>). The first
//! worker to complete an iteration ends it, and all less deep ones, for all: the others take its root moves
//! over and go on with the next iteration. Iterations too short to be shared are dealt out instead.

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::root_move::RootMove;
use gomoku_rules::Pos;

/// Threads that search together. With one thread the caller does all the work.
#[derive(Debug, Default)]
pub struct Pool {
    helpers: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

/// Waits for the threads to end, which frees their stacks. Rayon alone does not.
impl Drop for Pool {
    fn drop(&mut self) {
        self.helpers = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                log::error!("a search thread panicked");
            }
        }
    }
}

impl Pool {
    /// Bytes of a thread's stack: enough for a search to the maximum ply.
    const STACK: usize = 8 << 20;

    /// Bytes of address space for the stacks of a pool of `threads` threads.
    pub fn stacks(threads: usize) -> u64 {
        Self::STACK as u64 * (threads as u64 - 1)
    }

    /// A pool of `threads` threads, the caller's included.
    ///
    /// # Errors
    /// When the system refuses the threads.
    pub fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        let mut pool = Self::default();
        if threads > 1 {
            let spawn = |helper: rayon::ThreadBuilder| {
                let name = format!("search-{}", helper.index() + 1);
                let builder = thread::Builder::new().name(name).stack_size(Self::STACK);
                pool.threads.push(builder.spawn(|| helper.run())?);
                Ok(())
            };
            let builder = ThreadPoolBuilder::new().num_threads(threads - 1);
            pool.helpers = Some(builder.spawn_handler(spawn).build()?);
        }
        Ok(pool)
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        1 + self.helpers.as_ref().map_or(0, ThreadPool::current_num_threads)
    }

    /// The moves that pass `test`, in their order. All threads share the work, each with a state of its
    /// own that `init` makes.
    pub fn filter<T>(
        &self,
        moves: &[Pos],
        init: impl Fn() -> T + Sync,
        test: impl Fn(&mut T, Pos) -> bool + Sync,
    ) -> Vec<Pos> {
        let passes: Vec<AtomicBool> = moves.iter().map(|_| AtomicBool::new(false)).collect();
        let next = AtomicUsize::new(0);
        let take = || next.fetch_add(1, Ordering::Relaxed);
        let work = || {
            let mut state = init();
            for index in std::iter::repeat_with(take).take_while(|&index| index < moves.len()) {
                passes[index].store(test(&mut state, moves[index]), Ordering::Relaxed);
            }
        };
        self.run(work, work);
        let all = moves.iter().zip(passes);
        all.filter_map(|(&pos, passes)| passes.into_inner().then_some(pos)).collect()
    }

    /// Runs `lead` on the caller's thread and `help` on each of the others, until all return.
    pub(super) fn run<T>(&self, lead: impl FnOnce() -> T, help: impl Fn() + Sync) -> T {
        let Some(helpers) = &self.helpers else { return lead() };
        helpers.in_place_scope(|scope| {
            for _ in 1..self.threads() {
                scope.spawn(|_| help());
            }
            lead()
        })
    }

    /// What the workers of a new search share, if there is more than one.
    pub(super) fn shared(&self) -> Option<Smp> {
        self.helpers.as_ref().map(|_| Smp::new(self.threads()))
    }
}

/// What the workers of one search tell each other.
#[derive(Debug)]
pub(super) struct Smp {
    searched: SearchedTable,
    iterations: SharedIterations,
    votes: Mutex<Vec<Vote>>,
}

impl Smp {
    /// State shared by this many workers.
    pub fn new(workers: usize) -> Self {
        Self {
            searched: SearchedTable::default(),
            iterations: SharedIterations::new(workers),
            votes: Mutex::default(),
        }
    }

    /// Whether a worker is searching `pos` in the position with this key.
    #[inline]
    pub fn is_searched(&self, key: u64, pos: Pos) -> bool {
        self.searched.contains(SearchedTable::word(key, pos))
    }

    /// Marks `pos` as being searched until the mark is dropped.
    #[inline]
    pub fn mark(&self, key: u64, pos: Pos) -> SearchedMark<'_> {
        let word = SearchedTable::word(key, pos);
        self.searched.insert(word);
        SearchedMark { table: &self.searched, word }
    }

    /// The depth of the next iteration of a worker that was at depth `last` and knows the result of depth
    /// `completed`. Below `skip_depth`, a depth that half of the workers have reached is skipped; depth 1
    /// never, which gives the first result.
    pub fn next_depth(&self, last: u32, completed: u32, skip_depth: u32) -> u32 {
        self.iterations.next_depth(last, completed, skip_depth)
    }

    /// Whether another worker has completed the iteration of this depth or a deeper one.
    #[inline]
    pub fn is_superseded(&self, depth: u32) -> bool {
        self.iterations.depth() >= depth
    }

    /// Shares the result of an iteration, the root moves and the selective depth, unless another worker
    /// has shared one as deep. Returns whether it did.
    pub fn share(&self, depth: u32, seldepth: usize, moves: &[RootMove]) -> bool {
        self.iterations.share(depth, seldepth, moves)
    }

    /// Votes for a move in the end.
    pub fn cast(&self, vote: Vote) {
        self.votes.lock().unwrap_or_else(PoisonError::into_inner).push(vote);
    }

    /// The votes of all workers but the leading one.
    pub fn into_votes(self) -> Vec<Vote> {
        self.votes.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the root moves of the deepest completed iteration over and returns its depth and selective
    /// depth.
    pub fn take_over(&self, moves: &mut [RootMove]) -> (u32, usize) {
        self.iterations.take_over(moves)
    }
}

/// What a worker would play when a limit ends the search. It may come from an iteration that no worker has
/// completed.
#[derive(Clone, Debug)]
pub(super) struct Vote {
    /// The depth of the iteration that has found the move.
    pub depth: u32,
    pub root_move: RootMove,
}

impl Vote {
    /// The vote of the leading worker, or of another one that knows better: a win, or the result of a deeper
    /// iteration, or a higher score from the same.
    pub fn best(lead: Self, others: Vec<Self>) -> Self {
        let worth = |vote: &Self| (vote.root_move.score.is_win(), vote.depth, vote.root_move.score);
        others
            .into_iter()
            .fold(lead, |best, vote| if worth(&vote) > worth(&best) { vote } else { best })
    }
}

/// A move that is being searched.
pub(super) struct SearchedMark<'a> {
    table: &'a SearchedTable,
    word: u64,
}

impl Drop for SearchedMark<'_> {
    #[inline]
    fn drop(&mut self) {
        self.table.remove(self.word);
    }
}

/// The currently-searched table: a small hash table of moves. A lost entry costs double work, never a
/// wrong score.
#[derive(Debug)]
struct SearchedTable {
    entries: Box<[[AtomicU64; Self::WAYS]]>,
}

impl Default for SearchedTable {
    fn default() -> Self {
        Self { entries: (0..Self::SETS).map(|_| Default::default()).collect() }
    }
}

impl SearchedTable {
    const SETS: usize = 1 << 13;
    const WAYS: usize = 4;

    /// The entry of `pos` in the position with this key.
    #[inline]
    fn word(key: u64, pos: Pos) -> u64 {
        (key ^ (pos.index() as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
    }

    #[inline]
    fn contains(&self, word: u64) -> bool {
        self.set(word).iter().any(|entry| entry.load(Ordering::Relaxed) == word)
    }

    #[inline]
    fn insert(&self, word: u64) {
        let set = self.set(word);
        let free = set.iter().find(|entry| entry.load(Ordering::Relaxed) == 0);
        free.unwrap_or(&set[0]).store(word, Ordering::Relaxed);
    }

    #[inline]
    fn remove(&self, word: u64) {
        for entry in self.set(word) {
            if entry.load(Ordering::Relaxed) == word {
                entry.store(0, Ordering::Relaxed);
            }
        }
    }

    fn set(&self, word: u64) -> &[AtomicU64; Self::WAYS] {
        &self.entries[(word >> 32) as usize % Self::SETS]
    }
}

/// The deepest completed iteration, and those that run.
#[derive(Debug)]
struct SharedIterations {
    /// The depth of the completed one.
    depth: AtomicU32,
    /// Its selective depth and root moves.
    result: Mutex<(usize, Vec<RootMove>)>,
    /// The depth that each worker is at, in no order; 0 before its first iteration.
    running: Mutex<Vec<u32>>,
}

impl SharedIterations {
    fn new(workers: usize) -> Self {
        Self {
            depth: AtomicU32::new(0),
            result: Mutex::default(),
            running: Mutex::new(vec![0; workers]),
        }
    }

    #[inline]
    fn depth(&self) -> u32 {
        self.depth.load(Ordering::Relaxed)
    }

    fn next_depth(&self, last: u32, completed: u32, skip_depth: u32) -> u32 {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let workers = running.len();
        if let Some(index) = running.iter().position(|&depth| depth == last) {
            running.swap_remove(index);
        }
        let is_taken =
            |depth| 2 * running.iter().filter(|&&other| other >= depth).count() >= workers;
        let mut depth = completed + 1;
        while (2..skip_depth).contains(&depth) && is_taken(depth) {
            depth += 1;
        }
        running.push(depth);
        depth
    }

    fn share(&self, depth: u32, seldepth: usize, moves: &[RootMove]) -> bool {
        let mut result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        let is_deepest = self.depth() < depth;
        if is_deepest {
            *result = (seldepth, moves.to_vec());
            self.depth.store(depth, Ordering::Relaxed);
        }
        is_deepest
    }

    fn take_over(&self, moves: &mut [RootMove]) -> (u32, usize) {
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner);
        let (seldepth, completed) = &*result;
        moves.clone_from_slice(completed);
        (self.depth(), *seldepth)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Condvar;
    use std::time::Duration;

    use super::*;
    use crate::score::Score;

    #[test]
    fn a_move_is_marked_until_its_mark_is_dropped() {
        let smp = Smp::new(2);
        let (pos, other) = (Pos::new(3, 4), Pos::new(4, 3));
        let mark = smp.mark(7, pos);
        assert!(smp.is_searched(7, pos));
        assert!(!smp.is_searched(7, other) && !smp.is_searched(8, pos));
        drop(mark);
        assert!(!smp.is_searched(7, pos));
    }

    #[test]
    fn all_threads_filter_and_the_order_stays() {
        const PATIENCE: Duration = Duration::from_secs(60);
        let moves: Vec<Pos> = (0..100).map(|i| Pos::new(i % 10, i / 10)).collect();
        for threads in [1, 2, 5] {
            let pool = Pool::new(threads).expect("threads");
            let (started, all_have) = (Mutex::new(HashSet::new()), Condvar::new());
            // Each begins, and goes on once all have.
            let begin = || {
                let mut started = started.lock().expect("no panic");
                started.insert(thread::current().id());
                all_have.notify_all();
                let is_early = |started: &mut HashSet<_>| started.len() < threads;
                let (started, _) =
                    all_have.wait_timeout_while(started, PATIENCE, is_early).expect("no panic");
                assert_eq!(started.len(), threads);
            };
            let kept = pool.filter(&moves, begin, |(), pos| pos.x() != 3);
            assert!(kept.iter().eq(moves.iter().filter(|pos| pos.x() != 3)));
            assert!(started.into_inner().expect("no panic").contains(&thread::current().id()));
        }
    }

    #[test]
    fn a_win_then_depth_then_score_decides_the_vote() {
        let vote = |x, depth, score| {
            let root_move = RootMove { score, ..RootMove::new(Pos::new(x, 0)) };
            Vote { depth, root_move }
        };
        let eval = Score::from_eval;
        let lead = || vote(0, 8, eval(10));
        let best = |others| Vote::best(lead(), others).root_move.pos().x();
        assert_eq!(best(vec![]), 0);
        assert_eq!(best(vec![vote(1, 7, eval(90)), vote(2, 8, eval(10))]), 0, "equal or shallower");
        assert_eq!(best(vec![vote(1, 8, eval(11)), vote(2, 9, eval(-50))]), 2);
        assert_eq!(best(vec![vote(1, 6, Score::mate_in(7)), vote(2, 9, eval(50))]), 1);
        assert_eq!(best(vec![vote(1, 9, Score::mated_in(8))]), 1, "a loss that was found is known");
    }

    #[test]
    fn the_first_result_of_the_deepest_iteration_is_taken_over() {
        let smp = Smp::new(2);
        let [first, second] = [Pos::new(1, 1), Pos::new(2, 2)].map(RootMove::new);
        let mut moves = [second.clone(), first.clone()];
        let mut taken_over = || {
            let (depth, seldepth) = smp.take_over(&mut moves);
            (depth, seldepth, moves[0].pos())
        };
        assert!(!smp.is_superseded(1));
        assert!(smp.share(1, 5, &[first.clone(), second.clone()]));
        assert!(!smp.share(1, 9, &[second.clone(), first.clone()]));
        assert!(smp.is_superseded(1) && !smp.is_superseded(2));
        assert_eq!(taken_over(), (1, 5, first.pos()));
        assert!(smp.share(3, 7, &[second.clone(), first.clone()]));
        assert!(!smp.share(2, 8, &[first.clone(), second.clone()]), "less deep");
        assert!(smp.is_superseded(3) && !smp.is_superseded(4));
        assert_eq!(taken_over(), (3, 7, second.pos()));
    }

    #[test]
    fn depths_that_half_of_the_workers_have_reached_are_skipped() {
        let smp = Smp::new(4);
        let first: [u32; 4] = std::array::from_fn(|_| smp.next_depth(0, 0, 9));
        assert_eq!(first, [1, 1, 1, 1]);
        assert_eq!(smp.next_depth(1, 1, 9), 2, "one of depth 1 has completed it");
        assert_eq!(smp.next_depth(1, 1, 9), 2, "another has taken that over");
        assert_eq!(smp.next_depth(1, 1, 9), 3, "two of four are at depth 2");
        assert_eq!(smp.next_depth(1, 1, 9), 3);
        assert_eq!(
            smp.next_depth(2, 3, 9),
            4,
            "one of depth 3 has completed it, two are still there"
        );
        assert_eq!(smp.next_depth(3, 4, 6), 5);
        let rest: [u32; 4] = std::array::from_fn(|_| smp.next_depth(5, 5, 6));
        assert_eq!(rest, [6; 4], "no depth beyond that of the parameter");
    }
}
