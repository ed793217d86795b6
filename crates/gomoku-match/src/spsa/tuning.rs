//! The order of a tuning: which trials may be played now. They may finish in any order.

use std::collections::BTreeMap;

use super::algorithm::{Spsa, Trial};

/// The state after an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Games won minus games lost by the side with its perturbation added.
    pub points: i32,
    /// The values after it.
    pub values: Vec<f64>,
}

/// A tuning in progress. With `n` iterations in flight, iteration `k` starts from the values after
/// iteration `k - n`. So the results alone decide what is played, however often the tuning was
/// interrupted.
#[derive(Debug)]
pub struct Tuning {
    spsa: Spsa,
    in_flight: u64,
    /// Results of iterations that wait for an earlier one.
    early: BTreeMap<u64, i32>,
    steps: Vec<Step>,
}

impl Tuning {
    /// A tuning with these known results by iteration, and the trials to play first.
    pub fn new(spsa: Spsa, in_flight: u64, known: BTreeMap<u64, i32>) -> (Self, Vec<Trial>) {
        let mut tuning = Self { spsa, in_flight, early: known, steps: Vec::new() };
        let mut trials = Vec::new();
        for k in 1..=in_flight.min(tuning.spsa.iterations()) {
            tuning.start(k, &mut trials);
        }
        tuning.advance(&mut trials);
        (tuning, trials)
    }

    /// Adds a result; returns the trials that may be played now.
    pub fn add(&mut self, iteration: u64, points: i32) -> Vec<Trial> {
        self.early.insert(iteration, points);
        let mut trials = Vec::new();
        self.advance(&mut trials);
        trials
    }

    fn advance(&mut self, trials: &mut Vec<Trial>) {
        while !self.is_done()
            && let Some(points) = self.early.remove(&(self.spsa.done() + 1))
        {
            self.spsa.update(points);
            self.steps.push(Step { points, values: self.spsa.values().to_vec() });
            self.start(self.spsa.done().saturating_add(self.in_flight), trials);
        }
    }

    /// Adds the trial of iteration `k` from the present values, unless its result is known.
    fn start(&self, k: u64, trials: &mut Vec<Trial>) {
        if k <= self.spsa.iterations() && !self.early.contains_key(&k) {
            trials.push(self.spsa.trial(k));
        }
    }

    pub fn is_done(&self) -> bool {
        self.spsa.is_done()
    }

    pub fn spsa(&self) -> &Spsa {
        &self.spsa
    }

    /// The state after each iteration.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use fastrand::Rng;

    use super::*;
    use crate::spsa::algorithm::{Gains, Parameter};

    const ITERATIONS: u64 = 60;

    fn tuning(in_flight: u64, known: BTreeMap<u64, i32>) -> (Tuning, Vec<Trial>) {
        let parameter = |start| Parameter { name: String::new(), start, min: 0, max: 99, step: 3 };
        let gains = Gains { iterations: ITERATIONS, rate: 0.1 };
        Tuning::new(Spsa::new(vec![parameter(20), parameter(50)], gains, 7), in_flight, known)
    }

    /// The result of a trial depends on what is played.
    fn points(trial: &Trial) -> i32 {
        let [plus, minus] = &trial.values;
        (plus[0] - minus[0] + minus[1] - plus[1]).signum() * (trial.iteration % 3) as i32
    }

    /// Plays trials in a random order until this many results are known.
    fn play(
        (mut tuning, trials): (Tuning, Vec<Trial>),
        known: &mut BTreeMap<u64, i32>,
        until: usize,
        order: &mut Rng,
    ) -> Tuning {
        let mut waiting = VecDeque::from(trials);
        while known.len() < until {
            let place = order.usize(..waiting.len());
            let trial = waiting.remove(place).expect("a trial");
            known.insert(trial.iteration, points(&trial));
            waiting.extend(tuning.add(trial.iteration, points(&trial)));
        }
        tuning
    }

    #[test]
    fn a_resumed_tuning_equals_an_uninterrupted_one() {
        for in_flight in [1, 2, 5, ITERATIONS + 1] {
            let all = ITERATIONS as usize;
            let mut order = Rng::with_seed(in_flight);
            let mut known = BTreeMap::new();
            let whole = play(tuning(in_flight, BTreeMap::new()), &mut known, all, &mut order);
            assert!(whole.is_done() && whole.steps().len() == all);
            let mut known = BTreeMap::new();
            for until in [0, 1, 2, 17, 18, 40] {
                play(tuning(in_flight, known.clone()), &mut known, until, &mut order);
            }
            let resumed = play(tuning(in_flight, known.clone()), &mut known, all, &mut order);
            assert_eq!(resumed.steps(), whole.steps(), "{in_flight} in flight");
            let (again, trials) = tuning(in_flight, known);
            assert_eq!((again.steps(), trials), (whole.steps(), Vec::new()));
        }
    }

    #[test]
    fn as_many_trials_are_in_flight_as_asked() {
        let (mut tuning, trials) = tuning(3, BTreeMap::new());
        let iterations = |trials: &[Trial]| trials.iter().map(|t| t.iteration).collect::<Vec<_>>();
        assert_eq!(iterations(&trials), [1, 2, 3]);
        assert!(tuning.add(2, 1).is_empty());
        assert_eq!(iterations(&tuning.add(1, 1)), [4, 5]);
    }
}
