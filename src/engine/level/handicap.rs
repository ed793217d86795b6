//! The handicap of a level: the parameters of the dial.

use crate::pattern::Threat;
use crate::search::{Limits, Params};
use crate::solve::Mate;

/// How far checkmate is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sight {
    /// The longest own checkmate by fours, in plies.
    pub own: u32,
    /// The longest one of the opponent.
    pub opponent: u32,
    /// Whether checkmate by fours and threes is looked for.
    pub threes: bool,
}

impl Sight {
    /// Every checkmate.
    pub const FULL: Self = Self { own: Mate::MAX_PLIES, opponent: Mate::MAX_PLIES, threes: true };

    /// `params` with a quiescence search that sees no further.
    pub fn limit(self, params: &Params) -> Params {
        let plies = self.own.max(self.opponent) as i32;
        Params { quiesce_plies: params.quiesce_plies.min(plies), ..*params }
    }
}

/// What keeps a level from full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// Nodes of a move.
    pub nodes: u64,
    /// How far checkmate is seen.
    pub sight: Sight,
    /// The chance to overlook a cell where either side makes a five, an open four, a four and a three, or
    /// two threes, per mille.
    pub overlooked: [u32; 4],
    /// How many of the moves get attention.
    pub attention: usize,
    /// How far these moves may stray from the order of the move scores, in points of them.
    pub stray: u32,
    /// How wrong evaluations may be, in points.
    pub noise: u32,
}

impl Handicap {
    /// The names of its values, as the table of levels has them.
    pub const COLUMNS: [&'static str; 10] = [
        "nodes",
        "own",
        "opponent",
        "five",
        "open-four",
        "four-three",
        "double-three",
        "attention",
        "stray",
        "noise",
    ];

    /// The handicap of these values, in the order of [`Handicap::COLUMNS`].
    pub fn new(values: [u32; Self::COLUMNS.len()]) -> Self {
        let [nodes, own, opponent, five, open_four, four_three, double_three, rest @ ..] = values;
        let [attention, stray, noise] = rest;
        Self {
            nodes: nodes.into(),
            sight: Sight { own, opponent, threes: false },
            overlooked: [five, open_four, four_three, double_three],
            attention: attention as usize,
            stray,
            noise,
        }
    }

    /// The chance to overlook a cell with this threat, per mille.
    pub fn overlooks(&self, threat: Threat) -> u32 {
        let [five, open_four, four_three, double_three] = self.overlooked;
        match threat {
            Threat::Five => five,
            Threat::OpenFour => open_four,
            Threat::FourThree => four_three,
            Threat::DoubleThree => double_three,
            _ => 0,
        }
    }

    /// `limits`, and those of the level.
    pub fn limits(&self, limits: Limits) -> Limits {
        let nodes = limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes));
        Limits { nodes: Some(nodes), ..limits }
    }
}
