//! Searches one after the other: what the table keeps, limits, multi-PV, excluded moves and proofs.

use super::*;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::{Clock, Limits, PvInfo, root_moves};
use crate::solve::testing::{Puzzle, Random, playout, puzzles};
use crate::solve::verify::{Strategy, verify};
use crate::solve::{Mate, NodeBudget, VcfSolver, VctLimits, VctSolver};
use gomoku_rules::{Board, Rule, Size, record};

const GAME: &str = "h8j7j5k5i6g8i4k6i5i7k7l5m4k4j3h9i8i3f7g6j4j6k3l2l4";

fn engine(threads: usize) -> Engine {
    let mut engine = Engine::default();
    engine.configure(config(threads, 4 << 20)).expect("4 MiB");
    engine
}

fn config(threads: usize, hash: u64) -> EngineConfig {
    EngineConfig { threads, hash: Some(hash), ..EngineConfig::default() }
}

fn board(plies: usize) -> Board {
    let mut board = Board::new(Size::square(15));
    let moves = record::parse_moves(GAME).expect("a game");
    for &pos in &moves[..plies] {
        board.play(pos);
    }
    board
}

fn search(engine: &mut Engine, board: &Board, nodes: u64) -> (Pos, Option<Score>, u64) {
    let limits = Limits { depth: None, nodes: Some(nodes) };
    let result = best_move(engine, board, Rule::Freestyle, limits);
    (result.pos, result.score, result.nodes)
}

fn best_move(engine: &mut Engine, board: &Board, rule: Rule, limits: Limits) -> SearchResult {
    let clock = Clock::unlimited();
    let request = SearchRequest::best_move(board, rule, limits, &clock);
    engine.search(&request, &mut |_| ()).expect("a free cell")
}

#[test]
fn equal_games_get_equal_searches() {
    let mut engine = engine(1);
    let first = search(&mut engine, &board(8), 30_000);
    assert_eq!(search(&mut self::engine(1), &board(8), 30_000), first, "another engine");
    for plies in [10, 12, 14] {
        search(&mut engine, &board(plies), 10_000);
    }
    engine.new_game();
    assert_eq!(search(&mut engine, &board(8), 30_000), first, "after a game");
}

#[test]
fn each_engine_evaluates_with_the_weights_of_its_configuration() {
    let mut tables = WeightSet::default().tables(Rule::Freestyle).clone();
    for side in &mut tables.sides {
        side.values.fill(0);
        side.threat_terms.fill(0);
    }
    let weights = WeightSet::default().with_file(&tables.write()).expect("a weights file");
    let (mut usual, mut other) = (engine(1), engine(1));
    other.configure(EngineConfig { weights, ..config(1, 4 << 20) }).expect("4 MiB");
    let first = search(&mut usual, &board(8), 5_000);
    assert_eq!(search(&mut other, &board(8), 5_000).1, Some(Score::DRAW), "all is worth nothing");
    usual.new_game();
    assert_eq!(search(&mut usual, &board(8), 5_000), first);
    assert_ne!(first.1, Some(Score::DRAW));
}

#[test]
fn each_engine_has_its_own_parameters_for_each_rule() {
    let nodes_with = |setting: &str| {
        let params = ParamSet::with_settings(&[setting.to_owned()]).expect("a good setting");
        let mut engine = Engine::default();
        engine.configure(EngineConfig { params, ..config(1, 4 << 20) }).expect("4 MiB");
        let limits = Limits { depth: Some(6), nodes: Some(100_000) };
        [Rule::Freestyle, Rule::Caro].map(|rule| {
            engine.new_game();
            best_move(&mut engine, &board(8), rule, limits).nodes
        })
    };
    let [freestyle, caro] = nodes_with("futility_margin=80");
    let wide = nodes_with("futility_margin=400");
    assert!(wide[0] != freestyle && wide[1] != caro, "{wide:?}");
    assert_eq!(nodes_with("caro.futility_margin=400"), [freestyle, wide[1]]);
}

#[test]
fn solvers_and_search_share_the_limit_of_nodes() {
    for nodes in [1, 100, 5_000, 20_000] {
        let (_, _, visited) = search(&mut engine(1), &board(8), nodes);
        assert!(visited <= nodes + 4, "{visited} of {nodes}");
    }
}

#[test]
fn the_filter_of_losing_moves_keeps_to_the_limit_of_nodes() {
    let random = &mut Random(9);
    for round in 0..60 {
        let rule = Rule::ALL[round % 5];
        let position = playout(rule, Size::square(15), 12 + random.below(40), random);
        for nodes in [300, 3_000] {
            let limits = Limits { depth: None, nodes: Some(nodes) };
            let visited = best_move(&mut engine(1), position.board(), rule, limits).nodes;
            // The search counts its root even where the solvers leave nothing.
            assert!(visited <= nodes + 1, "{visited} of {nodes} in {:?}", position.board());
        }
    }
}

#[test]
fn the_table_stays_while_its_size_does() {
    let mut engine = engine(1);
    let first = search(&mut engine, &board(5), 10_000);
    engine.configure(config(1, 4 << 20)).expect("4 MiB");
    assert_ne!(search(&mut engine, &board(5), 10_000), first, "nothing was remembered");
    for hash in [1, 1 << 10, 1 << 20] {
        engine.configure(config(1, hash)).expect("little memory");
        let table_bytes = engine.resources.as_ref().map(|(allocation, _)| allocation.table_bytes);
        assert_eq!(table_bytes, Some(hash));
    }
}

#[test]
fn several_threads_find_a_move() {
    let (pos, score, _) = search(&mut engine(3), &board(8), 30_000);
    assert!(board(8).is_empty_at(pos) && score.is_some());
}

/// The result, and what was reported of each line at each depth.
fn analyse(
    board: &Board,
    rule: Rule,
    options: &AnalysisOptions,
    threads: usize,
) -> (SearchResult, Vec<PvInfo>) {
    let mut infos = Vec::new();
    let limits = Limits { depth: Some(6), nodes: Some(400_000) };
    let mut on_info = |info: &SearchInfo| {
        if let SearchInfo::Pv(info) = info {
            infos.push(info.clone());
        }
    };
    let mut engine = engine(threads);
    let clock = Clock::unlimited();
    let request = SearchRequest { board, rule, options: options.clone(), limits, clock: &clock };
    let result = engine.search(&request, &mut on_info);
    (result.expect("a free cell"), infos)
}

fn options(multi_pv: usize, excluded: &[Pos]) -> AnalysisOptions {
    AnalysisOptions::open_ended(multi_pv, excluded.to_vec())
}

#[test]
fn lines_are_reported_in_order_at_every_depth() {
    for threads in [1, 2] {
        let board = board(5);
        let (result, infos) = analyse(&board, Rule::Freestyle, &options(4, &[]), threads);
        assert_eq!(infos.len(), 6 * 4);
        for iteration in infos.chunks(4) {
            let ranks: Vec<_> =
                iteration.iter().map(|info| (info.pv_index, info.multi_pv)).collect();
            assert_eq!(ranks, [(0, 4), (1, 4), (2, 4), (3, 4)]);
            assert!(iteration.is_sorted_by(|better, worse| better.score >= worse.score));
            assert!(iteration.iter().all(|info| info.depth == iteration[0].depth));
            let mut firsts: Vec<_> = iteration.iter().map(|info| info.pv[0]).collect();
            firsts.sort_unstable();
            firsts.dedup();
            assert_eq!(firsts.len(), 4, "the moves differ");
            for info in iteration {
                let mut board = board.clone();
                for &pos in &info.pv {
                    assert_eq!(board.check_free(pos), Ok(()), "{info:?}");
                    board.play(pos);
                }
            }
        }
        let last = &infos[infos.len() - 4];
        assert_eq!((result.pos, result.score), (last.pv[0], Some(last.score)));
    }
}

#[test]
fn root_moves_come_and_go_one_by_one() {
    for (threads, multi_pv) in [(1, 1), (1, 3), (2, 1)] {
        let (mut under_search, mut searched) = (None, Vec::new());
        let mut on_info = |info: &SearchInfo| match info {
            SearchInfo::RootMove { pos, depth, is_done: false } => {
                assert_eq!(under_search.replace((*pos, *depth)), None);
            }
            SearchInfo::RootMove { pos, depth, is_done: true } => {
                assert_eq!(under_search.take(), Some((*pos, *depth)));
                searched.push((*pos, *depth));
            }
            SearchInfo::Pv(info) => {
                assert_eq!(under_search, None);
                let best = (info.pv[0], info.depth);
                let is_followed = threads == 1 && info.pv_index == 0;
                assert!(!is_followed || searched.contains(&best), "{best:?}");
            }
        };
        let limits = Limits { depth: Some(5), nodes: None };
        let board = board(5);
        let mut engine = engine(threads);
        let clock = Clock::unlimited();
        let request = SearchRequest {
            options: options(multi_pv, &[]),
            ..SearchRequest::best_move(&board, Rule::Freestyle, limits, &clock)
        };
        engine.search(&request, &mut on_info);
        assert!(searched.iter().all(|&(pos, _)| board.is_empty_at(pos)));
        assert!(searched.iter().any(|&(_, depth)| depth == 5) || threads > 1);
    }
}

#[test]
fn a_line_is_the_best_of_what_the_lines_before_it_leave() {
    let board = board(8);
    let (_, infos) = analyse(&board, Rule::Freestyle, &options(3, &[]), 1);
    let last = &infos[infos.len() - 3..];
    let mut excluded = Vec::new();
    for info in last {
        let (result, _) = analyse(&board, Rule::Freestyle, &options(1, &excluded), 1);
        let score = result.score.map_or(0, Score::get);
        let difference = score.abs_diff(info.score.get());
        assert!(difference < 80, "{info:?}, alone {} {score}", result.pos);
        assert!(!excluded.contains(&result.pos));
        excluded.push(info.pv[0]);
    }
}

#[test]
fn known_wins_come_first_and_others_follow() {
    // White makes two open threes at h8.
    let stones = "a1h6c1h7a3f8o1g8";
    let mut board = Board::new(Size::square(15));
    for pos in record::parse_moves(stones).expect("moves") {
        board.play(pos);
    }
    board.set_side_to_move(gomoku_rules::Side::White);
    for rule in Rule::ALL {
        let (result, infos) = analyse(&board, rule, &options(3, &[]), 1);
        let last = &infos[infos.len() - 3..];
        assert!(result.score.is_some_and(Score::is_win), "{rule}: {result:?}");
        assert_eq!(last[0].pv[0], result.pos, "{rule}");
        assert!(last.iter().all(|info| info.multi_pv == 3), "{rule}: {last:?}");
        assert!(last.is_sorted_by(|better, worse| better.pv_index < worse.pv_index), "{rule}");
        let (other, _) = analyse(&board, rule, &options(1, &[result.pos]), 1);
        assert_ne!(other.pos, result.pos, "{rule}: it is excluded");
    }
}

#[test]
fn fives_come_first_and_excluded_moves_are_not_played() {
    // Black completes a five at e1 or j1.
    let mut board = Board::new(Size::square(15));
    for pos in record::parse_moves("f1a5g1c5h1e5i1a9").expect("moves") {
        board.play(pos);
    }
    let at = |name: &str| record::parse_moves(name).expect("a cell");
    let fives = [at("e1"), at("j1")].concat();
    let (result, infos) = analyse(&board, Rule::Freestyle, &options(9, &[]), 1);
    assert!(fives.contains(&result.pos) && infos.len() == 2, "{infos:?}");
    assert!(infos.iter().all(|info| info.score == Score::mate_in(1)));
    let (result, _) = analyse(&board, Rule::Freestyle, &options(1, &at("e1")), 1);
    assert_eq!(result.pos, fives[1]);
    let (result, _) = analyse(&board, Rule::Freestyle, &options(2, &fives), 1);
    assert!(!fives.contains(&result.pos));
    let all: Vec<Pos> = board.empty_cells().collect();
    let (result, _) = analyse(&board, Rule::Freestyle, &options(2, &all), 1);
    assert_eq!(board.check_free(result.pos), Ok(()), "some move must be made");
    let (result, infos) = analyse(&Board::new(Size::square(15)), Rule::Renju, &options(5, &[]), 1);
    assert!(result.pos == Size::square(15).centre() && infos.is_empty());
}

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
        let (_, resources) = attacker.engine.resources.as_ref().expect("4 MiB");
        let Resources { pool, table, .. } = resources;
        let limits = Limits { depth: None, nodes: Some(20_000) };
        let params = &Params::defaults(rule);
        let root =
            Root { position: &position, evaluator: &evaluator, params, moves: &moves, multi_pv: 1 };
        let found = search::search(pool, root, table, limits, &Clock::unlimited(), &mut |_| ());
        if let Some(plies @ 7..=11) = found.win() {
            let board = position.board();
            verify(&position, &mut attacker)
                .unwrap_or_else(|flaw| panic!("{rule} +M{plies} {board:?}: {flaw}"));
            left -= 1;
        }
    }
}
