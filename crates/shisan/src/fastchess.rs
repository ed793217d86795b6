//! This program under the name of fastchess: a match of `shisan match`, asked for in fastchess's words.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;

use gomoku_match::fastchess::{self, Fastchess, FastchessMatch};

use crate::standard_output::StandardOutput;

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
