//! A brain as a child process: send it lines, expect lines in time, and never leave it running.
//! `SHISAN_BRAIN` is the command of another one than the one built here, quoted as for a shell.
//!
//! A limit counts from the last line that was sent, or the last reply. Lines are stamped where they are
//! read: a test that goes on late measures the same.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

#[cfg(unix)]
use nix::sys::signal::{Signal, kill};
#[cfg(unix)]
use nix::unistd::Pid;

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

    /// A brain without arguments.
    pub fn start() -> Self {
        Self::with_arguments(Vec::new())
    }

    /// A brain that may use this many kilobytes of address space.
    #[cfg(target_os = "linux")]
    pub fn limited(kilobytes: u32) -> Self {
        let mut shell = Command::new("sh");
        let script = format!("ulimit -v {kilobytes} && exec \"$@\"");
        shell.args(["-c", &script, "sh"]).args(Self::words());
        let mut brain = Self::spawn(shell);
        brain.read();
        brain
    }

    /// A brain whose searches have these faults.
    pub fn with_faults(words: &str) -> Self {
        let mut command = Self::command();
        command.env("SHISAN_FAULT", words);
        let mut brain = Self::spawn(command);
        brain.read();
        brain
    }

    /// The brain that `start` starts, with limits that are deadlines: only the machine's own lateness extends
    /// them. It is the only timed brain that runs: a test has one at a time, and other tests wait.
    pub fn timed(start: impl FnOnce() -> Self) -> Self {
        static ALONE: Mutex<()> = Mutex::new(());
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut brain = start();
        brain.timed = Some(Timed { lateness: Lateness::of(brain.child.id()), _alone: alone });
        brain
    }

    /// A brain that was passed `arguments`.
    pub fn with_arguments(arguments: Vec<OsString>) -> Self {
        let mut brain = Self::unread(arguments);
        brain.read();
        brain
    }

    /// A brain whose output stays in the pipe until [`Brain::read`].
    pub fn unread(arguments: Vec<OsString>) -> Self {
        let mut command = Self::command();
        command.args(arguments);
        Self::spawn(command)
    }

    /// The program of the brain and its first arguments, not started.
    pub fn command() -> Command {
        let words = Self::words();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).env_remove("RUST_LOG");
        command
    }

    /// Whether the brain is a Windows program that runs on another system: what that system limits
    /// or counts is then not the brain's alone.
    pub fn is_emulated() -> bool {
        let is_windows = |word: String| {
            Path::new(&word).extension().is_some_and(|end| end.eq_ignore_ascii_case("exe"))
        };
        !cfg!(windows) && Self::words().into_iter().any(is_windows)
    }

    /// The program and its arguments.
    fn words() -> Vec<String> {
        let Ok(command) = std::env::var("SHISAN_BRAIN") else {
            return vec![env!("CARGO_BIN_EXE_pbrain-shisan").to_owned()];
        };
        // The backslash quotes nothing on Windows: it stands between folders there.
        let command = if cfg!(windows) { command.replace('\\', "\\\\") } else { command };
        let words = shlex::split(&command).filter(|words| !words.is_empty());
        words.expect("SHISAN_BRAIN is a command")
    }

    fn spawn(mut command: Command) -> Self {
        let mut child = command
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the brain starts");
        let mut stderr = child.stderr.take().expect("a pipe");
        Self {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            lines: None,
            next: None,
            stderr: Some(thread::spawn(move || {
                let mut text = Vec::new();
                stderr.read_to_end(&mut text).expect("standard error can be read");
                String::from_utf8_lossy(&text).into_owned()
            })),
            child,
            dialogue: Vec::new(),
            since: Instant::now(),
            timed: None,
        }
    }

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
            self.since = line.at;
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

    /// The end of the process within `limit`: with `code`, nothing more to say but messages, and a
    /// silent standard error.
    #[track_caller]
    pub fn expect_exit(&mut self, code: i32, limit: Duration) {
        let deadline = self.since + limit;
        let status = loop {
            // Threads that have ended cannot be asked how long they have waited.
            if let Some(timed) = &mut self.timed {
                timed.lateness.so_far();
            }
            match self.child.try_wait().expect("the child can be waited for") {
                Some(status) => break status,
                None if Instant::now() > deadline + SOON => {
                    self.fail(&format!("expected an exit within {limit:?}"))
                }
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        self.check_deadline("the exit", deadline, Instant::now());
        if self.lines.is_some() {
            self.expect_end_of_output();
        }
        let stderr = self.last_words();
        // No Windows program ends by a signal: Wine now and then kills its own process as it ends.
        let ends_as_expected =
            status.code().map_or_else(Self::is_emulated, |received| received == code);
        if !ends_as_expected || !stderr.is_empty() {
            self.fail(&format!("expected exit {code}, got {status}; standard error: {stderr:?}"));
        }
    }

    /// An exit with code 2 and nothing but one line on standard error, an error that begins with `start`.
    #[track_caller]
    pub fn expect_error(&mut self, start: &str) {
        self.expect_end_of_output();
        let status = self.child.wait().expect("the child can be waited for");
        let stderr = self.last_words();
        let error = stderr.strip_prefix("error: ").filter(|error| error.starts_with(start));
        let is_line = error.is_some_and(|error| error.trim_end().lines().count() == 1);
        if status.code() != Some(2) || !is_line {
            self.fail(&format!("expected {start:?}, got {status}; standard error: {stderr:?}"));
        }
    }

    /// All that the brain wrote to standard error, without what Wine wrote there.
    fn last_words(&mut self) -> String {
        let stderr = self.stderr.take().map(|stderr| stderr.join().expect("a reader"));
        let stderr = stderr.expect("it is read once");
        let is_wine = |line: &str| Self::is_emulated() && line.starts_with("wine client error");
        stderr.split_inclusive('\n').filter(|line| !is_wine(line)).collect()
    }

    #[track_caller]
    fn expect_end_of_output(&mut self) {
        while let Some(lines) = &self.lines {
            let line = self.next.take().map_or_else(|| lines.recv_timeout(SOON), Ok);
            match line {
                Ok(Line { text, .. }) => {
                    self.dialogue.push(format!("< {text}"));
                    if !text.starts_with("MESSAGE ") {
                        self.fail(&format!("expected nothing more, received {text:?}"));
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => self.fail("the output outlives the brain"),
            }
        }
    }

    /// Ends the brain in good order.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("END");
        self.expect_exit(0, SOON);
    }

    /// Stops the process, as a manager does that lets only the other brain run.
    #[cfg(unix)]
    pub fn freeze(&mut self) {
        self.signal(Signal::SIGSTOP);
    }

    /// Lets a stopped process run on.
    #[cfg(unix)]
    pub fn thaw(&mut self) {
        self.signal(Signal::SIGCONT);
    }

    #[cfg(unix)]
    fn signal(&mut self, signal: Signal) {
        self.dialogue.push(signal.to_string());
        let process = Pid::from_raw(i32::try_from(self.child.id()).expect("a process"));
        kill(process, signal).expect("the brain runs");
    }

    /// The most memory that was ever resident, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.expect("the brain runs");
        let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = kilobytes.and_then(|rest| rest.trim().strip_suffix(" kB"));
        let kilobytes = kilobytes.and_then(|number| number.parse::<u64>().ok());
        1024 * kilobytes.expect("a peak in kilobytes")
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
