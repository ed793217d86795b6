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
    /// Begins another game, with the clocks full again.
    pub fn new_game(&mut self, game: Game) {
        self.game = game;
        self.clocks.restart();
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Side {
        self.game.board().side_to_move()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::gtp::clocks::Setting;
    use crate::gtp::commands::execute;
    use crate::gtp::syntax::Line;
    use gomoku_rules::{Rule, Size};
    use shisan_engine::search::TimeControl;

    const MINUTE: Duration = Duration::from_secs(60);

    fn state() -> State {
        let settings = Settings { nodes: None, turn_time: None, lines: 1, level: None, seed: 1 };
        let game = Game::new(Rule::Freestyle, Size::square(15));
        State { game, clocks: Clocks::default(), settings }
    }

    #[test]
    fn a_new_game_has_the_whole_clock() {
        let path = std::env::temp_dir().join(format!("gtp-clock-{}.sgf", std::process::id()));
        std::fs::write(&path, "(;GM[4]SZ[15];B[hh])").expect("a file");
        let loading = format!("loadsgf {}", path.display());
        for command in ["clear_board", "boardsize 15", "rectangular_boardsize 12 9", &*loading] {
            let mut state = state();
            state.clocks.set(Setting::Absolute(MINUTE));
            state.clocks.take(Side::White, MINUTE / 2);
            let line = Line::read(command.as_bytes()).expect("a command");
            execute(&mut state, &line).expect(command);
            let whole = TimeControl { left: Some(MINUTE), ..TimeControl::default() };
            assert_eq!(state.clocks.control(Side::White), Some(whole), "{command}");
        }
        std::fs::remove_file(path).expect("a file");
    }
}
