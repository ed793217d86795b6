//! The move picker: hands out the moves of a node in stages, the best first. The table's move comes before
//! the others are generated and scored: it often spares them.

use super::movegen::EvasionKind;
use super::pruning::NodeState;
use super::worker::Worker;
use crate::eval::ScoredMove;
use gomoku_rules::Pos;

/// What a picker hands out next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The table's move, which leads the list.
    TtMove,
    /// The others, which have to be generated first.
    Generate,
    /// The best of the list.
    Moves,
}

/// Hands out the moves of a node, which lie at the end of the worker's move list.
#[derive(Debug)]
pub(super) struct MovePicker {
    stage: Stage,
    start: usize,
    next: usize,
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
    /// A picker for the moves of a node. Evasions are few and listed at once; the other moves only after
    /// the table's, if it is sure to be one of them.
    pub(super) fn pick_moves(&mut self, node: &NodeState, depth: i32) -> MovePicker {
        let start = self.moves.len();
        let is_move =
            |pos: &Pos| node.evasion == EvasionKind::None && self.position.map().is_candidate(*pos);
        let leads = if let Some(pos) = node.tt_move.filter(is_move) {
            self.moves.push(ScoredMove { pos, score: 0 });
            true
        } else {
            self.list_moves(start, node, depth)
        };
        let stage = if leads { Stage::TtMove } else { Stage::Moves };
        MovePicker { stage, start, next: start }
    }

    /// The next move of a node of this depth.
    #[inline]
    pub(super) fn next_move(
        &mut self,
        picker: &mut MovePicker,
        node: &NodeState,
        depth: i32,
    ) -> Option<ScoredMove> {
        match picker.stage {
            Stage::TtMove => {
                let is_listed = node.evasion != EvasionKind::None;
                picker.stage = if is_listed { Stage::Moves } else { Stage::Generate };
                picker.next += 1;
                return self.moves.get(picker.start).copied();
            }
            Stage::Generate => {
                self.moves.truncate(picker.start);
                let leads = self.list_moves(picker.start, node, depth);
                picker.next = picker.start + usize::from(leads);
                picker.stage = Stage::Moves;
            }
            Stage::Moves => {}
        }
        picker.next(&mut self.moves)
    }

    /// Lists and scores all moves of a node from `start` on. Returns whether the table's move is one of
    /// them: it leads the list then.
    fn list_moves(&mut self, start: usize, node: &NodeState, depth: i32) -> bool {
        match &node.mate_threat {
            Some(mate) => self.list(&mate.defence_set),
            None => self.generate(node.evasion, depth),
        }
        self.add_bonuses(start);
        let list = &mut self.moves[start..];
        let place = node.tt_move.and_then(|pos| place_of(pos, list));
        if let Some(place) = place {
            list.swap(0, place);
        }
        place.is_some()
    }

    /// A picker for the moves from `start` on, which lie in reading order.
    pub(super) fn pick_listed(&mut self, start: usize) -> MovePicker {
        self.add_bonuses(start);
        MovePicker { stage: Stage::Moves, start, next: start }
    }

    /// Adds to the scores of the moves from `start` on, which lie in reading order, what killers and
    /// counter-moves say of them.
    fn add_bonuses(&mut self, start: usize) {
        let side = self.position.side_to_move();
        let last_move = self.stack.before(self.ply, 1).current_move;
        let killers = self.stack.at(self.ply).killers;
        let counter = self.counter_moves.get(side, last_move);
        let list = &mut self.moves[start..];
        for (pos, bonus) in [
            (killers[0], self.params.killer_score),
            (killers[1], self.params.killer_score),
            (counter, self.params.counter_score),
        ] {
            if let Some(place) = pos.and_then(|pos| place_of(pos, list)) {
                list[place].score += bonus;
            }
        }
    }
}

/// Where a move lies in a list in reading order.
fn place_of(pos: Pos, list: &[ScoredMove]) -> Option<usize> {
    list.binary_search_by_key(&pos, |scored| scored.pos).ok()
}
