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
    /// Elo by the exam's wrong moves, and by its divergence, if there is an exam.
    pub exam: Option<[ExamElo; 2]>,
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
        if let Some(marks) = &self.exam {
            for (mark, ExamElo { difference, standard_error }) in
                ["wrong moves", "divergence"].iter().zip(marks)
            {
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
    wrong_moves: ExamElo,
    divergence: ExamElo,
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
pub fn exam_elo(file: &Path) -> anyhow::Result<[ExamElo; 2]> {
    let Comparison { elo: Marks { wrong_moves, divergence } } = last_line(file)?;
    Ok([wrong_moves, divergence])
}

fn last_line<T: DeserializeOwned>(file: &Path) -> anyhow::Result<T> {
    let read = || parse_json(fs::read_to_string(file)?.lines().last().unwrap_or_default());
    read().with_context(|| file.display().to_string())
}
