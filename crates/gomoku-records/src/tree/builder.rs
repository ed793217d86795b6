//! Builds a tree node by node, each before its children, and refuses moves that no board allows.

use gomoku_rules::Size;

use super::arena::{Info, Tree};
use super::node::{NodeId, Notes, Setup, TreeMove};
use super::stones::{Stones, Taken, Undo};

/// A tree under construction, and the position at the node that was added last.
pub(crate) struct Builder {
    tree: Tree,
    stones: Stones,
    /// The nodes from the root to the present one.
    path: Vec<(NodeId, Undo)>,
}

impl Builder {
    pub fn new(size: Size) -> Self {
        let tree = Tree::new(size);
        let mut stones = Stones::new(size);
        let undo = stones.enter(tree.node(tree.root()));
        let path = vec![(tree.root(), undo)];
        Self { tree, stones, path }
    }

    /// The tree so far.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    pub fn info_mut(&mut self) -> &mut Info {
        &mut self.tree.info
    }

    pub fn into_tree(self) -> Tree {
        self.tree
    }

    /// The position at the present node.
    pub fn stones(&self) -> &Stones {
        &self.stones
    }

    /// The present node.
    pub fn at(&self) -> NodeId {
        self.path.last().map_or(NodeId::ROOT, |&(id, _)| id)
    }

    /// How many nodes lie above the present one.
    pub fn depth(&self) -> usize {
        self.path.len() - 1
    }

    /// Goes up to `id`, which lies on the path to the present node, or is it.
    pub fn go_up_to(&mut self, id: NodeId) {
        while self.at() != id && self.depth() > 0 {
            self.go_up();
        }
    }

    /// Goes up to the parent of the present node, unless it is the root.
    pub fn go_up(&mut self) {
        if self.depth() > 0
            && let Some((_, undo)) = self.path.pop()
        {
            self.stones.leave(undo);
        }
    }

    /// Adds a child of the present node, and goes there.
    ///
    /// # Errors
    /// When its stone lies on a taken cell; nothing is added.
    pub fn add(&mut self, played: Option<TreeMove>) -> Result<NodeId, Taken> {
        self.stones.check(played)?;
        let id = self.tree.add(self.at(), played);
        self.path.push((id, self.stones.enter(self.tree.node(id))));
        Ok(id)
    }

    /// Changes what is written at the present node, which has no child yet.
    pub fn note(&mut self, change: impl FnOnce(&mut Notes)) {
        let id = self.at();
        let notes = self.tree.notes_mut(id);
        let before = (notes.setup.len(), notes.to_move);
        change(notes);
        if before != (notes.setup.len(), notes.to_move) {
            self.enter_again();
        }
    }

    /// Sets up more stones at the present node, which has neither a move nor a child yet.
    pub fn set_up(&mut self, setup: Setup) {
        let id = self.at();
        let notes = self.tree.notes_mut(id);
        notes.setup.push(setup);
        if let Some((_, undo)) = self.path.last_mut() {
            self.stones.set_up_more(setup, notes.to_move, undo);
        }
    }

    /// Makes the move of the present node, which has neither one nor a child yet.
    ///
    /// # Errors
    /// When its stone lies on a taken cell; nothing is changed.
    pub fn play(&mut self, played: TreeMove) -> Result<(), Taken> {
        self.stones.check(Some(played))?;
        *self.tree.move_mut(self.at()) = Some(played);
        self.enter_again();
        Ok(())
    }

    fn enter_again(&mut self) {
        if let Some((id, undo)) = self.path.pop() {
            self.stones.leave(undo);
            self.path.push((id, self.stones.enter(self.tree.node(id))));
        }
    }
}
