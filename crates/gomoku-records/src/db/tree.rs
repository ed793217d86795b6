//! A database as trees, and a tree as positions of a database.
//!
//! A tree has the positions that can be reached by moves to known positions, each once: where the best moves
//! come first and lead to it. A forbidden point leads to it only where no legal move does. What only other sets
//! of moves lead to begins a tree of its own.

use std::collections::{BTreeMap, HashMap};

use gomoku_rules::{Pos, Side, Symmetry, referee};

use super::layout::NO_LABEL;
use super::position::{DbBound, DbPosition, Key};
use crate::lost::{Kind, Lost};
use crate::tree::{NodeId, Property, Setup, Tree, TreeMove};

/// The property of SGF that holds what is known of a position: label, value, depth and bound.
const KNOWN: &str = "DB";

/// A position, and the moves from it to others: where each leads, and its cell.
struct Entry {
    position: DbPosition,
    moves: Vec<(usize, Pos, Symmetry)>,
    is_shown: bool,
}

/// The trees of the positions of a database: one for each position that no move from another leads to. Of
/// equal positions one is in memory at a time.
pub fn trees_of(positions: impl IntoIterator<Item = DbPosition>) -> Vec<Tree> {
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut entries: Vec<Entry> = Vec::new();
    for position in positions {
        let (key, symmetry) = position.canonical();
        // Of two records of one position, the first counts.
        places.entry(key).or_insert_with(|| {
            let position = position.image(symmetry);
            entries.push(Entry { position, moves: Vec::new(), is_shown: false });
            entries.len() - 1
        });
    }
    for index in 0..entries.len() {
        let parents: Vec<_> = parents(&entries[index].position, &places).collect();
        let is_legal = |&(before, pos, _): &(usize, Pos, Symmetry)| {
            let position = &entries[before].position;
            let rule = position.rule;
            !rule.forbids(position.to_move) || referee::is_legal(&position.board(), rule, pos)
        };
        let (legal, fouls): (Vec<_>, Vec<_>) = parents.into_iter().partition(is_legal);
        for (before, pos, symmetry) in if legal.is_empty() { fouls } else { legal } {
            let moves = &mut entries[before].moves;
            if moves.iter().all(|&(after, ..)| after != index) {
                moves.push((index, pos, symmetry));
            }
        }
    }
    for index in 0..entries.len() {
        let mut moves = std::mem::take(&mut entries[index].moves);
        moves.sort_by_key(|&(after, pos, _)| (entries[after].position.rank(), pos));
        entries[index].moves = moves;
    }
    let stones = |index: &usize| entries[*index].position.stones.each_ref().map(Vec::len);
    let mut order: Vec<usize> = (0..entries.len()).collect();
    order.sort_by_cached_key(|index| {
        let [black, white] = stones(index);
        black + white
    });
    let mut trees = Vec::new();
    for index in order {
        if !entries[index].is_shown {
            trees.push(tree(&mut entries, index));
        }
    }
    trees
}

/// The known positions from which a move leads to `position`, each with the cell of the move in it, and the
/// symmetry from `position` to it.
fn parents<'a>(
    position: &'a DbPosition,
    places: &'a HashMap<Key, usize>,
) -> impl Iterator<Item = (usize, Pos, Symmetry)> + 'a {
    let mover = !position.to_move;
    let stones = &position.stones[mover.index()];
    stones.iter().enumerate().filter_map(move |(index, &pos)| {
        let mut before =
            DbPosition::new(position.rule, position.size, position.stones.clone(), mover);
        before.stones[mover.index()].remove(index);
        // Only with the turn do the cells say whose they are.
        before.passed().ok()?;
        let (key, symmetry) = before.canonical();
        Some((*places.get(&key)?, symmetry.apply(pos, position.size), symmetry))
    })
}

/// The tree of what can be reached from an entry.
fn tree(entries: &mut [Entry], root: usize) -> Tree {
    let position = &entries[root].position;
    let mut tree = Tree::new(position.size);
    tree.info.rule = Some(position.rule);
    let sides = Side::BOTH.into_iter();
    let setup: Vec<Setup> = sides
        .flat_map(|side| {
            let stones = position.stones[side.index()].iter();
            stones.map(move |&pos| Setup { side: Some(side), area: pos.into() })
        })
        .collect();
    let [black, white] = position.stones.each_ref().map(Vec::len);
    let is_stated = position.to_move != Side::Black || black > white;
    let to_move = is_stated.then_some(position.to_move);
    let id = tree.root();
    let notes = tree.notes_mut(id);
    (notes.setup, notes.to_move) = (setup, to_move);
    let identity = Symmetry::ALL[0];
    note(&mut tree, id, &entries[root].position, identity);
    entries[root].is_shown = true;
    let mut open: Vec<(usize, NodeId, Symmetry, usize)> = vec![(root, id, identity, 0)];
    while let Some((index, id, image, next)) = open.last_mut() {
        let entry = &entries[*index];
        let Some(&(after, pos, before)) = entry.moves.get(*next) else {
            open.pop();
            continue;
        };
        *next += 1;
        if entries[after].is_shown {
            continue;
        }
        let DbPosition { size, to_move, .. } = entries[after].position;
        let played = TreeMove::at(!to_move, image.apply(pos, size));
        let image = before.then(*image);
        let child = tree.add(*id, Some(played));
        note(&mut tree, child, &entries[after].position, image);
        entries[after].is_shown = true;
        open.push((after, child, image, 0));
    }
    tree
}

/// Writes at a node what is known of its position, in the image that the tree shows.
fn note(tree: &mut Tree, id: NodeId, position: &DbPosition, image: Symmetry) {
    let labels = position.labels.iter();
    let labels = labels.map(|(pos, label)| (image.apply(*pos, position.size), label.clone()));
    let notes = tree.notes_mut(id);
    notes.comment.clone_from(&position.comment);
    notes.labels = labels.collect();
    let values = vec![position.known()];
    notes.properties.push(Property { name: KNOWN.to_owned(), values });
}

/// The positions of a tree, each once, as the image that stands for all of them, in the order of databases.
///
/// # Errors
/// When the tree states no rule, or has a position in which Black has neither as many stones as White nor one
/// more.
pub fn positions_of(tree: &Tree) -> Result<Vec<DbPosition>, String> {
    let rule = tree.info.rule.ok_or("no rule is stated, which a database needs")?;
    let mut positions: BTreeMap<Key, DbPosition> = BTreeMap::new();
    let mut error = None;
    tree.each_position(|id, stones| {
        let notes = tree.node(id).notes();
        let sides = Side::BOTH.map(|side| stones.of(side).collect());
        let mut position = DbPosition::new(rule, tree.size, sides, stones.to_move());
        position.comment.clone_from(&notes.comment);
        if id == tree.root()
            && let Some(comment) = &tree.info.comment
        {
            add_line(&mut position.comment, comment);
        }
        position.labels.clone_from(&notes.labels);
        let known = notes.properties.iter().find(|property| property.name == KNOWN);
        if let Some(known) = known.and_then(|property| property.values.first()) {
            position.learn(known);
        }
        if let Err(reason) = position.passed() {
            error.get_or_insert(reason);
        }
        let (key, symmetry) = position.canonical();
        let position = position.image(symmetry);
        match positions.get_mut(&key) {
            None => drop(positions.insert(key, position)),
            Some(other) => join(other, position),
        }
    });
    match error {
        Some(reason) => Err(reason.to_owned()),
        None => Ok(positions.into_values().collect()),
    }
}

/// Adds what another node says of the same position.
fn join(position: &mut DbPosition, other: DbPosition) {
    if let Some(comment) = &other.comment
        && position.comment.as_ref() != Some(comment)
    {
        add_line(&mut position.comment, comment);
    }
    for (pos, label) in other.labels {
        if position.labels.iter().all(|&(cell, _)| cell != pos) {
            position.labels.push((pos, label));
        }
    }
    if position.bound == DbBound::None && position.label == NO_LABEL {
        let DbPosition { label, value, depth, bound, .. } = other;
        (position.label, position.value, position.depth, position.bound) =
            (label, value, depth, bound);
    }
}

fn add_line(comment: &mut Option<String>, line: &str) {
    match comment {
        Some(comment) => {
            comment.push('\n');
            comment.push_str(line);
        }
        None => *comment = Some(line.to_owned()),
    }
}

/// Takes from `lost` what databases hold as properties.
pub(crate) fn take_back(tree: &Tree, lost: &mut Lost) {
    let has_known = |id: &NodeId| {
        let properties = &tree.node(*id).notes().properties;
        properties.iter().any(|property| property.name == KNOWN)
    };
    lost.take_back(Kind::Properties, tree.ids().filter(has_known).count());
}
