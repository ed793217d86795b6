//! The inner loops: plain code over arrays, compiled for several instruction sets, of which the best is
//! chosen when the program runs. All of them compute the same integers.

use multiversion::multiversion;

use super::lanes::Lanes;
use super::shape::{LANES, POLICY_POINTS, POLICY_UNIT, ROW_UNIT};
use super::weights::{Layer, NetworkWeights};
use crate::eval::scored_move::ScoredMove;
use crate::pattern::PlyChanges;
use gomoku_rules::Pos;

/// Applies what one stone changed: stores the sums of the changed cells, with the old ones in `saved`, and
/// adds to the pool what their features gain, without those of the cell that the stone fills.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn apply(
    weights: &NetworkWeights,
    cells: &mut [Lanes; Pos::COUNT],
    stone: PlyChanges,
    pool: &mut [i32; LANES],
    saved: &mut [Lanes],
) {
    let mut gain = [0_i16; LANES];
    let mut saved = saved.iter_mut();
    weights.line_codes().visit_changes(stone.pos, stone.around, |pos, codes| {
        let cell = &mut cells[pos.index()];
        let (before, after) = (*cell, changed(*cell, weights, codes));
        if let Some(saved) = saved.next() {
            *saved = before;
        }
        *cell = after;
        add_gain(&mut gain, before, after);
    });
    add_to_pool(pool, gain, cells[stone.pos.index()]);
}

/// Adds to the pool what [`apply`] would.
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
    pool: &mut [i32; LANES],
) {
    let mut gain = [0_i16; LANES];
    weights.line_codes().visit_changes(stone.pos, stone.around, |pos, codes| {
        let cell = cells[pos.index()];
        add_gain(&mut gain, cell, changed(cell, weights, codes));
    });
    add_to_pool(pool, gain, cells[stone.pos.index()]);
}

/// The sum of a cell after the change of one line.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn changed(mut cell: Lanes, weights: &NetworkWeights, codes: [u16; 2]) -> Lanes {
    let [old, new] = codes.map(|code| &weights.row(code).0);
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
#[multiversion(targets("x86_64+avx2+bmi2", "x86_64+sse4.1", "aarch64+neon"))]
pub fn weigh(cells: &[Lanes; Pos::COUNT], weights: &[i16; LANES], moves: &mut [ScoredMove]) {
    const SHIFT: u32 = (ROW_UNIT * POLICY_UNIT).ilog2();
    for scored in moves {
        let sum = dot(&cells[scored.pos.index()].features(), weights);
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

#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn dot<const N: usize>(one: &[i16; N], other: &[i16; N]) -> i32 {
    let mut sum = 0;
    for i in 0..N {
        sum += i32::from(one[i]) * i32::from(other[i]);
    }
    sum
}
