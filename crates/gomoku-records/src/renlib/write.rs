//! Writes a library.

use gomoku_rules::{Pos, Side};

use super::layout::{BOARD, HEAD, HEAD_LENGTH, START, flag};
use crate::encodings::TextEncoding;
use crate::lost::{Kind, Lost};
use crate::tree::{Area, Mark, NodeId, Notes, Stones, Tree, TreeMove};

/// Writes a tree as a library, version 3.4, with texts in `encoding`; and how many characters that does not
/// have.
///
/// Stones that are set up at the root become moves, and where it is not the turn of the side that moves, the
/// other one passes.
///
/// # Errors
/// When the board is another one, or stones are set up below the root.
pub(crate) fn write_library(
    tree: &Tree,
    encoding: TextEncoding,
) -> Result<(Vec<u8>, usize), String> {
    if tree.size != BOARD {
        return Err(format!("a board of {}: RenLib's is {BOARD}", tree.size));
    }
    let mut ids = tree.ids().skip(1);
    if ids.any(|id| !tree.node(id).notes().setup.is_empty()) {
        return Err("stones that are set up below the root".to_owned());
    }
    let mut bytes = HEAD.to_vec();
    bytes.extend([3, 4]);
    bytes.resize(HEAD_LENGTH, 0xff);
    let mut writer = Writer { tree, encoding, bytes, lost: 0 };
    writer.tree();
    Ok((writer.bytes, writer.lost))
}

/// What hangs on a node.
enum Item<'a> {
    /// A child, and the text that stands on its cell before the move.
    Node(NodeId, Option<&'a str>),
    /// A text on a cell that no child takes.
    Label(Pos, &'a str),
}

/// What is said at a node.
#[derive(Default)]
struct Said<'a> {
    comment: Option<String>,
    /// [`flag::START`], or 0.
    start: u8,
    items: Vec<Item<'a>>,
}

struct Writer<'a> {
    tree: &'a Tree,
    encoding: TextEncoding,
    bytes: Vec<u8>,
    /// The characters that the encoding does not have.
    lost: usize,
}

impl<'a> Writer<'a> {
    fn tree(&mut self) {
        let tree = self.tree;
        let root = tree.node(tree.root());
        let said = self.said(tree.root());
        // What is said of a move of the root stands at that move.
        let (at_root, at_move) =
            if root.played().is_some() { (None, said.comment) } else { (said.comment, None) };
        let comments = [tree.info.comment.clone(), at_root].into_iter().flatten();
        let comment = comments.reduce(|comment, more| comment + "\n" + &more);
        let mut stones = in_turn(root.notes());
        if let Some(TreeMove { side, pos }) = root.played() {
            if side != turn(stones.len()) {
                stones.push(None);
            }
            stones.push(pos);
        }
        let items = said.items;
        let leaf = |is_leaf| if is_leaf { flag::LEAF } else { 0 };
        let flags = leaf(stones.is_empty() && items.is_empty()) | said.start;
        self.node(None, flags, comment.as_deref(), None);
        for (index, &stone) in stones.iter().enumerate() {
            let is_last = index + 1 == stones.len();
            let comment = at_move.as_deref().filter(|_| is_last);
            self.node(stone, leaf(is_last && items.is_empty()), comment, None);
        }
        let mut open = vec![(stones.len() + 1, items.into_iter())];
        while let Some((depth, items)) = open.last_mut() {
            let mut depth = *depth;
            let Some(item) = items.next() else {
                open.pop();
                continue;
            };
            let sibling = if items.len() > 0 { flag::SIBLING } else { 0 };
            match item {
                Item::Label(pos, label) => {
                    let flags = sibling | flag::LEAF | flag::NO_MOVE;
                    self.node(Some(pos), flags, None, Some(label));
                }
                Item::Node(id, label) => {
                    let node = tree.node(id);
                    let mut flags = sibling;
                    if node.played().is_some_and(|played| played.side != turn(depth - 1)) {
                        self.node(None, flags, None, None);
                        (flags, depth) = (0, depth + 1);
                    }
                    let below = self.said(id);
                    flags |= leaf(below.items.is_empty()) | below.start;
                    let pos = node.played().and_then(|played| played.pos);
                    if pos.is_some_and(|pos| is_marked(node.notes(), pos)) {
                        flags |= flag::MARK;
                    }
                    self.node(pos, flags, below.comment.as_deref(), label);
                    open.push((depth + 1, below.items.into_iter()));
                }
            }
        }
    }

    /// What is said at a node, and at those without a move below it, which would be passes in a library.
    fn said(&self, id: NodeId) -> Said<'a> {
        let tree = self.tree;
        let mut said = Said::default();
        let mut labels: Vec<(Pos, &'a str)> = Vec::new();
        let mut moves = Vec::new();
        let mut open = vec![id];
        while let Some(next) = open.pop() {
            let node = tree.node(next);
            if next != id && node.played().is_some() {
                moves.push((next, node.played().and_then(|TreeMove { pos, .. }| pos)));
                continue;
            }
            let notes = node.notes();
            if let Some(comment) = &notes.comment {
                said.comment = Some(match said.comment {
                    Some(before) => before + "\n" + comment,
                    None => comment.clone(),
                });
            }
            said.start |= start(notes);
            labels.extend(notes.labels.iter().map(|(pos, label)| (*pos, label.as_str())));
            let first = open.len();
            open.extend(tree.children(next));
            open[first..].reverse();
        }
        for (child, pos) in moves {
            let label = labels.iter().position(|&(cell, _)| Some(cell) == pos);
            said.items.push(Item::Node(child, label.map(|index| labels.remove(index).1)));
        }
        said.items.extend(labels.into_iter().map(|(pos, label)| Item::Label(pos, label)));
        said
    }

    fn node(&mut self, pos: Option<Pos>, flags: u8, comment: Option<&str>, label: Option<&str>) {
        let cell = pos.map_or(0, |pos| pos.y() << 4 | (pos.x() + 1));
        let comment_flag = comment.map_or(0, |_| flag::COMMENT);
        let text_flag = label.map_or(0, |_| flag::EXTENSION);
        self.bytes.extend([cell, flags | comment_flag | text_flag]);
        if label.is_some() {
            self.bytes.extend([0, 1]);
        }
        if let Some(comment) = comment {
            let comment = comment.replace(|c: char| c.is_control() && c != '\n', " ");
            // The first line is shown apart from the others.
            let comment = comment.replacen('\n', "\u{8}", 1).replace('\n', "\r\n");
            self.text(&comment);
        }
        if let Some(label) = label {
            self.text(&label.replace(char::is_control, " "));
        }
    }

    fn text(&mut self, text: &str) {
        let (text, lost) = self.encoding.encode(text);
        self.lost += lost;
        self.bytes.extend(&*text);
        self.bytes.extend(if text.len().is_multiple_of(2) { &[0, 0][..] } else { &[0] });
    }
}

/// Takes from `lost` what libraries hold: marks on the cells of moves, and where the library opens.
pub(crate) fn take_back(tree: &Tree, lost: &mut Lost) {
    let ids = tree.ids().filter(|&id| id != tree.root());
    for node in ids.map(|id| tree.node(id)) {
        let pos = node.played().and_then(|played| played.pos);
        let marks = node.notes().marks.iter();
        // Every mark of a move is read as a circle.
        let is_held = |(mark, area): &(Mark, Area)| {
            *mark == Mark::Circle && Some(area.from) == pos && area.from == area.to
        };
        lost.take_back(Kind::Marks, usize::from(marks.clone().any(is_held)));
    }
    let starts = tree.ids().filter(|&id| start(tree.node(id).notes()) > 0).count();
    lost.take_back(Kind::Properties, starts);
}

/// Whether the move of a node is marked.
pub(super) fn is_marked(notes: &Notes, pos: Pos) -> bool {
    notes.marks.iter().any(|(_, area)| area.cells().any(|cell| cell == pos))
}

fn start(notes: &Notes) -> u8 {
    let is_start = notes.properties.iter().any(|property| property.name == START);
    if is_start { flag::START } else { 0 }
}

/// The side to move after so many moves.
fn turn(moves: usize) -> Side {
    if moves.is_multiple_of(2) { Side::Black } else { Side::White }
}

/// The stones that are set up, Black's and White's in turn; `None` is a pass.
fn in_turn(notes: &Notes) -> Vec<Option<Pos>> {
    let mut stones = Stones::new(BOARD);
    stones.note(notes);
    let [mut black, mut white] =
        Side::BOTH.map(|side| stones.of(side).collect::<Vec<_>>().into_iter());
    let mut moves = Vec::new();
    while black.len() > 0 || white.len() > 0 {
        moves.push(black.next());
        if white.len() > 0 || black.len() > 0 {
            moves.push(white.next());
        }
    }
    moves
}
