//! The machine that a run takes place on, for the head of its journal.

use std::env::consts::{ARCH, OS};
use std::fs;

/// The host name, and the processor or the system.
pub(crate) fn machine() -> String {
    let processor = processor().unwrap_or_else(|| format!("{ARCH} {OS}"));
    match host_name().filter(|name| !name.is_empty()) {
        Some(host) => format!("{host}, {processor}"),
        None => processor,
    }
}

#[cfg(unix)]
fn host_name() -> Option<String> {
    nix::unistd::gethostname().ok()?.into_string().ok()
}

#[cfg(not(unix))]
fn host_name() -> Option<String> {
    std::env::var("COMPUTERNAME").ok()
}

/// The model, where the system tells it: Linux on x86.
fn processor() -> Option<String> {
    let processors = fs::read_to_string("/proc/cpuinfo").ok()?;
    let mut lines = processors.lines();
    let model = lines.find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map(|(_, model)| model.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_has_a_name_and_a_processor() {
        let machine = machine();
        let (host, processor) = machine.split_once(", ").expect("two parts");
        assert!(!host.is_empty() && !processor.is_empty(), "{machine}");
    }
}
