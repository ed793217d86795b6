//! Fault injection: searches that panic or hang on request, for the tests of how the brain survives
//! that. Only compiled with the feature `fault-injection`, which no release has.

use std::collections::VecDeque;
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

/// The faults of the next searches, one each.
static INJECTED: OnceLock<Mutex<VecDeque<Fault>>> = OnceLock::new();

/// A fault of one search.
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

/// Injects a fault into each of the next searches, separated by commas: `panic` or `hang`, in the leading
/// thread or, with `-helper` at the end, in all others. An empty word stands for a search without a fault.
///
/// # Errors
/// When a word is none of these, or faults were injected before.
pub fn inject_faults(words: &str) -> Result<(), String> {
    let faults = words.split(',').map(Fault::parse).collect::<Result<_, _>>()?;
    INJECTED.set(Mutex::new(faults)).map_err(|_| "faults were injected before".to_owned())
}

impl Fault {
    /// The fault of the search that starts now.
    pub fn next() -> Self {
        let first = |faults: &Mutex<VecDeque<Self>>| {
            faults.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
        };
        INJECTED.get().and_then(first).unwrap_or_default()
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

    /// Lets the leading thread fail, if it is to.
    pub fn strike_leader(self) {
        self.strike(false);
    }

    /// Lets a helper fail, if they are to.
    pub fn strike_helper(self) {
        self.strike(true);
    }

    #[expect(clippy::panic, reason = "the injected fault")]
    fn strike(self, helper: bool) {
        match self.kind.filter(|_| self.in_helpers == helper) {
            None => {}
            Some(Kind::Panic) => panic!("an injected panic"),
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
    fn faults_are_read_from_words() {
        let fault = |kind, in_helpers| Ok(Fault { kind, in_helpers });
        assert_eq!(Fault::parse(""), fault(None, false));
        assert_eq!(Fault::parse("panic"), fault(Some(Kind::Panic), false));
        assert_eq!(Fault::parse("hang-helper"), fault(Some(Kind::Hang), true));
        for bad in ["-helper", "crash", "panic-", "hang "] {
            assert!(Fault::parse(bad).is_err(), "{bad}");
        }
    }
}
