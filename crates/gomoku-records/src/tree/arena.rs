//! The tree: its nodes in one list, each with the places of its relatives.

use gomoku_rules::record::GameResult;
use gomoku_rules::{Rule, Size};

use super::node::{Node, NodeId, Notes, TreeMove};
use super::stones::Stones;

/// A game with its variations, or a study of positions: a tree of nodes below an empty board.
///
/// A node is a move, a pass, or a position that is set up; each may have a comment, marks and labels.
/// Where the game branches, the first child goes on with the main line.
///
/// ```
/// use gomoku_records::{Mark, Tree, TreeMove};
/// use gomoku_rules::{Side, Size};
///
/// let mut tree = Tree::new(Size::square(15));
/// let first = tree.add(tree.root(), Some(TreeMove::at(Side::Black, "h8".parse()?)));
/// tree.add(first, Some(TreeMove::at(Side::White, "i9".parse()?)));
/// tree.add(first, Some(TreeMove::pass(Side::White)));
/// tree.notes_mut(first).comment = Some("the centre".to_owned());
/// tree.notes_mut(first).marks.push((Mark::Circle, "i9".parse::<gomoku_rules::Pos>()?.into()));
/// assert_eq!(tree.children(first).count(), 2);
/// assert_eq!(tree.record()?.moves.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree {
    /// Width and height of the board.
    pub size: Size,
    /// What is known about the whole game.
    pub info: Info,
    nodes: Vec<Node>,
}

/// What is known about a game as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// The rule of play.
    pub rule: Option<Rule>,
    /// The name of the player of Black.
    pub black: Option<String>,
    /// The name of the player of White.
    pub white: Option<String>,
    /// When the game was played, as its source writes it.
    pub date: Option<String>,
    /// The tournament.
    pub event: Option<String>,
    /// The round of the tournament.
    pub round: Option<String>,
    /// Where the game was played.
    pub place: Option<String>,
    /// The result; `None` for a game that is not over, or whose result is unknown.
    pub result: Option<GameResult>,
    /// A comment on the whole game.
    pub comment: Option<String>,
}

/// A step of a walk through a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Down to a node.
    Enter(NodeId),
    /// Up from a node, after all of its children.
    Leave(NodeId),
}

impl Tree {
    /// A tree that has nothing but its root, on a board of `size`.
    pub fn new(size: Size) -> Self {
        Self { size, info: Info::default(), nodes: vec![Node::default()] }
    }

    /// The node above all others.
    pub fn root(&self) -> NodeId {
        NodeId::ROOT
    }

    /// How many nodes the tree has, the root among them.
    #[allow(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node.
    ///
    /// # Panics
    /// If it belongs to a larger tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The move of a node, to be changed.
    ///
    /// # Panics
    /// As [`Tree::node`].
    pub fn move_mut(&mut self, id: NodeId) -> &mut Option<TreeMove> {
        &mut self.nodes[id.index()].played
    }

    /// What is written at a node, to be changed.
    ///
    /// # Panics
    /// As [`Tree::node`].
    pub fn notes_mut(&mut self, id: NodeId) -> &mut Notes {
        self.nodes[id.index()].notes_mut()
    }

    /// Adds a node as the last child of `parent`.
    ///
    /// # Panics
    /// As [`Tree::node`], and beyond four billion nodes.
    pub fn add(&mut self, parent: NodeId, played: Option<TreeMove>) -> NodeId {
        let id = NodeId::of_index(self.nodes.len());
        let above = &mut self.nodes[parent.index()];
        let last = above.last_child.replace(id);
        if last.is_none() {
            above.first_child = Some(id);
        }
        if let Some(last) = last {
            self.nodes[last.index()].next_sibling = Some(id);
        }
        self.nodes.push(Node { played, parent: Some(parent), ..Node::default() });
        id
    }

    /// Removes the node that was added last if it is not the root, and says nothing.
    pub(crate) fn remove_silent_end(&mut self) {
        let id = NodeId::of_index(self.nodes.len() - 1);
        let node = self.node(id);
        let Some(parent) = node.parent.filter(|_| node.says_as(&Node::default())) else { return };
        let before = self.children(parent).take_while(|&child| child != id).last();
        match before {
            Some(before) => self.nodes[before.index()].next_sibling = None,
            None => self.nodes[parent.index()].first_child = None,
        }
        self.nodes[parent.index()].last_child = before;
        self.nodes.pop();
    }

    /// The children of a node, the one of the main line first.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let next = |&child: &NodeId| self.node(child).next_sibling;
        std::iter::successors(self.node(id).first_child, next)
    }

    /// The nodes of the main line, from the root to its end.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(self.root()), |&id| self.node(id).first_child)
    }

    /// Walks through all nodes, each before its children.
    pub fn walk(&self) -> impl Iterator<Item = Step> + '_ {
        let after = |step: &Step| match *step {
            Step::Enter(id) => Some(self.node(id).first_child.map_or(Step::Leave(id), Step::Enter)),
            Step::Leave(id) => {
                let Node { next_sibling, parent, .. } = self.node(id);
                next_sibling.map(Step::Enter).or(parent.map(Step::Leave))
            }
        };
        std::iter::successors(Some(Step::Enter(self.root())), after)
    }

    /// All nodes, each before its children.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.walk().filter_map(|step| match step {
            Step::Enter(id) => Some(id),
            Step::Leave(_) => None,
        })
    }

    /// The position at a node. Of a move on a taken cell the other stone stays.
    pub fn stones(&self, id: NodeId) -> Stones {
        let mut path: Vec<NodeId> =
            std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        path.reverse();
        let mut stones = Stones::new(self.size);
        for id in path {
            stones.enter(self.node(id));
        }
        stones
    }

    /// Visits all nodes, each before its children, with the position there. Of a move on a taken cell the
    /// other stone stays.
    pub(crate) fn each_position(&self, mut visit: impl FnMut(NodeId, &Stones)) {
        let mut stones = Stones::new(self.size);
        let mut path = Vec::new();
        for step in self.walk() {
            match step {
                Step::Enter(id) => {
                    path.push(stones.enter(self.node(id)));
                    visit(id, &stones);
                }
                Step::Leave(_) => {
                    if let Some(undo) = path.pop() {
                        stones.leave(undo);
                    }
                }
            }
        }
    }

    /// Whether there is a move or a stone that is set up.
    pub fn has_moves(&self) -> bool {
        let mut nodes = self.nodes.iter();
        nodes.any(|node| node.played().is_some() || !node.notes().setup.is_empty())
    }

    /// The tree with its board turned upside down: the top row becomes the bottom row.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        for node in &mut self.nodes {
            node.flip(self.size);
        }
        self
    }
}

/// Trees are equal if they say the same, in whatever order their nodes were added.
impl PartialEq for Tree {
    fn eq(&self, other: &Self) -> bool {
        let is_same = |(a, b): (Step, Step)| match (a, b) {
            (Step::Enter(a), Step::Enter(b)) => self.node(a).says_as(other.node(b)),
            (Step::Leave(_), Step::Leave(_)) => true,
            _ => false,
        };
        self.size == other.size
            && self.info == other.info
            && self.len() == other.len()
            && self.walk().zip(other.walk()).all(is_same)
    }
}
