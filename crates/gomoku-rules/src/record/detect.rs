//! Which format a text is in.

use std::fmt;

use super::format::Format;
use super::scanner::{is_comment, trim};
use crate::text::move_number;

impl Format {
    /// The format that `text` looks like, from its first line that is neither blank nor a comment
    /// (`#`). A text without such a line holds no game in any format.
    ///
    /// # Errors
    /// [`UnknownFormat`] where it looks like none.
    pub fn detect(text: &str) -> Result<Self, UnknownFormat> {
        // A comment of SGF may hold anything.
        let begins_game = trim(text).starts_with("(;");
        if text.contains(is_binary) && !begins_game || text.starts_with("\u{fffd}RenLib") {
            return Err(UnknownFormat::of_binary(text));
        }
        let mut lines = text.lines().map(trim);
        let Some(line) = lines.find(|line| !line.is_empty() && !is_comment(line)) else {
            return Ok(Self::Board);
        };
        let first = trim(&line[move_number(line)..]);
        let letters = first.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if line.starts_with("Piskvorky") {
            Ok(Self::Psq)
        } else if line.starts_with('(') || is_part_of_sgf(line) {
            Ok(Self::Sgf)
        } else if letters.len() < first.len() && letters.starts_with(|c: char| c.is_ascii_digit()) {
            Ok(Self::Pos)
        } else if line.contains(',') && line.starts_with(|c: char| "+-0123456789".contains(c)) {
            Ok(Self::Offsets)
        } else if is_part_of_board(line) {
            Ok(Self::Board)
        } else {
            Err(UnknownFormat::of(line))
        }
    }
}

/// Whether the line could stand in a game of SGF whose beginning is missing.
fn is_part_of_sgf(line: &str) -> bool {
    let name = line.trim_start_matches(|c: char| c == ';' || c.is_whitespace());
    let rest = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let has_name = (1..=2).contains(&(name.len() - rest.len())) && rest.starts_with('[');
    has_name || line.contains(";B[") || line.contains(";W[")
}

/// Whether the line could be a row of a drawn board, or its column letters.
fn is_part_of_board(line: &str) -> bool {
    let signs = line.chars().filter(|c| !c.is_whitespace() && !c.is_ascii_digit());
    let signs: String = signs.map(|c| c.to_ascii_lowercase()).collect();
    let is_sign = |c: char| "._-!?+x*o#●○⚫⚪".contains(c) || ('─'..='╿').contains(&c);
    let known = signs.chars().filter(|&c| is_sign(c)).count();
    // Letters that begin words, too, stand for stones beside other signs.
    let stones = signs.chars().filter(|c| known > 0 && matches!(c, 'b' | 'w')).count();
    let known = known + stones;
    signs.starts_with("abcde") || known > 0 && 2 * known >= signs.chars().count()
}

/// Whether the line is a tag of PGN: `[Event "match"]`.
fn is_tag(line: &str) -> bool {
    let name = line[1..].trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    line[1..].starts_with(|c: char| c.is_ascii_uppercase()) && name.starts_with(" \"")
}

/// No text holds such a character.
fn is_binary(c: char) -> bool {
    // Ctrl-Z ends the texts of DOS, and ISO-2022-JP has escapes.
    c.is_ascii_control() && !"\t\n\x0b\x0c\r\x1a\x1b".contains(c)
}

/// A text that is in no format of records, and what it looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UnknownFormat {
    /// A library of the program `RenLib`.
    RenLib,
    /// Something that is not text.
    Binary,
    /// XML or HTML.
    Xml,
    /// JSON.
    Json,
    /// PGN, which `shisan match` writes as well.
    Pgn,
    /// A text that begins with these words.
    Text(String),
}

impl UnknownFormat {
    fn of(line: &str) -> Self {
        match line.chars().next() {
            Some('<') => Self::Xml,
            Some('[') if is_tag(line) => Self::Pgn,
            Some('{' | '[') => Self::Json,
            _ => Self::Text(line.chars().take(20).collect()),
        }
    }

    fn of_binary(text: &str) -> Self {
        // Libraries begin with the name of their program between two bytes of 255.
        let head: String = text.chars().take(10).collect();
        if head.contains("RenLib") { Self::RenLib } else { Self::Binary }
    }
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a format that this program reads: ")?;
        match self {
            Self::RenLib => f.write_str("a library of RenLib"),
            Self::Binary => f.write_str("binary data"),
            Self::Xml => f.write_str("XML or HTML"),
            Self::Json => f.write_str("JSON"),
            Self::Pgn => {
                f.write_str("PGN (games of shisan match are read from its --record games.sgf)")
            }
            Self::Text(head) => write!(f, "text that begins with {head:?}"),
        }
    }
}

impl std::error::Error for UnknownFormat {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_do_not_hide_the_format() {
        for (text, format) in [
            ("h8i9", Format::Pos),
            ("# a comment\n\n  # 1,2\nh8i9\n", Format::Pos),
            ("1.h8 i9 2.j7", Format::Pos),
            ("1) h8", Format::Pos),
            ("1. . . . .\n2. . x . .", Format::Board),
            ("+ + B W +\n+ + + + +", Format::Board),
            ("B W B W +\n+ + + + +", Format::Board),
            ("┌┬┬┬┐\n├┼●○┤", Format::Board),
            ("0,0, 1,1", Format::Offsets),
            ("# shisan openings --size 15x15\n# h8i9\n-1,2, 0,0", Format::Offsets),
            ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", Format::Psq),
            (" \n(;GM[4])", Format::Sgf),
            ("(;GM[4]C[\u{1}\u{0}\u{7f}])", Format::Sgf),
            (". . . . .\n", Format::Board),
            ("# # . . .\n. . . . .\n", Format::Board),
            ("   a b c d e\n 1 . . . . .\n", Format::Board),
            ("   A B C D E F G H J\n 9 . . . . . . . . .\n", Format::Board),
            ("15 ..z.. 15", Format::Board),
            ("", Format::Board),
            ("# nothing\n", Format::Board),
            ("\u{feff}h8i9", Format::Pos),
            ("\u{feff}\r\n(;GM[4])", Format::Sgf),
            ("h8i9\n\x1a", Format::Pos),
        ] {
            assert_eq!(Format::detect(text), Ok(format), "{text:?}");
        }
    }

    #[test]
    fn a_game_that_was_cut_at_its_beginning_is_sgf() {
        for text in [";GM[4]SZ[15];B[hh])", "SZ[15];B[hh])", "h];W[ig])", "PB[a]PW[b]"] {
            assert_eq!(Format::detect(text), Ok(Format::Sgf), "{text}");
        }
    }

    #[test]
    fn what_is_no_record_is_said_to_be_none() {
        for (text, looks_like) in [
            ("<?xml version=\"1.0\"?>\n<database>", "XML or HTML"),
            ("\u{feff}<html>", "XML or HTML"),
            ("{\"moves\":\"h8\"}", "JSON"),
            ("[1,2]", "JSON"),
            ("[\"Event\", \"match\"]", "JSON"),
            (
                "[Event \"match\"]\n[Site \"?\"]\n",
                "PGN (games of shisan match are read from its --record games.sgf)",
            ),
            ("\u{ff}RenLib\u{ff}\u{3}\u{0}", "a library of RenLib"),
            ("\u{fffd}RenLib\u{fffd}", "a library of RenLib"),
            ("\u{5}\u{0}\u{7}\u{7}", "binary data"),
            ("h8i9\u{0}", "binary data"),
            ("15 15\n7 7\n", "text that begins with \"15 15\""),
            ("Hello, world", "text that begins with \"Hello, world\""),
            ("Dear reader of this long text", "text that begins with \"Dear reader of this \""),
        ] {
            let expected = format!("not a format that this program reads: {looks_like}");
            let found = Format::detect(text).map_err(|error| error.to_string());
            assert_eq!(found, Err(expected), "{text:?}");
        }
    }
}
