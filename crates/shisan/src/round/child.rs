//! Steps as programs of their own.

use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use gomoku_match::Reaper;

/// Runs a program to its end. An interrupt of this one, which sets `stop`, interrupts it too; where a terminal
/// has told both, it ends at once. `reaper` kills it if this one is killed.
///
/// # Errors
/// When it cannot be started.
pub fn run(
    command: &mut Command,
    reaper: &Reaper,
    stop: &AtomicBool,
) -> std::io::Result<ExitStatus> {
    const POLL: Duration = Duration::from_millis(20);
    command.stdin(Stdio::null());
    let mut child = command.spawn()?;
    reaper.watch(child.id());
    let mut is_told = false;
    loop {
        if let Some(status) = child.try_wait()? {
            reaper.forget(child.id());
            return Ok(status);
        }
        if stop.load(Ordering::Relaxed) && !is_told {
            is_told = true;
            interrupt(&child);
        }
        thread::sleep(POLL);
    }
}

/// How a program has ended, in words.
pub fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("killed by signal {signal}");
    }
    status.to_string()
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let pid = child.id().try_into().map(Pid::from_raw);
    if let Ok(Err(error)) = pid.map(|pid| kill(pid, Signal::SIGINT)) {
        log::error!("the step cannot be interrupted: {error}");
    }
}

/// Programs in the same console are interrupted with this one.
#[cfg(not(unix))]
fn interrupt(_child: &std::process::Child) {}
