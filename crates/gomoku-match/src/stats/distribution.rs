//! Probabilities of the normal and the chi-square distribution, by statrs: to about ten digits.

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

/// The probability that a standard normal value is at most `x`.
pub fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

/// The value that a standard normal one stays below with probability `p`: the inverse of [`normal_cdf`].
/// Minus infinity for 0 and less, infinity for 1 and more.
pub fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p.clamp(0.0, 1.0))
}

/// The probability that a chi-square value with `degrees` of freedom is at least `x`: the p-value of a
/// statistic `x`. 1 when there is no degree of freedom or `x` is not positive.
pub fn chi_square_tail(x: f64, degrees: u32) -> f64 {
    match ChiSquared::new(f64::from(degrees)) {
        Ok(distribution) if x > 0.0 => distribution.sf(x),
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(value: f64, expected: f64, relative: f64) -> bool {
        (value - expected).abs() <= relative * expected.abs()
    }

    #[test]
    fn normal_probabilities_are_the_tabled_ones() {
        let known = [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013_1),
            (1.0, 0.841_344_746_068_542_9),
            (-1.0, 0.158_655_253_931_457_05),
            (-1.644_853_626_951_472_2, 0.05),
            (1.959_963_984_540_054, 0.975),
            (-2.999, 0.001_354_336_533_727_106_2),
            (-3.0, 0.001_349_898_031_630_094_5),
            (-5.0, 2.866_515_718_791_939e-7),
            (-10.0, 7.619_853_024_160_527e-24),
            (-30.0, 4.906_713_927_148_187e-198),
        ];
        for (x, expected) in known {
            let value = normal_cdf(x);
            assert!(is_near(value, expected, 1e-10), "{x}: {value} for {expected}");
            assert!((normal_cdf(-x) - (1.0 - expected)).abs() < 1e-10, "{x}");
        }
        assert!(is_near(normal_cdf(f64::INFINITY), 1.0, 0.0));
        assert!(normal_cdf(f64::NEG_INFINITY).abs() < f64::MIN_POSITIVE);
    }

    #[test]
    fn quantiles_invert_probabilities() {
        for (p, expected) in [(0.975, 1.959_963_984_540_054), (0.95, 1.644_853_626_951_472_2)] {
            assert!(is_near(normal_quantile(p), expected, 1e-10), "{p}");
            assert!(is_near(normal_quantile(1.0 - p), -expected, 1e-10), "{p}");
        }
        for p in [1e-300, 1e-20, 1e-5, 0.02, 0.3, 0.5, 0.77, 0.999] {
            assert!(is_near(normal_cdf(normal_quantile(p)), p, 1e-9), "{p}");
        }
        assert!(normal_quantile(0.5).abs() < 1e-15);
        for (p, expected) in
            [(0.0, f64::NEG_INFINITY), (-1.0, f64::NEG_INFINITY), (2.0, f64::INFINITY)]
        {
            assert!(normal_quantile(p).total_cmp(&expected).is_eq(), "{p}");
        }
    }

    #[test]
    fn chi_square_tails_are_the_tabled_ones() {
        let known = [
            (3.841_458_820_694_124, 1, 0.05),
            (5.991_464_547_107_979, 2, 0.05),
            (9.487_729_036_781_154, 4, 0.05),
            (18.307_038_053_275_146, 10, 0.05),
            (23.209_251_158_954_356, 10, 0.01),
            (15.086_272_469_388_987, 5, 0.01),
            (124.342_113_404_004_1, 100, 0.05),
            (40.0, 2, 2.061_153_622_438_558e-9),
        ];
        for (x, degrees, expected) in known {
            let value = chi_square_tail(x, degrees);
            assert!(is_near(value, expected, 1e-9), "{x}, {degrees}: {value} for {expected}");
        }
        // With many degrees the distribution is nearly normal: half of it lies above about the mean.
        assert!(is_near(chi_square_tail(3000.0, 3000), 0.5, 0.01));
        for (x, degrees) in [(0.0, 3), (-1.0, 3), (7.0, 0)] {
            assert!(is_near(chi_square_tail(x, degrees), 1.0, 0.0));
        }
    }
}
