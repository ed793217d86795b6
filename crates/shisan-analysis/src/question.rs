//! What a query asks, and the fields that it may not have.

use crate::game::{Game, read_cell};
use crate::schema::{Action, AgentName, Problem, Query};
use gomoku_rules::{CellNames, Pos, Rule, Side};

/// What to say of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    Analyze,
    Move,
    Agent(Player),
    Solve { attacker: Option<Side>, quiet: bool },
    Forbid { cell: Option<Pos> },
    Review,
    Puzzles,
    Opening,
}

impl Question {
    /// What `query` asks of a position under `rule`.
    ///
    /// # Errors
    /// When its fields do not belong together.
    pub fn new(query: &Query, names: CellNames, rule: Rule) -> Result<Self, Problem> {
        let action = query.action.unwrap_or_default();
        if query.agent.is_some() && action != Action::Move {
            return Err(Problem::of("agent", "only the action move has agents"));
        }
        Ok(match action {
            Action::Move => player(query)?.map_or(Self::Move, Self::Agent),
            Action::Solve => Self::Solve {
                attacker: query.attacker.map(Side::from),
                quiet: query.quiet.unwrap_or_default(),
            },
            Action::Forbid => {
                if rule != Rule::Renju {
                    let reason = format!("only renju forbids points, {rule} does not");
                    return Err(Problem::of("rule", reason));
                }
                let cell = query.cell.as_ref().map(|cell| read_cell(cell, "cell", names));
                Self::Forbid { cell: cell.transpose()? }
            }
            Action::Opening => {
                refuse("opening", query)?;
                Self::Opening
            }
            Action::Review => Self::Review,
            Action::Puzzles => Self::Puzzles,
            _ => Self::Analyze,
        })
    }

    /// Whether it has one answer about a whole game.
    pub fn is_about_a_game(self) -> bool {
        matches!(self, Self::Review | Self::Puzzles)
    }
}

/// A published agent, and what makes another player of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Player {
    pub name: AgentName,
    pub seed: Option<u64>,
}

/// The agent that `query` names. Agents play as they are published, at no level and among all moves.
fn player(query: &Query) -> Result<Option<Player>, Problem> {
    let Some(name) = query.agent else { return Ok(None) };
    refuse("an agent", query)?;
    Ok(Some(Player { name, seed: query.seed }))
}

/// Refuses what `asker`, about all moves of a game at full strength, has no use for.
pub fn check_game(asker: &str, query: &Query, game: &Game) -> Result<(), Problem> {
    if query.turns.is_some() {
        return Err(Problem::of("turns", format!("{asker} takes no turns")));
    }
    refuse(asker, query)?;
    let twice = (1..).zip(game.moves().windows(2)).find(|(_, pair)| pair[0].0 == pair[1].0);
    twice.map_or(Ok(()), |(index, pair)| {
        let reason = format!("{} moves twice: {asker} needs moves in turn", pair[0].0);
        Err(Problem::of(format!("moves[{index}]"), reason))
    })
}

/// Refuses what `asker`, which searches all moves at full strength, has no use for.
fn refuse(asker: &str, query: &Query) -> Result<(), Problem> {
    let others = [
        ("level", query.level.is_some()),
        ("allow", query.allow.is_some()),
        ("avoid", query.avoid.is_some()),
    ];
    match others.into_iter().find(|&(_, is_given)| is_given) {
        Some((field, _)) => Err(Problem::of(field, format!("{asker} takes no {field}"))),
        None => Ok(()),
    }
}
