//! The results of a match so far, as plain numbers for every output.

use std::time::Duration;

use serde::Serialize;

use crate::stats::results::Counts;
use crate::stats::sprt::{Sprt, SprtVerdict};

/// How a match stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// Games are being played.
    #[default]
    Running,
    /// All games were played, or the test has decided.
    Finished,
    /// This run of the program was interrupted.
    Interrupted,
    /// Games are in none of the journals that were merged.
    Incomplete,
}

/// The state of a match.
#[derive(Clone, Debug, Default)]
pub struct MatchSummary {
    /// How it stands.
    pub state: MatchState,
    /// The engines, in the order in which the user named them.
    pub engines: Vec<EngineSummary>,
    /// The results of all who met. Two engines have one encounter, with the first engine first.
    pub encounters: Vec<Encounter>,
    /// The name of the openings, or of the rule of the opening.
    pub openings: String,
    /// The test that two engines play for.
    pub sprt: Option<Sprt>,
    /// The results that it has seen: of the pairs before the first that is missing.
    pub tested: Counts,
    /// Games with the players and moves of an earlier one.
    pub repeated: u64,
    /// The time of all moves.
    pub move_time: Duration,
    /// Games that this run of the program has finished: fewer than all games of a resumed match.
    pub session_games: u64,
    /// How long this run of the program has played.
    pub session_time: Duration,
}

/// One engine of a match, without its results.
#[derive(Clone, Debug, Default, Serialize)]
pub struct EngineSummary {
    /// Its name in this match, which [`check_name`] accepts.
    pub name: String,
    /// Its limits as a text without commas, such as `60+0.5`, `0.5/move` or `100000 nodes`.
    pub limits: String,
    /// Its search threads.
    pub threads: u32,
    /// Its memory limit in MiB.
    pub memory_mib: u64,
    /// Games that it lost on time.
    pub timeouts: u64,
    /// Games that it lost because its process ended, hung or could not be started.
    pub crashes: u64,
    /// Games that it lost by a move off the board, on a stone or in no known form.
    pub illegal_moves: u64,
    /// Games that it lost by a move that the rule forbids.
    pub fouls: u64,
    /// Moves that came after their limit and within the tolerance.
    pub late_moves: u64,
    /// Lines that no command asked for.
    pub stray_lines: u64,
    /// What its own output says of the last fault by which it lost.
    pub last_error: Option<String>,
    /// How late its moves came; `None` when no move was timed.
    pub latency: Option<Latency>,
}

/// How much later the moves of an engine came than its limits ask, in milliseconds: the measured
/// time of a move less the time allowed for it, below zero for an early one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Latency {
    /// Over all its timed moves.
    pub mean_ms: f64,
    /// Of its latest move.
    pub max_ms: f64,
}

/// All results between two engines.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// Their places in [`MatchSummary::engines`].
    pub engines: [usize; 2],
    /// The results from the view of the first of them.
    pub counts: Counts,
}

impl MatchSummary {
    /// The results of the engine at `index` against all others.
    pub fn standing(&self, index: usize) -> Counts {
        let of = |encounter: &Encounter| match encounter.engines {
            [first, _] if first == index => encounter.counts,
            [_, second] if second == index => encounter.counts.mirrored(),
            _ => Counts::default(),
        };
        self.encounters.iter().map(of).sum()
    }

    /// Games of all encounters.
    pub fn games(&self) -> u64 {
        self.encounters.iter().map(|encounter| encounter.counts.games.total()).sum()
    }

    /// The engines and results of the only encounter, if just two engines play.
    pub fn duel(&self) -> Option<(&EngineSummary, &EngineSummary, Counts)> {
        match (self.engines.as_slice(), self.encounters.as_slice()) {
            ([first, second], [encounter]) => {
                let is_turned = encounter.engines == [1, 0];
                let counts = encounter.counts;
                Some((first, second, if is_turned { counts.mirrored() } else { counts }))
            }
            _ => None,
        }
    }

    /// The test of the match, and the results that decide it.
    pub fn test(&self) -> Option<(Sprt, Counts)> {
        self.duel()?;
        Some((self.sprt?, self.tested))
    }

    /// What the test has found.
    pub fn verdict(&self) -> Option<SprtVerdict> {
        self.test().map(|(sprt, counts)| sprt.verdict(sprt.llr(&counts)))
    }

    /// The speed of this run; `None` before its first game.
    #[expect(clippy::cast_precision_loss, reason = "games far below what a float holds exactly")]
    pub fn games_per_hour(&self) -> Option<f64> {
        let hours = self.session_time.as_secs_f64() / 3600.0;
        (self.session_games > 0 && hours > 0.0).then(|| self.session_games as f64 / hours)
    }
}

/// `text` for lines that scripts read as ASCII.
pub fn ascii(text: &str) -> String {
    let plain = |c: char| if c.is_ascii() && !c.is_ascii_control() { c } else { '?' };
    text.chars().map(plain).collect()
}

/// Checks a name for lines that scripts split at spaces and colons and read as ASCII.
///
/// # Errors
/// What is wrong with it.
pub fn check_name(name: &str) -> Result<(), String> {
    let is_fine = |c: char| c.is_ascii_graphic() && c != ':';
    match name.chars().find(|&c| !is_fine(c)) {
        Some(c) => {
            Err(format!("expected a name in printable ASCII without spaces or colons, found {c:?}"))
        }
        None if name.is_empty() => Err("expected a name".to_owned()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::results::{Pentanomial, Trinomial};

    #[test]
    fn standings_sum_over_opponents() {
        let pairs = |ww, ll| Counts::from(Pentanomial { ll, ww, ..Pentanomial::default() });
        let summary = MatchSummary {
            engines: vec![EngineSummary::default(); 3],
            encounters: vec![
                Encounter { engines: [0, 1], counts: pairs(3, 1) },
                Encounter { engines: [0, 2], counts: pairs(5, 0) },
                Encounter { engines: [1, 2], counts: pairs(2, 2) },
            ],
            ..MatchSummary::default()
        };
        let games = |index| summary.standing(index).games;
        assert_eq!(games(0), Trinomial { wins: 16, losses: 2, draws: 0 });
        assert_eq!(games(1), Trinomial { wins: 6, losses: 10, draws: 0 });
        assert_eq!(games(2), Trinomial { wins: 4, losses: 14, draws: 0 });
        assert!(summary.duel().is_none());
        assert_eq!(summary.games_per_hour(), None);
    }

    #[test]
    fn names_are_single_plain_words() {
        for name in ["rapfi", "Shisan-0.2", "a/b(c)=d", "new_1"] {
            assert_eq!(check_name(name), Ok(()));
        }
        for name in ["", "two words", "a:b", "四三", "tab\t"] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }
}
