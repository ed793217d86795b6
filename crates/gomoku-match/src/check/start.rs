//! Checks of the start and the exit.

use std::time::Duration;

use super::definition::Check;
use super::definition::Severity::{Advised, Expected, Required};
use super::engine::EngineUnderTest;
use super::result::{CheckResult, millis, skipped};
use super::session::{TURN, TestSession, is_error, is_word};
use gomoku_protocol::{Command, Reply};
use gomoku_rules::Size;

/// How long Gomocup's judge waits between `END` and killing the process.
const JUDGE_GRACE: Duration = Duration::from_millis(500);
/// The same for Piskvork.
const PISKVORK_GRACE: Duration = Duration::from_millis(700);

pub(super) fn checks() -> Vec<Check> {
    vec![
        Check::new(
            Expected,
            "start/about",
            "the first line answers ABOUT in the form key=\"value\"",
            about,
        ),
        Check::new(Required, "start/size-15", "START 15 is answered with OK", |engine| {
            start(engine, 15)
        }),
        Check::new(Required, "start/size-20", "START 20 is answered with OK", |engine| {
            start(engine, 20)
        }),
        Check::new(
            Advised,
            "start/impossible-size",
            "START 1 is an ERROR, and the next START is not",
            size,
        ),
        Check::new(
            Expected,
            "start/again",
            "a second START begins a new game, as c-gomoku-cli sends it",
            again,
        ),
        Check::new(
            Expected,
            "end/idle",
            "END ends a waiting engine before the judge kills it",
            end,
        ),
        Check::new(
            Expected,
            "end/thinking",
            "END ends a searching engine before Piskvork kills it",
            end_while_searching,
        ),
        Check::new(
            Expected,
            "end/no-input",
            "the end of its input ends a waiting engine",
            end_of_input,
        ),
    ]
}

fn about(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.session()?;
    session.command(&Command::About);
    let line = session.line("key=\"value\"")?;
    if !matches!(line.reply, Ok(Reply::About(_))) {
        return session.wrong("key=\"value\", ...", &line);
    }
    Ok(format!("{}, {}", line.text, millis(session.time_of(&line))))
}

fn start(engine: &EngineUnderTest, side: u8) -> CheckResult {
    let mut session = engine.session()?;
    session.command(&Command::Start(Size::square(side)));
    let line = session.line("OK")?;
    if is_error(&line) {
        return skipped(format_args!("it does not play this size: {:?}", line.text));
    }
    if !is_word(&line, &Reply::OK) {
        return session.wrong("OK", &line);
    }
    let time = session.time_of(&line);
    session.clear(Size::square(side));
    session.limit_turn(TURN);
    session.begin()?;
    Ok(millis(time))
}

fn size(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.session()?;
    session.send("START 1");
    let line = session.line("ERROR")?;
    if !is_error(&line) {
        return session.wrong("ERROR", &line);
    }
    session.start_game(engine.size)?;
    session.limit_turn(TURN);
    session.begin()?;
    Ok(line.text)
}

fn again(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    let first = session.begin()?;
    session.start_game(engine.size)?;
    session.limit_turn(TURN);
    // To an engine that remembers the old game, this cell is occupied.
    session.turn(first.pos)?;
    Ok(String::new())
}

fn end(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    session.begin()?;
    session.command(&Command::End);
    session.expect_exit(JUDGE_GRACE).map(millis)
}

fn end_while_searching(engine: &EngineUnderTest) -> CheckResult {
    let mut session = searching(engine)?;
    session.command(&Command::End);
    if let Ok(time) = session.expect_exit(PISKVORK_GRACE) {
        return Ok(millis(time));
    }
    session.expect_exit(engine.turn + PISKVORK_GRACE)?;
    skipped("it reads no command while it searches, as the protocol allows")
}

/// A session in the middle of a long search.
fn searching(engine: &EngineUnderTest) -> CheckResult<TestSession> {
    let mut session = engine.session()?;
    session.start_game(engine.size)?;
    session.limit_turn(engine.turn);
    session.send("BOARD\n7,7,2\n8,6,1\n9,9,2\n5,6,1\n6,9,2\nDONE");
    std::thread::sleep(Duration::from_millis(50));
    Ok(session)
}

fn end_of_input(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    session.begin()?;
    session.close_input();
    session.expect_exit(engine.stall_timeout).map(millis)
}
