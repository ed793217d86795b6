//! The map against a rebuild from the stones, and against the referee.

use super::*;
use crate::pattern::Position;
use crate::pattern::line_code::{LineCodeChange, LineCodeChanges};
use gomoku_rules::{Board, Forbidden, referee};

/// Compares everything that is kept with what the stones say.
fn assert_rebuilt(map: &ThreatMap, board: &Board) {
    let size = board.size();
    let mut lines = Lines::new(size);
    let mut near = CellSet::default();
    for stone in board.stones() {
        lines.put(stone.pos, stone.cell);
        for pos in size.positions() {
            let dx = pos.x().abs_diff(stone.pos.x());
            let dy = pos.y().abs_diff(stone.pos.y());
            let on_a_line = dx == 0 || dy == 0 || dx == dy;
            if dx.max(dy) <= 3 || on_a_line && dx.max(dy) == 4 {
                near.insert(pos);
            }
        }
    }
    assert_eq!(map.lines, lines);
    assert_eq!(map.empty, board.empty_cells().collect());
    near.retain_all(&map.empty);
    assert!(map.candidates().eq(near.iter()));
    let mut counts = threat_counts::Counts::default();
    let mut fours = [CellSet::default(), CellSet::default()];
    for pos in board.empty_cells() {
        let cell = map.rebuilt(pos);
        assert_eq!(*map.cell(pos), cell, "{pos} on {board:?}");
        for side in Side::BOTH {
            let i = side.index();
            let threat = cell.infos.threat(side);
            counts[i][threat.counted() as usize] += 1;
            if threat.is_four() {
                fours[i].insert(pos);
            }
        }
    }
    assert_eq!(map.threats.counts.by_threat, counts);
    assert_eq!(map.threats.counts.fours, fours);
}

/// Plays the stones once more and holds what each of them seen against its changes.
fn assert_changes(map: &ThreatMap, board: &Board) {
    let size = map.size();
    let mut replayed = ThreatMap::new(size, map.rule());
    assert_eq!(map.plies(), board.stones().len());
    for (ply, stone) in board.stones().iter().enumerate() {
        let changes = map.changes(ply);
        let before = replayed.threats.cells.clone();
        let codes_before = size.positions().map(|pos| replayed.line_codes(pos));
        let codes_before: Vec<[u16; 4]> = codes_before.collect();
        replayed.play(stone.pos, stone.cell);
        assert_eq!((changes.pos, changes.codes), (stone.pos, before[stone.pos.index()].codes));
        let mut lines = CellSet::default();
        let mut codes = LineCodeChanges::default();
        LineCodes::of(map.rule()).list_changes(stone.pos, changes.around, &mut codes);
        for LineCodeChange { pos, old, new } in codes.iter() {
            let place = size.positions().position(|other| other == pos).expect("on the board");
            let (before, after) = (codes_before[place], replayed.line_codes(pos));
            let directions = Direction::ALL.iter().filter(|direction| {
                let other =
                    |direction: &Direction| before[direction.index()] == after[direction.index()];
                (before[direction.index()], after[direction.index()]) == (old, new)
                    && Direction::ALL.iter().filter(|one| one != direction).all(other)
            });
            assert!(directions.count() > 0, "{pos}: {before:?}, {after:?}, {old} to {new}");
            assert!(old != new && !lines.contains(pos), "{pos} changes once");
            lines.insert(pos);
        }
        for (pos, before) in size.positions().zip(codes_before) {
            let is_changed = lines.contains(pos) || !replayed.empty.contains(pos);
            assert!(is_changed || replayed.line_codes(pos) == before, "{pos} changes unseen");
        }
        let mut seen = CellSet::default();
        for change in changes.cells {
            let (old, new) = (before[change.pos().index()], replayed.cell(change.pos()));
            assert_eq!((change.old_codes(), change.new_codes()), (old.codes, new.codes));
            assert!(!seen.contains(change.pos()), "{} changes once", change.pos());
            seen.insert(change.pos());
        }
        for pos in replayed.empty.iter().filter(|&pos| !seen.contains(pos)) {
            assert_eq!(before[pos.index()], *replayed.cell(pos), "{pos} changes unseen");
        }
    }
}

/// Holds the tables against the referee on every empty cell: fives, overlines, forbidden points.
fn assert_refereed(position: &Position) {
    let (rule, mut board) = (position.rule(), position.board().clone());
    let turn = board.side_to_move();
    for pos in position.board().empty_cells() {
        for side in Side::BOTH {
            board.set_side_to_move(side);
            board.play(pos);
            let wins = referee::wins(&board, rule, pos);
            board.undo();
            assert_eq!(position.threat(side, pos) == Threat::Five, wins, "{side} {pos} {board:?}");
        }
        board.set_side_to_move(turn);
        if rule == Rule::Renju {
            let verdict = referee::forbidden(&board, pos);
            assert_eq!(position.forbidden(Side::Black, pos), verdict, "{pos} {board:?}");
            if verdict == Some(Forbidden::Overline) {
                let overline =
                    |direction| position.pattern(Side::Black, pos, direction) == Pattern::Overline;
                assert!(Direction::ALL.into_iter().any(overline));
            }
        }
    }
}

/// Random plays and undos, `steps` of them, compared every hundred and after full unwinding.
fn wander(rule: Rule, size: Size, steps: usize) {
    let mut random = fastrand::Rng::with_seed(steps as u64 ^ size.cells() as u64);
    let mut position = Position::new(size, rule);
    let empty = position.clone();
    for step in 0..steps {
        let free: Vec<Pos> = position.board().empty_cells().collect();
        // Dense boards come and go: the tide turns every few hundred steps.
        let rising = (step / (2 * size.cells())).is_multiple_of(2);
        if !free.is_empty() && random.u8(..10) < if rising { 8 } else { 2 } {
            let pos = free[random.usize(..free.len())];
            match random.u8(..40) {
                0 => position.place(pos, Cell::Wall),
                _ => position.play(pos),
            }
        } else {
            position.undo();
        }
        if step % 100 == 0 {
            assert_rebuilt(position.map(), position.board());
        }
        if step % 1000 == 0 {
            assert_refereed(&position);
            assert_changes(position.map(), position.board());
        }
    }
    while !position.board().stones().is_empty() {
        position.undo();
    }
    assert_rebuilt(position.map(), position.board());
    assert_eq!(position.map().threats.cells, empty.map().threats.cells);
    assert_eq!(position.board().key(), empty.board().key());
}

fn sizes() -> [Size; 5] {
    ["5", "15", "20", "32", "30x20"].map(|text| text.parse().expect("a size"))
}

#[test]
fn the_map_equals_a_rebuild_and_the_referee() {
    for rule in Rule::ALL {
        for size in sizes() {
            wander(rule, size, 4_000);
        }
    }
}

#[test]
#[ignore = "minutes: a million steps for each rule and size"]
fn the_map_equals_a_rebuild_and_the_referee_for_a_million_steps() {
    for rule in Rule::ALL {
        for size in sizes() {
            wander(rule, size, 1_000_000);
        }
    }
}
