//! Simultaneous perturbation stochastic approximation (SPSA; J. C. Spall, 1992). Each iteration shifts
//! all parameters at once, each up or down at random, plays these values against those shifted the
//! other way round, and moves every parameter a little towards the side that won. This file is
//! arithmetic and plays no games.

use fastrand::Rng;
use serde::{Deserialize, Serialize};

/// A parameter under tuning.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// The name by which `--set NAME=VALUE` sets it.
    pub name: String,
    /// The value to start from.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest.
    pub max: i32,
    /// The perturbation of the last iteration.
    pub step: i32,
}

/// Spall's gain sequences, which both decrease with every iteration.
#[derive(Clone, Copy, Debug)]
pub struct Gains {
    /// Iterations in all.
    pub iterations: u64,
    /// The learning rate r of chess tuners: the last gain over the square of the last perturbation.
    pub rate: f64,
}

#[expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]
impl Gains {
    /// Spall's exponents of the gain sequence a and of the perturbations c, and his stability constant
    /// A as a share of all iterations.
    const ALPHA: f64 = 0.602;
    const GAMMA: f64 = 0.101;
    const STABILITY: f64 = 0.1;

    /// The perturbation of iteration `k`, in steps.
    fn perturbation(&self, k: u64) -> f64 {
        (self.iterations as f64 / k as f64).powf(Self::GAMMA)
    }

    /// By how many steps a point of iteration `k` moves a parameter: a over c.
    fn gain(&self, k: u64) -> f64 {
        let all = self.iterations as f64;
        let stability = Self::STABILITY * all;
        let decay = (stability + all) / (stability + k as f64);
        self.rate * decay.powf(Self::ALPHA) / self.perturbation(k)
    }

    /// By how many steps a parameter moves if one side wins all `games` of every iteration and a
    /// parameter is shifted the same way every time: more is not possible.
    pub fn max_movement(&self, games: u64) -> f64 {
        // The gain depends on the share of the iterations done only: a thousand shares are enough.
        let shares = self.iterations.min(1000);
        let all = Self { iterations: shares, ..*self };
        let sum: f64 = (1..=shares).map(|k| all.gain(k)).sum();
        sum * games as f64 * (self.iterations as f64 / shares as f64)
    }
}

/// The values that one iteration plays against each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Its number, counted from 1.
    pub iteration: u64,
    /// Those with the perturbation added, and those with it subtracted.
    pub values: [Vec<i32>; 2],
}

/// The state of a tuning: a function of the seed and of the results so far.
#[derive(Clone, Debug)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    gains: Gains,
    seed: u64,
    values: Vec<f64>,
    done: u64,
}

impl Spsa {
    /// The start of a tuning.
    pub fn new(parameters: Vec<Parameter>, gains: Gains, seed: u64) -> Self {
        let values = parameters.iter().map(|parameter| f64::from(parameter.start)).collect();
        Self { parameters, gains, seed, values, done: 0 }
    }

    /// What iteration `k` plays, counted from 1. A value is rounded up with the probability of its
    /// fraction, so that small perturbations count too.
    pub fn trial(&self, k: u64) -> Trial {
        let perturbation = self.gains.perturbation(k);
        let mut random = self.random(k);
        let mut values = [Vec::new(), Vec::new()];
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let shift = direction(&mut random) * perturbation * f64::from(parameter.step);
            let dither = random.f64();
            for (values, shift) in values.iter_mut().zip([shift, -shift]) {
                values.push(parameter.clamp((value + shift + dither).floor()) as i32);
            }
        }
        Trial { iteration: k, values }
    }

    /// Moves the values by the result of the next iteration: games won minus games lost by the side
    /// with the perturbation added, or any other measure of how much better it is.
    pub fn update(&mut self, points: i32) {
        self.done += 1;
        let gain = self.gains.gain(self.done) * f64::from(points);
        let mut random = self.random(self.done);
        for (parameter, value) in self.parameters.iter().zip(&mut self.values) {
            let shift = direction(&mut random) * gain * f64::from(parameter.step);
            random.f64();
            *value = parameter.clamp(*value + shift);
        }
    }

    /// How many iterations have updated the values.
    pub fn done(&self) -> u64 {
        self.done
    }

    /// Iterations in all.
    pub fn iterations(&self) -> u64 {
        self.gains.iterations
    }

    /// Whether no iteration is left.
    pub fn is_done(&self) -> bool {
        self.done >= self.iterations()
    }

    /// The parameters under tuning.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The present values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The present values on one line.
    pub fn progress(&self) -> String {
        let value =
            |(parameter, value): (&Parameter, &f64)| format!(" {}={value:.1}", parameter.name);
        let values: String = self.parameters.iter().zip(&self.values).map(value).collect();
        format!("iteration {} of {}:{values}", self.done(), self.iterations())
    }

    /// Each parameter's value before and after, and the options that make a brain play with the latter.
    pub fn result(&self) -> String {
        let values: Vec<(&Parameter, i32)> =
            self.parameters.iter().zip(self.values.iter().map(|v| v.round() as i32)).collect();
        let row = |(parameter, value): &(&Parameter, i32)| {
            let Parameter { name, start, min, max, step } = parameter;
            format!("    {name}: {start} -> {value}, from {min} to {max}, step {step}\n")
        };
        let rows: String = values.iter().map(row).collect();
        let options: String =
            values.iter().map(|(parameter, value)| parameter.option(*value)).collect();
        let (done, all) = (self.done(), self.iterations());
        let unchanged = values.iter().all(|(parameter, value)| parameter.start == *value);
        let note = if unchanged { "no value has moved by half of 1 or more\n" } else { "" };
        format!("after {done} of {all} iterations:\n{rows}{note}brain:{options}\n")
    }

    /// The random numbers of iteration `k`.
    fn random(&self, k: u64) -> Rng {
        let seed = Rng::with_seed(self.seed).u64(..).wrapping_add(k);
        // Seeded once, generators of neighbouring seeds begin with numbers that resemble each other.
        Rng::with_seed(Rng::with_seed(seed).u64(..))
    }
}

impl Parameter {
    /// The option that makes a brain play with `value`, to be appended to its command.
    pub fn option(&self, value: i32) -> String {
        format!(" --set {}={value}", self.name)
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.min), f64::from(self.max))
    }
}

fn direction(random: &mut Rng) -> f64 {
    if random.bool() { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(start: i32, min: i32, max: i32, step: i32) -> Parameter {
        Parameter { name: format!("{start}"), start, min, max, step }
    }

    /// The result of a pair of games: values win by the square of their distance from `best`, in
    /// steps, and by much luck.
    fn points(parameters: &[Parameter], best: &[i32], trial: &Trial, luck: &mut Rng) -> i32 {
        let loss = |values: &[i32]| -> f64 {
            let steps = parameters.iter().zip(best).zip(values);
            steps
                .map(|((parameter, best), value)| {
                    f64::from(value - best) / f64::from(parameter.step)
                })
                .map(|steps| 0.02 * steps * steps)
                .sum()
        };
        let [plus, minus] = &trial.values;
        let chance = 1.0 / (1.0 + (loss(plus) - loss(minus)).exp());
        (0..2).map(|_| if luck.f64() < chance { 1 } else { -1 }).sum()
    }

    #[test]
    fn the_best_values_of_a_noisy_game_are_found() {
        let parameters = vec![
            parameter(80, 0, 400, 10),
            parameter(9, 1, 24, 1),
            parameter(6000, 500, 20000, 600),
        ];
        let best = [160, 4, 2400];
        let gains = Gains { iterations: 20_000, rate: 0.01 };
        for seed in 1..=5 {
            let mut luck = Rng::with_seed(seed);
            let mut spsa = Spsa::new(parameters.clone(), gains, seed);
            while !spsa.is_done() {
                let trial = spsa.trial(spsa.done() + 1);
                spsa.update(points(&parameters, &best, &trial, &mut luck));
            }
            for ((parameter, best), value) in parameters.iter().zip(best).zip(spsa.values()) {
                let steps = (value - f64::from(best)) / f64::from(parameter.step);
                assert!(steps.abs() < 1.5, "seed {seed}: {value} and not {best}");
            }
        }
    }

    #[test]
    fn drawn_games_move_nothing_and_no_value_leaves_its_range() {
        let parameters = vec![parameter(10, 9, 11, 5), parameter(-3, -100, 100, 7)];
        let gains = Gains { iterations: 100, rate: 0.5 };
        let mut spsa = Spsa::new(parameters.clone(), gains, 1);
        for k in 1..=50 {
            let [plus, minus] = spsa.trial(k).values;
            for (parameter, value) in
                parameters.iter().zip(&plus).chain(parameters.iter().zip(&minus))
            {
                assert!((parameter.min..=parameter.max).contains(value), "{parameter:?}: {value}");
            }
            assert!((13..=26).contains(&(plus[1] - minus[1]).abs()), "{plus:?} {minus:?}");
            spsa.update(0);
        }
        assert_eq!(spsa.values(), [10.0, -3.0]);
        for _ in 0..50 {
            spsa.update(2);
            assert!((9.0..=11.0).contains(&spsa.values()[0]));
        }
        assert!(spsa.is_done());
    }

    #[test]
    fn no_parameter_moves_with_another_or_with_its_own_past() {
        const ITERATIONS: u16 = 1000;
        let parameters = vec![parameter(0, -100, 100, 10); 30];
        for seed in 1..=3 {
            let gains = Gains { iterations: ITERATIONS.into(), rate: 0.01 };
            let spsa = Spsa::new(parameters.clone(), gains, seed);
            let trials: Vec<Trial> = (1..=ITERATIONS).map(|k| spsa.trial(k.into())).collect();
            let directions = |place: usize| -> Vec<i32> {
                let direction = |trial: &Trial| trial.values[0][place].signum();
                trials.iter().map(direction).collect()
            };
            let all: Vec<Vec<i32>> = (0..parameters.len()).map(directions).collect();
            let correlation = |a: &[i32], b: &[i32]| {
                f64::from(a.iter().zip(b).map(|(a, b)| a * b).sum::<i32>()) / f64::from(ITERATIONS)
            };
            for (place, one) in all.iter().enumerate() {
                for (lag, other) in
                    all[..place].iter().map(|it| (0, it)).chain([(1, one), (2, one)])
                {
                    let found = correlation(&one[lag..], other);
                    assert!(found.abs() < 0.15, "seed {seed}, {place}, lag {lag}: {found}");
                }
            }
        }
    }

    #[test]
    fn no_run_moves_a_value_further_than_the_maximum() {
        for (iterations, rate, games) in [(20, 0.002, 2), (12, 0.5, 2), (3000, 0.01, 4)] {
            let gains = Gains { iterations, rate };
            let mut spsa = Spsa::new(vec![parameter(0, -1_000_000, 1_000_000, 1)], gains, 1);
            for k in 1..=iterations {
                // The perturbation shows which way the winner moves the value.
                let is_up = spsa.trial(k).values[0][0] > spsa.trial(k).values[1][0];
                spsa.update(if is_up { games } else { -games });
            }
            let (moved, max) = (spsa.values()[0], gains.max_movement(games as u64));
            assert!((moved - max).abs() < 0.01 * max, "{moved} of {max}");
        }
        assert!(Gains { iterations: 20, rate: 0.002 }.max_movement(2) < 0.5);
        assert!(Gains { iterations: 5000, rate: 0.002 }.max_movement(2) > 20.0);
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
