//! The threads that answer.

use std::sync::mpsc::{Receiver, Sender};
use std::sync::{Mutex, PoisonError};

use anyhow::{anyhow, ensure};
use gomoku_match::progress::ProgressBar;
use gomoku_rules::record::RecordMove;
use shisan_analysis::{
    Action, Analyzer, Answer, BoardSize, Color, Defaults, Id, Move, Moves, Outcome, Problem, Query,
    Request, RuleName, Stones,
};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::Clock;

use super::args::GamesArgs;
use super::game::FileGame;

/// The progress on a terminal.
pub(super) struct Progress {
    pub bar: ProgressBar,
    pub is_of_games: bool,
}

impl Progress {
    /// Of one game, `done` of `total` positions are searched.
    fn report(&self, done: usize, total: usize) {
        if !self.is_of_games {
            self.bar.set_length(total as u64);
            self.bar.set_position(done as u64);
        }
    }

    /// A game is answered.
    pub fn count(&self) {
        if self.is_of_games {
            self.bar.inc(1);
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// How all games are searched.
pub(super) struct Search<'a> {
    pub args: &'a GamesArgs,
    pub action: Action,
    pub clock: Clock,
    pub progress: Progress,
}

/// A game with the place of its answer, and what was found.
pub(super) type Answered = (u64, FileGame, anyhow::Result<Outcome>);

impl Search<'_> {
    /// Answers games until there are no more.
    pub fn work(
        &self,
        config: EngineConfig,
        queue: &Mutex<Receiver<(u64, FileGame)>>,
        answers: &Sender<Answered>,
    ) {
        let mut analyzer = Analyzer::new(config);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        while let Ok((place, game)) = next() {
            let outcome = self.outcome(&mut analyzer, &game);
            if answers.send((place, game, outcome)).is_err() {
                return;
            }
        }
    }

    /// The answer about `game`.
    fn outcome(&self, analyzer: &mut Analyzer, game: &FileGame) -> anyhow::Result<Outcome> {
        let query = self.query(game)?;
        let request = Request::new(Id::Number(1), &query, Vec::new(), &Defaults::default());
        let (request, turns) = request.map_err(|problem| error(&problem))?;
        let turn = turns.first().map_or(0, |&(turn, _)| turn);
        let progress = |answer: &Answer| match &answer.outcome {
            Outcome::Reviewed(review) => self.progress.report(review.done, turn + 1),
            Outcome::Found(puzzles) => self.progress.report(puzzles.done, turn + 1),
            _ => {}
        };
        let answer = analyzer.answer(&request, turn, &self.clock, &progress);
        match answer.outcome {
            Outcome::Error(problem) => Err(error(&problem)),
            outcome => Ok(outcome),
        }
    }

    fn query(&self, game: &FileGame) -> anyhow::Result<Query> {
        let FileGame { record, rule, names, .. } = game;
        let (set_up, moves) = record.set_up_and_played();
        let has_moves = set_up.is_empty() || !moves.is_empty();
        let reason = "no move to review: stones that are set up have no order";
        ensure!(self.action != Action::Review || has_moves, reason);
        let name = |stone: &RecordMove| names.name(stone.pos);
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let stones: Vec<_> = colors.zip(set_up.iter().map(name)).collect();
        let moves = moves.iter().map(|played| Move::Cell(name(played))).collect();
        Ok(Query {
            action: Some(self.action),
            rule: Some(RuleName::Name(rule.name().to_owned())),
            size: Some(BoardSize::Sides([names.size.width(), names.size.height()].map(u32::from))),
            coords: Some(names.coords),
            moves: Some(Moves::List(moves)),
            stones: (!stones.is_empty()).then_some(Stones::List(stones)),
            max_nodes: Some(self.args.nodes.get()),
            report_every_ms: Some(100),
            ..Query::default()
        })
    }
}

/// A problem in one line, with the number of the move.
fn error(problem: &Problem) -> anyhow::Error {
    let index =
        |field: &str| field.strip_prefix("moves[")?.strip_suffix(']')?.parse::<usize>().ok();
    match problem.field.as_deref().and_then(index) {
        Some(index) => anyhow!("move {}, {}", index + 1, problem.error),
        None => anyhow!("{}", problem.error),
    }
}
