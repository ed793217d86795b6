//! The pairs of a grade in their order: in any order in which they end, and however often the grade
//! was interrupted, the same pairs are played and counted.

use std::collections::BTreeMap;

use anyhow::{bail, ensure};

use super::estimate::{Estimate, PairScore};
use super::ladder::{Ladder, Verdict};
use crate::engine_io::exit::StartFailure;
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::manager::Manager;
use crate::game::outcome::{Outcome, Termination};
use crate::game::played::{PlayedGame, PlayedPair};
use crate::output::termination;
use crate::pair_result::{Figures, score_of};
use crate::stats::results::{Counts, GameScore};

/// Games after which a brain that lost all of them by faults is given up.
const FIRST_GAMES: u64 = 10;

/// The results so far.
pub(crate) struct Progress {
    brain: EngineSettings,
    /// The names of its opponents.
    opponents: Vec<String>,
    ladder: Ladder,
    /// Pairs to play at most.
    limit: u64,
    /// Pairs that are played at the same time: the choice of an opponent does not wait for them.
    lag: u64,
    /// Finished pairs that wait for one before them.
    early: BTreeMap<u64, PlayedPair>,
    results: Vec<PairScore>,
    /// The brain against each opponent.
    counts: BTreeMap<usize, Counts>,
    /// Its faults.
    figures: Figures,
    verdict: Verdict,
}

/// A pair to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NextPair {
    /// Its number, from 0.
    pub index: u64,
    /// The place of the opponent in the list of opponents.
    pub opponent: usize,
}

impl Progress {
    /// Starts with the pairs of an earlier run. Of two with the same number the first one counts, and those
    /// that are void are played again.
    pub fn new(
        brain: EngineSettings,
        opponents: Vec<String>,
        ladder: Ladder,
        limit: u64,
        jobs: usize,
        known: Vec<PlayedPair>,
    ) -> Self {
        let mut progress = Self {
            brain,
            opponents,
            ladder,
            limit,
            lag: jobs as u64,
            early: BTreeMap::new(),
            results: Vec::new(),
            counts: BTreeMap::new(),
            figures: Figures::default(),
            verdict: Verdict::Open,
        };
        for pair in known {
            if !progress.is_void(&pair) {
                progress.early.entry(pair.pair).or_insert(pair);
            }
        }
        progress
    }

    /// The pair of this number, if the results before it suffice to choose its opponent.
    pub fn pair(&self, index: u64) -> Option<NextPair> {
        let known = (index + 1).saturating_sub(self.lag);
        let is_due = !self.is_over() && index < self.limit;
        let results = self.results.get(..usize::try_from(known).ok()?).filter(|_| is_due)?;
        Some(NextPair { index, opponent: self.ladder.next(results) })
    }

    /// Whether the pair was finished, and waits to be counted.
    pub fn has(&self, index: u64) -> bool {
        self.early.contains_key(&index)
    }

    /// Takes in a finished pair.
    pub fn add(&mut self, pair: PlayedPair) {
        self.early.insert(pair.pair, pair);
    }

    /// Whether a game of the pair says nothing of the brain.
    pub fn is_void(&self, pair: &PlayedPair) -> bool {
        pair.games.iter().any(|game| self.why_void(game).is_some())
    }

    /// Why the game says nothing of the brain.
    pub fn why_void(&self, game: &PlayedGame) -> Option<&'static str> {
        let Outcome { winner, reason } = &game.outcome;
        let is_brains = game.name_of(!(*winner)?) == self.brain.name;
        match reason {
            Termination::Start(StartFailure::NotRun(_)) if is_brains => {
                Some("the brain cannot be run")
            }
            fault if !is_brains && fault.is_fault() => Some("an opponent lost by a fault"),
            _ => None,
        }
    }

    /// Counts the next pair if it is finished and the Elo is not known without it.
    ///
    /// # Errors
    /// When others have played it, it is void, or the brain lost all of its first games by faults.
    pub fn count_next(&mut self) -> anyhow::Result<Option<PlayedPair>> {
        let index = self.results.len() as u64;
        let Some(NextPair { opponent, .. }) = self.pair(index) else { return Ok(None) };
        let Some(played) = self.early.remove(&index) else { return Ok(None) };
        let (brain, name) = (self.brain.name.as_str(), self.opponents[opponent].as_str());
        for game in &played.games {
            let players = [game.black.as_str(), game.white.as_str()];
            let [a, b] = players;
            ensure!(
                players == [brain, name] || players == [name, brain],
                "pair {index}: a game of {a} and {b}, where {brain} meets {name}"
            );
            if let Some(why) = self.why_void(game) {
                bail!("{why}: {}", termination::sentence(game));
            }
            self.figures.count(&self.brain, Manager::Native, game);
        }
        let scores = played.games.each_ref().map(|game| score_of(game, brain));
        let points = |score| match score {
            GameScore::Loss => 0.0,
            GameScore::Draw => 0.5,
            GameScore::Win => 1.0,
        };
        self.results.push(PairScore { opponent, points: scores.map(points).iter().sum() });
        self.counts.entry(opponent).or_default().count_pair(scores);
        self.verdict = self.ladder.verdict(&self.results);
        ensure!(
            self.games() != FIRST_GAMES || self.has_played(),
            "the brain lost its first {FIRST_GAMES} games by faults, the last: {}",
            termination::sentence(&played.games[1])
        );
        Ok(Some(played))
    }

    /// Games that are counted.
    pub fn games(&self) -> u64 {
        2 * self.results.len() as u64
    }

    /// Whether the brain has played a game that counts without losing it by a fault.
    pub fn has_played(&self) -> bool {
        self.figures.faults() < self.games()
    }

    /// What the results show.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    /// Whether no more games are needed.
    pub fn is_over(&self) -> bool {
        self.verdict != Verdict::Open || self.results.len() as u64 >= self.limit
    }

    /// The Elo so far.
    pub fn estimate(&self) -> Estimate {
        self.ladder.estimate(&self.results)
    }

    /// About how many more games are needed.
    pub fn games_left(&self) -> f64 {
        self.ladder.games_left(&self.results)
    }

    /// The opponents, and what they know.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// The results against each opponent that was met, the weakest first.
    pub fn counts(&self) -> &BTreeMap<usize, Counts> {
        &self.counts
    }

    /// How often the brain lost by which fault.
    pub fn figures(&self) -> &Figures {
        &self.figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_io::exit::Exit;
    use crate::grade::estimate::Strength;
    use crate::testing::{config, game, pair};
    use gomoku_rules::Side;

    fn progress(limit: u64, jobs: usize, known: Vec<PlayedPair>) -> Progress {
        let strength = |level: u32| Strength { elo: f64::from(100 * level), error: 30.0 };
        let ladder = Ladder::new((1..=22).map(strength).collect(), 50.0);
        let brain = config(2).engines.remove(0);
        Progress::new(brain, vec!["base".to_owned(); 22], ladder, limit, jobs, known)
    }

    /// The pairs of a brain that wins every second game, in their order, and who was met.
    fn played(jobs: usize, order: &[u64]) -> Vec<usize> {
        let mut progress = progress(20, jobs, Vec::new());
        let mut met = Vec::new();
        for &index in order {
            let next = progress.pair(index).expect("its results are known");
            progress.add(pair(next.index, if index % 3 == 0 { "WW" } else { "WL" }));
            while progress.count_next().expect("no fault").is_some() {}
            met.push((index, next.opponent));
        }
        met.sort_unstable();
        met.into_iter().map(|(_, opponent)| opponent).collect()
    }

    #[test]
    fn the_order_in_which_pairs_end_changes_no_opponent() {
        let in_order = played(3, &[0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(played(3, &[2, 0, 1, 4, 3, 5, 7, 6]), in_order);
        assert_eq!(in_order[..3], [10, 10, 10], "the first three know no result");
        let mut waiting = progress(20, 2, Vec::new());
        assert!(waiting.pair(0).is_some() && waiting.pair(1).is_some());
        assert_eq!(waiting.pair(2), None, "pair 0 is not finished");
        waiting.add(pair(1, "WW"));
        assert!(waiting.count_next().expect("no fault").is_none());
        assert_eq!(waiting.pair(2), None);
    }

    #[test]
    fn the_pairs_of_an_earlier_run_count() {
        let known = vec![pair(1, "LL"), pair(0, "WL")];
        let mut progress = progress(3, 1, known);
        assert!(progress.has(0) && progress.has(1) && !progress.has(2));
        while progress.count_next().expect("no fault").is_some() {}
        assert_eq!((progress.games(), progress.is_over()), (4, false));
        progress.add(pair(2, "WW"));
        assert!(progress.count_next().expect("no fault").is_some());
        assert!(progress.is_over() && progress.pair(3).is_none(), "the limit is reached");
    }

    #[test]
    fn faults_are_counted_and_nothing_but_faults_ends_the_grade() {
        let crashed = |number| {
            let mut pair = pair(number, "LL");
            for game in &mut pair.games {
                game.outcome.reason = Termination::Crash(Exit::Code(1));
                game.last_stderr_line = Some("KeyError: 3".into());
            }
            pair
        };
        let mut hopeless = progress(20, 1, (0..5).map(crashed).collect());
        for _ in 0..4 {
            assert!(hopeless.count_next().expect("it may get better").is_some());
        }
        assert_eq!((hopeless.figures().crashes, hopeless.figures().faults()), (8, 8));
        let error = hopeless.count_next().expect_err("ten faults").to_string();
        let expected = "the brain lost its first 10 games by faults, the last: new disconnects \
                        (crash:exit 1): KeyError: 3";
        assert_eq!(error, expected);

        let mut odd = pair(0, "WL");
        odd.games[0] = game(Side::Black, 'W');
        odd.games[0].outcome.reason = Termination::Stalled;
        let resumed = progress(20, 1, vec![odd.clone(), pair(0, "WW")]);
        assert!(resumed.has(0) && !resumed.is_void(&resumed.early[&0]), "it was played again");
        let mut progress = progress(20, 1, vec![odd.clone()]);
        assert!(progress.is_void(&odd) && !progress.has(0), "it is to be played again");
        progress.add(odd);
        let error = progress.count_next().expect_err("an opponent's fault");
        assert!(error.to_string().contains("an opponent lost by a fault: base stalls"), "{error}");

        let mut gone = pair(0, "LL");
        gone.games[1].outcome.reason = Termination::Start(StartFailure::NotRun("no file".into()));
        assert!(progress.is_void(&gone), "a program that is built again plays on");
        gone.games[1].outcome.reason = Termination::Start(StartFailure::Silent);
        assert!(!progress.is_void(&gone));
    }

    #[test]
    fn a_pair_counts_once_and_only_if_its_players_have_met() {
        let mut twice = progress(20, 1, vec![pair(0, "WW"), pair(0, "LL")]);
        assert_eq!(twice.count_next().expect("no fault"), Some(pair(0, "WW")));
        let mut other = pair(0, "WW");
        other.games[1].white = "other".into();
        let error = progress(20, 1, vec![other]).count_next().expect_err("not its players");
        let expected = "pair 0: a game of base and other, where new meets base";
        assert_eq!(error.to_string(), expected);
    }
}
