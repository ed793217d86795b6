//! The analysis of the position on the board.

use fantoccini::key::Key;

use super::browser::{Screen, until};
use super::page::Page;

/// A position with several good moves.
const POSITION: &str = "#rule=freestyle&size=15&moves=h8i9h9h7";

/// The lines that are shown: each is a button in the list of them.
fn lines(page: &Page) -> Vec<String> {
    let script = "return [...document.querySelectorAll('ol[aria-label=\"Best lines\"] button')]
        .map((line) => line.innerText.replace(/\\s+/g, ' '))";
    let lines = page.script(script, vec![]);
    let lines = lines.as_array().into_iter().flatten().filter_map(|line| line.as_str());
    lines.map(str::to_owned).collect()
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_best_lines_appear_and_are_played_out() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.click("tab", "Analyse");
    page.choose("Effort", "Quick");
    page.fill("spinbutton", "Lines", "4");
    page.keys([Key::Tab]);
    until(
        "four lines",
        || {
            if lines(&page).len() == 4 { Ok(()) } else { Err(lines(&page).concat()) }
        },
    );
    until("end of the search", || {
        let text = page.text("tabpanel", "Analyse");
        if text.contains("nodes") && !text.contains("Searching") { Ok(()) } else { Err(text) }
    });
    assert_eq!(page.drawn(".candidate"), 4);
    let best = lines(&page).remove(0);
    let cell =
        best.split(' ').find(|word| word.starts_with(|sign: char| sign.is_ascii_lowercase()));
    let cell = cell.expect("a cell");
    page.expect_label(&format!("{cell}, empty, line 1"));

    let stones = page.drawn(".stone");
    hover(&page, &best);
    until("line played out", || match page.drawn(".candidate") {
        0 => Ok(()),
        count => Err(format!("{count} candidates")),
    });
    assert!(page.drawn(".stone") > stones, "stones of the line");
    page.press(cell);
    page.expect_label(&format!("{cell}, black, move 5, last move"));
}

/// Points at a line with the mouse.
fn hover(page: &Page, line: &str) {
    let button = page.find("button", line);
    let (x, y, width, height) = page.wait(button.rectangle());
    page.point(x + width / 2.0, y + height / 2.0);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn an_endless_search_is_stopped() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.click("tab", "Analyse");
    page.choose("Effort", "Until stopped");
    page.expect_text("tabpanel", "Analyse", "Searching: depth");
    page.click("button", "Stop");
    page.find("button", "Go");
    let text = page.text("tabpanel", "Analyse");
    assert!(!text.contains("Searching"), "{text}");
    page.click("button", "Go");
    page.expect_text("tabpanel", "Analyse", "Searching: depth");
    // It follows the board.
    page.press("a1");
    page.expect_label("a1, black, move 5, last move");
    page.expect_text("tabpanel", "Analyse", "White to move");
    page.click("tab", "Play");
    page.click("tab", "Analyse");
    page.expect_text("tabpanel", "Analyse", "Searching: depth");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn threats_and_losses_are_drawn() {
    let page = Page::open_at(Screen::Desktop, "#rule=freestyle&size=15&moves=h8a1h9o1h10");
    page.click("tab", "Analyse");
    page.choose("Effort", "Quick");
    page.choose("Show on the board", "Threats of Black");
    page.expect_label("h7, empty, open four for black");
    assert!(page.drawn(".threat.black") >= 2 && page.drawn(".threat.white") == 0);
    for (shown, marks) in [
        ("Loss, after the search", ".heat.loss"),
        ("Move scores, before the search", ".heat.policy"),
    ] {
        page.choose("Show on the board", shown);
        until(shown, || match page.drawn(marks) {
            count if count > 1 => Ok(()),
            count => Err(format!("{count} cells")),
        });
    }
}
