//! Values worked by hand: a chain with 0, 1, 2, 3 own stones is worth 3, 30, 300, 3000 to the attack, one
//! with as many of the opponent's 1, 10, 100, 1000 to the defence.

use gomoku_rules::Size;

use super::*;
use crate::testing::{board, choice, plays_legally, pos, stones};

fn raw(board: &Board, name: &str) -> i64 {
    let fives = fives(board.size());
    let chains = Chains { fives: &fives, rule: Rule::Freestyle };
    chains.values(board, board.side_to_move()).raw()[pos(name).index()]
}

/// 20 chains meet in the centre, 3 in a corner, 7 in c2: 3 in its row, 2 in its column, 2 in a diagonal.
#[test]
fn empty_chains() {
    let board = board("");
    for (cell, chains) in [("h8", 20), ("a1", 3), ("c2", 7)] {
        assert_eq!(raw(&board, cell), 3 * chains, "{cell}");
    }
    assert_eq!(choice(&Chain::default(), &board), "h8");
}

/// On 5x5 there are 12 chains. Black has c3, White is to move.
#[test]
fn one_stone_and_the_reply() {
    let mut board = Board::new(Size::square(5));
    board.play(pos("c3"));
    // (chains through the cell that are empty, that hold c3): the attack has 3 for each of the first, the
    // defence 1 for each of the first and 10 for each of the second.
    for (cell, value) in [("a1", 2 + 10), ("a3", 1 + 10), ("b1", 3 + 3), ("b2", 2 + 10)] {
        assert_eq!(raw(&board, cell), value, "{cell}");
    }
    // After a1 White has 3 in row 1 and 3 in column a. Black's values there are 11, 30, 11, 33 each; all
    // of them add up to 482. So the reply destroys 3 * (85 + 85) / 482 = 1.
    let fives = fives(board.size());
    let chains = Chains { fives: &fives, rule: Rule::Freestyle };
    assert_eq!(chains.expected_loss(&board, pos("a1")), 1);
    board.play(pos("a1"));
    for (cell, value) in [("b1", 11), ("c1", 30), ("d1", 11), ("e1", 33), ("d2", 36), ("e5", 6)] {
        assert_eq!(raw(&board, cell), value, "{cell}");
    }
}

/// The text's example: a four that is blocked at once has the highest value, and yet other moves are
/// better. h8 has 3000 in the chain d8..h8, then 300, 30, 3 and 3 in the next ones, and 15 empty chains in
/// the other directions. After it the first chain holds 3 * (1 + 10 + 100 + 1000), the next ones through g8
/// 333, 33 and 3, and g8 takes nearly all of the opponent's values.
#[test]
fn a_four_is_not_wasted() {
    let board = stones("d8e8f8", "c8l3m12", Side::Black);
    assert_eq!(raw(&board, "h8"), 3_000 + 300 + 30 + 3 + 3 + 15 * 3);
    assert_eq!(choice(&Chain { no_reply: true }, &board), "h8");
    let fives = fives(board.size());
    let chains = Chains { fives: &fives, rule: Rule::Freestyle };
    let loss = chains.expected_loss(&board, pos("h8"));
    assert!((3_600..3_333 + 333 + 33 + 3).contains(&loss), "{loss}");
    assert!(!["g8", "h8"].contains(&choice(&Chain::default(), &board).as_str()));
    let one_ply = Limits { depth: Some(1), ..Limits::default() };
    let choice = Chain::default().choose(&board, Rule::Freestyle, one_ply);
    assert_eq!(choice, Some(Choice { pos: pos("h8"), nodes: 0 }));
}

/// The "absolute defence" of the text, as a lattice: one stone in five meets every chain of every board. On
/// 15x15 these are 45, and no fewer do, for 45 chains share no cell.
#[test]
fn a_lattice_leaves_no_chain() {
    let is_on_lattice = |pos: &Pos| (u32::from(pos.x()) + 2 * u32::from(pos.y())).is_multiple_of(5);
    for side in Size::MIN..=Size::MAX {
        let size = Size::square(side);
        let is_met = |five: &Five| five.cells.iter().any(is_on_lattice);
        assert!(fives(size).iter().all(is_met), "{size}");
    }
    let size = Size::square(15);
    assert_eq!(size.positions().filter(is_on_lattice).count(), 45);
    let is_apart = |five: &&Five| {
        five.cells[1].y() == five.cells[0].y() && five.cells[0].x().is_multiple_of(5)
    };
    let mut cells: Vec<Pos> =
        fives(size).iter().filter(is_apart).flat_map(|five| five.cells).collect();
    cells.sort_unstable();
    cells.dedup();
    assert_eq!(cells.len(), 45 * 5);
}

#[test]
fn every_move_is_legal() {
    plays_legally(&Chain::default());
    plays_legally(&Chain { no_reply: true });
}
