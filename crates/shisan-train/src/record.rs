//! Records of training games, one line of text each, so that files are appended to and joined freely:
//!
//! ```text
//! # shisan games 1: 3000 nodes a move, level within 150 points, shisan 0.1.0 cf18328
//! freestyle 20x20 17 black j10? k11? i11=35 k9 l12=-12 h8=29995
//! ```
//!
//! A comment tells the schema and how the games below it were made; files without one are of schema 1.
//! The rest are games: the rule, the size, the number that the game was played from, the winner or
//! `draw`, and the moves: `?` marks one played at random, `=` tells the searched score for the side
//! that moves, and a move without either was forced or found without a search. Games of older versions
//! that end with `=-32000` were given up there without a proof: their result is worth nothing.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, bail, ensure};

use gomoku_match::disk::whole_lines;
use gomoku_rules::{Pos, Rule, Side, Size};
use shisan::score::Score;

/// How a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// By chance.
    Random,
    /// There was no other, or the solvers alone found it.
    Forced,
    /// By a search with this result.
    Searched(Score),
}

/// What early files have for a search that had not valued a single move.
pub(super) const NO_VALUE: Score = Score::from_raw(-(Score::INFINITE.get() as i16));

/// A game and what its players thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub rule: Rule,
    pub size: Size,
    /// The number that all chance in the game came from.
    pub seed: u64,
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub moves: Vec<(Pos, Choice)>,
}

impl Record {
    /// Whether the game was played until its result was certain.
    pub fn is_whole(&self) -> bool {
        self.moves.last().is_none_or(|(_, choice)| *choice != Choice::Searched(NO_VALUE))
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or_else(|| "draw".to_owned(), |side| side.to_string());
        write!(f, "{} {} {} {winner}", self.rule, self.size, self.seed)?;
        for (pos, choice) in &self.moves {
            match choice {
                Choice::Random => write!(f, " {pos}?")?,
                Choice::Forced => write!(f, " {pos}")?,
                Choice::Searched(score) => write!(f, " {pos}={}", score.get())?,
            }
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let mut word = || words.next().ok_or("a record of a game is cut short");
        let rule = word()?.parse::<Rule>().map_err(|error| error.to_string())?;
        let size = word()?.parse::<Size>().map_err(|error| error.to_string())?;
        let seed = word()?.parse().map_err(|_| "the number of a game is none")?;
        let winner = match word()? {
            "black" => Some(Side::Black),
            "white" => Some(Side::White),
            "draw" => None,
            other => return Err(format!("who is {other:?}?")),
        };
        let moves = words.map(|word| choice(word, size)).collect::<Result<Vec<_>, _>>()?;
        let mut taken = HashSet::new();
        if let Some((pos, _)) = moves.iter().find(|(pos, _)| !taken.insert(*pos)) {
            return Err(format!("{pos} is played twice"));
        }
        Ok(Self { rule, size, seed, winner, moves })
    }
}

fn choice(word: &str, size: Size) -> Result<(Pos, Choice), String> {
    let bad = || format!("bad move {word:?}");
    let (pos, choice) = match word.split_once('=') {
        Some((pos, score)) => {
            (pos, Choice::Searched(Score::from_raw(score.parse().map_err(|_| bad())?)))
        }
        None => match word.strip_suffix('?') {
            Some(pos) => (pos, Choice::Random),
            None => (word, Choice::Forced),
        },
    };
    let pos: Pos = pos.parse().map_err(|_| bad())?;
    if size.contains(pos) { Ok((pos, choice)) } else { Err(bad()) }
}

/// How the comment begins that tells the schema, whose number follows.
const HEADING: &str = "# shisan games ";
/// The schema that is read and written.
const SCHEMA: &str = "1";

/// The comment for games `made` so that come behind `text`; `None` where it holds for them already.
pub(super) fn new_heading(text: &str, made: &str) -> Option<String> {
    let heading = format!("{HEADING}{SCHEMA}: {made}");
    let last = text.lines().rfind(|line| line.starts_with(HEADING));
    (last != Some(heading.as_str())).then_some(heading)
}

/// The games of a file's `text`, each with its line's number, once each. A last line that was cut
/// short is passed over.
///
/// # Errors
/// When a line is none of a known schema.
fn parse(text: &str) -> anyhow::Result<Vec<(usize, Record)>> {
    let whole = whole_lines(text);
    let is_begun = HEADING.starts_with(text) || text.starts_with(HEADING);
    ensure!(is_begun || !whole.is_empty(), "no file of games");
    let mut known = HashSet::new();
    let mut records = Vec::new();
    for (number, line) in (1..).zip(whole.lines()) {
        if let Some(heading) = line.strip_prefix(HEADING) {
            let schema = heading.split(':').next().unwrap_or_default();
            if schema != SCHEMA {
                bail!("line {number}: games of schema {schema}, which this version does not read");
            }
        } else if !line.starts_with('#') && known.insert(line) {
            let record = line.parse().map_err(anyhow::Error::msg);
            records.push((number, record.with_context(|| format!("line {number}"))?));
        }
    }
    Ok(records)
}

/// The games of a file, as [`parse`] finds them.
///
/// # Errors
/// When it cannot be read, too.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<(usize, Record)>> {
    let name = || path.display().to_string();
    std::fs::read_to_string(path)
        .map_err(Into::into)
        .and_then(|text| parse(&text))
        .with_context(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_join_in_any_way_and_other_schemas_are_refused() {
        let game = "renju 15x15 3 draw h8? i9=5\n";
        let old = format!("{game}renju 15x15 4 white h8? j9=5\n");
        let heading = new_heading(&old, "by hand").expect("there is none");
        let new = format!("{heading}\n# a remark\n{game}renju 15x15 5 black");
        assert_eq!(new_heading(&new, "by hand"), None);
        let lines =
            |text: &str| parse(text).expect("games").iter().map(|(line, _)| *line).collect();
        let found: Vec<usize> = lines(&format!("{old}{new}"));
        assert_eq!(found, [1, 2], "the same game counts once, and a torn one not at all");
        assert_eq!(lines(&format!("{new} h8?\n{old}")), [3, 4, 6] as [usize; 3]);
        let refusal = |text: &str| format!("{:#}", parse(text).map(|_| ()).expect_err(text));
        assert!(refusal("# shisan games 2: x\n").starts_with("line 1: games of schema 2"));
        assert!(refusal(&format!("{game}shisanw1\n")).starts_with("line 2: "));
    }

    #[test]
    fn a_line_survives_reading_and_writing() {
        let line = "freestyle 20x20 17 black j10? k11? i11=35 k9 l12=-12 h8=29995";
        let record: Record = line.parse().expect("a record");
        assert_eq!(record.moves[4].1, Choice::Searched(Score::from_raw(-12)));
        assert_eq!(record.to_string(), line);
        for bad in [
            "",
            "freestyle 20x20 17",
            "freestyle 9 1 black z30",
            "renju 15 1 red h8",
            "caro 15 1 draw h8? h8=3",
        ] {
            assert!(bad.parse::<Record>().is_err(), "{bad}");
        }
    }
}
