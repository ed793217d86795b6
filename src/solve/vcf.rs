//! Checkmate by continuous fours (VCF): the attacker makes four after four, and the defender has to
//! answer each, until one cannot be answered.

use std::cmp::Reverse;

use super::budget::NodeBudget;
use super::defence_set;
use super::fours::{blocks, fours, has_fours};
use super::mate::{Mate, Outcome};
use super::refuted::RefutedTable;
use crate::pattern::{CellSet, Position, Threat};
use gomoku_rules::{Pos, Side};

/// Finds checkmates by fours, and keeps a table of what it refuted.
#[derive(Clone, Debug)]
pub struct VcfSolver {
    refuted: RefutedTable,
    moves: Vec<Pos>,
    line: Vec<Pos>,
}

impl VcfSolver {
    /// A solver with a table of `entries` refuted positions, of eight bytes each.
    pub fn new(entries: usize) -> Self {
        Self {
            refuted: RefutedTable::new(entries),
            moves: Vec::with_capacity(256),
            line: Vec::with_capacity(256),
        }
    }

    /// Whether `attacker` wins by fours alone within `max_plies`. The attacker moves first, even if the other
    /// side is to move.
    pub fn solve(
        &mut self,
        position: &mut Position,
        attacker: Side,
        max_plies: u32,
        budget: &mut NodeBudget,
    ) -> Outcome {
        if !has_fours(position, attacker) {
            return Outcome::Refuted;
        }
        let passes = position.side_to_move() != attacker;
        if passes {
            position.pass();
        }
        self.moves.clear();
        self.line.clear();
        let mut search =
            VcfSearch { solver: self, position, attacker, budget, defence_set: CellSet::default() };
        let plies = search.attack(max_plies);
        let (position, defence_set) = (search.position, search.defence_set);
        if passes {
            position.pass();
        }
        self.line.reverse();
        match (plies, self.line.first()) {
            (Some(plies), Some(&first)) => {
                Outcome::Mate(Mate { first, line: self.line.clone(), plies, defence_set })
            }
            _ if budget.is_spent() => Outcome::Unknown,
            _ => Outcome::Refuted,
        }
    }

    /// Solves within `max_plies`, then looks for shorter and shorter wins while the budget lasts.
    pub fn shortest(
        &mut self,
        position: &mut Position,
        attacker: Side,
        max_plies: u32,
        budget: &mut NodeBudget,
    ) -> Outcome {
        let mut outcome = self.solve(position, attacker, max_plies, budget);
        while let Outcome::Mate(mate) = &outcome {
            match self.solve(position, attacker, mate.plies.saturating_sub(2), budget) {
                shorter @ Outcome::Mate(_) => outcome = shorter,
                Outcome::Refuted | Outcome::Unknown => break,
            }
        }
        outcome
    }
}

/// One search; `position` is that of the current node.
struct VcfSearch<'a, 'b> {
    solver: &'a mut VcfSolver,
    position: &'a mut Position,
    attacker: Side,
    budget: &'a mut NodeBudget<'b>,
    /// The defence set of the mate found so far.
    defence_set: CellSet,
}

impl VcfSearch<'_, '_> {
    /// The attacker is to move: plies to its five, if it wins within `plies`. A win leaves its line,
    /// last move first, and its defence set.
    fn attack(&mut self, plies: u32) -> Option<u32> {
        let attacker = self.attacker;
        if let Some(five) = self.position.fives(attacker).next() {
            self.solver.line.push(five);
            defence_set::add_five(&mut self.defence_set, self.position, attacker, five);
            return (plies >= 1).then_some(1);
        }
        if plies < 3 || !has_fours(self.position, attacker) {
            return None;
        }
        let key = self.position.key();
        if self.solver.refuted.contains(key, plies) {
            return None;
        }
        let first = self.solver.moves.len();
        self.generate();
        let mut mate = None;
        for i in first..self.solver.moves.len() {
            let pos = self.solver.moves[i];
            mate = self.after(pos, |search| search.defend(plies - 1));
            if mate.is_some() {
                self.solver.line.push(pos);
                defence_set::add_four(&mut self.defence_set, self.position, attacker, pos);
                break;
            }
            if self.budget.is_spent() {
                break;
            }
        }
        self.solver.moves.truncate(first);
        if mate.is_none() && !self.budget.is_spent() {
            self.solver.refuted.insert(key, plies);
        }
        mate.map(|plies| plies + 1)
    }

    /// The defender has to answer a four: plies to the attacker's five against the best reply.
    fn defend(&mut self, plies: u32) -> Option<u32> {
        let (attacker, defender) = (self.attacker, !self.attacker);
        if self.position.count_of(defender, Threat::Five) > 0 {
            return None;
        }
        let (reply, second) = {
            let mut fives = self.position.fives(attacker);
            (fives.next()?, fives.next())
        };
        if self.position.rule().closed_five_is_void() {
            return self.defend_anywhere(plies, reply, second);
        }
        if let Some(second) = second {
            self.defence_set.insert(reply);
            self.defence_set.insert(second);
            // Renju may forbid the defender one of them, or both: then the line ends before its reply.
            if self.position.is_legal(defender, reply) {
                self.solver.line.extend([second, reply]);
            } else if self.position.is_legal(defender, second) {
                self.solver.line.extend([reply, second]);
            }
            return Some(2);
        }
        if !self.position.is_legal(defender, reply) {
            defence_set::add_supports(&mut self.defence_set, self.position, reply);
            return Some(2);
        }
        let mate = self.after(reply, |search| search.attack(plies - 1))?;
        self.defence_set.insert(reply);
        self.solver.line.push(reply);
        Some(mate + 1)
    }

    /// Like [`VcfSearch::defend`] where a five closed at both ends is void: several replies may answer.
    fn defend_anywhere(&mut self, plies: u32, five: Pos, second: Option<Pos>) -> Option<u32> {
        let before = self.solver.line.len();
        let defence_set = self.defence_set.clone();
        let mut longest = 0;
        for reply in self.position.defences(self.attacker, Threat::Five).iter() {
            let start = self.solver.line.len();
            let Some(mate) = self.after(reply, |search| search.attack(plies - 1)) else {
                self.solver.line.truncate(before);
                self.defence_set = defence_set;
                return None;
            };
            self.defence_set.insert(reply);
            if mate > longest {
                longest = mate;
                self.solver.line.push(reply);
                self.solver.line.drain(before..start);
            } else {
                self.solver.line.truncate(start);
            }
        }
        if longest == 0 {
            longest = 1;
            self.solver.line.extend([second.unwrap_or(five), five]);
        }
        for five in self.position.fives(self.attacker) {
            defence_set::add_five(&mut self.defence_set, self.position, self.attacker, five);
        }
        Some(longest + 1)
    }

    /// Plays `pos`, runs `search` and takes the move back; `None` when the budget is spent.
    #[inline]
    fn after(&mut self, pos: Pos, search: impl FnOnce(&mut Self) -> Option<u32>) -> Option<u32> {
        if !self.budget.visit() {
            return None;
        }
        self.position.play(pos);
        let plies = search(self);
        self.position.undo();
        plies
    }

    /// Appends the attacks of this node, the strongest first.
    fn generate(&mut self) {
        let position = &*self.position;
        let attacker = self.attacker;
        let blocks = blocks(position, attacker);
        let allowed = |pos: &Pos| blocks.as_ref().is_none_or(|cells| cells.contains(*pos));
        let moves = &mut self.solver.moves;
        let first = moves.len();
        moves.extend(fours(position, attacker).filter(allowed));
        moves[first..].sort_unstable_by_key(|&pos| (Reverse(position.threat(attacker, pos)), pos));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::testing::{
        Known, Puzzle, Random, drawn, illegal_move, puzzles, scattered, wins_by_fours,
    };
    use gomoku_rules::{Diagram, Rule, Size};

    fn solve(position: &mut Position, attacker: Side, plies: u32) -> Outcome {
        VcfSolver::new(1 << 16).solve(position, attacker, plies, &mut NodeBudget::new(10_000_000))
    }

    #[test]
    fn recorded_wins_by_fours_are_found_and_no_others() {
        for Puzzle { name, kind, attacker, plies, mut position } in puzzles() {
            let wins = kind == "vcf";
            let within = if plies == 0 || !wins { Mate::MAX_PLIES } else { plies };
            let found = solve(&mut position, attacker, within);
            assert_eq!(matches!(found, Outcome::Mate(_)), wins, "{name}");
            // A record of a hundred plies need not be the shortest.
            if wins && (1..100).contains(&plies) {
                assert_eq!(solve(&mut position, attacker, plies - 2), Outcome::Refuted, "{name}");
            }
        }
    }

    #[test]
    fn what_each_rule_makes_of_a_four() {
        use Rule::{Caro, CaroOverline, Freestyle, Renju, Standard};
        let double_four = ". . . . . . . . . . .
                           . . . . . O . . . . .
                           . . . . . X . . . . .
                           . . . . . X . . . . .
                           . . . . . X . . . . .
                           . O X X X . . . . . .
                           . . . . . . . . . . .
                           . . . . . . . . . . .
                           . . . . . . . . . . .
                           . . . . . . . . . . .
                           . . . . . . . . . . .";
        let in_one_line = ". . . . . . . . . . .
                           . . . . . . . . . . .
                           . . X . X . X . X . .
                           . . . . . . . . . . .
                           . . . . . . . . . . .";
        let closed = ". . . . . . . . . . .
                      . . . . . . . . . . .
                      . . O . X X X . O . .
                      . . . . . . . . . . .
                      . . O . X X X . O . .
                      . . . . . . . . . . .";
        // White's four at g6 can only be stopped at h6, which makes six for Black.
        let overline = ". . . . . . . . . . .
                        . . . . . . . . . . .
                        . . . . . . . X . . .
                        . . . . . . . X . . .
                        . . . . . . . X . . .
                        . . X O O O . . . . .
                        . . . . . . . X . . .
                        . . . . . . . X . . .
                        . . . . . . . . . . .
                        . . . . . . . . . . .
                        . . . . . . . . . . .";
        let winning: [(&str, Side, &[Rule]); 5] = [
            (double_four, Side::Black, &[Freestyle, Standard, Caro, CaroOverline]),
            (in_one_line, Side::Black, &[Freestyle, Standard, Caro, CaroOverline]),
            (closed, Side::Black, &[]),
            (overline, Side::White, &[Renju]),
            (overline, Side::Black, &[Freestyle, CaroOverline]),
        ];
        for (drawing, attacker, rules) in winning {
            for rule in Rule::ALL {
                let found = solve(&mut drawn(rule, attacker, drawing), attacker, 500);
                assert_eq!(found.mate().is_some(), rules.contains(&rule), "{rule} {drawing}");
            }
        }
    }

    #[test]
    fn a_line_has_no_reply_that_renju_forbids() {
        // White's fours at g6 are stopped at h6, which makes seven for Black, and at g7.
        let double_four = ". . . . . . . . . . .
                           . . . . . . X . . . .
                           . . . . . . O X . . .
                           . . . . . . O X . . .
                           . . . . . . O X . . .
                           . . X O O O . . . . .
                           . . . . . . . X . . .
                           . . . . . . . X . . .
                           . . . . . . . X . . .
                           . . . . . . . . . . .
                           . . . . . . . . . . .";
        for (rule, reply, five) in [(Rule::Renju, "g7", "h6"), (Rule::Standard, "h6", "g7")] {
            let found = solve(&mut drawn(rule, Side::White, double_four), Side::White, 500);
            let line = &found.mate().expect("a mate").line;
            assert_eq!(line[..], ["g6", reply, five].map(|name| name.parse().expect("a cell")));
        }
    }

    fn compare_with_definition(boards: usize, seed: u64) {
        let random = &mut Random(seed);
        let mut mates = [0; 5];
        let mut solver = VcfSolver::new(1 << 16);
        for i in 0..boards {
            let rule = Rule::ALL[i % 5];
            let stones = 12 + random.below(36);
            let mut board = scattered(rule, Size::square(9), stones, random);
            let attacker = Side::BOTH[random.below(2)];
            let mut position = Position::from_board(&board, rule);
            let budget = &mut NodeBudget::new(1_000_000);
            let found = solver.solve(&mut position, attacker, Mate::MAX_PLIES, budget);
            board.set_side_to_move(attacker);
            let expected = wins_by_fours(&mut board, rule, attacker, &mut Known::new());
            let drawing = Diagram::from(board);
            assert_eq!(found.is_mate(), expected, "{rule} {attacker}\n{drawing}{found:?}");
            assert_ne!(found, Outcome::Unknown);
            let line = found.clone().mate().map(|mate| mate.line).unwrap_or_default();
            let illegal = illegal_move(position.board(), rule, attacker, &line);
            assert_eq!(illegal, None, "{rule} {attacker}\n{drawing}{found:?}");
            mates[rule.index()] +=
                usize::from(expected && found.mate().is_some_and(|m| m.plies > 3));
        }
        println!("mates in more than three plies by rule: {mates:?} of {boards} boards");
    }

    #[test]
    fn verdicts_equal_the_definition_on_random_boards() {
        compare_with_definition(500, 1);
    }

    #[test]
    #[ignore = "minutes"]
    fn verdicts_equal_the_definition_on_many_random_boards() {
        compare_with_definition(10_000, 2);
    }
}
