//! The searches that commands ask for, as requests of [`shisan_analysis`].

use std::time::Instant;

use gomoku_rules::Side;
use shisan_analysis::{
    Action, Color, Defaults, Id, Problem, Query, Report, Request, Restriction, Restrictions,
};
use shisan_engine::search::{Clock, TimeBudget, TimeControl};

use super::info::{Style, analysis, graphics};
use super::state::State;
use super::syntax::{color, number};

/// A search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The side whose move is looked for.
    pub side: Side,
    pub output: Output,
    /// Whether the move is played.
    pub plays: bool,
    pub options: Options,
}

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The move.
    Move,
    /// Reports, and the move in the end.
    Reports(Style),
    /// Reports until the next line of the input.
    Endless(Style),
    /// The best moves for GoGui.
    Graphics,
}

/// What an analysis compares and reports.
#[derive(Clone, Debug)]
pub struct Options {
    /// Between two reports.
    pub interval_ms: u64,
    /// How many of the best moves, if that is said.
    pub lines: Option<u32>,
    pub allow: Vec<Restriction>,
    pub avoid: Vec<Restriction>,
}

impl Default for Options {
    /// A report a second.
    fn default() -> Self {
        Self { interval_ms: 1000, lines: None, allow: Vec::new(), avoid: Vec::new() }
    }
}

/// A search that may begin.
pub struct Prepared {
    pub request: Request,
    /// The turn of its position.
    pub turn: usize,
    pub clock: Clock,
}

impl Search {
    /// A search for the move of `side` that prints it.
    pub fn for_move(side: Side, plays: bool) -> Self {
        Self { side, output: Output::Move, plays, options: Options::default() }
    }

    /// What it asks in the present position, whose game is not over. Its clock has run since `start`.
    ///
    /// # Errors
    /// When its options are wrong there.
    pub fn prepare(&self, state: &State, start: Instant) -> Result<Prepared, String> {
        let settings = &state.settings;
        let budget = self.budget(state);
        let has_limit = budget != TimeBudget::UNLIMITED;
        let lines = self.options.lines.unwrap_or(settings.lines);
        let is_endless = matches!(self.output, Output::Endless(_));
        let names_a_move = matches!(self.output, Output::Move | Output::Reports(_));
        let restrictions =
            |of: &[Restriction]| (!of.is_empty()).then(|| Restrictions::Sides(of.to_vec()));
        let query = Query {
            action: Some(if self.output == Output::Move { Action::Move } else { Action::Analyze }),
            max_nodes: settings.nodes.filter(|_| !is_endless),
            // The clock decides. That there is a limit of time lets a search go on with the table of the
            // one before.
            max_time_ms: (is_endless || has_limit)
                .then(|| u64::try_from(budget.maximum.as_millis()).unwrap_or(u64::MAX).max(1)),
            lines: Some(lines),
            // An analysis is of full strength, as a hint is.
            level: settings.level.filter(|_| names_a_move),
            seed: Some(settings.seed),
            allow: restrictions(&self.options.allow),
            avoid: restrictions(&self.options.avoid),
            report_every_ms: match self.output {
                Output::Reports(_) | Output::Endless(_) => Some(self.options.interval_ms),
                Output::Move | Output::Graphics => None,
            },
            ..state.game.query(self.side)
        };
        let request = Request::new(Id::Number(0), &query, Vec::new(), &Defaults::default());
        let (request, turns) = request.map_err(|Problem { error, .. }| error)?;
        let turn = turns.first().map_or(0, |&(turn, _)| turn);
        Ok(Prepared { request, turn, clock: Clock::new(start, budget) })
    }

    /// The time that it has.
    fn budget(&self, state: &State) -> TimeBudget {
        let settings = &state.settings;
        let clock = state.clocks.control(self.side).filter(|_| self.plays);
        let has_own_limit = settings.nodes.is_some() && settings.turn_time.is_none();
        if matches!(self.output, Output::Endless(_)) || clock.is_none() && has_own_limit {
            return TimeBudget::UNLIMITED;
        }
        let control = clock.unwrap_or_default();
        // The shorter of two limits of a move holds.
        let turn = control.turn.into_iter().chain(settings.turn_time).min();
        let board = state.game.board();
        TimeControl { turn, ..control }.budget(board.stones().len(), board.free())
    }

    /// What a report adds to the answer while the search runs.
    pub fn progress(&self, report: &Report) -> Option<String> {
        match self.output {
            Output::Reports(style) | Output::Endless(style) => {
                Some(analysis(report, style)).filter(|text| !text.is_empty())
            }
            Output::Move | Output::Graphics => None,
        }
    }

    /// What its result adds to the answer: `cell`, or a word instead. A game that is over has no report.
    pub fn conclusion(&self, report: Option<&Report>, cell: &str) -> String {
        match self.output {
            Output::Move => cell.to_owned(),
            Output::Reports(_) => format!("play {cell}"),
            Output::Endless(_) => String::new(),
            Output::Graphics => report.map(|it| graphics(it, self.side)).unwrap_or_default(),
        }
    }
}

/// Reads the arguments of an analysis: a color, an interval in hundredths of a second, then pairs of a
/// key and its value, in any number and order. `side` is the side to move unless they name another.
///
/// # Errors
/// When they cannot be read.
pub fn read_options(words: &[String], mut side: Side) -> Result<(Side, Options), String> {
    let mut options = Options::default();
    let mut words = words.iter().map(String::as_str).peekable();
    if let Some(given) = words.peek().and_then(|word| color(word).ok()) {
        side = given;
        words.next();
    }
    let centiseconds = |count: u32| u64::from(count.max(1)) * 10;
    if let Some(given) = words.peek().and_then(|word| number::<u32>(word).ok()) {
        options.interval_ms = centiseconds(given);
        words.next();
    }
    let (mut least, mut most) = (None, None);
    while let Some(key) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{key}: expected a value"));
        match key {
            "interval" => options.interval_ms = centiseconds(number(value()?)?),
            "minmoves" => least = Some(number::<u32>(value()?)?),
            "maxmoves" => most = Some(number::<u32>(value()?)?),
            "allow" | "avoid" => {
                let player = Color::from(color(value()?)?);
                let moves = value()?.split(',').map(str::to_owned).collect();
                let until_depth = number(value()?)?;
                let of = if key == "allow" { &mut options.allow } else { &mut options.avoid };
                of.push(Restriction { player, moves, until_depth });
            }
            // What the territory of Go is made of.
            "ownership"
            | "ownershipStdev"
            | "movesOwnership"
            | "movesOwnershipStdev"
            | "pvVisits"
            | "pvEdgeVisits"
            | "noResultValue"
            | "rootInfo" => {
                value()?;
            }
            _ => return Err(format!("unknown key {key}")),
        }
    }
    options.lines = match (least, most) {
        (None, None) => None,
        (least, most) => Some(most.unwrap_or(1).max(least.unwrap_or(1)).max(1)),
    };
    Ok((side, options))
}
