//! The rules of the opening as data: who does what, in which order, and where.

use std::fmt;
use std::str::FromStr;

use crate::pos::{Pos, Size};

/// How the first stones of a game are put, so that it is fair.
///
/// | rule | the opening |
/// |---|---|
/// | pro | the first stone in the centre, the third at least three cells from it |
/// | long pro | the third stone at least four cells from the centre |
/// | swap | one player puts three stones, the other takes a side |
/// | swap2 | the other may also put two more stones, and leave the choice of the side to the first |
/// | Yamaguchi | one of the 26 openings and a number of fifth moves; a swap; the fourth move; so many fifth moves are offered, and White takes one |
/// | Soosõrv-8 | one of the 26 openings; a swap; the fourth move and a number of fifth moves up to 8; a swap; so many are offered, and White takes one |
/// | Taraguchi-10 | a swap after each of the first four stones, which lie within 1, 3, 5 and 7 cells; then a fifth move within 9 cells and a swap, or ten fifth moves are offered in place of the fourth swap, fewer where a board of 5x5 or 5x6 has no ten |
///
/// Sources: the Renju International Federation for [Taraguchi-10](https://www.renju.net/rule/25/) and
/// [Yamaguchi](http://renju.net/media/showrule.php?rule=5),
/// [Wikipedia](https://en.wikipedia.org/wiki/Soos%C3%B5rv_opening_rule) for Soosõrv,
/// [Vint](https://www.vint.ee/en-us/gomoku-rules) and
/// [Wikipedia](https://en.wikipedia.org/wiki/Gomoku) for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// The third stone away from the first.
    Pro,
    /// The third stone farther away.
    LongPro,
    /// Three stones and a swap.
    Swap,
    /// Three stones, and a swap or two more stones.
    Swap2,
    /// Yamaguchi's.
    Yamaguchi,
    /// Soosõrv's, with up to eight fifth moves.
    Soosyrv8,
    /// Taraguchi's, with ten fifth moves.
    Taraguchi10,
}

/// One of the two who play. The first begins the opening, and has Black until a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Who begins.
    First,
    /// The other.
    Second,
}

/// Whose step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    First,
    Second,
    /// The player who has Black at that time.
    Black,
    /// The player who has White at that time.
    White,
}

/// Where a stone may lie, by its distance from the centre in rows and columns, the greater of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// On any cell.
    Anywhere,
    /// At most so far.
    Within(u8),
    /// Farther.
    Beyond(u8),
}

/// How many fifth moves are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Declared,
    /// So many, or all where the smallest boards have fewer that are not symmetric.
    UpTo(u8),
}

/// A step of an opening. Stones are Black's and White's in turn; one player may put both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A stone is put.
    Stone(By, Zone),
    /// The player may change sides with the other.
    Swap(By),
    /// The player says how many fifth moves there will be: at most this many, if there is a limit.
    Declare(By, Option<u8>),
    /// The player names cells for the next stone, no two of them symmetric.
    Offer(By, Count),
    /// The player takes one of these cells.
    Select(By),
    /// The opening goes on in one of several ways: which one, their first steps tell.
    Ways(&'static [&'static [Step]]),
}

use By::{Black, First, Second, White};
use Step::{Declare, Offer, Select, Stone, Ways};
use Zone::{Anywhere, Beyond, Within};

/// One of the 26 openings.
const CANONICAL: [Step; 3] =
    [Stone(First, Within(0)), Stone(First, Within(1)), Stone(First, Within(2))];

const PRO: [Step; 3] = [Stone(Black, Within(0)), Stone(White, Anywhere), Stone(Black, Beyond(2))];

const LONG_PRO: [Step; 3] =
    [Stone(Black, Within(0)), Stone(White, Anywhere), Stone(Black, Beyond(3))];

const SWAP: [Step; 4] =
    [Stone(First, Anywhere), Stone(First, Anywhere), Stone(First, Anywhere), Step::Swap(Second)];

const SWAP2: [Step; 4] = [
    Stone(First, Anywhere),
    Stone(First, Anywhere),
    Stone(First, Anywhere),
    Ways(&[
        &[Step::Swap(Second)],
        &[Stone(Second, Anywhere), Stone(Second, Anywhere), Step::Swap(First)],
    ]),
];

const YAMAGUCHI: [Step; 8] = [
    CANONICAL[0],
    CANONICAL[1],
    CANONICAL[2],
    Declare(First, None),
    Step::Swap(Second),
    Stone(White, Anywhere),
    Offer(Black, Count::Declared),
    Select(White),
];

const SOOSYRV_8: [Step; 9] = [
    CANONICAL[0],
    CANONICAL[1],
    CANONICAL[2],
    Step::Swap(Second),
    Stone(White, Anywhere),
    Declare(White, Some(8)),
    Step::Swap(Black),
    Offer(Black, Count::Declared),
    Select(White),
];

const TARAGUCHI_10: [Step; 8] = [
    Stone(Black, Within(0)),
    Step::Swap(White),
    Stone(White, Within(1)),
    Step::Swap(Black),
    Stone(Black, Within(2)),
    Step::Swap(White),
    Stone(White, Within(3)),
    Ways(&[
        &[Step::Swap(Black), Stone(Black, Within(4)), Step::Swap(White)],
        &[Offer(Black, Count::UpTo(10)), Select(White)],
    ]),
];

impl OpeningRule {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Pro,
        Self::LongPro,
        Self::Swap,
        Self::Swap2,
        Self::Yamaguchi,
        Self::Soosyrv8,
        Self::Taraguchi10,
    ];

    /// The lower-case name: `taraguchi-10`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pro => "pro",
            Self::LongPro => "long-pro",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Yamaguchi => "yamaguchi",
            Self::Soosyrv8 => "soosyrv-8",
            Self::Taraguchi10 => "taraguchi-10",
        }
    }

    /// Its steps.
    pub(super) const fn steps(self) -> &'static [Step] {
        match self {
            Self::Pro => &PRO,
            Self::LongPro => &LONG_PRO,
            Self::Swap => &SWAP,
            Self::Swap2 => &SWAP2,
            Self::Yamaguchi => &YAMAGUCHI,
            Self::Soosyrv8 => &SOOSYRV_8,
            Self::Taraguchi10 => &TARAGUCHI_10,
        }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no rule of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOpeningRuleError {
    text: String,
}

impl fmt::Display for ParseOpeningRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = OpeningRule::ALL.map(OpeningRule::name);
        let (last, before) = names.split_last().unwrap_or((&"", &[]));
        let before = before.join(", ");
        write!(f, "unknown opening rule {:?}: expected {before} or {last}", self.text)
    }
}

impl std::error::Error for ParseOpeningRuleError {}

impl FromStr for OpeningRule {
    type Err = ParseOpeningRuleError;

    /// Reads a [name](OpeningRule::name) in any case.
    fn from_str(text: &str) -> Result<Self, ParseOpeningRuleError> {
        let found = Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseOpeningRuleError { text: text.to_owned() })
    }
}

impl std::ops::Not for Player {
    type Output = Self;

    /// The other player.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

impl Zone {
    /// Whether `pos` lies in it on a board of `size`.
    pub(super) fn contains(self, pos: Pos, size: Size) -> bool {
        let centre = size.centre();
        let distance = pos.x().abs_diff(centre.x()).max(pos.y().abs_diff(centre.y()));
        match self {
            Self::Anywhere => true,
            Self::Within(far) => distance <= far,
            Self::Beyond(far) => distance > far,
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |count| if count == 1 { "cell" } else { "cells" };
        match *self {
            Self::Anywhere => f.write_str("anywhere"),
            Self::Within(0) => f.write_str("in the centre"),
            Self::Within(far) => write!(f, "at most {far} {} from the centre", cells(far)),
            Self::Beyond(far) => write!(f, "more than {far} {} from the centre", cells(far)),
        }
    }
}
