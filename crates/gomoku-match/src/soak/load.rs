//! How busy the machine is.

/// The load average of the last minute: programs that run or wait for a core. Linux only.
pub fn average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split(' ').next()?.parse().ok()
}
