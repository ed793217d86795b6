//! What a session tells of a thought while it lasts, and how a thought ends.

use super::{Ending, Mind, Session, Sink};
use crate::opening::Step;
use crate::protocol::answers::{legal_move, opening_step, step_messages};
use crate::protocol::reply::Reply;
use crate::protocol::thinker::Outcome;
use crate::protocol::thought::Thought;
use crate::search::{PvInfo, SearchInfo};
use gomoku_rules::Pos;

impl<S: Sink, M: Mind> Session<S, M> {
    /// Tells how the thought is getting on, in the ways that were asked for.
    pub(super) fn report(&mut self, news: &SearchInfo) {
        let info = match news {
            SearchInfo::Pv(info) => info,
            SearchInfo::RootMove { pos, is_done, .. } => {
                return self.sink.send(Reply::RootMove(*pos, *is_done));
            }
        };
        let pv: Vec<Pos> = info.pv.iter().map(|&pos| self.drawn(pos)).collect();
        if self.settings.shows_details() {
            self.sink.send(Reply::Details(info.clone()));
        }
        if self.settings.shows_realtime() {
            if info.pv_index == 0 {
                self.sink.send(Reply::Realtime(info.clone(), pv.clone()));
            } else if let Some(&pos) = info.pv.first().filter(|_| info.score.is_loss()) {
                self.sink.send(Reply::Lost(pos));
            }
        }
        self.sink.send(Reply::Progress(PvInfo { pv, ..info.clone() }));
    }

    /// The cell whose name a person reads on the manager's board: Yixin-Board tells rows first and
    /// draws row 1 at the lower edge.
    fn drawn(&self, pos: Pos) -> Pos {
        let rows = self.seat.as_ref().map(|seat| seat.board().size().width());
        let row = rows.and_then(|rows| rows.checked_sub(pos.x() + 1));
        match row {
            Some(row) if self.settings.is_yixin() => Pos::new(pos.y(), row),
            _ => pos,
        }
    }

    pub(super) fn finish(&mut self, thought: Thought, outcome: Outcome) {
        self.settings.overrun(thought.overrun());
        match outcome {
            Outcome::Move(pos) => self.answer(&thought, pos.as_slice()),
            Outcome::Moves(moves) => self.answer(&thought, &moves),
            Outcome::Step(step) => self.answer_opening(&thought, step),
            Outcome::Failed(message) => {
                self.sink.send(Reply::Debug(format!("the thought has failed: {message}")));
                self.answer(&thought, &[]);
            }
            Outcome::Refused(reason) => {
                self.seat = thought.before;
                self.sink.send(Reply::Error(reason));
            }
        }
    }

    /// The watchdog: the thinker is late, so the best move known is played without it.
    pub(super) fn overrun(&mut self) -> Option<Ending> {
        if let Some(thought) = self.thought.take() {
            self.settings.overrun(thought.overrun());
            let millis = thought.elapsed().as_millis();
            let text =
                format!("the thought is late after {millis} ms: the best move known is played");
            self.sink.send(Reply::Debug(text));
            self.conclude(&thought);
        }
        None
    }

    /// Plays and tells the moves that were asked for: `choices`, or else the best ones known.
    fn answer(&mut self, thought: &Thought, choices: &[Pos]) {
        if thought.opening.is_some() {
            return self.answer_opening(thought, None);
        }
        self.settings.spend(thought.elapsed());
        let Some(seat) = &mut self.seat else { return };
        let mut play = |number: usize| {
            let known = [choices, &thought.best].into_iter();
            let known = known.filter_map(|moves| moves.get(number).copied());
            let pos = legal_move(seat.board(), thought.rule, &thought.barred, known)?;
            let played = if number == 0 {
                seat.own_plays(pos.into())
            } else {
                seat.opponent_plays(pos.into()).map(|()| pos)
            };
            played.ok()
        };
        let Some(first) = play(0) else { return };
        let second = if thought.pair { play(1) } else { None };
        self.sink.send(match second {
            Some(second) => Reply::Moves(vec![first, second]),
            None => Reply::Move(first),
        });
    }

    fn answer_opening(&mut self, thought: &Thought, step: Option<Step>) {
        self.settings.spend(thought.elapsed());
        let Some(opening) = &thought.opening else { return };
        match opening_step(opening, thought.rule, step) {
            Some(step) if thought.in_messages => {
                let messages = step_messages(opening.stones().len(), &step);
                for text in messages {
                    self.sink.send(Reply::Message(text));
                }
            }
            Some(step) => self.sink.send(step.into()),
            None => self.sink.send(Reply::Error("no step".into())),
        }
    }

    /// Ends the thought: Yixin-Board waits for its move all the same, others hear nothing.
    pub(super) fn interrupt(&mut self) {
        match self.thought.take_if(|_| self.settings.is_yixin()) {
            Some(thought) => self.conclude(&thought),
            None => self.abandon(),
        }
    }

    /// Answers in the place of a thinker that is still at it, with the best move known.
    fn conclude(&mut self, thought: &Thought) {
        thought.clock.stop();
        self.thinkers.leave(thought.id);
        self.answer(thought, &[]);
    }

    /// Drops the thought in silence.
    pub(super) fn abandon(&mut self) {
        if let Some(thought) = self.thought.take() {
            thought.clock.stop();
            self.thinkers.leave(thought.id);
        }
    }
}
