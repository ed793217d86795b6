//! An engine of a match and its limits.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The time of an engine. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// Per move.
    pub turn: Option<Duration>,
    /// For all its moves of a game.
    pub game: Option<Duration>,
    /// Added to the time of the game with each move; meaningless where that has no limit.
    pub increment: Duration,
}

/// The limits of an engine besides the time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineLimits {
    /// Nodes per move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Search depth (`INFO max_depth`).
    pub depth: Option<u32>,
    /// Search threads (`INFO thread_num`).
    pub threads: Option<u32>,
    /// Bytes for the whole process (`INFO max_memory`, always sent); 0 is no limit.
    pub memory: u64,
    /// Further `INFO` lines: key and value, in this order.
    pub options: Vec<(String, String)>,
}

impl EngineLimits {
    /// The memory limit of Gomocup: 350 MiB.
    pub const TOURNAMENT_MEMORY: u64 = 350 << 20;
}

impl Default for EngineLimits {
    fn default() -> Self {
        Self {
            nodes: None,
            depth: None,
            threads: None,
            memory: Self::TOURNAMENT_MEMORY,
            options: Vec::new(),
        }
    }
}

/// An engine of a match: how it is started and limited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSettings {
    /// Its name in records and in the output.
    pub name: String,
    /// The program and its arguments, quoted as for a shell. A program given with a folder runs in
    /// that folder; one without is looked up in `PATH`.
    pub command: String,
    /// A folder for files that it keeps between games (`INFO folder`), if it has one.
    pub folder: Option<PathBuf>,
    /// Its time.
    pub time: TimeControl,
    /// Its other limits.
    pub limits: EngineLimits,
}
