//! The bytes of a book.

use super::entry::{BookEntry, BookPosition, Games};
use crate::checksum::checksum;
use crate::score::Score;
use gomoku_rules::{Cell, Pos, Rule, Side, Size, Stone};

/// How a book begins.
const MAGIC: &[u8; 16] = b"shisan book 1\n\0\0";
/// Bytes before the first record.
pub const HEADER_LENGTH: u64 = 64;
/// Bytes of a row of the index: the key, and where the record begins.
pub(super) const ROW: u64 = 16;
/// Bytes of a record before what its checksum covers.
pub(super) const FRAME: usize = 8;
/// Bytes of a record behind its checksum, which its length can say; of a longer comment the rest is left out.
const LONGEST: usize = (1 << 24) - 1;
/// Bytes of a record before its stones.
const FIXED: usize = 31;

/// What a book says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rule of play.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: Size,
    /// The number of records in the index.
    pub count: u64,
    /// The byte where the index begins.
    pub index: u64,
}

impl Header {
    /// Where the index ends.
    pub(super) fn end(&self) -> u64 {
        self.index + self.count * ROW
    }

    /// Its bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let rule = self.rule.index() as u8;
        bytes.extend([rule, self.size.width(), self.size.height(), 0, 0, 0, 0, 0]);
        for number in [self.count, self.index, self.end(), 0] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads what [`Header::encode`] has written; `None` if anything of it is damaged.
    pub(super) fn decode(bytes: &[u8; HEADER_LENGTH as usize]) -> Option<Self> {
        let number = |at: usize| u64_at(bytes, at);
        if !is_book(bytes) || number(56)? != checksum(&bytes[..56]) {
            return None;
        }
        let rule = *Rule::ALL.get(usize::from(bytes[16]))?;
        let size = Size::new(bytes[17].into(), bytes[18].into()).ok()?;
        let header = Self { rule, size, count: number(24)?, index: number(32)? };
        let end = header.count.checked_mul(ROW)?.checked_add(header.index)?;
        (end == number(40)? && header.index >= HEADER_LENGTH).then_some(header)
    }
}

/// Whether a file that begins with `head` is a book.
pub fn is_book(head: &[u8]) -> bool {
    head.starts_with(MAGIC)
}

/// The bytes of a record.
pub fn encode(position: &BookPosition, entry: &BookEntry) -> Vec<u8> {
    let mut body = position.key.to_le_bytes().to_vec();
    let flags = [position.to_move == Side::White, entry.value.is_some(), entry.is_expanded];
    body.push((0..).zip(flags).map(|(bit, is_set)| u8::from(is_set) << bit).sum());
    body.extend((entry.value.map_or(0, Score::get) as i16).to_le_bytes());
    body.extend(entry.depth.to_le_bytes());
    let Games { black, white, drawn, open } = entry.games;
    for count in [black, white, drawn, open] {
        body.extend(count.to_le_bytes());
    }
    body.extend((position.stones.len() as u16).to_le_bytes());
    for stone in &position.stones {
        let white = u16::from(stone.cell == Cell::White) << 15;
        body.extend((white | stone.pos.index() as u16).to_le_bytes());
    }
    let comment = &entry.comment;
    let fits = |&length: &usize| comment.is_char_boundary(length);
    let length = (0..=comment.len().min(LONGEST - body.len())).rev().find(fits).unwrap_or(0);
    body.extend(&comment.as_bytes()[..length]);
    let [a, b, c, _] = (body.len() as u32).to_le_bytes();
    let mut bytes = vec![a, b, c, !(a ^ b ^ c)];
    bytes.extend((checksum(&body) as u32).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The length and the checksum of a record; `None` if the length is damaged, which is not to be mistaken for a
/// record that was cut short.
pub(super) fn read_frame(frame: [u8; FRAME]) -> Option<(usize, u32)> {
    let [a, b, c, check, sum @ ..] = frame;
    let length = u32::from_le_bytes([a, b, c, 0]) as usize;
    (check == !(a ^ b ^ c)).then_some((length, u32::from_le_bytes(sum)))
}

/// Reads a record of a board of `size`, without its length and checksum; `None` if it is no record.
pub fn decode(body: &[u8], size: Size) -> Option<(BookPosition, BookEntry)> {
    let u16_at = |at: usize| Some(u16::from_le_bytes(body.get(at..at + 2)?.try_into().ok()?));
    let u32_at = |at: usize| Some(u32::from_le_bytes(body.get(at..at + 4)?.try_into().ok()?));
    let flags = *body.get(8)?;
    let count = usize::from(u16_at(FIXED - 2)?);
    let mut stones = Vec::with_capacity(count.min(size.cells()));
    for index in 0..count {
        let code = u16_at(FIXED + 2 * index)?;
        let pos = size.pos((code & 31).into(), (code >> 5 & 31).into())?;
        let cell = if code >> 15 == 1 { Cell::White } else { Cell::Black };
        stones.push(Stone { pos, cell });
    }
    let cells = stones.iter().map(|stone| stone.pos);
    let mut cells: Vec<Pos> = cells.collect();
    cells.sort_unstable();
    cells.dedup();
    if cells.len() < count {
        return None;
    }
    let position = BookPosition {
        key: u64_at(body, 0)?,
        to_move: if flags & 1 == 0 { Side::Black } else { Side::White },
        stones,
    };
    let entry = BookEntry {
        value: if flags & 2 > 0 { Some(value_of(u16_at(9)? as i16)?) } else { None },
        depth: u16_at(11)?,
        is_expanded: flags & 4 > 0,
        games: Games {
            black: u32_at(13)?,
            white: u32_at(17)?,
            drawn: u32_at(21)?,
            open: u32_at(25)?,
        },
        comment: String::from_utf8(body.get(FIXED + 2 * count..)?.to_vec()).ok()?,
    };
    Some((position, entry))
}

/// The score that is stored as this number.
fn value_of(raw: i16) -> Option<Score> {
    let is_score = (-30_000..=30_000).contains(&raw);
    is_score.then_some(Score::from_raw(raw))
}

pub(super) fn u64_at(bytes: &[u8], at: usize) -> Option<u64> {
    Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?))
}
