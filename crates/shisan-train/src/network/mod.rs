//! Training of the network: it corrects the tables, which stay as they are.

mod convolution;
mod fit;
mod gold;
mod head;
mod kernels;
mod lanes;
mod model;
mod pass;
mod quantize;
mod reference;
mod sample;
#[cfg(test)]
mod tests;
mod train;

pub use train::{TrainArgs, train};
