//! How a brain is started.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::{Brain, Timed};
use crate::lateness::Lateness;

impl Brain {
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
}
