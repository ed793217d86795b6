//! Proofs in the transposition table, where later thoughts and the search find them.

use super::fours::fives;
use super::{Mate, VcfLimits};
use crate::pattern::Position;
use crate::tt::{self, Entry, TranspositionTable};
use gomoku_rules::Pos;

/// The win that `table` knows for the side to move of `position`. Its line follows the table and may
/// end early.
pub fn recall(position: &mut Position, table: &TranspositionTable) -> Option<Mate> {
    let entry = table.probe(tt::key(position)).filter(Entry::is_won)?;
    let plies = entry.score.mate_distance()?;
    let first = entry.pos.filter(|&pos| may_play(position, pos))?;
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(pos) = next.filter(|_| line.len() < plies as usize) {
        line.push(pos);
        position.play(pos);
        next = expected(position, table);
    }
    for _ in &line {
        position.undo();
    }
    Some(Mate { first, line, plies, spoilers: position.map().empty().clone() })
}

/// The move of a decided position.
fn expected(position: &Position, table: &TranspositionTable) -> Option<Pos> {
    let side = position.side_to_move();
    if let Some(five) = fives(position, side).next() {
        return Some(five);
    }
    let entry = table.probe(tt::key(position)).filter(|entry| entry.is_won() || entry.is_lost())?;
    entry.pos.filter(|&pos| may_play(position, pos))
}

fn may_play(position: &Position, pos: Pos) -> bool {
    position.board().check_free(pos).is_ok() && position.is_legal(position.side_to_move(), pos)
}

/// Keeps `mate`, a win by fours of the side to move, in `table`: every position of its line.
pub fn keep_fours(position: &mut Position, mate: &Mate, table: &TranspositionTable) {
    for (pos, left) in mate.line.iter().zip((0..=mate.plies).rev()) {
        let attacks = (mate.plies - left).is_multiple_of(2);
        let entry = if attacks { Entry::win(*pos, left) } else { Entry::loss(Some(*pos), left) };
        keep(position, entry, left, table);
        position.play(*pos);
    }
    for _ in &mate.line {
        position.undo();
    }
}

/// Stores a proof, unless its end is too far away for a score.
pub(super) fn keep(position: &Position, entry: Entry, plies: u32, table: &TranspositionTable) {
    if plies <= VcfLimits::NONE.plies {
        table.store(tt::key(position), entry);
    }
}
