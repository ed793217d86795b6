//! Mates of the engine, played out against every reply.

use std::ops::ControlFlow;

use super::super::{search_briefly, search_moves};
use super::{after, best_move, board, engine, open_four};
use crate::engine::context::Context;
use crate::engine::level::Sight;
use crate::engine::{AnalysisOptions, Engine, Resources, SearchRequest};
use crate::eval::WeightSet;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::{self, Clock, Limits, Params, Root, SearchInfo, root_moves};
use crate::solve::testing::{Puzzle, Random, playout, puzzles};
use crate::solve::verify::{Strategy, verify};
use crate::solve::{Mate, NodeBudget, VcfSolver, VctLimits, VctSolver, probe_mate};
use gomoku_rules::{Board, Pos, Rule, Size};

/// The engine as the attacker of a proof, in one search after the other.
struct Attacker {
    engine: Engine,
    rule: Rule,
    /// Nodes of a search.
    limit: u64,
    /// Plies to the five as last reported, by the number of stones.
    plies: Vec<u32>,
    /// How often they exceeded the maximum that the last report left.
    delays: u32,
    nodes: u64,
}

impl Attacker {
    fn new(rule: Rule, limit: u64) -> Self {
        Self { engine: engine(1), rule, limit, plies: vec![u32::MAX; 500], delays: 0, nodes: 0 }
    }

    /// The move, and the plies to the five of a win.
    fn search(&mut self, board: &Board) -> (Pos, Option<u32>) {
        let limits = Limits { depth: None, nodes: Some(self.limit) };
        let result = best_move(&mut self.engine, board, self.rule, limits);
        self.nodes += result.nodes;
        (result.pos, result.win())
    }
}

impl Strategy for Attacker {
    fn attack(&mut self, position: &mut Position) -> Option<Pos> {
        let side = position.side_to_move();
        let mut fours = position.fours(side).iter();
        if let Some(five) = fours.find(|&pos| position.threat(side, pos) == Threat::Five) {
            return Some(five);
        }
        let (pos, plies) = self.search(position.board());
        let stones = position.board().stones().len();
        let max = self.plies[stones - 2].saturating_sub(2);
        // A forced move has no score.
        self.plies[stones] = plies.unwrap_or(max);
        self.delays += u32::from(self.plies[stones] > max);
        Some(pos)
    }
}

/// Verifies the mate that a search finds in `position` against every reply. The plies reported never
/// grow.
fn keep_mate(position: &Position, name: &str) {
    let mut attacker = Attacker::new(position.rule(), 1 << 20);
    let (_, plies) = attacker.search(position.board());
    assert!(plies.is_some(), "{name}");
    verify(position, &mut attacker).unwrap_or_else(|flaw| panic!("{name}: {flaw}"));
    assert_eq!(attacker.delays, 0, "{name}, {plies:?} plies");
}

#[test]
fn a_mate_is_kept_against_every_reply() {
    for Puzzle { name, position, .. } in puzzles().iter().filter(|puzzle| puzzle.kind == "vct") {
        keep_mate(position, name);
    }
    let random = &mut Random(7);
    let (mut fours, mut threes) = (VcfSolver::new(1 << 12), VctSolver::new(1 << 12));
    for rule in Rule::ALL {
        let mut left = [2, 2];
        while left != [0, 0] {
            let mut position = playout(rule, Size::square(12), 8 + random.below(30), random);
            let side = position.side_to_move();
            let budget = &mut NodeBudget::new(5_000);
            let fours = fours.solve(&mut position, side, Mate::MAX_PLIES, budget).mate();
            let kind = usize::from(fours.is_none());
            let mut threes = || threes.solve(&mut position, side, VctLimits::default(), budget);
            let mate = fours.or_else(|| threes().mate()).filter(|mate| mate.plies > 5);
            let is_forced = position.count_of(!side, Threat::Five) > 0;
            if mate.is_some() && !is_forced && left[kind] > 0 {
                keep_mate(&position, &format!("{:?}", position.board()));
                left[kind] -= 1;
            }
        }
    }
}

#[test]
fn a_game_won_by_force_takes_few_nodes_after_the_first_search() {
    let puzzle = puzzles().into_iter().find(|puzzle| puzzle.name == "quintet-test-vct-black");
    let mut board = puzzle.expect("a recorded position").position.board().clone();
    let mut attacker = Attacker::new(Rule::Renju, 1 << 22);
    let (mut reported, mut from_scratch) = (Vec::new(), 0);
    while let (pos, Some(plies @ 2..)) = attacker.search(&board) {
        reported.push((plies, std::mem::take(&mut attacker.nodes)));
        let mut fresh = Attacker::new(Rule::Renju, 1 << 22);
        fresh.search(&board);
        from_scratch += fresh.nodes;
        board.play(pos);
        // The defender's best resistance is what a fresh engine would play.
        let (reply, _) = Attacker::new(Rule::Renju, 10_000).search(&board);
        board.play(reply);
    }
    assert!(
        reported.len() > 3 && reported.windows(2).all(|pair| pair[1].0 + 2 <= pair[0].0),
        "{reported:?}"
    );
    let later: u64 = reported[1..].iter().map(|&(_, nodes)| nodes).sum();
    assert!(
        later * 10 < from_scratch - reported[0].1,
        "{later} nodes instead of {from_scratch}: {reported:?}"
    );
}

#[test]
fn a_lost_position_is_defended_to_the_end() {
    let (board, ends) = open_four();
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let (pos, _) = Attacker::new(rule, 10_000).search(&board);
        assert!(ends.contains(&pos), "{rule}: {pos}");
    }
}

/// Wins that the search claims without the solvers, from played positions of every rule.
#[test]
#[ignore = "many minutes"]
fn wins_of_the_search_hold_against_every_reply() {
    let random = &mut Random(6);
    let (mut left, mut number) = (100, 0);
    while left > 0 {
        let rule = Rule::ALL[number % 5];
        let size = Size::square([15, 12, 20, 9][number / 5 % 4]);
        number += 1;
        let played = playout(rule, size, 6 + random.below(30), random);
        let position = Position::from_board(played.board(), rule);
        let mut evaluator = WeightSet::default().evaluator(&position);
        let moves = root_moves(&position, evaluator.policy(&position));
        if position.count_of(position.side_to_move(), Threat::Five) > 0 || moves.len() < 2 {
            continue;
        }
        let mut attacker = Attacker::new(rule, 5_000);
        let resources = attacker.engine.resources.as_ref().expect("4 MiB");
        let Resources { pool, table, .. } = resources;
        let limits = Limits { depth: None, nodes: Some(20_000) };
        let params = &Params::defaults(rule);
        let root =
            Root { position: &position, evaluator: &evaluator, params, moves: &moves, multi_pv: 1 };
        let found = search::search(pool, root, table, limits, &Clock::unlimited(), &mut |_| {
            ControlFlow::Continue(())
        });
        if let Some(plies @ 7..=11) = found.win() {
            let board = position.board();
            verify(&position, &mut attacker)
                .unwrap_or_else(|flaw| panic!("{rule} +M{plies} {board:?}: {flaw}"));
            left -= 1;
        }
    }
}

/// Black's four-three at n13 is real, the one at g8 is none: behind it g7 is a double four.
#[test]
fn a_four_three_of_renjus_black_that_is_none_proves_no_loss() {
    let moves = "d8c8e8k7f8g12g9j13g10f10h7e9i7h10j7d10k13e6l13h5m13h9n11c6n12i6a1k9a15k14o1m11e15";
    let board = after(moves);
    let limits = Limits { depth: None, nodes: Some(200_000) };
    let found = best_move(&mut engine(1), &board, Rule::Renju, limits);
    assert_eq!(found.pos.to_string(), "n13");
    assert!(found.score.is_some_and(|score| !score.is_decisive()), "{found:?}");
}

#[test]
fn a_mate_that_the_solvers_find_between_iterations_is_the_result() {
    let puzzle = puzzles().into_iter().find(|puzzle| puzzle.name == "quintet-test-vcf-long");
    let mut position = puzzle.expect("a recorded position").position;
    let (weights, clock) = (WeightSet::default(), Clock::unlimited());
    let moves = root_moves(&position, weights.evaluator(&position).policy(&position));
    for multi_pv in [1, 3] {
        let request = SearchRequest {
            options: AnalysisOptions::open_ended(multi_pv, Vec::new()),
            ..SearchRequest::best_move(
                position.board(),
                position.rule(),
                Limits { depth: None, nodes: Some(200_000) },
                &clock,
            )
        };
        let mut last = None;
        let mut on_info = |info: &SearchInfo| {
            if let SearchInfo::Pv(lines) = info {
                last = Some(lines[0].score);
            }
        };
        let params = Params::defaults(position.rule());
        let mut context = Context::new(&request, &weights, params, Sight::FULL, &mut on_info);
        // The first round comes early, and before the search finds the mate.
        context.solver_nodes = 512;
        let mut engine = engine(1);
        let resources = engine.resources.as_mut().expect("memory");
        resources.start_search(&context.limits, context.clock);
        let result = search_moves(resources, &mut context, &moves, multi_pv);
        assert!(result.score.is_some_and(Score::is_win), "{multi_pv}: {result:?}");
        assert_eq!(last, result.score);
        let known = probe_mate(&mut position, &resources.table).expect("a stored proof");
        assert_eq!(known.first, result.pos);
    }
}

#[test]
fn a_move_that_the_filter_leaves_out_is_not_the_result_of_a_short_search() {
    let (board, rule, clock) = (board(5), Rule::Freestyle, Clock::unlimited());
    let limits = Limits { depth: None, nodes: Some(20) };
    let options = AnalysisOptions::open_ended(1, Vec::new());
    let request =
        SearchRequest { options, ..SearchRequest::best_move(&board, rule, limits, &clock) };
    let (weights, params) = (WeightSet::default(), Params::defaults(rule));
    let mut silent = |_: &SearchInfo| ();
    let mut context = Context::new(&request, &weights, params, Sight::FULL, &mut silent);
    let mut engine = engine(1);
    let resources = engine.resources.as_mut().expect("memory");
    resources.start_search(&context.limits, &clock);
    let position = context.position.clone();
    let mut moves = root_moves(&position, weights.evaluator(&position).policy(&position));
    let first_look = Limits { depth: Some(4), nodes: None };
    let rejected = search_briefly(resources, &mut context, &moves, first_look, &clock).pos;
    moves.retain(|&pos| pos != rejected);
    context.reporter.keep(&moves);
    let result = search_moves(resources, &mut context, &moves, 1);
    assert!(moves.contains(&result.pos), "{result:?}");
}
