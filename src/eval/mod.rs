//! The evaluation: the values of positions and moves. `Evaluator` is all that the search sees of it;
//! each kind of evaluation is a folder of its own.

mod classical;
mod evaluator;
mod file;
mod network;
mod noise;
mod scored_move;
mod weight_set;

pub use classical::{FRACTIONS, Table, Tables};
pub use evaluator::{Evaluator, Policy};
pub use file::sides_of;
pub use network::{LineEffect, Network, NetworkSide, shape as network_shape};
pub use noise::Noise;
pub use scored_move::ScoredMove;
pub use weight_set::WeightSet;
