//! The brain under check, and how it is treated.

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::finding::{Finding, failed};
use super::probe::Probe;
use crate::engine_io::process::{Process, StartError};
use crate::{Dialogue, EngineLimits, EngineSettings, GameSettings, Manager, Reaper, TimeControl};
use gomoku_rules::{Rule, Size};

/// The first line on standard error, and in which check it was written.
pub(super) type Outcry = Rc<RefCell<Option<String>>>;

/// The brain under check.
pub(super) struct Subject {
    /// What starts it.
    pub(super) command: String,
    /// The folder that it is told to keep its files in.
    pub(super) folder: Option<PathBuf>,
    /// Kills what is left of it should we be killed.
    pub(super) reaper: Arc<Reaper>,
    /// Where all that is said is written.
    pub(super) log: Option<Dialogue>,
    /// What it has written on standard error so far.
    pub(super) outcry: Outcry,
    /// The name of the check that is running.
    pub(super) check: String,
    /// The board of all checks that do not name their own.
    pub(super) size: Size,
    /// The longest thought that is asked for.
    pub(super) turn: Duration,
    /// All thoughts of one side of a game.
    pub(super) game: Duration,
    /// How late a move may be where nothing but time is checked.
    pub(super) tolerance: Duration,
    /// How long an answer may take that needs no thought.
    pub(super) patience: Duration,
    /// The bytes that it may take.
    pub(super) memory: u64,
}

impl Subject {
    /// A fresh process of the brain.
    ///
    /// # Errors
    /// When its command cannot be run.
    pub(super) fn spawn(&self) -> Result<Probe, StartError> {
        let (process, pipes) = Process::spawn(&self.command, Some(Arc::clone(&self.reaper)))?;
        Ok(Probe::new(self, process, pipes))
    }

    /// A fresh process to which nothing was said yet.
    pub(super) fn probe(&self) -> Finding<Probe> {
        self.spawn().or_else(|error| failed("a process", error))
    }

    /// A fresh process that was told of a game on the usual board and of a short thought, and has
    /// agreed.
    pub(super) fn player(&self) -> Finding<Probe> {
        let mut probe = self.probe()?;
        probe.start(self.size)?;
        probe.limit_turn(super::THOUGHT);
        Ok(probe)
    }

    /// The brain as a player under the limits of a tournament.
    pub(super) fn settings(&self, turn: Duration, game: Duration) -> EngineSettings {
        EngineSettings {
            name: self.check.clone(),
            command: self.command.clone(),
            folder: self.folder.clone(),
            time: TimeControl { turn: Some(turn), game: Some(game), increment: Duration::ZERO },
            limits: EngineLimits { memory: self.memory, ..EngineLimits::default() },
        }
    }

    /// A game as the judge has it played.
    pub(super) fn judged_game(rule: Rule, size: Size) -> GameSettings {
        GameSettings {
            manager: Manager::Judge,
            tolerance: Manager::Judge.default_tolerance(),
            ..GameSettings::new(rule, size)
        }
    }
}
