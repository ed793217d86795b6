//! What a grade prints: a line for each game, the estimate after each pair, at the end the games with each
//! opponent and one line with the result. As JSON, an object for each of them.

use std::fmt;
use std::io::Write;

use gomoku_rules::{Rule, Size};
use serde::Serialize;

use super::ladder::Verdict;
use super::progress::Progress;
use crate::game::played::PlayedPair;
use crate::output::records::RecordFile;
use crate::output::report::Finished;
use crate::output::termination;
use crate::pair_result::Figures;
use crate::stats::results::Trinomial;
use crate::units::counted;

/// Whose Elo the opponents have, and under which rule.
pub(crate) struct Scale {
    pub rule: Rule,
    pub size: Size,
    /// Such as `the levels`.
    pub name: String,
    /// The names of the opponents, the weakest first.
    pub opponents: Vec<String>,
}

/// Where a grade is printed and its games are written.
pub(crate) struct Output<'a> {
    pub out: &'a mut dyn Write,
    pub json: bool,
    pub records: Option<RecordFile>,
    /// The command that shows recorded games.
    pub viewer: String,
    pub scale: Scale,
}

/// A line of JSON.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Event<'a> {
    /// Games of an earlier run.
    Resumed {
        games: u64,
    },
    Finished(Finished<'a>),
    /// After a pair.
    Estimate(EloFigures),
    Opponent {
        name: &'a str,
        #[serde(flatten)]
        games: Trinomial,
    },
    Note {
        text: &'a str,
    },
    Grade(Grade<'a>),
}

/// The Elo of the brain.
#[derive(Clone, Copy, Serialize)]
struct EloFigures {
    games: u64,
    elo: f64,
    error: f64,
    games_error: f64,
    opponents_error: f64,
}

/// The result.
#[derive(Serialize)]
struct Grade<'a> {
    rule: &'static str,
    size: String,
    #[serde(flatten)]
    figures: EloFigures,
    /// The Elo at least, of a brain that is stronger than all opponents.
    at_least: Option<f64>,
    /// The Elo at most, of one that is weaker than all.
    at_most: Option<f64>,
    /// The opponents around it.
    below: Option<&'a str>,
    above: Option<&'a str>,
    faults: u64,
    timeouts: u64,
    crashes: u64,
    illegal_moves: u64,
    fouls: u64,
    stray_lines: u64,
    last_error: Option<&'a str>,
    #[serde(skip)]
    scale: &'a str,
}

impl Output<'_> {
    /// Prints a remark.
    pub fn note(&mut self, text: &str) -> anyhow::Result<()> {
        if self.json {
            self.event(&Event::Note { text })
        } else {
            self.line(&format!("note: {text}"))
        }
    }

    /// Writes the games of a pair.
    pub fn record(&mut self, pair: &PlayedPair) -> anyhow::Result<()> {
        self.records.as_mut().map_or(Ok(()), |records| records.write_pair(pair.pair, &pair.games))
    }

    /// Prints how many games an earlier run has played.
    pub fn resumed(&mut self, games: u64) -> anyhow::Result<()> {
        if self.json {
            self.event(&Event::Resumed { games })
        } else {
            self.line(&format!("Resumed: {}", counted(games, "game")))
        }
    }

    /// Prints the games of a pair and what is known after it.
    pub fn pair(&mut self, progress: &Progress, pair: &PlayedPair) -> anyhow::Result<()> {
        self.record(pair)?;
        for (number, game) in (2 * pair.pair + 1..).zip(&pair.games) {
            let error = game.fault();
            if self.json {
                let code = game.outcome.reason.to_string();
                let finished = termination::finished(number, game, &code, error.as_deref());
                self.event(&Event::Finished(finished))?;
            } else {
                let reason = termination::sentence(game);
                let finished = termination::finished(number, game, &reason, error.as_deref());
                self.line(&finished.to_string())?;
            }
        }
        let figures = EloFigures::of(progress);
        if self.json {
            return self.event(&Event::Estimate(figures));
        }
        let EloFigures { games, elo, error, .. } = figures;
        let left = if progress.is_over() { 0.0 } else { progress.games_left() };
        self.line(&format!("{games} games: {elo:.0} ± {error:.0} Elo, about {left:.0} to go"))
    }

    /// Prints why a pair is played again.
    pub fn again(&mut self, progress: &Progress, pair: &PlayedPair) -> anyhow::Result<()> {
        let void = pair.games.iter().find(|game| progress.why_void(game).is_some());
        let why = void.map_or_else(String::new, termination::sentence);
        let number = 2 * pair.pair + 1;
        self.note(&format!("games {number} and {} are played again: {why}", number + 1))
    }

    /// Prints the result.
    pub fn end(&mut self, progress: &Progress) -> anyhow::Result<()> {
        if progress.games() == 0 {
            return self.note("no pair of games was finished");
        }
        let names = std::mem::take(&mut self.scale.opponents);
        for (&opponent, counts) in progress.counts() {
            let (name, games) = (&*names[opponent], counts.games);
            if self.json {
                self.event(&Event::Opponent { name, games })?;
            } else {
                let Trinomial { wins, losses, draws } = games;
                self.line(&format!("{name:<12} +{wins} -{losses} ={draws}"))?;
            }
        }
        let estimate = progress.estimate();
        if progress.verdict() == Verdict::Open {
            let (games, error) = (progress.games(), estimate.error());
            self.note(&format!("{games} games leave an error of {error:.0} Elo: play more"))?;
        } else if progress.verdict() == Verdict::Known
            && progress.ladder().is_out_of_reach(&estimate)
        {
            self.note(&format!(
                "the opponents' own Elo is known to ± {:.0} there: more games would hardly help",
                estimate.opponents_error
            ))?;
        }
        let scale = std::mem::take(&mut self.scale.name);
        let grade = Grade::new(progress, &self.scale, &names, &scale);
        if self.json {
            return self.event(&Event::Grade(grade));
        }
        if let Some(faults) = faults(progress.figures()) {
            self.line(&faults)?;
        }
        let strays = progress.figures().stray_lines;
        if strays > 0 {
            self.line(&format!("stray lines, which no command asked for: {strays}"))?;
        }
        let records = self.records.as_ref().and_then(|records| records.describe(&self.viewer));
        if let Some(records) = records {
            self.line(&format!("records: {records}"))?;
        }
        self.line(&grade.to_string())
    }

    fn event(&mut self, event: &Event) -> anyhow::Result<()> {
        self.line(&serde_json::to_string(event)?)
    }

    fn line(&mut self, line: &str) -> anyhow::Result<()> {
        writeln!(self.out, "{line}")?;
        Ok(self.out.flush()?)
    }
}

/// How many games the brain lost by faults, and what its output says of the last; `None` without any.
fn faults(figures: &Figures) -> Option<String> {
    let Figures { timeouts, crashes, illegal_moves, fouls, last_error, .. } = figures;
    let counts = [
        (timeouts, "on time"),
        (crashes, "by a crash or a stall"),
        (illegal_moves, "by an illegal move"),
        (fouls, "by a forbidden point"),
    ];
    let counts: Vec<String> = counts
        .into_iter()
        .filter(|(count, _)| **count > 0)
        .map(|(count, how)| format!("{count} {how}"))
        .collect();
    let last = last_error.as_ref().map_or_else(String::new, |error| format!("; the last: {error}"));
    (!counts.is_empty()).then(|| format!("games lost by faults: {}{last}", counts.join(", ")))
}

impl EloFigures {
    fn of(progress: &Progress) -> Self {
        let estimate = progress.estimate();
        Self {
            games: progress.games(),
            elo: estimate.elo,
            error: estimate.error(),
            games_error: estimate.games_error,
            opponents_error: estimate.opponents_error,
        }
    }
}

impl<'a> Grade<'a> {
    fn new(progress: &'a Progress, scale: &Scale, names: &'a [String], name: &'a str) -> Self {
        let figures = EloFigures::of(progress);
        let counted = progress.figures();
        let (at_least, at_most) = match progress.verdict() {
            Verdict::Above(elo) => (Some(elo), None),
            Verdict::Below(elo) => (None, Some(elo)),
            Verdict::Open | Verdict::Known => (None, None),
        };
        let (below, above) = match progress.verdict() {
            Verdict::Above(_) => (names.len().checked_sub(1), None),
            Verdict::Below(_) => (None, Some(0)),
            Verdict::Open | Verdict::Known => progress.ladder().around(figures.elo),
        };
        let name_of = |index: Option<usize>| index.map(|index| &*names[index]);
        Self {
            rule: scale.rule.name(),
            size: scale.size.to_string(),
            figures,
            at_least,
            at_most,
            below: name_of(below),
            above: name_of(above),
            faults: counted.faults(),
            timeouts: counted.timeouts,
            crashes: counted.crashes,
            illegal_moves: counted.illegal_moves,
            fouls: counted.fouls,
            stray_lines: counted.stray_lines,
            last_error: counted.last_error.as_deref(),
            scale: name,
        }
    }
}

/// Such as `freestyle 15x15: 1063 ± 48 Elo on the scale of the levels (412 games): between level-1000 and
/// level-1100`.
impl fmt::Display for Grade<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, size, scale, figures: EloFigures { games, elo, error, .. }, .. } = self;
        write!(f, "{rule} {size}: ")?;
        match (self.at_least, self.at_most) {
            (Some(elo), _) => write!(f, "{elo:.0} Elo at least")?,
            (None, Some(elo)) => write!(f, "{elo:.0} Elo at most")?,
            (None, None) => write!(f, "{elo:.0} ± {error:.0} Elo")?,
        }
        write!(f, " on the scale of {scale} ({games} games): ")?;
        match (self.below, self.above) {
            (Some(below), Some(above)) => write!(f, "between {below} and {above}"),
            (Some(below), None) => write!(f, "above {below}"),
            (None, Some(above)) => write!(f, "below {above}"),
            (None, None) => f.write_str("without opponents"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grade::estimate::Strength;
    use crate::grade::ladder::Ladder;
    use crate::testing::{config, pair};

    /// What is printed at the end of this many pairs with these results each.
    fn end(results: &str, pairs: u64, json: bool) -> String {
        let strength = |level: u32| Strength { elo: f64::from(100 * level), error: 70.0 };
        let ladder = Ladder::new((20..=22).map(strength).collect(), 50.0);
        let played = (0..pairs).map(|number| pair(number, results)).collect();
        let brain = config(2).engines.remove(0);
        let opponents = vec!["base".to_owned(); 3];
        let mut progress = Progress::new(brain, opponents, ladder, pairs, 1, played);
        while progress.count_next().expect("no fault").is_some() {}
        let mut out = Vec::new();
        let scale = Scale {
            rule: Rule::Renju,
            size: Size::square(15),
            name: "the levels".to_owned(),
            opponents: (20..=22).map(|level| format!("level-{level}00")).collect(),
        };
        let viewer = "shisan play".to_owned();
        let mut output = Output { out: &mut out, json, records: None, viewer, scale };
        output.end(&progress).expect("a buffer");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_last_line_is_the_result() {
        let last = |text: String| text.lines().last().unwrap_or_default().to_owned();
        let strongest = last(end("WW", 60, false));
        let rest = strongest.strip_prefix("renju 15x15: ").expect("the rule");
        let (bound, rest) =
            rest.split_once(" Elo at least on the scale of the levels (").expect("a bound");
        assert!(bound.parse::<u32>().expect("a number") > 2200, "{strongest}");
        assert!(rest.ends_with(" games): above level-2200"), "{strongest}");
        let weakest = last(end("LL", 60, false));
        assert!(weakest.contains(" Elo at most on ") && weakest.ends_with(": below level-2000"));

        let open = end("WL", 4, false);
        assert!(open.contains("\nnote: 8 games leave an error of "), "{open}");
        assert!(open.contains("level-2100   +2 -2 =0\n"), "{open}");

        let grade = |results| -> serde_json::Value {
            serde_json::from_str(&last(end(results, 60, true))).expect("JSON")
        };
        let (strongest, middle) = (grade("WW"), grade("WL"));
        assert!(strongest["at_least"].as_f64().expect("a bound") > 2200.0, "{strongest}");
        assert_eq!(
            (&strongest["below"], strongest["above"].is_null()),
            (&"level-2200".into(), true)
        );
        assert!(middle["at_least"].is_null() && middle["at_most"].is_null(), "{middle}");
        assert!((2000.0..=2200.0).contains(&middle["elo"].as_f64().expect("Elo")), "{middle}");
    }

    #[test]
    fn faults_are_told_with_the_last_error() {
        let mut figures = Figures::default();
        assert_eq!(faults(&figures), None);
        (figures.crashes, figures.timeouts) = (3, 1);
        figures.last_error = Some("KeyError: 3".to_owned());
        let expected =
            "games lost by faults: 1 on time, 3 by a crash or a stall; the last: KeyError: 3";
        assert_eq!(faults(&figures).as_deref(), Some(expected));
    }
}
