//! The tree of a proof, walked from a proven node.

use super::Search;
use crate::game::Pos;
use crate::solve::numbers::Numbers;
use crate::solve::{Mate, Outcome, VcfLimits};

impl Search<'_, '_> {
    /// The mate that the table holds for this node.
    pub(super) fn mate(&mut self, plies: u32) -> Outcome {
        let mut line = Vec::new();
        self.trace(&mut line);
        match line.first() {
            Some(&first) => {
                let spoilers = self.position.map().empty().clone();
                Outcome::Mate(Mate { first, line, plies, spoilers })
            }
            None => Outcome::Unknown,
        }
    }

    /// Appends the moves that win from a proven node of the attacker's. What the table has forgotten
    /// is proven once more.
    fn trace(&mut self, line: &mut Vec<Pos>) {
        if let Some(mate) = self.fours(VcfLimits::NONE) {
            line.extend(mate.line);
            return;
        }
        let first = self.solver.children.len();
        self.push_attacks();
        self.explore(first, Numbers::ENDLESS, Self::defend);
        let children = self.solver.children.drain(first..);
        let lost = children.filter(|child| child.numbers.delta == 0);
        let Some(attack) = lost.min_by_key(|child| child.numbers.plies) else { return };
        line.push(attack.pos);
        self.position.play(attack.pos);
        if let Some((_, replies)) = self.replies() {
            self.push_replies(&replies);
            self.explore(first, Numbers::ENDLESS, Self::attack);
            let children = self.solver.children.drain(first..);
            let won = children.filter(|child| child.numbers.phi == 0);
            if let Some(reply) = won.max_by_key(|child| child.numbers.plies) {
                line.push(reply.pos);
                self.position.play(reply.pos);
                self.trace(line);
                self.position.undo();
            }
        }
        self.position.undo();
    }
}
