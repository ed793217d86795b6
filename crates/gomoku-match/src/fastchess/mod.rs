//! The match runner under the name of fastchess (<https://github.com/Disservin/fastchess>), whose command line
//! becomes one of `match`: so `OpenBench` (<https://github.com/AndyGrant/OpenBench>) runs matches of Gomocup brains.

mod engine;
mod openings;
mod options;

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, bail, ensure};

use self::engine::Engine;
use self::openings::openings;
use self::options::{FastchessOption, options};
use crate::match_options::{DRAW_POINTS, WIN_POINTS};
use crate::spsa::params_of;
use crate::stats::sprt::Sprt;
use crate::units::parse_jobs;

/// Whether a program of this path is asked to behave as fastchess: `fastchess`, or `fastchess-ob`, the name that
/// the client of `OpenBench` gives it.
pub fn is_fastchess(program: &OsStr) -> bool {
    let name = Path::new(program).file_name().unwrap_or_default().to_string_lossy();
    let name = name.strip_suffix(".exe").unwrap_or(&name);
    ["fastchess", "fastchess-ob"].contains(&name)
}

/// What a command line of fastchess asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fastchess {
    /// The version.
    Version,
    /// How to use it.
    Help,
    /// A match.
    Match(FastchessMatch),
}

/// A match, as `shisan match` plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastchessMatch {
    /// The words behind `shisan`.
    pub words: Vec<String>,
    /// The journal, which no reader of fastchess's output expects: it is removed once the match is over.
    pub journal: PathBuf,
    /// What was left out, in one line each.
    pub notes: Vec<String>,
}

/// Options that mean nothing here, or what is done anyway.
const MEANINGLESS: [&str; 8] =
    ["variant", "testEnv", "tb", "tbpieces", "repeat", "ratinginterval", "scoreinterval", "output"];

/// Reads the words behind the program's name. `params` names the parameters of the brain that a command starts.
///
/// # Errors
/// When an option cannot be read, or asks for what no match of Gomocup brains can do.
pub fn read(words: &[String], params: &dyn Fn(&str) -> Vec<String>) -> anyhow::Result<Fastchess> {
    if let [word] = words {
        match &**word {
            "--version" | "version" | "-v" | "-version" => return Ok(Fastchess::Version),
            "--help" | "-h" | "-help" => return Ok(Fastchess::Help),
            _ => {}
        }
    }
    let mut call = Call::default();
    for option in options(words)? {
        call.take(&option)?;
    }
    call.into_match(params).map(Fastchess::Match)
}

/// The names of the parameters of the brain that `command` starts; none if it does not list them.
pub fn params(command: &str) -> Vec<String> {
    let params = params_of(command, &AtomicBool::new(false)).ok().flatten();
    params.into_iter().flatten().map(|param| param.name).collect()
}

/// A command line of fastchess while it is read.
#[derive(Debug, Default)]
struct Call<'a> {
    engines: Vec<FastchessOption<'a>>,
    /// What `-each` says of all engines.
    each: Vec<&'a str>,
    openings: Option<FastchessOption<'a>>,
    rounds: Option<u64>,
    seed: Option<u64>,
    pgn: Option<&'a str>,
    /// Whether a sequential test ends the match.
    has_test: bool,
    /// Words of `shisan match` that need nothing else.
    words: Vec<String>,
    notes: Vec<String>,
}

impl<'a> Call<'a> {
    fn take(&mut self, option: &FastchessOption<'a>) -> anyhow::Result<()> {
        match option.name {
            "engine" => self.engines.push(option.clone()),
            "each" => self.each.extend(&option.words),
            "openings" => self.openings = Some(option.clone()),
            "rounds" => self.rounds = Some(option.number()?),
            "srand" => self.seed = Some(option.number()?),
            "games" => {
                let games: u64 = option.number()?;
                ensure!(
                    games == 2,
                    "-games {games}: each opening is played twice, with both colours"
                );
            }
            "concurrency" => {
                let jobs = parse_jobs(&option.words.join(" ")).map_err(anyhow::Error::msg);
                let jobs = jobs.with_context(|| option.to_string())?;
                // The client has counted the cores.
                self.words.extend([format!("--jobs={jobs}"), "--force-jobs".to_owned()]);
            }
            "recover" => self.words.push("--recover".to_owned()),
            "resign" => {
                let [moves, points] =
                    option.numbers(["movecount", "score"], &["twosided"], &mut self.notes)?;
                let rule = format!("points={points},moves={moves},stones=0");
                ensure_adjudicates(option, moves, points, WIN_POINTS)?;
                self.words.push(format!("--adjudicate-win={rule}"));
            }
            "draw" => {
                let keys = ["movenumber", "movecount", "score"];
                let [number, moves, points] = option.numbers(keys, &[], &mut self.notes)?;
                let stones = number
                    .checked_mul(2)
                    .with_context(|| format!("{option}: expected movenumber=N, fewer than 2^31"))?;
                let rule = format!("points={points},moves={moves},stones={stones}");
                ensure_adjudicates(option, moves, points, DRAW_POINTS)?;
                self.words.push(format!("--adjudicate-draw={rule}"));
            }
            "sprt" => {
                let model = option.value("model").is_none().then_some("model=normalized");
                let words: Vec<&str> = option.words.iter().copied().chain(model).collect();
                let words = words.join(",");
                let sprt: Result<Sprt, _> = words.parse();
                sprt.map_err(anyhow::Error::msg).with_context(|| option.to_string())?;
                self.words.push(format!("--sprt={words}"));
                self.has_test = true;
            }
            "pgnout" => {
                let file = option.value("file").or_else(|| option.words.first().copied());
                let file = file.filter(|file| !file.is_empty());
                self.pgn = Some(file.with_context(|| format!("{option}: expected file=NAME.pgn"))?);
                let appends = option.value("append") == Some("true");
                ensure!(
                    !appends,
                    "{option}: the games of a match are a file of their own, name another"
                );
            }
            name if MEANINGLESS.contains(&name) => {}
            _ => self.notes.push(format!("{option}: ignored")),
        }
        Ok(())
    }

    fn into_match(
        mut self,
        params: &dyn Fn(&str) -> Vec<String>,
    ) -> anyhow::Result<FastchessMatch> {
        let mut words: Vec<String> = ["match", "--no-progress"].map(str::to_owned).into();
        ensure!(self.engines.len() >= 2, "-engine: expected two engines or more");
        let is_duel = self.engines.len() == 2;
        ensure!(is_duel || !self.has_test, "-sprt: a sequential test is between two engines");
        let mut tolerance = 0;
        for option in &self.engines {
            let engine = Engine::read(&self.each, option, &mut self.notes)?;
            tolerance = tolerance.max(engine.margin);
            words.extend(engine.words(params)?);
        }
        words.push(format!("--tolerance={tolerance}ms"));
        let rounds = self.rounds.unwrap_or(2);
        let Some(games) = rounds.checked_mul(2).filter(|&games| games > 0) else {
            bail!("-rounds {rounds}: expected 1 or more, and fewer than 2^63");
        };
        words.push(format!("--games={games}"));
        words.extend(self.seed.map(|seed| format!("--seed={seed}")));
        let Some(openings_option) = &self.openings else {
            bail!(
                "-openings: expected file=NAME, whose name begins by rule and board, such as renju15.txt"
            );
        };
        words.extend(openings(openings_option, &mut self.notes)?);
        let journal = match self.pgn {
            Some(file) => Path::new(file).with_extension("match.jsonl"),
            None => temporary_journal(),
        };
        words.extend(self.pgn.map(|file| format!("--record={file}")));
        // The command has no word for it: the same one goes on.
        words.extend([format!("--journal={}", journal.display()), "--resume".to_owned()]);
        words.extend(self.words);
        Ok(FastchessMatch { words, journal, notes: self.notes })
    }
}

/// Fails unless the scores of `moves` moves, at these `points`, can end a game.
fn ensure_adjudicates(
    option: &FastchessOption,
    moves: u32,
    points: u32,
    bounds: RangeInclusive<u32>,
) -> anyhow::Result<()> {
    ensure!(moves > 0, "{option}: expected movecount=N, 1 or more");
    let (first, last) = (bounds.start(), bounds.end());
    ensure!(bounds.contains(&points), "{option}: expected score=N, from {first} to {last}");
    Ok(())
}

/// A journal that no run has used: numbers of processes come again.
fn temporary_journal() -> PathBuf {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    std::env::temp_dir().join(format!("fastchess-{}-{now}.match.jsonl", std::process::id()))
}

#[cfg(test)]
mod tests;
