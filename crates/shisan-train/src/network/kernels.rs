//! The inner loops: plain code over arrays, compiled for several instruction sets, of which the best is
//! chosen when the program runs. All of them compute the same numbers. Loops rather than closures, which
//! would be compiled for the least of the instruction sets.

#![expect(clippy::needless_range_loop, reason = "a loop runs over several arrays at once")]

use multiversion::multiversion;

use super::convolution::{Plane, Taps, convolve};
use super::head::Head;
use super::lanes::{Lanes, PolicyInputs, dot, multiply_add};
use super::model::Weights;
use super::sample::Cell;
use shisan_engine::eval::network_shape::{self as shape, HIDDEN1, HIDDEN2, INPUTS, LANES};

/// The largest feature of a cell.
const MAX_FEATURE: f32 = shape::MAX_FEATURE as f32 / shape::ROW_UNIT as f32;
/// The largest hidden unit.
const MAX_HIDDEN: f32 = shape::MAX_HIDDEN as f32 / shape::INPUT_UNIT as f32;

/// What the layers find.
pub(super) struct Layers {
    pub inputs: [f32; INPUTS],
    hidden1: [f32; HIDDEN1],
    hidden2: [f32; HIDDEN2],
    /// In units of the evaluation: what is added to the tables' value.
    pub output: f32,
    /// The weights for a move score, the mover's first.
    pub policy: PolicyInputs,
}

/// Finds the features of all cells, and returns their sums.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn gather(rows: &[Lanes], bias: &Lanes, cells: &[Cell], features: &mut Plane) -> Lanes {
    let mut pool = [0.0; LANES];
    for cell in cells {
        let features = features.at_mut(cell.pos);
        let [a, b, c, d] = cell.codes;
        let (a, b) = (&rows[usize::from(a)], &rows[usize::from(b)]);
        let (c, d) = (&rows[usize::from(c)], &rows[usize::from(d)]);
        for i in 0..LANES {
            let sum = (a[i] + b[i]) + (c[i] + d[i]) + bias[i];
            features[i] = sum.clamp(0.0, MAX_FEATURE);
            pool[i] += features[i];
        }
    }
    pool
}

/// Adds the gradient of the features of all cells to that of the rows and the bias: `pool` for each of
/// them, that of its move score in `inputs`, and those of the convolutions around it in `convolved`.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn scatter(
    gradient: &mut Weights,
    cells: &[Cell],
    features: &Plane,
    pool: &Lanes,
    inputs: &[PolicyInputs],
    convolved: &Plane,
    taps: &Taps,
) {
    let Weights { rows, bias, .. } = gradient;
    for (cell, inputs) in cells.iter().zip(inputs) {
        let features = features.at(cell.pos);
        // The taps are symmetric: a cell weighs for its neighbours what they weigh for it.
        let around = convolve(taps, &convolved.around(cell.pos));
        let mut part = [0.0; LANES];
        for i in 0..LANES {
            let is_live = features[i] > 0.0 && features[i] < MAX_FEATURE;
            let gradient = pool[i] + inputs[i] + around[i];
            part[i] = if is_live { gradient } else { 0.0 };
        }
        multiply_add(bias, 1.0, &part);
        for code in cell.codes {
            multiply_add(&mut rows[usize::from(code)], 1.0, &part);
        }
    }
}

/// The layers.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn forward(head: &Head, inputs: [f32; INPUTS]) -> Layers {
    let mut hidden1 = head.bias1;
    for (input, weights) in inputs.iter().zip(&head.hidden1) {
        multiply_add(&mut hidden1, *input, weights);
    }
    activate(&mut hidden1);
    let (mut hidden2, mut policy) = (head.bias2, head.policy);
    for i in 0..HIDDEN1 {
        multiply_add(&mut hidden2, hidden1[i], &head.hidden2[i]);
        multiply_add(&mut policy, hidden1[i], &head.policy_hidden[i]);
    }
    activate(&mut hidden2);
    let output = dot(&hidden2, &head.output) + head.output_bias;
    Layers { inputs, hidden1, hidden2, output, policy }
}

/// Adds the gradient of the layers to `gradient`, from those of output and policy weights, and returns
/// that of the first inputs.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn backward(
    head: &Head,
    found: &Layers,
    output: f32,
    policy: &PolicyInputs,
    gradient: &mut Head,
) -> Lanes {
    gradient.output_bias += output;
    multiply_add(&mut gradient.output, output, &found.hidden2);
    multiply_add(&mut gradient.policy, 1.0, policy);
    let mut hidden2 = [0.0; HIDDEN2];
    for i in 0..HIDDEN2 {
        let is_live = found.hidden2[i] > 0.0 && found.hidden2[i] < MAX_HIDDEN;
        hidden2[i] = if is_live { output * head.output[i] } else { 0.0 };
    }
    multiply_add(&mut gradient.bias2, 1.0, &hidden2);
    let mut hidden1 = [0.0; HIDDEN1];
    for i in 0..HIDDEN1 {
        let unit = found.hidden1[i];
        multiply_add(&mut gradient.hidden2[i], unit, &hidden2);
        multiply_add(&mut gradient.policy_hidden[i], unit, policy);
        if unit > 0.0 && unit < MAX_HIDDEN {
            hidden1[i] = dot(&head.hidden2[i], &hidden2) + dot(&head.policy_hidden[i], policy);
        }
    }
    multiply_add(&mut gradient.bias1, 1.0, &hidden1);
    for (weights, input) in gradient.hidden1.iter_mut().zip(found.inputs) {
        multiply_add(weights, input, &hidden1);
    }
    let mut inputs = [0.0; LANES];
    for i in 0..LANES {
        inputs[i] = dot(&head.hidden1[i], &hidden1);
    }
    inputs
}

/// Clamped rectified units.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn activate<const N: usize>(units: &mut [f32; N]) {
    for unit in units {
        *unit = unit.clamp(0.0, MAX_HIDDEN);
    }
}
