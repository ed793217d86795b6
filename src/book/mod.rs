//! Books: positions that are known, with their values, the results of games, and comments.
//!
//! A book is a file of records in the order of their keys, with an index that is searched on the disk: a book
//! of any length opens at once and takes no memory. What is learnt later is appended, and read into memory;
//! the last record may have been cut short by a crash. All numbers are little-endian.
//!
//! ```text
//! 64 bytes   "shisan book 1\n", two zeros; rule, width, height, five zeros; the number of records;
//!            where the index begins, and where it ends; eight zeros; the checksum of all this
//! records    length, three bytes, and their check; checksum of the rest; key; flags (1 White to move, 2 has a value, 4 expanded);
//!            value, depth; games won by Black, by White, drawn, without a result;
//!            the number of stones, each one two bytes: 32 times the row plus the column, plus 32768 if
//!            it is White's; the comment
//! index      for each record its key and where it begins
//! records    those that were learnt later: the last one of a position counts
//! ```
//!
//! A key is [`Symmetry::key`](gomoku_rules::Symmetry::key), and the stones are the image that
//! [`Symmetry::canonical`](gomoku_rules::Symmetry::canonical) chooses: each position is there once. The moves
//! of a position are those that lead to other positions of the book.

mod entry;
mod file;
mod moves;
mod record;
#[cfg(test)]
mod tests;

pub use entry::{BookEntry, BookPosition, Games};
pub use file::{Book, BookError, Records};
pub use moves::{BookMove, board_before, last_moves, value_before};
pub use record::{HEADER_LENGTH, Header, decode, encode, is_book};
