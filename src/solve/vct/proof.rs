//! The tree of a proof, walked from a proven node. What the solver's table has forgotten of it is
//! proven once more.

use super::Search;
use crate::solve::numbers::Numbers;
use crate::solve::proofs::{keep, keep_fours};
use crate::solve::{Mate, Outcome, VcfLimits};
use crate::tt::{self, Entry, TranspositionTable};
use gomoku_rules::Pos;

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

    /// Appends the moves that win from a proven node of the attacker's.
    fn trace(&mut self, line: &mut Vec<Pos>) {
        if let Some(mate) = self.fours(VcfLimits::NONE) {
            line.extend(mate.line);
            return;
        }
        let Some(attack) = self.winning_attack() else { return };
        line.push(attack);
        self.position.play(attack);
        if let Some((_, replies)) = self.replies() {
            let first = self.solver.children.len();
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

    /// The attack that wins soonest in a proven node of the attacker's.
    fn winning_attack(&mut self) -> Option<Pos> {
        let first = self.solver.children.len();
        self.push_attacks();
        self.explore(first, Numbers::ENDLESS, Self::defend);
        let children = self.solver.children.drain(first..);
        let lost = children.filter(|child| child.numbers.delta == 0);
        lost.min_by_key(|child| child.numbers.plies).map(|child| child.pos)
    }

    /// Keeps the proof of this node, the attacker's, in `table`; returns the plies to its five, `None`
    /// when the budget is spent.
    pub(super) fn keep(&mut self, table: &TranspositionTable) -> Option<u32> {
        if let Some(known) = table.probe(tt::key(self.position)).filter(Entry::is_won) {
            return known.score.mate_distance();
        }
        if let Some(mate) = self.fours(VcfLimits::NONE) {
            keep_fours(self.position, &mate, table);
            return Some(mate.plies);
        }
        let attack = self.winning_attack()?;
        self.position.play(attack);
        let lost = self.keep_replies(table);
        self.position.undo();
        let plies = lost? + 1;
        keep(self.position, Entry::win(attack, plies), plies, table);
        Some(plies)
    }

    /// As [`Search::keep`] where the defender is to move.
    fn keep_replies(&mut self, table: &TranspositionTable) -> Option<u32> {
        let (threat, replies) = self.replies()?;
        let (mut longest, mut best) = (threat + 1, None);
        for pos in replies.iter() {
            if !self.position.is_legal(!self.attacker, pos) {
                continue;
            }
            if !self.budget.visit() {
                return None;
            }
            self.position.play(pos);
            let won = self.keep(table);
            self.position.undo();
            let plies = won? + 1;
            if plies >= longest {
                (longest, best) = (plies, Some(pos));
            }
        }
        keep(self.position, Entry::loss(best, longest), longest, table);
        Some(longest)
    }
}
