//! The games of a collection, one after another.

mod before;

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};

use encoding_rs::Encoding;
use gomoku_rules::record::{Format, ParsedRecord, Record, RecordError};
use gomoku_rules::{CellNames, Size};

use self::before::before;
use crate::db::{DbError, DbReader, trees_of};
use crate::encodings::{Guess, TextEncoding};
use crate::format::FileFormat;
use crate::frame::is_blank;
use crate::game::{Game, GameTree};
use crate::link::read_link;
use crate::opened::{Damage, Opened};
use crate::renlib::read_library;
use crate::rif::{self, Tables};
use crate::sgf::{self, Framed};
use crate::source::{Rest, Source};
use crate::tree::{NotARecord, Tree};
use crate::yixin::{read_pos, read_sav};

/// The games of a collection. One is in memory at a time. After a game that cannot be read comes the
/// next one; after bytes that cannot be read comes the end.
pub struct Games<R> {
    source: Source<R>,
    format: FileFormat,
    board: CellNames,
    guess: Guess,
    /// Those of a database of `RenjuNet`.
    tables: Tables,
    /// Games of one that were read and are left.
    rif: VecDeque<TreeAttempt>,
    /// The trees of a database that are left; `None` before it is read.
    trees: Option<VecDeque<Opened>>,
    number: u64,
    has_failed: bool,
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
        /// What stands before that place, if there is any order in it.
        read: Option<Box<GameTree>>,
    },
    /// A file that is no text is damaged.
    Damaged {
        /// The byte where the damage begins, from 0.
        at: usize,
        /// What was expected there.
        expected: String,
        /// What stands before it.
        read: Box<GameTree>,
    },
    /// The main line is no record.
    NotARecord {
        /// The number of the game, from 1.
        number: u64,
        /// What a record cannot hold.
        error: NotARecord,
    },
}

/// What was made of a game, or why nothing and what stands before that, and its encoding if it was guessed.
type Attempt = (Result<ParsedRecord, (RecordError, Option<Record>)>, Option<&'static Encoding>);

/// A tree, or why there is none, and what stands before that.
type TreeAttempt = Result<Opened, (RecordError, Option<Box<Tree>>)>;

/// What was read, with the number of its game.
type Numbered<T> = Result<(u64, T), GameError>;

impl<R: Read> Games<R> {
    /// The games of `source` in `format`; those that do not state their board are on `board`, a size, or
    /// [`CellNames`], which name the cells of pos strings.
    pub fn new(
        source: Source<R>,
        format: impl Into<FileFormat>,
        board: impl Into<CellNames>,
    ) -> Self {
        let (format, board) = (format.into(), board.into());
        Self {
            source,
            format,
            board,
            guess: Guess::default(),
            tables: Tables::default(),
            rif: VecDeque::new(),
            trees: None,
            number: 0,
            has_failed: false,
        }
    }

    /// The games with texts in this encoding, whatever they look like or state. A byte order mark counts more.
    #[must_use]
    pub fn in_encoding(mut self, encoding: TextEncoding) -> Self {
        self.guess = Guess::stated_as(Some(encoding));
        self
    }

    /// The format of the games.
    pub fn format(&self) -> FileFormat {
        self.format
    }

    /// The next game of SGF, of which `parse` makes something; `size` is that of boards that are not stated.
    pub(crate) fn next_sgf<T, E>(
        &mut self,
        parse: impl Fn(&str, Size) -> Result<T, E>,
    ) -> Option<Numbered<Framed<Result<T, E>>>> {
        if self.has_failed {
            return None;
        }
        let size = self.board.size;
        let game = sgf::next_game(&mut self.source, &mut self.guess, |text| parse(text, size));
        self.numbered(game)
    }

    /// The next game of a format that [has trees](FileFormat::has_trees).
    pub(crate) fn next_tree(&mut self) -> Option<Numbered<Opened>> {
        if self.has_failed {
            return None;
        }
        let game = match self.format {
            FileFormat::Rif => self.read_rif(),
            FileFormat::Db | FileFormat::DbLz4 => self.read_database(),
            FileFormat::YixinPos => self.read_file(|bytes, _| read_pos(bytes)),
            _ => self.read_file(read_library),
        };
        Some(self.numbered(game)?.and_then(|(number, game)| match game {
            Ok(mut opened) => match opened.damage.take() {
                Some(Damage { at, expected }) => {
                    let read = Box::new(opened.into_game(number));
                    Err(GameError::Damaged { at, expected, read })
                }
                None => Ok((number, opened)),
            },
            Err((error, read)) => {
                let read = read.map(|tree| Box::new(GameTree::part(number, *tree)));
                Err(GameError::Malformed { number, error, read })
            }
        }))
    }

    /// Reads all that is left as one game.
    fn read_file(
        &mut self,
        read: fn(&[u8], &mut Guess) -> Opened,
    ) -> io::Result<Option<TreeAttempt>> {
        let length = self.rest()?;
        let opened = (length > 0).then(|| read(self.source.bytes(), &mut self.guess));
        self.source.take(length, "");
        Ok(opened.map(Ok))
    }

    /// The next tree of a database, which is read as a whole. The first one tells of its damage.
    fn read_database(&mut self) -> io::Result<Option<TreeAttempt>> {
        if self.trees.is_none() {
            let reader = DbReader::new(Rest(&mut self.source))?;
            let mut reader = reader.in_encoding(self.guess.stated());
            let mut error = None;
            let positions = reader
                .by_ref()
                .map_while(|position| position.map_err(|found| error = Some(found)).ok());
            let trees = trees_of(positions);
            let damage = match error {
                Some(DbError::Read(error)) => return Err(error),
                Some(DbError::Damaged { at, expected }) => {
                    Some(Damage { at: at as usize, expected })
                }
                None => None,
            };
            let guess = reader.guess();
            let whole = |tree| Opened::whole(tree, guess);
            let mut trees: VecDeque<Opened> = trees.into_iter().map(whole).collect();
            if damage.is_some() && trees.is_empty() {
                trees.push_back(whole(Tree::new(self.board.size)));
            }
            if let Some(first) = trees.front_mut() {
                first.damage = damage;
            }
            self.trees = Some(trees);
        }
        Ok(self.trees.as_mut().and_then(VecDeque::pop_front).map(Ok))
    }

    /// How many bytes are left.
    fn rest(&mut self) -> io::Result<usize> {
        while self.source.fill()? {}
        Ok(self.source.bytes().len())
    }

    fn read_rif(&mut self) -> io::Result<Option<TreeAttempt>> {
        loop {
            if let Some(game) = self.rif.pop_front() {
                return Ok(Some(game));
            }
            let length = rif::length_of_game(&mut self.source)?;
            if length == 0 {
                return Ok(None);
            }
            let place = self.source.place();
            let (text, guess) = self.guess.decode(&self.source.bytes()[..length]);
            let text = text.into_owned();
            self.source.take(length, &text);
            for game in rif::read_games(&text, &mut self.tables) {
                let game = game.map(|tree| Opened::whole(tree, guess));
                self.rif.push_back(game.map_err(|(error, read)| (place.of_error(error), read)));
            }
        }
    }

    /// What was read, with the number of the game.
    fn numbered<T>(&mut self, game: io::Result<Option<T>>) -> Option<Numbered<T>> {
        match game {
            Ok(game) => {
                let game = game?;
                self.number += 1;
                Some(Ok((self.number, game)))
            }
            Err(error) => {
                self.has_failed = true;
                Some(Err(GameError::Read(error)))
            }
        }
    }

    fn read(&mut self) -> io::Result<Option<Attempt>> {
        if self.format == Format::Sgf.into() {
            return self.read_sgf();
        }
        loop {
            let length = self.length()?;
            if length == 0 {
                return Ok(None);
            }
            let place = self.source.place();
            let bytes = &self.source.bytes()[..length];
            let is_blank = bytes.iter().all(|&byte| is_blank(byte));
            let (text, guess) = self.guess.decode(bytes);
            let text = text.into_owned();
            self.source.take(length, &text);
            if is_blank {
                continue;
            }
            let parse = |text: &str| match self.format {
                FileFormat::Link => read_link(text, self.board.size),
                FileFormat::Text(format) => {
                    format.parse(text, self.board).map(|games| games.into_iter().next())
                }
                _ => read_sav(text).map(|record| Some(record.into())),
            };
            match parse(&text) {
                Ok(None) => {}
                Ok(Some(game)) => return Ok(Some((Ok(place.of_record(game)), guess))),
                Err(error) => {
                    let read = before(&text, &error, self.format, parse);
                    return Ok(Some((Err((place.of_error(error), read)), guess)));
                }
            }
        }
    }

    fn read_sgf(&mut self) -> io::Result<Option<Attempt>> {
        let size = self.board.size;
        let parse = |text: &str| {
            Format::Sgf.parse(text, size).and_then(|mut games| {
                games.pop().ok_or_else(|| RecordError::at(text, 0, "a game, which begins with ("))
            })
        };
        let game = sgf::next_game(&mut self.source, &mut self.guess, parse)?;
        Ok(game.map(|Framed { place, game, guess }| {
            let game = game.map_err(|error| (place.of_error(error), None));
            (game.map(|game| place.of_record(game)), guess)
        }))
    }

    /// How many bytes the next game takes, or the lines before it that are none.
    fn length(&mut self) -> io::Result<usize> {
        let mut end = self.source.line_from(0)?;
        let ends_game: fn(&[u8]) -> bool = match self.format {
            FileFormat::Text(Format::Psq) => is_header,
            FileFormat::Text(Format::Board) => |line| line.iter().all(|&byte| is_blank(byte)),
            FileFormat::Sav => return self.rest(),
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
        if self.format.has_trees() {
            return Some(self.next_tree()?.and_then(|(number, opened)| {
                let Opened { tree, guess, mut warnings, .. } = opened;
                let record = tree.record();
                let record = record.map_err(|error| GameError::NotARecord { number, error })?;
                if tree.main_line().count() < tree.len() {
                    warnings
                        .push("a variation was left out: only the main line is read".to_owned());
                }
                let guessed_encoding = guess.map(Encoding::name);
                Ok(Game { number, record, coords: None, guessed_encoding, warnings })
            }));
        }
        let game = self.read();
        let (number, (game, guess)) = match self.numbered(game)? {
            Ok(game) => game,
            Err(error) => return Some(Err(error)),
        };
        let guessed_encoding = guess.map(Encoding::name);
        Some(match game {
            Ok(ParsedRecord { record, coords, warnings }) => {
                let warnings = warnings.iter().map(ToString::to_string).collect();
                Ok(Game { number, record, coords, guessed_encoding, warnings })
            }
            Err((error, read)) => {
                let part = |it: Record| GameTree::part(number, it.into());
                let read = read.map(|read| Box::new(GameTree { guessed_encoding, ..part(read) }));
                Err(GameError::Malformed { number, error, read })
            }
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
            // A single game needs no number.
            Self::Malformed { number: 1, error, .. } => error.fmt(f),
            Self::Malformed { number, error, .. } => write!(f, "game {number}: {error}"),
            Self::Damaged { at, expected, .. } => write!(f, "byte {at}: expected {expected}"),
            Self::NotARecord { number: 1, error } => error.fmt(f),
            Self::NotARecord { number, error } => write!(f, "game {number}: {error}"),
        }
    }
}

impl std::error::Error for GameError {}

#[cfg(test)]
mod tests;
