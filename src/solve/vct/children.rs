//! The moves of a node: every attack, and every reply in the defence set of the attacker's threat.

use std::cmp::Reverse;

use crate::pattern::{CellSet, Pattern, Position, Threat};
use crate::solve::fours::blocks;
use crate::solve::proof_numbers::ProofNumbers;
use gomoku_rules::{Direction, Pos, Side};

/// A move and the proof numbers of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub pos: Pos,
    pub numbers: ProofNumbers,
}

/// Appends the legal ones of `replies`; `known` looks up the numbers after a move.
pub(super) fn push_replies(
    children: &mut Vec<Child>,
    position: &Position,
    replies: &CellSet,
    known: impl Fn(Pos) -> Option<ProofNumbers>,
) {
    let defender = position.side_to_move();
    let legal = replies.iter().filter(|&pos| position.is_legal(defender, pos));
    children.extend(
        legal.map(|pos| Child { pos, numbers: known(pos).unwrap_or(ProofNumbers::open(1, 1)) }),
    );
}

/// Appends the fours and threes of the attacker, the strongest first; against a five, every move that
/// stops it. `known` looks up the numbers after a move.
pub(super) fn push_attacks(
    children: &mut Vec<Child>,
    position: &Position,
    attacker: Side,
    quiet: bool,
    known: impl Fn(Pos) -> Option<ProofNumbers>,
) {
    let child = |pos| {
        let guess = match position.threat(attacker, pos) {
            t if t.is_four() => 1,
            t if t >= Threat::Three => 2,
            _ => 4,
        };
        Child { pos, numbers: known(pos).unwrap_or(ProofNumbers::open(1, guess)) }
    };
    let first = children.len();
    if let Some(cells) = blocks(position, attacker) {
        children.extend(cells.iter().filter(|&pos| position.is_legal(attacker, pos)).map(child));
    } else {
        let weakest = if quiet { Threat::Two } else { Threat::Three };
        let cells = position.map().candidates();
        let attacks = cells.filter(|&pos| is_attack(position, attacker, pos, weakest));
        children.extend(attacks.map(child));
    }
    children[first..]
        .sort_unstable_by_key(|child| (Reverse(position.threat(attacker, child.pos)), child.pos));
}

/// Whether `side` makes a threat of at least `weakest` at `pos` and may do so.
fn is_attack(position: &Position, side: Side, pos: Pos, weakest: Threat) -> bool {
    match position.threat(side, pos) {
        Threat::Forbidden => {
            let strong = |direction| position.pattern(side, pos, direction) >= Pattern::Three;
            Direction::ALL.into_iter().any(strong) && position.is_legal(side, pos)
        }
        threat => threat >= weakest,
    }
}
