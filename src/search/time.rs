//! Time management: pure arithmetic over the manager's limits.

use std::time::Duration;

use crate::score::Score;
use gomoku_rules::Pos;

/// The manager's time limits. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The limit of one move.
    pub turn: Option<Duration>,
    /// What is left of the match, this move included.
    pub left: Option<Duration>,
    /// What the match clock gains with each move.
    pub increment: Duration,
    /// How late the system may make our moves, beyond the reserve for an idle machine.
    pub move_overhead: Duration,
}

/// The time of one search, counted from the receipt of its command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// When a move should be ready, all else being equal.
    pub optimum: Duration,
    /// When a move must be ready.
    pub maximum: Duration,
}

impl TimeBudget {
    /// No limit of time.
    pub const UNLIMITED: Self = Self { optimum: Duration::MAX, maximum: Duration::MAX };
}

/// The time of a move without any limit.
const DEFAULT_TURN: Duration = Duration::from_secs(5);

/// The time that a line may take to the manager on an idle machine.
const RESERVE: Duration = Duration::from_millis(25);

impl TimeControl {
    /// Whether the move has to come at once, by static evaluation.
    pub fn is_instant(&self) -> bool {
        self.turn.is_some_and(|time| time.is_zero()) || self.left.is_some_and(|time| time.is_zero())
    }

    /// The budget of a move with this many stones and `free` empty cells on the board.
    pub fn budget(&self, stones: usize, free: usize) -> TimeBudget {
        if self.is_instant() {
            return TimeBudget { optimum: Duration::ZERO, maximum: Duration::ZERO };
        }
        let turn = match (self.turn, self.left) {
            (None, None) => DEFAULT_TURN,
            (turn, _) => turn.unwrap_or(Duration::MAX),
        };
        let reserve = RESERVE + self.move_overhead;
        // About a dozen moves of a usual game are left that need a search (in 100 games on 20x20, 13 in the
        // mean after the fifth); a game that goes on beyond them may fill the board.
        let moves_left = (free / 2).clamp(1, 12 + stones / 4) as u32;
        let (share, cap) = self.left.map_or((Duration::MAX, Duration::MAX), |left| {
            let left = left.saturating_sub(reserve);
            (left / moves_left + self.increment / 2, left / moves_left.min(5))
        });
        let maximum = turn.saturating_sub(reserve).max(min_time(turn)).min(cap);
        TimeBudget { optimum: share.min(maximum), maximum }
    }
}

/// The part of a turn that is always left to the search: half, and less of a turn below 50 ms, because
/// the time that the system takes does not shrink with it.
fn min_time(turn: Duration) -> Duration {
    let share = turn.as_secs_f64() / (2 * RESERVE).as_secs_f64();
    (turn / 2).mul_f64(share.min(1.0))
}

/// Decides after each iteration whether to stop: later while the best move changes or the score falls,
/// earlier while both are stable.
#[derive(Debug, Default)]
pub(super) struct TimeManager {
    best: Option<Pos>,
    score: Option<Score>,
    /// Iterations since the best move changed.
    stable: u32,
    /// Recent changes of the best move, halved with each iteration.
    changes: f64,
}

impl TimeManager {
    /// Whether to stop after an iteration that found `best`. Where no time is saved for later moves, all
    /// of it is used.
    pub fn is_enough(
        &mut self,
        elapsed: Duration,
        budget: TimeBudget,
        best: Pos,
        score: Score,
    ) -> bool {
        let changed = self.best.replace(best).is_some_and(|before| before != best);
        self.changes = self.changes / 2.0 + f64::from(u8::from(changed));
        self.stable = if changed { 0 } else { self.stable + 1 };
        let fall = self.score.replace(score).map_or(0, |before| before.get() - score.get());
        let falling = 1.0 + f64::from(fall.clamp(0, 200)) / 200.0;
        let unstable = 0.9 + 0.3 * self.changes - 0.02 * f64::from(self.stable.min(10));
        let factor = (unstable * falling).clamp(0.5, 1.8);
        // The next iteration takes longer than all before it together.
        let wanted = budget.optimum.as_secs_f64() * factor * 0.9;
        budget.optimum < budget.maximum && elapsed.as_secs_f64() >= wanted
            || elapsed >= budget.maximum
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn control(turn: Option<u64>, left: Option<u64>, increment: u64) -> TimeControl {
        let (turn, left) = (turn.map(ms), left.map(ms));
        TimeControl { turn, left, increment: ms(increment), move_overhead: ms(0) }
    }

    fn budget(turn: Option<u64>, left: Option<u64>) -> TimeBudget {
        control(turn, left, 0).budget(0, 225)
    }

    #[test]
    fn the_whole_turn_is_used_where_nothing_is_saved() {
        for (turn, left) in [(500, None), (500, Some(1_000_000)), (30_000, None)] {
            let all = TimeBudget { optimum: ms(turn - 25), maximum: ms(turn - 25) };
            assert_eq!(budget(Some(turn), left), all);
        }
        assert_eq!(budget(None, None).optimum, ms(4975));
        let shortest = [10, 20, 40, 50].map(|turn| budget(Some(turn), None).maximum);
        assert_eq!(shortest, [1, 4, 16, 25].map(ms), "of a short turn a larger part is kept back");
    }

    #[test]
    fn the_match_clock_is_shared_out() {
        let tight = budget(Some(1000), Some(3000));
        assert!(tight.optimum < ms(250) && tight.maximum > 2 * tight.optimum, "{tight:?}");
        assert!(budget(None, Some(3000)) == tight);
        let gaining = control(None, Some(3000), 100).budget(0, 225);
        assert_eq!(gaining.optimum, tight.optimum + ms(50));
        let last = control(None, Some(3000), 0).budget(224, 1);
        assert_eq!(last.maximum, ms(2975), "nothing is saved for a full board");
    }

    #[test]
    fn a_clock_that_is_out_wants_a_move_at_once() {
        for (turn, left) in [(Some(0), None), (Some(1000), Some(0)), (None, Some(0))] {
            assert!(control(turn, left, 100).is_instant());
            assert_eq!(budget(turn, left), TimeBudget { optimum: ms(0), maximum: ms(0) });
        }
        assert_eq!(budget(None, Some(10)).maximum, ms(0), "less than the reserve");
    }

    #[test]
    fn a_larger_move_overhead_leaves_less_time() {
        let budget = |turn, left, overhead| {
            let time = TimeControl { move_overhead: ms(overhead), ..control(turn, left, 0) };
            time.budget(224, 1).maximum
        };
        assert_eq!(budget(Some(500), None, 30), ms(445));
        assert_eq!(budget(None, Some(500), 30), ms(445));
        assert_eq!(budget(Some(60), None, 30), ms(30), "half of the turn stays");
    }

    /// Iterations of doubling time until the time manager stops.
    fn played(
        budget: TimeBudget,
        score: impl Fn(u32) -> i32,
        best: impl Fn(u32) -> u8,
    ) -> Duration {
        let mut manager = TimeManager::default();
        let iteration = (0..20).find(|&n| {
            let score = Score::from_eval(score(n));
            manager.is_enough(ms(1 << n), budget, Pos::new(best(n), 0), score)
        });
        ms(1 << iteration.unwrap_or_default())
    }

    #[test]
    fn trouble_takes_longer() {
        let saving = TimeBudget { optimum: ms(1200), maximum: ms(10_000) };
        let quiet = played(saving, |_| 0, |_| 0);
        assert!(quiet < saving.optimum, "{quiet:?}");
        assert!(played(saving, |_| 0, |n| (n % 2) as u8) > quiet, "the best move changes");
        assert!(played(saving, |n| -150 * n as i32, |_| 0) > quiet, "the value falls");
        let whole = TimeBudget { optimum: ms(1000), maximum: ms(1000) };
        assert_eq!(played(whole, |_| 0, |_| 0), ms(1024));
    }

    /// A game of sixty moves on Gomocup's clock, each iteration 1.3 to 3 times as long as all before.
    #[test]
    fn a_match_clock_is_used_well() {
        for seed in 0..200 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut left = ms(180_000);
            for number in 0..60 {
                let time = control(Some(30_000), Some(left.as_millis() as u64), 0);
                let budget = time.budget(2 * number, 400 - 2 * number);
                let (mut manager, mut elapsed) = (TimeManager::default(), ms(1));
                loop {
                    let (best, score) = (Pos::new(random.u8(..3), 0), random.i32(-60..60));
                    if manager.is_enough(elapsed, budget, best, Score::from_eval(score)) {
                        break;
                    }
                    elapsed = elapsed.mul_f64(1.3 + 1.7 * random.f64()).min(budget.maximum);
                }
                left -= elapsed;
            }
            assert!(left < ms(90_000) && left > ms(500), "{seed}: {left:?} left");
        }
    }

    proptest! {
        #[test]
        fn budgets_keep_the_limits(
            turn in proptest::option::of(0..100_000_u64),
            left in proptest::option::of(0..10_000_000_u64),
            increment in 0..20_000_u64,
            stones in 0..1024_usize,
            free in 1..1024_usize,
            more in 1..100_000_u64,
        ) {
            let budget = |turn, left| control(turn, left, increment).budget(stones, free);
            let TimeBudget { optimum, maximum } = budget(turn, left);
            prop_assert!(optimum <= maximum);
            for limit in [turn, left].into_iter().flatten() {
                prop_assert!(maximum < ms(limit) || limit == 0 && maximum.is_zero());
            }
            let more_left = budget(turn, left.map(|left| left + more));
            let more_turn = budget(turn.map(|turn| turn + more), left);
            for richer in [more_left, more_turn] {
                prop_assert!(richer.optimum >= optimum && richer.maximum >= maximum);
            }
            let far = control(turn, left, increment).budget(stones, 1024);
            prop_assert!(far.optimum <= optimum, "later moves need less");
        }

        #[test]
        fn no_move_takes_more_than_the_maximum(
            optimum in 0..5_000_u64,
            more in 0..5_000_u64,
            elapsed in 0..20_000_u64,
            score in -500..500_i32,
        ) {
            let budget = TimeBudget { optimum: ms(optimum), maximum: ms(optimum + more) };
            let enough = |elapsed| {
                TimeManager::default().is_enough(ms(elapsed), budget, Pos::new(0, 0), Score::from_eval(score))
            };
            prop_assert!(enough(optimum + more));
            prop_assert!(!enough(elapsed) || enough(elapsed + 1));
        }
    }
}
