//! Checks of time and memory.

use std::time::Duration;

use super::commands::CALM;
use super::definition::Check;
use super::definition::Severity::{Advised, Expected, Required};
use super::engine::EngineUnderTest;
use super::result::{CheckResult, failed, millis, skipped};
use super::session::{Answer, TURN, TestSession};
use crate::Manager;
use crate::engine_io::usage;
use gomoku_protocol::{Command, Key};
use gomoku_rules::{Size, record};

/// Milliseconds of a move.
const TURNS: [u64; 6] = [0, 20, 50, 100, 500, 1000];
/// How long the engine is suspended, as the judge does while the opponent thinks.
const FREEZE: Duration = Duration::from_secs(1);

pub(super) fn checks() -> Vec<Check> {
    let turns = TURNS.map(|turn| {
        let about = format!("a move with timeout_turn {turn} comes in time");
        let severity = match turn {
            500.. => Required,
            0 | 100.. => Expected,
            _ => Advised,
        };
        let name = format!("time/turn-{turn}ms");
        Check::new(severity, name, about, move |engine: &EngineUnderTest| {
            turn_time(engine, Duration::from_millis(turn))
        })
    });
    let mut checks = Vec::from(turns);
    checks.extend([
        Check::new(
            Required,
            "time/match",
            "a move comes in time_left where that is shorter than timeout_turn",
            match_time,
        ),
        Check::new(Required, "time/frozen", "a suspended engine plays on in time", frozen),
        Check::new(
            Required,
            "memory/unshared",
            "the unshared memory after a search on 20x20 is within max_memory",
            memory,
        ),
    ]);
    checks
}

/// Asks for a move in a quiet game, which must come in time.
fn timely(engine: &EngineUnderTest, session: &mut TestSession, limit: Duration) -> CheckResult {
    let moves = record::parse_moves(CALM).unwrap_or_default();
    let answer = session.set_up(&moves)?;
    in_time(answer, limit, engine.tolerance)
}

fn in_time(Answer { pos, time }: Answer, limit: Duration, tolerance: Duration) -> CheckResult {
    let allowed = limit + tolerance;
    if time > allowed {
        let received = format!("{},{} after {}", pos.x(), pos.y(), millis(time));
        return failed(format_args!("a move within {}", millis(allowed)), received);
    }
    Ok(format!("{} of {}", millis(time), millis(limit)))
}

fn turn_time(engine: &EngineUnderTest, turn: Duration) -> CheckResult {
    let mut session = engine.player()?;
    session.limit_turn(turn);
    timely(engine, &mut session, turn)
}

fn match_time(engine: &EngineUnderTest) -> CheckResult {
    const LEFT: Duration = Duration::from_millis(300);
    let mut session = engine.player()?;
    session.info(Key::TimeoutTurn, 30_000);
    session.info(Key::TimeoutMatch, 180_000);
    session.info(Key::TimeLeft, LEFT.as_millis());
    timely(engine, &mut session, LEFT)
}

fn frozen(engine: &EngineUnderTest) -> CheckResult {
    if !cfg!(unix) {
        return skipped("only Unix suspends processes");
    }
    let mut session = engine.player()?;
    session.goes_on()?;
    session.suspend(true);
    std::thread::sleep(FREEZE);
    session.suspend(false);
    let answer = session.turn(session.free_cell())?;
    // Lateness without a suspension is another check.
    in_time(answer, TURN, engine.tolerance.max(Manager::Judge.default_tolerance()))
}

fn memory(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.session()?;
    // An engine that plays smaller boards only is measured on one.
    let size = Size::square(20);
    session.command(&Command::Start(size));
    let line = session.line("OK")?;
    if line.is_ok() {
        session.clear(size);
    } else {
        session.start_game(engine.size)?;
    }
    session.info(Key::MaxMemory, engine.memory);
    session.limit_turn(engine.turn);
    let moves = record::parse_moves(CALM).unwrap_or_default();
    session.set_up(&moves)?;
    session.turn(session.free_cell())?;
    let Some((now, peak)) = usage::unshared(session.id()).zip(usage::peak(session.id())) else {
        return skipped("memory is measured on Linux only");
    };
    // The judge counts the first figure, after a move; Piskvork the second, which includes shared memory.
    let mut seen = format!("{} MiB unshared, at most {} MiB in all", now >> 20, peak >> 20);
    if engine.memory > 0 && peak > engine.memory {
        seen += ", more than Piskvork allows";
    }
    if engine.memory > 0 && now > engine.memory {
        return failed(format_args!("at most {} MiB unshared", engine.memory >> 20), seen);
    }
    Ok(seen)
}
