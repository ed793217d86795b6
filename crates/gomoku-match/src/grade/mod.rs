//! The `grade` subcommand: the Elo of a brain, from games with opponents of known Elo.

mod estimate;
mod games;
mod ladder;
mod progress;
mod report;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use gomoku_rules::{Rule, Size};
use serde::{Deserialize, Serialize};

use self::estimate::Strength;
use self::games::Games;
use self::ladder::Ladder;
use self::progress::Progress;
use self::report::{Output, Scale};
use crate::choice::rule;
use crate::disk;
use crate::engine_io::exit::StartFailure;
use crate::engine_io::files::EngineFiles;
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::player::Player;
use crate::engine_io::process::StartError;
use crate::engine_io::program::Program;
use crate::game::outcome::Termination;
use crate::game::played::PlayedPair;
use crate::game::settings::GameSettings;
use crate::host::{Finish, Host, ensure_cores, is_closed_pipe};
use crate::interrupt;
use crate::output::game_files;
use crate::output::records::{self, RecordFile};
use crate::run_journal::{Resume, RunJournal};
use crate::schedule::book::Book;
use crate::schedule::openings::OpeningSource;
use crate::schedule::pair_runner::PairRunner;
use crate::units::{parse_bytes, parse_duration, parse_jobs, parse_time_limit};

/// Which brain to grade, and how well.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct GradeArgs {
    /// The command that starts the brain
    #[arg(value_name = "COMMAND")]
    brain: String,
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    rule: Rule,
    /// The board: a side, or width x height [default: 15, or 20 for a brain that plays no other]
    #[arg(long)]
    size: Option<Size>,
    /// Time for a move, such as 500ms or 5s
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit, default_value = "1s")]
    turn_time: Duration,
    /// How late a move may be before it loses on time
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "1s")]
    tolerance: Duration,
    /// Longest wait for an answer that has no clock
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    stall_timeout: Duration,
    /// Search threads of an engine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// Memory of an engine, always sent to it; 0 is no limit
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, default_value = "350MiB")]
    memory: u64,
    /// Stop when the Elo is known to this error (95 %), the error of the opponents included
    #[arg(long, value_name = "ELO", default_value_t = 50.0)]
    margin: f64,
    /// Most games to play, however well the Elo is known then
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games to play at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// Allow more search threads than this machine has cores
    #[arg(long)]
    force_jobs: bool,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    /// Write the games: a collection to .sgf or .pgn, one game per line to .jsonl, numbered files to .psq
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Log the dialogues to this folder, one file per game
    #[arg(long, value_name = "DIR")]
    log: Option<PathBuf>,
    /// Keep what is finished in this file
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Continue from the journal
    #[arg(long, requires = "journal")]
    resume: bool,
    /// Continue although a program, or a file that a command names, has changed
    #[arg(long, requires = "resume")]
    force_resume: bool,
}

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

/// The name of the brain in records.
const BRAIN: &str = "brain";
/// Opponents search nodes, not for a time: this is for a machine that stands still.
const OPPONENT_TURN: Duration = Duration::from_secs(60);
/// How long a brain may take to exit that was asked whether it plays a board.
const GRACE: Duration = Duration::from_secs(1);

impl GradeArgs {
    /// The rule of the games.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The seed of all random choices.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    fn settings(&self) -> EngineSettings {
        EngineSettings {
            name: BRAIN.to_owned(),
            command: self.brain.clone(),
            folder: None,
            time: TimeControl { turn: Some(self.turn_time), ..TimeControl::default() },
            limits: EngineLimits {
                threads: Some(self.threads),
                memory: self.memory,
                ..EngineLimits::default()
            },
        }
    }

    /// How each game is played.
    fn game(&self, size: Size) -> GameSettings {
        GameSettings {
            tolerance: self.tolerance,
            start_limit: self.stall_timeout,
            ..GameSettings::new(self.rule, size)
        }
    }

    /// Checks what needs no game.
    fn check(&self, host: &Host) -> anyhow::Result<()> {
        let is_margin = self.margin >= 1.0 && self.margin.is_finite();
        ensure!(is_margin, "--margin {}: expected 1 or more", self.margin);
        let is_even = self.games > 0 && self.games.is_multiple_of(2);
        ensure!(is_even, "--games {}: expected an even number of games from 2 on", self.games);
        if !self.force_jobs {
            ensure_cores(host.cores, self.jobs, self.threads)?;
        }
        let check = Program::parse(&self.brain);
        check.map_err(|cause| StartError { command: self.brain.clone(), cause })?;
        let Self { journal, record, log, .. } = self;
        let read = EngineFiles::paths(&self.brain);
        game_files::ensure_distinct(&read, &[journal.as_ref()], record.as_deref(), log.as_deref())
    }

    /// Checks that everything but the journal can be written, and creates the folder of logs.
    fn prepare_outputs(&self) -> anyhow::Result<()> {
        if let Some(record) = &self.record {
            records::ensure_writable(record)?;
        }
        if let Some(folder) = &self.log {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            disk::ensure_writable(&folder.join(PairRunner::log_name(1)))?;
        }
        Ok(())
    }
}

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
        journal.discard_if_empty();
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
        args.prepare_outputs()?;
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

/// The board to play on, and a note if it is not the usual one: a brain may know a single size.
fn board(
    args: &GradeArgs,
    brain: &EngineSettings,
    host: &Host,
) -> anyhow::Result<(Size, Option<String>)> {
    const USUAL: Size = Size::square(15);
    const OTHER: Size = Size::square(20);
    let size = args.size.unwrap_or(USUAL);
    let failure = start_failure(args, brain, size, host)?;
    let Some((failure, words)) = failure else { return Ok((size, None)) };
    let may_play_another = args.size.is_none() && failure != StartFailure::Silent;
    if may_play_another && start_failure(args, brain, OTHER, host)?.is_none() {
        let note = format!("the brain does not play 15x15 ({words}): it plays on 20x20");
        return Ok((OTHER, Some(note)));
    }
    bail!("the brain does not start: {words}")
}

/// Why the brain does not start a game on a board of this size, and that in words.
fn start_failure(
    args: &GradeArgs,
    brain: &EngineSettings,
    size: Size,
    host: &Host,
) -> anyhow::Result<Option<(StartFailure, String)>> {
    let settings = args.game(size);
    let mut player = Player::start(brain.clone(), Some(host.reaper()?))?;
    let (start, _) = settings.start_commands(brain);
    let failure = match player.new_game(&start, settings.start_limit, &host.stop) {
        None => bail!("interrupted"),
        Some(Ok(())) => {
            player.quit(GRACE);
            return Ok(None);
        }
        Some(Err(failure)) => failure,
    };
    let words = match &failure {
        StartFailure::Silent => player.silence().map(|silence| silence.to_string()),
        StartFailure::Crash(_) => player.last_stderr_line(),
        StartFailure::Refused(words) | StartFailure::NotRun(words) => {
            let words = words.clone();
            return Ok(Some((failure, words)));
        }
    };
    let code = Termination::Start(failure.clone());
    let words = words.map_or_else(|| code.to_string(), |words| format!("{code}: {words}"));
    Ok(Some((failure, words)))
}
