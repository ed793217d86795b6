//! Errors of the command line: one line each, in plain words.

use std::error::Error;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};

/// What is wrong with a command line. clap says it in several lines, with a summary of the usage, and
/// about numbers in words of Rust.
pub fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let is_advice =
        |line: &&str| !line.starts_with("Usage: ") && !line.starts_with("For more information");
    let lines = text.lines().map(str::trim).take_while(is_advice).filter(|line| !line.is_empty());
    let mut sentence = String::new();
    for line in lines {
        let line = line.strip_prefix("tip: ").unwrap_or(line);
        // It is hardly ever what was meant.
        if line.starts_with("to pass '") {
            continue;
        }
        let before = match (sentence.chars().next_back(), line.starts_with('[')) {
            (None, _) => "",
            (Some(':'), _) | (_, true) => " ",
            _ => "; ",
        };
        sentence += before;
        sentence += line;
    }
    match error.source().and_then(plain) {
        Some((theirs, ours)) => sentence.replacen(&theirs, &ours, 1),
        None => sentence,
    }
}

/// The words of Rust about a number, and ours.
fn plain(error: &(dyn Error + 'static)) -> Option<(String, String)> {
    let theirs = error.to_string();
    let ours = if let Some(error) = error.downcast_ref::<ParseIntError>() {
        match error.kind() {
            IntErrorKind::PosOverflow => "the number is too large".to_owned(),
            IntErrorKind::NegOverflow => "the number is too small".to_owned(),
            IntErrorKind::Zero => "expected a whole number from 1 on".to_owned(),
            _ => "expected a whole number".to_owned(),
        }
    } else if error.is::<ParseFloatError>() {
        "expected a number".to_owned()
    } else {
        let (_, range) = theirs.split_once(" is not in ")?;
        let (low, high) = range.split_once("..")?;
        format!("expected a whole number from {low} to {}", high.trim_start_matches('='))
    };
    Some((theirs, ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments;

    #[test]
    fn each_error_is_one_line_in_plain_words() {
        for (words, expected) in [
            (
                "mtach",
                "error: unrecognized subcommand 'mtach'; a similar subcommand exists: 'match'",
            ),
            (
                "solve --rul renju",
                "error: unexpected argument '--rul' found; a similar argument exists: '--rule'",
            ),
            ("solve --weights a h8", "error: unexpected argument '--weights' found"),
            (
                "check --set a=1 --brain b",
                "error: the argument '--set <NAME=VALUE>' cannot be used with '--brain <COMMAND>'",
            ),
            (
                "tune",
                "error: the following required arguments were not provided: --output <FILE>; <GAMES>...",
            ),
            (
                "analyze --jobs 0",
                "error: invalid value '0' for '--jobs <N>': expected a whole number from 1 to 1024",
            ),
            (
                "analyze --nodes many",
                "error: invalid value 'many' for '--nodes <N>': expected a whole number",
            ),
            (
                "analyze --depth 4294967296",
                "error: invalid value '4294967296' for '--depth <PLIES>': the number is too large",
            ),
            (
                "analyze --time 5",
                "error: invalid value '5' for '--time <TIME>': time unit needed, for example 5sec or 5ms",
            ),
            (
                "serve --port 65536",
                "error: invalid value '65536' for '--port <N>': expected a whole number from 0 to 65535",
            ),
            (
                "selfplay --nodes 0 f",
                "error: invalid value '0' for '--nodes <N>': expected a whole number from 1 to 18446744073709551615",
            ),
            (
                "grade --margin high",
                "error: invalid value 'high' for '--margin <ELO>': expected a number",
            ),
            (
                "spsa --rate high",
                "error: invalid value 'high' for '--rate <RATE>': expected a rate above 0",
            ),
            (
                "forbid --size 4",
                "error: invalid value '4' for '--size <SIZE>': unsupported board size: width and height must be from 5 to 32",
            ),
            (
                "completions tcsh",
                "error: invalid value 'tcsh' for '<SHELL>' [possible values: bash, elvish, fish, powershell, zsh]; a similar value exists: 'zsh'",
            ),
        ] {
            let words = ["shisan"].into_iter().chain(words.split(' '));
            let error = arguments::command().try_get_matches_from(words).expect_err(expected);
            assert_eq!(one_line(&error), expected);
        }
    }
}
