//! The main states of the page: each is without fault for axe on every screen, in light or dark. On request
//! pictures of them are kept.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::adviser::best;
use super::browser::{Browser, Screen, until};
use super::page::Page;
use super::site::folder;

/// On which screens axe looks, and in which colours: narrow ones and wide ones in both.
const LOOKS: [((u32, u32), &str); 4] =
    [(SCREENS[0], "light"), (SCREENS[1], "dark"), (SCREENS[2], "light"), (SCREENS[3], "dark")];

/// The screen of pictures.
const PICTURE: (u32, u32) = (1440, 900);

/// Every rule of axe; its violations with the elements that they are about.
const AXE: &str = r"
    return axe.run().then(({ violations }) =>
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`));
";

/// The widths of screens: a phone, a tablet, a laptop, and a wide one.
pub(crate) const SCREENS: [(u32, u32); 4] = [(360, 740), (768, 1024), (1280, 800), (1920, 1080)];

/// What a picture is of.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Look {
    Light,
    Dark,
    /// Light, 360 pixels wide.
    Phone,
}

use Look::{Dark, Light, Phone};

/// Shows the page on a screen, in light or dark colours.
fn show(page: &Browser, (width, height): (u32, u32), scheme: &str) {
    resize(page, width, height);
    let media = json!({"features": [
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]});
    page.devtools("Emulation.setEmulatedMedia", &media);
    painted(page);
}

/// Waits for two frames: what was done is painted.
pub(crate) fn painted(page: &Browser) {
    let frames = "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))";
    page.script(frames, vec![]);
}

/// Looks at a state on every screen, in light and dark, and keeps those pictures that are asked for.
pub(crate) fn check(page: &Browser, state: &str, pictures: &[(Look, &str)]) {
    let axe =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("../page/node_modules/axe-core/axe.min.js");
    let axe = fs::read_to_string(axe).expect("axe-core, which .ci/page installs");
    page.script(&axe, vec![]);
    // The static page looks the same.
    let looks = if folder("PAGE_SITE").is_some() { &LOOKS[..1] } else { &LOOKS[..] };
    for &(screen, scheme) in looks {
        show(page, screen, scheme);
        let violations = page.script(AXE, vec![]);
        let state = format!("{state}, {scheme}, {} pixels wide", screen.0);
        assert_eq!(violations, json!([]), "{state}");
        expect_no_overflow(page, &state);
    }
    for &(look, picture) in pictures {
        let screen = if look == Phone { SCREENS[0] } else { PICTURE };
        show(page, screen, if look == Dark { "dark" } else { "light" });
        keep_picture(page, picture);
    }
    show(page, PICTURE, "light");
}

#[track_caller]
fn expect_no_overflow(page: &Browser, state: &str) {
    let overflow = page.script("return document.documentElement.scrollWidth - innerWidth", vec![]);
    assert!(overflow.as_i64() <= Some(0), "{state}: wider than the screen by {overflow}");
}

pub(crate) fn resize(page: &Browser, width: u32, height: u32) {
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
