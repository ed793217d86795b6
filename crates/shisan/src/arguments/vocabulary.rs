//! One option name means one thing in all subcommands.

use clap::{Arg, Command};

use super::command;

/// The options of all subcommands, each with the name of its subcommand.
fn options() -> Vec<(String, Arg)> {
    fn collect(command: &Command, path: &str, options: &mut Vec<(String, Arg)>) {
        let named = command.get_arguments().filter(|arg| arg.get_long().is_some());
        options.extend(named.map(|arg| (path.to_owned(), arg.clone())));
        for inner in command.get_subcommands() {
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

fn help(arg: &Arg) -> String {
    arg.get_help().map(ToString::to_string).unwrap_or_default()
}

#[test]
fn threads_search_and_jobs_run_at_the_same_time() {
    let (mut threads, mut jobs) = (0, 0);
    for (command, arg) in options() {
        let help = help(&arg);
        match name(&arg) {
            "threads" => {
                threads += 1;
                assert!(help.starts_with("Search threads"), "{command}: {help}");
            }
            "jobs" => {
                jobs += 1;
                assert_eq!(arg.get_short(), Some('j'), "{command}");
                assert!(help.contains("at the same time"), "{command}: {help}");
            }
            name => assert!(!["concurrency", "parallel"].contains(&name), "{command} --{name}"),
        }
    }
    assert!(threads > 4 && jobs > 7, "{threads} and {jobs}");
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
