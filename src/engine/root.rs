//! The root moves of a request, and the lines that need no search.

use std::cmp::Reverse;

use super::request::AnalysisOptions;
use crate::eval::Policy;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::root_moves;
use crate::solve::Mate;
use gomoku_rules::Pos;

/// A root move with its value and principal variation, known before the search.
#[derive(Clone, Debug)]
pub(super) struct KnownLine {
    pub score: Score,
    /// The root move comes first.
    pub pv: Vec<Pos>,
}

impl KnownLine {
    /// A move that completes a five.
    fn five(pos: Pos) -> Self {
        Self { score: Score::mate_in(1), pv: vec![pos] }
    }

    /// The line of a checkmate.
    pub fn mate(mate: Mate) -> Self {
        Self { score: Score::mate_in(mate.plies as usize), pv: mate.line }
    }

    /// Plies to the five of a win.
    pub fn depth(&self) -> u32 {
        self.score.mate_distance().unwrap_or_default()
    }

    /// The root move.
    pub fn pos(&self) -> Pos {
        self.pv[0]
    }
}

/// The moves that complete a five, else those worth a search, else any legal one, as far as `options`
/// permit them; the moves worth a search when no cell is left. On an empty board the centre alone is
/// worth one: a shallow search knows no better. Where the moves are chosen, they are all
/// the legal ones among them, the most promising first.
pub(super) fn permitted_moves(
    position: &Position,
    policy: Policy,
    options: &AnalysisOptions,
) -> Vec<Pos> {
    let side = position.side_to_move();
    let permitted = |cells: &mut dyn Iterator<Item = Pos>| -> Vec<Pos> {
        cells.filter(|&pos| options.permit(pos)).collect()
    };
    let mut moves = Vec::new();
    if options.only.is_none() {
        moves = permitted(&mut fives(position));
        let board = position.board();
        if board.stones().is_empty() {
            moves = permitted(&mut std::iter::once(board.size().centre()));
        }
        if moves.is_empty() {
            moves = permitted(&mut root_moves(position, policy).into_iter());
        }
    }
    if moves.is_empty() {
        let legal = |pos: &Pos| position.is_legal(side, *pos);
        moves = permitted(&mut position.map().empty().iter().filter(legal));
        if options.only.is_some() {
            moves.sort_by_key(|&pos| Reverse(policy.score(pos)));
        }
    }
    if moves.is_empty() { root_moves(position, policy) } else { moves }
}

/// The lines of the moves that complete a five.
pub(super) fn five_lines(position: &Position, moves: &[Pos]) -> Vec<KnownLine> {
    fives(position).filter(|pos| moves.contains(pos)).map(KnownLine::five).collect()
}

/// The cells where the side to move completes a five.
fn fives(position: &Position) -> impl Iterator<Item = Pos> {
    let side = position.side_to_move();
    position.fours(side).iter().filter(move |&pos| position.threat(side, pos) == Threat::Five)
}
