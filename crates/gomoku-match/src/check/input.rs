//! Checks of unusual and invalid input.

use std::time::Duration;

use super::commands::silent;
use super::definition::Check;
use super::definition::Severity::{Advised, Expected, Required};
use super::engine::EngineUnderTest;
use super::result::{CheckResult, skipped};
use super::session::{QUIET, TURN, TestSession, is_word};
use gomoku_protocol::{Command, Key, Point, Reply};
use gomoku_rules::Pos;

pub(super) fn checks() -> Vec<Check> {
    vec![
        Check::new(Required, "input/lf", "lines may end in LF", |engine| lines(engine, "\n")),
        Check::new(Required, "input/crlf", "lines may end in CR LF", |engine| {
            lines(engine, "\r\n")
        }),
        Check::new(
            Required,
            "input/at-once",
            "all commands may arrive before the first is answered",
            at_once,
        ),
        Check::new(Expected, "input/in-pieces", "a command may arrive in pieces", in_pieces),
        Check::new(Advised, "input/blank-lines", "blank lines are ignored", blank_lines),
        Check::new(Advised, "input/leading-blanks", "a command may follow blanks", |engine| {
            spelled(engine, "  START", "  TURN")
        }),
        Check::new(Advised, "input/lower-case", "a command may be in lower case", |engine| {
            spelled(engine, "start", "turn")
        }),
        Check::new(
            Advised,
            "input/turn-occupied",
            "TURN on a stone is an ERROR, and the game goes on",
            |engine| {
                refused_turn(engine, |session| {
                    session.board().stones().first().map(|stone| stone.pos)
                })
            },
        ),
        Check::new(
            Advised,
            "input/turn-off-board",
            "TURN off the board is an ERROR, and the game goes on",
            |engine| refused_turn(engine, |_| None),
        ),
        Check::new(
            Expected,
            "input/info-values",
            "INFO with an invalid value is not answered",
            |engine| silent(engine, &INVALID_INFOS),
        ),
        Check::new(
            Required,
            "input/time-left-negative",
            "a negative time_left is answered with a move",
            |engine| time_left(engine, "-17"),
        ),
        Check::new(Advised, "input/time-left-float", "time_left may be a fraction", |engine| {
            time_left(engine, "5399000.5")
        }),
        Check::new(Advised, "input/garbage", "bytes that are not text do no harm", |engine| {
            garbage(engine, b"\x80\xff\xfe\x01 \xc3(,\x7f\r\n")
        }),
        Check::new(
            Advised,
            "input/long-line",
            "a line of 10,000 characters does no harm",
            |engine| garbage(engine, &[&b"x".repeat(10_000)[..], b"\r\n"].concat()),
        ),
    ]
}

const INVALID_INFOS: [&str; 9] = [
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

/// Plays with lines that end in `end`.
fn lines(engine: &EngineUnderTest, end: &str) -> CheckResult {
    let mut session = engine.session()?;
    let start = format!("START {}{end}", engine.size.width());
    session.send_bytes(start.as_bytes());
    session.expect_ok()?;
    let begin = format!("INFO timeout_turn {}{end}BEGIN{end}", TURN.as_millis());
    session.send_bytes(begin.as_bytes());
    session.expect_move()?;
    Ok(String::new())
}

fn at_once(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.session()?;
    let turn = TURN.as_millis();
    session.send(&format!("START {}\nINFO timeout_turn {turn}\nBEGIN", engine.size.width()));
    session.expect_ok()?;
    session.expect_move()?;
    Ok(String::new())
}

fn in_pieces(engine: &EngineUnderTest) -> CheckResult {
    const PAUSE: Duration = Duration::from_millis(20);
    let mut session = engine.player()?;
    for piece in ["BE", "GIN", "\r", "\n"] {
        session.send_bytes(piece.as_bytes());
        std::thread::sleep(PAUSE);
    }
    session.expect_move()?;
    Ok(String::new())
}

fn blank_lines(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    session.send_bytes(b"\r\n   \r\n\n\t\r\n");
    let answers = session.lines_until_quiet();
    if let Some(line) = answers.iter().find(|line| !line.is_refusal()) {
        return session.wrong("no answer", line);
    }
    session.goes_on()?;
    match answers.first() {
        Some(line) => skipped(format_args!("it answers {:?}; no manager sends them", line.text)),
        None => Ok(String::new()),
    }
}

/// Plays with `START` and `TURN` spelled in another way than in the protocol.
fn spelled(engine: &EngineUnderTest, start: &str, turn: &str) -> CheckResult {
    let mut session = engine.session()?;
    session.send(&format!("{start} {}", engine.size.width()));
    let line = session.line("OK")?;
    if line.is_refusal() {
        return skipped(format_args!("it answers {:?}; no manager needs it", line.text));
    }
    if !is_word(&line, &Reply::OK) {
        return session.wrong("OK", &line);
    }
    session.limit_turn(TURN);
    session.send(&format!("{turn} 0,0"));
    session.expect_move()?;
    Ok(String::new())
}

/// Sends a `TURN` that cannot be played: on a stone, or off the board if `cell` returns none.
fn refused_turn(
    engine: &EngineUnderTest,
    cell: impl Fn(&TestSession) -> Option<Pos>,
) -> CheckResult {
    let mut session = engine.player()?;
    session.goes_on()?;
    let outside = Point { x: engine.size.width().into(), y: 0 };
    session.command(&Command::Turn(cell(&session).map_or(outside, Point::from)));
    session.expect_error()?;
    session.goes_on()?;
    Ok(String::new())
}

fn time_left(engine: &EngineUnderTest, value: &str) -> CheckResult {
    let mut session = engine.player()?;
    session.info(Key::TimeoutMatch, 180_000);
    session.info(Key::TimeLeft, value);
    session.expect_silence(QUIET)?;
    session.goes_on()?;
    Ok(String::new())
}

/// Nonsense may be answered with an error, and the game goes on.
fn garbage(engine: &EngineUnderTest, bytes: &[u8]) -> CheckResult {
    let mut session = engine.player()?;
    session.send_bytes(bytes);
    for line in session.lines_until_quiet() {
        if !line.is_refusal() {
            return session.wrong("UNKNOWN, ERROR or nothing", &line);
        }
    }
    session.goes_on()?;
    Ok(String::new())
}
