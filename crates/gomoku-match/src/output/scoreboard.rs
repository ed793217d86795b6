//! The results of a match, counted in the order of its schedule: in any order in which games
//! end, and however often the match was interrupted, the figures and the verdict are the same.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use crate::engine_io::limits::EngineSettings;
use crate::match_config::{MatchConfig, ShortLimits};
use crate::output::summary::{Encounter, EngineSummary, Latency, MatchState, MatchSummary};
use crate::pair_result::{Figures, Lateness, PairResult};
use crate::schedule::pairing::{Pair, Schedule};
use crate::stats::results::Counts;
use crate::stats::sprt::SprtVerdict;

/// The results so far.
#[derive(Debug)]
pub struct Scoreboard {
    schedule: Schedule,
    /// The place in the schedule of the next pair to be counted.
    next: u64,
    /// Pairs that were finished before one that comes first.
    early: BTreeMap<u64, PairResult>,
    /// Missing pairs are no longer waited for.
    is_closed: bool,
    summary: MatchSummary,
    /// Of each engine.
    figures: Vec<Figures>,
    history: Vec<Counts>,
    standings: Vec<Vec<Standing>>,
    known_games: HashSet<u64>,
}

/// The results of an engine against all others at some time of a match.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Games that all engines had finished.
    pub games: u64,
    /// Its own results.
    pub counts: Counts,
}

impl Scoreboard {
    /// No results yet of a match under `config`. A shard has no sequential test: what it decides by its own
    /// results would leave out pairs that the whole match counts.
    pub fn new(config: &MatchConfig) -> Self {
        let schedule = config.schedule();
        let engine = |settings: &EngineSettings| EngineSummary {
            name: settings.name.clone(),
            limits: ShortLimits(settings).to_string(),
            threads: settings.limits.threads.unwrap_or(0),
            memory_mib: settings.limits.memory >> 20,
            ..EngineSummary::default()
        };
        let encounter = |&engines: &[usize; 2]| Encounter { engines, counts: Counts::default() };
        Self {
            summary: MatchSummary {
                engines: config.engines.iter().map(engine).collect(),
                encounters: schedule.encounters().iter().map(encounter).collect(),
                openings: config.openings.name.clone(),
                sprt: config.sprt.filter(|_| config.shard.is_whole()),
                ..MatchSummary::default()
            },
            schedule,
            next: 0,
            early: BTreeMap::new(),
            is_closed: false,
            figures: vec![Figures::default(); config.engines.len()],
            history: Vec::new(),
            standings: vec![Vec::new(); config.engines.len()],
            known_games: HashSet::new(),
        }
    }

    /// Takes in a finished pair.
    pub fn add(&mut self, number: u64, result: PairResult) {
        if self.schedule.has(self.schedule.pair(number)) {
            self.early.insert(number, result);
        }
    }

    /// Counts the next pair of the schedule and returns it; `None` while it is not finished, and once
    /// the test has decided.
    pub fn count_next(&mut self) -> Option<Pair> {
        if self.is_decided() {
            return None;
        }
        if self.is_closed {
            let (number, result) = self.early.pop_first()?;
            return Some(self.count(self.schedule.pair(number), &result));
        }
        let pair = self.schedule.pair_at(self.next);
        let result = self.early.remove(&pair.index)?;
        self.next += 1;
        Some(self.count(pair, &result))
    }

    /// Gives up the pairs that are missing, so that those behind them count. They do not count for the
    /// test: which pairs are missing may depend on their results.
    pub fn close(&mut self) {
        self.is_closed = true;
    }

    /// Whether every pair of the schedule is counted.
    pub fn is_complete(&self) -> bool {
        self.next == self.schedule.pair_count()
    }

    /// The number of the first pair that is missing, while the count waits for it.
    pub fn first_missing(&self) -> Option<u64> {
        let is_waiting = !self.is_complete() && !self.is_decided();
        is_waiting.then(|| self.schedule.pair_at(self.next).index)
    }

    /// The figures.
    pub fn summary(&self) -> &MatchSummary {
        &self.summary
    }

    /// Notes how the match stands.
    pub fn set_state(&mut self, state: MatchState) {
        self.summary.state = state;
    }

    /// Notes what this run of the program has played, and how long it took.
    pub fn set_session(&mut self, games: u64, time: Duration) {
        self.summary.session_games = games;
        self.summary.session_time = time;
    }

    /// The results between the first two engines after each of their pairs.
    pub fn history(&self) -> &[Counts] {
        &self.history
    }

    /// The results of each engine after each of its pairs.
    pub fn standings(&self) -> &[Vec<Standing>] {
        &self.standings
    }

    /// Whether the test has come to a verdict.
    pub fn is_decided(&self) -> bool {
        self.summary.verdict().is_some_and(|verdict| verdict != SprtVerdict::Continue)
    }

    fn count(&mut self, pair: Pair, result: &PairResult) -> Pair {
        let mut encounters = self.summary.encounters.iter_mut().zip(0..);
        if let Some((encounter, place)) =
            encounters.find(|(encounter, _)| encounter.engines == pair.engines)
        {
            encounter.counts.count_pair(result.scores);
            if place == 0 {
                if !self.is_closed {
                    self.summary.tested = encounter.counts;
                }
                if !self.is_closed || self.summary.sprt.is_none() {
                    self.history.push(encounter.counts);
                }
            }
        }
        let games = self.summary.games();
        for (index, figures) in pair.engines.into_iter().zip(&result.figures) {
            self.figures[index].add(figures);
            self.summary.engines[index].set(&self.figures[index]);
            self.summary.move_time += figures.time;
            let counts = self.summary.standing(index);
            self.standings[index].push(Standing { games, counts });
        }
        for game in result.games {
            self.summary.repeated += u64::from(!self.known_games.insert(game));
        }
        pair
    }
}

impl EngineSummary {
    fn set(&mut self, figures: &Figures) {
        let Figures { timeouts, crashes, illegal_moves, fouls, late_moves, .. } = *figures;
        self.timeouts = timeouts;
        self.crashes = crashes;
        self.illegal_moves = illegal_moves;
        self.fouls = fouls;
        self.late_moves = late_moves;
        self.stray_lines = figures.stray_lines;
        self.last_error.clone_from(&figures.last_error);
        self.latency = latency(figures.lateness);
    }
}

fn latency(Lateness { moves, sum, max }: Lateness) -> Option<Latency> {
    (moves > 0).then(|| Latency { mean_ms: sum / f64::from(moves), max_ms: max })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::pairing::Shard;
    use crate::stats::sprt::Sprt;
    use crate::testing::{config, pair};

    const RESULTS: [&str; 8] = ["WW", "WL", "WW", "WW", "LL", "WW", "WW", "WD"];

    fn sprt() -> Sprt {
        "elo0=0,elo1=200,alpha=0.2,beta=0.2".parse().expect("a test")
    }

    fn add(scoreboard: &mut Scoreboard, number: u64) {
        let config = config(16);
        let played = pair(number, RESULTS[number as usize]);
        let result = PairResult::new(&config, &config.schedule().pair(number), &played);
        scoreboard.add(number, result.expect("its players"));
    }

    fn count(order: &[u64], sprt: Option<Sprt>) -> (Vec<u64>, Scoreboard) {
        let mut scoreboard = Scoreboard::new(&MatchConfig { sprt, ..config(16) });
        let mut counted = Vec::new();
        for &number in order {
            add(&mut scoreboard, number);
            while let Some(pair) = scoreboard.count_next() {
                counted.push(pair.index);
            }
        }
        (counted, scoreboard)
    }

    #[test]
    fn the_order_in_which_games_end_changes_nothing() {
        for sprt in [None, Some(sprt())] {
            let (counted, in_order) = count(&[0, 1, 2, 3, 4, 5, 6, 7], sprt);
            for order in [[3, 1, 0, 2, 7, 6, 5, 4], [7, 6, 5, 4, 3, 2, 1, 0]] {
                let (other, scoreboard) = count(&order, sprt);
                assert_eq!(other, counted);
                assert_eq!(
                    scoreboard.summary().encounters[0].counts,
                    in_order.summary().encounters[0].counts
                );
            }
            assert_eq!(in_order.is_decided(), sprt.is_some());
            assert_eq!(counted.len() == 8, sprt.is_none(), "a verdict ends the count");
        }
    }

    #[test]
    fn a_gap_holds_the_count_until_it_is_closed() {
        let (counted, mut scoreboard) = count(&[0, 2, 3], None);
        assert_eq!((counted, scoreboard.first_missing()), (vec![0], Some(1)));
        scoreboard.close();
        let rest: Vec<u64> =
            std::iter::from_fn(|| scoreboard.count_next()).map(|pair| pair.index).collect();
        assert_eq!((rest, scoreboard.is_complete()), (vec![2, 3], false));
        assert_eq!(scoreboard.summary().encounters[0].counts.games.total(), 6);
        assert_eq!(scoreboard.history().len(), 3);
    }

    /// Whatever is missing, the test says nothing that it does not say of the whole match.
    #[test]
    fn no_part_of_a_match_decides_what_the_whole_does_not() {
        let verdict = |scoreboard: &Scoreboard| scoreboard.summary().verdict();
        let (counted, whole) = count(&[0, 1, 2, 3, 4, 5, 6, 7], Some(sprt()));
        assert_eq!(verdict(&whole), Some(SprtVerdict::H1));
        let needed = counted.len();
        for present in 0_u32..256 {
            let numbers: Vec<u64> = (0..8).filter(|number| present >> number & 1 == 1).collect();
            let (_, mut part) = count(&numbers, Some(sprt()));
            part.close();
            while part.count_next().is_some() {}
            let has_all = numbers.len() >= needed && numbers[..needed] == counted;
            let expected = if has_all { SprtVerdict::H1 } else { SprtVerdict::Continue };
            assert_eq!(verdict(&part), Some(expected), "{numbers:?}");
            if !has_all {
                let games = part.summary().encounters[0].counts.games.total();
                assert_eq!(games, 2 * numbers.len() as u64, "all games are counted");
            }
        }
    }

    #[test]
    fn a_shard_has_no_test() {
        let shard: Shard = "1/2".parse().expect("a shard");
        let mut scoreboard =
            Scoreboard::new(&MatchConfig { sprt: Some(sprt()), shard, ..config(16) });
        for number in [0, 1, 2, 4, 6] {
            add(&mut scoreboard, number);
        }
        let counted: Vec<u64> =
            std::iter::from_fn(|| scoreboard.count_next()).map(|pair| pair.index).collect();
        assert_eq!(counted, [0, 2, 4, 6], "pair 1 is of another shard");
        assert!(scoreboard.is_complete() && !scoreboard.is_decided());
        assert_eq!(scoreboard.summary().test(), None);
    }

    #[test]
    fn repeated_games_are_counted() {
        // All games of these pairs have the same moves: two for each pair of colours.
        let (_, scoreboard) = count(&[0, 1, 2], None);
        assert_eq!(scoreboard.summary().repeated, 4);
        let (_, single) = count(&[0], None);
        assert_eq!(single.summary().repeated, 0);
    }
}
