//! Drawn boards as records: the stones of a [`Diagram`], which have no order.

use super::error::RecordError;
use super::game::{IN_TURN, ParsedRecord, Record};
use crate::coords::Coords;
use crate::diagram::Diagram;
use crate::side::Cell;

/// Reads a position from each drawing of the text. Blank lines separate drawings and text; there is none
/// within a drawing. [`Diagram`] lists the signs.
///
/// A drawing holds no order of moves: its stones are set up, row by row from the upper left. Marks are
/// dropped.
///
/// # Errors
/// [`RecordError`] where a drawing cannot be read, or at its start if Black has fewer stones than
/// White or at least two more, or a cell is blocked.
pub fn parse_boards(text: &str) -> Result<Vec<Record>, RecordError> {
    Ok(parse_drawings(text)?.into_iter().map(|game| game.record).collect())
}

/// What is expected of a drawing with blocked cells.
const NO_WALL: &str = "no blocked cell, a #, which games do not have";

/// As [`parse_boards`], with what the labels say.
pub(super) fn parse_drawings(text: &str) -> Result<Vec<ParsedRecord>, RecordError> {
    let game = |(line, Diagram { board, coords, .. }): (usize, Diagram)| {
        let error = || {
            let has_wall = board.stones().iter().any(|stone| stone.cell == Cell::Wall);
            let expected = if has_wall { NO_WALL } else { IN_TURN };
            RecordError { line, column: 1, expected: expected.to_owned() }
        };
        let record = Record::from_board(&board).ok_or_else(error)?;
        Ok(ParsedRecord { coords, ..record.into() })
    };
    Diagram::read_all(text)?.into_iter().map(game).collect()
}

/// Draws the position after the last move, with row numbers and column letters. The order of the moves
/// is lost.
pub fn format_board(game: &Record) -> String {
    draw(game, Coords::Top)
}

/// The same with labels that name the cells as `coords` says.
pub(super) fn draw(game: &Record, coords: Coords) -> String {
    Diagram { coords: Some(coords), ..game.board().into() }.to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pos::Pos;
    use crate::record::testing::games;

    const DRAWINGS: &str = "
   a b c d e
 1 . . . . .
 2 . O X . .
 3 . X ! . .
 4 . . . . .
 5 . . . . .


.....
.X...
.....
.....
.....
";

    #[test]
    fn stones_are_set_up_row_by_row() {
        let games = parse_boards(DRAWINGS).expect("two drawings");
        let moves = [Pos::new(2, 1), Pos::new(1, 1), Pos::new(1, 2)];
        assert_eq!(games[0].cells().collect::<Vec<_>>(), moves);
        assert_eq!(games[1].cells().collect::<Vec<_>>(), [Pos::new(1, 1)]);
        assert_eq!((games[0].set_up, games[1].set_up), (3, 1));
        assert_eq!(games.len(), 2);
        let drawn = format_board(&games[0]);
        assert_eq!(drawn.lines().nth(2), Some(" 2 . O X . ."), "{drawn}");
        for nothing in ["\n", "#\n", "# c\n", "# nothing\n", "# Bob won\n\n# box\n"] {
            assert_eq!(parse_boards(nothing), Ok(vec![]), "{nothing}");
        }
        assert!(parse_boards("# # . . .\n").is_err());
        assert!(parse_boards("##...\n").is_err());
    }

    #[test]
    fn what_is_no_game_is_named_by_its_place() {
        let turns = format!("line 8, column 1: expected {IN_TURN}");
        let blocked = format!("line 8, column 1: expected {NO_WALL}");
        let empty = ".....\n".repeat(4);
        for (row, error) in [
            ("X.X..", &turns[..]),
            ("O....", &turns),
            ("X.O.O", &turns),
            ("XO#..", &blocked),
            ("X.?é.", "line 12, column 4: expected one of . _ - + X x * B O o W # ! ?"),
            ("....", "line 12, column 5: expected as many cells as in the first row"),
        ] {
            let text = format!("\n.....\n{empty}\n{empty}{row}\n");
            let found = parse_boards(&text).map_err(|error| error.to_string());
            assert_eq!(found, Err(error.to_owned()), "{text}");
        }
        let gap = parse_boards(".....\n.....\n\n.....\n.....\n.....\n");
        let size = "line 2, column 1: expected 5 to 32 rows of 5 to 32 cells";
        assert_eq!(gap.map_err(|error| error.to_string()), Err(size.to_owned()));
    }

    #[test]
    fn labels_say_how_cells_are_named() {
        let game = &parse_boards(DRAWINGS).expect("two drawings")[0];
        for coords in Coords::ALL {
            let read = parse_drawings(&draw(game, coords)).expect("our own drawing");
            let gtp_is_bottom = if coords == Coords::Gtp { Coords::Bottom } else { coords };
            assert_eq!((read[0].coords, &read[0].record), (Some(gtp_is_bottom), game));
        }
        assert_eq!(parse_drawings(DRAWINGS).expect("two drawings")[1].coords, None);
    }

    proptest! {
        #[test]
        fn positions_read_back(game in games()) {
            let read = parse_boards(&format_board(&game)).expect("our own drawing");
            prop_assert_eq!(read[0].board().key(), game.board().key());
            prop_assert_eq!(read[0].size, game.size);
        }
    }
}
