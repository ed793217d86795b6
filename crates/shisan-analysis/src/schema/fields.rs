//! How the fields of a query are read.

use serde_json::{Map, Value};

use super::answer::Problem;
use super::color::Color;
use super::decision::OpeningDecision;
use super::query::{
    Action, AgentName, All, BoardSize, CellList, Id, Include, MAX_HASH_MIB, MAX_REPORT_SECONDS,
    Move, Moves, Query, Restriction, Restrictions, RuleName, SideStones, Stones, Turns, WhichGame,
};
use super::read::{Fields, FromJson, Reader, Word};
use super::uses::Uses;
use gomoku_rules::{Coords, Size};
use shisan_engine::engine::{EngineConfig, Level};

/// Other names of fields, each with that of the schema.
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

impl Query {
    /// Reads the query in `object`; `reader` keeps the warnings.
    ///
    /// # Errors
    /// At the first field that cannot be read.
    pub(crate) fn read(object: &Map<String, Value>, reader: &mut Reader) -> Result<Self, Problem> {
        let mut fields = Fields::new(object, &ALIASES, reader);
        let query = Self {
            id: fields.take("id")?,
            action: fields.take("action")?,
            rule: fields.take("rule")?,
            size: fields.take("size")?,
            board_x_size: fields.take_by("boardXSize", side)?,
            board_y_size: fields.take_by("boardYSize", side)?,
            coords: fields.take("coords")?,
            moves: fields.take("moves")?,
            stones: fields.take("stones")?,
            to_move: fields.take("toMove")?,
            turns: fields.take("turns")?,
            max_nodes: fields.take_by("maxNodes", positive)?,
            max_time_ms: fields.take_by("maxTimeMs", positive)?,
            max_depth: fields.take_by("maxDepth", |it, reader| reader.number(it, 1..=u32::MAX))?,
            lines: fields.take_by("lines", |it, reader| reader.number(it, 1..=u32::MAX))?,
            balanced: fields.take("balanced")?,
            threads: fields.take_by("threads", threads)?,
            hash_mib: fields
                .take_by("hashMiB", |it, reader| reader.number(it, 1..=MAX_HASH_MIB))?,
            allow: fields.take("allow")?,
            avoid: fields.take("avoid")?,
            include: fields.take("include")?,
            include_policy: fields.take("includePolicy")?,
            agent: fields.take("agent")?,
            level: fields.take_by("level", level)?,
            seed: fields.take("seed")?,
            report_every_ms: fields.take("reportEveryMs")?,
            report_during_search_every: fields.take_by("reportDuringSearchEvery", seconds)?,
            priority: fields.take("priority")?,
            priorities: fields.take("priorities")?,
            attacker: fields.take("attacker")?,
            quiet: fields.take("quiet")?,
            verify: fields.take("verify")?,
            cell: fields.take("cell")?,
            opening_rule: fields.take("openingRule")?,
            decisions: fields.take("decisions")?,
            text: fields.take("text")?,
            bytes: fields.take("bytes")?,
            tree: fields.take("tree")?,
            from: fields.take("from")?,
            to: fields.take("to")?,
            encoding: fields.take("encoding")?,
            game: fields.take("game")?,
            terminate_id: fields.take("terminateId")?,
            names: fields.names(),
        };
        fields.warn_of_others();
        query.warn_of_unused(fields);
        Ok(query)
    }

    /// Warns of what the action does not read.
    fn warn_of_unused(&self, mut fields: Fields) {
        let uses = Uses::of(self.action.unwrap_or_default(), self.agent.is_some());
        fields.warn_where(|name| uses.why_unread(self, name));
        if uses.has_field("include") {
            let parts = (0..).zip(self.include.iter().flatten());
            for (index, _) in parts.filter(|&(_, &part)| !uses.has_part(part)) {
                fields.warn_of_item("include", index);
            }
        }
    }
}

/// A side of a board.
fn side(value: &Value, reader: &mut Reader) -> Result<u32, Problem> {
    reader.number(value, Size::MIN.into()..=Size::MAX.into())
}

fn positive(value: &Value, reader: &mut Reader) -> Result<u64, Problem> {
    reader.number(value, 1..=u64::MAX)
}

fn threads(value: &Value, reader: &mut Reader) -> Result<u32, Problem> {
    reader.number(value, 1..=EngineConfig::MAX_THREADS as u32)
}

fn level(value: &Value, reader: &mut Reader) -> Result<i64, Problem> {
    reader.number(value, Level::MIN.into()..=Level::MAX.into())
}

fn seconds(value: &Value, reader: &mut Reader) -> Result<f64, Problem> {
    let seconds = value.as_f64().filter(|seconds| (0.0..=MAX_REPORT_SECONDS).contains(seconds));
    let expected = format_args!("a number of seconds from 0 to {MAX_REPORT_SECONDS}");
    seconds.ok_or_else(|| reader.expected(expected, value))
}

impl FromJson for Id {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::String(text) => Ok(Self::Text(text.clone())),
            _ => i64::from_json(value, reader).map(Self::Number).map_err(|_| {
                let (low, high) = (i64::MIN, i64::MAX);
                let expected = format_args!("a string or a whole number from {low} to {high}");
                reader.expected(expected, value)
            }),
        }
    }
}

impl FromJson for RuleName {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::String(name) => Ok(Self::Name(name.clone())),
            _ => u32::from_json(value, reader)
                .map(Self::Number)
                .map_err(|_| reader.expected("the name or the number of a rule", value)),
        }
    }
}

impl FromJson for BoardSize {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::Number(_) => side(value, reader).map(Self::Square),
            Value::Array(sides) if sides.len() == 2 => {
                let sides: Vec<BoardSide> = reader.items(sides)?;
                Ok(Self::Sides([sides[0].0, sides[1].0]))
            }
            _ => Err(reader.expected("a number or [width, height]", value)),
        }
    }
}

/// A side of a board.
struct BoardSide(u32);

impl FromJson for BoardSide {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        side(value, reader).map(Self)
    }
}

impl FromJson for Moves {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::String(text) => Ok(Self::Text(text.clone())),
            Value::Array(moves) => reader.items(moves).map(Self::List),
            _ => {
                let expected = "a pos string, or an array of cells or of [color, cell]";
                Err(reader.expected(expected, value))
            }
        }
    }
}

impl FromJson for Move {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match (value, stone(value)) {
            (Value::String(cell), _) => Ok(Self::Cell(cell.clone())),
            (_, Some((color, cell))) => Ok(Self::Colored(color, cell)),
            _ => Err(reader.expected("a cell or [color, cell]", value)),
        }
    }
}

impl FromJson for Stones {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::Object(sides) => SideStones::read(sides, reader).map(Self::Sides),
            Value::Array(stones) => reader.items(stones).map(Self::List),
            _ => {
                let expected = "{\"b\": cells, \"w\": cells} or an array of [color, cell]";
                Err(reader.expected(expected, value))
            }
        }
    }
}

impl FromJson for (Color, String) {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        stone(value).ok_or_else(|| reader.expected("[color, cell]", value))
    }
}

/// A pair of a color and a cell.
fn stone(value: &Value) -> Option<(Color, String)> {
    match &value.as_array()?[..] {
        [Value::String(color), Value::String(cell)] => Some((Color::of_name(color)?, cell.clone())),
        _ => None,
    }
}

impl SideStones {
    fn read(object: &Map<String, Value>, reader: &mut Reader) -> Result<Self, Problem> {
        let mut sides = Self::default();
        for (name, value) in object {
            reader.field(name, |reader| sides.read_side(name, value, reader))?;
        }
        Ok(sides)
    }

    fn read_side(&mut self, name: &str, value: &Value, reader: &mut Reader) -> Result<(), Problem> {
        let (side, index) = match Color::of_name(name) {
            Some(Color::Black) => (&mut self.b, 0),
            Some(Color::White) => (&mut self.w, 1),
            None => {
                return Err(reader.problem("expected b or w, the side of the stones".to_owned()));
            }
        };
        if value.is_null() {
            return Ok(());
        }
        if side.is_some() {
            return Err(reader.means_the_same(&self.names[index]));
        }
        *side = Some(CellList::from_json(value, reader)?);
        name.clone_into(&mut self.names[index]);
        Ok(())
    }
}

impl FromJson for OpeningDecision {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::Number(_) => reader.number(value, 1..=u8::MAX).map(Self::Number),
            Value::String(word) => Ok(Self::Word(word.clone())),
            Value::Array(cells) => {
                let cells: Vec<CellName> = reader.items(cells)?;
                Ok(Self::Offer(cells.into_iter().map(|cell| cell.0).collect()))
            }
            _ => Err(reader.expected("a cell, swap, stay, a number or an array of cells", value)),
        }
    }
}

impl FromJson for Turns {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::Array(turns) => {
                let turns: Vec<u32> = reader.items(turns)?;
                Ok(Self::List(turns.into_iter().map(|turn| turn as usize).collect()))
            }
            Value::String(word) if word.eq_ignore_ascii_case("all") => Ok(Self::Word(All::All)),
            _ => Err(reader.expected("an array of numbers or \"all\"", value)),
        }
    }
}

impl FromJson for WhichGame {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::Number(_) => positive(value, reader).map(Self::Number),
            Value::String(word) if word.eq_ignore_ascii_case("all") => Ok(Self::Word(All::All)),
            _ => Err(reader.expected("the number of a game or \"all\"", value)),
        }
    }
}

impl FromJson for CellList {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::String(text) => Ok(Self::Text(text.clone())),
            Value::Array(cells) => {
                let cells: Vec<CellName> = reader.items(cells)?;
                Ok(Self::List(cells.into_iter().map(|cell| cell.0).collect()))
            }
            _ => Err(reader.expected("a pos string or an array of cells", value)),
        }
    }
}

/// A cell as it is written.
struct CellName(String);

impl FromJson for CellName {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        let name = value.as_str().map(|name| Self(name.to_owned()));
        name.ok_or_else(|| reader.expected("a cell", value))
    }
}

impl FromJson for Restrictions {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        match value {
            Value::Array(items) if items.first().is_some_and(Value::is_object) => {
                reader.items(items).map(Self::Sides)
            }
            _ => CellList::from_json(value, reader).map(Self::Cells),
        }
    }
}

impl FromJson for Restriction {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        let Value::Object(object) = value else {
            return Err(reader.expected("an object of player, moves and untilDepth", value));
        };
        let mut fields = Fields::new(object, &[], reader);
        let restriction = Self {
            player: fields.require("player")?,
            moves: fields.require("moves")?,
            until_depth: fields.require("untilDepth")?,
        };
        fields.warn_of_others();
        Ok(restriction)
    }
}

impl Word for Action {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Analyze, &["analyze"]),
        (Self::Move, &["move"]),
        (Self::Solve, &["solve"]),
        (Self::Forbid, &["forbid"]),
        (Self::Review, &["review"]),
        (Self::Puzzles, &["puzzles"]),
        (Self::Opening, &["opening"]),
        (Self::Convert, &["convert"]),
        (Self::Version, &["version", "query_version"]),
        (Self::Terminate, &["terminate"]),
        (Self::TerminateAll, &["terminateAll", "terminate_all"]),
        (Self::ClearCache, &["clearCache", "clear_cache"]),
        (Self::Quit, &["quit"]),
    ];
}

impl Word for Color {
    const WORDS: &'static [(Self, &'static [&'static str])] =
        &[(Self::Black, &["black", "b"]), (Self::White, &["white", "w"])];
}

impl Word for AgentName {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Finard, &["finard"]),
        (Self::Zheng, &["zheng"]),
        (Self::Chain, &["chain"]),
        (Self::Gobang, &["gobang"]),
        (Self::GaoLiang, &["gao-liang"]),
        (Self::OnePly, &["one-ply"]),
        (Self::Random, &["random"]),
    ];
}

impl Word for Include {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Policy, &["policy"]),
        (Self::Heat, &["heat"]),
        (Self::Threats, &["threats"]),
        (Self::Forbidden, &["forbidden"]),
        (Self::Proof, &["proof"]),
        (Self::Keys, &["keys"]),
        (Self::Timing, &["timing"]),
        (Self::Book, &["book"]),
    ];
}

impl Word for Coords {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Top, &[Self::Top.name()]),
        (Self::Bottom, &[Self::Bottom.name()]),
        (Self::Gtp, &[Self::Gtp.name()]),
    ];
}

#[cfg(test)]
mod tests {
    use std::fmt::Debug;

    use serde::Serialize;
    use serde_json::json;

    use super::*;
    use crate::parse;
    use crate::schema::query::KATAGO_ACTIONS;
    use crate::schema::schemas;

    #[test]
    fn words_are_those_of_the_schema() {
        let schemas = schemas();
        let query = &schemas["query"];
        let listed = |about: &Value| -> Vec<String> {
            let one_of = about["oneOf"].as_array().into_iter().flatten().map(|it| &it["const"]);
            let words = about["enum"].as_array().into_iter().flatten().chain(one_of);
            words.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        let definitions = &query["$defs"];
        assert_eq!(names::<Action>(), listed(&definitions["Action"]));
        assert_eq!(names::<Color>(), listed(&definitions["Color"]));
        assert_eq!(names::<AgentName>(), listed(&definitions["Agent"]));
        assert_eq!(names::<Include>(), listed(&definitions["Include"]));
        assert_eq!(names::<Coords>(), listed(&definitions["Coords"]));
        let others = Action::WORDS.iter().flat_map(|(_, names)| &names[1..]);
        assert!(others.eq(&KATAGO_ACTIONS));
        for word in listed(&definitions["AnyColor"]) {
            let mut reader = Reader::default();
            assert!(Color::from_json(&json!(word), &mut reader).is_ok(), "{word}");
        }
        assert_written(Action::WORDS);
        assert_written(Color::WORDS);
    }

    /// The schema takes the same numbers as the reader.
    #[test]
    fn ranges_are_those_of_the_schema() {
        let schema = &schemas()["query"];
        let is_read = |name: &str, value: Value| {
            let parsed = parse(1, json!({name: value}).to_string().as_bytes());
            parsed.query.is_ok()
        };
        let fields = schema["properties"].as_object().expect("an object");
        let mut limited = Vec::new();
        for (name, about) in fields {
            for (key, step) in [("minimum", -1), ("maximum", 1)] {
                let Some(end) = about[key].as_i64().or(about[key].as_f64().map(|it| it as i64))
                else {
                    continue;
                };
                assert!(is_read(name, json!(end)), "{name} {end}");
                assert!(!is_read(name, json!(end + step)), "{name} {}", end + step);
                if end != 0 {
                    limited.push((name.as_str(), end));
                }
            }
        }
        assert_eq!(
            limited,
            [
                ("boardXSize", 5),
                ("boardXSize", 32),
                ("boardYSize", 5),
                ("boardYSize", 32),
                ("hashMiB", 1),
                ("hashMiB", 1 << 20),
                ("level", 100),
                ("level", 2200),
                ("lines", 1),
                ("maxDepth", 1),
                ("maxNodes", 1),
                ("maxTimeMs", 1),
                ("reportDuringSearchEvery", 1_000_000),
                ("threads", 1),
                ("threads", EngineConfig::MAX_THREADS as i64),
            ]
        );
        assert_eq!(
            (&fields["turns"]["minItems"], &fields["allow"]["minItems"]),
            (&json!(1), &json!(1))
        );
        let definitions = &schema["$defs"];
        let sides = json!({"minimum": 5, "maximum": 32});
        for place in
            ["/BoardSize/anyOf/0", "/BoardSize/anyOf/1/items", "/GameTree/properties/size/items"]
        {
            let about = definitions.pointer(place).expect(place);
            assert_eq!(json!({"minimum": about["minimum"], "maximum": about["maximum"]}), sides);
        }
        assert_eq!(definitions["WhichGame"]["anyOf"][0]["minimum"], 1);
        assert!(is_read("game", json!(1)) && !is_read("game", json!(0)));
        for number in 0..16 {
            let rules = definitions["RuleName"]["anyOf"][0]["enum"].as_array().expect("numbers");
            let is_rule = number.to_string().parse::<gomoku_rules::Rule>().is_ok();
            assert_eq!(rules.contains(&json!(number)), is_rule, "{number}");
        }
    }

    fn names<T: Word>() -> Vec<String> {
        T::WORDS.iter().map(|(_, names)| names[0].to_owned()).collect()
    }

    /// The name that is written is the first that is read.
    fn assert_written<T: Serialize + Debug>(words: &[(T, &[&str])]) {
        for (word, names) in words {
            assert_eq!(serde_json::to_value(word).expect("a word"), names[0], "{word:?}");
        }
    }
}
