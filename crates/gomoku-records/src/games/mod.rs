//! The games of a collection, one after another.

use std::fmt;
use std::io::{self, Read};

use gomoku_rules::record::{Format, ParsedRecord, Record, RecordError, RecordWarning};
use gomoku_rules::{CellNames, Coords};

use crate::encodings::Guess;
use crate::frame::is_blank;
use crate::sgf;
use crate::source::Source;

/// The games of a collection. One is in memory at a time. After a game that cannot be read comes the
/// next one; after bytes that cannot be read comes the end.
pub struct Games<R> {
    source: Source<R>,
    format: Format,
    board: CellNames,
    guess: Guess,
    number: u64,
    has_failed: bool,
}

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 1.
    pub number: u64,
    /// The game.
    pub record: Record,
    /// How the labels of a drawn board name its cells, if it has any.
    pub coords: Option<Coords>,
    /// What its text says of stones, and the record does not.
    pub warnings: Vec<RecordWarning>,
}

/// Why a game cannot be read.
#[derive(Debug)]
pub enum GameError {
    /// Its bytes cannot be read.
    Read(io::Error),
    /// They are malformed.
    Malformed {
        /// The number of the game, from 1.
        number: u64,
        /// What is wrong, and where.
        error: RecordError,
    },
}

impl<R: Read> Games<R> {
    /// The games of `source` in `format`; those that do not state their board are on `board`, a size, or
    /// [`CellNames`], which name the cells of pos strings.
    pub fn new(source: Source<R>, format: Format, board: impl Into<CellNames>) -> Self {
        let board = board.into();
        Self { source, format, board, guess: Guess::default(), number: 0, has_failed: false }
    }

    fn read(&mut self) -> io::Result<Option<Result<ParsedRecord, RecordError>>> {
        if self.format == Format::Sgf {
            return sgf::next_game(&mut self.source, &mut self.guess, self.board.size);
        }
        loop {
            let length = self.length()?;
            if length == 0 {
                return Ok(None);
            }
            let place = self.source.place();
            let bytes = &self.source.bytes()[..length];
            let is_blank = bytes.iter().all(|&byte| is_blank(byte));
            let text = self.guess.decode(bytes).into_owned();
            self.source.take(length, &text);
            if is_blank {
                continue;
            }
            match self.format.parse(&text, self.board) {
                Ok(games) => {
                    if let Some(game) = games.into_iter().next() {
                        return Ok(Some(Ok(game)));
                    }
                }
                Err(error) => return Ok(Some(Err(place.of_error(error)))),
            }
        }
    }

    /// How many bytes the next game takes, or the lines before it that are none.
    fn length(&mut self) -> io::Result<usize> {
        let mut end = self.source.line_from(0)?;
        let ends_game: fn(&[u8]) -> bool = match self.format {
            Format::Psq => is_header,
            Format::Board => |line| line.iter().all(|&byte| is_blank(byte)),
            _ => return Ok(end),
        };
        if self.source.bytes()[..end].iter().all(|&byte| is_blank(byte)) {
            return Ok(end);
        }
        loop {
            let next = self.source.line_from(end)?;
            if next == end || ends_game(&self.source.bytes()[end..next]) {
                return Ok(end);
            }
            end = next;
        }
    }
}

/// Whether a line is the first of a game of PSQ.
fn is_header(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let size = line.strip_prefix(b"Piskvorky ").map(<[u8]>::trim_ascii_start);
    size.and_then(<[u8]>::first).is_some_and(u8::is_ascii_digit)
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Game, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let game = match self.read() {
            Ok(game) => game?,
            Err(error) => {
                self.has_failed = true;
                return Some(Err(GameError::Read(error)));
            }
        };
        self.number += 1;
        let number = self.number;
        Some(match game {
            Ok(ParsedRecord { record, coords, warnings }) => {
                Ok(Game { number, record, coords, warnings })
            }
            Err(error) => Err(GameError::Malformed { number, error }),
        })
    }
}

impl From<io::Error> for GameError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            // Whoever has a single game does not count.
            Self::Malformed { number: 1, error } => error.fmt(f),
            Self::Malformed { number, error } => write!(f, "game {number}: {error}"),
        }
    }
}

impl std::error::Error for GameError {}

#[cfg(test)]
mod tests;
