//! Reads a database record by record.

use std::fmt;
use std::io::{self, BufReader, ErrorKind, Read};

use encoding_rs::Encoding;
use gomoku_rules::{Pos, Rule, Side, Size};
use lz4_flex::frame::FrameDecoder;

use super::layout::{CHARSET, KNOWN_LENGTH, LZ4, NO_LABEL, PASS};
use super::position::{DbBound, DbPosition};
use super::text;
use crate::encodings::{Guess, TextEncoding};

/// The bytes that tell a database: up to the board of its first record.
pub(crate) const HEAD_LENGTH: usize = 9;

/// Whether a file that begins with `head` is a database.
pub(crate) fn is_database(head: &[u8]) -> bool {
    if head.starts_with(&LZ4) {
        return true;
    }
    let Some((count, rest)) = head.split_first_chunk() else { return false };
    let count = u32::from_le_bytes(*count);
    let Some((length, &[rule, width, height, ..])) = rest.split_first_chunk() else {
        return count == 0 && rest.is_empty();
    };
    let length = usize::from(u16::from_le_bytes(*length));
    let is_board = match (width, height) {
        (0, 0) => length == 3 && rule == 0,
        _ => Size::new(width.into(), height.into())
            .is_ok_and(|size| length % 2 == 1 && (3..=2 * size.cells() + 3).contains(&length)),
    };
    count > 0 && rule_of(rule).is_some() && is_board
}

fn rule_of(number: u8) -> Option<Rule> {
    [Rule::Freestyle, Rule::Standard, Rule::Renju].get(usize::from(number)).copied()
}

/// The positions of a database, plain or compressed, one after another. After an error comes the end.
pub struct DbReader<'a> {
    content: Box<dyn Read + 'a>,
    is_compressed: bool,
    /// How many bytes of the content were read.
    at: u64,
    /// Records that are left; `None` before the first is read.
    left: Option<u32>,
    guess: Guess,
    guessed: Option<&'static Encoding>,
}

/// Why a database cannot be read any further.
#[derive(Debug)]
pub enum DbError {
    /// Its bytes cannot be read.
    Read(io::Error),
    /// It is damaged.
    Damaged {
        /// The byte of its content where the damage begins, from 0.
        at: u64,
        /// What was expected there.
        expected: String,
    },
}

impl fmt::Display for DbError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Damaged { at, expected } => write!(f, "byte {at}: expected {expected}"),
        }
    }
}

impl std::error::Error for DbError {}

impl<'a> DbReader<'a> {
    /// The positions of the database that `read` gives.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn new(read: impl Read + 'a) -> io::Result<Self> {
        let mut read = BufReader::new(read);
        let mut head = Vec::new();
        read.by_ref().take(LZ4.len() as u64).read_to_end(&mut head)?;
        let is_compressed = head == LZ4;
        let whole = io::Cursor::new(head).chain(read);
        let content: Box<dyn Read + 'a> = if is_compressed {
            Box::new(BufReader::new(FrameDecoder::new(whole)))
        } else {
            Box::new(whole)
        };
        let (guess, guessed) = (Guess::default(), None);
        Ok(Self { content, is_compressed, at: 0, left: None, guess, guessed })
    }

    /// The same with texts in the encoding that is known, if any is.
    pub(crate) fn in_encoding(self, stated: Option<TextEncoding>) -> Self {
        Self { guess: Guess::stated_as(stated), ..self }
    }

    /// The encoding of the texts so far, if it was guessed.
    pub(crate) fn guess(&self) -> Option<&'static Encoding> {
        self.guessed
    }

    fn read_position(&mut self) -> Result<Option<DbPosition>, DbError> {
        let mut left = match self.left {
            Some(left) => left,
            None => u32::from_le_bytes(self.array("the number of records")?),
        };
        while left > 0 {
            left -= 1;
            self.left = Some(left);
            let at = self.at;
            let length = self.length("the length of a position")?;
            if length == 0 {
                continue;
            }
            let key = self.bytes(length, "a position")?;
            let length = self.length("the length of what is known")?;
            let known = self.bytes(length, "what is known of a position")?;
            if let [0, 0, 0] = key[..] {
                // All texts are tried as UTF-8 first.
                if known.get(KNOWN_LENGTH..).is_some_and(|text| text.starts_with(CHARSET)) {
                    continue;
                }
            }
            let position = position(&key).map_err(|(offset, expected)| DbError::Damaged {
                at: at + 2 + offset as u64,
                expected,
            })?;
            return Ok(Some(self.with_known(position, &known)));
        }
        self.left = Some(0);
        self.end()?;
        Ok(None)
    }

    fn with_known(&mut self, position: DbPosition, known: &[u8]) -> DbPosition {
        let number = |at: usize| {
            let bytes = known.get(at..at + 2)?;
            Some(i16::from_le_bytes([bytes[0], bytes[1]]))
        };
        let depth_bound = number(3).unwrap_or(0);
        let (text, guess) = self.guess.decode(known.get(KNOWN_LENGTH..).unwrap_or_default());
        self.guessed = self.guessed.or(guess);
        let (comment, labels) = text::read(&text, position.size);
        let label = known.first().copied().unwrap_or(0);
        let has_text = comment.is_some() || !labels.is_empty();
        DbPosition {
            label: if label == 0 && has_text { NO_LABEL } else { label },
            value: number(1).unwrap_or(0),
            depth: depth_bound >> 2,
            bound: DbBound::ALL[usize::from(depth_bound as u16 & 3)],
            comment,
            labels,
            ..position
        }
    }

    fn end(&mut self) -> Result<(), DbError> {
        let at = self.at;
        let mut more = [0];
        match self.fill(&mut more) {
            Ok(0) => Ok(()),
            Ok(_) => {
                Err(DbError::Damaged { at, expected: "the end, after the last record".to_owned() })
            }
            Err(error) => Err(error),
        }
    }

    fn length(&mut self, what: &str) -> Result<usize, DbError> {
        Ok(u16::from_le_bytes(self.array(what)?).into())
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], DbError> {
        let mut bytes = [0; N];
        self.read_all(&mut bytes, what)?;
        Ok(bytes)
    }

    fn bytes(&mut self, length: usize, what: &str) -> Result<Vec<u8>, DbError> {
        let mut bytes = vec![0; length];
        self.read_all(&mut bytes, what)?;
        Ok(bytes)
    }

    fn read_all(&mut self, bytes: &mut [u8], what: &str) -> Result<(), DbError> {
        if self.fill(bytes)? < bytes.len() {
            return Err(DbError::Damaged { at: self.at, expected: what.to_owned() });
        }
        Ok(())
    }

    /// Reads bytes, fewer at the end.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<usize, DbError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.content.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(length) => {
                    filled += length;
                    self.at += length as u64;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if self.is_compressed => {
                    let expected = match error.kind() {
                        ErrorKind::UnexpectedEof => "the rest of the LZ4 frame",
                        _ => "an undamaged LZ4 frame",
                    };
                    return Err(DbError::Damaged { at: self.at, expected: expected.to_owned() });
                }
                Err(error) => return Err(DbError::Read(error)),
            }
        }
        Ok(filled)
    }
}

impl Iterator for DbReader<'_> {
    type Item = Result<DbPosition, DbError>;

    fn next(&mut self) -> Option<Self::Item> {
        let position = self.read_position();
        if position.is_err() {
            (self.left, self.content) = (Some(0), Box::new(io::empty()));
        }
        position.transpose()
    }
}

/// The position of a key; or the byte of it that is wrong, and what was expected.
fn position(key: &[u8]) -> Result<DbPosition, (usize, String)> {
    let expected = |at: usize, what: &str| (at, what.to_owned());
    let &[rule, width, height, ref cells @ ..] = key else {
        return Err(expected(0, "a rule and a board"));
    };
    let rule = rule_of(rule).ok_or(expected(0, "the number of a rule, from 0 to 2"))?;
    let size = Size::new(width.into(), height.into())
        .map_err(|_| expected(1, "a board size from 5x5 to 32x32"))?;
    if cells.len() % 2 == 1 || cells.len() / 2 > size.cells() + 1 {
        return Err(expected(3, &format!("the stones of a board of {size}")));
    }
    let count = cells.len() / 2;
    let blacks = count.div_ceil(2);
    let to_move = if count.is_multiple_of(2) { Side::Black } else { Side::White };
    let mut stones = [Vec::new(), Vec::new()];
    let mut taken: Vec<Pos> = Vec::with_capacity(count);
    for (index, cell) in cells.chunks_exact(2).enumerate() {
        let is_last = index + 1 == blacks || index + 1 == count;
        if cell == PASS && is_last {
            continue;
        }
        let pos = size.pos(cell[0].into(), cell[1].into()).filter(|pos| !taken.contains(pos));
        let pos = pos.ok_or_else(|| expected(3 + 2 * index, &format!("a free cell of {size}")))?;
        taken.push(pos);
        stones[usize::from(index >= blacks)].push(pos);
    }
    Ok(DbPosition { label: 0, ..DbPosition::new(rule, size, stones, to_move) })
}
