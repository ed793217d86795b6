//! The replies of a brain.

use std::fmt::{self, Write};
use std::str::FromStr;

use gomoku_rules::Pos;

use crate::about::About;
use crate::info::Info;
use crate::point::{Point, PointError};
use crate::text::{MAX_REPLY, printable};

/// A line of a brain. As text it is short and printable ASCII; reading that text gives the same reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK`: the command was executed. A remark may follow, which many managers refuse: see [`Self::OK`].
    Ok(String),
    /// `x,y`: our move.
    Move(Point),
    /// `x,y x,y`: several stones of an opening.
    Moves(Vec<Point>),
    /// `SWAP`: we change sides.
    Swap,
    /// `SUGGEST x,y`: our move, if the manager wants it; it answers `PLAY`.
    Suggest(Point),
    /// `key="value", ...`: name, version and author.
    About(About),
    /// `FORBID xxyyxxyy.`: the forbidden points, two digits a coordinate.
    Forbid(Vec<Pos>),
    /// `ERROR text`: the command cannot be executed.
    Error(String),
    /// `UNKNOWN text`: no such command.
    Unknown(String),
    /// `MESSAGE text`: for a person.
    Message(String),
    /// `DEBUG text`: for a developer.
    Debug(String),
    /// `INFO key value`: a figure of the search, for Yixin's managers.
    Info(Info),
    /// `DETAIL text`: the same as text.
    Detail(String),
}

impl Reply {
    /// `OK` alone, the only form that every manager accepts.
    pub const OK: Self = Self::Ok(String::new());

    /// Whether the line answers no command.
    pub fn is_message(&self) -> bool {
        matches!(self, Self::Message(_) | Self::Debug(_) | Self::Info(_) | Self::Detail(_))
    }

    /// Whether the line says that the brain does not know the command or refuses it.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Error(_) | Self::Unknown(_))
    }
}

impl From<Pos> for Reply {
    fn from(pos: Pos) -> Self {
        Self::Move(pos.into())
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok(remark) if remark.is_empty() => f.write_str("OK"),
            Self::Ok(remark) => write_text(f, "OK", remark),
            Self::Move(point) => point.fmt(f),
            Self::Moves(points) => write_points(f, points),
            Self::Swap => f.write_str("SWAP"),
            Self::Suggest(point) => write!(f, "SUGGEST {point}"),
            Self::About(about) => about.fmt(f),
            Self::Forbid(points) => {
                f.write_str("FORBID ")?;
                for pos in points {
                    write!(f, "{:02}{:02}", pos.x(), pos.y())?;
                }
                f.write_char('.')
            }
            Self::Error(text) => write_text(f, "ERROR", text),
            Self::Unknown(text) => write_text(f, "UNKNOWN", text),
            Self::Message(text) => write_text(f, "MESSAGE", text),
            Self::Debug(text) => write_text(f, "DEBUG", text),
            Self::Info(info) => info.fmt(f),
            Self::Detail(text) => write_text(f, "DETAIL", text),
        }
    }
}

/// One short line of any `text`, without a blank at its end; never a bare `word`, which managers take for a
/// mistake.
fn write_text(f: &mut fmt::Formatter<'_>, word: &str, text: &str) -> fmt::Result {
    let text: String = printable(text).take(MAX_REPLY - word.len() - 1).collect();
    let text = text.trim_end();
    write!(f, "{word} {}", if text.is_empty() { "?" } else { text })
}

/// As many cells as fit into a line.
fn write_points(f: &mut fmt::Formatter<'_>, points: &[Point]) -> fmt::Result {
    let mut length = 0;
    for point in points {
        let start = if length == 0 { "" } else { " " };
        let name = format!("{start}{point}");
        length += name.len();
        if length > MAX_REPLY {
            break;
        }
        f.write_str(&name)?;
    }
    Ok(())
}

impl FromStr for Reply {
    type Err = ReplyError;

    /// Reads a line without its end, words in upper or lower case.
    fn from_str(line: &str) -> Result<Self, ReplyError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        let text = || rest.to_owned();
        Ok(match word.to_ascii_uppercase().as_str() {
            "" => return Err(ReplyError::Empty),
            "OK" => Self::Ok(text()),
            "SWAP" if rest.is_empty() => Self::Swap,
            "SUGGEST" => Self::Suggest(rest.parse()?),
            "FORBID" => Self::Forbid(read_forbidden(rest).ok_or(ReplyError::Forbidden)?),
            "ERROR" => Self::Error(text()),
            "UNKNOWN" => Self::Unknown(text()),
            "MESSAGE" => Self::Message(text()),
            "DEBUG" => Self::Debug(text()),
            "INFO" => Self::Info(Info::parse(rest)),
            "DETAIL" => Self::Detail(text()),
            _ => match read_point(line) {
                Some(point) => Self::Move(point),
                None => match line.split_whitespace().map(read_point).collect() {
                    Some(points) => Self::Moves(points),
                    None => Self::About(line.parse().map_err(|_| ReplyError::Unknown)?),
                },
            },
        })
    }
}

/// Reads `x,y`; numbers that are too large for a [`Point`] count as the nearest, which is on no board.
fn read_point(text: &str) -> Option<Point> {
    let number = |text: &str| {
        let number: i64 = text.trim().parse().ok()?;
        i32::try_from(number.clamp(i32::MIN.into(), i32::MAX.into())).ok()
    };
    let (x, y) = text.split_once(',')?;
    Some(Point { x: number(x)?, y: number(y)? })
}

/// Reads `xxyyxxyy.`, with or without its full stop.
fn read_forbidden(text: &str) -> Option<Vec<Pos>> {
    let digits = text.strip_suffix('.').unwrap_or(text).as_bytes();
    let number = |digits: &[u8]| {
        let is_number = digits.iter().all(u8::is_ascii_digit);
        is_number
            .then(|| digits.iter().fold(0, |number, digit| 10 * number + i32::from(digit - b'0')))
    };
    let cell = |digits: &[u8]| {
        let (x, y) = digits.split_at_checked(2)?;
        let is_whole = y.len() == 2;
        let point = Point { x: number(x)?, y: number(y).filter(|_| is_whole)? };
        point.on(gomoku_rules::Size::square(gomoku_rules::Size::MAX))
    };
    digits.chunks(4).map(cell).collect()
}

/// Why a line is not a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplyError {
    /// There is nothing on it. Managers skip such lines.
    Empty,
    /// Its first word is not a reply, and it is not a move.
    Unknown,
    /// `SUGGEST` without a cell.
    Coordinates(PointError),
    /// `FORBID` with other text than cells.
    Forbidden,
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("expected a reply"),
            Self::Unknown => f.write_str("expected a move such as 7,7, or another reply"),
            Self::Coordinates(error) => error.fmt(f),
            Self::Forbidden => f.write_str("expected cells of four digits, such as 07070806."),
        }
    }
}

impl std::error::Error for ReplyError {}

impl From<PointError> for ReplyError {
    fn from(error: PointError) -> Self {
        Self::Coordinates(error)
    }
}

#[cfg(test)]
mod tests;
