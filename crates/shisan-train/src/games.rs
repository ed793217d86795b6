//! The games that a fit reads.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};

use super::game_file::GameFile;
use super::record::Record;
use super::setting::Setting;
use gomoku_match::hash::Fnv1a;
use gomoku_match::named;
use gomoku_rules::Rule;

/// 1 game in this many is for validation.
const VALIDATION: u64 = 12;

/// Whether the game with this seed is for the validation of a fit.
pub(super) fn is_validation(fit: u64, game: u64) -> bool {
    fastrand::Rng::with_seed(fit ^ game).u64(..VALIDATION) == 0
}

/// All games of the files, each once, in an order that does not depend on that of the files.
///
/// # Errors
/// When a file cannot be read, or holds games of another rule, or of another setting unless `mixed`.
pub(super) fn read(paths: &[PathBuf], of: Rule, mixed: bool) -> anyhow::Result<Vec<Record>> {
    let mut records = BTreeMap::new();
    let mut settings = BTreeSet::new();
    for path in paths {
        let file = read_file(path, of)?;
        records.extend(file.games.into_iter().map(|(_, record)| (record.to_string(), record)));
        // Rounds of training join the games of one engine and the next.
        settings.extend(file.settings.iter().map(|s| s.as_ref().map(Setting::without_engine)));
        ensure!(
            mixed || settings.len() < 2,
            "{}: games of another setting{}: --mixed accepts them",
            path.display(),
            difference(&settings)
        );
    }
    Ok(records.into_values().collect())
}

/// Games of any rule and setting, read as games of `rule`: all but those of `own`, and those that the fit
/// with this seed would keep for validation.
///
/// # Errors
/// When a file cannot be read.
pub(super) fn read_others(
    paths: &[PathBuf],
    rule: Rule,
    seed: u64,
    own: &[Record],
) -> anyhow::Result<Vec<Record>> {
    let own: HashSet<String> = own.iter().map(Record::to_string).collect();
    let mut records = BTreeMap::new();
    for path in paths {
        for (_, record) in GameFile::read(path)?.games {
            let text = record.to_string();
            let is_own = own.contains(&text) || is_validation(seed, record.seed);
            if record.rule != rule || !is_own {
                records.insert(text, Record { rule, ..record });
            }
        }
    }
    Ok(records.into_values().collect())
}

/// A file of games of this rule.
///
/// # Errors
/// When it cannot be read, or holds games of another rule.
pub(super) fn read_file(path: &Path, of: Rule) -> anyhow::Result<GameFile> {
    let file = GameFile::read(path)?;
    match file.games.iter().find(|(_, record)| record.rule != of) {
        Some((place, Record { rule, .. })) => {
            bail!("{}: {place}: a game of {rule}, not of {of}", path.display())
        }
        None => Ok(file),
    }
}

/// Checks that a file holds training games, of this rule if one is named.
///
/// # Errors
/// When it cannot be read, or holds something else.
pub fn check_games(path: &Path, of: Option<Rule>) -> anyhow::Result<()> {
    match of {
        Some(rule) => read_file(path, rule).map(drop),
        None => GameFile::read(path).map(drop),
    }
}

/// The rule that games are asked for, behind that noun.
pub(super) fn of_rule(rule: Option<Rule>) -> String {
    rule.map_or_else(String::new, |rule| format!(" of {rule}"))
}

/// Fails unless some of the samples that the files have are for training and some for validation.
///
/// # Errors
/// With the name of the file.
pub(super) fn ensure_enough<S>(
    files: &[PathBuf],
    training: &[S],
    validation: &[S],
) -> anyhow::Result<()> {
    let is_enough = !training.is_empty() && !validation.is_empty();
    ensure!(
        is_enough,
        "{}: too few games: none for training, or none for validation",
        named(files)
    );
    Ok(())
}

/// How the first two settings differ, in words behind a noun.
fn difference(settings: &BTreeSet<Option<Setting>>) -> String {
    let mut settings = settings.iter();
    match (settings.next(), settings.next()) {
        (Some(Some(one)), Some(Some(other))) => {
            one.difference(other).map_or_else(String::new, |difference| format!(", {difference}"))
        }
        _ => ", some of an unknown one".to_owned(),
    }
}

/// A number for games and for the file that a fit starts from, the same in every build.
pub(super) fn fingerprint<'a>(records: impl IntoIterator<Item = &'a Record>, base: &[u8]) -> u64 {
    let mut hash = Fnv1a::default();
    for record in records {
        hash.add(format!("{record}\n").as_bytes());
    }
    hash.add(base);
    hash.value()
}

/// The weight of the result in a target, from an argument.
///
/// # Errors
/// When it is not a number from 0 to 1.
pub(super) fn lambda(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(lambda) if (0.0..=1.0).contains(&lambda) => Ok(lambda),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
