//! A pass over one position: forward to its value and move scores, and back to the gradient.

use super::convolution::{Plane, weigh, weigh_back};
use super::kernels::{Layers, backward, forward, gather, scatter};
use super::lanes::{Lanes, PolicyInputs};
use super::model::Weights;
use super::sample::Sample;
use crate::fit::{entropy, logistic};
use crate::model::{SCALE, SCORE_SCALE};
use gomoku_rules::Side;
use shisan_engine::eval::network_shape::{
    self as shape, CLASSICAL_AT, COUNTS_AT, INPUTS, LANES, WIDTH,
};

/// The largest input from the sums over the board.
const MAX_POOL: f32 = shape::MAX_POOL as f32 / shape::INPUT_UNIT as f32;
/// The largest input from the tables' value.
const MAX_CLASSICAL: f32 = shape::MAX_CLASSICAL as f32 / shape::INPUT_UNIT as f32;
/// What a sum over the board is divided by as an input.
const POOL: f32 = shape::POOL_PARTS as f32;
/// What one threat adds to its input.
const COUNT: f32 = shape::COUNT_INPUT as f32 / shape::INPUT_UNIT as f32;

/// How much moves count in a fit.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveWeights {
    /// The weight of the moves' loss beside the value's.
    pub loss: f32,
    /// The weight of the square of the mean that the network adds to the candidates of a position: the
    /// loss alone would not say where it lies.
    pub mean: f32,
}

/// Losses of positions, summed up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    pub value: f64,
    pub values: f64,
    pub moves: f64,
    pub decisions: f64,
}

impl Sums {
    pub fn add(&mut self, other: Self) {
        self.value += other.value;
        self.values += other.values;
        self.moves += other.moves;
        self.decisions += other.decisions;
    }
}

/// Room for a pass, used again and again.
#[derive(Default)]
pub(super) struct Pass {
    /// The features of each cell, Black's first.
    features: Plane,
    /// What the move score of each candidate weighs; later the gradient of that.
    inputs: Vec<PolicyInputs>,
    /// The gradient of the sums of each convolution.
    convolved: Plane,
    /// What the network adds to the move score of each cell, in nats; later the error of each.
    scores: Vec<f32>,
}

/// What a pass forward has found.
pub(super) struct Found {
    layers: Layers,
    /// The weights for a move score, Black's first.
    policy: PolicyInputs,
}

impl Found {
    /// What the network adds to the tables' value, in units of the evaluation.
    pub fn output(&self) -> f32 {
        self.layers.output
    }
}

impl Pass {
    /// Finds value and move scores; the latter only if they are wanted.
    pub fn forward(&mut self, weights: &Weights, sample: &Sample, moves: bool) -> Found {
        let found = self.find(weights, sample, moves);
        self.features.clear(&sample.cells);
        found
    }

    /// The same; the features stay.
    fn find(&mut self, weights: &Weights, sample: &Sample, moves: bool) -> Found {
        let Self { features, inputs, scores, .. } = self;
        let pool = gather(&weights.rows, &weights.bias, &sample.cells, features);
        let layers =
            forward(weights.head(sample.side), head_inputs(sample, by_mover(pool, sample.side)));
        let policy = by_mover(layers.policy, sample.side);
        if moves {
            weigh(&weights.convolution, &sample.cells, features, &policy, inputs, scores);
        }
        Found { layers, policy }
    }

    /// The value with the network, in points; move scores only if they are wanted.
    pub fn points(&mut self, weights: &Weights, sample: &Sample, moves: bool) -> f32 {
        sample.classical + SCALE * self.forward(weights, sample, moves).output()
    }

    /// What the network adds to the move score of each cell, in nats.
    pub fn scores(&self) -> &[f32] {
        &self.scores
    }

    /// The losses of a position.
    pub fn losses(&mut self, weights: &Weights, sample: &Sample) -> Sums {
        let found = self.forward(weights, sample, sample.played.is_some());
        let mut sums = Sums::default();
        value_error(sample, found.output(), &mut sums);
        self.move_errors(sample, MoveWeights { loss: 0.0, mean: 0.0 }, &mut sums);
        sums
    }

    /// Adds the gradient of a position's loss to `gradient`, and returns its losses.
    pub fn backward(
        &mut self,
        weights: &Weights,
        sample: &Sample,
        options: MoveWeights,
        gradient: &mut Weights,
    ) -> Sums {
        let found = self.find(weights, sample, sample.played.is_some());
        let mut sums = Sums::default();
        let error = value_error(sample, found.output(), &mut sums);
        self.move_errors(sample, options, &mut sums);
        let Self { features, inputs, convolved, scores } = self;
        let policy = weigh_back(
            &sample.cells,
            features,
            &found.policy,
            inputs,
            scores,
            &mut gradient.convolution,
            convolved,
        );
        let policy = by_mover(policy, sample.side);
        let sides = gradient.heads.len();
        let of_head = &mut gradient.heads[sample.side.index() % sides];
        let mut pool = backward(weights.head(sample.side), &found.layers, error, &policy, of_head);
        for (gradient, input) in pool.iter_mut().zip(found.layers.inputs) {
            *gradient = if input < MAX_POOL { *gradient / POOL } else { 0.0 };
        }
        let pool = by_mover(pool, sample.side);
        let taps = &weights.convolution.taps;
        scatter(gradient, &sample.cells, features, &pool, inputs, convolved, taps);
        features.clear(&sample.cells);
        convolved.clear(&sample.cells);
        sums
    }

    /// Puts the error of each move score in the place of the score; all are zero where moves are not
    /// fitted.
    fn move_errors(&mut self, sample: &Sample, options: MoveWeights, sums: &mut Sums) {
        let Some(played) = sample.played else {
            self.scores.clear();
            self.scores.resize(sample.cells.len(), 0.0);
            return;
        };
        let (mut max, mut sum, mut count) = (f32::MIN, 0.0, 0.0);
        for (cell, score) in sample.cells.iter().zip(&mut self.scores) {
            if let Some(classical) = cell.score() {
                sum += *score;
                count += 1.0;
                *score += classical / SCORE_SCALE;
                max = max.max(*score);
            }
        }
        let mut total = 0.0;
        for (cell, score) in sample.cells.iter().zip(&mut self.scores) {
            *score = if cell.score().is_some() { (*score - max).exp() } else { 0.0 };
            total += *score;
        }
        let played = usize::from(played);
        sums.moves = -f64::from((self.scores[played] / total).max(1e-9)).ln();
        sums.decisions = 1.0;
        let drift = 2.0 * options.mean * sum / (count * count);
        self.scores[played] -= total;
        for (cell, score) in sample.cells.iter().zip(&mut self.scores) {
            if cell.score().is_some() {
                *score = options.loss * *score / total + drift;
            }
        }
    }
}

/// The error of the value; zero where it is not fitted.
fn value_error(sample: &Sample, output: f32, sums: &mut Sums) -> f32 {
    if sample.searched.is_none() {
        return 0.0;
    }
    let chance = logistic(sample.classical / SCALE + output);
    sums.value = entropy(sample.target, chance);
    sums.values = 1.0;
    chance - sample.target
}

/// The inputs of the head, from the sums over the board with the mover's first.
fn head_inputs(sample: &Sample, pool: Lanes) -> [f32; INPUTS] {
    let mut inputs = [0.0; INPUTS];
    for (input, sum) in inputs.iter_mut().zip(pool) {
        *input = (sum / POOL).min(MAX_POOL);
    }
    for (input, count) in inputs[COUNTS_AT..CLASSICAL_AT].iter_mut().zip(sample.counts) {
        *input = COUNT * f32::from(count);
    }
    inputs[CLASSICAL_AT] = (sample.classical / SCALE).clamp(-MAX_CLASSICAL, MAX_CLASSICAL);
    inputs
}

/// Black's first becomes the mover's first, and the other way round.
fn by_mover<const N: usize>(mut numbers: [f32; N], side: Side) -> [f32; N] {
    if side == Side::White {
        for lanes in numbers.chunks_exact_mut(LANES) {
            lanes.rotate_left(WIDTH);
        }
    }
    numbers
}
