//! How long the search of an analysis lasts.

use serde_json::json;

use super::analysis::POSITION;
use super::browser::{Screen, until};
use super::page::Page;

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_finished_search_can_go_deeper() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.choose("Effort", "Quick");
    page.find("button", "Go deeper");
    let nodes = || {
        let text = page.text("tabpanel", "Analyse");
        let (before, _) = text.split_once("K nodes").unwrap_or_default();
        before.rsplit(' ').next().and_then(|number| number.parse::<f64>().ok()).unwrap_or_default()
    };
    let before = nodes();
    page.click("button", "Go deeper");
    until("a longer search", || match nodes() {
        now if now > 2.0 * before => Ok(()),
        now => Err(format!("{now} thousand nodes after {before}")),
    });
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_hidden_tab_does_not_search() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.choose("Effort", "Until stopped");
    page.expect_text("tabpanel", "Analyse", "Searching: depth");
    page.wait(page.client().minimize_window());
    until("a pause", || {
        let hidden = page.script("return document.hidden", vec![]);
        let text = page.text("tabpanel", "Analyse");
        let is_paused =
            hidden == json!(true) && !text.contains("Searching") && text.contains("depth");
        if is_paused { Ok(()) } else { Err(format!("hidden: {hidden}, {text}")) }
    });
    page.wait(page.client().set_window_size(1440, 900));
    page.expect_text("tabpanel", "Analyse", "Searching: depth");
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
fn an_endless_search_has_lines_at_once() {
    let page = Page::open_at(Screen::Desktop, POSITION);
    page.click("tab", "Analyse");
    page.choose("Effort", "Until stopped");
    // What the panel says when it has the first lines.
    let watch = "const list = document.querySelector('ol[aria-label=\"Best lines\"]');
        new MutationObserver(() => {
            if (list.childElementCount === 0) window.first = undefined;
            else window.first ??= list.closest('[role=tabpanel]').innerText;
        }).observe(list, { childList: true, subtree: true });";
    page.script(watch, vec![]);
    // The solvers find nothing in either for very long.
    for fragment in [
        "#rule=freestyle&size=15&moves=h8k6g6h5h10h9i8g8i9i10j11j10f7h7f6i6j5k8j7j6l6k7e5g7k9g11e10f8e9e11h11d6i5d11k5d12f11g12g10e8",
        "#rule=renju&size=15&moves=h8h9i9g7j8j9k9l10k8i8",
    ] {
        page.script(
            "window.first = undefined; location.hash = arguments[0]",
            vec![json!(fragment)],
        );
        let text = until("the first lines", || {
            let first = page.script("return window.first ?? ''", vec![]);
            let text = first.as_str().unwrap_or_default();
            if text.is_empty() { Err(String::new()) } else { Ok(text.to_owned()) }
        });
        let (_, rest) = text.split_once("depth ").expect("a depth");
        let (_, nodes) = rest.split_once(", ").expect("nodes");
        let nodes = nodes.split(" nodes").next().unwrap_or_default();
        assert!(!nodes.contains('M'), "the first lines come after {nodes} nodes");
    }
}
