//! The lines of the output.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;

use super::backlog::Backlog;
use shisan_analysis::{Answer, Id, KataGoAnswer, KataGoWarning, Warning};

/// Writes the answers to one input, each as one line and at once.
pub struct Output {
    katago: bool,
    ordered: bool,
    /// Takes no more answers.
    closed: AtomicBool,
    /// What its reader has yet to take; nothing where writing waits for the reader.
    backlog: Arc<Backlog>,
    state: Mutex<State>,
}

struct State {
    out: Box<dyn Write + Send>,
    /// In order: whose answer is next.
    next: u64,
    /// In order: what is to be written later, and whether it is complete.
    held: BTreeMap<u64, (Vec<u8>, bool)>,
    error: Option<io::Error>,
}

impl Output {
    /// An output in our words or in KataGo's, in any order or in that of the input.
    pub fn new(out: impl Write + Send + 'static, katago: bool, ordered: bool) -> Self {
        let state = State { out: Box::new(out), next: 0, held: BTreeMap::new(), error: None };
        let (closed, backlog) = (AtomicBool::new(false), Arc::default());
        Self { katago, ordered, closed, backlog, state: Mutex::new(state) }
    }

    /// An output in our words, in any order, whose `out` counts its lines in `backlog` instead of waiting.
    pub fn with_backlog(out: impl Write + Send + 'static, backlog: Arc<Backlog>) -> Self {
        Self { backlog, ..Self::new(out, false, false) }
    }

    /// What its reader has yet to take.
    pub fn backlog(&self) -> &Backlog {
        &self.backlog
    }

    /// Takes no more answers.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.backlog.end();
    }

    /// Whether it takes no more answers: it was closed, or could not be written.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Writes an answer; `sequence` counts the positions and other questions of the input from 0, and each
    /// has one final answer. A report is left out where its reader is behind. Returns whether the output still
    /// takes answers.
    pub fn write(&self, sequence: u64, answer: &Answer) -> bool {
        if !answer.is_final && self.backlog.is_full() {
            return !self.is_closed();
        }
        let line = if self.katago { line(&KataGoAnswer::from(answer)) } else { line(answer) };
        self.write_line(sequence, line, answer.is_final)
    }

    /// Writes the warnings of a query, where they are no part of its answers.
    pub fn warn(&self, sequence: u64, id: &Id, warnings: &mut Vec<Warning>) -> bool {
        if !self.katago {
            return true;
        }
        let lines =
            warnings.drain(..).map(|warning| line(&KataGoWarning { warning: &warning, id }));
        self.write_line(sequence, lines.flatten().collect(), false)
    }

    fn write_line(&self, sequence: u64, line: Vec<u8>, is_final: bool) -> bool {
        if self.is_closed() {
            return false;
        }
        let mut state = self.lock();
        let result = if self.ordered {
            state.write_in_order(sequence, line, is_final)
        } else {
            state.out.write_all(&line).and_then(|()| state.out.flush())
        };
        if let Err(error) = result {
            state.error.get_or_insert(error);
            self.close();
        }
        !self.is_closed()
    }

    /// Why it could not be written, if so.
    ///
    /// # Errors
    /// The first one of writing.
    pub fn result(&self) -> io::Result<()> {
        self.lock().error.take().map_or(Ok(()), Err)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn write_in_order(&mut self, sequence: u64, line: Vec<u8>, is_final: bool) -> io::Result<()> {
        let (text, is_complete) = self.held.entry(sequence).or_default();
        text.extend(line);
        *is_complete |= is_final;
        while let Some(mut entry) = self.held.first_entry() {
            if *entry.key() != self.next {
                break;
            }
            let (text, is_complete) = entry.get_mut();
            self.out.write_all(text)?;
            text.clear();
            if !*is_complete {
                break;
            }
            entry.remove();
            self.next += 1;
        }
        self.out.flush()
    }
}

/// `value` as a line.
fn line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_else(|error| unreachable!("{error}"));
    line.push(b'\n');
    line
}
