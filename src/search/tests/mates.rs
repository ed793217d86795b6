//! Mates that the search claims, held against a solver that tries every move.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::with_worker;
use crate::eval::WeightSet;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::movegen::four_threes_need_proof;
use crate::search::{Clock, Limits, Params, Pool, Root, root_moves, search};
use crate::solve::testing::{Random, playout};
use crate::solve::{NodeBudget, VcfSolver};
use crate::tt::TranspositionTable;
use gomoku_rules::{Board, Pos, Rule, Side, Size, referee};

/// Lines of moves that may be tried for one mate, about: longer mates are checked on fuller boards.
const MAX_LINES: usize = 2_000_000;

/// Tries every move.
struct Exhaustive {
    rule: Rule,
    /// Verdicts by key and plies.
    known: HashMap<(u64, u32), bool>,
}

impl Exhaustive {
    /// Whether the side to move completes a five within `plies`, against every reply.
    fn wins(&mut self, board: &mut Board, plies: u32) -> bool {
        let cells: Vec<Pos> = board.empty_cells().collect();
        if cells.iter().any(|&pos| self.completes_five(board, pos)) {
            return plies > 0;
        }
        if plies < 3 {
            return false;
        }
        let key = (board.key(), plies);
        if let Some(&verdict) = self.known.get(&key) {
            return verdict;
        }
        let verdict = cells.iter().any(|&pos| {
            self.is_legal(board, pos) && {
                board.play(pos);
                let loses = self.loses(board, plies - 1);
                board.undo();
                loses
            }
        });
        self.known.insert(key, verdict);
        verdict
    }

    /// Whether the opponent of the side to move completes a five within `plies`.
    fn loses(&mut self, board: &mut Board, plies: u32) -> bool {
        let cells: Vec<Pos> = board.empty_cells().collect();
        if cells.iter().any(|&pos| self.completes_five(board, pos)) {
            return false;
        }
        let replies: Vec<Pos> =
            cells.into_iter().filter(|&pos| self.is_legal(board, pos)).collect();
        !replies.is_empty()
            && replies.into_iter().all(|pos| {
                board.play(pos);
                let wins = self.wins(board, plies - 1);
                board.undo();
                wins
            })
    }

    fn completes_five(&self, board: &mut Board, pos: Pos) -> bool {
        board.play(pos);
        let wins = referee::wins(board, self.rule, pos);
        board.undo();
        wins
    }

    fn is_legal(&self, board: &Board, pos: Pos) -> bool {
        !self.rule.forbids(board.side_to_move()) || referee::forbidden(board, pos).is_none()
    }
}

/// The score of a search of `position` to `depth` on the threads of `pool`; `None` where the engine does not search: a five is
/// possible, or no move.
fn score(pool: &Pool, position: &Position, depth: u32) -> Option<Score> {
    let mut evaluator = WeightSet::default().evaluator(position);
    let moves = root_moves(position, evaluator.policy(position));
    if moves.is_empty() || position.count_of(position.side_to_move(), Threat::Five) > 0 {
        return None;
    }
    let params = &Params::defaults(position.rule());
    let root = Root { position, evaluator: &evaluator, params, moves: &moves, multi_pv: 1 };
    let table = TranspositionTable::new(1 << 18, 0).expect("little memory");
    let limits = Limits { depth: Some(depth), nodes: None };
    search(pool, root, &table, limits, &Clock::unlimited(), &mut |_| ControlFlow::Continue(()))
        .score
}

/// Searches positions of every rule on small boards on this many threads. Of each mate claimed the distance has to hold.
fn hold_mates(positions: usize, threads: usize, seed: u64) {
    let pool = Pool::new(threads).expect("threads");
    let random = &mut Random(seed);
    let (mut claims, mut wrong) = (0, Vec::new());
    for number in 0..positions {
        let rule = Rule::ALL[number % 5];
        let size = Size::square([6, 7, 8][random.below(3)]);
        let cells = size.cells();
        let position = playout(rule, size, cells / 4 + random.below(cells / 2), random);
        let mut board = position.board().clone();
        let Some(score) = score(&pool, &position, 1 + random.below(8) as u32) else { continue };
        let can_check = |&plies: &u32| {
            board.free().checked_pow(plies / 2 + 1).is_some_and(|lines| lines <= MAX_LINES)
        };
        let Some(plies) = score.mate_distance().filter(can_check) else { continue };
        claims += 1;
        let mut exhaustive = Exhaustive { rule, known: HashMap::new() };
        let holds = if score.is_win() {
            exhaustive.wins(&mut board, plies)
        } else {
            exhaustive.loses(&mut board, plies)
        };
        if !holds {
            wrong.push(format!("{rule} {score} {} {board:?}", board.size()));
        }
    }
    assert!(claims > positions / 40, "only {claims} mates");
    assert!(wrong.is_empty(), "{} of {claims} mates:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn mates_are_as_near_as_they_are_said_to_be() {
    hold_mates(1_000, 1, 1);
}

#[test]
fn mates_of_sixteen_threads_are_as_near_as_they_are_said_to_be() {
    hold_mates(500, 16, 3);
}

#[test]
#[ignore = "minutes: a hundred thousand positions"]
fn a_hundred_thousand_mates_are_as_near_as_they_are_said_to_be() {
    hold_mates(100_000, 1, 2);
}

#[test]
fn moves_that_a_proved_four_three_leaves_out_lose_to_fours() {
    let random = &mut Random(51);
    let mut solver = VcfSolver::new(1 << 12);
    let (mut proved, mut none) = (HashMap::new(), 0);
    for number in 0..24_000 {
        let rule = [Rule::Renju, Rule::Caro, Rule::CaroOverline][number % 3];
        let mut position = playout(rule, Size::square(10), 12 + random.below(30), random);
        let (side, attacker) = (position.side_to_move(), !position.side_to_move());
        if !four_threes_need_proof(rule, attacker)
            || position.count_of(attacker, Threat::FourThree) == 0
            || Side::BOTH.iter().any(|&side| position.count_of(side, Threat::Five) > 0)
        {
            continue;
        }
        let Some(mate) = with_worker(&position, |worker| worker.prove_four_threes(attacker)) else {
            none += 1;
            continue;
        };
        *proved.entry(rule).or_insert(0) += 1;
        let left_out =
            |pos: &Pos| !mate.defence_set.contains(*pos) && position.is_legal(side, *pos);
        let others: Vec<Pos> = position.board().empty_cells().filter(left_out).collect();
        for pos in others {
            position.play(pos);
            let mut budget = NodeBudget::new(100_000);
            let found = solver.solve(&mut position, attacker, mate.plies, &mut budget);
            assert!(found.is_mate(), "{rule}: {pos} holds {mate:?} on {:?}", position.board());
            position.undo();
        }
    }
    assert!(proved.len() == 3 && proved.values().all(|&count| count > 100), "{proved:?}");
    assert!(none > 5, "only {none} are none");
}
