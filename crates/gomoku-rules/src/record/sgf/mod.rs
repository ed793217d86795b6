//! SGF, the Smart Game Format, `FF[4]` (<https://www.red-bean.com/sgf/>): gomoku and renju are its
//! game 4.
//!
//! The format does not define the cells of game 4. By custom they are those of Go: the letter of the
//! column and that of the row, `aa` at the upper left, capitals from the 27th on
//! (<https://www.red-bean.com/sgf/go.html>).
//!
//! | property | meaning |
//! |---|---|
//! | `GM` | the game, 4; or 1, Go, as editors of Go write whatever is played |
//! | `SZ` | the width of a square board, or `width:height` |
//! | `PB`, `PW` | the players |
//! | `RU` | the rule: a name, or a number as in the Gomocup protocol (as c-gomoku-cli writes) |
//! | `RE` | the result: `0`, `B+`, `W+`, then `T` for time, `F` for forfeit, `R` for resignation |
//! | `GC` | the comment on the game |
//! | `B`, `W` | a move |
//! | `C` | the comment on the move; its first line may be the time, `812ms` (as c-gomoku-cli writes) |
//! | `AB`, `AW`, `PL` | stones set up before the first move, and the side to move |
//! | `QPR`, `QSLW`, `QSLB` | the stones of an opening in turn, `gg,gh,if` (as `GomokuQuest` writes) |
//!
//! [`parse_sgf`] reads the main line of a game as a record; [`read_games`] reads all that is written.
//! Properties that mark cells, such as `TR` and `LB`, say nothing of stones. What is known here neither
//! as a mark nor as a text and holds cells is left out with a warning, and so is a rule that is not known.

mod properties;
mod read;
mod syntax;
mod write;

pub use properties::{OPENING, cell_of, is_pass, note, note_of, result_of, size_of, unknown_rule};
pub use read::parse_sgf;
pub(super) use read::parse_sgf_with_warnings;
pub use syntax::{SgfGame, SgfNode, SgfProperty, SgfValue, read_games};
pub use write::{cell, escape, format_sgf, result, size};
