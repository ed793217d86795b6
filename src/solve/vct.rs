//! Checkmate by continuous fours and threes (VCT): after each attack the attacker would win by fours,
//! if the defender did nothing about it.
//!
//! What the defender can do about it is exact: a stone that is no spoiler of that win by fours changes
//! nothing in it. The search is by proof numbers, depth first (df-pn, Nagai 2002).

mod children;
mod proof;

use self::children::Child;
use super::numbers::{Numbers, Table};
use super::vcf::{VcfLimits, VcfSolver};
use super::{Budget, Mate, Outcome};
use crate::pattern::{Position, Threat};
use crate::tt::TranspositionTable;
use gomoku_rules::{Side, game_key};

/// Which attacks to try.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VctLimits {
    /// Quieter moves too, as long as they threaten to win by fours.
    pub quiet: bool,
}

/// Finds checkmates by fours and threes, and remembers what it proved and refuted.
#[derive(Clone, Debug)]
pub struct VctSolver {
    vcf: VcfSolver,
    table: Table,
    children: Vec<Child>,
}

impl VctSolver {
    /// A solver that remembers up to `entries` positions, of sixteen bytes each.
    pub fn new(entries: usize) -> Self {
        Self {
            vcf: VcfSolver::new(entries / 4),
            table: Table::new(entries),
            children: Vec::with_capacity(1024),
        }
    }

    /// Whether `attacker`, moving first whoever's turn it is, wins by fours and threes.
    pub fn solve(
        &mut self,
        position: &mut Position,
        attacker: Side,
        limits: VctLimits,
        budget: &mut Budget,
    ) -> Outcome {
        let passes = position.side_to_move() != attacker;
        if passes {
            position.pass();
        }
        self.table.new_generation();
        let mut search = self.search(position, attacker, limits, budget);
        let numbers = search.attack(Numbers::ENDLESS);
        let outcome = match numbers {
            Numbers { phi: 0, plies, .. } => search.mate(plies),
            Numbers { delta: 0, .. } => Outcome::Refuted,
            _ => Outcome::Unknown,
        };
        if passes {
            position.pass();
        }
        outcome
    }

    /// Keeps the mate of the side to move that was just found under the same limits: every position of
    /// its proof where the attacker is to move, with the winning move, and every one where the defender
    /// is. Returns the plies to the five; `None` when the budget runs out first, which leaves a part of
    /// the proof.
    pub fn keep(
        &mut self,
        position: &mut Position,
        limits: VctLimits,
        table: &TranspositionTable,
        budget: &mut Budget,
    ) -> Option<u32> {
        self.search(position, position.side_to_move(), limits, budget).keep(table)
    }

    fn search<'a, 'b>(
        &'a mut self,
        position: &'a mut Position,
        attacker: Side,
        limits: VctLimits,
        budget: &'a mut Budget<'b>,
    ) -> Search<'a, 'b> {
        self.children.clear();
        let salt = game_key(position.rule(), position.board().size()).rotate_left(32);
        let salt = if attacker == Side::Black { salt } else { !salt };
        let salt = if limits.quiet { salt.swap_bytes() } else { salt };
        Search { solver: self, position, attacker, quiet: limits.quiet, budget, salt }
    }
}

/// One search; the board shows the position of the present node.
struct Search<'a, 'b> {
    solver: &'a mut VctSolver,
    position: &'a mut Position,
    attacker: Side,
    quiet: bool,
    budget: &'a mut Budget<'b>,
    salt: u64,
}

/// The most that a child other than the hardest adds to a node's number. Where the same positions are
/// reached by many ways, plain sums count them again and again and grow beyond measure.
const SHARE: u32 = 8;

/// Positions that one search for a win by fours may visit.
const VCF_NODES: u64 = 2_000;

impl Search<'_, '_> {
    /// The attacker is to move.
    fn attack(&mut self, limit: Numbers) -> Numbers {
        if self.position.count_of(self.attacker, Threat::Five) > 0 {
            return Numbers::reached(1);
        }
        let key = self.position.board().key() ^ self.salt;
        let known = self.solver.table.get(key);
        if let Some(numbers) = known.filter(|numbers| numbers.exceeds(limit)) {
            return numbers;
        }
        let mut numbers = Numbers::open(1, 1);
        if known.is_none()
            && let Some(mate) = self.fours(VcfLimits::NONE)
        {
            numbers = Numbers::reached(mate.plies);
        }
        if !numbers.is_decided() {
            let first = self.solver.children.len();
            self.push_attacks();
            numbers = self.explore(first, limit, Self::defend);
            self.solver.children.truncate(first);
        }
        self.remember(key, numbers);
        numbers
    }

    /// The defender is to move.
    fn defend(&mut self, limit: Numbers) -> Numbers {
        if self.position.count_of(!self.attacker, Threat::Five) > 0 {
            return Numbers::reached(1);
        }
        let key = self.position.board().key() ^ self.salt;
        if let Some(numbers) = self.solver.table.get(key).filter(|numbers| numbers.exceeds(limit)) {
            return numbers;
        }
        let mut numbers = Numbers::reached(0);
        if let Some((plies, replies)) = self.replies() {
            let first = self.solver.children.len();
            self.push_replies(&replies);
            for i in first..self.solver.children.len() {
                let child = self.solver.children[i];
                if child.numbers == Numbers::open(1, 1) && self.budget.visit() {
                    self.position.play(child.pos);
                    self.solver.children[i].numbers = self.attack(Numbers::open(1, 1));
                    self.position.undo();
                    if self.solver.children[i].numbers.delta == 0 {
                        break;
                    }
                }
            }
            numbers = self.explore(first, limit, Self::attack);
            self.solver.children.truncate(first);
            numbers.plies = numbers.plies.max(plies + 1);
        }
        self.remember(key, numbers);
        numbers
    }

    /// Visits the children from `first` on, the most promising first, until the numbers of this node
    /// exceed `limit`.
    fn explore(
        &mut self,
        first: usize,
        limit: Numbers,
        visit: fn(&mut Self, Numbers) -> Numbers,
    ) -> Numbers {
        loop {
            let mut numbers = Numbers::missed(0);
            let (mut best, mut second) = (first, Numbers::INFINITE);
            let mut others = 0;
            for (i, child) in self.solver.children.iter().enumerate().skip(first) {
                let child = child.numbers;
                if child.delta < numbers.phi {
                    (best, second) = (i, numbers.phi);
                    numbers.phi = child.delta;
                } else {
                    second = second.min(child.delta);
                }
                others += child.phi.min(SHARE);
                numbers.delta = numbers.delta.max(child.phi);
            }
            numbers.delta =
                (numbers.delta + others - numbers.delta.min(SHARE)).min(Numbers::INFINITE);
            if numbers.phi == 0 {
                return Numbers::reached(self.solver.children[best].numbers.plies + 1);
            }
            if numbers.delta == 0 {
                let plies = self.solver.children[first..].iter().map(|child| child.numbers.plies);
                return Numbers::missed(plies.max().map_or(0, |plies| plies + 1));
            }
            if numbers.exceeds(limit) {
                return numbers;
            }
            let Child { pos, numbers: child } = self.solver.children[best];
            let bound = Numbers::open(
                limit.delta - (others - child.phi.min(SHARE)),
                limit.phi.min(second.saturating_add(second / 4 + 1)),
            );
            if !self.budget.visit() {
                return numbers;
            }
            self.position.play(pos);
            self.solver.children[best].numbers = visit(self, bound);
            self.position.undo();
            if self.budget.is_spent() {
                return numbers;
            }
        }
    }

    /// What an interrupted search says of a node is not worth keeping.
    fn remember(&mut self, key: u64, numbers: Numbers) {
        if !self.budget.is_spent() {
            self.solver.table.insert(key, numbers);
        }
    }

    /// The attacker's win by fours alone, it being its turn or the defender passing.
    fn fours(&mut self, limits: VcfLimits) -> Option<Mate> {
        let Self { solver, position, attacker, budget, .. } = self;
        budget
            .share(VCF_NODES, |budget| solver.vcf.solve(position, *attacker, limits, budget))
            .mate()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::testing::{Puzzle, Refuted, drawn, puzzles, refuted, turned, weights};
    use gomoku_rules::{Board, Rule, Size};

    fn solve(position: &mut Position, attacker: Side, quiet: bool) -> Outcome {
        let budget = &mut Budget::nodes(3_000_000);
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
    fn recorded_false_proofs_are_rejected_whichever_way_the_board_lies() {
        for (Refuted { name, moves, attack, reply }, symmetry) in
            refuted().into_iter().flat_map(|case| (0..8).map(move |way| (case.clone(), way)))
        {
            let mut board = Board::new(Size::square(15));
            for &pos in &moves {
                board.play(turned(pos, board.size(), symmetry));
            }
            let mut position = Position::from_board(&board, weights(Rule::Freestyle));
            let attacker = position.side_to_move();
            if let Some(mate) = solve(&mut position, attacker, false).mate() {
                assert_ne!(mate.first, turned(attack, board.size(), symmetry), "{name} {symmetry}");
            }
            position.play(turned(attack, board.size(), symmetry));
            position.play(turned(reply, board.size(), symmetry));
            let found = solve(&mut position, attacker, false);
            assert_eq!(found, Outcome::Refuted, "{name} {symmetry}");
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
            let budget = &mut Budget::nodes(nodes);
            let outcome = solver.solve(&mut position, Side::Black, limits, budget);
            (outcome != Outcome::Unknown).then_some(outcome)
        });
        assert!(found.and_then(Outcome::mate).is_some());
        assert_eq!(position.board().stones().len(), 4);
    }
}
