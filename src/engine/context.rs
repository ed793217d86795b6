//! The state of one search: position, limits and clock, the nodes so far, and the reports.

use super::handicap::Sight;
use super::report::Reporter;
use super::request::SearchRequest;

use crate::eval::{Evaluator, WeightSet};
use crate::pattern::Position;
use crate::search::{Clock, Limits, SearchInfo, SearchResult};
use crate::solve::NodeBudget;

/// One search. The nodes of solvers and search are counted here and nowhere else.
pub(super) struct Context<'a> {
    pub position: Position,
    pub evaluator: Evaluator,
    pub clock: &'a Clock,
    pub limits: Limits,
    /// How far checkmate is seen.
    pub sight: Sight,
    /// Nodes that one solver may visit.
    pub solver_nodes: u64,
    /// Nodes visited by the solvers so far.
    pub nodes: u64,
    pub reporter: Reporter<'a>,
}

/// The share of a search, one part in so many, that each solver may take.
pub(super) const SOLVER_SHARE: u32 = 32;

/// An open-ended search gives the solvers a share of this many nodes at most.
const OPEN_ENDED_NODES: u64 = 16 << 20;

impl<'a> Context<'a> {
    /// The context of `request`, before any node.
    pub fn new(
        request: &SearchRequest<'a>,
        weights: &WeightSet,
        sight: Sight,
        on_info: &'a mut dyn FnMut(&SearchInfo),
    ) -> Self {
        let max_nodes = request.options.open_ended.then_some(OPEN_ENDED_NODES);
        let nodes = request.limits.nodes.into_iter().chain(max_nodes).min();
        let position = Position::from_board(request.board, request.rule);
        Self {
            evaluator: weights.evaluator(&position),
            position,
            clock: request.clock,
            limits: request.limits,
            sight,
            solver_nodes: nodes.map_or(u64::MAX, |nodes| nodes / u64::from(SOLVER_SHARE)),
            nodes: 0,
            reporter: Reporter::new(request.clock, on_info),
        }
    }

    /// The limits less the nodes visited so far.
    pub fn limits_left(&self) -> Limits {
        let nodes = self.limits.nodes.map(|limit| limit.saturating_sub(self.nodes));
        Limits { nodes, ..self.limits }
    }

    /// Runs solvers on the position, on one node budget and for one part in `share` of the time.
    pub fn solve<T>(
        &mut self,
        share: u32,
        solve: impl FnOnce(&mut Position, &mut NodeBudget) -> T,
    ) -> T {
        let clock = self.clock;
        let stop = || clock.has_used(share);
        let mut budget = NodeBudget::new(self.solver_nodes).until(&stop);
        let result = solve(&mut self.position, &mut budget);
        self.nodes += budget.visited();
        result
    }

    /// The result where the best line is known, and other lines were searched to `depth`.
    pub fn known_result(&self, depth: u32) -> Option<SearchResult> {
        let line = self.reporter.known.first()?;
        Some(SearchResult {
            pos: line.pos(),
            score: Some(line.score),
            pv: line.pv.clone(),
            nodes: self.nodes,
            depth: line.depth().max(depth),
        })
    }
}
