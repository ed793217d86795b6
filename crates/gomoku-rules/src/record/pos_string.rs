//! Pos strings: the cells of the moves one after another, `h8i9j10`; row 1 is at the top.
//!
//! This is the format of openings of type `pos` in c-gomoku-cli (<https://github.com/dhbloo/c-gomoku-cli>,
//! `move_to_opening_str` in `src/position.cpp`). Yixin-Board and gomocalc write the same, but count rows
//! from the bottom.

use super::builder::Builder;
use super::error::RecordError;
use super::game::Record;
use super::scanner::Scanner;
use crate::coords::CellNames;
use crate::pos::Pos;
use crate::text::next_cell;

/// Reads a pos string: cells one after another, `h8i9`, with `a1` at the upper left. Spaces, line feeds,
/// commas, semicolons and a dash may separate them, and move numbers such as `1.` or `2)` count them.
/// Neither a board nor the order of play is checked.
///
/// # Errors
/// [`RecordError`] where the text is not a cell.
pub fn parse_moves(text: &str) -> Result<Vec<Pos>, RecordError> {
    let cells = cells(&mut Scanner::new(text), |name| name.parse().map_err(|_| A_CELL.to_owned()))?;
    Ok(cells.into_iter().map(|(_, pos)| pos).collect())
}

/// Reads a game on `board`, a [`Size`](crate::Size) or [`CellNames`], from each line that is neither blank
/// nor a comment, which starts with `#`.
///
/// # Errors
/// [`RecordError`] where the text is not a free cell of the board.
pub fn parse_pos_lines(
    text: &str,
    board: impl Into<CellNames>,
) -> Result<Vec<Record>, RecordError> {
    let names: CellNames = board.into();
    let read = |name: &str| match names.parse(name) {
        Ok(pos) => Ok(pos),
        Err(_) if name.parse::<Pos>().is_ok() => Err(format!("a cell of the {} board", names.size)),
        Err(_) => Err(A_CELL.to_owned()),
    };
    let game = |mut line| Builder::new(text, names).play_all(cells(&mut line, read)?);
    Scanner::games(text).map(game).collect()
}

/// Writes a pos string, without a line feed.
pub fn format_moves(moves: &[Pos]) -> String {
    moves.iter().map(Pos::to_string).collect()
}

const A_CELL: &str = "a cell such as h8: a column letter and a row from 1 to 32";

/// Reads the cells of the rest, each with its byte in the text. `read` gives the cell of a name, or says
/// what was expected.
fn cells(
    scanner: &mut Scanner,
    read: impl Fn(&str) -> Result<Pos, String>,
) -> Result<Vec<(usize, Pos)>, RecordError> {
    let mut cells = Vec::new();
    loop {
        scanner.go_to(next_cell(scanner.rest(), cells.is_empty()));
        if scanner.peek().is_none() {
            return Ok(cells);
        }
        let (at, start) = (scanner.at(), scanner.rest());
        scanner.take(|c| c.is_ascii_alphabetic());
        scanner.take(|c| c.is_ascii_digit());
        let pos = read(&start[..scanner.at() - at]);
        cells.push((at, pos.map_err(|expected| scanner.error_at(at, expected))?));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::coords::Coords;
    use crate::pos::Size;
    use crate::record::testing::games;

    #[test]
    fn pos_strings_read_back() {
        let moves = [Pos::new(7, 7), Pos::new(8, 8), Pos::new(26, 0), Pos::new(0, 31)];
        assert_eq!(format_moves(&moves), "h8i9aa1a32");
        for text in [
            "h8i9aa1a32",
            " H8, i9\tAA1a32 \n",
            ",h8i9,aa1 a32",
            "h8,i9;aa1;;a32;",
            "h8-i9 - AA1-a32",
            "1.h8-i9 - 2.aa1-a32",
            "1.h8 i9 2.aa1a32",
            "1. h8 2. i9\n3... aa1 4) a32",
        ] {
            assert_eq!(parse_moves(text).as_deref(), Ok(&moves[..]), "{text}");
        }
        assert_eq!(parse_moves(" "), Ok(vec![]));
        let all: Vec<Pos> = Size::square(Size::MAX).positions().collect();
        assert_eq!(parse_moves(&format_moves(&all)), Ok(all));
    }

    #[test]
    fn a_bad_move_is_named_by_its_place() {
        for (text, line, column) in [
            ("h8i", 1, 3),
            ("h8 9", 1, 4),
            ("h8i0", 1, 3),
            ("h8i33", 1, 3),
            ("-h8", 1, 1),
            ("h8--i9", 1, 3),
            ("h8-", 1, 3),
            ("h8 - -i9", 1, 4),
            ("h8é9", 1, 3),
            ("h8i9 ba1", 1, 6),
            ("h8 i 9", 1, 4),
            ("1.h8 2 i9", 1, 6),
            ("1.h8 .i9", 1, 6),
            ("h8\r\n i9\n é", 3, 2),
        ] {
            let place = parse_moves(text).map_err(|error| (error.line, error.column));
            assert_eq!(place, Err((line, column)), "{text}");
        }
        assert_eq!(
            parse_moves("h8?").map_err(|error| error.to_string()),
            Err("line 1, column 3: expected a cell such as h8: a column letter and a row from 1 \
                 to 32"
                .into())
        );
    }

    #[test]
    fn cells_have_the_names_of_their_coordinates() {
        let size = Size::square(15);
        let moves = [Pos::new(7, 7), Pos::new(8, 0), Pos::new(14, 14)];
        for (coords, text) in
            [(Coords::Top, "h8i1o15"), (Coords::Bottom, "h8i15 o1"), (Coords::Gtp, "H8J15, p1")]
        {
            let names = CellNames { coords, size };
            let games = parse_pos_lines(text, names).expect(text);
            assert_eq!(games[0].cells().collect::<Vec<_>>(), moves, "{text}");
            let taken = parse_pos_lines(&format!("{text} {}", names.name(moves[1])), names);
            let error = format!("expected a free cell: {} is taken", names.name(moves[1]));
            assert!(taken.expect_err("a taken cell").to_string().ends_with(&error));
        }
        let gtp = CellNames { coords: Coords::Gtp, size };
        for (text, error) in [
            ("h8i9", "line 1, column 3: expected a cell of the 15x15 board"),
            ("h16", "line 1, column 1: expected a cell of the 15x15 board"),
        ] {
            let found = parse_pos_lines(text, gtp).map_err(|error| error.to_string());
            assert_eq!(found, Err(error.to_owned()));
        }
    }

    #[test]
    fn lines_are_games_on_their_board() {
        let size = Size::square(15);
        let text = "# a comment\nh8i9\n\n #h8\n  a1 O15, h8\n";
        let games = parse_pos_lines(text, size).expect("two games");
        assert_eq!(games.len(), 2, "comments are no games");
        let moves: Vec<Vec<Pos>> = games.iter().map(|game| game.cells().collect()).collect();
        let corner = Pos::new(14, 14);
        assert_eq!(moves[0], [Pos::new(7, 7), Pos::new(8, 8)]);
        assert_eq!(moves[1], [Pos::new(0, 0), corner, Pos::new(7, 7)]);
        assert_eq!(parse_pos_lines("\n \n", size), Ok(vec![]));
        for (text, error) in [
            ("h8\nh8 i9h8\n", "line 2, column 6: expected a free cell: h8 is taken"),
            ("#\n\ni9p1", "line 3, column 3: expected a cell of the 15x15 board"),
            ("a16", "line 1, column 1: expected a cell of the 15x15 board"),
        ] {
            let found = parse_pos_lines(text, size).map_err(|error| error.to_string());
            assert_eq!(found, Err(error.to_owned()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn games_read_back(game in games()) {
            let moves: Vec<Pos> = game.cells().collect();
            let text = format_moves(&moves);
            let read = parse_pos_lines(&text, game.size).expect("our own text");
            let expected = (!moves.is_empty()).then_some(moves);
            prop_assert_eq!(read.first().map(|game| game.cells().collect()), expected);
        }
    }
}
