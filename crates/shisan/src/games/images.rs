//! A position in all its images, as it changes node by node of a tree.

use gomoku_records::{Stones, Tree, TreeMove};
use gomoku_rules::{Board, Pos, Rule, Side, Size, Symmetry, game_key};

/// The boards of a position, one for each symmetry.
#[derive(Clone, Debug)]
pub struct Images {
    size: Size,
    boards: Vec<(Symmetry, Board)>,
}

/// What takes a node back.
pub enum Undo {
    /// Its move, if it put a stone on the board, and the side to move before.
    Move { has_stone: bool, to_move: Side },
    /// The stones before its own were set up, in their order, and the side to move.
    Setup { stones: Vec<(Side, Pos)>, to_move: Side },
}

impl Images {
    /// An empty board, Black to move.
    pub fn new(size: Size) -> Self {
        Self { size, boards: Symmetry::of(size).map(|it| (it, Board::new(size))).collect() }
    }

    /// The position after `moves`, if all of them lie on free cells.
    pub fn after(size: Size, moves: &[Pos]) -> Self {
        let mut images = Self::new(size);
        for &pos in moves {
            images.play(pos);
        }
        images
    }

    fn of(size: Size, stones: impl IntoIterator<Item = (Side, Pos)>, to_move: Side) -> Self {
        let mut images = Self::new(size);
        for (side, pos) in stones {
            images.turn_to(side);
            images.play(pos);
        }
        images.turn_to(to_move);
        images
    }

    /// Goes down to a node of `tree`, where these `stones` lie.
    pub fn enter(&mut self, tree: &Tree, id: gomoku_records::NodeId, stones: &Stones) -> Undo {
        let node = tree.node(id);
        if !node.notes().setup.is_empty() {
            let before = self.board().stones().iter();
            let before = before.filter_map(|stone| Some((stone.cell.side()?, stone.pos)));
            let undo = Undo::Setup { stones: before.collect(), to_move: self.to_move() };
            let all = Side::BOTH.into_iter();
            let all = all.flat_map(|side| stones.of(side).map(move |pos| (side, pos)));
            *self = Self::of(self.size, all, stones.to_move());
            // Stones are set up for the side that moves next, unless the node says otherwise.
            let next = tree.children(id).find_map(|child| tree.node(child).played());
            if let Some(next) = next.filter(|_| node.notes().to_move.is_none()) {
                self.turn_to(next.side);
            }
            return undo;
        }
        let to_move = self.to_move();
        let mut has_stone = false;
        if let Some(TreeMove { side, pos }) = node.played() {
            if let Some(pos) = pos.filter(|&pos| self.board().is_empty_at(pos)) {
                self.turn_to(side);
                self.play(pos);
                has_stone = true;
            }
            self.turn_to(!side);
        }
        if let Some(side) = node.notes().to_move {
            self.turn_to(side);
        }
        Undo::Move { has_stone, to_move }
    }

    /// Goes up again.
    pub fn leave(&mut self, undo: Undo) {
        match undo {
            Undo::Setup { stones, to_move } => *self = Self::of(self.size, stones, to_move),
            Undo::Move { has_stone, to_move } => {
                if has_stone {
                    for (_, board) in &mut self.boards {
                        board.undo();
                    }
                }
                self.turn_to(to_move);
            }
        }
    }

    /// The key that all images of the position share; positions of other sizes have others.
    pub fn key(&self) -> u64 {
        let least = self.boards.iter().map(|(_, board)| board.key()).min();
        least.unwrap_or_default() ^ game_key(Rule::Freestyle, self.size)
    }

    /// The cell of the image with the least key for `pos`: it is the same for all cells that a symmetry of
    /// the position maps to one another.
    pub fn to_canonical(&self, pos: Pos) -> Pos {
        let cells = self.least().map(|symmetry| symmetry.apply(pos, self.size));
        cells.min().unwrap_or(pos)
    }

    /// The least cell that [`Images::to_canonical`] maps to `canonical`.
    pub fn of_canonical(&self, canonical: Pos) -> Option<Pos> {
        self.size.positions().find(|&pos| self.to_canonical(pos) == canonical)
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.board().side_to_move()
    }

    /// The symmetries whose images have the least key.
    fn least(&self) -> impl Iterator<Item = Symmetry> {
        let least = self.boards.iter().map(|(_, board)| board.key()).min();
        let has_least = move |(_, board): &&(Symmetry, Board)| Some(board.key()) == least;
        self.boards.iter().filter(has_least).map(|&(symmetry, _)| symmetry)
    }

    /// The position as it is.
    fn board(&self) -> &Board {
        &self.boards[0].1
    }

    fn play(&mut self, pos: Pos) {
        for (symmetry, board) in &mut self.boards {
            board.play(symmetry.apply(pos, self.size));
        }
    }

    fn turn_to(&mut self, side: Side) {
        for (_, board) in &mut self.boards {
            board.set_side_to_move(side);
        }
    }
}
