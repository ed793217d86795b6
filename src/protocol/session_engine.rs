//! What a session asks of an engine, and what an engine answers.

use std::sync::Arc;
use std::time::Duration;

use crate::engine::{AnalysisOptions, Engine, EngineConfig, SearchRequest};
use crate::opening::{BalanceOptions, Swap2Step, balanced_moves, swap2_step};
use crate::search::{Clock, Limits, SearchInfo};
use gomoku_rules::{Board, Pos, Rule};

/// What is searched for.
#[derive(Clone, Debug)]
pub enum Goal {
    /// The best move, or several.
    Analysis(AnalysisOptions),
    /// One or two moves that balance the position.
    Balance {
        /// How many moves, and the value to reach.
        options: BalanceOptions,
        /// Cells that may not be taken.
        excluded: Vec<Pos>,
    },
    /// A step of a swap2 opening.
    Opening,
}

/// A search that a session asks for.
#[derive(Clone, Debug)]
pub struct SessionRequest {
    /// Identifies the request in every event about it.
    pub id: u64,
    /// The position.
    pub board: Board,
    /// What is searched for.
    pub goal: Goal,
    /// The rule of play.
    pub rule: Rule,
    /// What the engine may use.
    pub config: EngineConfig,
    /// What ends the search besides the clock.
    pub limits: Limits,
    /// When to answer.
    pub clock: Arc<Clock>,
    /// Whether the manager shows each root move as it is searched.
    pub shows_root_moves: bool,
}

impl SessionRequest {
    /// At smaller depths, and sooner than this, root moves change too fast for the eye.
    const SHOWN_DEPTH: u32 = 8;
    const SHOWN_TIME: Duration = Duration::from_millis(200);

    /// Whether the root moves of an iteration of this depth are reported.
    pub fn shows_root_moves_at(&self, depth: u32) -> bool {
        self.shows_root_moves
            && depth >= Self::SHOWN_DEPTH
            && self.clock.elapsed() >= Self::SHOWN_TIME
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub enum SearchOutcome {
    /// With a move, if there is one.
    Move(Option<Pos>),
    /// With as many moves as requested, or fewer.
    Moves(Vec<Pos>),
    /// With a step of an opening, if one is due.
    Step(Option<Swap2Step>),
    /// It did not start: the configuration cannot be met, for this reason.
    Refused(String),
    /// It panicked, with this message.
    Failed(String),
}

/// What answers the requests of a session. Tests use engines that fail in every way.
pub trait SessionEngine: Default + Send + 'static {
    /// A new game starts. `config` is a guess at what it will use.
    fn new_game(&mut self, config: Option<EngineConfig>);

    /// Answers a request before its clock runs out.
    fn search(
        &mut self,
        request: &SessionRequest,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome;
}

impl SessionEngine for Engine {
    fn new_game(&mut self, config: Option<EngineConfig>) {
        Self::new_game(self);
        // A configuration that cannot be met is reported when a move is requested.
        if let Some(Err(error)) = config.map(|config| self.configure(config)) {
            log::info!("not configured: {error}");
        }
    }

    fn search(
        &mut self,
        request: &SessionRequest,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchOutcome {
        if let Err(error) = self.configure(request.config.clone()) {
            return SearchOutcome::Refused(error);
        }
        let SessionRequest { board, rule, limits, clock, .. } = request;
        let best_move = SearchRequest::best_move(board, *rule, *limits, clock);
        let with = |options: &AnalysisOptions| SearchRequest {
            options: options.clone(),
            ..best_move.clone()
        };
        let result = match &request.goal {
            Goal::Analysis(options) => self.search(&with(options), on_info),
            Goal::Balance { options, excluded } => {
                let excluded = excluded.clone();
                let request = with(&AnalysisOptions { excluded, ..AnalysisOptions::default() });
                return SearchOutcome::Moves(balanced_moves(self, &request, options, on_info));
            }
            Goal::Opening => return SearchOutcome::Step(swap2_step(self, &best_move, on_info)),
        };
        SearchOutcome::Move(result.map(|result| result.pos))
    }
}
