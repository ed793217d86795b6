//! Games that several files hold: `--record` writes them beside a journal, and journals are copied.

use std::collections::{BTreeMap, HashSet};

use super::files::GameFile;
use crate::difference::difference;
use crate::journal::parse_pair;
use gomoku_rules::record::Record;
use gomoku_rules::{Pos, Side};

/// What tells games apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Game {
    players: [String; 2],
    winner: Option<Side>,
    moves: Vec<Pos>,
}

impl Game {
    fn of(record: &Record) -> Option<Self> {
        let [black, white] = [&record.black, &record.white].map(|name| name.as_deref());
        Some(Self {
            players: [black?.trim().to_owned(), white?.trim().to_owned()],
            winner: record.result?.winner,
            moves: record.cells().collect(),
        })
    }
}

/// Leaves out the pairs and the records of games that another journal has, and returns the number of games.
pub(crate) fn leave_out_copies(files: &mut [GameFile]) -> anyhow::Result<u64> {
    let pairs = leave_out_pairs(files)?;
    Ok(2 * pairs + leave_out_records(files)?)
}

/// Leaves out the pairs that an earlier journal of the same match has to the letter, times included.
fn leave_out_pairs(files: &mut [GameFile]) -> anyhow::Result<u64> {
    let mut copies = 0;
    for number in 1..files.len() {
        let (earlier, rest) = files.split_at_mut(number);
        let GameFile::Journal { headers, pairs, reader, .. } = &mut rest[0] else { continue };
        let Some(config) = headers.first().map(|header| header.config.common()) else { continue };
        for other in earlier {
            let GameFile::Journal { headers, pairs: known, reader: other, .. } = other else {
                continue;
            };
            let Some(header) = headers.first() else { continue };
            if difference(&header.config.common(), &config)?.is_some() {
                continue;
            }
            let mut own = BTreeMap::new();
            for (pair, place) in std::mem::take(pairs) {
                let is_known = match known.get(&pair) {
                    Some(there) => other.line_at(there.span)? == reader.line_at(place.span)?,
                    None => false,
                };
                if is_known {
                    copies += 1;
                } else {
                    own.insert(pair, place);
                }
            }
            *pairs = own;
        }
    }
    Ok(copies)
}

/// The number of records whose players, moves and result a record of an earlier file has, too. They may be
/// copies, or games that deterministic engines have repeated.
pub(crate) fn repeated(files: &[GameFile]) -> u64 {
    let mut known = HashSet::new();
    let mut repeated = 0;
    for file in files {
        let GameFile::Records(records) = file else { continue };
        let games = records.iter().filter_map(Game::of).filter(|game| !game.moves.is_empty());
        let games: Vec<Game> = games.collect();
        repeated += games.iter().filter(|game| known.contains(*game)).count() as u64;
        known.extend(games);
    }
    repeated
}

/// Leaves out the records of games that a journal has, and returns their number.
fn leave_out_records(files: &mut [GameFile]) -> anyhow::Result<u64> {
    if !files.iter().any(|file| matches!(file, GameFile::Records(_))) {
        return Ok(0);
    }
    let journals = files.iter().map(journal_games).collect::<anyhow::Result<Vec<_>>>()?;
    let known: HashSet<Game> = journals.into_iter().flatten().collect();
    let mut copies = 0;
    for file in files {
        let GameFile::Records(records) = file else { continue };
        let before = records.len();
        records.retain(|record| Game::of(record).is_none_or(|game| !known.contains(&game)));
        copies += (before - records.len()) as u64;
    }
    Ok(copies)
}

/// The games of a journal in their order; none of other files.
fn journal_games(file: &GameFile) -> anyhow::Result<Vec<Game>> {
    let GameFile::Journal { headers, pairs, reader, .. } = file else { return Ok(Vec::new()) };
    let mut games = Vec::new();
    for pair in pairs.values() {
        let played = parse_pair(&reader.line_at(pair.span)?)?;
        let size = headers.first().map(|header| header.config.game.size);
        let records = size
            .into_iter()
            .flat_map(|size| played.games.iter().map(move |game| game.to_record(None, size)));
        games.extend(records.filter_map(|record| Game::of(&record)));
    }
    Ok(games)
}
