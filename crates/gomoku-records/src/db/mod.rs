//! Databases of positions, as Yixin and Rapfi keep them.
//!
//! A file is the number of its records, four bytes, and the records, plain or in a frame of LZ4. All numbers
//! are little-endian. A record is
//!
//! | bytes | meaning |
//! |---|---|
//! | 2 | the length of the key; 0 is no record, and nothing follows |
//! | 3 | the rule (0 freestyle, 1 standard, 2 renju), the width, the height |
//! | 2 each | column and row of Black's stones, then of White's, from 0 at the upper left |
//! | 2 | the length of what is known; 0 for nothing |
//! | 1 | the label: `w`, `l` or `d`, what the side that has moved gets; `x` and `!`; -1 for none |
//! | 2 | the value for the side to move, in points; a win in n plies is 30000 - n |
//! | 2 | four times the depth, plus 1 for an upper bound, 2 for a lower one, 3 for an exact value |
//! | the rest | the texts |
//!
//! Of an even number of cells both sides have half, else Black has one more, and it is the turn of the side
//! that balances them. After a pass that side's last cell is 255, 255. A key stands for all images of its
//! position: Rapfi looks for the one whose bytes are the least.
//!
//! The texts are `@BTXT@`, a line for each text on the board, which begins with its column and row as digits
//! and letters from `A`, then 8 and the comment; or the comment alone. A board of 0x0 that says
//! `charset="UTF-8"` says so of all texts.
//!
//! Source: <https://github.com/dhbloo/rapfi>, `yxdbstorage.cpp`, `dbtypes.cpp` and `dbclient.cpp` in
//! `Rapfi/database`.

mod layout;
mod position;
mod read;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod write;

#[cfg(any(test, fuzzing))]
pub(crate) use layout::LZ4;
pub use position::{DbBound, DbPosition};
pub use read::{DbError, DbReader};
pub(crate) use read::{HEAD_LENGTH, is_database};
pub(crate) use tree::take_back;
pub use tree::{positions_of, trees_of};
pub use write::{DbWriter, db_frame};
pub(crate) use write::{write_compressed, write_plain};
