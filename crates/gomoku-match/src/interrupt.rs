//! Interrupts: a game that one has spoiled says nothing about its brains.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::outcome::{Illegal, Termination};

/// How long our own interrupt may take after a brain has met the same one: a signal to all processes of
/// a job, as Slurm sends it at the limit of time, reaches them in any order.
pub(crate) const GRACE: Duration = Duration::from_secs(1);
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Waits for an interrupt that may be on its way, and says whether it has come.
pub(crate) fn comes(stop: &AtomicBool) -> bool {
    comes_within(stop, GRACE)
}

/// Waits for an interrupt for so long at most, and says whether it has come.
pub(crate) fn comes_within(stop: &AtomicBool, time: Duration) -> bool {
    let deadline = Instant::now() + time;
    while !stop.load(Ordering::Relaxed) && Instant::now() < deadline {
        thread::sleep(POLL_INTERVAL);
    }
    stop.load(Ordering::Relaxed)
}

/// Whether an interrupt, and not the loser, has ended a game in this way.
pub(crate) fn has_spoiled(reason: &Termination, stop: &AtomicBool) -> bool {
    match reason {
        Termination::Five
        | Termination::FullBoard
        | Termination::NoMove
        | Termination::DrawAfter
        | Termination::Adjudicated(_) => false,
        // No signal plays a move.
        Termination::Illegal(Illegal::Occupied | Illegal::OffBoard)
        | Termination::Foul(_)
        | Termination::Memory(_)
        | Termination::Folder(_) => stop.load(Ordering::Relaxed),
        _ => comes(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_signal_can_do_waits_for_an_interrupt() {
        let spoiled = |code: &str, is_set: bool| {
            let reason = code.parse().expect("a code");
            has_spoiled(&reason, &AtomicBool::new(is_set))
        };
        let ends = ["crash:signal 15", "crash:exit 0", "crash:closed", "start:silent"];
        let others = ["stalled", "timeout:+3ms", "illegal:malformed", "illegal:occupied"];
        // Each waits in vain for the interrupt that has not come: all at once.
        thread::scope(|scope| {
            for code in [ends, others].concat() {
                let check = move || assert!(spoiled(code, true) && !spoiled(code, false), "{code}");
                scope.spawn(check);
            }
        });
        for code in ["five", "full-board", "no-move", "draw-after", "adjudicated:win"] {
            assert!(!spoiled(code, true), "{code}");
        }
    }

    #[test]
    fn an_interrupt_that_comes_later_is_waited_for() {
        let stop = AtomicBool::new(false);
        let lost = "crash:signal 15".parse().expect("a code");
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(20));
                stop.store(true, Ordering::Relaxed);
            });
            assert!(has_spoiled(&lost, &stop));
        });
    }
}
