//! Analysis: multi-PV, reports, known wins and excluded moves.

use super::{after, board, engine};
use crate::engine::{AnalysisOptions, SearchRequest};
use crate::score::Score;
use crate::search::{Clock, Limits, PvInfo, SearchInfo, SearchResult};
use crate::solve::testing::drawn;
use gomoku_rules::{Board, Pos, Rule, Side, Size, record};

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
        if let SearchInfo::Pv(lines) = info {
            infos.extend(lines.iter().cloned());
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
fn lines_are_reported_in_order() {
    for threads in [1, 2] {
        let board = board(5);
        let (result, infos) = analyse(&board, Rule::Freestyle, &options(4, &[]), threads);
        let depths: Vec<u32> = infos.chunks(4).map(|iteration| iteration[0].depth).collect();
        assert!(depths.is_sorted_by(|before, after| before < after) && depths.ends_with(&[6]));
        assert!(threads > 1 || depths.len() == 6, "one thread skips no depth: {depths:?}");
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
            SearchInfo::Pv(lines) => {
                assert_eq!(under_search, None);
                let best = (lines[0].pv[0], lines[0].depth);
                let is_followed = threads == 1;
                assert!(!is_followed || searched.contains(&best), "{best:?}");
            }
            SearchInfo::BookError(error) => panic!("{error}"),
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
    let board = board(6);
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
    let mut board = after(stones);
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
    let board = after("f1a5g1c5h1e5i1a9");
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
}

#[test]
fn on_an_empty_board_the_cell_nearest_to_the_centre_is_played_at_once() {
    for (size, rule) in [(15, Rule::Renju), (20, Rule::Freestyle), (6, Rule::Caro)] {
        let (board, centre) = (Board::new(Size::square(size)), Size::square(size).centre());
        for lines in [1, 5] {
            let (result, infos) = analyse(&board, rule, &options(lines, &[]), 1);
            assert!(result.pos == centre && infos.is_empty(), "{rule}");
            let (result, infos) = analyse(&board, rule, &options(lines, &[centre]), 1);
            let away = [result.pos.x().abs_diff(centre.x()), result.pos.y().abs_diff(centre.y())];
            assert!(away == [0, 1] || away == [1, 0], "{rule}: {}", result.pos);
            assert!(infos.is_empty(), "{rule}");
        }
    }
}

#[test]
fn where_every_move_is_a_foul_one_is_made_unsearched() {
    const OVERLINES: &str = "XXX.XX\nOOXOOX\nOOOXOO\nOOXOOX\nOXOXOO\nXXX.XX";
    let position = drawn(Rule::Renju, Side::Black, OVERLINES);
    let board = position.board();
    for multi_pv in [1, 2] {
        let (result, infos) = analyse(board, Rule::Renju, &options(multi_pv, &[]), 1);
        assert!(board.check_free(result.pos).is_ok() && infos.is_empty(), "{result:?}, {infos:?}");
    }
}

#[test]
fn chosen_moves_are_all_searched_and_no_others() {
    let board = board(5);
    let cells = ["a1", "o15", "a15", "h8"].map(|text| text.parse().expect("a cell"));
    let options = AnalysisOptions { only: Some(cells.to_vec()), ..options(9, &[cells[3]]) };
    let (result, infos) = analyse(&board, Rule::Freestyle, &options, 1);
    let mut searched: Vec<Pos> = infos[infos.len() - 3..].iter().map(|info| info.pv[0]).collect();
    assert_eq!(result.pos, searched[0]);
    searched.sort_unstable();
    assert_eq!(searched, [cells[0], cells[2], cells[1]], "in reading order, no excluded one");
    let taken = AnalysisOptions { only: Some(vec![board.stones()[0].pos]), ..options };
    let (result, _) = analyse(&board, Rule::Freestyle, &taken, 1);
    assert!(board.is_empty_at(result.pos), "none of them is legal: any move");
}

#[test]
fn chosen_moves_are_searched_beside_a_five() {
    // Black completes a five at g8 or l8; or at l8 alone.
    for (board, chosen, fives) in
        [("h8a1i8a2j8a3k8a4", "a9g8l8c3", 2), ("h8g8i8a2j8a3k8a4", "a9l8", 1)]
    {
        let board = after(board);
        let chosen = record::parse_moves(chosen).expect("cells");
        for multi_pv in 1..=5 {
            let options = AnalysisOptions { only: Some(chosen.clone()), ..options(multi_pv, &[]) };
            let (result, infos) = analyse(&board, Rule::Freestyle, &options, 1);
            let count = multi_pv.min(chosen.len());
            let last = &infos[infos.len() - count..];
            assert!(last.iter().all(|info| info.multi_pv == count), "{last:?}");
            let is_five = |info: &PvInfo| info.score == Score::mate_in(1) && info.pv.len() == 1;
            assert!(last.iter().take(fives).all(is_five), "{last:?}");
            assert!(!last.iter().skip(fives).any(is_five), "{last:?}");
            assert_eq!((result.pos, result.score), (last[0].pv[0], Some(Score::mate_in(1))));
            let mut moves: Vec<Pos> = last.iter().map(|info| info.pv[0]).collect();
            moves.sort_unstable();
            moves.dedup();
            assert!(moves.len() == count && moves.iter().all(|pos| chosen.contains(pos)));
        }
    }
}

#[test]
fn a_move_that_needs_no_search_has_a_score_if_one_is_wanted() {
    let scored = AnalysisOptions { search_forced: true, ..AnalysisOptions::default() };
    for moves in ["", "h8a1i8a2j8g8k8"] {
        let board = after(moves);
        let (unscored, _) = analyse(&board, Rule::Freestyle, &AnalysisOptions::default(), 1);
        assert_eq!((unscored.score, unscored.nodes), (None, 0));
        let (result, infos) = analyse(&board, Rule::Freestyle, &scored, 1);
        assert!(result.score.is_some() && infos.last().is_some_and(|info| info.depth > 0));
        assert_eq!((result.pv[0], unscored.pv), (result.pos, vec![unscored.pos]));
        assert_eq!(result.pos, unscored.pos);
    }
}
