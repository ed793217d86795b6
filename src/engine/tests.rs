//! Thoughts in a row: what is remembered, what is kept to, and what is shared.

use std::time::Instant;

use super::*;
use crate::search;
use crate::solve::testing::{Puzzle, Random, playout, puzzles};
use crate::solve::verify::{Strategy, verify};
use gomoku_rules::{Size, record};

const GAME: &str = "h8j7j5k5i6g8i4k6i5i7k7l5m4k4j3h9i8i3f7g6j4j6k3l2l4";

fn engine(threads: usize) -> Engine {
    let mut engine = Engine::default();
    let options = Options { threads, hash: Some(4 << 20), ..Options::default() };
    engine.configure(options).expect("4 MiB");
    engine
}

fn board(plies: usize) -> Board {
    let mut board = Board::new(Size::square(15));
    let moves = record::parse_moves(GAME).expect("a game");
    for &pos in &moves[..plies] {
        board.play(pos);
    }
    board
}

fn forever() -> Clock {
    Clock::new(Instant::now(), search::TimeBudget::UNLIMITED)
}

fn think(engine: &mut Engine, board: &Board, nodes: u64) -> (Pos, Option<Score>, u64) {
    let limits = Limits { depth: None, nodes: Some(nodes) };
    let thought = engine.think(board, Rule::Freestyle, &limits, &forever(), &mut |_| ());
    let thought = thought.expect("a free cell");
    (thought.pos, thought.score, thought.nodes)
}

#[test]
fn equal_games_get_equal_thoughts() {
    let mut engine = engine(1);
    let first = think(&mut engine, &board(8), 30_000);
    assert_eq!(think(&mut self::engine(1), &board(8), 30_000), first, "another engine");
    for plies in [10, 12, 14] {
        think(&mut engine, &board(plies), 10_000);
    }
    engine.new_game();
    assert_eq!(think(&mut engine, &board(8), 30_000), first, "after a game");
}

#[test]
fn solvers_and_search_share_the_limit_of_nodes() {
    for nodes in [1, 100, 5_000, 20_000] {
        let (_, _, visited) = think(&mut engine(1), &board(8), nodes);
        assert!(visited <= nodes + 4, "{visited} of {nodes}");
    }
}

#[test]
fn the_table_stays_while_its_size_does() {
    let mut engine = engine(1);
    let first = think(&mut engine, &board(8), 30_000);
    let options = Options { threads: 1, hash: Some(4 << 20), ..Options::default() };
    engine.configure(options).expect("4 MiB");
    assert_ne!(think(&mut engine, &board(8), 30_000), first, "nothing was remembered");
    for hash in [1, 1 << 10, 1 << 20] {
        let options = Options { hash: Some(hash), ..options };
        engine.configure(options).expect("little memory");
        assert_eq!(engine.tools.as_ref().map(|(asked, _)| asked.table_bytes), Some(hash));
    }
}

#[test]
fn several_threads_find_a_move() {
    let (pos, score, _) = think(&mut engine(3), &board(8), 30_000);
    assert!(board(8).is_empty_at(pos) && score.is_some());
}

/// What was told of each line at each depth, and the outcome.
fn analyse(board: &Board, rule: Rule, wish: &Wish, threads: usize) -> (Thought, Vec<PvInfo>) {
    let mut told = Vec::new();
    let limits = Limits { depth: Some(6), nodes: Some(400_000) };
    let mut on_info = |news: &SearchInfo| {
        if let SearchInfo::Pv(info) = news {
            told.push(info.clone());
        }
    };
    let mut engine = engine(threads);
    let thought = engine.analyse(board, rule, wish, &limits, &forever(), &mut on_info);
    (thought.expect("a free cell"), told)
}

fn wish(lines: usize, barred: &[Pos]) -> Wish {
    Wish { lines, barred: barred.to_vec() }
}

#[test]
fn lines_are_told_in_order_at_every_depth() {
    for threads in [1, 2] {
        let board = board(5);
        let (thought, told) = analyse(&board, Rule::Freestyle, &wish(4, &[]), threads);
        assert_eq!(told.len(), 6 * 4);
        for iteration in told.chunks(4) {
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
        let last = &told[told.len() - 4];
        assert_eq!((thought.pos, thought.score), (last.pv[0], Some(last.score)));
    }
}

#[test]
fn root_moves_come_and_go_one_by_one() {
    for (threads, lines) in [(1, 1), (1, 3), (2, 1)] {
        let (mut under_search, mut searched) = (None, Vec::new());
        let mut on_info = |news: &SearchInfo| match news {
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
        let wish = wish(lines, &[]);
        engine.analyse(&board, Rule::Freestyle, &wish, &limits, &forever(), &mut on_info);
        assert!(searched.iter().all(|&(pos, _)| board.is_empty_at(pos)));
        assert!(searched.iter().any(|&(_, depth)| depth == 5) || threads > 1);
    }
}

#[test]
fn a_line_is_the_best_of_what_the_lines_before_it_leave() {
    let board = board(8);
    let (_, told) = analyse(&board, Rule::Freestyle, &wish(3, &[]), 1);
    let last = &told[told.len() - 3..];
    let mut barred = Vec::new();
    for info in last {
        let (thought, _) = analyse(&board, Rule::Freestyle, &wish(1, &barred), 1);
        let score = thought.score.map_or(0, Score::get);
        let difference = score.abs_diff(info.score.get());
        assert!(difference < 80, "{info:?}, alone {} {score}", thought.pos);
        assert!(!barred.contains(&thought.pos));
        barred.push(info.pv[0]);
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
        let (thought, told) = analyse(&board, rule, &wish(3, &[]), 1);
        let last = &told[told.len() - 3..];
        assert!(thought.score.is_some_and(Score::is_win), "{rule}: {thought:?}");
        assert_eq!(last[0].pv[0], thought.pos, "{rule}");
        assert!(last.iter().all(|info| info.multi_pv == 3), "{rule}: {last:?}");
        assert!(last.is_sorted_by(|better, worse| better.pv_index < worse.pv_index), "{rule}");
        let (other, _) = analyse(&board, rule, &wish(1, &[thought.pos]), 1);
        assert_ne!(other.pos, thought.pos, "{rule}: it is barred");
    }
}

#[test]
fn fives_and_bars_are_kept_to() {
    // Black completes a five at e1 or j1.
    let mut board = Board::new(Size::square(15));
    for pos in record::parse_moves("f1a5g1c5h1e5i1a9").expect("moves") {
        board.play(pos);
    }
    let at = |name: &str| record::parse_moves(name).expect("a cell");
    let fives = [at("e1"), at("j1")].concat();
    let (thought, told) = analyse(&board, Rule::Freestyle, &wish(9, &[]), 1);
    assert!(fives.contains(&thought.pos) && told.len() == 2, "{told:?}");
    assert!(told.iter().all(|info| info.score == Score::mate_in(1)));
    let (thought, _) = analyse(&board, Rule::Freestyle, &wish(1, &at("e1")), 1);
    assert_eq!(thought.pos, fives[1]);
    let (thought, _) = analyse(&board, Rule::Freestyle, &wish(2, &fives), 1);
    assert!(!fives.contains(&thought.pos));
    let all: Vec<Pos> = board.empty_cells().collect();
    let (thought, _) = analyse(&board, Rule::Freestyle, &wish(2, &all), 1);
    assert_eq!(board.check_free(thought.pos), Ok(()), "some move must be made");
    let (thought, told) = analyse(&Board::new(Size::square(15)), Rule::Renju, &wish(5, &[]), 1);
    assert!(thought.pos == Size::square(15).centre() && told.is_empty());
}

/// The engine as the attacker of a proof, in one thought after the other.
struct Attacker {
    engine: Engine,
    rule: Rule,
    /// Positions of a thought.
    limit: u64,
    /// Plies to the five as last told, by the number of stones.
    told: Vec<u32>,
    /// How often they were more than they had to be.
    delays: u32,
    nodes: u64,
}

impl Attacker {
    fn new(rule: Rule, limit: u64) -> Self {
        Self { engine: engine(1), rule, limit, told: vec![u32::MAX; 500], delays: 0, nodes: 0 }
    }

    /// The move, and the plies to the five if they are told.
    fn think(&mut self, board: &Board) -> (Pos, Option<u32>) {
        let limits = Limits { depth: None, nodes: Some(self.limit) };
        let thought = self.engine.think(board, self.rule, &limits, &forever(), &mut |_| ());
        let thought = thought.expect("a free cell");
        self.nodes += thought.nodes;
        let win = thought.score.filter(|score| score.is_win());
        (thought.pos, win.and_then(Score::mate_distance))
    }
}

impl Strategy for Attacker {
    fn attack(&mut self, position: &mut Position) -> Option<Pos> {
        let side = position.side_to_move();
        let mut fours = position.fours(side).iter();
        if let Some(five) = fours.find(|&pos| position.threat(side, pos) == Threat::Five) {
            return Some(five);
        }
        let (pos, plies) = self.think(position.board());
        let stones = position.board().stones().len();
        let most = self.told[stones - 2].saturating_sub(2);
        // A move that is forced is made without a word.
        self.told[stones] = plies.unwrap_or(most);
        self.delays += u32::from(self.told[stones] > most);
        Some(pos)
    }
}

/// Holds the mate that a thought finds in `position` against every reply. The plies told never grow.
fn keep_mate(position: &Position, name: &str) {
    let mut attacker = Attacker::new(position.rule(), 1 << 20);
    let (_, plies) = attacker.think(position.board());
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
fn a_game_won_by_force_takes_few_positions_after_the_first_thought() {
    let puzzle = puzzles().into_iter().find(|puzzle| puzzle.name == "quintet-test-vct-black");
    let mut board = puzzle.expect("a recorded position").position.board().clone();
    let mut attacker = Attacker::new(Rule::Renju, 1 << 20);
    let (mut told, mut anew) = (Vec::new(), 0);
    while let (pos, Some(plies)) = attacker.think(&board) {
        told.push((plies, std::mem::take(&mut attacker.nodes)));
        let mut fresh = Attacker::new(Rule::Renju, 1 << 20);
        fresh.think(&board);
        anew += fresh.nodes;
        board.play(pos);
        // The defender's best resistance is what a fresh engine would play.
        let (reply, _) = Attacker::new(Rule::Renju, 10_000).think(&board);
        board.play(reply);
    }
    assert!(told.len() > 3 && told.windows(2).all(|pair| pair[1].0 + 2 <= pair[0].0), "{told:?}");
    let later: u64 = told[1..].iter().map(|&(_, nodes)| nodes).sum();
    assert!(later * 10 < anew - told[0].1, "{later} nodes instead of {anew}: {told:?}");
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
        let mut evaluator = weights().evaluator(&position);
        let moves = root_moves(&position, evaluator.policy(&position));
        if position.count_of(position.side_to_move(), Threat::Five) > 0 || moves.len() < 2 {
            continue;
        }
        let mut attacker = Attacker::new(rule, 5_000);
        let (_, Tools { pool, table, .. }) = attacker.engine.tools.as_ref().expect("4 MiB");
        let limits = Limits { depth: None, nodes: Some(20_000) };
        let root = Root { position: &position, evaluator: &evaluator, moves: &moves, multi_pv: 1 };
        let found = search::search(pool, root, table, limits, &forever(), &mut |_| ());
        if let Some(plies @ 7..=11) = found.win() {
            table.store_believed(position.key(), End::Win { pos: found.pos, plies });
            let board = position.board();
            verify(&position, &mut attacker)
                .unwrap_or_else(|flaw| panic!("{rule} +M{plies} {board:?}: {flaw}"));
            left -= 1;
        }
    }
}
