//! What a process weighs between its games, when it has the least to keep: growth is a leak.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::engine_io::player::Player;
use crate::engine_io::usage;

/// What a process weighed after so many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    /// The number of the process.
    pub process: u32,
    /// Games that it has played.
    pub games: u32,
    /// Bytes that it shares with nobody.
    pub bytes: u64,
}

/// Weighs the processes of one player.
#[derive(Default)]
pub struct Scales {
    process: Option<u32>,
    games: u32,
}

impl Scales {
    /// A process is weighed after so many games, and so many again.
    const INTERVAL: u32 = 100;
    /// How long each answer may take.
    const LIMIT: Duration = Duration::from_secs(5);
    /// Everything as small as it gets.
    const LEAST: &str =
        "INFO rule 0\nINFO thread_num 1\nINFO hash_size 1024\nINFO timeout_turn 0\n";

    /// Counts a game of `player`, and weighs it if it is time.
    pub fn weigh(&mut self, player: &mut Player, stop: &AtomicBool) -> Option<Weight> {
        let process = player.id();
        if process != self.process {
            *self = Self { process, games: 0 };
        }
        let process = process?;
        self.games += 1;
        if !self.games.is_multiple_of(Self::INTERVAL) {
            return None;
        }
        player.send(Self::LEAST);
        for command in ["START 5\n", "RESTART\n"] {
            player.new_game(command, Self::LIMIT, stop)?.ok()?;
        }
        player.send("BEGIN\n");
        player.reply(Instant::now() + Self::LIMIT, stop).ok()?;
        Some(Weight { process, games: self.games, bytes: usage::unshared(process)? })
    }
}
