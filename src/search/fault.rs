//! Faults to order, for the tests of what becomes of a game when a search goes wrong. In play none is
//! ever ordered.

use std::collections::VecDeque;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// The faults of the searches to come, one each.
static ORDERED: OnceLock<Mutex<VecDeque<Fault>>> = OnceLock::new();

/// What goes wrong in a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fault {
    kind: Option<Kind>,
    in_helpers: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Panic,
    Hang,
}

/// Orders a fault for each of the next searches: `panic` or `hang`, in the leading thread or, with
/// `-helper` behind it, in all others; nothing between two commas is a search without a fault.
///
/// # Errors
/// When a word is none of these, or faults were ordered before.
pub fn order_faults(words: &str) -> Result<(), String> {
    let faults = words.split(',').map(Fault::parse).collect::<Result<_, _>>()?;
    ORDERED.set(Mutex::new(faults)).map_err(|_| "faults were ordered before".to_owned())
}

impl Fault {
    /// The fault of the search that begins now.
    pub fn next() -> Self {
        let first = |faults: &Mutex<VecDeque<Self>>| {
            faults.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
        };
        ORDERED.get().and_then(first).unwrap_or_default()
    }

    fn parse(word: &str) -> Result<Self, String> {
        let (kind, in_helpers) =
            word.strip_suffix("-helper").map_or((word, false), |kind| (kind, true));
        let kind = match kind {
            "" if !in_helpers => None,
            "panic" => Some(Kind::Panic),
            "hang" => Some(Kind::Hang),
            _ => return Err(format!("expected panic or hang, or one with -helper, not {word:?}")),
        };
        Ok(Self { kind, in_helpers })
    }

    /// Strikes the thread that leads the search, if it is meant.
    pub fn strike_leader(self) {
        self.strike(false);
    }

    /// Strikes a helper, if they are meant.
    pub fn strike_helper(self) {
        self.strike(true);
    }

    #[expect(clippy::panic, reason = "the fault that was ordered")]
    fn strike(self, helper: bool) {
        match self.kind.filter(|_| self.in_helpers == helper) {
            None => {}
            Some(Kind::Panic) => panic!("a panic to order"),
            Some(Kind::Hang) => loop {
                thread::sleep(Duration::from_secs(3600));
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_by_words() {
        let fault = |kind, in_helpers| Ok(Fault { kind, in_helpers });
        assert_eq!(Fault::parse(""), fault(None, false));
        assert_eq!(Fault::parse("panic"), fault(Some(Kind::Panic), false));
        assert_eq!(Fault::parse("hang-helper"), fault(Some(Kind::Hang), true));
        for bad in ["-helper", "crash", "panic-", "hang "] {
            assert!(Fault::parse(bad).is_err(), "{bad}");
        }
    }
}
