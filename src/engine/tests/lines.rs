//! What is reported: lines in the order of their scores, and mates as whole lines.

use std::time::{Duration, Instant};

use super::{after, after_on, engine};
use crate::engine::{AnalysisOptions, Engine, SearchRequest};
use crate::score::Score;
use crate::search::{Clock, Limits, PvInfo, SearchInfo, SearchResult, TimeBudget};
use crate::solve::testing::Random;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule, Size, record};

/// The result of a search, and its reports.
fn search(
    engine: &mut Engine,
    (board, rule): (&Board, Rule),
    options: AnalysisOptions,
    limits: Limits,
    clock: &Clock,
) -> (SearchResult, Vec<Vec<PvInfo>>) {
    let mut reports = Vec::new();
    let mut on_info = |info: &SearchInfo| {
        if let SearchInfo::Pv(lines) = info {
            reports.push(lines.clone());
        }
    };
    let request = SearchRequest { options, ..SearchRequest::best_move(board, rule, limits, clock) };
    let result = engine.search(&request, &mut on_info);
    (result.expect("a free cell"), reports)
}

/// A position after a number of moves of one of the recorded games, which depends on `random`.
fn recorded(random: &mut Random) -> (Board, Rule) {
    let games: Vec<&str> = include_str!("../../../data/positions/games.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    let [rule, side, moves] = games[random.below(games.len())].split(' ').collect::<Vec<_>>()[..]
    else {
        panic!("a game has three columns")
    };
    let moves = record::parse_moves(moves).expect("moves");
    let mut board = Board::new(Size::square(side.parse().expect("a side")));
    for &pos in &moves[..3 + random.below(moves.len() - 3)] {
        board.play(pos);
    }
    (board, rule.parse().expect("a rule"))
}

fn nodes(nodes: u64) -> Limits {
    Limits { depth: None, nodes: Some(nodes) }
}

fn lines(multi_pv: usize) -> AnalysisOptions {
    AnalysisOptions { multi_pv, search_forced: true, ..AnalysisOptions::default() }
}

#[test]
fn lines_stand_in_the_order_of_their_scores() {
    let random = &mut Random(11);
    let mut engine = engine(1);
    for round in 0..200 {
        let (board, rule) = recorded(random);
        let limit = [300, 3_000, 8_000][round % 3];
        let options = AnalysisOptions { open_ended: round % 7 == 0, ..lines(2 + round % 9) };
        engine.new_game();
        let clock = Clock::unlimited();
        let (result, reports) =
            search(&mut engine, (&board, rule), options.clone(), nodes(limit), &clock);
        for lines in &reports {
            let place = |line: &PvInfo| (line.pv_index, line.multi_pv);
            assert!(lines.iter().map(place).eq((0..lines.len()).map(|index| (index, lines.len()))));
            assert!(lines.len() <= options.multi_pv, "{lines:?}");
            assert!(
                lines.is_sorted_by(|better, worse| better.score >= worse.score),
                "{rule} {board:?}: {lines:?}"
            );
            let depths = lines.iter().filter(|line| !line.score.is_decisive()).map(|it| it.depth);
            assert!(depths.clone().min() == depths.max(), "one iteration: {lines:?}");
        }
        let Some(last) = reports.last() else { continue };
        assert_eq!((result.pos, result.score), (last[0].pv[0], Some(last[0].score)));
    }
}

/// What is wrong with the line of a mate, as the referee sees it.
fn flaw(board: &Board, rule: Rule, score: Score, pv: &[Pos]) -> Option<&'static str> {
    let mut board = board.clone();
    let winner = if score.is_win() { board.side_to_move() } else { !board.side_to_move() };
    let (last, before) = pv.split_last()?;
    for &pos in before {
        if !matches!(referee::play(&mut board, rule, pos), Verdict::Ongoing) {
            return Some("it ends early");
        }
    }
    match referee::play(&mut board, rule, *last) {
        Verdict::Win { side, .. } if side == winner => None,
        _ => Some("it does not end in the winner's five"),
    }
}

/// Counts the mates of searches and those whose lines stop before the five; all others are whole.
fn count_mates(
    positions: usize,
    seed: u64,
    options: &dyn Fn(usize) -> AnalysisOptions,
) -> [usize; 2] {
    let random = &mut Random(seed);
    let mut engine = engine(1);
    let [mut mates, mut cut] = [0, 0];
    for round in 0..positions {
        let (board, rule) = recorded(random);
        engine.new_game();
        let clock = Clock::unlimited();
        let limits = nodes([500, 8_000, 20_000][round % 3]);
        let (result, reports) = search(&mut engine, (&board, rule), options(round), limits, &clock);
        let lines = reports.last().into_iter().flatten();
        let lines = lines.map(|line| (line.score, &line.pv));
        let lines = lines.chain(result.score.map(|score| (score, &result.pv)));
        for (score, pv) in lines {
            let Some(plies) = score.mate_distance() else { continue };
            mates += 1;
            cut += usize::from(pv.len() < plies as usize);
            if pv.len() < plies as usize {
                continue;
            }
            assert_eq!(pv.len(), plies as usize, "{rule} {board:?} {score}: {pv:?}");
            let flaw = flaw(&board, rule, score, pv);
            assert_eq!(flaw, None, "{rule} {board:?} {score}: {pv:?}");
        }
    }
    [mates, cut]
}

#[test]
fn a_mate_is_reported_with_its_whole_line() {
    let [mates, cut] = count_mates(200, 21, &|_| AnalysisOptions::default());
    assert!(mates > 50 && cut * 100 < mates, "{cut} of {mates} lines are cut");
    let [mates, cut] = count_mates(150, 22, &|round| lines(2 + round % 4));
    assert!(mates > 100 && cut * 100 < mates, "{cut} of {mates} lines are cut");
}

#[test]
#[ignore = "minutes"]
fn hardly_a_line_of_a_mate_is_cut() {
    let [mates, cut] = count_mates(10_000, 23, &|round| lines(1 + round % 10));
    println!("{cut} of {mates} lines are cut");
    assert!(cut * 200 < mates, "{cut} of {mates} lines are cut");
}

/// g5 wins in 5, and the solver's g8 in 7.
#[test]
fn a_shorter_mate_comes_before_the_one_that_a_solver_has_found() {
    let board = after("g11f10g9i11j8i10g7f8h6h9");
    for limit in [4_000, 100_000] {
        let clock = Clock::unlimited();
        let position = (&board, Rule::Freestyle);
        let (result, reports) = search(&mut engine(1), position, lines(2), nodes(limit), &clock);
        assert_eq!((result.pos.to_string(), result.score), ("g5".into(), Some(Score::mate_in(5))));
        let scores = reports[reports.len() - 1].iter().map(|line| line.score);
        assert!(scores.eq([Score::mate_in(5), Score::mate_in(7)]));
    }
}

/// Positions whose move needs no search, each with that move.
fn forced() -> Vec<(Board, Pos)> {
    let at = |name: &str| name.parse().expect("a cell");
    let full = "a1b1c1d1e1a2b2c2d2e2b3a3d3c3a4e3c4b4e4d4b5a5d5c5";
    vec![
        (after(""), at("h8")),
        (after("h8a1i8a2j8g8k8"), at("l8")),
        (after_on(Size::square(5), full), at("e5")),
    ]
}

#[test]
fn a_move_that_needs_no_search_is_valued_where_that_is_wanted() {
    let options = AnalysisOptions { value_unsearched: true, ..AnalysisOptions::default() };
    for clock in [Clock::unlimited(), Clock::new(Instant::now(), TimeBudget::ZERO)] {
        for (board, pos) in forced() {
            let position = (&board, Rule::Freestyle);
            let limits = Limits::default();
            let silent = AnalysisOptions::default();
            let (plain, reports) = search(&mut engine(1), position, silent, limits, &clock);
            assert_eq!((plain.pos, reports.len()), (pos, 0));
            let (valued, reports) =
                search(&mut engine(1), position, options.clone(), limits, &clock);
            assert_eq!((valued.pos, valued.score.is_some()), (pos, true));
            let last = reports.last().expect("a report");
            assert_eq!((last.len(), last[0].pv[0]), (1, pos));
            assert!(valued.nodes < 60_000, "a short search: {}", valued.nodes);
        }
    }
}

/// Positions that keep the solvers busy for long.
const HARD: [(&str, Rule); 2] = [
    (
        "h8k6g6h5h10h9i8g8i9i10j11j10f7h7f6i6j5k8j7j6l6k7e5g7k9g11e10f8e9e11h11d6i5d11k5d12f11g12g10e8",
        Rule::Freestyle,
    ),
    ("h8h9i9g7j8j9k9l10k8i8", Rule::Renju),
];

#[test]
fn a_search_that_may_last_reports_before_the_solvers_are_done() {
    for (moves, rule) in HARD {
        let board = after(moves);
        let hour = Duration::from_secs(3600);
        let hour = Clock::new(Instant::now(), TimeBudget { optimum: hour, maximum: hour });
        for (options, clock) in [
            (lines(3), &hour),
            (AnalysisOptions { open_ended: true, ..lines(3) }, &Clock::unlimited()),
        ] {
            let (_, reports) = search(
                &mut engine(1),
                (&board, rule),
                options,
                Limits { depth: Some(9), nodes: None },
                clock,
            );
            let first = &reports[0];
            assert!(first.len() == 3 && first[0].nodes < 5_000, "{first:?}");
            let depths: Vec<u32> = reports.iter().map(|lines| lines[0].depth).collect();
            assert!(depths.is_sorted_by(|one, next| one < next), "each depth once: {depths:?}");
            let nodes: Vec<u64> = reports.iter().map(|lines| lines[0].nodes).collect();
            assert!(nodes.is_sorted(), "{nodes:?}");
        }
    }
}
