//! Mates as whole lines.

use std::collections::HashMap;
use std::ops::ControlFlow;

use crate::eval::WeightSet;
use crate::pattern::Position;
use crate::score::Score;
use crate::search::{self, Clock, Limits, Params, Pool, PvInfo, Root, root_moves};
use crate::solve::{Helpers, MateLines, NodeBudget, VctLimits};
use crate::tt::TranspositionTable;
use gomoku_rules::Pos;

/// Bytes of the table of the searches for the rest of a line.
const TABLE: u64 = 1 << 20;

/// Plays the mates of one position out to the five, and keeps their lines.
#[derive(Debug)]
pub struct MateLineCache {
    weights: WeightSet,
    params: Params,
    /// What finds the lines, once there is a mate.
    finder: Option<Finder>,
    /// The lines, by root move and score; `None` where none was found.
    lines: HashMap<(Pos, Score), Option<Vec<Pos>>>,
}

#[derive(Debug)]
struct Finder {
    lines: MateLines,
    table: Option<TranspositionTable>,
}

impl Finder {
    fn new() -> Self {
        Self {
            lines: MateLines::new(VctLimits::default()),
            table: TranspositionTable::whole(TABLE),
        }
    }
}

impl MateLineCache {
    /// No lines yet; they are searched for with these weights and parameters.
    pub fn new(weights: WeightSet, params: Params) -> Self {
        Self { weights, params, finder: None, lines: HashMap::new() }
    }

    /// Plays each mate among `lines` of `position` out to the five, as far as `budget` lasts. Where that
    /// leads to another mate by the same move, that is the score; but the first of lost moves keeps its score,
    /// which the others have been compared with. `table` is only read.
    pub fn complete(
        &mut self,
        position: &mut Position,
        lines: &mut [PvInfo],
        table: &TranspositionTable,
        budget: &mut NodeBudget,
    ) {
        for (index, line) in lines.iter_mut().enumerate() {
            let Some(plies) = line.score.mate_distance() else { continue };
            let key = (line.pv[0], line.score);
            if !self.lines.contains_key(&key) {
                let whole = self.find(position, &line.pv, plies, table, budget);
                self.lines.insert(key, whole);
            }
            let Some(Some(whole)) = self.lines.get(&key) else { continue };
            let is_win = line.score.is_win();
            if is_win || index > 0 || whole.len() == plies as usize {
                let score = if is_win { Score::mate_in } else { Score::mated_in };
                line.score = score(whole.len());
                line.pv.clone_from(whole);
            }
        }
    }

    /// Forgets which lines were not found.
    pub fn retry(&mut self) {
        self.lines.retain(|_, line| line.is_some());
    }

    fn find(
        &mut self,
        position: &mut Position,
        pv: &[Pos],
        plies: u32,
        table: &TranspositionTable,
        budget: &mut NodeBudget,
    ) -> Option<Vec<Pos>> {
        let Self { weights, params, .. } = self;
        let Finder { lines, table: searched } = self.finder.get_or_insert_with(Finder::new);
        let mut search = |position: &Position, plies, nodes| {
            let limits = Limits { depth: Some(plies), nodes: Some(nodes) };
            let table = searched.as_ref();
            table.map_or((None, 0), |table| find_win(position, limits, weights, params, table))
        };
        let helpers = &mut Helpers { table: Some(table), search: &mut search };
        lines.complete(position, pv, plies, helpers, budget)
    }
}

/// The first move and the plies of a win of the side to move, if a search finds one within `limits`, and
/// its nodes.
fn find_win(
    position: &Position,
    limits: Limits,
    weights: &WeightSet,
    params: &Params,
    table: &TranspositionTable,
) -> (Option<(Pos, u32)>, u64) {
    let mut evaluator = weights.evaluator(position);
    let moves = root_moves(position, evaluator.policy(position));
    if moves.is_empty() || limits.nodes == Some(0) {
        return (None, 0);
    }
    let root = Root { position, evaluator: &evaluator, params, moves: &moves, multi_pv: 1 };
    let clock = Clock::frozen();
    let found = search::search(&Pool::default(), root, table, limits, &clock, &mut |_| {
        ControlFlow::Continue(())
    });
    let win = found.win().filter(|&plies| Some(plies) <= limits.depth);
    (win.map(|plies| (found.pos, plies)), found.nodes)
}
