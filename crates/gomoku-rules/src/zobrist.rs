//! Zobrist keys of positions (Zobrist 1970): one random word for each cell and content, generated at
//! compile time.

use crate::pos::{Pos, Size};
use crate::rule::Rule;
use crate::side::{Cell, Side};

/// The words of black stones, white stones and walls.
static STONES: [[u64; Pos::COUNT]; 3] = words();

/// Part of the key while White is to move.
const WHITE_TO_MOVE: u64 = mix(0xB1AC_4AFE);

/// The next word of the `SplitMix64` sequence from `state`.
const fn mix(state: u64) -> u64 {
    let z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[allow(clippy::large_stack_arrays)] // evaluated at compile time only
const fn words() -> [[u64; Pos::COUNT]; 3] {
    let mut words = [[0; Pos::COUNT]; 3];
    let mut state = 0x5815_A243;
    let mut content = 0;
    while content < 3 {
        let mut index = 0;
        while index < Pos::COUNT {
            state = mix(state);
            words[content][index] = state;
            index += 1;
        }
        content += 1;
    }
    words
}

/// The word of `cell` at `pos`; an empty cell has none.
#[inline]
pub(super) fn stone_key(pos: Pos, cell: Cell) -> u64 {
    match cell {
        Cell::Empty => 0,
        Cell::Black => STONES[0][pos.index()],
        Cell::White => STONES[1][pos.index()],
        Cell::Wall => STONES[2][pos.index()],
    }
}

/// The word of the side to move.
#[inline]
pub(super) const fn side_key(side: Side) -> u64 {
    match side {
        Side::Black => 0,
        Side::White => WHITE_TO_MOVE,
    }
}

/// A key of the rule and the board size, to be combined with [`Board::key`](crate::Board::key) in
/// tables that hold positions of more than one game.
pub const fn game_key(rule: Rule, size: Size) -> u64 {
    mix((rule.index() as u64) << 16 | (size.width() as u64) << 8 | size.height() as u64)
}
