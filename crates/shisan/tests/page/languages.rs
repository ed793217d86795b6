//! The page in all its languages, on the narrowest screen.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::browser::{Screen, until};
use super::page::Page;
use super::rules::DOUBLE_THREE;
use super::states::{Look, check, resize};

/// What is wrong with the view that is shown: what is wider than its place, and keys in place of texts.
const FAULTS: &str = r"
    const [keys] = arguments;
    const name = (element) => `${element.localName} “${element.textContent.trim().slice(0, 60)}”`;
    const shown = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility());
    const faults = shown.flatMap((element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const isOutside = width > 1 && (right > innerWidth + 1 || left < -1) && !element.closest('.skip, .moves, svg');
        const isClipped = element.matches('button, h1, h2, h3, p, dt, dd, th, td, label, summary, .line-value, .balance-state')
            && getComputedStyle(element).display !== 'inline' && width > 1 && element.scrollWidth > element.clientWidth + 1;
        return isOutside ? [`outside: ${name(element)}`] : isClipped ? [`clipped: ${name(element)}`] : [];
    });
    for (const select of shown.filter((element) => element.matches('select'))) {
        const free = select.cloneNode(true);
        free.removeAttribute('id');
        free.style.cssText = 'position: absolute; visibility: hidden; width: auto; min-width: 0; max-width: none';
        select.after(free);
        if (free.offsetWidth > select.offsetWidth + 1) faults.push(`clipped: ${name(free)}`);
        free.remove();
    }
    const labels = shown.map((element) => element.getAttribute('aria-label') ?? '');
    const texts = [document.title, document.body.innerText, ...labels].join('\n');
    faults.push(...keys.filter((key) => texts.includes(key)).map((key) => `not translated: ${key}`));
    if (/undefined|[{}]/.test(texts)) faults.push('a text without its values');
    return faults;
";

/// Aims at a cell, and shows what is hidden at first.
const REVEAL: &str = r#"
    const cell = document.querySelector('[data-cell="223"]');
    if (document.getElementById('confirm').hidden) cell.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
    for (const hidden of document.querySelectorAll('main [hidden]:not([role=tabpanel]), dialog [hidden]')) hidden.hidden = false;
    for (const closed of document.querySelectorAll('details')) closed.open = true;
"#;

/// Says what a search says that has gone on for a while.
const REPORT: &str = r"
    {
        const [, texts, tag] = arguments;
        const fill = (key, values) => texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
        const short = new Intl.NumberFormat(tag, { notation: 'compact', maximumSignificantDigits: 3 });
        const depth = fill('analysis.state', { depth: 25, nodes: short.format(12_300_000) });
        const state = `${depth}, ${fill('analysis.speed', { nodes: short.format(107_000) })}`;
        document.getElementById('analysis-state').textContent = fill('analysis.searching', { state });
    }
";

const LINES: &str = "return document.getElementById('lines').childElementCount";

/// What has the board or lies over it: what opens it, and what closes it.
const VIEWS: [(&str, Option<&str>); 7] = [
    ("tab-play", None),
    ("tab-analyse", None),
    ("tab-review", None),
    ("tab-puzzles", None),
    ("open-new-game", Some("cancel-new-game")),
    ("open-settings", Some("settings")),
    ("open-files", Some("close-files")),
];

/// The texts of a language.
fn texts(tag: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shisan-page/web/languages");
    let text = fs::read_to_string(folder.join(format!("{tag}.json"))).expect("a language");
    serde_json::from_str(&text).expect("JSON")
}

/// Opens a double three with a four elsewhere: its win is seen at once.
fn open() -> Page {
    let moves = format!("{DOUBLE_THREE}b11c1c11e1d11g1e11i1");
    Page::open_at(Screen::Phone, &format!("#rule=renju&size=15&moves={moves}"))
}

/// Chooses in the settings, which puts the page into that language.
pub(crate) fn choose_language(page: &Page, tag: &str) {
    let script = "const choice = document.getElementById('language');
        choice.value = arguments[0];
        choice.dispatchEvent(new Event('change'));";
    page.script(script, vec![json!(tag)]);
}

/// Waits until the page is in a language, and its board too: h8 is a double three.
fn expect_language(page: &Page, tag: &str) {
    let texts = texts(tag);
    let text = |key: &str| texts[key].as_str().expect("a text");
    let foul = text("cell.forbidden").replace("{kind}", text("kind.double-three"));
    let label = format!("h8, {}, {foul}", text("cell.empty"));
    let expected = json!([tag, text("page.title"), label]);
    let script = "return [document.documentElement.lang, document.title,
        document.querySelector('[data-cell=\"112\"]').getAttribute('aria-label')]";
    until(tag, || {
        let found = page.attempt(page.client().execute(script, vec![]))?;
        if found == expected { Ok(()) } else { Err(found.to_string()) }
    });
}

fn press(page: &Page, id: &str) {
    let script = "const element = document.getElementById(arguments[0]);
        if (element.localName === 'dialog') element.close(); else element.click();";
    page.script(script, vec![json!(id)]);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn every_language_fits_a_phone() {
    let page = open();
    expect_language(&page, "en");
    let tags = page.script(
        "return [...document.getElementById('language').options].map(({ value }) => value)",
        vec![],
    );
    let tags: Vec<String> = serde_json::from_value(tags).expect("tags");
    assert_eq!((tags.len(), tags[0].as_str()), (10, "auto"));
    let keys: Vec<String> = texts("en").as_object().expect("texts").keys().cloned().collect();
    let mut faults = Vec::new();
    for tag in &tags[1..] {
        // The game comes back after a puzzle.
        press(&page, "tab-play");
        choose_language(&page, tag);
        expect_language(&page, tag);
        for (open, close) in VIEWS {
            press(&page, open);
            if open == "tab-analyse" {
                until("a line", || match page.script(LINES, vec![]).as_u64() {
                    Some(0) => Err(tag.clone()),
                    _ => Ok(()),
                });
            }
            page.script(REVEAL, vec![]);
            // Texts may be cut on the narrowest screen, but nothing lies outside of it.
            for (width, kind) in [(320, "outside"), (360, "")] {
                resize(&page, width, 740);
                let script = format!("{REPORT}{FAULTS}");
                let found = page.script(&script, vec![json!(keys), texts(tag), json!(tag)]);
                let found = found.as_array().into_iter().flatten().filter_map(Value::as_str);
                let found = found.filter(|fault| fault.starts_with(kind));
                faults.extend(found.map(|fault| format!("{width} {tag} {open}: {fault}")));
            }
            if let Some(close) = close {
                press(&page, close);
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");

    press(&page, "tab-play");
    page.reload();
    expect_language(&page, tags.last().expect("a tag"));
    choose_language(&page, "auto");
    expect_language(&page, "en");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn japanese_is_accessible() {
    let page = open();
    choose_language(&page, "ja");
    expect_language(&page, "ja");
    check(&page, "Japanese", &[(Look::Phone, "japanese")]);
}

/// Has the browser refuse these addresses.
fn block(page: &Page, addresses: &[&str]) {
    page.expect_errors();
    page.devtools("Network.enable", &json!({}));
    page.devtools("Network.setBlockedURLs", &json!({"urls": addresses}));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn without_its_language_the_page_is_english() {
    let page = open();
    choose_language(&page, "cs");
    expect_language(&page, "cs");
    block(&page, &["*/languages/cs.json", "*/languages/ja.json"]);
    page.reload();
    expect_language(&page, "en");
    // One that cannot be had changes nothing.
    page.click("button", "Settings");
    choose_language(&page, "ja");
    page.expect("The language cannot be loaded");
    expect_language(&page, "en");
    // Without any texts the page has its own.
    block(&page, &["*/languages/*.json"]);
    page.reload();
    page.find("button", "Settings");
    page.click("tab", "Analyse");
    page.find("combobox", "Effort");
    assert_eq!(page.script("return document.documentElement.lang", vec![]), json!("en"));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn another_language_ends_nothing() {
    let page = open();
    let clicked = |id: &str| press(&page, id);
    page.script("window.kept = true", vec![]);
    clicked("tab-review");
    page.choose("Effort of the review", "Deep");
    page.click("button", "Review the game");
    page.expect("of 17 positions");
    choose_language(&page, "cs");
    expect_language(&page, "cs");
    // The same review goes on: none begins again with what was judged forgotten.
    let state = "return document.getElementById('review-state').textContent";
    let done = || {
        let text = page.script(state, vec![]);
        let text = text.as_str().unwrap_or_default().to_owned();
        let number: String = text.chars().take_while(char::is_ascii_digit).collect();
        number.parse::<u32>().map_err(|_| text)
    };
    let before = until("a state", done);
    let czech = texts("cs");
    let stop = czech["button.stop"].as_str().expect("a text");
    page.find("button", stop);
    choose_language(&page, "ja");
    expect_language(&page, "ja");
    let after = until("a state", done);
    assert!(after >= before, "{after} positions after {before}");
    // What is written by the features is in the language as well.
    for (id, key) in [("review-start", "button.stop"), ("status", "turn.your-black")] {
        let text = page
            .script("return document.getElementById(arguments[0]).textContent", vec![json!(id)]);
        assert_eq!(text, texts("ja")[key], "{id}");
    }
    assert_eq!(page.script("return window.kept", vec![]), json!(true), "the same page");
}
