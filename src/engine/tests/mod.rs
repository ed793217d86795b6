//! Searches one after the other: what the table keeps, limits and configurations.

mod analysis;
mod levels;
mod lines;
mod mates;

use super::*;
use crate::book::{BookEntry, BookPosition, HEADER_LENGTH, Header, encode};
use crate::score::Score;
use crate::search::{Clock, Limits};
use crate::solve::testing::{Random, playout};
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

/// A board of 15x15 after these moves.
fn after(moves: &str) -> Board {
    after_on(Size::square(15), moves)
}

fn after_on(size: Size, moves: &str) -> Board {
    let mut board = Board::new(size);
    for pos in record::parse_moves(moves).expect("moves") {
        board.play(pos);
    }
    board
}

/// Black has an open four, and White stops one end of it.
fn open_four() -> (Board, Vec<Pos>) {
    (after("h8a1i8c1j8e1k8"), record::parse_moves("g8l8").expect("cells"))
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
fn the_only_move_that_does_not_lose_needs_no_search() {
    let mut engine = engine(1);
    let limits = Limits { depth: None, nodes: Some(100_000) };
    let clock = Clock::unlimited();
    for (moves, only) in [
        ("g7f8j7j5i10i8i4c10f5h8j10h7", "g8"),
        ("g7f7g8d9e8h8g9g5c6b5k6e9h9", "g10"),
        ("g7f6e7c6f7h7e4d9k10c8b8d8g12g6f5c9k4j5", "c7"),
    ] {
        let board = after_on(Size::square(12), moves);
        let result = best_move(&mut engine, &board, Rule::Freestyle, limits);
        assert_eq!(result.pos.to_string(), only, "{moves}");
        assert!(result.score.is_none() && result.nodes < 20_000, "{moves}: {result:?}");

        let options = AnalysisOptions { search_forced: true, ..AnalysisOptions::default() };
        let request = SearchRequest::best_move(&board, Rule::Freestyle, limits, &clock);
        let request = SearchRequest { options: options.clone(), ..request };
        let scored = engine.search(&request, &mut |_| ()).expect("a move");
        assert!(scored.score.is_some() && scored.pos == result.pos, "{moves}: {scored:?}");

        let excluded = AnalysisOptions { excluded: vec![result.pos], ..options };
        let request = SearchRequest { options: excluded, ..request };
        let other = engine.search(&request, &mut |_| ()).expect("a move");
        assert!(other.score.is_some_and(Score::is_loss), "{moves}: {other:?}");
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
        let table_bytes = engine.resources.as_ref().map(|it| it.requested.table_bytes);
        assert_eq!(table_bytes, Some(hash));
    }
}

#[test]
fn the_best_permitted_move_of_the_book_is_played() {
    let entry = |moves: &str, value| {
        let value = Some(Score::from_eval(value));
        encode(&BookPosition::of(&after(moves)), &BookEntry { value, ..BookEntry::default() })
    };
    let (rule, size) = (Rule::Freestyle, Size::square(15));
    let header = Header { rule, size, count: 0, index: HEADER_LENGTH };
    let bytes = [header.encode(), entry("h8i9", -40), entry("h8i10", -10)].concat();
    let path = std::env::temp_dir().join(format!("shisan-{}-engine", std::process::id()));
    std::fs::write(&path, bytes).expect("a file");
    let book = Some(Arc::new(Book::open(&path).expect("a book")));
    let mut engine = Engine::default();
    engine.configure(EngineConfig { book, ..config(1, 4 << 20) }).expect("4 MiB");
    let (board, clock) = (after("h8"), Clock::unlimited());
    let mut play = |options: AnalysisOptions| {
        let options = AnalysisOptions { book: true, ..options };
        let limits = Limits { depth: None, nodes: Some(1_000) };
        let request = SearchRequest::best_move(&board, rule, limits, &clock);
        let request = SearchRequest { options, ..request };
        let found = engine.search(&request, &mut |_| ()).expect("a move");
        (found.pos, found.score.map(Score::get), found.nodes)
    };
    let cells = |moves: &str| record::parse_moves(moves).expect("cells");
    let images = |moves: &str| {
        let key = |board: &Board| BookPosition::of(board);
        let wanted = key(&after(moves));
        let leads = |pos: &Pos| key(&after(&format!("h8{pos}"))) == wanted;
        board.empty_cells().filter(leads).collect::<Vec<Pos>>()
    };
    let (best, second) = (images("h8i9"), images("h8i10"));
    let (pos, score, nodes) = play(AnalysisOptions::default());
    assert!(best.contains(&pos) && (score, nodes) == (Some(40), 0));
    let excluded = best.clone();
    let (pos, score, nodes) = play(AnalysisOptions { excluded, ..AnalysisOptions::default() });
    assert!(second.contains(&pos) && (score, nodes) == (Some(10), 0));
    let only = Some([&second[..1], &cells("a1")].concat());
    assert_eq!(play(AnalysisOptions { only, ..AnalysisOptions::default() }).0, second[0]);
    let excluded = [best, second].concat();
    let (pos, _, nodes) =
        play(AnalysisOptions { excluded: excluded.clone(), ..AnalysisOptions::default() });
    assert!(!excluded.contains(&pos) && nodes > 0, "the engine thinks");
    std::fs::remove_file(path).expect("the file");
}

#[test]
fn several_threads_find_a_move() {
    let (pos, score, _) = search(&mut engine(3), &board(8), 30_000);
    assert!(board(8).is_empty_at(pos) && score.is_some());
}
