//! The decisions of an opening, as queries and answers have them.

use crate::game::{Game, read_cell};
use crate::schema::{OpeningDecision, Problem, Query};
use gomoku_rules::{CellNames, Decision, Opening, OpeningRule};

/// The words of a decision about sides.
const SWAP: &str = "swap";
const STAY: &str = "stay";

/// The opening of `query`, whose `game` has to be empty.
///
/// # Errors
/// When the game has stones, the rule is unknown or has no room on the board, or a decision is none that the
/// rule allows.
pub fn read_opening(query: &Query, names: CellNames, game: &Game) -> Result<Opening, Problem> {
    let name = query.opening_rule.as_deref().unwrap_or(OpeningRule::Swap2.name());
    let rule = name.parse::<OpeningRule>();
    let rule = rule.map_err(|error| Problem::of("openingRule", error.to_string()))?;
    let is_set_up = !game.board(0).stones().is_empty();
    if is_set_up || game.last_turn() > 0 {
        let field = if is_set_up { "stones" } else { "moves" };
        return Err(Problem::of(field, "decisions name the stones of an opening"));
    }
    let mut opening = Opening::new(rule, names.size)
        .map_err(|error| Problem::of("openingRule", error.to_string()))?;
    for (index, decision) in query.decisions.iter().flatten().enumerate() {
        let field = format!("decisions[{index}]");
        let decision = read_decision(decision, &field, names)?;
        let decided = opening.decide(&decision);
        decided.map_err(|error| Problem::of(field, error.describe(|pos| names.name(pos))))?;
    }
    Ok(opening)
}

fn read_decision(
    decision: &OpeningDecision,
    field: &str,
    names: CellNames,
) -> Result<Decision, Problem> {
    Ok(match decision {
        OpeningDecision::Number(count) => Decision::Declare(*count),
        OpeningDecision::Word(word) if word.eq_ignore_ascii_case(SWAP) => Decision::Swap,
        OpeningDecision::Word(word) if word.eq_ignore_ascii_case(STAY) => Decision::Stay,
        OpeningDecision::Word(cell) => Decision::Cell(read_cell(cell, field, names)?),
        OpeningDecision::Offer(cells) => {
            let cell = |(index, cell): (usize, &String)| {
                read_cell(cell, &format!("{field}[{index}]"), names)
            };
            Decision::Offer(cells.iter().enumerate().map(cell).collect::<Result<_, _>>()?)
        }
    })
}

/// A decision as an answer has it.
pub fn written(decision: &Decision, names: CellNames) -> OpeningDecision {
    match decision {
        Decision::Cell(pos) => OpeningDecision::Word(names.name(*pos)),
        Decision::Swap => OpeningDecision::Word(SWAP.to_owned()),
        Decision::Stay => OpeningDecision::Word(STAY.to_owned()),
        Decision::Declare(count) => OpeningDecision::Number(*count),
        Decision::Offer(cells) => OpeningDecision::Offer(names.all(cells)),
    }
}
