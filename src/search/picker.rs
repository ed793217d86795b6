//! The move picker: hands out the moves of a node, the best first.

use super::params::Params;
use crate::eval::ScoredMove;
use gomoku_rules::Pos;

/// Puts the table's move before all others.
const TT_MOVE_SCORE: i32 = 1 << 20;

impl ScoredMove {
    /// The score without the bonus of the table's move.
    pub fn own_score(self) -> i32 {
        if self.score >= TT_MOVE_SCORE / 2 { self.score - TT_MOVE_SCORE } else { self.score }
    }
}

/// The moves of a node that are known to be good.
pub(super) struct MoveOrdering<'a> {
    pub params: &'a Params,
    /// The move of the transposition table.
    pub tt_move: Option<Pos>,
    /// The moves that last caused a cutoff at this ply.
    pub killers: [Option<Pos>; 2],
    /// The move that last answered the opponent's last move with a cutoff.
    pub counter: Option<Pos>,
}

/// Hands out the moves of a node, which lie at the end of the worker's move list.
pub(super) struct MovePicker {
    next: usize,
}

impl MovePicker {
    /// Adds to the scores of the moves from `start` on, which lie in reading order, what `ordering`
    /// says of them.
    pub fn new(moves: &mut [ScoredMove], start: usize, ordering: &MoveOrdering) -> Self {
        let MoveOrdering { params, tt_move, killers, counter } = *ordering;
        let list = &mut moves[start..];
        for (pos, bonus) in [
            (tt_move, TT_MOVE_SCORE),
            (killers[0], params.killer_score),
            (killers[1], params.killer_score),
            (counter, params.counter_score),
        ] {
            let place = pos.map(|pos| list.binary_search_by_key(&pos, |scored| scored.pos));
            if let Some(Ok(place)) = place {
                list[place].score += bonus;
            }
        }
        Self { next: start }
    }

    /// The best of the moves left; ties go to the first of the list.
    #[inline]
    pub fn next(&mut self, moves: &mut [ScoredMove]) -> Option<ScoredMove> {
        let left = moves.get_mut(self.next..)?;
        let top = left.iter().map(|scored| scored.score).max()?;
        let best = left.iter().position(|scored| scored.score == top)?;
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }
}
