//! The evaluation: the values of positions and moves. `Evaluator` is all that the search sees of it;
//! each kind of evaluation is a folder of its own.

mod classical;
mod evaluator;
mod noise;
mod weight_set;

pub use classical::{FRACTIONS, Table, Tables};
pub use evaluator::{Evaluator, Policy};
pub use noise::Noise;
pub use weight_set::WeightSet;
