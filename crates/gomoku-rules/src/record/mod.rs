//! Game records: moves as text, in the formats that managers, servers and collections use.
//!
//! | format | a cell | where rows are counted from |
//! |---|---|---|
//! | [pos strings](parse_moves) | `h8`: column letter, row number | `a1` is the upper left corner |
//! | [Gomocup openings](parse_offsets) | `1,-1`: x to the right, y downwards | `0,0` is the centre |
//! | [PSQ](parse_psq), Piskvork's saved games | `8,8`: column, row | `1,1` is the upper left corner |
//! | [SGF](parse_sgf), game 4 | `hh`: column letter, row letter | `aa` is the upper left corner |
//! | [drawn boards](parse_boards) | one sign | the first row is the top row, labelled or not |
//!
//! [`Format`] reads and writes all of them in the same way; each has functions of its own, too. Programs
//! such as Yixin-Board and gomocalc count rows from the bottom: what they write is read upside down, and
//! [`Record::flipped`] turns it over.
//!
//! ```
//! use gomoku_rules::Size;
//! use gomoku_rules::record::Format;
//!
//! let text = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1520\nAlpha\nBeta\n-1\n";
//! let games = Format::detect(text)?.read(text, Size::square(15))?;
//! assert_eq!(games[0].black.as_deref(), Some("Alpha"));
//! assert_eq!(Format::Pos.write(&games[0]), "h8i7\n");
//! assert_eq!(Format::Offsets.write(&games[0]), "0,0, 1,-1\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod detect;
mod drawn;
mod error;
mod format;
mod game;
mod offsets;
mod pos_string;
mod psq;
mod scanner;
pub mod sgf;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use detect::UnknownFormat;
pub use drawn::{format_board, parse_boards};
pub use error::{RecordError, RecordWarning};
pub use format::{Format, ParseFormatError};
pub use game::{Cause, GameResult, ParsedRecord, Record, RecordMove};
pub use offsets::{format_offsets, parse_offset_lines, parse_offsets};
pub use pos_string::{format_moves, parse_moves, parse_pos_lines};
pub use psq::{format_psq, parse_psq};
pub use sgf::{format_sgf, parse_sgf};
