//! Trees: variations, comments, marks, stones that are set up.

use std::fmt::Write;

use fantoccini::key::Key;
use serde_json::{Value, json};

use super::browser::{Screen, until};
use super::page::Page;
use super::states::check;

/// What is in the field for the comment.
pub(crate) fn comment(page: &Page) -> String {
    let field = page.find("textbox", "Comment");
    page.wait(field.prop("value")).unwrap_or_default()
}

#[track_caller]
fn expect_comment(page: &Page, text: &str) {
    until("the comment", || match comment(page) {
        found if found == text => Ok(()),
        found => Err(found),
    });
}

/// Opens a file, as if it was chosen.
fn open_file(page: &Page, name: &str, bytes: &[u8]) {
    let script = "const [name, text] = arguments;
        const bytes = Uint8Array.from(text, (sign) => sign.charCodeAt(0));
        const chosen = new DataTransfer();
        chosen.items.add(new File([bytes], name));
        const [input] = document.querySelectorAll('input[type=file]');
        document.getElementById('notice').hidden = true;
        input.files = chosen.files;
        input.dispatchEvent(new Event('change'));";
    let text: String = bytes.iter().copied().map(char::from).collect();
    page.click("button", "Files");
    page.script(script, vec![json!(name), json!(text)]);
    page.expect("Opened: ");
}

/// What a button of the dialog for files copies.
pub(crate) fn copied(page: &Page, button: &str) -> String {
    let watch = "window.copied = null;
        const writeText = async (text) => { window.copied = text; };
        Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });";
    page.script(watch, vec![]);
    page.click("button", "Files");
    page.click("button", button);
    let text = until("the copy", || match page.script("return window.copied", vec![]) {
        Value::String(text) => Ok(text),
        other => Err(other.to_string()),
    });
    page.click("button", "Close");
    text
}

const STUDY: &str = "(;GM[4]FF[4]SZ[15]RU[renju]PB[Ann]PW[Bob]EV[Cup]DT[2026-11-26]XY[gg]
    ;B[hh]C[The centre.]TR[hh]LB[aa:A][jj:B]KK[kept]
    (;W[ii];B[hi])(;W[gg]C[A variation.];B[gi])(;W[];B[ig]))";

#[test]
#[ignore = "needs a browser: .ci/page"]
fn what_is_written_in_a_game_is_shown_edited_and_kept() {
    let page = Page::open(Screen::Desktop);
    open_file(&page, "study.sgf", STUDY.as_bytes());
    page.expect("Opened: 7 moves with variations");
    page.expect("Ann – Bob · Cup, 2026-11-26");
    page.click("button", "To the start");
    page.click("button", "Forward");
    expect_comment(&page, "The centre.");
    page.expect_label("a15, empty, label A");
    page.expect_label("h8, black, move 1, last move, marked with a triangle");
    assert_eq!((page.drawn(".sign"), page.drawn(".label")), (1, 2));
    check(&page, "notes", &[]);
    page.fill("textbox", "Comment", "Another text ] with \\ and more");
    page.click("button", "2 g9 , white, with a comment");
    expect_comment(&page, "A variation.");
    page.click("button", "Back");
    expect_comment(&page, "Another text ] with \\ and more");
    // Marks and labels by presses of the board.
    page.wait(
        page.wait(page.client().find(fantoccini::Locator::Css("#edit-panel summary"))).click(),
    );
    for (field, text) in [("Black", "Anna"), ("Event", "Open"), ("Date", "2026-11-27")] {
        page.fill("textbox", field, text);
        page.keys([Key::Tab]);
    }
    page.expect("Anna – Bob · Open, 2026-11-27");
    page.choose("What a press of the board does", "Mark with circles");
    page.press("c3");
    page.expect_label("c3, empty, marked with a circle");
    page.choose("What a press of the board does", "Write labels");
    page.press("d4");
    page.press("e5");
    page.expect_label("e5, empty, label B");
    page.press("d4");
    page.expect_label("d4, empty");
    check(&page, "editing", &[]);
    page.choose("What a press of the board does", "Make moves");
    // A pass is a move.
    page.click("button", "2 pass , white");
    page.expect_label("h8, black, move 1");
    page.click("button", "Make main line");
    page.reload();
    page.find("tabpanel", "Analyse");
    let sgf = copied(&page, "SGF");
    for part in [
        "XY[gg]",
        "KK[kept]",
        "PB[Anna]",
        "EV[Open]",
        "DT[2026-11-27]",
        "Another text \\] with \\\\ and more",
        "CR[cm]",
        "W[]",
    ] {
        assert!(sgf.contains(part), "{part} in {sgf}");
    }
    assert!(sgf.find("W[]") < sgf.find("W[ii]"), "{sgf}");
    page.click("button", "To the end");
    assert_eq!(page.moves(), ["h8", "i9"]);
}

/// Neither a reload nor another game waits until the field has lost the focus.
#[test]
#[ignore = "needs a browser: .ci/page"]
fn what_is_typed_is_kept_at_once() {
    let page = Page::open_at(Screen::Desktop, "#rule=freestyle&size=15&moves=h8i9");
    page.fill("textbox", "Comment", "two words ");
    page.reload();
    expect_comment(&page, "two words");
    page.wait(
        page.wait(page.client().find(fantoccini::Locator::Css("#edit-panel summary"))).click(),
    );
    page.fill("textbox", "Event", "Open Cup ");
    page.fill("textbox", "Comment", "three more words ");
    page.script("location.hash = '#moves=a1'", vec![]);
    page.expect_label("a1, black, move 1, last move");
    expect_comment(&page, "");
    let kept =
        page.script("return JSON.parse(localStorage.getItem('shisan.games'))[0].tree", vec![]);
    assert_eq!(
        (&kept["event"], &kept["nodes"][2]["comment"]),
        (&json!("Open Cup"), &json!("three more words"))
    );
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn stones_are_set_up_and_the_board_is_turned() {
    let page = Page::open(Screen::Phone);
    page.click("tab", "Analyse");
    page.wait(
        page.wait(page.client().find(fantoccini::Locator::Css("#edit-panel summary"))).click(),
    );
    page.choose("What a press of the board does", "Set black stones");
    for cell in ["h8", "h9", "i9", "i9"] {
        page.press(cell);
    }
    page.expect_label("h9, black, set up");
    page.expect_label("i9, empty");
    page.choose("What a press of the board does", "Set white stones");
    page.press("a1");
    page.expect("2 black, 1 white");
    page.click("button", "Black to move");
    page.expect("White to move: what white may expect");
    page.choose("What a press of the board does", "Make moves");
    page.press("c2");
    page.click("button", "Place c2");
    page.expect_label("c2, white, move 1, last move");
    page.click("button", "Rotate");
    page.expect_label("n3, white, move 1, last move");
    page.expect_label("g8, black, set up");
    page.click("button", "Flip");
    page.expect_label("b3, white, move 1, last move");
    page.expect_label("i8, black, set up");
    // The address names it all.
    let address = page.script("return location.hash", vec![]);
    assert_eq!(address, "#rule=freestyle&size=15&black=h8i8&white=a1&toMove=white&moves=b3");
    page.reload();
    page.expect_label("b3, white, move 1, last move");
    page.click("tab", "Play");
    page.expect("Your move, Black");
    check(&page, "set up", &[]);
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn every_format_is_opened_damaged_or_one_of_many() {
    let page = Page::open(Screen::Desktop);
    // A library of RenLib with h8 and i7.
    let library = b"\xff\x52\x65\x6e\x4c\x69\x62\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x78\x00\x69\x40";
    open_file(&page, "study.lib", library);
    page.expect("Opened: 2 moves");
    assert_eq!(page.moves(), ["h8", "i7"]);
    open_file(&page, "game.sav", b"15\n15\n2\n7 7\n8 8\n");
    page.expect("Opened: 2 moves");
    open_file(&page, "cut.sgf", b"(;GM[4]SZ[15];B[gg];W[ii");
    page.expect("expected a value that ends with ]: read up to there");
    assert_eq!(page.moves(), ["g7"]);
    open_file(&page, "many.sgf", b"(;GM[4];B[hh])(;GM[4];B[ii];W[jj])");
    page.expect("Opened: game 1 of 2, 1 move");
    page.click("button", "Next game");
    page.expect("Opened: game 2 of 2, 2 moves");
    assert_eq!(page.moves(), ["i9", "j10"]);
    assert_eq!(copied(&page, "Link of gomocalc"), "https://gomocalc.com/#/i7j6");
    kept_games(&page);
    for (button, head) in
        [("Picture, SVG", "<svg"), ("Picture, PNG", "\u{89}PNG"), ("RenLib", "\u{ff}RenLib")]
    {
        let watch = "window.saved = null;
            URL.createObjectURL = (blob) => {
                const reader = new FileReader();
                reader.onload = () => { window.saved = reader.result; };
                reader.readAsBinaryString(blob);
                return '#';
            };";
        page.script(watch, vec![]);
        page.click("button", "Files");
        page.click("button", button);
        until("the file", || match page.script("return window.saved", vec![]) {
            Value::String(text) if text.starts_with(head) => Ok(()),
            other => Err(other.to_string().chars().take(80).collect()),
        });
        page.click("button", "Close");
    }
}

/// Opens, removes and puts back what the device keeps.
fn kept_games(page: &Page) {
    page.click("button", "Files");
    let summary = fantoccini::Locator::Css("#kept summary");
    page.wait(page.wait(page.client().find(summary)).click());
    let names = "return [...document.querySelectorAll('#kept-games button:first-child')].map((one) => one.textContent)";
    let names = page.script(names, vec![]);
    let names: Vec<&str> =
        names.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    // The latest first: each was replaced by the next one.
    let moves: Vec<&str> = names
        .iter()
        .filter_map(|name| name.split(", ").find(|part| part.contains(" move")))
        .collect();
    assert_eq!(moves, ["1 move", "1 move", "2 moves", "2 moves"], "{names:?}");
    check(page, "kept games", &[]);
    page.click("button", &format!("Remove {}", names[3]));
    page.click("button", &format!("Remove {}", names[2]));
    page.click("button", &format!("Put back {}", names[2]));
    page.click("button", names[0]);
    page.expect("Opened: 1 move");
    let count = "return JSON.parse(localStorage.getItem('shisan.games')).length";
    assert_eq!(page.script(count, vec![]), 4, "one went, the game before this one came");
}

/// A tree of 50,176 moves: 224 replies to h8, with 223 moves after each.
fn large_library() -> Vec<u8> {
    let cells: Vec<String> =
        ('a'..='o').flat_map(|x| ('a'..='o').map(move |y| format!("{x}{y}"))).collect();
    let mut sgf = "(;GM[4]SZ[15];B[hh]".to_owned();
    for second in cells.iter().filter(|cell| *cell != "hh") {
        write!(sgf, "(;W[{second}]C[{second}]").expect("a text");
        for third in cells.iter().filter(|cell| *cell != "hh" && *cell != second) {
            write!(sgf, "(;B[{third}])").expect("a text");
        }
        sgf.push(')');
    }
    sgf.push(')');
    let input = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("large.sgf");
    let output = input.with_extension("lib");
    std::fs::write(&input, sgf).expect("disk space");
    let converted =
        super::site::shisan().arg("convert").arg("--output").args([&output, &input]).output();
    let converted = converted.expect("it runs");
    assert!(converted.status.success(), "{converted:?}");
    std::fs::read(output).expect("a library")
}

#[test]
#[ignore = "needs a browser: .ci/page"]
fn a_large_library_is_walked_through() {
    let page = Page::open(Screen::Phone);
    open_file(&page, "large.lib", &large_library());
    page.expect("Opened: 50177 moves with variations");
    let rows = || page.script("return document.querySelectorAll('#moves button').length", vec![]);
    let made = |what: &str| {
        let count = rows().as_u64().unwrap_or_default();
        assert!((1..400).contains(&count), "{what}: {count} buttons");
    };
    made("opened");
    page.click("button", "To the start");
    page.click("button", "Forward");
    page.expect_label("h8, black, move 1, last move");
    page.click("button", "1 h8 , black");
    page.keys([Key::Right]);
    page.expect_label("a1, white, move 2, last move");
    expect_comment(&page, "aa");
    // From variation to variation. Chromium complains of more than 200 addresses in ten seconds.
    page.keys([Key::Down; 100]);
    page.expect_label("g11, white, move 2, last move");
    assert!(page.focused().starts_with("2 g11"), "{}", page.focused());
    page.keys([Key::Right]);
    page.keys([Key::Down; 60]);
    until("the third move", || match page.moves().len() {
        3 => Ok(()),
        count => Err(format!("{count} moves")),
    });
    made("walked");
    let scroll =
        "const list = document.getElementById('moves'); list.scrollTop = list.scrollHeight;";
    page.script(scroll, vec![]);
    page.find("button", "3 o14 , black");
    made("scrolled");
    page.reload();
    page.find("tabpanel", "Analyse");
    made("kept");
}
