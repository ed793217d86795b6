//! A brain as a child process: send it lines, expect lines in time, and never leave it running.
//! `SHISAN_BRAIN` is the command of another one than the one built here, quoted as for a shell.
//!
//! A limit counts from the last line that was sent, or the last reply. Lines are stamped where they are
//! read: a test that goes on late measures the same.

mod process;
mod start;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::MutexGuard;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::lateness::Lateness;

/// How long an answer without a deadline may take: a machine under heavy load needs less, and a brain that
/// hangs more.
pub const SOON: Duration = Duration::from_secs(60);

/// A running brain and the dialogue so far. Every method fails the test with the whole dialogue.
pub struct Brain {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout: Option<ChildStdout>,
    lines: Option<Receiver<Line>>,
    /// A line that was read too late for the one who waited for it.
    next: Option<Line>,
    stderr: Option<JoinHandle<String>>,
    dialogue: Vec<String>,
    /// What limits count from.
    since: Instant,
    timed: Option<Timed>,
}

/// A line of the brain, and when it was read.
struct Line {
    text: String,
    at: Instant,
}

/// What a brain needs whose limits are deadlines.
struct Timed {
    /// How late the machine has made it since the last line that was sent.
    lateness: Lateness,
    _alone: MutexGuard<'static, ()>,
}

impl Brain {
    /// The start of the line that says that the search was late.
    pub const LATE: &str = "DEBUG search is late";

    /// Begins to read the output.
    pub fn read(&mut self) {
        let stdout = self.stdout.take().expect("not read yet");
        let (sender, lines) = mpsc::channel();
        self.lines = Some(lines);
        thread::spawn(move || {
            for bytes in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
                let at = Instant::now();
                let text = String::from_utf8_lossy(&bytes).into_owned();
                if sender.send(Line { text, at }).is_err() {
                    break;
                }
            }
        });
    }

    /// Closes the output unread.
    pub fn drop_output(&mut self) {
        self.stdout = None;
    }

    /// Sends a line.
    #[track_caller]
    pub fn send(&mut self, line: &str) {
        self.dialogue.push(format!("> {line}"));
        self.write(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are.
    #[track_caller]
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let text: String = String::from_utf8_lossy(bytes).chars().take(200).collect();
        self.dialogue.push(format!("raw {text:?} ({} bytes)", bytes.len()));
        self.write(bytes);
    }

    #[track_caller]
    fn write(&mut self, bytes: &[u8]) {
        self.restart_limits();
        let stdin = self.stdin.as_mut().expect("the input is open");
        if let Err(error) = stdin.write_all(bytes).and_then(|()| stdin.flush()) {
            self.fail(&format!("the brain does not listen: {error}"));
        }
    }

    /// Closes the brain's input.
    pub fn close_input(&mut self) {
        self.dialogue.push("eof".into());
        self.restart_limits();
        self.stdin = None;
    }

    /// Lets limits count from now.
    fn restart_limits(&mut self) {
        if let Some(timed) = &mut self.timed {
            timed.lateness = Lateness::of(self.child.id());
        }
        self.since = Instant::now();
    }

    /// The next line within `limit`; `None` when none comes or the output has ended.
    #[track_caller]
    pub fn line(&mut self, limit: Duration) -> Option<String> {
        self.find(limit, |_| true)
    }

    /// The next line within `limit` that is neither a `MESSAGE` nor says that the search is late, which is
    /// not the brain's fault on a busy machine.
    #[track_caller]
    pub fn reply(&mut self, limit: Duration) -> Option<String> {
        self.find(limit, Self::is_reply)
    }

    /// Whether a manager that plays has to read this line.
    pub fn is_reply(line: &str) -> bool {
        !line.starts_with("MESSAGE ") && !line.starts_with(Self::LATE)
    }

    /// The next line within `limit` for which `is_sought` holds; the others are skipped. A deadline that is
    /// missed fails the test.
    #[track_caller]
    pub fn find(&mut self, limit: Duration, is_sought: impl Fn(&str) -> bool) -> Option<String> {
        let deadline = self.since + limit;
        // How late the machine was is known once the line has come.
        let end = if self.timed.is_some() { deadline + SOON } else { deadline };
        loop {
            let line = self.line_by(end)?;
            if is_sought(&line.text) {
                self.check_deadline(&format!("{:?}", line.text), deadline, line.at);
                return Some(line.text);
            }
        }
    }

    /// Fails the test if `what` came too late at `at`, and the machine was not as late.
    #[track_caller]
    fn check_deadline(&mut self, what: &str, deadline: Instant, at: Instant) {
        let late = at.saturating_duration_since(deadline);
        let Some(timed) = self.timed.as_mut().filter(|_| !late.is_zero()) else { return };
        let lateness = timed.lateness.so_far();
        if late > lateness {
            self.fail(&format!("{what} was late by {late:?}, and the machine by {lateness:?}"));
        }
    }

    /// The next line that was read by `end`. One that was read later stays.
    fn line_by(&mut self, end: Instant) -> Option<Line> {
        if self.next.is_none() {
            let left = end.saturating_duration_since(Instant::now());
            self.next = self.lines.as_ref()?.recv_timeout(left).ok();
        }
        let line = self.next.take_if(|line| line.at <= end)?;
        self.dialogue.push(format!("< {}", line.text));
        if Self::is_reply(&line.text) {
            // One that waited to be read came before what was sent last.
            self.since = self.since.max(line.at);
        }
        Some(line)
    }

    /// The next reply, which must be `expected`.
    #[track_caller]
    pub fn expect(&mut self, expected: &str, limit: Duration) {
        let reply = self.reply(limit);
        if reply.as_deref() != Some(expected) {
            self.fail(&format!("expected {expected:?} within {limit:?}, received {reply:?}"));
        }
    }

    /// The next reply, which must be a move.
    #[track_caller]
    pub fn expect_move(&mut self, limit: Duration) -> (i32, i32) {
        let reply = self.reply(limit);
        let cell = reply.as_deref().and_then(cell);
        cell.unwrap_or_else(|| {
            self.fail(&format!("expected a move within {limit:?}, received {reply:?}"))
        })
    }

    /// No reply for as long as `time`.
    #[track_caller]
    pub fn expect_silence(&mut self, time: Duration) {
        self.expect_none(time, Self::is_reply);
    }

    /// No line for which `is_heard` holds for as long as `time`; the others are skipped.
    #[track_caller]
    pub fn expect_none(&mut self, time: Duration, is_heard: impl Fn(&str) -> bool) {
        let end = self.since + time;
        while let Some(Line { text, .. }) = self.line_by(end) {
            if is_heard(&text) {
                self.fail(&format!("expected silence for {time:?}, received {text:?}"));
            }
        }
        self.since = end;
    }

    /// Fails the test and shows the dialogue, and how the brain ended if it has.
    #[track_caller]
    pub fn fail(&mut self, reason: &str) -> ! {
        const SHOWN: usize = 60;
        let end = match self.child.try_wait() {
            Ok(Some(status)) => {
                let stderr = self.stderr.take().and_then(|stderr| stderr.join().ok());
                format!("the brain ended by {status}; standard error: {stderr:?}\n")
            }
            _ => String::new(),
        };
        let skipped = self.dialogue.len().saturating_sub(SHOWN);
        let dialogue = self.dialogue[skipped..].join("\n");
        panic!("{reason}\n{end}({skipped} lines before)\n{dialogue}\n");
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads `x,y` as strictly as the strictest manager.
pub fn cell(line: &str) -> Option<(i32, i32)> {
    let number = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse().ok()).flatten()
    };
    let (x, y) = line.split_once(',')?;
    Some((number(x)?, number(y)?))
}
