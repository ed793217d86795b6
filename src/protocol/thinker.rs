//! The thinker: a thread that owns the engine, so that commands are served while it works.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::Duration;

use super::session::Event;
use crate::engine::{Engine, Options, Wish};
use crate::opening::{Balance, Step};
use crate::search::{Clock, Limits, SearchInfo};
use gomoku_rules::{Board, Pos, Rule};

/// What is asked of a thought.
#[derive(Clone, Debug)]
pub enum Goal {
    /// The best move.
    Move,
    /// The best move, and news of as many as are wished for.
    Analysis(Wish),
    /// One move or two that leave a balance.
    Balance(Balance),
    /// A step of a swap2 opening.
    Opening,
}

/// A question to the thinker.
#[derive(Clone, Debug)]
pub struct Question {
    /// Goes with every event about it.
    pub id: u64,
    /// The position.
    pub board: Board,
    /// What is asked about it.
    pub goal: Goal,
    /// What wins.
    pub rule: Rule,
    /// What the engine may use.
    pub options: Options,
    /// What ends the search beside the clock.
    pub limits: Limits,
    /// When to answer.
    pub clock: Arc<Clock>,
    /// Whether somebody watches the moves of the root.
    pub is_watched: bool,
}

impl Question {
    /// Before this depth, and this soon, moves of the root pass too fast for the eye.
    const WATCHED_DEPTH: u32 = 8;
    const WATCHED_TIME: Duration = Duration::from_millis(200);

    /// Whether the moves of the root are shown in an iteration of this depth.
    fn shows_moves_of(&self, depth: u32) -> bool {
        self.is_watched
            && depth >= Self::WATCHED_DEPTH
            && self.clock.elapsed() >= Self::WATCHED_TIME
    }
}

/// How a thought ended.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// With a move, if there is one.
    Move(Option<Pos>),
    /// With as many moves as were asked for, or fewer.
    Moves(Vec<Pos>),
    /// With a step of an opening, if one is due.
    Step(Option<Step>),
    /// Not begun: the options cannot be met, for this reason.
    Refused(String),
    /// In a panic, with this message.
    Failed(String),
}

/// What a thinker thinks with.
pub trait Mind: Default + Send + 'static {
    /// A new game begins. `options` are a guess at what it will use.
    fn new_game(&mut self, options: Option<Options>);

    /// Answers a question before its clock is out.
    fn think(&mut self, question: &Question, on_info: &mut dyn FnMut(&SearchInfo)) -> Outcome;
}

impl Mind for Engine {
    fn new_game(&mut self, options: Option<Options>) {
        Self::new_game(self);
        // What cannot be met is reported when a move is asked.
        if let Some(Err(error)) = options.map(|options| self.configure(options)) {
            log::info!("not prepared: {error}");
        }
    }

    fn think(&mut self, question: &Question, on_info: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        if let Err(error) = self.configure(question.options) {
            return Outcome::Refused(error);
        }
        let Question { board, rule, limits, clock, .. } = question;
        let thought = match &question.goal {
            Goal::Move => Self::think(self, board, *rule, limits, clock, on_info),
            Goal::Analysis(wish) => self.analyse(board, *rule, wish, limits, clock, on_info),
            Goal::Balance(balance) => {
                let stones = self.balance(board, *rule, balance, limits, clock, on_info);
                return Outcome::Moves(stones);
            }
            Goal::Opening => {
                return Outcome::Step(self.open(board, *rule, limits, clock, on_info));
            }
        };
        Outcome::Move(thought.map(|thought| thought.pos))
    }
}

enum Task {
    NewGame(Option<Options>),
    Think(Box<Question>),
}

/// A handle to the thread; it ends when the handle is dropped and its work is done.
#[derive(Debug)]
pub struct Thinker {
    tasks: Sender<Task>,
}

impl Thinker {
    /// Room for a recursion of [`crate::score::MAX_PLY`].
    const STACK: usize = 8 << 20;

    /// Starts a thread that reports to `events`.
    ///
    /// # Errors
    /// When the system has no thread to give.
    pub fn start<M: Mind>(events: Sender<Event>) -> io::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let work = move || {
            let mut mind = M::default();
            for task in inbox {
                let attempt = catch_unwind(AssertUnwindSafe(|| perform(&mut mind, &task, &events)));
                let has_failed = attempt.is_err();
                let failed = |panic: Box<dyn Any + Send>| Outcome::Failed(message(panic.as_ref()));
                let outcome = attempt.unwrap_or_else(|panic| Some(failed(panic)));
                if let (Task::Think(question), Some(outcome)) = (task, outcome) {
                    tell(&events, Event::Done(question.id, outcome));
                }
                // Only now: what a panic has left behind may take its time to go.
                if has_failed {
                    mind = M::default();
                }
            }
        };
        thread::Builder::new().name("thinker".into()).stack_size(Self::STACK).spawn(work)?;
        Ok(Self { tasks })
    }

    /// Announces a new game.
    pub fn new_game(&self, options: Option<Options>) {
        self.send(Task::NewGame(options));
    }

    /// Asks for a move.
    pub fn think(&self, question: Question) {
        self.send(Task::Think(Box::new(question)));
    }

    fn send(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            log::error!("the thinker is gone");
        }
    }
}

fn perform<M: Mind>(mind: &mut M, task: &Task, events: &Sender<Event>) -> Option<Outcome> {
    match task {
        Task::NewGame(options) => {
            mind.new_game(*options);
            None
        }
        Task::Think(question) => {
            let mut is_shown = false;
            let mut on_info = |news: &SearchInfo| {
                let is_told = match news {
                    SearchInfo::Pv(_) => true,
                    SearchInfo::RootMove { is_done: true, .. } => is_shown,
                    SearchInfo::RootMove { depth, .. } => {
                        is_shown = question.shows_moves_of(*depth);
                        is_shown
                    }
                };
                if is_told {
                    tell(events, Event::Info(question.id, news.clone()));
                }
            };
            Some(mind.think(question, &mut on_info))
        }
    }
}

/// A session that has ended hears nothing, and nothing is lost by it.
fn tell(events: &Sender<Event>, event: Event) {
    if events.send(event).is_err() {
        log::debug!("nobody listens to the thinker");
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}
