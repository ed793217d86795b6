//! The layers by the vectors of WebAssembly, which multiply pairs and add their products in one instruction, too.

use std::arch::wasm32::{
    i16x8, i32x4, i32x4_add, i32x4_dot_i16x8, i32x4_extract_lane, i32x4_splat, v128,
};

use super::weights::Layer;

/// The same as the plain loops.
#[inline]
pub fn outputs<const PAIRS: usize, const EIGHTS: usize>(
    layer: &Layer<PAIRS, EIGHTS>,
    inputs: &[i16],
) -> [[i32; 8]; EIGHTS] {
    let mut sums =
        layer.biases.map(|n| [i32x4(n[0], n[1], n[2], n[3]), i32x4(n[4], n[5], n[6], n[7])]);
    let (pairs, _) = inputs.as_chunks::<2>();
    for (weights, &[first, second]) in layer.weights.iter().zip(pairs) {
        let pair = i32x4_splat(i32::from(second) << 16 | i32::from(first.cast_unsigned()));
        for (sums, weights) in sums.iter_mut().zip(weights) {
            let (halves, _) = weights.as_chunks();
            for (sums, weights) in sums.iter_mut().zip(halves) {
                *sums = i32x4_add(*sums, i32x4_dot_i16x8(of_shorts(weights), pair));
            }
        }
    }
    let mut outputs = [[0; 8]; EIGHTS];
    for (outputs, sums) in outputs.iter_mut().zip(sums) {
        let [one, other] = sums.map(to_longs);
        outputs[..4].copy_from_slice(&one);
        outputs[4..].copy_from_slice(&other);
    }
    outputs
}

/// A vector of these numbers: one load.
fn of_shorts(n: &[i16; 8]) -> v128 {
    i16x8(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])
}

/// The numbers of a vector.
fn to_longs(vector: v128) -> [i32; 4] {
    [
        i32x4_extract_lane::<0>(vector),
        i32x4_extract_lane::<1>(vector),
        i32x4_extract_lane::<2>(vector),
        i32x4_extract_lane::<3>(vector),
    ]
}
