//! Fitting: Adam over shuffled batches, each summed in an order that does not depend on the threads.

use fastrand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::convolution::Convolution;
use super::head::Head;
use super::model::{Model, Weights};
use super::pass::{MoveWeights, Pass, Sums};
use super::sample::Sample;
use crate::adam::Adam;
use crate::fit::Losses;
use shisan_engine::eval::network_shape::LANES;

/// A batch is cut into this many parts, each summed up by itself.
const SHARDS: usize = 16;

/// What decides a fit beside its samples.
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    pub epochs: usize,
    pub seed: u64,
    /// The learning rate at first.
    pub rate: f32,
    pub batch: usize,
    /// How fast what is left of a code is drawn to zero: the share by step and learning rate.
    pub decay: f32,
    pub moves: MoveWeights,
}

/// Mean losses of an epoch.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct EpochLosses {
    pub value: Losses,
    pub moves: Losses,
}

/// The state of a fit: all that it needs to continue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct State {
    adam: Adam,
    /// The epoch with the lowest validation loss, and its variables.
    best: (usize, Vec<f32>),
    /// The losses before the first epoch and after each.
    pub losses: Vec<EpochLosses>,
}

impl State {
    /// The start of a fit.
    pub fn new(model: &Model, start: Vec<f32>, training: &[Sample], validation: &[Sample]) -> Self {
        let weights = model.weights(&start);
        let [training, validation] =
            [training, validation].map(|samples| mean_losses(&weights, samples));
        let mut adam = Adam::new(start.len());
        adam.variables.clone_from(&start);
        Self { adam, best: (0, start), losses: vec![EpochLosses::new(training, validation)] }
    }

    /// Epochs done.
    pub fn epochs(&self) -> usize {
        self.losses.len() - 1
    }

    /// The number of the best epoch.
    pub fn best_epoch(&self) -> usize {
        self.best.0
    }

    /// The variables after the last epoch.
    pub fn last(&self) -> &[f32] {
        &self.adam.variables
    }

    /// The variables with the lowest validation loss.
    pub fn best(&self) -> &[f32] {
        &self.best.1
    }
}

impl EpochLosses {
    fn new(training: (f64, f64), validation: (f64, f64)) -> Self {
        Self {
            value: Losses { training: training.0, validation: validation.0 },
            moves: Losses { training: training.1, validation: validation.1 },
        }
    }

    /// What the fit makes small, on games that it does not see.
    pub fn validation(&self, moves: f32) -> f64 {
        self.value.validation + f64::from(moves) * self.moves.validation
    }
}

/// Part of a batch.
struct Shard {
    gradient: Weights,
    pass: Pass,
    sums: Sums,
}

/// Continues a fit to its end; `on_epoch` gets the state after each epoch.
///
/// # Errors
/// What `on_epoch` reports, which ends the fit.
pub(super) fn fit(
    model: &Model,
    training: &[Sample],
    validation: &[Sample],
    options: Options,
    state: &mut State,
    on_epoch: &mut dyn FnMut(&State) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut random = Rng::with_seed(options.seed);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    // Each epoch shuffles the order of the one before.
    for _ in 0..state.epochs() {
        random.shuffle(&mut order);
    }
    let steps = (training.len().div_ceil(options.batch) * options.epochs) as f32;
    let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::new(model)).collect();
    while state.epochs() < options.epochs {
        random.shuffle(&mut order);
        let mut sums = Sums::default();
        for batch in order.chunks(options.batch) {
            let weights = model.weights(&state.adam.variables);
            sum_up(&mut shards, training, batch, &weights, options.moves);
            let gradient = collect(&mut shards, &mut sums, 1.0 / batch.len() as f32);
            let rate = options.rate_at(state.adam.steps as f32 / steps);
            state.adam.step(&model.gradient(&gradient), rate);
            model.restrain(&mut state.adam.variables, rate * options.decay);
        }
        let weights = model.weights(&state.adam.variables);
        let losses = EpochLosses::new(means(sums), mean_losses(&weights, validation));
        let best = state.losses[state.best.0].validation(options.moves.loss);
        state.losses.push(losses);
        if losses.validation(options.moves.loss) < best {
            state.best = (state.epochs(), state.adam.variables.clone());
        }
        on_epoch(state)?;
    }
    Ok(())
}

impl Options {
    /// What follows on a fit to the games of all rules with these options: half of the epochs at a fifth
    /// of the rate, more of either overfits.
    pub fn of_fine_tuning(self) -> Self {
        Self { epochs: self.epochs.div_ceil(2), rate: self.rate / 5.0, ..self }
    }

    /// The learning rate after this share of the steps: it rises for a moment, then falls along a cosine.
    fn rate_at(&self, share: f32) -> f32 {
        const LAST: f32 = 1e-5;
        let rise = (share * 50.0).clamp(0.05, 1.0);
        let cosine = 0.5 + 0.5 * (std::f32::consts::PI * share).cos();
        rise * (LAST + (self.rate - LAST) * cosine)
    }
}

impl Shard {
    fn new(model: &Model) -> Self {
        let gradient = Weights::zero(model.codes(), model.sides());
        Self { gradient, pass: Pass::default(), sums: Sums::default() }
    }
}

/// Sums up losses and gradients of a batch, each shard by itself.
fn sum_up(
    shards: &mut [Shard],
    samples: &[Sample],
    batch: &[u32],
    weights: &Weights,
    options: MoveWeights,
) {
    let size = batch.len().div_ceil(shards.len());
    shards.par_iter_mut().zip(batch.par_chunks(size)).for_each(|(shard, batch)| {
        for &index in batch {
            let sample = &samples[index as usize];
            let Shard { gradient, pass, sums } = &mut *shard;
            sums.add(pass.backward(weights, sample, options, gradient));
        }
    });
}

/// Adds up the shards in order, and leaves them at zero.
fn collect(shards: &mut [Shard], sums: &mut Sums, scale: f32) -> Weights {
    let first = &shards[0].gradient;
    let mut total = Weights::zero(first.rows.len(), first.heads.len());
    for shard in shards {
        for (sum, part) in total.rows.iter_mut().zip(&mut shard.gradient.rows) {
            sum.iter_mut().zip(*part).for_each(|(sum, part)| *sum += scale * part);
            *part = [0.0; LANES];
        }
        total.bias.iter_mut().zip(shard.gradient.bias).for_each(|(sum, part)| *sum += scale * part);
        shard.gradient.bias = [0.0; LANES];
        total.convolution.add(&shard.gradient.convolution, scale);
        shard.gradient.convolution = Convolution::default();
        for (sum, part) in total.heads.iter_mut().zip(&mut shard.gradient.heads) {
            part.scale(scale);
            sum.add(part);
            *part = Head::ZERO;
        }
        sums.add(std::mem::take(&mut shard.sums));
    }
    total
}

fn means(sums: Sums) -> (f64, f64) {
    (sums.value / sums.values.max(1.0), sums.moves / sums.decisions.max(1.0))
}

/// The mean losses of value and moves.
pub(super) fn mean_losses(weights: &Weights, samples: &[Sample]) -> (f64, f64) {
    let part = |samples: &[Sample]| {
        let (mut pass, mut sums) = (Pass::default(), Sums::default());
        for sample in samples {
            sums.add(pass.losses(weights, sample));
        }
        sums
    };
    let parts: Vec<Sums> = samples.par_chunks(1024).map(part).collect();
    let mut sums = Sums::default();
    for part in parts {
        sums.add(part);
    }
    means(sums)
}
