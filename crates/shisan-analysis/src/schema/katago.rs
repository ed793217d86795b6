//! Answers as KataGo's analysis engine writes them
//! (<https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md>). Rates are Black's, as
//! under `reportAnalysisWinratesAs = BLACK`.

use serde::Serialize;

use super::answer::{Answer, Done, GameOver, NoResult, Outcome, Problem, Warning};
use super::color::Color;
use super::query::{Action, Id};
use super::rates::rounded;
use super::report::{Line, Report};

/// An answer. What KataGo has no words for is in ours.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum KataGoAnswer<'a> {
    Position(Box<Position<'a>>),
    NoResults(NoResults<'a>),
    Error(QueryError<'a>),
    Action(ActionEcho<'a>),
    Ours(&'a Answer),
}

/// A position.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Position<'a> {
    id: &'a Id,
    is_during_search: bool,
    turn_number: usize,
    move_infos: Vec<MoveInfo<'a>>,
    root_info: RootInfo<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Vec<f64>>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct MoveInfo<'a> {
    #[serde(rename = "move")]
    cell: &'a str,
    /// Alpha-beta does not divide its nodes by moves: those of the whole search.
    visits: u64,
    winrate: f64,
    lcb: f64,
    utility: f64,
    prior: f64,
    order: usize,
    pv: &'a [String],
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RootInfo<'a> {
    current_player: &'static str,
    visits: u64,
    winrate: f64,
    lcb: f64,
    utility: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    this_hash: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sym_hash: Option<&'a str>,
}

/// A position that was terminated.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NoResults<'a> {
    id: &'a Id,
    is_during_search: bool,
    turn_number: usize,
    #[expect(clippy::struct_field_names, reason = "KataGo's word")]
    no_results: bool,
}

/// A query that cannot be answered.
#[derive(Clone, Debug, Serialize)]
pub struct QueryError<'a> {
    error: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
    id: &'a Id,
}

/// An action, as it was written.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ActionEcho<'a> {
    id: &'a Id,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    terminate_id: Option<&'a Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<&'a str>,
    #[serde(rename = "git_hash", skip_serializing_if = "Option::is_none")]
    git_hash: Option<&'a str>,
}

/// A warning, in a line of its own before the answers.
#[derive(Clone, Debug, Serialize)]
pub struct KataGoWarning<'a> {
    #[serde(flatten)]
    pub warning: &'a Warning,
    pub id: &'a Id,
}

impl<'a> From<&'a Answer> for KataGoAnswer<'a> {
    fn from(answer: &'a Answer) -> Self {
        let id = &answer.id;
        match &answer.outcome {
            Outcome::Ok(report) if report.lines.is_some() => {
                Self::Position(Box::new(Position::new(answer, report)))
            }
            Outcome::Ok(_)
            | Outcome::Reviewed(_)
            | Outcome::Found(_)
            | Outcome::Opened(_)
            | Outcome::Converted(_) => Self::Ours(answer),
            Outcome::Over(over) => Self::Position(Box::new(Position::over(id, over))),
            &Outcome::NoResult(NoResult { turn: turn_number }) => Self::NoResults(NoResults {
                id,
                is_during_search: false,
                turn_number,
                no_results: true,
            }),
            Outcome::Error(Problem { error, field, .. }) => {
                Self::Error(QueryError { error, field: field.as_deref(), id })
            }
            Outcome::Done(done) => {
                ActionEcho::new(id, done).map_or(Self::Ours(answer), Self::Action)
            }
        }
    }
}

/// A rate of `mover` as Black's.
fn blacks(mover: Color, rate: f64) -> f64 {
    if mover == Color::Black { rate } else { rounded(1.0 - rate) }
}

/// A rate as KataGo's utility, -1 to 1.
fn utility(rate: f64) -> f64 {
    rounded(2.0 * rate - 1.0)
}

impl<'a> Position<'a> {
    fn new(answer: &'a Answer, report: &'a Report) -> Self {
        let visits = report.evaluation.as_ref().map_or(0, |evaluation| evaluation.nodes);
        let black = report.evaluation.as_ref().and_then(|evaluation| evaluation.winrate_black);
        let lines = report.lines.iter().flatten().enumerate();
        let info = |(order, line): (usize, &'a Line)| {
            let winrate = blacks(report.to_move, line.winrate.unwrap_or(0.5));
            MoveInfo {
                cell: &line.cell,
                visits,
                winrate,
                lcb: winrate,
                utility: utility(winrate),
                prior: line.prior.unwrap_or_default(),
                order,
                pv: &line.pv,
            }
        };
        let mut root_info = RootInfo::new(report.to_move, visits, black.unwrap_or(0.5));
        (root_info.this_hash, root_info.sym_hash) =
            (report.key.as_deref(), report.sym_key.as_deref());
        // Cells that cannot be played are -1, and so is the pass at the end.
        let pass = std::iter::once(-1.0);
        let policy = report.policy.as_ref();
        Self {
            id: &answer.id,
            is_during_search: !answer.is_final,
            turn_number: report.turn,
            move_infos: lines.map(info).collect(),
            root_info,
            policy: policy
                .map(|cells| cells.iter().map(|cell| cell.unwrap_or(-1.0)).chain(pass).collect()),
        }
    }

    fn over(id: &'a Id, over: &GameOver) -> Self {
        let winrate = match over.winner {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        };
        let loser = if over.winner == Some(Color::Black) { Color::White } else { Color::Black };
        Self {
            id,
            is_during_search: false,
            turn_number: over.turn,
            move_infos: Vec::new(),
            root_info: RootInfo::new(loser, 0, winrate),
            policy: None,
        }
    }
}

impl RootInfo<'_> {
    fn new(mover: Color, visits: u64, winrate: f64) -> Self {
        let current_player = if mover == Color::Black { "B" } else { "W" };
        let (lcb, utility) = (winrate, utility(winrate));
        Self { current_player, visits, winrate, lcb, utility, this_hash: None, sym_hash: None }
    }
}

impl<'a> ActionEcho<'a> {
    /// The words of KataGo for what was done, if it has any.
    fn new(id: &'a Id, done: &'a Done) -> Option<Self> {
        let action = match done.action {
            Action::Version => "query_version",
            Action::Terminate => "terminate",
            Action::TerminateAll => "terminate_all",
            Action::ClearCache => "clear_cache",
            _ => return None,
        };
        let version = done.version.as_ref();
        Some(Self {
            id,
            action,
            terminate_id: done.terminate_id.as_ref(),
            version: version.map(|version| &*version.version),
            git_hash: version.map(|version| version.commit.as_deref().unwrap_or("<omitted>")),
        })
    }
}
