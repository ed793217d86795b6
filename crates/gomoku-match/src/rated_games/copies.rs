//! Records of games that a journal has, too: `--record` writes them beside it.

use std::collections::HashSet;

use super::files::GameFile;
use crate::journal::parse_pair;
use gomoku_rules::record::Record;
use gomoku_rules::{Pos, Side};

/// What tells games apart. Records of PGN have no moves.
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

    fn without_moves(&self) -> Self {
        Self { moves: Vec::new(), ..self.clone() }
    }
}

/// Leaves out the records of games that a journal has, and returns their number. Those of a file without moves
/// are the games of a journal if they have its players and results from the first to the last.
pub(crate) fn leave_out_copies(files: &mut [GameFile]) -> anyhow::Result<u64> {
    if !files.iter().any(|file| matches!(file, GameFile::Records(_))) {
        return Ok(0);
    }
    let journals = files.iter().map(journal_games).collect::<anyhow::Result<Vec<_>>>()?;
    let results = |games: &[Game]| games.iter().map(Game::without_moves).collect::<Vec<_>>();
    let journal_results: Vec<Vec<Game>> = journals.iter().map(|games| results(games)).collect();
    let known: HashSet<Game> = journals.into_iter().flatten().collect();
    let mut copies = 0;
    for file in files {
        let GameFile::Records(records) = file else { continue };
        let before = records.len();
        let is_known = |record: &Record| Game::of(record).is_some_and(|game| known.contains(&game));
        if records.iter().any(|record| !record.moves.is_empty()) {
            records.retain(|record| !is_known(record));
        } else if let Some(all) = records.iter().map(Game::of).collect::<Option<Vec<Game>>>()
            && journal_results.contains(&all)
        {
            records.clear();
        }
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
