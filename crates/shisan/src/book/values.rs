//! Values backed up through a whole book.

use std::cmp::Reverse;
use std::collections::HashMap;

use gomoku_rules::{Rule, Size};
use shisan_engine::book::{BookEntry, BookPosition, board_before, last_moves, value_before};
use shisan_engine::score::Score;

/// A position of a book and what is known about it, or why it cannot be read.
pub type Record = anyhow::Result<(BookPosition, BookEntry)>;

/// An expanded position.
struct Node {
    stones: usize,
    /// What the book says.
    value: Option<Score>,
    /// The value of its best move.
    best: Option<Score>,
}

impl Node {
    /// The value of its best move. `None` where its known moves lose, and no search says that all do.
    fn value_of_best(&self) -> Option<Score> {
        let is_lost = self.value.is_some_and(Score::is_loss);
        self.best.filter(|best| is_lost || !best.is_loss())
    }
}

/// The values of the best moves of all expanded positions, by their keys, which tell them apart; `None` where all
/// known moves lose without a proof that there is no better one. The records are read twice, or once if none is
/// expanded; in memory is what is expanded alone, with some 100 bytes each.
///
/// # Errors
/// Those of the records.
pub fn best_values<R: Iterator<Item = Record>>(
    rule: Rule,
    size: Size,
    records: impl Fn() -> anyhow::Result<R>,
) -> anyhow::Result<HashMap<u64, Option<Score>>> {
    let mut nodes: HashMap<u64, Node> = HashMap::new();
    for record in records()? {
        let (position, entry) = record?;
        if entry.is_expanded {
            let stones = position.stones.len();
            nodes.insert(position.key, Node { stones, value: entry.value, best: None });
        }
    }
    if nodes.is_empty() {
        return Ok(HashMap::new());
    }
    // Moves between expanded positions: the key after each, and the one before.
    let mut moves: Vec<(u64, u64)> = Vec::new();
    for record in records()? {
        let (position, entry) = record?;
        if entry.value.is_none() && !entry.is_expanded {
            continue;
        }
        let board = position.board(size);
        for (pos, before) in last_moves(&board) {
            let Some(node) = nodes.get_mut(&before) else { continue };
            if board_before(&board, rule, pos).is_none() {
                continue;
            }
            if entry.is_expanded {
                moves.push((position.key, before));
            } else {
                node.best = node.best.max(entry.value.map(value_before));
            }
        }
    }
    // What has more stones is final before it counts.
    moves.sort_by_cached_key(|(after, _)| Reverse(nodes.get(after).map(|node| node.stones)));
    for (after, before) in moves {
        let value = nodes.get(&after).and_then(|node| node.value_of_best().or(node.value));
        if let Some(node) = nodes.get_mut(&before) {
            node.best = node.best.max(value.map(value_before));
        }
    }
    let known = nodes.into_iter().filter(|(_, node)| node.best.is_some());
    Ok(known.map(|(key, node)| (key, node.value_of_best())).collect())
}
