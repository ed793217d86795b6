//! An engine's process and all that it starts: spawned, suspended, killed.

use std::fmt;
use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use nix::sys::signal::Signal;
#[cfg(target_os = "linux")]
use nix::{
    sys::wait::{Id, WaitPidFlag, WaitStatus, waitid},
    unistd::Pid,
};
#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
#[cfg(windows)]
use process_wrap::std::{CreationFlags, JobObject};

use crate::engine_io::descendants::Descendants;
use crate::engine_io::exit::Exit;
use crate::engine_io::program::Program;
use crate::engine_io::reaper::Reaper;

/// How long a process may take to stop after SIGSTOP.
#[cfg(target_os = "linux")]
const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// An engine that cannot be started: a mistake on the command line, not a lost game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError {
    /// The command as it was given.
    pub command: String,
    /// Why it cannot be run.
    pub cause: String,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start {:?}: {}", self.command, self.cause)
    }
}

impl std::error::Error for StartError {}

/// A running engine, the leader of a process group of its own (on Windows of a job). Dropping it
/// kills the group, and what it has started besides.
#[derive(Debug)]
pub(crate) struct Process {
    child: Box<dyn ChildWrapper>,
    reaper: Option<Arc<Reaper>>,
    descendants: Descendants,
    killed: bool,
}

/// Our ends of an engine's streams.
pub(crate) struct Pipes {
    pub(crate) stdin: ChildStdin,
    pub(crate) stdout: ChildStdout,
    pub(crate) stderr: ChildStderr,
}

impl Process {
    /// Runs `command` and reports its process group to `reaper`.
    pub(crate) fn spawn(
        command: &str,
        reaper: Option<Arc<Reaper>>,
    ) -> Result<(Self, Pipes), StartError> {
        let fail = |cause: String| StartError { command: command.to_owned(), cause };
        let mut wrap = CommandWrap::from(prepare(command).map_err(fail)?);
        #[cfg(unix)]
        wrap.wrap(ProcessGroup::leader());
        #[cfg(windows)]
        wrap.wrap(background()).wrap(JobObject);
        let child = wrap.spawn().map_err(|error| fail(explained(&error, command)))?;
        if let Some(reaper) = &reaper {
            reaper.watch(child.id());
        }
        let mut process =
            Self { child, reaper, descendants: Descendants::default(), killed: false };
        let child = &mut process.child;
        match (child.stdin().take(), child.stdout().take(), child.stderr().take()) {
            (Some(stdin), Some(stdout), Some(stderr)) => {
                Ok((process, Pipes { stdin, stdout, stderr }))
            }
            _ => Err(fail("its streams are missing".into())),
        }
    }

    /// The process id, which is also the id of its group.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// How the process exited, if it does within `limit`.
    pub(crate) fn exit(&mut self, limit: Duration) -> Option<Exit> {
        let deadline = Instant::now() + limit;
        let mut pause = Duration::from_millis(1);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(exit_of(status)),
                Ok(None) if Instant::now() < deadline => {
                    thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(20));
                }
                Ok(None) => return None,
                Err(error) => {
                    log::warn!("process {}: {error}", self.id());
                    return None;
                }
            }
        }
    }

    /// Suspends every process of the group.
    #[cfg(unix)]
    pub(crate) fn suspend(&self) {
        self.signal(Signal::SIGSTOP);
        #[cfg(target_os = "linux")]
        self.wait_until_stopped();
    }

    /// Waits until the leader has stopped. If it is just starting a child, Linux passes SIGSTOP on to
    /// the child, and a SIGCONT that comes before the child exists does not undo it.
    #[cfg(target_os = "linux")]
    fn wait_until_stopped(&self) {
        let deadline = Instant::now() + STOP_TIMEOUT;
        let leader = Pid::from_raw(self.id().cast_signed());
        let flags = WaitPidFlag::WSTOPPED | WaitPidFlag::WEXITED;
        let poll = flags | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
        let runs = || waitid(Id::Pid(leader), poll) == Ok(WaitStatus::StillAlive);
        while runs() && Instant::now() < deadline {
            thread::sleep(Duration::from_micros(50));
        }
    }

    /// Resumes a suspended group.
    #[cfg(unix)]
    pub(crate) fn resume(&self) {
        self.signal(Signal::SIGCONT);
    }

    #[cfg(not(unix))]
    pub(crate) fn suspend(&self) {
        log::debug!("process {} runs on: only Unix suspends", self.id());
    }

    #[cfg(not(unix))]
    pub(crate) fn resume(&self) {
        log::debug!("process {} was never suspended", self.id());
    }

    #[cfg(unix)]
    fn signal(&self, signal: Signal) {
        if let Err(error) = self.child.signal(signal as i32) {
            log::debug!("{signal} to group {}: {error}", self.id());
        }
    }

    /// Notes what it has started so far. Once it has exited, nothing tells whose children they were, and
    /// its number may be another's.
    pub(crate) fn note_descendants(&mut self) {
        if self.exit(Duration::ZERO).is_none() {
            self.descendants.add(self.id());
        }
    }

    /// Kills the whole group, whether its leader still runs or not, and what has left the group.
    pub(crate) fn kill(&mut self) {
        if self.killed {
            return;
        }
        self.killed = true;
        self.note_descendants();
        // An empty group cannot be killed, and need not be.
        if let Err(error) = self.child.start_kill() {
            log::debug!("killing group {}: {error}", self.id());
        }
        self.descendants.kill();
        if let Err(error) = self.child.wait() {
            log::warn!("waiting for process {}: {error}", self.id());
        }
        if let Some(reaper) = &self.reaper {
            reaper.forget(self.id());
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The command with its folder and pipes, or what is wrong with it.
fn prepare(command: &str) -> Result<Command, String> {
    let Program { path, folder, arguments } = Program::parse(command)?;
    let mut command = Command::new(path);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    Ok(command)
}

/// Why a program cannot be run, and what helps where a script lacks something.
fn explained(error: &io::Error, command: &str) -> String {
    /// `ENOEXEC`, which has no kind of its own.
    const NO_INTERPRETER: i32 = 8;
    let is_there = || Program::parse(command).is_ok_and(|program| program.file().is_some());
    let help = match error.kind() {
        io::ErrorKind::NotFound if cfg!(unix) && is_there() => {
            ": the file is there, but not the interpreter that it names"
        }
        io::ErrorKind::PermissionDenied => {
            ": make it executable, or name its interpreter, as in \"python3 brain.py\""
        }
        _ if cfg!(unix) && error.raw_os_error() == Some(NO_INTERPRETER) => {
            ": a script begins with the name of its interpreter, such as #!/usr/bin/env python3"
        }
        _ => "",
    };
    format!("{error}{help}")
}

#[cfg(windows)]
fn background() -> CreationFlags {
    const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    #[allow(clippy::default_trait_access)] // the type's crate is not ours to name
    let mut flags = CreationFlags(Default::default());
    // A Ctrl-C at the console is not for the engine.
    flags.0.0 = CREATE_NEW_PROCESS_GROUP | CREATE_NO_WINDOW;
    flags
}

fn exit_of(status: ExitStatus) -> Exit {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return Exit::Signal(signal);
    }
    status.code().map_or(Exit::Closed, Exit::Code)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_group_that_starts_children_runs_on_when_told() {
        let shell = "sh -c 'while :; do (:); echo; done'";
        let (mut process, pipes) = Process::spawn(shell, None).expect("a shell");
        let (sender, lines) = mpsc::channel();
        let reader = thread::spawn(move || {
            for line in BufReader::new(pipes.stdout).lines() {
                drop(sender.send(line));
            }
        });
        for _ in 0..300 {
            process.suspend();
            process.resume();
            lines.try_iter().for_each(drop);
            lines.recv_timeout(Duration::from_secs(10)).expect("it runs on").expect("a line");
        }
        process.kill();
        reader.join().expect("no panic");
    }
}
