//! The rules of play and what each of them means.

use std::fmt;
use std::str::FromStr;

use super::Side;

/// What wins, and what is forbidden.
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
    /// Exactly five win unless the opponent's stones close both ends; the edge closes nothing
    /// (Gomocup rule 9).
    Caro,
    /// As [`Rule::Caro`], and six or more always win (Gomocup rule 8).
    CaroOverline,
}

impl Rule {
    /// Every rule, in the order of every table with one entry a rule.
    pub const ALL: [Self; 5] =
        [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::CaroOverline];

    /// The position of this rule in [`Rule::ALL`].
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

    /// Whether a five closed at both ends by the opponent's stones is worth nothing.
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
    type Err = String;

    /// Reads a name or a Gomocup number without its continuous bit.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().and_then(GameRule::from_gomocup);
        Self::ALL
            .into_iter()
            .find(|rule| rule.name().eq_ignore_ascii_case(text))
            .or(number.filter(|game| !game.continuous).map(|game| game.rule))
            .ok_or_else(|| {
                format!(
                    "unknown rule {text:?}: expected freestyle, standard, renju, caro or \
                     caro-overline, or 0, 1, 4, 9 or 8"
                )
            })
    }
}

/// Why Black may not play a cell in renju, in the order in which the reasons are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Two fours at once, also two in one line.
    DoubleFour,
    /// Two threes at once that can both become open fours by a move that is itself allowed.
    DoubleThree,
    /// Six or more in a line.
    Overline,
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DoubleFour => "double four",
            Self::DoubleThree => "double three",
            Self::Overline => "overline",
        })
    }
}

/// A rule as managers send it: the rule of play, and whether the game goes on after a five.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct GameRule {
    /// What wins.
    pub rule: Rule,
    /// The game goes on after a five; stones of a finished five arrive as field 3.
    pub continuous: bool,
}

impl GameRule {
    /// The bit of the Gomocup number that marks a continuous game.
    const CONTINUOUS: u32 = 2;

    /// Reads the number of the protocol's `INFO rule`
    /// (<https://plastovicka.github.io/protocl2en.htm>); `None` if no rule has it.
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

    /// The number of the protocol's `INFO rule`.
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
