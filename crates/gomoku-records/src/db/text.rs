//! The texts of a position: its comment, and texts on the board.

use gomoku_rules::{Pos, Size};

/// How texts on the board begin.
const BOARD: &str = "@BTXT@";

/// What stands between them and the comment.
const SEPARATOR: char = '\u{8}';

/// The comment and the texts on the board.
pub(super) type Texts = (Option<String>, Vec<(Pos, String)>);

/// Reads the texts of a position on a board of `size`.
pub(super) fn read(text: &str, size: Size) -> Texts {
    // Old versions have written zeros.
    let text = text.replace('\0', "");
    let (board, comment) = match text.strip_prefix(BOARD) {
        Some(rest) => rest.split_once(SEPARATOR).unwrap_or((rest, "")),
        None => ("", &*text),
    };
    let mut labels: Vec<(Pos, String)> = Vec::new();
    for line in board.split('\n') {
        let mut letters = line.chars();
        let mut coordinate = || letters.next()?.to_digit(32).map(|number| number as i32);
        let (Some(x), Some(y)) = (coordinate(), coordinate()) else { continue };
        let Some(pos) = size.pos(x, y).filter(|_| !letters.as_str().is_empty()) else { continue };
        if labels.iter().all(|&(cell, _)| cell != pos) {
            labels.push((pos, letters.as_str().to_owned()));
        }
    }
    let comment = comment.replace(SEPARATOR, "\n");
    let comment = comment.trim();
    ((!comment.is_empty()).then(|| comment.to_owned()), labels)
}

/// The text that [`read`] reads. Blanks of texts on the board are left out, as Rapfi does.
pub(super) fn write(comment: Option<&str>, labels: &[(Pos, String)]) -> String {
    let is_kept = |c: &char| !c.is_whitespace() && !c.is_control();
    let mut labels: Vec<(Pos, String)> =
        labels.iter().map(|(pos, label)| (*pos, label.chars().filter(is_kept).collect())).collect();
    labels.retain(|(_, label)| !label.is_empty());
    labels.sort();
    let digit = |number: u8| {
        let digit = char::from_digit(number.into(), 36).unwrap_or('0');
        digit.to_ascii_uppercase()
    };
    let lines =
        labels.iter().map(|(pos, label)| format!("{}{}{label}", digit(pos.x()), digit(pos.y())));
    let board = lines.collect::<Vec<_>>().join("\n");
    let comment = comment.unwrap_or_default().replace("\r\n", "\n").replace('\0', "");
    let comment = comment.replace(SEPARATOR, "\n");
    let comment = comment.trim();
    match (board.is_empty(), comment.is_empty()) {
        (true, _) if !comment.starts_with(BOARD) => comment.to_owned(),
        (_, true) => format!("{BOARD}{board}"),
        _ => format!("{BOARD}{board}{SEPARATOR}{comment}"),
    }
}
