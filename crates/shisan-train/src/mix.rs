//! Mixtures of rules and sizes, by weight.

use std::fmt::{self, Display};
use std::str::FromStr;

/// A part of a mixture, written `renju` or `renju=2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<T> {
    value: T,
    weight: u64,
}

impl<T: Copy> Part<T> {
    /// The rule or the size.
    pub fn value(&self) -> T {
        self.value
    }
}

impl<T: Display> Display for Part<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.weight {
            1 => write!(f, "{}", self.value),
            weight => write!(f, "{}={weight}", self.value),
        }
    }
}

impl<T: FromStr> FromStr for Part<T>
where
    T::Err: Display,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (value, weight) = text.split_once('=').unwrap_or((text, "1"));
        let value = value.parse().map_err(|error: T::Err| error.to_string())?;
        match weight.parse::<u16>() {
            Ok(weight) if weight > 0 => Ok(Self { value, weight: weight.into() }),
            _ => Err(format!("{text:?}: expected a weight from 1 to {} behind =", u16::MAX)),
        }
    }
}

/// The part whose turn number `turn` is, each as often as its weight says, and the number of complete
/// rounds before.
pub(super) fn in_turn<T: Copy>(parts: &[Part<T>], turn: u64) -> (T, u64) {
    let all: u64 = parts.iter().map(|part| part.weight).sum();
    let mut rest = turn % all;
    let part = parts.iter().find(|part| {
        let is_it = rest < part.weight;
        rest = rest.saturating_sub(part.weight);
        is_it
    });
    (part.unwrap_or(&parts[0]).value, turn / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_as_often_as_they_weigh() {
        let parse = |text: &str| text.parse::<Part<u8>>();
        let parts = ["7", "9=3", "4=2"].map(|text| parse(text).expect("a part"));
        let turns: Vec<(u8, u64)> = (0..12).map(|turn| in_turn(&parts, turn)).collect();
        let round = |number| [7, 9, 9, 9, 4, 4].map(|value| (value, number));
        assert_eq!(turns, [round(0), round(1)].concat());
        assert_eq!(parts.map(|part| part.to_string()), ["7", "9=3", "4=2"]);
        for bad in ["", "x", "7=", "7=0", "7=-1", "7=65536"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
