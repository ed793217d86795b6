//! The processes of this machine, to see that no engine is left behind.

#[cfg(not(target_os = "linux"))]
use std::process::Command;

/// A process.
pub(crate) struct Process {
    /// Its process group, where the system has groups.
    pub(crate) group: Option<u32>,
    pub(crate) command: String,
}

/// All running processes.
///
/// # Panics
/// When this process is not among them: a list that cannot be trusted proves nothing.
pub(crate) fn running() -> Vec<Process> {
    let processes = list();
    let own = std::env::args().next().expect("a program");
    let is_seen = processes.iter().any(|process| process.command.contains(&own));
    assert!(is_seen, "the list of processes lacks {own}");
    processes
}

#[cfg(target_os = "linux")]
fn list() -> Vec<Process> {
    let folders = std::fs::read_dir("/proc").expect("/proc").filter_map(Result::ok);
    let processes = folders.filter_map(|folder| {
        let command = std::fs::read(folder.path().join("cmdline")).ok()?;
        let stat = std::fs::read_to_string(folder.path().join("stat")).ok()?;
        // The fields behind the name: state, parent, group.
        let mut fields = stat.rsplit_once(") ")?.1.split(' ');
        let is_running = fields.next() != Some("Z");
        let group = fields.nth(1).and_then(|group| group.parse().ok());
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        is_running.then_some(Process { group, command })
    });
    processes.collect()
}

#[cfg(all(unix, not(target_os = "linux")))]
fn list() -> Vec<Process> {
    let output = Command::new("ps").args(["-A", "-o", "pgid=,stat=,command="]).output();
    let lines = String::from_utf8_lossy(&output.expect("ps runs").stdout).into_owned();
    let processes = lines.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let group = words.next().and_then(|group| group.parse().ok());
        let is_running = !words.next()?.starts_with('Z');
        let command = words.collect::<Vec<_>>().join(" ");
        is_running.then_some(Process { group, command })
    });
    processes.collect()
}

#[cfg(windows)]
fn list() -> Vec<Process> {
    let script = "Get-CimInstance Win32_Process | ForEach-Object { $_.CommandLine }";
    let output = Command::new("powershell").args(["-NoProfile", "-Command", script]).output();
    let lines = String::from_utf8_lossy(&output.expect("PowerShell runs").stdout).into_owned();
    lines.lines().map(|line| Process { group: None, command: line.to_owned() }).collect()
}
