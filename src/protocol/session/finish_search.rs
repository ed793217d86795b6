//! How a session reports a search and answers when it ends.

use std::mem;
use std::time::{Duration, Instant};

use super::{Session, Sink, is_setting};
use crate::opening::Swap2Step;
use crate::protocol::fallback::{legal_move, opening_step, step_messages};
use crate::protocol::pending_search::PendingSearch;
use crate::protocol::report::Report;
use crate::protocol::session_engine::{SearchOutcome, SessionEngine};
use crate::search::{PvInfo, SearchInfo};
use gomoku_protocol::{Point, Reply};
use gomoku_rules::Pos;

impl<S: Sink, E: SessionEngine> Session<S, E> {
    /// Reports the progress of the search in the formats that the manager asked for.
    pub(super) fn report(&mut self, info: &SearchInfo) {
        match info {
            SearchInfo::Pv(lines) => {
                let reports: Vec<_> = lines.iter().flat_map(|info| self.reports_of(info)).collect();
                let is_taken = self.sink.report(&reports);
                if let Some(search) = &mut self.search {
                    search.unreported = if is_taken { Vec::new() } else { reports };
                }
            }
            SearchInfo::RootMove { pos, is_done, .. } => {
                self.sink.report(&[Report::RootMove(*pos, *is_done)]);
            }
            SearchInfo::BookError(error) => {
                // The next moves have mostly the same to say.
                if self.book_error.as_ref() != Some(error) {
                    self.sink.send(Reply::Debug(error.clone()));
                    self.book_error = Some(error.clone());
                }
            }
        }
    }

    fn reports_of(&self, info: &PvInfo) -> Vec<Report> {
        let pv: Vec<Pos> = info.pv.iter().map(|&pos| self.drawn(pos)).collect();
        let mut reports = Vec::new();
        if self.settings.shows_details() {
            reports.push(Report::Details(info.clone()));
        }
        if self.settings.shows_realtime() {
            if info.pv_index == 0 {
                reports.push(Report::Realtime(info.clone(), pv.clone()));
            } else if let Some(&pos) = info.pv.first().filter(|_| info.score.is_loss()) {
                reports.push(Report::Lost(pos));
            }
        }
        reports.push(Report::Progress(PvInfo { pv, ..info.clone() }));
        reports
    }

    /// The deepest iteration comes before the answer, however slow the reader is.
    fn report_last(&mut self, search: &PendingSearch) {
        if !search.unreported.is_empty() {
            self.sink.report_last(&search.unreported);
        }
    }

    /// The cell whose name a person reads on the manager's board: Yixin-Board sends rows first and
    /// draws row 1 at the lower edge.
    pub(super) fn drawn(&self, pos: Pos) -> Pos {
        let rows = self.game.as_ref().map(|game| game.board().size().width());
        let row = rows.and_then(|rows| rows.checked_sub(pos.x() + 1));
        match row {
            Some(row) if self.settings.is_yixin() => Pos::new(pos.y(), row),
            _ => pos,
        }
    }

    /// Answers with what the search found.
    pub(super) fn finish(&mut self, search: PendingSearch, outcome: SearchOutcome) {
        self.settings.overrun(search.overrun());
        self.report_last(&search);
        match outcome {
            SearchOutcome::Move(pos) => self.answer(&search, pos.as_slice()),
            SearchOutcome::Moves(moves) => self.answer(&search, &moves),
            SearchOutcome::Step(step) => self.answer_opening(&search, step),
            SearchOutcome::Failed(message) => {
                self.sink.send(Reply::Debug(format!("search failed: {message}")));
                self.answer(&search, &[]);
            }
            SearchOutcome::Refused(reason) => {
                self.game = search.before;
                self.sink.send(Reply::Error(reason));
            }
        }
    }

    /// Plays the best known move because the engine thread is late.
    pub(super) fn overrun(&mut self) {
        if let Some(search) = self.search.take() {
            self.settings.overrun(search.overrun());
            let millis = search.elapsed().as_millis();
            let text = format!("search is late: playing the best known move after {millis} ms");
            self.sink.send(Reply::Debug(text));
            self.conclude(&search);
            self.resume();
        }
    }

    /// Plays and sends the requested moves: `choices`, or else the best known ones.
    fn answer(&mut self, search: &PendingSearch, choices: &[Pos]) {
        if search.opening.is_some() {
            return self.answer_opening(search, None);
        }
        self.settings.spend(search.elapsed());
        let Some(game) = &mut self.game else { return };
        let weights = &self.config.weights;
        let mut play = |number: usize| {
            let known = [choices, &search.best].into_iter();
            let known = known.filter_map(|moves| moves.get(number).copied());
            let pos = legal_move(game.board(), search.rule, &search.excluded, weights, known)?;
            let played = if number == 0 {
                game.own_plays(pos.into())
            } else {
                game.opponent_plays(pos.into()).map(|()| pos)
            };
            played.ok()
        };
        let Some(first) = play(0) else { return };
        let second = if search.pair { play(1) } else { None };
        self.sink.send(match second {
            Some(second) => Reply::Moves(vec![first.into(), second.into()]),
            None => first.into(),
        });
    }

    fn answer_opening(&mut self, search: &PendingSearch, step: Option<Swap2Step>) {
        self.settings.spend(search.elapsed());
        let Some(opening) = &search.opening else { return };
        match opening_step(opening, search.rule, &self.config.weights, step) {
            Some(step) if search.in_messages => {
                let messages = step_messages(opening.stones().len(), &step);
                for text in messages {
                    self.sink.send(Reply::Message(text));
                }
            }
            Some(step) => self.sink.send(reply_of(&step)),
            None => self.sink.send(Reply::Error("no swap2 step for this position".into())),
        }
    }

    /// Ends the search: Yixin-Board still waits for its move, other managers get nothing.
    pub(super) fn interrupt(&mut self) {
        match self.search.take_if(|_| self.settings.is_yixin()) {
            Some(search) => self.conclude(&search),
            None => self.abandon(),
        }
        self.drop_waiting();
    }

    /// Drops the requests that wait for a search that has ended; the settings among them hold.
    pub(super) fn drop_waiting(&mut self) {
        for command in mem::take(&mut self.waiting) {
            if is_setting(&command) {
                let _ = self.execute(command, Instant::now());
            } else if command.requests_move() {
                // A clock that was reported before was that of this request.
                self.settings.think(Duration::ZERO);
            }
        }
    }

    /// Answers with the best known move while the engine thread is still searching.
    fn conclude(&mut self, search: &PendingSearch) {
        search.clock.stop();
        self.supervisor.abandon(search.id);
        self.report_last(search);
        self.answer(search, &[]);
    }

    /// Stops the search without an answer; the match clock has run all the same.
    pub(super) fn abandon(&mut self) {
        if let Some(search) = self.halt() {
            self.settings.think(search.elapsed());
        }
    }

    /// Stops the search, whose move is no longer wanted.
    pub(super) fn halt(&mut self) -> Option<PendingSearch> {
        let search = self.search.take()?;
        search.clock.stop();
        self.supervisor.abandon(search.id);
        Some(search)
    }
}

fn reply_of(step: &Swap2Step) -> Reply {
    match step {
        Swap2Step::Stones(stones) => Reply::Moves(stones.map(Point::from).into()),
        Swap2Step::Swap => Reply::Swap,
        Swap2Step::Stay(pos) => (*pos).into(),
    }
}
