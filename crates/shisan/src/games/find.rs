//! `games find`: the games that are meant, named or written.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use gomoku_match::choice;
use gomoku_match::disk::ensure_distinct;
use gomoku_records::{FileFormat, Lost, TextEncoding, WriteOptions, Written};

use super::describe::Describe;
use super::filter::{FilterArgs, Found};
use super::index::Index;
use super::sources::shown;
use crate::convert::{Output, file_of, output_format};

/// Which games, and what to do with them.
#[derive(Clone, Debug, clap::Args)]
pub struct FindArgs {
    /// Of games with the same moves, in any image, take the first only
    #[arg(long)]
    unique: bool,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    /// Write the games themselves in this format, instead of naming them [default: by the extension of --output]
    #[arg(long, value_name = "FORMAT", conflicts_with = "json", value_parser = choice::<FileFormat>(FileFormat::WRITTEN.map(FileFormat::name)))]
    to: Option<FileFormat>,
    /// The encoding of names and comments that are written; what it lacks becomes a question mark
    #[arg(long, value_name = "ENCODING", default_value = "UTF-8", conflicts_with = "json")]
    encoding: TextEncoding,
    /// Write the games to this file, once all are found; several in PSQ, sav, yixin-pos, lib or db become
    /// several files, name-1.psq, name-2.psq, ...
    #[arg(short, long, value_name = "FILE", conflicts_with = "json")]
    output: Option<PathBuf>,
    /// The index
    #[arg(value_name = "INDEX")]
    index: PathBuf,
    #[command(flatten)]
    filter: FilterArgs,
}

/// Names the games of an index that `args` mean, or writes them.
///
/// # Errors
/// When the index cannot be read or is older than its files, or a file cannot be written.
pub fn find(args: &FindArgs, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<()> {
    let index = Index::open(&args.index)?;
    let mut found = args.filter.found(&index)?;
    if args.unique {
        let mut known = HashSet::new();
        found.retain(|found| known.insert((found.row.size, found.row.moves_key)));
    }
    if args.to.is_some() || args.output.is_some() {
        return export(args, &index, &found, out, err);
    }
    let position = args.filter.position()?;
    let describe = Describe { index: &index, filter: &args.filter, position: &position };
    for found in found {
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&describe.json(found))?)?;
        } else {
            writeln!(out, "{}", describe.line(found))?;
        }
    }
    Ok(())
}

/// Writes games with all that their files say, in the order in which they were read.
fn export(
    args: &FindArgs,
    index: &Index,
    found: &[Found],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<()> {
    let file = file_of(args.output.as_ref());
    let to = output_format(args.to, file)?;
    let read: Vec<&Path> = index.paths().chain([&*args.index]).collect();
    ensure_distinct(&read, file)?;
    let mut output = Output::open(file, to, out)?;
    let mut lost = Lost::default();
    let mut separator = "";
    let mut sorted: Vec<(u32, u32)> =
        found.iter().map(|found| (found.row.file, found.row.number)).collect();
    sorted.sort_unstable();
    for games in sorted.chunk_by(|a, b| a.0 == b.0) {
        let path = index.path_of(games[0].0);
        let name = shown(path);
        let changed = || anyhow!("{name}: the file has changed since it was indexed");
        let input = index.sources().open(path, |file| Box::new(file));
        let mut trees = input.map_err(anyhow::Error::from)?.into_trees();
        for &(_, number) in games {
            // What was skipped then is skipped now.
            let is_meant = |game: &gomoku_records::GameTree| game.number == u64::from(number);
            let game = trees.by_ref().filter_map(Result::ok).find(is_meant);
            let tree = game.ok_or_else(changed)?.tree;
            let options = WriteOptions { coords: args.filter.coords, encoding: args.encoding };
            let written = to.write(&tree, options);
            let context = || format!("{name}: game {number} (to {to})");
            let Written { bytes, lost: more } = written.with_context(context)?;
            lost += more;
            output.write(separator, &bytes)?;
            separator = to.separator();
        }
    }
    output.flush()?;
    output.finish(&read)?;
    if found.is_empty() {
        writeln!(err, "warning: no game was found")?;
    }
    if !lost.is_nothing() {
        writeln!(err, "warning: {to} has no place for {lost}")?;
    }
    Ok(())
}
