//! Levels: what they see, that they are repeatable, and that more Elo wins.

use std::time::{Duration, Instant};

use super::*;
use crate::engine::{Level, LevelTable};
use crate::pattern::{Position, Threat};
use crate::search::TimeBudget;
use gomoku_rules::Diagram;

fn level(elo: u16) -> Level {
    Level::new(elo.into(), Level::DEFAULT_SEED).expect("a level")
}

fn at_level(level: Level) -> Engine {
    let mut engine = Engine::default();
    engine
        .configure(EngineConfig { level: Some(level), ..EngineConfig::default() })
        .expect("memory");
    engine
}

fn play(engine: &mut Engine, board: &Board, rule: Rule) -> Pos {
    best_move(engine, board, rule, Limits::default()).pos
}

/// A position of a random game of some length.
fn random_position(rule: Rule, random: &mut Random) -> Position {
    playout(rule, Size::square(15), 2 + random.below(40), random)
}

#[test]
fn the_same_position_level_and_seed_give_the_same_move() {
    let random = &mut Random(3);
    let mut differing = 0;
    for round in 0..24 {
        let rule = Rule::ALL[round % 5];
        let position = random_position(rule, random);
        let elo = Level::MIN + random.below(usize::from(Level::MAX - Level::MIN)) as u16 * 3 / 4;
        let mut engine = at_level(level(elo));
        let first = play(&mut engine, position.board(), rule);
        assert_eq!(play(&mut engine, position.board(), rule), first, "after a search");
        let config = EngineConfig { level: Some(level(elo)), ..config(3, 16 << 20) };
        engine.configure(config).expect("memory");
        let turn = Duration::from_secs(60);
        let budget = TimeBudget { optimum: turn / 1000, maximum: turn };
        let clock = Clock::new(Instant::now(), budget);
        let request = SearchRequest::best_move(position.board(), rule, Limits::default(), &clock);
        let result = engine.search(&request, &mut |_| ()).expect("a free cell");
        assert_eq!(result.pos, first, "with other resources and less time");
        let other = Level::new(elo.into(), 77).expect("a level");
        differing += usize::from(play(&mut at_level(other), position.board(), rule) != first);
    }
    assert!(differing > 6, "the seed decides {differing} of 24 moves");
}

#[test]
fn full_strength_knows_nothing_of_a_levels_search() {
    let random = &mut Random(8);
    // The resources of a level.
    let full = config(1, 1 << 20);
    let limits = Limits { nodes: Some(3000), depth: None };
    for _ in 0..4 {
        let position = playout(Rule::Freestyle, Size::square(15), 8, random);
        let search =
            |engine: &mut Engine| best_move(engine, position.board(), Rule::Freestyle, limits);
        let mut engine = Engine::default();
        engine.configure(full.clone()).expect("memory");
        let fresh = search(&mut engine).nodes;
        let of_level = EngineConfig { level: Some(level(2200)), ..full.clone() };
        engine.configure(of_level).expect("memory");
        search(&mut engine);
        engine.configure(full.clone()).expect("memory");
        assert_eq!(search(&mut engine).nodes, fresh);
    }
}

#[test]
fn below_the_table_all_levels_play_as_its_first_row() {
    let table = LevelTable::default();
    assert_eq!(
        table.strength(level(100), Rule::Freestyle),
        table.strength(level(246), Rule::Freestyle)
    );
}

#[test]
fn a_five_is_completed_or_stopped_above_the_lowest_level() {
    let random = &mut Random(5);
    let mut stopped = 0;
    while stopped < 60 {
        let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][random.below(3)];
        let position = random_position(rule, random);
        let side = position.side_to_move();
        if position.count_of(!side, Threat::Five) == 0 {
            continue;
        }
        let elo = second_lowest(rule) + random.below(400) as u16;
        let pos = play(&mut at_level(level(elo)), position.board(), rule);
        let wins = position.count_of(side, Threat::Five) > 0;
        let stops = position.threat(!side, pos) == Threat::Five
            || position.defences(!side, Threat::Five).contains(pos);
        let is_possible = wins
            || position
                .defences(!side, Threat::Five)
                .iter()
                .any(|pos| position.is_legal(side, pos))
            || position.fours(!side).iter().any(|pos| {
                position.threat(!side, pos) == Threat::Five && position.is_legal(side, pos)
            });
        let is_right = if wins { position.threat(side, pos) == Threat::Five } else { stops };
        let drawing = Diagram::from(position.board().clone());
        assert!(is_right || !is_possible, "{rule} {elo}: {side} plays {pos}\n{drawing}");
        stopped += 1;
    }
}

/// The move of a level of `elo` under these options.
fn play_within(elo: u16, seed: u64, board: &Board, rule: Rule, options: &AnalysisOptions) -> Pos {
    let clock = Clock::unlimited();
    let request = SearchRequest {
        options: options.clone(),
        ..SearchRequest::best_move(board, rule, Limits::default(), &clock)
    };
    let level = Level::new(elo.into(), seed).expect("a level");
    at_level(level).search(&request, &mut |_| ()).expect("a free cell").pos
}

#[test]
fn no_level_plays_an_excluded_move() {
    // Black has an open three: g8 and k8, where it would make an open four, may be overlooked.
    let board = after("h8a1i8o15j8");
    let permitted = record::parse_moves("g8").expect("a cell");
    let others = board.empty_cells().filter(|pos| !permitted.contains(pos)).collect();
    let only = AnalysisOptions { only: Some(permitted.clone()), ..AnalysisOptions::default() };
    let excluded = AnalysisOptions { excluded: others, ..AnalysisOptions::default() };
    for (rule, seed) in (1..=40).map(|seed| (Rule::ALL[seed as usize % 5], seed)) {
        for (elo, multi_pv) in [(100, 1), (300, 3), (900, 1)] {
            for options in [&only, &excluded] {
                let options = AnalysisOptions { multi_pv, ..options.clone() };
                let pos = play_within(elo, seed, &board, rule, &options);
                assert!(permitted.contains(&pos), "{rule} {elo} {seed}: {pos}");
            }
        }
    }
}

#[test]
fn among_chosen_moves_a_five_is_completed_or_stopped() {
    let chosen = "l8b2c3d4m13n12b14c9h9i9j9g9";
    let only = Some(record::parse_moves(chosen).expect("cells"));
    let options = AnalysisOptions { only, ..AnalysisOptions::default() };
    for moves in ["h8g8i8a1j8o15k8a15", "h8g8i8a1j8o15k8"] {
        for seed in 1..=30 {
            let pos = play_within(600, seed, &after(moves), Rule::Freestyle, &options);
            assert_eq!(pos.to_string(), "l8", "{moves} {seed}");
        }
    }
    // One of two fives is stopped.
    let (board, ends) = open_four();
    for seed in 1..=30 {
        let only = Some([&ends[..1], &record::parse_moves(chosen).expect("cells")[1..]].concat());
        let options = AnalysisOptions { only, ..AnalysisOptions::default() };
        let pos = play_within(600, seed, &board, Rule::Freestyle, &options);
        assert_eq!(pos, ends[0], "{seed}");
    }
}

/// The Elo of the second level of `rule`: the lowest overlooks fives.
fn second_lowest(rule: Rule) -> u16 {
    let table = LevelTable::default();
    let fives = |elo: u16| table.handicap(level(elo), rule).overlooks(Threat::Five);
    assert!(fives(Level::MIN) > 0);
    (Level::MIN..Level::MAX).find(|&elo| fives(elo) == 0).expect("a level that sees fives")
}

#[test]
fn no_level_plays_a_forbidden_move() {
    let random = &mut Random(11);
    let mut fouls = 0;
    while fouls < 40 {
        let position = random_position(Rule::Renju, random);
        let side = position.side_to_move();
        if position.forbidden_points(side).next().is_none() {
            continue;
        }
        fouls += 1;
        let elo = Level::MIN + random.below(600) as u16;
        let pos = play(&mut at_level(level(elo)), position.board(), Rule::Renju);
        let is_legal = position.board().is_empty_at(pos) && position.is_legal(side, pos);
        assert!(is_legal, "{elo}: {pos}\n{}", Diagram::from(position.board().clone()));
    }
}

#[test]
fn a_lost_position_is_defended() {
    let (board, ends) = open_four();
    for elo in (second_lowest(Rule::Freestyle)..=Level::MAX).step_by(50) {
        let pos = play(&mut at_level(level(elo)), &board, Rule::Freestyle);
        assert!(ends.contains(&pos), "{elo}: {pos}");
    }
}

/// The score of `stronger` in games with both colours from random openings.
fn score(stronger: Level, weaker: Level, openings: u32) -> f64 {
    let mut engines = [at_level(stronger), at_level(weaker)];
    let mut points = 0.0;
    for opening in 0..openings {
        for first in 0..2 {
            let random = &mut Random(u64::from(opening) + 1);
            let mut position = playout(Rule::Freestyle, Size::square(15), 4, random);
            let mut turn = first;
            points += loop {
                let (side, board) = (position.side_to_move(), position.board());
                if board.free() == 0 {
                    break 0.5;
                }
                let pos = play(&mut engines[turn], board, Rule::Freestyle);
                if position.threat(side, pos) == Threat::Five {
                    break if turn == 0 { 1.0 } else { 0.0 };
                }
                position.play(pos);
                turn = 1 - turn;
            };
        }
    }
    points / (2.0 * f64::from(openings))
}

#[test]
fn a_level_of_more_elo_wins() {
    for elo in [300, 700, 1100] {
        let share = score(level(elo + 600), level(elo), 5);
        assert!(share >= 0.8, "{} against {elo}: {share}", elo + 600);
    }
}

#[test]
fn a_level_answers_without_time_and_keeps_to_fewer_nodes() {
    let clock = Clock::new(Instant::now(), TimeBudget::ZERO);
    let board = board(9);
    let request = SearchRequest::best_move(&board, Rule::Freestyle, Limits::default(), &clock);
    let result = at_level(level(Level::MAX)).search(&request, &mut |_| ()).expect("a free cell");
    assert!(board.is_empty_at(result.pos) && result.nodes == 0);
    let limits = Limits { depth: None, nodes: Some(50) };
    let result = best_move(&mut at_level(level(Level::MAX)), &board, Rule::Freestyle, limits);
    assert!(result.nodes <= 51, "{}", result.nodes);
}

#[test]
fn full_strength_returns_after_a_level() {
    let mut engine = engine(1);
    let full = search(&mut engine, &board(8), 30_000);
    let level = EngineConfig { level: Some(level(300)), ..config(1, 4 << 20) };
    engine.configure(level).expect("4 MiB");
    search(&mut engine, &board(8), 30_000);
    engine.configure(config(1, 4 << 20)).expect("4 MiB");
    assert_eq!(search(&mut engine, &board(8), 30_000), full);
}

#[test]
fn there_are_twenty_levels_of_each_measured_rule() {
    let text = include_str!("../../../data/tables/levels.txt");
    let table = LevelTable::read(text).expect("the built-in table");
    assert_eq!(table, LevelTable::default());
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju] {
        let rows = text.lines().filter(|row| row.starts_with(&format!("{rule} ")));
        assert_eq!(rows.count(), 20, "{rule}");
        let (lowest, highest) = table.range(rule);
        assert!(lowest <= 300 && highest >= i32::from(Level::MAX), "{lowest} to {highest}");
    }
    assert_eq!(table.range(Rule::Caro), table.range(Rule::Freestyle));
}

#[test]
fn between_two_measured_levels_the_values_are_between() {
    let table = "standard 1 100 9 40 1 1 3 900 800 700 600 1 300 400 # a remark\n\n\
                 standard 2 300 9 40 101 5 3 0 400 700 200 3 100 0";
    let table = LevelTable::read(table).expect("a table");
    let at = |elo| table.handicap(level(elo), Rule::Standard);
    let (low, mid, high) = (at(100), at(200), at(300));
    assert_eq!((low.nodes, mid.nodes, high.nodes), (1, 51, 101));
    assert_eq!((low.sight.own, mid.sight.own, mid.sight.opponent), (1, 3, 3));
    assert_eq!(mid.overlooked, [450, 600, 700, 400]);
    assert_eq!((mid.attention, mid.stray, mid.noise), (2, 200, 200));
    assert_eq!(at(Level::MAX), high, "above the table");
    for (bad, error) in [
        ("", "no levels"),
        ("chess 1 100 9 40 1 1 3 900 800 700 600 1 300 400", "line 1: \"chess\" is not a rule"),
        ("renju 1 x 9 40 1 1 3 900 800 700 600 1 300 400", "line 1: \"x\" is not a number"),
        ("renju 1 100 9 40 1 1 3", "line 1: expected 10 values, not 3"),
        (
            "# a\nrenju 1 100",
            "line 2: expected a rule, a level, its Elo, the error, the games and values",
        ),
    ] {
        assert_eq!(LevelTable::read(bad).expect_err("an error"), error);
    }
    let row = "renju 1 100 9 40 1 1 3 900 800 700 600 1 300 400";
    let error = LevelTable::read(&format!("{row}\n{row}")).expect_err("an error");
    assert_eq!(error, "line 2: expected more Elo than the level before");
}

#[test]
fn levels_out_of_range_are_refused() {
    for elo in [i64::MIN, -1, 0, i64::from(Level::MIN) - 1, i64::from(Level::MAX) + 1, i64::MAX] {
        let error = Level::new(elo, 1).expect_err("no such level");
        assert!(error.starts_with(&format!("level {elo} is out of range: expected ")), "{error}");
    }
}

#[test]
fn an_empty_board_gets_a_move() {
    for elo in [Level::MIN, Level::MAX] {
        let board = Board::new(Size::square(15));
        assert_eq!(play(&mut at_level(level(elo)), &board, Rule::Renju), board.size().centre());
    }
}
