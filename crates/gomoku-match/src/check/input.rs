//! Checks of what a brain makes of input that is unusual or wrong.

use std::time::Duration;

use super::commands::silent;
use super::finding::{Finding, skipped};
use super::probe::Probe;
use super::subject::Subject;
use super::{Check, QUIET, THOUGHT};
use gomoku_rules::Pos;

pub(super) fn checks() -> Vec<Check> {
    vec![
        Check::new("input/lf", "lines may end in LF", |subject| lines(subject, "\n")),
        Check::new("input/crlf", "lines may end in CR LF", |subject| lines(subject, "\r\n")),
        Check::new("input/at-once", "all commands may come before the first is answered", at_once),
        Check::new("input/in-pieces", "a command may come in pieces", in_pieces),
        Check::new("input/blank-lines", "blank lines mean nothing", blank_lines),
        Check::new("input/leading-blanks", "a command may stand behind blanks", |subject| {
            spelled(subject, "  START", "  TURN")
        }),
        Check::new("input/lower-case", "a command may be in lower case", |subject| {
            spelled(subject, "start", "turn")
        }),
        Check::new(
            "input/turn-occupied",
            "TURN on a stone is an ERROR; the game goes on",
            |subject| {
                refused_turn(subject, |probe| probe.board().stones().first().map(|stone| stone.pos))
            },
        ),
        Check::new(
            "input/turn-off-board",
            "TURN off the board is an ERROR; the game goes on",
            |subject| refused_turn(subject, |_| None),
        ),
        Check::new("input/info-values", "INFO with a wrong value is not answered", |subject| {
            silent(subject, &WRONG_INFOS)
        }),
        Check::new(
            "input/time-left-negative",
            "a negative time_left is answered by a move",
            |subject| time_left(subject, "-17"),
        ),
        Check::new("input/time-left-float", "time_left may be a fraction", |subject| {
            time_left(subject, "5399000.5")
        }),
        Check::new("input/garbage", "bytes that are no text harm nothing", |subject| {
            garbage(subject, b"\x80\xff\xfe\x01 \xc3(,\x7f\r\n")
        }),
        Check::new("input/long-line", "a line of 10,000 characters harms nothing", |subject| {
            garbage(subject, &[&b"x".repeat(10_000)[..], b"\r\n"].concat())
        }),
    ]
}

const WRONG_INFOS: [&str; 9] = [
    "INFO",
    "INFO timeout_turn",
    "INFO timeout_turn abc",
    "INFO timeout_turn -5",
    "INFO timeout_turn 200.5",
    "INFO max_memory -1048576",
    "INFO max_memory 99999999999999999999",
    "INFO rule 12345",
    "INFO folder",
];

/// Plays a little with lines that end in `end`.
fn lines(subject: &Subject, end: &str) -> Finding {
    let mut probe = subject.probe()?;
    let start = format!("START {}{end}", subject.size.width());
    probe.say_bytes(start.as_bytes());
    probe.expect_ok()?;
    let begin = format!("INFO timeout_turn {}{end}BEGIN{end}", THOUGHT.as_millis());
    probe.say_bytes(begin.as_bytes());
    probe.expect_move()?;
    Ok(String::new())
}

fn at_once(subject: &Subject) -> Finding {
    let mut probe = subject.probe()?;
    let thought = THOUGHT.as_millis();
    probe.say(&format!("START {}\nINFO timeout_turn {thought}\nBEGIN", subject.size.width()));
    probe.expect_ok()?;
    probe.expect_move()?;
    Ok(String::new())
}

fn in_pieces(subject: &Subject) -> Finding {
    const PAUSE: Duration = Duration::from_millis(20);
    let mut probe = subject.player()?;
    for piece in ["BE", "GIN", "\r", "\n"] {
        probe.say_bytes(piece.as_bytes());
        std::thread::sleep(PAUSE);
    }
    probe.expect_move()?;
    Ok(String::new())
}

fn blank_lines(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    probe.say_bytes(b"\r\n   \r\n\n\t\r\n");
    let answers = probe.lines_until_quiet();
    if let Some(line) = answers.iter().find(|line| !line.declines()) {
        return probe.wrong("no answer", line);
    }
    probe.goes_on()?;
    match answers.first() {
        Some(line) => skipped(format_args!("it answers {:?}; no manager sends them", line.text)),
        None => Ok(String::new()),
    }
}

/// Plays a little with `START` and `TURN` spelled otherwise than the protocol does.
fn spelled(subject: &Subject, start: &str, turn: &str) -> Finding {
    let mut probe = subject.probe()?;
    probe.say(&format!("{start} {}", subject.size.width()));
    let line = probe.line("OK")?;
    if line.declines() {
        return skipped(format_args!("it answers {:?}; no manager must send it", line.text));
    }
    if !line.text.eq_ignore_ascii_case("OK") {
        return probe.wrong("OK", &line);
    }
    probe.limit_turn(THOUGHT);
    probe.say(&format!("{turn} 0,0"));
    probe.expect_move()?;
    Ok(String::new())
}

/// Says a `TURN` that cannot be played: at a cell of the game, or off the board where there is none.
fn refused_turn(subject: &Subject, cell: impl Fn(&Probe) -> Option<Pos>) -> Finding {
    let mut probe = subject.player()?;
    probe.goes_on()?;
    let (x, y) = cell(&probe).map_or((subject.size.width(), 0), |pos| (pos.x(), pos.y()));
    probe.say(&format!("TURN {x},{y}"));
    probe.expect_error()?;
    probe.goes_on()?;
    Ok(String::new())
}

fn time_left(subject: &Subject, value: &str) -> Finding {
    let mut probe = subject.player()?;
    probe.say(&format!("INFO timeout_match 180000\nINFO time_left {value}"));
    probe.expect_silence(QUIET)?;
    probe.goes_on()?;
    Ok(String::new())
}

/// A line that nobody understands may be complained of, and the game goes on.
fn garbage(subject: &Subject, bytes: &[u8]) -> Finding {
    let mut probe = subject.player()?;
    probe.say_bytes(bytes);
    for line in probe.lines_until_quiet() {
        if !line.declines() {
            return probe.wrong("UNKNOWN, ERROR or nothing", &line);
        }
    }
    probe.goes_on()?;
    Ok(String::new())
}
