//! The progress bar of long runs.

use std::thread;
use std::time::Duration;

use indicatif::ProgressStyle;

pub use indicatif::ProgressBar;

/// A bar for `total` items on standard error; hidden where that is not a terminal. Print lines inside
/// [`ProgressBar::suspend`].
///
/// # Errors
/// Never: the template is fixed.
pub fn bar(total: u64) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}, {elapsed}, {eta} left")?;
    Ok(ProgressBar::new(total).with_style(style))
}

/// Draws `bar` again and again, so that its times go on, until it is finished or dropped. Where the system has
/// no thread left, as where nobody sees the bar, it moves with its items alone; indicatif's own ticker panics.
pub fn keep_drawing(bar: &ProgressBar, interval: Duration) {
    if bar.is_hidden() {
        return;
    }
    let bar = bar.downgrade();
    let draw = move || {
        while let Some(bar) = bar.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            thread::sleep(interval);
        }
    };
    if let Err(error) = thread::Builder::new().name("progress".to_owned()).spawn(draw) {
        log::info!("the progress moves with its items alone: {error}");
    }
}
