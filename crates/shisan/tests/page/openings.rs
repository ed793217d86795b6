//! Openings by every rule, decision by decision.

use super::browser::{Screen, until};
use super::page::Page;
use super::states::check;
use super::trees::comment;

fn start(page: &Page, rule: &str, opening: &str, opens: &str) {
    page.click("button", "New game");
    page.choose("Rule", rule);
    page.choose("Opening", opening);
    page.choose("First stones", opens);
    page.click("button", "Start");
}

/// Has Shisan put the stones of swap2.
fn swap2() -> Page {
    let page = Page::open(Screen::Desktop);
    start(&page, "Freestyle", "Swap2", "Shisan puts them");
    page.expect("Swap2: choose your colour, or put a white stone.");
    page
}

/// Puts a stone on each of these cells.
fn put(page: &Page, cells: &[&str]) {
    for cell in cells {
        page.press(cell);
        until("the stone", || {
            if page.label(cell).contains("move") { Ok(()) } else { Err(page.label(cell)) }
        });
    }
}

/// Waits for the colour that Shisan takes: it is said after its first move too, until the next one of the user.
fn expect_choice(page: &Page, stones: usize) {
    page.expect("Shisan chose. You play");
    let takes_white = page.text("region", "Game").contains("You play black");
    assert!(!page.is_over_after(stones + usize::from(takes_white)));
    page.expect(if takes_white {
        "Shisan chose. You play black."
    } else {
        "Shisan chose. You play white."
    });
    page.press(&page.cells_labelled("empty")[0]);
    until("the end of the message", || {
        let text = page.text("region", "Game");
        if text.contains("Shisan chose") { Err(text) } else { Ok(()) }
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn an_offer_of_swap2_outlives_tabs_and_reloads() {
    let page = swap2();
    let stones = page.moves();
    check(&page, "opening", &[]);
    page.click("tab", "Analyse");
    page.find("tabpanel", "Analyse");
    assert!(!page.has("button", "Play White"));
    page.fill("textbox", "Comment", "An offer.");
    let tried = page.cells_labelled("empty").remove(0);
    page.press(&tried);
    page.expect_label(&format!("{tried}, white, move 4, last move"));
    page.click("tab", "Play");
    page.find("button", "Play White");
    page.click("button", "Back");
    page.reload();
    page.click("button", "Play White");
    page.expect("You chose. You play white.");
    assert_eq!(page.moves(), stones);
    assert!(!page.is_over_after(3));
    // So do what was written and tried meanwhile.
    assert_eq!(comment(&page), "An offer.");
    page.find("button", &format!("4 {tried} , white"));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_stone_of_swap2_is_taken_back() {
    let page = swap2();
    let cells = page.cells_labelled("empty");
    put(&page, &[&cells[0]]);
    page.expect("put a black stone.");
    page.click("button", "Undo");
    page.expect("choose your colour, or put a white stone.");
    page.expect_label(&format!("{}, empty", cells[0]));
    page.reload();
    page.expect("choose your colour, or put a white stone.");
    put(&page, &[&cells[0], &cells[1]]);
    expect_choice(&page, 5);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_user_opens_by_swap2_and_by_pro() {
    let page = Page::open(Screen::Desktop);
    start(&page, "Freestyle", "Swap2", "You put them");
    page.expect("put a black stone.");
    put(&page, &["a1", "o15", "h8"]);
    // Shisan takes a colour, or puts two more stones.
    until("a choice", || {
        let text = page.text("region", "Game");
        if text.contains("Shisan chose") || page.has("button", "Play White") {
            Ok(())
        } else {
            Err(text)
        }
    });
    start(&page, "Freestyle", "Pro", "You put them");
    page.expect("Pro: put a black stone.");
    page.press("a1");
    page.expect("The rule of the opening allows no stone there now.");
    put(&page, &["h8"]);
    page.expect("put a black stone.");
    page.press("h7");
    page.expect("The rule of the opening allows no stone there now.");
    put(&page, &["a15"]);
    page.expect("You play black.");
    assert!(!page.is_over_after(4));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_board_that_is_too_small_is_refused_in_the_dialog() {
    let page = Page::open(Screen::Desktop);
    page.type_moves("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "New game");
    page.fill("spinbutton", "Width", "5");
    page.fill("spinbutton", "Height", "5");
    page.choose("Opening", "Pro");
    page.click("button", "Start");
    page.click("button", "Cancel");
    page.expect_label("h8, black, move 1");
    page.click("button", "New game");
    page.fill("spinbutton", "Width", "5");
    page.fill("spinbutton", "Height", "5");
    page.choose("Opening", "Pro");
    page.click("button", "Start");
    page.fill("spinbutton", "Width", "9");
    page.click("button", "Start");
    page.expect("Pro: put a black stone.");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn fifth_moves_are_declared_offered_and_taken() {
    let page = Page::open(Screen::Phone);
    start(&page, "Renju", "Yamaguchi", "You put them");
    let place = |cell: &str| {
        page.press(cell);
        page.click("button", &format!("Place {cell}"));
    };
    for label in ["h8, black, move 1", "h7, white, move 2", "i7, black, move 3"] {
        let (cell, stone) = label.split_once(", ").expect("a stone");
        page.expect(&format!("put a {} stone.", &stone[..5]));
        place(cell);
        page.expect_label(&format!("{label}, last move"));
    }
    page.expect("declare how many fifth moves are offered.");
    check(&page, "declare", &[]);
    page.click("button", "2");
    // Shisan takes a side: the one with Black offers, the other one takes.
    let text = until("a side", || {
        let text = page.text("region", "Game");
        if text.contains("Shisan keeps its side.")
            || text.contains("Shisan swaps sides.")
            || text.contains("offer 2 fifth moves")
        {
            Ok(text)
        } else {
            Err(text)
        }
    });
    if text.contains("put a white stone") {
        place("j9");
        let text = until("the offer", || {
            let text = page.text("region", "Game");
            if text.contains("take one of the offered") { Ok(text) } else { Err(text) }
        });
        let (_, offered) = text.split_once("Shisan offers ").expect("an offer");
        let cell = offered.split([' ', '.']).next().expect("a cell");
        place(cell);
        page.expect("You play white.");
    } else {
        page.expect("offer 2 fifth moves.");
        let free = page.cells_labelled("empty");
        place(&free[0]);
        page.expect("offer 1 more fifth move.");
        place(&free[40]);
        page.expect("You play black.");
    }
}

/// A cell that may be pressed: one that is marked, or else the `count`th free one.
fn allowed_cell(page: &Page, count: usize) -> String {
    let script = "const ring = document.querySelector('.picture .ring.next');
        const { width } = document.querySelector('.picture').viewBox.baseVal;
        const columns = Math.round(width / 40 - 1.4);
        const at = ring && Math.round(ring.getAttribute('cy') / 40) * columns + Math.round(ring.getAttribute('cx') / 40);
        return ring && document.querySelector(`[data-cell='${at}']`).getAttribute('aria-label').split(',')[0]";
    let marked = page.script(script, vec![]);
    let free = page.cells_labelled("empty");
    marked.as_str().map_or_else(|| free[(7 + 31 * count) % free.len()].clone(), str::to_owned)
}

/// Lets two people decide by the rule of the opening, and says what they were asked for.
fn open_for_two(page: &Page, rule: &str, opening: &str) -> Vec<String> {
    page.click("button", "New game");
    page.choose("Rule", rule);
    page.choose("You play", "Both sides, for two people");
    page.choose("Opening", opening);
    assert!(!page.has("combobox", "First stones"), "nobody is asked who of the two begins");
    page.click("button", "Start");
    let notice = "const notice = document.getElementById('notice');
        return notice.hidden ? '' : notice.innerText";
    let said = || page.script(notice, vec![]);
    let mut asked = Vec::new();
    loop {
        let text = until("a question", || {
            let text = said().as_str().unwrap_or_default().to_owned();
            let is_new = asked.last() != Some(&text);
            if text.starts_with("Player") || (text.starts_with(opening) && is_new) {
                Ok(text)
            } else {
                Err(text)
            }
        });
        asked.push(text.clone());
        if text.starts_with("Player") {
            return asked;
        }
        assert!(asked.len() < 30, "{asked:?}");
        // The sides change once.
        if text.contains("choose your colour") {
            let is_first = asked.iter().filter(|one| one.contains("choose")).count() == 1;
            page.click("button", if is_first { "Play White" } else { "Play Black" });
        } else if text.contains("declare how many") {
            page.click("button", "2");
        } else {
            page.press(&allowed_cell(page, asked.len()));
        }
    }
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn two_people_open_by_every_rule() {
    let page = Page::open(Screen::Desktop);
    for (rule, opening) in [
        ("Freestyle", "Pro"),
        ("Freestyle", "Long pro"),
        ("Freestyle", "Swap"),
        ("Freestyle", "Swap2"),
        ("Renju", "Yamaguchi"),
        ("Renju", "Soosõrv-8"),
        ("Renju", "Taraguchi-10"),
    ] {
        let asked = open_for_two(&page, rule, opening);
        for player in [1, 2] {
            let name = format!("{opening}, player {player}: ");
            assert!(asked.iter().any(|one| one.starts_with(&name)), "{asked:?}");
        }
        // From here on they play as ever.
        let stones = page.moves().len();
        let turn = if stones.is_multiple_of(2) { "Black to move" } else { "White to move" };
        page.expect(turn);
        let free = page.cells_labelled("empty");
        let cell = free.iter().find(|cell| !page.label(cell).contains("forbidden"));
        put(&page, &[cell.expect("a free cell")]);
        assert_eq!(page.moves().len(), stones + 1, "{opening}");
    }
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn two_people_take_back_and_open_again() {
    let page = Page::open(Screen::Phone);
    page.click("button", "New game");
    page.choose("Opening", "Swap2");
    page.choose("You play", "Both sides, for two people");
    page.click("button", "Start");
    let place = |cell: &str| {
        page.press(cell);
        page.click("button", &format!("Place {cell}"));
        until("the stone", || {
            if page.label(cell).contains("move") { Ok(()) } else { Err(page.label(cell)) }
        });
    };
    for cell in ["h8", "i9", "a1"] {
        page.expect("Swap2, player 1: put a");
        place(cell);
    }
    page.expect("Swap2, player 2: choose your colour, or put a white stone.");
    check(&page, "opening for two", &[]);
    // What one of them has decided can be taken back, and comes back after a reload.
    page.click("button", "Undo");
    page.expect("Swap2, player 1: put a black stone.");
    page.reload();
    page.expect("Swap2, player 1: put a black stone.");
    place("b2");
    page.click("button", "Play Black");
    page.expect("Player 2 plays black, player 1 white.");
    page.expect("White to move");
    page.click("button", "Resign");
    page.click("button", "Rematch");
    page.expect("Swap2, player 1: put a black stone.");
    assert!(page.moves().is_empty());
}
