//! The part of a book that a best-first expansion has seen: which positions to search next, and what a new
//! value means for those before it.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, HashMap, HashSet};

use gomoku_rules::{Board, Cell, Images, Pos, referee};
use shisan_engine::book::{Book, BookEntry, BookError, BookPosition};
use shisan_engine::score::Score;

/// What a ply costs, in points: a line is followed one ply deeper than another that loses so much.
const PLY: i64 = 30;

/// A position of the graph.
struct Node {
    position: BookPosition,
    board: Board,
    entry: BookEntry,
    /// Whether the graph has all that the book knows of its moves.
    is_loaded: bool,
    children: Vec<usize>,
    parents: Vec<usize>,
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
            if !self.nodes[node].entry.is_expanded {
                if !self.left_open.contains(&node) {
                    leaves.push(node);
                }
                continue;
            }
            self.load_children(node)?;
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

    /// Leaves a leaf whose search has found nothing as it is.
    pub fn leave_open(&mut self, leaf: usize) {
        self.left_open.insert(leaf);
    }

    /// How many leaves are left open.
    pub fn left_open(&self) -> usize {
        self.left_open.len()
    }

    /// Adds what a search of a leaf has found.
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
            let before = self.nodes[child].entry.clone();
            self.nodes[child].entry.merge(&BookEntry {
                value: Some((-value).to_table(1)),
                depth: found.depth.saturating_sub(1),
                ..BookEntry::default()
            });
            if self.nodes[child].entry != before {
                self.changed.insert(child);
                for parent in self.nodes[child].parents.clone() {
                    self.back_up(parent);
                }
            }
        }
        self.changed.insert(node);
        let entry = &mut self.nodes[node].entry;
        (entry.is_expanded, entry.depth) = (true, found.depth);
        if found.moves.is_empty() {
            // No cell is left.
            entry.value = Some(Score::DRAW);
        }
        self.load_children(node)?;
        self.back_up(node);
        Ok(())
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
        let is_loaded = false;
        self.nodes.push(Node {
            position,
            board,
            entry,
            is_loaded,
            children,
            parents: parents.clone(),
        });
        for parent in parents {
            self.back_up(parent);
        }
        node
    }

    /// The nodes from which a move leads to the position on `board`.
    fn parents_of(&self, board: &Board) -> Vec<usize> {
        let mover = !board.side_to_move();
        let own = board.stones().iter().filter(|stone| stone.cell == Cell::from(mover));
        let mut parents: Vec<usize> = own
            .filter_map(|taken| {
                let mut before = Board::new(board.size());
                for stone in board.stones().iter().filter(|&stone| stone != taken) {
                    before.place(stone.pos, stone.cell).ok()?;
                }
                before.set_side_to_move(mover);
                if !referee::is_legal(&before, self.book.rule(), taken.pos) {
                    return None;
                }
                self.places.get(&BookPosition::of(&before)).copied()
            })
            .collect();
        parents.sort_unstable();
        parents.dedup();
        parents
    }

    /// The nodes to which a move leads from the position on `board`.
    fn children_of(&self, board: &Board) -> Vec<usize> {
        let images = Images::of(board);
        let known = board.empty_cells().filter(|&pos| {
            self.keys.contains(&images.key_after(pos))
                && referee::is_legal(board, self.book.rule(), pos)
        });
        let mut children: Vec<usize> = known
            .filter_map(|pos| {
                let mut after = board.clone();
                after.play(pos);
                self.places.get(&BookPosition::of(&after)).copied()
            })
            .collect();
        children.sort_unstable();
        children.dedup();
        children
    }

    /// Adds what the book knows of the moves of a node.
    fn load_children(&mut self, node: usize) -> Result<(), BookError> {
        if !std::mem::replace(&mut self.nodes[node].is_loaded, true) {
            let board = self.nodes[node].board.clone();
            for it in self.book.moves(&board)? {
                let mut after = board.clone();
                after.play(it.pos);
                self.add(after, it.entry);
            }
            self.back_up(node);
        }
        Ok(())
    }

    /// Makes the value of a node that of its best move, and goes on with the nodes before it.
    fn back_up(&mut self, node: usize) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let children = self.nodes[node].children.iter();
            let best = children.filter_map(|&child| self.value_before(child)).max();
            let Node { entry, parents, .. } = &mut self.nodes[node];
            if best.is_some() && entry.is_expanded && entry.value != best {
                entry.value = best;
                open.extend(parents.iter().copied());
                self.changed.insert(node);
            }
        }
    }

    /// The value of the move that leads to a node.
    fn value_before(&self, node: usize) -> Option<Score> {
        self.nodes[node].entry.value.map(|value| (-value).from_table(1))
    }
}

fn is_proved(entry: &BookEntry) -> bool {
    entry.value.is_some_and(Score::is_decisive)
}
