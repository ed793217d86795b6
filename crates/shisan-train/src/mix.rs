//! Mixtures of rules and sizes, by weight.

use std::fmt::Display;
use std::str::FromStr;

/// A part of a mixture, written `renju` or `renju=2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part<T> {
    what: T,
    weight: u64,
}

impl<T: FromStr> FromStr for Part<T>
where
    T::Err: Display,
{
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (what, weight) = text.split_once('=').unwrap_or((text, "1"));
        let what = what.parse().map_err(|error: T::Err| error.to_string())?;
        match weight.parse::<u16>() {
            Ok(weight) if weight > 0 => Ok(Self { what, weight: weight.into() }),
            _ => Err(format!("{text:?}: expected a weight from 1 to {} behind =", u16::MAX)),
        }
    }
}

/// The part that has turn number `turn`, each as often as its weight says, and how often all have had
/// theirs before.
pub(super) fn in_turn<T: Copy>(parts: &[Part<T>], turn: u64) -> (T, u64) {
    let all: u64 = parts.iter().map(|part| part.weight).sum();
    let mut rest = turn % all;
    let part = parts.iter().find(|part| {
        let is_it = rest < part.weight;
        rest = rest.saturating_sub(part.weight);
        is_it
    });
    (part.unwrap_or(&parts[0]).what, turn / all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_as_often_as_they_weigh() {
        let parse = |text: &str| text.parse::<Part<u8>>();
        let parts = ["7", "9=3", "4=2"].map(|text| parse(text).expect("a part"));
        let turns: Vec<(u8, u64)> = (0..12).map(|turn| in_turn(&parts, turn)).collect();
        let round = |number| [7, 9, 9, 9, 4, 4].map(|what| (what, number));
        assert_eq!(turns, [round(0), round(1)].concat());
        for bad in ["", "x", "7=", "7=0", "7=-1", "7=65536"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
