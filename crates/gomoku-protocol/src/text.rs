//! Text that fits into a line.

use std::borrow::Cow;

/// Bytes of a reply; managers cut longer lines.
pub const MAX_REPLY: usize = 250;

/// `text` on one line: control characters become `?`.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if text.contains(char::is_control) {
        text.chars().map(|c| if c.is_control() { '?' } else { c }).collect()
    } else {
        text.into()
    }
}

/// The characters of `text`, those that are not printable ASCII as `?`: managers read bytes.
pub(crate) fn printable(text: &str) -> impl Iterator<Item = char> {
    text.chars().map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' })
}
