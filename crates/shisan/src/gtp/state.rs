//! What a session knows.

use gomoku_rules::Side;

use super::clocks::Clocks;
use super::game::Game;
use super::settings::Settings;

/// A session.
#[derive(Clone, Debug)]
pub struct State {
    pub game: Game,
    pub clocks: Clocks,
    pub settings: Settings,
}

impl State {
    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.game.board().side_to_move()
    }
}
