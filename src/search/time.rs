//! Time management: pure arithmetic over the manager's limits.

use std::time::Duration;

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
    /// No time at all.
    pub const ZERO: Self = Self { optimum: Duration::ZERO, maximum: Duration::ZERO };
}

/// The time of a move without any limit.
const DEFAULT_TURN: Duration = Duration::from_secs(5);

/// The time that a line may take to the manager on an idle machine.
const RESERVE: Duration = Duration::from_millis(25);

/// The part of a match clock that is kept for each move of a game that fills the board.
const LATER_RESERVE: Duration = Duration::from_millis(4);

/// If every move takes its maximum, the match clock lasts for at least this many.
const MOVES_AT_MAXIMUM: u32 = 4;

impl TimeControl {
    /// Whether the move has to come at once, by static evaluation.
    pub fn is_instant(&self) -> bool {
        self.turn.is_some_and(|time| time.is_zero()) || self.left.is_some_and(|time| time.is_zero())
    }

    /// The budget of a move with this many stones and `free` empty cells on the board.
    pub fn budget(&self, stones: usize, free: usize) -> TimeBudget {
        if self.is_instant() {
            return TimeBudget::ZERO;
        }
        let turn = match (self.turn, self.left) {
            (None, None) => DEFAULT_TURN,
            (turn, _) => turn.unwrap_or(Duration::MAX),
        };
        let reserve = RESERVE + self.move_overhead;
        let moves_left = moves_left(stones, free);
        let (share, cap) = self.left.map_or((Duration::MAX, Duration::MAX), |left| {
            let left = left.saturating_sub(reserve);
            let most_moves = (free as u32 / 2).max(1);
            let surplus = left.saturating_sub(LATER_RESERVE * most_moves);
            let part = |moves: u32| (surplus / moves).max(left / most_moves);
            (part(moves_left) + self.increment, part(moves_left.min(MOVES_AT_MAXIMUM)))
        });
        let maximum = turn.saturating_sub(reserve).max(min_time(turn)).min(cap);
        TimeBudget { optimum: share.min(maximum), maximum }
    }
}

/// Own moves that need a search from now on, this one included, as the match clock counts them. In games of
/// 5,000 nodes a move there are 8 in the median and 11 in the mean, whatever their stage; in those at 3 s a
/// match from openings for long ones 22 and 26, where to count on more gained nothing. Time left over in
/// short games is the cost of having enough in long ones.
fn moves_left(stones: usize, free: usize) -> u32 {
    (free / 2).clamp(1, 8 + stones / 8) as u32
}

/// The part of a turn that is always left to the search: half, and less of a turn below 50 ms, because
/// the time that the system takes does not shrink with it.
fn min_time(turn: Duration) -> Duration {
    let share = turn.as_secs_f64() / (2 * RESERVE).as_secs_f64();
    (turn / 2).mul_f64(share.min(1.0))
}

/// Whether to stop after this iteration. `effort` is the share of all nodes that were visited below the best
/// move, 0.7 on average; the smaller it is, the later the search stops. Where no time is saved for later
/// moves, all of it is used.
pub(super) fn should_stop(elapsed: Duration, budget: TimeBudget, effort: f64) -> bool {
    // Iterations end about a fifth later than wanted.
    let wanted = budget.optimum.as_secs_f64() * 2.0 * (1.1 - effort);
    budget.optimum < budget.maximum && elapsed.as_secs_f64() >= wanted || elapsed >= budget.maximum
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
        assert!(tight.optimum < ms(400) && tight.maximum >= 2 * tight.optimum, "{tight:?}");
        assert!(budget(None, Some(3000)) == tight);
        let gaining = control(None, Some(3000), 100).budget(0, 225);
        assert_eq!(gaining.optimum, tight.optimum + ms(100));
        let last = control(None, Some(3000), 0).budget(224, 1);
        assert_eq!(last.maximum, ms(2975), "nothing is saved for a full board");
    }

    #[test]
    fn a_game_that_fills_the_board_has_time_to_its_end() {
        for (mut left, side) in [(ms(1000), 15), (ms(3000), 20), (ms(180_000), 20)] {
            for stones in (0..side * side).step_by(2) {
                let time = control(None, Some(left.as_millis() as u64), 0);
                let spent = time.budget(stones, side * side - stones).maximum + ms(1);
                assert!(spent < left, "{left:?} left after {stones} stones");
                left -= spent;
            }
        }
    }

    #[test]
    fn a_clock_that_is_out_wants_a_move_at_once() {
        for (turn, left) in [(Some(0), None), (Some(1000), Some(0)), (None, Some(0))] {
            assert!(control(turn, left, 100).is_instant());
            assert_eq!(budget(turn, left), TimeBudget::ZERO);
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

    /// When a search ends whose total time grows by a quarter with each iteration.
    fn played(budget: TimeBudget, effort: f64) -> Duration {
        let mut ends = (0..100).map(|n| ms(1).mul_f64(1.25_f64.powi(n)));
        ends.find(|&elapsed| should_stop(elapsed, budget, effort)).unwrap_or(Duration::MAX)
    }

    #[test]
    fn doubt_takes_longer() {
        let saving = TimeBudget { optimum: ms(1000), maximum: ms(4000) };
        let times = [1.0, 0.9, 0.7, 0.5, 0.2].map(|effort| played(saving, effort));
        assert!(times.is_sorted() && 8 * times[0] < times[4], "{times:?}");
        assert!(times[2] > ms(750) && times[2] < ms(1050), "{times:?}");
        let whole = TimeBudget { optimum: ms(1000), maximum: ms(1000) };
        assert!(played(whole, 1.0) >= whole.maximum, "nothing is saved");
    }

    /// A game on Gomocup's clock: what is left at its end, and its shortest search. Growth and effort are
    /// those of searches of 2 million nodes, the number of moves that of games (`docs/experiments.md`).
    fn game(random: &mut fastrand::Rng) -> (Duration, Duration) {
        const GROWTH: [f64; 10] = [1.07, 1.12, 1.16, 1.19, 1.24, 1.29, 1.37, 1.47, 1.67, 2.23];
        const EFFORT: [f64; 10] = [0.24, 0.44, 0.56, 0.68, 0.77, 0.83, 0.89, 0.93, 0.97, 0.99];
        let (mut left, mut shortest) = (ms(180_000), Duration::MAX);
        for stones in (4..400).step_by(2) {
            let is_instant = random.f64() < 0.42;
            if is_instant {
                continue;
            }
            let time = control(Some(30_000), Some(left.as_millis() as u64), 0);
            let budget = time.budget(stones, 400 - stones);
            let (mut elapsed, effort) = (ms(1), EFFORT[random.usize(..10)]);
            while !should_stop(elapsed, budget, effort) {
                elapsed = elapsed.mul_f64(GROWTH[random.usize(..10)]).min(budget.maximum);
            }
            left -= elapsed;
            shortest = shortest.min(elapsed);
            let is_last = random.f64() < 1.0 / 12.0;
            if is_last {
                break;
            }
        }
        (left, shortest)
    }

    #[test]
    fn a_match_clock_is_used_well() {
        let mut random = fastrand::Rng::with_seed(1);
        let (left, mut shortest): (Vec<_>, Vec<_>) = (0..2000).map(|_| game(&mut random)).unzip();
        let mean = left.iter().sum::<Duration>() / 2000;
        assert!(mean < ms(90_000), "{mean:?} left in the mean");
        shortest.sort_unstable();
        assert!(shortest[0] > ms(5) && shortest[100] > ms(150), "{:?}", &shortest[..100]);
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
            effort in 0.0..=1.0,
        ) {
            let budget = TimeBudget { optimum: ms(optimum), maximum: ms(optimum + more) };
            let enough = |elapsed| should_stop(ms(elapsed), budget, effort);
            prop_assert!(enough(optimum + more));
            prop_assert!(!enough(elapsed) || enough(elapsed + 1));
        }
    }
}
