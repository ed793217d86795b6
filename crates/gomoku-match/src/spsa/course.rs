//! The order of a tuning: which trial may be played when, whatever the order in which they end.

use std::collections::BTreeMap;

use super::ascent::{Ascent, Trial};

/// The state after an iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Games won less games lost on the side of its perturbation.
    pub points: i32,
    /// Where the values stand after it.
    pub values: Vec<f64>,
}

/// A tuning under way. So many iterations are played abreast; each begins from what all iterations up
/// to so many before it have brought. Thus the results alone decide what is played, however often the
/// tuning was interrupted.
#[derive(Debug)]
pub struct Course {
    ascent: Ascent,
    abreast: u64,
    /// Results of iterations that wait for one before them.
    early: BTreeMap<u64, i32>,
    steps: Vec<Step>,
}

impl Course {
    /// A tuning of which these results are known, by iteration; returns also the trials to be played.
    pub fn new(ascent: Ascent, abreast: u64, known: BTreeMap<u64, i32>) -> (Self, Vec<Trial>) {
        let mut course = Self { ascent, abreast, early: known, steps: Vec::new() };
        let mut trials = Vec::new();
        for k in 1..=abreast {
            course.begin(k, &mut trials);
        }
        course.advance(&mut trials);
        (course, trials)
    }

    /// Takes in a result; returns the trials that may be played now.
    pub fn add(&mut self, iteration: u64, points: i32) -> Vec<Trial> {
        self.early.insert(iteration, points);
        let mut trials = Vec::new();
        self.advance(&mut trials);
        trials
    }

    fn advance(&mut self, trials: &mut Vec<Trial>) {
        while !self.is_done()
            && let Some(points) = self.early.remove(&(self.ascent.done() + 1))
        {
            self.ascent.learn(points);
            self.steps.push(Step { points, values: self.ascent.values().to_vec() });
            self.begin(self.ascent.done() + self.abreast, trials);
        }
    }

    /// Has iteration `k` played from the values as they stand, unless its result is known.
    fn begin(&self, k: u64, trials: &mut Vec<Trial>) {
        if k <= self.ascent.iterations() && !self.early.contains_key(&k) {
            trials.push(self.ascent.trial(k));
        }
    }

    pub fn is_done(&self) -> bool {
        self.ascent.is_done()
    }

    pub fn ascent(&self) -> &Ascent {
        &self.ascent
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
    use crate::spsa::ascent::{Axis, Gains};

    const ITERATIONS: u64 = 60;

    fn course(abreast: u64, known: BTreeMap<u64, i32>) -> (Course, Vec<Trial>) {
        let axis = |start| Axis { name: String::new(), start, least: 0, most: 99, step: 3 };
        let gains = Gains { iterations: ITERATIONS, rate: 0.1 };
        Course::new(Ascent::new(vec![axis(20), axis(50)], gains, 7), abreast, known)
    }

    /// The result of a trial depends on what is played.
    fn points(trial: &Trial) -> i32 {
        let [plus, minus] = &trial.values;
        (plus[0] - minus[0] + minus[1] - plus[1]).signum() * (trial.iteration % 3) as i32
    }

    /// Plays on, trials ending in an order of chance, until so many results are known.
    fn play(
        (mut course, trials): (Course, Vec<Trial>),
        known: &mut BTreeMap<u64, i32>,
        until: usize,
        order: &mut Rng,
    ) -> Course {
        let mut waiting = VecDeque::from(trials);
        while known.len() < until {
            let place = order.usize(..waiting.len());
            let trial = waiting.remove(place).expect("a trial");
            known.insert(trial.iteration, points(&trial));
            waiting.extend(course.add(trial.iteration, points(&trial)));
        }
        course
    }

    #[test]
    fn a_resumed_tuning_equals_an_unbroken_one() {
        for abreast in [1, 2, 5, ITERATIONS + 1] {
            let all = ITERATIONS as usize;
            let mut order = Rng::with_seed(abreast);
            let mut known = BTreeMap::new();
            let whole = play(course(abreast, BTreeMap::new()), &mut known, all, &mut order);
            assert!(whole.is_done() && whole.steps().len() == all);
            let mut known = BTreeMap::new();
            for until in [0, 1, 2, 17, 18, 40] {
                play(course(abreast, known.clone()), &mut known, until, &mut order);
            }
            let resumed = play(course(abreast, known.clone()), &mut known, all, &mut order);
            assert_eq!(resumed.steps(), whole.steps(), "{abreast} abreast");
            let (again, trials) = course(abreast, known);
            assert_eq!((again.steps(), trials), (whole.steps(), Vec::new()));
        }
    }

    #[test]
    fn as_many_trials_are_abreast_as_asked() {
        let (mut course, trials) = course(3, BTreeMap::new());
        let iterations = |trials: &[Trial]| trials.iter().map(|t| t.iteration).collect::<Vec<_>>();
        assert_eq!(iterations(&trials), [1, 2, 3]);
        assert!(course.add(2, 1).is_empty());
        assert_eq!(iterations(&course.add(1, 1)), [4, 5]);
    }
}
