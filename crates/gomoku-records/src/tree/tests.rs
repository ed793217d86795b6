//! Trees, whatever they were read from.

use gomoku_rules::record::{Format, Record, format_moves};
use gomoku_rules::{Pos, Side, Size};
use proptest::prelude::*;

use super::testing::trees;
use super::*;

fn at(name: &str) -> Pos {
    name.parse().expect("a cell")
}

fn moves(record: &Record) -> String {
    format_moves(&record.cells().collect::<Vec<_>>())
}

#[test]
fn nodes_are_walked_in_the_order_of_their_variations() {
    let mut tree = Tree::new(Size::square(15));
    let first = tree.add(tree.root(), None);
    let second = tree.add(tree.root(), None);
    let third = tree.add(first, None);
    let order = [tree.root(), first, third, second];
    assert_eq!(tree.ids().collect::<Vec<_>>(), order);
    assert_eq!(tree.walk().count(), 2 * order.len());
    assert_eq!(tree.main_line().collect::<Vec<_>>(), [tree.root(), first, third]);
    assert_eq!(tree.children(tree.root()).collect::<Vec<_>>(), [first, second]);
}

#[test]
fn main_lines_are_records_if_their_moves_are_in_turn() {
    let area = |name: &str| Area::from(at(name));
    let setup = |side, name: &str| Setup { side, area: area(name) };
    let mut tree = Tree::new(Size::square(15));
    let root = tree.root();
    tree.notes_mut(root).setup =
        vec![setup(Some(Side::White), "a1"), setup(Some(Side::Black), "b2")];
    let first = tree.add(root, Some(TreeMove::at(Side::Black, at("h8"))));
    let record = tree.record().expect("moves in turn");
    assert_eq!(moves(&record), "b2a1h8");
    // A stone that is taken off before the first move was never there.
    tree.notes_mut(root).setup.push(setup(None, "a1"));
    assert_eq!(
        tree.record().expect_err("two of Black").to_string(),
        "move 2: the other side's turn: expected moves in turn"
    );
    *tree.move_mut(first) = Some(TreeMove::at(Side::White, at("h8")));
    assert_eq!(moves(&tree.record().expect("moves in turn")), "b2h8");
    for (played, what) in [
        (TreeMove::pass(Side::Black), "move 3: a pass"),
        (TreeMove::at(Side::White, at("i9")), "move 3: the other side's turn"),
        (TreeMove::at(Side::Black, at("b2")), "move 3: a taken cell"),
    ] {
        let mut tree = tree.clone();
        tree.add(first, Some(played));
        let error = tree.record().expect_err(what).to_string();
        assert_eq!(error, format!("{what}: expected moves in turn"));
    }
    tree.notes_mut(root).setup.push(setup(Some(Side::Black), "c3"));
    let error = tree.record().expect_err("two black stones").to_string();
    assert_eq!(
        error,
        "the position set up: stones that no moves in turn make: expected moves in turn"
    );
    // Whose turn it is has to be that of moves in turn.
    for text in ["(;AB[hh]PL[B];W[ii])", "(;AB[hh]PL[B])", "(;B[hh]PL[B];W[ii])", "(;B[hh];PL[B])"]
    {
        let tree = crate::sgf::read_tree(text, Size::square(15)).expect(text);
        assert!(
            tree.record().is_err() && Format::Sgf.read(text, Size::square(15)).is_err(),
            "{text}"
        );
    }
    for text in
        ["(;AB[hh])", "(;AB[hh]PL[W];W[ii])", "(;PL[W]AB[hh];AW[ii])", "(;PL[W]B[hh];PL[W])"]
    {
        let tree = crate::sgf::read_tree(text, Size::square(15)).expect(text);
        assert_eq!(
            tree.record(),
            Ok(Format::Sgf.read(text, Size::square(15)).expect(text).remove(0))
        );
    }
    let mut tree = Tree::new(Size::square(15));
    tree.notes_mut(tree.root()).to_move = Some(Side::White);
    let error = tree.record().expect_err("White begins").to_string();
    assert_eq!(error, "the position set up: the other side to move: expected moves in turn");
}

#[test]
fn cells_of_properties_are_turned_with_the_board() {
    let text = |properties: &str| {
        let game = format!("(;GM[4]SZ[15];B[aa]{properties})");
        let tree = crate::sgf::read_tree(&game, Size::square(15)).expect("a game").flipped();
        let text = crate::sgf::write_tree(&tree, crate::TextEncoding::UTF_8);
        let (_, properties) = text.split_once(";B[ao]").expect("the move");
        properties.trim_end_matches([')', '\n']).to_owned()
    };
    for (upright, turned) in [
        ("AR[aa:cc]LN[ab:ba]", "AR[ao:cm]LN[an:bo]"),
        ("SL[aa][ab]DD[aa:cc]VW[]", "SL[ao][an]DD[am:co]VW[]"),
        ("TB[aa]TW[ab]L[ac]M[ad]", "TB[ao]TW[an]L[am]M[al]"),
        ("5A[gg][ii]", "5A[gi][ig]"),
        ("LB[aa:bb][zz:b]TR[aa][zz]", "LB[ao:bb][zz:b]TR[ao][zz]"),
        ("XY[aa]N[aa]", "XY[aa]N[aa]"),
    ] {
        assert_eq!(text(upright), turned);
    }
}

#[test]
fn stones_that_are_set_up_first_tell_whose_turn_it_is() {
    for (text, side) in [
        ("(;AB[hh])", Side::White),
        ("(;AB[hh]PL[B])", Side::Black),
        ("(;PL[B]AB[hh])", Side::Black),
        ("(;PL[B]AB[hh];AB[ii])", Side::White),
        ("(;AB[hh][ii];AE[hh:ii])", Side::Black),
        ("(;AB[hh]W[ii];AB[aa][bb])", Side::Black),
        ("(;B[hh];AW[aa:cc])", Side::White),
    ] {
        let tree = crate::sgf::read_tree(text, Size::square(15)).expect(text);
        let last = tree.main_line().last().expect("a node");
        assert_eq!(tree.stones(last).to_move(), side, "{text}");
    }
}

proptest! {
    #[test]
    fn a_tree_flipped_twice_is_the_same(tree in trees()) {
        prop_assert_eq!(tree.clone().flipped().flipped(), tree);
    }

    /// Going down and up again changes nothing.
    #[test]
    fn positions_do_not_depend_on_the_way(tree in trees()) {
        let mut stones = Stones::new(tree.size);
        let mut undos = Vec::new();
        for step in tree.walk() {
            match step {
                Step::Enter(id) => {
                    undos.push(stones.enter(tree.node(id)));
                    prop_assert_eq!(&stones, &tree.stones(id));
                }
                Step::Leave(_) => stones.leave(undos.pop().expect("one a node")),
            }
        }
        prop_assert_eq!(stones, Stones::new(tree.size));
    }

    /// Records of main lines are trees again, and the same records.
    #[test]
    fn records_read_back(tree in trees()) {
        if let Ok(record) = tree.record() {
            prop_assert_eq!(Tree::from(record.clone()).record(), Ok(record));
        }
    }
}
