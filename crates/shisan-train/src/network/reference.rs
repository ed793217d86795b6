//! What a fit is measured by: the losses of values that need no network.

use std::fmt;

use rayon::prelude::*;

use super::sample::Sample;
use crate::fit::{entropy, logistic};
use crate::model::SCALE;

/// Losses of the value on the same positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct References {
    /// Of their mean target.
    constant: f64,
    /// Of the tables.
    tables: f64,
    /// Of the tables and of the search that labelled, each in its best scale, which stands beside it.
    rescaled: (f64, f32),
    search: (f64, f32),
}

impl References {
    pub fn new(samples: &[Sample]) -> Self {
        let targets = || samples.iter().filter(|sample| sample.searched.is_some());
        let count = targets().count().max(1) as f64;
        let mean = (targets().map(|sample| f64::from(sample.target)).sum::<f64>() / count) as f32;
        let score = |sample: &Sample| sample.searched.map_or(0.0, |(_, score)| score);
        Self {
            constant: loss(samples, |_| mean),
            tables: loss(samples, |sample| logistic(sample.classical / SCALE)),
            rescaled: best_scale(samples, |sample| sample.classical),
            search: best_scale(samples, score),
        }
    }

    /// The share of what separates the tables from the search that a value with this loss closes.
    pub fn share(&self, loss: f64) -> f64 {
        (self.rescaled.0 - loss) / (self.rescaled.0 - self.search.0)
    }
}

impl fmt::Display for References {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { constant, tables, rescaled, search } = self;
        write!(
            f,
            "constant {constant:.5}, tables {tables:.5}, tables at {:.0} points a unit {:.5}, \
             the games' search at {:.0} points a unit {:.5}",
            rescaled.1, rescaled.0, search.1, search.0
        )
    }
}

/// The mean loss of a value.
fn loss(samples: &[Sample], value: impl Fn(&Sample) -> f32 + Sync) -> f64 {
    let part = |samples: &[Sample]| {
        let targets = samples.iter().filter(|sample| sample.searched.is_some());
        let each = targets.map(|sample| (entropy(sample.target, value(sample)), 1.0));
        each.fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
    };
    let parts: Vec<(f64, f64)> = samples.par_chunks(1024).map(part).collect();
    let sum = parts.into_iter().fold((0.0, 0.0), |sum, part| (sum.0 + part.0, sum.1 + part.1));
    sum.0 / f64::max(sum.1, 1.0)
}

/// The lowest mean loss of values in points over all scales, and the points of a unit.
fn best_scale(samples: &[Sample], points: impl Fn(&Sample) -> f32 + Sync) -> (f64, f32) {
    let scales = (6_u8..=80).map(|step| f32::from(step) * 10.0);
    let losses =
        scales.map(|scale| (loss(samples, |sample| logistic(points(sample) / scale)), scale));
    losses.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}
