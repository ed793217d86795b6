//! The state of one empty cell, packed: its patterns, codes and threats for both sides; and how a
//! stone near by changes it.

use crate::pattern::code::CODES_OF_BYTE;
use crate::pattern::code_info::{CodeInfos, CodeTable};
use gomoku_rules::{Direction, Pos, Side};

/// The patterns of a cell, a byte a direction: Black's in the low nibble, White's in the high one.
/// One word, so that a change never waits for a partial store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patterns(u32);

impl Patterns {
    /// The byte of one direction.
    #[inline]
    pub const fn along(self, direction: Direction) -> u8 {
        (self.0 >> (8 * direction.index())) as u8
    }

    /// The patterns with another byte in one direction.
    #[inline]
    pub const fn with(self, direction: Direction, byte: u8) -> Self {
        let shift = 8 * direction.index();
        Self(self.0 & !(0xFF << shift) | (byte as u32) << shift)
    }
}

/// The codes of a cell for both sides, Black's in the low half, White's in the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Codes(u32);

impl Codes {
    /// The code of `side`.
    #[inline]
    pub const fn of(self, side: Side) -> u16 {
        (self.0 >> (16 * side.index())) as u16
    }

    /// The codes after one direction's byte has changed.
    #[inline]
    pub(super) fn with(self, old: u8, new: u8) -> Self {
        let (old, new) = (CODES_OF_BYTE[old as usize], CODES_OF_BYTE[new as usize]);
        Self(self.0.wrapping_sub(old).wrapping_add(new))
    }

    /// What the codes mean.
    #[inline]
    pub(super) fn infos(self, table: CodeTable) -> CodeInfos {
        table.infos(self.of(Side::Black), self.of(Side::White))
    }
}

/// The state of an empty cell; it stays as it was while a stone lies there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellState {
    /// Along each direction.
    pub patterns: Patterns,
    /// The patterns put together.
    pub codes: Codes,
    /// What the codes mean.
    pub infos: CodeInfos,
    /// Which cell this is, so that a state finds its way back.
    pub pos: Pos,
}

impl CellState {
    /// The state of the cell `pos` with these patterns.
    pub fn new(pos: Pos, bytes: [u8; 4], table: CodeTable) -> Self {
        let zip = || Direction::ALL.into_iter().zip(bytes);
        let patterns =
            zip().fold(Patterns::default(), |all, (direction, byte)| all.with(direction, byte));
        let codes = bytes.into_iter().fold(Codes::default(), |codes, byte| codes.with(0, byte));
        Self { patterns, codes, infos: codes.infos(table), pos }
    }
}

/// One cell with a pattern that a stone changed.
#[derive(Clone, Copy, Debug)]
pub struct CellChange {
    /// The cell before the stone.
    pub(super) old: CellState,
    /// Its codes after the stone.
    pub(super) new: Codes,
}

impl CellChange {
    /// The cell.
    #[inline]
    pub const fn pos(&self) -> Pos {
        self.old.pos
    }

    /// The cell's codes before the stone.
    #[inline]
    pub const fn old_codes(&self) -> Codes {
        self.old.codes
    }

    /// The cell's codes after the stone.
    #[inline]
    pub const fn new_codes(&self) -> Codes {
        self.new
    }
}
