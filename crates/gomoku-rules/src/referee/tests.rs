//! Wins under every rule, and whole games; forbidden points have a file of their own.

mod forbidden;

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
