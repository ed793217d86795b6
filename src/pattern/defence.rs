//! The exact defences against a threat: the cells where one stone of the defender removes it.

use super::code::code_with;
use super::definition::Pattern;
use super::line::place_of;
use super::{CellSet, Threat, ThreatMap};
use gomoku_rules::{Direction, Pos, Side};

/// The cells where one stone of the opponent leaves `attacker` without any cell of `threat` or
/// better. The opponent's own fours, which gain a move, are left to the caller.
pub(super) fn defences(map: &ThreatMap, attacker: Side, threat: Threat) -> CellSet {
    let mut threats = map.fours(attacker).iter().filter(|&pos| map.threat(attacker, pos) >= threat);
    if threat == Threat::Five && !map.rule().closed_five_is_void() {
        // A five is stopped on its own cell alone, and two are not stopped at all.
        let is_single = map.count_of(attacker, threat) == 1;
        return threats.take(usize::from(is_single)).collect();
    }
    let Some(first) = threats.next() else { return CellSet::default() };
    let mut defences = defences_at(map, attacker, first, threat);
    for pos in threats {
        defences.retain_all(&defences_at(map, attacker, pos, threat));
    }
    // A reply that removes one of two fours allows the other to renju's Black.
    for pos in map.pseudo_forbidden(attacker) {
        for direction in Direction::ALL {
            replies(map, attacker, pos, direction)
                .filter(|&(_, left)| left >= threat)
                .for_each(|(reply, _)| defences.remove(reply));
        }
    }
    defences
}

/// The cells where a stone of the opponent makes its reply to the four of some four-three of `attacker`
/// a four of its own; `None` if such a reply is a four already, or pseudo-forbidden.
pub(super) fn counter_fours(map: &ThreatMap, attacker: Side) -> Option<CellSet> {
    let defender = !attacker;
    let mut counter_fours = CellSet::default();
    let four_threes = map.fours(attacker).iter();
    for pos in four_threes.filter(|&pos| map.threat(attacker, pos) == Threat::FourThree) {
        for direction in Direction::ALL {
            if map.pattern(attacker, pos, direction) != Pattern::Four {
                continue;
            }
            for reply in in_line(map, attacker, pos, direction, Pattern::Four) {
                let threat = map.threat(defender, reply);
                if threat >= Threat::Four || threat == Threat::Forbidden {
                    return None;
                }
                for direction in Direction::ALL {
                    if map.pattern(defender, reply, direction) >= Pattern::BlockedThree {
                        let cells = in_line(map, defender, reply, direction, Pattern::BlockedThree);
                        counter_fours.extend(cells);
                    }
                }
            }
        }
    }
    Some(counter_fours)
}

/// The empty cells that may share a five with `pos` along `direction` and where `side` would have
/// `pattern` or better.
fn in_line(
    map: &ThreatMap,
    side: Side,
    pos: Pos,
    direction: Direction,
    pattern: Pattern,
) -> impl Iterator<Item = Pos> + '_ {
    empty_near(map, pos, direction, 4)
        .filter(move |&cell| map.pattern(side, cell, direction) >= pattern)
}

/// The cells where one stone of the opponent removes `threat` at `pos`: the cell itself, and those
/// whose loss makes a pattern through it too weak.
fn defences_at(map: &ThreatMap, attacker: Side, pos: Pos, threat: Threat) -> CellSet {
    let mut defences = CellSet::default();
    defences.insert(pos);
    for direction in Direction::ALL {
        let pattern = map.pattern(attacker, pos, direction);
        let others = code_with(map.code(attacker, pos), pattern, Pattern::Dead);
        // Where the other lines suffice for the threat, no reply in this one removes it.
        if map.threat_of(attacker, others) < threat {
            let removes = |&(_, left): &(Pos, Threat)| left < threat;
            let replies = replies(map, attacker, pos, direction).filter(removes);
            defences.extend(replies.map(|(reply, _)| reply));
        }
    }
    defences
}

/// The empty cells along `direction` that matter to the pattern through `pos`, each with what `attacker`
/// threatens at `pos` after a stone of the opponent there.
fn replies(
    map: &ThreatMap,
    attacker: Side,
    pos: Pos,
    direction: Direction,
) -> impl Iterator<Item = (Pos, Threat)> + '_ {
    let table = map.pattern_table();
    let (code, old) = (map.code(attacker, pos), map.pattern(attacker, pos, direction));
    let (line, place) = (map.lines().line(direction, pos), place_of(direction, pos));
    empty_near(map, pos, direction, table.reach()).map(move |reply| {
        let mut after = line;
        after.put(place_of(direction, reply), (!attacker).into());
        let new = table.pattern(after, place, attacker);
        (reply, map.threat_of(attacker, code_with(code, old, new)))
    })
}

/// The empty cells up to `reach` from `pos` along `direction`.
fn empty_near(
    map: &ThreatMap,
    pos: Pos,
    direction: Direction,
    reach: u32,
) -> impl Iterator<Item = Pos> {
    let place = place_of(direction, pos);
    let near = map.lines().line(direction, pos).empty_near(place, reach);
    near.map(move |cell| pos.step_unchecked(direction, cell as i32 - place as i32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::Position;
    use gomoku_rules::{Board, Diagram, Rule, Size, referee};

    /// The free cells where `ask` accepts the board after a stone of `side`.
    fn moves(
        board: &mut Board,
        side: Side,
        mut ask: impl FnMut(&mut Board, Pos) -> bool,
    ) -> Vec<Pos> {
        let mut kept: Vec<Pos> = board.empty_cells().collect();
        kept.retain(|&pos| {
            board.set_side_to_move(side);
            board.play(pos);
            let keep = ask(board, pos);
            board.undo();
            keep
        });
        kept
    }

    fn fives(board: &mut Board, rule: Rule, side: Side) -> Vec<Pos> {
        moves(board, side, |board, pos| referee::wins(board, rule, pos))
    }

    /// Whether the stone of `side` at `pos` leaves it a five after any reply. In caro, where one reply
    /// can stop two fours, the fives have to be in one line.
    fn wins_on(board: &mut Board, rule: Rule, side: Side, pos: Pos) -> bool {
        let in_line = |direction: Direction, five: &Pos| {
            (-4..=4).any(|steps| pos.step(direction, steps, Size::square(Size::MAX)) == Some(*five))
        };
        let together = if rule.closed_five_is_void() { 1 } else { 4 };
        let before = fives(board, rule, side);
        Direction::ALL.chunks(together).any(|line| {
            let on_line = |five: &Pos| line.iter().any(|&direction| in_line(direction, five));
            before.iter().filter(|&five| on_line(five)).count() > 1
                && moves(board, !side, |board, _| fives(board, rule, side).iter().any(on_line))
                    .len()
                    == board.free()
        })
    }

    /// Whether `side` has a cell of `threat` or better.
    fn has(board: &mut Board, rule: Rule, side: Side, threat: Threat) -> bool {
        if !fives(board, rule, side).is_empty() {
            return true;
        }
        let position = Position::from_board(board, rule);
        threat == Threat::OpenFour
            && !moves(board, side, |board, pos| {
                position.threat(side, pos) != Threat::Forbidden && wins_on(board, rule, side, pos)
            })
            .is_empty()
    }

    /// A dense random position in which `attacker` has 60 of 100 stones.
    fn random_position(random: &mut fastrand::Rng, rule: Rule, attacker: Side) -> Position {
        let mut position = Position::new(Size::square(9), rule);
        for _ in 0..random.usize(15..60) {
            let pos = Pos::new(random.u8(..9), random.u8(..9));
            let side = if random.u8(..10) < 6 { attacker } else { !attacker };
            position.place(pos, side.into());
        }
        position
    }

    #[track_caller]
    fn assert_defences(position: &Position, attacker: Side, threat: Threat, defences: &CellSet) {
        let found: Vec<Pos> = position.defences(attacker, threat).iter().collect();
        let expected: Vec<Pos> = defences.iter().collect();
        let (rule, board) = (position.rule(), Diagram::from(position.board().clone()));
        assert_eq!(found, expected, "{rule}, {threat:?} of {attacker}\n{board}");
    }

    #[test]
    fn the_defences_are_those_of_the_referee() {
        let mut random = fastrand::Rng::with_seed(3);
        let mut missing = [[20; 2]; 5];
        while missing != [[0; 2]; 5] {
            let (rule, attacker) = (Rule::ALL[random.usize(..5)], Side::BOTH[random.usize(..2)]);
            let position = random_position(&mut random, rule, attacker);
            let count = |threat| position.count_of(attacker, threat);
            let threat = match (count(Threat::Five), count(Threat::OpenFour)) {
                (1..3, _) => Threat::Five,
                (0, 1..) => Threat::OpenFour,
                _ => continue,
            };
            let left = &mut missing[rule.index()][usize::from(threat == Threat::Five)];
            if *left > 0 {
                *left -= 1;
                let mut board = position.board().clone();
                let defences =
                    moves(&mut board, !attacker, |board, _| !has(board, rule, attacker, threat));
                assert_defences(&position, attacker, threat, &defences.into_iter().collect());
            }
        }
    }

    #[test]
    fn the_defences_leave_no_such_threat_on_the_map() {
        let mut random = fastrand::Rng::with_seed(4);
        for round in 0..2_000 {
            let (rule, attacker) = (Rule::ALL[round % 5], Side::BOTH[round / 5 % 2]);
            let mut position = random_position(&mut random, rule, attacker);
            let best = |position: &Position| {
                let threats =
                    position.map().empty().iter().map(|pos| position.threat(attacker, pos));
                threats.max().unwrap_or_default()
            };
            let after: Vec<(Pos, Threat)> = position
                .board()
                .clone()
                .empty_cells()
                .map(|reply| {
                    position.place(reply, (!attacker).into());
                    let left = best(&position);
                    position.undo();
                    (reply, left)
                })
                .collect();
            for threat in
                [Threat::Four, Threat::FourPlus, Threat::FourThree, Threat::OpenFour, Threat::Five]
            {
                if best(&position) >= threat {
                    let defences = after.iter().filter(|&&(_, left)| left < threat);
                    let defences = defences.map(|&(reply, _)| reply).collect();
                    assert_defences(&position, attacker, threat, &defences);
                }
            }
        }
    }
}
