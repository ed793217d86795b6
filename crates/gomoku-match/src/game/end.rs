//! Why a game ends.

use crate::engine_io::exit::StartFailure;
use crate::engine_io::player::Player;
use crate::engine_io::process::StartError;
use crate::engine_io::streams::ReadError;
use crate::game::outcome::{Outcome, Termination};
use gomoku_rules::Side;

/// Why a game ended.
pub(crate) enum GameEnd {
    Over(Outcome),
    Stopped,
}

impl GameEnd {
    pub(crate) fn lost_by(side: Side, reason: Termination) -> Self {
        Self::Over(Outcome { winner: Some(!side), reason })
    }

    pub(crate) fn not_run(side: Side, error: StartError) -> Self {
        Self::lost_by(side, Termination::Start(StartFailure::NotRun(error.cause)))
    }

    pub(crate) fn drawn(reason: Termination) -> Self {
        Self::Over(Outcome { winner: None, reason })
    }
}

/// How the game ends when no answer could be read from `side`.
pub(crate) fn end_of(player: &mut Player, side: Side, error: ReadError) -> GameEnd {
    let reason = match error {
        ReadError::Stopped => return GameEnd::Stopped,
        ReadError::Closed => Termination::Crash(player.exit()),
        // A child may keep open the output of an engine that has exited.
        ReadError::Timeout => player.has_exited().map_or(Termination::Stalled, Termination::Crash),
    };
    GameEnd::lost_by(side, reason)
}
