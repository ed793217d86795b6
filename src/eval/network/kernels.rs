//! The inner loops: plain code over arrays, compiled for several instruction sets, of which the best is
//! chosen when the program runs. All of them compute the same integers. Loops, not `array::map`, whose
//! closure becomes a call without link-time optimisation; one loop over the lanes for all that is done to them,
//! since of several the compiler makes half as long vectors. Products of pairs are those of `wide`: the compiler
//! does not find their instruction.

use multiversion::multiversion;
use wide::{i16x16, i32x8};

use super::lanes::Lanes;
use super::plane::Plane;
use super::shape::{
    LANES, MAX_CONVOLVED, MAX_FEATURE, POLICY_INPUTS, POLICY_POINTS, POLICY_UNIT, ROW_UNIT,
    TAP_UNIT,
};
use super::weights::{Convolution, Layer, NetworkWeights};
use crate::eval::scored_move::ScoredMove;
use crate::pattern::{LineCodeChanges, PlyChanges};
use gomoku_rules::Pos;

/// Lists the lines that one stone changed, and adds to the pool what the features of their cells gain,
/// without those of the cell that the stone fills. The list comes first, so that the loop over the rows
/// keeps its sums in registers.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn peek(
    weights: &NetworkWeights,
    cells: &[Lanes; Pos::COUNT],
    features: &Plane,
    stone: PlyChanges,
    changes: &mut LineCodeChanges,
    pool: &mut [i32; LANES],
) {
    weights.line_codes().list_changes(stone.pos, stone.around, changes);
    // A stone changes so few cells that no sum overflows.
    let mut gain = [0_i16; LANES];
    for change in changes.iter() {
        let before = &features.at(change.pos).0;
        let cell = &cells[change.pos.index()].0;
        let (old, new) = (&weights.row(change.old).0, &weights.row(change.new).0);
        for i in 0..LANES {
            gain[i] += (cell[i] + (new[i] - old[i])).clamp(0, MAX_FEATURE) - before[i];
        }
    }
    add_to_pool(pool, gain, &features.at(stone.pos).0);
}

/// Stores the sums of the changed cells, with the old ones in `saved`, and their features.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn apply(
    weights: &NetworkWeights,
    cells: &mut [Lanes; Pos::COUNT],
    features: &mut Plane,
    changes: &LineCodeChanges,
    saved: &mut [Lanes],
) {
    for (change, saved) in changes.iter().zip(saved) {
        let cell = &mut cells[change.pos.index()];
        *saved = *cell;
        let features = &mut features.at_mut(change.pos).0;
        let (old, new) = (&weights.row(change.old).0, &weights.row(change.new).0);
        for i in 0..LANES {
            cell.0[i] += new[i] - old[i];
            features[i] = cell.0[i].clamp(0, MAX_FEATURE);
        }
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn add_to_pool(pool: &mut [i32; LANES], gain: [i16; LANES], filled: &[i16; LANES]) {
    for i in 0..LANES {
        pool[i] += i32::from(gain[i]) - i32::from(filled[i]);
    }
}

/// Adds to the score of each move the features of its cell and the convolved ones times `weights`.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn weigh(
    features: &Plane,
    convolution: &Convolution,
    weights: &[i16; POLICY_INPUTS],
    moves: &mut [ScoredMove],
) {
    const SHIFT: u32 = (ROW_UNIT * POLICY_UNIT).ilog2();
    for scored in moves {
        let inputs = policy_inputs(features.around(scored.pos), convolution);
        let sum = dot(&inputs, weights);
        scored.score += ((i64::from(sum) * POLICY_POINTS) >> SHIFT) as i32;
    }
}

/// The features of a cell, the middle one of three rows, and their convolution with those of its neighbours.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn policy_inputs(
    [above, same, below]: [&[Lanes; 3]; 3],
    convolution: &Convolution,
) -> [i16; POLICY_INPUTS] {
    let [of_cell, of_edges, of_corners] = &convolution.taps;
    let mut inputs = [0; POLICY_INPUTS];
    for i in 0..LANES {
        let edges = above[1].0[i] + same[0].0[i] + same[2].0[i] + below[1].0[i];
        let corners = above[0].0[i] + above[2].0[i] + below[0].0[i] + below[2].0[i];
        let sum = tap(same[1].0[i], of_cell.0[i])
            + tap(edges, of_edges.0[i])
            + tap(corners, of_corners.0[i])
            + convolution.bias.0[i];
        inputs[i] = same[1].0[i];
        inputs[LANES + i] = sum.clamp(0, MAX_CONVOLVED);
    }
    inputs
}

/// A feature or a sum of four times a weight, rounded down: the upper half of a product of 32 bits, which
/// is one instruction.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn tap(feature: i16, weight: i16) -> i16 {
    let feature = i32::from(feature << (16 - TAP_UNIT.ilog2()));
    ((feature * i32::from(weight)) >> 16) as i16
}

/// The outputs of a layer, each a bias and the products of pairs of inputs.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
pub fn outputs<const PAIRS: usize, const EIGHTS: usize>(
    layer: &Layer<PAIRS, EIGHTS>,
    inputs: &[i16],
) -> [i32x8; EIGHTS] {
    let mut outputs = layer.biases;
    let (pairs, _) = inputs.as_chunks::<2>();
    for (weights, &pair) in layer.weights.iter().zip(pairs) {
        let pairs: i16x16 = bytemuck::cast([pair; 8]);
        for (outputs, weights) in outputs.iter_mut().zip(weights) {
            *outputs += weights.dot(pairs);
        }
    }
    outputs
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
pub fn dot<const N: usize>(one: &[i16; N], other: &[i16; N]) -> i32 {
    const { assert!(N.is_multiple_of(16)) };
    let mut sums = i32x8::ZERO;
    for (one, other) in one.as_chunks().0.iter().zip(other.as_chunks().0) {
        sums += i16x16::new(*one).dot(i16x16::new(*other));
    }
    sums.reduce_add()
}
