//! What is asked of a search.

use crate::search::{Clock, Limits};
use gomoku_rules::{Board, Pos, Rule};

/// A search request: the position, what to report, and what ends the search.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a> {
    /// The position.
    pub board: &'a Board,
    /// The rule of play.
    pub rule: Rule,
    /// What to search for. The default is the best move.
    pub options: AnalysisOptions,
    /// Limits of depth and nodes.
    pub limits: Limits,
    /// The clock, which may also stop the search.
    pub clock: &'a Clock,
}

impl<'a> SearchRequest<'a> {
    /// A request for the best move.
    pub fn best_move(board: &'a Board, rule: Rule, limits: Limits, clock: &'a Clock) -> Self {
        Self { board, rule, options: AnalysisOptions::default(), limits, clock }
    }
}

/// The options of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "options that go with one another in any way")]
pub struct AnalysisOptions {
    /// How many of the best moves are reported, each with its principal variation (multi-PV).
    pub multi_pv: usize,
    /// Cells that the side to move may not take now, as long as there are others.
    pub excluded: Vec<Pos>,
    /// The only cells that the side to move may take now, as long as one of them is legal; `None` for
    /// any. All of them are searched.
    pub only: Option<Vec<Pos>>,
    /// Whether the search may run for hours. The solvers then begin with little, so that the first report
    /// comes soon, and get more as the search goes on.
    pub open_ended: bool,
    /// Whether a move that needs no search is searched too, for its score.
    pub search_forced: bool,
    /// Whether a move that needs no search, or has no time for one, is valued by a short search, so that
    /// something is reported of every move.
    pub value_unsearched: bool,
    /// Whether a move of the book will do.
    pub book: bool,
}

impl AnalysisOptions {
    /// An open-ended analysis of the best `multi_pv` moves, without those in `excluded`.
    pub fn open_ended(multi_pv: usize, excluded: Vec<Pos>) -> Self {
        Self { multi_pv, excluded, open_ended: true, ..Self::default() }
    }

    /// Whether the side to move may take `pos` now.
    pub fn permit(&self, pos: Pos) -> bool {
        let is_chosen = self.only.as_ref().is_none_or(|only| only.contains(&pos));
        is_chosen && !self.excluded.contains(&pos)
    }
}

/// The best move alone, with no move excluded.
impl Default for AnalysisOptions {
    fn default() -> Self {
        Self {
            multi_pv: 1,
            excluded: Vec::new(),
            only: None,
            open_ended: false,
            search_forced: false,
            value_unsearched: false,
            book: false,
        }
    }
}
