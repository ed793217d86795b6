//! The tree of a proof, walked from a proven node. Positions that the solver's table has lost are
//! searched again.

use super::search::VctSearch;
use crate::solve::mate::{Mate, Outcome};
use crate::solve::proofs::{store_proof, store_vcf_proof};
use crate::tt::{End, TranspositionTable};
use gomoku_rules::Pos;

impl VctSearch<'_, '_> {
    /// The mate of this proven node of the attacker.
    pub(super) fn mate(&mut self, plies: u32) -> Outcome {
        let mut line = Vec::new();
        self.trace(&mut line);
        match line.first() {
            Some(&first) => {
                let defence_set = self.position.map().empty().clone();
                Outcome::Mate(Mate { first, line, plies, defence_set })
            }
            None => Outcome::Unknown,
        }
    }

    /// Appends the moves that win from a proven node of the attacker.
    fn trace(&mut self, line: &mut Vec<Pos>) {
        if let Outcome::Mate(mate) = self.vcf(Mate::MAX_PLIES) {
            line.extend(mate.line);
            return;
        }
        let Some(attack) = self.winning_attack() else { return };
        line.push(attack);
        self.position.play(attack);
        if let Ok((_, replies)) = self.replies() {
            let won = self.solved_replies(&replies).filter(|child| child.numbers.phi == 0);
            if let Some(reply) = won.max_by_key(|child| child.numbers.plies) {
                line.push(reply.pos);
                self.position.play(reply.pos);
                self.trace(line);
                self.position.undo();
            }
        }
        self.position.undo();
    }

    /// The attack that wins soonest in a proven node of the attacker.
    fn winning_attack(&mut self) -> Option<Pos> {
        let lost = self.solved_attacks().filter(|child| child.numbers.delta == 0);
        lost.min_by_key(|child| child.numbers.plies).map(|child| child.pos)
    }

    /// Stores the proof of this node of the attacker in `table`; returns the plies to its five, `None`
    /// when the budget is spent.
    pub(super) fn store_proof(&mut self, table: &TranspositionTable) -> Option<u32> {
        if let Some(End::Win { plies, .. }) = table.probe_proof(self.position.key()) {
            return Some(plies);
        }
        if let Outcome::Mate(mate) = self.vcf(Mate::MAX_PLIES) {
            store_vcf_proof(self.position, &mate, table);
            return Some(mate.plies);
        }
        let attack = self.winning_attack()?;
        self.position.play(attack);
        let lost = self.store_replies(table);
        self.position.undo();
        let plies = lost? + 1;
        store_proof(self.position, End::Win { pos: attack, plies }, table);
        Some(plies)
    }

    /// Stores the proof of a node of the defender.
    pub(super) fn store_replies(&mut self, table: &TranspositionTable) -> Option<u32> {
        let (threat, replies) = self.replies().ok()?;
        let (mut longest, mut best) = (threat + 1, None);
        for pos in replies.iter() {
            if !self.position.is_legal(!self.attacker, pos) {
                continue;
            }
            if !self.budget.visit() {
                return None;
            }
            self.position.play(pos);
            let won = self.store_proof(table);
            self.position.undo();
            let plies = won? + 1;
            if plies >= longest {
                (longest, best) = (plies, Some(pos));
            }
        }
        store_proof(self.position, End::Loss { pos: best, plies: longest }, table);
        Some(longest)
    }
}
