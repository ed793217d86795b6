//! Checks of time and memory.

use std::time::Duration;

use super::commands::CALM;
use super::finding::{Finding, failed, skipped};
use super::probe::{Answer, Probe};
use super::subject::Subject;
use super::{Check, THOUGHT, millis};
use crate::Manager;
use crate::engine_io::usage;
use gomoku_rules::{Size, record};

/// Milliseconds of a move.
const TURNS: [u64; 6] = [0, 20, 50, 100, 500, 1000];
/// How long a brain is frozen, as it is while its opponent thinks.
const FREEZE: Duration = Duration::from_secs(1);

pub(super) fn checks() -> Vec<Check> {
    let turns = TURNS.map(|turn| {
        let about = format!("timeout_turn {turn} is kept");
        Check::new(format!("time/turn-{turn}ms"), about, move |subject: &Subject| {
            turn_time(subject, Duration::from_millis(turn))
        })
    });
    let mut checks = Vec::from(turns);
    checks.extend([
        Check::new(
            "time/match",
            "time_left is kept where it is shorter than timeout_turn",
            match_time,
        ),
        Check::new("time/frozen", "a freeze between two moves costs nothing", frozen),
        Check::new("memory/peak", "a thought on 20x20 stays inside max_memory", memory),
    ]);
    checks
}

/// Asks for the move in a calm game, which must be there in time.
fn timely(subject: &Subject, probe: &mut Probe, limit: Duration) -> Finding {
    let moves = record::parse_moves(CALM).unwrap_or_default();
    let answer = probe.set_up(&moves)?;
    in_time(answer, limit, subject.tolerance)
}

fn in_time(Answer { pos, time }: Answer, limit: Duration, tolerance: Duration) -> Finding {
    let allowed = limit + tolerance;
    if time > allowed {
        let received = format!("{},{} after {}", pos.x(), pos.y(), millis(time));
        return failed(format_args!("a move within {}", millis(allowed)), received);
    }
    Ok(format!("{} of {}", millis(time), millis(limit)))
}

fn turn_time(subject: &Subject, turn: Duration) -> Finding {
    let mut probe = subject.player()?;
    probe.limit_turn(turn);
    timely(subject, &mut probe, turn)
}

fn match_time(subject: &Subject) -> Finding {
    const LEFT: Duration = Duration::from_millis(300);
    let mut probe = subject.player()?;
    probe.say("INFO timeout_turn 30000\nINFO timeout_match 180000");
    probe.say(&format!("INFO time_left {}", LEFT.as_millis()));
    timely(subject, &mut probe, LEFT)
}

fn frozen(subject: &Subject) -> Finding {
    if !cfg!(unix) {
        return skipped("only Unix freezes a process");
    }
    let mut probe = subject.player()?;
    probe.goes_on()?;
    probe.suspend(true);
    std::thread::sleep(FREEZE);
    probe.suspend(false);
    let answer = probe.turn(probe.free_cell())?;
    // Whether it is late by itself is another check.
    in_time(answer, THOUGHT, subject.tolerance.max(Manager::Judge.default_tolerance()))
}

fn memory(subject: &Subject) -> Finding {
    let mut probe = subject.probe()?;
    // A brain that plays smaller boards only is measured on one.
    probe.say("START 20");
    let line = probe.line("OK")?;
    if line.is("OK") {
        probe.clear(Size::square(20));
    } else {
        probe.start(subject.size)?;
    }
    probe.say(&format!("INFO max_memory {}", subject.memory));
    probe.limit_turn(subject.turn);
    let moves = record::parse_moves(CALM).unwrap_or_default();
    probe.set_up(&moves)?;
    probe.turn(probe.free_cell())?;
    let Some((now, peak)) = usage::unshared(probe.id()).zip(usage::peak(probe.id())) else {
        return skipped("memory is measured on Linux only");
    };
    // The judge counts the first figure, Piskvork the second, with what is shared.
    let seen = format!("{} MiB of its own, at most {} MiB in all", now >> 20, peak >> 20);
    if subject.memory > 0 && now > subject.memory {
        return failed(format_args!("at most {} MiB of its own", subject.memory >> 20), seen);
    }
    Ok(seen)
}
