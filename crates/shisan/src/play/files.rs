//! Saved games.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};

use crate::convert::{Input, InputFormat, OutputFile};
use gomoku_match::disk::ensure_regular;
use gomoku_records::{FileFormat, GameTree, Lost, Tree, Written};
use gomoku_rules::record::{Format, Record};
use gomoku_rules::{Coords, Size};

/// A game that was loaded.
pub struct Loaded {
    /// The first game of the file.
    pub record: Record,
    /// All that the file says of it.
    pub tree: Tree,
    /// What is doubtful about it, line by line.
    pub warnings: Vec<String>,
    /// What the record leaves out.
    pub lost: Option<String>,
    /// How many games the file holds, those that cannot be read among them.
    pub count: usize,
}

/// Loads the first game of a file. One that does not state its board is on one of `size`; `coords` name the
/// cells of a pos string.
///
/// # Errors
/// When it is no regular file, cannot be read, or holds no game of moves in turn.
pub fn load(path: &Path, size: Size, coords: Coords) -> anyhow::Result<Loaded> {
    ensure_regular(path)?;
    let name = path.display();
    let mut games = Input::open(path, None, Some(size), coords)?.into_trees();
    let first = games.next().with_context(|| format!("{name}: no game found"))??;
    let GameTree { tree, guessed_encoding, warnings, .. } = first;
    let record = tree.record().with_context(|| name.to_string())?;
    let lost = Lost::beside(&tree, &record);
    let lost = (!lost.is_nothing()).then(|| format!("play has no place for {lost}"));
    let guess = guessed_encoding.map(|encoding| format!("the texts seem to be in {encoding}"));
    let line = |warning| format!("warning: {name}: {warning}");
    let warnings = warnings.into_iter().chain(guess).map(line).collect();
    Ok(Loaded { record, tree, warnings, lost: lost.map(line), count: 1 + games.count() })
}

/// Writes a game in the format that the extension of `path` names; a file there is replaced. `coords` name
/// the cells of a pos string, and label a drawn board. Returns what the format has no place for, as a warning.
///
/// # Errors
/// When the extension is not that of a format, or the file cannot be written.
pub fn save(path: &Path, game: &Tree, coords: Coords) -> anyhow::Result<Option<String>> {
    let Some(InputFormat::File(format)) = InputFormat::of_path(path) else {
        let endings = FileFormat::WRITTEN.map(FileFormat::name).join(", .");
        bail!("{}: expected a name in one of .{endings}", path.display())
    };
    let written = format.write(game, coords);
    let Written { bytes, lost } = written.with_context(|| path.display().to_string())?;
    OutputFile::open(path)?.write_from(&mut &bytes[..])?;
    Ok((!lost.is_nothing()).then(|| format!("warning: {format} has no place for {lost}")))
}

/// Writes a game to a new file in the current folder, named by the present time (UTC).
///
/// # Errors
/// When it cannot be written.
pub fn save_dated(game: &Tree) -> anyhow::Result<PathBuf> {
    let Written { bytes, .. } = FileFormat::from(Format::Sgf).write(game, Coords::default())?;
    let time = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
    let name = format!("shisan-{}", time.trim_end_matches('Z').replace(':', "").replace('T', "-"));
    for number in 1.. {
        let ending = if number > 1 { format!("-{number}") } else { String::new() };
        let path = std::path::absolute(format!("{name}{ending}.sgf"))?;
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => {
                let written = created.and_then(|mut file| {
                    file.write_all(&bytes)?;
                    file.sync_all()
                });
                return written.map(|()| path.clone()).with_context(|| path.display().to_string());
            }
        }
    }
    unreachable!("there is a free name")
}
