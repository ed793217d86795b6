//! What comes by itself, a move, lines, a review, moves nothing that is shown already.

use super::adviser::best;
use super::browser::{Browser, Screen, until};
use super::page::Page;
use super::states::{SCREENS, painted};

/// Keeps what moves, from the load of the page on.
const WATCH: &str = r"
    window.shifts = [];
    const name = (node) => node?.id || node?.className || node?.nodeName || 'something';
    const place = ({ x, y }) => `${Math.round(x)},${Math.round(y)}`;
    new PerformanceObserver((list) => {
        for (const { value, sources } of list.getEntries()) {
            const moved = sources.map(({ node, previousRect, currentRect }) =>
                `${name(node)} from ${place(previousRect)} to ${place(currentRect)}`);
            shifts.push(`${value}: ${moved.join('; ')}`);
        }
    }).observe({ type: 'layout-shift', buffered: true });
";

#[track_caller]
fn expect_no_shift(page: &Browser, when: &str) {
    painted(page);
    let shifts = page.script("return shifts.splice(0)", vec![]);
    assert_eq!(shifts, serde_json::json!([]), "{when}");
}

/// Forgets the shifts of what a person did, which may show other panels.
fn settle(page: &Browser) {
    painted(page);
    page.script("shifts.length = 0", vec![]);
}

#[track_caller]
fn expect_lines(page: &Page) {
    until("the lines of a finished search", || {
        let text = page.text("tabpanel", "Analyse");
        let is_finished = text.contains("nodes") && !text.contains("Searching");
        if is_finished && text.contains("may expect") { Ok(()) } else { Err(text) }
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn nothing_jumps() {
    for (width, height) in SCREENS {
        let page = Page::open(Screen::Mouse(width, height));
        page.script(WATCH, vec![]);
        page.find("button", "New game");
        expect_no_shift(&page, &format!("{width}: load"));

        page.start_against_weakest();
        assert!(!page.is_over_after(0));
        settle(&page);
        for played in [0, 2] {
            page.type_moves(&best(&page.moves()));
            assert!(!page.is_over_after(played + 2));
        }
        expect_no_shift(&page, &format!("{width}: play"));

        page.click("tab", "Analyse");
        page.choose("Effort", "Quick");
        settle(&page);
        expect_lines(&page);
        for step in ["To the start", "Forward", "To the end", "Back"] {
            page.click("button", step);
            expect_lines(&page);
            expect_no_shift(&page, &format!("{width}: analysis, {step}"));
        }
        page.reload();
        page.script(WATCH, vec![]);
        expect_lines(&page);
        expect_no_shift(&page, &format!("{width}: load of an analysis"));

        page.click("tab", "Review");
        page.choose("Effort of the review", "Quick");
        page.click("button", "Review the game");
        settle(&page);
        page.find("button", "Review again");
        for step in ["To the start", "Forward", "To the end"] {
            page.click("button", step);
            expect_no_shift(&page, &format!("{width}: review, {step}"));
        }

        page.click("tab", "Puzzles");
        page.find("button", "Show the answer");
        settle(&page);
        page.expect_text("tabpanel", "Puzzles", "and win in");
        expect_no_shift(&page, &format!("{width}: puzzles"));
    }
}
