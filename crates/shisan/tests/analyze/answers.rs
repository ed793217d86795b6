//! What single queries are answered.

use std::process::Command;

use serde_json::{Value, json};

use super::{Session, answer, answers, run};

#[test]
fn notations_name_the_same_position() {
    // h8 i7 j9 from the top of a board with 15 rows.
    let answer = |coords: &str, moves: &str| {
        let answer = answer(&json!({
            "moves": moves, "coords": coords, "maxNodes": 2000, "include": ["keys", "policy"],
        }));
        (answer["best"].as_str().expect("a move").to_owned(), answer)
    };
    let (top, answer_top) = answer("top", "h8i7j9");
    let (bottom, answer_bottom) = answer("bottom", "h8i9j7");
    let (gtp, answer_gtp) = answer("gtp", "H8J9K7");
    for other in [answer_bottom, answer_gtp] {
        for field in ["key", "symKey", "score", "nodes", "policy"] {
            assert_eq!(other[field], answer_top[field], "{field}");
        }
    }
    let row = |cell: &str| cell[1..].parse::<u32>().expect("a row");
    assert_eq!(row(&top) + row(&bottom), 16);
    assert_eq!((row(&gtp), &top[..1]), (row(&bottom), &bottom[..1]));
}

#[test]
fn a_part_without_its_book_is_named_by_its_place() {
    let answer = answer(&json!({"moves": "h8", "maxNodes": 1, "include": ["heat", "book"]}));
    assert_eq!(answer["error"], "there is no book: --book FILE names one", "{answer}");
    assert_eq!(answer["field"], "include[1]");
}

#[test]
fn stones_mean_the_same_for_every_action() {
    let stones = [("b", "d4"), ("w", "e5"), ("B", "D5"), ("white", "f6")];
    for katago in [false, true] {
        let name = if katago { "initialStones" } else { "stones" };
        let mut input = String::new();
        for count in 0..=stones.len() {
            let of = |side: &str| -> Vec<&str> {
                let own = stones[..count]
                    .iter()
                    .filter(|(color, _)| color.to_lowercase().starts_with(side));
                own.map(|(_, cell)| *cell).collect()
            };
            let pairs = json!(&stones[..count]);
            for (form, stones) in [("pairs", pairs), ("sides", json!({"b": of("b"), "w": of("w")}))]
            {
                for action in ["analyze", "move", "solve", "forbid"] {
                    let id = format!("{form} {action} {count}");
                    let mut query = json!({
                        "id": id, "action": action, name: stones, "rule": "renju",
                        "include": ["keys"],
                    });
                    if action != "forbid" {
                        query["maxNodes"] = json!(50);
                    }
                    input.push_str(&query.to_string());
                    input.push('\n');
                }
            }
        }
        let arguments = if katago { &["--ordered", "--katago"][..] } else { &["--ordered"] };
        let output = answers(arguments, input);
        assert_eq!(output.len(), 5 * 2 * 4);
        for count in output.chunks(8) {
            for (pairs, sides) in count[..4].iter().zip(&count[4..]) {
                assert!(pairs["error"].is_null(), "{pairs}");
                let mut pairs = pairs.clone();
                pairs["id"] = sides["id"].clone();
                assert_eq!(&pairs, sides);
            }
        }
    }
}

#[test]
fn restrictions_hold() {
    let moves = "h8i9h9h7";
    let whole = answer(&json!({"moves": moves, "lines": 4, "maxNodes": 20_000}));
    let best = whole["best"].clone();
    let avoiding =
        answer(&json!({"moves": moves, "avoid": [best], "lines": 4, "maxNodes": 20_000}));
    assert_ne!(avoiding["best"], best);
    let among = answer(&json!({"moves": moves, "allow": "a1b1o15", "lines": 9, "maxNodes": 5000}));
    let mut cells: Vec<&str> = among["lines"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|it| it["move"].as_str())
        .collect();
    cells.sort_unstable();
    assert_eq!(cells, ["a1", "b1", "o15"]);
    let none = answer(&json!({"moves": moves, "allow": ["h8"]}));
    assert_eq!(
        (&none["error"], &none["field"]),
        (&json!("no legal move is left"), &json!("allow"))
    );
    let all: Vec<Vec<String>> =
        (1..=5).map(|row| ["a", "b", "c", "d", "e"].map(|x| format!("{x}{row}")).into()).collect();
    let katago = json!([{"player": "B", "moves": all.concat(), "untilDepth": 1}]);
    let none = answer(&json!({"size": 5, "avoidMoves": katago}));
    assert_eq!(
        (&none["error"], &none["field"]),
        (&json!("no legal move is left"), &json!("avoidMoves"))
    );
    let katago = json!([{"player": "B", "moves": [best], "untilDepth": 1}]);
    let avoiding = answer(&json!({"moves": moves, "avoidMoves": katago, "maxNodes": 20_000}));
    assert_ne!(avoiding["best"], best);
    let katago = json!([{"player": "W", "moves": [best], "untilDepth": 1}]);
    let same =
        answer(&json!({"moves": moves, "avoidMoves": katago, "lines": 4, "maxNodes": 20_000}));
    assert_eq!(same["best"], best, "White's moves are no matter");
}

#[test]
fn a_side_without_a_legal_move_has_lost() {
    // The only free cells are c1 and c4, and both make six for Black.
    let moves = "e1f2a6d6d1a2b1e5e4b6f6d2c6d5c3b3a1a5b4e2f1e3a4f3b2a3d4e6c5d3f4c2b5f5";
    let over = |query: &Value| {
        let answer = answer(query);
        let part = |field: &str| answer[field].clone();
        (part("status"), part("winner"), part("reason"), part("line"))
    };
    let lost = (json!("over"), json!("white"), json!("no move"), json!([]));
    for action in ["analyze", "move", "solve", "forbid"] {
        let query = json!({"action": action, "rule": "renju", "size": 6, "moves": moves});
        assert_eq!(over(&query), lost, "{action}");
    }
    for query in [
        json!({"rule": "renju", "size": 6, "moves": moves, "level": 300, "action": "move"}),
        json!({"rule": "renju", "size": 6, "moves": moves, "lines": 3, "maxTimeMs": 50}),
    ] {
        assert_eq!(over(&query), lost);
    }
    // The same position, set up, for either side to move.
    let mut sides = json!({"b": [], "w": []});
    let cells = gomoku_rules::record::parse_moves(moves).expect("moves");
    for (cell, side) in cells.iter().zip(["b", "w"].into_iter().cycle()) {
        sides[side].as_array_mut().expect("a list").push(json!(cell.to_string()));
    }
    assert_eq!(over(&json!({"rule": "renju", "size": 6, "stones": sides})), lost);
    let white = answer(&json!({"rule": "renju", "size": 6, "stones": sides, "toMove": "w"}));
    assert_eq!(white["status"], "ok");
    let caro = answer(&json!({"rule": "caro", "size": 6, "moves": moves, "maxNodes": 100}));
    assert_eq!(caro["status"], "ok");
    let later = answer(&json!({"rule": "renju", "size": 6, "moves": format!("{moves}c1")}));
    assert_eq!(later["error"], "c1: the game was over before: no move");
    let review =
        json!({"rule": "renju", "size": 6, "moves": moves, "turns": [33, 34], "maxNodes": 9});
    let end = answers(&[], review.to_string()).pop().expect("two answers");
    assert_eq!((&end["turn"], &end["reason"]), (&json!(34), &json!("no move")));
}

#[test]
fn heat_and_policy_cover_the_board() {
    let query = json!({
        "moves": "c3d4", "size": [7, 6], "maxNodes": 30_000, "include": ["heat", "policy", "proof"],
        "lines": 2,
    });
    let answer = answer(&query);
    let cells = |field: &str| answer[field].as_array().expect("cells").clone();
    let (heat, policy) = (cells("heat"), cells("policy"));
    assert_eq!((heat.len(), policy.len()), (42, 42));
    for taken in [2 * 7 + 2, 3 * 7 + 3] {
        assert!(heat[taken].is_null() && policy[taken].is_null());
    }
    let sum: f64 = policy.iter().filter_map(Value::as_f64).sum();
    assert!((sum - 1.0).abs() < 0.01, "{sum}");
    assert_eq!(policy.iter().filter(|cell| cell.is_null()).count(), 2);
    let heat: Vec<f64> = heat.iter().filter_map(Value::as_f64).collect();
    assert!(
        heat.len() > 2 && heat.contains(&0.0) && heat.iter().all(|loss| (0.0..=1.0).contains(loss))
    );
    assert_eq!(answer["lines"].as_array().expect("lines").len(), 2);
    assert!(answer["proof"].is_null() && answer.get("proof").is_some());
}

#[test]
fn katagos_client_gets_katagos_words() {
    let query = json!({
        "id": "k", "moves": [["B", "H8"], ["W", "J9"], ["B", "J8"]], "rules": "renju",
        "boardXSize": 15, "boardYSize": 15, "maxVisits": 3000, "analyzeTurns": [2, 3],
        "includePolicy": true, "overrideSettings": {},
    });
    let input = format!(
        "{query}\n{{\"id\":\"v\",\"action\":\"query_version\"}}\n{{\"id\":\"e\",\"rules\":\"tromp-taylor\"}}\n"
    );
    let output = answers(&["--katago", "--ordered", "--lines", "3"], input);
    let of = |id: &str| output.iter().filter(move |answer| answer["id"] == id).collect::<Vec<_>>();
    let found = of("k");
    assert_eq!(
        (&found[0]["field"], &found[0]["warning"]),
        (&json!("overrideSettings"), &json!("unknown field"))
    );
    for (answer, turn, player) in [(found[1], 2, "B"), (found[2], 3, "W")] {
        assert_eq!(
            (&answer["turnNumber"], &answer["isDuringSearch"]),
            (&json!(turn), &json!(false))
        );
        assert_eq!(answer["rootInfo"]["currentPlayer"], player);
        assert_eq!(answer["policy"].as_array().expect("a policy").len(), 226);
        let infos = answer["moveInfos"].as_array().expect("moves");
        assert_eq!(infos.len(), 3);
        for (order, info) in infos.iter().enumerate() {
            assert_eq!((&info["order"], &info["pv"][0]), (&json!(order), &info["move"]));
            let cell = info["move"].as_str().expect("a cell");
            assert!(cell.starts_with(|c: char| c.is_ascii_uppercase() && c != 'I'), "{cell}");
        }
        // Black's chances: the first move is the best for Black, or the worst.
        let rates = infos.iter().filter_map(|info| info["winrate"].as_f64());
        let rates: Vec<f64> = rates.collect();
        assert!(if player == "B" { rates.is_sorted_by(|a, b| a >= b) } else { rates.is_sorted() });
        assert_eq!(answer["rootInfo"]["winrate"], infos[0]["winrate"]);
    }
    assert_eq!(
        (&of("v")[0]["action"], of("v")[0]["version"].is_string()),
        (&json!("query_version"), true)
    );
    assert_eq!((&of("e")[0]["field"], of("e")[0]["error"].is_string()), (&json!("rules"), true));
    let mut session = Session::start(&["--katago"]);
    session.send(&json!({"id": "l", "moves": [["B", "H8"]], "maxTimeMs": 3_600_000, "reportDuringSearchEvery": 0.002}));
    assert_eq!(session.next()["isDuringSearch"], true);
    session.send(&json!({"id": "t", "action": "terminate", "terminateId": "l"}));
    let last = loop {
        let answer = session.next();
        if answer["id"] == "l" && answer["isDuringSearch"] == false {
            break answer;
        }
    };
    assert_eq!(last["noResults"], true);
    session.end();
}

/// Positions of the recorded games, 1 in N.
fn recorded(every: usize) -> impl Iterator<Item = Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/positions/games.txt");
    let games = std::fs::read_to_string(path).expect("a file");
    let games: Vec<String> = games.lines().map(str::to_owned).collect();
    let positions = games.into_iter().filter(|line| !line.starts_with('#')).flat_map(|game| {
        let columns: Vec<String> = game.split(' ').map(str::to_owned).collect();
        let starts = columns[2].match_indices(|c: char| c.is_ascii_lowercase());
        let starts: Vec<usize> = starts.map(|(start, _)| start).skip(4).collect();
        let size: u32 = columns[1].parse().expect("a side");
        starts
            .into_iter()
            .map(move |end| json!({"rule": columns[0], "size": size, "moves": columns[2][..end]}))
    });
    positions.step_by(every)
}

#[test]
fn lines_stand_in_order_and_mates_are_whole() {
    let mut mates = 0;
    let queries = recorded(37).enumerate().map(|(number, mut query)| {
        query["lines"] = json!(1 + number % 10);
        query["maxNodes"] = json!(8_000);
        query.to_string() + "\n"
    });
    for answer in answers(&["--jobs", "2"], queries.collect::<String>()) {
        let lines = answer["lines"].as_array().expect("lines");
        let scores: Vec<i64> = lines.iter().filter_map(|line| line["score"].as_i64()).collect();
        assert!(scores.is_sorted_by(|better, worse| better >= worse), "{answer}");
        for field in ["score", "winrate", "mate"] {
            assert_eq!(answer[field], lines[0][field], "{answer}");
        }
        assert_eq!(answer["best"], lines[0]["move"], "{answer}");
        for line in lines.iter().filter(|line| line["mate"].is_i64()) {
            let (plies, pv) = (line["mate"].as_i64().expect("plies"), line["pv"].as_array());
            let is_whole = pv.is_some_and(|pv| pv.len() as u64 == plies.unsigned_abs());
            assert_eq!(line.get("pvCut").is_none(), is_whole, "{line}");
            mates += u32::from(is_whole);
        }
    }
    assert!(mates > 100, "{mates} whole mates");
}

#[test]
fn an_analysis_without_end_has_lines_at_once() {
    let game = "h8k6g6h5h10h9i8g8i9i10j11j10f7h7f6i6j5k8j7j6l6k7e5g7k9g11e10f8e9e11h11d6i5d11k5d12f11g12g10e8";
    for (rule, moves) in [("freestyle", game), ("renju", "h8h9i9g7j8j9k9l10k8i8")] {
        let mut session = Session::start(&[]);
        session.send(&json!({
            "rule": rule, "moves": moves, "lines": 3, "maxTimeMs": 3_600_000, "reportEveryMs": 100,
        }));
        let first = session.next();
        let lines = first["lines"].as_array().map(Vec::len);
        assert_eq!((&first["final"], lines), (&json!(false), Some(3)), "{first}");
        session.send(&json!({"action": "quit"}));
        session.next_final();
        session.next_final();
        session.end();
    }
}

/// The solvers know no depth: a query that names one alone has the nodes of one that names nothing.
#[test]
fn a_depth_takes_no_limit_from_the_solver() {
    let open = json!({"action": "solve", "moves": "h8i9h9i8g7j10i10g8", "quiet": true});
    let mut deep = open.clone();
    deep["maxDepth"] = json!(3);
    let found = answers(&[], format!("{open}\n{deep}"));
    let proof = |answer: &Value| [answer["nodes"].clone(), answer["proof"].clone()];
    assert_eq!(proof(&found[0]), proof(&found[1]), "{found:?}");
    assert_eq!(found[1]["warnings"][0]["field"], "maxDepth", "{found:?}");
    let limited = answers(&["--depth", "3"], open.to_string());
    assert_eq!(proof(&limited[0]), proof(&found[0]), "{limited:?}");
}

#[test]
fn the_solver_answers_as_solve_does() {
    let moves = "h8h9i9g7i10j10g8f6f8e8";
    let query = json!({"action": "solve", "rule": "renju", "moves": moves, "verify": true});
    let proof = answer(&query)["proof"].clone();
    let arguments = ["solve", "--json", "--verify", "--rule", "renju", moves];
    let output = Command::new(env!("CARGO_BIN_EXE_shisan")).args(arguments).output();
    let line: Value = serde_json::from_slice(&output.expect("it runs").stdout).expect("JSON");
    for (field, value) in proof.as_object().expect("an object") {
        assert_eq!(line[field], *value, "{field}");
    }
}

/// The example of the page; `TRYCMD=overwrite` writes its answer.
#[test]
fn the_page_has_a_true_example() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let marker = "<!-- example: a query and its answer -->\n```json\n";
    let (before, rest) = page.split_once(marker).expect("an example");
    let (block, after) = rest.split_once("```").expect("its end");
    let query = block.lines().next().expect("a query");
    let answer = run(&[], query);
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        let page = format!("{before}{marker}{query}\n{answer}```{after}");
        return std::fs::write(path, page).expect("disk space");
    }
    assert_eq!(block, format!("{query}\n{answer}"));
}

#[test]
fn games_are_converted() {
    let psq = answer(&json!({"action": "convert", "text": "h8i9", "to": "psq"}));
    assert_eq!((&psq["status"], &psq["games"]), (&json!("converted"), &json!(1)));
    let game = answer(&json!({"action": "convert", "text": psq["text"], "coords": "gtp"}));
    assert_eq!((&game["rule"], &game["size"]), (&Value::Null, &json!([15, 15])));
    let next = answer(&json!({"moves": game["moves"], "size": game["size"], "coords": "gtp"}));
    assert_eq!((&game["moves"], &next["turn"]), (&json!(["H8", "J7"]), &json!(2)));
    let wrong = answer(&json!({"action": "convert", "text": "h8h8"}));
    assert_eq!(wrong["error"], "line 1, column 3: expected a free cell: h8 is taken");
}
