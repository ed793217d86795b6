//! What four patterns on one cell threaten together.

use super::definition::Pattern;
use gomoku_rules::{Rule, Side};

/// What a stone on the cell threatens, weakest first. "Wins in `n`" counts the stones of both sides,
/// if the opponent has nothing stronger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// Pseudo-forbidden: the patterns look forbidden to renju's Black, and only
    /// `Position::forbidden` decides whether the point is. Compares lowest.
    Forbidden,
    /// Nothing.
    #[default]
    None,
    /// Can become an open three.
    Two,
    /// Can become a four.
    BlockedThree,
    /// Can become an open three in two lines.
    DoubleTwo,
    /// A blocked three and one more blocked three or two.
    BlockedThreePlus,
    /// An open three: threatens to win in 5.
    Three,
    /// An open three and a blocked three or two.
    ThreePlus,
    /// Two open threes: wins in 5.
    DoubleThree,
    /// A four: forces the reply.
    Four,
    /// A four and a blocked three or two.
    FourPlus,
    /// A four and an open three: wins in 5. In caro also two fours in two lines, which one reply can
    /// sometimes stop.
    FourThree,
    /// An open four or two fours: wins in 3.
    OpenFour,
    /// Wins in 1.
    Five,
}

impl Threat {
    /// How many threats there are.
    pub const COUNT: usize = 14;

    /// Every threat, weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Forbidden,
        Self::None,
        Self::Two,
        Self::BlockedThree,
        Self::DoubleTwo,
        Self::BlockedThreePlus,
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];

    /// The threat of `side` on a cell with these four patterns.
    pub fn of(patterns: [Pattern; 4], rule: Rule, side: Side) -> Self {
        let count =
            |wanted: fn(Pattern) -> bool| patterns.into_iter().filter(|&p| wanted(p)).count();
        let fives = count(|p| p == Pattern::Five);
        let open_fours = count(|p| p == Pattern::OpenFour);
        let fours = count(|p| p == Pattern::Four);
        let threes = count(Pattern::is_three);
        let blocked_threes = count(|p| p == Pattern::BlockedThree);
        let twos = count(Pattern::is_two);
        let overlines = count(|p| p == Pattern::Overline);
        let foul = overlines > 0 || fours + open_fours > 1 || threes > 1;
        let plus = blocked_threes + twos > 0;
        match () {
            () if fives > 0 => Self::Five,
            () if rule.forbids(side) && foul => Self::Forbidden,
            () if open_fours > 0 => Self::OpenFour,
            () if fours > 1 && rule.closed_five_is_void() => Self::FourThree,
            () if fours > 1 => Self::OpenFour,
            () if fours > 0 && threes > 0 => Self::FourThree,
            () if fours > 0 && plus => Self::FourPlus,
            () if fours > 0 => Self::Four,
            () if threes > 1 => Self::DoubleThree,
            () if threes > 0 && plus => Self::ThreePlus,
            () if threes > 0 => Self::Three,
            () if blocked_threes > 0 && blocked_threes + twos > 1 => Self::BlockedThreePlus,
            () if twos > 1 => Self::DoubleTwo,
            () if blocked_threes > 0 => Self::BlockedThree,
            () if twos > 0 => Self::Two,
            () => Self::None,
        }
    }

    /// The threat as the threat map counts it: everything below a three counts as nothing.
    pub(super) fn counted(self) -> Self {
        if self == Self::Forbidden || self >= Self::Three { self } else { Self::None }
    }

    /// Whether the opponent must stop a five next.
    #[inline]
    pub fn is_four(self) -> bool {
        self >= Self::Four
    }
}
