//! Wins under every rule, forbidden points of renju, and whole games.

use super::*;
use crate::board::{Board, PlaceError};
use crate::diagram::Diagram;
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

#[track_caller]
fn drawn(drawing: &str) -> Diagram {
    let diagram: Diagram = drawing.parse().expect("a good drawing");
    assert!(!diagram.marks.is_empty());
    diagram
}

/// Every `!` is forbidden for `reason` and every `?` is not forbidden.
#[track_caller]
fn assert_forbidden(reason: Forbidden, drawing: &str) {
    let diagram = drawn(drawing);
    for &(pos, mark) in &diagram.marks {
        let expected = (mark == '!').then_some(reason);
        assert_eq!(forbidden(&diagram.board, pos), expected, "{pos} in\n{diagram}");
    }
}

/// The verdict on the marked cell hangs on `depth` imagined moves.
#[track_caller]
fn assert_depth(depth: u32, drawing: &str) {
    let diagram = drawn(drawing);
    for &(pos, mark) in &diagram.marks {
        let expected = (mark == '!').then_some(Forbidden::DoubleThree);
        assert_eq!(forbidden_with_depth(&diagram.board, pos), (expected, depth), "{diagram}");
    }
}

#[test]
fn lines_with_fours_and_overlines() {
    use Forbidden::{DoubleFour, Overline};
    for (row, verdict) in [
        // Two fours in one line.
        (". . X . X ! X . X . .", Some(DoubleFour)),
        (". . X X . ! X . X X .", Some(DoubleFour)),
        (". X X X . ! . X X X .", Some(DoubleFour)),
        ("X . X ! X . X", Some(DoubleFour)),
        ("O X X . X ! . X X O", Some(DoubleFour)),
        // One four: open, closed, or with one end that would make six.
        (". . X X X ! . . . . .", None),
        ("O X X X ! . . . . . .", None),
        ("X . X X X ! . . . . .", None),
        ("X X . X ! X . X . . .", None),
        ("X X X . ! . . . . . .", None),
        // No four: both ends would make more than five.
        (". X X X X . ! . X X X X", None),
        (". X X X . . ! . . X X X", None),
        (". X X X ! X X . . . .", Some(Overline)),
        ("X X X X ! X X X X", Some(Overline)),
        ("X X X X X !", Some(Overline)),
        // A five is never forbidden.
        (". . X X ! X X . . . .", None),
        ("X X X X ! . X X X X", None),
    ] {
        let blank = row.replace(['X', 'O', '!'], ".");
        let diagram = drawn(&format!("{row}\n{}", format!("{blank}\n").repeat(5)));
        let pos = diagram.marks[0].0;
        assert_eq!(forbidden_with_depth(&diagram.board, pos), (verdict, 0), "{row}");
    }
}

#[test]
fn which_lines_are_threes() {
    // The column through the marked cell is a three; the cell is forbidden if the row is one too.
    for (row, is_three) in [
        (". . . . X X ! . . . .", true),
        (". . . X . X ! . . . .", true),
        (". . . X X . ! . . . .", true),
        (". . . . . X ! X . . .", true),
        (". . . . . . ! . X X .", true),
        (". . . O . . ! X X . .", true),
        (". . O . X X ! . . O .", true),
        (". . . O X X ! . . . .", false),
        (". . . # X X ! . . . .", false),
        (". . . . X . ! X O . .", false),
        (". . . O . X ! X . O .", false),
        (". . . . . O . X ! X .", false),
        (". . . . . . . . X ! X", false),
        (". X . . X X ! . . X .", false),
        (". . . X . X . ! . . .", false),
        (". . X X . . ! . . . .", false),
    ] {
        let rows: Vec<String> = (0..9)
            .map(|y| match y {
                4 => row.to_owned(),
                2 | 3 => row.replace(['X', 'O', '#'], ".").replace('!', "X"),
                _ => row.replace(['X', 'O', '#', '!'], "."),
            })
            .collect();
        let diagram = drawn(&rows.join("\n"));
        let pos = diagram.marks[0].0;
        let expected = is_three.then_some(Forbidden::DoubleThree);
        assert_eq!(forbidden(&diagram.board, pos), expected, "{row}");
    }
}

#[test]
fn crossing_lines() {
    // Two fours; a four and a three; three threes.
    assert_forbidden(
        Forbidden::DoubleFour,
        ". . . . . . . . . . .
         . X . X X ! . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . O . . . . .",
    );
    assert_forbidden(
        Forbidden::DoubleFour,
        ". . . . . . . . . . .
         O X X X ? . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_forbidden(
        Forbidden::DoubleThree,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . ! X X . . . .
         . . . . X X . . . . .
         . . . . X . X . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    // A five comes before a four and an overline.
    assert_forbidden(
        Forbidden::Overline,
        ". . . . . . . . . . .
         . X X X ? X X . . . .
         . . . X X . . . . . .
         . . X . X . . . . . .
         . X . . X . . . . . .
         . . . . X . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn a_three_that_only_a_five_would_complete_is_none() {
    assert_forbidden(
        Forbidden::DoubleThree,
        ". . . . . . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . X . ? X . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_forbidden(
        Forbidden::DoubleThree,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . X . ! X . . . .
         . . . . . X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn a_three_whose_open_four_is_forbidden_is_none() {
    // The gap in row 6 would be an overline, a double four, a double three.
    assert_depth(
        1,
        ". . . . . . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . X . ? X . . . .
         . . . . X X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_depth(
        1,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . O . . . . . .
         . . . . X . . . . . .
         . . . . X . . . . . .
         . . . X . ? X . . . .
         . . . . X X . . . . .
         . . . . . X . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_depth(
        2,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . X . X . . . . .
         . . . . X X . . . . .
         . . . . X . ? X . . .
         . . . . . . . . . . .
         . . . . . . X . . . .
         . . . . . . X . . . .
         . . . . . . . . . . .",
    );
}

#[test]
fn threes_are_judged_as_deep_as_needed() {
    assert_depth(
        2,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . X . . . . . . .
         . . . . . X X . . . .
         . . . . ! . . . . . .
         . . . X . X . . . . .
         . . . . . . X . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_depth(
        3,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . X . . . . . . .
         . . . X . X . . . . .
         . . . . X X . . . . .
         . . . . X X ? . . . .
         . . . . . . . . . . .
         . . . . . . X . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_depth(
        3,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . X . X X . . .
         . . . . X . X . . . .
         . . . . . . X X . . .
         . . . X . . . ! . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_depth(
        4,
        ". . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .
         . . . . . . X . . . .
         . . . . . X . . . . .
         . . . ? . X . . . . .
         . . . . X X . . . . .
         . . . X . X . . . . .
         . . . X X . . . . . .
         . . . . . . . . . . .
         . . . . . . . . . . .",
    );
    assert_depth(
        4,
        ". . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . X . . . . . .
         . . . . X . ! X . . . . .
         . . . . . X . . X . . . .
         . . . . . . X . X . . . .
         . . X . X . . . . . . . .
         . . . . X X . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .
         . . . . . . . . . . . . .",
    );
}

#[test]
fn only_free_cells_and_black_stones_can_be_forbidden() {
    let diagram = drawn(
        ". . . . . . .
         . . O O ! O .
         . . . O . . .
         . . O . O . .
         . O . . . . .
         . . . . . . .",
    );
    assert_eq!(forbidden(&diagram.board, diagram.marks[0].0), None);
    let board = along("XXX.XX", Direction::Row);
    assert_eq!(forbidden(&board, Pos::new(3, 0)), Some(Forbidden::Overline));
    assert_eq!(forbidden(&board, Pos::new(2, 0)), None);
    assert_eq!(forbidden(&board, Pos::new(3, 6)), None);
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
