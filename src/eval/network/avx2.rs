//! The layers by AVX2, which multiplies pairs and adds their products in one instruction. The compiler does
//! not find it in plain code.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_extract_epi32, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_setr_epi16, _mm256_setr_epi32,
};

use super::weights::Layer;

/// The same as the plain loops.
#[inline]
#[target_feature(enable = "avx2")]
pub fn outputs<const PAIRS: usize, const EIGHTS: usize>(
    layer: &Layer<PAIRS, EIGHTS>,
    inputs: &[i16],
) -> [[i32; 8]; EIGHTS] {
    let mut sums = [_mm256_set1_epi32(0); EIGHTS];
    for (sums, biases) in sums.iter_mut().zip(&layer.biases) {
        *sums = of_longs(biases);
    }
    let (pairs, _) = inputs.as_chunks::<2>();
    for (weights, &[first, second]) in layer.weights.iter().zip(pairs) {
        let pair = _mm256_set1_epi32(i32::from(second) << 16 | i32::from(first.cast_unsigned()));
        for (sums, weights) in sums.iter_mut().zip(weights) {
            *sums = _mm256_add_epi32(*sums, _mm256_madd_epi16(of_shorts(weights), pair));
        }
    }
    let mut outputs = [[0; 8]; EIGHTS];
    for (outputs, sums) in outputs.iter_mut().zip(sums) {
        *outputs = to_longs(sums);
    }
    outputs
}

/// A vector of these numbers: one load.
#[inline]
#[target_feature(enable = "avx2")]
fn of_shorts(n: &[i16; 16]) -> __m256i {
    _mm256_setr_epi16(
        n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7], n[8], n[9], n[10], n[11], n[12], n[13],
        n[14], n[15],
    )
}

/// Likewise.
#[inline]
#[target_feature(enable = "avx2")]
fn of_longs(n: &[i32; 8]) -> __m256i {
    _mm256_setr_epi32(n[0], n[1], n[2], n[3], n[4], n[5], n[6], n[7])
}

/// The numbers of a vector: one store.
#[inline]
#[target_feature(enable = "avx2")]
fn to_longs(vector: __m256i) -> [i32; 8] {
    [
        _mm256_extract_epi32::<0>(vector),
        _mm256_extract_epi32::<1>(vector),
        _mm256_extract_epi32::<2>(vector),
        _mm256_extract_epi32::<3>(vector),
        _mm256_extract_epi32::<4>(vector),
        _mm256_extract_epi32::<5>(vector),
        _mm256_extract_epi32::<6>(vector),
        _mm256_extract_epi32::<7>(vector),
    ]
}
