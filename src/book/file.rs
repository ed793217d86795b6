//! A book on the disk, and its records.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::entry::{BookEntry, BookPosition, subject};
use super::record::{FRAME, HEADER_LENGTH, Header, ROW, decode, is_book, read_frame, u64_at};
use crate::checksum::checksum;
use crate::regular_file;
use gomoku_rules::{Board, Rule, Size};

/// A book that is open for reading.
pub struct Book {
    path: PathBuf,
    file: Mutex<File>,
    header: Header,
    /// What was learnt later.
    later: BTreeMap<BookPosition, BookEntry>,
    /// Where the last whole record ends.
    length: u64,
}

/// Why a book cannot be read.
#[derive(Debug)]
pub enum BookError {
    /// Its bytes cannot be read.
    Read(io::Error),
    /// It is something else.
    NotABook,
    /// It is damaged at this byte.
    Damaged(u64),
    /// It is about another game.
    OtherGame {
        /// What it is about: `renju 15x15`.
        book: String,
        /// What was asked.
        asked: String,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::NotABook => f.write_str("not a book: shisan book build makes one"),
            Self::Damaged(at) => write!(f, "damaged book: at byte {at}"),
            Self::OtherGame { book, asked } => write!(f, "a book of {book}, not of {asked}"),
        }
    }
}

impl std::error::Error for BookError {}

impl From<io::Error> for BookError {
    fn from(error: io::Error) -> Self {
        Self::Read(error)
    }
}

/// Books are compared by identity.
impl PartialEq for Book {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Book {}

impl fmt::Debug for Book {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Book({})", self.path.display())
    }
}

impl Book {
    /// Opens the book at `path`.
    ///
    /// # Errors
    /// When it cannot be read, is no book, or is damaged where it is read.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let mut file = regular_file::open(path)?;
        let mut bytes = [0; HEADER_LENGTH as usize];
        file.read_exact(&mut bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => BookError::NotABook,
            _ => error.into(),
        })?;
        if !is_book(&bytes) {
            return Err(BookError::NotABook);
        }
        let header = Header::decode(&bytes).ok_or(BookError::Damaged(0))?;
        let all = file.metadata()?.len();
        if all < header.end() {
            return Err(BookError::Damaged(all));
        }
        file.seek(SeekFrom::Start(header.end()))?;
        let mut later = BTreeMap::new();
        let mut reader =
            Sequence { at: header.end(), end: all, size: header.size, file: BufReader::new(file) };
        while let Some(record) = reader.next_or_torn() {
            let (position, entry) = record?;
            later.insert(position, entry);
        }
        let length = reader.at;
        let file = Mutex::new(reader.file.into_inner());
        Ok(Self { path: path.to_owned(), file, header, later, length })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rule of play.
    pub fn rule(&self) -> Rule {
        self.header.rule
    }

    /// Width and height of the board.
    pub fn size(&self) -> Size {
        self.header.size
    }

    /// The bytes of all whole records.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// How many positions were learnt later.
    pub fn later(&self) -> usize {
        self.later.len()
    }

    /// Checks that it is about positions of this game.
    ///
    /// # Errors
    /// [`BookError::OtherGame`] otherwise.
    pub fn expect(&self, rule: Rule, size: Size) -> Result<(), BookError> {
        if (self.rule(), self.size()) == (rule, size) {
            return Ok(());
        }
        let book = subject(self.rule(), self.size());
        Err(BookError::OtherGame { book, asked: subject(rule, size) })
    }

    /// What is known about the position on `board`, which has the size of the book.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn get(&self, board: &Board) -> Result<Option<BookEntry>, BookError> {
        self.find(&BookPosition::of(board))
    }

    /// Whether a position may be there: one with its key is.
    pub(super) fn has_key(&self, key: u64) -> Result<bool, BookError> {
        let from = BookPosition { key, to_move: gomoku_rules::Side::Black, stones: Vec::new() };
        if self.later.range(from..).next().is_some_and(|(position, _)| position.key == key) {
            return Ok(true);
        }
        Ok(self.rows_of(key)?.is_some())
    }

    fn find(&self, wanted: &BookPosition) -> Result<Option<BookEntry>, BookError> {
        if let Some(entry) = self.later.get(wanted) {
            return Ok(Some(entry.clone()));
        }
        let Some(mut row) = self.rows_of(wanted.key)? else { return Ok(None) };
        while row < self.header.count {
            let (key, at) = self.row(row)?;
            if key != wanted.key {
                break;
            }
            let is_in_records = (HEADER_LENGTH..self.header.index).contains(&at);
            let found = is_in_records.then(|| self.record(at)).transpose()?;
            // The record is whole: what leads to it is not.
            let (position, entry) = found
                .filter(|(position, _)| position.key == key)
                .ok_or(BookError::Damaged(self.header.index + row * ROW))?;
            if position == *wanted {
                return Ok(Some(entry));
            }
            row += 1;
        }
        Ok(None)
    }

    /// The first row of a key, if it has any.
    fn rows_of(&self, key: u64) -> Result<Option<u64>, BookError> {
        /// Rows that are read at a time.
        const BLOCK: u64 = 128;
        let (mut low, mut high) = (0, self.header.count);
        while high - low > BLOCK {
            let middle = low + (high - low) / 2;
            if self.row(middle)?.0 < key { low = middle + 1 } else { high = middle }
        }
        // The row at `high`, too: it may be the first of the key.
        let count = (high + 1).min(self.header.count) - low;
        let mut block = vec![0; (count * ROW) as usize];
        self.read_at(self.header.index + low * ROW, &mut block)?;
        let keys = block.chunks_exact(ROW as usize).map(|row| u64_at(row, 0).unwrap_or_default());
        Ok((low..)
            .zip(keys)
            .find(|&(_, found)| found >= key)
            .filter(|&(_, found)| found == key)
            .map(|(row, _)| row))
    }

    fn row(&self, row: u64) -> Result<(u64, u64), BookError> {
        let mut bytes = [0; ROW as usize];
        self.read_at(self.header.index + row * ROW, &mut bytes)?;
        Ok((u64_at(&bytes, 0).unwrap_or_default(), u64_at(&bytes, 8).unwrap_or_default()))
    }

    fn record(&self, at: u64) -> Result<(BookPosition, BookEntry), BookError> {
        let mut frame = [0; FRAME];
        self.read_at(at, &mut frame)?;
        let (length, sum) = read_frame(frame).ok_or(BookError::Damaged(at))?;
        let mut body = vec![0; length];
        self.read_at(at + FRAME as u64, &mut body)?;
        decode_checked(&body, sum, self.header.size).ok_or(BookError::Damaged(at))
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> Result<(), BookError> {
        let mut file: MutexGuard<File> = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => BookError::Damaged(at),
            _ => error.into(),
        })
    }

    /// All positions, in the order of their keys.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn records(&self) -> Result<Records<'_>, BookError> {
        let sorted = self.sorted()?.peekable();
        Ok(Records { sorted, later: self.later.iter().peekable() })
    }

    /// The positions before the index, without those that were learnt later.
    fn sorted(&self) -> Result<Sequence, BookError> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(HEADER_LENGTH))?;
        let (at, end, size) = (HEADER_LENGTH, self.header.index, self.header.size);
        Ok(Sequence { at, end, size, file: BufReader::with_capacity(1 << 18, file) })
    }

    /// Checks every byte: the records, and the index that leads to them. Returns the number of positions.
    ///
    /// # Errors
    /// At the first damage.
    pub fn check(&self) -> Result<u64, BookError> {
        let mut records = self.sorted()?;
        let mut index = BufReader::new(File::open(&self.path)?);
        index.seek(SeekFrom::Start(self.header.index))?;
        let mut last: Option<BookPosition> = None;
        for row in 0..self.header.count {
            let place = self.header.index + row * ROW;
            let mut bytes = [0; ROW as usize];
            index.read_exact(&mut bytes)?;
            let at = records.at;
            let (position, _) = records.next().ok_or(BookError::Damaged(place))??;
            if u64_at(&bytes, 0) != Some(position.key) || u64_at(&bytes, 8) != Some(at) {
                return Err(BookError::Damaged(place));
            }
            let is_in_order = last.is_none_or(|last| last < position);
            if !is_in_order || BookPosition::of(&position.board(self.header.size)) != position {
                return Err(BookError::Damaged(at));
            }
            last = Some(position);
        }
        if records.at != self.header.index {
            return Err(BookError::Damaged(records.at));
        }
        self.records()?.try_fold(0, |count, record| record.map(|_| count + 1))
    }
}

/// A record, or why there is none.
type Record = Result<(BookPosition, BookEntry), BookError>;

/// The record with this body, if its checksum holds and it is one.
fn decode_checked(body: &[u8], sum: u32, size: Size) -> Option<(BookPosition, BookEntry)> {
    if checksum(body) as u32 == sum { decode(body, size) } else { None }
}

/// Records one after another.
struct Sequence {
    at: u64,
    end: u64,
    size: Size,
    file: BufReader<File>,
}

impl Sequence {
    /// The next record; none where the last one was cut short.
    fn next_or_torn(&mut self) -> Option<Record> {
        let at = self.at;
        let record = self.next()?;
        match record {
            Err(BookError::Damaged(_)) if self.at >= self.end => {
                self.at = at;
                None
            }
            record => Some(record),
        }
    }

    fn read(&mut self) -> Record {
        let at = self.at;
        let left = self.end - at;
        let mut frame = [0; FRAME];
        // After a damage nothing is known to begin anywhere.
        self.at = self.end;
        if left < FRAME as u64 {
            return Err(BookError::Damaged(at));
        }
        self.file.read_exact(&mut frame)?;
        let Some((length, sum)) = read_frame(frame) else {
            self.at = at;
            return Err(BookError::Damaged(at));
        };
        let next = at + (FRAME + length) as u64;
        if next > self.end {
            return Err(BookError::Damaged(at));
        }
        let mut body = vec![0; length];
        self.file.read_exact(&mut body)?;
        self.at = next;
        decode_checked(&body, sum, self.size).ok_or(BookError::Damaged(at))
    }
}

impl Iterator for Sequence {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        (self.at < self.end).then(|| self.read())
    }
}

/// The positions of a book, in the order of their keys; what was learnt later in place of what was before.
pub struct Records<'a> {
    sorted: Peekable<Sequence>,
    later: Peekable<std::collections::btree_map::Iter<'a, BookPosition, BookEntry>>,
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        let later = self.later.peek().map(|(position, _)| (*position).clone());
        match (self.sorted.peek(), later) {
            (Some(Ok((position, _))), Some(later)) if later <= *position => {
                if later == *position {
                    self.sorted.next();
                }
            }
            (None, Some(_)) => {}
            _ => return self.sorted.next(),
        }
        self.later.next().map(|(position, entry)| Ok((position.clone(), entry.clone())))
    }
}
