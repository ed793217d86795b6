//! Texts as programs write them.

/// What editors and shells of Windows put before a text in UTF-8.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether the character is a blank. A byte order mark is one, wherever texts were put together, and
/// Ctrl-Z, with which DOS ended a text.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, BYTE_ORDER_MARK | '\u{1a}')
}

/// The rest of a pos string behind what separates its cells: blanks, commas and semicolons, and one dash
/// between two cells. Two dashes are a pass, which no pos string has.
pub(crate) fn next_cell(text: &str, is_first: bool) -> &str {
    let rest = text.trim_start_matches(|c| is_blank(c) || matches!(c, ',' | ';'));
    let after =
        rest.strip_prefix('-').filter(|_| !is_first).map(|rest| rest.trim_start_matches(is_blank));
    after.filter(|after| after.starts_with(|c: char| c.is_ascii_alphanumeric())).unwrap_or(rest)
}

/// `text` without a byte order mark at its beginning.
///
/// ```
/// assert_eq!(gomoku_rules::without_byte_order_mark("\u{feff}START 15"), "START 15");
/// ```
pub fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}
