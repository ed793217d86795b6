//! The move picker: hands out the moves of a node, the best first. The table's move comes before the others
//! are generated and scored: it often spares them.

use super::movegen::EvasionKind;
use super::pruning::NodeState;
use super::worker::Worker;
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

/// Hands out the moves of a node, which lie at the end of the worker's move list.
pub(super) struct MovePicker {
    start: usize,
    next: usize,
    /// Whether the list holds all moves of the node yet, and not the table's alone.
    is_complete: bool,
}

impl MovePicker {
    /// The best of the listed moves left; ties go to the first of the list.
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

impl Worker<'_> {
    /// A picker for the moves of a node, with the table's move alone in the list if that is sure to be one.
    pub(super) fn pick_moves(&mut self, node: &NodeState, depth: i32) -> MovePicker {
        let start = self.moves.len();
        let is_move =
            |pos: &Pos| node.evasion == EvasionKind::None && self.position.map().is_candidate(*pos);
        if let Some(pos) = node.tt_move.filter(is_move) {
            self.moves.push(ScoredMove { pos, score: 0 });
            return MovePicker { start, next: start, is_complete: false };
        }
        self.generate(node.evasion, depth);
        self.pick_listed(start, node.tt_move)
    }

    /// The next move of a node of this depth.
    #[inline]
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        node: &NodeState,
        depth: i32,
    ) -> Option<ScoredMove> {
        let next = picker.next(&mut self.moves);
        if next.is_some() || picker.is_complete {
            return next;
        }
        self.moves.truncate(picker.start);
        self.generate(node.evasion, depth);
        *picker = self.pick_listed(picker.start, node.tt_move);
        // The table's move was handed out before; now it leads the list with its score.
        picker.next(&mut self.moves);
        picker.next(&mut self.moves)
    }

    /// A picker for the moves from `start` on, which lie in reading order. Adds to their scores what the
    /// table, killers and counter-moves say of them.
    pub(super) fn pick_listed(&mut self, start: usize, tt_move: Option<Pos>) -> MovePicker {
        let side = self.position.side_to_move();
        let last_move = self.stack.before(self.ply, 1).current_move;
        let killers = self.stack.at(self.ply).killers;
        let counter = self.counter_moves.get(side, last_move);
        let list = &mut self.moves[start..];
        for (pos, bonus) in [
            (tt_move, TT_MOVE_SCORE),
            (killers[0], self.params.killer_score),
            (killers[1], self.params.killer_score),
            (counter, self.params.counter_score),
        ] {
            let place = pos.map(|pos| list.binary_search_by_key(&pos, |scored| scored.pos));
            if let Some(Ok(place)) = place {
                list[place].score += bonus;
            }
        }
        MovePicker { start, next: start, is_complete: true }
    }
}
