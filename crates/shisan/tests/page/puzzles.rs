//! The puzzles of the set, without any game.

use std::thread;
use std::time::Duration;

use super::browser::{Screen, until};
use super::page::{Page, split};
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

/// What was pressed before the puzzle was begun again, or left, is no move of what the board shows now.
#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_move_that_is_judged_late_is_dropped() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Freestyle");
    page.press("h8");
    page.expect_label("h8, black, move 1, last move");
    page.press("i9");
    page.expect_label("i9, white, move 2, last move");
    page.click("tab", "Puzzles");
    page.expect("to move and win in");
    let puzzle = page.moves();
    for then in ["#puzzle-retry", "#tab-play"] {
        let script = "const cells = [...document.querySelectorAll('[role=gridcell]')]; \
                      cells.filter((it) => !it.ariaLabel.includes(', move '))[0].click(); \
                      document.querySelector(arguments[0]).click()";
        page.script(script, vec![then.into()]);
        // Longer than a move is judged.
        thread::sleep(Duration::from_secs(1));
        let said = page.text("region", "Game");
        assert!(!said.contains("does not win"), "{then}: {said}");
        let expected = if then == "#tab-play" { &split("h8i9") } else { &puzzle };
        assert_eq!(&page.moves(), expected, "{then}");
    }
}

/// What went wrong while a puzzle was on its way is still said when that comes.
#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_puzzle_that_comes_late_clears_no_message() {
    let page = Page::open(Screen::Desktop);
    let hold = "const { fetch } = window; \
                const release = new Promise((resolve) => { window.release = resolve; }); \
                window.fetch = async (file, ...more) => { \
                    if (String(file).includes('puzzles/')) await release; \
                    return fetch(file, ...more); \
                }";
    page.script(hold, vec![]);
    page.click("tab", "Puzzles");
    page.script("location.hash = '#rule=renju&size=4'", vec![]);
    page.expect("The address names no board");
    page.script("window.release()", vec![]);
    page.expect("to move and win in");
    page.expect("The address names no board");
}
