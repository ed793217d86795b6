//! Whole games against the weakest level, by every kind of hand.

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::adviser::best;
use super::browser::{Screen, until};
use super::page::{Page, cell_of};
use super::states::check;
use super::trees::comment;

/// Plays Black to the end; `put` makes a move.
fn win(page: &Page, put: impl Fn(&str)) {
    for played in (0..).step_by(2) {
        if page.is_over_after(played) {
            break;
        }
        put(&best(&page.moves()));
    }
    page.expect("Black wins with five in a row");
    assert_eq!(page.cells_labelled("in the winning line").len(), 5);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_first_reply_comes_without_a_setting() {
    let page = Page::open(Screen::Desktop);
    page.press("h8");
    page.expect_label("h8, black, move 1");
    assert!(!page.is_over_after(2));
    let reply = page.moves().remove(1);
    page.expect_label(&format!("{reply}, white, move 2, last move"));
    page.expect_said(&format!("White plays {reply}"));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_game_is_won_with_the_mouse() {
    let page = Page::open(Screen::Desktop);
    page.start_against_weakest();
    win(&page, |cell| page.press(cell));
    page.press(&page.cells_labelled("empty")[0]);
    page.expect("The game is over");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_game_is_won_with_the_keyboard() {
    let page = Page::open(Screen::Desktop);
    tab_to(&page, "New game");
    page.keys([Key::Enter]);
    tab_to(&page, "Strength");
    page.keys([Key::Home]);
    tab_to(&page, "Start");
    page.keys([Key::Enter]);
    until("focus on the board", || {
        let focused = page.focused();
        if focused.contains("empty") { Ok(()) } else { Err(focused) }
    });
    win(&page, |cell| {
        go_to(&page, cell);
        page.keys([Key::Enter]);
    });
    // The way out of the board and back.
    page.keys(['u']);
    page.expect("Taken back");
}

/// Presses Tab until the focus is on what has this name.
fn tab_to(page: &Page, name: &str) {
    let mut seen = Vec::new();
    while seen.last().is_none_or(|last| last != name) {
        assert!(seen.len() < 60, "Tab does not lead to {name}: {seen:?}");
        page.keys([Key::Tab]);
        seen.push(page.focused());
    }
}

/// Moves the focus to a cell with the arrows.
fn go_to(page: &Page, cell: &str) {
    let place = |name: &str| {
        let row: i32 = name[1..].parse().expect("a row");
        (i32::from(name.as_bytes()[0]), row)
    };
    let label = page.focused();
    let (from, to) = (place(cell_of(&label)), place(cell));
    let across = if to.0 > from.0 { Key::Right } else { Key::Left };
    let down = if to.1 > from.1 { Key::Down } else { Key::Up };
    page.keys((from.0.min(to.0)..from.0.max(to.0)).map(|_| across));
    page.keys((from.1.min(to.1)..from.1.max(to.1)).map(|_| down));
    assert!(page.focused().starts_with(&format!("{cell}, ")), "{}", page.focused());
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn sides_change_in_a_rematch_against_an_agent() {
    let page = Page::open(Screen::Desktop);
    page.start_against("Chain counter");
    assert!(!page.is_over_after(0));
    page.expect("Chain counter");
    assert!(!page.has("button", "Rematch"), "the game goes on");
    win(&page, |cell| page.press(cell));
    page.click("button", "Rematch");
    // The agent begins in the centre.
    page.expect_label("h8, black, move 1, last move");
    assert!(!page.is_over_after(1));
    page.expect("You play white; Black is Chain counter.");
    page.press("a1");
    assert!(!page.is_over_after(3));
    page.click("button", "Resign");
    page.expect("Black wins: white resigns");
    page.click("button", "Rematch");
    page.expect("You play black; White is Chain counter.");
    assert!(!page.is_over_after(0));
    // The game and its players are kept.
    page.press("h8");
    assert!(!page.is_over_after(2));
    page.reload();
    page.expect("Chain counter");
    page.click("button", "Hint");
    page.expect("Hint: ");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn three_games_find_a_level() {
    let page = Page::open(Screen::Desktop);
    page.click("button", "New game");
    page.click("button", "Find my level");
    page.expect("Find my level: game 1 of 3");
    page.expect("Shisan, 1000 Elo");
    check(&page, "finding a level", &[]);
    page.type_moves("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "Resign");
    assert!(!page.has("button", "Rematch"), "the next game follows");
    page.click("button", "Next game");
    // White of the second game, and again after a reload.
    page.expect("Shisan, 750 Elo");
    assert!(!page.is_over_after(1));
    page.reload();
    page.expect("Find my level: game 2 of 3");
    page.click("button", "Stop finding");
    page.expect("no longer looked for");
    page.click("button", "Find my level");
    page.click("button", "Resign");
    page.click("button", "Next game");
    page.expect("Find my level: game 3 of 3");
    page.type_moves("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "Resign");
    page.click("button", "Show my level");
    page.expect("Your level: 500 Elo");
    page.click("button", "Play at this level");
    page.expect("Shisan, 500 Elo");
    assert!(!page.has("button", "Stop finding"));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn every_agent_replies() {
    let page = Page::open(Screen::Desktop);
    for agent in
        ["Finard", "Zheng", "Chain counter", "Gobang", "Gao and Liang", "One ply", "Random"]
    {
        page.start_against(agent);
        assert!(!page.is_over_after(0));
        page.expect(agent);
        page.press("h8");
        assert!(!page.is_over_after(2), "{agent}");
    }
    page.start_against("Shisan");
    page.expect("Shisan, 800 Elo");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn an_agent_has_neither_level_nor_swap2() {
    let page = Page::open(Screen::Desktop);
    page.click("button", "New game");
    let is_enabled = |role, name| page.wait(page.find(role, name).is_enabled());
    assert!(is_enabled("slider", "Strength") && is_enabled("combobox", "Opening"));
    page.choose("Opponent", "Gobang");
    assert!(!is_enabled("slider", "Strength") && !is_enabled("combobox", "Opening"));
    page.expect_text("dialog", "New game", "Gobang looks three moves ahead");
    page.choose("You play", "Both sides, for two people");
    assert!(!is_enabled("combobox", "Opponent"));
    page.choose("You play", "Neither, to watch");
    page.choose("Opponent", "Shisan");
    assert!(is_enabled("slider", "Strength") && !is_enabled("combobox", "Opening"));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_game_is_won_on_a_phone() {
    let page = Page::open(Screen::Phone);
    page.start_against_weakest();
    // Aim beside the cell, adjust and confirm.
    assert!(!page.is_over_after(0));
    page.press("h9");
    page.click("button", "Up");
    page.click("button", "Place h8");
    page.expect_label("h8, black, move 1");
    // A move is given up.
    assert!(!page.is_over_after(2));
    page.press(&page.cells_labelled("empty")[0]);
    page.click("button", "Cancel");
    assert_eq!(page.moves().len(), 2);
    for played in (2..).step_by(2) {
        if page.is_over_after(played) {
            break;
        }
        let cell = best(&page.moves());
        page.press(&cell);
        page.click("button", &format!("Place {cell}"));
    }
    page.expect("Black wins with five in a row");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn hints_and_undo_help() {
    let page = Page::open(Screen::Desktop);
    page.start_against_weakest();
    page.press("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "Hint");
    page.expect("Hint: ");
    assert_eq!(page.drawn(".ring.hint"), 1);
    page.click("button", "Undo");
    page.expect("Taken back: your move and the reply. Black to move.");
    assert!(page.moves().is_empty());
    page.expect_label("h8, empty");
    page.click("button", "Undo");
    page.expect("There is no move of yours to take back");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn resigning_ends_the_game() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Freestyle");
    page.press("h8");
    page.expect_label("h8, black, move 1, last move");
    page.click("button", "Resign");
    page.expect("Black wins: white resigns");
    page.press("a1");
    page.expect("Start a new game, or undo.");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_reload_keeps_the_game() {
    let page = Page::open(Screen::Desktop);
    page.start_against_weakest();
    page.press("h8");
    assert!(!page.is_over_after(2));
    let moves = page.moves();
    page.reload();
    page.expect_label("h8, black, move 1");
    page.expect_label(&format!("{}, white, move 2, last move", moves[1]));
    assert_eq!(page.moves(), moves);
    page.expect("Shisan, 100 Elo");
    page.press(&best(&moves));
    assert!(!page.is_over_after(4));
}

/// The moves and comments of the games that the device keeps, the latest first.
fn kept(page: &Page) -> Value {
    let script = "return JSON.parse(localStorage.getItem('shisan.games') ?? '[]').map(
        ({ tree }) => tree.nodes.map(({ move, comment }) => (move?.[1] ?? '') + (comment ?? '')).join(''))";
    page.script(script, vec![])
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn each_tab_keeps_its_game() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Freestyle");
    page.press("h8");
    page.expect_label("h8, black, move 1, last move");
    let address = page.script("return location.href.split('#')[0]", vec![]);
    let first = page.wait(page.client().window());
    let second = page.wait(page.client().new_window(true)).handle;
    page.wait(page.client().switch_to_window(second.clone()));
    page.goto(address.as_str().expect("an address"));
    // A new tab goes on with the last game.
    page.expect_label("h8, black, move 1, last move");
    page.start_for_two("Freestyle");
    page.press("a1");
    page.expect_label("a1, black, move 1, last move");
    page.fill("textbox", "Comment", "mine");
    page.press("b2");
    page.expect_label("b2, white, move 2, last move");
    assert_eq!(kept(&page), json!(["h8"]));
    for (cell, label) in
        [("i9", "i9, white, move 2, last move"), ("j10", "j10, black, move 3, last move")]
    {
        page.wait(page.client().switch_to_window(first.clone()));
        page.press(cell);
        page.expect_label(label);
        // What the other tab has is not lost, and not kept at each move.
        assert_eq!(kept(&page)[0], "a1mineb2");
        assert_eq!(kept(&page).as_array().map(Vec::len), Some(2));
        page.wait(page.client().switch_to_window(second.clone()));
        page.reload();
        page.find("tabpanel", "Play");
        assert_eq!(page.moves(), ["a1", "b2"]);
        page.click("button", "Back");
        assert_eq!(comment(&page), "mine");
        page.click("button", "Forward");
    }
    page.press("c3");
    page.expect_label("c3, black, move 3, last move");
    assert_eq!(kept(&page), json!(["h8i9j10", "h8"]));
    page.wait(page.client().switch_to_window(first));
    page.reload();
    assert_eq!(page.moves(), ["h8", "i9", "j10"]);
}
