//! Who plays in files, and the results of all of them.

use std::collections::{BTreeMap, HashMap};

use super::files::GameFile;
use crate::engine_io::files::EngineFiles;
use crate::journal::JournalHeader;
use crate::stats::ratings::Results;
use crate::stats::results::{GameScore, Trinomial};
use gomoku_rules::Side;
use gomoku_rules::record::Record;

/// The players of some files, numbered in the order in which they come.
#[derive(Default)]
pub(crate) struct Players {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    /// All results.
    pub results: Results,
    /// The games of each.
    pub counts: Vec<Trinomial>,
    /// Games and opponents of each: who, and how often.
    pub opponents: Vec<BTreeMap<usize, u64>>,
    /// Games without a result or the names of both players.
    pub skipped: u64,
    /// Games that another journal has, too, which were left out before.
    pub copies: u64,
    /// Records that equal one of another file, and count.
    pub repeated: u64,
    /// The engines of journals whose files were not always the same.
    pub changed: Vec<String>,
}

impl Players {
    /// The players of these files.
    pub fn of(files: &[GameFile]) -> Self {
        let mut this = Self::default();
        let mut known: BTreeMap<&str, EngineFiles> = BTreeMap::new();
        for file in files {
            match file {
                GameFile::Journal { headers, pairs, .. } => {
                    for header in headers {
                        this.note_changes(&mut known, header);
                    }
                    let Some(header) = headers.first() else { continue };
                    let schedule = header.config.schedule();
                    for (&number, pair) in pairs {
                        let names = schedule.pair(number).engines;
                        let names = names.map(|index| &*header.config.engines[index].name);
                        let players = names.map(|name| this.number_of(name));
                        this.count(players, &pair.result.scores);
                    }
                }
                GameFile::Records(records) => {
                    for record in records {
                        this.count_record(record);
                    }
                }
            }
        }
        this
    }

    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of a player.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// The number of a player, who may be new.
    pub fn number_of(&mut self, name: &str) -> usize {
        if let Some(number) = self.number(name) {
            return number;
        }
        let number = self.names.len();
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        self.counts.push(Trinomial::default());
        self.opponents.push(BTreeMap::new());
        number
    }

    /// Counts a game, or both of a pair: what they brought the first player.
    pub fn count(&mut self, players: [usize; 2], scores: &[GameScore]) {
        let [first, second] = players;
        for &score in scores {
            self.counts[first].count(score);
            self.counts[second].count(score.mirrored());
            *self.opponents[first].entry(second).or_default() += 1;
            *self.opponents[second].entry(first).or_default() += 1;
        }
        self.results.count(players, scores);
    }

    fn count_record(&mut self, record: &Record) {
        match Self::result_of(record) {
            Some((names, score)) => {
                let players = names.map(|name| self.number_of(name));
                self.count(players, &[score]);
            }
            None => self.skipped += 1,
        }
    }

    /// The names of Black and White, who are two, and what a game brought Black.
    pub fn result_of(record: &Record) -> Option<([&str; 2], GameScore)> {
        let [black, white] = [&record.black, &record.white].map(|name| name.as_deref());
        let names = [black?.trim(), white?.trim()];
        let score = match record.result?.winner {
            None => GameScore::Draw,
            Some(Side::Black) => GameScore::Win,
            Some(Side::White) => GameScore::Loss,
        };
        let are_two = names.iter().all(|name| !name.is_empty()) && names[0] != names[1];
        are_two.then_some((names, score))
    }

    /// Notes the engines of a journal that have other files than before.
    fn note_changes<'a>(
        &mut self,
        known: &mut BTreeMap<&'a str, EngineFiles>,
        header: &'a JournalHeader,
    ) {
        for (index, engine) in header.config.engines.iter().enumerate() {
            let files = header.files_of(index);
            match known.get(&*engine.name) {
                None => drop(known.insert(&engine.name, files)),
                Some(before) => {
                    let is_new = !self.changed.contains(&engine.name);
                    if before.change(&files).is_some() && is_new {
                        self.changed.push(engine.name.clone());
                    }
                }
            }
        }
    }
}
