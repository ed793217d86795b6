//! Queries: random ones, random lines that are hardly queries any more, and one that lasts.

use fastrand::Rng;
use serde_json::{Value, json};

/// A quiet question for a proof that is not found in minutes: everywhere there are threats, and nowhere a win.
pub fn endless_proof(id: &str) -> Value {
    let black = "b2h2n2t2b5h5n5t5b8h8n8t8b11h11n11t11b14h14n14t14b17h17n17t17b20h20n20t20";
    let white = "e2k2q2e5k5q5e8k8q8e11k11q11e14k14q14e17k17q17e20k20q20";
    json!({
        "id": id, "action": "solve", "size": 20, "stones": {"b": black, "w": white},
        "attacker": "black", "quiet": true, "maxTimeMs": 3_600_000,
    })
}

/// A query that can be answered, or almost: mixed actions, rules, sizes, notations and options. It has
/// no limit of time.
pub fn query(random: &mut Rng) -> Value {
    let rules = ["freestyle", "standard", "renju", "caro", "caro-overline"];
    let coords = ["top", "top", "bottom", "gtp"][random.usize(..4)];
    let side = [15, 15, 20, 9, 6, 32][random.usize(..6)];
    let moves = moves(random, side, coords);
    let count = moves.len();
    let mut query = json!({
        "rule": rules[random.usize(..5)],
        "size": side,
        "coords": coords,
        "maxNodes": random.u32(1..400),
    });
    let fields = query.as_object_mut().expect("an object");
    let mut set = |name: &str, value: Value| drop(fields.insert(name.to_owned(), value));
    match random.u8(..4) {
        0 => set("moves", json!(moves.concat())),
        1 => {
            let colors = ["B", "W"].into_iter().cycle();
            set("moves", json!(colors.zip(&moves).collect::<Vec<_>>()));
        }
        2 => {
            let stones = |from: usize| moves.iter().skip(from).step_by(2).collect::<Vec<_>>();
            set("stones", json!({"b": stones(0), "w": stones(1)}));
        }
        _ => set("moves", json!(moves)),
    }
    if random.u8(..3) == 0 {
        let parts = ["policy", "heat", "threats", "forbidden", "proof", "keys"];
        let include: Vec<&str> = parts.into_iter().filter(|_| random.bool()).collect();
        set("include", json!(include));
    }
    match random.u8(..24) {
        0 => set("action", json!("version")),
        1 => set("action", json!("clearCache")),
        2..6 => {
            set("action", json!("solve"));
            set("quiet", json!(random.bool()));
            set("attacker", json!(["black", "white"][random.usize(..2)]));
        }
        6..8 => {
            set("action", json!("forbid"));
            set("rule", json!("renju"));
        }
        8..11 => set("action", json!("move")),
        11 => set("turns", json!("all")),
        12 => set("turns", json!([0, count / 2])),
        13 => set("allow", json!(["a1", "b2", "c3"])),
        14 => set("avoid", json!(moves)),
        15 => set("id", json!(format!("q{}", random.u16(..)))),
        16 => set("priority", json!(random.i8(..))),
        17 => set("komi", json!(6.5)),
        18 => set("maxDepth", json!(random.u32(1..5))),
        19 => set(["maxVisits", "hashMiB"][random.usize(..2)], json!(7)),
        20 => {
            set("action", json!("convert"));
            set("text", json!(moves.concat()));
            set("to", json!(["pos", "psq", "sgf", "board", "offsets"][random.usize(..5)]));
        }
        _ => set("lines", json!(random.usize(1..5))),
    }
    query
}

/// The names of different cells around the centre of a square board.
fn moves(random: &mut Rng, side: u8, coords: &str) -> Vec<String> {
    let letters =
        if coords == "gtp" { "abcdefghjklmnopqrstuvwxyz" } else { "abcdefghijklmnopqrstuvwxyz" };
    let count = random.usize(..24);
    let near = side.min(9);
    let low = (side - near) / 2;
    let mut cells = Vec::new();
    while cells.len() < count {
        let mut along = || low + random.u8(..near);
        let cell = (along(), along());
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let name = |(x, y): (u8, u8)| format!("{}{}", &letters[usize::from(x)..][..1], y + 1);
    cells.into_iter().map(name).collect()
}

/// A query corrupted in a few places, or something else altogether. It takes little to answer and ends
/// nothing.
pub fn fuzzed(random: &mut Rng) -> Vec<u8> {
    loop {
        let mut line = match random.u8(..64) {
            0 => vec![b'['; random.usize(..3000)],
            1 => (0..random.usize(..300)).map(|_| random.u8(..)).collect(),
            2 => odd_value(random).to_string().into_bytes(),
            _ => {
                let mut query = query(random);
                for _ in 0..random.u8(..3) {
                    let fields = query.as_object_mut().expect("an object");
                    let name = fields.keys().nth(random.usize(..fields.len())).cloned();
                    fields.insert(name.expect("a field"), odd_value(random));
                }
                query.to_string().into_bytes()
            }
        };
        for _ in 0..random.u8(..4) {
            corrupt(random, &mut line);
        }
        line.retain(|&byte| byte != b'\n');
        if is_cheap(&line) {
            return line;
        }
    }
}

fn odd_value(random: &mut Rng) -> Value {
    match random.u8(..14) {
        0 => Value::Null,
        1 => json!(random.bool()),
        2 => json!(random.i64(..)),
        3 => json!(random.u64(..)),
        4 => json!(random.i8(..)),
        5 => json!(random.f64() * 10.0),
        6 => json!(""),
        7 => json!("é9\u{1F600}\u{0}"),
        8 => json!("h8".repeat(random.usize(..40))),
        9 => json!([]),
        10 => json!([["B", "h8"], ["W", "h8"]]),
        11 => json!([{"player": "B", "moves": ["h8", "pass"], "untilDepth": 3}]),
        12 => json!({"b": "h8", "w": ["i9"]}),
        _ => json!([random.u8(..), "h8", null]),
    }
}

fn corrupt(random: &mut Rng, line: &mut Vec<u8>) {
    if line.is_empty() {
        return;
    }
    let at = random.usize(..line.len());
    match random.u8(..6) {
        0 => drop(line.remove(at)),
        1 => line.insert(at, random.u8(b' '..=b'~')),
        2 => line[at] = random.u8(..),
        3 => line.truncate(at),
        4 => {
            let piece = line[at..(at + 8).min(line.len())].to_vec();
            line.splice(at..at, piece);
        }
        _ => line[at] = b"{}[]\",:0"[random.usize(..8)],
    }
}

/// Whether a line asks for no long search and does not end the others.
fn is_cheap(line: &[u8]) -> bool {
    let Ok(Value::Object(fields)) = serde_json::from_slice(line) else { return true };
    let is_below = |name: &str, limit: u64| {
        fields.get(name).and_then(Value::as_u64).is_none_or(|value| value < limit)
    };
    let nodes = ["maxNodes", "maxVisits"];
    is_below("maxDepth", 6)
        && nodes.iter().all(|name| is_below(name, 2000))
        && is_below("maxTimeMs", 3)
        && fields.get("action").is_none_or(|action| action != "quit")
}
