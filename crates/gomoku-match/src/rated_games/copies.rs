//! Games that several files hold: `--record` writes them beside a journal, and journals are copied.

use std::collections::{HashMap, HashSet};

use super::files::GameFile;
use crate::disk::{LineReader, Span};
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

/// The lines of each pair of a match, in the journals that have it.
type KnownPairs<'a> = HashMap<u64, Vec<(&'a LineReader, Span)>>;

/// Leaves out the pairs that an earlier journal of the same match has to the letter, times included.
fn leave_out_pairs(files: &mut [GameFile]) -> anyhow::Result<u64> {
    let mut known: HashMap<String, KnownPairs> = HashMap::new();
    let mut copies = Vec::new();
    for (number, file) in files.iter().enumerate() {
        let GameFile::Journal { headers, pairs, reader, .. } = file else { continue };
        let Some(header) = headers.first() else { continue };
        let of_match = known.entry(serde_json::to_string(&header.config.common())?).or_default();
        for (&pair, place) in pairs {
            let lines = of_match.entry(pair).or_default();
            let mut is_copy = false;
            for &(earlier, span) in &*lines {
                is_copy |= earlier.line_at(span)? == reader.line_at(place.span)?;
            }
            if is_copy {
                copies.push((number, pair));
            } else {
                lines.push((reader, place.span));
            }
        }
    }
    for &(number, pair) in &copies {
        if let GameFile::Journal { pairs, .. } = &mut files[number] {
            pairs.remove(&pair);
        }
    }
    Ok(copies.len() as u64)
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
