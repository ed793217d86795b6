//! The brains that play: their processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context;
use gomoku_match::{
    EngineLimits, EngineSettings, Opponent, OpponentFailure, OpponentMove, Reaper, TimeControl,
};
use gomoku_rules::Side;

use super::engine::MoveLimits;
use super::game::Game;
use super::interrupt::Interrupt;
use super::players::{Player, Players};

/// A brain's time for a move unless something else limits it.
const TURN_TIME: Duration = Duration::from_secs(5);

/// The brain of each side that has one.
pub struct Brains {
    running: [Option<Brain>; 2],
    limits: MoveLimits,
    threads: Option<u32>,
    /// Ends them if this program is killed; started with the first of them.
    reaper: Option<Arc<Reaper>>,
    interrupt: Arc<Interrupt>,
}

struct Brain {
    command: String,
    opponent: Opponent,
    /// Its stray lines were told in this game.
    is_told: bool,
}

impl Brains {
    /// No brain yet; those to come have these limits.
    pub fn new(limits: MoveLimits, threads: Option<u32>, interrupt: Arc<Interrupt>) -> Self {
        Self { running: [None, None], limits, threads, reaper: None, interrupt }
    }

    /// Starts the brains that play now, and ends the others.
    ///
    /// # Errors
    /// When one cannot be started: those before go on then.
    pub fn seat(&mut self, players: &Players) -> anyhow::Result<()> {
        let mut idle: Vec<String> =
            self.running.iter().flatten().map(|brain| brain.command.clone()).collect();
        let mut started = Vec::new();
        for command in Side::BOTH.into_iter().filter_map(|side| command_of(players, side)) {
            match idle.iter().position(|running| running == command) {
                Some(index) => drop(idle.swap_remove(index)),
                None => started.push(self.start(command)?),
            }
        }
        let mut all: Vec<_> = self.running.iter_mut().filter_map(Option::take).collect();
        all.extend(started);
        self.running = Side::BOTH.map(|side| {
            let command = command_of(players, side)?;
            let index = all.iter().position(|brain| brain.command == command)?;
            Some(all.swap_remove(index))
        });
        Ok(())
    }

    fn start(&mut self, command: &str) -> anyhow::Result<Brain> {
        if self.reaper.is_none() {
            let program = std::env::current_exe().context("the path of this program is unknown")?;
            let reaper = Reaper::start(&program).context("cannot start the reaper of brains")?;
            self.reaper = Some(Arc::new(reaper));
        }
        let MoveLimits { nodes, turn_time, match_time } = self.limits;
        let is_limited = nodes.is_some() || turn_time.is_some() || match_time.is_some();
        let settings = EngineSettings {
            name: command.to_owned(),
            command: command.to_owned(),
            folder: None,
            time: TimeControl {
                turn: turn_time.or((!is_limited).then_some(TURN_TIME)),
                game: match_time,
                increment: Duration::ZERO,
            },
            limits: EngineLimits { nodes, threads: self.threads, ..EngineLimits::default() },
        };
        let opponent = Opponent::start(settings, self.reaper.clone())?;
        Ok(Brain { command: command.to_owned(), opponent, is_told: false })
    }

    /// The move of the brain that is to move in `game`, or why it gives none; `None` where no brain is to move.
    pub fn choose(&mut self, game: &Game) -> Option<Result<OpponentMove, OpponentFailure>> {
        let side = game.side_to_move();
        let brain = self.running[side.index()].as_mut()?;
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let used = game.time_of(side);
        let ask = || brain.opponent.choose(game.board(), game.rule(), used, &stop);
        let mut answer = self.interrupt.during(move || !flag.swap(true, Ordering::Relaxed), ask);
        if let Ok(chosen) = &mut answer {
            chosen.stray = chosen.stray.take().filter(|_| !brain.is_told);
            brain.is_told |= chosen.stray.is_some();
        }
        Some(answer)
    }

    /// A new game begins.
    pub fn new_game(&mut self) {
        for brain in self.running.iter_mut().flatten() {
            brain.is_told = false;
        }
    }
}

/// The command of the brain that plays `side`.
fn command_of(players: &Players, side: Side) -> Option<&str> {
    match players.of(side) {
        Player::Brain(command) => Some(command),
        _ => None,
    }
}
