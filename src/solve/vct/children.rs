//! The moves of a node: every attack, and every reply that may spoil the attacker's threat.

use std::cmp::Reverse;

use super::Search;
use crate::pattern::{CellSet, Pattern, Position, Threat};
use crate::solve::VcfLimits;
use crate::solve::fours::blocks;
use crate::solve::numbers::Numbers;
use gomoku_rules::{Direction, Pos, Side};

/// A move and what is known of the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub pos: Pos,
    pub numbers: Numbers,
}

impl Search<'_, '_> {
    /// The replies that do not lose at once, with the plies in which the others lose; `None` if there
    /// is no threat.
    pub(super) fn replies(&mut self) -> Option<(u32, CellSet)> {
        if self.position.count_of(self.attacker, Threat::Five) > 0 {
            return Some((1, self.position.answers(self.attacker, Threat::Five)));
        }
        let quick = VcfLimits { plies: 5, ..VcfLimits::NONE };
        let mate = self.fours(quick).or_else(|| self.fours(VcfLimits::NONE))?;
        Some((mate.plies, mate.spoilers))
    }

    pub(super) fn push_replies(&mut self, replies: &CellSet) {
        let position = &*self.position;
        let defender = !self.attacker;
        let known = |pos| self.solver.table.get(position.board().key_after(pos) ^ self.salt);
        let legal = replies.iter().filter(|&pos| position.is_legal(defender, pos));
        let children =
            legal.map(|pos| Child { pos, numbers: known(pos).unwrap_or(Numbers::open(1, 1)) });
        self.solver.children.extend(children);
    }

    /// Pushes the fours and threes of the attacker, the strongest first; against a five, all that
    /// stops it.
    pub(super) fn push_attacks(&mut self) {
        let position = &*self.position;
        let attacker = self.attacker;
        let known = |pos| self.solver.table.get(position.board().key_after(pos) ^ self.salt);
        let child = |pos| {
            let guess = match position.threat(attacker, pos) {
                t if t.is_four() => 1,
                t if t >= Threat::Three => 2,
                _ => 4,
            };
            Child { pos, numbers: known(pos).unwrap_or(Numbers::open(1, guess)) }
        };
        let first = self.solver.children.len();
        let children = &mut self.solver.children;
        if let Some(cells) = blocks(position, attacker) {
            children
                .extend(cells.iter().filter(|&pos| position.is_legal(attacker, pos)).map(child));
        } else {
            let weakest = if self.quiet { Threat::Two } else { Threat::Three };
            let cells = position
                .map()
                .candidates()
                .filter(|&pos| is_attack(position, attacker, pos, weakest));
            children.extend(cells.map(child));
        }
        children[first..].sort_unstable_by_key(|child| {
            (Reverse(position.threat(attacker, child.pos)), child.pos)
        });
    }
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
