//! The commands of a manager.

use std::fmt;
use std::num::{IntErrorKind, ParseIntError};
use std::str::FromStr;

use gomoku_rules::{Size, SizeError};

use crate::info::Info;
use crate::list::{List, ListKind};
use crate::point::{Point, PointError};

/// A command of a manager. As text it is one line, a [`List`] several; reading that text gives the same
/// command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `START w h` or `RECTSTART w,h`: a new game on a board of this size.
    Start(Size),
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: play the first move.
    Begin,
    /// `TURN x,y`: the opponent played there; answer.
    Turn(Point),
    /// `PLAY x,y`: our move is this one.
    Play(Point),
    /// `TAKEBACK x,y`: remove this stone.
    TakeBack(Point),
    /// `BOARD`, `YXBOARD`, `SWAP2BOARD`, `YXBLOCK` or `YXBLOCKUNDO`, with the cells that follow on its line.
    List(List),
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`: print name, version and author.
    About,
    /// `END`: exit.
    End,
    /// `YXSTOP` or `STOP`: move now.
    Stop,
    /// `YXSHOWFORBID`: list the forbidden points.
    ShowForbid,
    /// `YXSHOWINFO`: print the limits of settings; the manager speaks Yixin's dialect.
    ShowInfo,
    /// `YXHASHCLEAR`: clear the transposition table.
    ClearHash,
    /// `YXNBEST n`: move in the current position and report the `n` best moves, at least one.
    Best(usize),
    /// `YXSEARCHDEFEND`: the same for every move worth a search, which against a threat are the defences.
    SearchDefend,
    /// `YXBALANCEONE bias` or `YXBALANCETWO bias`: one or two moves after which the position has this
    /// value for the side to move now.
    Balance {
        /// Whether two moves are requested.
        pair: bool,
        /// The value.
        bias: i32,
    },
    /// `YXBLOCKRESET`: every cell may be played again.
    UnblockAll,
    /// `YXSWAP2STEP1`, `2` or `3`: this step of swap2 in the current position.
    Swap2Step(Swap2Stage),
}

/// The stage of a swap2 opening, as Yixin's managers count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Swap2Stage {
    /// Three stones on the empty board.
    Three,
    /// Swap, stay or two more stones.
    Answer,
    /// Swap or stay.
    Choose,
}

impl Command {
    /// Whether this requests a move in the current position.
    pub fn requests_move(&self) -> bool {
        matches!(
            self,
            Self::Begin
                | Self::Turn(_)
                | Self::Best(_)
                | Self::SearchDefend
                | Self::Balance { .. }
                | Self::Swap2Step(_)
        )
    }

    /// Whether this starts, changes or continues a game, and so ends a list that lacks its `DONE`.
    pub fn changes_game(&self) -> bool {
        !matches!(
            self,
            Self::Info(_)
                | Self::Stop
                | Self::End
                | Self::About
                | Self::ShowForbid
                | Self::ShowInfo
                | Self::ClearHash
                | Self::UnblockAll
        )
    }
}

impl FromStr for Command {
    type Err = CommandError;

    /// Reads a line without its end, in upper or lower case; or the lines of a list at once.
    fn from_str(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let list = |kind| {
            let mut list = List::new(kind);
            list.feed(rest);
            Self::List(list)
        };
        Ok(match word.to_ascii_uppercase().as_str() {
            "START" | "RECTSTART" => Self::Start(parse_size(rest)?),
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(rest.parse()?),
            "PLAY" => Self::Play(rest.parse()?),
            "TAKEBACK" => Self::TakeBack(rest.parse()?),
            "BOARD" => list(ListKind::Board),
            "YXBOARD" => list(ListKind::Position),
            "SWAP2BOARD" => list(ListKind::Swap2),
            "INFO" => Self::Info(Info::parse(rest)),
            "YXSTOP" | "STOP" => Self::Stop,
            "END" => Self::End,
            "ABOUT" => Self::About,
            "YXSHOWFORBID" => Self::ShowForbid,
            "YXSHOWINFO" => Self::ShowInfo,
            "YXHASHCLEAR" => Self::ClearHash,
            "YXNBEST" => Self::Best(number(rest).map_or(1, |lines| lines.max(1) as usize)),
            "YXSEARCHDEFEND" => Self::SearchDefend,
            "YXBALANCEONE" => Self::Balance { pair: false, bias: number(rest).unwrap_or(0) },
            "YXBALANCETWO" => Self::Balance { pair: true, bias: number(rest).unwrap_or(0) },
            "YXBLOCK" => list(ListKind::Block),
            "YXBLOCKUNDO" => list(ListKind::Unblock),
            "YXBLOCKRESET" => Self::UnblockAll,
            "YXSWAP2STEP1" => Self::Swap2Step(Swap2Stage::Three),
            "YXSWAP2STEP2" => Self::Swap2Step(Swap2Stage::Answer),
            "YXSWAP2STEP3" => Self::Swap2Step(Swap2Stage::Choose),
            _ => return Err(CommandError::Unknown(word.to_owned())),
        })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start(size) if size.width() == size.height() => {
                return write!(f, "START {}", size.width());
            }
            Self::Start(size) => {
                return write!(f, "RECTSTART {},{}", size.width(), size.height());
            }
            Self::Turn(point) => return write!(f, "TURN {point}"),
            Self::Play(point) => return write!(f, "PLAY {point}"),
            Self::TakeBack(point) => return write!(f, "TAKEBACK {point}"),
            Self::List(list) => return list.fmt(f),
            Self::Info(info) => return info.fmt(f),
            Self::Best(lines) => return write!(f, "YXNBEST {lines}"),
            Self::Balance { pair: false, bias } => return write!(f, "YXBALANCEONE {bias}"),
            Self::Balance { pair: true, bias } => return write!(f, "YXBALANCETWO {bias}"),
            Self::Restart => "RESTART",
            Self::Begin => "BEGIN",
            Self::About => "ABOUT",
            Self::End => "END",
            Self::Stop => "YXSTOP",
            Self::ShowForbid => "YXSHOWFORBID",
            Self::ShowInfo => "YXSHOWINFO",
            Self::ClearHash => "YXHASHCLEAR",
            Self::SearchDefend => "YXSEARCHDEFEND",
            Self::UnblockAll => "YXBLOCKRESET",
            Self::Swap2Step(Swap2Stage::Three) => "YXSWAP2STEP1",
            Self::Swap2Step(Swap2Stage::Answer) => "YXSWAP2STEP2",
            Self::Swap2Step(Swap2Stage::Choose) => "YXSWAP2STEP3",
        })
    }
}

/// The number at the start of `text`; a larger one counts as the nearest that fits.
fn number(text: &str) -> Option<i32> {
    let word = text.split_whitespace().next()?;
    let nearest = |error: ParseIntError| match error.kind() {
        IntErrorKind::PosOverflow => Some(i32::MAX),
        IntErrorKind::NegOverflow => Some(i32::MIN),
        _ => None,
    };
    word.parse().map_or_else(nearest, Some)
}

/// Reads `n`, `w h` or `w,h`.
fn parse_size(text: &str) -> Result<Size, SizeError> {
    let sides: Vec<&str> = if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    };
    let sides: Option<Vec<u32>> = sides.into_iter().map(|side| side.parse().ok()).collect();
    match sides.as_deref() {
        Some(&[side]) => Size::new(side, side),
        Some(&[width, height]) => Size::new(width, height),
        _ => Err(SizeError),
    }
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// Its first word is not a command.
    Unknown(String),
    /// A cell is missing.
    Coordinates(PointError),
    /// The board size is missing or not supported.
    Size(SizeError),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "unknown command {word}"),
            Self::Coordinates(error) => error.fmt(f),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<PointError> for CommandError {
    fn from(error: PointError) -> Self {
        Self::Coordinates(error)
    }
}

impl From<SizeError> for CommandError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

#[cfg(test)]
mod tests;
