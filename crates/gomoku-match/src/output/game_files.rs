//! The files that a run with games writes, those of single games among them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::records;
use crate::disk;
use crate::schedule::pair_runner::PairRunner;

/// Fails if one of the files that a run writes would destroy another one or one that it `read`s: those
/// `written` whole, the records, or the dialogue of any game in the folder `log`.
///
/// # Errors
/// With the name of the file to be written.
pub(crate) fn ensure_distinct(
    read: &[PathBuf],
    written: &[Option<&PathBuf>],
    record: Option<&Path>,
    log: Option<&Path>,
) -> anyhow::Result<()> {
    let whole = written.iter().flatten().map(|path| path.as_path()).chain(record);
    let named: Vec<&Path> = read.iter().map(PathBuf::as_path).chain(whole.clone()).collect();
    let logs = log.map(|folder| among(&named, |game| folder.join(PairRunner::log_name(game))));
    let records = record
        .filter(|path| records::is_numbered(path))
        .map(|path| among(&named, |game| records::numbered(path, game)));
    let games: Vec<PathBuf> = [logs, records].into_iter().flatten().flatten().collect();
    disk::ensure_distinct(read, whole.chain(games.iter().map(PathBuf::as_path)))
}

/// Checks that the records and dialogues can be written, and creates the folder of the latter.
///
/// # Errors
/// With the name of what cannot be written.
pub(crate) fn prepare(record: Option<&Path>, log: Option<&Path>) -> anyhow::Result<()> {
    if let Some(record) = record {
        records::ensure_writable(record)?;
    }
    if let Some(folder) = log {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        disk::ensure_writable(&folder.join(PairRunner::log_name(1)))?;
    }
    Ok(())
}

/// The files of games that are called as one of these is: a match may have too many to try each.
fn among(named: &[&Path], file_of: impl Fn(u64) -> PathBuf) -> Vec<PathBuf> {
    let namesake = |path: &&Path| {
        let target = disk::target(path);
        let name = target.file_name()?.to_str()?;
        disk::game_of(name, &file_of).map(&file_of)
    };
    named.iter().filter_map(namesake).collect()
}
