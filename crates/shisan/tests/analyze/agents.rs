//! Moves of levels and of agents.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{answer, run};
use crate::dialogue::command;

#[test]
fn levels_play_their_own_moves_again() {
    let moves = "h8i9h9h7i8g8";
    let play = |level: Value, seed: u32| {
        answer(
            &json!({"action": "move", "moves": moves, "level": level, "seed": seed, "maxNodes": 20_000}),
        )
    };
    assert_eq!(play(json!(100), 1), play(json!(100), 1));
    let others: BTreeSet<String> =
        (0..20).map(|seed| play(json!(100), seed)["best"].to_string()).collect();
    assert!(others.len() > 3, "{others:?}");
    let full = play(Value::Null, 1);
    assert!(full["nodes"].as_u64() > play(json!(100), 1)["nodes"].as_u64());
    assert_eq!(play(json!(5), 1)["field"], "level");
    let refused = command("analyze", &["--level", "5"]).output().expect("it runs");
    assert_eq!(refused.status.code(), Some(2));
}

const AGENTS: [&str; 7] = ["finard", "zheng", "chain", "gobang", "gao-liang", "one-ply", "random"];

#[test]
fn agents_play_as_their_brains_do() {
    let dialogue = "START 15\nINFO rule 4\nBOARD\n7,7,2\n8,8,1\n7,8,2\n7,6,1\n8,7,2\nDONE\nEND\n";
    for agent in AGENTS {
        let query = json!({
            "action": "move", "agent": agent, "moves": "h8i9h9h7i8", "rule": "renju", "include": ["forbidden"],
        });
        let played = answer(&query);
        assert_eq!((&played["status"], &played["lines"]), (&json!("ok"), &Value::Null), "{agent}");
        assert!(played["score"].is_null() && played["forbidden"].is_array(), "{agent}");
        let best = played["best"].as_str().expect("a move");
        let pos: gomoku_rules::Pos = best.parse().expect("a cell");
        let said = crate::classic::dialogue(&[agent], dialogue).stdout;
        let said = String::from_utf8(said).expect("text");
        let expected = format!("OK\nMESSAGE nodes {}\n{},{}\n", played["nodes"], pos.x(), pos.y());
        assert_eq!(said, expected, "{agent}");
    }
}

#[test]
fn agents_keep_to_limits_and_seeds() {
    let ask = |more: Value| {
        let mut query = json!({"action": "move", "moves": "h8i9h9h7i8g8j10"});
        let fields = query.as_object_mut().expect("an object");
        fields.extend(more.as_object().expect("an object").clone());
        answer(&query)
    };
    for agent in &AGENTS[..5] {
        let short = ask(json!({"agent": agent, "maxNodes": 10}));
        assert_eq!((&short["status"], &short["nodes"]), (&json!("ok"), &json!(10)), "{agent}");
        let timed = ask(json!({"agent": agent, "maxTimeMs": 1, "size": 32}));
        assert!(timed["best"].is_string(), "{timed}");
    }
    let moves: BTreeSet<String> = (0..9)
        .map(|seed| ask(json!({"agent": "random", "seed": seed}))["best"].to_string())
        .collect();
    assert!(moves.len() > 5, "{moves:?}");
    let plain = ask(json!({"agent": "random"}));
    assert_eq!(plain["best"], ask(json!({"agent": "random", "seed": 0}))["best"]);
    for (more, field, part) in [
        (
            json!({"agent": "deep"}),
            "agent",
            "expected finard, zheng, chain, gobang, gao-liang, one-ply or random",
        ),
        (
            json!({"agent": "chain", "action": "analyze"}),
            "agent",
            "only the action move has agents",
        ),
        (json!({"agent": "chain", "level": 900}), "level", "an agent takes no level"),
        (json!({"agent": "chain", "allow": "a1"}), "allow", "an agent takes no allow"),
        (json!({"agent": "chain", "avoid": "a1"}), "avoid", "an agent takes no avoid"),
    ] {
        let refused = ask(more.clone());
        assert_eq!(
            (&refused["status"], &refused["field"]),
            (&json!("error"), &json!(field)),
            "{more}"
        );
        assert!(refused["error"].as_str().is_some_and(|error| error.contains(part)), "{refused}");
    }
    // The command line's nodes are for Shisan, its time for all.
    let line = json!({"action": "move", "agent": "finard", "moves": "h8i9h9h7i8g8j10"}).to_string();
    let free: Value = serde_json::from_str(&run(&["--nodes", "1"], &line)).expect("JSON");
    assert_eq!(free["nodes"], ask(json!({"agent": "finard"}))["nodes"]);
}
