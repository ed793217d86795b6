//! The subcommand `corpus`: training games packed for keeping, and unpacked.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;

use super::game_file::{each_game, heading};
use super::packed::{Kind, MAX_GAMES, compress, write_block};
use super::record::{Choice, Record};
use super::setting::Setting;
use gomoku_match::disk::{ensure_writable, replace};
use gomoku_match::rule;
use gomoku_rules::Rule;

/// Which games to read.
#[derive(Clone, Debug, clap::Args)]
struct Games {
    /// Take games of this rule only [default: all]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// Files of training games, as text, text in xz, or packed
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
}

/// Which games to pack, and where to.
#[derive(Clone, Debug, clap::Args)]
pub struct PackArgs {
    #[command(flatten)]
    games: Games,
    /// The packed file, a new one
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// Which games to unpack.
#[derive(Clone, Debug, clap::Args)]
pub struct UnpackArgs {
    #[command(flatten)]
    games: Games,
}

impl Games {
    /// Passes each game on, of equal ones the first, with its setting.
    fn each(
        &self,
        take: &mut dyn FnMut(Option<&Setting>, Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let mut known = HashSet::new();
        for path in &self.games {
            each_game(path, &mut |_, setting, record| {
                let is_asked_for = self.rule.is_none_or(|rule| rule == record.rule);
                if is_asked_for && known.insert(record.hash()) {
                    take(setting, record)
                } else {
                    Ok(())
                }
            })?;
        }
        Ok(())
    }
}

/// Packs the games, each once, into a new file, and prints what it holds.
///
/// # Errors
/// When a file cannot be read or written, is not one of training games, or the new one exists.
pub fn pack(args: &PackArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let name = args.output.display();
    ensure!(!args.output.exists(), "{name} exists: packed files are not changed, name another");
    ensure_writable(&args.output)?;
    let mut packer = Packer::default();
    args.games.each(&mut |setting, record| packer.add(setting, record))?;
    packer.finish()?;
    let Packer { bytes, games, searched, .. } = packer;
    ensure!(games > 0, "no such games in the files");
    replace(&args.output, &bytes)?;
    let cost = bytes.len() as f64 / searched.max(1) as f64;
    writeln!(
        out,
        "{games} games, {searched} searched moves, {} bytes, {cost:.2} a searched move",
        bytes.len()
    )?;
    Ok(())
}

/// Prints the games, each once, as text.
///
/// # Errors
/// When a file cannot be read, is not one of training games, or is damaged, which all games before the
/// damage precede; or `out` cannot be written.
pub fn unpack(args: &UnpackArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut last = None;
    args.games.each(&mut |setting, record| {
        let heading = heading(setting);
        if last.as_ref() != Some(&heading) {
            writeln!(out, "{heading}")?;
            last = Some(heading);
        }
        Ok(writeln!(out, "{record}")?)
    })
}

/// Packed games, and those that do not fill a block yet.
#[derive(Debug, Default)]
struct Packer {
    begun: Vec<(Kind, Vec<Record>)>,
    bytes: Vec<u8>,
    games: usize,
    /// Moves with a score.
    searched: usize,
}

impl Packer {
    fn add(&mut self, setting: Option<&Setting>, record: Record) -> anyhow::Result<()> {
        self.games += 1;
        let is_searched = |(_, choice): &&(_, Choice)| matches!(choice, Choice::Searched(_));
        self.searched += record.moves.iter().filter(is_searched).count();
        let (rule, size) = (record.rule, record.size);
        let is_of = |kind: &Kind| {
            kind.setting.as_ref() == setting && kind.rule == rule && kind.size == size
        };
        let found = self.begun.iter_mut().find(|(kind, _)| is_of(kind));
        let Some((kind, games)) = found else {
            let kind = Kind { setting: setting.cloned(), rule, size };
            self.begun.push((kind, vec![record]));
            return Ok(());
        };
        games.push(record);
        if games.len() == MAX_GAMES {
            self.bytes.extend(compress(&write_block(kind, games))?);
            games.clear();
        }
        Ok(())
    }

    /// Packs the games that do not fill a block.
    fn finish(&mut self) -> anyhow::Result<()> {
        for (kind, games) in self.begun.drain(..).filter(|(_, games)| !games.is_empty()) {
            self.bytes.extend(compress(&write_block(&kind, &games))?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Packed files are never changed, so this version reads all that were ever kept.
    #[test]
    fn the_games_of_the_repository_are_read() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        if package.join("Cargo.toml.orig").exists() {
            return; // unpacked from a registry, where the repository's data is absent
        }
        let mut rules = HashSet::new();
        for entry in fs::read_dir(package.join("../../data/corpus")).expect("a corpus") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
            each_game(&path, &mut |place, setting, record| {
                let is_named = name.starts_with(&format!("{}-", record.rule));
                assert!(is_named && setting.is_some(), "{name}: {place}: {record}");
                rules.insert(record.rule);
                Ok(())
            })
            .expect("games");
        }
        assert_eq!(rules.len(), Rule::ALL.len());
    }
}
