//! The session: the only state machine of the protocol. It reads events, keeps the game and the
//! settings, and answers into a [`Sink`].
//!
//! During a search a command does one of five things:
//!
//! - `YXSTOP`, `STOP` and `PLAY` end the search with a move.
//! - A new game, a position and `TAKEBACK` end it without an answer; in Yixin's dialect its move comes
//!   before a new game or a position. They also drop the requests that wait, but no settings.
//! - A command that asks for a move waits for the answer of the search and is executed then, so that a
//!   whole game can be piped. Behind such a command whatever it works on waits as well: `INFO`, blocks,
//!   the table and the dialect, and so does `YXSHOWFORBID`.
//! - `END` ends the session at once, because managers end a brain that is still searching. In a piped
//!   game it comes after the moves, like the end of the input: behind a command that waits, or in one
//!   piece with the `START` of the game.
//! - Everything else is executed at once.

mod commands;
mod finish_search;
mod start_search;

use std::collections::VecDeque;
use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use super::event::SessionEvent;
use super::execute_error::ExecuteError;
use super::pending_search::PendingSearch;
use super::report::Report;
use super::session_engine::SessionEngine;
use super::settings::Settings;
use super::supervisor::Supervisor;
use crate::engine::EngineConfig;
use gomoku_protocol::{Command, Game, List, Reply};
use gomoku_rules::Pos;

/// Where replies go.
pub trait Sink {
    /// Takes a reply without waiting for its reader.
    fn send(&mut self, reply: Reply);

    /// Takes the reports of one iteration of a search, or one between iterations, unless its reader is
    /// too slow. Returns whether it took them, all or none.
    fn report(&mut self, reports: &[Report]) -> bool;

    /// Takes the reports of the last iteration in any case.
    fn report_last(&mut self, reports: &[Report]);
}

/// Why a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By `END`.
    Ordered,
    /// By the end of the input; every reply is still wanted.
    EndOfInput,
    /// The reader has closed the output.
    Hangup,
}

/// A dialogue with a manager over many games, answered by an engine `E`.
#[derive(Debug)]
pub struct Session<S, E> {
    sink: S,
    /// What the settings leave open.
    config: EngineConfig,
    settings: Settings,
    game: Option<Game>,
    /// The list of stones that is being read.
    list: Option<List>,
    /// Whether the last command was an unknown one of Yixin's: the lines that follow it belong to it.
    is_foreign: bool,
    /// Cells that we must not play.
    excluded: Vec<Pos>,
    /// What was said last of a book that cannot be read.
    book_error: Option<String>,
    supervisor: Supervisor<E>,
    search: Option<PendingSearch>,
    /// Commands that wait for the search. Empty when there is no search.
    waiting: VecDeque<Command>,
    last_id: u64,
    /// When the last `START` was received: lines that were read in one piece have the same time.
    started: Option<Instant>,
    input_ended: bool,
}

impl<S: Sink, E: SessionEngine> Session<S, E> {
    /// More commands than this do not wait: no game has as many moves.
    const MAX_WAITING: usize = Pos::COUNT;

    /// A session that answers into `sink`; its engine thread reports to `events`. `config` holds where
    /// no setting says otherwise.
    ///
    /// # Errors
    /// When the system cannot start the engine thread.
    pub fn new(sink: S, config: EngineConfig, events: Sender<SessionEvent>) -> io::Result<Self> {
        Ok(Self {
            sink,
            config,
            supervisor: Supervisor::start(events)?,
            settings: Settings::default(),
            game: None,
            list: None,
            is_foreign: false,
            excluded: Vec::new(),
            book_error: None,
            search: None,
            waiting: VecDeque::new(),
            last_id: 0,
            started: None,
            input_ended: false,
        })
    }

    /// Serves `inbox` until the session ends, and hands the sink back.
    pub fn run(mut self, inbox: &Receiver<SessionEvent>) -> (S, Ending) {
        let ending = loop {
            let event = match &self.search {
                Some(search) => inbox.recv_timeout(search.time_to_deadline()),
                None if self.input_ended => break Ending::EndOfInput,
                None => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            let ending = match event {
                Ok(event) => self.serve(event),
                Err(RecvTimeoutError::Timeout) => {
                    self.overrun();
                    None
                }
                Err(RecvTimeoutError::Disconnected) => Some(Ending::EndOfInput),
            };
            if let Some(ending) = ending {
                break ending;
            }
        };
        self.abandon();
        (self.sink, ending)
    }

    /// Serves one event.
    pub fn serve(&mut self, event: SessionEvent) -> Option<Ending> {
        match event {
            SessionEvent::Line(..) | SessionEvent::CutLine(_) if self.input_ended => {}
            SessionEvent::Line(line, received) => return self.read(&line, received),
            SessionEvent::CutLine(line) => self.refuse(&line),
            SessionEvent::Hangup => return Some(Ending::Hangup),
            SessionEvent::EndOfInput => self.end_input(),
            SessionEvent::Info(id, info) => {
                if let Some(search) = self.search.as_mut().filter(|search| search.id == id) {
                    search.on_info(&info);
                    self.report(&info);
                }
            }
            SessionEvent::Done(id, outcome) => {
                self.supervisor.finish(id);
                if let Some(search) = self.search.take_if(|search| search.id == id) {
                    self.finish(search, outcome);
                    self.resume();
                }
            }
        }
        None
    }

    fn read(&mut self, line: &str, received: Instant) -> Option<Ending> {
        if line.trim().is_empty() {
            return None;
        }
        let result = if let Some(mut list) = self.list.take_if(|_| List::takes(line)) {
            list.feed(line);
            self.accept(Command::List(list), received)
        } else {
            match line.parse() {
                Ok(Command::End) => {
                    let is_piped = !self.waiting.is_empty() || self.started == Some(received);
                    if self.search.is_none() || !is_piped {
                        return Some(Ending::Ordered);
                    }
                    self.end_input();
                    Ok(())
                }
                Ok(command) => self.accept(command, received),
                Err(error) => {
                    self.misunderstand(error);
                    Ok(())
                }
            }
        };
        self.reply_to(result);
        self.resume();
        None
    }

    /// Executes a command, now or after the search in progress.
    fn accept(&mut self, command: Command, received: Instant) -> Result<(), ExecuteError> {
        self.is_foreign = false;
        if command.changes_game() {
            self.list = None;
        }
        let keeps_turn = is_setting(&command) || command == Command::ShowForbid;
        let waits = command.requests_move() || (keeps_turn && !self.waiting.is_empty());
        if self.search.is_none() || !waits {
            return self.execute(command, received);
        }
        if self.waiting.len() >= Self::MAX_WAITING {
            return Err(ExecuteError::TooManyWaiting);
        }
        self.waiting.push_back(command);
        Ok(())
    }

    /// Executes the commands that wait, up to one that starts a search.
    fn resume(&mut self) {
        while self.search.is_none()
            && let Some(command) = self.waiting.pop_front()
        {
            let result = self.execute(command, Instant::now());
            self.reply_to(result);
        }
    }

    /// No command can stop the search now: it must end by itself.
    fn end_input(&mut self) {
        self.input_ended = true;
        self.search.iter_mut().for_each(PendingSearch::limit_last);
    }

    fn reply_to(&mut self, result: Result<(), ExecuteError>) {
        if let Err(error) = result {
            self.sink.send(Reply::Error(error.to_string()));
        }
    }
}

/// Whether a command changes what searches work on, without a search or a game of its own.
fn is_setting(command: &Command) -> bool {
    match command {
        Command::Info(info) => Settings::effect(info).is_some(),
        Command::List(list) => {
            list.is_complete() && !list.is_refused() && !list.kind().is_position()
        }
        Command::ShowInfo | Command::ClearHash | Command::UnblockAll => true,
        _ => false,
    }
}

/// What the fuzzers look at.
#[cfg(any(test, fuzzing))]
impl<S, E> Session<S, E> {
    /// The position of the game.
    pub fn board(&self) -> Option<&gomoku_rules::Board> {
        self.game.as_ref().map(Game::board)
    }

    /// The list of stones that is being read.
    pub fn list_kind(&self) -> Option<gomoku_protocol::ListKind> {
        self.list.as_ref().map(List::kind)
    }

    /// Whether the list that is being read means nothing, since a mistake among it was answered.
    pub fn is_list_refused(&self) -> bool {
        self.list.as_ref().is_some_and(List::is_refused)
    }

    /// How many commands wait for the search that will be answered, if by an error.
    pub fn waiting(&self) -> usize {
        let Some(size) = self.board().map(gomoku_rules::Board::size) else { return 0 };
        let is_answered = |command: &&Command| match command {
            Command::List(list) => list.cells(size).is_err(),
            command => command.requests_move() || **command == Command::ShowForbid,
        };
        self.waiting.iter().filter(is_answered).count()
    }

    /// Whether no further command can wait.
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= Pos::COUNT
    }

    /// The search in progress.
    pub fn search(&self) -> Option<&PendingSearch> {
        self.search.as_ref()
    }

    /// Whether the manager speaks Yixin's dialect.
    pub fn is_yixin(&self) -> bool {
        self.settings.is_yixin()
    }
}

#[cfg(test)]
mod tests;
