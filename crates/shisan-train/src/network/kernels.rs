//! The inner loops: plain code over arrays, compiled for several instruction sets, of which the best is
//! chosen when the program runs. All of them compute the same numbers. Loops rather than closures, which
//! would be compiled for the least of the instruction sets.

#![expect(clippy::needless_range_loop, reason = "a loop runs over several arrays at once")]

use multiversion::multiversion;

use super::head::Head;
use super::sample::Cell;
use shisan_engine::eval::network_shape::{self as shape, HIDDEN1, HIDDEN2, INPUTS, LANES};

/// The largest feature of a cell.
const MAX_FEATURE: f32 = shape::MAX_FEATURE as f32 / shape::ROW_UNIT as f32;
/// The largest hidden unit.
const MAX_HIDDEN: f32 = shape::MAX_HIDDEN as f32 / shape::INPUT_UNIT as f32;

/// Numbers of both sides.
pub(super) type Lanes = [f32; LANES];

/// What the layers find.
pub(super) struct Layers {
    pub inputs: [f32; INPUTS],
    hidden1: [f32; HIDDEN1],
    hidden2: [f32; HIDDEN2],
    /// In units of the evaluation: what is added to the tables' value.
    pub output: f32,
    /// The weights of features for a move score, the mover's first.
    pub policy: Lanes,
}

/// Finds the features of all cells, and returns their sums.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn gather(
    rows: &[Lanes],
    bias: &Lanes,
    cells: &[Cell],
    features: &mut Vec<Lanes>,
) -> Lanes {
    features.resize(cells.len(), [0.0; LANES]);
    let mut pool = [0.0; LANES];
    for (cell, features) in cells.iter().zip(features) {
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
/// them, and `errors` of their move scores, if any, times the `policy` weights.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn scatter(
    rows: &mut [Lanes],
    bias: &mut Lanes,
    cells: &[Cell],
    features: &[Lanes],
    pool: &Lanes,
    errors: &[f32],
    policy: &Lanes,
) {
    for ((cell, features), error) in cells.iter().zip(features).zip(errors) {
        let mut part = [0.0; LANES];
        for i in 0..LANES {
            let is_live = features[i] > 0.0 && features[i] < MAX_FEATURE;
            let gradient = pool[i] + error * policy[i];
            part[i] = if is_live { gradient } else { 0.0 };
        }
        multiply_add(bias, 1.0, &part);
        for code in cell.codes {
            multiply_add(&mut rows[usize::from(code)], 1.0, &part);
        }
    }
}

/// The features of each cell times `policy`, summed up.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn weigh(features: &[Lanes], policy: &Lanes, scores: &mut Vec<f32>) {
    scores.resize(features.len(), 0.0);
    for (features, score) in features.iter().zip(scores) {
        *score = dot(features, policy);
    }
}

/// The gradient of the policy weights, from the errors of the move scores.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn weigh_back(features: &[Lanes], errors: &[f32]) -> Lanes {
    let mut policy = [0.0; LANES];
    for (features, error) in features.iter().zip(errors) {
        multiply_add(&mut policy, *error, features);
    }
    policy
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
    policy: &Lanes,
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

#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn multiply_add<const N: usize>(sum: &mut [f32; N], factor: f32, part: &[f32; N]) {
    for i in 0..N {
        sum[i] += factor * part[i];
    }
}

/// The sum of products, in eight parts that the compiler can keep apart.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut parts = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    let pairs = [0, 1, 2, 3].map(|i| parts[i] + parts[i + 4]);
    (pairs[0] + pairs[2]) + (pairs[1] + pairs[3])
}
