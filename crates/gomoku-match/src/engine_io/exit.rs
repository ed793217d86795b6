//! How an engine's process ended, and why one did not start a game.

use std::fmt;
use std::str::FromStr;

/// How a process exited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exit {
    /// Killed by a signal of this number (`signal 11`).
    Signal(i32),
    /// With this code (`exit 1`).
    Code(i32),
    /// It may still run, but its output has ended (`closed`).
    Closed,
}

/// Why an engine did not start a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StartFailure {
    /// No `OK` in time (`start:silent`).
    Silent,
    /// Something else was answered (`start:refused ERROR ...`); one line.
    Refused(String),
    /// The process exited (`start:crash:exit 127`).
    Crash(Exit),
    /// There is no process: its program cannot be run (`start:not-run Permission denied ...`).
    NotRun(String),
}

impl FromStr for StartFailure {
    type Err = ParseExitError;

    fn from_str(text: &str) -> Result<Self, ParseExitError> {
        if text == "silent" {
            Ok(Self::Silent)
        } else if let Some(answer) = text.strip_prefix("refused ") {
            Ok(Self::Refused(answer.to_owned()))
        } else if let Some(cause) = text.strip_prefix("not-run ") {
            Ok(Self::NotRun(cause.to_owned()))
        } else {
            text.strip_prefix("crash:").ok_or(ParseExitError)?.parse().map(Self::Crash)
        }
    }
}

impl fmt::Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signal(signal) => write!(f, "signal {signal}"),
            Self::Code(code) => write!(f, "exit {code}"),
            Self::Closed => f.write_str("closed"),
        }
    }
}

impl FromStr for Exit {
    type Err = ParseExitError;

    fn from_str(text: &str) -> Result<Self, ParseExitError> {
        let number = |digits: &str| digits.parse().map_err(|_| ParseExitError);
        match text.split_once(' ') {
            Some(("signal", signal)) => number(signal).map(Self::Signal),
            Some(("exit", code)) => number(code).map(Self::Code),
            None if text == "closed" => Ok(Self::Closed),
            _ => Err(ParseExitError),
        }
    }
}

/// Text that names no exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseExitError;
