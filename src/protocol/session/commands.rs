//! How a session executes commands.

use std::time::Instant;

use super::{Session, Sink};
use crate::VERSION;
use crate::opening::BalanceOptions;
use crate::protocol::execute_error::ExecuteError;
use crate::protocol::fallback::forbidden_points;
use crate::protocol::pending_search::PendingSearch;
use crate::protocol::session_engine::{Goal, SessionEngine};
use crate::protocol::settings::Settings;
use gomoku_protocol::{
    About, Command, CommandError, Game, Info, Key, List, ListKind, Point, Reply, TOO_LONG,
};
use gomoku_rules::Size;

impl<S: Sink, E: SessionEngine> Session<S, E> {
    /// Answers a line that is not a command.
    pub(super) fn misunderstand(&mut self, error: CommandError) {
        if !matches!(error, CommandError::Unknown(_)) {
            self.is_foreign = false;
        }
        let reply = match (error, &mut self.list) {
            (CommandError::Unknown(_), Some(list)) => return list.reject_line(),
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
                self.refuse_list();
                // A manager that asks for a new game has no use for the move of the old one.
                if matches!(error, CommandError::Size(_)) {
                    self.interrupt();
                }
                Reply::Error(error.to_string())
            }
        };
        self.sink.send(reply);
    }

    /// Answers a line that was cut, whose end might change its meaning.
    pub(super) fn refuse(&mut self, line: &str) {
        let command = line.parse::<Command>();
        if matches!(command, Ok(Command::Info(_))) {
            return;
        }
        self.is_foreign = false;
        self.refuse_list();
        if matches!(&command, Ok(Command::List(list)) if list.kind().is_position()) {
            self.interrupt();
        }
        self.sink.send(Reply::Error(TOO_LONG.into()));
    }

    /// The rest of the list that is being read means nothing.
    fn refuse_list(&mut self) {
        self.list.iter_mut().for_each(List::refuse);
    }

    /// Executes a command now.
    pub(super) fn execute(
        &mut self,
        command: Command,
        received: Instant,
    ) -> Result<(), ExecuteError> {
        match command {
            Command::Start(size) => {
                self.started = Some(received);
                self.interrupt();
                self.new_game(self.settings.board_size(size));
            }
            Command::Restart => {
                self.interrupt();
                self.new_game(self.game()?.board().size());
            }
            Command::Begin => return self.respond(received, self.best_move(), Game::begin),
            Command::Turn(point) => return self.turn(point, received),
            Command::Best(lines) => return self.consider(self.best_moves(lines), received),
            Command::SearchDefend => {
                return self.consider(self.best_moves(usize::MAX), received);
            }
            Command::Balance { pair, bias } => {
                let goal = Goal::Balance {
                    options: BalanceOptions { pair, bias },
                    excluded: self.excluded.clone(),
                };
                return self.consider(goal, received);
            }
            Command::Swap2Step(_) => {
                let opening = self.game()?.board().clone();
                return self.open(opening, true, received);
            }
            Command::Play(point) => {
                let mut game = self.game()?.clone();
                let pos = game.own_plays(point)?;
                if let Some(search) = self.halt() {
                    self.settings.spend(search.elapsed());
                }
                self.game = Some(game);
                self.sink.send(pos.into());
            }
            Command::TakeBack(point) => {
                let mut game = self.game()?.clone();
                game.take_back(point)?;
                self.abandon();
                self.game = Some(game);
                self.drop_waiting();
                self.sink.send(Reply::OK);
            }
            Command::List(list) => {
                if list.kind().is_position() {
                    self.interrupt();
                }
                return self.read_list(list, received);
            }
            Command::Info(info) => self.set(&info),
            Command::End => {}
            Command::Stop => self.search.iter_mut().for_each(PendingSearch::stop),
            Command::About => {
                let about = About::new("Shisan", VERSION, "Shisan developers");
                self.sink.send(Reply::About(about));
            }
            Command::ShowForbid => {
                let rule = self.settings.rule().map_err(ExecuteError::Setting)?.rule;
                let points = forbidden_points(self.game()?.board(), rule);
                self.sink.send(Reply::Forbid(points));
            }
            Command::ShowInfo => {
                self.speak_yixin();
                let (threads, hash) = (Settings::MAX_THREADS, Settings::MAX_HASH_LOG2);
                self.sink.send(Reply::Message(format!("INFO MAX_THREAD_NUM {threads}")));
                self.sink.send(Reply::Message(format!("INFO MAX_HASH_SIZE {hash}")));
            }
            Command::ClearHash => self.supervisor.new_game(None),
            Command::UnblockAll => self.excluded.clear(),
        }
        Ok(())
    }

    pub(super) fn game(&self) -> Result<&Game, ExecuteError> {
        self.game.as_ref().ok_or(ExecuteError::NoGame)
    }

    /// From now on cells are row and column. A game that has not begun gets the board of the same `START` in
    /// this dialect.
    fn speak_yixin(&mut self) {
        if self.settings.is_yixin() {
            return;
        }
        self.settings.speak_yixin();
        if let (Some(game), None) = (&mut self.game, &self.search)
            && game.board().stones().is_empty()
        {
            *game = Game::new(self.settings.board_size(game.board().size()));
        }
    }

    fn new_game(&mut self, size: Size) {
        self.game = Some(Game::new(size));
        self.settings.new_game();
        // Yixin-Board starts a game before every move, and says when it wants the table cleared.
        if !self.settings.is_yixin() {
            self.supervisor.new_game(self.search_settings().ok().map(|(_, config)| config));
        }
        self.sink.send(Reply::OK);
    }

    /// Plays the opponent's stone and searches for our move. A forbidden stone is for the manager to
    /// judge: we play on, but report it to the people who watch.
    fn turn(&mut self, point: Point, received: Instant) -> Result<(), ExecuteError> {
        let rule = self.settings.rule().ok();
        let foul = rule.zip(self.game.as_ref());
        let foul = foul.and_then(|(rule, game)| game.opponent_foul(rule.rule, point));
        self.respond(received, self.best_move(), |game| game.opponent_plays(point))?;
        if let Some((pos, foul)) = foul {
            let cell = self.drawn(pos);
            self.sink.send(Reply::Message(format!("{cell} is forbidden: {foul}")));
        }
        Ok(())
    }

    fn set(&mut self, info: &Info) {
        let Some((key, value)) = Settings::effect(info) else { return };
        self.settings.take(key, value);
        let is_time = matches!(
            key,
            Key::TimeoutTurn | Key::TimeoutMatch | Key::TimeLeft | Key::TimeIncrement
        );
        if let (true, Some(search), Some(game)) = (is_time, &mut self.search, &self.game) {
            let time = match search.opening {
                Some(_) => self.settings.opening_time(),
                None => self.settings.time_control(),
            };
            search.limit(time, game.board());
        }
    }

    /// Executes the command of a list if it is complete.
    pub(super) fn read_list(&mut self, list: List, received: Instant) -> Result<(), ExecuteError> {
        if !list.is_complete() {
            self.list = Some(list);
            return Ok(());
        }
        if list.is_refused() {
            return Ok(());
        }
        let size = self.game()?.board().size();
        match list.kind() {
            ListKind::Board => {
                let game = Game::with_board(list.board(size)?);
                self.start_search(game, self.best_move(), received)
            }
            ListKind::Position => {
                self.game = Some(Game::with_board(list.board(size)?));
                Ok(())
            }
            ListKind::Swap2 => self.open(list.opening(size)?, false, received),
            ListKind::Block => {
                for pos in list.cells(size)? {
                    if !self.excluded.contains(&pos) {
                        self.excluded.push(pos);
                    }
                }
                Ok(())
            }
            ListKind::Unblock => {
                let cells = list.cells(size)?;
                self.excluded.retain(|pos| !cells.contains(pos));
                Ok(())
            }
        }
    }
}
