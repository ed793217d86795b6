//! A test session: one process of the engine under test, driven line by line. Every line counts.

use std::cell::RefCell;
use std::fmt;
use std::io::Write;
use std::process::ChildStdin;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::board::{board_after, swap_hint};
use super::result::{CheckResult, failed};
use super::streams::{MAX_LINES, Output, STREAM_GRACE};
use crate::engine_io::dialogue::Stream;
use crate::engine_io::line::Line;
use crate::engine_io::manager::Manager;
use crate::engine_io::process::{Pipes, Process};
use crate::game::answer::read_answer;
use crate::{Dialogue, Exit, Reaper, Silence, StartError};
use gomoku_protocol::{Command, Info, Key, List, Point, Reply};
use gomoku_rules::{Board, Pos, Size};

/// The time of a move where nothing but the protocol is checked.
pub(super) const TURN: Duration = Duration::from_millis(200);
/// After this much silence no more lines are expected.
pub(super) const QUIET: Duration = Duration::from_millis(100);
/// How long a silent engine may take to print, once it is asked to exit.
const PRINT_GRACE: Duration = Duration::from_secs(1);

/// What the first session that wrote on standard error wrote there, and in which check: the line that
/// explains most.
pub(super) type FirstStderrLine = Rc<RefCell<Option<String>>>;

/// Keeps the line that a process of `check` has written on standard error, if it is the first.
pub(super) fn note_stderr_line(first: &FirstStderrLine, line: &str, check: &str) {
    first.borrow_mut().get_or_insert_with(|| format!("{line:?} in {check}"));
}

/// What a session needs to know beside the command.
pub(super) struct SessionConfig {
    /// The name of the check.
    pub(super) check: String,
    /// The board.
    pub(super) size: Size,
    /// How long an answer may take that needs no search.
    pub(super) stall_timeout: Duration,
    pub(super) log: Option<Dialogue>,
    pub(super) first_stderr_line: FirstStderrLine,
}

/// A running engine. Dropping it kills it and all processes that it has started.
pub(super) struct TestSession {
    process: Process,
    stdin: Option<ChildStdin>,
    output: Output,
    config: SessionConfig,
    /// The game as the engine knows it: the engine is to move, or the game has not begun.
    board: Board,
    /// The time of a move, as the engine knows it.
    turn: Duration,
    /// The last command, and when the engine had it.
    last_command: String,
    sent: Instant,
    /// The process has exited instead of answering.
    has_exited: bool,
}

/// A move, and how long it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub(super) pos: Pos,
    pub(super) time: Duration,
}

impl TestSession {
    /// Starts a process and the threads that read its output.
    ///
    /// # Errors
    /// When its command cannot be run.
    pub(super) fn start(
        command: &str,
        reaper: Arc<Reaper>,
        config: SessionConfig,
    ) -> Result<Self, StartError> {
        let (process, pipes) = Process::spawn(command, Some(reaper))?;
        let Pipes { stdin, stdout, stderr } = pipes;
        let output = Output::connect(stdout, stderr, config.log.as_ref(), &config.check).map_err(
            |error| StartError {
                command: command.to_owned(),
                cause: format!("no thread to read its output: {error}"),
            },
        )?;
        Ok(Self {
            process,
            stdin: Some(stdin),
            output,
            board: Board::new(config.size),
            turn: Duration::ZERO,
            config,
            last_command: "its start".to_owned(),
            sent: Instant::now(),
            has_exited: false,
        })
    }

    /// Its process ID.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// The game so far.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Sends a command as the judge does.
    pub(super) fn command(&mut self, command: &Command) {
        self.send_bytes(Manager::Judge.text(command).as_bytes());
    }

    /// Sends `INFO key value`.
    pub(super) fn info(&mut self, key: Key, value: impl fmt::Display) {
        self.command(&Command::Info(Info::new(key, value)));
    }

    /// Sends one or more lines, ended by CR LF.
    pub(super) fn send(&mut self, lines: &str) {
        let text: String = lines.lines().flat_map(|line| [line, "\r\n"]).collect();
        self.send_bytes(text.as_bytes());
    }

    /// Sends bytes as they are. If the engine reads no more, its missing answer shows it.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        if let Some(log) = &self.config.log {
            let now = Instant::now();
            text.lines().for_each(|line| log.note(now, &self.config.check, Stream::Stdin, line));
        }
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        if let Some(last) = last {
            self.last_command = last.trim_end().chars().take(40).collect();
        }
        if let Some(stdin) = &mut self.stdin
            && let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush())
        {
            log::info!("{} reads no more: {error}", self.config.check);
        }
        self.sent = Instant::now();
    }

    /// Closes its input.
    pub(super) fn close_input(&mut self) {
        self.stdin = None;
        "the end of its input".clone_into(&mut self.last_command);
        self.sent = Instant::now();
    }

    /// Suspends the process, or lets it run on. Its time starts now.
    pub(super) fn suspend(&mut self, suspend: bool) {
        if suspend {
            self.process.suspend();
        } else {
            self.process.resume();
        }
        self.sent = Instant::now();
    }

    /// Whether the process has exited instead of answering.
    pub(super) fn has_exited(&self) -> bool {
        self.has_exited
    }

    /// Waits for the process to exit; `limit` counts from the last command.
    pub(super) fn expect_exit(&mut self, limit: Duration) -> CheckResult<Duration> {
        match self.process.exit(limit.saturating_sub(self.sent.elapsed())) {
            Some(_) => Ok(self.sent.elapsed()),
            None => failed(
                format_args!("an exit within {limit:?} of {}", self.last_command),
                "a process that still runs",
            ),
        }
    }

    /// The next line, which needs no search. A failure calls it `expected`.
    pub(super) fn line(&mut self, expected: &str) -> CheckResult<Line> {
        self.line_within(expected, self.config.stall_timeout)
    }

    /// The next line; `limit` counts from the last command.
    pub(super) fn line_within(&mut self, expected: &str, limit: Duration) -> CheckResult<Line> {
        let left = limit.saturating_sub(self.sent.elapsed());
        self.output.line(left).or_else(|error| {
            let expected = format!("{expected} to {:?} within {limit:?}", self.last_command);
            failed(expected, self.describe_end(error))
        })
    }

    /// What came instead of a line.
    fn describe_end(&mut self, error: RecvTimeoutError) -> String {
        let has_ended = error == RecvTimeoutError::Disconnected;
        let grace = if has_ended { STREAM_GRACE } else { Duration::ZERO };
        match self.process.exit(grace) {
            Some(Exit::Closed) | None if has_ended => "the end of its output".to_owned(),
            Some(Exit::Closed) | None => match self.silence() {
                Some(silence) => format!("nothing: {silence}"),
                None => "nothing".to_owned(),
            },
            Some(exit) => {
                self.has_exited = true;
                let line = self.output.last_stderr_line();
                let words = line.map_or_else(String::new, |line| format!(": {line}"));
                format!("the end of its process ({exit}){words}")
            }
        }
    }

    /// Why the engine may seem silent. It is asked to exit, which makes it print what it has not flushed.
    fn silence(&mut self) -> Option<Silence> {
        if self.output.is_in_line() {
            return Some(Silence::NoLineEnd);
        }
        let has_printed = self.output.has_printed();
        self.command(&Command::End);
        self.stdin = None;
        match (has_printed, self.output.line(PRINT_GRACE).is_ok()) {
            (false, true) => Some(Silence::Unflushed),
            (false, false) => Some(Silence::Nothing),
            (true, true) => Some(Silence::AtExit),
            (true, false) => None,
        }
    }

    /// A failure: `line` is not what was `expected` after the last command.
    pub(super) fn wrong<T>(&self, expected: &str, line: &Line) -> CheckResult<T> {
        failed(
            format_args!("{expected} to {:?}", self.last_command),
            format_args!("{:?}", line.text),
        )
    }

    /// The next line, which must be `OK`; returns how long it took.
    pub(super) fn expect_ok(&mut self) -> CheckResult<Duration> {
        let line = self.line("OK")?;
        if is_word(&line, &Reply::OK) { Ok(self.time_of(&line)) } else { self.wrong("OK", &line) }
    }

    /// The next line, which may need a search.
    pub(super) fn answer(&mut self, expected: &str) -> CheckResult<Line> {
        self.line_within(expected, self.turn + self.config.stall_timeout)
    }

    /// The next line, which must begin with `ERROR`.
    pub(super) fn expect_error(&mut self) -> CheckResult<()> {
        let line = self.line("ERROR")?;
        if is_error(&line) { Ok(()) } else { self.wrong("ERROR", &line) }
    }

    /// No line within `time`.
    pub(super) fn expect_silence(&mut self, time: Duration) -> CheckResult<()> {
        match self.output.line(time) {
            Ok(line) => self.wrong("no answer", &line),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(error) => {
                let received = self.describe_end(error);
                failed(format_args!("no answer to {:?}", self.last_command), received)
            }
        }
    }

    /// The lines until the engine is quiet, or has written too many.
    pub(super) fn lines_until_quiet(&self) -> Vec<Line> {
        std::iter::from_fn(|| self.output.line(QUIET).ok()).take(MAX_LINES).collect()
    }

    /// The next line, which must be a move of the game; it is played.
    pub(super) fn expect_move(&mut self) -> CheckResult<Answer> {
        let line = self.answer("a move")?;
        let pos = self.read_free(&line, &line.text)?;
        self.board.play(pos);
        Ok(Answer { pos, time: self.time_of(&line) })
    }

    /// The free cell that `text`, a part of `line`, names. Reads as strictly as the strictest manager.
    pub(super) fn read_free(&self, line: &Line, text: &str) -> CheckResult<Pos> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',');
        let point = text.parse::<Point>().ok().filter(|_| is_plain);
        let Some(point) = point else {
            let word = Line::new(text.to_owned(), line.received);
            let is_move = read_answer(&word, self.board.size()).is_ok();
            let note =
                if is_move { " (`match` accepts this, stricter managers do not)" } else { "" };
            let expected = format!("a move written x,y to {:?}", self.last_command);
            return failed(expected, format!("{:?}{note}", line.text));
        };
        let size = self.board.size();
        let pos = point.on(size);
        if let Some(pos) = pos.filter(|&pos| self.board.is_empty_at(pos)) {
            return Ok(pos);
        }
        let expected = match pos {
            Some(_) => "a free cell".to_owned(),
            None => format!("a cell of the {size} board"),
        };
        let received = format!("{:?}{}", line.text, swap_hint(&self.board, point));
        failed(format_args!("{expected} to {:?}", self.last_command), received)
    }

    /// How long after the last command `line` came.
    pub(super) fn time_of(&self, line: &Line) -> Duration {
        line.received.saturating_duration_since(self.sent)
    }

    /// Starts a game on an empty board; returns how long the `OK` took.
    pub(super) fn start_game(&mut self, size: Size) -> CheckResult<Duration> {
        self.board = Board::new(size);
        self.command(&Command::Start(size));
        self.expect_ok()
    }

    /// Clears the board, as the engine was asked to.
    pub(super) fn clear(&mut self, size: Size) {
        self.board = Board::new(size);
    }

    /// Takes the last stone back, as the engine was asked to.
    pub(super) fn undo(&mut self) -> Option<Pos> {
        self.board.undo().map(|stone| stone.pos)
    }

    /// Sets the time of a move.
    pub(super) fn limit_turn(&mut self, turn: Duration) {
        self.turn = turn;
        self.info(Key::TimeoutTurn, turn.as_millis());
    }

    /// Asks for the first move of the game.
    pub(super) fn begin(&mut self) -> CheckResult<Answer> {
        self.command(&Command::Begin);
        self.expect_move()
    }

    /// Plays the opponent's stone on `pos`, a free cell, and asks for a move.
    pub(super) fn turn(&mut self, pos: Pos) -> CheckResult<Answer> {
        self.board.play(pos);
        self.command(&Command::Turn(pos.into()));
        self.expect_move()
    }

    /// Sets up `moves` as a game in which the engine is to move, and asks for its move.
    pub(super) fn set_up(&mut self, moves: &[Pos]) -> CheckResult<Answer> {
        self.board = board_after(self.board.size(), moves);
        self.command(&Command::List(List::of_board(&self.board)));
        self.expect_move()
    }

    /// A free cell near the upper-left corner.
    pub(super) fn free_cell(&self) -> Pos {
        self.board.empty_cells().next().unwrap_or_else(|| self.board.size().centre())
    }

    /// The game must go on: the opponent plays on a free cell, and the engine answers.
    pub(super) fn goes_on(&mut self) -> CheckResult<()> {
        self.turn(self.free_cell()).map(drop)
    }
}

/// Whether `line` is `reply` as the strictest manager reads it, in upper or lower case: Piskvork accepts `OK`
/// alone.
pub(super) fn is_word(line: &Line, reply: &Reply) -> bool {
    line.text.eq_ignore_ascii_case(&reply.to_string())
}

/// Whether `line` is an `ERROR`.
pub(super) fn is_error(line: &Line) -> bool {
    matches!(line.reply, Ok(Reply::Error(_)))
}

impl Drop for TestSession {
    fn drop(&mut self) {
        self.process.kill();
        // The process group is dead, so the stream ends at once.
        if let Some(line) = self.output.last_stderr_line() {
            note_stderr_line(&self.config.first_stderr_line, &line, &self.config.check);
        }
    }
}
