//! The results of a match, counted in the order of its schedule: whatever the order in which games
//! end, and however often the match was interrupted, the figures and the verdict are the same.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use crate::engine_io::limits::EngineSettings;
use crate::engine_io::manager::Manager;
use crate::game::clock::Clock;
use crate::game::outcome::Termination;
use crate::game::played::{PlayedGame, PlayedPair};
use crate::match_config::{MatchConfig, ShortLimits};
use crate::output::summary::{Encounter, EngineSummary, Latency, MatchSummary};
use crate::schedule::pairing::Pair;
use crate::stats::results::{Counts, GameScore};
use crate::stats::sprt::SprtVerdict;
use gomoku_rules::Side;

/// The results so far.
#[derive(Debug)]
pub struct Scoreboard {
    engines: Vec<EngineSettings>,
    manager: Manager,
    /// Pairs of the schedule that are not counted yet.
    expected: VecDeque<Pair>,
    /// Pairs that were finished before one that comes first.
    early: BTreeMap<u64, PlayedPair>,
    summary: MatchSummary,
    lateness: Vec<Lateness>,
    history: Vec<Counts>,
    standings: Vec<Vec<Standing>>,
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
    /// No results yet of a match under `config`.
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
            engines: config.engines.clone(),
            manager: config.game.manager,
            expected: schedule.pairs().collect(),
            early: BTreeMap::new(),
            summary: MatchSummary {
                engines: config.engines.iter().map(engine).collect(),
                encounters: schedule.encounters().iter().map(encounter).collect(),
                openings: config.openings.name.clone(),
                sprt: config.sprt,
                ..MatchSummary::default()
            },
            lateness: vec![Lateness::default(); config.engines.len()],
            history: Vec::new(),
            standings: vec![Vec::new(); config.engines.len()],
        }
    }

    /// Takes in a finished pair.
    pub fn add(&mut self, pair: PlayedPair) {
        self.early.insert(pair.pair, pair);
    }

    /// Counts the next pair of the schedule and returns it; `None` while it is not finished, and once
    /// the test has decided.
    pub fn count_next(&mut self) -> Option<(Pair, PlayedPair)> {
        let pair = *self.expected.front().filter(|_| !self.is_decided())?;
        let played = self.early.remove(&pair.index)?;
        self.expected.pop_front();
        self.count(pair, &played);
        Some((pair, played))
    }

    /// Gives up the pairs that are missing, so that those behind them count.
    pub fn close(&mut self) {
        self.expected.retain(|pair| self.early.contains_key(&pair.index));
    }

    /// Pairs of the schedule that are not counted.
    pub fn left(&self) -> usize {
        self.expected.len()
    }

    /// The figures.
    pub fn summary(&self) -> &MatchSummary {
        &self.summary
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
        let test = self.summary.test();
        test.is_some_and(|(sprt, counts)| sprt.verdict(sprt.llr(&counts)) != SprtVerdict::Continue)
    }

    fn count(&mut self, pair: Pair, played: &PlayedPair) {
        let first = self.engines[pair.engines[0]].name.as_str();
        let scores = played.games.each_ref().map(|game| score_of(game, first));
        let mut encounters = self.summary.encounters.iter_mut().zip(0..);
        if let Some((encounter, place)) =
            encounters.find(|(encounter, _)| encounter.engines == pair.engines)
        {
            encounter.counts.count_pair(scores);
            if place == 0 {
                self.history.push(encounter.counts);
            }
        }
        let games = self.summary.games();
        for index in pair.engines {
            let counts = self.summary.standing(index);
            self.standings[index].push(Standing { games, counts });
        }
        for game in &played.games {
            for side in Side::BOTH {
                let name = game.name_of(side);
                if let Some(&index) =
                    pair.engines.iter().find(|&&index| self.engines[index].name == name)
                {
                    self.count_moves(index, side, game);
                    let engine = &mut self.summary.engines[index];
                    engine.stray_lines += u64::from(game.unsolicited[side.index()]);
                    if game.outcome.winner == Some(!side) {
                        engine.count_loss(&game.outcome.reason);
                        engine.last_error = game.fault().or_else(|| engine.last_error.take());
                    }
                }
            }
        }
    }

    /// Notes how late the moves of `side` came.
    fn count_moves(&mut self, index: usize, side: Side, game: &PlayedGame) {
        let mut clock = Clock::new(self.engines[index].time);
        let lateness = &mut self.lateness[index];
        let summary = &mut self.summary.engines[index];
        for played in game.moves_of(side) {
            summary.late_moves += u64::from(played.late.is_some());
            if let Some(limit) = clock.limit() {
                lateness.note(millis(played.time) - millis(limit));
            }
            clock.spend(self.manager.charge(played.time));
        }
        if let Termination::Timeout(late) = game.outcome.reason
            && game.outcome.winner == Some(!side)
        {
            lateness.note(millis(Duration::from_millis(late)));
        }
        summary.latency = lateness.latency();
    }
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// How late the moves of an engine came, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
struct Lateness {
    moves: u32,
    sum: f64,
    max: f64,
}

impl Lateness {
    fn note(&mut self, late: f64) {
        self.max = if self.moves == 0 { late } else { self.max.max(late) };
        self.moves += 1;
        self.sum += late;
    }

    fn latency(self) -> Option<Latency> {
        let mean_ms = self.sum / f64::from(self.moves);
        (self.moves > 0).then_some(Latency { mean_ms, max_ms: self.max })
    }
}

/// What a game brought the engine of this name.
pub(crate) fn score_of(game: &PlayedGame, name: &str) -> GameScore {
    match game.outcome.winner {
        None => GameScore::Draw,
        Some(side) if game.name_of(side) == name => GameScore::Win,
        Some(_) => GameScore::Loss,
    }
}

impl EngineSummary {
    fn count_loss(&mut self, reason: &Termination) {
        match reason {
            Termination::Timeout(_) => self.timeouts += 1,
            Termination::Stalled
            | Termination::Crash(_)
            | Termination::Start(_)
            | Termination::Memory(_)
            | Termination::Folder(_) => self.crashes += 1,
            Termination::Illegal(_) => self.illegal_moves += 1,
            Termination::Foul(_) => self.fouls += 1,
            Termination::Five
            | Termination::FullBoard
            | Termination::NoMove
            | Termination::DrawAfter
            | Termination::Adjudicated(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_io::exit::Exit;
    use crate::stats::sprt::Sprt;
    use crate::testing::{config, game, pair};

    const RESULTS: [&str; 8] = ["WW", "WL", "WW", "WW", "LL", "WW", "WW", "WD"];

    fn count(order: &[u64], sprt: Option<Sprt>) -> (Vec<u64>, Scoreboard) {
        let mut scoreboard = Scoreboard::new(&MatchConfig { sprt, ..config(16) });
        let mut counted = Vec::new();
        for &number in order {
            scoreboard.add(pair(number, RESULTS[number as usize]));
            while let Some((pair, _)) = scoreboard.count_next() {
                counted.push(pair.index);
            }
        }
        (counted, scoreboard)
    }

    #[test]
    fn the_order_in_which_games_end_changes_nothing() {
        let sprt: Option<Sprt> =
            Some("elo0=0,elo1=200,alpha=0.2,beta=0.2".parse().expect("a test"));
        for sprt in [None, sprt] {
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
        assert_eq!((counted, scoreboard.left()), (vec![0], 7));
        scoreboard.close();
        let rest: Vec<u64> =
            std::iter::from_fn(|| scoreboard.count_next()).map(|(pair, _)| pair.index).collect();
        assert_eq!((rest, scoreboard.left()), (vec![2, 3], 0));
        assert_eq!(scoreboard.summary().encounters[0].counts.games.total(), 6);
        assert_eq!(scoreboard.history().len(), 3);
    }

    #[test]
    fn stray_lines_are_summed_and_the_last_error_is_kept() {
        let mut scoreboard = Scoreboard::new(&config(4));
        let mut pairs = [pair(0, "WL"), pair(1, "WW")];
        // In the first game of a pair new is Black.
        pairs[0].games[0].unsolicited = [3, 0];
        pairs[0].games[1].unsolicited = [1, 4];
        pairs[0].games[1].outcome.reason = Termination::Crash(Exit::Code(1));
        pairs[0].games[1].last_stderr_line = Some("KeyError: 7".into());
        for pair in pairs {
            scoreboard.add(pair);
            assert!(scoreboard.count_next().is_some());
        }
        let [new, base] = scoreboard.summary().engines.as_slice() else { panic!("two engines") };
        assert_eq!((new.stray_lines, base.stray_lines), (7, 1));
        let errors = [new, base].map(|engine| engine.last_error.as_deref());
        assert_eq!(errors, [Some("KeyError: 7"), None]);
    }

    #[test]
    fn losses_and_lateness_belong_to_an_engine() {
        let mut scoreboard = Scoreboard::new(&config(2));
        let mut late = pair(0, "WL");
        // The second game: base is Black, new is White and loses.
        late.games[1] = game(Side::White, 'L');
        late.games[1].outcome.reason = Termination::Timeout(37);
        scoreboard.add(late);
        assert!(scoreboard.count_next().is_some());
        let [new, base] = scoreboard.summary().engines.as_slice() else { panic!("two engines") };
        assert_eq!((new.timeouts, base.timeouts), (1, 0));
        // After an opening of one stone White moves at 490 and 492 ms, Black at 491 and 493.
        let latency = |engine: &EngineSummary| engine.latency.expect("timed moves");
        assert!((latency(new).max_ms - 37.0).abs() < 1e-6);
        assert!((latency(base).max_ms + 7.0).abs() < 1e-6, "{:?}", latency(base));
    }
}
