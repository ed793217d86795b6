//! Plays a match: pairs dealt to workers, results counted in order, every pair kept.

use std::collections::{BTreeMap, VecDeque};
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::arguments::{RunArgs, SetupArgs};
use super::book::Book;
use super::conditions::Conditions;
use super::dialogue::Dialogue;
use super::game::play;
use super::journal::{Header, Journal, PlayedPair};
use super::player::Player;
use super::reaper::Reaper;
use super::schedule::Pair;
use super::tally::Tally;
use super::teller::{Style, Teller};
use crate::game::Side;

/// How a match came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Every game was played, or the test has decided.
    Complete,
    /// It was told to stop; the same command with `--resume` goes on.
    Interrupted,
}

/// How long a brain may take to end after its last game.
const GRACE: Duration = Duration::from_secs(1);

/// Plays the match that the arguments ask for.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or an engine cannot be
/// started. What was finished before is in the journal.
pub(super) fn run(
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
    let header = Header::new(conditions.clone());
    let (mut journal, played) = if args.resume {
        Journal::resume(&path, &header)?
    } else {
        (Journal::create(&path, &header)?, BTreeMap::new())
    };
    let mut tally = Tally::new(&conditions);
    let is_waiting = |pair: &Pair| !played.contains_key(&pair.index);
    let waiting: VecDeque<Pair> = conditions.schedule().pairs().filter(is_waiting).collect();
    let games = Games {
        host,
        args,
        book: &book,
        reaper: Arc::new(Reaper::start(&host.program).context("no reaper for the engines")?),
        waiting: Mutex::new(waiting),
        conditions: &conditions,
    };
    let style = if args.json { Style::Json } else { Style::Text };
    let mut teller =
        Teller::new(style, &conditions, args.record.as_deref(), args.chart.as_deref(), out)?;
    for pair in played.into_values() {
        tally.add(pair);
    }
    teller.catch_up(&mut tally)?;
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
                    Event::Started(number, [black, white]) => teller.started(number, black, white),
                    Event::Finished(pair) => {
                        journal.append(&pair).and_then(|()| teller.finished(&mut tally, *pair))
                    }
                    Event::Failed(error) => Err(error),
                };
            }
            if result.is_err() || tally.is_decided() {
                games.host.stop.store(true, Ordering::Relaxed);
            }
        }
        result
    });
    result?;
    let is_complete = tally.left() == 0 || tally.is_decided();
    let resume = (!is_complete).then(|| host.resume_command(args));
    tally.close();
    teller.end(&mut tally, resume.as_deref())?;
    Ok(if is_complete { Finish::Complete } else { Finish::Interrupted })
}

/// The journal of a match that was not given one.
fn default_journal(conditions: &Conditions) -> PathBuf {
    let names: Vec<&str> = conditions.engines.iter().map(|engine| engine.name.as_str()).collect();
    let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let name: String = names.join("-vs-").chars().map(plain).take(100).collect();
    let shard = conditions.shard.to_string().replace('/', "of");
    let shard = if shard == "1of1" { String::new() } else { format!(".{shard}") };
    PathBuf::from(format!("{name}{shard}.match.jsonl"))
}

/// The program that runs the match.
#[derive(Clone, Debug)]
pub struct Host {
    /// The path of this executable, which is also the reaper of brains.
    pub program: PathBuf,
    /// The command line of the match, its words quoted for a shell.
    pub command: String,
    /// Set when all games have to end.
    pub stop: Arc<AtomicBool>,
}

impl Host {
    fn resume_command(&self, args: &RunArgs) -> String {
        let resume = if args.resume { "" } else { " --resume" };
        format!("{}{resume}", self.command)
    }
}

/// What happens in the workers.
enum Event {
    /// A game with its number, and who plays Black and White.
    Started(u64, [usize; 2]),
    Finished(Box<PlayedPair>),
    Failed(anyhow::Error),
}

/// The games of a match, as all workers see them.
struct Games<'a> {
    host: &'a Host,
    args: &'a RunArgs,
    conditions: &'a Conditions,
    book: &'a Book,
    reaper: Arc<Reaper>,
    waiting: Mutex<VecDeque<Pair>>,
}

impl Games<'_> {
    /// Plays one pair after the other until none is left or the match has to end.
    fn work(&self, events: &Sender<Event>) {
        let mut players: BTreeMap<usize, Player> = BTreeMap::new();
        while !self.host.stop.load(Ordering::Relaxed) {
            let next = self.waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(pair) = next else { break };
            players.retain(|index, _| pair.engines.contains(index));
            let event = match self.play_pair(pair, &mut players, events) {
                Ok(Some(played)) => Event::Finished(Box::new(played)),
                Ok(None) => break,
                Err(error) => Event::Failed(error),
            };
            if events.send(event).is_err() {
                break;
            }
        }
        for player in players.values_mut() {
            player.quit(GRACE);
        }
    }

    /// Both games of a pair; `None` when the match has to end before they have.
    fn play_pair(
        &self,
        pair: Pair,
        players: &mut BTreeMap<usize, Player>,
        events: &Sender<Event>,
    ) -> anyhow::Result<Option<PlayedPair>> {
        let opening = self.book.opening(pair.round);
        let mover = if opening.len().is_multiple_of(2) { Side::Black } else { Side::White };
        let [first, second] = pair.engines;
        let mut games = Vec::new();
        for (number, [first, second]) in
            (2 * pair.index + 1..).zip([[first, second], [second, first]])
        {
            let seats = if mover == Side::Black { [first, second] } else { [second, first] };
            // Whoever listens no more has an error to report already.
            drop(events.send(Event::Started(number, seats)));
            let log = self.dialogue(number)?;
            let mut take = |index: usize| {
                let start = || {
                    let settings = self.conditions.engines[index].clone();
                    Player::start(settings, Some(Arc::clone(&self.reaper)))
                };
                players.remove(&index).map_or_else(start, Ok)
            };
            let [mut black, mut white] = [take(seats[0])?, take(seats[1])?];
            let game = play(
                &self.conditions.game,
                [&mut black, &mut white],
                &opening,
                log.as_ref(),
                &self.host.stop,
            )?;
            players.extend([(seats[0], black), (seats[1], white)]);
            let Some(game) = game else { return Ok(None) };
            games.push(game);
        }
        let games = games.try_into().ok().context("a pair has two games")?;
        Ok(Some(PlayedPair { pair: pair.index, games }))
    }

    fn dialogue(&self, number: u64) -> anyhow::Result<Option<Dialogue>> {
        let Some(folder) = &self.args.log else { return Ok(None) };
        let path: &Path = &folder.join(format!("game-{number:06}.log"));
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Some(Dialogue::new(Box::new(file))))
    }
}
