//! A written record of what the lab and the brains say to each other.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// The dialogues of a game, in the order of what was said: seconds since it was opened, the
/// brain's name, `<-` for a line to it, `->` for a line from it, `!!` for one of its standard
/// error, and the line.
#[derive(Clone)]
pub struct Dialogue(Arc<Mutex<Sheet>>);

struct Sheet {
    output: Box<dyn Write + Send>,
    start: Instant,
    /// Bytes that may still be written.
    room: usize,
}

/// The stream of an engine that a line went through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Stdin,
    Stdout,
    Stderr,
}

impl Dialogue {
    /// A brain that never stops talking fills no disk: what is over this many bytes is left out.
    pub const MAX_BYTES: usize = 16 << 20;

    /// A dialogue that is written to `output`, a line at a time.
    pub fn new(output: Box<dyn Write + Send>) -> Self {
        let sheet = Sheet { output, start: Instant::now(), room: Self::MAX_BYTES };
        Self(Arc::new(Mutex::new(sheet)))
    }

    /// Notes that `line` was said to or by the brain of this name.
    pub(crate) fn note(&self, at: Instant, name: &str, stream: Stream, line: &str) {
        let mut sheet = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if sheet.room == 0 {
            return;
        }
        let arrow = match stream {
            Stream::Stdin => "<-",
            Stream::Stdout => "->",
            Stream::Stderr => "!!",
        };
        let seconds = at.saturating_duration_since(sheet.start).as_secs_f64();
        let mut text = format!("{seconds:12.6} {name} {arrow} {line}\n");
        if text.len() > sheet.room {
            text = "(the rest is left out)\n".into();
            sheet.room = text.len();
        }
        sheet.room -= text.len();
        if let Err(error) = sheet.output.write_all(text.as_bytes()) {
            log::warn!("the dialogue cannot be written: {error}");
            sheet.room = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    #[derive(Clone, Default)]
    struct Paper(Arc<Mutex<Vec<u8>>>);

    impl Write for Paper {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_noted_until_there_is_no_room() {
        let paper = Paper::default();
        let dialogue = Dialogue::new(Box::new(paper.clone()));
        let start = Instant::now();
        dialogue.note(start, "a", Stream::Stdin, "START 15");
        dialogue.note(start, "b", Stream::Stdout, "OK");
        dialogue.note(start, "b", Stream::Stderr, "panic");
        let text = || String::from_utf8(paper.0.lock().expect("no panic").clone()).expect("text");
        let said: Vec<String> = text()
            .lines()
            .map(|line| line.trim_start().split_once(' ').expect("a time").1.into())
            .collect();
        assert_eq!(said, ["a <- START 15", "b -> OK", "b !! panic"]);
        let long = "x".repeat(1 << 20);
        for _ in 0..40 {
            dialogue.note(start, "a", Stream::Stdout, &long);
        }
        let text = text();
        assert!(text.len() <= Dialogue::MAX_BYTES + 100 && text.len() > 15 << 20);
        assert!(text.ends_with("\n(the rest is left out)\n"));
    }
}
