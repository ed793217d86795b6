//! The convolution of features over the cells around a cell, for move scores: forward and back.

#![expect(clippy::needless_range_loop, reason = "a loop runs over several arrays at once")]

use multiversion::multiversion;

use super::lanes::{Lanes, PolicyInputs, dot, multiply_add};
use super::sample::Cell;
use gomoku_rules::Pos;
use shisan_engine::eval::network_shape::{self as shape, LANES, POLICY_INPUTS, TAPS};

/// The largest convolved feature.
const MAX_CONVOLVED: f32 = shape::MAX_CONVOLVED as f32 / shape::ROW_UNIT as f32;

/// The weights of a cell, of its neighbours at an edge, of those at a corner.
pub(super) type Taps = [Lanes; TAPS];

/// What each convolved feature is computed with, or the gradient of that.
#[derive(Clone, Debug, Default)]
pub(super) struct Convolution {
    pub taps: Taps,
    pub bias: Lanes,
}

/// Numbers of all cells, with a border around the largest board; zero where nothing else was stored.
#[derive(Clone, Debug)]
pub(super) struct Plane(Vec<Lanes>);

/// From a row to the next one: the border on the right of one row is that on the left of the next.
const PITCH: usize = 33;

impl Default for Plane {
    fn default() -> Self {
        Self(vec![[0.0; LANES]; 34 * PITCH + 1])
    }
}

impl Plane {
    fn place(pos: Pos) -> usize {
        PITCH * (usize::from(pos.y()) + 1) + usize::from(pos.x()) + 1
    }

    #[inline]
    pub fn at(&self, pos: Pos) -> &Lanes {
        &self.0[Self::place(pos)]
    }

    #[inline]
    pub fn at_mut(&mut self, pos: Pos) -> &mut Lanes {
        &mut self.0[Self::place(pos)]
    }

    /// Stores zero in all of these cells.
    pub fn clear(&mut self, cells: &[Cell]) {
        for cell in cells {
            *self.at_mut(cell.pos) = [0.0; LANES];
        }
    }

    /// The cell itself, the sum of its neighbours at an edge, and that of those at a corner.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    pub fn around(&self, pos: Pos) -> Taps {
        let place = Self::place(pos);
        let [above, same, below] =
            [place - PITCH, place, place + PITCH].map(|middle| &self.0[middle - 1..middle + 2]);
        let mut sums = [same[1], [0.0; LANES], [0.0; LANES]];
        for i in 0..LANES {
            sums[1][i] = (above[1][i] + same[0][i]) + (same[2][i] + below[1][i]);
            sums[2][i] = (above[0][i] + above[2][i]) + (below[0][i] + below[2][i]);
        }
        sums
    }
}

impl Convolution {
    /// The taps, then the bias.
    pub fn parts(&self) -> [&Lanes; TAPS + 1] {
        let [cell, edges, corners] = &self.taps;
        [cell, edges, corners, &self.bias]
    }

    /// The same, to be changed.
    pub fn parts_mut(&mut self) -> [&mut Lanes; TAPS + 1] {
        let [cell, edges, corners] = &mut self.taps;
        [cell, edges, corners, &mut self.bias]
    }

    /// Adds another one, multiplied.
    pub fn add(&mut self, other: &Self, factor: f32) {
        for (sum, part) in self.parts_mut().into_iter().zip(other.parts()) {
            multiply_add(sum, factor, part);
        }
    }
}

/// The sum of what lies `around` a cell, weighed.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
pub(super) fn convolve(taps: &Taps, around: &Taps) -> Lanes {
    let mut sum = [0.0; LANES];
    for i in 0..LANES {
        sum[i] = taps[0][i] * around[0][i] + taps[1][i] * around[1][i] + taps[2][i] * around[2][i];
    }
    sum
}

/// What the network adds to the move score of each candidate, in nats; zero elsewhere.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn weigh(
    convolution: &Convolution,
    cells: &[Cell],
    features: &Plane,
    policy: &PolicyInputs,
    inputs: &mut Vec<PolicyInputs>,
    scores: &mut Vec<f32>,
) {
    inputs.resize(cells.len(), [0.0; POLICY_INPUTS]);
    scores.resize(cells.len(), 0.0);
    for ((cell, inputs), score) in cells.iter().zip(inputs).zip(scores) {
        *score = 0.0;
        if cell.score().is_some() {
            let sum = convolve(&convolution.taps, &features.around(cell.pos));
            let features = features.at(cell.pos);
            for i in 0..LANES {
                inputs[i] = features[i];
                inputs[LANES + i] = (sum[i] + convolution.bias[i]).clamp(0.0, MAX_CONVOLVED);
            }
            *score = dot(inputs, policy);
        }
    }
}

/// From the errors of the move scores: adds the gradient of the convolution to `gradient`, stores that of
/// each candidate's sums in `convolved` and that of its `inputs` in their place, and returns that of the
/// weights.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl+avx512dq",
    "x86_64+avx2+bmi2",
    "aarch64+neon"
))]
pub(super) fn weigh_back(
    cells: &[Cell],
    features: &Plane,
    policy: &PolicyInputs,
    inputs: &mut Vec<PolicyInputs>,
    errors: &[f32],
    gradient: &mut Convolution,
    convolved: &mut Plane,
) -> PolicyInputs {
    inputs.resize(cells.len(), [0.0; POLICY_INPUTS]);
    let mut weights = [0.0; POLICY_INPUTS];
    for ((cell, inputs), &error) in cells.iter().zip(inputs).zip(errors) {
        if error == 0.0 {
            *inputs = [0.0; POLICY_INPUTS];
            continue;
        }
        multiply_add(&mut weights, error, inputs);
        let around = features.around(cell.pos);
        let part = convolved.at_mut(cell.pos);
        for i in 0..LANES {
            let is_live = inputs[LANES + i] > 0.0 && inputs[LANES + i] < MAX_CONVOLVED;
            part[i] = if is_live { error * policy[LANES + i] } else { 0.0 };
            for tap in 0..TAPS {
                gradient.taps[tap][i] += part[i] * around[tap][i];
            }
            gradient.bias[i] += part[i];
        }
        for i in 0..POLICY_INPUTS {
            inputs[i] = error * policy[i];
        }
    }
    weights
}
