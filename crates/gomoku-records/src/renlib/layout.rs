//! How libraries are laid out.

use gomoku_rules::Size;

/// The board of all libraries.
pub const BOARD: Size = Size::square(15);
/// What a file begins with.
pub const HEAD: &[u8] = b"\xffRenLib\xff";
/// The length of the head with the version.
pub const HEAD_LENGTH: usize = 20;
/// The property of SGF that says where the library opens; our own name.
pub const START: &str = "START";

/// The bits of the second byte.
pub mod flag {
    pub const SIBLING: u8 = 0x80;
    pub const LEAF: u8 = 0x40;
    pub const OLD_COMMENT: u8 = 0x20;
    pub const MARK: u8 = 0x10;
    pub const COMMENT: u8 = 0x08;
    pub const START: u8 = 0x04;
    pub const NO_MOVE: u8 = 0x02;
    pub const EXTENSION: u8 = 0x01;
}
