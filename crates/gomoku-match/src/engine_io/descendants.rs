//! What a process has started, whatever process groups it has joined since (Linux only).

#[cfg(target_os = "linux")]
use std::fs;

/// The processes below another one. A number that is used again names another process.
#[derive(Debug, Default)]
pub(crate) struct Descendants(#[cfg(target_os = "linux")] Vec<(u32, Option<String>)>);

#[cfg(target_os = "linux")]
impl Descendants {
    /// Adds those that run now below the process `id`.
    pub(crate) fn add(&mut self, id: u32) {
        self.0.extend(below(id).into_iter().map(|id| (id, start(id))));
    }

    /// Kills those that still run.
    pub(crate) fn kill(&self) {
        use nix::sys::signal::{Signal, kill};
        use nix::unistd::Pid;
        for (id, started) in &self.0 {
            if started.is_some() && start(*id) == *started {
                // It may have ended since.
                let _ = kill(Pid::from_raw(id.cast_signed()), Signal::SIGKILL);
            }
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl Descendants {
    pub(crate) fn add(&mut self, _: u32) {}

    pub(crate) fn kill(&self) {}
}

/// The processes below `id`.
#[cfg(target_os = "linux")]
pub(crate) fn below(id: u32) -> Vec<u32> {
    let (mut found, mut next) = (children(id), 0);
    while let Some(&child) = found.get(next) {
        found.extend(children(child));
        next += 1;
    }
    found
}

/// The processes that the threads of `id` have started.
#[cfg(target_os = "linux")]
fn children(id: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{id}/task")) else { return Vec::new() };
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.ok()?.path().join("children")).ok());
    lists
        .flat_map(|list| list.split(' ').filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect()
}

/// When the process `id` was started, in ticks.
#[cfg(target_os = "linux")]
fn start(id: u32) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // Its name stands in parentheses and may hold anything.
    let (_, fields) = text.rsplit_once(')')?;
    fields.split_ascii_whitespace().nth(19).map(str::to_owned)
}
