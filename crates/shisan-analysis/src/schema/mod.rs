//! The JSON of positions and analyses: one schema for `analyze`, `solve` and `forbid`.
//!
//! `docs/json.md` is made of these types, see `docs`.
#![expect(missing_docs, reason = "a description becomes part of the schema")]

mod answer;
mod book;
mod color;
mod decision;
#[cfg(test)]
mod docs;
mod fields;
mod forbidden;
mod json;
mod katago;
mod opening;
mod proof;
mod puzzles;
mod query;
mod rates;
mod read;
mod report;
mod review;
mod tree;
mod tree_fields;
#[cfg(test)]
mod types;
mod uses;
mod words;

pub use answer::{
    Answer, Conversion, Done, GameOver, NoResult, Outcome, Problem, Version, Warning,
};
pub use book::{BookGames, BookLine, InBook};
pub use color::Color;
pub use decision::OpeningDecision;
pub use forbidden::ForbiddenPoint;
pub(crate) use json::read_json;
pub use katago::{KataGoAnswer, KataGoWarning};
pub use opening::{OpeningOptions, OpeningPlayer, OpeningState};
pub use proof::{MateKind, Proof, ProofResult};
pub use puzzles::{Puzzle, Puzzles, Uniqueness};
pub use query::{
    Action, AgentName, BoardSize, CellList, FieldNames, Id, Include, Move, Moves, Query,
    Restriction, Restrictions, RuleName, Stones, Turns, WhichGame,
};
pub use rates::{policy, rounded, win_rate};
pub(crate) use read::{FromJson, Reader};
pub use report::{Evaluation, Line, Report, ThreatCell, Threats};
pub use review::{MoveClass, Review, ReviewedMove, SideReview};
pub use tree::{CellContent, GameTree, MarkName, TreeNode};
pub(crate) use words::TREE;

use schemars::{Schema, schema_for};

/// The JSON Schemas of a query and of an answer.
pub fn schemas() -> serde_json::Map<String, serde_json::Value> {
    let named = |name: &str, schema: Schema| (name.to_owned(), schema.to_value());
    [named("query", schema_for!(Query)), named("answer", schema_for!(Answer))].into_iter().collect()
}
