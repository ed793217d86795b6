//! Collects the error lines of a game: a brain's standard error, and its lines of `ERROR`, `UNKNOWN` or
//! `DEBUG`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use gomoku_protocol::Reply;

/// The output of a [`Dialogue`](crate::Dialogue), which writes whole lines. Keeps the error lines.
#[derive(Clone, Default)]
pub struct ErrorLines(Arc<Mutex<Kept>>);

#[derive(Default)]
struct Kept {
    lines: Vec<String>,
    /// How many others there were.
    more: u32,
}

impl ErrorLines {
    /// Further lines of a game are counted only; notes of late searches, one a move at most, are kept.
    const MAX: usize = 20;

    /// The lines so far, and how many were not kept.
    pub fn lines(&self) -> (Vec<String>, u32) {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (kept.lines.clone(), kept.more)
    }
}

impl Write for ErrorLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        if let Some(line) = text.lines().find_map(error_line) {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.lines.len() < Self::MAX || is_late_note(line) {
                kept.lines.push(line.to_owned());
            } else {
                kept.more += 1;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether an error line is our own brain's note of a late search.
pub fn is_late_note(line: &str) -> bool {
    line.contains("-> DEBUG search is late")
}

/// The name, arrow and text of `line`, if it is an error line.
fn error_line(line: &str) -> Option<&str> {
    let (_, said) = line.trim_start().split_once(' ')?;
    let (_, words) = said.split_once(' ')?;
    let (arrow, text) = words.split_once(' ').unwrap_or((words, ""));
    let is_error =
        |reply: Reply| matches!(reply, Reply::Error(_) | Reply::Unknown(_) | Reply::Debug(_));
    (arrow == "!!" || arrow == "->" && text.parse().is_ok_and(is_error)).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_lines_are_kept_and_no_others() {
        let mut errors = ErrorLines::default();
        for line in [
            "    0.1 A <- INFO rule 0",
            "    0.2 A -> OK",
            "    0.3 A -> MESSAGE DEBUG 7",
            "    0.4 A -> 7,7",
            "    0.5 B -> ERROR no cell is free",
            "    0.6 B -> debug late",
            "    0.7 B !! thread panicked",
        ] {
            writeln!(errors, "{line}").expect("disk space");
        }
        let kept = ["B -> ERROR no cell is free", "B -> debug late", "B !! thread panicked"];
        assert_eq!(errors.lines().0, kept);
        for _ in 0..20 {
            writeln!(errors, "    0.8 B !! again").expect("disk space");
        }
        let (lines, more) = errors.lines();
        assert_eq!((lines.len(), more), (20, 3));
        for _ in 0..7 {
            writeln!(errors, "    0.9 A -> DEBUG search is late: 23 ms").expect("disk space");
        }
        let (lines, more) = errors.lines();
        assert_eq!((lines.len(), more), (27, 3), "a busy machine excuses them, each by itself");
    }
}
