//! Probabilities of the normal law.

use std::f64::consts::TAU;

/// Where the power series hands over to the continued fraction, in standard deviations.
const FAR: f64 = 3.0;
/// Steps of the continued fraction: enough for every bit at [`FAR`], and more beyond it.
const STEPS: u32 = 160;
/// Beyond this the tail is below the smallest double.
const NOWHERE: f64 = 40.0;

/// The chance that a standard normal value is at most `x`. The absolute error is below 1e-15, the
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

/// The value that a standard normal one stays below with chance `p`: the inverse of [`normal_cdf`],
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
}
