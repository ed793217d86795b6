//! Answers: the lines of output.

use schemars::JsonSchema;
use serde::Serialize;
use shisan_engine::engine::processors;

use super::color::Color;
use super::opening::OpeningState;
use super::puzzles::Puzzles;
use super::query::{Action, FieldNames, Id};
use super::report::Report;
use super::review::Review;
use super::tree::GameTree;
use super::words;

/// An answer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Answer {
    /// that of the query
    pub id: Id,
    /// whether this is the last line about this position; `false` for progress
    #[serde(rename = "final")]
    pub is_final: bool,
    #[serde(flatten)]
    pub outcome: Outcome,
    /// what was ignored in the query or read in one of several ways, and a book that cannot be read; absent if there is none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub warnings: Vec<Warning>,
}

impl Answer {
    /// The last answer about a position, or the only one.
    pub const fn new(id: Id, outcome: Outcome, warnings: Vec<Warning>) -> Self {
        Self { id, is_final: true, outcome, warnings }
    }

    /// The answer in JSON, without the end of the line.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| unreachable!("{error}"))
    }
}

/// What became of a query.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "status", rename_all = "camelCase")]
pub enum Outcome {
    /// The answer about a position.
    Ok(Box<Report>),
    /// The game is over.
    Over(GameOver),
    /// The query was terminated.
    NoResult(NoResult),
    /// The query cannot be answered.
    Error(Problem),
    /// The moves of a game, judged.
    Reviewed(Box<Review>),
    /// The puzzles of a game.
    Found(Box<Puzzles>),
    /// An opening, decision by decision.
    Opened(Box<OpeningState>),
    /// Games in another format.
    Converted(Box<Conversion>),
    /// An action about the queue or this program.
    Done(Done),
}

/// A position in which the game is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GameOver {
    /// the position, by the number of moves before it
    pub turn: usize,
    /// `black`, `white`, or `null` for a draw
    pub winner: Option<Color>,
    /// `five`, `full board`, `no move` if renju forbids every free cell to Black, or Black's foul: `overline`, `double-four`, `double-three`
    pub reason: String,
    /// the stones of the five or longer line
    pub line: Vec<String>,
}

/// A position that was terminated.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
pub struct NoResult {
    /// the position, by the number of moves before it
    pub turn: usize,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    /// the reason, in one line
    pub error: String,
    /// the field that is wrong, as the query names it; `null` for the line as a whole
    pub field: Option<String>,
    /// the position; absent where the query itself is wrong
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
}

impl Problem {
    /// Longer reasons are cut: they may quote the input.
    const LONGEST: usize = 300;

    /// A problem of the whole query.
    pub fn new(reason: impl Into<String>) -> Self {
        let mut error: String = reason.into();
        if let Some((end, _)) = error.char_indices().nth(Self::LONGEST) {
            error.truncate(end);
            error.push_str("...");
        }
        Self { error, field: None, turn: None }
    }

    /// A problem of one field.
    pub fn of(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..Self::new(reason) }
    }

    /// The problem that another field has the meaning of this one.
    pub fn means_the_same(field: impl Into<String>, other: &str) -> Self {
        Self::of(field, format!("{other} means the same: give one of them"))
    }

    /// The same in a query that names its fields so.
    #[must_use]
    pub fn of_query(self, names: &FieldNames) -> Self {
        Self { field: self.field.map(|field| names.of_query(&field)), ..self }
    }
}

/// Games in another format.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Conversion {
    /// how many games there are
    pub games: usize,
    /// the encoding of their texts, as the web names it; absent unless it had to be guessed
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guessed_encoding: Option<String>,
    /// the games in the format `to`, if that is a text and the query names no `encoding`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// the game in the format `to`, if that is a binary format, or the games in the `encoding` of the query, in base64
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<String>,
    /// the game that `game` names, with `to` `tree`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<GameTree>,
    /// all games in turn, with `to` `tree` and `game` `all`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub trees: Vec<GameTree>,
    /// without `to`: the rule of the first game; `null` if the text does not state it
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<words::Rule>")]
    pub rule: Option<Option<String>>,
    /// without `to`: `[width, height]`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<[u8; 2]>,
    /// without `to`: the stones that were set up before its moves, in no order, as those of a drawn board; absent if there are none
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub stones: Vec<(Color, String)>,
    /// without `to`: its moves
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// without `to`: the opening of renju that it begins with, such as `D4 Kagetsu`; absent if it begins with none of them, or another rule is stated
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
}

/// Something that was ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "QueryWarning")]
pub struct Warning {
    /// the field, as the query names it
    pub field: String,
    /// why
    pub warning: String,
}

/// An action that was done.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// the action
    pub action: Action,
    /// `terminate`: the query that was ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminate_id: Option<Id>,
    /// `terminate`, `terminateAll`, `quit`: how many positions were ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub terminated: Option<usize>,
    /// `version`: this program
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
}

impl Done {
    /// `action` is done.
    pub const fn new(action: Action) -> Self {
        Self { action, terminate_id: None, terminated: None, version: None }
    }
}

/// This program.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// `shisan`
    pub name: String,
    /// such as `0.1.0`
    pub version: String,
    /// of the source; `null` if the build does not name it
    pub commit: Option<String>,
    /// the version of this schema; it rises when a field changes its meaning
    pub schema: u32,
    /// the rules
    #[schemars(with = "Vec<words::Rule>")]
    pub rules: Vec<String>,
    /// the smallest and the greatest side of a board
    pub sizes: [u8; 2],
    /// the most threads of a search: the processors
    pub threads: usize,
}

impl Version {
    /// The version of the schema.
    pub(super) const SCHEMA: u32 = 1;

    /// This program.
    pub fn of_this_program() -> Self {
        let commit =
            shisan_engine::BUILD.split_once(" (").and_then(|(_, rest)| rest.strip_suffix(')'));
        Self {
            name: "shisan".to_owned(),
            version: shisan_engine::VERSION.to_owned(),
            commit: commit.map(str::to_owned),
            schema: Self::SCHEMA,
            rules: gomoku_rules::Rule::ALL.map(|rule| rule.name().to_owned()).to_vec(),
            sizes: [gomoku_rules::Size::MIN, gomoku_rules::Size::MAX],
            threads: processors(),
        }
    }
}
