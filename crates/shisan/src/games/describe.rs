//! A game of an index in words, and as JSON.

use gomoku_rules::Side;
use serde::Serialize;

use super::filter::{FilterArgs, Found, ResultName};
use super::images::Images;
use super::index::Index;
use super::row::Next;
use super::sources::shown;

/// Says what an index knows about games.
pub struct Describe<'a> {
    pub index: &'a Index,
    pub filter: &'a FilterArgs,
    /// The position that was asked for.
    pub position: &'a Images,
}

/// A game as JSON.
#[derive(Serialize)]
pub struct GameJson<'a> {
    file: String,
    /// Its number in the file, from 1.
    game: u32,
    rule: Option<&'static str>,
    size: [u8; 2],
    /// The names of the players, Black's first.
    players: [Option<&'a str>; 2],
    date: Option<&'a str>,
    event: Option<&'a str>,
    /// The opening of renju.
    opening: Option<String>,
    /// black or white won, or draw.
    result: Option<&'static str>,
    /// The moves of its main line.
    moves: u16,
    #[serde(flatten)]
    place: Option<PlaceJson>,
}

/// Where the position stands in a game.
#[derive(Serialize)]
struct PlaceJson {
    /// How many moves lead there.
    turn: u16,
    /// Whether it stands beside the main line.
    variation: bool,
    /// The next move of the main line, on the board of the position that was asked for.
    next: Option<String>,
}

impl<'a> Describe<'a> {
    fn known(&self, text: u32) -> Option<&'a str> {
        Some(self.index.text(text)).filter(|text| !text.is_empty())
    }

    fn next(&self, found: Found) -> Option<String> {
        let Next::Cell(next) = found.entry?.next() else { return None };
        let pos = self.position.of_canonical(next)?;
        Some(self.filter.names().name(pos))
    }

    pub fn json(&self, found: Found) -> GameJson<'a> {
        let row = found.row;
        GameJson {
            file: shown(self.index.file_of(row)),
            game: row.number,
            rule: row.rule.map(gomoku_rules::Rule::name),
            size: [row.size.width(), row.size.height()],
            players: [self.known(row.black), self.known(row.white)],
            date: self.known(row.date),
            event: self.known(row.event),
            opening: row.opening.map(|opening| opening.to_string()),
            result: ResultName::of(row).known(),
            moves: row.moves,
            place: found.entry.map(|entry| PlaceJson {
                turn: entry.moves(),
                variation: entry.is_variation(),
                next: self.next(found),
            }),
        }
    }

    /// One line.
    pub fn line(&self, found: Found) -> String {
        let row = found.row;
        let name = |text: u32| self.known(text).unwrap_or("?");
        let mut words = vec![format!("{} - {}", name(row.black), name(row.white))];
        if row.black == 0 && row.white == 0 {
            words.clear();
        }
        let texts = [row.date, row.event].into_iter().filter_map(|text| self.known(text));
        words.extend(texts.map(str::to_owned));
        words.extend(row.rule.map(|rule| rule.to_string()));
        words.push(row.size.to_string());
        words.extend(row.opening.map(|opening| opening.to_string()));
        let unit = if row.moves == 1 { "move" } else { "moves" };
        words.push(format!("{} {unit}", row.moves));
        words.push(match ResultName::of(row) {
            ResultName::Won(Side::Black) => "Black won".to_owned(),
            ResultName::Won(Side::White) => "White won".to_owned(),
            ResultName::Draw => "draw".to_owned(),
            ResultName::Unknown => "result unknown".to_owned(),
        });
        let head = format!("{} game {}: ", shown(self.index.file_of(row)), row.number);
        let place = found.entry.map_or_else(String::new, |entry| {
            let beside = if entry.is_variation() { " of a variation" } else { "" };
            let next = self.next(found).map_or_else(String::new, |next| format!(", then {next}"));
            format!("; after move {}{beside}{next}", entry.moves())
        });
        head + &words.join(", ") + &place
    }
}
