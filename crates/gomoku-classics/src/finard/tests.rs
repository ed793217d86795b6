//! Values worked by hand: a five counts its stones to the fifth power.

use gomoku_rules::Side;

use super::*;
use crate::testing::{board, choice, names, plays_legally, pos, stones};

fn ranked(board: &Board) -> Vec<(Pos, i64)> {
    let evaluation = Evaluation { fives: &fives(board.size()), rule: Rule::Freestyle };
    evaluation.ranked(board, &legal(board, Rule::Freestyle), 0)
}

fn value(board: &Board, name: &str) -> i64 {
    let ranked = ranked(board);
    ranked.iter().find(|(cell, _)| *cell == pos(name)).expect("a candidate").1
}

/// Of the fives through h8, four hold its neighbour i8, three j8, two k8, one l8: so many times 1^5.
#[test]
fn around_one_stone() {
    let board = board("h8");
    let ranked = ranked(&board);
    assert_eq!(ranked.len(), 32, "eight directions, four steps");
    let values: Vec<i64> = ranked.iter().map(|&(_, value)| value).collect();
    let expected = [4, 3, 2, 1].map(|value| [value; 8]).concat();
    assert_eq!(values, expected);
    assert_eq!(value(&board, "j10"), 3);
    assert!(!candidates(&board, &[pos("i10"), pos("m8")]).contains(&pos("i10")));
}

/// White blocks a three that g8 closes. k8 and l8 lie in h8..l8 (3^5), i8..m8 (2^5) and j8..n8 (1^5);
/// m8 in the last two. White has no five through any of them.
#[test]
fn against_a_three() {
    let board = stones("h8i8j8", "g8", Side::White);
    for (cell, expected) in [("k8", 243 + 32 + 1), ("l8", 276), ("m8", 33), ("n8", 1)] {
        assert_eq!(value(&board, cell), expected, "{cell}");
    }
    let best: Vec<Pos> = ranked(&board).iter().take(2).map(|&(cell, _)| cell).collect();
    assert!(["k8 l8", "l8 k8"].contains(&names(&best).as_str()));
    assert!(["k8", "l8"].contains(&choice(&Finard::default(), &board).as_str()));
}

/// Both sides have a four: making five is worth 100^9, blocking 100^8. Beside that, White has e5 in the
/// three fives of a rising diagonal through e5 and g3, and Black e3 in those through e3 and g5.
#[test]
fn its_own_five_comes_first() {
    let board = stones("c3d3e3f3b5", "c5d5e5f5b3", Side::Black);
    assert_eq!(value(&board, "g3"), 1_000_000_000_000_000_000 + 3);
    assert_eq!(value(&board, "g5"), 10_000_000_000_000_000 + 3);
    let best: Vec<Pos> = ranked(&board).iter().take(2).map(|&(cell, _)| cell).collect();
    assert_eq!(names(&best), "g3 g5");
    assert_eq!(choice(&Finard::default(), &board), "g3");
}

/// An open four, a block, the five: three plies, one of them too few.
#[test]
fn a_line_is_searched_to_its_depth() {
    let board = stones("h8i8j8", "c3d4m12", Side::Black);
    let evaluation = Evaluation { fives: &fives(board.size()), rule: Rule::Freestyle };
    let outcome = |first, depth| {
        let mut budget = Budget::new(Limits::default());
        evaluation.look_ahead(&board, pos(first), depth, 0, &mut budget)
    };
    assert_eq!(outcome("g8", 3), Some(Outcome::Win));
    assert_eq!(outcome("g8", 2), Some(Outcome::Unknown));
    let mut lost = board.clone();
    lost.set_side_to_move(Side::White);
    let mut budget = Budget::new(Limits { nodes: Some(4), ..Limits::default() });
    let away = evaluation.look_ahead(&lost, pos("a1"), 4, 0, &mut budget);
    assert_eq!(away, Some(Outcome::Loss));
    assert_eq!(evaluation.look_ahead(&lost, pos("a1"), 4, 0, &mut budget), None);
}

#[test]
fn every_move_is_legal() {
    plays_legally(&Finard { moves: 3, depth: 6, seed: 1 });
}
