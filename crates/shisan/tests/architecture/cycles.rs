//! Circles in a graph.

use std::collections::{BTreeMap, BTreeSet};

/// Every name with the names that it uses.
pub(crate) type Edges = BTreeMap<String, BTreeSet<String>>;

/// Circles among the edges, in each of which a name uses the next and the last the first; none is left
/// without an edge of one of them.
pub(crate) fn cycles(mut edges: Edges) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    while let Some(cycle) = cycle(&mut edges) {
        if let Some(used) = cycle.last().and_then(|name| edges.get_mut(name)) {
            used.remove(&cycle[0]);
        }
        found.push(cycle);
    }
    found
}

/// A cycle among the edges, which are left without those that lie on none.
fn cycle(edges: &mut Edges) -> Option<Vec<String>> {
    loop {
        let left: BTreeSet<String> = edges.keys().cloned().collect();
        for used in edges.values_mut() {
            used.retain(|name| left.contains(name));
        }
        let before = edges.len();
        edges.retain(|_, used| !used.is_empty());
        if edges.len() == before {
            break;
        }
    }
    let mut walk = vec![edges.keys().next()?.clone()];
    loop {
        let next = edges[walk.last()?].iter().next()?;
        if let Some(start) = walk.iter().position(|name| name == next) {
            return Some(walk.split_off(start));
        }
        walk.push(next.clone());
    }
}
