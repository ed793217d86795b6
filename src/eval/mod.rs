//! What a position and its moves are worth.

mod classical;
mod weights;

pub use classical::evaluate;
pub use weights::{FRACTIONS, Table, Tables, tables, try_weights, weights};
