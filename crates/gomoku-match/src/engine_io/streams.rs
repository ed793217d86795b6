//! The streams of an engine: a thread for each of them, and a mailbox between them and the game.
//!
//! Nothing that an engine does blocks the match runner or costs it more than a little memory. Lines
//! get the time of their arrival. Messages are parsed at once and not kept; of other lines the mailbox
//! holds a limited number, each cut to a limited length.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine_io::dialogue::{Dialogue, Stream};
use crate::engine_io::info_parser::InfoParser;
use crate::engine_io::line::{Line, read_lines};
use crate::engine_io::process::Pipes;
use crate::engine_io::score::SearchReport;
use crate::engine_io::stderr_tail::StderrTail;

/// Lines that wait to be read; further ones are only counted. There is room for as many refusals again,
/// and for as many again that may be a move or say `OK`, so that no noise hides an answer.
const MAX_LINES: usize = 256;
/// Commands that wait for the engine to read them.
const MAX_COMMANDS: usize = 16;
/// How long standard error may take to end after the process has exited.
const STDERR_GRACE: Duration = Duration::from_millis(200);
/// How often a wait checks whether it was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// The log of the current game, if there is one.
pub(crate) type Log = Arc<Mutex<Option<Dialogue>>>;

/// Our side of the streams.
pub(crate) struct Streams {
    mailbox: Arc<Mailbox>,
    /// `None` once the input is closed.
    commands: Option<SyncSender<String>>,
    sent: u64,
}

struct Mailbox {
    name: String,
    state: Mutex<State>,
    changed: Condvar,
    log: Log,
}

#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "one for each stream")]
struct State {
    lines: VecDeque<Line>,
    parser: InfoParser,
    /// Lines that no command has asked for.
    unsolicited: u32,
    /// What was read earlier answers no command, however late it is taken in.
    asked: Option<Instant>,
    /// Lines of standard output, messages too.
    printed: u64,
    /// Standard output waits in the middle of a line.
    in_line: bool,
    /// Standard output has ended.
    stdout_closed: bool,
    /// Standard input takes no more commands.
    stdin_closed: bool,
    /// The end of standard error.
    stderr: StderrTail,
    /// Standard error has ended.
    stderr_closed: bool,
    /// Commands that were written to the pipe.
    written: u64,
    /// When the last of them was written.
    writing: Option<Writing>,
}

/// When a command was written to the pipe.
#[derive(Clone, Copy)]
pub(crate) struct Writing {
    /// What came earlier is not an answer to it.
    pub(crate) began: Instant,
    /// The engine can read it from now on.
    pub(crate) done: Instant,
}

/// Why no line was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadError {
    /// The deadline has passed.
    Timeout,
    /// The engine's output has ended.
    Closed,
    /// `stop` was set.
    Stopped,
}

impl Streams {
    /// Starts the threads that serve the streams of the engine of this name.
    pub(crate) fn connect(name: &str, pipes: Pipes, log: Log) -> io::Result<Self> {
        let mailbox = Arc::new(Mailbox {
            name: name.to_owned(),
            state: Mutex::default(),
            changed: Condvar::new(),
            log,
        });
        let (commands, queue) = mpsc::sync_channel::<String>(MAX_COMMANDS);
        let Pipes { mut stdin, stdout, stderr } = pipes;
        let outbox = Arc::clone(&mailbox);
        spawn("engine stdin", move || {
            for command in queue {
                if let Err(error) = outbox.write(&mut stdin, &command) {
                    log::info!("{} reads no commands: {error}", outbox.name);
                    outbox.change(|state| state.stdin_closed = true);
                    return;
                }
            }
        })?;
        let inbox = Arc::clone(&mailbox);
        spawn("engine stdout", move || inbox.read(stdout))?;
        let errors = Arc::clone(&mailbox);
        spawn("engine stderr", move || errors.read_errors(stderr))?;
        Ok(Self { mailbox, commands: Some(commands), sent: 0 })
    }

    /// Queues `command`, one or more whole lines. False when the engine has closed its input, or has
    /// not read earlier commands for so long that the queue is full.
    pub(crate) fn send(&mut self, command: String) -> bool {
        let sent = self.commands.as_ref().is_some_and(|it| it.try_send(command).is_ok());
        self.sent += u64::from(sent);
        sent
    }

    /// Closes the engine's input once it has read all commands.
    pub(crate) fn close_input(&mut self) {
        self.commands = None;
    }

    /// Forgets what the messages of the last search reported.
    pub(crate) fn forget_report(&self) {
        self.mailbox.lock().parser = InfoParser::default();
    }

    /// What the messages have reported.
    pub(crate) fn report(&self) -> SearchReport {
        self.mailbox.lock().parser.report()
    }

    /// Drops the lines that came before the last command; returns the last of them.
    pub(crate) fn drop_unsolicited(&self, writing: Writing) -> Option<Line> {
        let mut state = self.mailbox.lock();
        let mut last = None;
        state.asked = Some(writing.began);
        while state.lines.front().is_some_and(|line| line.received < writing.began) {
            last = state.lines.pop_front();
            state.unsolicited += 1;
        }
        last
    }

    /// Counts a line that was read and asked for by no command.
    pub(crate) fn count_unsolicited(&self) {
        self.mailbox.lock().unsolicited += 1;
    }

    /// How many unsolicited lines came since the last call.
    pub(crate) fn take_unsolicited(&self) -> u32 {
        std::mem::take(&mut self.mailbox.lock().unsolicited)
    }

    /// How many lines the engine has printed.
    pub(crate) fn printed(&self) -> u64 {
        self.mailbox.lock().printed
    }

    /// Whether its last line has no end yet.
    pub(crate) fn is_in_line(&self) -> bool {
        self.mailbox.lock().in_line
    }

    /// Whether it has printed more than `before` lines at `deadline`.
    pub(crate) fn prints_more(&self, before: u64, deadline: Instant) -> bool {
        let more = |state: &mut State| (state.printed > before).then_some(());
        let never = AtomicBool::new(false);
        self.mailbox.wait(deadline, &never, |state| state.stdout_closed, more).is_ok()
    }

    /// The line of standard error that explains most why the engine exited. It waits a little for the
    /// end of the stream.
    pub(crate) fn last_stderr_line(&self) -> Option<String> {
        let deadline = Instant::now() + STDERR_GRACE;
        let mut state = self.mailbox.lock();
        while !state.stderr_closed && Instant::now() < deadline {
            let woken = self.mailbox.changed.wait_timeout(state, STDERR_GRACE);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.stderr.line()
    }

    /// Waits until every command is written. An engine that answers and exits may be seen to exit
    /// before the writer reports success.
    pub(crate) fn written(
        &self,
        deadline: Instant,
        stop: &AtomicBool,
    ) -> Result<Writing, ReadError> {
        let is_written = |state: &mut State| state.writing.filter(|_| state.written == self.sent);
        self.mailbox.wait(deadline, stop, |state| state.stdin_closed, is_written)
    }

    /// The next line that is not a message.
    pub(crate) fn line(&self, deadline: Instant, stop: &AtomicBool) -> Result<Line, ReadError> {
        let has_ended = |state: &State| state.stdout_closed || state.stdin_closed;
        self.mailbox.wait(deadline, stop, has_ended, |state| state.lines.pop_front())
    }
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn note(&self, at: Instant, stream: Stream, line: &str) {
        let log = self.log.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(log) = log {
            log.note(at, &self.name, stream, line);
        }
    }

    /// Waits until `look` finds something. Only when it does not, `has_ended` counts.
    fn wait<T>(
        &self,
        deadline: Instant,
        stop: &AtomicBool,
        has_ended: impl Fn(&State) -> bool,
        mut look: impl FnMut(&mut State) -> Option<T>,
    ) -> Result<T, ReadError> {
        let mut state = self.lock();
        loop {
            if let Some(found) = look(&mut state) {
                return Ok(found);
            }
            if has_ended(&state) {
                return Err(ReadError::Closed);
            }
            if stop.load(Ordering::Relaxed) {
                return Err(ReadError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ReadError::Timeout);
            }
            let woken = self.changed.wait_timeout(state, left.min(POLL_INTERVAL));
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Writes a command at once and notes when. It is logged first, since its answer follows.
    fn write(&self, stdin: &mut impl Write, command: &str) -> io::Result<()> {
        let now = Instant::now();
        for line in command.lines() {
            self.note(now, Stream::Stdin, line);
        }
        self.lock().stderr.command();
        let began = Instant::now();
        stdin.write_all(command.as_bytes()).and_then(|()| stdin.flush())?;
        let done = Instant::now();
        self.change(|state| {
            state.written += 1;
            state.writing = Some(Writing { began, done });
        });
        Ok(())
    }

    /// Reads the engine's output to its end.
    fn read(&self, stdout: impl Read) {
        let mut take = |text: String, received| {
            self.note(received, Stream::Stdout, &text);
            self.change(|state| state.take(text, received));
        };
        read_lines(stdout, &mut take, &mut |in_line| self.lock().in_line = in_line);
        self.change(|state| state.stdout_closed = true);
    }

    /// Reads standard error to its end.
    fn read_errors(&self, stderr: impl Read) {
        let mut take = |line: String, at| {
            self.note(at, Stream::Stderr, &line);
            self.lock().stderr.push(&line);
        };
        read_lines(stderr, &mut take, &mut |_| ());
        self.change(|state| state.stderr_closed = true);
    }
}

impl State {
    /// Takes in a line of standard output.
    fn take(&mut self, text: String, received: Instant) {
        self.printed += 1;
        let line = Line::new(text, received);
        let is_answer = line.is_numeric() || line.is_ok();
        let rooms = 1 + 2 * usize::from(is_answer) + usize::from(line.is_refusal());
        if line.is_message() {
            line.reply.iter().for_each(|reply| self.parser.read(reply));
        } else if self.asked.is_some_and(|asked| received < asked) {
            self.unsolicited += 1;
        } else if self.lines.len() < rooms * MAX_LINES {
            self.lines.push_back(line);
        } else {
            self.unsolicited += 1;
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mailbox() -> Mailbox {
        let name = "brain".to_owned();
        Mailbox { name, state: Mutex::default(), changed: Condvar::new(), log: Log::default() }
    }

    #[test]
    fn a_flood_of_lines_fills_no_memory() {
        let mailbox = mailbox();
        let flood = "MESSAGE depth 3 ev 4\nhm\n".repeat(10_000);
        mailbox.read(flood.as_bytes());
        let count = || {
            let state = mailbox.lock();
            (state.lines.len(), state.unsolicited)
        };
        assert_eq!(count(), (MAX_LINES, 10_000 - MAX_LINES as u32));
        assert_eq!(mailbox.lock().parser.report().depth, Some(3));
        for (line, rooms, lines) in [("ERROR\n", 2, 20_000), ("7,7\n", 3, 30_000)] {
            mailbox.read(line.repeat(10_000).as_bytes());
            let kept = rooms * MAX_LINES;
            assert_eq!(count(), (kept, lines - kept as u32), "{line} has room left");
        }
    }

    #[test]
    fn noise_hides_no_answer() {
        for answer in ["OK", "OK ready", "ERROR size", "UNKNOWN", "7,7"] {
            let mailbox = mailbox();
            mailbox.read(format!("{}{answer}\n", "hello\n".repeat(10_000)).as_bytes());
            let last = mailbox.lock().lines.back().map(|line| line.text.clone());
            assert_eq!(last.as_deref(), Some(answer));
        }
    }

    #[test]
    fn a_line_read_before_the_command_is_no_answer_however_late_it_is_taken_in() {
        let mut state = State::default();
        let before = Instant::now();
        let asked = before + Duration::from_millis(1);
        state.asked = Some(asked);
        state.take("bye".into(), before);
        state.take("7,7".into(), asked);
        let lines: Vec<_> = state.lines.iter().map(|line| &*line.text).collect();
        assert_eq!((lines, state.unsolicited), (vec!["7,7"], 1));
    }

    #[test]
    fn the_last_lines_come_before_the_end() {
        let mailbox = mailbox();
        mailbox.read(&b"7,7\n8,8"[..]);
        let (now, stop) = (Instant::now(), AtomicBool::new(false));
        let next = || {
            mailbox.wait(now, &stop, |state| state.stdout_closed, |state| state.lines.pop_front())
        };
        assert_eq!(next().map(|line| line.text), Ok("7,7".into()));
        assert_eq!(next().map(|line| line.text), Ok("8,8".into()));
        assert_eq!(next().map(|line| line.text), Err(ReadError::Closed));
    }

    #[test]
    fn a_wait_ends_in_time_or_when_told() {
        let mailbox = mailbox();
        let nothing = |_: &mut State| None::<()>;
        let stop = AtomicBool::new(false);
        assert_eq!(
            mailbox.wait(Instant::now(), &stop, |state| state.stdout_closed, nothing),
            Err(ReadError::Timeout)
        );
        stop.store(true, Ordering::Relaxed);
        let far = Instant::now() + Duration::from_secs(3600);
        assert_eq!(
            mailbox.wait(far, &stop, |state| state.stdout_closed, nothing),
            Err(ReadError::Stopped)
        );
    }
}
