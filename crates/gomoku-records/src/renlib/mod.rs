//! Libraries of `RenLib`, the program in which players of renju keep their studies.
//!
//! A file begins with 20 bytes: 255, `RenLib`, 255, the version (3, 4), and ten times 255; the oldest ones
//! have no such head and begin with a stone in the centre. Nodes follow, each before its children, of two
//! bytes: the cell, and what follows.
//!
//! | bit of the second byte | meaning |
//! |---|---|
//! | 80 | a sibling comes after its descendants |
//! | 40 | it has no child |
//! | 20 | a comment of old files: seven bits a character, the last one with the eighth bit |
//! | 10 | it is marked |
//! | 08 | a comment; 8 separates its first line from the others |
//! | 04 | the library opens here |
//! | 02 | it is no move, and bears a text only |
//! | 01 | two more bytes follow, `00 01`: there is a text on the board |
//!
//! The cell is 16 times the row from the top, from 0, and the column, from 1; 0 is the root, and a pass
//! elsewhere. Black makes the first move, and sides take turns. Texts end with a zero and have an even
//! number of bytes. They are in the code page of the one who wrote them.
//!
//! Sources: <https://github.com/gomoku/RenLib>, `LibraryFile.cpp`, `MoveNode.cpp`, and `AddLibrary` and
//! `WriteMove` in `RenLibDoc.cpp`; <https://github.com/dhbloo/rapfi>, `Rapfi/database/dbutils.cpp`.

mod layout;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub(crate) use read::{is_library, read_library};
pub(crate) use write::{take_back, write_library};
