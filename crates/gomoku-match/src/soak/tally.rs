//! What all games of a soak come to.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::draw::{Class, Draw};
use super::finding::{Entry, Finding, findings, lateness, millis};
use super::scales::Weight;
use crate::game::outcome::Termination;

/// The figures of a soak.
pub struct Tally {
    tolerance: Duration,
    games: u64,
    classes: BTreeMap<Class, Moves>,
    /// Faults by their kind.
    faults: BTreeMap<&'static str, u32>,
    /// What each process weighed first and last.
    weights: BTreeMap<u32, (Weight, Weight)>,
}

/// The moves of a class.
#[derive(Default)]
struct Moves {
    games: u32,
    /// Microseconds after the time of each, below zero before it.
    lateness: Vec<i64>,
}

impl Tally {
    /// What a process may gain in weight.
    const MAX_GROWTH: u64 = 1 << 20;

    /// No games yet; a move that is late by no more than `tolerance` is no fault.
    pub fn new(tolerance: Duration) -> Self {
        let (classes, faults, weights) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Self { tolerance, games: 0, classes, faults, weights }
    }

    /// Counts a game.
    pub fn add(&mut self, draw: &Draw, entry: &Entry) {
        self.games += 1;
        let moves = self.classes.entry(draw.class).or_default();
        moves.games += 1;
        moves.lateness.extend(lateness(draw, &entry.played));
        for finding in findings(draw, entry) {
            if finding.is_fault(self.tolerance) {
                *self.faults.entry(kind(&finding)).or_default() += 1;
            }
        }
        for weight in &entry.weights {
            let (_, last) = self
                .weights
                .entry(weight.process)
                .or_insert_with(|| (weight.clone(), weight.clone()));
            *last = weight.clone();
        }
    }

    /// Whether anything speaks against the brain.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty() || self.weights.values().any(has_grown)
    }

    /// The state in a few words.
    pub fn short(&self) -> String {
        let moves: usize = self.classes.values().map(|moves| moves.lateness.len()).sum();
        format!("{moves} moves, {}", self.summary())
    }

    fn summary(&self) -> String {
        if self.faults.is_empty() {
            return "no fault".into();
        }
        let counts = self.faults.iter().map(|(kind, count)| format!("{kind} {count}"));
        format!("faults: {}", counts.collect::<Vec<_>>().join(", "))
    }
}

fn kind(finding: &Finding) -> &'static str {
    match finding {
        Finding::Late(..) | Finding::Ending(Termination::Timeout(_) | Termination::Stalled) => {
            "late"
        }
        Finding::Ending(Termination::Illegal(_)) => "illegal",
        Finding::Ending(Termination::Foul(_)) => "foul",
        Finding::Ending(Termination::Crash(_) | Termination::Start(_)) => "crash",
        Finding::Ending(_) => "other ending",
        Finding::Strays(_) => "stray answer",
        Finding::Remark(_) => "remark",
    }
}

fn has_grown((first, last): &(Weight, Weight)) -> bool {
    last.bytes > first.bytes + Tally::MAX_GROWTH
}

/// A table of the classes, a line for each process weighed, and the verdict.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "turn         games   moves   late  latest ms   99.9 % ms")?;
        for (class, moves) in &self.classes {
            let mut sorted = moves.lateness.clone();
            sorted.sort_unstable();
            let late = sorted.iter().filter(|&&micros| micros > 0).count();
            let (games, count) = (moves.games, sorted.len());
            write!(f, "{class:<12} {games:>5} {count:>7} {late:>6}")?;
            let [last, most] = [sorted.last(), quantile(&sorted)]
                .map(|micros| millis(micros.copied().unwrap_or(0)));
            writeln!(f, " {last:>+10.1} {most:>+11.1}")?;
        }
        for weights in self.weights.values() {
            let (first, last) = weights;
            let mebibytes = |weight: &Weight| f64::from((weight.bytes >> 10) as u32) / 1024.0;
            write!(
                f,
                "process {}: {:.1} MiB after {} games",
                first.process,
                mebibytes(first),
                first.games
            )?;
            write!(f, ", {:.1} MiB after {}", mebibytes(last), last.games)?;
            writeln!(f, "{}", if has_grown(weights) { ": it grows" } else { "" })?;
        }
        let verdict = if self.has_faults() { "FAIL" } else { "PASS" };
        writeln!(f, "{verdict}: {} games, {}", self.games, self.summary())
    }
}

/// The value that one in a thousand exceeds.
fn quantile(sorted: &[i64]) -> Option<&i64> {
    sorted.get((sorted.len() * 999).div_ceil(1000).checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::game;
    use gomoku_rules::Side;

    fn entry(remarks: &[&str], weights: &[(u32, u64)]) -> Entry {
        let weight = |&(games, bytes): &(u32, u64)| Weight { process: 77, games, bytes };
        Entry {
            game: 0,
            played: game(Side::Black, 'W'),
            remarks: remarks.iter().map(ToString::to_string).collect(),
            weights: weights.iter().map(weight).collect(),
        }
    }

    fn draw() -> Draw {
        let mut draw = Draw::new(1, 0, Duration::ZERO);
        draw.time.turn = Some(Duration::from_micros(493_500));
        draw.time.game = None;
        draw
    }

    #[test]
    fn figures_and_verdict() {
        let mut tally = Tally::new(Duration::ZERO);
        tally.add(&draw(), &entry(&[], &[(100, 30 << 20), (1000, (30 << 20) + 1000)]));
        let text = "\
turn         games   moves   late  latest ms   99.9 % ms
10 to 50 ms      1       4      0       -0.5        -0.5
process 77: 30.0 MiB after 100 games, 30.0 MiB after 1000
PASS: 1 games, no fault
";
        assert_eq!(tally.to_string(), text);
        tally.add(&draw(), &entry(&["A !! oh"], &[]));
        assert!(tally.has_faults());
        assert!(tally.to_string().ends_with("FAIL: 2 games, faults: remark 1\n"));
    }

    #[test]
    fn growth_is_a_fault() {
        let mut tally = Tally::new(Duration::ZERO);
        tally.add(&draw(), &entry(&[], &[(100, 30 << 20), (200, (31 << 20) + 1)]));
        assert!(tally.has_faults());
        assert!(tally.to_string().contains(": it grows\nFAIL: "));
    }

    #[test]
    fn one_in_a_thousand_is_above_the_quantile() {
        let sorted: Vec<i64> = (1..=2000).collect();
        assert_eq!(quantile(&sorted), Some(&1998));
        assert_eq!(quantile(&sorted[..10]), Some(&10));
        assert_eq!(quantile(&[]), None);
    }
}
