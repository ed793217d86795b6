//! Results, Elo and the sequential test.

pub(crate) mod bradley_terry;
pub(crate) mod cholesky;
pub(crate) mod distribution;
pub(crate) mod homogeneity;
pub(crate) mod likelihood;
pub(crate) mod ratings;
pub(crate) mod results;
pub(crate) mod sprt;
