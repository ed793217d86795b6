//! Rows, candidates and their order worked by hand.

use super::*;
use crate::testing::{board, choice, names, plays_legally, pos, stones};

fn search(board: &Board) -> Search<'static> {
    Search::new(board, Rule::Freestyle, false, Limits::default())
}

/// Black's open two is worth 100 when White is to move, 110 when Black is. Single stones count nothing.
#[test]
fn an_open_two() {
    let mut board = stones("h8i8", "c10", Side::White);
    assert_eq!(search(&board).heuristic(Side::Black), 100);
    board.set_side_to_move(Side::Black);
    assert_eq!(search(&board).heuristic(Side::Black), 110);
    assert_eq!(search(&board).heuristic(Side::White), -110);
}

/// White's open three is worth 1000 in its turn and 500 in Black's, Black's closed three 100 in either;
/// four with one open end 100000 and 500. A four between stone and edge is worth nothing.
#[test]
fn whose_turn_it_is() {
    let mut board = stones("h8i8j8", "g8g9g10", Side::White);
    assert_eq!(search(&board).heuristic(Side::White), 1_000 - 100);
    board.set_side_to_move(Side::Black);
    assert_eq!(search(&board).heuristic(Side::Black), 100 - 500);
    let four = stones("h8i8j8k8", "g8", Side::Black);
    assert_eq!(search(&four).heuristic(Side::Black), 100_000);
    assert_eq!(search(&stones("h8i8j8k8", "g8", Side::White)).heuristic(Side::White), -500);
    assert_eq!(search(&stones("l8m8n8o8", "k8", Side::Black)).heuristic(Side::Black), 0);
}

/// Black has h8 and i8, White h7. Beside the open two (100), g8 and j8 make an open three instead (500);
/// i7 and i9 two more open twos; h9 an open one and a closed one (50); g7, j7 and g9 one; j9 a closed one;
/// the others none. Equals come row by row.
#[test]
fn candidates_are_ranked() {
    let board = stones("h8i8", "h7", Side::Black);
    let cells = near(&board, &legal(&board, Rule::Freestyle), 1);
    assert_eq!(names(&cells), "g6 h6 i6 g7 i7 j7 g8 j8 g9 h9 i9 j9");
    let mut search = search(&board);
    assert_eq!(
        names(&search.ranked(&cells).iter().map(|&(_, pos)| pos).collect::<Vec<_>>()),
        "g8 j8 i7 i9 h9 g7 j7 g9 j9 g6 h6 i6"
    );
    assert_eq!(search.heuristic(Side::Black), 110, "as before the moves");
}

#[test]
fn it_sees_three_plies() {
    assert_eq!(choice(&Gobang::default(), &board("")), "h8");
    // An open four wins with the ply after the block.
    let three = stones("h8i8j8", "c3d4m12", Side::Black);
    assert!(["g8", "k8"].contains(&choice(&Gobang::default(), &three).as_str()));
    let fours = stones("c3d3e3f3b5", "c5d5e5f5b3", Side::Black);
    assert_eq!(choice(&Gobang::default(), &fours), "g3");
}

#[test]
fn rows_kept_line_by_line_are_those_of_the_position() {
    let mut rng = fastrand::Rng::with_seed(5);
    for rule in Rule::ALL {
        let mut search = Search::new(&board(""), rule, false, Limits::default());
        for _ in 0..120 {
            let free: Vec<Pos> = search.board.empty_cells().collect();
            search.play(free[rng.usize(..free.len())]);
            if rng.u8(..4) == 0 {
                search.undo();
            }
        }
        let fresh = Rows::new(&search.board, rule);
        for (side, turn) in [(Side::Black, Side::White), (Side::White, Side::White)] {
            assert_eq!(search.rows.value(side, turn), fresh.value(side, turn));
        }
    }
}

/// Alpha-beta finds the same value in any order.
#[test]
fn the_order_changes_no_value() {
    let board = stones("h8i8h9", "h7g9j10", Side::Black);
    let cells = near(&board, &legal(&board, Rule::Freestyle), 1);
    let mut sorted = search(&board);
    let mut unsorted = Search::new(&board, Rule::Freestyle, true, Limits::default());
    assert_ne!(sorted.ordered(&cells), unsorted.ordered(&cells));
    for pos in cells {
        let value = sorted.value_of(pos, 3, -INFINITY, INFINITY);
        assert_eq!(unsorted.value_of(pos, 3, -INFINITY, INFINITY), value, "{pos}");
    }
    assert!(unsorted.budget.choice(pos("h8")).nodes > sorted.budget.choice(pos("h8")).nodes);
}

#[test]
fn every_move_is_legal() {
    plays_legally(&Gobang { depth: 2, ..Gobang::default() });
}
