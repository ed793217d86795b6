//! Point scores, candidates and checkmates worked by hand from the table of patterns.

use gomoku_rules::Side;

use super::*;
use crate::cells::near;
use crate::testing::{board, choice, names, plays_legally, pos, stones};

fn position(board: &Board) -> Position {
    Position::new(board, Rule::Freestyle)
}

fn candidates(board: &Board, breadth: usize) -> String {
    let selection = Selection { breadth, is_sorted: true, has_forced_moves: true };
    names(&position(board).candidates(&legal(board, Rule::Freestyle), selection))
}

/// A single stone is an open one in four directions. Beside it Black has an open two and three open ones,
/// White a blocked one and three open ones.
#[test]
fn around_one_stone() {
    let board = board("h8");
    let position = position(&board);
    let score = |side, name| position.points.score(side, pos(name));
    assert_eq!(score(Side::Black, "h8"), 4 * 10);
    assert_eq!(score(Side::White, "h8"), 0);
    assert_eq!(score(Side::Black, "i8"), 100 + 3 * 10);
    assert_eq!(score(Side::White, "i8"), 1 + 3 * 10);
    assert_eq!(position.points.board_score(&board, Side::White), -40);
    assert_eq!(candidates(&board, 99), "g7 h7 i7 g8 i8 g9 h9 i9");
    assert_eq!(candidates(&board, 3), "g7 h7 i7");
}

/// Black has h8 and i8, White h7, which blocks a column and a diagonal. h8: 100 + 1 + 10 + 10, i8 the
/// same; h7: 10 + 1 + 1 + 10.
#[test]
fn the_board_is_worth_its_best_points() {
    let board = stones("h8i8", "h7", Side::Black);
    let position = position(&board);
    for (side, cell, expected) in
        [(Side::Black, "h8", 121), (Side::Black, "i8", 121), (Side::White, "h7", 22)]
    {
        assert_eq!(position.points.score(side, pos(cell)), expected, "{cell}");
    }
    assert_eq!(position.points.board_score(&board, Side::Black), 121 - 22);
    assert_eq!(position.points.board_score(&board, Side::White), 22 - 121);
    // g8 and j8 make an open three; for White they are a blocked one and, at g8, an open two with h7.
    let score = |side, name| position.points.score(side, pos(name));
    assert_eq!(score(Side::Black, "g8"), 1000 + 3 * 10 - 9);
    assert_eq!(score(Side::White, "g8"), 1 + 10 + 10 + 100);
    assert_eq!(candidates(&board, 2), "g8 j8");
}

#[test]
fn forced_moves() {
    let fives = stones("c3d3e3f3b5", "c5d5e5f5b3", Side::Black);
    assert_eq!(candidates(&fives, 5), "g3");
    let block = stones("c3d3e3b5", "c5d5e5f5b3", Side::Black);
    assert_eq!(candidates(&block, 5), "g5");
    // White must stop an open three or make a four: an open one at i12, a blocked one at e12. The first
    // three are worth 100000 + 30 to one side and 1 + 30 to the other.
    let three = stones("h8i8j8d12", "f12g12h12", Side::White);
    assert_eq!(candidates(&three, 1), "g8 k8 i12 e12");
}

/// h8 makes a four (after d8, White's) and a three: i8 is forced, then h7 or h11 makes an open four.
#[test]
fn a_four_three_is_checkmate() {
    let board = stones("e8f8g8h9h10", "d8a1a3c13m12", Side::Black);
    let mate = |depth| {
        let mut position = position(&board);
        let mut budget = Budget::new(Limits::default());
        let legal = legal(&board, Rule::Freestyle);
        let mut checkmate = Checkmate {
            position: &mut position,
            attacker: Side::Black,
            nodes: CHECKMATE_NODES,
            budget: &mut budget,
        };
        checkmate.find(depth, &legal)
    };
    assert_eq!(mate(4), None);
    assert_eq!(mate(5), Some(pos("h8")));
    assert_eq!(choice(&GaoLiang { depth: 1, ..GaoLiang::default() }, &board), "h8");
}

/// White's own four stops the four-three: i8, which Black's four forces, makes White's five next.
#[test]
fn a_four_of_the_defender_refutes_a_checkmate() {
    let board = stones("e8f8g8h9h10", "d8i5i6i7a1", Side::Black);
    let mut position = position(&board);
    let mut budget = Budget::new(Limits::default());
    let attacker = Side::Black;
    let legal = legal(&board, Rule::Freestyle);
    let mut checkmate = Checkmate {
        position: &mut position,
        attacker,
        nodes: CHECKMATE_NODES,
        budget: &mut budget,
    };
    assert_ne!(checkmate.find(5, &legal), Some(pos("h8")));
}

#[test]
fn breadths_read_back() {
    for text in ["5", "4,4,4,4,3,3,3", "all", "7,all"] {
        assert_eq!(text.parse::<Breadth>().expect("a breadth").to_string(), text);
    }
    for text in ["", "0", "4,", "x", "-1"] {
        assert!(text.parse::<Breadth>().is_err(), "{text}");
    }
    let layers: Breadth = "4,4,3".parse().expect("a breadth");
    assert_eq!([0, 1, 2, 9].map(|layer| layers.of(layer)), [4, 4, 3, 3]);
}

#[test]
fn scores_kept_up_to_date_are_those_of_the_position() {
    let mut rng = fastrand::Rng::with_seed(4);
    for rule in Rule::ALL {
        let mut position = Position::new(&board(""), rule);
        position.points.updates_all = rule == Rule::Standard;
        for _ in 0..90 {
            let free: Vec<Pos> = position.board.empty_cells().collect();
            position.play(free[rng.usize(..free.len())]);
            if rng.u8(..4) == 0 {
                position.undo();
            }
            let fresh = points::Points::new(&position.board, rule);
            for cell in position.board.size().positions() {
                for side in Side::BOTH {
                    let kept = position.points.score(side, cell);
                    assert_eq!(kept, fresh.score(side, cell), "{:?} {cell}", position.board);
                }
            }
        }
    }
}

/// Alpha-beta finds the same value in any order, and with either update, as long as all candidates are
/// searched.
#[test]
fn the_order_changes_no_value() {
    let board = stones("h8i8h9", "h7g9j10", Side::Black);
    let plain = GaoLiang { depth: 3, breadth: Breadth::uniform(usize::MAX), ..GaoLiang::default() };
    let unsorted = GaoLiang { unsorted: true, full_update: true, ..plain.clone() };
    let search = |agent| {
        let mut position = position(&board);
        position.points.updates_all = GaoLiang::clone(agent).full_update;
        let budget = Budget::new(Limits::default());
        Search { agent, rule: Rule::Freestyle, position, budget }
    };
    let (mut sorted, mut unsorted) = (search(&plain), search(&unsorted));
    for pos in near(&board, &legal(&board, Rule::Freestyle), 1) {
        let value = sorted.value_of(pos, 0, 3, -INFINITY, INFINITY);
        assert_eq!(unsorted.value_of(pos, 0, 3, -INFINITY, INFINITY), value, "{pos}");
    }
    assert!(unsorted.budget.choice(pos("h8")).nodes > sorted.budget.choice(pos("h8")).nodes);
}

/// Black's open three forces White to g8, k8 or a four; without forced moves all neighbours are candidates.
#[test]
fn forced_moves_can_be_left_out() {
    let board = stones("h8i8j8", "d12", Side::White);
    let legal = legal(&board, Rule::Freestyle);
    let of = |has_forced_moves| {
        let selection = Selection { breadth: 99, is_sorted: true, has_forced_moves };
        position(&board).candidates(&legal, selection)
    };
    assert_eq!(names(&of(true)), "g8 k8");
    assert_eq!(of(false).len(), near(&board, &legal, 1).len());
    plays_legally(&GaoLiang {
        depth: 2,
        no_forced_moves: true,
        unsorted: true,
        ..GaoLiang::default()
    });
}

#[test]
fn every_move_is_legal() {
    plays_legally(&GaoLiang { depth: 3, ..GaoLiang::default() });
}
