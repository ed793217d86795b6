//! The progress of self-play and labelling: a bar on a terminal, else a line now and then.

use std::io::Write;
use std::time::{Duration, Instant};

use gomoku_match::progress::{ProgressBar, bar, keep_drawing};

/// The time between two lines.
const INTERVAL: Duration = Duration::from_secs(30);

/// Items and positions so far.
pub(super) struct Progress<'a> {
    out: &'a mut (dyn Write + Send),
    /// Hidden where standard error is no terminal.
    bar: ProgressBar,
    start: Instant,
    last_line: Instant,
    total: usize,
    /// What the items are, in the plural.
    name: &'static str,
    done: usize,
    positions: usize,
}

impl<'a> Progress<'a> {
    /// The start of `total` items, `name` in the plural.
    ///
    /// # Errors
    /// When the bar's template is wrong.
    pub fn new(
        out: &'a mut (dyn Write + Send),
        total: usize,
        name: &'static str,
    ) -> anyhow::Result<Self> {
        let now = Instant::now();
        let bar = bar(total as u64)?;
        keep_drawing(&bar, Duration::from_secs(1));
        Ok(Self { out, bar, start: now, last_line: now, total, name, done: 0, positions: 0 })
    }

    /// Counts a finished item of this many positions.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub fn count(&mut self, positions: usize) -> anyhow::Result<()> {
        self.done += 1;
        self.positions += positions;
        let hour = self.positions as f64 / self.start.elapsed().as_secs_f64() * 3600.0;
        self.bar.set_position(self.done as u64);
        self.bar.set_message(format!("{hour:.0} positions an hour"));
        if self.is_complete() {
            self.bar.finish_and_clear();
        }
        let is_due = self.bar.is_hidden() && self.last_line.elapsed() >= INTERVAL;
        if is_due || self.is_complete() {
            self.last_line = Instant::now();
            let Self { total, name, done, positions, .. } = self;
            writeln!(
                self.out,
                "{done}/{total} {name}, {positions} positions, {hour:.0} positions an hour"
            )?;
        }
        Ok(())
    }

    /// Ends before all items are finished, for this reason.
    ///
    /// # Errors
    /// When the line cannot be written.
    pub fn end(&mut self, reason: &str) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        writeln!(self.out, "{}/{} {}, {reason}", self.done, self.total, self.name)?;
        Ok(())
    }

    /// Whether all items are finished.
    pub fn is_complete(&self) -> bool {
        self.done == self.total
    }
}
