//! The engine: one pipeline from a request to its result. It knows no protocol and prints nothing.
//!
//! [`Engine::search`] is the list of its steps: the root moves and fives (`root_moves`), checkmate and the
//! losing-root-move filter (`solvers`), and the search of what is left. A level below full strength
//! (`level`) takes the same steps over what it sees of the position. `search_request` says what is asked,
//! `context` holds what the steps share, `report` what is reported of them. Threads and memory are set
//! up before (`resources`).

mod context;
mod level;
mod report;
mod resources;
mod root_moves;
mod search_request;
mod solvers;

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::book::Book;
use crate::eval::{Noise, WeightSet};
use crate::search::{self, Clock, Limits, ParamSet, Root, SearchInfo, SearchResult};
use crate::tt::Entry;
use gomoku_rules::Pos;

use context::Context;
use level::{Sight, View};
use report::KnownLine;
use resources::{Allocation, Resources};
use root_moves::{best_static_move, five_lines, permitted_moves};
use solvers::{SolverRounds, find_checkmate, without_losing_moves};

pub use level::{Level, LevelTable};
pub use resources::{EngineConfig, processors};
pub use root_moves::static_move;
pub use search_request::{AnalysisOptions, SearchRequest};

/// Searches positions. One engine serves many games.
#[derive(Debug, Default)]
pub struct Engine {
    weights: WeightSet,
    params: ParamSet,
    /// The playing strength; `None` is the full one.
    level: Option<Level>,
    levels: LevelTable,
    book: Option<Arc<Book>>,
    resources: Option<Resources>,
}

/// The limits of the first look at a position.
const FIRST_LOOK: Limits = Limits { depth: Some(8), nodes: Some(5_000) };
/// Nodes of the search that values a move which needs none.
const VALUE_NODES: u64 = 50_000;
/// The same where no time is left.
const LATE_VALUE_NODES: u64 = 2_000;

impl Engine {
    /// Starts a new game: the engine forgets the one before, so that equal games get equal searches.
    pub fn new_game(&mut self) {
        // The old resources go first: there is no room for two tables.
        let requested = self.resources.take().map(|old| old.requested);
        self.resources = requested.and_then(Resources::allocate);
    }

    /// Prepares for searches under `config`, with fewer threads and a smaller table where the system
    /// has no more to give.
    ///
    /// # Errors
    /// When the system has no memory even for the smallest table, in one line; the next call tries
    /// again.
    pub fn configure(&mut self, config: EngineConfig) -> Result<(), String> {
        let requested = Allocation::of(&config);
        let had_level = self.level.is_some();
        self.weights = config.weights;
        self.params = config.params;
        self.level = config.level;
        self.levels = config.levels;
        self.book = config.book;
        if self.resources.as_ref().is_none_or(|before| before.requested != requested) {
            self.resources = None;
            self.resources = Resources::allocate(requested);
        } else if had_level != self.level.is_some() {
            // A level stores values of the tables alone.
            self.new_game();
        }
        match self.resources {
            Some(_) => Ok(()),
            None => Err("no memory for the transposition table".to_owned()),
        }
    }

    /// The weights of the evaluation.
    pub fn weights(&self) -> &WeightSet {
        &self.weights
    }

    /// What the searches of this game have stored for the position with this key.
    pub fn stored(&self, key: u64) -> Option<Entry> {
        self.resources.as_ref()?.table.probe(key)
    }

    /// Searches the position of `request`; `None` when no cell is free.
    ///
    /// `on_info` gets the lines of every completed iteration, as many as requested, and every root move; with
    /// one line also a better move that the last, unfinished iteration has found. The result begins with
    /// the first move of the last report. When the clock has expired, or was stopped, it is a legal move by static
    /// evaluation.
    pub fn search(
        &mut self,
        request: &SearchRequest,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<SearchResult> {
        match self.level {
            Some(level) => self.search_at_level(level, request, on_info),
            None => self.search_within(request, &self.weights.clone(), Sight::FULL, on_info),
        }
    }

    /// Searches what a player of `level` sees of the position.
    fn search_at_level(
        &mut self,
        level: Level,
        request: &SearchRequest,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<SearchResult> {
        let handicap = self.levels.handicap(level, request.rule);
        let noise = Noise::new(level.seed());
        // Games have measured the handicaps with the tables alone.
        let weights = self.weights.clone().classical_only();
        let View { board, options } = View::new(request, &weights, &handicap, noise);
        let limits = handicap.limits(request.limits);
        let request = SearchRequest { board: &board, options, limits, ..*request };
        // Equal positions get equal moves, whatever was searched before and however long it took.
        self.new_game();
        let weights = weights.with_noise(noise, handicap.noise);
        let clock = request.clock;
        clock.without_optimum(|| self.search_within(&request, &weights, handicap.sight, on_info))
    }

    /// A search with these weights that sees checkmates as far as `sight` allows.
    fn search_within(
        &mut self,
        request: &SearchRequest,
        weights: &WeightSet,
        sight: Sight,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<SearchResult> {
        let params = sight.limit(self.params.for_rule(request.rule));
        let mut context = Context::new(request, weights, params, sight, on_info);
        let found = self.run_steps(request, &mut context)?;

        // Step 9: the value of a move that was not searched.
        match &self.resources {
            Some(resources) if request.options.value_unsearched && context.reporter.is_silent() => {
                Some(value_move(resources, &mut context, found.pos))
            }
            _ => Some(found),
        }
    }

    /// The steps up to the search.
    fn run_steps(
        &mut self,
        request: &SearchRequest,
        context: &mut Context,
    ) -> Option<SearchResult> {
        let SearchRequest { options, clock, .. } = request;
        let multi_pv = options.multi_pv.max(1);

        // Step 1: root moves, and the move to play without a search.
        let policy = context.evaluator.policy(&context.position);
        let moves = permitted_moves(&context.position, policy, options);
        let is_permitted = |pos: Pos| options.permit(pos) || moves.contains(&pos);
        let best = best_static_move(&context.position, policy, is_permitted);
        let first = best.or_else(|| moves.first().copied());
        let fallback = unsearched(first.or_else(|| request.board.empty_cells().next())?);

        // Step 2: moves that complete a five.
        context.reporter.known = five_lines(&context.position, &moves);
        let Some(resources) = &mut self.resources else { return Some(fallback) };
        context.reporter.known.truncate(multi_pv);
        context.reporter.report_known(0, &resources.table);
        let fives = context.reporter.known.len();
        // Moves that were chosen are all compared.
        if fives == multi_pv || fives > 0 && options.only.is_none() {
            return context.reporter.best(0, 0);
        }
        let moves = context.reporter.unknown(&moves);

        // Step 3: a move of the book.
        if let Some(found) = self.book_move(request, context) {
            return Some(found);
        }
        let Some(resources) = &mut self.resources else { return Some(fallback) };

        // Step 4: positions that need no search, or have no time for one. Under renju Black may have no move.
        let is_forced = moves.len() <= 1 && multi_pv == 1 || request.board.stones().is_empty();
        if moves.is_empty() || is_forced && !options.search_forced || context.clock.is_expired() {
            return context.reporter.best(0, 0).or(Some(fallback));
        }

        // Step 5: a first look, so that a search that may last has lines to report before the solvers begin.
        resources.start_search(&context.limits, context.clock);
        let Limits { depth, nodes } = context.limits;
        let is_longer = depth.is_none_or(|depth| Some(depth) > FIRST_LOOK.depth)
            && nodes.is_none_or(|nodes| Some(nodes) > FIRST_LOOK.nodes);
        if context.is_open_ended && is_longer {
            context.nodes += search_briefly(resources, context, &moves, FIRST_LOOK, clock).nodes;
        }

        // Step 6: checkmate by fours, or by fours and threes.
        if fives == 0 {
            let mate = find_checkmate(resources, context);
            let mate = mate.filter(|mate| is_permitted(mate.first));
            context.reporter.known = mate.map(KnownLine::mate).into_iter().collect();
        }
        let moves = context.reporter.unknown(&moves);
        let wanted = multi_pv.saturating_sub(context.reporter.known.len()).min(moves.len());
        context.reporter.report_known(context.nodes, &resources.table);
        if wanted == 0 {
            return context.reporter.best(context.nodes, 0).or(Some(fallback));
        }

        // Step 7: losing root moves are left out, as long as enough others remain.
        let mut searched = without_losing_moves(resources, context, moves.clone());
        if searched.len() < wanted {
            let losing: Vec<Pos> =
                moves.into_iter().filter(|pos| !searched.contains(pos)).collect();
            searched.extend(losing);
        }
        if let [only] = searched[..]
            && !options.search_forced
            && context.reporter.is_silent()
        {
            return Some(SearchResult { nodes: context.nodes, ..unsearched(only) });
        }

        // Step 8: the search.
        context.reporter.keep(&searched);
        Some(search_moves(resources, context, &searched, wanted))
    }

    /// What the book plays, at full strength and where it will do.
    fn book_move(&self, request: &SearchRequest, context: &mut Context) -> Option<SearchResult> {
        let is_wanted = request.options.book && self.level.is_none();
        let book = self.book.as_ref().filter(|book| is_wanted && request.rule == book.rule())?;
        let chosen = book.choose(request.board, |pos| request.options.permit(pos));
        let chosen = chosen.unwrap_or_else(|error| {
            context.reporter.report_book_error(format!("{}: {error}", book.path().display()));
            None
        })?;
        let (score, depth) = (chosen.value(), chosen.entry.depth.into());
        Some(SearchResult { score, depth, ..unsearched(chosen.pos) })
    }
}

/// The result of a request that needs no search.
fn unsearched(pos: Pos) -> SearchResult {
    SearchResult { pos, score: None, pv: vec![pos], nodes: 0, depth: 0 }
}

/// Searches `moves` for the best `multi_pv` of them. In an open-ended search the solvers go on between the
/// iterations.
fn search_moves(
    resources: &mut Resources,
    context: &mut Context,
    moves: &[Pos],
    multi_pv: usize,
) -> SearchResult {
    let Resources { pool, table, vcf, vct, .. } = resources;
    let (nodes, mut limits) = (context.nodes, context.limits_left());
    let mut rounds = context.is_open_ended.then(|| SolverRounds::new(context));
    if rounds.is_some() {
        limits.nodes = limits.nodes.map(|nodes| nodes - nodes / SolverRounds::SHARE);
    }
    let Context { position, evaluator, params, reporter, clock, .. } = context;
    let root = Root { position, evaluator, params, moves, multi_pv };
    let mut solver_nodes = nodes;
    let mut on_info = |info: &SearchInfo| {
        reporter.report(info, solver_nodes, table);
        let (Some(rounds), SearchInfo::Pv(lines)) = (&mut rounds, info) else {
            return ControlFlow::Continue(());
        };
        let is_won = lines[0].score.is_win() || !reporter.known.is_empty();
        let searched = if is_won { 0 } else { lines[0].nodes };
        let mate = rounds.find_checkmate(searched, (vcf, vct), table, clock);
        solver_nodes = nodes + rounds.visited;
        let Some(mate) = mate.filter(|mate| moves.contains(&mate.first)) else {
            return ControlFlow::Continue(());
        };
        reporter.known = vec![KnownLine::mate(mate)];
        reporter.report_known(solver_nodes + lines[0].nodes, table);
        if multi_pv == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let found = search::search(pool, root, table, limits, clock, &mut on_info);
    reporter.conclude(found, solver_nodes, table)
}

/// Values a move of which nothing was reported, and reports it.
fn value_move(resources: &Resources, context: &mut Context, pos: Pos) -> SearchResult {
    let unlimited = Clock::frozen();
    let is_late = context.clock.is_expired();
    let (clock, most) =
        if is_late { (&unlimited, LATE_VALUE_NODES) } else { (context.clock, VALUE_NODES) };
    let Limits { nodes, depth } = context.limits_left();
    let nodes = nodes.map_or(most, |left| left.clamp(LATE_VALUE_NODES, most));
    let limits = Limits { nodes: Some(nodes), depth };
    let valued = search_briefly(resources, context, &[pos], limits, clock);
    context.reporter.conclude(valued, context.nodes, &resources.table)
}

/// Searches `moves` within `limits` on `clock`, and reports the lines.
fn search_briefly(
    resources: &Resources,
    context: &mut Context,
    moves: &[Pos],
    limits: Limits,
    clock: &Clock,
) -> SearchResult {
    let Resources { pool, table, .. } = resources;
    let nodes = context.nodes;
    let Context { position, evaluator, params, reporter, .. } = context;
    let multi_pv = reporter.multi_pv();
    let root = Root { position, evaluator, params, moves, multi_pv };
    let mut on_info = |info: &SearchInfo| {
        reporter.report(info, nodes, table);
        ControlFlow::Continue(())
    };
    search::search(pool, root, table, limits, clock, &mut on_info)
}

#[cfg(test)]
mod tests;
