//! The puzzles of the set, without any game.

use super::browser::{Screen, until};
use super::page::Page;
use super::states::{Look, check};

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_set_to_begin_with() {
    let page = Page::open(Screen::Desktop);
    page.click("tab", "Puzzles");
    page.expect("to move and win in");
    page.expect("Rating 1200 ± 686 · 0 solved");
    page.choose("Rule", "Renju");
    page.expect("Renju");
    page.choose("Difficulty", "Hard");
    check(&page, "a puzzle of the set", &[(Look::Light, "puzzles")]);

    // Failed, which the rating tells, and shown.
    page.click("button", "Puzzle of the day");
    let position = page.moves();
    page.click("button", "Show the answer");
    page.expect("The win: ");
    page.expect("not yet");

    // A sheet names cells as the board does: in renju rows count from the bottom.
    page.script("window.print = () => {}", vec![]);
    page.click("button", "Print a sheet");
    let answer = "return document.querySelector('#print-sheet li').textContent";
    let answer = page.script(answer, vec![]).as_str().expect("a line").to_owned();
    page.expect(&format!("The win: {answer}"));
    page.script("dispatchEvent(new Event('afterprint'))", vec![]);

    let rating = page.text("tabpanel", "Puzzles");
    assert!(!rating.contains("Rating 1200"), "{rating}");

    // Kept by the browser, until it is reset, which can be undone.
    page.reload();
    page.click("tab", "Puzzles");
    page.click("button", "Puzzle of the day");
    until("the same puzzle", || {
        if page.moves() == position { Ok(()) } else { Err(page.moves().concat()) }
    });
    page.expect("not yet");
    page.click("button", "Reset progress");
    page.expect("Rating 1200 ± 686 · 0 solved");
    page.click("button", "Undo");
    page.expect("not yet");
}
