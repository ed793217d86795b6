//! The supervisor of the engine threads: it sends requests to the current one and replaces one that
//! hangs. A thread that comes back after all ends, and frees what it holds.

use std::io;
use std::marker::PhantomData;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::engine_thread::EngineThread;
use super::event::SessionEvent;
use super::session_engine::{SessionEngine, SessionRequest};
use crate::engine::EngineConfig;

/// Keeps an engine thread for engines `E` available.
#[derive(Debug)]
pub struct Supervisor<E> {
    events: Sender<SessionEvent>,
    current: EngineThread,
    /// The last request whose answer is not wanted any more, and since when it is overdue.
    overdue: Option<(u64, Instant)>,
    /// The last requests of the threads that were replaced and still hang.
    hanging: Vec<u64>,
    engine: PhantomData<fn() -> E>,
}

impl<E: SessionEngine> Supervisor<E> {
    /// How long a search may be overdue before its thread is replaced: on a busy machine many are a
    /// little late.
    const TIMEOUT: Duration = Duration::from_millis(50);
    /// As many threads may hang at once; then no other is started.
    const MAX_HANGING: usize = 4;
    /// The transposition table of a thread while others keep theirs.
    const SPARE_TABLE: u64 = 1 << 20;

    /// Starts an engine thread that reports to `events`.
    ///
    /// # Errors
    /// When the system cannot start another thread.
    pub fn start(events: Sender<SessionEvent>) -> io::Result<Self> {
        let current = EngineThread::start::<E>(events.clone())?;
        Ok(Self { events, current, overdue: None, hanging: Vec::new(), engine: PhantomData })
    }

    /// Announces a new game.
    pub fn new_game(&self, config: Option<EngineConfig>) {
        self.current.new_game(config.map(|config| self.affordable(config)));
    }

    /// Sends a request to an engine thread that does not hang. Returns false when there is none: the
    /// request is then answered without a search.
    pub fn search(&mut self, mut request: SessionRequest) -> bool {
        let hanging = self.overdue.filter(|(_, since)| since.elapsed() >= Self::TIMEOUT);
        if let Some((id, _)) = hanging
            && !self.replace(id)
        {
            return false;
        }
        request.config = self.affordable(request.config);
        self.current.search(request);
        true
    }

    /// Notes that the answer to this request is not wanted any more.
    pub fn abandon(&mut self, id: u64) {
        let since = self.overdue.map_or_else(Instant::now, |(_, since)| since);
        self.overdue = Some((id, since));
    }

    /// Notes that the answer to this request has arrived.
    pub fn finish(&mut self, id: u64) {
        self.hanging.retain(|&hanging| hanging != id);
        self.overdue.take_if(|(overdue, _)| *overdue == id);
    }

    /// Replaces the thread whose last request this is.
    fn replace(&mut self, id: u64) -> bool {
        if self.hanging.len() >= Self::MAX_HANGING {
            log::error!("{} engine threads hang", self.hanging.len() + 1);
            return false;
        }
        match EngineThread::start::<E>(self.events.clone()) {
            Ok(thread) => {
                log::warn!("the engine thread hangs on request {id} and is replaced");
                self.current = thread;
                self.overdue = None;
                self.hanging.push(id);
                true
            }
            Err(error) => {
                log::error!("cannot start another engine thread: {error}");
                false
            }
        }
    }

    /// What is left of `config` besides the memory that hanging threads hold.
    fn affordable(&self, config: EngineConfig) -> EngineConfig {
        if self.hanging.is_empty() {
            return config;
        }
        EngineConfig { threads: 1, hash: Some(Self::SPARE_TABLE), ..config }
    }
}
