//! What a fit is measured by: losses of values beside that of the network.

use std::fmt;

use rayon::prelude::*;

use super::model::Weights;
use super::pass::{Pass, Sums};
use super::sample::Sample;
use crate::fit::{entropy, logistic};
use crate::model::SCALE;
use shisan_engine::score::Score;

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
        let scored = || samples.iter().filter_map(|sample| Some((sample, sample.searched?.1)));
        let tables = scored().map(|(sample, _)| (sample.target, sample.classical));
        let tables: Vec<(f32, f32)> = tables.collect();
        let search = scored().map(|(sample, score)| (sample.target, score));
        let mean = tables.iter().map(|&(target, _)| f64::from(target)).sum::<f64>()
            / tables.len().max(1) as f64;
        Self {
            constant: loss(&tables, |_| mean as f32),
            tables: loss(&tables, |points| logistic(points / SCALE)),
            rescaled: best_scale(&tables),
            search: best_scale(&search.collect::<Vec<_>>()),
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

/// The losses on parts of the positions: those of games and of labels, proven wins and losses and others.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartLosses([Part; 4]);

/// Losses on a part, summed up.
#[derive(Clone, Copy, Debug, Default)]
struct Part {
    tables: f64,
    network: Sums,
    search: f64,
}

impl Part {
    const NAMES: [&str; 4] =
        ["games, unproven", "games, proven", "labels, unproven", "labels, proven"];

    fn add(&mut self, other: &Self) {
        self.tables += other.tables;
        self.network.add(other.network);
        self.search += other.search;
    }
}

impl PartLosses {
    /// The losses of tables and search are those in the scales that suit them best on all positions;
    /// `is_label` says which games are labels.
    pub fn new(
        references: &References,
        samples: &[Sample],
        weights: &Weights,
        is_label: impl Fn(u32) -> bool + Sync,
    ) -> Self {
        let parts_of = |samples: &[Sample]| {
            let (mut parts, mut pass) = ([Part::default(); 4], Pass::default());
            for sample in samples {
                let Some((_, score)) = sample.searched else { continue };
                let is_proven = Score::from_raw(score as i16).is_decisive();
                let part = 2 * usize::from(is_label(sample.game)) + usize::from(is_proven);
                let loss = |points, scale| entropy(sample.target, logistic(points / scale));
                parts[part].add(&Part {
                    tables: loss(sample.classical, references.rescaled.1),
                    network: pass.losses(weights, sample),
                    search: loss(score, references.search.1),
                });
            }
            parts
        };
        // In the order of the samples, whatever thread is first.
        let chunks: Vec<[Part; 4]> = samples.par_chunks(1024).map(parts_of).collect();
        let mut all = [Part::default(); 4];
        for chunk in chunks {
            all.iter_mut().zip(&chunk).for_each(|(sum, part)| sum.add(part));
        }
        Self(all)
    }
}

impl fmt::Display for PartLosses {
    /// A line for each part that has positions.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = Part::NAMES.iter().zip(&self.0);
        for (name, Part { tables, network, search }) in
            parts.filter(|(_, part)| part.network.values > 0.0)
        {
            let Sums { value, values, moves, decisions } = network;
            writeln!(
                f,
                "{name}: {values} positions, tables {:.5}, network {:.5}, the games' search {:.5}; \
                 {decisions} moves {:.5}",
                tables / values,
                value / values,
                search / values,
                moves / decisions.max(1.0)
            )?;
        }
        Ok(())
    }
}

/// Losses against the results of the games alone, each value in its best scale: here the search is not
/// held against its own scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResultLosses {
    positions: usize,
    tables: f64,
    network: f64,
    search: f64,
}

impl ResultLosses {
    /// `None` where no position has a result.
    pub fn new(samples: &[Sample], weights: &Weights) -> Option<Self> {
        // Result, then points of the tables, the network and the search.
        let points = |pass: &mut Pass, sample: &Sample| {
            let (result, score) = sample.searched?;
            let network = pass.points(weights, sample, false);
            Some((result?, [sample.classical, network, score]))
        };
        let parts = samples.par_iter().map_init(Pass::default, points);
        let all: Vec<(f32, [f32; 3])> = parts.flatten_iter().collect();
        let [tables, network, search] = [0, 1, 2].map(|of| {
            let pairs: Vec<_> = all.iter().map(|(result, points)| (*result, points[of])).collect();
            best_scale(&pairs).0
        });
        (!all.is_empty()).then_some(Self { positions: all.len(), tables, network, search })
    }
}

impl fmt::Display for ResultLosses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, tables, network, search } = self;
        write!(
            f,
            "results alone: {positions} positions, tables {tables:.5}, network {network:.5}, \
             the games' search {search:.5}: {:.0} % of the way",
            100.0 * (tables - network) / (tables - search)
        )
    }
}

/// The mean loss of a function of the points; each pair is a target and the points of a value.
fn loss(pairs: &[(f32, f32)], chance: impl Fn(f32) -> f32 + Sync) -> f64 {
    let part = |pairs: &[(f32, f32)]| -> f64 {
        pairs.iter().map(|&(target, points)| entropy(target, chance(points))).sum()
    };
    let parts: Vec<f64> = pairs.par_chunks(1024).map(part).collect();
    parts.into_iter().sum::<f64>() / pairs.len().max(1) as f64
}

/// The lowest mean loss of values in points over all scales, and the points of a unit.
pub(super) fn best_scale(pairs: &[(f32, f32)]) -> (f64, f32) {
    let scales = (6_u8..=80).map(|step| f32::from(step) * 10.0);
    let losses = scales.map(|scale| (loss(pairs, |points| logistic(points / scale)), scale));
    losses.min_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
}
