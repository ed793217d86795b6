//! Texts as programs write them.

/// What editors and shells of Windows put before a text in UTF-8.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Whether the character is a blank. A byte order mark is one, wherever texts were put together, and
/// Ctrl-Z, with which DOS ended a text.
pub(crate) fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, BYTE_ORDER_MARK | '\u{1a}')
}

/// The rest of a pos string behind what separates its cells: blanks, commas and semicolons, one dash between
/// two cells, and numbers that count the moves. Two dashes are a pass, which no pos string has.
pub(crate) fn next_cell(mut text: &str, is_first: bool) -> &str {
    loop {
        let rest = text.trim_start_matches(|c| is_blank(c) || matches!(c, ',' | ';'));
        let dash = rest.strip_prefix('-').filter(|_| !is_first);
        let cell = dash.map(|after| after.trim_start_matches(is_blank));
        text = cell
            .filter(|cell| cell.starts_with(|c: char| c.is_ascii_alphanumeric()))
            .unwrap_or(rest);
        match move_number(text) {
            0 => return text,
            length => text = &text[length..],
        }
    }
}

/// The bytes of the move number at the head of `text`, such as `12.` or `12)`, dots and bracket included; 0
/// where there is none.
pub(crate) fn move_number(text: &str) -> usize {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let end = rest.strip_prefix(')').unwrap_or_else(|| rest.trim_start_matches('.'));
    let is_number = rest.len() < text.len() && end.len() < rest.len();
    if is_number { text.len() - end.len() } else { 0 }
}

/// `text` without a byte order mark at its beginning.
///
/// ```
/// assert_eq!(gomoku_rules::without_byte_order_mark("\u{feff}START 15"), "START 15");
/// ```
pub fn without_byte_order_mark(text: &str) -> &str {
    text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text)
}
