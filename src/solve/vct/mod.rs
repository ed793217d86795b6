//! Checkmate by continuous fours and threes (VCT): after each attack the attacker would win by fours if
//! the defender passed.
//!
//! The set of useful replies is exact: a stone outside the defence set of that win by fours changes
//! nothing in it. The search is by proof numbers, depth first (df-pn, Nagai 2002).

mod children;
mod proof;
mod search;

use self::search::{Memory, VctSearch};
use super::budget::NodeBudget;
use super::mate::Outcome;
use super::proof_numbers::ProofNumbers;
use crate::pattern::Position;
use crate::tt::TranspositionTable;
use gomoku_rules::Side;

/// Which attacks to try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VctLimits {
    /// Quieter moves too, as long as they threaten to win by fours.
    pub quiet: bool,
}

/// Finds checkmates by fours and threes, and keeps a table of what it proved and disproved.
#[derive(Clone, Debug)]
pub struct VctSolver {
    memory: Memory,
}

/// The node limit of each search for a win by fours.
const VCF_NODES: u64 = 2_000;

impl VctSolver {
    /// A solver with a table of `entries` positions, of sixteen bytes each.
    pub fn new(entries: usize) -> Self {
        Self { memory: Memory::new(entries, VCF_NODES) }
    }

    /// Whether `attacker` wins by fours and threes. The attacker moves first, even if the other side is to move.
    pub fn solve(
        &mut self,
        position: &mut Position,
        attacker: Side,
        limits: VctLimits,
        budget: &mut NodeBudget,
    ) -> Outcome {
        let passes = position.side_to_move() != attacker;
        if passes {
            position.pass();
        }
        self.memory.table.new_generation();
        let mut search = VctSearch::new(&mut self.memory, position, attacker, limits.quiet, budget);
        let outcome = match search.attack(ProofNumbers::UNBOUNDED) {
            ProofNumbers { phi: 0, plies, .. } => search.mate(plies),
            ProofNumbers { delta: 0, plies, .. } if plies != ProofNumbers::UNSURE => {
                Outcome::Refuted
            }
            _ => Outcome::Unknown,
        };
        if passes {
            position.pass();
        }
        outcome
    }

    /// Stores the proof of the mate of the side to move that was just found under the same limits: every
    /// position of the proof, those of the attacker with the winning move. Returns the plies to the five;
    /// `None` when the budget runs out first, which leaves a part of the proof.
    pub fn store_proof(
        &mut self,
        position: &mut Position,
        limits: VctLimits,
        table: &TranspositionTable,
        budget: &mut NodeBudget,
    ) -> Option<u32> {
        let attacker = position.side_to_move();
        VctSearch::new(&mut self.memory, position, attacker, limits.quiet, budget)
            .store_proof(table)
    }

    /// Whether the side to move loses to fours and threes, against every reply. Stores that proof and returns
    /// the plies to the five.
    pub fn store_loss(
        &mut self,
        position: &mut Position,
        limits: VctLimits,
        table: &TranspositionTable,
        budget: &mut NodeBudget,
    ) -> Option<u32> {
        let attacker = !position.side_to_move();
        self.memory.table.new_generation();
        let mut search = VctSearch::new(&mut self.memory, position, attacker, limits.quiet, budget);
        let is_lost = search.defend(ProofNumbers::UNBOUNDED).delta == 0;
        is_lost.then(|| search.store_replies(table))?
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::testing::{Puzzle, Refuted, drawn, puzzles, refuted};
    use gomoku_rules::{Board, Rule, Size, Symmetry};

    fn solve(position: &mut Position, attacker: Side, quiet: bool) -> Outcome {
        let budget = &mut NodeBudget::new(3_000_000);
        VctSolver::new(1 << 18).solve(position, attacker, VctLimits { quiet }, budget)
    }

    #[test]
    fn recorded_wins_by_threes_are_found_and_no_others() {
        for Puzzle { name, kind, attacker, mut position, .. } in puzzles() {
            let quiet = kind == "quiet-vct";
            if !quiet && !kind.starts_with("vct") {
                continue;
            }
            let found = solve(&mut position, attacker, quiet);
            let Outcome::Mate(mate) = found else { panic!("{name}: {found:?}") };
            assert_eq!(mate.line.first(), Some(&mate.first), "{name}");
            if quiet {
                assert_eq!(solve(&mut position, attacker, false), Outcome::Refuted, "{name}");
            }
        }
    }

    #[test]
    fn searches_for_fours_that_run_out_refute_nothing() {
        for Puzzle { name, kind, attacker, mut position, .. } in puzzles() {
            if kind.starts_with("vct") {
                let mut solver = VctSolver { memory: Memory::new(1 << 18, 0) };
                let budget = &mut NodeBudget::new(1_000_000);
                let limits = VctLimits::default();
                let outcome = solver.solve(&mut position, attacker, limits, budget);
                assert!(outcome == Outcome::Unknown && !budget.is_spent(), "{name}: {outcome:?}");
            }
        }
    }

    #[test]
    fn recorded_false_proofs_are_rejected_whichever_way_the_board_lies() {
        let size = Size::square(15);
        for (Refuted { name, moves, attack, reply }, symmetry) in
            refuted().into_iter().flat_map(|case| Symmetry::ALL.map(|way| (case.clone(), way)))
        {
            let mut board = Board::new(size);
            for &pos in &moves {
                board.play(symmetry.apply(pos, size));
            }
            let mut position = Position::from_board(&board, Rule::Freestyle);
            let attacker = position.side_to_move();
            if let Some(mate) = solve(&mut position, attacker, false).mate() {
                assert_ne!(mate.first, symmetry.apply(attack, size), "{name} {symmetry:?}");
            }
            position.play(symmetry.apply(attack, size));
            position.play(symmetry.apply(reply, size));
            let found = solve(&mut position, attacker, false);
            assert_eq!(found, Outcome::Refuted, "{name} {symmetry:?}");
        }
    }

    const DOUBLE_THREE: &str = ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . X X . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .";

    #[test]
    fn a_double_three_is_no_win_against_an_open_three() {
        let answered = DOUBLE_THREE.replacen(". . . . . . . . .", ". . . O O O . . .", 1);
        for rule in Rule::ALL {
            let mut position = drawn(rule, Side::Black, DOUBLE_THREE);
            assert!(solve(&mut position, Side::Black, false).mate().is_some(), "{rule}");
            let mut position = drawn(rule, Side::Black, &answered);
            assert_eq!(solve(&mut position, Side::Black, false), Outcome::Refuted, "{rule}");
        }
    }

    #[test]
    fn a_spent_budget_leaves_nothing_false_behind() {
        let mut solver = VctSolver::new(1 << 12);
        let mut position = drawn(Rule::Renju, Side::Black, DOUBLE_THREE);
        let found = (0..).find_map(|nodes| {
            let limits = VctLimits::default();
            let budget = &mut NodeBudget::new(nodes);
            let outcome = solver.solve(&mut position, Side::Black, limits, budget);
            (outcome != Outcome::Unknown).then_some(outcome)
        });
        assert!(found.and_then(Outcome::mate).is_some());
        assert_eq!(position.board().stones().len(), 4);
    }
}
