//! Listens to the dialogues of a game for lines that tell of trouble.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Takes a [`Dialogue`](crate::Dialogue), which writes whole lines, and keeps its remarks: what a
/// brain wrote on standard error, and its lines of `ERROR`, `UNKNOWN` and `DEBUG`.
#[derive(Clone, Default)]
pub struct Listener(Arc<Mutex<Vec<String>>>);

impl Listener {
    /// More are not kept.
    const MAX_REMARKS: usize = 20;

    /// What was heard.
    pub fn remarks(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        if let Some(remark) = text.lines().find_map(remark) {
            let mut remarks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if remarks.len() < Self::MAX_REMARKS {
                remarks.push(remark.to_owned());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The name, arrow and text of a line that tells of trouble.
fn remark(line: &str) -> Option<&str> {
    let (_, said) = line.trim_start().split_once(' ')?;
    let mut words = said.split_whitespace().skip(1);
    let arrow = words.next()?;
    let word = words.next().unwrap_or_default();
    let is_trouble = ["ERROR", "UNKNOWN", "DEBUG"].contains(&word.to_ascii_uppercase().as_str());
    (arrow == "!!" || arrow == "->" && is_trouble).then_some(said)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_is_heard_and_nothing_else() {
        let mut listener = Listener::default();
        for line in [
            "    0.1 A <- INFO rule 0",
            "    0.2 A -> OK",
            "    0.3 A -> MESSAGE DEBUG 7",
            "    0.4 A -> 7,7",
            "    0.5 B -> ERROR no cell is free",
            "    0.6 B -> debug late",
            "    0.7 B !! thread panicked",
        ] {
            writeln!(listener, "{line}").expect("a listener");
        }
        let heard = ["B -> ERROR no cell is free", "B -> debug late", "B !! thread panicked"];
        assert_eq!(listener.remarks(), heard);
    }
}
