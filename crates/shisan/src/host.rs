//! This program as the host of matches: its command line, its brain, and its end by an interrupt.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use gomoku_match::Host;
use gomoku_records::Game;
use gomoku_rules::Coords;
use gomoku_rules::record::Record;
use shisan_engine::engine::processors;

use crate::convert::{Input, place};
use crate::made_openings::make_opening;

/// The exit code of work that was interrupted, or whose file another run uses: schedulers start it again
/// (`EX_TEMPFAIL`).
pub const INTERRUPTED: u8 = 75;
/// Signals within this time are one interrupt.
const ONE_INTERRUPT: Duration = Duration::from_secs(1);

/// A variable that is set where this program is a step of a longer run, which says itself how to continue.
pub const STEP: &str = "SHISAN_STEP";

/// This program, its command line being `words`, with `options` for its own brain. The first interrupt
/// ends it in order, the second at once.
pub fn host(words: &[OsString], options: &[String]) -> anyhow::Result<Host> {
    let program = std::env::current_exe().context("the path of this program is unknown")?;
    let path = program.to_string_lossy();
    let brain = [&*path, "brain"].into_iter().chain(options.iter().map(String::as_str));
    Ok(Host {
        brain: shlex::try_join(brain)?,
        command: command_line(words)?,
        command_with_resume: command_line(&with_options(words, ["--resume".into()]))?,
        viewer: "shisan play".to_owned(),
        read_records,
        report_page: shisan_page::report,
        make_opening,
        cores: processors(),
        stop: stop_on_interrupt()?,
        program,
    })
}

/// The games of a file, in the format of its extension or content. What is left out of them is named on
/// standard error.
fn read_records(path: &Path) -> anyhow::Result<Vec<Record>> {
    let input = Input::open(path, None, None, Coords::default())?;
    let name = input.name().to_owned();
    let record = |game| {
        let Game { number, record, warnings, .. } = game?;
        for warning in warnings {
            writeln!(io::stderr(), "warning: {}{warning}", place(&name, number))?;
        }
        Ok(record)
    };
    input.map(record).collect()
}

/// The words of a command line with further options, which must stand before `--`.
pub fn with_options(
    words: &[OsString],
    options: impl IntoIterator<Item = OsString>,
) -> Vec<OsString> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let mut words = words.to_vec();
    words.splice(end..end, options);
    words
}

/// The words, quoted for a shell.
pub fn command_line(words: &[OsString]) -> anyhow::Result<String> {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    Ok(shlex::try_join(words.iter().map(|word| &**word))?)
}

/// What the first interrupt sets; a second one ends this program. Signals that come within a second are one:
/// launchers such as `timeout` send theirs to the program and to its group.
pub fn stop_on_interrupt() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut first = None;
    let handler = move || {
        flag.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_INTERRUPT {
            std::process::exit(i32::from(INTERRUPTED));
        }
    };
    ctrlc::set_handler(handler).context("no handler for interrupts")?;
    Ok(stop)
}

/// Makes interrupts have no effect.
pub fn ignore_interrupts() -> anyhow::Result<()> {
    ctrlc::set_handler(|| ()).context("no handler for interrupts")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_the_files_behind_dashes() {
        for (line, expected) in [
            ("shisan match --games 2", "shisan match --games 2 --resume"),
            ("shisan match --games 2 --", "shisan match --games 2 --resume --"),
            ("shisan review -- -a.sgf --", "shisan review --resume -- -a.sgf --"),
            ("shisan soak --brain 'sh -- x'", "shisan soak --brain 'sh -- x' --resume"),
        ] {
            let words = shlex::split(line).expect("quotes").into_iter().map(OsString::from);
            let words = with_options(&words.collect::<Vec<_>>(), ["--resume".into()]);
            assert_eq!(command_line(&words).expect("a command"), expected);
        }
    }
}
