//! The engine of this program, as a player and as an adviser.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::game::Game;
use super::interrupt::Interrupt;
use gomoku_rules::{Decision, Opening};
use shisan_engine::engine::{AnalysisOptions, Engine, EngineConfig, Level, SearchRequest};
use shisan_engine::opening::{OpeningRequest, decide_opening};
use shisan_engine::search::{Clock, Limits, SearchInfo, SearchResult, TimeBudget, TimeControl};

/// The engine and its limits.
pub struct Shisan {
    engine: Engine,
    /// Its configuration; the level is that of its moves.
    config: EngineConfig,
    seed: u64,
    limits: MoveLimits,
    interrupt: Arc<Interrupt>,
}

/// A move of the engine.
pub struct Choice {
    pub result: SearchResult,
    pub time: Duration,
    /// Why it is not from the book, if that cannot be read.
    pub book_error: Option<String>,
    /// Whether an interrupt has ended the search.
    pub is_stopped: bool,
}

/// What limits the moves of engines.
#[derive(Clone, Copy, Debug)]
pub struct MoveLimits {
    pub nodes: Option<u64>,
    pub turn_time: Option<Duration>,
    pub match_time: Option<Duration>,
}

impl Shisan {
    /// An engine that plays by `config` within `limits`; `seed` is that of its levels.
    pub fn new(
        config: EngineConfig,
        seed: u64,
        limits: MoveLimits,
        interrupt: Arc<Interrupt>,
    ) -> Self {
        Self { engine: Engine::default(), config, seed, limits, interrupt }
    }

    /// The level that it plays at; `None` is full strength.
    pub fn level(&self) -> Option<Level> {
        self.config.level
    }

    /// Makes it play at a level of this Elo, or at full strength.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn set_level(&mut self, elo: Option<i64>) -> Result<(), String> {
        self.config.level = elo.map(|elo| Level::new(elo, self.seed)).transpose()?;
        Ok(())
    }

    /// Its strength in words.
    pub fn strength(&self) -> String {
        self.level().map_or("full strength".to_owned(), |level| format!("level {}", level.elo()))
    }

    /// Forgets the game before.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Its move in `game`.
    ///
    /// # Errors
    /// When there is no memory for a search.
    pub fn choose(&mut self, game: &Game) -> anyhow::Result<Choice> {
        let options = AnalysisOptions { book: true, ..AnalysisOptions::default() };
        self.search(game, self.config.clone(), options)
    }

    /// What full strength decides in `opening`, that of `game`, and whether an interrupt has ended the search.
    ///
    /// # Errors
    /// When there is no memory for a search.
    pub fn decide(
        &mut self,
        opening: &Opening,
        game: &Game,
    ) -> anyhow::Result<(Vec<Decision>, bool)> {
        let clock = Arc::new(Clock::new(Instant::now(), self.budget(game)));
        let limits = Limits { depth: None, nodes: self.limits.nodes };
        let request = OpeningRequest { opening, rule: game.rule(), limits, clock: &clock };
        let config = EngineConfig { level: None, ..self.config.clone() };
        let decide = || {
            self.engine.configure(config).map_err(anyhow::Error::msg)?;
            decide_opening(&mut self.engine, &request).context("no cell is free")
        };
        let decisions = self.interrupt.during(stop(&clock), decide)?.decisions;
        Ok((decisions, clock.is_stopped()))
    }

    /// The move that full strength would play in `game`, and its value.
    ///
    /// # Errors
    /// When there is no memory for a search.
    pub fn advise(&mut self, game: &Game) -> anyhow::Result<Choice> {
        let options = AnalysisOptions { value_unsearched: true, ..AnalysisOptions::default() };
        self.search(game, EngineConfig { level: None, ..self.config.clone() }, options)
    }

    fn search(
        &mut self,
        game: &Game,
        config: EngineConfig,
        options: AnalysisOptions,
    ) -> anyhow::Result<Choice> {
        let clock = Arc::new(Clock::new(Instant::now(), self.budget(game)));
        let limits = Limits { depth: None, nodes: self.limits.nodes };
        let request = SearchRequest {
            options,
            ..SearchRequest::best_move(game.board(), game.rule(), limits, &clock)
        };
        let mut book_error = None;
        let mut on_info = |info: &SearchInfo| {
            if let SearchInfo::BookError(error) = info {
                book_error = Some(error.clone());
            }
        };
        let search = || {
            self.engine.configure(config).map_err(anyhow::Error::msg)?;
            self.engine.search(&request, &mut on_info).context("no cell is free")
        };
        let result = self.interrupt.during(stop(&clock), search)?;
        let (time, is_stopped) = (clock.elapsed(), clock.is_stopped());
        Ok(Choice { result, time, book_error, is_stopped })
    }

    /// The time of a move. A limit of nodes alone is enough.
    fn budget(&self, game: &Game) -> TimeBudget {
        let MoveLimits { nodes, turn_time, match_time } = self.limits;
        if nodes.is_some() && turn_time.is_none() && match_time.is_none() {
            return TimeBudget::UNLIMITED;
        }
        let used = game.time_of(game.side_to_move());
        let left = match_time.map(|time| time.saturating_sub(used));
        let control = TimeControl { turn: turn_time, left, ..TimeControl::default() };
        control.budget(game.board().stones().len(), game.board().free())
    }

    /// Does `work`, which gets what says whether an interrupt has stopped it.
    pub fn stoppable<T>(&self, work: impl FnOnce(&dyn Fn() -> bool) -> T) -> T {
        let clock = Arc::new(Clock::unlimited());
        self.interrupt.during(stop(&clock), || work(&|| clock.is_stopped()))
    }
}

/// Stops a search by its clock; says no if it is stopped already.
fn stop(clock: &Arc<Clock>) -> impl Fn() -> bool + Send + 'static {
    let clock = Arc::clone(clock);
    move || {
        let is_running = !clock.is_stopped();
        clock.stop();
        is_running
    }
}
