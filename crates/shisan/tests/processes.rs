//! The processes of this machine, to see that no engine is left behind.

use sysinfo::{
    ProcessRefreshKind, ProcessStatus, ProcessesToUpdate, System, UpdateKind, get_current_pid,
};

/// A process that has not ended.
pub(crate) struct Process {
    /// Its process group, where the system has groups.
    #[cfg(unix)]
    pub(crate) group: Option<u32>,
    pub(crate) command: String,
}

/// All running processes.
///
/// # Panics
/// When this process is not among them: a list that cannot be trusted proves nothing.
pub(crate) fn running() -> Vec<Process> {
    let mut system = System::new();
    let what = ProcessRefreshKind::nothing().with_cmd(UpdateKind::Always).without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, what);
    let own = get_current_pid().expect("a process has a number");
    assert!(system.process(own).is_some(), "the list of processes lacks this one");
    let is_running = |process: &&sysinfo::Process| process.status() != ProcessStatus::Zombie;
    let processes = system.processes().values().filter(is_running).map(|process| {
        let words = process.cmd().iter().map(|word| word.to_string_lossy());
        Process {
            #[cfg(unix)]
            group: group_of(process.pid()),
            command: words.collect::<Vec<_>>().join(" "),
        }
    });
    processes.collect()
}

#[cfg(unix)]
fn group_of(process: sysinfo::Pid) -> Option<u32> {
    let process = nix::unistd::Pid::from_raw(process.as_u32().cast_signed());
    nix::unistd::getpgid(Some(process)).ok()?.as_raw().try_into().ok()
}
