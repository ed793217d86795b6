//! One option name means one thing in all subcommands.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Arg, Command};

use super::command;

/// Options whose help or value differs between subcommands, and why.
const EXCEPTIONS: [(&str, &str); 22] = [
    ("brain", "`spsa` asks more of it"),
    ("chart", "a match draws its result, a tuning its values"),
    ("epochs", "`tune` stops once nothing is gained"),
    ("first", "an opening, or the seed of a game"),
    ("games", "pairings, a limit, a mixture and a file count them in ways of their own"),
    ("html", "reviewed games, or a report of matches"),
    ("jobs", "games, iterations or positions"),
    ("json", "`params` prints one array"),
    ("level", "a match names the engine"),
    ("list", "checks or parameters"),
    ("log", "a check writes one file, a match one for each game"),
    ("match-time", "`play` says whose it is"),
    ("output", "each makes another kind of file"),
    ("questions", "`exam tune` asks as many in each iteration"),
    ("rate", "of Adam, or of SPSA"),
    ("resume", "a fit has a checkpoint, not a journal"),
    ("rule", "self-play mixes rules; labels and parameters are of all unless one is named"),
    ("shard", "a part of a match or of games"),
    ("size", "of what has no size of its own; self-play mixes sizes"),
    ("to", "`games find` names games without it; a book has formats of its own"),
    ("tolerance", "a match decides by it, a soak and a check report"),
    ("turn-time", "`play` says whose it is"),
];

/// The options of all subcommands, each with the name of its subcommand. The published agents have
/// options of their own.
fn options() -> Vec<(String, Arg)> {
    fn collect(command: &Command, path: &str, options: &mut Vec<(String, Arg)>) {
        let is_option = |arg: &&Arg| arg.get_long().is_some() && !arg.is_hide_set();
        let shown = command.get_arguments().filter(is_option);
        options.extend(shown.map(|arg| (path.to_owned(), arg.clone())));
        for inner in command.get_subcommands().filter(|inner| inner.get_name() != "classic") {
            collect(inner, format!("{path} {}", inner.get_name()).trim_start(), options);
        }
    }
    let mut options = Vec::new();
    collect(&command(), "", &mut options);
    options
}

fn name(arg: &Arg) -> &str {
    arg.get_long().expect("an option")
}

/// The help without its default.
fn help(arg: &Arg) -> String {
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    help.split_once(" [default").map_or(help.clone(), |(sentence, _)| sentence.to_owned())
}

fn value(arg: &Arg) -> Option<&str> {
    arg.get_value_names().and_then(|names| names.first()).map(clap::builder::Str::as_str)
}

fn is_duration(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<Duration>()
}

#[test]
fn an_option_has_one_meaning() {
    let mut known: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (_, arg) in options() {
        let meaning = format!("<{}> {}", value(&arg).unwrap_or_default(), help(&arg));
        let meanings = known.entry(name(&arg).to_owned()).or_default();
        if !meanings.contains(&meaning) {
            meanings.push(meaning);
        }
    }
    known.retain(|_, meanings| meanings.len() > 1);
    let found: Vec<&str> = known.keys().map(String::as_str).collect();
    assert_eq!(found, EXCEPTIONS.map(|(name, _)| name), "{known:#?}");
}

#[test]
fn an_option_has_one_name() {
    for (command, arg) in options() {
        let aliases = arg.get_all_aliases().unwrap_or_default();
        let expected: &[&str] = match (command.as_str(), name(&arg)) {
            // Scripts of earlier builds pass it.
            ("selfplay", "jobs") => &["threads"],
            _ => &[],
        };
        assert_eq!(aliases, expected, "{command} --{}", name(&arg));
    }
}

#[test]
fn threads_search_and_jobs_run_at_the_same_time() {
    let (mut threads, mut jobs) = (0, 0);
    for (command, arg) in options() {
        let help = help(&arg);
        match name(&arg) {
            "threads" => {
                threads += 1;
                assert_eq!(help, "Search threads of an engine", "{command}");
            }
            "jobs" => {
                jobs += 1;
                assert_eq!((arg.get_short(), value(&arg)), (Some('j'), Some("N")), "{command}");
                assert!(help.ends_with(" at the same time"), "{command}: {help}");
            }
            name => assert!(!["concurrency", "parallel"].contains(&name), "{command} --{name}"),
        }
    }
    assert!(threads > 4 && jobs > 7, "{threads} and {jobs}");
}

#[test]
fn times_have_units_in_their_values_and_none_in_their_names() {
    let mut count = 0;
    for (command, arg) in options() {
        let name = name(&arg);
        let unit = ["ms", "seconds", "minutes", "hours"].into_iter().find(|it| name.ends_with(it));
        assert_eq!(unit, None, "{command} --{name}");
        assert_eq!(is_duration(&arg), value(&arg) == Some("TIME"), "{command} --{name}");
        if is_duration(&arg) {
            count += 1;
            for bare in ["5", "0.5"] {
                let words = format!("shisan {command} --{name} {bare}");
                let error = super::command().try_get_matches_from(words.split(' '));
                let error = error.expect_err("no unit");
                assert_eq!(error.kind(), ErrorKind::ValueValidation, "{words}: {error}");
            }
        }
    }
    assert!(count > 18, "{count}");
}
