//! The statistics of a soak.

use std::collections::BTreeMap;
use std::fmt;

use super::game_setup::{GameSetup, TimeClass};
use super::memory::MemorySample;
use super::problem::{Leniency, Problem, SoakedGame, problems};
use crate::engine_io::exit::StartFailure;
use crate::game::lateness::lateness;
use crate::game::outcome::Termination;
use crate::units::{counted, millis};

/// The statistics of all games so far.
pub struct SoakStats {
    leniency: Leniency,
    games: u64,
    classes: BTreeMap<TimeClass, Moves>,
    /// Faults by their kind.
    faults: BTreeMap<&'static str, u32>,
    /// Late moves that a busy machine excuses.
    excused_moves: u32,
    /// Games lost on time that it excuses.
    excused_games: u32,
    /// The samples of each process that has any.
    memory: BTreeMap<u32, Vec<MemorySample>>,
    loads: Vec<f64>,
    busy: u32,
}

/// The moves of a class.
#[derive(Default)]
struct Moves {
    games: u32,
    /// Microseconds after the time of each move; negative if before it.
    lateness: Vec<i64>,
}

impl SoakStats {
    /// A process that grows by more in the second half of its games has a leak; a heap that only fragments
    /// stops growing before.
    const MAX_GROWTH: u64 = 2 << 20;

    /// No games yet.
    pub fn new(leniency: Leniency) -> Self {
        Self {
            leniency,
            games: 0,
            classes: BTreeMap::new(),
            faults: BTreeMap::new(),
            excused_moves: 0,
            excused_games: 0,
            memory: BTreeMap::new(),
            loads: Vec::new(),
            busy: 0,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, setup: &GameSetup, game: &SoakedGame) {
        self.games += 1;
        let moves = self.classes.entry(setup.class).or_default();
        moves.games += 1;
        moves.lateness.extend(lateness(setup.time, setup.settings.manager, &game.played));
        if let Termination::Timeout(late) = game.played.outcome.reason {
            moves.lateness.push(i64::try_from(late).unwrap_or(i64::MAX).saturating_mul(1000));
        }
        for problem in problems(setup, game) {
            if self.leniency.is_fault(&problem, game) {
                *self.faults.entry(kind(&problem)).or_default() += problem.count();
            } else if self.leniency.is_busy(game) {
                self.excused_moves += u32::from(matches!(problem, Problem::Late(..)));
                self.excused_games += u32::from(matches!(problem, Problem::Lost(..)));
            }
        }
        for sample in &game.memory {
            self.memory.entry(sample.process).or_default().push(sample.clone());
        }
        self.loads.extend(game.load);
        self.busy += u32::from(self.leniency.is_busy(game));
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Whether `problem` of `game` is the brain's fault.
    pub fn is_fault(&self, problem: &Problem, game: &SoakedGame) -> bool {
        self.leniency.is_fault(problem, game)
    }

    /// Whether the brain has any fault.
    pub fn has_faults(&self) -> bool {
        !self.faults.is_empty() || self.memory.values().any(|samples| has_grown(samples))
    }

    /// The state in a few words.
    pub fn short(&self) -> String {
        let moves: usize = self.classes.values().map(|moves| moves.lateness.len()).sum();
        format!("{}, {}", counted(moves, "move"), self.summary())
    }

    fn summary(&self) -> String {
        if !self.has_faults() {
            return "no fault".into();
        }
        let grown = self.memory.values().filter(|samples| has_grown(samples)).count();
        let grown = (grown > 0).then(|| format!("memory growth {grown}"));
        let counts = self.faults.iter().map(|(kind, count)| format!("{kind} {count}")).chain(grown);
        format!("faults: {}", counts.collect::<Vec<_>>().join(", "))
    }

    #[expect(clippy::cast_precision_loss, reason = "a count of games")]
    fn write_load(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(max) = self.loads.iter().copied().reduce(f64::max) else { return Ok(()) };
        let mean = self.loads.iter().sum::<f64>() / self.loads.len() as f64;
        write!(f, "machine: load average {mean:.1}, at most {max:.1}")?;
        let Some(cores) = self.leniency.cores else { return writeln!(f) };
        writeln!(
            f,
            ", {}; busy in {} of {}",
            counted(cores, "core"),
            self.busy,
            counted(self.games, "game")
        )?;
        let excused =
            [(self.excused_moves, "late move", ""), (self.excused_games, "game", " lost on time")];
        let excused = excused.into_iter().filter(|(count, ..)| *count > 0);
        let excused: Vec<String> =
            excused.map(|(count, what, how)| counted(count, what) + how).collect();
        if excused.is_empty() {
            return Ok(());
        }
        let excused = excused.join(" and ");
        writeln!(f, "not counted: {excused} while other programs kept the machine busy")
    }
}

fn kind(problem: &Problem) -> &'static str {
    match problem {
        Problem::Late(..) => "late move",
        Problem::Lost(reason, _) => match reason {
            Termination::Timeout(_) => "late move",
            Termination::Illegal(_) => "illegal move",
            Termination::Foul(_) => "forbidden move",
            Termination::Start(StartFailure::Refused(_)) => "refused start",
            Termination::Stalled | Termination::Crash(_) | Termination::Start(_) => "crash",
            _ => "other loss",
        },
        Problem::Unsolicited(_) => "unsolicited line",
        Problem::ErrorLine(_) | Problem::MoreErrorLines(_) => "error line",
    }
}

/// The first sample of a process, the one in the middle of its games, the last one.
fn course(samples: &[MemorySample]) -> [&MemorySample; 3] {
    let last = samples.len() - 1;
    [0, last / 2, last].map(|place| &samples[place])
}

fn has_grown(samples: &[MemorySample]) -> bool {
    let [_, middle, last] = course(samples);
    last.bytes > middle.bytes + SoakStats::MAX_GROWTH
}

fn memory(sample: &MemorySample) -> String {
    let mebibytes = f64::from((sample.bytes >> 10) as u32) / 1024.0;
    format!("{mebibytes:.1} MiB after {} games", sample.games)
}

/// A table of the classes, a line for each process, the machine's load, and the verdict.
impl fmt::Display for SoakStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "turn         games   moves   late  latest ms   99.9 % ms")?;
        for (class, moves) in &self.classes {
            let mut sorted = moves.lateness.clone();
            sorted.sort_unstable();
            let late = sorted.iter().filter(|&&micros| micros > 0).count();
            let (games, count) = (moves.games, sorted.len());
            write!(f, "{class:<12} {games:>5} {count:>7} {late:>6}")?;
            let [last, high] = [sorted.last(), quantile(&sorted)]
                .map(|micros| millis(micros.copied().unwrap_or(0)));
            writeln!(f, " {last:>+10.1} {high:>+11.1}")?;
        }
        for (process, samples) in &self.memory {
            let mut parts: Vec<String> = course(samples).into_iter().map(memory).collect();
            parts.dedup();
            let grows = if has_grown(samples) { ": it grows" } else { "" };
            writeln!(f, "process {process}: {}{grows}", parts.join(", "))?;
        }
        if self.memory.is_empty() {
            writeln!(f, "memory was not measured")?;
        }
        self.write_load(f)?;
        let verdict = match self.games {
            0 => return writeln!(f, "no verdict: no game was played"),
            _ if self.has_faults() => "FAIL",
            _ => "PASS",
        };
        writeln!(f, "{verdict}: {}, {}", counted(self.games, "game"), self.summary())
    }
}

/// The 99.9th percentile.
fn quantile(sorted: &[i64]) -> Option<&i64> {
    sorted.get((sorted.len() * 999).div_ceil(1000).checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::testing::game;
    use gomoku_rules::Side;

    fn soaked(errors: &[&str], memory: &[(u32, u64)], load: Option<f64>) -> SoakedGame {
        let sample = |&(games, bytes): &(u32, u64)| MemorySample { process: 77, games, bytes };
        SoakedGame {
            game: 0,
            played: game(Side::Black, 'W'),
            errors: errors.iter().map(ToString::to_string).collect(),
            more_errors: 0,
            memory: memory.iter().map(sample).collect(),
            load,
        }
    }

    fn setup(micros: u64) -> GameSetup {
        let mut setup = GameSetup::new(1, 0, Duration::ZERO);
        setup.time.turn = Some(Duration::from_micros(micros));
        setup.time.game = None;
        setup
    }

    fn stats() -> SoakStats {
        SoakStats::new(Leniency { tolerance: Duration::ZERO, cores: Some(2) })
    }

    #[test]
    fn figures_and_verdict() {
        let mut stats = stats();
        assert!(stats.to_string().ends_with("\nno verdict: no game was played\n"));
        let memory = [(100, 30 << 20), (1000, (30 << 20) + 1000)];
        stats.add(&setup(493_500), &soaked(&[], &memory, None));
        let text = "\
turn         games   moves   late  latest ms   99.9 % ms
10 to 50 ms      1       4      0       -0.5        -0.5
process 77: 30.0 MiB after 100 games, 30.0 MiB after 1000 games
PASS: 1 game, no fault
";
        assert_eq!(stats.to_string(), text);
        stats.add(&setup(493_500), &soaked(&["A !! oh"], &[], None));
        assert!(stats.has_faults());
        assert!(stats.to_string().ends_with("FAIL: 2 games, faults: error line 1\n"));
        let mut noisy = soaked(&["A !! oh"], &[], None);
        (noisy.more_errors, noisy.played.unsolicited) = (30, [3, 4]);
        stats.add(&setup(493_500), &noisy);
        let text = "FAIL: 3 games, faults: error line 32, unsolicited line 7\n";
        assert!(stats.to_string().ends_with(text), "{stats}");
    }

    #[test]
    fn the_move_that_lost_on_time_is_the_latest() {
        let mut stats = stats();
        let mut lost = soaked(&[], &[], None);
        lost.played.outcome.reason = Termination::Timeout(2037);
        stats.add(&setup(493_500), &lost);
        let text = "\
10 to 50 ms      1       5      1    +2037.0     +2037.0
memory was not measured
FAIL: 1 game, faults: late move 1
";
        assert!(stats.to_string().ends_with(text), "{stats}");
    }

    #[test]
    fn late_moves_on_a_busy_machine_are_reported_and_not_counted() {
        let mut stats = stats();
        // The brain's own words about a move do not make it two.
        let words = ["A -> DEBUG search is late: 1 ms"];
        stats.add(&setup(491_500), &soaked(&words, &[], Some(5.0)));
        stats.add(&setup(493_500), &soaked(&[], &[], Some(1.0)));
        assert!(!stats.has_faults());
        let text = "\nmachine: load average 3.0, at most 5.0, 2 cores; busy in 1 of 2 games\n\
                    not counted: 2 late moves while other programs kept the machine busy\n\
                    PASS: 2 games, no fault\n";
        assert!(stats.to_string().ends_with(text), "{stats}");
        let mut lost = soaked(&[], &[], Some(3.0));
        lost.played.outcome.reason = Termination::Timeout(37);
        stats.add(&setup(493_500), &lost);
        let text = "not counted: 2 late moves and 1 game lost on time while other programs";
        assert!(stats.to_string().contains(text), "{stats}");
        stats.add(&setup(491_500), &soaked(&[], &[], Some(1.0)));
        assert!(stats.to_string().ends_with("FAIL: 4 games, faults: late move 2\n"), "{stats}");
    }

    #[test]
    fn a_hang_counts_as_a_crash_as_in_a_match() {
        let mut stats = stats();
        let mut lost = soaked(&[], &[], Some(3.0));
        lost.played.outcome.reason = Termination::Stalled;
        stats.add(&setup(493_500), &lost);
        assert!(stats.to_string().ends_with("FAIL: 1 game, faults: crash 1\n"), "{stats}");
    }

    #[test]
    fn growth_is_a_fault() {
        let mut stats = stats();
        let memory = [(100, 30 << 20), (200, 33 << 20), (300, (35 << 20) + 1)];
        stats.add(&setup(493_500), &soaked(&[], &memory, None));
        assert!(stats.has_faults());
        let text = "process 77: 30.0 MiB after 100 games, 33.0 MiB after 200 games, 35.0 MiB after \
                    300 games: it grows\nFAIL: 1 game, faults: memory growth 1\n";
        assert!(stats.to_string().ends_with(text), "{stats}");
        // What grew and then stays is no leak.
        stats.add(&setup(493_500), &soaked(&[], &[(400, 35 << 20), (500, 35 << 20)], None));
        let text = "MiB after 300 games, 35.0 MiB after 500 games\nPASS: 2 games, no fault\n";
        assert!(stats.to_string().ends_with(text), "{stats}");
    }

    #[test]
    fn one_in_a_thousand_is_above_the_quantile() {
        let sorted: Vec<i64> = (1..=2000).collect();
        assert_eq!(quantile(&sorted), Some(&1998));
        assert_eq!(quantile(&sorted[..10]), Some(&10));
        assert_eq!(quantile(&[]), None);
    }
}
