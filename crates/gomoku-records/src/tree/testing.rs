//! Random trees for the tests of every format.

use std::time::Duration;

use gomoku_rules::record::{Cause, GameResult};
use gomoku_rules::{Pos, Rule, Side, Size};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::{Area, Builder, Info, Mark, Notes, Property, Setup, Tree, TreeMove};

/// What a random node says. Numbers are taken modulo what there is to choose from.
#[derive(Clone, Debug)]
struct Plan {
    /// How far up from the last node it hangs.
    up: usize,
    /// Which free cell, or a pass.
    cell: Option<usize>,
    out_of_turn: bool,
    notes: Notes,
}

/// Trees of any shape on any board, with all that a node can say or without.
pub(crate) fn trees() -> impl Strategy<Value = Tree> {
    let sides = u32::from(Size::MIN)..=u32::from(Size::MAX);
    let size = (sides.clone(), sides).prop_map(|(w, h)| Size::new(w, h).expect("within limits"));
    trees_on(size)
}

/// Trees on boards of `size`.
pub(crate) fn trees_on(size: impl Strategy<Value = Size>) -> impl Strategy<Value = Tree> {
    size.prop_flat_map(|size| {
        let plans = prop::collection::vec(plan(size), 0..30);
        (info(), notes(size), plans)
            .prop_map(move |(info, root, plans)| tree(size, info, root, plans))
    })
}

fn tree(size: Size, info: Info, root: Notes, plans: Vec<Plan>) -> Tree {
    let mut builder = Builder::new(size);
    *builder.info_mut() = info;
    builder.note(|notes| *notes = root);
    for Plan { up, cell, out_of_turn, notes } in plans {
        for _ in 0..up {
            builder.go_up();
        }
        builder.add(None).expect("no stone");
        builder.note(|to_write| *to_write = Notes { to_move: None, ..notes.clone() });
        let turn = builder.stones().to_move();
        let mover = if out_of_turn { !turn } else { turn };
        let free: Vec<Pos> =
            size.positions().filter(|&pos| builder.stones().side_at(pos).is_none()).collect();
        let pos = cell.and_then(|cell| free.get(cell % free.len().max(1)).copied());
        if notes.setup.is_empty() {
            builder.play(TreeMove { side: mover, pos }).expect("a free cell");
        }
        builder.note(|to_write| *to_write = notes);
    }
    builder.into_tree()
}

fn plan(size: Size) -> impl Strategy<Value = Plan> {
    let up = prop_oneof![4 => Just(0), 1 => 0..6_usize];
    let cell = prop_oneof![9 => any::<usize>().prop_map(Some), 1 => Just(None)];
    let out_of_turn = prop::bool::weighted(0.1);
    let notes = prop_oneof![2 => Just(Notes::default()), 1 => notes(size)];
    (up, cell, out_of_turn, notes).prop_map(|(up, cell, out_of_turn, notes)| Plan {
        up,
        cell,
        out_of_turn,
        notes,
    })
}

fn info() -> impl Strategy<Value = Info> {
    let rule = option::of(select(&Rule::ALL[..]));
    let names = (name(), name(), name(), name(), name(), name());
    (rule, names, option::of(result()), comment()).prop_map(
        |(rule, (black, white, date, event, round, place), result, comment)| Info {
            rule,
            black,
            white,
            date,
            event,
            round,
            place,
            result,
            comment,
        },
    )
}

fn name() -> impl Strategy<Value = Option<String>> {
    option::of("[A-Za-z][\\]:\\\\é A-Za-z0-9._-]{0,10}[a-z0-9]")
}

fn comment() -> impl Strategy<Value = Option<String>> {
    option::of("[\\]\\[\\\\:;() a-zé四\n]{1,12}")
}

fn notes(size: Size) -> impl Strategy<Value = Notes> {
    let a_side = || option::of(select(&Side::BOTH[..]));
    let few = |count| prop::bool::ANY.prop_map(move |is_some| if is_some { count } else { 0 });
    let setup = (few(3), prop::collection::vec((a_side(), area(size)), 3));
    let marks = (few(3), prop::collection::vec((select(&Mark::ALL[..]), area(size)), 3));
    let cells: Vec<Pos> = size.positions().collect();
    let labels = subsequence(cells, 0..3_usize);
    let label = prop::collection::vec("[\\]:\\\\a-zé四]{1,3}", 3);
    let time = || option::of((1..10_000_000_u64).prop_map(Duration::from_millis));
    let property = ("[X5][A-Z0-9]{1,3}", prop::collection::vec("([a-z:é]|\\\\\\]){0,5}", 1..3));
    let properties = option::of(property);
    (setup, a_side(), comment(), marks, (labels, label), time(), [time(), time()], properties)
        .prop_map(|(setup, to_move, comment, marks, (labels, texts), time, clocks, property)| {
            let mut marks: Vec<_> = marks.1.into_iter().take(marks.0).collect();
            marks.sort_by_key(|&(mark, _)| Mark::ALL.iter().position(|&it| it == mark));
            let properties = property.map(|(name, values)| Property { name, values });
            Notes {
                setup: setup
                    .1
                    .into_iter()
                    .take(setup.0)
                    .map(|(side, area)| Setup { side, area })
                    .collect(),
                to_move,
                comment,
                marks,
                labels: labels.into_iter().zip(texts).collect(),
                time,
                clocks,
                properties: properties.into_iter().collect(),
            }
        })
}

fn area(size: Size) -> impl Strategy<Value = Area> {
    let cells: Vec<Pos> = size.positions().collect();
    let corner = || select(cells.clone());
    (corner(), corner(), prop::bool::weighted(0.3)).prop_map(|(a, b, is_wide)| {
        let b = if is_wide { b } else { a };
        Area {
            from: Pos::new(a.x().min(b.x()), a.y().min(b.y())),
            to: Pos::new(a.x().max(b.x()), a.y().max(b.y())),
        }
    })
}

fn result() -> impl Strategy<Value = GameResult> {
    let causes = [None, Some(Cause::Time), Some(Cause::Forfeit), Some(Cause::Resignation)];
    let won = (select(&Side::BOTH[..]), select(causes.to_vec()));
    prop_oneof![
        Just(GameResult::DRAW),
        won.prop_map(|(side, cause)| GameResult { cause, ..GameResult::win(side) }),
    ]
}
