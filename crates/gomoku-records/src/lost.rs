//! What a format has no place for.

use std::fmt;
use std::ops::AddAssign;

use gomoku_rules::Size;
use gomoku_rules::record::Record;

use crate::tree::{Info, NodeId, Tree};

/// The board of games that do not state theirs, unless their reader is told another.
const USUAL_SIZE: Size = Size::square(15);

/// What a format may have a place for, beside the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The order of the moves of a game.
    Orders,
    /// That stones were set up: they become moves.
    SetUps,
    Variations,
    Comments,
    Marks,
    Labels,
    /// The times of moves.
    Times,
    /// The times that are left.
    Clocks,
    Players,
    Result,
    Rule,
    /// The size of a board that is not the [usual](USUAL_SIZE) one.
    Size,
    /// Date, tournament, round and place.
    Event,
    /// Properties of SGF.
    Properties,
    /// Characters that an encoding does not have.
    Characters,
    /// Games without a move.
    EmptyGames,
}

impl Kind {
    pub const ALL: [Self; 16] = [
        Self::Orders,
        Self::SetUps,
        Self::Variations,
        Self::Comments,
        Self::Marks,
        Self::Labels,
        Self::Times,
        Self::Clocks,
        Self::Players,
        Self::Result,
        Self::Rule,
        Self::Size,
        Self::Event,
        Self::Properties,
        Self::Characters,
        Self::EmptyGames,
    ];

    /// One of it, and several.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Orders => ["order of moves", "orders of moves"],
            Self::SetUps => ["set-up position", "set-up positions"],
            Self::Variations => ["variation", "variations"],
            Self::Comments => ["comment", "comments"],
            Self::Marks => ["mark", "marks"],
            Self::Labels => ["label", "labels"],
            Self::Times => ["time of a move", "times of moves"],
            Self::Clocks => ["clock", "clocks"],
            Self::Players => ["player's name", "players' names"],
            Self::Result => ["result", "results"],
            Self::Rule => ["rule", "rules"],
            Self::Size => ["board size other than 15x15", "board sizes other than 15x15"],
            Self::Event => ["date or tournament", "dates and tournaments"],
            Self::Properties => ["other property of SGF", "other properties of SGF"],
            Self::Characters => ["character in this encoding", "characters in this encoding"],
            Self::EmptyGames => ["game without moves", "games without moves"],
        }
    }
}

/// How much of some games is left out of a format, which has no place for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lost([u64; Kind::ALL.len()]);

impl Lost {
    /// What of `tree` is none of what a format `holds`. What a variation says counts with it.
    pub(crate) fn of(tree: &Tree, holds: &[Kind]) -> Self {
        let mut lost = Self::default();
        let mut count = |kind, found: usize| {
            if !holds.contains(&kind) {
                lost.0[kind as usize] += found as u64;
            }
        };
        count(Kind::Variations, tree.ids().filter(|&id| is_variation(tree, id)).count());
        let ids: Vec<NodeId> = if holds.contains(&Kind::Variations) {
            tree.ids().collect()
        } else {
            tree.main_line().collect()
        };
        for id in ids {
            let notes = tree.node(id).notes();
            count(Kind::SetUps, usize::from(!notes.setup.is_empty()));
            count(Kind::Comments, usize::from(notes.comment.is_some()));
            count(Kind::Marks, notes.marks.len());
            count(Kind::Labels, notes.labels.len());
            count(Kind::Times, usize::from(notes.time.is_some()));
            count(Kind::Clocks, notes.clocks.iter().flatten().count());
            count(Kind::Properties, notes.properties.len());
        }
        let Info { rule, black, white, date, event, round, place, result, comment } = &tree.info;
        count(Kind::Comments, usize::from(comment.is_some()));
        count(Kind::Players, [black, white].into_iter().flatten().count());
        count(Kind::Result, usize::from(result.is_some()));
        count(Kind::Rule, usize::from(rule.is_some()));
        count(Kind::Size, usize::from(tree.size != USUAL_SIZE));
        count(Kind::Event, [date, event, round, place].into_iter().flatten().count());
        lost
    }

    /// What of `tree` is not in `record`, its main line, but for the date and the like.
    pub fn beside(tree: &Tree, record: &Record) -> Self {
        use Kind::{Event, Players, Result, Rule, SetUps, Size, Times};
        let mut lost = Self::of(tree, &[SetUps, Times, Players, Result, Rule, Size, Event]);
        let comments = record.moves.iter().map(|played| &played.comment).chain([&record.comment]);
        lost.take_back(Kind::Comments, comments.flatten().count());
        lost
    }

    /// Counts more of it.
    pub(crate) fn add(&mut self, kind: Kind, count: usize) {
        self.0[kind as usize] += count as u64;
    }

    /// Says that the format holds some of it after all.
    pub(crate) fn take_back(&mut self, kind: Kind, count: usize) {
        let lost = &mut self.0[kind as usize];
        *lost = lost.saturating_sub(count as u64);
    }

    /// Whether nothing is left out.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a variation begins at a node: another child of its parent comes before it.
fn is_variation(tree: &Tree, id: NodeId) -> bool {
    let parent = tree.node(id).parent();
    parent.is_some_and(|parent| tree.children(parent).next() != Some(id))
}

impl AddAssign for Lost {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

/// `3 variations, 1 comment`
impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.0.iter().zip(Kind::ALL).filter(|&(&count, _)| count > 0);
        for (index, (count, kind)) in kinds.enumerate() {
            let [one, several] = kind.words();
            let comma = if index > 0 { ", " } else { "" };
            write!(f, "{comma}{count} {}", if *count == 1 { one } else { several })?;
        }
        Ok(())
    }
}
