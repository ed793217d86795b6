//! Patterns and threats: for every empty cell and side, what each of the four lines through it
//! *becomes* when the side fills the cell ([`Pattern`]), and what the four together threaten
//! ([`Threat`]). [`Position`] updates them as stones are played and taken back; no weights and no
//! evaluation are involved.
//!
//! In the pictures `*` is the cell to be filled, `X` an own stone, `O` a stone of the opponent, `#` the
//! edge or a stone that counts for neither side, `.` an empty cell. They mean the same under every rule.
//!
//! | pattern | for instance | then |
//! |---|---|---|
//! | [`Pattern::Five`] | `XX*XX` | has won |
//! | [`Pattern::OpenFour`] | `.XX*X.` | wins against every reply on this line |
//! | [`Pattern::Four`] | `OXX*X.`, `XX.*X` | threatens a five |
//! | [`Pattern::ThreeS`] | `..X*X..` | threatens an open four in two places or more |
//! | [`Pattern::Three`] | `#.X*X..`, `.X.*X.` | threatens an open four in one place |
//! | [`Pattern::BlockedThree`] | `OX*X..`, `X..*X` | threatens a four |
//! | [`Pattern::TwoB`] | `...X*...` | can become a three in four places or more |
//! | [`Pattern::TwoA`] | `...X.*...` | can become a three in three places |
//! | [`Pattern::Two`] | `...X..*...` | can become a three in one place or two |
//! | [`Pattern::BlockedTwo`] | `OX*...`, `X...*` | can become a blocked three |
//! | [`Pattern::One`] | `....*....` | can become a two |
//! | [`Pattern::BlockedOne`] | `O*....` | can become a blocked two |
//! | [`Pattern::Overline`] | `XXX*XX` | too long to win, where long lines do not win |
//! | [`Pattern::Dead`] | `O..*.O` | has no room for a five |
//!
//! Where the rules differ: two fours in one line, `X.X*X.X`, are an open four, but an
//! [`Pattern::Overline`] for renju's Black, who may make neither. A four whose five would be a six
//! threatens nothing where six do not win, so `X.XX*X.` is only a [`Pattern::Four`] there. In caro the
//! opponent's stones at both ends void a five: `OXX*XXO` is [`Pattern::Dead`], and `O.XX*X.` is only a
//! [`Pattern::Four`], since a stone on its right leaves nothing but such a five.

mod cells;
mod code;
mod code_info;
mod defence;
mod definition;
mod forbidden;
#[cfg(test)]
mod forbidden_corpus;
mod line;
mod line_code;
mod map;
#[cfg(test)]
mod oracle;
#[cfg(test)]
mod pictures;
mod position;
mod table;
mod threat;

pub use cells::CellSet;
pub use code::{CODES, MULTISETS, code_of, multisets};
pub use definition::Pattern;
pub use line_code::{Around, LineCodeChange, LineCodeChanges, LineCodes};
pub use map::{CellChange, Codes, PlyChanges, ThreatMap};
pub use position::Position;
pub use threat::Threat;
