//! What the rules forbid is refused, and the page says why.

use fantoccini::key::Key;
use serde_json::json;

use super::browser::Screen;
use super::page::Page;

/// White's stones are far away; Black has a two in a row and one in a column, which cross at h8.
pub(crate) const DOUBLE_THREE: &str = "f8a1g8o1h6a15h7o15";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_renju_foul_is_refused_with_its_lines() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Renju");
    page.type_moves(DOUBLE_THREE);
    page.expect_label("h8, empty, forbidden: double three");
    assert_eq!(page.drawn(".cross"), 1);
    page.press("h8");
    page.expect("h8 is forbidden for Black: double three");
    page.expect("three f8 g8 h8 (row), open four at");
    page.expect("three h8 h7 h6 (column), open four at");
    assert_eq!((page.drawn(".foul"), page.drawn(".foul .through")), (2, 2));
    page.expect_said("h8 is forbidden for Black: double three");
    assert_eq!(page.moves().len(), 8, "nothing was played");
    // White may play there.
    page.press("c3");
    page.expect_label("c3, black, move 9, last move");
    assert_eq!((page.drawn(".foul"), page.drawn(".cross")), (0, 0));
    page.press("h8");
    page.expect_label("h8, white, move 10, last move");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_refusal_is_in_sight_below_a_long_panel() {
    let page = Page::open_at(Screen::Desktop, &format!("#rule=renju&size=15&moves={DOUBLE_THREE}"));
    page.fill("spinbutton", "Lines", "10");
    page.keys([Key::Tab]);
    page.expect_label("h8, empty, forbidden: double three");
    page.press("h8");
    page.expect("h8 is forbidden for Black: double three");
    let below =
        "return document.getElementById('notice').getBoundingClientRect().bottom - innerHeight";
    let below = page.script(below, vec![]).as_f64();
    assert!(below <= Some(0.0), "{below:?} pixels below the screen");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn black_without_a_move_that_renju_allows_loses() {
    // Both free cells would make six for Black.
    let moves = "e1f2a6d6d1a2b1e5e4b6f6d2c6d5c3b3a1a5b4e2f1e3a4f3b2a3d4e6c5d3f4c2b5f5";
    let game = format!("#rule=renju&size=6&moves={moves}");
    let page = Page::open_at(Screen::Desktop, &game);
    page.click("tab", "Play");
    page.expect("White wins: Black has no move that renju allows");
    page.press("c1");
    page.expect("The game is over");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_wrong_move_is_refused_with_its_reason() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Freestyle");
    page.type_moves("h8");
    page.press("h8");
    page.expect("h8 is taken: black, move 1.");
    page.fill("textbox", "Type a move", "z99");
    page.click("button", "Put");
    page.expect("“z99” is not a cell of this board.");
    assert_eq!(page.moves(), ["h8"]);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn rows_are_counted_from_below_in_renju() {
    let page = Page::open_at(Screen::Phone, "#rule=renju&size=15&moves=h8i7");
    page.expect_label("i9, white, move 2, last move");
    page.type_moves("a1");
    page.expect_label("a1, black, move 3, last move");
    // Addresses have one way to count.
    assert_eq!(
        page.script("return location.hash", vec![]),
        json!("#rule=renju&size=15&moves=h8i7a15")
    );
    let choose = |coords: &str| {
        page.click("button", "Settings");
        page.choose("Coordinates", coords);
        page.click("button", "Close");
    };
    choose("From the top");
    page.expect_label("a15, black, move 3, last move");
    page.find("button", "3 a15 , black");
    choose("In renju from the bottom");
    page.expect_label("a1, black, move 3, last move");
    page.click("tab", "Play");
    page.start_for_two("Freestyle");
    page.type_moves("a15");
    assert_eq!(
        page.script("return location.hash", vec![]),
        json!("#rule=freestyle&size=15&moves=a15")
    );
}
