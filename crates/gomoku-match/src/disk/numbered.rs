//! Files of single games, which have their numbers in their names.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::replace::folder_of;

/// The game, counted from 1, whose file has this name in the folder of all of them.
pub(crate) fn game_of(name: &str, file_of: &dyn Fn(u64) -> PathBuf) -> Option<u64> {
    let mut numbers = name.split(|c: char| !c.is_ascii_digit()).filter_map(|it| it.parse().ok());
    numbers.find(|&game| game > 0 && file_of(game).file_name() == Some(name.as_ref()))
}

/// Removes the files of the games that are `old`: what an earlier run has left would be taken for games of this
/// one.
///
/// # Errors
/// When one cannot be removed.
pub(crate) fn remove_games(
    file_of: &dyn Fn(u64) -> PathBuf,
    is_old: &dyn Fn(u64) -> bool,
) -> anyhow::Result<()> {
    let first = file_of(1);
    let folder = folder_of(&first);
    let name = |path: &Path| path.display().to_string();
    for entry in fs::read_dir(folder).with_context(|| name(folder))? {
        let entry = entry.with_context(|| name(folder))?;
        let game = entry.file_name().to_str().and_then(|name| game_of(name, file_of));
        // No folder, device or link is ours.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && game.is_some_and(is_old) {
            let path = entry.path();
            fs::remove_file(&path).with_context(|| name(&path))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    #[test]
    fn only_files_of_old_games_are_removed() {
        let folder = folder("disk-numbered");
        let old = ["g.000002.psq", "g.000007.psq", "g.1234567.psq"];
        let kept = [
            "g.000000.psq",
            "g.000001.psq",
            "g.psq",
            "g.7.psq",
            "g.0000007.psq",
            "g.000007.sgf",
            "g.000007.psq.bak",
            "h.000007.psq",
            "7.g.000008.psqx",
        ];
        for name in old.iter().chain(&kept) {
            fs::write(folder.join(name), "").expect("disk space");
        }
        fs::create_dir(folder.join("g.000008.psq")).expect("disk space");
        let file_of = |game: u64| folder.join(format!("g.{game:06}.psq"));
        remove_games(&file_of, &|game| game != 1).expect("our own folder");
        for name in old {
            assert!(!folder.join(name).exists(), "{name}");
        }
        for name in kept.into_iter().chain(["g.000008.psq"]) {
            assert!(folder.join(name).exists(), "{name}");
        }
    }
}
