//! Fitting: Adam over shuffled batches, with the best numbers on the games held back.

use fastrand::Rng;
use rayon::prelude::*;

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
    pub epochs: u32,
    pub seed: u64,
    /// The step of each variable at first.
    pub rate: f32,
}

/// The numbers that do best on `held_back`; `on_epoch` hears of each epoch and both its losses.
pub(super) fn fit<L: Lesson>(
    parameters: &Parameters,
    lessons: &[L],
    held_back: &[L],
    course: Course,
    on_epoch: &mut dyn FnMut(u32, f64, f64),
) -> Vec<f32> {
    const BATCH: usize = 8192;
    const PATIENCE: u32 = 12;
    let mut random = Rng::with_seed(course.seed);
    let mut order: Vec<usize> = (0..lessons.len()).collect();
    let mut adam = Adam::new(parameters.variables());
    let start = parameters.numbers(&adam.variables);
    let mut best = (mean_loss(held_back, &start), 0, start);
    let batches = (lessons.len().div_ceil(BATCH) as u32 * course.epochs) as f32;
    let mut done = 0.0;
    for epoch in 1..=course.epochs {
        random.shuffle(&mut order);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            let numbers = parameters.numbers(&adam.variables);
            let (sum, mut slopes) = slopes(lessons, batch, &numbers);
            loss += sum;
            for slope in &mut slopes {
                *slope /= batch.len() as f32;
            }
            let slopes = parameters.slopes(&slopes, &adam.variables, lessons.len() as f32);
            let cosine = 0.5 + 0.5 * (std::f32::consts::PI * done / batches).cos();
            adam.step(&slopes, course.rate * (0.02 + 0.98 * cosine));
            done += 1.0;
        }
        let numbers = parameters.numbers(&adam.variables);
        let held = mean_loss(held_back, &numbers);
        on_epoch(epoch, loss / lessons.len().max(1) as f64, held);
        if held < best.0 {
            best = (held, epoch, numbers);
        } else if epoch > best.1 + PATIENCE {
            break;
        }
    }
    best.2
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

/// Adam (adaptive moment estimation).
struct Adam {
    variables: Vec<f32>,
    moments: Vec<(f32, f32)>,
    steps: i32,
}

impl Adam {
    fn new(count: usize) -> Self {
        Self { variables: vec![0.0; count], moments: vec![(0.0, 0.0); count], steps: 0 }
    }

    fn step(&mut self, slopes: &[f32], rate: f32) {
        const KEEP: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let bias = (1.0 - KEEP.0.powi(self.steps), 1.0 - KEEP.1.powi(self.steps));
        let each = self.variables.iter_mut().zip(&mut self.moments).zip(slopes);
        for ((variable, (first, second)), slope) in each {
            *first = KEEP.0 * *first + (1.0 - KEEP.0) * slope;
            *second = KEEP.1 * *second + (1.0 - KEEP.1) * slope * slope;
            *variable -= rate * (*first / bias.0) / ((*second / bias.1).sqrt() + 1e-8);
        }
    }
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
        let run = || fit(&parameters, &lessons, &lessons, course, &mut |_, _, _| ());
        let numbers = run();
        for (number, share) in numbers.iter().zip([0.25, 0.75]) {
            assert!((logistic(*number) - share).abs() < 0.02, "{numbers:?}");
        }
        assert_eq!(run(), numbers);
    }
}
