//! Checks of how a brain begins and ends.

use std::time::Duration;

use super::finding::{Finding, skipped};
use super::probe::Probe;
use super::subject::Subject;
use super::{Check, THOUGHT, millis};
use gomoku_rules::Size;

/// How long Gomocup's judge waits between `END` and killing.
const JUDGE_GRACE: Duration = Duration::from_millis(500);
/// The same of Piskvork.
const PISKVORK_GRACE: Duration = Duration::from_millis(700);

pub(super) fn checks() -> Vec<Check> {
    vec![
        Check::new("start/about", "the first line answers ABOUT, as key=\"value\"", about),
        Check::new("start/size-15", "START 15 is answered OK", |subject| start(subject, 15)),
        Check::new("start/size-20", "START 20 is answered OK", |subject| start(subject, 20)),
        Check::new("start/impossible-size", "START 1 is an ERROR, and the next START is not", size),
        Check::new("start/again", "a second START is a new game, as c-gomoku-cli plays", again),
        Check::new("end/idle", "END ends a brain that waits, before the judge kills it", end),
        Check::new("end/thinking", "END ends a brain that thinks, before Piskvork kills it", halt),
        Check::new("end/no-input", "the end of its input ends a brain that waits", no_input),
    ]
}

fn about(subject: &Subject) -> Finding {
    let mut probe = subject.probe()?;
    probe.say("ABOUT");
    let line = probe.line("key=\"value\"")?;
    if !is_about(&line.text) {
        return probe.wrong("key=\"value\", ...", &line);
    }
    Ok(format!("{}, {}", line.text, millis(probe.time_of(&line))))
}

/// Whether `text` is a list of `key="value"` as the protocol shows it.
fn is_about(text: &str) -> bool {
    let is_word = |key: &str| {
        !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let mut rest = text.trim();
    loop {
        let Some((key, value)) = rest.split_once('=') else { return false };
        let Some(value) = value.trim_start().strip_prefix('"') else { return false };
        let Some((_, after)) = value.split_once('"') else { return false };
        if !is_word(key.trim_end()) {
            return false;
        }
        match after.trim_start().strip_prefix(',') {
            Some(next) => rest = next.trim_start(),
            None => return after.is_empty(),
        }
    }
}

fn start(subject: &Subject, side: u8) -> Finding {
    let mut probe = subject.probe()?;
    probe.say(&format!("START {side}"));
    let line = probe.line("OK")?;
    if line.is("ERROR") {
        return skipped(format_args!("it does not play this size: {:?}", line.text));
    }
    if !line.text.eq_ignore_ascii_case("OK") {
        return probe.wrong("OK", &line);
    }
    let time = probe.time_of(&line);
    probe.clear(Size::square(side));
    probe.limit_turn(THOUGHT);
    probe.begin()?;
    Ok(millis(time))
}

fn size(subject: &Subject) -> Finding {
    let mut probe = subject.probe()?;
    probe.say("START 1");
    let line = probe.line("ERROR")?;
    if !line.is("ERROR") {
        return probe.wrong("ERROR", &line);
    }
    probe.start(subject.size)?;
    probe.limit_turn(THOUGHT);
    probe.begin()?;
    Ok(line.text)
}

fn again(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    let first = probe.begin()?;
    probe.start(subject.size)?;
    probe.limit_turn(THOUGHT);
    // A brain that remembers the old game thinks that this cell is taken.
    probe.turn(first.pos)?;
    Ok(String::new())
}

fn end(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    probe.begin()?;
    probe.say("END");
    probe.expect_exit(JUDGE_GRACE).map(millis)
}

fn halt(subject: &Subject) -> Finding {
    let mut probe = thinker(subject)?;
    probe.say("END");
    if let Ok(time) = probe.expect_exit(PISKVORK_GRACE) {
        return Ok(millis(time));
    }
    probe.expect_exit(subject.turn + PISKVORK_GRACE)?;
    skipped("it hears nothing while it thinks, as the protocol allows")
}

/// A brain in the middle of a long thought.
fn thinker(subject: &Subject) -> Finding<Probe> {
    let mut probe = subject.probe()?;
    probe.start(subject.size)?;
    probe.limit_turn(subject.turn);
    probe.say("BOARD\n7,7,2\n8,6,1\n9,9,2\n5,6,1\n6,9,2\nDONE");
    std::thread::sleep(Duration::from_millis(50));
    Ok(probe)
}

fn no_input(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    probe.begin()?;
    probe.close_input();
    probe.expect_exit(subject.patience).map(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_about() {
        for good in [
            "name=\"a\"",
            "name = \"a\", b =\"c\"",
            "name=\"a b\", version=\"1.0\",author=\"x=y, z\" ",
        ] {
            assert!(is_about(good), "{good}");
        }
        for bad in
            ["", "Brain 1.0", "name=a", "name=\"a", "=\"a\"", "name=\"a\" b", "my name=\"a\""]
        {
            assert!(!is_about(bad), "{bad}");
        }
    }
}
