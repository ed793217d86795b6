//! The 26 openings of renju.

use std::fmt;

use crate::pos::{Pos, Size};
use crate::symmetry::Symmetry;

/// One of the 26 openings of renju: the first stone in the centre, the second beside it, the third at most
/// two cells from the centre.
///
/// The pictures have the first stone at 0 and the second at `O`; a letter is the third stone. All turns and
/// reflections of an opening have its name.
/// ```text
/// direct             indirect
/// . . 1 2 3          .  .  .  .  1
/// . . O 4 5          .  .  .  O  2
/// . . 0 6 7          .  .  0  6  3
/// . . 8 9 10         .  11 9  7  4
/// . . 11 12 13       13 12 10 8  5
/// ```
///
/// ```
/// use gomoku_rules::{RenjuOpening, Size, record};
///
/// let moves = record::parse_moves("h8h7i7j9")?;
/// let opening = RenjuOpening::of(Size::square(15), &moves).expect("an opening of renju");
/// assert_eq!((opening.to_string(), opening.kanji()), ("D4 Kagetsu".to_owned(), "花月"));
/// # Ok::<(), record::RecordError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RenjuOpening {
    /// Its place in [`ROWS`].
    index: u8,
}

/// An opening: the third stone from the centre, x to the right and y downwards, and its names.
type Row = ((i32, i32), &'static str, &'static str);

/// How many openings either kind has.
const COUNT: usize = 13;

/// The second stone of the direct and of the indirect openings.
const SECOND: [(i32, i32); 2] = [(0, -1), (1, -1)];

/// The direct openings, then the indirect ones, by their numbers
/// (<https://en.wikipedia.org/wiki/Renju_opening_pattern>).
const ROWS: [Row; 2 * COUNT] = [
    ((0, -2), "Kansei", "寒星"),
    ((1, -2), "Keigetsu", "渓月"),
    ((2, -2), "Sosei", "疎星"),
    ((1, -1), "Kagetsu", "花月"),
    ((2, -1), "Zangetsu", "残月"),
    ((1, 0), "Ugetsu", "雨月"),
    ((2, 0), "Kinsei", "金星"),
    ((0, 1), "Shogetsu", "松月"),
    ((1, 1), "Kyugetsu", "丘月"),
    ((2, 1), "Shingetsu", "新月"),
    ((0, 2), "Zuisei", "瑞星"),
    ((1, 2), "Sangetsu", "山月"),
    ((2, 2), "Yusei", "遊星"),
    ((2, -2), "Chosei", "長星"),
    ((2, -1), "Kyogetsu", "峡月"),
    ((2, 0), "Kosei", "恒星"),
    ((2, 1), "Suigetsu", "水月"),
    ((2, 2), "Ryusei", "流星"),
    ((1, 0), "Ungetsu", "雲月"),
    ((1, 1), "Hogetsu", "浦月"),
    ((1, 2), "Rangetsu", "嵐月"),
    ((0, 1), "Gingetsu", "銀月"),
    ((0, 2), "Myojo", "明星"),
    ((-1, 1), "Shagetsu", "斜月"),
    ((-1, 2), "Meigetsu", "名月"),
    ((-2, 2), "Suisei", "彗星"),
];

impl RenjuOpening {
    /// All of them, the direct ones first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..ROWS.len() as u8).map(|index| Self { index })
    }

    /// The opening that a game on a board of `size` begins with; `None` if it has fewer than three moves,
    /// or is no game of renju.
    pub fn of(size: Size, moves: &[Pos]) -> Option<Self> {
        let &[first, second, third, ..] = moves else { return None };
        let stones = [second, third];
        Self::all().filter(|_| first == size.centre()).find(|opening| {
            let images = opening.images(size).into_iter().flatten();
            images.into_iter().any(|image| image == stones)
        })
    }

    /// The three stones of the opening as the picture shows it; `None` where the board is too small.
    pub fn stones(self, size: Size) -> Option<[Pos; 3]> {
        let [second, third] = self.images(size)[0]?;
        Some([size.centre(), second, third])
    }

    /// The second and the third stone in all turns and reflections, that of the picture first.
    fn images(self, size: Size) -> [Option<[Pos; 2]>; 8] {
        let (third, ..) = self.row();
        let centre = size.centre();
        Symmetry::ALL.map(|symmetry| {
            let at = |offset: (i32, i32)| {
                let (x, y) = symmetry.turn(offset);
                size.pos(i32::from(centre.x()) + x, i32::from(centre.y()) + y)
            };
            Some([at(SECOND[usize::from(!self.is_direct())])?, at(third)?])
        })
    }

    /// Whether the second stone is beside the first one in a row or column.
    pub const fn is_direct(self) -> bool {
        (self.index as usize) < COUNT
    }

    /// The number, from 1 to 13.
    pub const fn number(self) -> u8 {
        self.index % COUNT as u8 + 1
    }

    /// The code, from `D1` to `D13` and from `I1` to `I13`.
    pub fn code(self) -> String {
        format!("{}{}", if self.is_direct() { 'D' } else { 'I' }, self.number())
    }

    /// The name in Latin letters: `Kagetsu`.
    pub const fn name(self) -> &'static str {
        self.row().1
    }

    /// The name in Japanese: `花月`.
    pub const fn kanji(self) -> &'static str {
        self.row().2
    }

    const fn row(self) -> Row {
        ROWS[self.index as usize]
    }
}

impl fmt::Display for RenjuOpening {
    /// Writes code and name: `D4 Kagetsu`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code(), self.name())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Every opening in all images: the second stone is one of eight, the third one of 24 - 1.
    #[test]
    fn every_game_of_renju_has_an_opening() {
        let size = Size::square(15);
        let centre = size.centre();
        let near = |pos: Pos, far: u8| {
            pos != centre
                && pos.x().abs_diff(centre.x()) <= far
                && pos.y().abs_diff(centre.y()) <= far
        };
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for second in size.positions().filter(|&pos| near(pos, 1)) {
            for third in size.positions().filter(|&pos| pos != second) {
                let opening = RenjuOpening::of(size, &[centre, second, third]);
                assert_eq!(opening.is_some(), near(third, 2), "{second} {third}");
                if let Some(opening) = opening {
                    let is_straight = second.x() == centre.x() || second.y() == centre.y();
                    assert_eq!(opening.is_direct(), is_straight);
                    *counts.entry(opening.code()).or_default() += 1;
                }
            }
        }
        assert_eq!(counts.len(), 26);
        assert_eq!(counts.values().sum::<usize>(), 8 * 23);
        // Those whose third stone lies on the axis through the other two have half as many images.
        let on_axis: Vec<&str> =
            counts.iter().filter(|(_, count)| **count == 4).map(|(code, _)| &**code).collect();
        assert_eq!(on_axis, ["D1", "D11", "D8", "I1", "I11", "I13"]);
    }

    #[test]
    fn names_are_those_of_the_books() {
        // Rows from the top: h8, white above it at h7.
        let size = Size::square(15);
        let code = |text: &str| {
            let moves = crate::record::parse_moves(text).expect("moves");
            RenjuOpening::of(size, &moves).map(|opening| opening.to_string())
        };
        for (moves, name) in [
            ("h8h7h6", "D1 Kansei"),
            ("h8h7i7", "D4 Kagetsu"),
            ("h8i8i7", "D4 Kagetsu"),
            ("h8h9h7", "D8 Shogetsu"),
            ("h8i7i9", "I7 Hogetsu"),
            ("h8g9g7", "I7 Hogetsu"),
            ("h8i7j6", "I1 Chosei"),
            ("h8i7f10", "I13 Suisei"),
            ("h8i7g9", "I11 Shagetsu"),
        ] {
            assert_eq!(code(moves).as_deref(), Some(name), "{moves}");
        }
        for none in ["h8h7", "g8h7i7", "h8h6i7", "h8h7k8"] {
            assert_eq!(code(none), None, "{none}");
        }
        let small = Size::square(5);
        for opening in RenjuOpening::all() {
            let stones = opening.stones(small).expect("a board of five holds them all");
            assert_eq!(RenjuOpening::of(small, &stones), Some(opening));
        }
    }
}
