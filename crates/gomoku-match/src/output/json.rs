//! A match as JSON: one object to a line, told apart by its member `event`.
//!
//! Elo, chances and ratios are numbers as the text report prints them, not rounded; shares and
//! chances run from 0 to 1. What has no value (a ratio with nothing to divide by, a test that was not
//! asked for) is `null`. Readers should pass over members that they do not know.

use serde::Serialize;

use crate::output::report::{Finished, Started};
use crate::output::summary::{EngineSummary, Latency, MatchSummary};
use crate::stats::results::{Counts, Estimate};
use crate::stats::sprt::{Sprt, SprtVerdict};

/// A line of JSON.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum MatchEvent<'a> {
    /// A game begins.
    Started {
        /// The number of the game, from 1; games `2k - 1` and `2k` are a pair.
        number: u64,
        /// Games of the whole match.
        total: u64,
        /// The engine that moves first.
        first: &'a str,
        /// Its opponent.
        second: &'a str,
    },
    /// A game has ended.
    Finished {
        /// The number of the game, from 1.
        number: u64,
        /// The engine that moved first.
        first: &'a str,
        /// Its opponent.
        second: &'a str,
        /// From the view of the engine that moved first: `1-0`, `0-1`, `1/2-1/2`, or `*` for none.
        result: &'static str,
        /// Why it ended.
        reason: &'a str,
    },
    /// The state of the match.
    Summary(SummaryFigures<'a>),
}

impl<'a> From<Started<'a>> for MatchEvent<'a> {
    fn from(started: Started<'a>) -> Self {
        let Started { number, total, first, second } = started;
        Self::Started { number, total, first, second }
    }
}

impl<'a> From<Finished<'a>> for MatchEvent<'a> {
    fn from(finished: Finished<'a>) -> Self {
        let Finished { number, first, second, reason, .. } = finished;
        Self::Finished { number, first, second, result: finished.result(), reason }
    }
}

impl<'a> From<&'a MatchSummary> for MatchEvent<'a> {
    fn from(summary: &'a MatchSummary) -> Self {
        Self::Summary(summary.into())
    }
}

impl MatchEvent<'_> {
    /// The object on one line, without its end.
    ///
    /// # Errors
    /// None in practice: every member can be written.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(self)
    }
}

/// The numbers of a match.
#[derive(Clone, Debug, Serialize)]
pub struct SummaryFigures<'a> {
    /// Every engine, in the order in which the user named them.
    pub engines: Vec<EngineFigures<'a>>,
    /// Every two engines that met.
    pub encounters: Vec<EncounterFigures<'a>>,
    /// The name of the set of openings; empty for none.
    pub openings: &'a str,
    /// The test; `null` when none was asked for or not just two engines play.
    pub sprt: Option<SprtFigures>,
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
    /// Its name.
    pub name: &'a str,
    /// Its limits, such as `60+0.5`, `0.5/move` or `100000 nodes`.
    pub limits: &'a str,
    /// Threads that it was told to use.
    pub threads: u32,
    /// Memory that it was told to stay within, in MiB.
    pub memory_mib: u64,
    /// Games that it lost on time.
    pub timeouts: u64,
    /// Games that it lost because its process ended, hung or could not be started.
    pub crashes: u64,
    /// Games that it lost by a move off the board, on a stone or in no known form.
    pub illegal_moves: u64,
    /// Games that it lost by a move that the rule forbids.
    pub fouls: u64,
    /// How much later its moves came than its limits ask, below zero for early ones; `null` when no
    /// move was timed.
    pub latency: Option<LatencyFigures>,
    /// Its results against all others.
    #[serde(flatten)]
    pub results: ResultFigures,
}

/// Milliseconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LatencyFigures {
    /// Over all timed moves.
    pub mean_ms: f64,
    /// Of the latest move.
    pub max_ms: f64,
}

/// All results between two engines, from the view of the first.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterFigures<'a> {
    /// The engine whose view the numbers take.
    pub first: &'a str,
    /// Its opponent.
    pub second: &'a str,
    /// The results.
    #[serde(flatten)]
    pub results: ResultFigures,
}

/// Results and what follows from them.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ResultFigures {
    /// All games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// A point for a win and half a point for a draw.
    pub points: f64,
    /// Points per game; one half without games.
    pub score: f64,
    /// The share of draws among the games.
    pub draw_ratio: Option<f64>,
    /// The pairs, if every game belongs to one: all figures below are then taken over pairs.
    pub pairs: Option<PairFigures>,
    /// The difference of strength in logistic Elo.
    pub elo: f64,
    /// Half of its 95 % interval.
    pub elo_error: f64,
    /// The difference of strength in normalised Elo.
    pub nelo: f64,
    /// Half of its 95 % interval.
    pub nelo_error: f64,
    /// The likelihood of los: the chance to be the stronger side.
    pub los: f64,
}

/// Pairs of games from one opening with colours exchanged.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PairFigures {
    /// Both games lost.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// One win each.
    pub wl: u64,
    /// Two draws.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Both games won.
    pub ww: u64,
    /// Pairs by points from 0 to 2 in steps of ½.
    pub pentanomial: [u64; 5],
    /// The share of pairs with one point each, `DrawRatio` in the text report.
    pub draw_ratio: Option<f64>,
    /// Pairs won for each pair lost.
    pub pairs_ratio: Option<f64>,
    /// The opening balance: the share of pairs with one win each.
    pub split_ratio: Option<f64>,
    /// Pairs of one win each for each pair of two draws.
    pub wl_dd_ratio: Option<f64>,
}

/// A sequential probability ratio test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtFigures {
    /// The strength under H0.
    pub elo0: f64,
    /// The strength under H1.
    pub elo1: f64,
    /// The chance to accept H1 although H0 is true.
    pub alpha: f64,
    /// The chance to accept H0 although H1 is true.
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
    pub verdict: &'static str,
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
        let engines = summary
            .engines
            .iter()
            .enumerate()
            .map(|(index, engine)| EngineFigures::new(engine, summary.standing(index).into()));
        Self {
            engines: engines.collect(),
            encounters: encounters.collect(),
            openings: &summary.openings,
            sprt: summary.test().map(|(sprt, counts)| SprtFigures::new(&sprt, &counts)),
            session_games: summary.session_games,
            session_seconds: summary.session_time.as_secs_f64(),
            games_per_hour: summary.games_per_hour(),
        }
    }
}

impl<'a> EngineFigures<'a> {
    fn new(engine: &'a EngineSummary, results: ResultFigures) -> Self {
        let EngineSummary { name, limits, threads, memory_mib, .. } = engine;
        let EngineSummary { timeouts, crashes, illegal_moves, fouls, latency, .. } = engine;
        Self {
            name,
            limits,
            threads: *threads,
            memory_mib: *memory_mib,
            timeouts: *timeouts,
            crashes: *crashes,
            illegal_moves: *illegal_moves,
            fouls: *fouls,
            latency: latency.map(|Latency { mean_ms, max_ms }| LatencyFigures { mean_ms, max_ms }),
            results,
        }
    }
}

impl From<Counts> for ResultFigures {
    fn from(counts: Counts) -> Self {
        let Counts { games, pairs } = counts;
        let Estimate { elo, normalised_elo, los } = counts.estimate();
        let pairs = counts.is_paired().then(|| PairFigures {
            ll: pairs.ll,
            ld: pairs.ld,
            wl: pairs.wl,
            dd: pairs.dd,
            wd: pairs.wd,
            ww: pairs.ww,
            pentanomial: pairs.classes(),
            draw_ratio: pairs.draw_ratio(),
            pairs_ratio: pairs.pairs_ratio(),
            split_ratio: pairs.split_ratio(),
            wl_dd_ratio: pairs.wl_dd_ratio(),
        });
        Self {
            games: games.total(),
            wins: games.wins,
            losses: games.losses,
            draws: games.draws,
            points: games.points(),
            score: games.score(),
            draw_ratio: games.draw_ratio(),
            pairs,
            elo: elo.value,
            elo_error: elo.error,
            nelo: normalised_elo.value,
            nelo_error: normalised_elo.error,
            los: los,
        }
    }
}

impl SprtFigures {
    fn new(sprt: &Sprt, counts: &Counts) -> Self {
        let llr = sprt.llr(counts);
        let (lower, upper) = sprt.bounds();
        let verdict = match sprt.verdict(llr) {
            SprtVerdict::H0 => "H0",
            SprtVerdict::H1 => "H1",
            SprtVerdict::Continue => "continue",
        };
        Self {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            alpha: sprt.alpha(),
            beta: sprt.beta(),
            model: sprt.model().name(),
            llr,
            lower,
            upper,
            verdict,
            games_left: sprt.games_left(counts),
        }
    }
}

#[cfg(test)]
mod tests;
