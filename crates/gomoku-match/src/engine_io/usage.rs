//! Memory samples of an engine and its children (Linux only), and the size of its folder.

use std::fs;
use std::path::Path;

#[cfg(target_os = "linux")]
use crate::engine_io::descendants::below;

/// The bytes of the files in `folder` and below; links are not followed.
pub(crate) fn folder(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(data) if data.is_dir() => self::folder(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

/// The peak resident bytes of each process in the tree below `id`, summed.
#[cfg(target_os = "linux")]
pub(crate) fn peak(id: u32) -> Option<u64> {
    sum(id, |process| kilobytes(&format!("/proc/{process}/status"), &["VmHWM:"]))
}

/// The unshared bytes (USS) of the tree below `id` now: what Gomocup's judge counts.
#[cfg(target_os = "linux")]
pub(crate) fn unshared(id: u32) -> Option<u64> {
    const PRIVATE: [&str; 3] = ["Private_Clean:", "Private_Dirty:", "Private_Hugetlb:"];
    sum(id, |process| kilobytes(&format!("/proc/{process}/smaps_rollup"), &PRIVATE))
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn peak(_: u32) -> Option<u64> {
    None
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn unshared(_: u32) -> Option<u64> {
    None
}

/// Sums a measure over the tree below `id`; `None` when the root cannot be measured. A child that
/// exits meanwhile counts nothing.
#[cfg(target_os = "linux")]
fn sum(id: u32, measure: impl Fn(u32) -> Option<u64>) -> Option<u64> {
    let total = measure(id)?;
    Some(total + below(id).into_iter().filter_map(measure).sum::<u64>())
}

/// Sums the bytes behind the keys in a file of /proc; `None` when it has none of them.
#[cfg(target_os = "linux")]
fn kilobytes(path: &str, keys: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let figures = text.lines().filter_map(|line| {
        let mut words = line.split_ascii_whitespace();
        let known = keys.contains(&words.next()?);
        words.next().filter(|_| known)?.parse::<u64>().ok()
    });
    figures.reduce(|sum, figure| sum + figure).map(|kilobytes| kilobytes << 10)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn touched_memory_counts() {
        let id = std::process::id();
        let before = (peak(id).expect("our own process"), unshared(id).expect("our own process"));
        let block = std::hint::black_box(vec![1_u8; 64 << 20]);
        let after = (peak(id).expect("our own process"), unshared(id).expect("our own process"));
        assert!(after.0 >= 64 << 20 && after.0 >= before.0, "{before:?} {after:?}");
        assert!(after.1 >= 64 << 20, "{before:?} {after:?}");
        drop(block);
        assert_eq!(peak(0), None);
    }
}
