//! A match as JSON: one object per line, told apart by its member `event`.
//!
//! Elo, probabilities and ratios are numbers as the text output prints them, not rounded; shares and
//! probabilities run from 0 to 1. What has no value (a ratio with nothing to divide by, a test that was
//! not asked for) is `null`. Readers should ignore members that they do not know.

use serde::Serialize;

use crate::output::merge_figures::MergeFigures;
use crate::output::ratings::RatingFigures;
use crate::output::report::{Finished, Started};
use crate::output::summary::{EngineSummary, MatchState, MatchSummary};
use crate::stats::results::{Counts, Pentanomial, Trinomial};
use crate::stats::sprt::{Sprt, SprtVerdict};

/// A line of JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum MatchEvent<'a> {
    /// Earlier runs have finished some games.
    Resumed {
        /// Games in the journal.
        games: u64,
        /// Games of the match, or of this shard of it.
        total: u64,
    },
    /// A game starts.
    Started(Started<'a>),
    /// A game has ended.
    Finished(Finished<'a>),
    /// How complete merged journals are, and how alike.
    Merged(&'a MergeFigures),
    /// The Elo of all players of some files.
    Ratings(&'a RatingFigures),
    /// The state of the match.
    Summary(SummaryFigures<'a>),
}

/// The numbers of a match.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryFigures<'a> {
    /// `running`, `finished`, `interrupted`, or `incomplete` of merged journals that lack games.
    pub state: MatchState,
    /// Every engine, in the order of the command line.
    pub engines: Vec<EngineFigures<'a>>,
    /// Every two engines that met.
    pub encounters: Vec<EncounterFigures<'a>>,
    /// The name of the openings, or of the rule of the opening.
    pub openings: &'a str,
    /// The test; `null` when none was asked for or not just two engines play.
    pub sprt: Option<SprtFigures>,
    /// Games with the players and moves of an earlier one.
    pub repeated_games: u64,
    /// The time of all moves.
    pub move_seconds: f64,
    /// Games that this run of the program has finished.
    pub session_games: u64,
    /// How long this run of the program has played.
    pub session_seconds: f64,
    /// The speed of this run; `null` before its first game.
    pub games_per_hour: Option<f64>,
}

/// One engine against all others.
#[derive(Clone, Debug, Serialize)]
pub struct EngineFigures<'a> {
    #[serde(flatten)]
    engine: &'a EngineSummary,
    #[serde(flatten)]
    results: ResultFigures,
}

/// All results between two engines, from the view of the first.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterFigures<'a> {
    /// The engine whose view the numbers take.
    pub first: &'a str,
    /// Its opponent.
    pub second: &'a str,
    #[serde(flatten)]
    results: ResultFigures,
}

/// Results and what follows from them.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ResultFigures {
    /// All games.
    pub games: u64,
    #[serde(flatten)]
    trinomial: Trinomial,
    /// A point for a win and half a point for a draw.
    pub points: f64,
    /// Points per game; one half without games.
    pub score: f64,
    /// The share of draws among the games.
    pub draw_ratio: Option<f64>,
    /// The pairs, if every game belongs to one: all figures below are then taken over pairs.
    pub pairs: Option<PairFigures>,
    /// The difference of strength in logistic Elo; `null` without games, as all that follow.
    pub elo: Option<f64>,
    /// Half of its 95 % interval.
    pub elo_error: Option<f64>,
    /// The difference of strength in normalised Elo.
    pub nelo: Option<f64>,
    /// Half of its 95 % interval.
    pub nelo_error: Option<f64>,
    /// The likelihood of superiority: the probability that the side is the stronger one.
    pub los: Option<f64>,
}

/// Pairs of games from one opening with colours exchanged.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairFigures {
    #[serde(flatten)]
    results: Pentanomial,
    /// Pairs by points from 0 to 2 in steps of ½.
    pub pentanomial: [u64; 5],
    /// The share of pairs with one point each, `DrawRatio` in the text output.
    pub draw_ratio: Option<f64>,
    /// Pairs won for each pair lost.
    pub pairs_ratio: Option<f64>,
    /// The share of split pairs, with one win each: the opening balance.
    pub split_ratio: Option<f64>,
    /// Split pairs for each pair of two draws.
    pub wl_dd_ratio: Option<f64>,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtFigures {
    /// The strength under H0.
    pub elo0: f64,
    /// The strength under H1.
    pub elo1: f64,
    /// The probability to accept H1 although H0 is true.
    pub alpha: f64,
    /// The probability to accept H0 although H1 is true.
    pub beta: f64,
    /// `logistic` or `normalized`: the Elo that `elo0` and `elo1` are.
    pub model: &'static str,
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// The ratio at which H0 is accepted.
    pub lower: f64,
    /// The ratio at which H1 is accepted.
    pub upper: f64,
    /// `H0`, `H1` or `continue`.
    pub verdict: SprtVerdict,
    /// Games that it has seen: those before the first pair that is missing.
    pub tested_games: u64,
    /// Games that are left on average at this strength; `null` before the first and after the last.
    pub games_left: Option<f64>,
}

impl<'a> From<&'a MatchSummary> for SummaryFigures<'a> {
    fn from(summary: &'a MatchSummary) -> Self {
        let name = |index: usize| summary.engines[index].name.as_str();
        let encounters = summary.encounters.iter().map(|encounter| {
            let [first, second] = encounter.engines.map(name);
            EncounterFigures { first, second, results: encounter.counts.into() }
        });
        let engines = summary.engines.iter().enumerate();
        let engines = engines.map(|(index, engine)| EngineFigures {
            engine,
            results: summary.standing(index).into(),
        });
        Self {
            state: summary.state,
            engines: engines.collect(),
            encounters: encounters.collect(),
            openings: &summary.openings,
            sprt: summary.test().map(|(sprt, counts)| SprtFigures::new(&sprt, &counts)),
            repeated_games: summary.repeated,
            move_seconds: summary.move_time.as_secs_f64(),
            session_games: summary.session_games,
            session_seconds: summary.session_time.as_secs_f64(),
            games_per_hour: summary.games_per_hour(),
        }
    }
}

impl From<Counts> for ResultFigures {
    fn from(counts: Counts) -> Self {
        let Counts { games, pairs } = counts;
        let estimate = (games.total() > 0).then(|| counts.estimate());
        let pairs = counts.is_paired().then(|| PairFigures {
            results: pairs,
            pentanomial: pairs.classes(),
            draw_ratio: pairs.draw_ratio(),
            pairs_ratio: pairs.pairs_ratio(),
            split_ratio: pairs.split_ratio(),
            wl_dd_ratio: pairs.wl_dd_ratio(),
        });
        Self {
            games: games.total(),
            trinomial: games,
            points: games.points(),
            score: games.score(),
            draw_ratio: games.draw_ratio(),
            pairs,
            elo: estimate.map(|it| it.elo.value),
            elo_error: estimate.map(|it| it.elo.error),
            nelo: estimate.map(|it| it.normalised_elo.value),
            nelo_error: estimate.map(|it| it.normalised_elo.error),
            los: estimate.map(|it| it.los),
        }
    }
}

impl SprtFigures {
    fn new(sprt: &Sprt, counts: &Counts) -> Self {
        let llr = sprt.llr(counts);
        let (lower, upper) = sprt.bounds();
        Self {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            model: sprt.model().name(),
            llr,
            lower,
            upper,
            verdict: sprt.verdict(llr),
            tested_games: counts.games.total(),
            games_left: sprt.games_left(counts),
        }
    }
}

#[cfg(test)]
mod tests;
