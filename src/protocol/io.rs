//! The streams: a thread that reads lines and stamps them, and the single writer.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SendError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::event::SessionEvent;
use super::report::Report;
use super::session::{Ending, Session, Sink};
use crate::engine::{Engine, EngineConfig};
use gomoku_protocol::{Line, LineReader, Lines, MAX_COMMAND, Reply};

/// Serves a manager that writes to `input` and reads from `output`, until it sends `END`, ends the
/// input or stops reading. Returns without waiting for a blocked stream, so that the process can
/// exit. The engine plays by `config` where no `INFO` says otherwise.
///
/// # Errors
/// When a thread cannot be started, or `input` cannot be read: then the search in progress has been finished.
pub fn serve(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    config: EngineConfig,
) -> anyhow::Result<()> {
    const THREADS: &str = "cannot start the threads";
    let (events, inbox) = mpsc::channel();
    let (failures, failure) = mpsc::channel();
    let writer = Writer::start(output, events.clone()).context(THREADS)?;
    let session = Session::<_, Engine>::new(writer, config, events.clone()).context(THREADS)?;
    let read = move || {
        // Nobody listens once the session has ended.
        if let Err(error) = read_lines(input, &events) {
            drop(failures.send(error));
        }
        drop(events.send(SessionEvent::EndOfInput));
    };
    thread::Builder::new().name("reader".into()).spawn(read).context(THREADS)?;
    let (writer, ending) = session.run(&inbox);
    writer.finish(match ending {
        Ending::Ordered => Duration::from_millis(20),
        Ending::EndOfInput => Duration::from_secs(10),
        Ending::Hangup => Duration::ZERO,
    });
    match failure.try_recv() {
        Ok(error) if ending == Ending::EndOfInput => Err(error.into()),
        _ => Ok(()),
    }
}

/// Sends every line of `input`.
fn read_lines(input: impl Read, events: &Sender<SessionEvent>) -> io::Result<()> {
    let mut reader = LineReader::new(input, MAX_COMMAND);
    let mut result = Ok(());
    loop {
        let Lines { lines, received } = match reader.read() {
            Ok(Some(lines)) => lines,
            Ok(None) => return result,
            Err(error) => {
                // What came before it counts, down to a line without an end.
                result = Err(error);
                continue;
            }
        };
        for Line { text, is_cut } in lines {
            let event = if is_cut {
                SessionEvent::CutLine(text)
            } else {
                SessionEvent::Line(text, received)
            };
            if events.send(event).is_err() {
                return Ok(());
            }
        }
    }
}

/// The single writer: a thread that takes texts from a queue, so that a full pipe blocks no other
/// thread.
struct Writer {
    texts: Sender<String>,
    /// How many bytes are not written yet.
    pending: Arc<AtomicUsize>,
    /// Disconnected when everything is written, or nothing more can be.
    finished: Receiver<()>,
}

impl Writer {
    /// Reports are dropped while this many bytes wait, as many as a pipe holds besides.
    const MAX_PENDING: usize = 64 << 10;

    fn start(
        mut output: impl Write + Send + 'static,
        events: Sender<SessionEvent>,
    ) -> io::Result<Self> {
        let (texts, queue) = mpsc::channel::<String>();
        let (alive, finished) = mpsc::channel();
        let pending = Arc::new(AtomicUsize::new(0));
        let waiting = Arc::clone(&pending);
        let work = move || {
            let _alive = alive;
            for text in queue {
                let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
                if let Err(error) = written {
                    log::info!("output: {error}");
                    // Whether the session still runs or not, it ends.
                    drop(events.send(SessionEvent::Hangup));
                    return;
                }
                waiting.fetch_sub(text.len(), Ordering::Relaxed);
            }
        };
        thread::Builder::new().name("writer".into()).spawn(work)?;
        Ok(Self { texts, pending, finished })
    }

    fn write(&self, text: &impl Display) {
        let text = format!("{text}\n");
        self.pending.fetch_add(text.len(), Ordering::Relaxed);
        if let Err(SendError(text)) = self.texts.send(text) {
            log::debug!("no reader: {text}");
        }
    }

    /// Waits until everything is written, for at most `limit`.
    fn finish(self, limit: Duration) {
        drop(self.texts);
        if self.finished.recv_timeout(limit) == Err(mpsc::RecvTimeoutError::Timeout) {
            log::info!("the manager did not read everything");
        }
    }
}

impl Sink for Writer {
    fn send(&mut self, reply: Reply) {
        self.write(&reply);
    }

    fn report(&mut self, reports: &[Report]) -> bool {
        // Root moves leave room for iterations.
        let is_root_move = matches!(reports, [Report::RootMove(..)]);
        let limit = if is_root_move { Self::MAX_PENDING / 2 } else { Self::MAX_PENDING };
        let is_taken = self.pending.load(Ordering::Relaxed) < limit;
        if is_taken {
            self.report_last(reports);
        }
        is_taken
    }

    fn report_last(&mut self, reports: &[Report]) {
        let lines: Vec<String> = reports.iter().map(Report::to_string).collect();
        self.write(&lines.join("\n"));
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::protocol::session_engine::{SearchOutcome, SessionEngine, SessionRequest};
    use crate::score::Score;
    use crate::search::{PvInfo, SearchInfo};
    use gomoku_rules::Pos;

    #[test]
    fn the_last_line_needs_no_end() {
        let (events, inbox) = mpsc::channel();
        read_lines(&b"a\r\nb"[..], &events).expect("memory");
        let is_line = |event: &SessionEvent, text: &str| matches!(event, SessionEvent::Line(line, _) if line == text);
        let events: Vec<_> = inbox.try_iter().collect();
        assert!(is_line(&events[0], "a") && is_line(&events[1], "b"), "{events:?}");
        assert_eq!(events.len(), 2, "{events:?}");
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
        for _ in 0..10_000 {
            writer.report(&[Report::RootMove(Pos::new(0, 0), false)]);
        }
        for _ in 0..1000 {
            writer.report(&[Report::Progress(info.clone())]);
            writer.send(Reply::OK);
        }
        drop(open);
        writer.finish(Duration::from_secs(10));
        let lines: Vec<_> = reader.iter().collect();
        let replies = lines.iter().filter(|line| line.as_slice() == b"OK\n").count();
        assert_eq!(replies, 1000);
        let bytes: usize = lines.iter().map(Vec::len).sum();
        assert!(bytes < Writer::MAX_PENDING + 4000, "{bytes} bytes");
        let progress = lines.iter().filter(|line| line.starts_with(b"MESSAGE depth ")).count();
        assert!((10..1000).contains(&progress), "{progress} iterations");
    }

    /// Reports iterations of many losing moves faster than anybody reads.
    #[derive(Default)]
    struct Burst;

    impl Burst {
        const DEPTH: u32 = 24;
        const LINES: usize = 225;
    }

    impl SessionEngine for Burst {
        fn new_game(&mut self, _: Option<EngineConfig>) {}

        fn search(
            &mut self,
            _: &SessionRequest,
            on_info: &mut dyn FnMut(&SearchInfo),
        ) -> SearchOutcome {
            for depth in 1..=Self::DEPTH {
                let line = |pv_index| PvInfo {
                    depth,
                    seldepth: depth,
                    score: Score::mated_in(8),
                    nodes: 1,
                    time: Duration::ZERO,
                    pv: vec![Pos::new(7, 7), Pos::new(8, 8)],
                    pv_index,
                    multi_pv: Self::LINES,
                };
                on_info(&SearchInfo::Pv((0..Self::LINES).map(line).collect()));
            }
            SearchOutcome::Move(Some(Pos::new(3, 4)))
        }
    }

    #[test]
    fn a_stuck_reader_gets_whole_iterations_and_the_last() {
        let (open, gate) = mpsc::channel();
        let (written, reader) = mpsc::channel();
        let (events, inbox) = mpsc::channel();
        let writer = Writer::start(Stuck(gate, written), events.clone()).expect("a thread");
        let config = EngineConfig::default();
        let session = Session::<_, Burst>::new(writer, config, events.clone()).expect("a thread");
        for line in ["START 15", "INFO show_detail 3", "YXNBEST 225"] {
            let event = SessionEvent::Line(line.to_owned(), Instant::now());
            events.send(event).expect("the session runs");
        }
        events.send(SessionEvent::EndOfInput).expect("the session runs");
        let (writer, _) = session.run(&inbox);
        drop(open);
        writer.finish(Duration::from_secs(10));
        let text = String::from_utf8(reader.iter().flatten().collect()).expect("text");
        let count = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        let iterations = count("MESSAGE REALTIME REFRESH");
        assert!((2..Burst::DEPTH as usize).contains(&iterations), "{iterations} iterations");
        assert_eq!(count("MESSAGE REALTIME LOST "), iterations * (Burst::LINES - 1));
        assert_eq!(count("INFO PV DONE"), iterations * Burst::LINES);
        assert_eq!(count("MESSAGE depth "), iterations * Burst::LINES);
        for depth in [1, Burst::DEPTH] {
            assert_eq!(count(&format!("MESSAGE depth {depth}-")), Burst::LINES, "depth {depth}");
        }
        assert_eq!(text.lines().last(), Some("3,4"));
    }
}
