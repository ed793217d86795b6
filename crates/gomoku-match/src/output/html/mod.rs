//! A match, or several, as one HTML file that opens from disk: what the page of the report shows, as JSON.
//!
//! The host has the page. Everything here is data; texts that engines chose are never markup.

mod charts;
mod engine;
mod game;
mod opening;

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::Serialize;

use self::charts::{Unit, lengths_chart, ratings_chart};
use self::engine::{EngineFigures, EngineTotals};
use self::game::GameRow;
use self::opening::Openings;
use crate::chart::Chart;
use crate::disk;
use crate::game::played::PlayedPair;
use crate::host::Host;
use crate::journal::JournalHeader;
use crate::output::ratings::RatingFigures;
use crate::pair_result::PairResult;
use crate::rated_games::players::Players;
use crate::stats::results::{Counts, GameScore};
use gomoku_rules::Size;
use gomoku_rules::record::{Cause, Record};

/// Games of one match: of its journals, or of a file of records.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct MatchFigures {
    /// The files that the games are from.
    pub files: Vec<String>,
    /// The board.
    #[serde(with = "crate::text")]
    pub size: Size,
    /// What decided the games, the machine and the hashes of the engines' files; `null` for records.
    pub header: Option<JournalHeader>,
    /// The seed of the match in words: a number of a page has 53 bits.
    pub seed: Option<String>,
    /// The machines that played it.
    pub machines: Vec<String>,
}

impl MatchFigures {
    /// The match of a journal with this name and header.
    pub fn of_journal(path: &Path, header: &JournalHeader) -> Self {
        Self {
            files: vec![path.display().to_string()],
            size: header.config.game.size,
            machines: vec![header.machine.clone()],
            seed: Some(header.config.seed.to_string()),
            header: Some(header.clone()),
        }
    }
}

/// All results of two players, from the view of the first.
#[derive(Clone, Debug, Serialize)]
struct Encounter {
    players: [usize; 2],
    games: [u64; 3],
    /// Pairs won, split and lost.
    pairs: [u64; 3],
}

/// What the page shows.
#[derive(Serialize)]
struct Figures<'a> {
    version: &'static str,
    command: &'a str,
    ratings: RatingFigures,
    engines: Vec<EngineFigures>,
    encounters: Vec<Encounter>,
    openings: &'a Openings,
    matches: &'a [MatchFigures],
    /// Codes of terminations, which games name by their places.
    endings: &'a [String],
    games: &'a [GameRow],
}

/// A report while its games are counted.
pub(crate) struct HtmlReport {
    path: PathBuf,
    command: String,
    page: fn(&str, &str) -> String,
    players: Players,
    engines: Vec<EngineTotals>,
    encounters: BTreeMap<[usize; 2], Counts>,
    openings: Openings,
    matches: Vec<MatchFigures>,
    endings: Vec<String>,
    ending_places: HashMap<String, usize>,
    games: Vec<GameRow>,
    /// Games, or the two of a pair, in their order.
    units: Vec<Unit>,
}

impl HtmlReport {
    /// A report without games that will be written to `path`.
    ///
    /// # Errors
    /// When it cannot be written there.
    pub fn create(path: &Path, host: &Host) -> anyhow::Result<Self> {
        disk::ensure_writable(path)?;
        Ok(Self::new(path, &host.command, host.report_page))
    }

    fn new(path: &Path, command: &str, page: fn(&str, &str) -> String) -> Self {
        Self {
            path: path.to_owned(),
            command: command.to_owned(),
            page,
            players: Players::default(),
            engines: Vec::new(),
            encounters: BTreeMap::new(),
            openings: Openings::default(),
            matches: Vec::new(),
            endings: Vec::new(),
            ending_places: HashMap::new(),
            games: Vec::new(),
            units: Vec::new(),
        }
    }

    /// The games that follow are of this match.
    pub fn begin(&mut self, figures: MatchFigures) {
        if let Some(header) = &figures.header {
            for engine in &header.config.engines {
                self.player(&engine.name);
            }
        }
        self.matches.push(figures);
    }

    /// Adds a pair of a match with a header.
    ///
    /// # Errors
    /// When others have played it than its header says.
    pub fn add_pair(&mut self, pair: &PlayedPair) -> anyhow::Result<()> {
        let header = self.matches.last().and_then(|it| it.header.as_ref());
        let config = &header.context("a pair of no match")?.config;
        let scheduled = config.schedule().pair(pair.pair);
        let result = PairResult::new(config, &scheduled, pair).map_err(anyhow::Error::msg)?;
        let names = scheduled.engines.map(|index| config.engines[index].name.clone());
        let (rule, size) = (config.game.rule, config.game.size);
        let players = [&names[0], &names[1]].map(|name| self.player(name));
        for (player, figures) in players.into_iter().zip(&result.figures) {
            self.engines[player].add(figures);
        }
        self.count(players, &result.scores);
        let opening = self.openings.count(rule, size, pair);
        for (number, game) in (2 * pair.pair + 1..).zip(&pair.games) {
            let players = [&game.black, &game.white].map(|name| self.player(name));
            for (side, &player) in players.iter().enumerate() {
                self.engines[player].add_moves(game, side);
            }
            let ending = game.outcome.reason.to_string();
            self.add_row(number, players, &ending, GameRow::of_game(game, opening));
        }
        Ok(())
    }

    /// Adds a record, the `number`-th of its file from 1.
    pub fn add_record(&mut self, number: u64, record: &Record) {
        let Some((names, score)) = Players::result_of(record) else { return };
        let players = names.map(|name| self.player(name));
        self.count(players, &[score]);
        let ending = match record.result.and_then(|result| result.cause) {
            None => "on the board",
            Some(Cause::Time) => "on time",
            Some(Cause::Forfeit) => "forfeit",
            Some(Cause::Resignation) => "resignation",
        };
        self.add_row(number, players, ending, GameRow::of_record(record, score));
    }

    /// Writes the file. `charts` stand before those of all reports.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, ratings: RatingFigures, mut charts: Vec<Chart>) -> anyhow::Result<()> {
        charts.extend(ratings_chart(self.players.names(), &self.units));
        charts.push(lengths_chart(&self.games));
        let drawn: String = charts.iter().map(Chart::to_string).collect();
        let encounter = |(&players, counts): (&[usize; 2], &Counts)| {
            let (games, pairs) = (counts.games, counts.pairs);
            Encounter {
                players,
                games: [games.wins, games.draws, games.losses],
                pairs: [pairs.ww + pairs.wd, pairs.wl + pairs.dd, pairs.ll + pairs.ld],
            }
        };
        let named = self.players.names().iter().zip(&self.engines);
        let figures = Figures {
            version: env!("CARGO_PKG_VERSION"),
            command: &self.command,
            ratings,
            engines: named.map(|(name, totals)| totals.figures(name)).collect(),
            encounters: self.encounters.iter().map(encounter).collect(),
            openings: &self.openings,
            matches: &self.matches,
            endings: &self.endings,
            games: &self.games,
        };
        let page = (self.page)(&serde_json::to_string(&figures)?, &drawn);
        disk::replace(&self.path, page.as_bytes())
    }

    /// The Elo of all players, without an anchor.
    pub fn ratings(&self) -> RatingFigures {
        RatingFigures::new(&self.players, None)
    }

    fn player(&mut self, name: &str) -> usize {
        let number = self.players.number_of(name);
        self.engines.resize_with(self.players.names().len(), EngineTotals::default);
        number
    }

    fn count(&mut self, players: [usize; 2], scores: &[GameScore]) {
        self.players.count(players, scores);
        let [first, second] = players;
        let key = [first.min(second), first.max(second)];
        let counts = self.encounters.entry(key).or_default();
        let seen = |score: GameScore| if first < second { score } else { score.mirrored() };
        match *scores {
            [one, two] => counts.count_pair([one, two].map(seen)),
            _ => scores.iter().for_each(|&score| counts.count_game(seen(score))),
        }
        self.units.push((players, scores.to_vec()));
    }

    fn ending(&mut self, code: &str) -> usize {
        if let Some(&place) = self.ending_places.get(code) {
            return place;
        }
        let place = self.endings.len();
        self.endings.push(code.to_owned());
        self.ending_places.insert(code.to_owned(), place);
        place
    }

    fn add_row(&mut self, number: u64, players: [usize; 2], ending: &str, mut row: GameRow) {
        row.place = self.matches.len().saturating_sub(1);
        (row.number, row.players, row.ending) = (number, players, self.ending(ending));
        self.games.push(row);
    }
}

#[cfg(test)]
mod tests;
