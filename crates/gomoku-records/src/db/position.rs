//! A position of a database.

use std::fmt;
use std::str::FromStr;

use gomoku_rules::{Board, Pos, Rule, Side, Size, Symmetry};

use super::layout::NO_LABEL;
use crate::tree::board_of;

/// A position of a database of Yixin or Rapfi, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbPosition {
    /// The rule of play: freestyle, standard or renju.
    pub rule: Rule,
    /// Width and height of the board.
    pub size: Size,
    /// The stones of Black and of White.
    pub stones: [Vec<Pos>; 2],
    /// The side to move.
    pub to_move: Side,
    /// What the side that has moved gets: `w`, `l` or `d`; `x` for a move that is not to be searched, `!` for
    /// one that is to be played; 255 for none of them; 0 for a position of which nothing is known.
    pub label: u8,
    /// The value for the side to move, in points. A win in n plies is 30000 - n.
    pub value: i16,
    /// The depth of its search, in plies.
    pub depth: i16,
    /// What the value is.
    pub bound: DbBound,
    /// The comment.
    pub comment: Option<String>,
    /// The texts on the board, each on its cell.
    pub labels: Vec<(Pos, String)>,
}

/// What a value of a search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DbBound {
    /// There is no value.
    #[default]
    None,
    /// The value is an upper bound.
    Upper,
    /// The value is a lower bound.
    Lower,
    /// The value is exact.
    Exact,
}

impl DbBound {
    pub(super) const ALL: [Self; 4] = [Self::None, Self::Upper, Self::Lower, Self::Exact];

    const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Upper => "upper",
            Self::Lower => "lower",
            Self::Exact => "exact",
        }
    }
}

impl fmt::Display for DbBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a database tells its positions apart: the rule, the board, the cells as they are written, and the side
/// to move. In this order it holds them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key {
    rule: Rule,
    size: (u8, u8),
    length: usize,
    pub(super) cells: Vec<u8>,
    to_move: Side,
}

impl DbPosition {
    /// The position on a board: its stones have no order.
    pub fn board(&self) -> Board {
        let stones = self.stones.each_ref().map(|cells| cells.iter().copied());
        board_of(self.size, stones, self.to_move)
    }

    /// A position of which nothing is known.
    pub fn new(rule: Rule, size: Size, stones: [Vec<Pos>; 2], to_move: Side) -> Self {
        Self {
            rule,
            size,
            stones,
            to_move,
            label: NO_LABEL,
            value: 0,
            depth: 0,
            bound: DbBound::None,
            comment: None,
            labels: Vec::new(),
        }
    }

    /// The image that stands for all of them, and the symmetry that leads to it.
    pub(super) fn canonical(&self) -> (Key, Symmetry) {
        let images = Symmetry::of(self.size).map(|symmetry| (self.key(symmetry), symmetry));
        images.min_by(|(a, _), (b, _)| a.cmp(b)).expect("the identity at least")
    }

    fn key(&self, symmetry: Symmetry) -> Key {
        let mut cells = Vec::with_capacity(2 * (self.stones[0].len() + self.stones[1].len()));
        for stones in &self.stones {
            let image = stones.iter().map(|&pos| symmetry.apply(pos, self.size));
            let mut image: Vec<[u8; 2]> = image.map(|pos| [pos.x(), pos.y()]).collect();
            image.sort_unstable();
            cells.extend(image.into_iter().flatten());
        }
        Key {
            rule: self.rule,
            size: (self.size.width(), self.size.height()),
            length: cells.len(),
            cells,
            to_move: self.to_move,
        }
    }

    /// The same position as another image shows it.
    pub(super) fn image(&self, symmetry: Symmetry) -> Self {
        let image = |pos: &Pos| symmetry.apply(*pos, self.size);
        let labels = self.labels.iter().map(|(pos, label)| (image(pos), label.clone()));
        let stones = [0, 1].map(|side| {
            let mut stones: Vec<Pos> = self.stones[side].iter().map(image).collect();
            stones.sort_unstable_by_key(|pos| (pos.x(), pos.y()));
            stones
        });
        Self { stones, labels: labels.collect(), ..self.clone() }
    }

    /// Whose stone the cells lack that a side writes for its pass; `None` where the turn is as usual.
    ///
    /// # Errors
    /// When no cells say whose turn it is.
    pub(super) fn passed(&self) -> Result<Option<Side>, &'static str> {
        let [black, white] = self.stones.each_ref().map(Vec::len);
        match (black.wrapping_sub(white), self.to_move) {
            (0, Side::Black) | (1, Side::White) => Ok(None),
            (0, Side::White) => Ok(Some(Side::Black)),
            (1, Side::Black) => Ok(Some(Side::White)),
            _ => Err("Black has neither as many stones as White nor one more, as in a database"),
        }
    }

    /// Whether nothing is known.
    pub(super) fn is_null(&self) -> bool {
        self.label == 0 && self.comment.is_none() && self.labels.is_empty()
    }

    /// How good the move is that leads here, the best one first.
    pub(super) fn rank(&self) -> (i32, i32) {
        let value = i32::from(self.value);
        match self.label {
            b'!' => (0, value),
            b'w' => (1, value),
            b'l' => (4, value),
            b'x' => (3, value),
            _ => (2, value),
        }
    }

    /// Label, value, depth and bound in one text, which is a value of SGF as it is.
    pub(super) fn known(&self) -> String {
        let is_sign = |label: u8| {
            label.is_ascii_graphic() && !label.is_ascii_digit() && !b"[\\]".contains(&label)
        };
        let label = match self.label {
            label if is_sign(label) => char::from(label).to_string(),
            label => (label as i8).to_string(),
        };
        format!("{label} {} {} {}", self.value, self.depth, self.bound)
    }

    /// Reads what [`DbPosition::known`] has written; leaves everything as it is if that is something else.
    pub(super) fn learn(&mut self, known: &str) -> Option<()> {
        let mut words = known.split(' ');
        let label = words.next()?;
        let label = match (label.parse::<i8>(), label.as_bytes()) {
            (Ok(label), _) => label as u8,
            (_, &[letter]) => letter,
            _ => return None,
        };
        let value = i16::from_str(words.next()?).ok()?;
        let depth = i16::from_str(words.next()?).ok()?;
        let bound = words.next()?;
        let bound = DbBound::ALL.into_iter().find(|it| it.name() == bound)?;
        (self.label, self.value, self.depth, self.bound) = (label, value, depth, bound);
        Some(())
    }
}
