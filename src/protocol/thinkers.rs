//! The thinkers of a session: the one that is asked, and those that were given up because they hang.
//! A thinker that comes back after all ends, and frees what it holds.

use std::io;
use std::marker::PhantomData;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::session::Event;
use super::thinker::{Mind, Question, Thinker};
use crate::engine::Options;

/// Thinkers with minds `M`.
#[derive(Debug)]
pub struct Thinkers<M> {
    events: Sender<Event>,
    current: Thinker,
    /// The last question that nobody waits for any more, and since when the thinker is late with it.
    late: Option<(u64, Instant)>,
    /// The last questions of the thinkers that were given up and are not back.
    lost: Vec<u64>,
    mind: PhantomData<fn() -> M>,
}

impl<M: Mind> Thinkers<M> {
    /// How late a thinker is when it is given up: on a busy machine many are a little late.
    const PATIENCE: Duration = Duration::from_millis(50);
    /// As many may hang at once; then there is no other one.
    const MAX_LOST: usize = 4;
    /// The transposition table of a thinker while others keep theirs.
    const SPARE_TABLE: u64 = 1 << 20;

    /// A thinker that reports to `events`.
    ///
    /// # Errors
    /// When its thread cannot be started.
    pub fn start(events: Sender<Event>) -> io::Result<Self> {
        let current = Thinker::start::<M>(events.clone())?;
        Ok(Self { events, current, late: None, lost: Vec::new(), mind: PhantomData })
    }

    /// Announces a new game.
    pub fn new_game(&self, options: Option<Options>) {
        self.current.new_game(options.map(|options| self.affordable(options)));
    }

    /// Puts a question to a thinker that does not hang. False when there is none: it is answered
    /// without a thought.
    pub fn think(&mut self, mut question: Question) -> bool {
        let lost = self.late.filter(|(_, since)| since.elapsed() >= Self::PATIENCE);
        if let Some((id, _)) = lost
            && !self.replace(id)
        {
            return false;
        }
        question.options = self.affordable(question.options);
        self.current.think(question);
        true
    }

    /// Nobody waits for the answer to this question any more.
    pub fn leave(&mut self, id: u64) {
        let since = self.late.map_or_else(Instant::now, |(_, since)| since);
        self.late = Some((id, since));
    }

    /// The answer to this question has come.
    pub fn hear(&mut self, id: u64) {
        self.lost.retain(|&lost| lost != id);
        self.late.take_if(|(late, _)| *late == id);
    }

    /// Gives up the thinker whose last question this is.
    fn replace(&mut self, id: u64) -> bool {
        if self.lost.len() >= Self::MAX_LOST {
            log::error!("{} thinkers hang", self.lost.len() + 1);
            return false;
        }
        match Thinker::start::<M>(self.events.clone()) {
            Ok(thinker) => {
                log::warn!("the thinker hangs over question {id} and is replaced");
                self.current = thinker;
                self.late = None;
                self.lost.push(id);
                true
            }
            Err(error) => {
                log::error!("no thread for a new thinker: {error}");
                false
            }
        }
    }

    /// What is left of `options` beside the memory that lost thinkers hold.
    fn affordable(&self, options: Options) -> Options {
        if self.lost.is_empty() {
            return options;
        }
        Options { threads: 1, hash: Some(Self::SPARE_TABLE), ..options }
    }
}
