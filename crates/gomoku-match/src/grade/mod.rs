//! The `grade` subcommand: the Elo of a brain, from games with opponents of known Elo.

mod args;
mod board;
mod estimate;
mod games;
mod ladder;
mod progress;
mod report;

use std::io::Write;
use std::time::Duration;

use gomoku_rules::Size;
use serde::{Deserialize, Serialize};

pub use self::args::GradeArgs;
use self::board::board;
use self::estimate::Strength;
use self::games::Games;
use self::ladder::Ladder;
use self::progress::Progress;
use self::report::{Output, Scale};
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::game::played::PlayedPair;
use crate::game::settings::GameSettings;
use crate::host::{Finish, Host, is_closed_pipe};
use crate::interrupt;
use crate::output::game_files;
use crate::output::records::RecordFile;
use crate::run_journal::{Resume, RunJournal};
use crate::schedule::book::Book;
use crate::schedule::openings::OpeningSource;

/// An opponent of known Elo.
#[derive(Clone, Debug)]
pub struct RatedOpponent {
    /// Its name, without spaces, such as `level-900`.
    pub name: String,
    /// Its Elo.
    pub elo: f64,
    /// Half of the 95 % interval of that.
    pub error: f64,
    /// The command that starts it.
    pub command: String,
    /// The `INFO` lines that make it this strong: key and value.
    pub options: Vec<(String, String)>,
}

/// What decides the games.
#[derive(Serialize, Deserialize)]
struct GradeConfig {
    brain: EngineSettings,
    /// Name, Elo and error of each opponent.
    opponents: Vec<(String, f64, f64)>,
    game: GameSettings,
    openings: u64,
    seed: u64,
    /// The choice of an opponent knows the results of all pairs but this many.
    jobs: usize,
}

/// Opponents search nodes, not for a time: this is for a machine that stands still.
const OPPONENT_TURN: Duration = Duration::from_secs(60);

/// Grades the brain of `args` by games with `opponents`, the weakest first. `scale` says in a few words
/// whose Elo theirs is, on the board of the games.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or the brain cannot be
/// started, starts no game or loses its first games by faults.
pub fn grade(
    args: &GradeArgs,
    opponents: &[RatedOpponent],
    scale: &dyn Fn(Size) -> String,
    host: &Host,
    out: &mut dyn Write,
) -> anyhow::Result<Finish> {
    args.check(host)?;
    let brain = args.settings();
    let (size, note) = match board(args, &brain, host) {
        Err(_) if interrupt::comes(&host.stop) => return Ok(Finish::Interrupted),
        board => board?,
    };
    let game = args.game(size);
    let book = Book::shipped(args.rule, size)?.0.shuffled(args.seed).transformed();
    let config = GradeConfig {
        brain,
        opponents: opponents.iter().map(|it| (it.name.clone(), it.elo, it.error)).collect(),
        game,
        openings: book.fingerprint(),
        seed: args.seed,
        jobs: args.jobs,
    };
    let (mut journal, known) = open_journal(args, &config, opponents)?;
    let setup = Setup { args, config: &config, opponents, scale: scale(size), note };
    let result = setup.play(&OpeningSource::Book(book), host, journal.as_mut(), known, out);
    if result.is_err()
        && let Some(journal) = journal
    {
        journal.remove_if_unused();
    }
    match result {
        Err(error) if is_closed_pipe(&error) => Ok(Finish::Interrupted),
        result => result,
    }
}

/// A grade that is about to begin.
struct Setup<'a> {
    args: &'a GradeArgs,
    config: &'a GradeConfig,
    opponents: &'a [RatedOpponent],
    scale: String,
    /// What is unusual about the board.
    note: Option<String>,
}

impl Setup<'_> {
    /// Plays the pairs that are not `known`, and prints the result.
    fn play(
        self,
        openings: &OpeningSource,
        host: &Host,
        mut journal: Option<&mut RunJournal>,
        known: Vec<PlayedPair>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Finish> {
        let Self { args, config, opponents, scale, note } = self;
        game_files::prepare(args.record.as_deref(), args.log.as_deref())?;
        let (rule, size) = (config.game.rule, config.game.size);
        let records = args.record.as_ref().map(|path| RecordFile::new(path, rule, size, |_| true));
        let mut output = Output {
            out,
            json: args.json,
            records: records.transpose()?,
            viewer: host.viewer.clone(),
            scale: Scale { rule, size, name: scale, opponents: names(opponents) },
        };
        note.iter().try_for_each(|note| output.note(note))?;
        let strength = |it: &RatedOpponent| Strength { elo: it.elo, error: it.error };
        let ladder = Ladder::new(opponents.iter().map(strength).collect(), args.margin);
        let brain = config.brain.clone();
        let limit = args.games / 2;
        let mut progress = Progress::new(brain, names(opponents), ladder, limit, args.jobs, known);
        while let Some(pair) = progress.count_next()? {
            output.record(&pair)?;
        }
        if progress.games() > 0 {
            output.resumed(progress.games())?;
        }
        let engines = engines(config, opponents);
        let games = Games::new(args.log.as_deref(), host, &config.game, openings, &engines)?;
        let finish = games.play(&mut progress, args.jobs, &mut |event| match event {
            games::Event::Finished(pair) => {
                journal.iter_mut().try_for_each(|journal| journal.append(pair))
            }
            games::Event::Again(progress, pair) => output.again(progress, pair),
            games::Event::Counted(progress, pair) => output.pair(progress, pair),
        });
        // What is known is not lost with an error.
        let is_known = finish.is_ok() || progress.has_played();
        let printed = if is_known { output.end(&progress) } else { Ok(()) };
        let finish = finish?;
        printed?;
        if finish == Finish::Complete {
            games.remove_logs(&|pair| pair >= progress.games() / 2 && !progress.has(pair))?;
        }
        if finish == Finish::Interrupted {
            let how = match &args.journal {
                Some(_) => format!("to continue: {}", host.resume_command(args.resume)),
                None => "interrupted; with --journal FILE it could be continued".to_owned(),
            };
            output.note(&how)?;
        }
        Ok(finish)
    }
}

fn names(opponents: &[RatedOpponent]) -> Vec<String> {
    opponents.iter().map(|opponent| opponent.name.clone()).collect()
}

/// The journal and the pairs that are in it, if one is asked for.
fn open_journal(
    args: &GradeArgs,
    config: &GradeConfig,
    opponents: &[RatedOpponent],
) -> anyhow::Result<(Option<RunJournal>, Vec<PlayedPair>)> {
    let Some(path) = &args.journal else { return Ok((None, Vec::new())) };
    let resume = Resume::new(args.resume, args.force_resume);
    let mut engines = vec![("the brain", args.brain.as_str())];
    for RatedOpponent { name, command, .. } in opponents {
        // Opponents may be one program at several levels, whose hash takes a while.
        if engines.iter().skip(1).all(|(_, other)| other != command) {
            engines.push((name, command));
        }
    }
    let (journal, known) = RunJournal::open(path, resume, "grade", &engines, config)?;
    Ok((Some(journal), known))
}

/// The brain, and behind it its opponents.
fn engines(config: &GradeConfig, opponents: &[RatedOpponent]) -> Vec<EngineSettings> {
    let opponent = |it: &RatedOpponent| EngineSettings {
        name: it.name.clone(),
        command: it.command.clone(),
        folder: None,
        time: TimeControl { turn: Some(OPPONENT_TURN), ..TimeControl::default() },
        limits: EngineLimits { options: it.options.clone(), ..EngineLimits::default() },
    };
    [config.brain.clone()].into_iter().chain(opponents.iter().map(opponent)).collect()
}
