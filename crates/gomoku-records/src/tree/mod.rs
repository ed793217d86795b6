//! Games with variations, comments and marks: what every format of this crate is read into and written
//! from.

mod arena;
mod builder;
mod node;
mod record;
mod stones;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub use arena::{Info, Step, Tree};
pub(crate) use builder::Builder;
pub use node::{Area, Mark, Node, NodeId, Notes, Property, Setup, TreeMove};
pub use record::NotARecord;
pub(crate) use stones::board_of;
pub use stones::{Stones, Taken};
