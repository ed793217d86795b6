//! Queries as they are written. What they mean is another type, `Request`.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

use super::color::Color;
use super::decision::OpeningDecision;
use super::tree::GameTree;
use super::words;

use gomoku_rules::{Coords, Size};
use shisan_engine::engine::{EngineConfig, Level};

/// MiB of the largest table.
pub(super) const MAX_HASH_MIB: u32 = 1 << 20;

/// Seconds of the longest time between two reports, which is KataGo's.
pub(super) const MAX_REPORT_SECONDS: f64 = 1e6;

/// A query: one line of input. Fields that are `null` count as absent.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(rename_all = "camelCase", default)]
pub struct Query {
    /// comes back with each answer; the number of the input line if absent
    pub id: Option<Id>,
    /// what to do, see below
    #[schemars(with = "Option<AnyAction>")]
    pub action: Option<Action>,
    /// `freestyle`, `standard`, `renju`, `caro`, `caro-overline`, or the Gomocup number; `freestyle` if absent
    pub rule: Option<RuleName>,
    /// the side of the board or `[width, height]`, 5 to 32; 15 if absent
    pub size: Option<BoardSize>,
    /// KataGo's: the width
    #[schemars(range(min = Size::MIN, max = Size::MAX))]
    pub board_x_size: Option<u32>,
    /// KataGo's: the height
    #[schemars(range(min = Size::MIN, max = Size::MAX))]
    pub board_y_size: Option<u32>,
    /// how cells are named, here and in the answers: `top`, `bottom` or `gtp`
    #[schemars(with = "Option<words::Coords>")]
    pub coords: Option<Coords>,
    /// the moves so far: a pos string such as `h8i9`, or an array of cells or of `[color, cell]`
    pub moves: Option<Moves>,
    /// stones in no order, before the moves: `{"b": cells, "w": cells}` or an array of `[color, cell]`
    pub stones: Option<Stones>,
    /// who moves first after `stones`; if absent Black, or White where Black has more stones
    #[schemars(with = "Option<words::AnyColor>")]
    pub to_move: Option<Color>,
    /// which positions, by the number of moves before them, or `all`; the last one if absent
    #[schemars(extend("minItems" = 1))]
    pub turns: Option<Turns>,
    /// ends the search after this many nodes
    #[schemars(range(min = 1))]
    pub max_nodes: Option<u64>,
    /// ends the search after this many milliseconds
    #[schemars(range(min = 1))]
    pub max_time_ms: Option<u64>,
    /// ends the search after this many plies
    #[schemars(range(min = 1))]
    pub max_depth: Option<u32>,
    /// how many of the best moves, each with its line (multi-PV)
    #[schemars(range(min = 1))]
    pub lines: Option<u32>,
    /// `analyze`: the most balanced moves come first in `lines`, those after which both sides have the most equal chance
    pub balanced: Option<bool>,
    /// threads of the search, at most one a processor; those of the program if absent
    #[schemars(range(min = 1, max = EngineConfig::MAX_THREADS))]
    pub threads: Option<u32>,
    /// MiB of the transposition table; that of the program if absent
    #[schemars(rename = "hashMiB", range(min = 1, max = MAX_HASH_MIB))]
    pub hash_mib: Option<u32>,
    /// the only moves to compare
    #[schemars(extend("minItems" = 1))]
    pub allow: Option<Restrictions>,
    /// moves to leave out
    pub avoid: Option<Restrictions>,
    /// what else the answer should hold: `policy`, `heat`, `threats`, `forbidden`, `proof`, `keys`, `timing`, `book`
    pub include: Option<Vec<Include>>,
    /// KataGo's: the same as `policy` in `include`
    pub include_policy: Option<bool>,
    /// `move`: the [published agent](classics.md) that plays: `finard`, `zheng`, `chain`, `gobang`, `gao-liang`, or `one-ply` or `random`; Shisan if absent
    pub agent: Option<AgentName>,
    /// plays and sees as well as a player of this Elo, see [levels.md](levels.md); full strength if absent
    #[schemars(range(min = Level::MIN, max = Level::MAX))]
    pub level: Option<i64>,
    /// makes another player of the same level or agent; if absent 1, for an agent 0
    pub seed: Option<u64>,
    /// milliseconds from one report of progress to the next; 0 reports none
    pub report_every_ms: Option<u64>,
    /// KataGo's: `reportEveryMs` in seconds
    #[schemars(range(min = 0, max = MAX_REPORT_SECONDS))]
    pub report_during_search_every: Option<f64>,
    /// positions of a higher priority come first; 0 if absent
    pub priority: Option<i64>,
    /// KataGo's: a priority for each of `turns`
    pub priorities: Option<Vec<i64>>,
    /// `solve`: whose win to look for; the side to move if absent
    #[schemars(with = "Option<words::AnyColor>")]
    pub attacker: Option<Color>,
    /// `solve`: quiet attacks too, neither four nor three, that threaten to win by fours
    pub quiet: Option<bool>,
    /// replays each mate against every legal reply
    pub verify: Option<bool>,
    /// `forbid`: judges this cell only
    pub cell: Option<String>,
    /// `opening`: `pro`, `long-pro`, `swap`, `swap2`, `yamaguchi`, `soosyrv-8` or `taraguchi-10`; `swap2` if absent
    #[schemars(with = "Option<words::OpeningRule>")]
    pub opening_rule: Option<String>,
    /// `opening`: the decisions so far: a cell, `swap`, `stay`, a number of fifth moves, or an array of the cells that are offered
    pub decisions: Option<Vec<OpeningDecision>>,
    /// `convert`: games in one of the formats below
    pub text: Option<String>,
    /// `convert`: the same as the bytes of a file, in any encoding, in base64
    pub bytes: Option<String>,
    /// `convert`: the same as one game tree, see below
    pub tree: Option<GameTree>,
    /// `convert`: the format of the games, see [files.md](files.md); detected if absent
    #[schemars(with = "Option<words::ReadFormat>")]
    pub from: Option<String>,
    /// `convert`: the format of the answer, or `tree`; the fields of a query if absent
    #[schemars(with = "Option<words::WrittenFormat>")]
    pub to: Option<String>,
    /// `convert`: the encoding of names and comments in the answer; with it a text comes in `bytes`, too; UTF-8 if absent
    pub encoding: Option<String>,
    /// `convert`: the game that becomes a tree, from 1, or `all`; the first if absent
    pub game: Option<WhichGame>,
    /// `terminate`: the `id` of the query to end
    pub terminate_id: Option<Id>,
    #[schemars(skip)]
    pub names: FieldNames,
}

/// The names of fields in a query that are not those of the schema, each with that of the schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldNames(pub Vec<(&'static str, &'static str)>);

impl FieldNames {
    /// The field of this name in the schema, such as `stones[1]`, as the query names it.
    pub fn of_query(&self, field: &str) -> String {
        let end = field.find(['.', '[']).unwrap_or(field.len());
        let (name, rest) = field.split_at(end);
        let alias = self.0.iter().find(|(_, own)| *own == name);
        alias.map_or(name, |(alias, _)| alias).to_owned() + rest
    }
}

/// What tells queries apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Id {
    Number(i64),
    Text(String),
}

/// An action by its name or by KataGo's.
struct AnyAction;

/// The names of actions that are KataGo's.
pub(super) const KATAGO_ACTIONS: [&str; 3] = ["query_version", "terminate_all", "clear_cache"];

impl JsonSchema for AnyAction {
    fn schema_name() -> Cow<'static, str> {
        "AnyAction".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let ours = generator.subschema_for::<Action>();
        json_schema!({"anyOf": [ours, {"type": "string", "enum": KATAGO_ACTIONS}]})
    }
}

/// What to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// Evaluate positions, with their best moves.
    #[default]
    Analyze,
    /// Choose the move that the engine would play.
    Move,
    /// Find a checkmate by continuous fours and threes.
    Solve,
    /// List the points that renju forbids Black.
    Forbid,
    /// Judge the moves of a game.
    Review,
    /// Find the positions of a game with one winning move.
    Puzzles,
    /// Decide in an opening by any rule.
    Opening,
    /// Write games in another format, or as the fields of a query.
    Convert,
    /// Say what this program is.
    Version,
    /// End a query.
    Terminate,
    /// End all queries.
    TerminateAll,
    /// Empty the tables that searches leave behind.
    ClearCache,
    /// End all queries and this program.
    Quit,
}

impl Action {
    /// Whether it asks about positions. The others are about the queue or this program.
    pub const fn is_about_positions(self) -> bool {
        matches!(self, Self::Analyze | Self::Move | Self::Solve | Self::Forbid | Self::Opening)
            || self.of_a_game().is_some()
    }

    /// What it is called, if it has one answer about a whole game.
    pub(crate) const fn of_a_game(self) -> Option<&'static str> {
        match self {
            Self::Review => Some("a review"),
            Self::Puzzles => Some("a search for puzzles"),
            _ => None,
        }
    }
}

/// A published agent, or one of two plain players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename = "Agent", rename_all = "kebab-case")]
pub enum AgentName {
    Finard,
    Zheng,
    Chain,
    Gobang,
    GaoLiang,
    OnePly,
    Random,
}

/// A rule by its name or its Gomocup number.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum RuleName {
    Number(#[schemars(with = "words::RuleNumber")] u32),
    Name(#[schemars(with = "words::Rule")] String),
}

/// A board size.
#[derive(Clone, Copy, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum BoardSize {
    Square(#[schemars(range(min = Size::MIN, max = Size::MAX))] u32),
    Sides(#[schemars(inner(range(min = Size::MIN, max = Size::MAX)))] [u32; 2]),
}

/// The moves of a game.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Moves {
    Text(String),
    List(Vec<Move>),
}

/// A move, with or without the side that makes it.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Move {
    Cell(String),
    Colored(#[schemars(with = "words::AnyColor")] Color, String),
}

/// Stones in no order.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Stones {
    Sides(SideStones),
    List(#[schemars(with = "Vec<(words::AnyColor, String)>")] Vec<(Color, String)>),
}

/// Stones by side.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct SideStones {
    pub b: Option<CellList>,
    pub w: Option<CellList>,
    /// How the query names the sides, Black's first.
    #[schemars(skip)]
    pub names: [String; 2],
}

/// Which positions of a game.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Turns {
    List(Vec<usize>),
    Word(All),
}

/// Which game of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum WhichGame {
    Number(#[schemars(range(min = 1))] u64),
    Word(All),
}

/// The word for all positions of a game, or all games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum All {
    All,
}

/// Cells.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum CellList {
    Text(String),
    List(Vec<String>),
}

/// Moves to allow or to avoid.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
pub enum Restrictions {
    Cells(CellList),
    Sides(Vec<Restriction>),
}

/// KataGo's restriction of the moves of one side.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(rename_all = "camelCase")]
pub struct Restriction {
    #[schemars(with = "words::AnyColor")]
    pub player: Color,
    pub moves: Vec<String>,
    pub until_depth: u32,
}

/// A part of an answer that is left out unless it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "lowercase")]
pub enum Include {
    Policy,
    Heat,
    Threats,
    Forbidden,
    Proof,
    Keys,
    Timing,
    Book,
}
