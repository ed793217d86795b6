//! The page that `shisan review --html` writes: it is opened as a file.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::browser::{Browser, Screen};
use super::site::shisan;
use super::states::check;

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_review_is_read_without_a_server() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (games, html) = (folder.join("review.sgf"), folder.join("review.html"));
    let sgf =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/review.stdin"));
    let sgf = sgf.expect("games").replace("PB[Ann]", "PB[<script>document.title = 'bad'</script>]");
    fs::write(&games, sgf).expect("disk space");
    let output = shisan()
        .args(["review", "--nodes", "20000", "--html"])
        .args([&html, &games])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let browser = Browser::start(Screen::Desktop);
    browser.goto(&format!("file://{}", html.display()));
    check(&browser, "review file", &[]);
    let seen = browser.script(
        "const link = document.querySelector('a[href=\"#game-1-move-11\"]');
        return [
            document.title,
            document.querySelector('h2').textContent,
            [...document.querySelectorAll('figure')].every((figure) => figure.querySelector('svg')),
            link.textContent,
            document.querySelector(link.hash).querySelector('h4').textContent,
            getComputedStyle(link).color == getComputedStyle(document.body).color,
        ];",
        vec![],
    );
    let expected = json!([
        "Review of 2 games",
        "<script>document.title = 'bad'</script> – Bob",
        true,
        "missed win",
        "11 black o15: missed win",
        false,
    ]);
    assert_eq!(seen, expected);
}
