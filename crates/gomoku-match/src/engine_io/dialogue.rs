//! The log of a game: every line between this program and its engines.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::engine_io::stderr_tail::StderrTail;

/// The dialogues of a game, in the order of their lines: seconds since the start, the engine's name,
/// an arrow and the line.
#[derive(Clone)]
pub struct Dialogue(Arc<Mutex<Log>>);

struct Log {
    output: Box<dyn Write + Send>,
    start: Instant,
    /// Bytes that may still be written.
    bytes_left: usize,
    /// What was written on standard error.
    stderr: StderrTail,
    /// The first line that could not be written.
    error: Option<io::Error>,
}

/// Where a line was read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    /// To the engine, `<-`.
    Stdin,
    /// From the engine, `->`.
    Stdout,
    /// From its standard error, `!!`.
    Stderr,
    /// Nowhere: a remark of the manager, `--`.
    Manager,
}

impl Dialogue {
    /// An engine that never stops writing fills no disk: lines beyond this many bytes are left out.
    pub const MAX_BYTES: usize = 16 << 20;

    /// Writes dialogues to `output`, a line at a time.
    pub fn new(output: Box<dyn Write + Send>) -> Self {
        let start = Instant::now();
        let stderr = StderrTail::default();
        let log = Log { output, start, bytes_left: Self::MAX_BYTES, stderr, error: None };
        Self(Arc::new(Mutex::new(log)))
    }

    /// Notes a line to, from or about the engine of this name.
    pub(crate) fn note(&self, at: Instant, name: &str, stream: Stream, line: &str) {
        let mut log = self.lock();
        if stream == Stream::Stderr {
            log.stderr.push(line);
        }
        if log.bytes_left == 0 {
            return;
        }
        let arrow = match stream {
            Stream::Stdin => "<-",
            Stream::Stdout => "->",
            Stream::Stderr => "!!",
            Stream::Manager => "--",
        };
        let seconds = at.saturating_duration_since(log.start).as_secs_f64();
        let mut text = format!("{seconds:12.6} {name} {arrow} {line}\n");
        if text.len() > log.bytes_left {
            text = "(the rest is left out)\n".into();
            log.bytes_left = text.len();
        }
        log.bytes_left -= text.len();
        if let Err(error) = log.output.write_all(text.as_bytes()) {
            log.error = Some(error);
            log.bytes_left = 0;
        }
    }

    /// The line of standard error that explains most.
    pub(crate) fn last_stderr_line(&self) -> Option<String> {
        self.lock().stderr.line()
    }

    /// Ends the log.
    ///
    /// # Errors
    /// When one of its lines could not be written.
    pub(crate) fn finish(&self) -> io::Result<()> {
        let mut log = self.lock();
        log.error.take().map_or(Ok(()), Err)?;
        log.output.flush()
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(dialogue.finish().is_ok());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error_at_the_end() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
        let dialogue = Dialogue::new(Box::new(full));
        for line in ["START 15", "BEGIN"] {
            dialogue.note(Instant::now(), "a", Stream::Stdin, line);
        }
        let error = dialogue.finish().expect_err("a full disk");
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }
}
