//! Collects the error lines of a game: a brain's standard error, and its lines of `ERROR`, `UNKNOWN` or
//! `DEBUG`.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use gomoku_protocol::Reply;

/// The output of a [`Dialogue`](crate::Dialogue), which writes whole lines. Keeps the error lines.
#[derive(Clone, Default)]
pub struct ErrorLines(Arc<Mutex<Vec<String>>>);

impl ErrorLines {
    /// Further lines of a game are not kept.
    const MAX: usize = 20;

    /// The lines so far.
    pub fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Write for ErrorLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        if let Some(line) = text.lines().find_map(error_line) {
            let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.len() < Self::MAX {
                lines.push(line.to_owned());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
        assert_eq!(errors.lines(), kept);
    }
}
