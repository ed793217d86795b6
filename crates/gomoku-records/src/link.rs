//! Links of gomoku-calculator and gomocalc.com: a pos string behind `#/`, rows from the bottom.
//!
//! ```text
//! https://gomocalc.com/#/h8i9j10
//! ```
//! A link states no board. Source: <https://github.com/dhbloo/gomoku-calculator>, `src/router.js`, and `posStr`
//! in `src/store/modules/position.js`.

use gomoku_rules::record::{Format, ParsedRecord, Record, RecordError};
use gomoku_rules::{CellNames, Coords, Size};

/// What comes before the moves.
const SITE: &str = "https://gomocalc.com/#/";
/// What separates the site from the moves.
const MARK: &str = "#/";

/// Whether a line is a link.
pub(crate) fn is_link(line: &str) -> bool {
    let line = line.trim_start_matches('\u{feff}').trim();
    let is_site = line.starts_with("https://") || line.starts_with("http://");
    is_site && line.contains(MARK)
}

/// Reads the link in a line, for a board of `size`; `None` if there is nothing but blanks or a comment.
///
/// # Errors
/// Where it is no link, or a move cannot be made.
pub(crate) fn read_link(line: &str, size: Size) -> Result<Option<ParsedRecord>, RecordError> {
    if line.trim().is_empty() || line.trim_start().starts_with('#') {
        return Ok(None);
    }
    let Some((before, moves)) = line.split_once(MARK).filter(|_| is_link(line)) else {
        return Err(RecordError::at(line, 0, format!("a link such as {SITE}h8i9")));
    };
    // Blanks in place of the site keep the columns of errors.
    let blanks = " ".repeat(before.chars().count() + MARK.len());
    let board = CellNames { coords: Coords::Bottom, size };
    let games = Format::Pos.parse(&(blanks + moves), board)?;
    Ok(Some(games.into_iter().next().unwrap_or_else(|| Record::new(size).into())))
}

/// Writes a link, ending with a line feed.
pub(crate) fn write_link(game: &Record) -> String {
    format!("{SITE}{}", Format::Pos.write_with(game, Coords::Bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Option<String>, String> {
        let game = read_link(line, Size::square(15)).map_err(|error| error.to_string())?;
        Ok(game.map(|game| Format::Pos.write_with(&game.record, Coords::Bottom)))
    }

    #[test]
    fn links_are_read_and_written() {
        for link in ["https://gomocalc.com/#/h8i9j10", "http://localhost:8080/x/#/h8i9j10\r\n"] {
            assert_eq!(read(link), Ok(Some("h8i9j10\n".to_owned())));
        }
        assert_eq!(read("https://gomocalc.com/#/"), Ok(Some("\n".to_owned())));
        assert_eq!(read(" \n"), Ok(None));
        assert_eq!(read("# a comment"), Ok(None));
        let game = read_link("https://gomocalc.com/#/a1h8", Size::square(15)).expect("a link");
        let game = game.expect("a game").record;
        assert_eq!(Format::Pos.write(&game), "a15h8\n", "a1 is the lower left corner");
        assert_eq!(write_link(&game), "https://gomocalc.com/#/a1h8\n");
    }

    #[test]
    fn what_is_no_link_is_named_by_its_place() {
        for (line, error) in [
            ("h8i9", "line 1, column 1: expected a link such as https://gomocalc.com/#/h8i9"),
            ("https://gomocalc.com/#/h8h8", "line 1, column 26: expected a free cell: h8 is taken"),
            ("https://gomocalc.com/#/h16", "line 1, column 24: expected a cell of the 15x15 board"),
        ] {
            assert_eq!(read(line), Err(error.to_owned()));
        }
    }
}
