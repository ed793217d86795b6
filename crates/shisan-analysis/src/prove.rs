//! Checkmates by continuous fours and threes, as `solve` and `analyze` look for them.

use crate::schema::{MateKind, Proof, ProofResult};
use gomoku_rules::{CellNames, Pos, Side};
use shisan_engine::pattern::Position;
use shisan_engine::solve::verify::{Flaw, Solvers, Strategy, verify};
use shisan_engine::solve::{Helpers, Mate, MateLines, NodeBudget, Outcome, VctLimits};

/// The shortest win by fours of the side to move, or any by fours and threes, with its whole line.
pub fn mate(
    position: &mut Position,
    solvers: &mut Solvers,
    budget: &mut NodeBudget,
) -> (MateKind, Outcome) {
    let attacker = position.side_to_move();
    let (kind, outcome) = match solvers.vcf.shortest(position, attacker, Mate::MAX_PLIES, budget) {
        fours @ Outcome::Mate(_) => (MateKind::Vcf, fours),
        _ => (MateKind::Vct, solvers.vct.solve(position, attacker, solvers.limits, budget)),
    };
    let outcome = match outcome {
        Outcome::Mate(mate) => Outcome::Mate(whole(position, mate, solvers.limits)),
        other => other,
    };
    (kind, outcome)
}

/// Nodes of the solvers for the rest of a line.
const LINE_NODES: u64 = 1 << 20;

/// `mate` with its line up to the five.
fn whole(position: &mut Position, mate: Mate, limits: VctLimits) -> Mate {
    if mate.line.len() == mate.plies as usize {
        return mate;
    }
    let mut no_search = |_: &Position, _, _| (None, 0);
    let helpers = &mut Helpers { table: None, search: &mut no_search };
    let budget = &mut NodeBudget::new(LINE_NODES);
    let line = MateLines::new(limits).complete(position, &mate.line, mate.plies, helpers, budget);
    match line {
        Some(line) => Mate { plies: line.len() as u32, line, ..mate },
        None => mate,
    }
}

/// The answer of the solvers as JSON, not verified.
pub fn proof(
    attacker: Side,
    kind: MateKind,
    outcome: &Outcome,
    nodes: u64,
    names: CellNames,
) -> Proof {
    let (result, mate) = match outcome {
        Outcome::Mate(mate) => (ProofResult::Mate, Some(mate)),
        Outcome::Refuted => (ProofResult::None, None),
        Outcome::Unknown => (ProofResult::Undecided, None),
    };
    Proof {
        attacker: attacker.into(),
        result,
        kind,
        plies: mate.map(|mate| mate.plies),
        line: mate.map(|mate| names.all(&mate.line)).unwrap_or_default(),
        nodes,
        replies: None,
    }
}

/// Replays the mate that `solvers` have found against every legal reply; returns how many moves were
/// tried, `None` if `stop` ended it.
///
/// # Errors
/// Where the mate fails.
pub fn replay(
    position: &Position,
    solvers: &mut Solvers,
    stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, Flaw> {
    let mut strategy = Stoppable { solvers, stop };
    match verify(position, &mut strategy) {
        Ok(replies) => Ok(Some(replies)),
        Err(_) if stop() => Ok(None),
        Err(flaw) => Err(flaw),
    }
}

/// A strategy that gives up when it is stopped.
struct Stoppable<'a> {
    solvers: &'a mut Solvers,
    stop: &'a dyn Fn() -> bool,
}

impl Strategy for Stoppable<'_> {
    fn attack(&mut self, position: &mut Position) -> Option<Pos> {
        if (self.stop)() {
            return None;
        }
        let budget = &mut NodeBudget::new(Solvers::ATTACK_NODES).until(self.stop);
        self.solvers.attack_within(position, budget)
    }
}
