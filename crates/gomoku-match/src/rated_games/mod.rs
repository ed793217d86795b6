//! Games of any files, and the results of all who play in them.

pub(crate) mod copies;
pub(crate) mod files;
mod pgn;
pub(crate) mod players;
