//! Proofs in the transposition table, where later searches find them.

use super::fours::fives;
use super::mate::Mate;
use crate::pattern::Position;
use crate::tt::{self, Entry, TranspositionTable};
use gomoku_rules::Pos;

/// The win that `table` holds for the side to move of `position`. Its line follows the table and may
/// end early.
pub fn probe_proof(position: &mut Position, table: &TranspositionTable) -> Option<Mate> {
    let entry = table.probe(tt::key(position)).filter(Entry::is_won)?;
    let plies = entry.score.mate_distance()?;
    let first = entry.pos.filter(|&pos| is_playable(position, pos))?;
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(pos) = next.filter(|_| line.len() < plies as usize) {
        line.push(pos);
        position.play(pos);
        next = proven_move(position, table);
    }
    for _ in &line {
        position.undo();
    }
    Some(Mate { first, line, plies, defence_set: position.map().empty().clone() })
}

/// The next move of a proof: a five, or the stored move of a won or lost position.
fn proven_move(position: &Position, table: &TranspositionTable) -> Option<Pos> {
    let side = position.side_to_move();
    if let Some(five) = fives(position, side).next() {
        return Some(five);
    }
    let entry = table.probe(tt::key(position)).filter(|entry| entry.is_won() || entry.is_lost())?;
    entry.pos.filter(|&pos| is_playable(position, pos))
}

fn is_playable(position: &Position, pos: Pos) -> bool {
    position.board().check_free(pos).is_ok() && position.is_legal(position.side_to_move(), pos)
}

/// Stores every position of the line of `mate`, a win by fours of the side to move, in `table`.
pub fn store_vcf_proof(position: &mut Position, mate: &Mate, table: &TranspositionTable) {
    for (pos, left) in mate.line.iter().zip((0..=mate.plies).rev()) {
        let attacks = (mate.plies - left).is_multiple_of(2);
        let entry = if attacks { Entry::win(*pos, left) } else { Entry::loss(Some(*pos), left) };
        store_proof(position, entry, left, table);
        position.play(*pos);
    }
    for _ in &mate.line {
        position.undo();
    }
}

/// Stores a proof, unless its end is too far away for a score.
pub(super) fn store_proof(
    position: &Position,
    entry: Entry,
    plies: u32,
    table: &TranspositionTable,
) {
    if plies <= Mate::MAX_PLIES {
        table.store(tt::key(position), entry);
    }
}
