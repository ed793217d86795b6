//! The session: the only state machine of the protocol. It reads events, keeps the game and the
//! settings, and answers into a [`Sink`].
//!
//! While the thinker works, a command does one of three things. `YXSTOP`, `STOP` and `PLAY` end the
//! thought with a move; a new game, a list of stones and `TAKEBACK` end it in silence, or with its
//! move first in Yixin's dialect; everything else leaves it alone, and of that whatever asks for a
//! move is an error.

mod finish_search;
mod start_search;

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use super::command::{Command, CommandError, Key, ListKind};
use super::event::SessionEvent;
use super::execute_error::ExecuteError;
use super::fallback::forbidden_points;
use super::game::Game;
use super::pending_search::PendingSearch;
use super::reply::Reply;
use super::request::{Engine, Goal};
use super::settings::Settings;
use super::setup::{Progress, Setup};
use super::supervisor::Supervisor;
use crate::engine::Wish;
use crate::opening::Balance;
use gomoku_rules::{Pos, Size};

/// Where replies go.
pub trait Sink {
    /// Takes a reply without waiting for its reader.
    fn send(&mut self, reply: Reply);
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
    settings: Settings,
    game: Option<Game>,
    /// The list of stones that is being read.
    list: Option<(ListKind, Setup)>,
    /// Whether the last command was one of Yixin's that is unknown here: what is no command belongs
    /// to it.
    is_foreign: bool,
    /// Cells that we are not to play.
    excluded: Vec<Pos>,
    supervisor: Supervisor<M>,
    search: Option<PendingSearch>,
    last_id: u64,
    input_ended: bool,
}

impl<S: Sink, E: Engine> Session<S, E> {
    /// A session that answers into `sink`; its thinker reports to `events`.
    ///
    /// # Errors
    /// When the thinker's thread cannot be started.
    pub fn new(sink: S, events: Sender<SessionEvent>) -> io::Result<Self> {
        Ok(Self {
            sink,
            supervisor: Supervisor::start(events)?,
            settings: Settings::default(),
            game: None,
            list: None,
            is_foreign: false,
            excluded: Vec::new(),
            search: None,
            last_id: 0,
            input_ended: false,
        })
    }

    /// Serves `inbox` until the session ends, and hands the sink back.
    pub fn run(mut self, inbox: &Receiver<SessionEvent>) -> (S, Ending) {
        let ending = loop {
            let event = match &self.search {
                Some(search) => inbox.recv_timeout(search.patience()),
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
            SessionEvent::Line(line, received) => return self.read(&line, received),
            SessionEvent::Hangup => return Some(Ending::Hangup),
            SessionEvent::EndOfInput => {
                self.input_ended = true;
                self.search.iter_mut().for_each(PendingSearch::limit_last);
            }
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
            (CommandError::Unknown(word), None) => {
                let name = word.to_ascii_uppercase();
                let belongs_to_last = self.is_foreign && !name.starts_with("YX");
                self.is_foreign |= name.starts_with("YX");
                // A manager with a database asks for every position.
                if belongs_to_last || name.starts_with("YXQUERYDATABASE") {
                    return;
                }
                Reply::Unknown(word)
            }
            (error, _) => {
                self.list = None;
                // Whoever asks for a new game has no use for the old one's move.
                if matches!(error, CommandError::Size(_)) {
                    self.interrupt();
                }
                Reply::Error(error.to_string())
            }
        };
        self.sink.send(reply);
    }

    fn execute(&mut self, command: Command, received: Instant) -> Result<(), ExecuteError> {
        self.is_foreign = false;
        if command.changes_game() {
            self.list = None;
        }
        match command {
            Command::Start(size) => self.new_game(self.settings.board_size(size)),
            Command::Restart => self.new_game(self.game()?.board().size()),
            Command::Begin => return self.respond(received, self.best_move(), Game::begin),
            Command::Turn(point) => {
                return self.respond(received, self.best_move(), |game| game.opponent_plays(point));
            }
            Command::Best(lines) => {
                let goal = Goal::Analysis(Wish { lines, barred: self.excluded.clone() });
                return self.consider(goal, received);
            }
            Command::Balance { pair, bias } => {
                let goal = Goal::Balance(Balance { pair, bias, barred: self.excluded.clone() });
                return self.consider(goal, received);
            }
            Command::Swap2Step => {
                let opening = self.game()?.board().clone();
                return self.open(opening, true, received);
            }
            Command::Play(point) => {
                let mut game = self.game()?.clone();
                let pos = game.own_plays(point)?;
                self.abandon();
                self.game = Some(game);
                self.sink.send(Reply::Move(pos));
            }
            Command::TakeBack(point) => {
                let mut game = self.game()?.clone();
                game.take_back(point)?;
                self.move_on(game);
                self.sink.send(Reply::Ok);
            }
            Command::List(kind, rest) => {
                if kind.is_position() {
                    self.interrupt();
                }
                let mut setup = Setup::default();
                match setup.feed(&rest) {
                    Progress::Open => self.list = Some((kind, setup)),
                    Progress::Done => return self.set_up(kind, &setup, received),
                }
            }
            Command::Info(Some((key, value))) => self.set(key, value),
            Command::Info(None) | Command::End => {}
            Command::Stop => self.search.iter_mut().for_each(PendingSearch::stop),
            Command::About => self.sink.send(Reply::About),
            Command::ShowForbid => {
                let rule = self.settings.rule().map_err(ExecuteError::Setting)?.rule;
                let points = forbidden_points(self.game()?.board(), rule);
                self.sink.send(Reply::Forbid(points));
            }
            Command::ShowInfo => {
                self.settings.speak_yixin();
                let (threads, hash) = (Settings::MAX_THREADS, Settings::MAX_HASH_LOG2);
                self.sink.send(Reply::Message(format!("INFO MAX_THREAD_NUM {threads}")));
                self.sink.send(Reply::Message(format!("INFO MAX_HASH_SIZE {hash}")));
            }
            Command::ClearHash => self.supervisor.new_game(None),
            Command::UnblockAll => self.excluded.clear(),
        }
        Ok(())
    }

    fn game(&self) -> Result<&Game, ExecuteError> {
        self.game.as_ref().ok_or(ExecuteError::NoGame)
    }

    fn new_game(&mut self, size: Size) {
        self.move_on(Game::new(size));
        self.settings.new_game();
        // Yixin-Board starts anew before every move, and says when it wants the table cleared.
        if !self.settings.is_yixin() {
            self.supervisor.new_game(self.settings.options().ok());
        }
        self.sink.send(Reply::Ok);
    }

    fn set(&mut self, key: Key, value: i64) {
        self.settings.set(key, value);
        if let (Some(search), Some(game)) = (&mut self.search, &self.game) {
            search.limit(self.settings.time_control(), game.board());
        }
    }

    fn set_up(
        &mut self,
        kind: ListKind,
        setup: &Setup,
        received: Instant,
    ) -> Result<(), ExecuteError> {
        let size = self.game()?.board().size();
        match kind {
            ListKind::Board => {
                let game = Game::with_board(setup.board(size)?);
                self.think(game, self.best_move(), received)
            }
            ListKind::Position => {
                self.game = Some(Game::with_board(setup.board(size)?));
                Ok(())
            }
            ListKind::Swap2 => self.open(setup.opening(size)?, false, received),
            ListKind::Block => {
                self.excluded.extend(setup.cells(size)?);
                Ok(())
            }
            ListKind::Unblock => {
                let cells = setup.cells(size)?;
                self.excluded.retain(|pos| !cells.contains(pos));
                Ok(())
            }
        }
    }

    /// Ends the thought and goes on with `seat`.
    fn move_on(&mut self, game: Game) {
        self.interrupt();
        self.game = Some(game);
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
    pub fn list_kind(&self) -> Option<ListKind> {
        self.list.as_ref().map(|(kind, _)| *kind)
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
