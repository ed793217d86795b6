//! An engine that plays games: its process is started when needed, and again after a failure.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use crate::engine_io::dialogue::{Dialogue, Stream};
use crate::engine_io::exit::{Exit, StartFailure};
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::line::Line;
use crate::engine_io::manager::Manager;
use crate::engine_io::process::{Process, StartError};
use crate::engine_io::reaper::Reaper;
use crate::engine_io::score::SearchReport;
use crate::engine_io::silence::Silence;
use crate::engine_io::streams::{Log, ReadError, Streams, Writing};

/// An engine of a match. Dropping it kills its process and all that this has started.
pub struct Player {
    settings: EngineSettings,
    reaper: Option<Arc<Reaper>>,
    running: Option<Running>,
    log: Log,
}

/// Dropped in this order: once the group is killed, no stream blocks.
struct Running {
    process: Process,
    streams: Streams,
    /// Nothing was sent to it yet.
    fresh: bool,
}

/// How long a process may take to exit after its output has ended.
const EXIT_GRACE: Duration = Duration::from_millis(500);
/// How long one that was silent may take to print, once it is asked to exit.
const PRINT_GRACE: Duration = Duration::from_secs(2);

impl Player {
    /// An engine that a game starts.
    pub(crate) fn new(settings: EngineSettings, reaper: Option<Arc<Reaper>>) -> Self {
        Self { settings, reaper, running: None, log: Log::default() }
    }

    /// Starts the engine and reports its process group to `reaper`, which kills it if this program is
    /// killed.
    ///
    /// # Errors
    /// When the command cannot be run.
    pub fn start(
        settings: EngineSettings,
        reaper: Option<Arc<Reaper>>,
    ) -> Result<Self, StartError> {
        let mut player = Self::new(settings, reaper);
        player.ensure_running()?;
        Ok(player)
    }

    /// The engine's name.
    pub fn name(&self) -> &str {
        &self.settings.name
    }

    /// How it is started and limited.
    pub fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Sets its limits for the next games.
    pub(crate) fn allow(&mut self, time: TimeControl, limits: EngineLimits) {
        self.settings.time = time;
        self.settings.limits = limits;
    }

    /// The id of its process and process group; `None` while it does not run.
    pub fn id(&self) -> Option<u32> {
        self.running.as_ref().map(|running| running.process.id())
    }

    /// Asks the engine to exit, and kills what is left of it and its children after `grace`.
    pub fn quit(&mut self, grace: Duration) {
        self.quit_with(&Manager::Native.end_command(), grace);
    }

    pub(crate) fn quit_with(&mut self, command: &str, grace: Duration) {
        let Some(mut running) = self.running.take() else { return };
        running.process.resume();
        running.process.note_descendants();
        if running.streams.send(command.to_owned()) {
            running.process.exit(grace);
        }
    }

    /// Kills the engine and its children.
    pub(crate) fn kill(&mut self) {
        self.running = None;
    }

    /// Starts a process if none is running.
    pub(crate) fn ensure_running(&mut self) -> Result<(), StartError> {
        if let Some(running) = &mut self.running {
            let Some(exit) = running.process.exit(Duration::ZERO) else { return Ok(()) };
            log::info!("{} exited between games: {exit}", self.settings.name);
            self.running = None;
        }
        let (process, pipes) = Process::spawn(&self.settings.command, self.reaper.clone())?;
        let streams = Streams::connect(&self.settings.name, pipes, Arc::clone(&self.log)).map_err(
            |error| StartError {
                command: self.settings.command.clone(),
                cause: format!("cannot start a thread for its streams: {error}"),
            },
        )?;
        self.running = Some(Running { process, streams, fresh: true });
        Ok(())
    }

    /// Starts a fresh process, unless nothing was sent to the running one yet.
    pub(crate) fn respawn(&mut self) -> Result<(), StartError> {
        self.running.take_if(|running| !running.fresh);
        self.ensure_running()
    }

    /// Sets where its dialogue is written from now on.
    pub(crate) fn log_to(&self, log: Option<Dialogue>) {
        *self.log.lock().unwrap_or_else(PoisonError::into_inner) = log;
    }

    /// Writes a remark into its dialogue.
    pub(crate) fn remark(&self, text: &str) {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(log) = &*log {
            log.note(Instant::now(), self.name(), Stream::Manager, text);
        }
    }

    /// Sends one or more whole lines to the engine.
    pub(crate) fn send(&mut self, lines: &str) {
        let Some(running) = &mut self.running else { return };
        running.fresh = false;
        if !running.streams.send(lines.to_owned()) {
            log::info!("{} reads no commands", self.settings.name);
        }
    }

    /// Waits until everything sent has been written to the engine's input.
    pub(crate) fn written(
        &self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Writing, ReadError> {
        self.running
            .as_ref()
            .map_or(Err(ReadError::Closed), |it| it.streams.written(deadline, stop))
    }

    /// The next line that is not a message.
    pub(crate) fn line(&self, deadline: Instant, stop: &AtomicBool) -> Result<Line, ReadError> {
        self.running.as_ref().map_or(Err(ReadError::Closed), |it| it.streams.line(deadline, stop))
    }

    /// Drops the lines that came before the last command; returns the last of them.
    pub(crate) fn drop_unsolicited(&self, writing: Writing) -> Option<Line> {
        self.running.as_ref().and_then(|running| running.streams.drop_unsolicited(writing))
    }

    /// Counts a line that was read and asked for by no command.
    pub(crate) fn count_unsolicited(&self) {
        if let Some(running) = &self.running {
            running.streams.count_unsolicited();
        }
    }

    /// How many unsolicited lines came since the last call.
    pub(crate) fn take_unsolicited(&self) -> u32 {
        self.running.as_ref().map_or(0, |running| running.streams.take_unsolicited())
    }

    /// Forgets what the engine reported of its last search.
    pub(crate) fn forget_report(&self) {
        if let Some(running) = &self.running {
            running.streams.forget_report();
        }
    }

    /// What the engine reported of its search.
    pub(crate) fn report(&self) -> SearchReport {
        self.running.as_ref().map_or_else(SearchReport::default, |running| running.streams.report())
    }

    /// Suspends or resumes the engine.
    pub(crate) fn suspend(&self, suspend: bool) {
        if let Some(running) = &self.running {
            if suspend { running.process.suspend() } else { running.process.resume() }
        }
    }

    /// How the engine exited, after its output has ended.
    pub(crate) fn exit(&mut self) -> Exit {
        let exit = self.running.as_mut().and_then(|running| running.process.exit(EXIT_GRACE));
        exit.unwrap_or(Exit::Closed)
    }

    /// How the engine exited, if it has.
    pub(crate) fn has_exited(&mut self) -> Option<Exit> {
        self.running.as_mut().and_then(|running| running.process.exit(Duration::ZERO))
    }

    /// Why an engine that gave no answer may seem silent. It is asked to exit, which makes it print what
    /// it has not flushed; it plays no further.
    pub(crate) fn silence(&mut self) -> Option<Silence> {
        let streams = &mut self.running.as_mut()?.streams;
        if streams.is_in_line() {
            return Some(Silence::NoLineEnd);
        }
        let printed = streams.printed();
        streams.send(Manager::Native.end_command());
        streams.close_input();
        match (printed > 0, streams.prints_more(printed, Instant::now() + PRINT_GRACE)) {
            (false, true) => Some(Silence::Unflushed),
            (false, false) => Some(Silence::Nothing),
            (true, true) => Some(Silence::AtExit),
            (true, false) => None,
        }
    }

    /// The line that explains most of the last that it wrote on standard error.
    pub(crate) fn last_stderr_line(&self) -> Option<String> {
        self.running.as_ref().and_then(|running| running.streams.last_stderr_line())
    }

    /// Starts a new game: sends `command` and waits for `OK`. `None` when `stop` was set.
    pub(crate) fn new_game(
        &mut self,
        command: &str,
        limit: Duration,
        stop: &AtomicBool,
    ) -> Option<Result<(), StartFailure>> {
        let deadline = Instant::now() + limit;
        self.send(command);
        let mut last = None;
        let answer = self.written(deadline, stop).and_then(|writing| {
            self.drop_unsolicited(writing);
            loop {
                let line = self.line(deadline, stop)?;
                if line.is_ok() {
                    return Ok(None);
                }
                let text: String = line.text.chars().take(200).collect();
                if line.is_refusal() {
                    return Ok(Some(text));
                }
                self.count_unsolicited();
                last = Some(text);
            }
        });
        Some(match answer {
            Ok(None) => Ok(()),
            Ok(Some(refusal)) => Err(StartFailure::Refused(refusal)),
            Err(ReadError::Timeout) => {
                Err(last.map_or(StartFailure::Silent, StartFailure::Refused))
            }
            Err(ReadError::Closed) => Err(StartFailure::Crash(self.exit())),
            Err(ReadError::Stopped) => return None,
        })
    }
}
