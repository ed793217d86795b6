//! The action `solve`, and the proofs of analyses.

use crate::prove;
use crate::request::Request;
use crate::schema::{Problem, Proof};
use gomoku_rules::{Board, Side};
use shisan_engine::pattern::Position;
use shisan_engine::search::Clock;
use shisan_engine::solve::verify::Solvers;
use shisan_engine::solve::{NodeBudget, Outcome, VcfSolver, VctLimits, VctSolver};

/// Positions in the tables of the solvers, which have as many as they may visit within these bounds.
const ENTRIES: (u64, u64) = (1 << 12, 1 << 22);

/// Whether `attacker`, or the side to move, mates by fours and threes, within the limits of the request.
///
/// # Errors
/// When the mate does not hold, which would be a mistake of the solvers.
pub fn solve(
    request: &Request,
    board: &Board,
    attacker: Option<Side>,
    quiet: bool,
    clock: &Clock,
) -> Result<Proof, Problem> {
    let attacker = attacker.unwrap_or(board.side_to_move());
    let mut board = board.clone();
    board.set_side_to_move(attacker);
    let mut position = Position::from_board(&board, request.rule);
    let nodes = request.limits.nodes.unwrap_or(u64::MAX);
    let entries = nodes.clamp(ENTRIES.0, ENTRIES.1) as usize;
    let limits = VctLimits { quiet };
    let mut solvers =
        Solvers { vcf: VcfSolver::new(entries / 4), vct: VctSolver::new(entries), limits };
    let stop = || clock.is_expired();
    let budget = &mut NodeBudget::new(nodes).until(&stop);
    let (kind, outcome) = prove::mate(&mut position, &mut solvers, budget);
    let proof = prove::proof(attacker, kind, &outcome, budget.visited(), request.names);
    if !request.verify || !matches!(outcome, Outcome::Mate(_)) {
        return Ok(proof);
    }
    let replies = prove::replay(&position, &mut solvers, &stop)
        .map_err(|flaw| Problem::new(format!("the proof fails: {flaw}")))?;
    Ok(Proof { replies, ..proof })
}
