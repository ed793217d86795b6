//! What decides the games of a tuning.

use serde::{Deserialize, Serialize};

use super::algorithm::Parameter;
use crate::engine_io::limits::EngineSettings;
use crate::game::settings::GameSettings;
use crate::match_config::Openings;

/// The configuration in the header of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SpsaConfig {
    /// The brain, without the parameters under tuning.
    pub brain: EngineSettings,
    pub parameters: Vec<Parameter>,
    pub iterations: u64,
    pub pairs: u64,
    pub rate: f64,
    /// Iterations in flight.
    pub jobs: u64,
    pub seed: u64,
    pub game: GameSettings,
    pub openings: Openings,
}

/// An iteration that was played: a line of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PlayedIteration {
    pub iteration: u64,
    /// Games won minus games lost by the side with the perturbation added.
    pub points: i32,
    /// Why games were lost by a fault, such as a crash.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
}
