//! The state of one search: position, limits and clock, the nodes so far, and the reports.

use std::time::Duration;

use super::level::Sight;
use super::report::{MateLineCache, Reporter};
use super::search_request::SearchRequest;

use crate::eval::{Evaluator, WeightSet};
use crate::pattern::Position;
use crate::search::{Clock, Limits, Params, SearchInfo};
use crate::solve::NodeBudget;

/// One search. The nodes of solvers and search are counted here and nowhere else.
pub(super) struct Context<'a> {
    pub position: Position,
    pub evaluator: Evaluator,
    /// The parameters of the search.
    pub params: Params,
    pub clock: &'a Clock,
    pub limits: Limits,
    /// How far checkmate is seen.
    pub sight: Sight,
    /// Whether the search may run for long. The solvers then begin with little, so that the first report comes
    /// soon, and get more as the search goes on.
    pub is_open_ended: bool,
    /// Nodes that one solver may visit before the search.
    pub solver_nodes: u64,
    /// Nodes visited by the solvers so far.
    pub nodes: u64,
    pub reporter: Reporter<'a>,
}

/// 1 in N of a search is for each solver.
pub(super) const SOLVER_SHARE: u32 = 32;

/// Before an open-ended search the solvers get a share of this many nodes at most.
const OPEN_ENDED_NODES: u64 = 4 << 20;

/// A move without a limit of nodes that may take longer is an open-ended search.
const LONG_TURN: Duration = Duration::from_secs(60);

impl<'a> Context<'a> {
    /// The context of `request`, before any node.
    pub fn new(
        request: &SearchRequest<'a>,
        weights: &WeightSet,
        params: Params,
        sight: Sight,
        on_info: &'a mut dyn FnMut(&SearchInfo),
    ) -> Self {
        let SearchRequest { clock, options, limits, .. } = request;
        let is_long = limits.nodes.is_none() && clock.optimum() > LONG_TURN;
        let is_open_ended = options.open_ended || is_long;
        let max_nodes = is_open_ended.then_some(OPEN_ENDED_NODES);
        let nodes = limits.nodes.into_iter().chain(max_nodes).min();
        let position = Position::from_board(request.board, request.rule);
        Self {
            evaluator: weights.evaluator(&position),
            reporter: Reporter::new(
                position.clone(),
                MateLineCache::new(weights.clone(), params),
                options.multi_pv.max(1),
                clock,
                on_info,
            ),
            position,
            params,
            clock,
            limits: *limits,
            sight,
            is_open_ended,
            solver_nodes: nodes.map_or(u64::MAX, |nodes| nodes / u64::from(SOLVER_SHARE)),
            nodes: 0,
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
}
