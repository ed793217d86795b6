//! The inner loops: plain code over arrays, compiled for several instruction sets, of which the best is
//! chosen when the program runs. All of them compute the same integers. Loops, not `array::map`, whose
//! closure becomes a call without link-time optimisation.

use std::hint::black_box;

use multiversion::multiversion;

use super::lanes::Lanes;
use super::shape::{LANES, POLICY_POINTS, POLICY_UNIT, ROW_UNIT};
use super::weights::{Layer, NetworkWeights, WideLayer};
use crate::eval::scored_move::ScoredMove;
use crate::pattern::{LineCodeChange, LineCodeChanges, PlyChanges};
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
    stone: PlyChanges,
    changes: &mut LineCodeChanges,
    pool: &mut [i32; LANES],
) {
    weights.line_codes().list_changes(stone.pos, stone.around, changes);
    let mut gain = [0_i16; LANES];
    for change in changes.as_slice() {
        let cell = cells[change.pos.index()];
        add_gain(&mut gain, cell, changed(cell, weights, change));
    }
    add_to_pool(pool, gain, cells[stone.pos.index()]);
}

/// Stores the sums of the changed cells, with the old ones in `saved`.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn apply(
    weights: &NetworkWeights,
    cells: &mut [Lanes; Pos::COUNT],
    changes: &[LineCodeChange],
    saved: &mut [Lanes],
) {
    for (change, saved) in changes.iter().zip(saved) {
        let cell = &mut cells[change.pos.index()];
        *saved = *cell;
        *cell = changed(*cell, weights, change);
    }
}

/// The sum of a cell after the change of one line.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn changed(mut cell: Lanes, weights: &NetworkWeights, change: &LineCodeChange) -> Lanes {
    let (old, new) = (&weights.row(change.old).0, &weights.row(change.new).0);
    for i in 0..LANES {
        cell.0[i] += new[i] - old[i];
    }
    cell
}

/// Adds what the features of one cell gain. A stone changes so few cells that no sum overflows.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn add_gain(gain: &mut [i16; LANES], before: Lanes, after: Lanes) {
    let (before, after) = (before.features(), after.features());
    for i in 0..LANES {
        gain[i] += after[i] - before[i];
    }
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn add_to_pool(pool: &mut [i32; LANES], gain: [i16; LANES], filled: Lanes) {
    let filled = filled.features();
    for i in 0..LANES {
        pool[i] += i32::from(gain[i]) - i32::from(filled[i]);
    }
}

/// Adds to the score of each move the features of its cell times `weights`.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn weigh(cells: &[Lanes; Pos::COUNT], weights: &[i16; LANES], moves: &mut [ScoredMove]) {
    const SHIFT: u32 = (ROW_UNIT * POLICY_UNIT).ilog2();
    for scored in moves {
        // Of a plain sum the compiler makes several moves' at once, and gathers number by number for it.
        let sum = black_box(dot(&cells[scored.pos.index()].features(), weights));
        scored.score += ((i64::from(sum) * POLICY_POINTS) >> SHIFT) as i32;
    }
}

/// The outputs of a layer.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
pub fn outputs<const IN: usize, const OUT: usize>(
    layer: &Layer<IN, OUT>,
    inputs: &[i16; IN],
) -> [i32; OUT] {
    let mut outputs = layer.biases;
    for (output, weights) in outputs.iter_mut().zip(layer.weights.iter()) {
        *output += dot(inputs, weights);
    }
    outputs
}

/// The same of a layer stored by input.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
pub fn wide_outputs<const IN: usize, const OUT: usize>(
    layer: &WideLayer<IN, OUT>,
    inputs: &[i16; IN],
) -> [i32; OUT] {
    let mut outputs = layer.biases;
    for (weights, &input) in layer.weights.iter().zip(inputs) {
        for i in 0..OUT {
            outputs[i] += i32::from(weights[i]) * i32::from(input);
        }
    }
    outputs
}

#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn dot<const N: usize>(one: &[i16; N], other: &[i16; N]) -> i32 {
    let mut sum = 0;
    for i in 0..N {
        sum += i32::from(one[i]) * i32::from(other[i]);
    }
    sum
}
