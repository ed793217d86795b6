//! What a round comes to.

use std::path::Path;
use std::{fmt, fs};

use anyhow::Context;
use gomoku_match::{counted, parse_json};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::exit_status::ExitStatus;

/// What the matches of a round say of the new network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Accepted,
    Rejected,
    Undecided,
}

/// A round that is over.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub number: u32,
    /// What the new network was fitted to.
    pub provenance: String,
    /// Elo by the exam's wrong moves, and by its divergence, where an exam has said so.
    pub exam: [Option<ExamElo>; 2],
    /// The match on each board, up to the first one that does not accept.
    pub matches: Vec<(u32, MatchResult)>,
}

impl Outcome {
    /// That of the last match.
    pub fn verdict(&self) -> Verdict {
        match self.matches.last().map(|(_, result)| result.sprt.verdict.as_str()) {
            Some("H1") => Verdict::Accepted,
            Some("H0") => Verdict::Rejected,
            _ => Verdict::Undecided,
        }
    }
}

impl fmt::Display for Outcome {
    /// A line for each match.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (size, MatchResult { encounters: [found], sprt, .. })) in
            self.matches.iter().enumerate()
        {
            let is_last = index + 1 == self.matches.len();
            write!(f, "round {}, {size}x{size}: ", self.number)?;
            if let (Some(elo), Some(error)) = (found.elo, found.elo_error) {
                write!(f, "{elo:+.1} ± {error:.1} Elo in ")?;
            }
            write!(f, "{}, LLR {:.2}", counted(found.games, "game"), sprt.llr)?;
            writeln!(f, ", {}", if is_last { self.verdict().name() } else { "stronger" })?;
        }
        for (mark, elo) in ["wrong moves", "divergence"].into_iter().zip(self.exam) {
            if let Some(ExamElo { difference, standard_error }) = elo {
                writeln!(
                    f,
                    "exam: {difference:+.0} Elo by {mark}, one standard error {standard_error:.0}"
                )?;
            }
        }
        writeln!(f, "fitted to {}", self.provenance)
    }
}

impl Verdict {
    fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Undecided => "undecided",
        }
    }
}

impl From<Verdict> for ExitStatus {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Accepted => Self::Yes,
            Verdict::Rejected => Self::No,
            Verdict::Undecided => Self::Undecided,
        }
    }
}

/// What a match says at its end.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct MatchResult {
    state: String,
    encounters: [Encounter; 1],
    sprt: Sprt,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Encounter {
    games: u64,
    elo: Option<f64>,
    elo_error: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
struct Sprt {
    llr: f64,
    verdict: String,
}

/// A difference of two answers to an exam.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct ExamElo {
    difference: f64,
    standard_error: f64,
}

#[derive(Deserialize)]
struct Comparison {
    elo: Marks,
}

#[derive(Deserialize)]
struct Marks {
    wrong_moves: Option<ExamElo>,
    divergence: Option<ExamElo>,
}

/// Whether the summary of a match says that it is over.
pub fn is_finished(file: &Path) -> bool {
    match_result(file).is_ok_and(|found| found.state == "finished")
}

/// The summary with which a match has ended.
pub fn match_result(file: &Path) -> anyhow::Result<MatchResult> {
    last_line(file)
}

/// What `exam compare --json` has printed, in Elo: by wrong moves, and by divergence.
pub fn exam_elo(file: &Path) -> anyhow::Result<[Option<ExamElo>; 2]> {
    let Comparison { elo: Marks { wrong_moves, divergence } } = last_line(file)?;
    Ok([wrong_moves, divergence])
}

fn last_line<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let read = || parse_json(fs::read_to_string(file)?.lines().last().unwrap_or_default());
    read().with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_an_exam_does_not_give_are_left_out() {
        let name = format!("shisan-round-exam-{}", std::process::id());
        let file = std::env::temp_dir().join(name);
        let elo = r#"{"difference":-12.4,"standard_error":7.6}"#;
        for (wrong_moves, divergence, lines) in [
            ("null", "null", ""),
            ("null", elo, "exam: -12 Elo by divergence, one standard error 8\n"),
            (elo, "null", "exam: -12 Elo by wrong moves, one standard error 8\n"),
        ] {
            let line =
                format!(r#"{{"elo":{{"wrong_moves":{wrong_moves},"divergence":{divergence}}}}}"#);
            fs::write(&file, line).expect("disk space");
            let exam = exam_elo(&file).expect("marks");
            let provenance = "9 games".to_owned();
            let outcome = Outcome { number: 1, provenance, exam, matches: Vec::new() };
            assert_eq!(outcome.to_string(), format!("{lines}fitted to 9 games\n"));
        }
        fs::remove_file(&file).expect("our own file");
    }
}
