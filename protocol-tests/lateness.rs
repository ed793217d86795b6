//! How late the machine makes a brain: what a deadline gets as slack, and all that it gets.

use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// Measures, from its making on, how late the machine makes a process.
#[derive(Debug)]
pub enum Lateness {
    /// Linux counts how long each thread was ready to run and waited for a processor. These are the threads
    /// of the process and of the test that waits for it: nanoseconds at first, and at last.
    Counted { process: u32, threads: HashMap<PathBuf, [u64; 2]> },
    /// Elsewhere a thread that only sleeps measures how much later it wakes.
    Overslept { micros: u64 },
}

impl Lateness {
    /// Starts to measure.
    pub fn of(process: u32) -> Self {
        let mut threads = HashMap::new();
        count(process, &mut threads);
        if threads.is_empty() {
            return Self::Overslept { micros: OVERSLEPT.load(Ordering::Relaxed) };
        }
        for [first, last] in threads.values_mut() {
            *first = *last;
        }
        Self::Counted { process, threads }
    }

    /// The lateness up to now. Threads that have ended count as they did before.
    pub fn so_far(&mut self) -> Duration {
        match self {
            Self::Counted { process, threads } => {
                count(*process, threads);
                let waits = threads.values().map(|[first, last]| last.saturating_sub(*first));
                Duration::from_nanos(waits.sum())
            }
            Self::Overslept { micros } => {
                Duration::from_micros(OVERSLEPT.load(Ordering::Relaxed) - *micros)
            }
        }
    }
}

/// Notes how long every thread has waited; one that is new had not waited before.
fn count(process: u32, threads: &mut HashMap<PathBuf, [u64; 2]>) {
    for folder in [format!("/proc/{process}/task"), "/proc/self/task".to_owned()] {
        for thread in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = thread.path();
            let counts = fs::read_to_string(path.join("schedstat")).unwrap_or_default();
            let waited = counts.split(' ').nth(1).and_then(|nanos| nanos.parse().ok());
            if let Some(waited) = waited {
                threads.entry(path).or_default()[1] = waited;
            }
        }
    }
}

/// The microseconds that a sleeping thread has woken too late, but for the usual one millisecond each time.
static OVERSLEPT: LazyLock<&AtomicU64> = LazyLock::new(|| {
    const NAP: Duration = Duration::from_millis(1);
    static MICROS: AtomicU64 = AtomicU64::new(0);
    thread::spawn(|| {
        loop {
            let begun = Instant::now();
            thread::sleep(NAP);
            let late = begun.elapsed().saturating_sub(2 * NAP);
            MICROS.fetch_add(late.as_micros() as u64, Ordering::Relaxed);
        }
    });
    &MICROS
});
