//! Wins under every rule, and whole games; forbidden points have a file of their own.

mod forbidden;

use proptest::prelude::*;

use super::*;
use crate::board::{Board, PlaceError};
use crate::pos::{Direction, Pos, Size};
use crate::record;
use crate::rule::{Forbidden, Rule};
use crate::side::{Cell, Side};

/// Lays `row` along `direction` from corner to corner of a board that is just as long.
fn along(row: &str, direction: Direction) -> Board {
    let drawing = vec![".".repeat(row.len()); row.len()].join("\n");
    let mut board: Board = drawing.parse().expect("an empty board");
    let corner = match direction {
        Direction::AntiDiagonal => Pos::new(0, board.size().height() - 1),
        _ => Pos::new(0, 0),
    };
    for (sign, steps) in row.chars().zip(0..) {
        let cell = match sign {
            'X' => Cell::Black,
            'O' => Cell::White,
            '#' => Cell::Wall,
            _ => Cell::Empty,
        };
        let pos = corner.step_unchecked(direction, steps);
        board.place(pos, cell).expect("a free cell");
    }
    board
}

/// Under which rules every stone of `side` in `row` wins; all of them must agree.
fn winning_rules(row: &str, side: Side) -> Vec<Rule> {
    let wins_along = |rule, direction| {
        let board = along(row, direction);
        let own = board.stones().iter().filter(|stone| stone.cell == side.into());
        let verdicts: Vec<bool> = own.map(|stone| wins(&board, rule, stone.pos)).collect();
        assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "{rule} {row}");
        verdicts[0]
    };
    let wins = |&rule: &Rule| {
        let verdicts = Direction::ALL.map(|direction| wins_along(rule, direction));
        assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "{rule} {row}");
        verdicts[0]
    };
    Rule::ALL.into_iter().filter(wins).collect()
}

#[test]
fn what_wins_under_each_rule() {
    use Rule::{CaroOverline, Freestyle, Renju, Standard};
    // White's answer differs from Black's only in that an overline wins in renju.
    for (row, for_black, for_white) in [
        (".XXXXX.", &Rule::ALL[..], &Rule::ALL[..]),
        ("OXXXXX.", &Rule::ALL, &Rule::ALL),
        ("XXXXX", &Rule::ALL, &Rule::ALL),
        ("XXXXXO.", &Rule::ALL, &Rule::ALL),
        ("OXXXXX#", &Rule::ALL, &Rule::ALL),
        ("#XXXXX#", &Rule::ALL, &Rule::ALL),
        ("OXXXXXO", &[Freestyle, Standard, Renju], &[Freestyle, Standard, Renju]),
        (".XXXXXX.", &[Freestyle, CaroOverline], &[Freestyle, Renju, CaroOverline]),
        ("OXXXXXXO", &[Freestyle, CaroOverline], &[Freestyle, Renju, CaroOverline]),
        ("XXXXXXX", &[Freestyle, CaroOverline], &[Freestyle, Renju, CaroOverline]),
        (".XXXX.", &[], &[]),
        ("XXOXXX", &[], &[]),
        ("XX#XXX", &[], &[]),
        ("XXX.XX", &[], &[]),
    ] {
        assert_eq!(winning_rules(row, Side::Black), for_black, "black {row}");
        let swapped = row.replace('O', "x").replace('X', "O").replace('x', "X");
        assert_eq!(winning_rules(&swapped, Side::White), for_white, "white {swapped}");
    }
}

#[test]
fn one_winning_line_is_enough() {
    // The row is an overline and the column a five, both through e3.
    let board: Board = "
        . . . . X . .
        . . . . X . .
        . X X X X X X
        . . . . X . .
        . . . . X . .
        . . . . . . ."
        .parse()
        .expect("a drawing");
    for rule in Rule::ALL {
        assert!(wins(&board, rule, Pos::new(4, 2)), "{rule}");
        assert!(!wins(&board, rule, Pos::new(0, 0)), "{rule}");
    }
}

#[test]
fn walls_win_nothing() {
    let board = along("#####", Direction::Row);
    assert!(Rule::ALL.into_iter().all(|rule| !wins(&board, rule, Pos::new(2, 0))));
}

fn judged(rule: Rule, moves: &str) -> (usize, Verdict) {
    let moves = record::parse_moves(moves).expect("a pos string");
    judge(Size::square(15), rule, &moves)
}

#[test]
fn a_game_ends_with_its_first_five() {
    for rule in Rule::ALL {
        let (ply, verdict) = judged(rule, "a1a2b1b2c1c2e1e2d1d2");
        let line = record::parse_moves("a1b1c1d1e1").expect("a pos string");
        assert_eq!((ply, verdict), (9, Verdict::Win { side: Side::Black, line }), "{rule}");
    }
    assert_eq!(judged(Rule::Freestyle, "a1a2b1b2c1c2d1d2"), (8, Verdict::Ongoing));
    assert_eq!(judged(Rule::Freestyle, ""), (0, Verdict::Ongoing));
}

#[test]
fn an_overline_of_white_wins_in_renju() {
    let moves = "a1c3a3d4a5e5a7g7a9h8o1f6o3";
    let (ply, verdict) = judged(Rule::Renju, moves);
    let line = record::parse_moves("c3d4e5f6g7h8").expect("a pos string");
    assert_eq!((ply, verdict), (12, Verdict::Win { side: Side::White, line }));
    assert_eq!(judged(Rule::Standard, moves), (13, Verdict::Ongoing));
}

#[test]
fn a_foul_or_illegal_move_ends_the_game() {
    let double_three = "h8a1g8a3i9a5i10a7i8";
    let foul = Verdict::Foul(Forbidden::DoubleThree);
    assert_eq!(judged(Rule::Renju, double_three), (9, foul));
    assert_eq!(judged(Rule::Standard, double_three), (9, Verdict::Ongoing));
    // White may do what Black may not.
    assert_eq!(judged(Rule::Renju, "a1h8a3g8a5i9a7i10a9i8"), (10, Verdict::Ongoing));
    for (moves, error) in [("h8i9h8j10", PlaceError::Occupied), ("h8i9p1j10", PlaceError::OffBoard)]
    {
        assert_eq!(judged(Rule::Freestyle, moves), (3, Verdict::Illegal(error)));
    }
}

/// The only free cells of a board of 6x6 are c1 and c4, and both make six for Black.
const NO_MOVE: &str = "e1f2a6d6d1a2b1e5e4b6f6d2c6d5c3b3a1a5b4e2f1e3a4f3b2a3d4e6c5d3f4c2b5f5";

#[test]
fn black_without_a_legal_move_loses() {
    let moves = record::parse_moves(NO_MOVE).expect("a pos string");
    let size = Size::square(6);
    assert_eq!(judge(size, Rule::Renju, &moves), (34, Verdict::NoMove(Side::Black)));
    assert_eq!(judge(size, Rule::Renju, &moves[..33]), (33, Verdict::Ongoing));
    for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Renju) {
        assert_eq!(judge(size, rule, &moves), (34, Verdict::Ongoing), "{rule}");
    }
    let mut board = Board::new(size);
    for &pos in &moves {
        board.play(pos);
    }
    assert_eq!(position(&board, Rule::Renju), Verdict::NoMove(Side::Black));
    assert!(!has_move(&board, Rule::Renju) && has_move(&board, Rule::Standard));
    // White may do what Black may not.
    board.set_side_to_move(Side::White);
    assert_eq!(position(&board, Rule::Renju), Verdict::Ongoing);
    assert!(has_move(&board, Rule::Renju));
    for pos in [Pos::new(2, 0), Pos::new(2, 3)] {
        board.place(pos, Cell::Wall).expect("a free cell");
    }
    assert_eq!(position(&board, Rule::Renju), Verdict::Draw, "a full board");
    assert!(!has_move(&board, Rule::Renju));
}

#[test]
fn a_five_is_never_forbidden_and_leaves_a_move() {
    // Every other cell is taken by a stone of neither side.
    let mut board: Board = "
        X X . X X #
        # # # # # #
        X X . X X X
        # # # # # #
        # # # # # #
        # # # # # #"
        .parse()
        .expect("a drawing");
    board.set_side_to_move(Side::Black);
    assert_eq!(position(&board, Rule::Renju), Verdict::Ongoing);
    let five = Pos::new(2, 0);
    assert!(matches!(play(&mut board, Rule::Renju, five), Verdict::Win { .. }));
    board.undo();
    board.place(five, Cell::Wall).expect("a free cell");
    assert_eq!(position(&board, Rule::Renju), Verdict::NoMove(Side::Black));
}

proptest! {
    /// In crowded games of renju, the referee of whole games agrees with one that asks for every cell.
    #[test]
    fn a_side_without_a_move_is_found(cells in shuffled(Size::square(6))) {
        let mut board = Board::new(Size::square(6));
        for pos in cells {
            let verdict = play(&mut board, Rule::Renju, pos);
            if matches!(verdict, Verdict::Win { .. } | Verdict::Draw) {
                break;
            }
            let black = board.side_to_move() == Side::Black;
            let legal = |pos| !black || forbidden(&board, pos).is_none();
            let is_stuck = !board.empty_cells().any(legal);
            prop_assert_eq!(has_move(&board, Rule::Renju), !is_stuck);
            prop_assert_eq!(matches!(position(&board, Rule::Renju), Verdict::NoMove(_)), is_stuck);
        }
    }
}

fn shuffled(size: Size) -> impl Strategy<Value = Vec<Pos>> {
    Just(size.positions().collect::<Vec<_>>()).prop_shuffle()
}

#[test]
fn a_full_board_is_a_draw_unless_its_last_stone_wins() {
    let size = Size::square(5);
    let judge_stones_of = |drawing: &str| {
        let board: Board = drawing.parse().expect("a drawing");
        let of = |cell| board.stones().iter().filter(move |stone| stone.cell == cell);
        let white: Vec<Pos> = of(Cell::White).map(|stone| stone.pos).collect();
        let mut moves: Vec<Pos> = Vec::new();
        for (index, stone) in of(Cell::Black).enumerate() {
            moves.push(stone.pos);
            moves.extend(white.get(index));
        }
        judge(size, Rule::Freestyle, &moves)
    };
    let draw = judge_stones_of("XXOOX\nOOXXO\nXXOOX\nOOXXO\nXXOOX");
    assert_eq!(draw, (25, Verdict::Draw));
    let (ply, last) = judge_stones_of("XXOOX\nOOXOX\nXOXOX\nOXOXX\nOXOOX");
    assert!(matches!(last, Verdict::Win { side: Side::Black, .. }), "{last:?}");
    assert_eq!(ply, 25);
}
