//! Forbidden points of renju, drawn.

use super::along;
use crate::diagram::Diagram;
use crate::pos::{Direction, Pos};
use crate::referee::{forbidden, forbidden_with_depth};
use crate::rule::Forbidden;

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
