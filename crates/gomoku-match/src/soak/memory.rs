//! The memory of a process between games, when it needs the minimum: growth is a leak.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::engine_io::manager::Manager;
use crate::engine_io::player::Player;
use crate::engine_io::usage;
use gomoku_protocol::{Command, Info, Key};
use gomoku_rules::Size;

/// The memory of a process after this many games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemorySample {
    /// The process ID.
    pub process: u32,
    /// The games it has played.
    pub games: u32,
    /// Its unshared memory.
    pub bytes: u64,
}

/// Samples the memory of one player's processes.
#[derive(Default)]
pub struct MemorySampler {
    process: Option<u32>,
    games: u32,
}

impl MemorySampler {
    /// Games between two samples.
    const INTERVAL: u32 = 100;
    /// How long each answer may take.
    const LIMIT: Duration = Duration::from_secs(5);
    /// The boards of a sample, the first that the brain plays: samples of one size can be compared.
    const SIZES: [Size; 3] = [Size::square(Size::MIN), Size::square(15), Size::square(20)];
    /// Settings that need the minimum of memory.
    const MINIMUM: [(Key, u32); 4] =
        [(Key::Rule, 0), (Key::ThreadNum, 1), (Key::HashSize, 1024), (Key::TimeoutTurn, 0)];

    /// Counts a game of `player`, and takes a sample if one is due.
    pub fn sample(&mut self, player: &mut Player, stop: &AtomicBool) -> Option<MemorySample> {
        let process = player.id();
        if process != self.process {
            *self = Self { process, games: 0 };
        }
        let process = process?;
        self.games += 1;
        if !self.games.is_multiple_of(Self::INTERVAL) {
            return None;
        }
        let text = |command| Manager::Native.text(&command);
        for (key, value) in Self::MINIMUM {
            player.send(&text(Command::Info(Info::new(key, value))));
        }
        let mut start = |size| {
            let answer = player.new_game(&text(Command::Start(size)), Self::LIMIT, stop);
            answer.is_some_and(|answer| answer.is_ok())
        };
        if !Self::SIZES.into_iter().any(&mut start) {
            return None;
        }
        // A brain may lack it: the game has just begun anyway.
        let _restarted = player.new_game(&text(Command::Restart), Self::LIMIT, stop)?;
        player.send(&text(Command::Begin));
        player.line(Instant::now() + Self::LIMIT, stop).ok()?;
        Some(MemorySample { process, games: self.games, bytes: usage::unshared(process)? })
    }
}
