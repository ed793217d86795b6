//! This program under the name of fastchess: a match of `shisan match`, asked for in fastchess's words.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use gomoku_match::fastchess::{self, Fastchess, FastchessMatch};
use shisan_engine::brain::StandardOutput;

const USAGE: &str = "\
Play a match of Gomocup brains, asked for in the words of fastchess

Usage: fastchess -engine cmd=PROGRAM... -engine cmd=PROGRAM... -openings file=FILE [OPTIONS]

Options:
  -engine KEY=VALUE...    A brain: cmd, and dir, args, name, st, tc, nodes, depth, timemargin, option.NAME
  -each KEY=VALUE...      The same for all brains
  -openings KEY=VALUE...  file, whose name begins by rule and board as renju15.txt does, order, start
  -rounds R -games 2      Two games for each of R openings
  -srand N                The seed
  -concurrency N          Games at a time
  -resign KEY=VALUE...    movecount, score
  -draw KEY=VALUE...      movenumber, movecount, score
  -sprt KEY=VALUE...      elo0, elo1, alpha, beta, model
  -recover                Go on after a crash
  -pgnout file=NAME.pgn   Write the games
  -version                Print the version
  -help                   Print help

`shisan match --help` has what a match can do beside that.
";

/// Whether the command line asks for fastchess. Under its name, too, subcommands are those of `shisan`.
pub fn is_asked_for(words: &[OsString]) -> bool {
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-') || word == "version";
    words.first().is_some_and(|program| fastchess::is_fastchess(program))
        && words.get(1).is_some_and(is_option)
}

/// Plays the match: `execute` gets the words for it. The journal is removed once that is over.
///
/// # Errors
/// When the words cannot be read, or ask for what cannot be played.
pub fn run(words: &[OsString], execute: fn(&[OsString]) -> ExitCode) -> anyhow::Result<ExitCode> {
    let own_name = words.iter().take(1).cloned();
    let words: Vec<String> =
        words.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let FastchessMatch { words, journal, notes } =
        match fastchess::read(&words, &fastchess::params)? {
            Fastchess::Version => {
                writeln!(StandardOutput::new(), "shisan {}", shisan_engine::BUILD)?;
                return Ok(ExitCode::SUCCESS);
            }
            Fastchess::Help => {
                write!(StandardOutput::new(), "{USAGE}")?;
                return Ok(ExitCode::SUCCESS);
            }
            Fastchess::Match(found) => found,
        };
    for note in notes {
        writeln!(io::stderr(), "{note}")?;
    }
    let words: Vec<OsString> = own_name.chain(words.into_iter().map(OsString::from)).collect();
    let code = execute(&words);
    if code == ExitCode::SUCCESS {
        drop(fs::remove_file(journal));
    }
    Ok(code)
}
