//! What a position and its moves are worth.

mod classical;
mod score;
mod weights;

pub use classical::evaluate;
pub use score::{MAX_PLY, Score};
pub use weights::{FRACTIONS, Table, Tables, tables, try_weights, weights};
