//! SGF, the Smart Game Format, FF[4] (<https://www.red-bean.com/sgf/>): gomoku and renju are its
//! game 4.
//!
//! The format says nothing of the cells of game 4; by custom they are those of Go: the letter of the
//! column and that of the row, `aa` at the upper left, capitals from the 27th on
//! (<https://www.red-bean.com/sgf/go.html>).
//!
//! | property | meaning |
//! |---|---|
//! | `GM` | the game, 4 |
//! | `SZ` | the board's side, or `width:height` |
//! | `PB`, `PW` | the players |
//! | `RU` | the rule: a name, or a number as in the Gomocup protocol (so c-gomoku-cli) |
//! | `RE` | the result: `0`, `B+`, `W+`, then `T` for time, `F` for forfeit, `R` for resignation |
//! | `GC` | the comment to the game |
//! | `B`, `W` | a move |
//! | `C` | the comment to the move; its first line may be the time, such as `812ms` (so c-gomoku-cli) |
//! | `AB`, `AW`, `PL` | stones that are set up, and who is to move |

mod read;
mod syntax;
mod write;

pub use read::parse_sgf;
pub use write::format_sgf;
