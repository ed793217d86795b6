//! Reads a library.

use std::ops::Range;

use gomoku_rules::{Pos, Side};

use super::layout::{BOARD, HEAD, HEAD_LENGTH, START, flag};
use crate::encodings::Guess;
use crate::opened::{Damage, Opened};
use crate::tree::{Area, Builder, Mark, NodeId, Property, TreeMove};

/// Whether a file that begins with `head` is a library, one byte of whose name may be damaged.
pub(crate) fn is_library(head: &[u8]) -> bool {
    head.iter().zip(HEAD).filter(|(found, expected)| found == expected).count() >= HEAD.len() - 1
}

/// Reads the library in `bytes`, up to its first damage.
pub(crate) fn read_library(bytes: &[u8], guess: &mut Guess) -> Opened {
    let mut reader = Reader {
        bytes,
        at: 0,
        builder: Builder::new(BOARD),
        texts: Vec::new(),
        warnings: Vec::new(),
    };
    let damage = reader.library().err();
    reader.finish(damage, guess)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    builder: Builder,
    texts: Vec<Text>,
    warnings: Vec<String>,
}

/// A text that is not decoded yet.
struct Text {
    /// Where it is written.
    node: NodeId,
    /// The cell on which it stands; `None` for a comment.
    cell: Option<Pos>,
    bytes: Range<usize>,
    /// Whether it is in the seven bits of old files.
    is_old: bool,
}

/// A node as it is written.
struct Raw {
    at: usize,
    cell: u8,
    flags: u8,
    comment: Option<Range<usize>>,
    board_text: Option<Range<usize>>,
}

/// Where the stones lie that could not be put on the board, and how many nodes went with them.
#[derive(Default)]
struct Skipped {
    first: usize,
    nodes: usize,
}

impl Reader<'_> {
    fn library(&mut self) -> Result<(), Damage> {
        if is_library(self.bytes) {
            if let Some(at) = self.bytes.iter().zip(HEAD).position(|(found, it)| found != it) {
                return Err(Damage::at(at, "the name RenLib between two bytes of 255"));
            }
            let Some(version) = self.bytes.get(HEAD.len()..HEAD_LENGTH) else {
                return Err(Damage::at(self.bytes.len(), "20 bytes with the version"));
            };
            if (version[0], version[1]) > (3, 4) {
                return Err(Damage::at(HEAD.len(), "a version up to 3.4"));
            }
            self.at = HEAD_LENGTH;
        }
        let root = self.builder.at();
        // What the next node hangs on; `None` below a node that was left out.
        let mut parent = Some(root);
        let mut siblings: Vec<Option<NodeId>> = Vec::new();
        let mut skipped = Skipped::default();
        let mut is_first = true;
        let mut is_complete = false;
        while self.at < self.bytes.len() {
            if is_complete {
                return Err(Damage::at(self.at, "the end: the tree is complete"));
            }
            let raw = self.raw()?;
            let is_root = std::mem::take(&mut is_first) && raw.cell == 0;
            let node = if is_root {
                self.note(&raw, root, None);
                Some(root)
            } else {
                self.node(&raw, parent, &mut skipped)?
            };
            if raw.flags & flag::SIBLING > 0 && !is_root {
                siblings.push(parent);
            }
            if raw.flags & flag::LEAF == 0 {
                parent = node;
            } else {
                match siblings.pop() {
                    Some(next) => parent = next,
                    None => is_complete = true,
                }
            }
        }
        if skipped.nodes > 0 {
            let Skipped { first, nodes } = skipped;
            let reason = "a stone on a taken cell";
            let nodes = match nodes {
                1 => "1 node was".to_owned(),
                nodes => format!("{nodes} nodes were"),
            };
            self.warnings.push(format!("byte {first}: {reason}: {nodes} left out"));
        }
        if !is_complete && !is_first {
            self.warnings
                .push("the library may have been cut: a line goes on at its end".to_owned());
        }
        Ok(())
    }

    /// Adds a node below `parent`. `None` if it is left out, and what comes below it.
    fn node(
        &mut self,
        raw: &Raw,
        parent: Option<NodeId>,
        skipped: &mut Skipped,
    ) -> Result<Option<NodeId>, Damage> {
        let pos = match (raw.cell % 16, raw.cell / 16) {
            (0, 0) => None,
            (x @ 1.., y @ ..15) => Some(Pos::new(x - 1, y)),
            _ => return Err(Damage::at(raw.at, "a cell of the 15x15 board")),
        };
        let Some(parent) = parent else {
            skipped.nodes += 1;
            return Ok(None);
        };
        self.builder.go_up_to(parent);
        let is_move = raw.flags & flag::NO_MOVE == 0;
        let says_nothing_else =
            raw.flags & (flag::COMMENT | flag::OLD_COMMENT | flag::MARK | flag::START) == 0;
        if !is_move && raw.flags & flag::LEAF > 0 && says_nothing_else && pos.is_some() {
            self.label(raw, parent, pos);
            return Ok(Some(parent));
        }
        let side = if self.builder.depth().is_multiple_of(2) { Side::Black } else { Side::White };
        let Ok(id) = self.builder.add(is_move.then_some(TreeMove { side, pos })) else {
            if skipped.nodes == 0 {
                skipped.first = raw.at;
            }
            skipped.nodes += 1;
            return Ok(None);
        };
        self.note(raw, id, pos);
        self.label(raw, parent, pos);
        Ok(Some(id))
    }

    /// Keeps what is written at a node.
    fn note(&mut self, raw: &Raw, id: NodeId, pos: Option<Pos>) {
        if let Some(bytes) = raw.comment.clone() {
            let is_old = raw.flags & flag::OLD_COMMENT > 0;
            self.texts.push(Text { node: id, cell: None, bytes, is_old });
        }
        self.builder.note(|notes| {
            if let Some(pos) = pos.filter(|_| raw.flags & flag::MARK > 0) {
                notes.marks.push((Mark::Circle, Area::from(pos)));
            }
            if raw.flags & flag::START > 0 {
                let values = vec![String::new()];
                notes.properties.push(Property { name: START.to_owned(), values });
            }
        });
    }

    /// Keeps the text on the board, which is seen before the move is made.
    fn label(&mut self, raw: &Raw, node: NodeId, cell: Option<Pos>) {
        if let (Some(bytes), Some(_)) = (raw.board_text.clone(), cell) {
            self.texts.push(Text { node, cell, bytes, is_old: false });
        }
    }

    fn raw(&mut self) -> Result<Raw, Damage> {
        let at = self.at;
        let [cell, flags] = self.pair()?;
        let has_text = flags & flag::EXTENSION > 0 && self.pair()?[1] & 1 > 0;
        let comment = if flags & flag::OLD_COMMENT > 0 {
            Some(self.text(|byte| byte >= 0x80)?)
        } else if flags & flag::COMMENT > 0 {
            Some(self.text(|byte| byte == 0)?)
        } else {
            None
        };
        let board_text = if has_text { Some(self.text(|byte| byte == 0)?) } else { None };
        Ok(Raw { at, cell, flags, comment, board_text })
    }

    fn pair(&mut self) -> Result<[u8; 2], Damage> {
        match self.bytes.get(self.at..self.at + 2) {
            Some(&[first, second]) => {
                self.at += 2;
                Ok([first, second])
            }
            _ => Err(Damage::at(self.bytes.len(), "the second byte of a node")),
        }
    }

    /// Reads a text, which ends with a byte that is one of its last pair, and is part of it unless it is 0.
    fn text(&mut self, is_last: fn(u8) -> bool) -> Result<Range<usize>, Damage> {
        let start = self.at;
        let Some(length) = self.bytes[start..].iter().position(|&byte| is_last(byte)) else {
            return Err(Damage::at(self.bytes.len(), "the end of a text"));
        };
        self.at = (start + length + 2 - length % 2).min(self.bytes.len());
        let end = start + length;
        Ok(start..if self.bytes[end] == 0 { end } else { end + 1 })
    }

    fn finish(self, damage: Option<Damage>, guess: &mut Guess) -> Opened {
        let mut tree = self.builder.into_tree();
        let new = self.texts.iter().filter(|text| !text.is_old);
        for text in new.map(|text| &self.bytes[text.bytes.clone()]) {
            if !text.is_ascii() {
                guess.encoding(text);
            }
        }
        let mut guessed = None;
        for Text { node, cell, bytes, is_old } in self.texts {
            let bytes = &self.bytes[bytes];
            let text = if is_old {
                bytes.iter().map(|&byte| old_letter(byte)).collect()
            } else {
                let (text, encoding) = guess.decode(bytes);
                guessed = guessed.or(encoding);
                text.into_owned()
            };
            let text = text.replacen('\u{8}', "\n", 1).replace("\r\n", "\n").replace('\r', "\n");
            let notes = tree.notes_mut(node);
            match cell {
                Some(cell) => notes.labels.push((cell, text)),
                None => notes.comment = Some(text),
            }
        }
        Opened { tree, guess: guessed, warnings: self.warnings, damage }
    }
}

/// A character of old files, which have the Swedish letters in place of brackets.
fn old_letter(byte: u8) -> char {
    match byte & 0x7f {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        byte => char::from(byte),
    }
}
