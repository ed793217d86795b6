//! A brain that plays games: its process, begun when it is needed and anew after it has failed.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use crate::engine_io::dialogue::{Dialogue, Stream};
use crate::engine_io::exit::{Exit, StartFailure};
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::process::{Process, StartError};
use crate::engine_io::reaper::Reaper;
use crate::engine_io::score::SearchReport;
use crate::engine_io::streams::{Log, ReadError, Reply, Streams, Writing};

/// A brain of a match. Dropping it ends its process and all that this has started.
pub struct Player {
    settings: EngineSettings,
    reaper: Option<Arc<Reaper>>,
    running: Option<Running>,
    log: Log,
}

/// Dropped in this order: once the group is killed, no stream blocks.
struct Running {
    process: Process,
    wire: Streams,
    /// Nothing was said to it yet.
    fresh: bool,
}

/// How long a process may take to tell how it ended once its output has.
const LAST_WORDS: Duration = Duration::from_millis(500);

impl Player {
    /// Starts the brain. Its process group is told to `reaper`, which kills it should the lab be
    /// killed.
    ///
    /// # Errors
    /// When the command cannot be run.
    pub fn start(
        settings: EngineSettings,
        reaper: Option<Arc<Reaper>>,
    ) -> Result<Self, StartError> {
        let mut player = Self { settings, reaper, running: None, log: Log::default() };
        player.ensure_running()?;
        Ok(player)
    }

    /// The brain's name.
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    /// What it may use.
    pub fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Tells what it may use in its next games.
    pub(crate) fn allow(&mut self, time: TimeControl, limits: EngineLimits) {
        self.settings.time = time;
        self.settings.limits = limits;
    }

    /// The number of its process and process group; `None` while it does not run.
    pub fn id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.process.id())
    }

    /// Asks the brain to end, and kills what is left of it and its children after `grace`.
    pub fn quit(&mut self, grace: Duration) {
        self.quit_with("END\n", grace);
    }

    pub(crate) fn quit_with(&mut self, command: &str, grace: Duration) {
        let Some(mut running) = self.running.take() else { return };
        running.process.resume();
        if running.wire.send(command.to_owned()) {
            running.process.exit(grace);
        }
    }

    /// Kills the brain and its children.
    pub(crate) fn kill(&mut self) {
        self.running = None;
    }

    /// Starts a process if none runs, or the one that did has ended.
    pub(crate) fn ensure_running(&mut self) -> Result<(), StartError> {
        if let Some(running) = &mut self.running {
            let Some(exit) = running.process.exit(Duration::ZERO) else { return Ok(()) };
            log::info!("{} ended between games: {exit}", self.settings.name);
            self.running = None;
        }
        let (process, pipes) = Process::spawn(&self.settings.command, self.reaper.clone())?;
        let wire = Streams::connect(&self.settings.name, pipes, Arc::clone(&self.log)).map_err(
            |error| StartError {
                command: self.settings.command.clone(),
                cause: format!("no thread to serve it: {error}"),
            },
        )?;
        self.running = Some(Running { process, wire, fresh: true });
        Ok(())
    }

    /// Starts a process to which nothing was said yet, unless that is the one that runs.
    pub(crate) fn respawn(&mut self) -> Result<(), StartError> {
        self.running.take_if(|running| !running.fresh);
        self.ensure_running()
    }

    /// Where its dialogue is written from now on.
    pub(crate) fn log_to(&self, log: Option<Dialogue>) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    /// Writes what happened to the brain into its dialogue.
    pub(crate) fn remark(&self, text: &str) {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(log) = &*log {
            log.note(Instant::now(), self.name(), Stream::Manager, text);
        }
    }

    /// Hands one or more whole lines to the brain.
    pub(crate) fn send(&mut self, lines: &str) {
        let Some(running) = &mut self.running else { return };
        running.fresh = false;
        if !running.wire.send(lines.to_owned()) {
            log::info!("{} does not listen", self.settings.name);
        }
    }

    /// Waits until the brain has all that was sent.
    pub(crate) fn written(
        &self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Writing, ReadError> {
        self.running.as_ref().map_or(Err(ReadError::Closed), |it| it.wire.written(deadline, stop))
    }

    /// The next line that may be an answer.
    pub(crate) fn reply(&self, deadline: Instant, stop: &AtomicBool) -> Result<Reply, ReadError> {
        self.running.as_ref().map_or(Err(ReadError::Closed), |it| it.wire.reply(deadline, stop))
    }

    /// Drops the lines that came before the last command.
    pub(crate) fn drop_unsolicited(&self, writing: Writing) {
        if let Some(running) = &self.running {
            running.wire.drop_unsolicited(writing);
        }
    }

    /// How many lines came unasked since this was called last.
    pub(crate) fn take_unsolicited(&self) -> u32 {
        self.running.as_ref().map_or(0, |running| running.wire.take_unsolicited())
    }

    /// Forgets what the brain told of its last search.
    pub(crate) fn forget_report(&self) {
        if let Some(running) = &self.running {
            running.wire.forget_report();
        }
    }

    /// What the brain told of its search.
    pub(crate) fn report(&self) -> SearchReport {
        self.running.as_ref().map_or_else(SearchReport::default, |running| running.wire.report())
    }

    /// Lets the brain think, or not.
    pub(crate) fn suspend(&self, suspend: bool) {
        if let Some(running) = &self.running {
            if suspend { running.process.suspend() } else { running.process.resume() }
        }
    }

    /// How the brain ended, its output having done so.
    pub(crate) fn exit(&mut self) -> Exit {
        let exit = self.running.as_mut().and_then(|running| running.process.exit(LAST_WORDS));
        exit.unwrap_or(Exit::Closed)
    }

    /// How the brain ended, if it has.
    pub(crate) fn has_exited(&mut self) -> Option<Exit> {
        self.running.as_mut().and_then(|running| running.process.exit(Duration::ZERO))
    }

    /// What it wrote last on standard error before it ended.
    pub(crate) fn last_stderr_line(&self) -> Option<String> {
        self.running.as_ref().and_then(|running| running.wire.last_stderr_line())
    }

    /// Opens a new game: sends `command`, whose answer is `OK`. `None` when the lab gives up.
    pub(crate) fn new_game(
        &mut self,
        command: &str,
        limit: Duration,
        stop: &AtomicBool,
    ) -> Option<Result<(), StartFailure>> {
        let deadline = Instant::now() + limit;
        self.send(command);
        let answer = self.written(deadline, stop).and_then(|writing| {
            self.drop_unsolicited(writing);
            loop {
                let reply = self.reply(deadline, stop)?;
                let word = reply.text.split_ascii_whitespace().next().unwrap_or("");
                if word.eq_ignore_ascii_case("OK") {
                    return Ok(None);
                }
                if ["ERROR", "UNKNOWN"].iter().any(|refusal| word.eq_ignore_ascii_case(refusal)) {
                    return Ok(Some(reply.text.chars().take(200).collect()));
                }
            }
        });
        Some(match answer {
            Ok(None) => Ok(()),
            Ok(Some(refusal)) => Err(StartFailure::Refused(refusal)),
            Err(ReadError::Timeout) => Err(StartFailure::Silent),
            Err(ReadError::Closed) => Err(StartFailure::Crash(self.exit())),
            Err(ReadError::Stopped) => return None,
        })
    }
}
