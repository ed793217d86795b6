//! What a checkmate solver answers.

use schemars::JsonSchema;
use serde::Serialize;

use super::color::Color;

/// Whether the attacker mates by continuous fours and threes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proof {
    /// whose win was looked for
    pub attacker: Color,
    /// `mate`, `none` (every attack failed) or `undecided` (a limit was reached, or the win found is excluded)
    pub result: ProofResult,
    /// `VCF` (by fours) or `VCT` (by fours and threes): what was found, or looked for
    pub kind: MateKind,
    /// plies to the five, of a mate
    pub plies: Option<u32>,
    /// the moves of both sides against the longest resistance met
    pub line: Vec<String>,
    /// nodes of the solvers
    pub nodes: u64,
    /// replies tried to verify the mate; absent unless it was asked for
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replies: Option<u64>,
}

impl Proof {
    /// The same without what was found.
    #[must_use]
    pub fn undecided(self) -> Self {
        Self {
            result: ProofResult::Undecided,
            plies: None,
            line: Vec::new(),
            replies: None,
            ..self
        }
    }
}

/// The answer of the solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProofResult {
    Mate,
    None,
    Undecided,
}

/// A kind of checkmate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum MateKind {
    #[serde(rename = "VCF")]
    Vcf,
    #[serde(rename = "VCT")]
    Vct,
}

impl MateKind {
    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vcf => "VCF",
            Self::Vct => "VCT",
        }
    }
}
