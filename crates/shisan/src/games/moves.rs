//! `games moves`: what was played in a position, and how it ended.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use gomoku_rules::Side;
use serde::Serialize;

use super::filter::{FilterArgs, Found, ResultName};
use super::index::Index;
use super::row::Next;

/// In place of a move: a pass, stones that are set up, or a move of the other side.
const OTHER: &str = "other";

/// Which position, and of which games.
#[derive(Clone, Debug, clap::Args)]
pub struct MovesArgs {
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    /// The index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    #[command(flatten)]
    filter: FilterArgs,
}

/// How games went for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct Counts {
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// Games whose result is not known.
    unknown: u32,
}

/// A move as JSON.
#[derive(Serialize)]
struct MoveJson<'a> {
    /// `null` for games that end here, `other` for those that go on with something else than a move.
    #[serde(rename = "move")]
    cell: Option<&'a str>,
    #[serde(flatten)]
    counts: Counts,
    /// Wins and half the draws as part of the games whose result is known.
    score: Option<f64>,
}

impl Counts {
    fn count(&mut self, found: Found, side: Side) {
        self.games += 1;
        match ResultName::of(found.row) {
            ResultName::Won(winner) if winner == side => self.wins += 1,
            ResultName::Won(_) => self.losses += 1,
            ResultName::Draw => self.draws += 1,
            ResultName::Unknown => self.unknown += 1,
        }
    }

    fn score(self) -> Option<f64> {
        let known = self.wins + self.draws + self.losses;
        (known > 0).then(|| {
            let score = (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(known);
            (score * 1e4).round() / 1e4
        })
    }
}

/// Prints the moves that the main lines of games go on with after a position, those of most games first.
///
/// # Errors
/// When the index or the position cannot be read, or the index is older than its files.
pub fn moves(args: &MovesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let index = Index::open(&args.index)?;
    let position = args.filter.position()?;
    let found = Found::reaching(&index, &position)?;
    let mut counts: BTreeMap<Next, Counts> = BTreeMap::new();
    let mut all = Counts::default();
    for found in args.filter.only(&index, found) {
        let Some(entry) = found.entry.filter(|entry| !entry.is_variation()) else { continue };
        counts.entry(entry.next()).or_default().count(found, position.to_move());
        all.count(found, position.to_move());
    }
    let mut counts: Vec<(Next, Counts)> = counts.into_iter().collect();
    // Games that do not go on with a move come last.
    counts.sort_by_key(|&(next, counts)| {
        let kind = match next {
            Next::Cell(_) => 0,
            Next::Other => 1,
            Next::End => 2,
        };
        (kind, std::cmp::Reverse(counts.games))
    });
    let names = args.filter.names();
    let name = |next: Next| match next {
        Next::Cell(pos) => position.of_canonical(pos).map(|pos| names.name(pos)),
        Next::Other => Some(OTHER.to_owned()),
        Next::End => None,
    };
    let rows = counts.iter().map(|&(next, counts)| (name(next), counts));
    if args.json {
        for (cell, counts) in rows {
            let line = MoveJson { cell: cell.as_deref(), counts, score: counts.score() };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        }
        return Ok(());
    }
    writeln!(out, "move      games      wins     draws    losses   unknown   score")?;
    let end = || "(end)".to_owned();
    for (cell, counts) in rows
        .map(|(cell, counts)| (cell.unwrap_or_else(end), counts))
        .chain([("all".to_owned(), all)])
    {
        let Counts { games, wins, draws, losses, unknown } = counts;
        let score = counts.score().map_or("-".to_owned(), |it| format!("{:.1} %", it * 100.0));
        writeln!(
            out,
            "{cell:<5}{games:>10}{wins:>10}{draws:>10}{losses:>10}{unknown:>10}{score:>8}"
        )?;
    }
    Ok(())
}
