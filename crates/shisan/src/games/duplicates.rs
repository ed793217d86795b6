//! `games duplicates`: games that an index has more than once.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;
use serde::Serialize;

use super::describe::{Describe, GameJson};
use super::filter::{FilterArgs, Found};
use super::images::Images;
use super::index::Index;

/// Of which games, and what makes them equal.
#[derive(Clone, Debug, clap::Args)]
pub struct DuplicatesArgs {
    /// What equal games share, in any image: all moves, or the last position, whatever the order of moves
    #[arg(long, value_enum, default_value = "moves")]
    by: By,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    /// The index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    #[command(flatten)]
    filter: FilterArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum By {
    Moves,
    Position,
}

#[derive(Serialize)]
struct GroupJson<'a> {
    games: Vec<GameJson<'a>>,
}

/// Prints the games that are equal, a group after another. Games without moves and stones are left out.
///
/// # Errors
/// When the index cannot be read or is older than its files.
pub fn duplicates(args: &DuplicatesArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let index = Index::open(&args.index)?;
    let position = args.filter.position()?;
    let mut groups: Vec<Vec<Found>> = Vec::new();
    let mut known = HashMap::new();
    for found in args.filter.found(&index)? {
        let row = found.row;
        let key = match args.by {
            By::Moves => row.moves_key,
            By::Position => row.last_key,
        };
        if row.moves > 0 || row.last_key != Images::new(row.size).key() {
            let group = *known.entry((row.size, key)).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(found);
        }
    }
    let describe = Describe { index: &index, filter: &args.filter, position: &position };
    for group in groups.into_iter().filter(|group| group.len() > 1) {
        if args.json {
            let games = group.into_iter().map(|found| describe.json(found)).collect();
            writeln!(out, "{}", serde_json::to_string(&GroupJson { games })?)?;
        } else {
            writeln!(out, "{} games are the same", group.len())?;
            for found in group {
                writeln!(out, "  {}", describe.line(found))?;
            }
        }
    }
    Ok(())
}
