//! Reads queries, does what concerns the queue itself, and has the rest answered.

use std::io::{Read, Write};
use std::sync::Arc;
use std::sync::mpsc;
use std::thread::{self, Scope};

use anyhow::Context;

use super::args::AnalyzeArgs;
use super::input::{self, Event, MAX_LINE};
use super::output::Output;
use super::queue::{Bounds, Job, Queue, Refused};
use super::worker::{Engines, KEPT_ENGINES, work};
use shisan_analysis::{
    Action, Answer, Defaults, Done, Id, NoResult, Outcome, Parsed, Problem, Query, Request, Turns,
    Version, Warning, convert, parse, schemas,
};
use shisan_engine::engine::{EngineConfig, Level};

/// Enough for a recursion of [`shisan_engine::score::MAX_PLY`].
pub const STACK: usize = 8 << 20;

/// Answers the queries of `input` until it ends, or one of them says `quit`. Engines play as `config`
/// says.
///
/// # Errors
/// When the input cannot be read, `out` cannot be written, or there are no threads.
pub fn run(
    args: &AnalyzeArgs,
    config: EngineConfig,
    input: impl Read + Send + 'static,
    out: impl Write + Send + 'static,
) -> anyhow::Result<()> {
    args.level.map(|elo| Level::new(elo, args.seed)).transpose().map_err(anyhow::Error::msg)?;
    let output = Arc::new(Output::new(out, args.katago, args.ordered));
    let config = args.search.engine_config(config);
    let queue = Queue::new(config.threads, Bounds::of_one_client(args.jobs * config.threads));
    let engines = Engines::new(config, args.jobs.max(KEPT_ENGINES));
    // A short channel: what is not read yet takes no memory.
    let (sender, events) = mpsc::sync_channel(64);
    let result = thread::scope(|scope| {
        let close = Close(&queue);
        let broken = sender.clone();
        let report_broken = move || drop(broken.send(Event::Broken));
        start_workers(scope, args.jobs, &queue, &engines, report_broken)?;
        // Not scoped: after an error it may wait for a line that never comes.
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(move || {
                let mut events = input::events(input);
                events.try_for_each(|event| sender.send(event))
            })
            .context("starting the threads")?;
        let defaults = Defaults {
            limits: args.limits(),
            lines: args.lines.get(),
            coords: args.coords(),
            level: args.level,
            seed: args.seed,
            katago: args.katago,
        };
        let mut service = Service::new(&queue, &output, defaults);
        let result = service.serve(&events, args.quit_without_waiting);
        // Workers that wait to report a broken output need not.
        drop(events);
        drop(close);
        result
    });
    output.result()?;
    result
}

/// Starts `count` threads that answer the jobs of `queue`, see [`work`].
///
/// # Errors
/// When there are no threads.
pub fn start_workers<'scope, 'env>(
    scope: &'scope Scope<'scope, 'env>,
    count: usize,
    queue: &'env Queue,
    engines: &'env Engines,
    report_broken: impl Fn() + Clone + Send + 'scope,
) -> anyhow::Result<()> {
    for number in 1..=count {
        let report_broken = report_broken.clone();
        thread::Builder::new()
            .name(format!("analyze-{number}"))
            .stack_size(STACK)
            .spawn_scoped(scope, move || work(queue, engines, report_broken))
            .context("starting the threads")?;
    }
    Ok(())
}

/// Writes the JSON Schemas of queries and answers.
///
/// # Errors
/// When `out` cannot be written.
pub fn print_schemas(out: &mut dyn Write) -> anyhow::Result<()> {
    Ok(writeln!(out, "{}", serde_json::to_string_pretty(&schemas())?)?)
}

/// Closes a queue in the end, or where threads are missing: the workers end then.
pub struct Close<'a>(pub &'a Queue);

impl Drop for Close<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Answers one client.
pub struct Service<'a> {
    queue: &'a Queue,
    output: &'a Arc<Output>,
    defaults: Defaults,
    /// The number of the next question.
    sequence: u64,
}

impl<'a> Service<'a> {
    /// A service whose positions wait in `queue`, and whose answers go to `output`.
    pub fn new(queue: &'a Queue, output: &'a Arc<Output>, defaults: Defaults) -> Self {
        Self { queue, output, defaults, sequence: 0 }
    }

    /// Answers an input or has it answered, up to its end or a `quit`.
    ///
    /// # Errors
    /// When the input cannot be read.
    pub fn serve(
        &mut self,
        events: impl IntoIterator<Item = Event>,
        quit_without_waiting: bool,
    ) -> anyhow::Result<()> {
        for event in events {
            self.output.backlog().wait();
            match event {
                _ if self.output.is_closed() => {
                    self.queue.terminate(self.output, None, None);
                    return Ok(());
                }
                Event::Line(number, line) => {
                    if self.answer_line(number, &line) {
                        return Ok(());
                    }
                }
                Event::TooLong(number) => {
                    let reason = format!("the line is longer than {MAX_LINE} bytes");
                    let outcome = Outcome::Error(Problem::new(reason));
                    self.answer(Id::Number(number), outcome, Vec::new());
                }
                Event::End(result) => {
                    if quit_without_waiting {
                        self.terminate(None, None);
                    }
                    return Ok(result?);
                }
                // The output is closed.
                Event::Broken => {}
            }
        }
        Ok(())
    }

    /// Answers a line, or has it answered; returns whether it is the last.
    fn answer_line(&mut self, number: i64, line: &[u8]) -> bool {
        let Parsed { id, query } = parse(number, line);
        let (query, mut warnings) = match query {
            Ok(query) => query,
            Err(problem) => {
                self.answer(id, Outcome::Error(problem), Vec::new());
                return false;
            }
        };
        let action = query.action.unwrap_or_default();
        if action.is_about_positions() {
            match Request::new(id.clone(), &query, warnings, &self.defaults) {
                Ok((request, turns)) => self.enqueue(request, turns),
                Err(problem) => self.answer(id, Outcome::Error(problem), Vec::new()),
            }
            return false;
        }
        let outcome = self.act(action, &query, &mut warnings);
        self.answer(id, outcome, warnings);
        action == Action::Quit
    }

    fn enqueue(&mut self, mut request: Request, turns: Vec<(usize, i64)>) {
        self.output.warn(self.sequence, &request.id, &mut request.warnings);
        let request = Arc::new(request);
        for (turn, priority) in turns {
            let (output, request) = (Arc::clone(self.output), Arc::clone(&request));
            let sequence = self.sequence;
            let job = Job { output, sequence, priority, request, turn };
            self.sequence += 1;
            if let Err(Refused) = self.queue.push(job.clone()) {
                let problem = Problem::new("too many searches wait: end some of them first");
                let problem = Problem { turn: Some(turn), ..problem };
                let answer = job.request.answer(Outcome::Error(problem), true);
                self.output.write(sequence, &answer);
            }
        }
    }

    /// Does what concerns the queue and this program, at once.
    fn act(&self, action: Action, query: &Query, warnings: &mut Vec<Warning>) -> Outcome {
        let turns = match &query.turns {
            Some(Turns::List(turns)) => Some(&turns[..]),
            _ => None,
        };
        let mut done = Done::new(action);
        match action {
            Action::Convert => {
                let conversion = convert(query, self.defaults.coords, warnings);
                return conversion
                    .map_or_else(Outcome::Error, |it| Outcome::Converted(Box::new(it)));
            }
            Action::Version => done.version = Some(Version::of_this_program()),
            Action::ClearCache => self.queue.clear_tables(),
            Action::TerminateAll => done.terminated = Some(self.terminate(None, turns)),
            Action::Quit => done.terminated = Some(self.terminate(None, None)),
            _ => {
                let Some(id) = &query.terminate_id else {
                    return Outcome::Error(Problem::of("terminateId", "expected the id to end"));
                };
                done.terminated = Some(self.terminate(Some(id), turns));
                done.terminate_id = Some(id.clone());
            }
        }
        Outcome::Done(done)
    }

    /// Ends positions, see [`Queue::terminate`]; returns their number.
    fn terminate(&self, id: Option<&Id>, turns: Option<&[usize]>) -> usize {
        let (jobs, count) = self.queue.terminate(self.output, id, turns);
        for Job { sequence, request, turn, .. } in jobs {
            let outcome = Outcome::NoResult(NoResult { turn });
            self.output.write(sequence, &request.answer(outcome, true));
        }
        count
    }

    /// Answers a question at once. A broken output is noticed by the workers or in the end.
    fn answer(&mut self, id: Id, outcome: Outcome, mut warnings: Vec<Warning>) {
        self.output.warn(self.sequence, &id, &mut warnings);
        self.output.write(self.sequence, &Answer { id, is_final: true, outcome, warnings });
        self.sequence += 1;
    }
}
