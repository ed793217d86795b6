//! What a report or the mouse changes on the page: what looks the same afterwards stays untouched, since a
//! board of 32x32 with ten lines shall move smoothly on a slow machine.

use fantoccini::key::Key;
use serde_json::json;

use super::browser::{Screen, until};
use super::page::Page;

/// Counts the changes, and keeps those that put an equal thing in the place of another.
const WATCH: &str = r"
    const html = (node) => node.outerHTML ?? node.data;
    window.changes = 0;
    window.idle = [];
    new MutationObserver((records) => {
        window.changes += records.length;
        for (const { type, target, attributeName, oldValue, removedNodes } of records) {
            const come = records.filter((other) => other.target === target).flatMap(({ addedNodes }) => [...addedNodes].map(html));
            window.idle.push(...[...removedNodes].map(html).filter((gone) => come.includes(gone)));
            const isAgain = type === 'attributes' && target.getAttribute(attributeName) === oldValue;
            if (isAgain) window.idle.push(`${attributeName} of ${html(target)}`);
        }
    }).observe(document.documentElement, {
        subtree: true, childList: true, characterData: true,
        attributeFilter: ['aria-label', 'data-cell', 'class'], attributeOldValue: true,
    });";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_report_and_the_mouse_touch_only_what_they_change() {
    let page = Page::open_at(Screen::Desktop, "#rule=freestyle&size=32&moves=p16q17n14");
    page.choose("Effort", "Until stopped");
    page.fill("spinbutton", "Lines", "10");
    page.keys([Key::Tab]);
    until("ten lines", || match page.drawn(".candidate") {
        10 => Ok(()),
        count => Err(format!("{count} candidates")),
    });
    page.script(WATCH, vec![]);
    let expect_changes = |what: &str, least: u64| {
        until(what, || match page.script("return window.changes", vec![]).as_u64() {
            Some(count) if count >= least => Ok(()),
            other => Err(format!("{other:?} changes")),
        });
        assert_eq!(page.script("return window.idle", vec![]), json!([]), "{what}");
    };
    expect_changes("reports", 60);
    page.script("window.changes = 0", vec![]);
    for name in ["d4", "e4", "q18", "r18", "r17", "q16", "p16", "d4"] {
        let (x, y, width, height) = page.wait(page.cell(name).rectangle());
        page.point(x + width / 2.0, y + height / 2.0);
    }
    expect_changes("the mouse", 60);
}
