//! Verification of a mate: a strategy makes the attacker's moves, and every legal reply is tried. The
//! referee alone decides what is legal and what wins.

use std::collections::HashSet;
use std::fmt;

use super::budget::NodeBudget;
use super::mate::Mate;
use super::vcf::VcfSolver;
use super::vct::{VctLimits, VctSolver};
use crate::pattern::Position;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule};

/// Where a proof fails.
#[derive(Clone, Debug)]
pub struct Flaw {
    /// The position.
    pub board: Box<Board>,
    /// What is wrong there.
    pub reason: &'static str,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {:?}", self.reason, self.board)
    }
}

impl std::error::Error for Flaw {}

/// The attacker's side of a proof.
pub trait Strategy {
    /// The attacker's move in `position`, where it claims to win.
    fn attack(&mut self, position: &mut Position) -> Option<Pos>;
}

/// Checks that `strategy` wins for the side to move of `position` against every legal reply; returns
/// the number of moves tried.
///
/// # Errors
/// The first [`Flaw`] found.
pub fn verify(position: &Position, strategy: &mut dyn Strategy) -> Result<u64, Flaw> {
    let mut board = position.board().clone();
    let mut checker = Checker {
        rule: position.rule(),
        position: position.clone(),
        strategy,
        seen: HashSet::new(),
        visited: 0,
    };
    checker.attack(&mut board)?;
    Ok(checker.visited)
}

struct Checker<'a> {
    rule: Rule,
    /// For the strategy only.
    position: Position,
    strategy: &'a mut dyn Strategy,
    /// Checked positions with the attacker to move.
    seen: HashSet<u64>,
    visited: u64,
}

impl Checker<'_> {
    fn attack(&mut self, board: &mut Board) -> Result<(), Flaw> {
        if self.seen.contains(&board.key()) {
            return Ok(());
        }
        let flaw = |board: &Board, reason| Err(Flaw { board: Box::new(board.clone()), reason });
        let Some(pos) = self.strategy.attack(&mut self.position) else {
            return flaw(board, "the attacker has no move");
        };
        self.visited += 1;
        match referee::play(board, self.rule, pos) {
            Verdict::Win { .. } | Verdict::NoMove(_) => {}
            Verdict::Ongoing => {
                self.position.play(pos);
                self.defend(board)?;
                self.position.undo();
            }
            _ => return flaw(board, "the attacker's move is illegal"),
        }
        board.undo();
        self.seen.insert(board.key());
        Ok(())
    }

    fn defend(&mut self, board: &mut Board) -> Result<(), Flaw> {
        let replies: Vec<Pos> = board.empty_cells().collect();
        for pos in replies {
            self.visited += 1;
            match referee::play(board, self.rule, pos) {
                Verdict::Ongoing => {
                    self.position.play(pos);
                    self.attack(board)?;
                    self.position.undo();
                    board.undo();
                }
                Verdict::Foul(_) | Verdict::Illegal(_) => {}
                Verdict::Win { .. } | Verdict::Draw | Verdict::NoMove(_) => {
                    return Err(Flaw {
                        board: Box::new(board.clone()),
                        reason: "the defender escapes",
                    });
                }
            }
        }
        Ok(())
    }
}

/// The solvers as a strategy: a win by fours if there is one, else a win by fours and threes.
pub struct Solvers {
    /// Finds wins by fours.
    pub vcf: VcfSolver,
    /// Finds wins by fours and threes.
    pub vct: VctSolver,
    /// The limits of the win by fours and threes.
    pub limits: VctLimits,
}

impl Solvers {
    /// The winning move of the side to move of `position`, if it is found within `budget`.
    pub fn attack_within(
        &mut self,
        position: &mut Position,
        budget: &mut NodeBudget,
    ) -> Option<Pos> {
        let attacker = position.side_to_move();
        let vcf = self.vcf.solve(position, attacker, Mate::MAX_PLIES, budget);
        let mut vct = || self.vct.solve(position, attacker, self.limits, budget).mate();
        Some(vcf.mate().or_else(&mut vct)?.first)
    }

    /// Nodes of a proven position, with plenty to spare.
    pub const ATTACK_NODES: u64 = 1 << 24;
}

impl Strategy for Solvers {
    fn attack(&mut self, position: &mut Position) -> Option<Pos> {
        self.attack_within(position, &mut NodeBudget::new(Self::ATTACK_NODES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::testing::{Random, illegal_move, playout};
    use gomoku_rules::{Diagram, Side, Size};

    /// Checks that many mates by fours and mates by threes from played positions of every rule.
    fn check(mut left: [usize; 2], limits: VctLimits, seed: u64) {
        let random = &mut Random(seed);
        let mut lengths = [0; 2];
        let mut solvers =
            Solvers { vcf: VcfSolver::new(1 << 16), vct: VctSolver::new(1 << 16), limits };
        let (mut positions, mut looked_at) = (0, 0);
        while left != [0, 0] {
            let rule = Rule::ALL[positions % 5];
            let size = Size::square([15, 15, 20, 12][positions / 5 % 4]);
            positions += 1;
            let mut position = playout(rule, size, 8 + random.below(50), random);
            if random.below(2) == 0 {
                position.pass();
            }
            let attacker: Side = position.side_to_move();
            let budget = &mut NodeBudget::new(20_000);
            let vcf = solvers.vcf.solve(&mut position, attacker, Mate::MAX_PLIES, budget);
            let (kind, mate) = match vcf.mate() {
                Some(mate) => (0, Some(mate)),
                None if left[1] == 0 => (1, None),
                None => (1, solvers.vct.solve(&mut position, attacker, limits, budget).mate()),
            };
            let Some(mate) = mate.filter(|mate| left[kind] > 0 && mate.plies > 3) else { continue };
            let drawing = Diagram::from(position.board().clone());
            let illegal = illegal_move(position.board(), rule, attacker, &mate.line);
            assert_eq!(illegal, None, "{rule} {attacker} {mate:?}\n{drawing}");
            match verify(&position, &mut solvers) {
                Ok(visited) => looked_at += visited,
                Err(flaw) => panic!("{rule} {attacker} {mate:?}\n{drawing}{flaw}"),
            }
            left[kind] -= 1;
            lengths[kind] += mate.plies;
        }
        println!("{positions} positions, {looked_at} replies, plies in all {lengths:?}");
    }

    #[test]
    fn claimed_mates_hold_against_every_reply() {
        check([100, 20], VctLimits::default(), 3);
    }

    #[test]
    #[ignore = "many minutes"]
    fn many_claimed_mates_hold_against_every_reply() {
        check([10_000, 1_000], VctLimits::default(), 4);
    }

    #[test]
    #[ignore = "many minutes"]
    fn many_claimed_quiet_mates_hold_against_every_reply() {
        check([0, 300], VctLimits { quiet: true }, 5);
    }
}
