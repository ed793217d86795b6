//! Texts as programs write them.

/// What editors and shells of Windows put before a text in UTF-8.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// `text` without a byte order mark at its beginning.
///
/// ```
/// assert_eq!(gomoku_rules::without_byte_order_mark("\u{feff}START 15"), "START 15");
/// ```
pub fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}
