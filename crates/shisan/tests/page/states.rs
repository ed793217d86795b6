//! The main states of the page: each is without fault for axe, wide and narrow, light and dark. On
//! request pictures of them are kept.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::adviser::best;
use super::browser::{Browser, Screen, until};
use super::page::Page;
use super::site::folder;

/// Every rule of axe; its violations with the elements that they are about.
const AXE: &str = r"
    return axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`));
";

#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Look {
    Light,
    Dark,
    /// Light, 360 pixels wide.
    Phone,
    DarkPhone,
}

use Look::{Dark, DarkPhone, Light, Phone};

fn show(page: &Browser, look: Look) {
    let narrow = matches!(look, Phone | DarkPhone);
    let (width, height) = if narrow { (360, 740) } else { (1440, 900) };
    resize(page, width, height);
    let scheme = if matches!(look, Dark | DarkPhone) { "dark" } else { "light" };
    let media = json!({"features": [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]});
    page.devtools("Emulation.setEmulatedMedia", &media);
    // Two frames: it is painted.
    let painted = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";
    page.script(painted, vec![]);
}

/// Looks at a state in every look, and keeps those pictures that are asked for.
pub(crate) fn check(page: &Browser, state: &str, pictures: &[(Look, &str)]) {
    let axe =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("../page/node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(axe).expect("axe-core, which .ci/page installs");
    page.script(&axe, vec![]);
    for (look, name) in
        [(Light, "light"), (Dark, "dark"), (Phone, "phone"), (DarkPhone, "dark phone")]
    {
        show(page, look);
        let violations = page.script(AXE, vec![]);
        assert_eq!(violations, json!([]), "{state}, {name}");
        expect_no_overflow(page, &format!("{state}, {name}"));
        for (_, picture) in pictures.iter().filter(|(other, _)| *other == look) {
            keep_picture(page, picture);
        }
    }
    for width in [768, 1280, 1920] {
        resize(page, width, 800);
        expect_no_overflow(page, &format!("{state}, {width}"));
    }
    show(page, Light);
}

#[track_caller]
fn expect_no_overflow(page: &Browser, state: &str) {
    let overflow = page.script("return document.documentElement.scrollWidth - innerWidth", vec![]);
    assert!(overflow.as_i64() <= Some(0), "{state}: wider than the screen by {overflow}");
}

fn resize(page: &Browser, width: u32, height: u32) {
    let metrics =
        json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
    page.devtools("Emulation.setDeviceMetricsOverride", &metrics);
}

fn keep_picture(page: &Browser, name: &str) {
    let Some(folder) = folder("PAGE_SHOTS") else { return };
    page.script("document.activeElement?.blur(); scrollTo(0, 0)", vec![]);
    page.point(1.0, 1.0);
    let picture = page.wait(page.client().screenshot());
    fs::write(folder.join(format!("{name}.png")), picture).expect("a picture");
}

/// The fork of the README under renju, with White to answer.
const FORK: &str = "#rule=renju&size=15&moves=h8h9i9g7i10j10g8f6f8e8";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn start_and_play() {
    let page = Page::open(Screen::Desktop);
    assert!(!page.is_over_after(0));
    check(&page, "start", &[(Light, "start")]);
    for played in (0..10).step_by(2) {
        if page.is_over_after(played) {
            break;
        }
        page.press(&best(&page.moves()));
    }
    page.expect("Your move");
    check(&page, "play", &[(Light, "play"), (Phone, "phone")]);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn game_over() {
    let page = Page::open(Screen::Desktop);
    page.start_against("Gao and Liang");
    page.press("h8");
    assert!(!page.is_over_after(2));
    page.click("button", "Resign");
    page.find("button", "Rematch");
    check(&page, "game over", &[]);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn foul() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Renju");
    page.type_moves(super::rules::DOUBLE_THREE);
    page.expect_label("h8, empty, forbidden: double three");
    page.press("h8");
    page.expect("h8 is forbidden for Black: double three");
    check(&page, "foul", &[(Light, "foul")]);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn dialogs() {
    let page = Page::open(Screen::Desktop);
    page.click("button", "New game");
    check(&page, "new game", &[]);
    page.choose("Opponent", "Finard");
    check(&page, "new game against an agent", &[]);
    page.click("button", "Cancel");
    page.click("button", "Settings");
    page.find("dialog", "Settings");
    check(&page, "settings", &[]);
    page.click("button", "Close");
    page.click("button", "Files");
    page.find("dialog", "Files");
    check(&page, "files", &[]);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn analysis() {
    let page = Page::open_at(Screen::Desktop, FORK);
    page.click("tab", "Analyse");
    page.choose("Effort", "Quick");
    until("end of the search", || {
        let text = page.text("tabpanel", "Analyse");
        if text.contains("nodes") && !text.contains("Searching") { Ok(()) } else { Err(text) }
    });
    check(&page, "analysis", &[(Light, "analysis"), (Dark, "dark")]);
    for shown in ["Loss, after the search", "Move scores, before the search", "Threats of both"] {
        page.choose("Show on the board", shown);
        until(shown, || match page.drawn(".heat, .picture .threat") {
            0 => Err("nothing is drawn".to_owned()),
            _ => Ok(()),
        });
        check(&page, shown, &[]);
    }
}
