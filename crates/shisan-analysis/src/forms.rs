//! Every way to write a field is read as what it means, and anything else is an error in plain words.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value, json};

use crate::limits::Defaults;
use crate::request::Request;
use crate::schema::{Include, Problem, Warning, schemas};
use crate::{Parsed, parse};
use gomoku_rules::{Board, CellNames, Coords, Pos, Side, Size};

/// Names of KataGo's, each with ours.
const ALIASES: [(&str, &str); 8] = [
    ("rules", "rule"),
    ("initialStones", "stones"),
    ("initialPlayer", "toMove"),
    ("analyzeTurns", "turns"),
    ("turnNumbers", "turns"),
    ("maxVisits", "maxNodes"),
    ("allowMoves", "allow"),
    ("avoidMoves", "avoid"),
];

fn request(query: &Value) -> Result<(Request, Vec<(usize, i64)>), Problem> {
    let Parsed { id, query } = parse(1, query.to_string().as_bytes());
    let (query, warnings) = query?;
    Request::new(id, &query, warnings, &Defaults::default())
}

/// A board with its names, the fields that say so, and up to eight of its cells.
fn boards() -> impl Strategy<Value = (CellNames, Value, Vec<Pos>)> {
    let sides = (5_u32..=32, 5_u32..=32, 0..3_u8);
    let cells = prop::collection::vec(any::<Index>(), 0..=8);
    (sides, select(&Coords::ALL), cells).prop_map(|((width, height, form), coords, cells)| {
        let height = if form == 0 { width } else { height };
        let size = Size::new(width, height).expect("a size");
        let mut fields = match form {
            0 => json!({"size": width}),
            1 => json!({"size": [width, height]}),
            _ => json!({"boardXSize": width, "boardYSize": height}),
        };
        fields["coords"] = json!(coords.name());
        let all: Vec<Pos> = size.positions().collect();
        let mut chosen: Vec<Pos> = cells.iter().map(|cell| *cell.get(&all)).collect();
        chosen.sort_unstable();
        chosen.dedup();
        (CellNames { coords, size }, fields, chosen)
    })
}

/// Ways to write names: as they are, in small or in capital letters.
fn spelled(names: CellNames, cells: &[Pos], case: u8) -> Vec<String> {
    let names = names.all(cells).into_iter();
    match case {
        0 => names.collect(),
        1 => names.map(|name| name.to_lowercase()).collect(),
        _ => names.map(|name| name.to_uppercase()).collect(),
    }
}

/// A list of cells as a pos string or an array.
fn list(cells: &[String], form: u8) -> Value {
    match form {
        0 => json!(cells.concat()),
        1 => json!(cells.join(", ")),
        _ => json!(cells),
    }
}

fn color(side: Side, form: usize) -> &'static str {
    match side {
        Side::Black => ["b", "B", "black", "Black", "BLACK"][form % 5],
        Side::White => ["w", "W", "white", "White", "WHITE"][form % 5],
    }
}

proptest! {
    #[test]
    fn stones_mean_the_same_in_every_form(
        (names, fields, cells) in boards(),
        blacks in 0..=4_usize,
        form in 0..6_u8,
        case in 0..3_u8,
        words in 0..5_usize,
        alias: bool,
    ) {
        let (black, rest) = cells.split_at(blacks.min(cells.len()));
        let white = &rest[..rest.len().min(4)];
        let mut board = Board::new(names.size);
        for (side, cells) in [(Side::Black, black), (Side::White, white)] {
            for &pos in cells {
                board.place(pos, side.into()).expect("a free cell");
            }
        }
        let to_move = if black.len() > white.len() { Side::White } else { Side::Black };
        let (black, white) = (spelled(names, black, case), spelled(names, white, case));
        let pair = |side: Side| {
            move |(index, cell): (usize, &String)| json!([color(side, words + index), cell])
        };
        let stones = if form < 3 {
            let key = |side: Side| color(side, words);
            let mut object = Map::new();
            for (side, cells) in [(Side::Black, &black), (Side::White, &white)] {
                // An absent side, a null and an empty list are the same.
                match (cells.len(), words) {
                    (0, 0) => {}
                    (0, 1) => drop(object.insert(key(side).to_owned(), Value::Null)),
                    _ => drop(object.insert(key(side).to_owned(), list(cells, form))),
                }
            }
            Value::Object(object)
        } else {
            let mut pairs: Vec<Value> = black.iter().enumerate().map(pair(Side::Black)).collect();
            pairs.extend(white.iter().enumerate().map(pair(Side::White)));
            if form == 4 {
                pairs.reverse();
            }
            json!(pairs)
        };
        let mut query = fields;
        query[if alias { "initialStones" } else { "stones" }] = stones;
        let (request, _) = request(&query).unwrap_or_else(|error| panic!("{query}: {error:?}"));
        let found = request.game.board(0);
        prop_assert!(names.size.positions().all(|pos| found.cell(pos) == board.cell(pos)), "{}", query);
        prop_assert_eq!(found.stones().len(), board.stones().len());
        prop_assert!(found.stones().is_sorted_by_key(|stone| stone.pos));
        prop_assert_eq!(found.side_to_move(), to_move);
    }

    #[test]
    fn moves_mean_the_same_in_every_form(
        (names, fields, cells) in boards(),
        form in 0..4_u8,
        case in 0..3_u8,
        words in 0..5_usize,
    ) {
        let moves = &cells[..cells.len().min(4)];
        let written = spelled(names, moves, case);
        let mut query = fields;
        query["moves"] = if form < 3 {
            list(&written, form)
        } else {
            let sides = [Side::Black, Side::White].into_iter().cycle();
            let pairs: Vec<Value> =
                sides.zip(&written).map(|(side, cell)| json!([color(side, words), cell])).collect();
            json!(pairs)
        };
        let (request, turns) = request(&query).unwrap_or_else(|error| panic!("{query}: {error:?}"));
        prop_assert_eq!(turns, [(moves.len(), 0)]);
        let found = request.game.board(moves.len());
        let stones: Vec<Pos> = found.stones().iter().map(|stone| stone.pos).collect();
        prop_assert_eq!(stones, moves);
    }

    #[test]
    fn restrictions_mean_the_same_in_every_form(
        (names, fields, cells) in boards(),
        form in 0..4_u8,
        case in 0..3_u8,
        words in 0..5_usize,
        alias: bool,
    ) {
        let cells = &cells[..cells.len().min(4)];
        let written = spelled(names, cells, case);
        let restrictions = if form < 3 {
            list(&written, form)
        } else {
            let of = |side| json!({"player": color(side, words), "moves": &written, "untilDepth": 1});
            json!([of(Side::Black), of(Side::White)])
        };
        let mut query = fields;
        query[if alias { "allowMoves" } else { "allow" }] = restrictions.clone();
        query[if alias { "avoidMoves" } else { "avoid" }] = restrictions;
        let (request, _) = request(&query).unwrap_or_else(|error| panic!("{query}: {error:?}"));
        for side in [Side::Black, Side::White] {
            prop_assert_eq!(request.only[side.index()].as_deref(), Some(cells));
            prop_assert_eq!(&request.excluded[side.index()][..], cells);
        }
        prop_assert_eq!(request.warnings, []);
    }

    #[test]
    fn anything_else_is_an_error_in_plain_words(
        name in select(fields()),
        value in values(),
        place in any::<Index>(),
    ) {
        check(&name, &value);
        // The same somewhere within a good value.
        let mut query = json!({
            "stones": [["b", "a1"], ["w", "b1"]],
            "moves": [["b", "c1"], ["w", "d1"]],
            "allow": [{"player": "b", "moves": ["e1", "f1"], "untilDepth": 1}],
            "turns": [0, 1],
            "priorities": [1, 2],
            "include": ["heat", "policy"],
            "size": [15, 15],
        });
        let places: Vec<String> = inner_places(&query);
        let inner: &String = place.get(&places);
        *query.pointer_mut(inner).expect("a place") = value;
        if let Err(problem) = request(&query) {
            check_words(&problem);
            let field = problem.field.as_deref().unwrap_or_default();
            let top = field.split(['[', '.']).next().unwrap_or_default();
            prop_assert!(query.get(top).is_some(), "{}: {:?}", query, problem);
        }
    }
}

/// The fields of the schema and their other names, but `id` and `action`.
fn fields() -> Vec<String> {
    let schema = &schemas()["query"];
    let names = schema["properties"].as_object().expect("an object").keys().cloned();
    names.chain(ALIASES.map(|(alias, _)| alias.to_owned())).collect()
}

/// Values that fit hardly anywhere.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        select(vec![
            json!(0),
            json!(-1),
            json!(1),
            json!(15),
            json!(1e300),
            json!(0.5),
            json!(-0.0)
        ]),
        select(vec![json!(u64::MAX), json!(i64::MIN), json!(1_000_000_000_000_u64), json!(2.5e18)]),
        any::<i64>().prop_map(|number| json!(number)),
        any::<f64>().prop_filter_map("finite", |it| it.is_finite().then(|| json!(it))),
        select(vec![
            "", "b", "white", "h8", "p99", "all", "policy", "top", "renju", "NaN", "-1", "8"
        ])
        .prop_map(|text| json!(text)),
        ".{0,12}".prop_map(|text| json!(text)),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::Array),
            prop::collection::hash_map("b|w|player|moves|x", inner, 0..3)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// The places in the arrays and objects of `query`, as JSON pointers.
fn inner_places(query: &Value) -> Vec<String> {
    let steps: Vec<(String, &Value)> = match query {
        Value::Array(items) => (0..).map(|at: usize| at.to_string()).zip(items).collect(),
        Value::Object(fields) => fields.iter().map(|(name, it)| (name.clone(), it)).collect(),
        _ => return Vec::new(),
    };
    let deeper = steps.into_iter().flat_map(|(step, value)| {
        let here = format!("/{step}");
        let below = inner_places(value).into_iter().map(move |rest| here.clone() + &rest);
        [format!("/{step}")].into_iter().chain(below)
    });
    deeper.collect()
}

fn check(name: &str, value: &Value) {
    let action = match name {
        "cell" => "forbid",
        "attacker" | "quiet" => "solve",
        _ => "analyze",
    };
    let query = json!({name: value, "action": action});
    match request(&query) {
        Err(problem) => {
            check_words(&problem);
            let rest = problem.field.as_deref().and_then(|field| field.strip_prefix(name));
            let is_named = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['[', '.']));
            assert!(is_named, "{query}: {problem:?}");
        }
        Ok((request, _)) => {
            let named = |warning: &Warning| warning.field.starts_with(name);
            assert!(request.warnings.iter().all(named), "{query}: {:?}", request.warnings);
        }
    }
}

/// Whether a problem is in one line and in plain words, besides what it quotes.
fn check_words(problem: &Problem) {
    let words = problem.error.rsplit_once(", not ").map_or(&*problem.error, |(words, _)| words);
    assert!(!problem.error.contains('\n'), "{problem:?}");
    for word in WORDS_OF_RUST {
        assert!(!words.contains(word), "{problem:?}");
    }
}

const WORDS_OF_RUST: [&str; 16] = [
    "u8",
    "u32",
    "u64",
    "i64",
    "f64",
    "usize",
    "Duration",
    "invalid type",
    "invalid value",
    "struct",
    "missing field",
    "unknown variant",
    "variant",
    "tuple",
    "enum",
    "floating",
];

#[test]
fn every_field_has_its_words_for_what_does_not_fit() {
    let odd = [
        json!(-1),
        json!(0.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("NaN"),
        json!(true),
        json!([]),
        json!([null]),
        json!([[1]]),
        json!({}),
        json!({"x": {"y": [1]}}),
        json!([["h8", "j8"], ["i9", "k9"]]),
        json!([["b"]]),
        json!([["b", "a1", "c"]]),
        json!({"b": {"b": "a1"}}),
        json!({"b": "a1", "black": "b1"}),
        json!([{"player": "b"}]),
    ];
    for name in fields() {
        for value in &odd {
            check(&name, value);
        }
        assert!(request(&json!({&name: null})).is_ok(), "{name}: null is absent");
    }
}

#[test]
fn the_other_names_are_those_that_are_read() {
    let good = |name| match name {
        "rule" => json!("renju"),
        "stones" => json!([["b", "a1"]]),
        "toMove" => json!("white"),
        "turns" => json!([0]),
        "maxNodes" => json!(7),
        _ => json!(["a1"]),
    };
    for (alias, name) in ALIASES {
        let own = request(&json!({name: good(name)})).expect(name).0;
        let other = request(&json!({alias: good(name)})).expect(alias).0;
        assert_eq!(other.warnings, [], "{alias}");
        let other = Request { fields: own.fields.clone(), ..other };
        assert_eq!(format!("{own:?}"), format!("{other:?}"), "{alias}");
        let both = request(&json!({name: good(name), alias: good(name)})).expect_err(alias);
        assert_eq!(both.field.as_deref(), Some(alias));
        assert_eq!(both.error, format!("{name} means the same: give one of them"));
        assert!(request(&json!({name: null, alias: good(name)})).is_ok(), "{alias}");
    }
}

#[test]
fn fields_that_mean_the_same_are_not_given_together() {
    for (query, field, other) in [
        (json!({"priority": 0, "priorities": [1]}), "priorities", "priority"),
        (
            json!({"reportEveryMs": 0, "reportDuringSearchEvery": 0.5}),
            "reportDuringSearchEvery",
            "reportEveryMs",
        ),
        (
            json!({"include": ["heat", "policy"], "includePolicy": false}),
            "includePolicy",
            "policy in include",
        ),
    ] {
        let problem = request(&query).map(drop).expect_err(field);
        assert_eq!(problem.field.as_deref(), Some(field));
        assert_eq!(problem.error, format!("{other} means the same: give one of them"));
    }
    let (request, _) = request(&json!({"include": ["heat"], "includePolicy": true})).expect("both");
    assert!(request.includes(Include::Heat) && request.includes(Include::Policy));
}
