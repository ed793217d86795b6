//! The layers behind the pool: the value head, and the weights for move scores.

use multiversion::multiversion;

use super::kernels::{dot, outputs};
use super::shape::{
    CLASSICAL_AT, COUNT_INPUT, COUNTED, COUNTS_AT, HIDDEN1, INPUT_UNIT, INPUTS, LANES,
    MAX_CLASSICAL, MAX_COUNT, MAX_HIDDEN, MAX_POLICY_WEIGHT, MAX_POOL, POLICY_INPUTS, POLICY_UNIT,
    POOL_PARTS, ROW_UNIT, USED_INPUTS, WEIGHT_UNIT, WIDTH,
};
use super::weights::NetworkHead;
use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::Side;

/// The first layer's hidden units.
pub type Hidden = [i16; HIDDEN1];

/// The inputs of the value head: what the side to move sees of `position`, whose features sum up to
/// `pool` and whose classical value is `classical`.
#[inline]
pub fn inputs(position: &Position, pool: &[i32; LANES], classical: Score) -> [i16; INPUTS] {
    const SHIFT: u32 = (POOL_PARTS * ROW_UNIT / INPUT_UNIT).ilog2();
    let mut inputs = [0; INPUTS];
    let mover = position.side_to_move();
    for (sides, at) in [(mover, 0), (!mover, WIDTH)] {
        let own = &pool[sides.index() * WIDTH..][..WIDTH];
        for (input, &sum) in inputs[at..at + WIDTH].iter_mut().zip(own) {
            *input = (sum >> SHIFT).min(MAX_POOL) as i16;
        }
    }
    for (side, at) in [(mover, COUNTS_AT), (!mover, COUNTS_AT + COUNTED.len())] {
        for (input, threat) in inputs[at..].iter_mut().zip(COUNTED) {
            *input = position.count_of(side, threat).min(MAX_COUNT) as i16 * COUNT_INPUT as i16;
        }
    }
    let points = classical.get() * INPUT_UNIT / Score::UNIT as i32;
    inputs[CLASSICAL_AT] = points.clamp(-MAX_CLASSICAL, MAX_CLASSICAL) as i16;
    inputs
}

/// The first layer's hidden units.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn hidden(head: &NetworkHead, inputs: &[i16; INPUTS]) -> Hidden {
    let sums = outputs(&head.hidden1, &inputs[..USED_INPUTS]);
    activated(bytemuck::cast_slice(&sums))
}

/// The first layer's hidden units, and the points that the head adds to the classical value.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn evaluate(head: &NetworkHead, inputs: &[i16; INPUTS]) -> (Hidden, i32) {
    let sums = outputs(&head.hidden1, &inputs[..USED_INPUTS]);
    let hidden1: Hidden = activated(bytemuck::cast_slice(&sums));
    let sums = outputs(&head.hidden2, &hidden1);
    let hidden2 = activated(bytemuck::cast_slice(&sums));
    let output = head.output_bias + dot(&hidden2, &head.output);
    let points = i64::from(output) * Score::UNIT as i64;
    (hidden1, (points >> (INPUT_UNIT * WEIGHT_UNIT).ilog2()) as i32)
}

/// The weights for a move score of `mover`: of features and of convolved ones, each Black's first.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi2",
    "x86_64+avx2+bmi2",
    "x86_64+sse4.1",
    "aarch64+neon"
))]
pub fn policy_weights(head: &NetworkHead, hidden: &Hidden, mover: Side) -> [i16; POLICY_INPUTS] {
    const SHIFT: u32 = (INPUT_UNIT * WEIGHT_UNIT / POLICY_UNIT).ilog2();
    let sums = outputs(&head.policy, hidden);
    let sums: &[i32] = bytemuck::cast_slice(&sums);
    let mut weights = [0; POLICY_INPUTS];
    for i in 0..POLICY_INPUTS {
        weights[i] = (sums[i] >> SHIFT).clamp(-MAX_POLICY_WEIGHT, MAX_POLICY_WEIGHT) as i16;
    }
    if mover == Side::White {
        for lanes in weights.chunks_exact_mut(LANES) {
            lanes.rotate_left(WIDTH);
        }
    }
    weights
}

/// Clamped rectified units.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn activated<const N: usize>(outputs: &[i32]) -> [i16; N] {
    let mut units = [0; N];
    for i in 0..N {
        units[i] = (outputs[i] >> WEIGHT_UNIT.ilog2()).clamp(0, MAX_HIDDEN) as i16;
    }
    units
}
