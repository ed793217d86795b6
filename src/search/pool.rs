//! The threads of the search: one rayon pool of the engine's own, whose workers share the table and
//! avoid each other's moves. The only file of the search that names rayon.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::thread::{self, JoinHandle};

use super::fault::Fault;
use super::history::MainHistory;
use super::root::RootMove;
use super::team::Team;
use super::worker::{Shared, Worker};
use super::{Clock, Limits, SearchInfo};
use crate::eval::Evaluator;
use crate::pattern::Position;
use crate::score::Score;
use crate::tt::TranspositionTable;
use gomoku_rules::Pos;

/// The outcome of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move.
    pub pos: Pos,
    /// Its value; `None` when a limit came before that of any move.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: u64,
    /// Iterations completed.
    pub depth: u32,
}

impl SearchResult {
    /// In how many plies the move wins for certain.
    pub fn win(&self) -> Option<u32> {
        self.score.filter(|score| score.is_win())?.mate_distance()
    }
}

/// What a search is asked.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its evaluator.
    pub evaluator: &'a Evaluator,
    /// The legal moves worth trying, the most promising first; there is at least one.
    pub moves: &'a [Pos],
    /// How many of the best moves are wanted, each with its variation; at least one.
    pub multi_pv: usize,
}

/// Threads that search together; with one thread all work is the caller's.
#[derive(Debug, Default)]
pub struct Pool {
    helpers: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

/// Once a pool is gone, so are its threads and their stacks: rayon alone does not wait for them.
impl Drop for Pool {
    fn drop(&mut self) {
        self.helpers = None;
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                log::error!("a thread of the search ended by a panic");
            }
        }
    }
}

impl Pool {
    /// Room for a path of nodes to the deepest ply.
    const STACK: usize = 8 << 20;

    /// Bytes of addresses that the stacks of a pool for `threads` workers take.
    pub fn stacks(threads: usize) -> u64 {
        Self::STACK as u64 * (threads as u64 - 1)
    }

    /// Threads for `threads` workers, the caller's included.
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

    /// How many workers search together.
    pub fn threads(&self) -> usize {
        1 + self.helpers.as_ref().map_or(0, ThreadPool::current_num_threads)
    }

    /// The moves that pass a test, in their order; the threads share the work.
    pub fn filter(&self, moves: &[Pos], test: impl Fn(Pos) -> bool + Sync) -> Vec<Pos> {
        match &self.helpers {
            None => moves.iter().copied().filter(|&pos| test(pos)).collect(),
            Some(helpers) => {
                helpers.install(|| moves.par_iter().copied().filter(|&pos| test(pos)).collect())
            }
        }
    }

    /// Searches until a limit ends it.
    pub fn search(
        &self,
        root: Root,
        table: &TranspositionTable,
        limits: Limits,
        clock: &Clock,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let Root { position, evaluator, moves, multi_pv } = root;
        let shared = Shared {
            table,
            clock,
            limits,
            multi_pv: multi_pv.clamp(1, moves.len()),
            stop: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            main_history: MainHistory::new(),
            team: self.helpers.as_ref().map(|_| Team::new()),
        };
        let root_moves: Vec<RootMove> = moves.iter().copied().map(RootMove::new).collect();
        let fault = Fault::next();
        let mut lead = |root_moves| {
            // The helpers end with their leader, even when it ends by a panic.
            let _stop = StopOnDrop(&shared);
            fault.strike_leader();
            let worker = Worker::new(&shared, position.clone(), evaluator.clone());
            lead(worker, root_moves, on_info)
        };
        let Some(helpers) = &self.helpers else { return lead(root_moves) };
        helpers.in_place_scope(|scope| {
            for _ in 1..self.threads() {
                let mut moves = root_moves.clone();
                let shared = &shared;
                scope.spawn(move |_| {
                    fault.strike_helper();
                    Worker::new(shared, position.clone(), evaluator.clone())
                        .deepen(&mut moves, None);
                });
            }
            lead(root_moves)
        })
    }
}

/// Ends the search for all its workers.
struct StopOnDrop<'a>(&'a Shared<'a>);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// The part of the worker that keeps time and decides.
fn lead(
    mut worker: Worker,
    mut moves: Vec<RootMove>,
    on_info: &mut dyn FnMut(&SearchInfo),
) -> SearchResult {
    let depth = worker.deepen(&mut moves, Some(on_info));
    let best = &moves[0];
    let score = Some(best.score).filter(|&score| score != -Score::INFINITE);
    SearchResult { pos: best.pos(), score, nodes: worker.all_nodes(), depth }
}
