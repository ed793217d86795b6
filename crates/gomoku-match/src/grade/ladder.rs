//! Which opponent a brain meets next, and when its Elo is known well enough: pure functions of the results
//! so far.

use super::estimate::{Estimate, PairScore, Strength, at_least, at_most};

/// Opponents within this much Elo of the nearest one take turns: a mean over several of them has a smaller
/// error than one alone.
const REACH: f64 = 120.0;
/// Pairs before any verdict.
const LEAST_PAIRS: usize = 10;

/// The opponents, the weakest first, and the error that is good enough.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    opponents: Vec<Strength>,
    margin: f64,
}

/// What the results show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// The Elo is not known well enough.
    Open,
    /// It is.
    Known,
    /// The brain is stronger than all opponents: it has at least this Elo.
    Above(f64),
    /// The brain is weaker than all opponents: it has at most this Elo.
    Below(f64),
}

impl Ladder {
    /// `opponents`, at least one, the weakest first; `margin` is the error that is wanted.
    pub fn new(opponents: Vec<Strength>, margin: f64) -> Self {
        Self { opponents, margin }
    }

    /// The estimate from the results.
    pub fn estimate(&self, results: &[PairScore]) -> Estimate {
        Estimate::of(&self.opponents, results)
    }

    /// The opponent of the next pair: of those near the estimate the one that has played least.
    pub fn next(&self, results: &[PairScore]) -> usize {
        let elo = self.estimate(results).elo;
        let away = |index: usize| (self.opponents[index].elo - elo).abs();
        let all = 0..self.opponents.len();
        let nearest = all.clone().map(away).fold(f64::INFINITY, f64::min);
        let near = all.filter(|&index| away(index) <= nearest.max(REACH));
        let played =
            |index: usize| results.iter().filter(|result| result.opponent == index).count();
        let next = near.min_by(|&a, &b| {
            (played(a).cmp(&played(b))).then(away(a).total_cmp(&away(b))).then(a.cmp(&b))
        });
        next.unwrap_or_default()
    }

    /// What the results show.
    pub fn verdict(&self, results: &[PairScore]) -> Verdict {
        if results.len() < LEAST_PAIRS {
            return Verdict::Open;
        }
        let estimate = self.estimate(results);
        let last = self.opponents.len() - 1;
        let met = |index: usize| results.iter().any(|result| result.opponent == index);
        let above = at_least(&self.opponents, results);
        if met(last) && above > self.opponents[last].elo {
            return Verdict::Above(above);
        }
        let below = at_most(&self.opponents, results);
        if met(0) && below < self.opponents[0].elo {
            return Verdict::Below(below);
        }
        if estimate.games_error <= self.target(&estimate) { Verdict::Known } else { Verdict::Open }
    }

    /// The error that the games may leave, so that with the error of the opponents it is the margin. Where
    /// that is out of reach, more games than those that make it half of either would not help.
    fn target(&self, estimate: &Estimate) -> f64 {
        let Self { margin, .. } = *self;
        let room = (margin.powi(2) - estimate.opponents_error.powi(2)).max(0.0).sqrt();
        room.max(margin / 2.0).max(estimate.opponents_error / 2.0)
    }

    /// Whether the opponents' own errors alone keep the error above the margin.
    pub fn is_out_of_reach(&self, estimate: &Estimate) -> bool {
        let half = self.margin / 2.0;
        estimate.opponents_error.hypot(half) > self.margin
    }

    /// About how many more games the results need.
    pub fn games_left(&self, results: &[PairScore]) -> f64 {
        let estimate = self.estimate(results);
        #[expect(clippy::cast_precision_loss, reason = "some hundreds of pairs")]
        let games = 2.0 * results.len() as f64;
        let needed = games * (estimate.games_error / self.target(&estimate)).powi(2);
        (needed - games).max(0.0)
    }

    /// The opponents around an Elo: the strongest that is not above it, and the weakest that is.
    pub fn around(&self, elo: f64) -> (Option<usize>, Option<usize>) {
        let above = self.opponents.partition_point(|opponent| opponent.elo <= elo);
        (above.checked_sub(1), Some(above).filter(|&index| index < self.opponents.len()))
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    /// Opponents from 100 to 2200 with this error.
    fn ladder(error: f64, margin: f64) -> Ladder {
        let strength = |level: u32| Strength { elo: f64::from(100 * level), error };
        Ladder::new((1..=22).map(strength).collect(), margin)
    }

    /// Grades a player of this Elo.
    fn graded(ladder: &Ladder, elo: f64, random: &mut Rng) -> (Verdict, Vec<PairScore>) {
        let mut results = Vec::new();
        loop {
            let verdict = ladder.verdict(&results);
            if verdict != Verdict::Open || results.len() == 1000 {
                return (verdict, results);
            }
            let opponent = ladder.next(&results);
            let chance = 1.0 / (1.0 + 10_f64.powf((ladder.opponents[opponent].elo - elo) / 400.0));
            let points = (0..2).map(|_| f64::from(u8::from(random.f64() < chance))).sum();
            results.push(PairScore { opponent, points });
        }
    }

    #[test]
    fn the_games_go_where_they_tell_most() {
        let ladder = ladder(30.0, 50.0);
        let mut random = Rng::with_seed(3);
        let mut inside = 0;
        for elo in [250.0, 700.0, 1063.0, 1490.0, 2050.0] {
            for _ in 0..20 {
                let (verdict, results) = graded(&ladder, elo, &mut random);
                assert_eq!(verdict, Verdict::Known, "{elo}");
                let estimate = ladder.estimate(&results);
                assert!(estimate.error() <= 50.0, "{estimate:?}");
                inside += u32::from((estimate.elo - elo).abs() <= estimate.games_error);
                assert!((60..400).contains(&results.len()), "{elo}: {} pairs", results.len());
                let near = |result: &&PairScore| {
                    (ladder.opponents[result.opponent].elo - elo).abs() <= 250.0
                };
                let far = results.len() - results.iter().filter(near).count();
                assert!(far * 100 < results.len() * 15, "{elo}: {far} of {}", results.len());
            }
        }
        assert!((88..=100).contains(&inside), "{inside} of 100");
    }

    #[test]
    fn who_is_off_the_ladder_is_told_so_soon() {
        let ladder = ladder(70.0, 50.0);
        let mut random = Rng::with_seed(5);
        for _ in 0..20 {
            let (verdict, results) = graded(&ladder, 3200.0, &mut random);
            let Verdict::Above(elo) = verdict else { panic!("{verdict:?}") };
            assert!((2200.0..3200.0).contains(&elo) && results.len() <= 40, "{elo}");
            let (verdict, results) = graded(&ladder, -900.0, &mut random);
            let Verdict::Below(elo) = verdict else { panic!("{verdict:?}") };
            assert!((-900.0..100.0).contains(&elo) && results.len() <= 40, "{elo}");
        }
    }

    #[test]
    fn games_stop_where_the_opponents_error_is_the_larger_one() {
        let ladder = ladder(61.0, 50.0);
        let (verdict, results) = graded(&ladder, 600.0, &mut Rng::with_seed(9));
        assert_eq!(verdict, Verdict::Known);
        let estimate = ladder.estimate(&results);
        assert!(ladder.is_out_of_reach(&estimate));
        assert!(estimate.games_error <= 30.5 && estimate.error() > 61.0, "{estimate:?}");
        assert!(ladder.games_left(&results) < 1.0);
        assert!(ladder.games_left(&results[..results.len() / 2]) > 50.0);
    }

    #[test]
    fn the_first_opponent_is_in_the_middle() {
        let ladder = ladder(30.0, 50.0);
        assert_eq!(ladder.next(&[]), 10, "level 1100");
        assert_eq!(ladder.around(1063.0), (Some(9), Some(10)));
        assert_eq!(ladder.around(1100.0), (Some(10), Some(11)));
        assert_eq!(
            (ladder.around(99.0), ladder.around(2300.0)),
            ((None, Some(0)), (Some(21), None))
        );
    }
}
