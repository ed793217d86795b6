//! The table of situations: the shapes of one side's stones in a line, and their scores.

use gomoku_rules::{Cell, Rule, Side};

/// A shape of stones in a line, the better ones later.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Situation {
    /// None of the others.
    #[default]
    Nothing,
    Sleep1,
    Alive1,
    Sleep2,
    Alive2,
    FakeAlive3,
    SpecialSleep3,
    JumpSleep3,
    ContinueSleep3,
    Alive3,
    JumpRush4,
    ContinueRush4,
    Alive4,
    Win5,
}

use Situation as S;

/// The shapes: `1` is an own stone, `2` one of the opponent or the edge, `0` a free cell. Mirror images
/// count, too.
const SHAPES: [(Situation, &[&str]); 12] = [
    (S::Sleep1, &["210"]),
    (S::Alive1, &["010"]),
    (S::Sleep2, &["211000", "210100", "210010", "10001", "2011002", "2010102", "2010012"]),
    (S::Alive2, &["001100", "011000", "001010", "010010"]),
    (S::FakeAlive3, &["2011102"]),
    (S::SpecialSleep3, &["11001", "10101"]),
    (S::JumpSleep3, &["211010", "210110"]),
    (S::ContinueSleep3, &["211100"]),
    (S::Alive3, &["001110", "011010"]),
    (S::JumpRush4, &["11101", "11011"]),
    (S::ContinueRush4, &["211110"]),
    (S::Alive4, &["011110"]),
];

impl Situation {
    /// Its score, in thousandths of the text's points.
    pub fn score(self) -> i64 {
        1_000
            * match self {
                Self::Win5 => 100_000,
                Self::Alive4 => 10_000,
                Self::ContinueRush4 => 900,
                Self::JumpRush4 => 800,
                Self::Alive3 => 600,
                Self::ContinueSleep3 => 100,
                Self::JumpSleep3 => 75,
                Self::SpecialSleep3 | Self::FakeAlive3 => 60,
                Self::Alive2 => 50,
                Self::Sleep2 | Self::Alive1 => 10,
                Self::Sleep1 => 2,
                Self::Nothing => 0,
            }
    }
}

/// The longest shape.
const LENGTH: usize = 7;
/// The number of windows of this many cells, read as numbers of base 3.
const WINDOWS: usize = 3_usize.pow(LENGTH as u32);

/// For each window of a line the best shape that begins with its first cell.
pub struct Situations([Vec<Situation>; 2]);

impl Situations {
    /// The tables for a rule, which decides what is a five.
    pub fn new(rule: Rule) -> Self {
        Self(Side::BOTH.map(|side| (0..WINDOWS).map(|code| best(code, rule, side)).collect()))
    }

    /// The best situation of `side` in a line of cells.
    pub fn best(&self, side: Side, line: impl Iterator<Item = Cell>) -> Situation {
        let digit = |cell| match cell {
            Cell::Empty => 0,
            cell if cell == Cell::from(side) => 1,
            _ => 2,
        };
        // The edge before the line is the first digit; behind the line edges fill the last windows.
        let mut code = 2;
        let mut found = Situation::Nothing;
        for (count, cell) in (2..).zip(line.chain([Cell::Wall; LENGTH - 1])) {
            code = (code * 3 + digit(cell)) % WINDOWS;
            if count >= LENGTH {
                found = found.max(self.0[side.index()][code]);
            }
        }
        found
    }
}

/// The best shape of `side` that begins with the first cell of a window.
fn best(code: usize, rule: Rule, side: Side) -> Situation {
    let mut window = [b'0'; LENGTH];
    let mut rest = code;
    for cell in window.iter_mut().rev() {
        *cell += (rest % 3) as u8;
        rest /= 3;
    }
    let begins = |shape: &str| {
        window.starts_with(shape.as_bytes())
            || shape.bytes().rev().eq(window[..shape.len()].iter().copied())
    };
    let shapes = SHAPES.iter().filter(|(_, shapes)| shapes.iter().any(|shape| begins(shape)));
    let shape = shapes.map(|&(situation, _)| situation).max().unwrap_or_default();
    if is_five(window, rule, side) { Situation::Win5 } else { shape }
}

/// Whether a window begins with a winning five, or with a cell and such a five.
fn is_five(window: [u8; LENGTH], rule: Rule, side: Side) -> bool {
    if rule.overline_wins(side) && (window.starts_with(b"111111") || window.ends_with(b"111111")) {
        return true;
    }
    let is_closed = window[0] == b'2' && window[6] == b'2';
    window[1..6] == *b"11111"
        && window[0] != b'1'
        && window[6] != b'1'
        && !(is_closed && rule.closed_five_is_void())
}
