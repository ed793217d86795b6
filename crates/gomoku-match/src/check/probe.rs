//! A brain under check: a process of its own, spoken to line by line, whose every line counts.

use std::io::Write;
use std::process::ChildStdin;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::finding::{Finding, failed};
use super::subject::{Outcry, Subject};
use super::{QUIET, board_after};
use crate::Dialogue;
use crate::engine_io::dialogue::Stream;
use crate::engine_io::exit::Exit;
use crate::engine_io::process::{Pipes, Process};
use crate::engine_io::streams::read_lines;
use gomoku_rules::{Board, Pos, Size};

/// Lines of a brain that wait to be looked at; further ones are lost.
const MAX_LINES: usize = 256;
/// How long its streams may take to end after its process has.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// A running brain. Dropping it kills it and all that it has started.
pub(super) struct Probe {
    process: Process,
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    errors: Receiver<String>,
    outcry: Outcry,
    check: String,
    log: Option<Dialogue>,
    /// The game as the brain knows it; the brain is to move, or the game has not begun.
    board: Board,
    /// How long a thought may take, as it was told.
    turn: Duration,
    /// How long anything else may take.
    patience: Duration,
    /// What was said last, and when the brain had it.
    said: String,
    asked: Instant,
}

/// A line of a brain that is neither a message nor empty.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// How long after the last command it came.
    received: Instant,
}

/// A move, and how long it took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    pub(super) pos: Pos,
    pub(super) time: Duration,
}

impl Probe {
    /// Begins to listen to a process.
    pub(super) fn new(subject: &Subject, process: Process, pipes: Pipes) -> Self {
        let Pipes { stdin, stdout, stderr } = pipes;
        let (sender, lines) = mpsc::sync_channel(MAX_LINES);
        let (log, check) = (subject.log.clone(), subject.check.clone());
        thread::spawn(move || {
            read_lines(stdout, &mut |text, received| {
                if let Some(log) = &log {
                    log.note(received, &check, Stream::Stdout, &text);
                }
                if !is_message(&text) {
                    // A brain that talks so much is found out long before its lines are lost.
                    drop(sender.try_send(Line { text, received }));
                }
            });
        });
        let (sender, errors) = mpsc::sync_channel(MAX_LINES);
        let (log, check) = (subject.log.clone(), subject.check.clone());
        thread::spawn(move || {
            read_lines(stderr, &mut |text, received| {
                if let Some(log) = &log {
                    log.note(received, &check, Stream::Stderr, &text);
                }
                drop(sender.try_send(text));
            });
        });
        Self {
            process,
            stdin: Some(stdin),
            lines,
            errors,
            outcry: subject.outcry.clone(),
            check: subject.check.clone(),
            log: subject.log.clone(),
            board: Board::new(subject.size),
            turn: Duration::ZERO,
            patience: subject.patience,
            said: "its start".to_owned(),
            asked: Instant::now(),
        }
    }

    /// The number of its process.
    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    /// The game so far.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Says one or more lines, which end as the protocol has it.
    pub(super) fn say(&mut self, lines: &str) {
        let text: String = lines.lines().flat_map(|line| [line, "\r\n"]).collect();
        self.say_bytes(text.as_bytes());
    }

    /// Says bytes as they are. That nobody listens is seen by what does not come back.
    pub(super) fn say_bytes(&mut self, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        if let Some(log) = &self.log {
            let now = Instant::now();
            text.lines().for_each(|line| log.note(now, &self.check, Stream::Stdin, line));
        }
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        if let Some(last) = last {
            self.said = last.trim_end().chars().take(40).collect();
        }
        if let Some(stdin) = &mut self.stdin
            && let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush())
        {
            log::info!("{} does not listen: {error}", self.check);
        }
        self.asked = Instant::now();
    }

    /// Closes its input.
    pub(super) fn close_input(&mut self) {
        self.stdin = None;
        "the end of its input".clone_into(&mut self.said);
        self.asked = Instant::now();
    }

    /// Stops every thread of it from running, or lets it run on; its time begins now.
    pub(super) fn suspend(&mut self, suspend: bool) {
        if suspend {
            self.process.suspend();
        } else {
            self.process.resume();
        }
        self.asked = Instant::now();
    }

    /// Waits for the process to end, counted from what was said last.
    pub(super) fn expect_exit(&mut self, limit: Duration) -> Finding<Duration> {
        match self.process.exit(limit.saturating_sub(self.asked.elapsed())) {
            Some(_) => Ok(self.asked.elapsed()),
            None => failed(
                format_args!("an exit within {limit:?} of {}", self.said),
                "a process that runs on",
            ),
        }
    }

    /// The next line, which needs no thought and is said to be `expected`.
    pub(super) fn line(&mut self, expected: &str) -> Finding<Line> {
        self.line_within(expected, self.patience)
    }

    /// The next line, which is said to be `expected`; `limit` counts from what was said last.
    pub(super) fn line_within(&mut self, expected: &str, limit: Duration) -> Finding<Line> {
        let left = limit.saturating_sub(self.asked.elapsed());
        self.lines.recv_timeout(left).or_else(|silence| {
            let expected = format!("{expected} to {:?} within {limit:?}", self.said);
            failed(expected, self.describe_silence(silence))
        })
    }

    fn describe_silence(&mut self, silence: RecvTimeoutError) -> String {
        let patience = match silence {
            RecvTimeoutError::Timeout => Duration::ZERO,
            RecvTimeoutError::Disconnected => LAST_WORDS,
        };
        match (self.process.exit(patience), silence) {
            (Some(Exit::Closed) | None, RecvTimeoutError::Timeout) => "nothing".to_owned(),
            (Some(Exit::Closed) | None, RecvTimeoutError::Disconnected) => {
                "the end of its output".to_owned()
            }
            (Some(exit), _) => format!("the end of its process ({exit})"),
        }
    }

    /// A failure: `line` is not what was `expected` to what was said last.
    pub(super) fn wrong<T>(&self, expected: &str, line: &Line) -> Finding<T> {
        failed(format_args!("{expected} to {:?}", self.said), format_args!("{:?}", line.text))
    }

    /// The next line, which must be `OK`; tells how long it took.
    pub(super) fn expect_ok(&mut self) -> Finding<Duration> {
        let line = self.line("OK")?;
        // Piskvork takes nothing but the word alone.
        if line.text.eq_ignore_ascii_case("OK") {
            Ok(self.time_of(&line))
        } else {
            self.wrong("OK", &line)
        }
    }

    /// The next line, which is the fruit of a thought and said to be `expected`.
    pub(super) fn thought(&mut self, expected: &str) -> Finding<Line> {
        self.line_within(expected, self.turn + self.patience)
    }

    /// The next line, which must begin with `ERROR`.
    pub(super) fn expect_error(&mut self) -> Finding<()> {
        let line = self.line("ERROR")?;
        if line.is("ERROR") { Ok(()) } else { self.wrong("ERROR", &line) }
    }

    /// No line for as long as `time`.
    pub(super) fn expect_silence(&mut self, time: Duration) -> Finding<()> {
        match self.lines.recv_timeout(time) {
            Ok(line) => self.wrong("no answer", &line),
            Err(RecvTimeoutError::Timeout) => Ok(()),
            Err(silence) => {
                let received = self.describe_silence(silence);
                failed(format_args!("no answer to {:?}", self.said), received)
            }
        }
    }

    /// The lines that come until it is quiet, but no more than anybody waits for.
    pub(super) fn lines_until_quiet(&self) -> Vec<Line> {
        std::iter::from_fn(|| self.lines.recv_timeout(QUIET).ok()).take(MAX_LINES).collect()
    }

    /// The next line, which must be a move of the game; it is played.
    pub(super) fn expect_move(&mut self) -> Finding<Answer> {
        let line = self.thought("a move")?;
        let pos = self.read_free(&line, &line.text)?;
        self.board.play(pos);
        Ok(Answer { pos, time: self.time_of(&line) })
    }

    /// The free cell that `text`, a part of `line`, names as strictly as the strictest manager reads.
    pub(super) fn read_free(&self, line: &Line, text: &str) -> Finding<Pos> {
        let number = |digits: &str| {
            let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_plain.then(|| digits.parse::<i32>().ok()).flatten()
        };
        let cell = text.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
        let Some((x, y)) = cell else { return self.wrong("a move written x,y", line) };
        match self.board.size().pos(x, y) {
            Some(pos) if self.board.is_empty_at(pos) => Ok(pos),
            Some(_) => self.wrong("a free cell", line),
            None => self.wrong(&format!("a cell of the {} board", self.board.size()), line),
        }
    }

    /// How long after the last command `line` came.
    pub(super) fn time_of(&self, line: &Line) -> Duration {
        line.received.saturating_duration_since(self.asked)
    }

    /// Begins a game on an empty board; tells how long the agreement took.
    pub(super) fn start(&mut self, size: Size) -> Finding<Duration> {
        self.board = Board::new(size);
        self.say(&format!("START {}", size.width()));
        self.expect_ok()
    }

    /// Forgets the game: the brain was told to.
    pub(super) fn clear(&mut self, size: Size) {
        self.board = Board::new(size);
    }

    /// Takes the last stone off: the brain was told to.
    pub(super) fn undo(&mut self) -> Option<Pos> {
        self.board.undo().map(|stone| stone.pos)
    }

    /// Tells that a move may take so long.
    pub(super) fn limit_turn(&mut self, turn: Duration) {
        self.turn = turn;
        self.say(&format!("INFO timeout_turn {}", turn.as_millis()));
    }

    /// Asks for the first move of the game.
    pub(super) fn begin(&mut self) -> Finding<Answer> {
        self.say("BEGIN");
        self.expect_move()
    }

    /// Plays the opponent at `pos`, a free cell, and asks for a move.
    pub(super) fn turn(&mut self, pos: Pos) -> Finding<Answer> {
        self.board.play(pos);
        self.say(&format!("TURN {},{}", pos.x(), pos.y()));
        self.expect_move()
    }

    /// Sets up `moves` as a game in which the brain is to move, and asks for its move.
    pub(super) fn set_up(&mut self, moves: &[Pos]) -> Finding<Answer> {
        self.board = board_after(self.board.size(), moves);
        let own = self.board.side_to_move().into();
        let mut lines = vec!["BOARD".to_owned()];
        lines.extend(self.board.stones().iter().map(|stone| {
            let field = if stone.cell == own { 1 } else { 2 };
            format!("{},{},{field}", stone.pos.x(), stone.pos.y())
        }));
        lines.push("DONE".to_owned());
        self.say(&lines.join("\n"));
        self.expect_move()
    }

    /// A cell that is free, near the upper-left corner.
    pub(super) fn free_cell(&self) -> Pos {
        self.board.empty_cells().next().unwrap_or_else(|| self.board.size().centre())
    }

    /// Shows that the game goes on: the opponent moves to a free cell, the brain answers.
    pub(super) fn goes_on(&mut self) -> Finding<()> {
        self.turn(self.free_cell()).map(drop)
    }
}

impl Line {
    /// Whether the line says that the brain does not know or not want what it was told.
    pub(super) fn declines(&self) -> bool {
        self.is("UNKNOWN") || self.is("ERROR")
    }

    /// Whether the line is this word, alone or with text behind it, in any case.
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.split_ascii_whitespace().next().is_some_and(|w| w.eq_ignore_ascii_case(word))
    }
}

impl Drop for Probe {
    fn drop(&mut self) {
        self.process.kill();
        // The first line is enough, and the group is dead: the stream ends at once.
        if let Ok(line) = self.errors.recv_timeout(LAST_WORDS) {
            self.outcry.borrow_mut().get_or_insert_with(|| {
                let line: String = line.chars().take(200).collect();
                format!("{line:?} in {}", self.check)
            });
        }
    }
}

/// Whether managers pass over `line`. Some know the words in capitals only, with a text behind them.
fn is_message(line: &str) -> bool {
    ["MESSAGE ", "DEBUG "].iter().any(|kind| line.starts_with(kind))
}
