//! The engine under test, and its limits.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{bail, ensure};

use super::result::{CheckResult, NotPassed, failed};
use super::session::{
    FirstStderrLine, SessionConfig, TURN, TestSession, is_error, note_stderr_line,
};
use crate::{
    Dialogue, EngineLimits, EngineSettings, GameSettings, Manager, Reaper, StartError, TimeControl,
};
use gomoku_protocol::Command;
use gomoku_rules::{Rule, Size};

/// The engine under test.
pub(super) struct EngineUnderTest {
    /// The command that starts it.
    pub(super) command: String,
    /// The folder where it may keep files, as `INFO folder` names it.
    pub(super) folder: Option<PathBuf>,
    /// Kills what is left of it if this program is killed.
    pub(super) reaper: Arc<Reaper>,
    /// The log of the check that is running.
    pub(super) log: Option<Dialogue>,
    pub(super) first_stderr_line: FirstStderrLine,
    /// The name of the check that is running.
    pub(super) check: String,
    /// The board of all checks that do not name their own.
    pub(super) size: Size,
    /// The longest time of a move.
    pub(super) turn: Duration,
    /// The match time of a game.
    pub(super) game: Duration,
    /// How late a move may be, in the checks of time.
    pub(super) tolerance: Duration,
    /// How long an answer may take that needs no search.
    pub(super) stall_timeout: Duration,
    /// The memory limit in bytes.
    pub(super) memory: u64,
    /// Set when the user interrupts the checks.
    pub(super) stop: Arc<AtomicBool>,
}

impl EngineUnderTest {
    /// Starts a fresh process of the engine.
    ///
    /// # Errors
    /// When its command cannot be run.
    pub(super) fn spawn(&self) -> Result<TestSession, StartError> {
        let config = SessionConfig {
            check: self.check.clone(),
            size: self.size,
            stall_timeout: self.stall_timeout,
            log: self.log.clone(),
            first_stderr_line: self.first_stderr_line.clone(),
        };
        TestSession::start(&self.command, Arc::clone(&self.reaper), config)
    }

    /// Notes what a process of the check that is running has written on standard error.
    pub(super) fn note_stderr_line(&self, line: Option<String>) {
        if let Some(line) = line {
            note_stderr_line(&self.first_stderr_line, &line, &self.check);
        }
    }

    /// A fresh process that has received nothing yet.
    pub(super) fn session(&self) -> CheckResult<TestSession> {
        self.spawn().or_else(|error| failed("a process", error))
    }

    /// A fresh process that has accepted a game on the usual board and has a short time for moves.
    pub(super) fn player(&self) -> CheckResult<TestSession> {
        let mut session = self.session()?;
        session.start_game(self.size)?;
        session.limit_turn(TURN);
        Ok(session)
    }

    /// Fails if the engine starts no game on the usual board: every check would.
    ///
    /// # Errors
    /// What it answers instead, and the size that it plays, if it is another.
    pub(super) fn ensure_it_starts(&self) -> anyhow::Result<()> {
        let start = |side: u8| -> Result<_, StartError> {
            let mut session = self.spawn()?;
            session.command(&Command::Start(Size::square(side)));
            let line = session.line("OK");
            Ok((line, session.has_exited()))
        };
        let size = self.size.width();
        let (line, has_exited) = start(size)?;
        let refusal = match line {
            Ok(line) if !is_error(&line) => return Ok(()),
            Ok(line) => line.text,
            Err(NotPassed::Failed { received, .. }) if has_exited => received,
            Err(NotPassed::Failed { expected, received }) => {
                bail!("the engine does not start: expected {expected}; received {received}")
            }
            Err(NotPassed::Skipped(_)) => return Ok(()),
        };
        let others: &[u8] = if has_exited { &[20, 15] } else { &[20, 15, 19, 18, 17, 16, 22, 25] };
        for &side in others.iter().filter(|&&side| side != size) {
            if start(side)?.0.is_ok_and(|line| line.is_ok()) {
                bail!(
                    "the engine refuses START {size} ({refusal}) and plays {side}x{side}: add --size \
                     {side}"
                );
            }
        }
        ensure!(!has_exited, "the engine does not start: received {refusal}");
        bail!(
            "the engine refuses START {size} ({refusal}) and every other size that was tried: it plays no game"
        )
    }

    /// The engine as a player under the limits of a tournament.
    pub(super) fn settings(&self, turn: Duration, game: Duration) -> EngineSettings {
        EngineSettings {
            name: self.check.clone(),
            command: self.command.clone(),
            folder: self.folder.clone(),
            time: TimeControl { turn: Some(turn), game: Some(game), increment: Duration::ZERO },
            limits: EngineLimits { memory: self.memory, ..EngineLimits::default() },
        }
    }

    /// A game as Gomocup's judge runs it.
    pub(super) fn judged_game(rule: Rule, size: Size) -> GameSettings {
        GameSettings {
            manager: Manager::Judge,
            strict_answers: true,
            tolerance: Manager::Judge.default_tolerance(),
            ..GameSettings::new(rule, size)
        }
    }
}
