//! Numbers of both sides, and the loops that all kernels share.

use shisan_engine::eval::network_shape::{LANES, POLICY_INPUTS};

/// Numbers of both sides.
pub(super) type Lanes = [f32; LANES];
/// What a move score weighs: the features of its cell, then the convolved ones.
pub(super) type PolicyInputs = [f32; POLICY_INPUTS];

/// Adds `part`, multiplied.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
pub(super) fn multiply_add<const N: usize>(sum: &mut [f32; N], factor: f32, part: &[f32; N]) {
    for i in 0..N {
        sum[i] += factor * part[i];
    }
}

/// The sum of products, in eight parts that the compiler can keep apart.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
pub(super) fn dot<const N: usize>(a: &[f32; N], b: &[f32; N]) -> f32 {
    let mut parts = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    let pairs = [0, 1, 2, 3].map(|i| parts[i] + parts[i + 4]);
    (pairs[0] + pairs[2]) + (pairs[1] + pairs[3])
}
