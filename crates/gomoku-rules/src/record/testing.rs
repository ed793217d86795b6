//! Random games for the tests of every format.

use std::time::Duration;

use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::game::{Cause, GameResult, Record, RecordMove};
use crate::pos::{Pos, Size};
use crate::rule::Rule;
use crate::side::Side;

/// Games of any length on any board, with names, times and comments or without.
pub(super) fn games() -> impl Strategy<Value = Record> {
    let sides = u32::from(Size::MIN)..=u32::from(Size::MAX);
    let size = (sides.clone(), sides).prop_map(|(w, h)| Size::new(w, h).expect("within limits"));
    size.prop_flat_map(|size| {
        let name = || option::of("[A-Za-z][\\]:\\\\é A-Za-z0-9._-]{0,10}[a-z0-9]");
        let head = (option::of(select(&Rule::ALL[..])), name(), name(), option::of(result()));
        (head, moves(size), comment()).prop_map(
            move |((rule, black, white, result), moves, comment)| Record {
                size,
                rule,
                black,
                white,
                moves,
                set_up: 0,
                result,
                comment,
            },
        )
    })
}

fn moves(size: Size) -> impl Strategy<Value = Vec<RecordMove>> {
    let cells: Vec<Pos> = size.positions().collect();
    let count = 0..=cells.len().min(40);
    subsequence(cells, count).prop_shuffle().prop_flat_map(|cells| {
        let notes = proptest::collection::vec((time(), comment()), cells.len());
        notes.prop_map(move |notes| {
            let moves = cells.iter().zip(notes);
            moves.map(|(&pos, (time, comment))| RecordMove { pos, time, comment }).collect()
        })
    })
}

fn time() -> impl Strategy<Value = Option<Duration>> {
    option::of((1..10_000_000_u64).prop_map(Duration::from_millis))
}

fn comment() -> impl Strategy<Value = Option<String>> {
    option::of("[\\]\\[\\\\:;() a-zé四\n]{1,12}")
}

fn result() -> impl Strategy<Value = GameResult> {
    let causes = [None, Some(Cause::Time), Some(Cause::Forfeit), Some(Cause::Resignation)];
    let won = (select(&Side::BOTH[..]), select(causes.to_vec()));
    prop_oneof![
        Just(GameResult::DRAW),
        won.prop_map(|(side, cause)| GameResult { cause, ..GameResult::win(side) }),
    ]
}
