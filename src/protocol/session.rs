//! The session: the only state machine of the protocol. It reads events, keeps the game and the
//! settings, and answers into a [`Sink`].
//!
//! While the thinker works, a command does one of three things. `YXSTOP`, `STOP` and `PLAY` end the
//! thought with a move; a new game, a list of stones and `TAKEBACK` end it in silence; everything
//! else leaves it alone, and of that `TURN` and `BEGIN` are errors.

use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use super::answers::{check_opening, forbidden_points, legal_move, opening_step};
use super::command::{Command, CommandError, Key, ListKind};
use super::refusal::Refusal;
use super::reply::Reply;
use super::seat::{Seat, SeatError};
use super::settings::Settings;
use super::setup::{Progress, Setup};
use super::thinker::{Mind, Outcome, Question, Thinker};
use super::thought::Thought;
use crate::engine::Options;
use crate::game::{Board, Pos, Rule, Size};
use crate::opening::Step;
use crate::search::SearchInfo;

/// Where replies go.
pub trait Sink {
    /// Takes a reply without waiting for its reader.
    fn send(&mut self, reply: Reply);
}

/// What a session reacts to.
#[derive(Debug)]
pub enum Event {
    /// A line of input and the time of its receipt.
    Line(String, Instant),
    /// The input has ended.
    EndOfInput,
    /// Nobody reads the output any more.
    Hangup,
    /// News of the thought with this number.
    Info(u64, SearchInfo),
    /// The end of the thought with this number.
    Done(u64, Outcome),
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By `END`.
    Ordered,
    /// By the end of the input; every reply is still wanted.
    EndOfInput,
    /// Nobody reads the output any more.
    Hangup,
}

/// A dialogue with a manager, over many games, answered by a mind `M`.
#[derive(Debug)]
pub struct Session<S, M> {
    sink: S,
    events: Sender<Event>,
    settings: Settings,
    seat: Option<Seat>,
    /// The list of stones that is being read.
    list: Option<(ListKind, Setup)>,
    thinker: Thinker,
    thought: Option<Thought>,
    last_id: u64,
    /// The thought that the watchdog had to answer, as long as the thinker is still at it.
    overdue: Option<u64>,
    input_ended: bool,
    mind: PhantomData<fn() -> M>,
}

impl<S: Sink, M: Mind> Session<S, M> {
    /// A session that answers into `sink`; its thinker reports to `events`.
    ///
    /// # Errors
    /// When the thinker's thread cannot be started.
    pub fn new(sink: S, events: Sender<Event>) -> io::Result<Self> {
        Ok(Self {
            sink,
            thinker: Thinker::start::<M>(events.clone())?,
            events,
            settings: Settings::default(),
            seat: None,
            list: None,
            thought: None,
            last_id: 0,
            overdue: None,
            input_ended: false,
            mind: PhantomData,
        })
    }

    /// Serves `inbox` until the session ends, and hands the sink back.
    pub fn run(mut self, inbox: &Receiver<Event>) -> (S, Ending) {
        let ending = loop {
            let event = match &self.thought {
                Some(thought) => inbox.recv_timeout(thought.patience()),
                None if self.input_ended => break Ending::EndOfInput,
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let ending = match event {
                Ok(event) => self.serve(event),
                Err(RecvTimeoutError::Timeout) => self.overrun(),
                Err(RecvTimeoutError::Disconnected) => Some(Ending::EndOfInput),
            };
            if let Some(ending) = ending {
                break ending;
            }
        };
        self.abandon();
        (self.sink, ending)
    }

    fn serve(&mut self, event: Event) -> Option<Ending> {
        match event {
            Event::Line(line, received) => return self.read(&line, received),
            Event::Hangup => return Some(Ending::Hangup),
            Event::EndOfInput => {
                self.input_ended = true;
                self.thought.iter_mut().for_each(Thought::limit_last);
            }
            Event::Info(id, info) => {
                if let Some(thought) = self.thought.as_mut().filter(|thought| thought.id == id) {
                    thought.best = info.variation.first().copied().or(thought.best);
                    self.sink.send(Reply::Progress(info));
                }
            }
            Event::Done(id, outcome) => {
                self.overdue.take_if(|overdue| *overdue == id);
                if let Some(thought) = self.thought.take_if(|thought| thought.id == id) {
                    self.finish(thought, outcome);
                }
            }
        }
        None
    }

    fn read(&mut self, line: &str, received: Instant) -> Option<Ending> {
        if line.trim().is_empty() {
            return None;
        }
        let result = if let Some((kind, mut setup)) = self.list.take_if(|_| Setup::takes(line)) {
            match setup.feed(line) {
                Progress::Done => self.set_up(kind, &setup, received),
                Progress::Open => {
                    self.list = Some((kind, setup));
                    Ok(())
                }
            }
        } else {
            match Command::parse(line) {
                Ok(Command::End) => return Some(Ending::Ordered),
                Ok(command) => self.execute(command, received),
                Err(error) => {
                    self.misunderstand(error);
                    Ok(())
                }
            }
        };
        if let Err(refusal) = result {
            self.sink.send(Reply::Error(refusal.to_string()));
        }
        None
    }

    fn misunderstand(&mut self, error: CommandError) {
        let reply = match (error, &mut self.list) {
            (CommandError::Unknown(_), Some((_, setup))) => return setup.reject_line(),
            (CommandError::Unknown(word), None) => Reply::Unknown(word),
            (error, _) => {
                self.list = None;
                // Whoever asks for a new game has no use for the old one's move.
                if matches!(error, CommandError::Size(_)) {
                    self.abandon();
                }
                Reply::Error(error.to_string())
            }
        };
        self.sink.send(reply);
    }

    fn execute(&mut self, command: Command, received: Instant) -> Result<(), Refusal> {
        if command.changes_game() {
            self.list = None;
        }
        match command {
            Command::Start(size) => self.new_game(self.settings.board_size(size)),
            Command::Restart => self.new_game(self.seat()?.board().size()),
            Command::Begin => return self.respond(received, Seat::begin),
            Command::Turn(point) => {
                return self.respond(received, |seat| seat.opponent_plays(point));
            }
            Command::Play(point) => {
                let mut seat = self.seat()?.clone();
                let pos = seat.own_plays(point)?;
                self.move_on(seat);
                self.sink.send(Reply::Move(pos));
            }
            Command::TakeBack(point) => {
                let mut seat = self.seat()?.clone();
                seat.take_back(point)?;
                self.move_on(seat);
                self.sink.send(Reply::Ok);
            }
            Command::List(kind, rest) => {
                self.abandon();
                let mut setup = Setup::default();
                match setup.feed(&rest) {
                    Progress::Open => self.list = Some((kind, setup)),
                    Progress::Done => return self.set_up(kind, &setup, received),
                }
            }
            Command::Info(Some((key, value))) => self.set(key, value),
            Command::Info(None) | Command::End => {}
            Command::Stop => self.thought.iter_mut().for_each(Thought::stop),
            Command::About => self.sink.send(Reply::About),
            Command::ShowForbid => {
                let rule = self.settings.rule().map_err(Refusal::Setting)?.rule;
                let points = forbidden_points(self.seat()?.board(), rule);
                self.sink.send(Reply::Forbid(points));
            }
            Command::ShowInfo => {
                self.settings.speak_yixin();
                let (threads, hash) = (Settings::MAX_THREADS, Settings::MAX_HASH_LOG2);
                self.sink.send(Reply::Message(format!("INFO MAX_THREAD_NUM {threads}")));
                self.sink.send(Reply::Message(format!("INFO MAX_HASH_SIZE {hash}")));
            }
            Command::ClearHash => self.thinker.new_game(None),
        }
        Ok(())
    }

    fn seat(&self) -> Result<&Seat, Refusal> {
        self.seat.as_ref().ok_or(Refusal::NoGame)
    }

    /// What a move is asked under.
    fn terms(&self) -> Result<(Rule, Options), Refusal> {
        let rule = self.settings.rule().map_err(Refusal::Setting)?.rule;
        Ok((rule, self.settings.options().map_err(Refusal::Setting)?))
    }

    fn new_game(&mut self, size: Size) {
        self.settings.new_game();
        self.move_on(Seat::new(size));
        self.thinker.new_game(self.settings.options().ok());
        self.sink.send(Reply::Ok);
    }

    fn set(&mut self, key: Key, value: i64) {
        self.settings.set(key, value);
        if let (Some(thought), Some(seat)) = (&mut self.thought, &self.seat) {
            thought.limit(self.settings.time_control(), seat.board().free());
        }
    }

    fn set_up(&mut self, kind: ListKind, setup: &Setup, received: Instant) -> Result<(), Refusal> {
        let size = self.seat()?.board().size();
        match kind {
            ListKind::Board => self.think(Seat::with_board(setup.board(size)?), received),
            ListKind::Position => {
                self.seat = Some(Seat::with_board(setup.board(size)?));
                Ok(())
            }
            ListKind::Swap2 => {
                let opening = setup.opening(size)?;
                check_opening(&opening)?;
                let mut thought = self.ask(self.terms()?, &opening, true, received);
                thought.opening = Some(opening);
                thought.before.clone_from(&self.seat);
                self.thought = Some(thought);
                Ok(())
            }
        }
    }

    /// Changes the game and asks the thinker for a move in it.
    fn respond(
        &mut self,
        received: Instant,
        change: impl FnOnce(&mut Seat) -> Result<(), SeatError>,
    ) -> Result<(), Refusal> {
        let mut seat = self.seat()?.clone();
        if self.thought.is_some() {
            return Err(Refusal::Thinking);
        }
        change(&mut seat)?;
        self.think(seat, received)
    }

    /// Takes `seat` and asks the thinker for a move in it, if the settings allow one.
    fn think(&mut self, seat: Seat, received: Instant) -> Result<(), Refusal> {
        let terms = self.terms()?;
        let board = seat.board().clone();
        let before = self.seat.replace(seat);
        if board.free() == 0 {
            return Err(Refusal::BoardFull);
        }
        let mut thought = self.ask(terms, &board, false, received);
        thought.before = before;
        self.thought = Some(thought);
        Ok(())
    }

    /// Puts a question to the thinker.
    fn ask(
        &mut self,
        (rule, options): (Rule, Options),
        board: &Board,
        is_opening: bool,
        received: Instant,
    ) -> Thought {
        if self.overdue.is_some() {
            self.replace_thinker();
        }
        self.last_id += 1;
        let (id, time) = (self.last_id, self.settings.time_control());
        let thought = Thought::new(id, rule, received, time, board.free());
        let (limits, clock) = (self.settings.limits(), Arc::clone(&thought.clock));
        let board = board.clone();
        self.thinker.think(Question { id, board, is_opening, rule, options, limits, clock });
        thought
    }

    fn replace_thinker(&mut self) {
        match Thinker::start::<M>(self.events.clone()) {
            Ok(thinker) => {
                self.thinker = thinker;
                self.overdue = None;
            }
            Err(error) => log::error!("no thread for a new thinker: {error}"),
        }
    }

    /// Drops the thought in silence and goes on with `seat`.
    fn move_on(&mut self, seat: Seat) {
        self.abandon();
        self.seat = Some(seat);
    }

    fn abandon(&mut self) {
        if let Some(thought) = self.thought.take() {
            thought.clock.stop();
        }
    }

    fn finish(&mut self, thought: Thought, outcome: Outcome) {
        self.settings.overrun(thought.overrun());
        match outcome {
            Outcome::Move(pos) => self.answer(&thought, pos),
            Outcome::Step(step) => self.answer_opening(&thought, step),
            Outcome::Failed(message) => {
                self.sink.send(Reply::Debug(format!("the thought has failed: {message}")));
                self.answer(&thought, None);
            }
            Outcome::Refused(reason) => {
                self.seat = thought.before;
                self.sink.send(Reply::Error(reason));
            }
        }
    }

    /// The watchdog: the thinker is late, so the best move known is played without it.
    fn overrun(&mut self) -> Option<Ending> {
        if let Some(thought) = self.thought.take() {
            log::warn!("thought {} is late after {:?}", thought.id, thought.elapsed());
            self.settings.overrun(thought.overrun());
            thought.clock.stop();
            self.overdue = Some(thought.id);
            self.answer(&thought, None);
        }
        None
    }

    fn answer(&mut self, thought: &Thought, choice: Option<Pos>) {
        if thought.opening.is_some() {
            return self.answer_opening(thought, None);
        }
        self.settings.spend(thought.elapsed());
        let Some(seat) = &mut self.seat else { return };
        let choices = choice.into_iter().chain(thought.best);
        let pos = legal_move(seat.board(), thought.rule, choices);
        if let Some(pos) = pos.and_then(|pos| seat.own_plays(pos.into()).ok()) {
            self.sink.send(Reply::Move(pos));
        }
    }

    fn answer_opening(&mut self, thought: &Thought, step: Option<Step>) {
        self.settings.spend(thought.elapsed());
        if let Some(opening) = &thought.opening {
            self.sink.send(opening_step(opening, thought.rule, step));
        }
    }
}

#[cfg(test)]
mod tests;
