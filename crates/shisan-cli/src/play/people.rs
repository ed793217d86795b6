//! Who plays which side.

use clap::ValueEnum;
use gomoku_rules::Side;

/// The sides that people play; the engine plays the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum People {
    /// Black, against the engine.
    Black,
    /// White, against the engine.
    White,
    /// Both: two people at one board.
    Both,
    /// None: the engine plays itself.
    None,
}

impl People {
    /// Whether `side` is a person's.
    pub fn play(self, side: Side) -> bool {
        match self {
            Self::Black => side == Side::Black,
            Self::White => side == Side::White,
            Self::Both => true,
            Self::None => false,
        }
    }

    /// With the sides changed, if there is one for each.
    pub fn swapped(self) -> Option<Self> {
        match self {
            Self::Black => Some(Self::White),
            Self::White => Some(Self::Black),
            Self::Both | Self::None => None,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Both => "both",
            Self::None => "none",
        }
    }

    /// A sentence about it.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Black => "you play black, the engine white",
            Self::White => "you play white, the engine black",
            Self::Both => "you play both sides",
            Self::None => "the engine plays both sides",
        }
    }
}

impl std::str::FromStr for People {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::value_variants().iter().find(|people| people.name() == text);
        named.copied().ok_or("expected black, white, both or none")
    }
}
