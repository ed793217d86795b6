//! What a query means.

use std::time::Duration;

use crate::decisions::read_opening;
use crate::game::{Game, read_cell, read_cells};
use crate::limits::{Defaults, Limits};
use crate::question::{Question, check_game};
use crate::schema::{
    Action, Answer, BoardSize, FieldNames, Id, Include, Move, Moves, Outcome, Problem, Query,
    Restriction, Restrictions, RuleName, Turns, Warning,
};
use gomoku_rules::{CellNames, Opening, Pos, Rule, Side, Size};
use shisan_engine::engine::{EngineConfig, Level, processors};
use shisan_engine::search::{Clock, TimeBudget};

/// A question about the positions of a game.
#[derive(Clone, Debug)]
pub struct Request {
    /// That of the query.
    pub id: Id,
    pub(crate) question: Question,
    pub(crate) rule: Rule,
    pub(crate) names: CellNames,
    /// The names of the query's fields.
    pub(crate) fields: FieldNames,
    pub(crate) game: Game,
    /// That of the action `opening`.
    pub(crate) opening: Option<Opening>,
    /// What ends the search of a position.
    pub limits: Limits,
    pub(crate) lines: usize,
    /// Whether the most balanced moves come first.
    pub(crate) balanced: bool,
    /// Search threads, if the query names them.
    pub threads: Option<usize>,
    /// Bytes of the transposition table.
    pub(crate) hash: Option<u64>,
    pub(crate) level: Option<Level>,
    /// By the side to move: the only moves to compare.
    pub(crate) only: [Option<Vec<Pos>>; 2],
    /// By the side to move: moves to leave out.
    pub(crate) excluded: [Vec<Pos>; 2],
    pub(crate) include: Vec<Include>,
    pub(crate) verify: bool,
    pub(crate) report_every: Option<Duration>,
    /// What was ignored in the query.
    pub warnings: Vec<Warning>,
}

/// The turns of a query, each with its priority.
pub type TurnList = Vec<(usize, i64)>;

impl Request {
    /// The meaning of `query`, whose action asks about positions, and the turns that it asks for.
    ///
    /// # Errors
    /// When it cannot be answered.
    pub fn new(
        id: Id,
        query: &Query,
        warnings: Vec<Warning>,
        defaults: &Defaults,
    ) -> Result<(Self, TurnList), Problem> {
        let request = Self::read(id, query, warnings, defaults);
        request.map_err(|problem| problem.of_query(&query.names))
    }

    /// The same; problems name the fields of the schema.
    fn read(
        id: Id,
        query: &Query,
        warnings: Vec<Warning>,
        defaults: &Defaults,
    ) -> Result<(Self, TurnList), Problem> {
        refuse_twins(query)?;
        let rule = rule(query)?;
        let coords = query.coords.unwrap_or(defaults.coords);
        let names = CellNames { coords, size: size(query)? };
        let game = Game::new(query, rule, names)?;
        if let Some(asker) = query.action.and_then(Action::of_a_game) {
            check_game(asker, query, &game)?;
        }
        let is_opening = query.action == Some(Action::Opening);
        let opening = is_opening.then(|| read_opening(query, names, &game)).transpose()?;
        let turns = turns(query, game.last_turn())?;
        let include = query.include.clone().unwrap_or_default();
        let policy = query.include_policy.unwrap_or_default().then_some(Include::Policy);
        let mut request = Self {
            id,
            question: Question::new(query, names, rule)?,
            rule,
            names,
            fields: query.names.clone(),
            game,
            opening,
            limits: limits(query, defaults.limits),
            lines: query.lines.map_or(defaults.lines, |lines| lines as usize),
            balanced: query.balanced.unwrap_or_default(),
            threads: query.threads.map(|threads| (threads as usize).min(processors())),
            hash: query.hash_mib.map(|mib| u64::from(mib) << 20),
            level: level(query, defaults)?,
            only: [None, None],
            excluded: [Vec::new(), Vec::new()],
            include: include.into_iter().chain(policy).collect(),
            verify: query.verify.unwrap_or_default(),
            report_every: report_every(query),
            warnings,
        };
        request.restrict(query)?;
        if query.coords.is_none() && !defaults.katago && has_pairs(query) {
            let coords = coords.name();
            request.warn("moves", &format!("read as coords {coords}; KataGo's clients write gtp"));
        }
        Ok((request, turns))
    }

    /// The same question about a position, for one line at full strength and for proofs that are replayed.
    #[must_use]
    pub fn plain(&self) -> Self {
        Self {
            lines: 1,
            level: None,
            include: Vec::new(),
            report_every: None,
            verify: true,
            ..self.clone()
        }
    }

    /// Gives the search that is next its time.
    pub fn start(&self, clock: &Clock) {
        let now = clock.elapsed();
        let end = |time: Duration| now.saturating_add(time);
        let TimeBudget { optimum, maximum } = self.limits.time_budget();
        clock.set_budget(TimeBudget { optimum: end(optimum), maximum: end(maximum) });
    }

    /// An answer.
    pub fn answer(&self, outcome: Outcome, is_final: bool) -> Answer {
        let (id, warnings) = (self.id.clone(), self.warnings.clone());
        Answer { id, is_final, outcome, warnings }
    }

    /// Whether the answer should hold `part`.
    pub fn includes(&self, part: Include) -> bool {
        self.include.contains(&part)
    }

    /// The engine that plays as `config` says, with the threads, the table and the level of the query.
    pub(crate) fn configure(&self, config: &EngineConfig) -> EngineConfig {
        EngineConfig {
            threads: self.threads.unwrap_or(config.threads),
            hash: self.hash.or(config.hash),
            level: self.level,
            ..config.clone()
        }
    }

    /// Whether any position is answered within about a second.
    pub fn is_short(&self) -> bool {
        let is_agent = matches!(self.question, Question::Agent(_));
        is_agent || !self.question.is_about_a_game() && self.limits.are_near()
    }

    /// Whether the answer depends on nothing but the query, as long as one thread searches.
    pub fn is_reproducible(&self) -> bool {
        self.limits.time_ms.is_none()
    }

    fn warn(&mut self, field: &str, warning: &str) {
        let field = self.fields.of_query(field);
        self.warnings.push(Warning { field, warning: warning.to_owned() });
    }

    /// Takes in the moves that `query` allows and avoids.
    fn restrict(&mut self, query: &Query) -> Result<(), Problem> {
        if let Some(restrictions) = &query.allow {
            self.only = self.read_restrictions("allow", restrictions)?;
        }
        if let Some(restrictions) = &query.avoid {
            let excluded = self.read_restrictions("avoid", restrictions)?;
            self.excluded = excluded.map(Option::unwrap_or_default);
        }
        Ok(())
    }

    /// The cells for either side to move; KataGo's restrictions name it.
    fn read_restrictions(
        &mut self,
        field: &str,
        restrictions: &Restrictions,
    ) -> Result<[Option<Vec<Pos>>; 2], Problem> {
        let restrictions = match restrictions {
            Restrictions::Cells(cells) => {
                let cells = read_cells(cells, field, self.names)?;
                let cells: Vec<Pos> = cells.into_iter().map(|(_, pos)| pos).collect();
                return Ok([Some(cells.clone()), Some(cells)]);
            }
            Restrictions::Sides(restrictions) => restrictions,
        };
        let mut found = [None, None];
        for (index, Restriction { player, moves, until_depth }) in restrictions.iter().enumerate() {
            let field = format!("{field}[{index}]");
            if *until_depth > 1 {
                let place = format!("{field}.untilDepth");
                self.warn(&place, "read as 1: allow and avoid hold for the next move only");
            }
            let cells: &mut Vec<Pos> = found[Side::from(*player).index()].get_or_insert_default();
            for (index, cell) in moves.iter().enumerate() {
                if !cell.eq_ignore_ascii_case("pass") {
                    cells.push(read_cell(cell, &format!("{field}.moves[{index}]"), self.names)?);
                }
            }
        }
        Ok(found)
    }
}

/// Refuses a field of KataGo's beside the one of ours that means the same.
fn refuse_twins(query: &Query) -> Result<(), Problem> {
    let has_policy = query.include.iter().flatten().any(|part| *part == Include::Policy);
    let twins = [
        ("priorities", query.priorities.is_some(), "priority", query.priority.is_some()),
        (
            "reportDuringSearchEvery",
            query.report_during_search_every.is_some(),
            "reportEveryMs",
            query.report_every_ms.is_some(),
        ),
        ("includePolicy", query.include_policy.is_some(), "policy in include", has_policy),
    ];
    match twins.into_iter().find(|&(_, is_given, _, is_other_given)| is_given && is_other_given) {
        Some((field, _, other, _)) => Err(Problem::means_the_same(field, other)),
        None => Ok(()),
    }
}

fn rule(query: &Query) -> Result<Rule, Problem> {
    let is_forbid = query.action == Some(Action::Forbid);
    let usual = if is_forbid { Rule::Renju } else { Rule::default() };
    Ok(given_rule(query)?.unwrap_or(usual))
}

/// The rule that `query` names.
pub(crate) fn given_rule(query: &Query) -> Result<Option<Rule>, Problem> {
    let rule = query.rule.as_ref().map(|rule| match rule {
        RuleName::Name(name) => name.parse(),
        RuleName::Number(number) => number.to_string().parse(),
    });
    rule.transpose()
        .map_err(|error: gomoku_rules::ParseRuleError| Problem::of("rule", error.to_string()))
}

fn size(query: &Query) -> Result<Size, Problem> {
    Ok(given_size(query)?.unwrap_or(Size::square(15)))
}

/// The board that `query` names.
pub(crate) fn given_size(query: &Query) -> Result<Option<Size>, Problem> {
    let given = query.size.map(|size| match size {
        BoardSize::Square(side) => (side, side),
        BoardSize::Sides([width, height]) => (width, height),
    });
    let (width, height) = match (given, query.board_x_size, query.board_y_size) {
        (Some(sides), None, None) => sides,
        (None, None, None) => return Ok(None),
        (None, Some(side), None) | (None, None, Some(side)) => (side, side),
        (None, Some(width), Some(height)) => (width, height),
        (Some(_), ..) => {
            let reason = "expected size, or boardXSize and boardYSize, not both";
            return Err(Problem::of("size", reason));
        }
    };
    Size::new(width, height).map(Some).map_err(|error| Problem::of("size", error.to_string()))
}

fn level(query: &Query, defaults: &Defaults) -> Result<Option<Level>, Problem> {
    let seed = query.seed.unwrap_or(defaults.seed);
    let level = query.level.or(defaults.level).map(|elo| Level::new(elo, seed));
    level.transpose().map_err(|reason| Problem::of("level", reason))
}

/// The turns that `query` asks for, none above `last`.
fn turns(query: &Query, last: usize) -> Result<TurnList, Problem> {
    let turns = match &query.turns {
        None => vec![last],
        Some(Turns::Word(_)) => (0..=last).collect(),
        Some(Turns::List(turns)) if turns.is_empty() => {
            return Err(Problem::of("turns", "expected at least one"));
        }
        Some(Turns::List(turns)) => turns.clone(),
    };
    if let Some((index, turn)) = turns.iter().enumerate().find(|&(_, &turn)| turn > last) {
        let reason = format!("no turn {turn}: the last is {last}");
        return Err(Problem::of(format!("turns[{index}]"), reason));
    }
    // A game has no more positions; a list could repeat them without end.
    if turns.len() > last + 1 {
        return Err(Problem::of("turns", "more turns than the game has positions"));
    }
    let priority = query.priority.unwrap_or_default();
    let priorities = match &query.priorities {
        None => vec![priority; turns.len()],
        Some(priorities) if priorities.len() == turns.len() => priorities.clone(),
        Some(_) => return Err(Problem::of("priorities", "expected one for each turn")),
    };
    Ok(turns.into_iter().zip(priorities).collect())
}

/// The limits of `query`, or the default ones. An agent ends its search itself: it has no default for nodes.
fn limits(query: &Query, mut default: Limits) -> Limits {
    if query.agent.is_some() {
        default.nodes = None;
    }
    let Query { max_nodes: nodes, max_time_ms: time_ms, max_depth: depth, .. } = *query;
    let limits = Limits { nodes, time_ms, depth };
    let mut limits = if limits == Limits::default() { default } else { limits };
    // The solvers know no depth.
    if query.action == Some(Action::Solve) && limits.time_ms.is_none() {
        limits.nodes = limits.nodes.or(Defaults::default().limits.nodes);
    }
    limits
}

fn report_every(query: &Query) -> Option<Duration> {
    let seconds = query.report_during_search_every.map(Duration::from_secs_f64);
    let every = query.report_every_ms.map(Duration::from_millis).or(seconds);
    every.filter(|every| !every.is_zero())
}

/// Whether `query` writes moves as KataGo's clients do.
fn has_pairs(query: &Query) -> bool {
    let Some(Moves::List(moves)) = &query.moves else { return false };
    moves.iter().any(|it| matches!(it, Move::Colored(..)))
}
