//! The match lab: brains as child processes, and games between them under a referee that trusts
//! none of them.

mod adjudicate;
mod clock;
mod dialogue;
mod distribution;
mod game;
mod likelihood;
mod limits;
mod manners;
mod message;
mod outcome;
mod player;
mod process;
mod reaper;
mod score;
mod settings;
mod text;
mod usage;
mod wire;

pub mod agreement;
pub mod chart;
pub mod history;
pub mod json;
pub mod report;
pub mod sprt;
pub mod stats;
pub mod summary;

pub use dialogue::Dialogue;
pub use game::play;
pub use limits::{EngineLimits, EngineSettings, TimeControl};
pub use outcome::{
    Adjudged, Exit, Illegal, Outcome, ParseReasonError, PlayedGame, PlayedMove, Reason, StartFault,
};
pub use player::Player;
pub use process::StartError;
pub use reaper::{Reaper, reap};
pub use score::{ParseScoreError, Report, ReportedScore};
pub use settings::{Adjudication, Agreement, GameSettings, Manager};
