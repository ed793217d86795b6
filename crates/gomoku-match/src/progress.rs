//! The progress bar of long runs.

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
