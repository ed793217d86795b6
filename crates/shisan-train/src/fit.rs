//! Fitting: Adam over shuffled batches, with the best numbers on the games held back.

use fastrand::Rng;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::adam::Adam;
use super::model::{Parameters, SCALE};
use super::sample::{Decision, Sample};

/// Something that a fit learns from.
pub(super) trait Lesson: Sync {
    /// Adds the slope of the loss by each number to `slopes`, and returns the loss.
    fn learn(&self, numbers: &[f32], slopes: &mut [f32]) -> f64;
    /// The loss alone.
    fn loss(&self, numbers: &[f32]) -> f64;
}

impl Sample {
    /// What the value should be, as a share of the game.
    pub fn aim(&mut self, share: f32, scale: f32) {
        let searched = logistic(self.score / scale);
        self.target =
            self.result.map_or(searched, |result| share * result + (1.0 - share) * searched);
    }

    /// The value for the side to move, in units of the fit.
    pub fn value(&self, numbers: &[f32]) -> f32 {
        self.terms.iter().map(|&(i, count)| numbers[usize::from(i)] * f32::from(count)).sum::<f32>()
            / 2.0
    }
}

impl Lesson for Sample {
    fn learn(&self, numbers: &[f32], slopes: &mut [f32]) -> f64 {
        let found = logistic(self.value(numbers));
        let slope = (found - self.target) / 2.0;
        for &(i, count) in &self.terms {
            slopes[usize::from(i)] += slope * f32::from(count);
        }
        entropy(self.target, found)
    }

    fn loss(&self, numbers: &[f32]) -> f64 {
        entropy(self.target, logistic(self.value(numbers)))
    }
}

impl Decision {
    /// How likely each candidate is.
    fn shares(&self, numbers: &[f32]) -> Vec<f32> {
        let score = |[own, foe]: &[u16; 2]| numbers[usize::from(*own)] + numbers[usize::from(*foe)];
        let scores: Vec<f32> = self.candidates.iter().map(score).collect();
        let most = scores.iter().copied().fold(f32::MIN, f32::max);
        let powers: Vec<f32> = scores.iter().map(|score| (score - most).exp()).collect();
        let sum: f32 = powers.iter().sum();
        powers.into_iter().map(|power| power / sum).collect()
    }
}

impl Lesson for Decision {
    fn learn(&self, numbers: &[f32], slopes: &mut [f32]) -> f64 {
        let mut shares = self.shares(numbers);
        let loss = -f64::from(shares[0].max(1e-9)).ln();
        shares[0] -= 1.0;
        for ([own, foe], share) in self.candidates.iter().zip(shares) {
            slopes[usize::from(*own)] += share;
            slopes[usize::from(*foe)] += share;
        }
        loss
    }

    fn loss(&self, numbers: &[f32]) -> f64 {
        -f64::from(self.shares(numbers)[0].max(1e-9)).ln()
    }
}

/// How many points of searched score make the odds of a win e to one, from the games' results.
pub(super) fn score_scale(samples: &[Sample]) -> f32 {
    let loss = |scale: f32| -> f64 {
        let each = |sample: &Sample| {
            sample.result.map_or(0.0, |result| entropy(result, logistic(sample.score / scale)))
        };
        samples.iter().map(each).sum()
    };
    let scales = (10_u8..=100).map(|step| f32::from(step) * 10.0);
    let best = scales.map(|scale| (loss(scale), scale)).min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(SCALE, |(_, scale)| scale)
}

/// How a fit goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub epochs: usize,
    pub seed: u64,
    /// The step of each variable at first.
    pub rate: f32,
}

/// How far a fit has come: all that it needs to go on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Progress {
    adam: Adam,
    best: Best,
    /// The losses before the first epoch and after each.
    pub losses: Vec<Losses>,
}

/// Mean losses of one epoch.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Losses {
    pub taught: f64,
    pub held_back: f64,
}

/// What has done best on the lessons held back.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Best {
    epoch: usize,
    numbers: Vec<f32>,
}

/// Epochs without a gain after which a fit ends.
const PATIENCE: usize = 12;

impl Progress {
    /// The start of a fit.
    pub fn new<L: Lesson>(parameters: &Parameters, lessons: &[L], held_back: &[L]) -> Self {
        let adam = Adam::new(parameters.variables());
        let numbers = parameters.numbers(&adam.variables);
        let (taught, held) = (mean_loss(lessons, &numbers), mean_loss(held_back, &numbers));
        let losses = vec![Losses { taught, held_back: held }];
        Self { adam, best: Best { epoch: 0, numbers }, losses }
    }

    /// Epochs done.
    pub fn epochs(&self) -> usize {
        self.losses.len() - 1
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self, course: Course) -> bool {
        self.epochs() >= course.epochs || self.epochs() > self.best.epoch + PATIENCE
    }

    /// The numbers that did best on the lessons held back, and their losses.
    pub fn best(&self) -> (&[f32], Losses) {
        (&self.best.numbers, self.losses[self.best.epoch])
    }
}

/// Goes on with a fit to its end; `on_epoch` sees how far it is after each epoch.
///
/// # Errors
/// What `on_epoch` reports, which ends the fit.
pub(super) fn fit<L: Lesson>(
    parameters: &Parameters,
    lessons: &[L],
    held_back: &[L],
    course: Course,
    progress: &mut Progress,
    on_epoch: &mut dyn FnMut(&Progress) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    const BATCH: usize = 8192;
    let mut random = Rng::with_seed(course.seed);
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    // Each epoch shuffles the order of the one before.
    for _ in 0..progress.epochs() {
        random.shuffle(&mut order);
    }
    let batches = (lessons.len().div_ceil(BATCH) * course.epochs) as f32;
    while !progress.is_over(course) {
        random.shuffle(&mut order);
        let adam = &mut progress.adam;
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let numbers = parameters.numbers(&adam.variables);
            let (sum, mut slopes) = slopes(lessons, batch, &numbers);
            loss += sum;
            for slope in &mut slopes {
                *slope /= batch.len() as f32;
            }
            let slopes = parameters.slopes(&slopes, &adam.variables, lessons.len() as f32);
            let cosine = 0.5 + 0.5 * (std::f32::consts::PI * adam.steps as f32 / batches).cos();
            adam.step(&slopes, course.rate * (0.02 + 0.98 * cosine));
        }
        let numbers = parameters.numbers(&adam.variables);
        let held = mean_loss(held_back, &numbers);
        let is_best = held < progress.best().1.held_back;
        progress
            .losses
            .push(Losses { taught: loss / lessons.len().max(1) as f64, held_back: held });
        if is_best {
            progress.best = Best { epoch: progress.epochs(), numbers };
        }
        on_epoch(progress)?;
    }
    Ok(())
}

fn mean_loss<L: Lesson>(lessons: &[L], numbers: &[f32]) -> f64 {
    let parts: Vec<f64> = lessons
        .par_chunks(1024)
        .map(|chunk| chunk.iter().map(|lesson| lesson.loss(numbers)).sum())
        .collect();
    parts.iter().sum::<f64>() / lessons.len().max(1) as f64
}

/// The loss of a batch and its slopes, summed in an order that does not depend on the threads.
fn slopes<L: Lesson>(lessons: &[L], batch: &[usize], numbers: &[f32]) -> (f64, Vec<f32>) {
    let parts: Vec<(f64, Vec<f32>)> = batch
        .par_chunks(1024)
        .map(|chunk| {
            let mut slopes = vec![0.0; numbers.len()];
            let loss = chunk.iter().map(|&i| lessons[i].learn(numbers, &mut slopes)).sum::<f64>();
            (loss, slopes)
        })
        .collect();
    parts.into_iter().fold((0.0, vec![0.0; numbers.len()]), |(loss, mut sum), part| {
        sum.iter_mut().zip(part.1).for_each(|(sum, slope)| *sum += slope);
        (loss + part.0, sum)
    })
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross-entropy of what was found against the target, less that of the target itself.
fn entropy(target: f32, found: f32) -> f64 {
    let term = |target: f32, found: f32| {
        if target > 0.0 {
            f64::from(target) * f64::from(target / found.max(1e-9)).ln()
        } else {
            0.0
        }
    };
    term(target, found) + term(1.0 - target, 1.0 - found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples of one number each, whose share of wins that number should tell.
    fn lessons() -> Vec<Sample> {
        let sample = |i: u16| {
            let wins = i / 2 % 4 < [1, 3][usize::from(i % 2)];
            let (result, score) = (Some(f32::from(u8::from(wins))), 0.0);
            let mut sample = Sample {
                game: u32::from(i),
                terms: Box::new([(i % 2, 2)]),
                result,
                score,
                target: 0.5,
            };
            sample.aim(1.0, SCALE);
            sample
        };
        (0..4000).map(sample).collect()
    }

    #[test]
    fn a_fit_finds_the_odds_and_finds_them_again() {
        let lessons = lessons();
        let course = Course { epochs: 400, seed: 3, rate: 0.02 };
        let parameters = Parameters::free(2);
        let run = || {
            let mut progress = Progress::new(&parameters, &lessons, &lessons);
            fit(&parameters, &lessons, &lessons, course, &mut progress, &mut |_| Ok(()))
                .expect("nothing stops it");
            progress.best().0.to_vec()
        };
        let numbers = run();
        for (number, share) in numbers.iter().zip([0.25, 0.75]) {
            assert!((logistic(*number) - share).abs() < 0.02, "{numbers:?}");
        }
        assert_eq!(run(), numbers);
    }

    #[test]
    fn a_fit_that_was_stopped_anywhere_goes_on_as_if_it_had_not() {
        let lessons = lessons();
        let (taught, held) = lessons.split_at(3000);
        let course = Course { epochs: 6, seed: 3, rate: 0.02 };
        let parameters = Parameters::free(2);
        let mut states = Vec::new();
        let mut whole = Progress::new(&parameters, taught, held);
        fit(&parameters, taught, held, course, &mut whole, &mut |progress| {
            states.push(serde_json::to_string(progress)?);
            Ok(())
        })
        .expect("nothing stops it");
        assert_eq!(states.len(), 6);
        for state in &states {
            let mut progress: Progress = serde_json::from_str(state).expect("a state");
            fit(&parameters, taught, held, course, &mut progress, &mut |_| Ok(()))
                .expect("nothing stops it");
            let end = serde_json::to_string(&progress).expect("a state");
            assert_eq!(&end, &states[5]);
        }
    }

    #[test]
    fn a_fit_ends_early_when_the_games_held_back_gain_nothing() {
        let lessons = lessons();
        let (taught, mut held) = (&lessons[..], self::lessons());
        for lesson in &mut held {
            lesson.target = 0.5;
        }
        let parameters = Parameters::free(2);
        let course = Course { epochs: 100, seed: 3, rate: 0.02 };
        let mut progress = Progress::new(&parameters, taught, &held);
        fit(&parameters, taught, &held, course, &mut progress, &mut |_| Ok(()))
            .expect("nothing stops it");
        assert_eq!(progress.epochs(), PATIENCE + 1);
        assert_eq!(progress.best().0, [0.0, 0.0], "what it began with");
    }
}
