//! The streams: a thread that reads lines and stamps them, and the single writer.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::event::SessionEvent;
use super::reply::Reply;
use super::session::{Ending, Session, Sink};
use crate::engine::{Engine, EngineConfig};
use gomoku_rules::without_byte_order_mark;

/// Serves a manager that writes to `input` and reads from `output`, until it sends `END`, ends the
/// input or stops reading. Returns without waiting for a blocked stream, so that the process can
/// exit. The engine plays by `config` where no `INFO` says otherwise.
///
/// # Errors
/// When a thread cannot be started.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    config: EngineConfig,
) -> io::Result<()> {
    let (events, inbox) = mpsc::channel();
    let writer = Writer::start(output, events.clone())?;
    let session = Session::<_, Engine>::new(writer, config, events.clone())?;
    thread::Builder::new().name("reader".into()).spawn(move || read_lines(input, &events))?;
    let (writer, ending) = session.run(&inbox);
    writer.finish(match ending {
        Ending::Ordered => Duration::from_millis(20),
        Ending::EndOfInput => Duration::from_secs(10),
        Ending::Hangup => Duration::ZERO,
    });
    Ok(())
}

/// Longer lines are cut; no command needs as much.
const MAX_LINE: usize = 64 << 10;

/// Sends every line of `input`, ended by LF, CR or both, and then its end. Bytes that are not UTF-8 are
/// replaced, byte order marks and empty lines are dropped, and lines are cut at [`MAX_LINE`].
fn read_lines(mut input: impl Read, events: &Sender<SessionEvent>) {
    let mut line = Vec::new();
    let mut buffer = [0; 8 << 10];
    loop {
        let bytes = match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => &buffer[..count],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => {
                log::warn!("input: {error}");
                break;
            }
        };
        let received = Instant::now();
        for &byte in bytes {
            if matches!(byte, b'\n' | b'\r') {
                if !send_line(&mut line, received, events) {
                    return;
                }
            } else if line.len() < MAX_LINE {
                line.push(byte);
            }
        }
    }
    if send_line(&mut line, Instant::now(), events)
        && events.send(SessionEvent::EndOfInput).is_err()
    {
        log::debug!("the session ended before its input");
    }
}

/// Sends `line`, unless it is empty, and clears it; false when the session has ended.
fn send_line(line: &mut Vec<u8>, received: Instant, events: &Sender<SessionEvent>) -> bool {
    if line.is_empty() {
        return true;
    }
    let text = without_byte_order_mark(&String::from_utf8_lossy(line)).to_owned();
    line.clear();
    text.is_empty() || events.send(SessionEvent::Line(text, received)).is_ok()
}

/// The single writer: a thread that takes lines from a queue, so that a full pipe blocks nobody
/// else.
struct Writer {
    lines: Sender<String>,
    /// The number of replies that are not written yet.
    pending: Arc<AtomicUsize>,
    /// Disconnected when everything is written, or nothing more can be.
    finished: Receiver<()>,
}

impl Writer {
    /// Search info is dropped while so many replies wait.
    const MAX_PENDING: usize = 64;

    /// How many replies may wait before a report is dropped that has this many lines (multi-PV): those of
    /// one iteration fit with a margin, and reports between iterations get half of it.
    fn max_pending(multi_pv: usize) -> usize {
        match multi_pv {
            0 => Self::MAX_PENDING / 2,
            more => Self::MAX_PENDING + 2 * (more - 1),
        }
    }

    fn start(
        mut output: impl Write + Send + 'static,
        events: Sender<SessionEvent>,
    ) -> io::Result<Self> {
        let (lines, queue) = mpsc::channel::<String>();
        let (alive, finished) = mpsc::channel();
        let pending = Arc::new(AtomicUsize::new(0));
        let waiting = Arc::clone(&pending);
        let work = move || {
            let _alive = alive;
            for line in queue {
                let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
                if let Err(error) = written {
                    log::info!("output: {error}");
                    // Whether the session still runs or not, it ends.
                    drop(events.send(SessionEvent::Hangup));
                    return;
                }
                waiting.fetch_sub(1, Ordering::Relaxed);
            }
        };
        thread::Builder::new().name("writer".into()).spawn(work)?;
        Ok(Self { lines, pending, finished })
    }

    /// Waits until everything is written, for at most `limit`.
    fn finish(self, limit: Duration) {
        drop(self.lines);
        if self.finished.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
            log::info!("the manager did not read everything");
        }
    }
}

impl Sink for Writer {
    fn send(&mut self, reply: Reply) {
        let pending = self.pending.load(Ordering::Relaxed);
        if reply.multi_pv().is_some_and(|lines| pending >= Self::max_pending(lines)) {
            return;
        }
        self.pending.fetch_add(1, Ordering::Relaxed);
        if self.lines.send(format!("{reply}\n")).is_err() {
            log::debug!("nobody reads: {reply}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::search::PvInfo;
    use gomoku_rules::Pos;

    fn lines_of(input: &[u8]) -> Vec<String> {
        let (events, inbox) = mpsc::channel();
        read_lines(input, &events);
        let mut events: Vec<_> = inbox.try_iter().collect();
        assert!(matches!(events.pop(), Some(SessionEvent::EndOfInput)));
        let line = |event| match event {
            SessionEvent::Line(line, _) => line,
            other => panic!("expected a line, got {other:?}"),
        };
        events.into_iter().map(line).collect()
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(lines_of(b"a\nb\r\nc\rd\n\n\r\n e"), ["a", "b", "c", "d", " e"]);
        assert_eq!(lines_of(b"\xff7\n"), ["\u{fffd}7"]);
        assert_eq!(
            lines_of(b"\xef\xbb\xbfSTART 15\r\n\xef\xbb\xbf\nBEGIN\n"),
            ["START 15", "BEGIN"]
        );
        let huge = [b"x".repeat(3 * MAX_LINE), b"\nnext".to_vec()].concat();
        let lines = lines_of(&huge);
        assert_eq!((lines[0].len(), lines[1].as_str()), (MAX_LINE, "next"));
    }

    /// A pipe that takes nothing until it is opened.
    struct Stuck(Receiver<()>, Sender<Vec<u8>>);

    impl Write for Stuck {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let open = self.0.recv().is_err();
            assert!(open, "nothing is ever sent");
            self.1.send(bytes.to_vec()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_stuck_reader_loses_progress_only() {
        let (open, gate) = mpsc::channel();
        let (written, reader) = mpsc::channel();
        let (events, _inbox) = mpsc::channel();
        let mut writer = Writer::start(Stuck(gate, written), events).expect("a thread");
        let info = PvInfo {
            depth: 1,
            seldepth: 1,
            score: Score::DRAW,
            nodes: 1,
            time: Duration::ZERO,
            pv: Vec::new(),
            pv_index: 0,
            multi_pv: 1,
        };
        for _ in 0..1000 {
            writer.send(Reply::RootMove(Pos::new(0, 0), false));
        }
        for _ in 0..1000 {
            writer.send(Reply::Progress(info.clone()));
            writer.send(Reply::Ok);
        }
        drop(open);
        writer.finish(Duration::from_secs(10));
        let lines: Vec<_> = reader.iter().collect();
        let replies = lines.iter().filter(|line| line.as_slice() == b"OK\n").count();
        assert_eq!(replies, 1000);
        assert!(lines.len() - replies <= Writer::MAX_PENDING, "{} lines", lines.len());
        let progress = lines.iter().filter(|line| line.starts_with(b"MESSAGE depth ")).count();
        assert!(progress > 10, "root moves displace iterations: {progress}");
    }
}
