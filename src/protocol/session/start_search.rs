//! How a session starts a search.

use std::sync::Arc;
use std::time::Instant;

use super::{Session, Sink};
use crate::engine::{AnalysisOptions, EngineConfig};
use crate::protocol::execute_error::ExecuteError;
use crate::protocol::pending_search::PendingSearch;
use crate::protocol::session_engine::{Goal, SessionEngine, SessionRequest};
use crate::search::TimeControl;
use gomoku_protocol::{Game, GameError, check_opening};
use gomoku_rules::{Board, Rule};

impl<S: Sink, E: SessionEngine> Session<S, E> {
    /// The rule and the configuration of the next search.
    pub(super) fn search_settings(&self) -> Result<(Rule, EngineConfig), ExecuteError> {
        self.settings.check_numbers().map_err(ExecuteError::Setting)?;
        let rule = self.settings.rule().map_err(ExecuteError::Setting)?.rule;
        let EngineConfig { threads, memory, hash, .. } =
            self.settings.config().map_err(ExecuteError::Setting)?;
        let level = self.settings.level(self.config.level).map_err(ExecuteError::Setting)?;
        Ok((rule, EngineConfig { threads, memory, hash, level, ..self.config.clone() }))
    }

    /// Searches for the step of swap2 after `opening`.
    pub(super) fn open(
        &mut self,
        opening: Board,
        in_messages: bool,
        received: Instant,
    ) -> Result<(), ExecuteError> {
        check_opening(&opening)?;
        let (settings, time) = (self.search_settings()?, self.settings.opening_time());
        let mut search = self.request(settings, time, &opening, Goal::Opening, received);
        search.opening = Some(opening);
        search.in_messages = in_messages;
        search.before.clone_from(&self.game);
        self.search = Some(search);
        Ok(())
    }

    /// The goal of a move in a game. Yixin's managers let searches last for hours.
    pub(super) fn best_move(&self) -> Goal {
        let value_unsearched = self.settings.shows_realtime() || self.settings.shows_details();
        let options = if !self.excluded.is_empty() || self.settings.is_yixin() {
            AnalysisOptions::open_ended(1, self.excluded.clone())
        } else {
            AnalysisOptions::default()
        };
        Goal::Analysis(AnalysisOptions { value_unsearched, book: true, ..options })
    }

    /// The goal of an analysis of the best `lines` moves.
    pub(super) fn best_moves(&self, lines: usize) -> Goal {
        let open_ended = AnalysisOptions::open_ended(lines, self.excluded.clone());
        Goal::Analysis(AnalysisOptions { value_unsearched: true, ..open_ended })
    }

    /// Changes the game and searches for a move in it.
    pub(super) fn respond(
        &mut self,
        received: Instant,
        goal: Goal,
        change: impl FnOnce(&mut Game) -> Result<(), GameError>,
    ) -> Result<(), ExecuteError> {
        let mut game = self.game()?.clone();
        change(&mut game)?;
        self.start_search(game, goal, received)
    }

    /// Searches for a move of the side to move, which becomes our side.
    pub(super) fn consider(&mut self, goal: Goal, received: Instant) -> Result<(), ExecuteError> {
        self.respond(received, goal, |game| {
            game.take_turn();
            Ok(())
        })
    }

    /// Makes `game` the current one and searches for a move in it, if the settings allow one.
    pub(super) fn start_search(
        &mut self,
        game: Game,
        goal: Goal,
        received: Instant,
    ) -> Result<(), ExecuteError> {
        let settings = self.search_settings()?;
        let board = game.board().clone();
        let before = self.game.replace(game);
        if board.free() == 0 {
            return Err(ExecuteError::BoardFull);
        }
        let pair = matches!(&goal, Goal::Balance { options, .. } if options.pair);
        let time = self.settings.time_control();
        let mut search = self.request(settings, time, &board, goal, received);
        search.pair = pair;
        search.excluded.clone_from(&self.excluded);
        search.before = before;
        self.search = Some(search);
        Ok(())
    }

    /// Sends a request to the engine thread.
    fn request(
        &mut self,
        (rule, config): (Rule, EngineConfig),
        time: TimeControl,
        board: &Board,
        goal: Goal,
        received: Instant,
    ) -> PendingSearch {
        self.last_id += 1;
        let id = self.last_id;
        let mut search = PendingSearch::new(id, rule, received, time, board);
        let (limits, clock) = (self.settings.limits(), Arc::clone(&search.clock));
        let board = board.clone();
        let shows_root_moves = self.settings.shows_realtime();
        let request =
            SessionRequest { id, board, goal, rule, config, limits, clock, shows_root_moves };
        if !self.supervisor.search(request) {
            search.stop();
        }
        if self.input_ended {
            search.limit_last();
        }
        search
    }
}
