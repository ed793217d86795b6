//! What two candidates score on the same questions.

use serde::Serialize;

/// A number of each question for both candidates: their means, and the mean of the differences, which has
/// a smaller error than either.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paired {
    pub count: u32,
    base: f64,
    new: f64,
    squares: f64,
}

/// Means, their difference, and its standard error; `None` of too few questions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Comparison {
    pub base: f64,
    pub new: f64,
    pub difference: f64,
    pub standard_error: f64,
}

impl Paired {
    pub fn add(&mut self, base: f64, new: f64) {
        self.count += 1;
        self.base += base;
        self.new += new;
        self.squares += (new - base).powi(2);
    }

    pub fn comparison(&self) -> Option<Comparison> {
        let count = f64::from(self.count);
        let (base, new) = (self.base / count, self.new / count);
        let difference = new - base;
        let variance = (self.squares - count * difference.powi(2)) / (count - 1.0);
        let standard_error = (variance.max(0.0) / count).sqrt();
        (self.count > 1).then_some(Comparison { base, new, difference, standard_error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_errors_are_those_of_the_differences() {
        let mut paired = Paired::default();
        assert_eq!(paired.comparison(), None);
        for (base, new) in [(1.0, 0.0), (1.0, 1.0), (0.0, 0.0), (0.0, 1.0), (1.0, 0.0)] {
            paired.add(base, new);
        }
        // Differences -1, 0, 0, 1, -1: their mean is -0.2, their variance (3 - 5 * 0.04) / 4 = 0.7.
        let found = paired.comparison().expect("five questions");
        let error = (0.7_f64 / 5.0).sqrt();
        for (found, expected) in [
            (found.base, 0.6),
            (found.new, 0.4),
            (found.difference, -0.2),
            (found.standard_error, error),
        ] {
            assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
        }
    }
}
