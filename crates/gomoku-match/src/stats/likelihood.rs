//! Maximum likelihood under a constraint: the likeliest distribution of results under a hypothesis.
//!
//! Results fall into `N` classes whose scores are spaced equally from 0 to 1; a *distribution* gives each
//! class its share. Of all distributions `q` that a hypothesis allows, the one that makes results with shares
//! `p` likeliest has `q = p / (1 + theta * slope)`, where the slopes of the classes average to zero
//! under `q` (M. Van den Bergh, "Comparing the approximations for the generalized log likelihood
//! ratio of a multinomial distribution").
#![expect(clippy::cast_precision_loss, reason = "the number of a class")]

/// What is supposed of the strength of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hypothesis {
    /// The mean score, strictly between 0 and 1.
    Mean(f64),
    /// The mean score's distance from one half in standard deviations of one result, within ±2.8:
    /// beyond, five classes leave gaps between the distributions.
    TValue(f64),
}

/// Steps of a search for a root: bisection alone would need about as many.
const STEPS: usize = 100;
/// How near a root is near enough, as a share of where it may lie: to the last bit for theta, as
/// distributions with tiny shares lie next to an end.
const NEAR: f64 = 1e-16;
/// The same for the root mean square, which is of the order of one.
const NEAR_SPREAD: f64 = 1e-13;
/// Grid points from which the root mean square is searched.
const GRID: usize = 24;

/// `ln(p / q)` of each class for the likeliest distribution `q` under `hypothesis`, given the shares `p` of
/// the results: all positive, with the sum 1.
pub fn log_ratios<const N: usize>(p: [f64; N], hypothesis: Hypothesis) -> [f64; N] {
    match hypothesis {
        Hypothesis::Mean(mean) => {
            let slopes = centred().map(|x: f64| x - (mean - 0.5));
            ConstrainedMle::new(&p, slopes).log_ratios()
        }
        Hypothesis::TValue(t) if t < 0.0 => {
            let mut ratios = log_ratios(reversed(p), Hypothesis::TValue(-t));
            ratios.reverse();
            ratios
        }
        Hypothesis::TValue(t) if t > 0.0 => with_t_value(&p, t).log_ratios(),
        Hypothesis::TValue(_) => log_ratios(p, Hypothesis::Mean(0.5)),
    }
}

/// The likeliest distribution with a positive t-value.
///
/// With `x` the score less one half and `k = t / sqrt(1 + t^2)`, a distribution has the t-value where its mean
/// is `k r`, `r` being the root of its mean `x^2`. Near a given `r` that is the linear condition that
/// `x - k/2 (x^2 / r + r)` averages to zero. The `r` is sought for which the likeliest distribution under this
/// condition has that root mean square itself. There is always one between `low` and `high`, also for
/// results without spread, where stepping from distribution to distribution (by mean and variance) fails.
fn with_t_value<const N: usize>(p: &[f64; N], t: f64) -> ConstrainedMle<N> {
    let k = t / t.hypot(1.0);
    let scores = centred::<N>();
    let constrained =
        |r: f64| ConstrainedMle::new(p, scores.map(|x| x - k / 2.0 * (x * x / r + r)));
    let spread = |distribution: &[f64; N]| mean(distribution, &scores.map(|x| x * x)).sqrt();
    let excess = |r: f64| spread(&constrained(r).distribution()) - r;
    // At `low` the smallest score above one half is the last to lose its positive slope.
    let step = 1.0 / (N - 1) as f64;
    let (low, high) = (step * k / (1.0 + (1.0 - k * k).sqrt()), 0.5);
    if mean(p, &scores) >= k * spread(p) {
        return constrained(fixed_point(excess, inside(spread(p), low, high), low, high));
    }
    // Weaker results than supposed have several local minima: the likeliest one counts.
    let grid_point = |number: usize| low * (high / low).powf(number as f64 / GRID as f64);
    let costs: [f64; GRID] =
        std::array::from_fn(|index| constrained(grid_point(index + 1)).divergence());
    let is_local_minimum = |&index: &usize| {
        let is_at_most = |other: Option<&f64>| other.is_none_or(|&other| costs[index] <= other);
        is_at_most(costs[..index].last()) && is_at_most(costs.get(index + 1))
    };
    let bottom = |index: usize| {
        let high = grid_point((index + 2).min(GRID));
        constrained(fixed_point(excess, grid_point(index + 1), grid_point(index), high))
    };
    let minima = (0..GRID).filter(is_local_minimum).map(bottom);
    let likeliest = minima.min_by(|a, b| a.divergence().total_cmp(&b.divergence()));
    likeliest.unwrap_or_else(|| constrained(high))
}

/// Where `excess`, positive towards `low` and negative towards `high`, is zero: by secants from `r`.
fn fixed_point(excess: impl Fn(f64) -> f64, r: f64, low: f64, high: f64) -> f64 {
    let (mut low, mut high, mut r) = (low, high, r);
    let mut last: Option<(f64, f64)> = None;
    for _ in 0..STEPS {
        let found = excess(r);
        if found > 0.0 {
            low = r;
        } else {
            high = r;
        }
        let next = match last {
            Some((before, was)) if (was - found).abs() > 0.0 => {
                r - found * (before - r) / (was - found)
            }
            _ => r + found,
        };
        let next = inside(next, low, high);
        if (next - r).abs() <= NEAR_SPREAD {
            break;
        }
        last = Some((r, found));
        r = next;
    }
    r
}

/// The likeliest distribution under one linear condition.
struct ConstrainedMle<const N: usize> {
    p: [f64; N],
    slopes: [f64; N],
    theta: f64,
}

impl<const N: usize> ConstrainedMle<N> {
    /// The distribution under which `slopes`, some positive and some negative, average to zero.
    fn new(p: &[f64; N], slopes: [f64; N]) -> Self {
        let max = slopes.into_iter().fold(f64::MIN, f64::max);
        let min = slopes.into_iter().fold(f64::MAX, f64::min);
        let (mut low, mut high) = (-1.0 / max, -1.0 / min);
        let near = NEAR * (high - low);
        let mut theta = 0.0;
        let mut stride = high - low;
        for _ in 0..STEPS {
            // The average falls as theta rises.
            let shares = slopes.map(|slope| slope / (1.0 + theta * slope));
            let average = mean(p, &shares);
            if average > 0.0 {
                low = theta;
            } else {
                high = theta;
            }
            let newton = average / mean(p, &shares.map(|share| share * share));
            // Newton's step, unless it leaves the bracket or gains less than halving it would.
            let next = theta + newton;
            let is_good = low < next && next < high && newton.abs() < stride / 2.0;
            let next = if is_good { next } else { f64::midpoint(low, high) };
            stride = (next - theta).abs();
            theta = next;
            if stride <= near {
                break;
            }
        }
        Self { p: *p, slopes, theta }
    }

    fn log_ratios(&self) -> [f64; N] {
        self.slopes.map(|slope| (self.theta * slope).ln_1p())
    }

    /// How much less likely than by their own shares the results are, per result and in logarithms.
    fn divergence(&self) -> f64 {
        mean(&self.p, &self.log_ratios())
    }

    fn distribution(&self) -> [f64; N] {
        let mut distribution = self.p;
        for (share, slope) in distribution.iter_mut().zip(self.slopes) {
            *share /= 1.0 + self.theta * slope;
        }
        distribution
    }
}

/// The scores of the classes less one half.
fn centred<const N: usize>() -> [f64; N] {
    std::array::from_fn(|class| class as f64 / (N - 1) as f64 - 0.5)
}

fn mean<const N: usize>(distribution: &[f64; N], values: &[f64; N]) -> f64 {
    distribution.iter().zip(values).map(|(share, value)| share * value).sum()
}

fn reversed<const N: usize>(mut distribution: [f64; N]) -> [f64; N] {
    distribution.reverse();
    distribution
}

/// `value` if it lies between `low` and `high`, else the middle between them.
fn inside(value: f64, low: f64, high: f64) -> f64 {
    if low < value && value < high { value } else { f64::midpoint(low, high) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn distribution_under<const N: usize>(p: [f64; N], hypothesis: Hypothesis) -> [f64; N] {
        let ratios = log_ratios(p, hypothesis);
        std::array::from_fn(|class| p[class] / ratios[class].exp())
    }

    fn t_value<const N: usize>(distribution: &[f64; N]) -> f64 {
        let x = centred::<N>();
        let average = mean(distribution, &x);
        average / mean(distribution, &x.map(|x| (x - average).powi(2))).sqrt()
    }

    fn normalised<const N: usize>(counts: [f64; N]) -> [f64; N] {
        let total: f64 = counts.iter().sum();
        counts.map(|count| count / total)
    }

    /// The shares of results of all kinds, also with hardly any in some classes.
    fn shares<const N: usize>() -> impl Strategy<Value = [f64; N]> {
        let count = prop_oneof![Just(1e-3), Just(1.0), 1.0..30.0, 1.0..50_000.0];
        prop::collection::vec(count, N)
            .prop_map(|counts| normalised(std::array::from_fn(|class| counts[class])))
    }

    fn is_distribution<const N: usize>(distribution: &[f64; N]) -> bool {
        distribution.iter().all(|&share| share > 0.0)
            && (distribution.iter().sum::<f64>() - 1.0).abs() < 1e-6
    }

    proptest! {
        #[test]
        fn laws_meet_their_hypothesis(
            games in shares::<3>(),
            pairs in shares::<5>(),
            score in 0.06..0.94,
            t in -2.1..2.1,
        ) {
            let distribution = distribution_under(games, Hypothesis::Mean(score));
            prop_assert!(is_distribution(&distribution) && (mean(&distribution, &centred()) - (score - 0.5)).abs() < 1e-6);
            let distribution = distribution_under(pairs, Hypothesis::Mean(score));
            prop_assert!(is_distribution(&distribution) && (mean(&distribution, &centred()) - (score - 0.5)).abs() < 1e-6);
            let distribution = distribution_under(games, Hypothesis::TValue(t));
            prop_assert!(is_distribution(&distribution) && (t_value(&distribution) - t).abs() < 1e-6, "{distribution:?}");
            let distribution = distribution_under(pairs, Hypothesis::TValue(t));
            prop_assert!(is_distribution(&distribution) && (t_value(&distribution) - t).abs() < 1e-6, "{distribution:?}");
        }

        /// A grid over all distributions of three classes with the t-value holds none that is likelier.
        #[test]
        fn no_distribution_with_the_t_value_is_likelier(p in shares::<3>(), t in 0.02..1.5) {
            let likelihood = |distribution: [f64; 3]| -> f64 {
                p.iter().zip(distribution).map(|(share, q)| share * q.ln()).sum()
            };
            let best = likelihood(distribution_under(p, Hypothesis::TValue(t)));
            // Shares w, l with w - l = d have the t-value t where d^2 (1 + 1/t^2) = w + l.
            for step in 1..2000 {
                let d = f64::from(step) / 2000.0;
                let decided = d * d * (1.0 + 1.0 / (t * t));
                let distribution = [(decided - d) / 2.0, 1.0 - decided, f64::midpoint(decided, d)];
                if distribution.iter().all(|&share| share > 0.0) {
                    prop_assert!((t_value(&distribution) - t).abs() < 1e-6);
                    prop_assert!(likelihood(distribution) <= best + 1e-9, "{distribution:?}");
                }
            }
        }
    }

    /// Distributions of five classes with the t-value, found on the way from any distribution to one of wins or losses
    /// only.
    fn with_t_value_between(distribution: [f64; 5], t: f64) -> [f64; 5] {
        let end = if t_value(&distribution) < t { 4 } else { 0 };
        let mixed = |weight: f64| {
            let mut mixed = distribution.map(|share| (1.0 - weight) * share);
            mixed[end] += weight;
            mixed
        };
        let (mut near, mut far) = (0.0, 1.0);
        for _ in 0..60 {
            let middle = f64::midpoint(near, far);
            let is_beyond = (t_value(&mixed(middle)) > t) == (end == 4);
            if is_beyond { far = middle } else { near = middle }
        }
        mixed(near)
    }

    proptest! {
        #[test]
        fn no_distribution_of_five_classes_is_likelier(
            p in shares::<5>(),
            others in prop::collection::vec(shares::<5>(), 60),
            t in -2.0..2.0,
        ) {
            let likelihood = |distribution: [f64; 5]| -> f64 {
                p.iter().zip(distribution).map(|(share, q)| share * q.ln()).sum()
            };
            let best = likelihood(distribution_under(p, Hypothesis::TValue(t)));
            for distribution in others {
                let distribution = with_t_value_between(distribution, t);
                if (t_value(&distribution) - t).abs() < 1e-9 {
                    prop_assert!(likelihood(distribution) <= best + 1e-6, "{distribution:?}");
                }
            }
        }
    }

    #[test]
    fn a_distribution_that_meets_the_hypothesis_stays() {
        let p = [0.1, 0.2, 0.3, 0.25, 0.15];
        let score = mean(&p, &centred()) + 0.5;
        for hypothesis in [Hypothesis::Mean(score), Hypothesis::TValue(t_value(&p))] {
            for ratio in log_ratios(p, hypothesis) {
                assert!(ratio.abs() < 1e-9, "{hypothesis:?}");
            }
        }
    }
}
