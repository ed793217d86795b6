//! The output of an engine under test: its lines as they come, and the end of its standard error.

use std::io::{self, Read};
use std::process::{ChildStderr, ChildStdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use crate::Dialogue;
use crate::engine_io::dialogue::Stream;
use crate::engine_io::line::{Line, read_lines};
use crate::engine_io::stderr_tail::StderrTail;

/// Unread lines of an engine; further ones are lost.
pub(super) const MAX_LINES: usize = 256;
/// How long its streams may take to end after its process has.
pub(super) const STREAM_GRACE: Duration = Duration::from_millis(200);

/// What an engine writes: every line but messages.
pub(super) struct Output {
    lines: Receiver<Line>,
    /// Disconnected once standard error has ended.
    stderr_end: Receiver<()>,
    heard: Arc<Heard>,
}

/// What the threads that read have seen.
#[derive(Default)]
struct Heard {
    has_printed: AtomicBool,
    in_line: AtomicBool,
    stderr: Mutex<StderrTail>,
}

impl Output {
    /// Starts the threads that read the output, and notes it in `log` under the name `check`.
    pub(super) fn connect(
        stdout: ChildStdout,
        stderr: ChildStderr,
        log: Option<&Dialogue>,
        check: &str,
    ) -> io::Result<Self> {
        let heard = Arc::new(Heard::default());
        let note = |stream| {
            let (log, check) = (log.cloned(), check.to_owned());
            move |at, text: &str| {
                if let Some(log) = &log {
                    log.note(at, &check, stream, text);
                }
            }
        };
        let (sender, lines) = mpsc::sync_channel(MAX_LINES);
        let (inbox, log_stdout) = (Arc::clone(&heard), note(Stream::Stdout));
        thread::Builder::new().spawn(move || {
            let mut take = |text: String, received| {
                log_stdout(received, &text);
                inbox.has_printed.store(true, Ordering::Relaxed);
                if !is_message(&text) {
                    // An engine that prints this much fails long before its lines are lost.
                    drop(sender.try_send(Line::new(text, received)));
                }
            };
            let mut pause = |in_line| inbox.in_line.store(in_line, Ordering::Relaxed);
            read_lines(WithoutCr(stdout), &mut take, &mut pause);
        })?;
        let (alive, stderr_end) = mpsc::channel();
        let (inbox, log_stderr) = (Arc::clone(&heard), note(Stream::Stderr));
        thread::Builder::new().spawn(move || {
            let _alive = alive;
            let mut take = |text: String, received| {
                log_stderr(received, &text);
                inbox.stderr.lock().unwrap_or_else(PoisonError::into_inner).push(&text);
            };
            read_lines(stderr, &mut take, &mut |_| ());
        })?;
        Ok(Self { lines, stderr_end, heard })
    }

    /// The next line.
    pub(super) fn line(&self, limit: Duration) -> Result<Line, RecvTimeoutError> {
        self.lines.recv_timeout(limit)
    }

    /// Whether anything was printed, messages and the beginning of a line too.
    pub(super) fn has_printed(&self) -> bool {
        self.heard.has_printed.load(Ordering::Relaxed) || self.is_in_line()
    }

    /// Whether the last line has no end yet.
    pub(super) fn is_in_line(&self) -> bool {
        self.heard.in_line.load(Ordering::Relaxed)
    }

    /// The line of standard error that explains most. Waits a little for the end of the stream.
    pub(super) fn last_stderr_line(&self) -> Option<String> {
        let _end = self.stderr_end.recv_timeout(STREAM_GRACE);
        self.heard.stderr.lock().unwrap_or_else(PoisonError::into_inner).line()
    }
}

/// Drops each carriage return, which alone ends no line to managers.
struct WithoutCr<R>(R);

impl<R: Read> Read for WithoutCr<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.0.read(buffer)?;
            let mut kept = 0;
            for index in 0..count {
                if buffer[index] != b'\r' {
                    buffer[kept] = buffer[index];
                    kept += 1;
                }
            }
            // Nothing would be the end of the stream.
            if kept > 0 || count == 0 {
                return Ok(kept);
            }
        }
    }
}

/// Whether managers ignore `line`. Some know the words in capitals only, followed by text.
fn is_message(line: &str) -> bool {
    ["MESSAGE ", "DEBUG "].iter().any(|kind| line.starts_with(kind))
}
