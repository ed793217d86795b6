//! How the board looks and sounds.

use serde_json::json;

use super::browser::{Screen, until};
use super::page::Page;
use super::states::check;

fn choose(page: &Page, setting: &str, option: &str) {
    page.click("button", "Settings");
    page.choose(setting, option);
    page.click("button", "Close");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_board_is_of_wood_slate_or_paper() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Renju");
    page.type_moves(super::rules::DOUBLE_THREE);
    page.press("h8");
    page.expect("h8 is forbidden for Black: double three");
    let ground = || {
        let colour = "return getComputedStyle(document.querySelector('.surface-0')).stopColor";
        page.script(colour, vec![])
    };
    let wood = ground();
    for (board, colour) in [
        ("Slate", json!("rgb(75, 86, 99)")),
        ("Paper", json!("rgb(252, 251, 248)")),
        ("Wood", wood.clone()),
    ] {
        choose(&page, "Board", board);
        assert_eq!(ground(), colour, "{board}");
        check(&page, &format!("a board of {board}"), &[]);
    }
    // It stays what it is in the dark, and after a reload.
    page.click("button", "Dark colours");
    assert_eq!(ground(), wood);
    let arrow = "const arrow = document.getElementById('go-back');
        return [getComputedStyle(arrow.querySelector('path')).stroke, getComputedStyle(arrow).color]";
    let colours = page.script(arrow, vec![]);
    assert_eq!(colours[0], colours[1], "an arrow has the colour of the text");
    page.reload();
    assert_eq!(ground(), wood);
    choose(&page, "Board", "As the colours");
    assert_ne!(ground(), wood);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn stones_are_heard_by_those_who_ask_for_it() {
    let page = Page::open(Screen::Phone);
    page.start_for_two("Freestyle");
    let watch = "window.sounds = 0;
        const { start } = AudioBufferSourceNode.prototype;
        AudioBufferSourceNode.prototype.start = function (...at) {
            window.sounds++;
            start.apply(this, at);
        };";
    page.script(watch, vec![]);
    let sounds = || page.script("return window.sounds", vec![]);
    page.type_moves("h8");
    assert_eq!(sounds(), json!(0), "none is heard unasked");
    choose(&page, "Sound of stones", "On");
    page.type_moves("i9");
    assert_eq!(sounds(), json!(1));
    page.click("button", "Back");
    page.click("button", "Back");
    assert_eq!(sounds(), json!(1), "none is put");
    page.click("button", "Forward");
    assert_eq!(sounds(), json!(2));
    choose(&page, "Sound of stones", "Off");
    page.click("button", "Forward");
    until("the second stone", || match page.moves().len() {
        2 => Ok(()),
        count => Err(format!("{count} stones")),
    });
    assert_eq!(sounds(), json!(2));
}
