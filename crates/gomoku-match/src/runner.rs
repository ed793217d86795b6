//! Plays a match: pairs of games are dealt to workers, counted in order and kept in a journal.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use crate::arguments::{RunArgs, SetupArgs};
use crate::disk;
use crate::engine_io::files::EngineFiles;
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::engine_io::process::StartError;
use crate::engine_io::program::Program;
use crate::game::played::PlayedPair;
use crate::host::{Finish, Host, ensure_cores};
use crate::journal::{Journal, JournalHeader};
use crate::match_config::MatchConfig;
use crate::output::game_files;
use crate::output::html::{HtmlReport, MatchFigures};
use crate::output::match_output::{MatchOutput, OutputFormat};
use crate::output::scoreboard::Scoreboard;
use crate::output::summary::MatchState;
use crate::pair_result::PairResult;
use crate::schedule::openings::OpeningSource;
use crate::schedule::pair_runner::PairRunner;
use crate::schedule::pairing::{Pair, Schedule};

/// How long an engine may take to exit after its last game.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// Plays the match that the arguments ask for.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or an engine cannot be
/// started or does not start a game. Finished pairs are in the journal.
pub(crate) fn run(
    setup: &SetupArgs,
    args: &RunArgs,
    host: &Host,
    out: &mut dyn Write,
) -> anyhow::Result<Finish> {
    let (config, openings) = setup.config(host)?;
    if !args.force_jobs {
        ensure_cores(host.cores, args.jobs, most_threads(&config.engines))?;
    }
    for EngineSettings { command, .. } in &config.engines {
        let check = Program::parse(command);
        check.map_err(|cause| StartError { command: command.clone(), cause })?;
    }
    let path = args.journal.clone().unwrap_or_else(|| default_journal(&config));
    let written = [Some(&path), args.chart.as_ref(), args.html.as_ref()];
    let engines = config.engines.iter().flat_map(|engine| EngineFiles::paths(&engine.command));
    let read: Vec<PathBuf> = engines.chain(setup.openings_file().map(Path::to_owned)).collect();
    game_files::ensure_distinct(&read, &written, args.record.as_deref(), args.log.as_deref())?;
    let header = JournalHeader::new(config);
    // From now on no other run touches the files of this one.
    let (mut journal, played) = if args.resume {
        Journal::resume(&path, &header, args.force_resume)?
    } else {
        (Journal::create(&path, &header)?, BTreeMap::new())
    };
    let result = play(args, host, &header, &openings, &mut journal, played, out);
    if result.is_err() {
        journal.remove_if_unused();
    }
    result
}

/// Plays the pairs that are not among `played` and prints the whole match. It is interrupted, too, when
/// the reader of the output goes away.
fn play(
    args: &RunArgs,
    host: &Host,
    header: &JournalHeader,
    openings: &OpeningSource,
    journal: &mut Journal,
    played: BTreeMap<u64, PairResult>,
    out: &mut dyn Write,
) -> anyhow::Result<Finish> {
    let config = &header.config;
    // What cannot be written is found before the first game, not after the last.
    if let Some(chart) = &args.chart {
        disk::ensure_writable(chart)?;
    }
    game_files::prepare(args.record.as_deref(), args.log.as_deref())?;
    let report = args.html.as_deref().map(|path| HtmlReport::create(path, host)).transpose()?;
    let runner = PairRunner {
        game: &config.game,
        openings,
        log: args.log.as_deref(),
        reaper: host.reaper()?,
        stop: &host.stop,
        recover: args.recover,
        has_moved: Mutex::default(),
    };
    let schedule = config.schedule();
    let waiting = Waiting { schedule, next: 0, played: played.keys().copied().collect() };
    let games = Games { runner, config, waiting: Mutex::new(waiting) };
    let format = if args.json { OutputFormat::Json } else { OutputFormat::Text };
    let mut output = MatchOutput::new(
        format,
        config,
        args.record.as_deref(),
        args.chart.as_deref(),
        &host.viewer,
        out,
    )?;
    if let Some(mut report) = report {
        report.begin(MatchFigures::of_journal(journal.path(), header));
        output.set_report(report);
    }
    if args.no_progress {
        output.hide_progress();
    }
    let mut run = Run { journal, output, scoreboard: Scoreboard::new(config) };
    let resume = host.resume_command(args.resume);
    run.play(&games, args.jobs, played, resume)?;
    Ok(if run.is_complete() { Finish::Complete } else { Finish::Interrupted })
}

/// A match in progress.
struct Run<'a> {
    journal: &'a mut Journal,
    output: MatchOutput<'a>,
    scoreboard: Scoreboard,
}

impl Run<'_> {
    /// Counts the pairs that were `played`, plays the others and prints the end.
    fn play(
        &mut self,
        games: &Games,
        jobs: usize,
        played: BTreeMap<u64, PairResult>,
        resume: &str,
    ) -> anyhow::Result<()> {
        let pairs = played.len() as u64;
        for (number, result) in played {
            self.scoreboard.add(number, result);
        }
        self.output.catch_up(&mut self.scoreboard, pairs, &|number| self.journal.pair(number))?;
        if !self.is_complete() && self.output.has_reader() {
            games.play_all(jobs, |event| self.take(event))?;
        }
        let is_complete = self.is_complete();
        let state = if is_complete { MatchState::Finished } else { MatchState::Interrupted };
        self.scoreboard.set_state(state);
        self.scoreboard.close();
        let resume = (!is_complete).then_some(resume);
        self.output.end(&mut self.scoreboard, resume, &|number| self.journal.pair(number))?;
        if !is_complete {
            return Ok(());
        }
        let schedule = games.config.schedule();
        games.runner.remove_logs(&|pair| schedule.is_own(pair) && !self.journal.has(pair))
    }

    /// Whether every game was played, or the test has decided.
    fn is_complete(&self) -> bool {
        self.scoreboard.is_complete() || self.scoreboard.is_decided()
    }

    /// Takes in what has happened; whether to go on.
    fn take(&mut self, event: WorkerEvent) -> anyhow::Result<bool> {
        match event {
            WorkerEvent::Started(number, [black, white]) => {
                self.output.started(number, black, white)?;
            }
            WorkerEvent::Finished(finished) => {
                let (pair, result) = *finished;
                self.journal.append(&pair)?;
                self.scoreboard.add(pair.pair, result);
                let pair = |number| self.journal.pair(number);
                self.output.finished(&mut self.scoreboard, &pair)?;
            }
            WorkerEvent::Failed(error) => return Err(error),
        }
        Ok(!self.scoreboard.is_decided() && self.output.has_reader())
    }
}

/// The search threads of the engine that uses most of them.
fn most_threads(engines: &[EngineSettings]) -> u32 {
    engines.iter().filter_map(|engine| engine.limits.threads).max().unwrap_or(1)
}

/// The journal of a match when no other is named: neither an option nor a hidden file.
fn default_journal(config: &MatchConfig) -> PathBuf {
    let names: Vec<&str> = config.engines.iter().map(|engine| engine.name.as_str()).collect();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = names.join("-vs-").chars().map(plain).take(100).collect();
    let shard = config.shard.to_string().replace('/', "of");
    let shard = if shard == "1of1" { String::new() } else { format!(".{shard}") };
    let start = if name.starts_with(['-', '.']) { "_" } else { "" };
    Path::new(&format!("{start}{name}{shard}.match.jsonl")).to_owned()
}

/// What happens in the workers.
enum WorkerEvent {
    /// A game with its number, and who plays Black and White.
    Started(u64, [usize; 2]),
    Finished(Box<(PlayedPair, PairResult)>),
    Failed(anyhow::Error),
}

/// The games of a match, shared by all workers.
struct Games<'a> {
    runner: PairRunner<'a>,
    config: &'a MatchConfig,
    waiting: Mutex<Waiting>,
}

/// The pairs that are still to be played, in the order of the schedule.
struct Waiting {
    schedule: Schedule,
    /// The place of the next pair.
    next: u64,
    played: BTreeSet<u64>,
}

impl Iterator for Waiting {
    type Item = Pair;

    fn next(&mut self) -> Option<Pair> {
        while self.next < self.schedule.pair_count() {
            let pair = self.schedule.pair_at(self.next);
            self.next += 1;
            if !self.played.contains(&pair.index) {
                return Some(pair);
            }
        }
        None
    }
}

impl Games<'_> {
    /// Plays all pairs in this many threads. `on_event` says whether to go on.
    ///
    /// # Errors
    /// When a thread cannot be started, and those of `on_event`. All games have ended then.
    fn play_all(
        &self,
        jobs: usize,
        mut on_event: impl FnMut(WorkerEvent) -> anyhow::Result<bool>,
    ) -> anyhow::Result<()> {
        let stop = || self.runner.stop.store(true, Ordering::Relaxed);
        thread::scope(|scope| {
            let (sender, events) = mpsc::channel();
            let mut result = Ok(());
            for _ in 0..jobs {
                let sender = sender.clone();
                let worker = thread::Builder::new().name("games".to_owned());
                if let Err(error) = worker.spawn_scoped(scope, move || self.work(&sender)) {
                    result = Err(error).context("cannot start a thread for another game");
                    stop();
                    break;
                }
            }
            drop(sender);
            for event in events {
                if result.is_ok() {
                    match on_event(event) {
                        Ok(true) => continue,
                        Ok(false) => (),
                        Err(error) => result = Err(error),
                    }
                    stop();
                }
            }
            result
        })
    }

    /// Plays one pair after the other until none is left or the match must stop.
    fn work(&self, events: &Sender<WorkerEvent>) {
        let mut players: BTreeMap<usize, Player> = BTreeMap::new();
        while !self.runner.stop.load(Ordering::Relaxed) {
            let next = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(pair) = next else { break };
            players.retain(|index, _| pair.engines.contains(index));
            // If the receiver has gone, there is an error already.
            let mut on_start =
                |number, colours| drop(events.send(WorkerEvent::Started(number, colours)));
            let played =
                self.runner.play_pair(pair, &self.config.engines, &mut players, &mut on_start);
            let event = match played {
                Ok(Some(played)) => match PairResult::new(self.config, &pair, &played) {
                    Ok(result) => WorkerEvent::Finished(Box::new((played, result))),
                    Err(error) => WorkerEvent::Failed(anyhow::Error::msg(error)),
                },
                Ok(None) => break,
                Err(error) => WorkerEvent::Failed(error),
            };
            if events.send(event).is_err() {
                break;
            }
        }
        for player in players.values_mut() {
            player.quit(EXIT_GRACE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::config;

    #[test]
    fn the_journal_is_named_after_the_engines() {
        for (name, expected) in [
            ("new", "new-vs-base.match.jsonl"),
            ("-x", "_-x-vs-base.match.jsonl"),
            ("/x", "_-x-vs-base.match.jsonl"),
            (".x", "_.x-vs-base.match.jsonl"),
        ] {
            let mut config = config(20);
            config.engines[0].name = name.to_owned();
            assert_eq!(default_journal(&config), Path::new(expected));
        }
    }
}
