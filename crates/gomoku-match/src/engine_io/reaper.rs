//! No engine outlives this program, even when it is killed: a small process of our own, the reaper,
//! reads a pipe from it and knows the engines' process groups. When the pipe ends, the reaper kills
//! the groups that are left.
//!
//! A line `+123` names a group, or a process that leads none; `-123` says that it is gone.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

#[cfg(unix)]
use crate::engine_io::descendants::Descendants;

/// `CREATE_NEW_PROCESS_GROUP`.
#[cfg(windows)]
const NEW_GROUP: u32 = 0x200;

/// The match runner's end of the pipe.
#[derive(Debug)]
pub struct Reaper {
    process: Child,
    pipe: Mutex<Option<ChildStdin>>,
}

impl Reaper {
    /// Starts `executable reaper`, which must call [`reap`].
    ///
    /// # Errors
    /// When it cannot be run.
    pub fn start(executable: &Path) -> io::Result<Self> {
        let mut command = Command::new(executable);
        command.arg("reaper").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // A Ctrl-C at the terminal must not end it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, NEW_GROUP);
        let mut process = command.spawn()?;
        let pipe = Mutex::new(process.stdin.take());
        Ok(Self { process, pipe })
    }

    /// Kills this process, and its group if it leads one, when this program is gone.
    pub fn watch(&self, group: u32) {
        self.send(&format!("+{group}\n"));
    }

    /// The process has ended.
    pub fn forget(&self, group: u32) {
        self.send(&format!("-{group}\n"));
    }

    fn send(&self, line: &str) {
        let mut pipe = self.pipe.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stdin) = pipe.as_mut()
            && let Err(error) = stdin.write_all(line.as_bytes())
        {
            log::warn!("the reaper is gone: {error}");
            *pipe = None;
        }
    }
}

impl Drop for Reaper {
    fn drop(&mut self) {
        *self.pipe.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        if let Err(error) = self.process.wait() {
            log::warn!("waiting for the reaper: {error}");
        }
    }
}

/// The other end: listens until `input` ends, then kills the groups that are left.
pub fn reap(mut input: impl BufRead) {
    let mut groups = BTreeSet::new();
    let mut line = String::new();
    while input.read_line(&mut line).is_ok_and(|length| length > 0) {
        let line = std::mem::take(&mut line);
        // A number that was cut short names somebody else.
        let Some(line) = line.strip_suffix('\n') else { break };
        if let Some(group) = line.strip_prefix('+').and_then(number) {
            groups.insert(group);
        } else if let Some(group) = line.strip_prefix('-').and_then(number) {
            groups.remove(&group);
        }
    }
    groups.into_iter().for_each(kill);
}

/// The number of a group that a brain can have; 0 and 1 would be all our own and all there are.
fn number(text: &str) -> Option<i32> {
    text.parse().ok().filter(|&number| number > 1)
}

#[cfg(unix)]
fn kill(group: i32) {
    use nix::sys::signal::{self, Signal, killpg};
    use nix::unistd::Pid;
    let mut descendants = Descendants::default();
    descendants.add(group.cast_unsigned());
    let group = Pid::from_raw(group);
    let killed = killpg(group, Signal::SIGKILL);
    if let Err(error) = killed.or_else(|_| signal::kill(group, Signal::SIGKILL)) {
        log::debug!("killing group {group}: {error}");
    }
    descendants.kill();
}

#[cfg(windows)]
fn kill(group: i32) {
    let tree = Command::new("taskkill").args(["/F", "/T", "/PID", &group.to_string()]).status();
    if let Err(error) = tree {
        log::warn!("killing {group}: {error}");
    }
}
