//! The part of a book that a best-first expansion has seen: which positions to search next, and what a new
//! value means for those before it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

use gomoku_rules::{Board, Images, Pos, referee};
use shisan_engine::book::{
    Book, BookEntry, BookError, BookPosition, board_before, last_moves, value_before,
};
use shisan_engine::score::Score;

/// What a ply costs, in points: a line is followed one ply deeper than another that loses so much.
const PLY: i64 = 30;

/// A position of the graph.
struct Node {
    position: BookPosition,
    board: Board,
    entry: BookEntry,
    children: Vec<usize>,
    /// Whether the graph has all of them that the book knows.
    has_children: bool,
    parents: Vec<usize>,
    /// The same of those that are expanded.
    has_parents: bool,
}

/// Positions, their moves and their values.
pub struct Graph<'a> {
    book: &'a Book,
    nodes: Vec<Node>,
    places: HashMap<BookPosition, usize>,
    /// The keys of all positions.
    keys: HashSet<u64>,
    /// Positions that differ from the book.
    changed: BTreeSet<usize>,
    /// Those that are not searched again: the nodes were too few.
    left_open: HashSet<usize>,
}

/// What a search has found: moves with their values, the best one first, and the depth.
pub struct Found {
    pub moves: Vec<(Pos, Score)>,
    pub depth: u16,
}

impl<'a> Graph<'a> {
    /// What the book knows from the position on `board` on.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn new(book: &'a Book, board: Board) -> Result<Self, BookError> {
        let mut graph = Self {
            book,
            nodes: Vec::new(),
            places: HashMap::new(),
            keys: HashSet::new(),
            changed: BTreeSet::new(),
            left_open: HashSet::new(),
        };
        let entry = book.get(&board)?.unwrap_or_default();
        graph.add(board, entry);
        Ok(graph)
    }

    /// The position of a node.
    pub fn board(&self, node: usize) -> &Board {
        &self.nodes[node].board
    }

    /// The value of the first position.
    pub fn value(&self) -> Option<Score> {
        self.nodes[0].entry.value
    }

    /// At most `count` positions to search, the most promising first: those at the end of lines that lose
    /// the least in sum and are the shortest. What is proved is not searched.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn leaves(&mut self, count: usize) -> Result<Vec<usize>, BookError> {
        let mut leaves = Vec::new();
        let mut seen = HashSet::new();
        let mut open = BinaryHeap::from([Reverse((0, 0))]);
        while let Some(Reverse((cost, node))) = open.pop() {
            if leaves.len() == count {
                break;
            }
            if !seen.insert(node) || is_proved(&self.nodes[node].entry) {
                continue;
            }
            self.back_up(node)?;
            if !self.nodes[node].entry.is_expanded {
                if !self.left_open.contains(&node) {
                    leaves.push(node);
                }
                continue;
            }
            let Some(best) = self.nodes[node].entry.value else { continue };
            for &child in &self.nodes[node].children {
                if let Some(value) = self.value_before(child) {
                    let loss = i64::from(best.get() - value.get()).max(0);
                    open.push(Reverse((cost + PLY + loss, child)));
                }
            }
        }
        Ok(leaves)
    }

    /// The moves of a leaf that are proved to lose.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn losing_moves(&mut self, leaf: usize) -> Result<Vec<Pos>, BookError> {
        self.load_children(leaf)?;
        let mut moves = self.known_moves(self.board(leaf));
        moves.retain(|&(_, child)| self.value_before(child).is_some_and(Score::is_loss));
        Ok(moves.into_iter().map(|(pos, _)| pos).collect())
    }

    /// Leaves a leaf whose search has found nothing as it is.
    pub fn leave_open(&mut self, leaf: usize) {
        self.left_open.insert(leaf);
    }

    /// How many leaves are left open.
    pub fn left_open(&self) -> usize {
        self.left_open.len()
    }

    /// Adds what a search of a leaf without its losing moves has found.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn expand(&mut self, node: usize, found: &Found) -> Result<(), BookError> {
        let board = self.nodes[node].board.clone();
        for &(pos, value) in &found.moves {
            let mut after = board.clone();
            after.play(pos);
            let known = self.book.get(&after)?.unwrap_or_default();
            let child = self.add(after, known);
            let mut entry = self.nodes[child].entry.clone();
            entry.merge(&BookEntry {
                value: Some((-value).to_table(1)),
                depth: found.depth.saturating_sub(1),
                ..BookEntry::default()
            });
            self.change(child, entry)?;
        }
        let mut entry = self.nodes[node].entry.clone();
        (entry.is_expanded, entry.depth) = (true, found.depth);
        match found.moves.first() {
            // No cell is left.
            None => entry.value = Some(Score::DRAW),
            Some(&(_, best)) if best.is_loss() => entry.value = Some(best),
            Some(_) => {}
        }
        self.change(node, entry)?;
        self.back_up(node)
    }

    /// The positions that differ from the book, those with more stones first, so that whatever is cut short
    /// leaves no position without its moves.
    pub fn take_changes(&mut self) -> Vec<(&BookPosition, &BookEntry)> {
        let changed = std::mem::take(&mut self.changed);
        let mut nodes: Vec<&Node> = changed.into_iter().map(|node| &self.nodes[node]).collect();
        nodes.sort_by_key(|node| Reverse(node.position.stones.len()));
        nodes.into_iter().map(|node| (&node.position, &node.entry)).collect()
    }

    /// The node of a position, which is new to the graph unless it is there, and linked to those that moves
    /// lead from and to.
    fn add(&mut self, board: Board, entry: BookEntry) -> usize {
        let position = BookPosition::of(&board);
        if let Some(&node) = self.places.get(&position) {
            return node;
        }
        let node = self.nodes.len();
        let parents = self.parents_of(&board);
        let children = self.children_of(&board);
        self.keys.insert(position.key);
        self.places.insert(position.clone(), node);
        for &child in &children {
            self.nodes[child].parents.push(node);
        }
        for &parent in &parents {
            self.nodes[parent].children.push(node);
        }
        let (has_children, has_parents) = (false, false);
        self.nodes.push(Node {
            position,
            board,
            entry,
            children,
            has_children,
            parents,
            has_parents,
        });
        node
    }

    /// The nodes from which a move leads to the position on `board`.
    fn parents_of(&self, board: &Board) -> Vec<usize> {
        let known = last_moves(board).into_iter().filter(|(_, key)| self.keys.contains(key));
        let mut parents: Vec<usize> = known
            .filter_map(|(pos, _)| {
                let before = board_before(board, self.book.rule(), pos)?;
                self.places.get(&BookPosition::of(&before)).copied()
            })
            .collect();
        parents.sort_unstable();
        parents.dedup();
        parents
    }

    /// The nodes to which a move leads from the position on `board`.
    fn children_of(&self, board: &Board) -> Vec<usize> {
        let mut children: Vec<usize> =
            self.known_moves(board).into_iter().map(|(_, child)| child).collect();
        children.sort_unstable();
        children.dedup();
        children
    }

    /// The moves from the position on `board` to nodes.
    fn known_moves(&self, board: &Board) -> Vec<(Pos, usize)> {
        let images = Images::of(board);
        let legal = board.empty_cells().filter(|&pos| {
            self.keys.contains(&images.key_after(pos))
                && referee::is_legal(board, self.book.rule(), pos)
        });
        legal
            .filter_map(|pos| {
                let mut after = board.clone();
                after.play(pos);
                Some((pos, *self.places.get(&BookPosition::of(&after))?))
            })
            .collect()
    }

    /// Whether a loss of all known moves of a node is a proof: a search says so, or there are no other moves.
    fn is_lost(&self, node: usize) -> bool {
        let Node { board, entry, .. } = &self.nodes[node];
        let is_legal = |&pos: &Pos| referee::is_legal(board, self.book.rule(), pos);
        entry.value.is_some_and(Score::is_loss)
            || self.known_moves(board).len() == board.empty_cells().filter(is_legal).count()
    }

    /// Adds what the book knows of the moves of a node.
    fn load_children(&mut self, node: usize) -> Result<(), BookError> {
        if !std::mem::replace(&mut self.nodes[node].has_children, true) {
            let board = self.nodes[node].board.clone();
            for it in self.book.moves(&board)? {
                let mut after = board.clone();
                after.play(it.pos);
                self.add(after, it.entry);
            }
        }
        Ok(())
    }

    /// Adds the positions of the book before a node whose values depend on it.
    fn load_parents(&mut self, node: usize) -> Result<(), BookError> {
        if !std::mem::replace(&mut self.nodes[node].has_parents, true) {
            for (before, entry) in self.book.positions_before(&self.nodes[node].board)? {
                if entry.is_expanded {
                    self.add(before, entry);
                }
            }
        }
        Ok(())
    }

    /// Makes this what is known of a node, and backs up its value.
    fn change(&mut self, node: usize, entry: BookEntry) -> Result<(), BookError> {
        let before = std::mem::replace(&mut self.nodes[node].entry, entry);
        let entry = &self.nodes[node].entry;
        let has_new_value = before.value != entry.value;
        if before != *entry {
            self.changed.insert(node);
        }
        if has_new_value {
            self.load_parents(node)?;
            for parent in self.nodes[node].parents.clone() {
                self.back_up(parent)?;
            }
        }
        Ok(())
    }

    /// Makes the value of an expanded node that of its best move, and goes on with the nodes before it. One
    /// whose known moves lose without a proof that all do is a leaf again.
    fn back_up(&mut self, node: usize) -> Result<(), BookError> {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if !self.nodes[node].entry.is_expanded {
                continue;
            }
            self.load_children(node)?;
            let children = self.nodes[node].children.iter();
            let best = children.filter_map(|&child| self.value_before(child)).max();
            let Some(best) = best else { continue };
            if best.is_loss() && !self.is_lost(node) {
                self.nodes[node].entry.is_expanded = false;
                self.changed.insert(node);
            } else if self.nodes[node].entry.value != Some(best) {
                self.nodes[node].entry.value = Some(best);
                self.changed.insert(node);
                self.load_parents(node)?;
                open.extend(self.nodes[node].parents.iter().copied());
            }
        }
        Ok(())
    }

    /// The value of the move that leads to a node.
    fn value_before(&self, node: usize) -> Option<Score> {
        self.nodes[node].entry.value.map(value_before)
    }
}

fn is_proved(entry: &BookEntry) -> bool {
    entry.value.is_some_and(Score::is_decisive)
}
