//! The sides that people play.

use clap::ValueEnum;
use gomoku_rules::Side;

/// The sides that people play; opponents play the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum People {
    /// Black, against an opponent.
    Black,
    /// White, against an opponent.
    White,
    /// Both: two people at one board.
    Both,
    /// None: the opponent plays itself.
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

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
            Self::Both => "both",
            Self::None => "none",
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
