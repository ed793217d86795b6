//! Simultaneous perturbation stochastic approximation (SPSA; J. C. Spall, 1992): each iteration tries
//! all values at once, each a little up or down at random, against the same the other way round, and
//! the result moves all of them a little to the better side. Apart from the games this is arithmetic.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// A value under tuning.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Axis {
    pub name: String,
    pub start: i32,
    pub least: i32,
    pub most: i32,
    /// How far up and down the last iteration tries it.
    pub step: i32,
}

/// How far values are tried, and how far results move them: both less with every iteration.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// Iterations in all.
    pub iterations: u64,
    /// The last gain over the square of the last perturbation: r, as testers of chess engines have it.
    pub rate: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]
impl Gains {
    /// Spall's exponents of the gains a and of the perturbations c, and his A as a share of all
    /// iterations.
    const ALPHA: f64 = 0.602;
    const GAMMA: f64 = 0.101;
    const STABILITY: f64 = 0.1;

    /// How many steps up and down iteration `k` tries a value.
    fn perturbation(&self, k: u64) -> f64 {
        (self.iterations as f64 / k as f64).powf(Self::GAMMA)
    }

    /// How many steps a point of iteration `k` moves a value: a over c.
    fn gain(&self, k: u64) -> f64 {
        let all = self.iterations as f64;
        let stability = Self::STABILITY * all;
        let decay = (stability + all) / (stability + k as f64);
        self.rate * decay.powf(Self::ALPHA) / self.perturbation(k)
    }
}

/// The values that one iteration plays against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    pub iteration: u64,
    /// Those on the side of the perturbation, and those on the other.
    pub values: [Vec<i32>; 2],
}

/// Values on their way up, by what iterations have brought: a function of the seed and the results.
#[derive(Clone, Debug)]
pub struct Ascent {
    axes: Vec<Axis>,
    gains: Gains,
    seed: u64,
    values: Vec<f64>,
    done: u64,
}

impl Ascent {
    pub fn new(axes: Vec<Axis>, gains: Gains, seed: u64) -> Self {
        let values = axes.iter().map(|axis| f64::from(axis.start)).collect();
        Self { axes, gains, seed, values, done: 0 }
    }

    /// What iteration `k` plays, counted from 1. A fraction of a value is the chance that it is
    /// rounded up, so that also small perturbations are felt.
    pub fn trial(&self, k: u64) -> Trial {
        let reach = self.gains.perturbation(k);
        let mut random = self.random(k);
        let mut values = [Vec::new(), Vec::new()];
        for (axis, value) in self.axes.iter().zip(&self.values) {
            let shift = direction(&mut random) * reach * f64::from(axis.step);
            let chance = random.f64();
            for (values, shift) in values.iter_mut().zip([shift, -shift]) {
                values.push(axis.clamp((value + shift + chance).floor()) as i32);
            }
        }
        Trial { iteration: k, values }
    }

    /// Takes in what the next iteration has brought the side of its perturbation: games won less games
    /// lost.
    pub fn learn(&mut self, points: i32) {
        self.done += 1;
        let gain = self.gains.gain(self.done) * f64::from(points);
        let mut random = self.random(self.done);
        for (axis, value) in self.axes.iter().zip(&mut self.values) {
            let shift = direction(&mut random) * gain * f64::from(axis.step);
            random.f64();
            *value = axis.clamp(*value + shift);
        }
    }

    /// Iterations whose results are taken in.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Iterations in all.
    pub fn iterations(&self) -> u64 {
        self.gains.iterations
    }

    pub fn is_done(&self) -> bool {
        self.done >= self.iterations()
    }

    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Where the values stand.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// All chance of iteration `k`.
    fn random(&self, k: u64) -> Rng {
        Rng::with_seed(Rng::with_seed(self.seed).u64(..).wrapping_add(k))
    }
}

impl Axis {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.least), f64::from(self.most))
    }
}

fn direction(random: &mut Rng) -> f64 {
    if random.bool() { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(start: i32, least: i32, most: i32, step: i32) -> Axis {
        Axis { name: format!("{start}"), start, least, most, step }
    }

    /// The pairs of games that values win by the square of their distance from `best`, in steps, and
    /// by much luck.
    fn points(axes: &[Axis], best: &[i32], trial: &Trial, luck: &mut Rng) -> i32 {
        let loss = |values: &[i32]| -> f64 {
            let steps = axes.iter().zip(best).zip(values);
            steps
                .map(|((axis, best), value)| f64::from(value - best) / f64::from(axis.step))
                .map(|steps| 0.02 * steps * steps)
                .sum()
        };
        let [plus, minus] = &trial.values;
        let chance = 1.0 / (1.0 + (loss(plus) - loss(minus)).exp());
        (0..2).map(|_| if luck.f64() < chance { 1 } else { -1 }).sum()
    }

    #[test]
    fn the_best_values_of_a_noisy_game_are_found() {
        let axes = vec![axis(80, 0, 400, 10), axis(9, 1, 24, 1), axis(6000, 500, 20000, 600)];
        let best = [160, 4, 2400];
        let gains = Gains { iterations: 20_000, rate: 0.01 };
        for seed in 1..=5 {
            let mut luck = Rng::with_seed(seed);
            let mut ascent = Ascent::new(axes.clone(), gains, seed);
            while !ascent.is_done() {
                let trial = ascent.trial(ascent.done() + 1);
                ascent.learn(points(&axes, &best, &trial, &mut luck));
            }
            for ((axis, best), value) in axes.iter().zip(best).zip(ascent.values()) {
                let steps = (value - f64::from(best)) / f64::from(axis.step);
                assert!(steps.abs() < 1.5, "seed {seed}: {value} and not {best}");
            }
        }
    }

    #[test]
    fn level_games_move_nothing_and_no_value_leaves_its_range() {
        let axes = vec![axis(10, 9, 11, 5), axis(-3, -100, 100, 7)];
        let gains = Gains { iterations: 100, rate: 0.5 };
        let mut ascent = Ascent::new(axes.clone(), gains, 1);
        for k in 1..=50 {
            let [plus, minus] = ascent.trial(k).values;
            for (axis, value) in axes.iter().zip(&plus).chain(axes.iter().zip(&minus)) {
                assert!((axis.least..=axis.most).contains(value), "{axis:?}: {value}");
            }
            assert!((13..=26).contains(&(plus[1] - minus[1]).abs()), "{plus:?} {minus:?}");
            ascent.learn(0);
        }
        assert_eq!(ascent.values(), [10.0, -3.0]);
        for _ in 0..50 {
            ascent.learn(2);
            assert!((9.0..=11.0).contains(&ascent.values()[0]));
        }
        assert!(ascent.is_done());
    }

    #[test]
    fn the_last_iteration_tries_a_step_and_moves_by_the_rate() {
        let gains = Gains { iterations: 1000, rate: 0.002 };
        assert!((gains.perturbation(1000) - 1.0).abs() < 1e-12);
        assert!((gains.gain(1000) - 0.002).abs() < 1e-12);
        // (1000 / 1) ^ 0.101, and 0.002 * (1100 / 101) ^ 0.602 over that.
        assert!((gains.perturbation(1) - 2.0091).abs() < 1e-4);
        assert!((gains.gain(1) - 0.004_192).abs() < 1e-6);
    }
}
