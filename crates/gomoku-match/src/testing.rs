//! Matches for tests.

use std::path::PathBuf;
use std::time::Duration;

use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::score::SearchReport;
use crate::game::outcome::{Outcome, Termination};
use crate::game::played::{PlayedGame, PlayedMove, PlayedPair};
use crate::game::settings::GameSettings;
use crate::match_config::{MatchConfig, Openings};
use crate::schedule::pairing::{Shard, Tournament};
use gomoku_rules::{Pos, Rule, Side, Size};

/// The codes of all ways in which an engine loses a game, with what they may hold.
pub(crate) const TERMINATIONS: [&str; 17] = [
    "five",
    "no-move",
    "foul:double-three",
    "illegal:occupied",
    "illegal:off-board",
    "illegal:malformed",
    "timeout:+37ms",
    "stalled",
    "crash:signal 11",
    "crash:closed",
    "start:silent",
    "start:refused ERROR größe: 15",
    "start:crash:exit 2",
    "start:not-run Permission denied (os error 13)",
    "memory:351MiB",
    "folder:71MiB",
    "adjudicated:win",
];

/// An empty folder of this name for one test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("shisan-{}-{name}", std::process::id()));
    drop(std::fs::remove_dir_all(&folder));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

/// A match of this many games between `new` and `base`, 500 ms a move.
pub(crate) fn config(games: u64) -> MatchConfig {
    let turn = Some(Duration::from_millis(500));
    let engine = |name: &str| EngineSettings {
        name: name.to_owned(),
        command: name.to_owned(),
        folder: None,
        time: TimeControl { turn, ..TimeControl::default() },
        limits: EngineLimits::default(),
    };
    MatchConfig {
        engines: vec![engine("new"), engine("base")],
        tournament: Tournament::RoundRobin,
        game: GameSettings::new(Rule::Freestyle, Size::square(15)),
        games,
        openings: Openings { name: "none".to_owned(), fingerprint: 1, transform: false },
        seed: 1,
        sprt: None,
        shard: Shard::WHOLE,
    }
}

/// A pair with these results for `new`: `W`, `L` or `D` for each game.
pub(crate) fn pair(number: u64, results: &str) -> PlayedPair {
    let games: Vec<PlayedGame> =
        results.chars().zip(Side::BOTH).map(|(result, own)| game(own, result)).collect();
    PlayedPair { pair: number, games: games.try_into().expect("two games") }
}

/// A game of `new` with the side `own`.
pub(crate) fn game(own: Side, result: char) -> PlayedGame {
    let name = |side: Side| if side == own { "new" } else { "base" }.to_owned();
    let winner = match result {
        'W' => Some(own),
        'L' => Some(!own),
        _ => None,
    };
    let reason = if winner.is_some() { Termination::Five } else { Termination::FullBoard };
    let played = |x| PlayedMove {
        pos: Pos::new(x, 7),
        time: Duration::from_millis(490 + u64::from(x)),
        late: None,
        report: SearchReport::default(),
    };
    PlayedGame {
        black: name(Side::Black),
        white: name(Side::White),
        opening: vec![Pos::new(7, 8)],
        moves: (0..4).map(played).collect(),
        refused_move: None,
        outcome: Outcome { winner, reason },
        unsolicited: [0; 2],
        memory: [None; 2],
        last_stderr_line: None,
        silence: None,
    }
}
