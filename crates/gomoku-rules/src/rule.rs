//! The rules of play: what wins under each of them, their names and their Gomocup numbers.

use std::fmt;
use std::str::FromStr;

use crate::side::Side;

/// What wins, and what is forbidden.
///
/// | rule | a five wins | six or more win | forbidden to Black | Gomocup number |
/// |---|---|---|---|---|
/// | freestyle | always | always | nothing | 0 |
/// | standard | always | never | nothing | 1 |
/// | renju | always | for White | overline, double four, double three | 4 |
/// | caro | unless closed at both ends | never | nothing | 9 |
/// | caro-overline | unless closed at both ends | always | nothing | 8 |
///
/// "Closed" is by stones of the opponent; the edge of the board closes nothing. Standard is what some
/// programs call "exactly five".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Five or more in a line win.
    #[default]
    Freestyle,
    /// Exactly five win.
    Standard,
    /// White wins with five or more. Black wins with exactly five and may not make an overline, two
    /// fours or two open threes with one stone.
    Renju,
    /// Exactly five win unless the opponent's stones close both ends (Gomocup rule 9).
    Caro,
    /// As [`Rule::Caro`], and six or more always win (Gomocup rule 8).
    CaroOverline,
}

impl Rule {
    /// Every rule, in the order of [`Rule::index`].
    pub const ALL: [Self; 5] =
        [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::CaroOverline];

    /// The index of this rule in [`Rule::ALL`], for tables with one entry a rule.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether six or more in a line win for `side`.
    #[inline]
    pub const fn overline_wins(self, side: Side) -> bool {
        match self {
            Self::Freestyle | Self::CaroOverline => true,
            Self::Standard | Self::Caro => false,
            Self::Renju => matches!(side, Side::White),
        }
    }

    /// Whether a five that the opponent's stones close at both ends does not win.
    #[inline]
    pub const fn closed_five_is_void(self) -> bool {
        matches!(self, Self::Caro | Self::CaroOverline)
    }

    /// Whether `side` has forbidden points.
    #[inline]
    pub const fn forbids(self, side: Side) -> bool {
        matches!((self, side), (Self::Renju, Side::Black))
    }

    /// The lower-case name used on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroOverline => "caro-overline",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    /// Reads a [name](Rule::name) in any case, or a Gomocup number without the bit for continuous
    /// games.
    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        let number = text.parse().ok().and_then(GameRule::from_gomocup);
        Self::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .or(number.filter(|game| !game.continuous).map(|game| game.rule))
            .ok_or_else(|| ParseRuleError { text: text.to_owned() })
    }
}

/// Text that names no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRuleError {
    text: String,
}

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unknown rule {:?}: expected freestyle, standard, renju, caro or caro-overline, or 0, \
             1, 4, 9 or 8",
            self.text
        )
    }
}

impl std::error::Error for ParseRuleError {}

/// Why renju forbids a cell to Black, in the order in which the referee checks. Where one stone makes
/// several of them, the first one is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Two fours at once, possibly in one line.
    DoubleFour,
    /// Two threes at once, each of which a move that is not forbidden itself makes an open four.
    DoubleThree,
    /// Six or more in a line.
    Overline,
}

impl Forbidden {
    /// The lower-case name for machines: `double-four`, `double-three` or `overline`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DoubleFour => "double-four",
            Self::DoubleThree => "double-three",
            Self::Overline => "overline",
        }
    }
}

impl fmt::Display for Forbidden {
    /// Writes the name for people: `double four`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DoubleFour => "double four",
            Self::DoubleThree => "double three",
            Self::Overline => "overline",
        })
    }
}

/// A rule as managers send it: the rule of play, and whether the game is continuous.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameRule {
    /// The rule of play.
    pub rule: Rule,
    /// The game goes on after a five; managers send the stones of a finished five as field 3 of
    /// `BOARD`, [`Cell::Wall`](crate::Cell::Wall).
    pub continuous: bool,
}

impl GameRule {
    /// The bit of the Gomocup number that marks a continuous game.
    const CONTINUOUS: u32 = 2;

    /// The rule with this number in the protocol's `INFO rule`
    /// (<https://plastovicka.github.io/protocl2en.htm>), if there is one.
    pub const fn from_gomocup(number: u32) -> Option<Self> {
        let rule = match number & !Self::CONTINUOUS {
            0 => Rule::Freestyle,
            1 => Rule::Standard,
            4 => Rule::Renju,
            8 => Rule::CaroOverline,
            9 => Rule::Caro,
            _ => return None,
        };
        Some(Self { rule, continuous: number & Self::CONTINUOUS != 0 })
    }

    /// The number of this rule in the protocol's `INFO rule`.
    pub const fn gomocup(self) -> u32 {
        let rule = match self.rule {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::CaroOverline => 8,
            Rule::Caro => 9,
        };
        if self.continuous { rule | Self::CONTINUOUS } else { rule }
    }
}

impl From<Rule> for GameRule {
    fn from(rule: Rule) -> Self {
        Self { rule, continuous: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gomocup_numbers_and_names_read_back() {
        for number in 0..32 {
            if let Some(rule) = GameRule::from_gomocup(number) {
                assert_eq!(rule.gomocup(), number);
            }
        }
        let known: Vec<u32> = (0..32).filter(|&n| GameRule::from_gomocup(n).is_some()).collect();
        assert_eq!(known, [0, 1, 2, 3, 4, 6, 8, 9, 10, 11]);
        for rule in Rule::ALL {
            assert_eq!(rule.name().parse(), Ok(rule));
            assert_eq!(GameRule::from(rule).gomocup().to_string().parse(), Ok(rule));
        }
        assert!("2".parse::<Rule>().is_err());
        assert!("swap2".parse::<Rule>().is_err());
    }
}
