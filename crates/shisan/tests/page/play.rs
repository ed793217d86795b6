//! What interrupts a game: looking back, other tabs, reloads, resigning.

use fantoccini::key::Key;
use serde_json::json;

use super::browser::{Screen, until};
use super::page::Page;

/// A game with a clock, Black's first move and the reply.
fn with_clock() -> Page {
    let page = Page::open(Screen::Desktop);
    page.click("button", "New game");
    page.choose("Clock", "A time for each move");
    page.fill("spinbutton", "Seconds a move", "600");
    page.click("button", "Start");
    assert!(!page.is_over_after(0));
    page.press("h8");
    assert!(!page.is_over_after(2));
    page
}

/// What Black's clock says.
fn clock(page: &Page) -> String {
    let script = "return document.querySelector('#player-black .player-clock').textContent";
    page.script(script, vec![]).as_str().unwrap_or_default().to_owned()
}

#[track_caller]
fn expect_running(page: &Page) {
    let before = clock(page);
    until("a clock that runs", || {
        let now = clock(page);
        if now == before { Err(now) } else { Ok(()) }
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_clock_is_paused_while_one_looks_back() {
    let page = with_clock();
    expect_running(&page);
    page.click("button", "Back");
    page.expect("the clock is paused");
    page.click("button", "To the end");
    assert!(!page.is_over_after(2));
    expect_running(&page);
    // So it is in another tab, and the time goes on from where it stood.
    page.click("tab", "Analyse");
    page.click("tab", "Play");
    expect_running(&page);
    assert!(clock(&page).starts_with("9:"), "{}", clock(&page));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_move_adds_its_increment_and_byoyomi_follows_the_time() {
    let page = Page::open(Screen::Phone);
    page.click("button", "New game");
    page.choose("You play", "Both sides, for two people");
    page.choose("Clock", "A time for the game");
    page.fill("spinbutton", "Minutes a game", "10");
    page.fill("spinbutton", "Seconds added by a move", "300");
    page.fill("spinbutton", "Periods", "3");
    super::states::check(&page, "clocks", &[]);
    page.click("button", "Start");
    page.type_moves("h8");
    let black = clock(&page);
    let is_added = black.starts_with("14:") || black.starts_with("15:");
    assert!(is_added && black.ends_with(" +3"), "{black}");
    page.reload();
    until("the clock", || match clock(&page) {
        now if now == black => Ok(()),
        now => Err(now),
    });
    // The time before the move comes back with it.
    page.click("button", "Undo");
    until("the time before", || match clock(&page) {
        now if now.starts_with("10:") || now.starts_with("9:") => Ok(()),
        now => Err(now),
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_same_move_again_gets_its_reply() {
    let page = Page::open(Screen::Desktop);
    page.start_against_weakest();
    page.press("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "To the start");
    page.expect_label("h8, empty");
    page.press("h8");
    assert!(!page.is_over_after(2));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_resignation_alone_is_taken_back() {
    let page = Page::open(Screen::Desktop);
    page.start_against_weakest();
    page.press("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "Resign");
    page.expect("White wins: black resigns");
    page.expect("You lost");
    page.click("button", "Undo");
    assert!(!page.is_over_after(2));
    page.click("button", "Undo");
    page.expect("Taken back: your move and the reply.");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_hint_goes_with_its_tab() {
    let page = Page::open(Screen::Desktop);
    page.press("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "Hint");
    page.expect("Hint: ");
    assert_eq!(page.drawn(".ring.hint"), 1);
    page.click("tab", "Review");
    page.find("tabpanel", "Review");
    assert_eq!(page.drawn(".ring.hint"), 0);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn steps_through_a_game_are_said() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Freestyle");
    page.type_moves("h8i9j10");
    page.click("button", "Back");
    page.expect_said("Move 2, White i9");
    let cell = page.cell("h8");
    page.wait(cell.click());
    page.keys([',']);
    page.expect_said("Move 1, Black h8");
    page.keys(['.', '.']);
    page.expect_said("Move 3, Black j10");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn arrows_and_the_wheel_go_through_a_game() {
    let page = Page::open_at(Screen::Desktop, "#moves=h8i9j10k11");
    page.find("tabpanel", "Analyse");
    let expect_moves = |count: usize| {
        until("moves", || match page.moves().len() {
            found if found == count => Ok(()),
            found => Err(format!("{found} of {count}")),
        });
    };
    page.keys([Key::Left, Key::Left]);
    expect_moves(2);
    page.keys([Key::Home]);
    expect_moves(0);
    page.keys([Key::Right]);
    expect_moves(1);
    // After a click the arrows do the same; on a marked cell they go to another one.
    page.press("h8");
    page.keys([Key::Right]);
    expect_moves(2);
    page.keys([Key::Down, Key::Left]);
    assert!(page.focused().starts_with("g9, "), "{}", page.focused());
    // Away from all lines of the analysis, which the wheel would go through.
    page.keys([Key::Home]);
    assert!(page.focused().starts_with("a9, "), "{}", page.focused());
    expect_moves(2);
    let wheel = |pixels: i32| {
        let event =
            json!({"type": "mouseWheel", "x": 400, "y": 400, "deltaX": 0, "deltaY": pixels});
        page.devtools("Input.dispatchMouseEvent", &event);
    };
    wheel(100);
    expect_moves(3);
    wheel(-100);
    expect_moves(2);
    // With Alt a key is the browser's.
    let with_alt = "const [selector, key] = arguments;
        const init = { key, altKey: true, bubbles: true, cancelable: true };
        return document.querySelector(selector).dispatchEvent(new KeyboardEvent('keydown', init))";
    for (selector, key) in [
        ("#moves [aria-current]", "ArrowLeft"),
        ("#tab-analyse", "ArrowLeft"),
        ("[role=gridcell]", ","),
    ] {
        assert_eq!(page.script(with_alt, vec![json!(selector), json!(key)]), true, "{selector}");
        expect_moves(2);
        assert!(page.has("tabpanel", "Analyse"), "{selector}");
    }
}

/// Where the moves and the button for undo are.
const PLACES: &str = "return ['moves-panel', 'undo', 'board'].map((id) => {
        const { x, y, width } = document.getElementById(id).getBoundingClientRect();
        return `${id} ${x} ${y + scrollY} ${width}`;
    }).join(', ')";

fn places(page: &Page) -> String {
    page.script(PLACES, vec![]).as_str().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn nothing_jumps_while_the_engine_thinks() {
    let page = Page::open(Screen::Desktop);
    page.click("button", "New game");
    let strength = page.find("slider", "Strength");
    page.wait(strength.send_keys(&Key::End.to_string()));
    page.click("button", "Start");
    page.press("h8");
    assert!(!page.is_over_after(2));
    let before = places(&page);
    // Where they are whenever something changes: the engine may answer at once.
    let watch = format!(
        "const stop = document.getElementById('stop-engine');
        const places = () => {{ {PLACES} }};
        window.seen = {{ places: new Set(), stop: false }};
        const look = () => {{
            window.seen.places.add(places());
            window.seen.stop ||= stop.checkVisibility();
        }};
        const changes = {{ attributes: true, characterData: true, childList: true, subtree: true }};
        new MutationObserver(look).observe(document.body, changes);"
    );
    page.script(&watch, vec![]);
    page.press(&page.cells_labelled("empty")[0]);
    assert!(!page.is_over_after(4));
    let seen = page.script("return [window.seen.stop, ...window.seen.places]", vec![]);
    assert_eq!(seen, json!([true, before]));
    page.click("button", "Back");
    page.find("button", "Let Shisan move");
    assert_eq!(places(&page), before);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn nothing_jumps_when_a_tap_aims() {
    let page = Page::open(Screen::Phone);
    assert!(!page.is_over_after(0));
    let before = places(&page);
    page.press("h8");
    page.find("button", "Place h8");
    assert_eq!(places(&page), before);
    page.click("button", "Cancel");
    page.find("button", "Back");
    assert_eq!(places(&page), before);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_end_of_a_game_leads_on() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Freestyle");
    page.type_moves("h8a1h9b1h10c1h11d1h12");
    page.expect("Black wins with five in a row");
    page.find("button", "Rematch");
    page.click("button", "Review this game");
    page.find("tabpanel", "Review");
    page.find("progressbar", "Progress of the review");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_new_game_takes_a_preset_of_sizes() {
    let page = Page::open(Screen::Phone);
    page.click("button", "New game");
    page.click("button", "19");
    // Below full strength there is no time to choose.
    assert!(!page.has("spinbutton", "Shisan’s seconds a move"));
    let start = page.find("button", "Start");
    let (_, y, _, height) = page.wait(start.rectangle());
    assert!(y + height <= 740.0, "Start is below the edge: {y}");
    page.click("button", "Start");
    page.expect("19 × 19");
}
