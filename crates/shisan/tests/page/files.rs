//! Games that come in and go out as text.

use std::path::Path;

use serde_json::{Value, json};

use super::browser::{Screen, until};
use super::languages::choose_language;
use super::page::Page;
use super::states::check;
use super::trees::{comment, copied};

const SGF: &str = "(;GM[4]FF[4]SZ[15]RU[renju];B[hh](;W[ii];B[hi])(;W[gg];B[gi]))";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_game_is_opened_and_saved() {
    let page = Page::open(Screen::Desktop);
    page.click("button", "Files");
    page.fill("textbox", "Or paste it here", "(;broken");
    page.click("button", "Open what is pasted");
    until("reason", || {
        let text = page.text("dialog", "Files");
        if text.contains("SGF") && page.has("dialog", "Files") { Ok(()) } else { Err(text) }
    });
    for (text, reason) in
        [("(;GM[4]SZ[15];B[zz])", "a cell of the 15x15 board"), ("Hello", "text that begins with")]
    {
        page.fill("textbox", "Or paste it here", text);
        page.click("button", "Open what is pasted");
        page.expect_text("dialog", "Files", reason);
    }
    page.fill("textbox", "Or paste it here", SGF);
    page.click("button", "Open what is pasted");
    page.expect("Opened: 5 moves with variations");
    assert_eq!(page.moves(), ["h8", "i7", "h7"]);
    page.expect("Renju");
    page.expect_label("h7, black, move 3, last move");
    // The variation is there too.
    page.click("button", "2 g9 , white");
    page.expect_label("g9, white, move 2, last move");
    page.expect_label("i7, empty");
}

/// Opens a game that is pasted.
fn open(page: &Page, sgf: &str) {
    page.click("button", "Files");
    page.fill("textbox", "Or paste it here", sgf);
    page.click("button", "Open what is pasted");
    page.expect("Opened: ");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn moves_are_read_with_their_numbers_and_from_links() {
    let page = Page::open_at(Screen::Desktop, "#size=32&moves=h8");
    page.expect("32 × 32");
    for (text, moves, size) in [
        ("1.h8 i9 2.j7", &["h8", "i9", "j7"][..], "15 × 15"),
        // Gomocalc counts rows from the bottom.
        ("https://gomocalc.com/#/h8i9", &["h8", "i7"], "15 × 15"),
        // Renju counts them from there, too, but addresses from the top.
        ("http://127.0.0.1:4343/#rule=renju&size=19&moves=h8", &["h12"], "19 × 19"),
        // No smaller board has this cell.
        ("h8s19", &["h8", "s19"], "19 × 19"),
    ] {
        open(&page, text);
        page.expect(&format!("Opened: {} move", moves.len()));
        assert_eq!(page.moves(), moves, "{text}");
        page.expect(size);
    }
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_position_in_the_address_is_looked_at() {
    let page = Page::open_at(Screen::Desktop, "#moves=h8i9h9");
    page.find("tabpanel", "Analyse");
    page.fill("textbox", "Comment", "mine");
    page.reload();
    page.find("tabpanel", "Analyse");
    assert_eq!(page.moves(), ["h8", "i9", "h9"]);
    assert_eq!(comment(&page), "mine");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn what_was_wrong_is_not_said_of_what_follows() {
    let page = Page::open(Screen::Desktop);
    let go = |fragment: &str| page.script("location.hash = arguments[0]", vec![json!(fragment)]);
    go("#rule=renju&size=15&black=h8&white=h8");
    page.expect("h8: the cell is taken");
    go("#rule=renju&size=15&moves=h8i9");
    page.expect_label("i7, white, move 2, last move");
    assert!(!page.text("region", "Game").contains("taken"));
    open(&page, "(;GM[4]FF[4]SZ[15]RU[renju]PB[Ann]PW[Bob];B[hh])");
    page.script("URL.createObjectURL = () => '#'", vec![]);
    page.click("button", "Files");
    let lost = "no place for 2 players";
    page.click("button", "RenLib");
    page.expect_text("dialog", "Files", lost);
    page.click("button", "Picture, SVG");
    assert!(!page.text("dialog", "Files").contains(lost));
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn texts_name_cells_as_the_board_does() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Renju");
    page.type_moves("h8i9j10");
    let address = || page.script("return location.hash", vec![]);
    let [renju, cells] = ["#rule=renju&size=15&moves=h8i7j6", "h8i9j10"];
    assert_eq!(address(), renju);
    assert_eq!(copied(&page, "Moves as text"), cells);
    assert_eq!(copied(&page, "Link of gomocalc"), format!("https://gomocalc.com/#/{cells}"));
    let sgf = copied(&page, "SGF");
    assert!(sgf.contains("B[hh]") && sgf.contains("W[ig]"), "{sgf}");
    let watch = "window.saved = ''; URL.createObjectURL = (blob) => (blob.text().then((text) => (window.saved = text)), '#')";
    page.script(watch, vec![]);
    page.click("button", "Files");
    page.click("button", "Drawing");
    until("rows from the bottom", || match page.script("return window.saved", vec![]) {
        Value::String(text) if text.contains("\n15 . ") => Ok(()),
        other => Err(other.to_string()),
    });
    page.click("button", "Close");
    // Without a rule the game is freestyle, whose rows count from the top, or else what was played before.
    open(&page, "1. h8 i9 2. j10");
    page.expect("No rule is stated: Freestyle is assumed");
    assert_eq!(page.moves(), ["h8", "i9", "j10"]);
    assert_eq!(address(), "#rule=freestyle&size=15&moves=h8i9j10");
    page.click("button", "Renju");
    page.expect("No rule is stated: Renju is assumed");
    assert_eq!(page.moves(), ["h8", "i9", "j10"]);
    assert_eq!(address(), renju);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_address_is_that_of_the_position() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Renju");
    page.type_moves("h8i9");
    let fragment = "#rule=renju&size=15&moves=h8i7";
    let address = || page.script("return location.hash", vec![]);
    page.script("document.getElementById('skip').click()", vec![]);
    let focused = "return document.activeElement.getAttribute('role')";
    assert_eq!(page.script(focused, vec![]), "gridcell");
    assert_eq!(address(), fragment);
    for tab in ["Play", "Puzzles"] {
        page.click("tab", tab);
        page.script("location.hash = '#rule=renju&size=4'", vec![]);
        page.expect("The address names no board");
        until("the address of the game", || match address() {
            Value::String(text) if text == fragment => Ok(()),
            other => Err(other.to_string()),
        });
    }
    page.click("tab", "Play");
    let copied = || copied(&page, "Address of the position");
    assert!(copied().ends_with(fragment), "{}", copied());
    page.script("history.replaceState(null, '', location.pathname)", vec![]);
    assert!(copied().ends_with(&format!("/{fragment}")), "{}", copied());
}

/// Black's fifth move makes a double three.
const NO_RULE: &str =
    "(;FF[4]GM[4]SZ[15];B[hh];W[hi];B[ig];W[ii];B[hj];W[if];B[ik];W[il];B[gi];W[aa];B[ab];W[ac])";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_game_is_opened_up_to_its_end() {
    let page = Page::open(Screen::Desktop);
    page.start_for_two("Renju");
    open(&page, NO_RULE);
    page.expect("Opened: 12 moves");
    page.expect("No rule is stated: Freestyle is assumed");
    page.expect_text("tabpanel", "Analyse", "may expect");
    page.click("button", "Renju");
    page.expect("Opened: 9 moves");
    page.expect(
        "White wins: Black’s move is forbidden, double three. The moves after that are left out",
    );
    page.expect_text("tabpanel", "Analyse", "The game is over here.");
    // A drawing has its stones in no order.
    let five = "X X X X X\nO O O O .\n. . . . .\n. . X . .\n. . . . O\n";
    open(&page, five);
    page.expect("Black has won");
    page.expect_label("e5, white, set up");
    // So is what an address names.
    let five = "#moves=h8a1h9b1h10c1h11d1h12e1f1";
    page.script("location.hash = arguments[0]", vec![json!(five)]);
    page.expect("Black wins with five in a row. The moves after that are left out");
    page.expect_label("h12, black, move 9, last move, in the winning line");
}

/// White is to move, and Shisan has White.
const UNFINISHED: &str = "(;GM[4]FF[4]SZ[15];B[hh];W[ii];B[hi])";
/// White has won.
const FINISHED: &str =
    "(;GM[4]FF[4]SZ[15];B[aa];W[hh];B[ba];W[hi];B[ca];W[hj];B[oa];W[hk];B[ob];W[hl])";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn an_opened_game_is_not_played_on_unasked() {
    for (sgf, played) in [(UNFINISHED, 3), (FINISHED, 10)] {
        let page = Page::open(Screen::Desktop);
        open(&page, sgf);
        let stays = |tab| {
            assert_eq!(page.moves().len(), played, "{tab}");
            assert!(page.has("tabpanel", tab), "{tab}");
        };
        stays("Analyse");
        page.reload();
        page.find("tabpanel", "Analyse");
        until("the game", || match page.moves().len() {
            count if count == played => Ok(()),
            count => Err(format!("{count} moves")),
        });
        stays("Analyse");
        page.click("tab", "Play");
        page.find("tabpanel", "Play");
        page.expect(if played == 3 { "White to move" } else { "White wins" });
        if played == 3 {
            page.click("button", "Hint");
            page.expect("Hint: ");
        }
        stays("Play");
        page.reload();
        page.find("tabpanel", "Play");
        page.click("tab", "Review");
        page.reload();
        page.find("tabpanel", "Review");
        stays("Review");
    }
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn an_opened_game_is_played_on_when_that_is_asked_for() {
    let page = Page::open(Screen::Desktop);
    open(&page, UNFINISHED);
    page.click("tab", "Play");
    page.press("a1");
    page.expect("“Let Shisan move” goes on");
    page.click("button", "Let Shisan move");
    assert!(!page.is_over_after(4));
    page.press(&page.cells_labelled("empty")[0]);
    page.is_over_after(6);
    // Now it is a game like any other: it goes on after a reload.
    page.reload();
    page.find("tabpanel", "Play");
    assert_eq!(page.moves().len(), 6);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn deleted_moves_come_back() {
    let page = Page::open(Screen::Desktop);
    open(&page, SGF);
    page.click("button", "To the start");
    page.click("button", "Forward");
    page.expect_label("h8, black, move 1, last move");
    page.click("button", "Delete from here");
    page.expect("Deleted 5 moves");
    page.expect("No moves yet");
    check(&page, "deleted", &[]);
    page.click("button", "Undo");
    page.expect_label("h8, black, move 1, last move");
    page.find("button", "2 g9 , white");
    page.click("button", "To the end");
    page.expect_label("h7, black, move 3, last move");
    page.click("button", "Delete from here");
    page.expect("Deleted 1 move");
    page.expect_label("i7, white, move 2, last move");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_file_is_read_in_its_encoding() {
    let page = Page::open(Screen::Desktop);
    page.click("button", "Files");
    // 表 in Shift_JIS ends with a backslash, as ASCII reads it; and cells that no move puts there.
    let game = b"(;GM[4]SZ[15]CA[Shift_JIS]PB[\x95\x5c];B[hh]XY[gg]C[\x95\x5c];W[ii])";
    let choose = "const [input] = document.querySelectorAll('input[type=file]');
        const chosen = new DataTransfer();
        chosen.items.add(new File([new Uint8Array(arguments[0])], 'game.sgf'));
        input.files = chosen.files;
        input.dispatchEvent(new Event('change'));";
    page.script(choose, vec![serde_json::json!(game.to_vec())]);
    page.expect("Opened: 2 moves");
    assert_eq!(page.moves(), ["h8", "i9"]);
    page.expect("表 – ?");
    page.click("button", "Back");
    assert_eq!(comment(&page), "表");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_static_page_needs_no_host_once_it_was_opened() {
    let mut page = Page::open(Screen::Phone);
    assert!(!page.is_over_after(0));
    if std::env::var_os("PAGE_SITE").is_none() {
        let registered =
            "return navigator.serviceWorker.getRegistrations().then((all) => all.length)";
        assert_eq!(page.script(registered, vec![]), 0, "a server has the engine");
        return;
    }
    let kept = "return caches.open('shisan')
        .then((cache) => Promise.all(['engine/engine-simd.wasm', 'languages/ja.json'].map((name) => cache.match(name))))
        .then((found) => found.every(Boolean))";
    until("the engine and the languages", || match page.script(kept, vec![]) {
        found if found == true => Ok(()),
        found => Err(found.to_string()),
    });
    page.end_site();
    page.expect_errors();
    page.reload();
    assert!(!page.is_over_after(0));
    page.press("h8");
    page.click("button", "Place h8");
    assert!(!page.is_over_after(2));
    choose_language(&page, "ja");
    page.expect_label("h8, 黒, 1手目");
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn the_static_page_searches_on_all_processors_from_the_second_visit_on() {
    // A compiler without the target of threads builds a page without that engine.
    let engine = |site| Path::new(&site).join("engine/engine-threads.wasm");
    if !std::env::var_os("PAGE_SITE").map(engine).is_some_and(|engine| engine.exists()) {
        return;
    }
    let page = Page::open(Screen::Desktop);
    let controlled = "return navigator.serviceWorker.controller !== null";
    until("service worker", || match page.script(controlled, vec![]) {
        found if found == true => Ok(()),
        found => Err(found.to_string()),
    });
    page.reload();
    assert_eq!(page.script("return crossOriginIsolated", vec![]), true);
    page.click("tab", "Analyse");
    page.choose("Effort", "Quick");
    until("end of the search", || {
        let text = page.text("tabpanel", "Analyse");
        if text.contains("nodes") && !text.contains("Searching") { Ok(()) } else { Err(text) }
    });
    let threads = "const { value, max } = document.getElementById('threads');
        return [Number(value), Number(max), navigator.hardwareConcurrency]";
    let threads = page.script(threads, vec![]);
    assert!(threads[0] == threads[2] && threads[1] == threads[2], "{threads}");
}
