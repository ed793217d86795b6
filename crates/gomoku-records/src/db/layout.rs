//! Signs of the format.

/// How a frame of LZ4 begins.
pub(crate) const LZ4: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// The text of the record that names the encoding.
pub(super) const CHARSET: &[u8] = b"charset=\"UTF-8\"";

/// The label of a position without one.
pub(super) const NO_LABEL: u8 = 0xff;

/// What stands for the stone of a side that has passed.
pub(super) const PASS: [u8; 2] = [0xff; 2];

/// What is written of a position before its texts.
pub(super) const KNOWN_LENGTH: usize = 5;
