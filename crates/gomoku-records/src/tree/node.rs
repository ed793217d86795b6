//! A node of a tree.

use std::time::Duration;

use gomoku_rules::record::sgf::{cell, cell_of};
use gomoku_rules::{Pos, Side, Size};

/// Names a node of a [`Tree`](super::Tree).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(std::num::NonZeroU32);

impl NodeId {
    pub(super) const ROOT: Self = Self(std::num::NonZeroU32::MIN);

    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub(super) fn of_index(index: usize) -> Self {
        let number = u32::try_from(index).ok().and_then(|index| index.checked_add(1));
        Self(number.and_then(std::num::NonZeroU32::new).expect("less than four billion nodes"))
    }
}

/// A move or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TreeMove {
    /// The side that makes it.
    pub side: Side,
    /// The cell of the stone; `None` for a pass.
    pub pos: Option<Pos>,
}

impl TreeMove {
    /// A stone of `side` at `pos`.
    pub const fn at(side: Side, pos: Pos) -> Self {
        Self { side, pos: Some(pos) }
    }

    /// A pass of `side`.
    pub const fn pass(side: Side) -> Self {
        Self { side, pos: None }
    }
}

/// A node: a move or none, and what is written there.
#[derive(Clone, Debug, Default)]
pub struct Node {
    pub(super) played: Option<TreeMove>,
    pub(super) parent: Option<NodeId>,
    pub(super) first_child: Option<NodeId>,
    pub(super) last_child: Option<NodeId>,
    pub(super) next_sibling: Option<NodeId>,
    pub(super) notes: Option<Box<Notes>>,
}

impl Node {
    /// The move that leads to it; `None` for the root, and for a position that is set up.
    pub fn played(&self) -> Option<TreeMove> {
        self.played
    }

    /// The node that it follows; `None` for the root.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// What is written there.
    pub fn notes(&self) -> &Notes {
        static NOTHING: Notes = Notes {
            setup: Vec::new(),
            to_move: None,
            comment: None,
            marks: Vec::new(),
            labels: Vec::new(),
            time: None,
            clocks: [None; 2],
            properties: Vec::new(),
        };
        self.notes.as_deref().unwrap_or(&NOTHING)
    }

    pub(super) fn notes_mut(&mut self) -> &mut Notes {
        self.notes.get_or_insert_default()
    }

    pub(super) fn says_as(&self, other: &Self) -> bool {
        self.played == other.played && self.notes() == other.notes()
    }

    pub(super) fn flip(&mut self, size: Size) {
        let flip = |pos: Pos| Pos::new(pos.x(), size.height() - 1 - pos.y());
        if let Some(pos) = self.played.as_mut().and_then(|played| played.pos.as_mut()) {
            *pos = flip(*pos);
        }
        let Some(notes) = &mut self.notes else { return };
        let areas = notes.setup.iter_mut().map(|setup| &mut setup.area);
        for area in areas.chain(notes.marks.iter_mut().map(|(_, area)| area)) {
            let [top, bottom] = [flip(area.to).y(), flip(area.from).y()];
            *area = Area { from: Pos::new(area.from.x(), top), to: Pos::new(area.to.x(), bottom) };
        }
        for (pos, _) in &mut notes.labels {
            *pos = flip(*pos);
        }
        for Property { name, values } in &mut notes.properties {
            if OF_CELLS.contains(&&**name) {
                for value in values {
                    *value = flipped_value(name, value, size, flip);
                }
            }
        }
    }
}

/// The properties of SGF that hold cells, rectangles, arrows, lines, or cells and texts; those of a tree are
/// among them, where their values are not as they should be.
const OF_CELLS: [&str; 15] =
    ["5A", "AR", "CR", "DD", "L", "LB", "LN", "M", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

/// A value with its cells turned, and nothing else changed.
fn flipped_value(name: &str, value: &str, size: Size, flip: impl Fn(Pos) -> Pos) -> String {
    let cell_of = |letters: &str| cell_of(letters.trim(), size).map(&flip);
    let (first, rest) = value.split_once(':').map_or((value, None), |(it, rest)| (it, Some(rest)));
    let Some(from) = cell_of(first) else { return value.to_owned() };
    let Some(rest) = rest else { return cell(from) };
    match cell_of(rest).filter(|_| name != "LB") {
        None => format!("{}:{rest}", cell(from)),
        Some(to) if matches!(name, "AR" | "LN") => format!("{}:{}", cell(from), cell(to)),
        // Of a rectangle the upper left cell comes first.
        Some(to) => {
            let [top, bottom] = [Pos::new(from.x(), to.y()), Pos::new(to.x(), from.y())];
            format!("{}:{}", cell(top), cell(bottom))
        }
    }
}

/// What is written at a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notes {
    /// The stones that are set up or taken off before its move, one after another.
    pub setup: Vec<Setup>,
    /// The side to move after it, if it is not the one whose turn it is.
    pub to_move: Option<Side>,
    /// The comment.
    pub comment: Option<String>,
    /// The marks on the board.
    pub marks: Vec<(Mark, Area)>,
    /// The texts on the board.
    pub labels: Vec<(Pos, String)>,
    /// The time that the player took for the move. Records hold whole milliseconds.
    pub time: Option<Duration>,
    /// The time that is left to Black and to White after the move. Records hold whole milliseconds.
    pub clocks: [Option<Duration>; 2],
    /// Properties of SGF that are none of these.
    pub properties: Vec<Property>,
}

/// Stones that are set up, or cells that become empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Whose stones; `None` takes stones off.
    pub side: Option<Side>,
    /// The cells.
    pub area: Area,
}

/// A rectangle of cells, most often a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The upper left cell.
    pub from: Pos,
    /// The lower right cell.
    pub to: Pos,
}

impl Area {
    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Pos> {
        let row = move |y| (self.from.x()..=self.to.x()).map(move |x| Pos::new(x, y));
        (self.from.y()..=self.to.y()).flat_map(row)
    }
}

impl From<Pos> for Area {
    fn from(pos: Pos) -> Self {
        Self { from: pos, to: pos }
    }
}

/// A sign on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 4] = [Self::Triangle, Self::Square, Self::Circle, Self::Cross];
}

/// A property of SGF as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// Its name, in capital letters and digits.
    pub name: String,
    /// Its values, with their escapes.
    pub values: Vec<String>,
}
