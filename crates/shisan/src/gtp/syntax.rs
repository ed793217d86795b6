//! Lines, words and replies of the protocol
//! (<https://www.lysator.liu.se/~gunnar/gtp/gtp2-spec-draft2/gtp2-spec.html>).

use std::str::FromStr;

use gomoku_rules::{CellNames, Coords, Pos, Side, Size};

/// What GTP says of arguments that cannot be read.
pub const SYNTAX_ERROR: &str = "syntax error";

/// What it says of a move that the rules do not allow.
pub const ILLEGAL_MOVE: &str = "illegal move";

/// A command as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The number before the command, which its reply repeats; often there is none.
    pub id: String,
    pub name: String,
    pub arguments: Vec<String>,
}

impl Line {
    /// The command of a line; `None` if there is only a comment, or nothing. Control characters are left
    /// out.
    pub fn read(line: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(line);
        let text: String = text
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .take_while(|&c| c != '#')
            .collect();
        let mut words = text.split_whitespace().map(str::to_owned).peekable();
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        words.peek()?;
        let id = words.next_if(is_number).unwrap_or_default();
        Some(Self { id, name: words.next().unwrap_or_default(), arguments: words.collect() })
    }
}

/// Whether a line is the comment by which GoGui interrupts a command.
pub fn is_interrupt(line: &[u8]) -> bool {
    let comment = line.trim_ascii().strip_prefix(b"#");
    comment.is_some_and(|comment| comment.trim_ascii() == b"interrupt")
}

/// A reply without its end, which is a blank line.
pub fn reply(id: &str, result: &Result<String, String>) -> String {
    let (sign, text) = match result {
        Ok(text) => ('=', text),
        Err(reason) => ('?', reason),
    };
    // A blank line would end the reply. A text that begins with one begins on a line of its own.
    let first = if text.starts_with('\n') { "\n" } else { "" };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    format!("{sign}{id} {first}{}\n", lines.collect::<Vec<_>>().join("\n"))
}

/// How GTP names the cells of a board.
pub const fn names(size: Size) -> CellNames {
    CellNames { coords: Coords::Gtp, size }
}

/// Reads a color.
///
/// # Errors
/// When it is none.
pub fn color(word: &str) -> Result<Side, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Side::Black),
        "w" | "white" => Ok(Side::White),
        _ => Err(SYNTAX_ERROR.to_owned()),
    }
}

/// Reads a vertex: a cell of the board, or `None` for a pass.
///
/// # Errors
/// When the board has no such cell.
pub fn vertex(word: &str, size: Size) -> Result<Option<Pos>, String> {
    if word.eq_ignore_ascii_case("pass") {
        return Ok(None);
    }
    names(size).parse(word).map(Some).map_err(|_| "invalid coordinate".to_owned())
}

/// Reads a number.
///
/// # Errors
/// When it is none.
pub fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| SYNTAX_ERROR.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str, name: &str, arguments: &[&str]) -> Line {
        let arguments = arguments.iter().copied().map(str::to_owned).collect();
        Line { id: id.to_owned(), name: name.to_owned(), arguments }
    }

    #[test]
    fn lines_are_taken_apart() {
        assert_eq!(
            Line::read(b"12 play b\tJ10 # a move\r"),
            Some(line("12", "play", &["b", "J10"]))
        );
        assert_eq!(Line::read(b"  na\x07me\x01"), Some(line("", "name", &[])));
        assert_eq!(Line::read(b"7"), Some(line("7", "", &[])));
        for nothing in [&b""[..], b" \t\r", b"# 1 name", b"\x00"] {
            assert_eq!(Line::read(nothing), None, "{nothing:?}");
        }
        assert!(is_interrupt(b"# interrupt\r") && !is_interrupt(b"interrupt"));
    }

    #[test]
    fn replies_hold_no_blank_line() {
        assert_eq!(reply("", &Ok(String::new())), "= \n");
        assert_eq!(reply("3", &Ok("a\n\n  b".to_owned())), "=3 a\n  b\n");
        assert_eq!(reply("", &Ok("\n A B\n1".to_owned())), "= \n A B\n1\n");
        assert_eq!(reply("3", &Err(ILLEGAL_MOVE.to_owned())), "?3 illegal move\n");
    }
}
