//! The report that `shisan match --html` writes: it is opened as a file.

use std::fs;
use std::path::{Path, PathBuf};

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::browser::{Browser, Screen, until};
use super::site::shisan;
use super::states::{Look, check};

/// The name of an engine that is markup.
const NAME: &str = "<script>bad()</script>";

/// The report of a match of three engines, twelve games.
fn report(folder: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("disk space");
    let html = folder.join("report.html");
    let output = shisan()
        .current_dir(&folder)
        .args([
            "match",
            "--nodes=300",
            "--games=4",
            "--force-jobs",
            "--journal=match.jsonl",
            "--html",
        ])
        .arg(&html)
        .args(["--engine", &format!("{NAME}=shisan brain"), "--engine=b=shisan brain"])
        .args(["--engine=c=shisan classic one-ply", "--limit=b.nodes=30"])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    html
}

/// Waits until a script has this result.
#[track_caller]
fn expect(page: &Browser, body: &str, expected: &Value) {
    until(body, || {
        let found = page.script(body, vec![]);
        if found == *expected { Ok(()) } else { Err(found.to_string()) }
    });
}

const MOVE: &str = "return document.getElementById('move').textContent.split(',')[0]";
const SHOWN: &str = "return document.querySelectorAll('#rows tr').length";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_report_is_read_without_a_server() {
    let html = report("report-file");
    let page = Browser::start(Screen::Desktop);
    page.goto(&format!("file://{}", html.display()));
    expect(&page, SHOWN, &json!(12));
    check(&page, "report", &[(Look::Light, "match-report")]);
    let names = "return [...document.querySelectorAll('#ranks tbody th')].map((it) => it.textContent).sort()";
    expect(&page, names, &json!([NAME, "b", "c"]));
    let title = "return [document.title, document.scripts.length, document.querySelectorAll('svg.chart').length]";
    expect(&page, title, &json!(["Match of 3 engines", 3, 2]));

    page.choose("Engine", "b");
    page.choose("Opponent", "c");
    expect(&page, SHOWN, &json!(4));
    let count = "return document.getElementById('count').textContent";
    expect(&page, count, &json!("4 of 12 games"));
    page.click("button", "Show all");
    expect(&page, SHOWN, &json!(12));
    page.click("button", "Open game 1");
    expect(&page, "return document.getElementById('replay').open", &json!(true));
    check(&page, "report, a game", &[(Look::Dark, "match-replay")]);
    let last = page.script("return document.getElementById('slider').value", vec![]);
    let last: u32 = last.as_str().expect("a number").parse().expect("a number");
    expect(&page, "return document.querySelectorAll('#board .stone').length", &json!(last));
    page.keys([Key::Left]);
    expect(&page, "return document.querySelectorAll('#board .stone').length", &json!(last - 1));
    page.keys([Key::Home]);
    expect(&page, MOVE, &json!("Start of the game"));
    page.click("button", "One move on");
    expect(&page, "return document.getElementById('slider').value", &json!("1"));
    page.click("button", "Next game");
    expect(&page, "return location.hash", &json!("#game-2"));
    page.keys([Key::Escape]);
    expect(&page, "return document.getElementById('replay').open", &json!(false));

    page.goto(&format!("file://{}#game-12", html.display()));
    expect(&page, "return document.getElementById('replay').open", &json!(true));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_keyboard_alone_opens_a_game_on_a_phone() {
    let html = report("report-phone");
    let page = Browser::start(Screen::Phone);
    page.goto(&format!("file://{}", html.display()));
    expect(&page, SHOWN, &json!(12));
    page.script("document.querySelector('#rows button').focus()", vec![]);
    page.keys([Key::Enter]);
    expect(&page, "return document.getElementById('replay').open", &json!(true));
    let fits =
        "const { left, right, bottom } = document.getElementById('board').getBoundingClientRect();
        return left >= 0 && right <= innerWidth && bottom <= innerHeight";
    expect(&page, fits, &json!(true));
    page.keys([Key::End, Key::Left, Key::Right]);
    page.keys([Key::Escape]);
    expect(
        &page,
        "return document.activeElement.getAttribute('aria-label')",
        &json!("Open game 1"),
    );
}
