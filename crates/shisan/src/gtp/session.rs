//! One session: lines in, replies out.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::args::GtpArgs;
use super::clocks::Clocks;
use super::commands::execute;
use super::game::Game;
use super::reply::Reply;
use super::search::{Output, Prepared, Search};
use super::settings::Settings;
use super::state::State;
use super::syntax::{Line, is_interrupt, reply, vertex};
use crate::analyze::{Event, MAX_LINE, STACK, lines};
use shisan_analysis::{Analyzer, Answer, Outcome, Problem};
use shisan_engine::engine::{EngineConfig, Level};
use shisan_engine::search::{Clock, TimeBudget};

/// Answers the commands of `input` until it ends, or one of them says `quit`. The engine plays as `config`
/// says.
///
/// # Errors
/// When there is no such level, the input cannot be read, `out` cannot be written, or there are no threads.
pub fn run(
    args: &GtpArgs,
    config: EngineConfig,
    input: impl Read + Send + 'static,
    out: impl Write + Send,
) -> anyhow::Result<()> {
    args.level.map(|elo| Level::new(elo, args.seed)).transpose().map_err(anyhow::Error::msg)?;
    let (sender, messages) = mpsc::channel();
    let lines_to = sender.clone();
    // Not scoped: it may wait for a line that never comes.
    thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            lines(input, MAX_LINE).try_for_each(|event| lines_to.send(Message::Input(event)))
        })
        .context("starting the threads")?;
    let mut session = Session {
        state: State {
            game: Game::new(args.rule, args.size),
            clocks: Clocks::default(),
            settings: Settings::from(args),
        },
        analyzer: Analyzer::new(args.search.engine_config(config)),
        messages,
        sender,
        waiting: VecDeque::new(),
        out: Mutex::new(Out { to: out, due: String::new() }),
        warning: None,
    };
    session.serve()
}

/// What the session waits for.
enum Message {
    Input(Event),
    /// The search is over, or could not begin.
    Done {
        has_failed: bool,
    },
}

/// A session.
struct Session<W> {
    state: State,
    analyzer: Analyzer,
    messages: Receiver<Message>,
    sender: Sender<Message>,
    /// What was read while a search ran.
    waiting: VecDeque<Event>,
    out: Mutex<Out<W>>,
    /// What a search has warned of last.
    warning: Option<String>,
}

impl<W: Write + Send> Session<W> {
    fn serve(&mut self) -> anyhow::Result<()> {
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => match self.messages.recv() {
                    Ok(Message::Input(event)) => event,
                    // Of a search that is over.
                    Ok(Message::Done { .. }) => continue,
                    Err(_) => return Ok(()),
                },
            };
            let line = match event {
                Event::Line(_, text) => text,
                Event::TooLong(_) => {
                    self.answer("", &Err("the line is too long".to_owned()))?;
                    continue;
                }
                Event::End(result) => return Ok(result?),
                Event::Broken => return Ok(()),
            };
            let Some(line) = Line::read(&line) else { continue };
            let result = match execute(&mut self.state, &line) {
                Ok(Reply::Text(text)) => Ok(text),
                Ok(Reply::Search(search)) => {
                    self.search(&line.id, &search)?;
                    continue;
                }
                Ok(Reply::ClearCache) => {
                    self.analyzer.clear_cache();
                    Ok(String::new())
                }
                Ok(Reply::Quit) => return Ok(self.answer(&line.id, &Ok(String::new()))?),
                Err(reason) => Err(reason),
            };
            self.answer(&line.id, &result)?;
        }
    }

    /// Prints a whole reply.
    fn answer(&self, id: &str, result: &Result<String, String>) -> io::Result<()> {
        self.lock().print(&(reply(id, result) + "\n"))
    }

    fn lock(&self) -> MutexGuard<'_, Out<W>> {
        lock(&self.out)
    }

    /// Answers by a search.
    fn search(&mut self, id: &str, search: &Search) -> anyhow::Result<()> {
        let start = Instant::now();
        let is_endless = matches!(search.output, Output::Endless(_));
        let begin = reply(id, &Ok(String::new()));
        let prepared = match self.state.game.end() {
            Some(_) => Ok(None),
            None => search.prepare(&self.state, start).map(Some),
        };
        let result = match prepared {
            Err(reason) => Err(reason),
            Ok(prepared) => {
                if is_endless && prepared.is_none() {
                    self.lock().print(&begin)?;
                } else if matches!(search.output, Output::Reports(_) | Output::Endless(_)) {
                    // Until there is something to report, it may still fail.
                    self.lock().due = begin;
                }
                self.conclude(search, prepared.as_ref())
            }
        };
        match result {
            Ok(_) if is_endless => self.lock().print("\n")?,
            Ok(text) if matches!(search.output, Output::Reports(_)) => {
                self.lock().print(&format!("{text}\n\n"))?;
            }
            result => {
                self.lock().due.clear();
                self.answer(id, &result)?;
            }
        }
        Ok(())
    }

    /// Searches, unless the game is over, and plays the move if that is wanted; the end of the answer.
    fn conclude(&mut self, search: &Search, prepared: Option<&Prepared>) -> Result<String, String> {
        let Some(prepared) = prepared else {
            wait(&self.messages, &mut self.waiting, search, None);
            let has_lost =
                self.state.game.end().is_some_and(|end| end.winner == Some(!search.side));
            return Ok(search.conclusion(None, if has_lost { "resign" } else { "pass" }));
        };
        let report = match self.run(search, prepared)?.outcome {
            Outcome::Ok(report) => report,
            Outcome::NoResult(_) => return Ok(String::new()),
            // The side that is asked for has no move.
            Outcome::Over(_) => return Ok(search.conclusion(None, "resign")),
            Outcome::Error(Problem { error, .. }) => return Err(error),
            other => unreachable!("{other:?} about a position"),
        };
        let best = report.evaluation.as_ref().and_then(|evaluation| evaluation.best.as_deref());
        let best = best.ok_or("no move was found")?;
        if search.plays {
            let cell = vertex(best, self.state.game.size())?;
            self.state.game.play(search.side, cell)?;
            self.state.clocks.take(search.side, prepared.clock.elapsed());
        }
        Ok(search.conclusion(Some(&report), best))
    }

    /// The answer of the engine, which reports meanwhile.
    fn run(&mut self, search: &Search, prepared: &Prepared) -> Result<Answer, String> {
        let Prepared { request, turn, clock } = prepared;
        let (analyzer, out, sender) = (&mut self.analyzer, &self.out, self.sender.clone());
        let progress = |answer: &Answer| {
            if let Outcome::Ok(report) = &answer.outcome
                && let Some(text) = search.progress(report)
                && lock(out).print(&(text + "\n")).is_err()
            {
                // Nobody reads it any more, which shows in the end.
                clock.stop();
            }
        };
        let work = move || {
            let answer = analyzer.answer(request, *turn, clock, &progress);
            progress(&answer);
            let has_failed = matches!(answer.outcome, Outcome::Error(_));
            drop(sender.send(Message::Done { has_failed }));
            answer
        };
        let answer = thread::scope(|scope| {
            let worker = thread::Builder::new().name("search".to_owned()).stack_size(STACK);
            let worker = worker.spawn_scoped(scope, work).map_err(|error| error.to_string())?;
            wait(&self.messages, &mut self.waiting, search, Some(clock));
            worker.join().map_err(|_| "internal error, please report it".to_owned())
        })?;
        // Those before are about our own request.
        for warning in answer.warnings.iter().skip(request.warnings.len()) {
            let text = format!("warning: {}", warning.warning);
            if self.warning.as_ref() != Some(&text) {
                // Nobody may read it.
                drop(writeln!(io::stderr(), "{text}"));
                self.warning = Some(text);
            }
        }
        Ok(answer)
    }
}

/// Reads on until the search with `clock`, if there is one, is over, and an endless analysis until there
/// is a next line.
fn wait(
    messages: &Receiver<Message>,
    waiting: &mut VecDeque<Event>,
    search: &Search,
    clock: Option<&Clock>,
) {
    let is_endless = matches!(search.output, Output::Endless(_));
    let stop = || {
        if let Some(clock) = clock {
            clock.stop();
        }
    };
    let mut is_over = clock.is_none();
    if is_endless && !waiting.is_empty() {
        stop();
    }
    // Nobody is left to interrupt a search.
    let limit_last = |event: &Event| {
        if let (Event::End(_), Some(clock)) = (event, clock) {
            clock.limit_last();
        }
    };
    waiting.iter().for_each(limit_last);
    while !is_over || is_endless && waiting.is_empty() {
        match messages.recv() {
            Ok(Message::Done { has_failed }) => {
                is_over = true;
                if has_failed {
                    return;
                }
            }
            Ok(Message::Input(event)) => {
                if is_endless {
                    stop();
                } else if let (Event::Line(_, text), Some(clock)) = (&event, clock)
                    && is_interrupt(text)
                {
                    // The best move so far is the answer, so nothing is stopped.
                    let now = Duration::ZERO;
                    clock.set_budget(TimeBudget { optimum: now, maximum: now });
                }
                limit_last(&event);
                waiting.push_back(event);
            }
            // There are senders as long as there is a session.
            Err(_) => return,
        }
    }
}

/// The output.
struct Out<W> {
    to: W,
    /// The beginning of a reply that is printed with its first line.
    due: String,
}

impl<W: Write> Out<W> {
    fn print(&mut self, text: &str) -> io::Result<()> {
        let text = std::mem::take(&mut self.due) + text;
        self.to.write_all(text.as_bytes())?;
        self.to.flush()
    }
}

fn lock<W>(out: &Mutex<Out<W>>) -> MutexGuard<'_, Out<W>> {
    out.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::clocks::Setting;
    use gomoku_rules::{Cell, Rule, Side, Size};
    use shisan_analysis::{Color, Restriction};

    #[test]
    fn only_a_move_that_is_played_takes_time() {
        let (sender, messages) = mpsc::channel();
        let state = State {
            game: Game::new(Rule::Freestyle, Size::square(15)),
            clocks: Clocks::default(),
            settings: Settings { nodes: Some(50), turn_time: None, lines: 1, level: None, seed: 1 },
        };
        let mut session = Session {
            state,
            analyzer: Analyzer::new(EngineConfig::default()),
            messages,
            sender,
            waiting: VecDeque::new(),
            out: Mutex::new(Out { to: Vec::new(), due: String::new() }),
            warning: None,
        };
        let words = ["canadian", "0", "60", "2"].map(str::to_owned);
        session.state.clocks.set(Setting::read(&words).expect("settings"));
        let turn = |session: &Session<Vec<u8>>| {
            session.state.clocks.control(Side::Black).and_then(|control| control.turn)
        };
        let whole = turn(&session);
        let cell = |name| vertex(name, Size::square(15)).expect("a cell").expect("no pass");
        session.state.game.play(Side::White, Some(cell("H8"))).expect("a free cell");
        let genmove = Search::for_move(Side::Black, true);
        let mut impossible = genmove.clone();
        impossible.options.allow = vec![Restriction {
            player: Color::Black,
            moves: vec!["H8".to_owned()],
            until_depth: 1,
        }];
        session.search("1", &impossible).expect("an output");
        assert_eq!(turn(&session), whole, "no legal move is left");
        session.search("2", &genmove).expect("an output");
        assert_ne!(turn(&session), whole, "a stone of the period is played");
        session.state.clocks.restart();
        let five = ["A1", "B1", "C1", "D1", "E1"].map(|name| (Cell::White, cell(name)));
        session.state.game.set_up(&five).expect("room");
        session.search("3", &genmove).expect("an output");
        assert_eq!(turn(&session), whole, "the game is over");
        let out = String::from_utf8(session.lock().to.clone()).expect("UTF-8");
        assert!(out.starts_with("?1 no legal move is left\n\n=2 "), "{out}");
        assert!(out.ends_with("\n\n=3 resign\n\n"), "{out}");
    }

    #[test]
    fn a_search_ends_soon_after_the_input() {
        for is_read_before in [false, true] {
            let (sender, messages) = mpsc::channel();
            let (end, mut waiting) = (Event::End(Ok(())), VecDeque::new());
            if is_read_before {
                waiting.push_back(end);
            } else {
                sender.send(Message::Input(end)).expect("a receiver");
            }
            sender.send(Message::Done { has_failed: false }).expect("a receiver");
            let (clock, search) = (Clock::unlimited(), Search::for_move(Side::Black, true));
            wait(&messages, &mut waiting, &search, Some(&clock));
            let latest = clock.elapsed() + Clock::LAST_SEARCH;
            assert!(clock.maximum() <= latest && waiting.len() == 1, "{clock:?}");
        }
    }
}
