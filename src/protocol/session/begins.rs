//! How a session asks the thinker for a thought.

use std::sync::Arc;
use std::time::Instant;

use super::{Mind, Session, Sink};
use crate::engine::{Options, Wish};
use crate::protocol::answers::check_opening;
use crate::protocol::refusal::Refusal;
use crate::protocol::seat::{Seat, SeatError};
use crate::protocol::thinker::{Goal, Question};
use crate::protocol::thought::Thought;
use gomoku_rules::{Board, Rule};

impl<S: Sink, M: Mind> Session<S, M> {
    /// What a move is asked under.
    fn terms(&self) -> Result<(Rule, Options), Refusal> {
        let rule = self.settings.rule().map_err(Refusal::Setting)?.rule;
        Ok((rule, self.settings.options().map_err(Refusal::Setting)?))
    }

    /// Asks the thinker for the step of swap2 after `opening`.
    pub(super) fn open(
        &mut self,
        opening: Board,
        in_messages: bool,
        received: Instant,
    ) -> Result<(), Refusal> {
        if self.thought.is_some() {
            return Err(Refusal::Thinking);
        }
        check_opening(&opening)?;
        let mut thought = self.ask(self.terms()?, &opening, Goal::Opening, received);
        thought.opening = Some(opening);
        thought.in_messages = in_messages;
        thought.before.clone_from(&self.seat);
        self.thought = Some(thought);
        Ok(())
    }

    /// What a game asks for. Yixin's managers let thoughts last for hours.
    pub(super) fn best_move(&self) -> Goal {
        if self.barred.is_empty() && !self.settings.is_yixin() {
            Goal::Move
        } else {
            Goal::Analysis(Wish { lines: 1, barred: self.barred.clone() })
        }
    }

    /// Changes the game and asks the thinker for a move in it.
    pub(super) fn respond(
        &mut self,
        received: Instant,
        goal: Goal,
        change: impl FnOnce(&mut Seat) -> Result<(), SeatError>,
    ) -> Result<(), Refusal> {
        let mut seat = self.seat()?.clone();
        if self.thought.is_some() {
            return Err(Refusal::Thinking);
        }
        change(&mut seat)?;
        self.think(seat, goal, received)
    }

    /// Asks for moves of the side to move, whoever's turn it was.
    pub(super) fn consider(&mut self, goal: Goal, received: Instant) -> Result<(), Refusal> {
        self.respond(received, goal, |seat| {
            seat.take_turn();
            Ok(())
        })
    }

    /// Takes `seat` and asks the thinker for a move in it, if the settings allow one.
    pub(super) fn think(
        &mut self,
        seat: Seat,
        goal: Goal,
        received: Instant,
    ) -> Result<(), Refusal> {
        let terms = self.terms()?;
        let board = seat.board().clone();
        let before = self.seat.replace(seat);
        if board.free() == 0 {
            return Err(Refusal::BoardFull);
        }
        let pair = matches!(&goal, Goal::Balance(balance) if balance.pair);
        let mut thought = self.ask(terms, &board, goal, received);
        thought.pair = pair;
        thought.barred.clone_from(&self.barred);
        thought.before = before;
        self.thought = Some(thought);
        Ok(())
    }

    /// Puts a question to the thinker.
    fn ask(
        &mut self,
        (rule, options): (Rule, Options),
        board: &Board,
        goal: Goal,
        received: Instant,
    ) -> Thought {
        self.last_id += 1;
        let (id, time) = (self.last_id, self.settings.time_control());
        let mut thought = Thought::new(id, rule, received, time, board);
        let (limits, clock) = (self.settings.limits(), Arc::clone(&thought.clock));
        let board = board.clone();
        let is_watched = self.settings.shows_realtime();
        let question = Question { id, board, goal, rule, options, limits, clock, is_watched };
        if !self.thinkers.think(question) {
            thought.stop();
        }
        thought
    }
}
