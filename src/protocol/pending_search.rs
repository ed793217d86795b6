//! A thought that is being waited for, and how long the wait may last.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::game::Game;
use crate::search::{Clock, SearchInfo, TimeBudget, TimeControl};
use gomoku_rules::{Board, Pos, Rule};

/// How long a thinker that was told to stop may take.
const STOP_GRACE: Duration = Duration::from_millis(40);
/// How long a thinker may run past its budget where the manager's limit is far away.
const MAX_GRACE: Duration = Duration::from_millis(100);
/// How long a thought may go on after the end of the input.
const LAST_THOUGHT: Duration = Duration::from_secs(10);

/// What the session remembers of a question to the thinker.
#[derive(Debug)]
pub struct PendingSearch {
    /// The number of the question.
    pub id: u64,
    /// The rule it was asked under.
    pub rule: Rule,
    /// The best pv heard of last.
    pub best: Vec<Pos>,
    /// Whether the opponent's next move is asked for too.
    pub pair: bool,
    /// Cells that the answer may not take.
    pub excluded: Vec<Pos>,
    /// What to return to if the thinker refuses.
    pub before: Option<Game>,
    /// The stones of a swap2 opening, if a step of it is asked for and no move.
    pub opening: Option<Board>,
    /// Whether that step is told as Yixin-Board hears it.
    pub in_messages: bool,
    /// Read by the search.
    pub clock: Arc<Clock>,
    started: Instant,
    /// When the budget ends.
    due: Instant,
    /// When the watchdog answers.
    deadline: Instant,
}

impl PendingSearch {
    /// A thought about `board`, asked for at `started`.
    pub fn new(id: u64, rule: Rule, started: Instant, time: TimeControl, board: &Board) -> Self {
        let clock = Arc::new(Clock::new(started, time.budget(board.stones().len(), board.free())));
        let mut search = Self {
            id,
            rule,
            best: Vec::new(),
            pair: false,
            excluded: Vec::new(),
            before: None,
            opening: None,
            in_messages: false,
            clock,
            started,
            due: started,
            deadline: started,
        };
        search.limit(time, board);
        search
    }

    /// Remembers the best pv.
    pub fn on_info(&mut self, info: &SearchInfo) {
        if let SearchInfo::Pv(info) = info
            && info.pv_index == 0
            && !info.pv.is_empty()
        {
            self.best.clone_from(&info.pv);
        }
    }

    /// Puts the thought under a new limit, counted from its start.
    pub fn limit(&mut self, time: TimeControl, board: &Board) {
        if self.clock.is_stopped() {
            return;
        }
        let budget = time.budget(board.stones().len(), board.free());
        self.clock.set_budget(budget);
        self.due = (self.started + budget.maximum).max(Instant::now());
        self.deadline = self.due + grace(time, budget.maximum);
    }

    /// Asks for the move now.
    pub fn stop(&mut self) {
        self.clock.stop();
        self.deadline = self.deadline.min(Instant::now() + STOP_GRACE);
    }

    /// Nobody can stop the thought any more: it must end by itself.
    pub fn limit_last(&mut self) {
        let end = self.started.elapsed() + LAST_THOUGHT;
        self.clock.set_budget(TimeBudget {
            optimum: self.clock.optimum().min(end),
            maximum: self.clock.maximum().min(end),
        });
        self.deadline = self.deadline.min(Instant::now() + LAST_THOUGHT + STOP_GRACE);
    }

    /// Time until the watchdog answers in the thinker's place.
    pub fn patience(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// How far past its budget the thought is, unless it was told to stop.
    pub fn overrun(&self) -> Duration {
        if self.clock.is_stopped() || self.clock.maximum().is_zero() {
            return Duration::ZERO;
        }
        Instant::now().saturating_duration_since(self.due)
    }

    /// Time since the command was received.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// How far past `maximum` the watchdog waits: inside the manager's limit, if there is one and it is
/// more than nothing.
fn grace(time: TimeControl, maximum: Duration) -> Duration {
    if maximum.is_zero() {
        return STOP_GRACE;
    }
    let limit = time.turn.into_iter().chain(time.left).min();
    limit.map_or(MAX_GRACE, |limit| (limit.saturating_sub(maximum) * 2 / 3).min(MAX_GRACE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::Size;

    #[test]
    fn the_watchdog_barks_inside_the_limit() {
        let board = Board::new(Size::square(15));
        for millis in [50, 100, 1000, 30_000] {
            let limit = Duration::from_millis(millis);
            for (turn, left) in
                [(Some(limit), None), (None, Some(limit)), (Some(limit), Some(limit))]
            {
                let time = TimeControl { turn, left, ..TimeControl::default() };
                let search = PendingSearch::new(1, Rule::Freestyle, Instant::now(), time, &board);
                let patience = search.patience();
                assert!(patience < limit, "{time:?}: {patience:?}");
            }
        }
    }

    #[test]
    fn limits_and_stops_shorten_the_wait() {
        let board = Board::new(Size::square(15));
        let turn = |millis| TimeControl {
            turn: Some(Duration::from_millis(millis)),
            ..TimeControl::default()
        };
        let mut search =
            PendingSearch::new(1, Rule::Freestyle, Instant::now(), turn(60_000), &board);
        search.limit_last();
        assert!(search.patience() <= LAST_THOUGHT + STOP_GRACE);
        assert!(search.clock.maximum() <= LAST_THOUGHT + STOP_GRACE);
        search.limit(turn(5000), &board);
        assert!(search.patience() < Duration::from_secs(5));
        search.stop();
        assert!(search.patience() <= STOP_GRACE && search.clock.is_stopped());
        search.limit(turn(5000), &board);
        assert!(search.patience() <= STOP_GRACE, "a stopped search stays stopped");
    }
}
