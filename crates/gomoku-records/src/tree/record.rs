//! Main lines as records, and records as trees.

use std::fmt;

use gomoku_rules::record::{Record, RecordMove};
use gomoku_rules::{Board, Cell, Pos, Side, Size};

use super::arena::{Info, Tree};
use super::node::{Node, NodeId, Notes, Setup, TreeMove};
use super::stones::Stones;

/// Why a main line is no [`Record`], which holds moves in turn and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotARecord {
    /// The number of the move, from 1; 0 for what is set up before the first.
    pub number: usize,
    /// What a record cannot hold.
    pub what: &'static str,
}

impl fmt::Display for NotARecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            0 => f.write_str("the position set up: ")?,
            number => write!(f, "move {number}: ")?,
        }
        write!(f, "{}: expected moves in turn", self.what)
    }
}

impl std::error::Error for NotARecord {}

impl Tree {
    /// The main line, of which variations, marks and labels are left out. Stones that are set up before the
    /// first move are the first moves, Black and White in turn.
    ///
    /// # Errors
    /// When the main line is no sequence of moves in turn, Black's first.
    pub fn record(&self) -> Result<Record, NotARecord> {
        let nodes: Vec<&Node> = self.main_line().map(|id| self.node(id)).collect();
        let first = nodes.iter().position(|node| node.played().is_some());
        let before = &nodes[..first.unwrap_or(nodes.len())];
        let root = self.node(self.root());
        let mut record = Record {
            rule: self.info.rule,
            black: self.info.black.clone(),
            white: self.info.white.clone(),
            result: self.info.result,
            comment: self.info.comment.clone(),
            ..Record::new(self.size)
        };
        if record.comment.is_none() && root.played().is_none() {
            record.comment.clone_from(&root.notes().comment);
        }
        let fault = |number, what| NotARecord { number, what };
        let first = first.map(|first| nodes[first].notes());
        let (stones, to_move) = set_up(self.size, before.iter().map(|node| node.notes()), first)
            .ok_or(fault(0, "stones that no moves in turn make"))?;
        (record.set_up, record.moves) = (stones.len(), stones);
        let mut board = record.board();
        if to_move != board.side_to_move() {
            return Err(fault(0, "the other side to move"));
        }
        for (index, node) in nodes.iter().enumerate().skip(before.len()) {
            let number = record.moves.len() + 1;
            let fault = |what| Err(NotARecord { number, what });
            if index > before.len() && !node.notes().setup.is_empty() {
                return fault("stones set up");
            }
            if let Some(TreeMove { side, pos }) = node.played() {
                let Some(pos) = pos else { return fault("a pass") };
                if side != board.side_to_move() {
                    return fault("the other side's turn");
                }
                if board.check_free(pos).is_err() {
                    return fault("a taken cell");
                }
                board.play(pos);
                let (time, comment) = (node.notes().time, node.notes().comment.clone());
                record.moves.push(RecordMove { pos, time, comment });
            }
            if node.notes().to_move.is_some_and(|side| side != board.side_to_move()) {
                return fault("the other side's turn");
            }
        }
        Ok(record)
    }
}

/// The stones that are set up and the side to move, if moves in turn make them: those of each side in the
/// order in which they are set up, `before` the first move and with it.
fn set_up<'a>(
    size: Size,
    before: impl Iterator<Item = &'a Notes>,
    first: Option<&'a Notes>,
) -> Option<(Vec<RecordMove>, Side)> {
    let before: Vec<&Notes> = before.collect();
    let mut stones = Stones::new(size);
    for notes in &before {
        stones.note(notes);
    }
    // Whose turn it says it is comes after its move.
    stones.set_up(first.map_or(&[], |first| &first.setup));
    let mut board = Board::new(size);
    let all = before.into_iter().chain(first).flat_map(|notes| &notes.setup);
    for setup in all {
        let is_left = |&pos: &Pos| setup.side.is_some() && stones.side_at(pos) == setup.side;
        for pos in setup.area.cells().filter(is_left) {
            if board.check_free(pos).is_ok() {
                board.place(pos, setup.side.map_or(Cell::Empty, Cell::from)).ok()?;
            }
        }
    }
    Some((Record::from_board(&board)?.moves, stones.to_move()))
}

impl From<Record> for Tree {
    fn from(record: Record) -> Self {
        let mut tree = Self::new(record.size);
        tree.info = Info {
            rule: record.rule,
            black: record.black,
            white: record.white,
            result: record.result,
            comment: record.comment,
            ..Info::default()
        };
        let mut last: NodeId = tree.root();
        let set_up = record.set_up.min(record.moves.len());
        let mut moves = record.moves.into_iter().zip(Side::BOTH.into_iter().cycle());
        let mut setup: Vec<Setup> = moves
            .by_ref()
            .take(set_up)
            .map(|(stone, side)| Setup { side: Some(side), area: stone.pos.into() })
            .collect();
        if !setup.is_empty() {
            setup.sort_by_key(|setup| setup.side.map(Side::index));
            tree.notes_mut(last).setup = setup;
        }
        for (played, side) in moves {
            let pos: Pos = played.pos;
            last = tree.add(last, Some(TreeMove::at(side, pos)));
            if played.time.is_some() || played.comment.is_some() {
                let notes = tree.notes_mut(last);
                (notes.time, notes.comment) = (played.time, played.comment);
            }
        }
        tree
    }
}
