//! Fitting: Adam over shuffled batches; the weights with the lowest validation loss are kept.

use fastrand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::model::Parameters;
use super::sample::{Decision, Sample};

/// Something to fit to.
pub(super) trait Example: Sync {
    /// Adds the gradient of the loss to `gradient`, and returns the loss.
    fn add_gradient(&self, weights: &[f32], gradient: &mut [f32]) -> f64;
    /// The loss alone.
    fn loss(&self, weights: &[f32]) -> f64;
}

impl Sample {
    /// Sets what the value should be, as an expected score: `lambda` of the result, the rest of the
    /// searched score.
    pub fn set_target(&mut self, lambda: f32, scale: f32) {
        let searched = logistic(self.score / scale);
        self.target =
            self.result.map_or(searched, |result| lambda * result + (1.0 - lambda) * searched);
    }

    /// The value for the side to move, in units of the fit.
    pub fn value(&self, weights: &[f32]) -> f32 {
        self.terms.iter().map(|&(i, count)| weights[usize::from(i)] * f32::from(count)).sum::<f32>()
            / 2.0
    }
}

impl Example for Sample {
    fn add_gradient(&self, weights: &[f32], gradient: &mut [f32]) -> f64 {
        let found = logistic(self.value(weights));
        let error = (found - self.target) / 2.0;
        for &(i, count) in &self.terms {
            gradient[usize::from(i)] += error * f32::from(count);
        }
        entropy(self.target, found)
    }

    fn loss(&self, weights: &[f32]) -> f64 {
        entropy(self.target, logistic(self.value(weights)))
    }
}

impl Decision {
    /// The probability of each candidate.
    fn probabilities(&self, weights: &[f32]) -> Vec<f32> {
        let score = |[own, opponent]: &[u16; 2]| {
            weights[usize::from(*own)] + weights[usize::from(*opponent)]
        };
        let scores: Vec<f32> = self.candidates.iter().map(score).collect();
        let max = scores.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = scores.iter().map(|score| (score - max).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }
}

impl Example for Decision {
    fn add_gradient(&self, weights: &[f32], gradient: &mut [f32]) -> f64 {
        let mut probabilities = self.probabilities(weights);
        let loss = -f64::from(probabilities[0].max(1e-9)).ln();
        probabilities[0] -= 1.0;
        for ([own, opponent], error) in self.candidates.iter().zip(probabilities) {
            gradient[usize::from(*own)] += error;
            gradient[usize::from(*opponent)] += error;
        }
        loss
    }

    fn loss(&self, weights: &[f32]) -> f64 {
        -f64::from(self.probabilities(weights)[0].max(1e-9)).ln()
    }
}

/// The points of searched score that make the odds of a win e to one, from the games' results, if there
/// are any.
pub(super) fn score_scale(samples: impl Iterator<Item = (Option<f32>, f32)>) -> Option<f32> {
    let samples: Vec<(f32, f32)> = samples.filter_map(|(r, score)| Some((r?, score))).collect();
    let loss = |scale: f32| -> f64 {
        let each = |&(result, score): &(f32, f32)| entropy(result, logistic(score / scale));
        samples.iter().map(each).sum()
    };
    let scales = (10_u8..=100).map(|step| f32::from(step) * 10.0);
    let best = scales.map(|scale| (loss(scale), scale)).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, scale)| scale).filter(|_| !samples.is_empty())
}

/// What decides a fit beside its examples.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitOptions {
    pub epochs: usize,
    pub seed: u64,
    /// The learning rate at first.
    pub rate: f32,
}

/// The state of a fit: all that it needs to continue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct FitState {
    adam: Adam,
    best: Best,
    /// The losses before the first epoch and after each.
    pub losses: Vec<Losses>,
}

/// Mean losses of one epoch.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Losses {
    pub training: f64,
    pub validation: f64,
}

/// The weights with the lowest validation loss.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Best {
    epoch: usize,
    weights: Vec<f32>,
}

/// Epochs without a lower validation loss after which a fit ends (early stopping).
const PATIENCE: usize = 12;

impl FitState {
    /// The start of a fit.
    pub fn new<E: Example>(parameters: &Parameters, training: &[E], validation: &[E]) -> Self {
        let adam = Adam::new(parameters.variables());
        let weights = parameters.weights(&adam.variables);
        let losses = vec![Losses {
            training: mean_loss(training, &weights),
            validation: mean_loss(validation, &weights),
        }];
        Self { adam, best: Best { epoch: 0, weights }, losses }
    }

    /// Epochs done.
    pub fn epochs(&self) -> usize {
        self.losses.len() - 1
    }

    /// Whether no epoch has lowered the validation loss.
    pub fn is_unchanged(&self) -> bool {
        self.best.epoch == 0
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self, options: FitOptions) -> bool {
        self.epochs() >= options.epochs || self.epochs() > self.best.epoch + PATIENCE
    }

    /// The weights with the lowest validation loss, and their losses.
    pub fn best(&self) -> (&[f32], Losses) {
        (&self.best.weights, self.losses[self.best.epoch])
    }
}

/// Continues a fit to its end; `on_epoch` gets the state after each epoch.
///
/// # Errors
/// What `on_epoch` reports, which ends the fit.
pub(super) fn fit<E: Example>(
    parameters: &Parameters,
    training: &[E],
    validation: &[E],
    options: FitOptions,
    state: &mut FitState,
    on_epoch: &mut dyn FnMut(&FitState) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    const BATCH: usize = 8192;
    let mut random = Rng::with_seed(options.seed);
    let mut order: Vec<usize> = (0..training.len()).collect();
    // Each epoch shuffles the order of the one before.
    for _ in 0..state.epochs() {
        random.shuffle(&mut order);
    }
    let batches = (training.len().div_ceil(BATCH) * options.epochs) as f32;
    while !state.is_over(options) {
        random.shuffle(&mut order);
        let adam = &mut state.adam;
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let weights = parameters.weights(&adam.variables);
            let (sum, mut by_weight) = gradient(training, batch, &weights);
            loss += sum;
            for part in &mut by_weight {
                *part /= batch.len() as f32;
            }
            let gradient = parameters.gradient(&by_weight, &adam.variables, training.len() as f32);
            let cosine = 0.5 + 0.5 * (std::f32::consts::PI * adam.steps as f32 / batches).cos();
            adam.step(&gradient, options.rate * (0.02 + 0.98 * cosine));
        }
        let weights = parameters.weights(&adam.variables);
        let losses = Losses {
            training: loss / training.len().max(1) as f64,
            validation: mean_loss(validation, &weights),
        };
        let is_best = losses.validation < state.best().1.validation;
        state.losses.push(losses);
        if is_best {
            state.best = Best { epoch: state.epochs(), weights };
        }
        on_epoch(state)?;
    }
    Ok(())
}

fn mean_loss<E: Example>(examples: &[E], weights: &[f32]) -> f64 {
    let parts: Vec<f64> = examples
        .par_chunks(1024)
        .map(|chunk| chunk.iter().map(|example| example.loss(weights)).sum())
        .collect();
    parts.iter().sum::<f64>() / examples.len().max(1) as f64
}

/// The loss of a batch and its gradient, summed in an order that does not depend on the threads.
fn gradient<E: Example>(examples: &[E], batch: &[usize], weights: &[f32]) -> (f64, Vec<f32>) {
    let add = |(loss, mut gradient): (f64, Vec<f32>), &i: &usize| {
        (loss + examples[i].add_gradient(weights, &mut gradient), gradient)
    };
    let parts: Vec<(f64, Vec<f32>)> = batch
        .par_chunks(1024)
        .map(|chunk| chunk.iter().fold((0.0, vec![0.0; weights.len()]), add))
        .collect();
    parts.into_iter().fold((0.0, vec![0.0; weights.len()]), |(loss, mut sum), part| {
        sum.iter_mut().zip(part.1).for_each(|(sum, part)| *sum += part);
        (loss + part.0, sum)
    })
}

/// The logistic function.
pub(super) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross-entropy of what was found against the target, minus that of the target itself.
pub(super) fn entropy(target: f32, found: f32) -> f64 {
    let term = |target: f32, found: f32| {
        if target > 0.0 {
            f64::from(target) * f64::from(target / found.max(1e-9)).ln()
        } else {
            0.0
        }
    };
    term(target, found) + term(1.0 - target, 1.0 - found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SCALE;

    /// Samples of one weight each, which is to give the share of wins.
    fn examples() -> Vec<Sample> {
        let sample = |i: u16| {
            let wins = i / 2 % 4 < [1, 3][usize::from(i % 2)];
            let (result, score) = (Some(f32::from(u8::from(wins))), 0.0);
            let mut sample = Sample {
                game: u32::from(i),
                terms: Box::new([(i % 2, 2)]),
                result,
                score,
                target: 0.5,
            };
            sample.set_target(1.0, SCALE);
            sample
        };
        (0..4000).map(sample).collect()
    }

    #[test]
    fn a_fit_finds_the_odds_and_finds_them_again() {
        let examples = examples();
        let options = FitOptions { epochs: 400, seed: 3, rate: 0.02 };
        let parameters = Parameters::free(2);
        let run = || {
            let mut state = FitState::new(&parameters, &examples, &examples);
            fit(&parameters, &examples, &examples, options, &mut state, &mut |_| Ok(()))
                .expect("nothing stops it");
            state.best().0.to_vec()
        };
        let weights = run();
        for (weight, share) in weights.iter().zip([0.25, 0.75]) {
            assert!((logistic(*weight) - share).abs() < 0.02, "{weights:?}");
        }
        assert_eq!(run(), weights);
    }

    #[test]
    fn a_fit_that_was_stopped_anywhere_goes_on_as_if_it_had_not() {
        let examples = examples();
        let (training, validation) = examples.split_at(3000);
        let options = FitOptions { epochs: 6, seed: 3, rate: 0.02 };
        let parameters = Parameters::free(2);
        let mut states = Vec::new();
        let mut whole = FitState::new(&parameters, training, validation);
        fit(&parameters, training, validation, options, &mut whole, &mut |state| {
            states.push(serde_json::to_string(state)?);
            Ok(())
        })
        .expect("nothing stops it");
        assert_eq!(states.len(), 6);
        for state in &states {
            let mut state: FitState = serde_json::from_str(state).expect("a state");
            fit(&parameters, training, validation, options, &mut state, &mut |_| Ok(()))
                .expect("nothing stops it");
            let end = serde_json::to_string(&state).expect("a state");
            assert_eq!(&end, &states[5]);
        }
    }

    #[test]
    fn a_fit_ends_early_when_the_validation_loss_does_not_fall() {
        let examples = examples();
        let (training, mut validation) = (&examples[..], self::examples());
        for example in &mut validation {
            example.target = 0.5;
        }
        let parameters = Parameters::free(2);
        let options = FitOptions { epochs: 100, seed: 3, rate: 0.02 };
        let mut state = FitState::new(&parameters, training, &validation);
        fit(&parameters, training, &validation, options, &mut state, &mut |_| Ok(()))
            .expect("nothing stops it");
        assert_eq!(state.epochs(), PATIENCE + 1);
        assert_eq!(state.best().0, [0.0, 0.0], "what it began with");
    }
}
