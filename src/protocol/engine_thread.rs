//! The engine thread: it owns the engine, so that the session serves commands during a search.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::event::SessionEvent;
use super::session_engine::{SearchOutcome, SessionEngine, SessionRequest};
use crate::engine::EngineConfig;
use crate::search::SearchInfo;

enum Task {
    NewGame(Option<Box<EngineConfig>>),
    Search(Box<SessionRequest>),
}

/// A handle to the thread; the thread ends when the handle is dropped and its work is done.
#[derive(Debug)]
pub struct EngineThread {
    tasks: Sender<Task>,
}

impl EngineThread {
    /// Enough for a recursion of [`crate::score::MAX_PLY`].
    const STACK: usize = 8 << 20;

    /// Starts a thread that reports to `events`.
    ///
    /// # Errors
    /// When the system cannot start another thread.
    pub fn start<E: SessionEngine>(events: Sender<SessionEvent>) -> io::Result<Self> {
        let (tasks, inbox) = mpsc::channel();
        let work = move || {
            let mut engine = E::default();
            for task in inbox {
                let run = || perform(&mut engine, &task, &events);
                let attempt = catch_unwind(AssertUnwindSafe(run));
                let has_panicked = attempt.is_err();
                let outcome = attempt.unwrap_or_else(|panic| {
                    Some(SearchOutcome::Failed(panic_message(panic.as_ref())))
                });
                if let (Task::Search(request), Some(outcome)) = (task, outcome) {
                    send(&events, SessionEvent::Done(request.id, outcome));
                }
                // After the answer: dropping what a panic left behind may take a while.
                if has_panicked {
                    engine = E::default();
                }
            }
        };
        thread::Builder::new().name("engine".into()).stack_size(Self::STACK).spawn(work)?;
        Ok(Self { tasks })
    }

    /// Announces a new game.
    pub fn new_game(&self, config: Option<EngineConfig>) {
        self.send(Task::NewGame(config.map(Box::new)));
    }

    /// Starts a search once the tasks before it are done.
    pub fn search(&self, request: SessionRequest) {
        self.send(Task::Search(Box::new(request)));
    }

    fn send(&self, task: Task) {
        if self.tasks.send(task).is_err() {
            log::error!("the engine thread has ended");
        }
    }
}

fn perform<E: SessionEngine>(
    engine: &mut E,
    task: &Task,
    events: &Sender<SessionEvent>,
) -> Option<SearchOutcome> {
    let request = match task {
        Task::NewGame(config) => {
            engine.new_game(config.as_deref().cloned());
            return None;
        }
        Task::Search(request) => request,
    };
    let mut is_shown = false;
    let mut on_info = |info: &SearchInfo| {
        let is_reported = match info {
            SearchInfo::Pv(_) | SearchInfo::BookError(_) => true,
            SearchInfo::RootMove { is_done: true, .. } => is_shown,
            SearchInfo::RootMove { depth, .. } => {
                is_shown = request.shows_root_moves_at(*depth);
                is_shown
            }
        };
        if is_reported {
            send(events, SessionEvent::Info(request.id, info.clone()));
        }
    };
    Some(engine.search(request, &mut on_info))
}

/// A session that has ended needs no more events.
fn send(events: &Sender<SessionEvent>, event: SessionEvent) {
    if events.send(event).is_err() {
        log::debug!("the session ended before its search");
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("a panic without a message").to_owned()
}
