//! Which games of an index are meant.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::Context;
use gomoku_match::{choice, rule};
use gomoku_rules::{CellNames, Coords, RenjuOpening, Rule, Side, Size};

use super::images::Images;
use super::index::Index;
use super::row::{Entry, Row};

/// Games, by position and by what is known about them.
#[derive(Clone, Debug, clap::Args)]
pub struct FilterArgs {
    /// Games with this in the name of a player, in any case
    #[arg(long, value_name = "TEXT")]
    player: Option<String>,
    /// Games with this in the name of their event, in any case
    #[arg(long, value_name = "TEXT")]
    event: Option<String>,
    /// Games of this date or later: a year, or as 2024-05-01; games without a date are left out
    #[arg(long, value_name = "DATE")]
    since: Option<Date>,
    /// Games of this date or earlier, likewise
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
    /// Games with this opening of renju: a name or a code, such as Kagetsu or D4
    #[arg(long, value_name = "OPENING")]
    opening: Option<OpeningName>,
    /// Games with this result: the winner, draw, or unknown
    #[arg(long, value_name = "RESULT", value_parser = choice::<ResultName>(ResultName::NAMES))]
    result: Option<ResultName>,
    /// Games that state this rule [default: all]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// The board of the position: a side, or width x height
    #[arg(long, default_value = "15")]
    size: Size,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    pub coords: Coords,
    /// The moves to a position that games reach, in any order and as any image: h8i9
    #[arg(value_name = "POSITION")]
    position: Option<String>,
}

/// A year, a month or a day: `1996`, `1996-05` or `1996-05-01`. A part that is not known is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Date([u16; 3]);

impl Date {
    /// The date that `text` begins with, and what follows it.
    fn read(text: &str) -> Option<(Self, &str)> {
        let (year, mut rest) = number(text, 4..=4, 9999)?;
        let mut date = [year, 0, 0];
        for (part, most) in date[1..].iter_mut().zip([12, 31]) {
            let after = rest.strip_prefix(['-', '/', '.']);
            let Some(found) = after.and_then(|text| number(text, 1..=2, most)) else { break };
            (*part, rest) = found;
        }
        Some((Self(date), rest))
    }

    /// The last day of the year or month, or the day.
    fn end(self) -> Self {
        Self(self.0.map(|part| if part > 0 { part } else { u16::MAX }))
    }
}

/// The number from 1 to `most` that `text` begins with, and what follows it.
fn number(text: &str, digits: RangeInclusive<usize>, most: u16) -> Option<(u16, &str)> {
    let end = text.find(|it: char| !it.is_ascii_digit()).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let number = number.parse().ok().filter(|number| (1..=most).contains(number))?;
    digits.contains(&end).then_some((number, rest))
}

impl FromStr for Date {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let whole = Self::read(text).filter(|(_, rest)| rest.is_empty());
        whole.map(|(date, _)| date).ok_or("expected a date such as 1996 or 1996-05-01")
    }
}

/// An opening of renju by its name or code.
#[derive(Clone, Copy, Debug)]
struct OpeningName(RenjuOpening);

impl FromStr for OpeningName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let is_meant = |opening: &RenjuOpening| {
            [opening.name(), opening.kanji(), &opening.code(), &opening.to_string()]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(text))
        };
        let found = RenjuOpening::all().find(is_meant).map(Self);
        found.ok_or_else(|| "expected a name such as Kagetsu, or D1 to D13, I1 to I13".to_owned())
    }
}

/// A result by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultName {
    Won(Side),
    Draw,
    Unknown,
}

impl ResultName {
    const NAMES: [&str; 4] = ["black", "white", "draw", "unknown"];
    const ALL: [Self; 4] =
        [Self::Won(Side::Black), Self::Won(Side::White), Self::Draw, Self::Unknown];

    /// That of a game.
    pub fn of(row: &Row) -> Self {
        match row.result.map(|result| result.winner) {
            Some(Some(side)) => Self::Won(side),
            Some(None) => Self::Draw,
            None => Self::Unknown,
        }
    }

    /// Its name, unless it is unknown.
    pub fn known(self) -> Option<&'static str> {
        let index = Self::ALL.iter().position(|&it| it == self);
        index.filter(|_| self != Self::Unknown).map(|index| Self::NAMES[index])
    }
}

impl FromStr for ResultName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let index = Self::NAMES.iter().position(|&name| name == text);
        let found = index.map(|index| Self::ALL[index]);
        found.ok_or_else(|| "expected black, white, draw or unknown".to_owned())
    }
}

/// A game that was found, and where in it the position stands.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    pub row: &'a Row,
    pub entry: Option<Entry>,
}

impl<'a> Found<'a> {
    /// The games of `index` that reach a position, with its place in them.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn reaching(index: &'a Index, position: &Images) -> anyhow::Result<Vec<Self>> {
        let entries = index.find(position.key())?;
        let found =
            |entry: Entry| Self { row: &index.games[entry.game as usize], entry: Some(entry) };
        Ok(entries.into_iter().map(found).collect())
    }
}

impl FilterArgs {
    /// The position that was asked for, or the empty board.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn position(&self) -> anyhow::Result<Images> {
        let names = CellNames { coords: self.coords, size: self.size };
        let cells = names.parse_all(self.position.as_deref().unwrap_or_default());
        let cells = cells.context("reading the moves")?;
        let mut known = HashSet::new();
        let taken = cells.iter().find(|&&pos| !known.insert(pos));
        anyhow::ensure!(
            taken.is_none(),
            "reading the moves: {} is taken",
            taken.map(|&pos| names.name(pos)).unwrap_or_default()
        );
        Ok(Images::after(self.size, &cells))
    }

    /// The games of `index` that are meant, in the order in which they were read.
    ///
    /// # Errors
    /// When the index or the position cannot be read.
    pub fn found<'a>(&self, index: &'a Index) -> anyhow::Result<Vec<Found<'a>>> {
        let all: Vec<Found> = if self.position.is_some() {
            Found::reaching(index, &self.position()?)?
        } else {
            index.games.iter().map(|row| Found { row, entry: None }).collect()
        };
        Ok(self.only(index, all))
    }

    /// Those of `found` that the other filters leave.
    pub fn only<'a>(&self, index: &Index, mut found: Vec<Found<'a>>) -> Vec<Found<'a>> {
        let lower = |text: &Option<String>| text.as_ref().map(|text| text.to_lowercase());
        let (player, event) = (lower(&self.player), lower(&self.event));
        let has = |text: u32, part: &str| index.text(text).to_lowercase().contains(part);
        found.retain(|Found { row, .. }| {
            let date = Date::read(index.text(row.date)).map(|(date, _)| date);
            self.rule.is_none_or(|rule| row.rule == Some(rule))
                && self.result.is_none_or(|result| ResultName::of(row) == result)
                && self.opening.is_none_or(|OpeningName(opening)| row.opening == Some(opening))
                && self.since.is_none_or(|since| date.is_some_and(|date| date >= since))
                && self.until.is_none_or(|until| date.is_some_and(|date| date <= until.end()))
                && event.as_ref().is_none_or(|part| has(row.event, part))
                && player.as_ref().is_none_or(|part| has(row.black, part) || has(row.white, part))
        });
        found
    }

    /// How cells of the position are named.
    pub fn names(&self) -> CellNames {
        CellNames { coords: self.coords, size: self.size }
    }
}
