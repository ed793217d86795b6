//! Games between scripted brains, whose results are known.

mod faults;
mod game;
mod judge;
mod opponent;
mod process;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::processes;
use gomoku_match::{
    Dialogue, EngineLimits, EngineSettings, GameSettings, PlayedGame, Player, TimeControl, play,
};
use gomoku_rules::{Rule, Side, Size, record};

/// A limit that only a machine that stands still can reach.
const AMPLE: Duration = Duration::from_secs(60);
/// Long enough for a script that answers at once, even on a busy machine.
const SHORT: Duration = Duration::from_secs(2);

/// Wins in the first row, moving first.
const WINNER: &str = "0,0 1,0 2,0 3,0 4,0";
/// Loses to it in the third row.
const LOSER: &str = "0,2 1,2 2,2 3,2 9,9";

/// A brain that does as `script.sh` is told by `actions`, blank between them.
fn brain(name: &str, actions: &str) -> EngineSettings {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/script.sh");
    let actions: Vec<String> =
        actions.split_whitespace().map(|action| format!("'{action}'")).collect();
    EngineSettings {
        name: name.into(),
        command: format!("'{script}' {}", actions.join(" ")),
        folder: None,
        time: TimeControl { turn: Some(AMPLE), ..TimeControl::default() },
        limits: EngineLimits::default(),
    }
}

fn winner() -> EngineSettings {
    brain("winner", WINNER)
}

fn loser() -> EngineSettings {
    brain("loser", LOSER)
}

/// The same brain with less time for a move.
fn hurried(mut settings: EngineSettings, turn: Duration) -> EngineSettings {
    settings.time.turn = Some(turn);
    settings
}

fn start(settings: EngineSettings) -> Player {
    Player::start(settings, None).expect("the script runs")
}

fn freestyle() -> GameSettings {
    GameSettings { start_limit: AMPLE, ..GameSettings::new(Rule::Freestyle, Size::square(15)) }
}

/// Plays from a pos string.
fn game(
    settings: &GameSettings,
    black: &mut Player,
    white: &mut Player,
    opening: &str,
) -> PlayedGame {
    let opening = record::parse_moves(opening).expect("a pos string");
    let stop = AtomicBool::new(false);
    let game = play(settings, [black, white], &opening, None, &stop);
    game.expect("both brains start").expect("no interrupt")
}

/// Who won and why, in a game between two new brains from the empty board; nothing of them is left.
fn result(
    settings: &GameSettings,
    black: EngineSettings,
    white: EngineSettings,
) -> (Option<Side>, String) {
    let (mut black, mut white) = (start(black), start(white));
    let groups = [black.id(), white.id()];
    let outcome = game(settings, &mut black, &mut white, "").outcome;
    drop((black, white));
    groups.into_iter().flatten().for_each(expect_gone);
    (outcome.winner, outcome.reason.to_string())
}

/// The processes of a group that still run.
fn members(group: u32) -> Vec<String> {
    let processes = processes::running().into_iter();
    let members = processes.filter(|process| process.group == Some(group));
    members.map(|process| process.command).collect()
}

/// No process of the group is left, or will be soon.
#[track_caller]
fn expect_gone(group: u32) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !members(group).is_empty() {
        assert!(Instant::now() < deadline, "left behind: {:?}", members(group));
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Text that several may write and read.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Paper {
    fn dialogue(&self) -> Dialogue {
        Dialogue::new(Box::new(self.clone()))
    }

    /// What was said, without the times.
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().expect("no panic").clone();
        let text = String::from_utf8(bytes).expect("text");
        let said = text.lines().filter_map(|line| line.trim_start().split_once(' '));
        said.map(|(_, said)| said.to_owned()).collect()
    }
}

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A path for a file of one test.
fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()))
}
