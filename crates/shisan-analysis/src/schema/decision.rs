//! A decision of an opening, in queries and in answers.

use schemars::JsonSchema;
use serde::Serialize;

/// A decision: a cell, `swap` or `stay`, a number of fifth moves, or the cells that are offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum OpeningDecision {
    Number(#[schemars(range(min = 1))] u8),
    Word(String),
    Offer(Vec<String>),
}
