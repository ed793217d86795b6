//! The subcommand `corpus`: training games packed for keeping, and unpacked.

use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use anyhow::ensure;

use super::game_file::{each_game, heading};
use super::games::of_rule;
use super::packed::{Block, MAX_GAMES, compress, shared};
use super::record::{Choice, Record};
use super::setting::Setting;
use gomoku_match::disk::{ensure_writable, replace};
use gomoku_match::{counted, named, rule};
use gomoku_rules::{Rule, Size};

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
    /// Passes each game on with its setting.
    fn each(
        &self,
        take: &mut dyn FnMut(Option<&Setting>, Record) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.games.iter().try_for_each(|path| {
            each_game(path, &mut |_, setting, record| {
                let is_asked_for = self.rule.is_none_or(|rule| rule == record.rule);
                if is_asked_for { take(setting, record) } else { Ok(()) }
            })
        })
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
    args.games.each(&mut |setting, record| {
        packer.add(setting, record);
        Ok(())
    })?;
    let (games, searched) = (packer.places.len(), packer.searched);
    let Games { rule, games: files } = &args.games;
    ensure!(games > 0, "{}: no games{}", named(files), of_rule(*rule));
    let bytes = packer.finish()?;
    replace(&args.output, &bytes)?;
    let cost = bytes.len() as f64 / searched.max(1) as f64;
    writeln!(
        out,
        "{}, {}, {} bytes, {cost:.2} a searched move",
        counted(games, "game"),
        counted(searched, "searched move"),
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
    let (mut parts, mut printed) = (Vec::new(), HashSet::new());
    let end = args.games.each(&mut |setting, record| {
        if !printed.insert(record.hash()) {
            return Ok(());
        }
        let is_of = |(known, _): &(Option<Setting>, String)| known.as_ref() == setting;
        let place = place(&mut parts, is_of, || (setting.cloned(), String::new()));
        Ok(writeln!(parts[place].1, "{record}")?)
    });
    for (setting, games) in parts {
        write!(out, "{}\n{games}", heading(setting.as_ref()))?;
    }
    end
}

/// Games to be packed.
#[derive(Debug, Default)]
struct Packer {
    settings: Vec<Option<Setting>>,
    kinds: Vec<Kind>,
    /// Where each game stands in its kind, by its hash.
    places: HashMap<u64, usize>,
    /// Moves with a score.
    searched: usize,
}

/// The games of one rule and size.
#[derive(Debug)]
struct Kind {
    rule: Rule,
    size: Size,
    /// Each game behind the index of its setting.
    games: Vec<(usize, Record)>,
}

impl Packer {
    /// Adds a game that is new. Of the settings of equal ones the first in their order holds, a known one before
    /// an unknown one, so that the order of the files does not matter.
    fn add(&mut self, setting: Option<&Setting>, record: Record) {
        let setting =
            place(&mut self.settings, |known| known.as_ref() == setting, || setting.cloned());
        let (rule, size) = (record.rule, record.size);
        let is_of = |kind: &Kind| (kind.rule, kind.size) == (rule, size);
        let place = place(&mut self.kinds, is_of, || Kind { rule, size, games: Vec::new() });
        let games = &mut self.kinds[place].games;
        match self.places.entry(record.hash()) {
            Entry::Vacant(place) => {
                place.insert(games.len());
                let is_searched =
                    |(_, choice): &&(_, Choice)| matches!(choice, Choice::Searched(_));
                self.searched += record.moves.iter().filter(is_searched).count();
                games.push((setting, record));
            }
            Entry::Occupied(place) => {
                let known = &mut games[*place.get()].0;
                let order = |setting: usize| {
                    let setting = &self.settings[setting];
                    (setting.is_none(), setting)
                };
                if order(setting) < order(*known) {
                    *known = setting;
                }
            }
        }
    }

    /// The packed games.
    fn finish(mut self) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.kinds.sort_by_key(|Kind { rule, size, .. }| (*rule, size.width(), size.height()));
        for Kind { rule, size, mut games } in self.kinds {
            sort(&mut games);
            for games in games.chunks(MAX_GAMES) {
                let of = |setting: usize| &self.settings[setting];
                let used: BTreeSet<_> = games.iter().map(|(setting, _)| of(*setting)).collect();
                let settings: Vec<_> = used.into_iter().cloned().collect();
                let place = |setting| settings.binary_search(of(setting)).unwrap_or_default();
                let games = games.iter().map(|(setting, game)| (place(*setting), game.clone()));
                let games = games.collect();
                bytes.extend(compress(&Block { rule, size, settings, games }.write())?);
            }
        }
        Ok(bytes)
    }
}

/// The index of an item, which is added if it is new.
fn place<T>(items: &mut Vec<T>, is_it: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> usize {
    items.iter().position(is_it).unwrap_or_else(|| {
        items.push(new());
        items.len() - 1
    })
}

/// Puts games by seed, and behind each its labels, those first that leave it last: a label shares most moves
/// with what stands before it. The order does not depend on that of the files.
fn sort(games: &mut [(usize, Record)]) {
    games.sort_by(|(_, a), (_, b)| {
        let cells = |game: &Record| game.moves.iter().map(|(pos, _)| *pos).collect::<Vec<_>>();
        let order = (a.seed, a.is_label()).cmp(&(b.seed, b.is_label()));
        order.then_with(|| cells(a).cmp(&cells(b))).then_with(|| a.to_string().cmp(&b.to_string()))
    });
    for same in games.chunk_by_mut(|(_, a), (_, b)| a.seed == b.seed) {
        if let Some(((_, game), labels)) = same.split_first_mut() {
            labels.sort_by_key(|(_, label)| (label.is_label(), Reverse(shared(game, label))));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_order_of_games_does_not_matter() {
        let setting = |nodes: u8| format!("rule=renju nodes={nodes}").parse::<Setting>().ok();
        let game = |seed: u8| format!("renju 15x15 {seed} draw h8? i9=5").parse::<Record>();
        let games = [(1, setting(2)), (1, setting(1)), (1, None), (2, None), (2, setting(2))];
        let packed = |places: [usize; 5]| {
            let mut packer = Packer::default();
            for place in places {
                let (seed, setting) = &games[place];
                packer.add(setting.as_ref(), game(*seed).expect("a record"));
            }
            assert_eq!((packer.places.len(), packer.searched), (2, 2));
            packer.finish().expect("memory")
        };
        let bytes = packed([0, 1, 2, 3, 4]);
        for places in [[4, 3, 2, 1, 0], [1, 3, 0, 4, 2], [2, 4, 1, 0, 3]] {
            assert!(packed(places) == bytes, "{places:?}");
        }
    }

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
