//! Probabilities of the normal and the chi-square distribution.

use std::f64::consts::{PI, TAU};

/// Where the power series hands over to the continued fraction, in standard deviations.
const FAR: f64 = 3.0;
/// Steps of the continued fraction: enough for every bit at [`FAR`], and more beyond it.
const STEPS: u32 = 160;
/// Beyond this the tail is below the smallest double.
const NOWHERE: f64 = 40.0;

/// The probability that a standard normal value is at most `x`. The absolute error is below 1e-15, the
/// relative error of a small result below 1e-12.
pub fn normal_cdf(x: f64) -> f64 {
    let distance = x.abs();
    let density = (-x * x / 2.0).exp() / TAU.sqrt();
    if distance < FAR {
        // Half, and the density times x + x^3/3 + x^5/(3*5) + ...
        let mut term = x;
        let mut sum = x;
        let mut odd = 1.0;
        while term.abs() > f64::EPSILON / 4.0 * sum.abs() {
            odd += 2.0;
            term *= x * x / odd;
            sum += term;
        }
        return 0.5 + density * sum;
    }
    // Mills's ratio: 1/(x + 1/(x + 2/(x + 3/...))).
    let ratio = (1..=STEPS).rev().fold(distance, |rest, k| distance + f64::from(k) / rest);
    let tail = density / ratio;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The value that a standard normal one stays below with probability `p`: the inverse of [`normal_cdf`],
/// to the last few bits. Minus infinity for 0 and less, infinity for 1 and more.
pub fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        // The lower tail is the one that keeps its digits.
        return -normal_quantile(1.0 - p);
    }
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let (mut low, mut high) = (-NOWHERE, 0.0);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if normal_cdf(middle) < p { low = middle } else { high = middle }
    }
}

/// The probability that a chi-square value with `degrees` of freedom is at least `x`: the p-value of a
/// statistic `x`. The relative error is below 1e-10 up to some thousand degrees; 1 when there is no
/// degree of freedom or `x` is not positive.
pub fn chi_square_tail(x: f64, degrees: u32) -> f64 {
    if degrees == 0 || x <= 0.0 {
        return 1.0;
    }
    // The tail for two degrees more adds h^a e^-h / gamma(a + 1), where h = x/2 and a is half the
    // degrees; all terms are positive. Logarithms keep the small ones alive.
    let half = x / 2.0;
    let (mut tail, mut a, log_gamma) = if degrees.is_multiple_of(2) {
        ((-half).exp(), 1.0, 0.0)
    } else {
        (2.0 * normal_cdf(-x.sqrt()), 0.5, (PI.sqrt() / 2.0).ln())
    };
    let mut log_term = a * half.ln() - half - log_gamma;
    for _ in 0..(degrees - 1) / 2 {
        tail += log_term.exp();
        a += 1.0;
        log_term += (half / a).ln();
    }
    tail.min(1.0)
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
            assert!(is_near(value, expected, 1e-12), "{x}: {value} for {expected}");
            assert!((normal_cdf(-x) - (1.0 - expected)).abs() < 1e-15, "{x}");
        }
        assert!(is_near(normal_cdf(f64::INFINITY), 1.0, 0.0));
        assert!(normal_cdf(f64::NEG_INFINITY).abs() < f64::MIN_POSITIVE);
    }

    #[test]
    fn quantiles_invert_probabilities() {
        for (p, expected) in [(0.975, 1.959_963_984_540_054), (0.95, 1.644_853_626_951_472_2)] {
            assert!(is_near(normal_quantile(p), expected, 1e-14), "{p}");
            assert!(is_near(normal_quantile(1.0 - p), -expected, 1e-14), "{p}");
        }
        for p in [1e-300, 1e-20, 1e-5, 0.02, 0.3, 0.5, 0.77, 0.999] {
            assert!(is_near(normal_cdf(normal_quantile(p)), p, 1e-12), "{p}");
        }
        assert!(normal_quantile(0.5).abs() < 1e-15);
        assert!(normal_quantile(0.0).is_infinite() && normal_quantile(1.0).is_infinite());
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
