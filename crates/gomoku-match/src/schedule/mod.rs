//! Who plays whom from which opening.

pub(crate) mod book;
pub(crate) mod openings;
pub(crate) mod pair_runner;
pub(crate) mod pairing;
