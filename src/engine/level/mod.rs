//! Levels: playing strengths below full strength, by Elo.
//!
//! A level searches a fixed number of nodes, so that no clock and no machine changes its moves. It sees
//! what a player of its strength sees (`view`): a few of the moves, the threats that it does not overlook,
//! checkmates up to a length; and it misjudges positions a little. How much of each (`handicap`) comes from
//! a table that games have measured (`table`).

mod handicap;
mod table;
mod view;

pub(super) use handicap::Sight;
pub use table::{Level, LevelTable};
pub(super) use view::View;
