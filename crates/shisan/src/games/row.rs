//! What an index knows about a game, and where a position stands in it.

use gomoku_rules::record::GameResult;
use gomoku_rules::{Pos, RenjuOpening, Rule, Side, Size};

/// Stands for what is not known.
const NONE: u8 = u8::MAX;
const NO_CELL: u16 = u16::MAX;
/// Stands for a pass, stones that are set up, or the other side's move.
const OTHER: u16 = NO_CELL - 1;
/// Marks a position beside the main line.
const VARIATION: u16 = 1 << 15;

/// A game. Texts are numbers of texts of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of its file.
    pub file: u32,
    /// Its number in the file, from 1.
    pub number: u32,
    pub black: u32,
    pub white: u32,
    pub date: u32,
    pub event: u32,
    /// The moves of its main line.
    pub moves: u16,
    pub size: Size,
    pub rule: Option<Rule>,
    /// That of the file, or else that of the board.
    pub result: Option<GameResult>,
    pub opening: Option<RenjuOpening>,
    /// The key of the last position of its main line.
    pub last_key: u64,
    /// A key of the moves of its main line and of the stones set up between them, the same for all images; of
    /// its position if there is no move.
    pub moves_key: u64,
}

impl Row {
    /// The length in bytes.
    pub const LENGTH: usize = 48;

    pub fn to_bytes(self) -> [u8; Self::LENGTH] {
        let opening = self.opening.and_then(|own| RenjuOpening::all().position(|it| it == own));
        let winner = |result: GameResult| result.winner.map_or(2, |side| side.index() as u8);
        let small = [
            self.size.width(),
            self.size.height(),
            self.rule.map_or(NONE, |rule| rule.index() as u8),
            self.result.map_or(NONE, winner),
            opening.map_or(NONE, |index| index as u8),
            0,
        ];
        let numbers = [self.file, self.number, self.black, self.white, self.date, self.event];
        let mut bytes = Vec::with_capacity(Self::LENGTH);
        bytes.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
        bytes.extend(self.moves.to_le_bytes());
        bytes.extend(small);
        bytes.extend([self.last_key, self.moves_key].into_iter().flat_map(u64::to_le_bytes));
        bytes.try_into().expect("six numbers, eight bytes and two keys")
    }

    /// `None` where the bytes are those of no row.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (numbers, bytes) = bytes.split_at_checked(24)?;
        let (moves, bytes) = bytes.split_at_checked(2)?;
        let (&[width, height, rule, result, opening, _], keys) = bytes.split_first_chunk()?;
        let (last_key, moves_key) = keys.split_at_checked(8)?;
        let number =
            |index: usize| numbers.as_chunks().0.get(index).map(|&bytes| u32::from_le_bytes(bytes));
        let known = |byte: u8| (byte != NONE).then_some(usize::from(byte));
        Some(Self {
            file: number(0)?,
            number: number(1)?,
            black: number(2)?,
            white: number(3)?,
            date: number(4)?,
            event: number(5)?,
            moves: u16::from_le_bytes(moves.try_into().ok()?),
            size: Size::new(width.into(), height.into()).ok()?,
            rule: known(rule).and_then(|index| Rule::ALL.get(index).copied()),
            result: known(result)
                .map(|winner| GameResult { winner: Side::BOTH.get(winner).copied(), cause: None }),
            opening: known(opening).and_then(|index| RenjuOpening::all().nth(index)),
            last_key: u64::from_le_bytes(last_key.try_into().ok()?),
            moves_key: u64::from_le_bytes(moves_key.try_into().ok()?),
        })
    }
}

/// How the main line goes on from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Next {
    /// A move of the side to move, of the image with the least key.
    Cell(Pos),
    /// A pass, stones that are set up, or a move of the other side.
    Other,
    /// The game ends here, or the position stands beside the main line.
    End,
}

/// A position of a game. They are sorted by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The key that all images of the position share.
    pub key: u64,
    /// The number of the game.
    pub game: u32,
    /// How many moves lead there; with [`VARIATION`].
    place: u16,
    /// The index of the next cell, [`OTHER`] or [`NO_CELL`].
    next: u16,
}

impl Entry {
    /// The length in bytes.
    pub const LENGTH: usize = 16;

    pub fn new(key: u64, game: u32, moves: usize, is_main: bool, next: Next) -> Self {
        let moves = u16::try_from(moves).unwrap_or(u16::MAX).min(VARIATION - 1);
        let place = if is_main { moves } else { moves | VARIATION };
        let next = match next {
            Next::Cell(pos) => pos.index() as u16,
            Next::Other => OTHER,
            Next::End => NO_CELL,
        };
        Self { key, game, place, next }
    }

    /// How many moves lead there.
    pub fn moves(self) -> u16 {
        self.place & !VARIATION
    }

    /// Whether it stands beside the main line.
    pub fn is_variation(self) -> bool {
        self.place & VARIATION != 0
    }

    /// How the main line goes on.
    pub fn next(self) -> Next {
        match self.next {
            OTHER => Next::Other,
            index if usize::from(index) < Pos::COUNT => Next::Cell(Pos::from_index(index.into())),
            _ => Next::End,
        }
    }

    pub fn to_bytes(self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.game.to_le_bytes());
        bytes[12..14].copy_from_slice(&self.place.to_le_bytes());
        bytes[14..].copy_from_slice(&self.next.to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: [u8; Self::LENGTH]) -> Self {
        let number = u128::from_le_bytes(bytes);
        let bits = |from: u32| number >> from;
        Self {
            key: bits(0) as u64,
            game: bits(64) as u32,
            place: bits(96) as u16,
            next: bits(112) as u16,
        }
    }
}
