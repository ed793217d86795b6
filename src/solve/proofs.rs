//! Mates in the transposition table, where later searches find them.

use super::mate::Mate;
use crate::pattern::Position;
use crate::tt::{End, TranspositionTable};
use gomoku_rules::Pos;

/// The win that `table` holds proven for the side to move of `position`. Its line follows the table and
/// may end early.
pub fn probe_mate(position: &mut Position, table: &TranspositionTable) -> Option<Mate> {
    let Some(End::Win { pos: first, plies }) = table.probe_proof(position.key()) else {
        return None;
    };
    if !is_playable(position, first) {
        return None;
    }
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(pos) = next.filter(|_| line.len() < plies as usize) {
        line.push(pos);
        position.play(pos);
        next = expected_move(position, table);
    }
    for _ in &line {
        position.undo();
    }
    Some(Mate { first, line, plies, defence_set: position.map().empty().clone() })
}

/// The next move of a won or lost position: a five, or the stored move.
fn expected_move(position: &Position, table: &TranspositionTable) -> Option<Pos> {
    let side = position.side_to_move();
    if let Some(five) = position.fives(side).next() {
        return Some(five);
    }
    let pos = table.probe_proof(position.key())?.pos();
    pos.filter(|&pos| is_playable(position, pos))
}

fn is_playable(position: &Position, pos: Pos) -> bool {
    position.board().check_free(pos).is_ok() && position.is_legal(position.side_to_move(), pos)
}

/// Stores every position of the line of `mate`, a win by fours of the side to move, in `table`.
pub fn store_vcf_proof(position: &mut Position, mate: &Mate, table: &TranspositionTable) {
    for (pos, left) in mate.line.iter().zip((0..=mate.plies).rev()) {
        let attacks = (mate.plies - left).is_multiple_of(2);
        let (pos, plies) = (*pos, left);
        let loss = End::Loss { pos: Some(pos), plies };
        store_proof(position, if attacks { End::Win { pos, plies } } else { loss }, table);
        position.play(pos);
    }
    for _ in &mate.line {
        position.undo();
    }
}

/// Stores a proof, unless its end is too far away for a score.
pub(super) fn store_proof(position: &Position, end: End, table: &TranspositionTable) {
    if end.plies() <= Mate::MAX_PLIES {
        table.store_proof(position.key(), end);
    }
}
