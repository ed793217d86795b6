//! Plays a match: pairs dealt to workers, results counted in order, every pair kept.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use crate::arguments::{RunArgs, SetupArgs};
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::game::played::PlayedPair;
use crate::host::{Finish, Host};
use crate::journal::{Journal, JournalHeader};
use crate::match_config::MatchConfig;
use crate::output::match_output::{MatchOutput, OutputFormat};
use crate::output::scoreboard::Scoreboard;
use crate::schedule::pair_runner::PairRunner;
use crate::schedule::pairing::Pair;

/// How long a brain may take to end after its last game.
const GRACE: Duration = Duration::from_secs(1);

/// Plays the match that the arguments ask for.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or an engine cannot be
/// started. What was finished before is in the journal.
pub(crate) fn run(
    setup: &SetupArgs,
    args: &RunArgs,
    host: &Host,
    out: &mut dyn Write,
) -> anyhow::Result<Finish> {
    let (conditions, book) = setup.conditions()?;
    ensure!(args.concurrency > 0, "expected at least one game at a time");
    if let Some(folder) = &args.log {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let path = args.journal.clone().unwrap_or_else(|| default_journal(&conditions));
    let header = JournalHeader::new(conditions.clone());
    let (mut journal, played) = if args.resume {
        Journal::resume(&path, &header)?
    } else {
        (Journal::create(&path, &header)?, BTreeMap::new())
    };
    let mut scoreboard = Scoreboard::new(&conditions);
    let is_waiting = |pair: &Pair| !played.contains_key(&pair.index);
    let waiting: VecDeque<Pair> = conditions.schedule().pairs().filter(is_waiting).collect();
    let games = Games {
        arena: PairRunner {
            game: &conditions.game,
            book: &book,
            log: args.log.as_deref(),
            reaper: host.reaper()?,
            stop: &host.stop,
        },
        engines: &conditions.engines,
        waiting: Mutex::new(waiting),
    };
    let style = if args.json { OutputFormat::Json } else { OutputFormat::Text };
    let mut output =
        MatchOutput::new(style, &conditions, args.record.as_deref(), args.chart.as_deref(), out)?;
    for pair in played.into_values() {
        scoreboard.add(pair);
    }
    output.catch_up(&mut scoreboard)?;
    let result = thread::scope(|scope| {
        let (sender, events) = mpsc::channel();
        for _ in 0..args.concurrency {
            let (games, sender) = (&games, sender.clone());
            scope.spawn(move || games.work(&sender));
        }
        drop(sender);
        let mut result = Ok(());
        for event in events {
            if result.is_ok() {
                result = match event {
                    WorkerEvent::Started(number, [black, white]) => {
                        output.started(number, black, white)
                    }
                    WorkerEvent::Finished(pair) => {
                        journal.append(&pair).and_then(|()| output.finished(&mut scoreboard, *pair))
                    }
                    WorkerEvent::Failed(error) => Err(error),
                };
            }
            if result.is_err() || scoreboard.is_decided() {
                host.stop.store(true, Ordering::Relaxed);
            }
        }
        result
    });
    result?;
    let is_complete = scoreboard.left() == 0 || scoreboard.is_decided();
    let resume = (!is_complete).then(|| host.resume_command(args.resume));
    scoreboard.close();
    output.end(&mut scoreboard, resume.as_deref())?;
    Ok(if is_complete { Finish::Complete } else { Finish::Interrupted })
}

/// The journal of a match that was not given one.
fn default_journal(conditions: &MatchConfig) -> PathBuf {
    let names: Vec<&str> = conditions.engines.iter().map(|engine| engine.name.as_str()).collect();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = names.join("-vs-").chars().map(plain).take(100).collect();
    let shard = conditions.shard.to_string().replace('/', "of");
    let shard = if shard == "1of1" { String::new() } else { format!(".{shard}") };
    PathBuf::from(format!("{name}{shard}.match.jsonl"))
}

/// What happens in the workers.
enum WorkerEvent {
    /// A game with its number, and who plays Black and White.
    Started(u64, [usize; 2]),
    Finished(Box<PlayedPair>),
    Failed(anyhow::Error),
}

/// The games of a match, as all workers see them.
struct Games<'a> {
    arena: PairRunner<'a>,
    engines: &'a [EngineSettings],
    waiting: Mutex<VecDeque<Pair>>,
}

impl Games<'_> {
    /// Plays one pair after the other until none is left or the match has to end.
    fn work(&self, events: &Sender<WorkerEvent>) {
        let mut players: BTreeMap<usize, Player> = BTreeMap::new();
        while !self.arena.stop.load(Ordering::Relaxed) {
            let next = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(pair) = next else { break };
            players.retain(|index, _| pair.engines.contains(index));
            // Whoever listens no more has an error to report already.
            let mut on_start =
                |number, seats| drop(events.send(WorkerEvent::Started(number, seats)));
            let played = self.arena.play_pair(pair, self.engines, &mut players, &mut on_start);
            let event = match played {
                Ok(Some(played)) => WorkerEvent::Finished(Box::new(played)),
                Ok(None) => break,
                Err(error) => WorkerEvent::Failed(error),
            };
            if events.send(event).is_err() {
                break;
            }
        }
        for player in players.values_mut() {
            player.quit(GRACE);
        }
    }
}
