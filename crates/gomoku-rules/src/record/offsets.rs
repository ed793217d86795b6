//! Gomocup openings: each stone as its offset from the centre, x to the right and y downwards,
//! `0,0, 1,-1, 2,0`. The centre is cell (width / 2, height / 2), rounded down, both from 0.
//!
//! This is the format of `openings.txt` in Piskvork and in Gomocup's judge
//! (<https://github.com/plastovicka/Piskvork>, `playOpening` in `source/game.cpp`;
//! <https://github.com/Gomocup/GomocupJudge>, `opening2pos` in `server/server.py`).

use super::builder::Builder;
use super::error::RecordError;
use super::game::Record;
use super::scanner::Scanner;
use crate::pos::{Pos, Size};

/// Reads a Gomocup opening for a board of `size`: the offset of each stone from the centre,
/// `0,0, 1,-1`, x to the right and y downwards.
///
/// # Errors
/// [`RecordError`] where an offset is missing, is not a whole number or leaves the board.
pub fn parse_offsets(text: &str, size: Size) -> Result<Vec<Pos>, RecordError> {
    let cells = cells(&mut Scanner::new(text), size)?;
    Ok(cells.into_iter().map(|(_, pos)| pos).collect())
}

/// Reads an opening for a board of `size` from each line that is neither blank nor a comment, which
/// starts with `#`.
///
/// # Errors
/// As [`parse_offsets`], and where a cell is already taken.
pub fn parse_offset_lines(text: &str, size: Size) -> Result<Vec<Record>, RecordError> {
    let game = |mut line| Builder::new(text, size).play_all(cells(&mut line, size)?);
    Scanner::games(text).map(game).collect()
}

/// Writes a Gomocup opening for a board of `size`, without a line feed.
pub fn format_offsets(moves: &[Pos], size: Size) -> String {
    let centre = size.centre();
    let offset = |pos: &Pos| {
        let dx = i32::from(pos.x()) - i32::from(centre.x());
        let dy = i32::from(pos.y()) - i32::from(centre.y());
        format!("{dx},{dy}")
    };
    moves.iter().map(offset).collect::<Vec<_>>().join(", ")
}

/// Reads the cells of the rest, each with its byte in the text.
fn cells(scanner: &mut Scanner, size: Size) -> Result<Vec<(usize, Pos)>, RecordError> {
    let centre = size.centre();
    let mut cells = Vec::new();
    scanner.blanks();
    if scanner.peek().is_none() {
        return Ok(cells);
    }
    loop {
        let (at, dx) = scanner.number("a whole number")?;
        scanner.expect(',', "a comma and the y of the offset")?;
        let (_, dy) = scanner.number("a whole number")?;
        let x = i32::from(centre.x()).checked_add(dx);
        let y = i32::from(centre.y()).checked_add(dy);
        let pos = x.zip(y).and_then(|(x, y)| size.pos(x, y));
        let expected = || format!("an offset that stays on the {size} board");
        cells.push((at, pos.ok_or_else(|| scanner.error_at(at, expected()))?));
        scanner.blanks();
        if scanner.peek().is_none() {
            return Ok(cells);
        }
        scanner.expect(',', "a comma")?;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::record::testing::games;

    #[test]
    fn openings_read_back() {
        let size = Size::square(20);
        let moves = vec![Pos::new(10, 10), Pos::new(11, 9), Pos::new(0, 19)];
        assert_eq!(format_offsets(&moves, size), "0,0, 1,-1, -10,9");
        for text in ["0,0, 1,-1, -10,9", "0,0,1,-1,-10,9\r\n", " 0 , 0 , +1 , -1 , -10 , 9"] {
            assert_eq!(parse_offsets(text, size).as_ref(), Ok(&moves), "{text}");
        }
        assert_eq!(parse_offsets("\n", size), Ok(vec![]));
        assert_eq!(parse_offsets("0,0", Size::square(15)), Ok(vec![Pos::new(7, 7)]));
        let text = "# from the centre\n0,0\n\n  # 5,5\n1,-1, 0,0\r\n";
        let games = parse_offset_lines(text, size).expect("two openings");
        assert_eq!(games.len(), 2, "comments are no games");
        assert_eq!(games[1].cells().collect::<Vec<_>>(), [Pos::new(11, 9), Pos::new(10, 10)]);
    }

    #[test]
    fn a_bad_opening_is_named_by_its_place() {
        for (text, error) in [
            ("0,0, 1", "line 1, column 7: expected a comma and the y of the offset"),
            ("0,0,", "line 1, column 5: expected a whole number"),
            ("0,0, é,1", "line 1, column 6: expected a whole number"),
            ("0,0, 1;1", "line 1, column 7: expected a comma and the y of the offset"),
            ("0,0 1,1", "line 1, column 5: expected a comma"),
            ("0,0, --1,1", "line 1, column 6: expected a whole number"),
            ("0,0, 8,1", "line 1, column 6: expected an offset that stays on the 15x15 board"),
            ("0,0\n1,8", "line 2, column 1: expected an offset that stays on the 15x15 board"),
            ("0,2147483647", "line 1, column 1: expected an offset that stays on the 15x15 board"),
            ("# 1\n1,1, 1,1", "line 2, column 6: expected a free cell: i9 is taken"),
            ("0,0 # 1", "line 1, column 5: expected a comma"),
        ] {
            let found =
                parse_offset_lines(text, Size::square(15)).map_err(|error| error.to_string());
            assert_eq!(found, Err(error.to_owned()), "{text}");
        }
    }

    proptest! {
        #[test]
        fn games_read_back(game in games()) {
            let moves: Vec<Pos> = game.cells().collect();
            let text = format_offsets(&moves, game.size);
            prop_assert_eq!(parse_offsets(&text, game.size), Ok(moves));
        }
    }
}
