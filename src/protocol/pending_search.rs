//! The search that the session waits for, and its deadline.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::report::Report;
use crate::search::{Clock, SearchInfo, TimeControl};
use gomoku_protocol::Game;
use gomoku_rules::{Board, Pos, Rule};

/// How long the engine thread may take to stop.
const STOP_GRACE: Duration = Duration::from_millis(40);
/// How long the engine thread may exceed its budget where the manager's limit is far away.
const MAX_GRACE: Duration = Duration::from_millis(100);

/// What the session remembers of its request to the engine thread.
#[derive(Debug)]
pub struct PendingSearch {
    /// The id of the request.
    pub id: u64,
    /// The rule of play.
    pub rule: Rule,
    /// The last reported principal variation.
    pub best: Vec<Pos>,
    /// The reports of the last iteration, if they were dropped.
    pub unreported: Vec<Report>,
    /// Whether the opponent's next move is requested too.
    pub pair: bool,
    /// Cells that the answer may not take.
    pub excluded: Vec<Pos>,
    /// The game to return to if the engine refuses the request.
    pub before: Option<Game>,
    /// The stones of a swap2 opening, if the request is for a step of it.
    pub opening: Option<Board>,
    /// Whether that step is answered in the messages of Yixin-Board.
    pub in_messages: bool,
    /// The clock of the search.
    pub clock: Arc<Clock>,
    started: Instant,
    /// When the budget ends.
    due: Instant,
    /// When the session answers in place of the engine thread.
    deadline: Instant,
}

impl PendingSearch {
    /// A search of `board` that was requested at `started`.
    pub fn new(id: u64, rule: Rule, started: Instant, time: TimeControl, board: &Board) -> Self {
        let clock = Arc::new(Clock::new(started, time.budget(board.stones().len(), board.free())));
        let mut search = Self {
            id,
            rule,
            best: Vec::new(),
            unreported: Vec::new(),
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

    /// Remembers the best principal variation.
    pub fn on_info(&mut self, info: &SearchInfo) {
        if let SearchInfo::Pv(lines) = info
            && let Some(best) = lines.first()
        {
            self.best.clone_from(&best.pv);
        }
    }

    /// Sets a new time limit, counted from the start of the search; `board` is that of the game.
    pub fn limit(&mut self, time: TimeControl, board: &Board) {
        if self.clock.is_stopped() {
            return;
        }
        let board = self.opening.as_ref().unwrap_or(board);
        let budget = time.budget(board.stones().len(), board.free());
        self.clock.set_budget(budget);
        self.due = (self.started + budget.maximum).max(Instant::now());
        self.deadline = self.due + grace(time, budget.maximum);
    }

    /// Requests the move now.
    pub fn stop(&mut self) {
        self.clock.stop();
        self.deadline = self.deadline.min(Instant::now() + STOP_GRACE);
    }

    /// No command can stop the search now: it must end by itself.
    pub fn limit_last(&mut self) {
        self.clock.limit_last();
        self.deadline = self.deadline.min(Instant::now() + Clock::LAST_SEARCH + STOP_GRACE);
    }

    /// Time until the session answers in place of the engine thread.
    pub fn time_to_deadline(&self) -> Duration {
        self.deadline.saturating_duration_since(Instant::now())
    }

    /// How far the search exceeds its budget, unless it was stopped.
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

/// How long the session waits beyond `maximum`: less than what is left of the manager's limit, unless
/// that limit is zero.
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
    fn the_deadline_is_inside_the_limit() {
        let board = Board::new(Size::square(15));
        for millis in [50, 100, 1000, 30_000] {
            let limit = Duration::from_millis(millis);
            for (turn, left) in
                [(Some(limit), None), (None, Some(limit)), (Some(limit), Some(limit))]
            {
                let time = TimeControl { turn, left, ..TimeControl::default() };
                let search = PendingSearch::new(1, Rule::Freestyle, Instant::now(), time, &board);
                let wait = search.time_to_deadline();
                assert!(wait < limit, "{time:?}: {wait:?}");
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
        assert!(search.time_to_deadline() <= Clock::LAST_SEARCH + STOP_GRACE);
        assert!(search.clock.maximum() <= Clock::LAST_SEARCH + STOP_GRACE);
        search.limit(turn(5000), &board);
        assert!(search.time_to_deadline() < Duration::from_secs(5));
        search.stop();
        assert!(search.time_to_deadline() <= STOP_GRACE && search.clock.is_stopped());
        search.limit(turn(5000), &board);
        assert!(search.time_to_deadline() <= STOP_GRACE, "a stopped search stays stopped");
    }
}
