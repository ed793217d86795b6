//! The match lab: brains as child processes, and games between them under a referee that trusts
//! none of them.

mod limits;
mod outcome;
mod score;
mod settings;
mod text;

pub use limits::{EngineLimits, EngineSettings, TimeControl};
pub use outcome::{
    Adjudged, Exit, Illegal, Outcome, ParseReasonError, PlayedGame, PlayedMove, Reason, StartFault,
};
pub use score::{ParseScoreError, Report, ReportedScore};
pub use settings::{Adjudication, Agreement, GameSettings, Manager};
