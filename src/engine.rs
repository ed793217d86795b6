//! The engine: one pipeline from a request to its result. It knows no protocol and prints nothing.
//!
//! [`Engine::search`] is the list of its steps, each with a file in `engine/`: root moves and fives
//! (`root`, `static_move`), checkmate by the solvers (`checkmate`), the losing-root-move filter
//! (`filter`), and the search of what is left. A level below full strength (`level`, `handicap`) takes
//! the same steps over what it sees of the position (`view`). `context` holds what the steps share.
//! Threads and memory are set up before (`config`, `allocation`, `resources`).

mod allocation;
mod checkmate;
mod config;
mod context;
mod filter;
mod handicap;
mod level;
mod level_table;
mod report;
mod request;
mod resources;
mod root;
mod static_move;
mod view;

use crate::eval::{Noise, WeightSet};
use crate::search::{self, ParamSet, Params, Root, SearchInfo, SearchResult};
use gomoku_rules::Pos;

use allocation::Allocation;
use checkmate::find_checkmate;
use context::Context;
use filter::without_losing_moves;
use handicap::Sight;
use resources::Resources;
use root::{KnownLine, five_lines, permitted_moves};
use static_move::best_static_move;
use view::View;

pub use config::EngineConfig;
pub use level::Level;
pub use level_table::LevelTable;
pub use request::{AnalysisOptions, SearchRequest};
pub use static_move::static_move;

/// Searches positions. One engine serves many games.
#[derive(Debug, Default)]
pub struct Engine {
    weights: WeightSet,
    params: ParamSet,
    /// The playing strength; `None` is the full one.
    level: Option<Level>,
    levels: LevelTable,
    /// What was configured, and what the system granted of it.
    resources: Option<(Allocation, Resources)>,
}

impl Engine {
    /// Starts a new game: the engine forgets the one before, so that equal games get equal searches.
    pub fn new_game(&mut self) {
        // The old resources go first: there is no room for two tables.
        if let Some((allocation, resources)) = self.resources.take() {
            drop(resources);
            self.resources = Self::allocate(allocation);
        }
    }

    /// Prepares for searches under `config`, with fewer threads and a smaller table where the system
    /// has no more to give.
    ///
    /// # Errors
    /// When the system has no memory even for the smallest table, in one line; the next call tries
    /// again.
    pub fn configure(&mut self, config: EngineConfig) -> Result<(), String> {
        let allocation = Allocation::of(&config);
        self.weights = config.weights;
        self.params = config.params;
        self.level = config.level;
        self.levels = config.levels;
        if self.resources.as_ref().is_none_or(|(before, _)| *before != allocation) {
            self.resources = None;
            self.resources = Self::allocate(allocation);
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

    fn allocate(allocation: Allocation) -> Option<(Allocation, Resources)> {
        Resources::allocate(allocation).map(|resources| (allocation, resources))
    }

    /// Searches the position of `request`; `None` when no cell is free.
    ///
    /// `on_info` gets every completed iteration, with as many lines as requested, and every root move.
    /// When the clock has expired, or was stopped, the result is a legal move by static evaluation.
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
        request.clock.lift_optimum();
        let weights = weights.with_noise(noise, handicap.noise);
        self.search_within(&request, &weights, handicap.sight, on_info)
    }

    /// The steps of a search with these weights, to which checkmate is seen as far as `sight` says.
    fn search_within(
        &mut self,
        request: &SearchRequest,
        weights: &WeightSet,
        sight: Sight,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<SearchResult> {
        let mut context = Context::new(request, weights, sight, on_info);
        let options = &request.options;
        let multi_pv = options.multi_pv.max(1);

        // Step 1: root moves, and the move to play without a search.
        let policy = context.evaluator.policy(&context.position);
        let moves = permitted_moves(&context.position, policy, options);
        let is_permitted = |pos: &Pos| options.permit(*pos) || moves.contains(pos);
        let fallback = best_static_move(&context.position, policy).filter(is_permitted);
        let fallback = fallback.or(moves.first().copied());
        let fallback = unsearched(fallback.or_else(|| request.board.empty_cells().next())?);

        // Step 2: moves that complete a five.
        context.reporter.known = five_lines(&context.position, &moves);
        if !context.reporter.known.is_empty() {
            context.reporter.known.truncate(multi_pv);
            context.reporter.report_known(0, 0, 0);
            return context.known_result(0);
        }

        // Step 3: positions that need no search, or have no time for one.
        let is_forced = moves.len() <= 1 && multi_pv == 1 || request.board.stones().is_empty();
        let is_forced = is_forced && !options.scored;
        let Some((_, resources)) = &mut self.resources else { return Some(fallback) };
        if is_forced || context.clock.is_expired() {
            return Some(fallback);
        }

        // Step 4: checkmate by fours, or by fours and threes.
        resources.start_search(&context.limits, context.clock);
        let mate = find_checkmate(resources, &mut context);
        let mate = mate.filter(|mate| is_permitted(&mate.first));
        context.reporter.known = mate.map(KnownLine::mate).into_iter().collect();
        let is_unknown = |pos: &Pos| context.reporter.known.iter().all(|line| line.pos() != *pos);
        let moves: Vec<Pos> = moves.iter().copied().filter(is_unknown).collect();
        let wanted = multi_pv.saturating_sub(context.reporter.known.len()).min(moves.len());
        context.reporter.report_known(context.nodes, 0, wanted);
        if wanted == 0 {
            return context.known_result(0).or(Some(fallback));
        }

        // Step 5: losing root moves are left out, as long as enough others remain.
        let mut searched = without_losing_moves(resources, &mut context, moves.clone());
        if searched.len() < wanted {
            let losing: Vec<Pos> =
                moves.into_iter().filter(|pos| !searched.contains(pos)).collect();
            searched.extend(losing);
        }

        // Step 6: the search.
        let params = sight.limit(self.params.for_rule(request.rule));
        Some(search_moves(resources, &params, &mut context, &searched, wanted))
    }
}

/// The result of a request that needs no search.
fn unsearched(pos: Pos) -> SearchResult {
    SearchResult { pos, score: None, pv: vec![pos], nodes: 0, depth: 0 }
}

/// Searches `moves` for the best `multi_pv` of them.
fn search_moves(
    resources: &Resources,
    params: &Params,
    context: &mut Context,
    moves: &[Pos],
    multi_pv: usize,
) -> SearchResult {
    let Resources { pool, table, .. } = resources;
    let (solver_nodes, limits) = (context.nodes, context.limits_left());
    let Context { position, evaluator, reporter, clock, .. } = context;
    let root = Root { position, evaluator, params, moves, multi_pv };
    let mut on_info = |info: &SearchInfo| reporter.report(info, solver_nodes, multi_pv);
    let result = search::search(pool, root, table, limits, clock, &mut on_info);
    context.nodes = solver_nodes + result.nodes;
    if let Some(known) = context.known_result(result.depth) {
        return known;
    }
    SearchResult { nodes: context.nodes, ..result }
}

#[cfg(test)]
mod tests;
