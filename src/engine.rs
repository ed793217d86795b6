//! The engine: options in, thoughts out. It knows no protocol and prints nothing.

mod analysis;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::eval::weights;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::{Clock, Limits, Pool, PvInfo, Root, SearchInfo, root_moves};
use crate::solve::{
    Mate, NodeBudget, VcfSolver, VctLimits, VctSolver, probe_mate, store_vcf_proof,
};
use crate::tt::{End, TranspositionTable};
use gomoku_rules::{Board, Pos, Rule};

pub use analysis::Wish;

/// What a manager may set for all thoughts to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Threads of the search, at least 1.
    pub threads: usize,
    /// Bytes that the whole process may use.
    pub memory: u64,
    /// Bytes of the transposition table; `None` takes what `memory` leaves.
    pub hash: Option<u64>,
}

impl Options {
    /// What the process may use when nobody said: 350 MiB, as in Gomocup.
    pub const DEFAULT_MEMORY: u64 = 350 << 20;
}

impl Default for Options {
    fn default() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self { threads, memory: Self::DEFAULT_MEMORY, hash: None }
    }
}

/// The outcome of a thought.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move.
    pub pos: Pos,
    /// Its value for the side to move, where a search was made.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: u64,
}

/// Finds moves. One engine lives through many games.
#[derive(Debug, Default)]
pub struct Engine {
    /// What was asked for, and what the system had of it.
    tools: Option<(Asked, Tools)>,
}

/// What was asked for of the memory and the cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    threads: usize,
    table_bytes: u64,
}

impl Engine {
    /// What the process takes beside the transposition table when it has played by every rule and
    /// makes the patterns of the last. On Windows the system's libraries count as well, and Wine's are
    /// the largest.
    const BASE_MEMORY: u64 = if cfg!(windows) { 46 << 20 } else { 26 << 20 };
    /// What each thread takes.
    const THREAD_MEMORY: u64 = 512 << 10;
    /// The smallest table worth having.
    const LEAST_TABLE: u64 = 1 << 20;

    /// Forgets what belongs to the game before, so that equal games get equal thoughts.
    pub fn new_game(&mut self) {
        // The old tools go first, as there is no room for two tables.
        if let Some((asked, tools)) = self.tools.take() {
            drop(tools);
            self.tools = Self::tools(asked).map(|tools| (asked, tools));
        }
    }

    /// Prepares for thoughts under `options`, on fewer threads and with a smaller table where the
    /// system has no more to give.
    ///
    /// # Errors
    /// When it has too little even so, in one line; the next call tries again.
    pub fn configure(&mut self, options: Options) -> Result<(), String> {
        let rest = Self::other_memory(options.threads);
        let free = options.memory.saturating_sub(rest).max(Self::LEAST_TABLE);
        let table_bytes = options.hash.map_or(free, |hash| hash.min(free));
        let asked = Asked { threads: options.threads, table_bytes };
        if self.tools.as_ref().is_some_and(|(before, _)| *before == asked) {
            return Ok(());
        }
        self.tools = None;
        let tools = Self::tools(asked).ok_or("no memory for the transposition table")?;
        self.tools = Some((asked, tools));
        Ok(())
    }

    /// What the process may take beside the transposition table.
    fn other_memory(threads: usize) -> u64 {
        Self::BASE_MEMORY + Self::THREAD_MEMORY * threads as u64
    }

    /// As much of what was asked for as the system has, threads before table.
    fn tools(asked: Asked) -> Option<Tools> {
        let fewer = |&threads: &usize| (threads > 1).then_some(threads / 2);
        let least = Self::LEAST_TABLE.min(asked.table_bytes);
        std::iter::successors(Some(asked.threads), fewer).find_map(|threads| {
            let rest = Self::other_memory(threads) + Pool::stacks(threads);
            let sizes = std::iter::successors(Some(asked.table_bytes), |bytes| Some(bytes / 2));
            let sizes = sizes.take_while(|&bytes| bytes >= least);
            let rooms = |bytes| [(bytes, TranspositionTable::RETURNED.max(bytes)), (bytes, bytes)];
            sizes.flat_map(rooms).find_map(|(bytes, room)| {
                // Asked for in one piece first: the many small ones to come cannot be refused.
                let all = usize::try_from(rest.checked_add(room)?).ok()?;
                Vec::<u8>::new().try_reserve_exact(all).ok()?;
                Tools::new(threads, bytes, room)
            })
        })
    }

    /// The move for the side to move of `board`; `None` when no cell is free.
    ///
    /// `on_info` hears of each completed iteration and each move of the root. A clock that is out, or
    /// stopped, still gets a legal move, from the static evaluation.
    pub fn think(
        &mut self,
        board: &Board,
        rule: Rule,
        limits: &Limits,
        clock: &Clock,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Thought> {
        let pos = static_move(board, rule)?;
        let at_once = Thought { pos, score: None, nodes: 0 };
        let mut position = Position::from_board(board, rule);
        let mut evaluator = weights().evaluator(&position);
        let moves = root_moves(&position, evaluator.policy(&position));
        let side = position.side_to_move();
        let decided = position.count_of(side, Threat::Five) > 0
            || moves.len() <= 1
            || board.stones().is_empty();
        let Some((_, tools)) = self.tools.as_mut().filter(|_| !decided && !clock.is_expired())
        else {
            return Some(at_once);
        };
        tools.begin(limits, clock);
        let mut nodes = 0;
        if let Some(mate) = tools.checkmate(&mut position, limits, clock, &mut nodes) {
            let score = Score::mate_in(mate.plies as usize);
            on_info(&SearchInfo::Pv(PvInfo {
                depth: mate.plies,
                seldepth: mate.plies,
                score,
                nodes,
                time: clock.elapsed(),
                pv: mate.line,
                pv_index: 0,
                multi_pv: 1,
            }));
            return Some(Thought { pos: mate.first, score: Some(score), nodes });
        }
        let moves = tools.without_losers(&mut position, moves, limits, clock, &mut nodes);
        // What the solvers have visited counts.
        let limits = Limits { nodes: limits.nodes.map(|all| all.saturating_sub(nodes)), ..*limits };
        let mut on_info = |news: &SearchInfo| match news {
            SearchInfo::Pv(info) => {
                let nodes = nodes + info.nodes;
                on_info(&SearchInfo::Pv(PvInfo { nodes, ..info.clone() }));
            }
            SearchInfo::RootMove { .. } => on_info(news),
        };
        let root = Root { position: &position, evaluator: &evaluator, moves: &moves, multi_pv: 1 };
        let found =
            crate::search::search(&tools.pool, root, &tools.table, limits, clock, &mut on_info);
        if let Some(plies) = found.win() {
            tools.table.store_believed(position.key(), End::Win { pos: found.pos, plies });
        }
        Some(Thought { pos: found.pos, score: found.score, nodes: nodes + found.nodes })
    }
}

/// What a thought works with.
#[derive(Debug)]
struct Tools {
    pool: Pool,
    table: TranspositionTable,
    vcf: VcfSolver,
    vct: VctSolver,
}

impl Tools {
    /// Positions that each solver remembers.
    const VCF_ENTRIES: usize = 1 << 16;
    const VCT_ENTRIES: usize = 1 << 18;
    /// Root moves are held against fours and threes when each may have this many positions, about one
    /// a microsecond: with fewer, the moves left would be those that are merely hard to refute.
    const REFUTATION: u64 = 2_000;
    /// The share of a thought, one in so many parts, that each solver may take.
    const SOLVER_SHARE: u32 = 32;

    /// The table lies in addresses for `room` bytes. Returns `None` when the system refuses threads or
    /// table.
    fn new(threads: usize, table_bytes: u64, room: u64) -> Option<Self> {
        Some(Self {
            pool: Pool::new(threads).ok()?,
            table: TranspositionTable::new(table_bytes, room)?,
            vcf: VcfSolver::new(Self::VCF_ENTRIES),
            vct: VctSolver::new(Self::VCT_ENTRIES),
        })
    }

    /// Begins a thought: of the table it uses a bucket for each position that it may visit, one a
    /// microsecond and thread.
    fn begin(&mut self, limits: &Limits, clock: &Clock) {
        let in_time = clock.optimum().as_micros().saturating_mul(self.pool.threads() as u128);
        let in_time = u64::try_from(in_time).unwrap_or(u64::MAX);
        self.table.make_room(limits.nodes.map_or(in_time, |nodes| nodes.min(in_time)));
        self.table.new_generation();
    }

    /// A checkmate of the side to move: one that the table knows, one by fours, or one by fours and
    /// threes. The table keeps it.
    fn checkmate(
        &mut self,
        position: &mut Position,
        limits: &Limits,
        clock: &Clock,
        nodes: &mut u64,
    ) -> Option<Mate> {
        let table = &self.table;
        if let Some(mate) = probe_mate(position, table) {
            *nodes += mate.line.len() as u64;
            return Some(mate);
        }
        let side = position.side_to_move();
        let stop = stop_at(clock, Self::SOLVER_SHARE);
        let mut budget = NodeBudget::new(node_share(limits)).until(&stop);
        let fours = self.vcf.shortest(position, side, &mut budget).mate();
        let threes = VctLimits::default();
        let mate =
            fours.clone().or_else(|| self.vct.solve(position, side, threes, &mut budget).mate());
        *nodes += budget.visited();
        if let Some(mate) = &fours {
            store_vcf_proof(position, mate, table);
        } else if mate.is_some() {
            let stop = stop_at(clock, 2);
            let mut budget = NodeBudget::new(node_share(limits)).until(&stop);
            self.vct.store_proof(position, threes, table, &mut budget);
            *nodes += budget.visited();
            return probe_mate(position, table).or(mate);
        }
        mate
    }

    /// The moves that do not fall to a checkmate of the opponent, or all if they all do.
    fn without_losers(
        &mut self,
        position: &mut Position,
        moves: Vec<Pos>,
        limits: &Limits,
        clock: &Clock,
        nodes: &mut u64,
    ) -> Vec<Pos> {
        let table = &self.table;
        let foe = !position.side_to_move();
        let stop = stop_at(clock, Self::SOLVER_SHARE / 2);
        let mut budget = NodeBudget::new(node_share(limits)).until(&stop);
        let fours = self.vcf.solve(position, foe, Mate::MAX_PLIES, &mut budget).mate();
        let in_time = (clock.optimum() / Self::SOLVER_SHARE).as_micros() as u64;
        let share = node_share(limits).min(in_time) / moves.len() as u64;
        let threes = if fours.is_some() || share < Self::REFUTATION {
            None
        } else {
            self.vct.solve(position, foe, VctLimits::default(), &mut budget).mate()
        };
        let visited = AtomicU64::new(budget.visited());
        let stands = |pos: Pos| {
            if fours.as_ref().is_some_and(|mate| !mate.defence_set.contains(pos)) {
                return false;
            }
            let mut position = position.clone();
            position.play(pos);
            let mut budget = NodeBudget::new(share.max(Self::REFUTATION)).until(&stop);
            let mate = if fours.is_some() {
                let mut solver = VcfSolver::new(Self::VCF_ENTRIES >> 4);
                let outcome = solver.solve(&mut position, foe, Mate::MAX_PLIES, &mut budget);
                outcome.mate().inspect(|mate| store_vcf_proof(&mut position, mate, table))
            } else {
                let mut solver = VctSolver::new(Self::VCT_ENTRIES >> 4);
                let limits = VctLimits::default();
                let outcome = solver.solve(&mut position, foe, limits, &mut budget);
                outcome.mate().inspect(|_| {
                    solver.store_proof(&mut position, limits, table, &mut budget);
                })
            };
            visited.fetch_add(budget.visited(), Ordering::Relaxed);
            mate.is_none()
        };
        let threatened = fours.is_some() || threes.is_some();
        let standing = if threatened { self.pool.filter(&moves, stands) } else { Vec::new() };
        *nodes += visited.into_inner();
        if standing.is_empty() { moves } else { standing }
    }
}

/// The positions that each solver may visit in one thought.
fn node_share(limits: &Limits) -> u64 {
    limits.nodes.map_or(u64::MAX, |nodes| nodes / u64::from(Tools::SOLVER_SHARE))
}

/// Asks whether one part in `share` of the time is over.
fn stop_at(clock: &Clock, share: u32) -> impl Fn() -> bool {
    move || clock.is_stopped() || clock.elapsed() >= clock.optimum() / share
}

/// The best legal move by the static evaluation alone, found within a millisecond: it completes a
/// five, stops a five, makes an open four, stops an open four, and else takes the cell that is worth
/// most to both sides together. `None` when no cell is free; a forbidden cell when no other is left.
pub fn static_move(board: &Board, rule: Rule) -> Option<Pos> {
    let position = Position::from_board(board, rule);
    let mut evaluator = weights().evaluator(&position);
    let policy = evaluator.policy(&position);
    let side = position.side_to_move();
    let best = |cells: &mut dyn Iterator<Item = Pos>| {
        cells
            .filter(|&pos| position.is_legal(side, pos))
            .max_by_key(|&pos| (policy.score(pos), Reverse(pos)))
    };
    let with = |threat: Threat| {
        position.fours(side).iter().find(|&pos| position.threat(side, pos) == threat)
    };
    let stopping = |threat: Threat| {
        let threatened = position.count_of(!side, threat) > 0;
        threatened.then(|| best(&mut position.answers(!side, threat).iter())).flatten()
    };
    let centre = board.size().centre();
    with(Threat::Five)
        .or_else(|| stopping(Threat::Five))
        .or_else(|| with(Threat::OpenFour))
        .or_else(|| stopping(Threat::OpenFour))
        .or_else(|| best(&mut position.map().candidates()))
        .or_else(|| best(&mut board.is_empty_at(centre).then_some(centre).into_iter()))
        .or_else(|| best(&mut board.empty_cells()))
        .or_else(|| board.empty_cells().next())
}

#[cfg(test)]
mod tests;
