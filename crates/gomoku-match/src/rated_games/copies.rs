//! Records of games that a journal has, too: `--record` writes them beside it.

use std::collections::HashSet;

use super::files::GameFile;
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

/// Leaves out the records of games that a journal has, and returns their number.
pub(crate) fn leave_out_copies(files: &mut [GameFile]) -> anyhow::Result<u64> {
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
