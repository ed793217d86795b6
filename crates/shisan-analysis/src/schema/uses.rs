//! What each action reads of a query: the fields besides `id` and `action`, and the parts of `include`.

use super::query::{Action, Include, Query};
use super::read::UNUSED;
use super::words::TREE;

/// The fields, in groups, and the parts that an action reads.
pub struct Uses {
    fields: &'static [&'static [&'static str]],
    include: &'static [Include],
}

const BOARD: &[&str] = &["rule", "size", "boardXSize", "boardYSize", "coords"];
const GAME: &[&str] = &["moves", "stones", "toMove"];
const PRIORITY: &[&str] = &["priority", "priorities"];
const LIMITS: &[&str] = &["maxNodes", "maxTimeMs", "maxDepth"];
const ENGINE: &[&str] = &["threads", "hashMiB"];
const STRENGTH: &[&str] = &["level", "seed", "allow", "avoid"];
const INCLUDE: &[&str] = &["include", "includePolicy"];
const PROGRESS: &[&str] = &["reportEveryMs", "reportDuringSearchEvery"];

impl Uses {
    /// What `action` reads, or the move of an agent.
    pub fn of(action: Action, is_agent: bool) -> Self {
        use Include::{Book, Forbidden, Heat, Keys, Policy, Proof, Threats, Timing};
        let (fields, include): (&[&[&str]], &[Include]) = match action {
            Action::Analyze => (
                &[
                    BOARD,
                    GAME,
                    PRIORITY,
                    LIMITS,
                    ENGINE,
                    STRENGTH,
                    INCLUDE,
                    PROGRESS,
                    &["turns", "lines", "balanced", "verify"],
                ],
                &[Policy, Heat, Threats, Forbidden, Proof, Keys, Timing, Book],
            ),
            Action::Move if is_agent => (
                &[BOARD, GAME, PRIORITY, LIMITS, INCLUDE, &["turns", "agent", "seed"]],
                &[Policy, Threats, Forbidden, Keys, Timing],
            ),
            Action::Move => (
                &[BOARD, GAME, PRIORITY, LIMITS, ENGINE, STRENGTH, INCLUDE, &["turns"]],
                &[Policy, Threats, Forbidden, Keys, Timing, Book],
            ),
            Action::Solve => (
                &[
                    BOARD,
                    GAME,
                    PRIORITY,
                    &["turns", "maxNodes", "maxTimeMs", "attacker", "quiet", "verify", "include"],
                ],
                &[Keys],
            ),
            Action::Forbid => (&[BOARD, GAME, PRIORITY, &["turns", "cell", "include"]], &[Keys]),
            Action::Review | Action::Puzzles => {
                (&[BOARD, GAME, PRIORITY, LIMITS, ENGINE, PROGRESS], &[])
            }
            // It may have moves and stones, but none.
            Action::Opening => (
                &[
                    BOARD,
                    PRIORITY,
                    LIMITS,
                    ENGINE,
                    &["turns", "moves", "stones", "openingRule", "decisions"],
                ],
                &[],
            ),
            Action::Convert => {
                (&[BOARD, &["text", "bytes", "tree", "from", "to", "encoding", "game"]], &[])
            }
            Action::Terminate => (&[&["terminateId", "turns"]], &[]),
            Action::TerminateAll => (&[&["turns"]], &[]),
            Action::Version | Action::ClearCache | Action::Quit => (&[], &[]),
        };
        Self { fields, include }
    }

    /// Whether a field is read.
    pub fn has_field(&self, name: &str) -> bool {
        ["id", "action"].contains(&name) || self.fields.iter().any(|group| group.contains(&name))
    }

    /// Why a field is not read beside the others of `query`, if it is not.
    pub fn why_unread(&self, query: &Query, name: &str) -> Option<&'static str> {
        if !self.has_field(name) {
            return Some(UNUSED);
        }
        if query.action != Some(Action::Convert) {
            return None;
        }
        let is_to_tree = query.to.as_deref() == Some(TREE);
        match name {
            "game" if !is_to_tree => Some("ignored: it names a game that becomes a tree"),
            "encoding" if is_to_tree || query.to.is_none() => {
                Some("ignored: it is that of a file that is written")
            }
            "from" if query.tree.is_some() => Some("ignored: the games are a tree"),
            "size" | "boardXSize" | "boardYSize" if query.tree.is_some() => {
                Some("ignored: the tree has its own size")
            }
            _ => None,
        }
    }

    /// Whether a part of `include` is read.
    pub fn has_part(&self, part: Include) -> bool {
        self.include.contains(&part)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::parse;
    use crate::schema::read::Word;
    use crate::schema::schemas;

    fn warned(query: &Value) -> Vec<String> {
        let parsed = parse(1, query.to_string().as_bytes());
        let (_, warnings) = parsed.query.unwrap_or_else(|error| panic!("{query}: {error:?}"));
        assert!(warnings.iter().all(|it| it.warning.starts_with("ignored: ")), "{warnings:?}");
        warnings.into_iter().map(|it| it.field).collect()
    }

    #[test]
    fn what_an_action_ignores_is_a_warning() {
        for (query, fields) in [
            (
                json!({"action": "solve", "moves": "h8", "allow": ["i9"], "level": 900, "lines": 2,
                    "quiet": true, "maxDepth": 5, "threads": 2, "include": ["keys", "heat"]}),
                &["maxDepth", "lines", "threads", "allow", "level", "include[1]"][..],
            ),
            (
                json!({"attacker": "b", "quiet": false, "cell": "h8", "text": "", "terminateId": 1,
                    "include": ["book"]}),
                &["attacker", "quiet", "cell", "text", "terminateId"],
            ),
            (json!({"action": "forbid", "cell": "h8", "maxVisits": 5}), &["maxVisits"]),
            (
                json!({"action": "move", "lines": 3, "verify": true, "reportEveryMs": 5,
                    "include": ["proof", "policy"], "level": 900}),
                &["lines", "reportEveryMs", "verify", "include[0]"],
            ),
            (json!({"action": "move", "agent": "zheng", "hashMiB": 1, "seed": 2}), &["hashMiB"]),
            (
                json!({"action": "review", "include": ["keys"], "seed": 1, "lines": null}),
                &["include", "seed"],
            ),
            (json!({"action": "opening", "moves": "", "toMove": "b"}), &["toMove"]),
            (json!({"action": "convert", "text": "h8", "size": 9, "moves": "h8"}), &["moves"]),
            (
                json!({"action": "convert", "text": "h8", "to": "sgf", "encoding": "UTF-8", "game": 1}),
                &["game"],
            ),
            (
                json!({"action": "convert", "text": "h8", "to": "tree", "encoding": "UTF-8", "game": 1}),
                &["encoding"],
            ),
            (
                json!({"action": "convert", "tree": {"nodes": [{}]}, "boardXSize": 15,
                    "boardYSize": 15, "from": "sgf", "to": "sgf", "rule": "renju", "coords": "gtp"}),
                &["boardXSize", "boardYSize", "from"],
            ),
            (
                json!({"action": "terminate_all", "turnNumbers": [1], "terminateId": 1}),
                &["terminateId"],
            ),
            (json!({"action": "query_version", "id": "a", "rules": "renju"}), &["rules"]),
        ] {
            assert_eq!(warned(&query), fields, "{query}");
        }
    }

    #[test]
    fn every_field_is_read_by_an_action() {
        let actions =
            Action::WORDS.iter().flat_map(|&(action, _)| [(action, false), (action, true)]);
        let uses: Vec<Uses> = actions.map(|(action, agent)| Uses::of(action, agent)).collect();
        let fields = schemas()["query"]["properties"].as_object().expect("an object").clone();
        for name in fields.keys() {
            assert!(uses.iter().any(|uses| uses.has_field(name)), "{name}");
        }
        for name in uses.iter().flat_map(|uses| uses.fields.concat()) {
            assert!(fields.contains_key(name), "{name}");
        }
    }
}
