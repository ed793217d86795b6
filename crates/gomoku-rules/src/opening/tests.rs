//! Openings against their rules as a list: after these decisions that player may decide these things.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::{Decision, Opening, OpeningError, OpeningRule, Player};
use crate::pos::{Pos, Size};
use crate::side::Side;
use OpeningRule::{LongPro, Pro, Soosyrv8, Swap, Swap2, Taraguchi10, Yamaguchi};

/// What is due: by player 1 or 2, or the player of B(lack) or W(hite),
/// - `c`: a stone at any free cell, `c0` to `c4`: at most so far from the centre, `f2` and `f3`: farther,
/// - `x`: to change sides or not, `d`: a number of fifth moves, `o`: that many, `o10`: ten,
/// - `t`: one of them is taken.
///
/// The key is a letter for each decision so far, `c` for a cell that is taken as well.
const DUE: [(OpeningRule, &str, &str); 46] = [
    (Pro, "", "B c0"),
    (Pro, "c", "W c"),
    (Pro, "cc", "B f2"),
    (Pro, "ccc", ""),
    (LongPro, "", "B c0"),
    (LongPro, "c", "W c"),
    (LongPro, "cc", "B f3"),
    (LongPro, "ccc", ""),
    (Swap, "", "1 c"),
    (Swap, "c", "1 c"),
    (Swap, "cc", "1 c"),
    (Swap, "ccc", "2 x"),
    (Swap, "cccx", ""),
    (Swap2, "", "1 c"),
    (Swap2, "c", "1 c"),
    (Swap2, "cc", "1 c"),
    (Swap2, "ccc", "2 c x"),
    (Swap2, "cccx", ""),
    (Swap2, "cccc", "2 c"),
    (Swap2, "ccccc", "1 x"),
    (Swap2, "cccccx", ""),
    (Yamaguchi, "", "1 c0"),
    (Yamaguchi, "c", "1 c1"),
    (Yamaguchi, "cc", "1 c2"),
    (Yamaguchi, "ccc", "1 d"),
    (Yamaguchi, "cccd", "2 x"),
    (Yamaguchi, "cccdx", "W c"),
    (Yamaguchi, "cccdxc", "B o"),
    (Yamaguchi, "cccdxco", "W t"),
    (Yamaguchi, "cccdxcoc", ""),
    (Soosyrv8, "", "1 c0"),
    (Soosyrv8, "c", "1 c1"),
    (Soosyrv8, "cc", "1 c2"),
    (Soosyrv8, "ccc", "2 x"),
    (Soosyrv8, "cccx", "W c"),
    (Soosyrv8, "cccxc", "W d"),
    (Soosyrv8, "cccxcd", "B x"),
    (Soosyrv8, "cccxcdx", "B o"),
    (Soosyrv8, "cccxcdxo", "W t"),
    (Soosyrv8, "cccxcdxoc", ""),
    (Taraguchi10, "", "B c0"),
    (Taraguchi10, "c", "W x"),
    (Taraguchi10, "cx", "W c1"),
    (Taraguchi10, "cxc", "B x"),
    (Taraguchi10, "cxcx", "B c2"),
    (Taraguchi10, "cxcxc", "W x"),
];

/// The end of the last rule.
const DUE_TARAGUCHI: [(&str, &str); 7] = [
    ("cxcxcx", "W c3"),
    ("cxcxcxc", "B x o10"),
    ("cxcxcxcx", "B c4"),
    ("cxcxcxcxc", "W x"),
    ("cxcxcxcxcx", ""),
    ("cxcxcxco", "W t"),
    ("cxcxcxcoc", ""),
];

fn due(rule: OpeningRule, key: &str) -> &'static str {
    let end = DUE_TARAGUCHI.into_iter().map(|(key, due)| (Taraguchi10, key, due));
    let found = DUE.into_iter().chain(end).find(|&(of, before, _)| of == rule && before == key);
    found.unwrap_or_else(|| panic!("{rule} has no {key}")).2
}

/// Whether a stone may lie at `pos` by a word of the list.
fn fits(word: &str, pos: Pos, size: Size) -> bool {
    let far = |a: u8, b: u8| (i32::from(a) - i32::from(b)).abs();
    let centre = size.centre();
    let distance = far(pos.x(), centre.x()).max(far(pos.y(), centre.y()));
    let number = || word[1..].parse::<i32>().expect("a number");
    match word {
        "c" => true,
        _ if word.starts_with('c') => distance <= number(),
        _ => distance > number(),
    }
}

/// One of the decisions that are allowed, as `choice` picks, and its letter.
fn pick(opening: &Opening, words: &[&str], choice: usize) -> (Decision, char) {
    let size = opening.board().size();
    match words[choice % words.len()] {
        "x" => (if choice % 4 < 2 { Decision::Swap } else { Decision::Stay }, 'x'),
        "d" => (Decision::Declare((choice % 8 + 1) as u8), 'd'),
        "t" => (Decision::Cell(opening.offered()[choice % opening.offered().len()]), 'c'),
        "o" | "o10" => {
            let count = opening.options().and_then(|it| it.offer).expect("a number");
            let free: Vec<Pos> = opening.board().empty_cells().collect();
            let turned = free.iter().cycle().skip(choice % free.len()).take(free.len()).copied();
            let mut offers = opening.without_symmetric(turned.take(60));
            offers.truncate(usize::from(count));
            (Decision::Offer(offers), 'o')
        }
        word => {
            let free = opening.board().empty_cells().filter(|&pos| fits(word, pos, size));
            let free: Vec<Pos> = free.collect();
            (Decision::Cell(free[choice % free.len()]), 'c')
        }
    }
}

/// That nothing else is allowed, and that a refusal changes nothing.
fn check(opening: &Opening, words: &[&str]) {
    let size = opening.board().size();
    let takes = |decision: &Decision| {
        let mut after = opening.clone();
        let result = after.decide(decision);
        if result.is_err() {
            assert_eq!(format!("{after:?}"), format!("{opening:?}"));
        }
        result.is_ok()
    };
    let options = opening.options();
    for pos in Size::square(16).positions() {
        let is_free = size.contains(pos) && opening.board().is_empty_at(pos);
        let expected = is_free
            && words.iter().any(|&word| match word {
                "x" | "d" | "o" | "o10" => false,
                "t" => opening.offered().contains(&pos),
                word => fits(word, pos, size),
            });
        assert_eq!(takes(&Decision::Cell(pos)), expected, "{pos}");
        assert_eq!(options.as_ref().is_some_and(|it| it.is_free(pos)), expected, "{pos}");
    }
    for decision in [Decision::Swap, Decision::Stay] {
        assert_eq!(takes(&decision), words.contains(&"x"));
    }
    for count in 0..=9 {
        let most = if opening.rule() == Soosyrv8 { 8 } else { 200 };
        let expected = words.contains(&"d") && (1..=most).contains(&count);
        assert_eq!(takes(&Decision::Declare(count)), expected, "{count}");
    }
    let offer = options.and_then(|options| options.offer);
    assert_eq!(offer.is_some(), words.iter().any(|word| word.starts_with('o')));
    assert!(words.contains(&"o10") == (offer == Some(10)) || words.contains(&"o"));
}

/// Plays an opening as `choices` pick.
fn play(rule: OpeningRule, choices: &[usize]) {
    let mut opening = Opening::new(rule, Size::square(15)).expect("room");
    let (mut key, mut swaps, mut declared) = (String::new(), 0, None);
    for &choice in choices {
        let words: Vec<&str> = due(rule, &key).split(' ').filter(|word| !word.is_empty()).collect();
        let Some((by, words)) = words.split_first() else {
            assert_eq!((opening.player(), opening.options()), (None, None), "{rule} {key}");
            assert_eq!(opening.decide(&Decision::Stay), Err(OpeningError::Over));
            check(&opening, &[]);
            return;
        };
        let black = if swaps % 2 == 0 { Player::First } else { Player::Second };
        let player = match *by {
            "1" => Player::First,
            "2" => Player::Second,
            "B" => black,
            _ => !black,
        };
        assert_eq!(opening.player(), Some(player), "{rule} {key}");
        assert_eq!(opening.player_of(Side::Black), black);
        assert_eq!((opening.side_of(black), opening.side_of(!black)), (Side::Black, Side::White));
        assert_eq!(opening.declared(), declared);
        check(&opening, words);
        let (decision, letter) = pick(&opening, words, choice);
        assert_eq!(opening.decide(&decision), Ok(()), "{rule} {key} {decision:?}");
        swaps += usize::from(decision == Decision::Swap);
        if let Decision::Declare(count) = decision {
            declared = Some(count);
        }
        key.push(letter);
    }
    panic!("{rule} goes on after {key}");
}

proptest! {
    #[test]
    fn every_opening_keeps_to_its_list(
        rule in proptest::sample::select(&OpeningRule::ALL[..]),
        choices in proptest::collection::vec(any::<usize>(), 12),
    ) {
        play(rule, &choices);
    }
}

#[test]
fn offers_have_their_number_and_no_symmetry() {
    let cells = |text: &str| crate::record::parse_moves(text).expect("cells");
    let mut opening = Opening::new(Soosyrv8, Size::square(15)).expect("room");
    let before = cells("h8h7h6").into_iter().map(Decision::Cell);
    let after =
        [Decision::Stay, Decision::Cell(cells("h9")[0]), Decision::Declare(2), Decision::Stay];
    for decision in before.chain(after) {
        assert_eq!(opening.decide(&decision), Ok(()), "{decision:?}");
    }
    for (offer, error) in [
        ("g8", "expected 2 fifth moves"),
        ("g8g9i8", "expected 2 fifth moves"),
        ("g8i8", "g8 and i8 are symmetric"),
        ("g8g8", "g8 is offered twice"),
        ("g8h9", "h9: the cell is taken"),
    ] {
        let found = opening.decide(&Decision::Offer(cells(offer))).expect_err(offer);
        assert_eq!(found.to_string(), error);
    }
    assert_eq!(opening.decide(&Decision::Offer(cells("g8g9"))), Ok(()));
    assert_eq!(opening.offered(), cells("g8g9"));
    let found = opening.decide(&Decision::Cell(cells("i8")[0])).expect_err("not offered");
    assert_eq!(found.to_string(), "i8 is not offered");
    assert_eq!(opening.decide(&Decision::Cell(cells("g9")[0])), Ok(()));
    assert_eq!((opening.player(), opening.board().stones().len()), (None, 5));
    assert_eq!(opening.board().side_to_move(), Side::White);
}

#[test]
fn stones_in_a_row_are_those_before_the_other_player_decides() {
    let after = |rule: OpeningRule, moves: &str| {
        let mut opening = Opening::new(rule, Size::square(15)).expect("room");
        for pos in crate::record::parse_moves(moves).expect("cells") {
            assert_eq!(opening.decide(&Decision::Cell(pos)), Ok(()));
        }
        opening.stones_in_a_row()
    };
    assert_eq!([after(Swap2, ""), after(Swap2, "h8h7"), after(Swap2, "h8h7i7")], [3, 1, 2]);
    assert_eq!([after(Taraguchi10, ""), after(Yamaguchi, ""), after(Pro, "h8")], [1, 3, 1]);
    assert_eq!([after(Pro, "h8a1o15"), after(Swap, "h8h7i7")], [0, 0]);
}

#[test]
fn an_opening_begins_where_it_can_be_finished() {
    for rule in OpeningRule::ALL {
        for width in 5..12 {
            for height in 5..12 {
                let least = match rule {
                    Pro => 6,
                    LongPro => 8,
                    _ => 5,
                };
                let size = Size::new(width, height).expect("a size");
                let opening = Opening::new(rule, size);
                let error = opening.err().map(|error| error.to_string());
                let expected = (width.max(height) < least)
                    .then(|| format!("the {width}x{height} board is too small"));
                assert_eq!(error, expected, "{rule}");
            }
        }
    }
}

#[test]
fn the_smallest_boards_have_as_many_fifth_moves_as_are_offered() {
    /// All openings after one more stone and a choice of sides.
    fn after(openings: &[Opening], has_swap: bool) -> Vec<Opening> {
        let stones = |opening: &Opening| opening.options().expect("a stone").cells;
        let put = |opening: &Opening, pos: Pos| {
            let mut opening = opening.clone();
            assert_eq!(opening.decide(&Decision::Cell(pos)), Ok(()));
            assert!(!has_swap || opening.decide(&Decision::Stay).is_ok());
            opening
        };
        let each = |opening| stones(opening).into_iter().map(move |pos| put(opening, pos));
        openings.iter().flat_map(each).collect()
    }
    for (width, height) in [(5, 5), (6, 5), (5, 6)] {
        let size = Size::new(width, height).expect("a size");
        let mut openings = vec![Opening::new(Taraguchi10, size).expect("room")];
        for has_swap in [true, true, true, false] {
            openings = after(&openings, has_swap);
        }
        let mut counts = BTreeSet::new();
        for mut opening in openings {
            let count = opening.options().and_then(|options| options.offer).expect("an offer");
            counts.insert(count);
            if count < 10 {
                let offer = opening.without_symmetric(opening.board().empty_cells());
                assert_eq!(offer.len(), count.into(), "{:?}", opening.board());
                assert_eq!(opening.decide(&Decision::Offer(offer)), Ok(()));
            }
        }
        assert!(counts.len() > 1 && counts.last() == Some(&10), "{size} {counts:?}");
    }
}

#[test]
fn names_read_back() {
    for rule in OpeningRule::ALL {
        assert_eq!(rule.name().to_uppercase().parse(), Ok(rule));
    }
    let error = "rif".parse::<OpeningRule>().expect_err("no name").to_string();
    assert!(error.starts_with("unknown opening rule \"rif\": expected pro, long-pro, "), "{error}");
}
